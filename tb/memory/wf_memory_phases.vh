// SPDX-License-Identifier: Apache-2.0
// wf_memory_phases.vh - for the benches of the memory path that go through phases, each with requests of one kind: which request is next, when.
//   The bench has a requester and a memory, idle, fail(what), go_to(phase), plan (sets have when a request is made), any_of(area): a request to one
//   of so many lines, CUTS, cut_off: what else a reset ends.  Its phases 0 and 1 are MIX and CUT.

localparam integer MIX = 0;                      // anything, stalls everywhere, answers in any order
localparam integer CUT = 1;                      // resets with everything in flight, each time a little later
integer phase = 0, n = 0;                        // requests of this phase so far
integer count, cycle = 0, i, hot = 0;
integer cuts = 0, cut_at = -1;                   // resets in the middle
integer ready_percent = 100, valid_percent = 100;
reg     have;

function resets(input integer now);              // the device begins anew in this cycle
    resets = now < 4 || now == cut_at;
endfunction

task begin_phase(input integer next_phase, input breaks);        // breaks: some lines cannot be read
    begin
        broken = 0;
        if (breaks) break_lines;
        phase = next_phase;
        n     = 0;
        valid_percent = 100;
        ready_percent = 100;
        calm_memory;
    end
endtask

task send(input integer next_phase, input integer number_of_requests);
    if (n < number_of_requests) begin
        have = 1'b1;
        n    = n + 1;
    end else if (idle)
        go_to(next_phase);
endtask

task mix(input integer next_phase, input integer requests);
    begin
        if (n % 64 == 0) begin
            below(4, i);
            valid_percent = i == 0 ? 30 : 100;
            below(4, i);
            ready_percent = i == 0 ? 20 : i == 1 ? 70 : 100;
            any_mood(150);
            below(4, hot);
        end
        if (n >= requests) send(next_phase, requests);
        else if (room(1)) begin
            any_of(hot == 0 ? 1 : hot == 1 ? 3 : hot == 2 ? 16 : AREA);
            send(next_phase, requests);
        end
    end
endtask

localparam integer UNBOUND = 1000000;
task cut(input integer next_phase, input integer all_cuts, input integer area);
    if (cuts < all_cuts && room(1)) begin
        if (n == 0) begin
            cut_at  = cycle + 30 + cuts % CUTS * CUT_STEP;
            longest = cuts % 2 ? 20 : 1;
            if (cuts % 4 == 3) ready_percent = 5;
            if (cuts % 8 >= 6) refuse_percent = 90;
        end
        any_of(area);
        send(phase, UNBOUND);
    end else if (cuts >= all_cuts && idle)
        go_to(next_phase);
endtask

// `requests` without a gap take so many cycles at most, from the first handshake to the last answer.
integer took;
task timed(input integer next_phase, input integer requests, input integer cycles);
    if (n == requests && idle) begin
        took = last_took - first_sent;
        if (took > cycles) begin
            $display("memory: phase %0d took %0d cycles, more than %0d", phase, took, cycles);
            fail("cycles");
        end
        checks = checks + 1;
        go_to(next_phase);
    end else if (n < requests) begin
        if (n == 0) first_sent = cycle + 1;
        have = 1'b1;
        n = n + 1;
    end
endtask

task drive_requester;
    begin
        if (!req_valid || req_ready) begin
            offer_nothing;
            below(100, i);
            have = 1'b0;
            if (i < valid_percent) plan;
            if (have) offer;
        end
        below(100, i);
        rsp_ready <= i < ready_percent;
    end
endtask

task check_memory;
    integer w;
    for (w = 0; w < 16 * AREA; w = w + 1)
        if (store[w] !== memory[w]) begin
            $display("memory: word %0d got %h want %h", w, store[w], memory[w]);
            fail("a word of memory");
        end
endtask

task start_anew;
    integer w;
    reg [31:0] r;
    begin
        forget;
        clear_memory;
        for (w = 0; w < 16 * AREA; w = w + 1) begin
            value(r);
            store[w]  = r;
            memory[w] = r;
        end
    end
endtask

task start(input integer default_count);
    begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = default_count;
        any_places;
        start_anew;
        go_to(MIX);
    end
endtask

integer quiet = 0;
task end_cycle(input integer most);              // something moves at least every `most` cycles
    begin
        rst <= resets(cycle);
        if (cycle == cut_at) begin
            offer_nothing;
            start_anew;
            cut_off;
            cuts = cuts + 1;
            go_to(phase);
        end
        quiet = req_valid && req_ready || rsp_valid && rsp_ready || rst ? 0 : quiet + 1;
        if (quiet > most) fail("nothing moves");
        cycle = cycle + 1;
    end
endtask
