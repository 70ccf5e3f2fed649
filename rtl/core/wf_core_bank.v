// SPDX-License-Identifier: Apache-2.0
// wf_core_bank - one of the four register banks: three read ports, one write port with a mask by lane.
//   Read latency 1; a read in the cycle of a write to the same row gives the new row, which waits in a register.
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
    // A row that is read in the cycle of its write: the lanes that are written wait beside the memory.  Only a result
    // of the ALU is used so soon, one word a lane; the other lanes count too, for cross-lane reads.
    reg [32*LANES-1:0] a_old_q, b_old_q, c_old_q, new_q;
    reg                a_new_q, b_new_q, c_new_q;
    reg [LANES-1:0]    new_lanes_q;
    wire a_new = a_enable && write_enable && a_row == write_row;
    wire b_new = b_enable && write_enable && b_row == write_row;
    wire c_new = c_enable && write_enable && c_row == write_row;
    wire [LANES-1:0] lanes = {LANES{write_enable}} & (write_mask | {LANES{write_first}});
    integer l, n, ma, mb, mc;            // a variable a block

    always @(posedge clk) begin
        a_new_q <= a_new;
        b_new_q <= b_new;
        c_new_q <= c_new;
        if (write_enable && (a_enable || b_enable || c_enable)) begin       // of any row: whether it is the same is known late
            new_lanes_q <= lanes;
            for (n = 0; n < LANES; n = n + 1)
                new_q[32*n +: 32] <= write_mask[n] ? write_data[4*n*32 +: 32] : 32'd0;
        end
    end

    always @* begin
        a_data = a_old_q;
        if (a_new_q)
            for (ma = 0; ma < LANES; ma = ma + 1)
                if (new_lanes_q[ma]) a_data[32*ma +: 32] = new_q[32*ma +: 32];
    end
    always @* begin
        b_data = b_old_q;
        if (b_new_q)
            for (mb = 0; mb < LANES; mb = mb + 1)
                if (new_lanes_q[mb]) b_data[32*mb +: 32] = new_q[32*mb +: 32];
    end
    always @* begin
        c_data = c_old_q;
        if (c_new_q)
            for (mc = 0; mc < LANES; mc = mc + 1)
                if (new_lanes_q[mc]) c_data[32*mc +: 32] = new_q[32*mc +: 32];
    end

    // written last, in place: nobody else reads the row, and a simulator keeps no copy of the write
    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        if (a_enable) a_old_q <= row[a_row];
        if (b_enable) b_old_q <= row[b_row];
        if (c_enable) c_old_q <= row[c_row];
        for (l = 0; l < LANES; l = l + 1)    // one write and one condition a lane: nested ones take yosys minutes
            if (lanes[l])
                row[write_row][32*l +: 32] = !write_mask[l] ? 32'd0 :
                    write_quad ? write_data[(4*l + WORD)*32 +: 32] : write_data[4*l*32 +: 32];
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
