// SPDX-License-Identifier: Apache-2.0
// wf_random.vh - include in a module of a bench: random numbers, the same in every simulator.
//   prng is the state; a bench with several streams keeps further states of its own and steps them by xorshift32.

reg [31:0] seed = 32'd1, prng = 32'd1;

function [31:0] xorshift32(input [31:0] s);
    /*verilator no_inline_task*/
    begin
        xorshift32 = s ^ (s << 13);
        xorshift32 = xorshift32 ^ (xorshift32 >> 17);
        xorshift32 = xorshift32 ^ (xorshift32 << 5);
    end
endfunction

function [31:0] seeded(input [31:0] s);          // a state from any seed: never 0, where xorshift32 stays
    seeded = s == 32'h9e3779b9 ? 32'd1 : s ^ 32'h9e3779b9;
endfunction

task start_random;                               // from +seed=N, else 1
    begin
        if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;
        prng = seeded(seed);
    end
endtask

task roll; prng = xorshift32(prng); endtask      // for benches that read bits of prng

task random(output [31:0] x);                    // all bits are mixed
    begin
        roll;
        x = {prng[15:0], prng[31:16]} * 32'h9e3779b1;
    end
endtask

task below(input integer n, output integer x);   // 0 to n - 1
    reg [31:0] r;
    begin
        random(r);
        x = {1'b0, r[30:0]} % n;
    end
endtask

task chance(input integer percent, output yes);
    integer x;
    begin
        below(100, x);
        yes = x < percent;
    end
endtask
