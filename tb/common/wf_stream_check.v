// SPDX-License-Identifier: Apache-2.0
// wf_stream_check - part of wf_common_tb: source and sink of a queue or register, both stalled at random.
//   Each word leaves once, in order, LATENCY cycles after it went in or as soon as those before it have left; it stays while the sink stalls.
//   Nothing from before a reset comes after it.  The data input is garbage while no word is offered.
`default_nettype none

module wf_stream_check #(
    parameter integer STREAM  = 0,           // number among the checks: its random numbers, its name in a failure
    parameter integer WIDTH   = 8,
    parameter integer DEPTH   = 2,           // words that fit
    parameter integer LATENCY = 1,
    parameter integer EXACT   = 0            // in_ready is whether a word fits, independent of the sink
) (
    input  wire             clk,
    input  wire             rst,
    output wire             in_valid,
    input  wire             in_ready,
    output wire [WIDTH-1:0] in_data,
    input  wire             out_valid,
    output reg              out_ready,
    input  wire [WIDTH-1:0] out_data,
    output reg  [31:0]      held,            // words inside
    output reg  [31:0]      words,           // words that came out
    output reg  [31:0]      fulls            // cycles in which no more fitted
);
    `include "wf_random.vh"
    localparam integer ROOM = 256;           // more than DEPTH

    reg             offer, yes, stalled;
    reg [WIDTH-1:0] data, garbage, bits;
    reg [31:0]      r;
    reg [WIDTH-1:0] word [0:ROOM-1];
    integer         when [0:ROOM-1];
    integer         put, got, cycle, in_rate, out_rate, k;
    assign in_valid = offer;
    assign in_data  = offer ? data : garbage;

    task fail(input [8*40-1:0] what);
        $fatal(1, "FAIL wf_common seed=%0d: stream %0d, cycle %0d: %0s; out %h, expected %h", seed, STREAM, cycle, what, out_data, word[got % ROOM]);
    endtask
    task rate(output integer percent);       // now and then always
        begin
            below(6, percent);
            percent = 20 * percent;
        end
    endtask
    task any;                                // into bits
        for (k = 0; k < WIDTH; k = k + 32) begin
            random(r);
            bits = (bits << 32) | r;
        end
    endtask

    initial begin
        start_random;
        prng      = seeded(seed + 7919 * (STREAM + 1));
        held      = 0;
        words     = 0;
        fulls     = 0;
        put       = 0;
        got       = 0;
        cycle     = 0;
        offer     = 1'b0;
        stalled   = 1'b0;
        out_ready = 1'b0;
        in_rate   = 50;
        out_rate  = 50;
        any;
        data    = bits;
        any;
        garbage = bits;
    end

    always @(posedge clk) begin
        cycle = cycle + 1;
        if (rst) begin
            got     = put;
            stalled = 1'b0;
            offer  <= 1'b0;
        end else begin
            if (out_valid !== 1'b0 && out_valid !== 1'b1) fail("out_valid is unknown");
            if (out_valid && got == put) fail("a word from nowhere");
            if (out_valid && out_data !== word[got % ROOM]) fail("wrong word");
            if (out_valid && cycle - when[got % ROOM] < LATENCY) fail("too early");
            if (!out_valid && put != got && cycle - when[got % ROOM] >= LATENCY) fail(stalled ? "taken back" : "too late");
            if (EXACT != 0 && in_ready !== (put - got < DEPTH)) fail("in_ready");
            if (put - got > DEPTH) fail("more words than fit");
            if (put - got == DEPTH) fulls = fulls + 1;
            stalled = out_valid && !out_ready;
            if (out_valid && out_ready) begin
                got   = got + 1;
                words = words + 1;
            end
            if (offer && in_ready) begin
                word[put % ROOM] = data;
                when[put % ROOM] = cycle;
                put = put + 1;
            end
            if (cycle % 50 == 0) begin
                rate(in_rate);
                rate(out_rate);
            end
            if (!offer || in_ready) begin
                chance(in_rate, yes);
                offer <= yes;
                any;
                data  <= bits;
            end
            any;
            garbage <= bits;
        end
        held <= put - got;
        chance(out_rate, yes);
        out_ready <= yes;
    end
endmodule

`default_nettype wire
