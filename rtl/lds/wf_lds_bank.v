// SPDX-License-Identifier: Apache-2.0
// wf_lds_bank - one bank: read, operate, write back, one word per cycle, any sequence of rows.
//   Old value 2 cycles of `go` after the request, throughput 1/cycle.
//   1 memory reads   2 operate and write; a row touched one or two cycles ago is forwarded: memory does not have it
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_lds_bank #(
    parameter integer ROW_W = 8              // 2^ROW_W rows
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             go,              // all stages move

    input  wire             in_valid,
    input  wire             in_write,        // else only read
    input  wire [3:0]       in_op,           // WF_ATOM_*
    input  wire [ROW_W-1:0] in_row,
    input  wire [31:0]      in_value,
    input  wire [31:0]      in_compare,

    output wire [31:0]      old,             // in stage 2

    input  wire             clear,           // write 0; only while no operation writes
    input  wire [ROW_W-1:0] clear_row
);
    /*verilator no_inline_module*/
    `include "wf_lds_op.vh"

    reg             valid1_q, write1_q, valid2_q, write2_q, again2_q, written_q;
    reg [3:0]       op1_q, op2_q;
    reg [ROW_W-1:0] row1_q, row2_q, written_row_q;
    reg [31:0]      value1_q, value2_q, compare1_q, compare2_q, old2_q, new_q;
    wire [31:0]     read_data;

    assign old = again2_q ? new_q : old2_q;

    wire        store = go && valid2_q && write2_q;
    reg  [31:0] fresh;                       // what memory gets: 0 for clear

    always @* begin
        fresh = 32'd0;
        if (store) fresh = wf_lds_op(op2_q, old, value2_q, compare2_q);
    end

    wf_ram #(.WIDTH(32), .ROWS(1 << ROW_W)) u_ram (
        .clk(clk), .read(go && in_valid), .read_row(in_row), .read_data(read_data),
        .write(store || clear), .write_row(clear ? clear_row : row2_q), .write_data(fresh));

    always @(posedge clk) begin
        if (go) begin
            valid1_q <= in_valid;
            if (in_valid) begin
                write1_q   <= in_write;
                op1_q      <= in_op;
                row1_q     <= in_row;
                value1_q   <= in_value;
                compare1_q <= in_compare;
            end

            valid2_q <= valid1_q;
            if (valid1_q) begin
                write2_q   <= write1_q;
                op2_q      <= op1_q;
                row2_q     <= row1_q;
                value2_q   <= value1_q;
                compare2_q <= compare1_q;
                old2_q     <= written_q && written_row_q == row1_q ? new_q : read_data;
                again2_q   <= valid2_q && write2_q && row2_q == row1_q;
            end

            written_q <= store;
            if (store) begin
                written_row_q <= row2_q;
                new_q         <= fresh;
            end
        end
        if (rst) begin
            valid1_q  <= 1'b0;
            valid2_q  <= 1'b0;
            written_q <= 1'b0;
        end
    end
endmodule

`default_nettype wire
