// SPDX-License-Identifier: Apache-2.0
// wf_in_flight - whether something is in flight: it began and has not ended.
//   Beginnings and ends come late in their cycle, so they are registered and move the count a cycle later; `any` counts those too.
//   Contract: nothing ends in the cycle that it begins in, and nothing ends that has not begun; at most 2^W - 1 are in flight.
//   `any` is of the cycle after.  Latency 1.  Cleared by reset.
//   Page: docs/top.md   Test: tb/top/wf_counters_tb.v
`default_nettype none

module wf_in_flight #(
    parameter integer W = 12                 // bits of the count
) (
    input  wire clk,
    input  wire rst,                         // synchronous, active high
    input  wire begins,
    input  wire ends,
    output wire any
);
    localparam [W-1:0] NONE = {W{1'b0}}, ONE = {{(W-1){1'b0}}, 1'b1};

    reg         begins_q, ends_q;            // not in the count yet
    reg [W-1:0] count_q;
    assign any = begins_q || (ends_q ? count_q > ONE : count_q != NONE);
    always @(posedge clk) begin
        begins_q <= begins;
        ends_q   <= ends;
        if (begins_q != ends_q) count_q <= begins_q ? count_q + ONE : count_q - ONE;
        if (rst) begin
            begins_q <= 1'b0;
            ends_q   <= 1'b0;
            count_q  <= NONE;
        end
    end
endmodule

`default_nettype wire
