// SPDX-License-Identifier: Apache-2.0
// wf_lds_split - compare-exchange: sets whose members do not all carry the same operands take one operation per lane.
//   Latency 2, throughput 1/cycle, in parallel with the first two scan stages; the result changes what stage 2 gives.
//   Stages: 1 if a lane differs from the next lower member (wf_lds_scan_stage)   2 if any member of its set does.  The
//   members of a set have one server, and no other lane that accesses memory has it.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_split #(
    parameter integer LANES = 32,            // lanes, a power of two
    parameter integer IDX_W = 5              // bits of a lane number
) (
    input  wire                   clk,
    input  wire                   en,

    input  wire                   in_valid,  // a compare-exchange
    input  wire [LANES-1:0]       differs1,  // beside stage 1
    input  wire [IDX_W*LANES-1:0] server1,

    input  wire [LANES-1:0]       plain,     // beside the result
    input  wire [IDX_W*LANES-1:0] server,
    output wire [LANES-1:0]       plain_to,
    output reg  [IDX_W*LANES-1:0] server_to
);
    reg                   valid1_q;
    reg [LANES-1:0]       split2_q;

    function [LANES-1:0] members(input [IDX_W*LANES-1:0] servers, input [LANES-1:0] set);    // of the sets with one of these
        integer i;
        reg [LANES-1:0] at;
        begin
            at = {LANES{1'b0}};
            for (i = 0; i < LANES; i = i + 1) at = at | ({{LANES-1{1'b0}}, set[i]} << servers[IDX_W*i +: IDX_W]);
            for (i = 0; i < LANES; i = i + 1) members[i] = at[servers[IDX_W*i +: IDX_W]];
        end
    endfunction

    function [IDX_W*LANES-1:0] self(input [LANES-1:0] split, input [IDX_W*LANES-1:0] other);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            self[IDX_W*i +: IDX_W] = split[i] ? i[IDX_W-1:0] : other[IDX_W*i +: IDX_W];
    endfunction

    assign plain_to = plain | split2_q;
    always @* begin
        server_to = server;
        if (|split2_q) server_to = self(split2_q, server);
    end

    always @(posedge clk) if (en) begin
        valid1_q <= in_valid;
        split2_q <= valid1_q ? members(server1, differs1) : {LANES{1'b0}};
    end
endmodule

`default_nettype wire
