// SPDX-License-Identifier: Apache-2.0
// wf_core_bank - one of the four register banks: three read ports, one write port with a mask by lane.
//   Read latency 1; a read in the cycle of a write to the same row gives the old row.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_bank #(
    parameter integer LANES = 32,
    parameter integer ROWS  = 256,
    parameter integer WORD  = 0,             // number of the bank: its word of a quad
    parameter integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
    input  wire                 clk,
    input  wire                 a_enable,
    input  wire [ROW_W-1:0]     a_row,
    output reg  [32*LANES-1:0]  a_data,
    input  wire                 b_enable,
    input  wire [ROW_W-1:0]     b_row,
    output reg  [32*LANES-1:0]  b_data,
    input  wire                 c_enable,
    input  wire [ROW_W-1:0]     c_row,
    output reg  [32*LANES-1:0]  c_data,
    input  wire                 write_enable,
    input  wire [ROW_W-1:0]     write_row,
    input  wire                 write_quad,  // take word WORD of each lane, else word 0
    input  wire                 write_first, // never written before: lanes outside the mask become 0
    input  wire [LANES-1:0]     write_mask,
    /* verilator lint_off UNUSEDSIGNAL */    // of each lane words 0 and WORD
    input  wire [128*LANES-1:0] write_data
    /* verilator lint_on UNUSEDSIGNAL */
);
    // Each lane of a row has its own write enable, so lanes outside the mask keep their word without being read.
    // The row as a whole is a word of the memory: a simulator finds its lanes side by side.
    reg [32*LANES-1:0] row [0:ROWS-1];
    integer l;

    /* verilator lint_off BLKSEQ */          // written last, in place: nobody else reads the row, and a simulator keeps no copy of the write
    always @(posedge clk) begin
        if (a_enable) a_data <= row[a_row];
        if (b_enable) b_data <= row[b_row];
        if (c_enable) c_data <= row[c_row];
        for (l = 0; l < LANES; l = l + 1)    // one write a lane, under one condition: nested ones take yosys minutes at 32 lanes
            if (write_enable && (write_mask[l] || write_first))
                row[write_row][32*l +: 32] = !write_mask[l] ? 32'd0 : write_quad ? write_data[(4*l + WORD)*32 +: 32] : write_data[4*l*32 +: 32];
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
