// SPDX-License-Identifier: Apache-2.0
// queue.v - wf_queue: first in, first out, with its count, at each of its forms.
//   Ghost: the words that went in and did not come out, oldest first, in a shift register.
//   Environment: no word is put into a full queue, but in the cycle in which its head leaves.
// prove stable: out_valid and out_data hold while out is stalled
// prove order: the word on offer is the oldest of those that it holds, and none is on offer without one
// prove held: `count` is the number of words that it holds
// prove latency: with DIRECT a word is on offer in the cycle after it went in, else two cycles after
// implied stable: by order and latency
// reach full: it holds DEPTH words
// reach over: a word goes into a full queue as the head leaves
// run queue: pdr, 2 s, DEPTH=4, DIRECT=1
// run queue-indirect: pdr, 2 s, DEPTH=4, DIRECT=0
// run queue-three: pdr, 2 s, DEPTH=3, DIRECT=1
// run queue-two: pdr, 1 s, DEPTH=2, DIRECT=0
// run queue-one: pdr, 1 s, DEPTH=1, DIRECT=1
`default_nettype none

module formal_queue #(
    parameter integer WIDTH  = 2,
    parameter integer DEPTH  = 4,
    parameter integer DIRECT = 1
) (
    input  wire             clk,
    input  wire             in_valid, out_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             p_stable, p_order, p_held, p_latency, w_full, w_over
);
    `include "wf_formal.vh"
    wire                       out_valid;
    wire [WIDTH-1:0]           out_data;
    wire [$clog2(DEPTH+1)-1:0] count;
    wf_queue #(.WIDTH(WIDTH), .DEPTH(DEPTH), .DIRECT(DIRECT)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_data(in_data), .out_valid(out_valid), .out_ready(out_ready),
        .out_data(out_data), .count(count));

    // the ghost: word 0 is the oldest
    reg [WIDTH*(DEPTH+1)-1:0] words_q;
    reg [3:0]                 held_q = 4'd0, aged_q = 4'd0;      // words; those of them that are there since a cycle
    reg [WIDTH-1:0]           was_q;
    reg                       stalled_q = 1'b0;
    wire                      got  = ok && out_valid && out_ready, put = ok && in_valid;
    wire [3:0]                left = held_q - {3'd0, got};
    integer                   n;
    assign legal = !(rst && in_valid) && !(in_valid && held_q == DEPTH && !(out_valid && out_ready));
    always @(posedge clk) begin
        held_q    <= left + {3'd0, put};
        aged_q    <= left;
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
        if (got) words_q <= words_q >> WIDTH;
        for (n = 0; n <= DEPTH; n = n + 1) if (put && left == n) words_q[WIDTH*n +: WIDTH] <= in_data;
    end

    assign p_stable  = ok && stalled_q && !(out_valid && out_data == was_q);
    assign p_order   = ok && out_valid && (held_q == 4'd0 || out_data != words_q[WIDTH-1:0]);
    assign p_held    = ok && count != held_q;
    assign p_latency = ok && !out_valid && (DIRECT ? held_q : aged_q) != 4'd0;
    assign w_full    = ok && held_q == DEPTH;
    assign w_over    = put && held_q == DEPTH;
endmodule

`default_nettype wire
