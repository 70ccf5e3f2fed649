// SPDX-License-Identifier: Apache-2.0
// wf_mem_queue - a queue of numbers that never overflows: it has a place for each number, and each is in it once at most.
//   FULL = 1: begins with all numbers in it, ascending: a list of what is free.
//   The head is a register.  From in_valid to out_valid 2 cycles; throughput 1/cycle.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none

module wf_mem_queue #(
    parameter integer W     = 4,             // bits of a number: 2^W places
    parameter integer EXTRA = 0,             // bits that travel with a number; with FULL: 0
    parameter integer FULL  = 0
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               in_valid,
    input  wire [EXTRA+W-1:0] in_number,
    output reg                out_valid,
    input  wire               out_ready,
    output reg  [EXTRA+W-1:0] out_number
);
    reg [EXTRA+W-1:0] place_m [0:(1<<W)-1];
    reg [W-1:0]       head_q, tail_q;
    reg [W:0]         count_q;               // in place_m
    reg [W:0]         fresh_q;               // the first so many numbers were handed out once; 2^W: all

    wire load    = !out_valid || out_ready;
    wire fresh   = FULL != 0 && !fresh_q[W];
    wire stands  = count_q != {(W+1){1'b0}};
    wire from    = load && !fresh && stands; // a place is read

    always @(posedge clk) begin
        if (load) begin
            out_valid <= fresh || stands;
            if (fresh)
                out_number <= {{EXTRA{1'b0}}, fresh_q[W-1:0]};
            else if (stands)
                out_number <= place_m[head_q];
            if (fresh)
                fresh_q <= fresh_q + 1'b1;
        end
        if (from)
            head_q <= head_q + 1'b1;
        if (in_valid) begin
            place_m[tail_q] <= in_number;
            tail_q          <= tail_q + 1'b1;
        end
        count_q <= count_q + {{W{1'b0}}, in_valid} - {{W{1'b0}}, from};
        if (rst) begin
            out_valid <= 1'b0;
            head_q    <= {W{1'b0}};
            tail_q    <= {W{1'b0}};
            count_q   <= {(W+1){1'b0}};
            fresh_q   <= {(W+1){1'b0}};
        end
    end
endmodule

`default_nettype wire
