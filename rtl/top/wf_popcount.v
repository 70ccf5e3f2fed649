// SPDX-License-Identifier: Apache-2.0
// wf_popcount - how many members a set has: 16 at a time, then the sums, so that 256 take two cycles at any clock.
//   Latency 2, throughput 1/cycle.  Reset clears the valid bits, not the counts.
//   Page: docs/top.md   Test: tb/top/wf_counters_tb.v
`default_nettype none

module wf_popcount #(
    parameter integer N = 32                 // members a set can have, 1..256
) (
    input  wire         clk,
    input  wire         rst,                 // synchronous, active high
    input  wire         in_valid,
    input  wire [N-1:0] in_set,
    output reg          out_valid,
    output reg  [8:0]   out_count
);
    localparam integer ROWS = (N + 15) / 16;

    reg              row_valid_q;
    reg [5*ROWS-1:0] row_q;                  // members of each 16

    function [5*ROWS-1:0] count_rows(input [N-1:0] set);
        integer i;
        begin
            count_rows = {5*ROWS{1'b0}};
            for (i = 0; i < N; i = i + 1) count_rows[5*(i/16) +: 5] = count_rows[5*(i/16) +: 5] + {4'd0, set[i]};
        end
    endfunction
    function [8:0] sum(input [5*ROWS-1:0] rows);
        integer i;
        begin
            sum = 9'd0;
            for (i = 0; i < ROWS; i = i + 1) sum = sum + {4'd0, rows[5*i +: 5]};
        end
    endfunction

    always @(posedge clk) begin
        row_valid_q <= in_valid;
        out_valid   <= row_valid_q;
        if (in_valid)    row_q     <= count_rows(in_set);
        if (row_valid_q) out_count <= sum(row_q);
        if (rst) begin
            row_valid_q <= 1'b0;
            out_valid   <= 1'b0;
        end
    end
endmodule

`default_nettype wire
