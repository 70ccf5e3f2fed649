// SPDX-License-Identifier: Apache-2.0
// arbiter.v - wf_arbiter: several channels onto one, each in order, by turns.
//   Ghost: the words that were taken and did not come out, oldest first; for one channel, any of them, its wait.
//   Environment: a channel keeps its word until it is taken.
// prove stable: out_valid and out_data hold while out is stalled
// prove one: at most one channel is taken in a cycle, and only one with a word
// prove order: the word on offer is the oldest of those that were taken and did not come out
// prove turns: a word is taken after at most one of each other channel
// prove moves: a word is taken when there is one, and the ghost holds less than two
// reach last: a word waits for one of each other channel
// reach full: two words are held
// run arbiter: pdr, 5 s, N=3
// run arbiter-two: pdr, 2 s, N=2
`default_nettype none

module formal_arbiter #(
    parameter integer N     = 3,
    parameter integer WIDTH = 2
) (
    input  wire               clk,
    input  wire [N-1:0]       in_valid,
    input  wire [N*WIDTH-1:0] in_data,
    input  wire               out_ready,
    input  wire [1:0]         pick,
    output wire               p_stable, p_one, p_order, p_turns, p_moves, w_last, w_full
);
    `include "wf_formal.vh"
    wire [N-1:0]     in_ready;
    wire             out_valid;
    wire [WIDTH-1:0] out_data;
    wf_arbiter #(.N(N), .WIDTH(WIDTH)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .out_valid(out_valid),
        .out_ready(out_ready), .out_data(out_data));

    reg  [N-1:0]       stalled_q = {N{1'b0}}, before_q;
    reg  [N*WIDTH-1:0] data_q;
    reg  [1:0]         watched_q, held_q = 2'd0;
    reg  [N-1:0]       passed_q = {N{1'b0}};         // channels that went before the watched one
    reg                twice_q = 1'b0;               // ... one of them again
    reg                out_stalled_q = 1'b0;
    reg  [WIDTH-1:0]   was_q, old_q, new_q, word;
    wire [N-1:0]       taken = in_valid & in_ready;
    wire               got  = ok && out_valid && out_ready, put = ok && taken != 0;
    wire [1:0]         left = held_q - {1'b0, got};
    wire               waits = ok && in_valid[watched_q] && !in_ready[watched_q];
    integer            n;
    reg                keeps;
    always @* begin
        keeps = 1'b1;
        word  = {WIDTH{1'b0}};
        for (n = 0; n < N; n = n + 1) begin
            if (stalled_q[n] && !(in_valid[n] && in_data[WIDTH*n +: WIDTH] == data_q[WIDTH*n +: WIDTH])) keeps = 1'b0;
            if (taken[n]) word = in_data[WIDTH*n +: WIDTH];
        end
    end
    assign legal = keeps && (!rst || pick < N);
    always @(posedge clk) begin
        stalled_q <= rst ? 0 : in_valid & ~in_ready;
        data_q    <= in_data;
        if (rst) watched_q <= pick;
        held_q    <= left + {1'b0, put};
        old_q     <= left == 2'd0 ? word : got ? new_q : old_q;
        if (!(held_q == 2'd2 && !got)) new_q <= word;
        passed_q  <= waits ? passed_q | taken : 0;
        twice_q   <= waits && (twice_q || (passed_q & taken) != 0);
        out_stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
    end

    assign p_stable = ok && out_stalled_q && !(out_valid && out_data == was_q);
    assign p_one    = ok && ((taken & (taken - 1'b1)) != 0);
    assign p_order  = ok && out_valid && (held_q == 2'd0 || out_data != old_q);
    assign p_turns  = ok && twice_q;
    assign p_moves  = ok && in_valid != 0 && held_q < 2'd2 && taken == 0;
    assign w_last   = waits && (passed_q | ({{(N-1){1'b0}}, 1'b1} << watched_q)) == {N{1'b1}};
    assign w_full   = ok && held_q == 2'd2;
endmodule

`default_nettype wire
