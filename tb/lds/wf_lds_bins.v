// SPDX-License-Identifier: Apache-2.0
// wf_lds_bins - only for `make cov`: which degree of bank conflict a request has, at the ports of wf_lds; tb/cov/functional.def counts it.
//   Degree: the most words that one bank has to serve; lanes of one word are one.  Lanes that are off or faulty do not count.
`default_nettype none
`include "wf_access.vh"

module wf_lds_bins #(parameter integer LANES = 8, BANKS = 8) (
    input wire                rst, offered, ready,
    input wire [1:0]          req_kind,
    input wire [31:0]         words,                     // of the allocation
    input wire [LANES-1:0]    req_mask,
    input wire [32*LANES-1:0] req_addr
);
    wire        asked = offered && ready;
    wire        least = asked && LANES == 8 && BANKS == 8;      // here each degree is a bin,
    wire        whole = asked && LANES == 32 && BANKS == 32;    // and here each power of two
    wire [1:0]  access = req_kind;                       // load store atomic pairs
    wire        pairs  = req_kind == `WF_ACCESS_PAIRS;
    reg  [7:0]  degree, doublings;
    reg  [LANES-1:0] alone;                              // the first lane of its word
    integer     l, k, same;
    always @* begin
        alone  = {LANES{1'b0}};
        degree = 8'd0;
        for (l = 0; l < LANES; l = l + 1) begin
            k = pairs ? l - l % 2 : l;                   // the lane whose address is that of all of it
            alone[l] = req_mask[l] && req_addr[32*k +: 2] == 2'd0 && !(pairs && req_addr[32*k+2]) && {2'd0, req_addr[32*k+2 +: 30]} + {31'd0, pairs} < words;
            same = 1;
            for (k = 0; k < l; k = k + 1) if (alone[l] && alone[k]) begin
                if (req_addr[32*k+2 +: 30] == req_addr[32*l+2 +: 30]) alone[l] = 1'b0;
                else if (req_addr[32*k+2 +: 30] % BANKS == req_addr[32*l+2 +: 30] % BANKS) same = same + 1;
            end
            if (alone[l] && same > degree) degree = same[7:0];
        end
        doublings = degree == 8'd0 ? 8'd0 : degree == 8'd1 ? 8'd1 : degree == 8'd2 ? 8'd2 : degree <= 8'd4 ? 8'd3 : degree <= 8'd8 ? 8'd4 :
                    degree <= 8'd16 ? 8'd5 : 8'd6;
    end
endmodule

`default_nettype wire
