// SPDX-License-Identifier: Apache-2.0
// wf_free_list - the free numbers of 0..COUNT-1, first in, first out: after reset 0, 1, 2 .., then returned ones.
//   A number returns only after it was taken, so the list never overflows.  A returned one can be taken 2 cycles later.
//   Throughput 1 number taken and 1 given back per cycle.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_free_list #(
    parameter integer COUNT = 16,            // numbers, 1 or more
    parameter integer W     = (COUNT > 1) ? $clog2(COUNT) : 1    // derived: bits of a number
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         in_valid,            // a number returns
    input  wire [W-1:0] in_number,
    output reg          out_valid,
    input  wire         out_ready,
    output reg  [W-1:0] out_number
);
    generate
        if (COUNT < 1) wf_free_list_COUNT_must_be_at_least_1 u_error ();
    endgenerate

    reg [W-1:0] list_m [0:(1<<W)-1];
    reg [W:0]   read_q, write_q, fresh_q;

    wire load   = !out_valid || out_ready;
    wire fresh  = fresh_q != COUNT[W:0];     // the numbers from fresh_q on were never taken: they go first
    wire listed = read_q != write_q;

    always @(posedge clk) begin
        if (load) begin
            out_valid  <= fresh || listed;
            out_number <= fresh ? fresh_q[W-1:0] : list_m[read_q[W-1:0]];
            if (fresh) fresh_q <= fresh_q + 1'b1;
            else if (listed) read_q <= read_q + 1'b1;
        end
        if (in_valid) begin
            list_m[write_q[W-1:0]] <= in_number;
            write_q <= write_q + 1'b1;
        end
        if (rst) begin
            out_valid <= 1'b0;
            read_q    <= {(W+1){1'b0}};
            write_q   <= {(W+1){1'b0}};
            fresh_q   <= {(W+1){1'b0}};
        end
    end
endmodule

`default_nettype wire
