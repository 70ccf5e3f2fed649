// SPDX-License-Identifier: Apache-2.0
// wf_lds_checks.vh - part of wf_lds_tb: holds answers, banks and clears against what wf_lds_reference.vh wants, once a clock edge.

task fail(input [8*60-1:0] what);
    $fatal(1, "FAIL lds seed=%0d LANES=%0d WORDS=%0d BANKS=%0d: %0s; phase %0d, answer %0d; reproduce: +seed=%0d",
           seed, LANES, WORDS, BANKS, what, phase, answered, seed);
endtask

integer cycle = 0, quiet = 0, checks = 0;
integer sent = 0, answered = 0;                  // requests taken, answers taken
integer sent_at [0:Q-1], answered_at = 0;
reg     waits_answer [0:Q-1];                    // by tag
integer floats_sent = 0, worst_plain = 0, worst_float = 0;
localparam integer ORDINARY = 0, FLOAT = 1;      // two queues: f32 adds, and all others
integer oldest [0:1];                            // oldest request without answer, of each queue

// ---- answers: by tag; f32 adds in the order taken, all others too, and an f32 add never before what was taken before it ----
task skip_answered(input integer queue);
    while (oldest[queue] < sent && (is_float[oldest[queue] % Q] != queue || !waits_answer[oldest[queue] % Q]))
        oldest[queue] = oldest[queue] + 1;
endtask

