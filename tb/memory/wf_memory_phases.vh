// SPDX-License-Identifier: Apache-2.0
// wf_memory_phases.vh - for the benches of the memory path that go through phases, each with requests of one kind: which request is next, when.
//   The bench has idle, fail(what), go_to(phase), plan (sets have when a request is made), offer and offer_nothing.

integer phase = 0, n = 0;                        // requests of this phase so far
integer count, cycle = 0, i, hot = 0;
integer cuts = 0, cut_at = 0;                    // resets in the middle
integer ready_percent = 100, valid_percent = 100;
reg     have;

task send(input integer next_phase, input integer number_of_requests);
    if (n < number_of_requests) begin
        have = 1'b1;
        n    = n + 1;
    end else if (idle)
        go_to(next_phase);
endtask

task drive_request;
    begin
        offer_nothing;
        below(100, i);
        have = 1'b0;
        if (i < valid_percent) plan;
        if (have) offer;
    end
endtask

integer quiet = 0;
task end_cycle(input moves, input integer most); // something moves at least every `most` cycles
    begin
        quiet = moves ? 0 : quiet + 1;
        if (quiet > most) fail("nothing moves");
        cycle = cycle + 1;
    end
endtask
