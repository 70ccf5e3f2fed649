// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_search - the search of wf_dispatch_allocate: next fit, from the first unit to the last one and again when
//   a range was returned.  A candidate is compared with all ranges in use at once; if one overlaps, the next candidate
//   begins where that one ends, because every range that begins in between overlaps it too.  3 cycles per overlapping
//   range.  A candidate that fits stays until it is taken, then the next one is checked, or until a range overlaps it.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_allocate_tb.v
`default_nettype none

module wf_dispatch_search #(
    parameter integer PLACES = 9,            // ranges at most; the last one is not in use, only kept away from
    parameter integer UNITS  = 256,          // 1..32768
    parameter integer W      = $clog2(UNITS + 1)    // derived: bits of a number of units
) (
    input  wire                clk,
    input  wire                rst,          // synchronous, active high
    input  wire                restart,      // pulse: from the first unit on, for another size
    input  wire                freed,        // a range is given back: worth another lap
    input  wire [W-1:0]        size,         // held from the restart on
    input  wire                take,         // only with fits: the candidate is in use from the next cycle on

    input  wire [PLACES-1:0]   used,         // ranges in use, by place: first unit, the unit behind it
    input  wire [W*PLACES-1:0] first,
    input  wire [W*PLACES-1:0] behind,

    output wire                fits,
    output reg  [W-1:0]        at,           // the candidate, and the unit behind it
    output reg  [W:0]          stop,
    output wire                held,         // it may be taken: others keep away from it
    output wire                none,         // a whole lap found none since the restart or the last take
    output wire                busy          // it goes on by itself
);
    localparam integer SET_W = PLACES;
    `include "wf_bits.vh"
    localparam [W:0] END = UNITS[W:0];
    localparam [1:0] HOLD = 2'd0, PASS = 2'd1, STOP = 2'd2, WAIT = 2'd3;

    reg  [1:0]        state_q;               // HOLD it against the others, PASS the one in its way, find its STOP; WAIT
    reg               missed_q;
    reg               again_q;               // something was given back since the lap began
    reg  [PLACES-1:0] way_q;                 // ranges in its way
    reg  [PLACES-1:0] way;
    reg  [W-1:0]      past;                  // where the lowest place of them ends
    wire              room = stop <= END;
    wire [PLACES-1:0] one  = lowest(way_q);

    assign held = state_q == HOLD;
    assign none = missed_q || state_q == WAIT;
    assign fits = held && room && way == {PLACES{1'b0}};
    assign busy = !(held && fits) && !(state_q == WAIT && !again_q);

    integer p;
    always @* begin
        past = {W{1'b0}};
        way  = {PLACES{1'b0}};
        if (held)                            // a search that waits costs a simulator nothing
            for (p = 0; p < PLACES; p = p + 1)
                way[p] = used[p] && {1'b0, first[W*p +: W]} < stop && behind[W*p +: W] > at;
        if (state_q == PASS)
            for (p = 0; p < PLACES; p = p + 1) past = past | (behind[W*p +: W] & {W{one[p]}});
    end

    always @(posedge clk) begin
        way_q <= way;
        case (state_q)
        HOLD:
            if (take) begin                  // what follows may be free too
                at   <= stop[W-1:0];
                stop <= stop + {1'b0, size};
            end else if (!room)
                state_q <= WAIT;
            else if (!fits)
                state_q <= PASS;

        PASS: begin
            at      <= past;
            state_q <= STOP;
        end

        STOP: begin
            stop    <= {1'b0, at} + {1'b0, size};
            state_q <= HOLD;
        end

        default: ;
        endcase
        again_q <= freed || again_q || (state_q == PASS && one[PLACES-1]);
        missed_q <= none && !take && !restart;
        if (restart || (state_q == WAIT && again_q)) begin
            again_q <= freed;
            at      <= {W{1'b0}};
            stop    <= {1'b0, size};
            state_q <= HOLD;
        end
        if (rst) begin
            again_q <= 1'b0;
            state_q <= WAIT;
        end
    end
endmodule

`default_nettype wire
