// SPDX-License-Identifier: Apache-2.0
// wf_arbiter - N channels onto one, by turns: a word waits for one of each other channel at most.  Each stays in order.
//   The choice is combinational, what is chosen goes through wf_skid: latency 1, throughput 1 word per cycle.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_arbiter #(
    parameter integer N     = 2,             // channels, 1 or more
    parameter integer WIDTH = 8              // bits of the payload
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       in_valid,
    output wire [N-1:0]       in_ready,      // of the channel that is chosen, when there is room
    input  wire [N*WIDTH-1:0] in_data,
    output wire               out_valid,
    input  wire               out_ready,
    output wire [WIDTH-1:0]   out_data
);
    localparam integer INDEX_W = (N > 1) ? $clog2(N) : 1;
    wire               any, room;
    wire [N-1:0]       chosen;
    wire [INDEX_W-1:0] unused_index;
    wf_pick #(.N(N)) u_pick (
        .clk(clk), .rst(rst), .req(in_valid), .take(any && room), .any(any), .onehot(chosen), .index(unused_index));
    assign in_ready = chosen & {N{room}};

    reg  [WIDTH-1:0]   data;
    integer            n;
    always @* begin
        data = {WIDTH{1'b0}};
        for (n = 0; n < N; n = n + 1) data = data | (in_data[WIDTH*n +: WIDTH] & {WIDTH{chosen[n]}});
    end
    wf_skid #(.WIDTH(WIDTH)) u_skid (
        .clk(clk), .rst(rst), .in_valid(any), .in_ready(room), .in_data(data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));
endmodule

`default_nettype wire
