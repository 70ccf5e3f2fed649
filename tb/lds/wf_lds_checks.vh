// SPDX-License-Identifier: Apache-2.0
// wf_lds_checks.vh - part of wf_lds_tb: compares answers, banks and clears with wf_lds_reference.vh at each clock edge.

task fail(input [8*60-1:0] what);
    $fatal(1, "FAIL lds seed=%0d LANES=%0d WORDS=%0d BANKS=%0d COALESCE=%0d: %0s; phase %0d, answer %0d; reproduce: +seed=%0d",
           seed, LANES, WORDS, BANKS, COALESCE, what, phase, answered, seed);
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
    integer here, took, older;
    begin
        here = rsp_tag;
        took = cycle - sent_at[here];
        if (answered >= sent || waits_answer[here] !== 1'b1) fail("an answer that nobody waits for");
        skip_answered(ORDINARY);
        skip_answered(FLOAT);
        if (oldest[is_float[here]] % Q != here) fail("an answer before an older one of its queue");
        if (is_float[here] && oldest[ORDINARY] < oldest[FLOAT]) fail("an f32 add answered before what was taken before it");
        if (!is_float[here] && want_faults[here] != 0)
            for (older = oldest[FLOAT]; older < oldest[ORDINARY]; older = older + 1)
                if (waits_answer[older % Q] && want_faults[older % Q] != 0) fail("faults answered out of order");
        waits_answer[here] = 1'b0;
        check_served(here);
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

// ---- banks: words and cycles of each instruction; both queues in order, f32 adds between the others ----
// Which queue an instruction at the banks is from shows only in its words and cycles, so all readings that fit are kept: bit k of
// `readings` is the one in which floats_served + k f32 adds were among the `seen` instructions.
localparam integer READINGS = 16;
integer due_busy [0:2*Q-1], due_ops [0:2*Q-1];   // of instructions with words, queue after queue
integer due [0:1], gone [0:1];                   // instructions taken, answered, of those
integer seen = 0, floats_served = 0;
reg [READINGS-1:0] readings = 1;
integer seen_ops = 0, seen_busy = 0, busy_cycles = 0;
integer k, queue;
task expect_at_banks(input integer slot);
    begin
        queue = is_float[slot];
        if (want_busy[slot] != 0) begin
            due_busy[queue * Q + due[queue] % Q] = want_busy[slot];
            due_ops [queue * Q + due[queue] % Q] = want_ops[slot];
            due[queue] = due[queue] + 1;
        end
    end
endtask

function fits(input integer queue, input integer n);         // what was seen is number n of the queue
    fits = n < due[queue] && due_busy[queue * Q + n % Q] == seen_busy && due_ops[queue * Q + n % Q] == seen_ops;
endfunction

task keep(input [READINGS-1:0] left);
    begin
        readings = left;
        while (readings != 0 && !readings[0]) begin
            readings = readings >> 1;
            floats_served = floats_served + 1;
        end
    end
endtask

task attribute;                                  // an instruction has left the banks
    reg [READINGS-1:0] left;
    begin
        left = 0;
        for (k = 0; k < READINGS; k = k + 1)
            if (readings[k]) begin
                if (fits(ORDINARY, seen - floats_served - k)) left[k] = 1'b1;
                if (fits(FLOAT, floats_served + k)) left[k+1] = 1'b1;
            end
        seen = seen + 1;
        keep(left);
        if (readings == 0) begin
            $display("lds: %0d words served in %0d cycles", seen_ops, seen_busy);
            fail("words or cycles at the banks of no instruction that is due");
        end
    end
endtask

task check_served(input integer slot);           // its answer is here: no reading in which it was not at the banks
    reg [READINGS-1:0] left;
    begin
        queue = is_float[slot];
        if (want_busy[slot] != 0) gone[queue] = gone[queue] + 1;
        left = readings;
        for (k = 0; k < READINGS; k = k + 1)
            if (floats_served + k < gone[FLOAT] || seen - floats_served - k < gone[ORDINARY]) left[k] = 1'b0;
        keep(left);
        if (readings == 0) fail("an answer without its words at the banks");
    end
endtask

task check_banks;
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
endtask

task check_all_served;                           // when nothing is in flight
    if (answered != sent || seen_busy != 0 || seen != due[ORDINARY] + due[FLOAT]) fail("an answer or bank cycles left out");
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

task forget;                                     // reset: requests in flight get no answer
    integer i;
    begin
        for (i = 0; i < Q; i = i + 1) waits_answer[i] = 1'b0;
        sent      = asked;
        answered  = asked;
        oldest[ORDINARY] = asked;
        oldest[FLOAT]    = asked;
        due[ORDINARY]    = 0;
        due[FLOAT]       = 0;
        gone[ORDINARY]   = 0;
        gone[FLOAT]      = 0;
        floats_served    = 0;
        readings  = 1;
        seen      = 0;
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
            expect_at_banks(req_tag);
        end
        check_banks;
        check_held;
        if (rsp_valid && rsp_ready) check_answer;
        if (clear_valid && clear_ready) check_clear;
    end
endtask
