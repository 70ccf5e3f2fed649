// SPDX-License-Identifier: Apache-2.0
// wf_lds_split - compare-exchange: sets whose members do not all carry the same operands take one operation a lane.
//   Latency 2, throughput 1/cycle, beside the first two scan stages; the result changes what stage 2 hands on.
//   1 does a lane differ from the next lower member   2 does any member of its set
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_split #(
    parameter integer LANES = 32,            // lanes, a power of two
    parameter integer IDX_W = 5              // bits of a lane number
) (
    input  wire                   clk,
    input  wire                   en,

    input  wire                   in_valid,  // a compare-exchange
    input  wire [LANES*LANES-1:0] in_same,
    input  wire [LANES-1:0]       in_has,
    input  wire [IDX_W*LANES-1:0] in_prev,
    input  wire [32*LANES-1:0]    in_data,
    input  wire [32*LANES-1:0]    in_compare,

    input  wire [LANES-1:0]       plain,     // beside the result
    input  wire [IDX_W*LANES-1:0] server,
    output wire [LANES-1:0]       plain_to,
    output reg  [IDX_W*LANES-1:0] server_to
);
    reg                   valid1_q;
    reg [LANES-1:0]       differ1_q, split2_q;
    reg [LANES*LANES-1:0] same1_q;

    function [LANES-1:0] differ(input [LANES-1:0] has, input [IDX_W*LANES-1:0] prev,
                                input [32*LANES-1:0] data, input [32*LANES-1:0] compare);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            differ[i] = has[i] && (data[{prev[IDX_W*i +: IDX_W], 5'd0} +: 32] != data[32*i +: 32]
                                || compare[{prev[IDX_W*i +: IDX_W], 5'd0} +: 32] != compare[32*i +: 32]);
    endfunction

    function [LANES-1:0] members(input [LANES*LANES-1:0] same, input [LANES-1:0] set);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            members[i] = |(same[LANES*i +: LANES] & set);
    endfunction

    function [IDX_W*LANES-1:0] self(input [LANES-1:0] split, input [IDX_W*LANES-1:0] other);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            self[IDX_W*i +: IDX_W] = split[i] ? i[IDX_W-1:0] : other[IDX_W*i +: IDX_W];
    endfunction

    assign plain_to = plain | split2_q;
    always @* begin
        server_to = server;
        if (|split2_q)
            server_to = self(split2_q, server);
    end

    always @(posedge clk) if (en) begin
        valid1_q <= in_valid;
        if (in_valid) begin
            differ1_q <= differ(in_has, in_prev, in_data, in_compare);
            same1_q   <= in_same;
        end
        split2_q <= valid1_q ? members(same1_q, differ1_q) : {LANES{1'b0}};
    end
endmodule

`default_nettype wire
