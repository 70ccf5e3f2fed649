// SPDX-License-Identifier: Apache-2.0
// wf_macro - a memory of the technology: READS ports that read, one that writes with an enable a bit.  Its cell is written by sim/synth/macro.awk.
module wf_macro #(
    parameter integer ROWS  = 16,
    parameter integer WIDTH = 32,
    parameter integer READS = 1,
    parameter integer ROW_W = 4
) (
    input  wire                   clk,
    input  wire [READS-1:0]       read,
    input  wire [READS*ROW_W-1:0] read_row,
    output wire [READS*WIDTH-1:0] read_data,
    input  wire [WIDTH-1:0]       write,
    input  wire [ROW_W-1:0]       write_row,
    input  wire [WIDTH-1:0]       write_data
);
endmodule
