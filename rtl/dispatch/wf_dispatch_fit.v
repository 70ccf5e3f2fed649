// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_fit - first fit: the lowest range of `size` units that overlaps none of the ranges in use.
//   The ranges in use stand in a table by place.  A candidate is held against all of them at once; when one is in its way, the next candidate
//   begins where that one ends, for every range that begins in between overlaps it too.  So the cost of a search is the number of ranges in the
//   way, however many units there are: a range a cycle while they lie side by side, 3 cycles more for each range in the way.  A range that is
//   given back begins the search anew.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_fit_tb.v
`default_nettype none

module wf_dispatch_fit #(
    parameter integer PLACES = 8,            // ranges in use at most, 1..64
    parameter integer UNITS  = 256,          // 1..32768
    parameter integer W      = $clog2(UNITS + 1)    // derived: bits of a number of units
) (
    input  wire              clk,
    input  wire              rst,            // synchronous, active high; no range is in use

    input  wire              restart,        // pulse: there is another size
    input  wire [W-1:0]      size,           // units, 0..UNITS; held from the restart on

    output wire              fits,           // a range begins at `at`; for a while only, while the search goes on
    output wire [W-1:0]      at,
    input  wire              take,           // only with fits and without restart: the range is in use, under a place that has none
    input  wire [PLACES-1:0] take_place,     // one-hot
    input  wire [PLACES-1:0] give,           // the ranges of these places are given back

    input  wire [PLACES-1:0] look_place,     // one-hot
    output reg  [W-1:0]      look_at         // where its range begins
);
    localparam integer SET_W = PLACES;
    `include "wf_bits.vh"
    localparam [W:0] END = UNITS[W:0];
    localparam [1:0] HOLD = 2'd0, PASS = 2'd1, STOP = 2'd2, WAIT = 2'd3;

    // ---- ranges in use -----------------------------------------------------------------------------------------------
    reg [PLACES-1:0]   used_q;
    reg [W*PLACES-1:0] first_q, end_q;       // by place: its first unit, the unit behind it

    // ---- the candidate -----------------------------------------------------------------------------------------------
    reg  [1:0]        state_q;               // HOLD it against the others, PASS the one in its way, find its STOP; WAIT: none is left
    reg  [W-1:0]      at_q;
    reg  [W:0]        stop_q;                // the unit behind it
    reg  [PLACES-1:0] way_q;                 // ranges in its way
    reg  [PLACES-1:0] way;
    reg  [W-1:0]      past;                  // where the lowest place of them ends
    wire              room = stop_q <= END;

    assign fits = state_q == HOLD && room && way == {PLACES{1'b0}};
    assign at   = at_q;

    integer p;
    wire [PLACES-1:0] one = lowest(way_q);
    always @* begin
        past    = {W{1'b0}};
        look_at = {W{1'b0}};
        for (p = 0; p < PLACES; p = p + 1) begin
            way[p]  = used_q[p] && {1'b0, first_q[W*p +: W]} < stop_q && end_q[W*p +: W] > at_q;
            past    = past | (end_q[W*p +: W] & {W{one[p]}});
            look_at = look_at | (first_q[W*p +: W] & {W{look_place[p]}});
        end
    end

    integer q;
    always @(posedge clk) begin
        used_q <= (used_q & ~give) | (take ? take_place : {PLACES{1'b0}});
        for (q = 0; q < PLACES; q = q + 1)
            if (take && take_place[q]) begin
                first_q[W*q +: W] <= at_q;
                end_q[W*q +: W]   <= stop_q[W-1:0];
            end

        way_q <= way;
        case (state_q)
        HOLD:
            if (take) begin                  // what follows may be free too
                at_q   <= stop_q[W-1:0];
                stop_q <= stop_q + {1'b0, size};
            end else if (!room)
                state_q <= WAIT;
            else if (!fits)
                state_q <= PASS;

        PASS: begin
            at_q    <= past;
            state_q <= STOP;
        end

        STOP: begin
            stop_q  <= {1'b0, at_q} + {1'b0, size};
            state_q <= HOLD;
        end

        default: ;
        endcase
        if (restart || give != {PLACES{1'b0}}) begin
            at_q    <= {W{1'b0}};
            stop_q  <= {1'b0, size};
            state_q <= HOLD;
        end
        if (rst) begin
            used_q  <= {PLACES{1'b0}};
            state_q <= WAIT;
        end
    end

`ifdef WF_ASSERT
    integer r;
    always @(posedge clk)
        if (!rst) begin
            if (take && !(fits && !restart)) $fatal(1, "FAIL wf_dispatch_fit: a range was taken that is not free");
            if (take && (used_q & take_place) != {PLACES{1'b0}}) $fatal(1, "FAIL wf_dispatch_fit: a place was given two ranges");
            if ((give & ~used_q) != {PLACES{1'b0}}) $fatal(1, "FAIL wf_dispatch_fit: a range was given back twice");
            if (take && size != {W{1'b0}})
                for (r = 0; r < PLACES; r = r + 1)
                    if (used_q[r] && {1'b0, first_q[W*r +: W]} < stop_q && end_q[W*r +: W] > at_q) $fatal(1, "FAIL wf_dispatch_fit: ranges overlap");
        end
`endif
endmodule

`default_nettype wire
