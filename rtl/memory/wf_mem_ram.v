// SPDX-License-Identifier: Apache-2.0
// wf_mem_ram - a memory of wide rows, made of words of wf_lds_ram: one synchronous read port, one write port with an enable a word.
//   Latency 1; what was read stands until the next read.  A read in the cycle of a write to the same row may give either value.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none

module wf_mem_ram #(
    parameter integer WORDS = 4,             // words of 32 bits a row
    parameter integer ROW_W = 4              // 2^ROW_W rows
) (
    input  wire                clk,
    input  wire                read,
    input  wire [ROW_W-1:0]    read_row,
    output wire [32*WORDS-1:0] read_data,
    input  wire [WORDS-1:0]    write,
    input  wire [ROW_W-1:0]    write_row,
    input  wire [32*WORDS-1:0] write_data
);
    genvar w;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : g_word
            wf_lds_ram #(.ROW_W(ROW_W)) u_ram (
                .clk(clk), .read(read), .read_row(read_row), .read_data(read_data[32*w +: 32]),
                .write(write[w]), .write_row(write_row), .write_data(write_data[32*w +: 32]));
        end
    endgenerate
endmodule

`default_nettype wire
