// SPDX-License-Identifier: Apache-2.0
// wf_pick - round-robin choice of one request among N: wf_ring, given as one bit of N and as a number.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_pick #(
    parameter integer N       = 16,                      // requests, 1 to 256
    parameter integer INDEX_W = (N > 1) ? $clog2(N) : 1  // derived
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       req,
    input  wire               take,          // the choice is used: move on
    output wire               any,
    output wire [N-1:0]       onehot,
    output wire [INDEX_W-1:0] index
);
    localparam integer COLUMNS = (N < 16) ? N : 16;      // as wf_ring has them
    localparam integer ROWS    = (N + COLUMNS - 1) / COLUMNS;
    wire [ROWS-1:0]         row;
    wire [COLUMNS-1:0]      column;
    reg  [ROWS*COLUMNS-1:0] places;
    wf_ring #(.N(N)) u_ring (.clk(clk), .rst(rst), .req(req), .take(take), .any(any), .row(row), .column(column));

    integer r;
    always @*
        for (r = 0; r < ROWS; r = r + 1) places[r*COLUMNS +: COLUMNS] = column & {COLUMNS{row[r]}};
    assign onehot = places[N-1:0];
    wire unused = &{1'b0, places};           // those above the last request

    localparam integer SET_W = N;
    `include "wf_bits.vh"
    assign index = index_of(onehot);
endmodule

`default_nettype wire
