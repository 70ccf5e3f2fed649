// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_free - list of the free numbers 0..limit-1, first in first out.
//   Hands out 0, 1, 2 .. first, then what comes back.  Every number given back must have been taken.  A number that comes
//   back can be taken 2 cycles later; throughput 1 taken and 1 given back a cycle.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none

module wf_dispatch_free #(
    parameter integer ID_W = 4               // bits of a number
) (
    input  wire            clk,
    input  wire            rst,              // synchronous, active high
    input  wire            restart,          // pulse: all numbers are free again
    input  wire [ID_W:0]   limit,            // how many numbers there are; grows only, except at a restart

    output reg             id_valid,
    input  wire            id_take,          // only with id_valid
    output reg  [ID_W-1:0] id,

    input  wire            put_valid,
    input  wire [ID_W-1:0] put_id
);
    reg [ID_W-1:0] list_q [0:(1<<ID_W)-1];
    reg [ID_W:0]   read_q, write_q, fresh_q;

    wire unused = fresh_q != limit;          // numbers that were never taken come first
    wire listed = read_q != write_q;
    wire refill = !id_valid || id_take;

    always @(posedge clk) begin
        if (refill) begin
            id_valid <= unused || listed;
            id       <= unused ? fresh_q[ID_W-1:0] : list_q[read_q[ID_W-1:0]];
            if (unused)      fresh_q <= fresh_q + 1'b1;
            else if (listed) read_q  <= read_q + 1'b1;
        end
        if (put_valid) begin
            list_q[write_q[ID_W-1:0]] <= put_id;
            write_q <= write_q + 1'b1;
        end
        if (rst || restart) begin
            id_valid <= 1'b0;
            read_q   <= {(ID_W+1){1'b0}};
            write_q  <= {(ID_W+1){1'b0}};
            fresh_q  <= {(ID_W+1){1'b0}};
        end
    end
endmodule

`default_nettype wire
