// SPDX-License-Identifier: Apache-2.0
// wf_lds_bank - two neighbouring banks: read, operate, write back, one word per bank and cycle, any sequence of rows.
//   Old values 2 cycles of `go` after the request, throughput 1/cycle.  With in_pair both words are one of 64 bits.
//   1 memory reads   2 operate and write; a row touched one or two cycles ago is forwarded: memory does not have it
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_lds_bank #(
    parameter integer ROW_W = 8              // 2^ROW_W rows
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               go,            // all stages move

    input  wire [1:0]         in_valid,      // of the low and the high bank
    input  wire               in_write,      // else only read
    input  wire [3:0]         in_op,         // WF_ATOM_*
    input  wire               in_pair,       // one operation on both words, low word in the low bank
    input  wire [2*ROW_W-1:0] in_row,
    input  wire [63:0]        in_value,
    input  wire [63:0]        in_compare,

    output wire [63:0]        old,           // in stage 2
    output wire [1:0]         same,          // ... a compare-exchange finds what it compares with: of the low and the high bank

    input  wire               clear,         // write 0; only while no operation writes
    input  wire [ROW_W-1:0]   clear_row
);
    /*verilator no_inline_module*/
    `include "wf_lds_op.vh"

    reg  [1:0]  valid1_q, valid2_q;
    reg         write1_q, write2_q, pair1_q, pair2_q;
    reg  [3:0]  op1_q, op2_q;
    reg  [63:0] value1_q, value2_q, compare1_q, compare2_q;

    wire [1:0]  equal = {old[63:32] == compare2_q[63:32], old[31:0] == compare2_q[31:0]};
    assign same = pair2_q ? {2{&equal}} : equal;

    wire [1:0]  store = valid2_q & {2{go && write2_q}};
    reg  [63:0] fresh;                       // what memory gets: 0 for clear

    always @* begin
        fresh = 64'd0;
        if (|store) fresh = wf_lds_op(op2_q, pair2_q, old, value2_q, compare2_q);
    end

    always @(posedge clk) begin
        if (go) begin
            valid1_q <= in_valid;
            if (|in_valid) begin
                write1_q   <= in_write;
                op1_q      <= in_op;
                pair1_q    <= in_pair;
                value1_q   <= in_value;
                compare1_q <= in_compare;
            end
            valid2_q <= valid1_q;
            if (|valid1_q) begin
                write2_q   <= write1_q;
                op2_q      <= op1_q;
                pair2_q    <= pair1_q;
                value2_q   <= value1_q;
                compare2_q <= compare1_q;
            end
        end
        if (rst) begin
            valid1_q <= 2'b00;
            valid2_q <= 2'b00;
        end
    end

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_word
            reg              again2_q, written_q;
            reg  [ROW_W-1:0] row1_q, row2_q, written_row_q;
            reg  [31:0]      old2_q, new_q;
            wire [31:0]      read_data;

            assign old[32*k +: 32] = again2_q ? new_q : old2_q;

            wf_ram #(.WIDTH(32), .ROWS(1 << ROW_W)) u_ram (
                .clk(clk), .read(go && in_valid[k]), .read_row(in_row[ROW_W*k +: ROW_W]), .read_data(read_data),
                .write(store[k] || clear), .write_row(clear ? clear_row : row2_q), .write_data(fresh[32*k +: 32]));

            always @(posedge clk) begin
                if (go) begin
                    if (in_valid[k]) row1_q <= in_row[ROW_W*k +: ROW_W];
                    if (valid1_q[k]) begin
                        row2_q   <= row1_q;
                        old2_q   <= written_q && written_row_q == row1_q ? new_q : read_data;
                        again2_q <= valid2_q[k] && write2_q && row2_q == row1_q;
                    end
                    written_q <= store[k];
                    if (store[k]) begin
                        written_row_q <= row2_q;
                        new_q         <= fresh[32*k +: 32];
                    end
                end
                if (rst) written_q <= 1'b0;
            end
        end
    endgenerate
endmodule

`default_nettype wire
