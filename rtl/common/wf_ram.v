// SPDX-License-Identifier: Apache-2.0
// wf_ram - a memory: one synchronous read port, one write port with an enable for each part of a row.
//   Latency 1; the data hold until the next read.  A read in the cycle of a write to the same row may give either
//   value.  Replace by a macro of the technology.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_ram #(
    parameter integer WIDTH = 32,            // bits of a row, a multiple of PARTS
    parameter integer PARTS = 1,             // parts of a row, each with its own write enable
    parameter integer ROWS  = 16,            // 1 or more
    parameter integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1      // derived
) (
    input  wire             clk,
    input  wire             read,
    input  wire [ROW_W-1:0] read_row,        // below ROWS, as write_row
    output wire [WIDTH-1:0] read_data,
    input  wire [PARTS-1:0] write,
    input  wire [ROW_W-1:0] write_row,
    input  wire [WIDTH-1:0] write_data
);
    generate
        if (ROWS < 1) wf_ram_ROWS_must_be_at_least_1 u_error ();
        if (PARTS < 1 || WIDTH < PARTS || WIDTH % PARTS != 0) wf_ram_WIDTH_must_be_a_multiple_of_PARTS u_error ();
    endgenerate

    localparam integer PART_W = WIDTH / PARTS;
    genvar p;
    generate
        for (p = 0; p < PARTS; p = p + 1) begin : g_part
            reg [PART_W-1:0] memory [0:ROWS-1];
            reg [PART_W-1:0] read_q;
            assign read_data[PART_W*p +: PART_W] = read_q;
            always @(posedge clk) begin
                if (read) read_q <= memory[read_row];
                if (write[p]) memory[write_row] <= write_data[PART_W*p +: PART_W];
            end
        end
    endgenerate
endmodule

`default_nettype wire
