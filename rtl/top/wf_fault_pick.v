// SPDX-License-Identifier: Apache-2.0
// wf_fault_pick - the core whose fault record is that of a dispatch: the first in time, in one cycle the lowest core.
//   A core that found a fault may still find an earlier one, of an LDS request that it had made before; so the record
//   is shown when all cores have settled, CORES cycles later, and from then on it is stable.
//   Page: docs/top.md   Test: tb/core/wf_core_fault_tb.v
`default_nettype none

module wf_fault_pick #(
    parameter integer CORES  = 1,            // 1 to 16
    parameter integer TIME_W = 16,           // bits of a time, of which the highest tells before from after
    parameter integer CORE_W = (CORES > 1) ? $clog2(CORES) : 1      // derived
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    clear,    // another dispatch begins: nothing has faulted
    input  wire [CORES-1:0]        found,    // the core has a record
    input  wire [CORES-1:0]        settled,  // ... or none, and finds none that is earlier than `known` was
    input  wire [TIME_W*CORES-1:0] times,    // of the records
    output reg                     known,    // some core has one
    output wire                    pending,  // ... and it is not shown yet
    output reg                     shown,
    output reg  [CORE_W-1:0]       core      // whose record it is, while shown
);
    localparam integer LAST_CORE = CORES - 1;
    localparam [CORE_W-1:0] LAST = LAST_CORE[CORE_W-1:0];
    reg  [CORE_W-1:0] at_q;                  // the core that is looked at
    reg  [TIME_W-1:0] first_q;               // the earliest time of those before it
    reg               some_q;
    wire [TIME_W-1:0] its_time = times[TIME_W*at_q +: TIME_W];
    wire [TIME_W-1:0] ahead    = its_time - first_q;
    assign pending = found != {CORES{1'b0}} && !shown;

    always @(posedge clk) begin
        known <= found != {CORES{1'b0}};
        if (known && settled == {CORES{1'b1}} && !shown) begin
            if (found[at_q] && (!some_q || ahead[TIME_W-1])) begin
                some_q  <= 1'b1;
                first_q <= its_time;
                core    <= at_q;
            end
            shown <= at_q == LAST;
            at_q  <= at_q + 1'b1;
        end
        if (rst || clear) begin
            known  <= 1'b0;
            shown  <= 1'b0;
            some_q <= 1'b0;
            at_q   <= {CORE_W{1'b0}};
        end
    end
endmodule

`default_nettype wire
