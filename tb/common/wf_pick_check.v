// SPDX-License-Identifier: Apache-2.0
// wf_pick_check - part of wf_common_tb: a wf_pick and a wf_arbiter of N, asked at random.
//   The choice is the first request above the one that was taken last, round to the lowest; after reset the lowest.  Words of each channel of the
//   arbiter leave once and in order, by turns too; a word that waits sees at most N - 1 of the others go.
`default_nettype none

module wf_pick_check #(
    parameter integer STREAM = 0,            // number among the checks
    parameter integer N      = 4
) (
    input  wire       clk,
    input  wire       rst,
    output reg [31:0] picks,
    output reg [31:0] words                  // out of the arbiter
);
    `include "wf_random.vh"
    localparam integer INDEX_W = (N > 1) ? $clog2(N) : 1, WIDTH = 16 + INDEX_W;

    reg  [N-1:0]       req, allowed;
    reg                take, yes;
    wire               any;
    wire [N-1:0]       onehot;
    wire [INDEX_W-1:0] index;
    wf_pick #(.N(N)) u_pick (.clk(clk), .rst(rst), .req(req), .take(take && any), .any(any), .onehot(onehot), .index(index));

    reg  [N-1:0]       offer;
    wire [N-1:0]       in_ready;
    reg  [N*WIDTH-1:0] data;                 // {channel, number of the word}
    wire               out_valid;
    reg                out_ready;
    wire [WIDTH-1:0]   out_data;
    wf_arbiter #(.N(N), .WIDTH(WIDTH)) u_arbiter (
        .clk(clk), .rst(rst), .in_valid(offer), .in_ready(in_ready), .in_data(data), .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));

    integer    last, sender, want, n, k, rate, cycle, channel, went;
    reg [15:0] sent [0:N-1], came [0:N-1];   // words of each channel
    integer    others [0:N-1];               // words of others since this one waits

    task fail(input [8*40-1:0] what);
        $fatal(1, "FAIL wf_common seed=%0d: pick of %0d, cycle %0d: %0s; req %b, last %0d, got %b %0d; arbiter %h", seed, N, cycle, what, req, last,
               onehot, index, out_data);
    endtask

    initial begin
        start_random;
        prng      = seeded(seed + 7919 * (STREAM + 1));
        picks     = 0;
        words     = 0;
        cycle     = 0;
        rate      = 50;
        last      = -1;
        sender    = -1;
        req       = {N{1'b0}};
        take      = 1'b0;
        offer     = {N{1'b0}};
        out_ready = 1'b0;
        for (n = 0; n < N; n = n + 1) begin
            sent[n]   = 0;
            came[n]   = 0;
            others[n] = 0;
        end
    end

    always @(posedge clk) begin
        cycle = cycle + 1;
        if (cycle % 50 == 0) begin
            below(6, rate);
            rate = rate == 0 ? 3 : 20 * rate;
        end
        if (rst) begin
            last   = -1;
            sender = -1;
            offer <= {N{1'b0}};
            for (n = 0; n < N; n = n + 1) came[n] = sent[n];
        end else begin
            want = -1;
            for (k = N; k >= 1; k = k - 1) if (req[(last + k) % N]) want = (last + k) % N;
            if (any !== (want >= 0)) fail("any");
            for (n = 0; n < N; n = n + 1) if (onehot[n] !== (n == want)) fail("onehot");
            if (want >= 0 && index !== want[INDEX_W-1:0]) fail("index");
            if (take && want >= 0) begin
                last  = want;
                picks = picks + 1;
            end

            // the arbiter
            if (out_valid && out_ready) begin
                channel = out_data >> 16;
                if (channel >= N) fail("no such channel");
                if (out_data[15:0] !== came[channel] || came[channel] == sent[channel]) fail("wrong word");
                came[channel] = came[channel] + 16'd1;
                words = words + 1;
            end
            want = -1;
            for (k = N; k >= 1; k = k - 1) if (offer[(sender + k) % N]) want = (sender + k) % N;
            for (n = 0; n < N; n = n + 1) if (in_ready[n] && n != want) fail("not the next channel");
            if (in_ready != {N{1'b0}}) sender = want;
            went = 0;
            for (n = 0; n < N; n = n + 1) if (offer[n] && in_ready[n]) went = went + 1;
            if (went > 1) fail("two words at once");
            for (n = 0; n < N; n = n + 1)
                if (offer[n] && in_ready[n]) begin
                    sent[n]   = sent[n] + 16'd1;
                    others[n] = 0;
                    offer[n] <= 1'b0;
                end else if (offer[n]) begin
                    others[n] = others[n] + went;
                    if (others[n] >= N) fail("a word waits for too many");
                end else
                    others[n] = 0;
            for (n = 0; n < N; n = n + 1)
                if (!offer[n] || in_ready[n]) begin
                    chance(rate, yes);
                    offer[n] <= yes;
                    data[WIDTH*n +: WIDTH] <= yes ? {n[INDEX_W-1:0], sent[n]} : prng[WIDTH-1:0];
                end
        end
        for (n = 0; n < N; n = n + 1) begin
            chance(rate, yes);
            req[n] <= yes;
        end
        chance(70, yes);
        take <= yes;
        chance(rate == 100 ? 100 : 60, yes);
        out_ready <= yes;
    end
endmodule

`default_nettype wire
