// SPDX-License-Identifier: Apache-2.0
// wf_pack_reciprocal - ceil(2^20 / divisor) by restoring division, two bits per cycle.
//   ceil(2^20/d) = floor((2^20 - 1)/d) + 1, and the dividend 2^20 - 1 is all ones, so every step shifts in a one.
//   Latency from start to done: 11 cycles; throughput: one at a time.
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_tb.v
`default_nettype none

module wf_pack_reciprocal (
    input  wire        clk,
    input  wire        rst,                  // synchronous, active high
    input  wire        start,                // pulse
    input  wire [10:0] divisor,              // 1..1024, held until done
    output reg         done,                 // 1 from the result until the next start
    output reg  [20:0] result
);
    reg [19:0] quotient_q;
    reg [10:0] rest_q;                       // below the divisor
    reg [3:0]  step_q;

    wire [11:0] grown_one = {rest_q, 1'b1};
    wire [11:0] less_one  = grown_one - {1'b0, divisor};
    wire [11:0] grown_two = {less_one[11] ? grown_one[10:0] : less_one[10:0], 1'b1};
    wire [11:0] less_two  = grown_two - {1'b0, divisor};

    always @(posedge clk) begin
        if (start) begin
            done   <= 1'b0;
            step_q <= 4'd10;
            rest_q <= 11'd0;
        end else if (!done) begin
            if (step_q == 4'd0) begin
                done   <= 1'b1;
                result <= {1'b0, quotient_q} + 21'd1;
            end else begin
                quotient_q <= {quotient_q[17:0], !less_one[11], !less_two[11]};
                rest_q     <= less_two[11] ? grown_two[10:0] : less_two[10:0];
                step_q     <= step_q - 4'd1;
            end
        end
        if (rst) done <= 1'b1;
    end
endmodule

`default_nettype wire
