// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_allocate - hands out ranges of units, next fit, and takes them back in any order.
//   The ranges in use are in a table by place.  Two searches run in parallel, one for the ranges that are handed out
//   now and one for those of the next size, so that a change of size costs nothing when that one has found its first.
//   The cost of a search is the number of ranges that overlap, for any number of units: one range per cycle while they
//   are adjacent, 3 cycles more for each range that overlaps.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_allocate_tb.v
`default_nettype none

module wf_dispatch_allocate #(
    parameter integer PLACES = 8,            // ranges in use at most, 1..64
    parameter integer UNITS  = 256,          // 1..32768
    parameter integer W      = $clog2(UNITS + 1)    // derived: bits of a number of units
) (
    input  wire              clk,
    input  wire              rst,            // synchronous, active high; no range is in use

    input  wire              restart,        // pulse: there is another size
    input  wire [W-1:0]      size,           // 0..UNITS; held from the restart, or from the cycle after a swap on
    input  wire              ahead_restart,  // pulse: there is another next size
    input  wire [W-1:0]      ahead_size,     // held from then on
    input  wire              standby,        // nothing is kept for now: the search ahead may take what is on offer
    input  wire              swap,           // pulse, not with restart: the next size is wanted from the next cycle on

    output wire              fits,           // a range begins at `at`; for a while only, while the search goes on
    output wire [W-1:0]      at,
    output wire              none,           // a lap found none since the size is wanted, or the last one was taken
    output wire              ahead_fits,     // the same of the next size
    output wire              ahead_none,
    output wire              busy,           // the search for now goes on by itself
    output wire              ahead_busy,     // and the one ahead
    input  wire              take,           // only with fits: the range is in use, under a place that has none
    input  wire [PLACES-1:0] take_place,     // one-hot
    input  wire [PLACES-1:0] give,           // the ranges of these places are given back;
    input  wire              freed,          // with each of them: worth another lap

    input  wire [PLACES-1:0] look_place,     // one-hot
    output reg  [W-1:0]      look_at         // where its range begins
);
    reg [PLACES-1:0]   used_q;
    reg [W*PLACES-1:0] first_q, behind_q;    // by place: its first unit, the unit behind it

    // ---- the two searches -------------------------------------------------------------------------------------------
    reg                turn_q;               // which of them is for now
    wire [1:0]         now  = {turn_q, !turn_q};
    wire [1:0]         fit, held, misses, searches;
    wire [2*W-1:0]     ats;
    wire [2*W+1:0]     stops;
    genvar             e;
    generate
        for (e = 0; e < 2; e = e + 1) begin : g_search
            localparam integer O = 1 - e;    // the search ahead keeps away from the range that may be handed out now
            wf_dispatch_search #(.PLACES(PLACES + 1), .UNITS(UNITS)) u_search (
                .clk(clk), .rst(rst), .restart(now[e] ? restart : ahead_restart), .freed(freed),
                .size(now[e] ? size : ahead_size),
                .take(take && now[e]), .used({now[O] && held[O] && !standby, used_q}), .first({ats[W*O +: W], first_q}),
                .behind({stops[(W+1)*O +: W], behind_q}), .held(held[e]), .none(misses[e]), .busy(searches[e]),
                .fits(fit[e]), .at(ats[W*e +: W]), .stop(stops[(W+1)*e +: W+1]));
        end
    endgenerate
    wire [W:0] stop = turn_q ? stops[W+1 +: W+1] : stops[0 +: W+1];
    assign     fits = fit[turn_q];
    assign     none = misses[turn_q];
    assign     ahead_fits = fit[!turn_q];
    assign     ahead_none = misses[!turn_q];
    assign     busy = searches[turn_q];
    assign     ahead_busy = searches[!turn_q];
    assign     at   = turn_q ? ats[W +: W] : ats[0 +: W];
    wire   unused = stop[W];

    always @(posedge clk) begin
        if (swap) turn_q <= !turn_q;
        if (rst)  turn_q <= 1'b0;
    end

    // ---- the table --------------------------------------------------------------------------------------------------
    integer p, q;
    always @* begin
        look_at = {W{1'b0}};
        for (p = 0; p < PLACES; p = p + 1) look_at = look_at | (first_q[W*p +: W] & {W{look_place[p]}});
    end
    always @(posedge clk) begin
        used_q <= (used_q & ~give) | (take ? take_place : {PLACES{1'b0}});
        for (q = 0; q < PLACES; q = q + 1)
            if (take && take_place[q]) begin
                first_q[W*q +: W]  <= at;
                behind_q[W*q +: W] <= stop[W-1:0];
            end
        if (rst) used_q <= {PLACES{1'b0}};
    end

`ifdef WF_ASSERT
    integer r;
    always @(posedge clk)
        if (!rst) begin
            if (take && !fits) $fatal(1, "FAIL wf_dispatch_allocate: a range was taken that is not free");
            if (take && (used_q & take_place) != {PLACES{1'b0}})
                $fatal(1, "FAIL wf_dispatch_allocate: a place was given two ranges");
            if (give != {PLACES{1'b0}} && !freed)
                $fatal(1, "FAIL wf_dispatch_allocate: a range was given back without a word");
            if ((give & ~used_q) != {PLACES{1'b0}})
                $fatal(1, "FAIL wf_dispatch_allocate: a range was given back twice");
            if (take && stop[W-1:0] != at)
                for (r = 0; r < PLACES; r = r + 1)
                    if (used_q[r] && {1'b0, first_q[W*r +: W]} < stop && behind_q[W*r +: W] > at)
                        $fatal(1, "FAIL wf_dispatch_allocate: ranges overlap");
        end
`endif
endmodule

`default_nettype wire
