// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_allocate_tb - first fit against a map of the units: directed orders of ends, then random ones.
//   The map has a place a unit.  Checks: a range on offer is free, inside, and the lowest that fits (nothing was given back for as long as a search may
//   take); one is on offer within the bound when there is any, and none when there is not; a range a cycle in a stretch that is free; ranges are
//   where they were offered when asked for by their place; when all are given back everything is free again.  The search ahead finds a range within
//   the bound when there is any, whatever is on offer on standby, and else one apart from the offer.
//   Plusargs: +seed=N; +rounds=N (default 4000)   Run: make bench-dispatch-allocate SEED=n
`timescale 1ns/1ps
`default_nettype none

module wf_dispatch_allocate_tb;
    parameter integer PLACES = 8, UNITS = 40;
    localparam integer W     = $clog2(UNITS + 1);
    localparam integer BOUND = 8 + 6 * (PLACES + 1);     // cycles of a search: two laps, 3 a range in the way

    reg                clk = 1'b0, rst = 1'b1;
    reg                restart = 1'b0, take = 1'b0, ahead_restart = 1'b0, swap = 1'b0, standby = 1'b0;
    reg  [W-1:0]       size = 0, ahead_size = 0;
    reg  [PLACES-1:0]  take_place = 0, give = 0, look_place = 0;
    wire               fits, ahead_fits, ahead_none;
    wire [W-1:0]       at, look_at;
    always #5 clk = !clk;

    wf_dispatch_allocate #(.PLACES(PLACES), .UNITS(UNITS)) u_dut (
        .clk(clk), .rst(rst), .standby(standby), .restart(restart), .size(size), .ahead_restart(ahead_restart), .ahead_size(ahead_size), .swap(swap),
        .fits(fits), .at(at), .ahead_fits(ahead_fits), .ahead_none(ahead_none), .take(take), .take_place(take_place), .give(give),
        .freed(give != {PLACES{1'b0}}), .look_place(look_place), .look_at(look_at));

    // cycles in which nothing was taken or given back since the search ahead began, and in which nothing else changed either
    integer calm_for = 0, still_for = 0, changes = 0, settled = 0, fresh = 0, over_offer = 0, beside_offer = 0;
    reg     told = 1'b0, was_standby = 1'b0;
    always @(posedge clk) begin
        calm_for    <= (take || give != 0 || ahead_restart) ? 0 : calm_for + 1;
        still_for   <= (take || give != 0 || ahead_restart || restart || swap || standby != was_standby) ? 0 : still_for + 1;
        was_standby <= standby;
    end

    integer rounds, units_asked, checks = 0, round, i, p, n, first, waited, found, streak, longest = 0, full = 0, holes = 0, taken = 0;
    `include "wf_random.vh"
    integer    owner [0:UNITS-1];                    // of a unit: place + 1, or 0
    integer    base  [0:PLACES-1];
    integer    held  [0:PLACES-1];                   // units of a place; -1: it has no range

    task fail(input [8*64-1:0] what);
        $fatal(1, "FAIL wf_dispatch_allocate seed=%0d PLACES=%0d UNITS=%0d round=%0d: %0s; size %0d at %0d fits %b first %0d", seed, PLACES, UNITS, round,
               what, size, at, fits, first);
    endtask

    // the lowest unit from which `units` units are free, apart from `offered` of them on offer; -1: none
    function integer lowest_of(input integer units, input integer offered);
        integer u, free;                             // units free from u on
        begin
            lowest_of = units == 0 ? 0 : -1;
            free      = 0;
            for (u = UNITS - 1; u >= 0; u = u - 1) begin
                free = owner[u] == 0 && (u < at || u >= at + offered) ? free + 1 : 0;
                if (free >= units) lowest_of = u;
            end
        end
    endfunction
    task find_first;
        first = lowest_of(size, 0);
    endtask

    // what the search ahead found, when nothing changed for as long as it may take
    task check_ahead;
        begin
            first = lowest_of(ahead_size, fits && !standby ? size : 0);
            if (ahead_fits !== (first >= 0)) fail("the search ahead finds what does not fit, or misses what does");
            if (first < 0 && !ahead_none) fail("the search ahead has found nothing and says nothing");
            over_offer   = over_offer + (first >= 0 && fits && lowest_of(ahead_size, size) < 0);
            beside_offer = beside_offer + (first < 0 && fits && lowest_of(ahead_size, 0) >= 0);
            checks       = checks + 1;
        end
    endtask

    // the first that fits while nothing was given back since the lap began; else one that fits
    reg stale = 1'b0;
    task check_first;
        begin
            if (fits && (stale ? at < first : at !== first)) fail("not the first that fits");
            if (fits)
                for (i = 0; i < size; i = i + 1) if (at + i >= UNITS || owner[at + i] != 0) fail("an offer that is not free");
            fresh = fresh + (fits && !stale);
        end
    endtask

    // wait for an offer as long as a search may last, and hold it against the map
    task search;
        begin
            find_first;
            waited = 0;
            while (!fits && waited < BOUND) begin
                @(negedge clk);
                waited = waited + 1;
            end
            if (fits !== (first >= 0)) fail("an offer where nothing fits, or none");
            check_first;
            if (fits && waited > longest) longest = waited;
            full   = full + !fits;
            checks = checks + 1;
        end
    endtask

    reg [PLACES-1:0] also = 0;                       // places whose ranges are given back in the cycle of a take
    task accept;                                     // the offer, under the lowest place without a range
        begin
            p = PLACES;
            for (i = PLACES - 1; i >= 0; i = i - 1) if (held[i] < 0) p = i;
            if (p < PLACES) begin
                held[p] = size;
                base[p] = at;
                for (i = 0; i < size; i = i + 1) begin
                    if (at + i >= UNITS) fail("outside");
                    if (owner[at + i] != 0) fail("a unit that is in use");
                    owner[at + i] = p + 1;
                end
                for (i = 0; i < at; i = i + 1) holes = holes + (owner[i] == 0);
                take       = 1'b1;
                take_place = {{(PLACES-1){1'b0}}, 1'b1} << p;
                taken      = taken + 1;
                also[p]    = 1'b0;
                release_places(also);                // a cycle
                also = 0;
                take = 1'b0;
            end
        end
    endtask

    task release_places(input [PLACES-1:0] set);     // those of them that have a range
        begin
            give = 0;
            for (p = 0; p < PLACES; p = p + 1)
                if (set[p] && held[p] >= 0) begin
                    for (i = 0; i < held[p]; i = i + 1) owner[base[p] + i] = 0;
                    held[p] = -1;
                    give[p] = 1'b1;
                end
            if (give != 0) stale = 1'b1;
            @(negedge clk);
            give = 0;
        end
    endtask

    task resize(input integer units);
        begin
            size    = units;
            stale   = 1'b0;
            restart = 1'b1;
            @(negedge clk);
            restart = 1'b0;
        end
    endtask

    task look_ahead(input integer units);            // the next size
        begin
            ahead_size    = units;
            ahead_restart = 1'b1;
            standby       = prng[27];
            if (prng[28]) begin
                @(negedge clk);
                ahead_restart = 1'b0;
                told          = 1'b1;
            end else change;                         // and at once
        end
    endtask
    // the largest range that fits is often around what is on offer: on standby it is found, then no more
    task look_around_offer;
        begin
            ahead_size = UNITS;
            while (lowest_of(ahead_size, 0) < 0) ahead_size = ahead_size - 1;
            ahead_restart = 1'b1;
            @(negedge clk);
            ahead_restart = 1'b0;
            told          = 1'b1;
            for (n = 0; n < 3; n = n + 1) begin
                standby = !standby;
                repeat (BOUND + 1) @(negedge clk);
                check_ahead;
            end
        end
    endtask
    task change;                                     // it is the size now
        begin
            swap = 1'b1;
            @(negedge clk);
            swap          = 1'b0;
            ahead_restart = 1'b0;
            told          = 1'b0;
            size          = ahead_size;
            stale         = 1'b1;                    // it kept away from what was on offer before
            changes       = changes + 1;
            if (calm_for >= BOUND) begin             // it has been looked for: there at once
                find_first;
                if (fits && first < 0) fail("an offer where nothing fits");
                check_first;
                settled = settled + fits;
            end
        end
    endtask

    task look;                                       // where is each?
        for (p = 0; p < PLACES; p = p + 1)
            if (held[p] >= 0) begin
                look_place = {{(PLACES-1){1'b0}}, 1'b1} << p;
                @(negedge clk);
                if (look_at !== base[p]) fail("a range is elsewhere than it was offered");
                checks = checks + 1;
            end
    endtask

    // ranges of one size side by side: one a cycle, until nothing is left
    task stretch(input integer units);
        begin
            release_places({PLACES{1'b1}});
            resize(units);
            streak = 0;
            while (fits && streak < PLACES) begin
                if (at !== streak * units) fail("ranges of one size do not lie side by side");
                accept;
                streak = streak + 1;
            end
            n = units == 0 ? PLACES : UNITS / units;
            if (streak !== (n < PLACES ? n : PLACES)) fail("not a range a cycle");
            look;
        end
    endtask

    // a comb: every second range is given back, then ranges a little smaller, as large and larger are asked for
    task comb(input integer units);
        begin
            stretch(units);
            release_places({(PLACES + 1) / 2{2'b01}});
            for (n = units + 1; n >= units - 1; n = n - 1) begin
                resize(n);
                search;
                if (fits) accept;
            end
            look;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("rounds=%d", rounds)) rounds = 4000;
        for (i = 0; i < UNITS; i = i + 1) owner[i] = 0;
        for (p = 0; p < PLACES; p = p + 1) held[p] = -1;
        repeat (3) @(negedge clk);
        rst = 1'b0;
        round = -1;
        if (fits) fail("an offer before there is a size");
        for (units_asked = 0; units_asked <= UNITS; units_asked = units_asked + 1) begin
            stretch(units_asked);
            if (units_asked > 1) comb(units_asked);
        end
        for (round = 0; round < rounds; round = round + 1) begin
            roll;
            if (prng[2:0] == 3'd1) begin
                roll;
                look_ahead(prng[0] ? prng[31:1] % (UNITS + 1) : prng[31:1] % (UNITS / PLACES + 2));
            end else if (prng[2:0] == 3'd2 && told) begin
                if (prng[3]) repeat (BOUND + 1) @(negedge clk);
                if (still_for >= BOUND) check_ahead;
                change;
            end else if (prng[2:0] == 3'd0) begin
                roll;
                resize(prng[0] ? prng[31:1] % (UNITS + 1) : prng[31:1] % (UNITS / PLACES + 2));
            end
            roll;
            case (prng[2:0])
            0, 1, 2, 3: begin
                search;
                if (prng[7:3] == 5'd0) look_around_offer;
                if (fits) accept;
            end
            4: release_places(prng[31:3] & {prng[15:3], prng[31:16]});     // several at once, often none
            5: if (fits) accept;                     // whatever there is, also while a search goes on
            6: if (prng[3] && fits) begin
                also = 1 << prng[31:8] % PLACES;
                accept;
            end else repeat (prng[6:4]) @(negedge clk);
            default: release_places({{(PLACES-1){1'b0}}, 1'b1} << prng[31:3] % PLACES);
            endcase
            if (prng[9:5] == 5'd0) look;
        end
        release_places({PLACES{1'b1}});
        resize(UNITS);
        search;
        if (!fits || at !== 0) fail("something leaked");
        if (checks < 100 || full == 0 || changes == 0 || settled == 0 || fresh < 50 || (PLACES > 1 && (holes == 0 || over_offer == 0 || beside_offer == 0))) fail("a case was never met");
        $display("PASS wf_dispatch_allocate seed=%0d checks=%0d PLACES=%0d UNITS=%0d taken=%0d full=%0d longest search %0d", seed, checks, PLACES, UNITS, taken,
                 full, longest);
        $finish;
    end
    initial begin                                    // a delay of more than 2^32 ps is cut
        repeat (40000000) @(negedge clk);
        fail("timeout");
    end
endmodule
`default_nettype wire