task check_answer;
    integer here, took;
    begin
        here = rsp_tag;
        took = cycle - sent_at[here];
        if (answered >= sent || waits_answer[here] !== 1'b1) fail("an answer that nobody waits for");
        skip_answered(ORDINARY);
        skip_answered(FLOAT);
        if (oldest[is_float[here]] % Q != here) fail("an answer before an older one of its queue");
        if (is_float[here] && oldest[ORDINARY] < oldest[FLOAT]) fail("an f32 add answered before what was taken before it");
        if (!is_float[here] && want_faults[here] != 0 && oldest[FLOAT] < oldest[ORDINARY] && want_faults[oldest[FLOAT] % Q] != 0)
            fail("faults answered out of order");
        waits_answer[here] = 1'b0;
        if (rsp_data !== want_data[here]) begin
            $display("lds: got  %h\nlds: want %h", rsp_data, want_data[here]);
            fail("data");
        end
        if (rsp_faults !== want_faults[here] || rsp_fault_kind !== want_fault_kind[here]) fail("number or kind of faults");
        if (want_faults[here] != 0 && (rsp_fault_lane !== want_fault_lane[here] || rsp_fault_addr !== want_fault_addr[here]))
            fail("lane or address of the first fault");
        if (want_latency[here] != 0) begin
            if (took != want_latency[here]) begin
                $display("lds: latency %0d, not %0d", took, want_latency[here]);
                fail("latency");
            end
            if (phase == FLOATS) worst_float = took;
            if (phase == BESIDE) worst_plain = took;
        end
        answered    = answered + 1;
        answered_at = cycle;
        quiet  = 0;
        checks = checks + 1;
    end
endtask

reg                stalled = 1'b0;               // payload is held while stalled
reg [32*LANES-1:0] stalled_data;
reg [TAG_W-1:0]    stalled_tag;
task check_held;
    begin
        if (stalled && (rsp_valid !== 1'b1 || rsp_data !== stalled_data || rsp_tag !== stalled_tag))
            fail("an answer changed while it was stalled");
        stalled      = rsp_valid && !rsp_ready;
        stalled_data = rsp_data;
        stalled_tag  = rsp_tag;
    end
endtask

// ---- banks: words and cycles of each instruction; those without an f32 add in order, f32 adds in order, between the others ----
// Where the next of either kind would look the same at the banks, both readings are kept until one of them fits no more: the other
// reading has one f32 add more behind it.  One f32 add is under way at a time, so two readings are enough.
localparam integer ALSO = 2;                     // the queues of the other reading: ALSO + ORDINARY, ALSO + FLOAT
integer served [0:3];                            // next to be served, of each queue
reg     other = 1'b0;                            // there is another reading
integer seen_ops = 0, seen_busy = 0, busy_cycles = 0;
task skip_idle(input integer queue);
    while (served[queue] < sent && (is_float[served[queue] % Q] != queue % ALSO || want_busy[served[queue] % Q] == 0))
        served[queue] = served[queue] + 1;
endtask

function serves(input integer queue);            // what was seen is the next such instruction
    serves = served[queue] < sent && want_busy[served[queue] % Q] == seen_busy && want_ops[served[queue] % Q] == seen_ops;
endfunction

task keep(input integer ordinary, input integer floats, input integer also, input integer also_floats, input reg both);
    begin
        served[ORDINARY]      = ordinary;
        served[FLOAT]         = floats;
        served[ALSO+ORDINARY] = also;
        served[ALSO+FLOAT]    = also_floats;
        other = both;
    end
endtask

task attribute;                                  // an instruction has left the banks
    reg a, b, c, d;
    begin
        a = serves(ORDINARY);
        b = serves(FLOAT);
        c = other && serves(ALSO + ORDINARY);
        d = other && serves(ALSO + FLOAT);
        if (a && b)
            keep(served[ORDINARY] + 1, served[FLOAT], served[ORDINARY], served[FLOAT] + 1, 1'b1);
        else if (a)
            keep(served[ORDINARY] + 1, served[FLOAT], served[ALSO+ORDINARY] + 1, served[ALSO+FLOAT], c);
        else if (b)
            keep(served[ORDINARY], served[FLOAT] + 1, served[ALSO+ORDINARY], served[ALSO+FLOAT] + 1, d);
        else if (c)
            keep(served[ALSO+ORDINARY] + 1, served[ALSO+FLOAT], served[ALSO+ORDINARY], served[ALSO+FLOAT] + 1, d);
        else if (d)
            keep(served[ALSO+ORDINARY], served[ALSO+FLOAT] + 1, 0, 0, 1'b0);
        else begin
            $display("lds: %0d words served in %0d cycles", seen_ops, seen_busy);
            fail("words or cycles at the banks of no instruction that is due");
        end
    end
endtask

task skip_all_idle;
    begin
        skip_idle(ORDINARY);
        skip_idle(FLOAT);
        if (other) begin
            skip_idle(ALSO + ORDINARY);
            skip_idle(ALSO + FLOAT);
        end
    end
endtask

task check_banks;
    begin
        skip_all_idle;
        if (stat_busy !== 1'b0) begin
            if (stat_busy !== 1'b1 || stat_ops == 0) fail("busy banks that serve nothing");
            seen_busy = seen_busy + 1;
            seen_ops  = seen_ops + stat_ops;
            busy_cycles = busy_cycles + 1;
            if (stat_more === 1'b0) begin
                attribute;
                seen_busy = 0;
                seen_ops  = 0;
            end
        end else if (stat_more !== 1'b0 || stat_ops !== 0)
            fail("idle banks that serve");
    end
endtask

task check_all_served;                           // when nothing is under way
    begin
        skip_all_idle;
        if (answered != sent || seen_busy != 0 ||
            ((served[ORDINARY] < sent || served[FLOAT] < sent) &&
             !(other && served[ALSO+ORDINARY] >= sent && served[ALSO+FLOAT] >= sent))) fail("an answer or bank cycles left out");
    end
endtask

// ---- clear: ready once, in `clear_limit` cycles at most, `clear_exact` if not 0 ----
integer clear_started = 0, clear_took = 0, clear_limit = 0, clear_exact = 0, clears = 0, w;
task check_clear;
    begin
        clear_took = cycle - clear_started;
        if (clear_took > clear_limit || (clear_exact != 0 && clear_took != clear_exact)) begin
            $display("lds: clear of %0d words took %0d cycles, limit %0d, exact %0d", clear_words, clear_took, clear_limit, clear_exact);
            fail("cycles of a clear");
        end
        for (w = clear_base; w < clear_base + clear_words; w = w + 1) memory[w] = 0;
        clears = clears + 1;
        quiet  = 0;
    end
endtask

task forget;                                     // reset: what was under way is not answered
    integer i;
    begin
        for (i = 0; i < Q; i = i + 1) waits_answer[i] = 1'b0;
        sent      = asked;
        answered  = asked;
        oldest[ORDINARY] = asked;
        oldest[FLOAT]    = asked;
        served[ORDINARY] = asked;
        served[FLOAT]    = asked;
        other     = 1'b0;
        seen_ops  = 0;
        seen_busy = 0;
        stalled   = 1'b0;
    end
endtask

task check;
    if (rst)
        forget;
    else begin
        quiet = quiet + 1;
        if (quiet == 20000) fail("nothing happens any more");
        if (rsp_valid === 1'bx || req_ready === 1'bx || clear_ready === 1'bx) fail("a handshake without a value");
        if (req_valid && req_ready) begin
            sent_at[req_tag] = cycle;
            waits_answer[req_tag] = 1'b1;
            sent = sent + 1;
        end
        check_banks;
        check_held;
        if (rsp_valid && rsp_ready) check_answer;
        if (clear_valid && clear_ready) check_clear;
    end
endtask
