// SPDX-License-Identifier: Apache-2.0
// wf_skid - a channel through two registers: valid, payload and ready each come out of a flip-flop.
//   Latency 1, throughput 1 word per cycle.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_skid #(
    parameter integer WIDTH = 8              // bits of the payload, 1 or more
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,        // a register
    input  wire [WIDTH-1:0] in_data,
    output reg              out_valid,
    input  wire             out_ready,
    output reg  [WIDTH-1:0] out_data
);
    generate
        if (WIDTH < 1) wf_skid_WIDTH_must_be_at_least_1 u_error ();
    endgenerate

    reg             spare_valid_q;
    reg [WIDTH-1:0] spare_q;

    wire advance = !out_valid || out_ready;
    wire take    = in_valid && in_ready;

    assign in_ready = !spare_valid_q;

    always @(posedge clk) begin
        if (advance) begin
            out_valid     <= spare_valid_q || take;
            spare_valid_q <= 1'b0;
            if (spare_valid_q) out_data <= spare_q;
            else if (take) out_data <= in_data;
        end else if (take) begin
            spare_valid_q <= 1'b1;
            spare_q       <= in_data;
        end
        if (rst) begin
            out_valid     <= 1'b0;
            spare_valid_q <= 1'b0;
        end
    end
endmodule

`default_nettype wire
