// SPDX-License-Identifier: Apache-2.0
// wf_core_loaded - which words of a memory were written since the reset, so that no user sees those of an earlier one.
//   A bit per word, in rows; a row counts once it was written, so that a reset clears a bit per row and no memory.
//   A write acts on reads of later cycles.  Latency of a read: 1; the result holds until the next read.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_loaded #(
    parameter integer WORDS = 2048,
    parameter integer AT_W  = (WORDS > 1) ? $clog2(WORDS) : 1      // derived: bits of a word's number
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            write,
    input  wire [AT_W-1:0] write_at,
    input  wire            read,
    input  wire [AT_W-1:0] read_at,          // beyond WORDS: any answer
    output wire            loaded
);
    localparam integer ROW_BITS = 16, ROWS = (WORDS + ROW_BITS - 1) / ROW_BITS;
    localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1;
    localparam integer PAD_W = ROW_W + 4;
    wire [PAD_W+AT_W-1:0] write_pad = {{PAD_W{1'b0}}, write_at};
    wire [PAD_W+AT_W-1:0] read_pad  = {{PAD_W{1'b0}}, read_at};
    wire [ROW_W-1:0]      write_row = write_pad[4 +: ROW_W], read_row = read_pad[4 +: ROW_W];
    wire                  unused    = &{1'b0, write_pad, read_pad};

    reg [ROW_BITS-1:0] row_m [0:ROWS-1];
    reg [ROWS-1:0]     some_q;               // rows that were written
    reg [ROW_BITS-1:0] row_q;
    reg                row_some_q;
    reg [3:0]          bit_q;
    assign loaded = row_some_q && row_q[bit_q];

    always @(posedge clk) begin
        if (write) begin
            row_m[write_row]  <= ({ROW_BITS{some_q[write_row]}} & row_m[write_row]) | (16'd1 << write_pad[3:0]);
            some_q[write_row] <= 1'b1;
        end
        if (read) begin
            row_q      <= row_m[read_row];
            row_some_q <= some_q[read_row];
            bit_q      <= read_pad[3:0];
        end
        if (rst) some_q <= {ROWS{1'b0}};
    end
endmodule

`default_nettype wire
