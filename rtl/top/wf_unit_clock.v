// SPDX-License-Identifier: Apache-2.0
// wf_unit_clock - the clock of a unit, stopped while the unit has nothing to do.  It runs in reset, while something
//   is offered or cannot be taken, while a request is inside, and LINGER cycles longer, in which what the unit reports
//   about the cycle before (its stat outputs) and the bubbles in its pipeline run out.
//   Page: docs/top.md   Test: tb/top/wf_unit_clock_tb.v
`default_nettype none

module wf_unit_clock #(
    parameter integer COUNT_W = 7            // bits to count the requests inside
) (
    input  wire clk,
    input  wire rst,             // synchronous, active high
    input  wire other,           // work that is no request
    input  wire req_valid,
    input  wire req_ready,
    input  wire rsp_valid,
    input  wire rsp_ready,
    output wire unit_clk
);
    localparam [1:0] LINGER = 2'd3;

    reg [COUNT_W-1:0] inside_q;
    reg [1:0]         linger_q;

    wire taken    = req_valid && req_ready;
    wire answered = rsp_valid && rsp_ready;
    wire busy     = other || req_valid || !req_ready || inside_q != {COUNT_W{1'b0}};

    always @(posedge clk) begin
        if (taken && !answered) inside_q <= inside_q + 1'b1;
        else if (answered && !taken) inside_q <= inside_q - 1'b1;
        linger_q <= busy ? LINGER : linger_q - {1'b0, linger_q != 2'd0};
        if (rst) begin
            inside_q <= {COUNT_W{1'b0}};
            linger_q <= LINGER;
        end
    end

    wf_clock_gate u_gate (.clk(clk), .en(rst || busy || linger_q != 2'd0), .gated(unit_clk));
endmodule

`default_nettype wire
