// SPDX-License-Identifier: Apache-2.0
// wf_lds_checks.vh - part of wf_lds_tb: holds answers, banks and clears against what wf_lds_reference.vh wants, once a clock edge.

task fail(input integer what);
    $fatal(1, "FAIL lds seed=%0d LANES=%0d WORDS=%0d BANKS=%0d: check %0d, phase %0d, answer %0d; reproduce: +seed=%0d",
           seed, LANES, WORDS, BANKS, what, phase, answered, seed);
endtask

integer cycle = 0, quiet = 0, checks = 0;
integer sent = 0, answered = 0;                  // requests taken, answers taken
integer sent_at [0:Q-1], answered_at = 0;
reg     waits_answer [0:Q-1];                    // by tag
integer floats_sent = 0, worst_plain = 0, worst_float = 0;
integer oldest [0:1];                            // oldest request without answer: others, f32 adds

// ---- answers: by tag; f32 adds in the order taken, all others too, and an f32 add never before what was taken before it ----
task skip_answered(input integer float);
    while (oldest[float] < sent && (is_float[oldest[float] % Q] != float || !waits_answer[oldest[float] % Q]))
        oldest[float] = oldest[float] + 1;
endtask

task check_answer;
    integer here, took;
    begin
        here = rsp_tag;
        took = cycle - sent_at[here];
        if (answered >= sent || waits_answer[here] !== 1'b1) fail(5);
        skip_answered(0);
        skip_answered(1);
        if (oldest[is_float[here]] % Q != here) fail(6);
        if (is_float[here] && oldest[0] < oldest[1]) fail(7);
        if (!is_float[here] && want_faults[here] != 0 && oldest[1] < oldest[0] && want_faults[oldest[1] % Q] != 0) fail(8);
        waits_answer[here] = 1'b0;
        if (rsp_data !== want_data[here]) begin
            $display("lds: got  %h\nlds: want %h", rsp_data, want_data[here]);
            fail(9);
        end
        if (rsp_faults !== want_faults[here] || rsp_fault_kind !== want_fault_kind[here]) fail(10);
        if (want_faults[here] != 0 && (rsp_fault_lane !== want_fault_lane[here] || rsp_fault_addr !== want_fault_addr[here])) fail(11);
        if (want_latency[here] != 0) begin
            if (took != want_latency[here]) begin
                $display("lds: latency %0d, not %0d", took, want_latency[here]);
                fail(12);
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
        if (stalled && (rsp_valid !== 1'b1 || rsp_data !== stalled_data || rsp_tag !== stalled_tag)) fail(3);
        stalled      = rsp_valid && !rsp_ready;
        stalled_data = rsp_data;
        stalled_tag  = rsp_tag;
    end
endtask

// ---- banks: words and cycles of each instruction; those without an f32 add in order, f32 adds in order, between the others ----
// Where the next of either kind would look the same at the banks, both readings are kept until one of them fits no more: the other
// reading has one f32 add more behind it.  One f32 add is under way at a time, so two readings are enough.
integer served [0:3];                            // next to be served: others, f32 adds; the same in the other reading
reg     other = 1'b0;                            // there is another reading
integer seen_ops = 0, seen_busy = 0, busy_cycles = 0;
task skip_idle(input integer queue);
    while (served[queue] < sent && (is_float[served[queue] % Q] != queue % 2 || want_busy[served[queue] % Q] == 0))
        served[queue] = served[queue] + 1;
endtask

function serves(input integer queue);            // what was seen is the next such instruction
    serves = served[queue] < sent && want_busy[served[queue] % Q] == seen_busy && want_ops[served[queue] % Q] == seen_ops;
endfunction

task keep(input integer ordinary, input integer floats, input integer also, input integer also_floats, input reg both);
    begin
        served[0] = ordinary;
        served[1] = floats;
        served[2] = also;
        served[3] = also_floats;
        other     = both;
    end
endtask

task attribute;                                  // an instruction has left the banks
    reg a, b, c, d;
    begin
        a = serves(0);
        b = serves(1);
        c = other && serves(2);
        d = other && serves(3);
        if (a && b)
            keep(served[0] + 1, served[1], served[0], served[1] + 1, 1'b1);
        else if (a)
            keep(served[0] + 1, served[1], served[2] + 1, served[3], c);
        else if (b)
            keep(served[0], served[1] + 1, served[2], served[3] + 1, d);
        else if (c)
            keep(served[2] + 1, served[3], served[2], served[3] + 1, d);
        else if (d)
            keep(served[2], served[3] + 1, 0, 0, 1'b0);
        else begin
            $display("lds: %0d words served in %0d cycles", seen_ops, seen_busy);
            fail(2);
        end
    end
endtask

task skip_all_idle;
    begin
        skip_idle(0);
        skip_idle(1);
        if (other) begin
            skip_idle(2);
            skip_idle(3);
        end
    end
endtask

task check_banks;
    begin
        skip_all_idle;
        if (stat_busy !== 1'b0) begin
            if (stat_busy !== 1'b1 || stat_ops == 0) fail(1);
            seen_busy = seen_busy + 1;
            seen_ops  = seen_ops + stat_ops;
            busy_cycles = busy_cycles + 1;
            if (stat_more === 1'b0) begin
                attribute;
                seen_busy = 0;
                seen_ops  = 0;
            end
        end else if (stat_more !== 1'b0 || stat_ops !== 0)
            fail(13);
    end
endtask

task check_all_served;                           // when nothing is under way
    begin
        skip_all_idle;
        if (answered != sent || seen_busy != 0 ||
            ((served[0] < sent || served[1] < sent) && !(other && served[2] >= sent && served[3] >= sent))) fail(14);
    end
endtask

// ---- clear: ready once, in `clear_limit` cycles at most, `clear_exact` if not 0 ----
integer clear_started = 0, clear_took = 0, clear_limit = 0, clear_exact = 0, clears = 0, w;
task check_clear;
    begin
        clear_took = cycle - clear_started;
        if (clear_took > clear_limit || (clear_exact != 0 && clear_took != clear_exact)) begin
            $display("lds: clear of %0d words took %0d cycles, limit %0d, exact %0d", clear_words, clear_took, clear_limit, clear_exact);
            fail(16);
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
        oldest[0] = asked;
        oldest[1] = asked;
        served[0] = asked;
        served[1] = asked;
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
        if (quiet == 20000) fail(15);
        if (rsp_valid === 1'bx || req_ready === 1'bx || clear_ready === 1'bx) fail(4);
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
