// SPDX-License-Identifier: Apache-2.0
// allocate.v - wf_dispatch_allocate and its searches: ranges of units, next fit.
//   Ghost: by place, a map of the units of its range.
//   Environment: `restart` or `swap` comes before the first use, `swap` with a restart ahead or after it. A size is held
//   from its restart, or from the cycle after a swap, on. In the cycle of a restart `size` has the new value and nothing
//   is taken, for `at` may still be of the old one. A range is taken on offer only, under a place that has none. A range
//   that is given back was taken, and comes with `freed`.
// prove inside: a range on offer ends at the last unit at most
// prove apart: a range on offer overlaps none in use
// prove look: the range of a place begins where it was taken
// prove found: with room for the size, a range is on offer after 2 passes of the search, while nothing changes
// prove ahead: the search ahead has room only when a range of the next size is free
// reach all: all places have ranges, of more than one size
// reach hole: a range is taken next to one in use, after one that began after it was given back
// run allocate: pdr, 20 s, PLACES=2, UNITS=3, only=inside+apart+look+ahead
// run allocate-three: pdr, 20 s, PLACES=3, UNITS=4, only=inside+apart+look+ahead
// run allocate-found: bmc 36, 20 s, PLACES=2, UNITS=3, only=found
`default_nettype none

module formal_allocate #(
    parameter integer PLACES = 2,
    parameter integer UNITS  = 4,
    parameter integer W      = $clog2(UNITS + 1)         // derived
) (
    input  wire              clk,
    input  wire              restart, swap, ahead_restart, standby, take, more,
    input  wire [W-1:0]      size, ahead_size,
    input  wire [PLACES-1:0] take_place, give, look_place,
    output wire              p_inside, p_apart, p_look, p_found, p_ahead, w_all, w_hole
);
    `include "wf_formal.vh"
    wire         fits, none, ahead_fits, ahead_none;
    wire [W-1:0] at, look_at;
    wire         freed = give != 0 || more;
    wf_dispatch_allocate #(.PLACES(PLACES), .UNITS(UNITS)) u_dut (
        .clk(clk), .rst(rst), .restart(restart), .size(size), .ahead_restart(ahead_restart), .ahead_size(ahead_size),
        .standby(standby), .swap(swap), .fits(fits), .at(at), .none(none), .ahead_fits(ahead_fits),
        .ahead_none(ahead_none), .take(take), .take_place(take_place), .give(give), .freed(freed),
        .look_place(look_place), .look_at(look_at));

    reg  [PLACES-1:0]       used_q = 0;
    reg  [UNITS*PLACES-1:0] map_q = 0;
    reg  [W*PLACES-1:0]     begin_q = 0;
    reg  [W-1:0]            size_q = 0, ahead_q = 0;
    reg                     sized_q = 0, told_q = 0, swapped_q = 0;  // a size is wanted; the next one is told
    reg                     hole_q = 0;                  // a range was given back that did not begin at 0
    reg  [5:0]              stuck_q = 0;                 // cycles with room and without an offer
    localparam integer      BOUND = 8 + 6 * (PLACES + 1);

    reg  [UNITS-1:0] busy, mine, window;
    reg              room, ahead_room;
    integer          p, u;
    always @* begin
        busy = 0;
        for (p = 0; p < PLACES; p = p + 1) if (used_q[p]) busy = busy | map_q[UNITS*p +: UNITS];
        for (u = 0; u < UNITS; u = u + 1) mine[u] = u >= at && u < at + size;
        room = 1'b0;
        for (u = 0; u < UNITS; u = u + 1) begin
            window = ((1 << size) - 1) << u;
            if (u + size <= UNITS && (window & busy) == 0) room = 1'b1;
        end
        if (size == 0) room = 1'b1;
        ahead_room = ahead_size == 0;
        for (u = 0; u < UNITS; u = u + 1) begin
            window = ((1 << ahead_size) - 1) << u;
            if (u + ahead_size <= UNITS && (window & busy) == 0) ahead_room = 1'b1;
        end
    end
    assign legal =
        size <= UNITS && ahead_size <= UNITS &&
        !(rst && (take || give != 0 || restart || swap || ahead_restart)) &&
        !(take && (!fits || !sized_q || restart || take_place == 0 || (take_place & (take_place - 1'b1)) != 0 ||
                   (take_place & used_q) != 0)) &&
        (give & ~used_q) == 0 &&
        !(swap && (restart || !(told_q || ahead_restart))) &&
        (look_place & (look_place - 1'b1)) == 0 &&
        !(!rst && swapped_q && !restart && size != ahead_q) &&
        !(!rst && !swapped_q && sized_q && !restart && size != size_q) &&
        !(!rst && told_q && !ahead_restart && ahead_size != ahead_q);
    integer q;
    always @(posedge clk) begin
        size_q    <= size;
        ahead_q   <= ahead_size;
        swapped_q <= swap;
        sized_q   <= !rst && (sized_q || restart || swap);
        told_q    <= !rst && (told_q || ahead_restart) && !swap;
        used_q    <= rst ? 0 : (used_q & ~give) | (take ? take_place : 0);
        for (q = 0; q < PLACES; q = q + 1)
            if (take && take_place[q]) begin
                map_q[UNITS*q +: UNITS] <= mine;
                begin_q[W*q +: W]       <= at;
            end
        for (q = 0; q < PLACES; q = q + 1) if (give[q] && begin_q[W*q +: W] != 0) hole_q <= 1'b1;
        stuck_q <= !ok || !sized_q || restart || swap || take || freed || fits || !room ? 0 : stuck_q + 1'b1;
    end
    wire offered = ok && sized_q && !restart && fits;
    assign p_inside = offered && {1'b0, at} + {1'b0, size} > UNITS;
    assign p_apart  = offered && (mine & busy) != 0;
    reg wrong_look;
    integer l;
    always @* begin
        wrong_look = 1'b0;
        for (l = 0; l < PLACES; l = l + 1)
            if (look_place[l] && used_q[l] && look_at != begin_q[W*l +: W]) wrong_look = 1'b1;
    end
    assign p_look   = ok && wrong_look;
    assign p_found  = ok && stuck_q > BOUND;
    assign p_ahead   = ok && told_q && !ahead_restart && ahead_fits && !ahead_room;
    assign w_all    = ok && used_q == {PLACES{1'b1}};
    assign w_hole  = ok && take && size != 0 && hole_q && busy != 0;
endmodule

`default_nettype wire
