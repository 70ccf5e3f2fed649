// SPDX-License-Identifier: Apache-2.0
// wf_ram - the memory of rtl/common for synthesis: a macro of the technology from 16 rows and MACRO_BITS bits on, else flip-flops.
module wf_ram #(
    parameter integer WIDTH = 32,
    parameter integer PARTS = 1,
    parameter integer ROWS  = 16,
    parameter integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1
) (
    input  wire             clk,
    input  wire             read,
    input  wire [ROW_W-1:0] read_row,
    output wire [WIDTH-1:0] read_data,
    input  wire [PARTS-1:0] write,
    input  wire [ROW_W-1:0] write_row,
    input  wire [WIDTH-1:0] write_data
);
    localparam integer PART_W = WIDTH / PARTS;
    genvar p;
    generate
        if (ROWS >= 16 && ROWS * WIDTH >= `MACRO_BITS) begin : g_macro
            wire [WIDTH-1:0] enables;
            for (p = 0; p < PARTS; p = p + 1) begin : g_part
                assign enables[PART_W*p +: PART_W] = {PART_W{write[p]}};
            end
            wf_macro #(.ROWS(ROWS), .WIDTH(WIDTH), .READS(1), .ROW_W(ROW_W)) u_macro (
                .clk(clk), .read(read), .read_row(read_row), .read_data(read_data), .write(enables), .write_row(write_row),
                .write_data(write_data));
        end else begin : g_registers
            for (p = 0; p < PARTS; p = p + 1) begin : g_part
                reg [PART_W-1:0] memory [0:ROWS-1];
                reg [PART_W-1:0] read_q;
                assign read_data[PART_W*p +: PART_W] = read_q;
                always @(posedge clk) begin
                    if (read) read_q <= memory[read_row];
                    if (write[p]) memory[write_row] <= write_data[PART_W*p +: PART_W];
                end
            end
        end
    endgenerate
endmodule
