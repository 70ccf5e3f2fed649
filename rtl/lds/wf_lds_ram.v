// SPDX-License-Identifier: Apache-2.0
// wf_lds_ram - memory of one bank: one synchronous read port, one write port.
//   Latency 1.  A read in the cycle of a write to the same row may give either value: wf_lds_bank forwards.
//   Replace by a macro of the technology.   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_ram #(
    parameter integer ROW_W = 8              // 2^ROW_W rows of 32 bits
) (
    input  wire             clk,
    input  wire             read,
    input  wire [ROW_W-1:0] read_row,
    output reg  [31:0]      read_data,       // held until the next read
    input  wire             write,
    input  wire [ROW_W-1:0] write_row,
    input  wire [31:0]      write_data
);
    reg [31:0] memory [0:(1<<ROW_W)-1];

    always @(posedge clk) begin
        if (read)
            read_data <= memory[read_row];
        if (write)
            memory[write_row] <= write_data;
    end
endmodule

`default_nettype wire
