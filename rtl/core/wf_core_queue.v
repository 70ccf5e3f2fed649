// SPDX-License-Identifier: Apache-2.0
// wf_core_queue - operand queue in front of a unit: first in, first out, registered head.
//   Latency 1, throughput 1 a cycle.  There is no full flag: whoever pushes holds a credit for one of the DEPTH entries.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_queue #(
    parameter integer CTL_W = 8,             // slot, opcode and masks
    parameter integer A_W   = 32,            // operands
    parameter integer B_W   = 32,
    parameter integer C_W   = 32,
    parameter integer DEPTH = 5              // entries, the head included, >= 2
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    input  wire [CTL_W-1:0] in_ctl,
    input  wire [A_W-1:0]   in_a,
    input  wire [B_W-1:0]   in_b,
    input  wire [C_W-1:0]   in_c,
    output wire             out_valid,
    input  wire             out_ready,
    output reg  [CTL_W-1:0] out_ctl,
    output reg  [A_W-1:0]   out_a,
    output reg  [B_W-1:0]   out_b,
    output reg  [C_W-1:0]   out_c
);
    localparam integer BODY  = DEPTH - 1;
    localparam integer PTR_W = (BODY > 1) ? $clog2(BODY) : 1;
    localparam integer CNT_W = $clog2(BODY + 1);
    localparam integer LAST  = BODY - 1;

    reg             head_valid_q;
    reg [CTL_W-1:0] body_ctl [0:BODY-1];
    reg [A_W-1:0]   body_a   [0:BODY-1];
    reg [B_W-1:0]   body_b   [0:BODY-1];
    reg [C_W-1:0]   body_c   [0:BODY-1];
    reg [PTR_W-1:0] read_q, write_q;
    reg [CNT_W-1:0] count_q;                 // entries behind the head

    wire load  = !head_valid_q || out_ready; // the head can be replaced
    wire empty = count_q == {CNT_W{1'b0}};
    wire pop   = load && !empty;
    wire push  = in_valid && !(load && empty);

    assign out_valid = head_valid_q;

    always @(posedge clk) begin
        if (pop) begin
            out_ctl <= body_ctl[read_q];
            out_a   <= body_a[read_q];
            out_b   <= body_b[read_q];
            out_c   <= body_c[read_q];
        end else if (load && in_valid) begin
            out_ctl <= in_ctl;
            out_a   <= in_a;
            out_b   <= in_b;
            out_c   <= in_c;
        end
        if (push) begin
            body_ctl[write_q] <= in_ctl;
            body_a[write_q]   <= in_a;
            body_b[write_q]   <= in_b;
            body_c[write_q]   <= in_c;
        end
    end

    always @(posedge clk) begin
        if (load)
            head_valid_q <= !empty || in_valid;
        if (push)
            write_q <= (write_q == LAST[PTR_W-1:0]) ? {PTR_W{1'b0}} : write_q + 1'b1;
        if (pop)
            read_q <= (read_q == LAST[PTR_W-1:0]) ? {PTR_W{1'b0}} : read_q + 1'b1;
        if (push && !pop)
            count_q <= count_q + 1'b1;
        else if (pop && !push)
            count_q <= count_q - 1'b1;
        if (rst) begin
            head_valid_q <= 1'b0;
            read_q       <= {PTR_W{1'b0}};
            write_q      <= {PTR_W{1'b0}};
            count_q      <= {CNT_W{1'b0}};
        end
    end
endmodule

`default_nettype wire
