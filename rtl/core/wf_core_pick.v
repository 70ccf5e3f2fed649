// SPDX-License-Identifier: Apache-2.0
// wf_core_pick - round-robin choice of one request among N.
//   Combinational choice, one register of state: the requests above the last one taken go first, then all, the lowest of them
//   each time.  A request that stays is taken after at most N-1 others.  Any N >= 1.
//   Depth: log2(N) ors to find the lowest bit (of both sets at once), one choice, log2(N) ors for the index.
//   Spec: docs/core.md   Test: tb/core/wf_core_sched_tb.v, tb/core/wf_core_tb.v
`default_nettype none

module wf_core_pick #(
    parameter integer N       = 16,                      // requests
    parameter integer INDEX_W = (N > 1) ? $clog2(N) : 1  // derived
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       req,
    input  wire               take,          // the choice is used: move on
    output wire               any,
    output reg  [N-1:0]       onehot,
    output wire [INDEX_W-1:0] index
);
    reg [N-1:0] above_q;                     // bits above the last choice

    wire [N-1:0] above     = req & above_q;
    wire         any_above = above != {N{1'b0}};
    assign any = req != {N{1'b0}};

    // bits that have a set bit at or below them
    function [N-1:0] upwards(input [N-1:0] bits);
        integer k;
        begin
            upwards = bits;
            for (k = 1; k < N; k = 2*k)
                upwards = upwards | (upwards << k);
        end
    endfunction

    reg [N-1:0] from_above, from_all;        // the lowest request and all places above it, in either set
    always @* begin
        from_above = {N{1'b0}};
        from_all   = {N{1'b0}};
        onehot     = {N{1'b0}};
        if (any) begin                       // an idle picker costs a simulator nothing
            from_above = upwards(above);
            from_all   = upwards(req);
            onehot     = any_above ? from_above & ~(from_above << 1) : from_all & ~(from_all << 1);
        end
    end

    localparam integer SET_W = N;
    `include "wf_bits.vh"
    assign index = index_of(onehot);

    always @(posedge clk) begin
        if (take)
            above_q <= any_above ? from_above << 1 : from_all << 1;
        if (rst)
            above_q <= {N{1'b0}};
    end
endmodule

`default_nettype wire
