// SPDX-License-Identifier: Apache-2.0
// wf_fp_format_tb - the float units in a format against wf_fp_exact, which rounds exact integers.
//   All pairs of operands where OPERANDS is 2, all triples where it is 3; else, and with +count, random ones.
//   Plusargs: +seed=N  +count=N (so many random triples)
//   Checks: each result of add, multiply and fused multiply-add, of minimum, maximum and the comparisons; the latency;
//   a result stays while it is stalled and while empty slots come.
//   Build and run: make bench-fp-small, make icarus-fp-half
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_fp_format_tb;
    parameter integer EXP      = 5;
    parameter integer MANT     = 4;
    parameter integer OPERANDS = 2;
    localparam integer W = 1 + EXP + MANT, TOP = (1 << EXP) - 1;

    `include "wf_random.vh"

    reg          clk = 1'b0, en = 1'b0, random_ones = 1'b0;
    reg  [5:0]   valid_q = 6'd0;             // by the enabled cycles passed
    reg  [31:0]  count, n = 32'd0;
    reg  [W-1:0] a = {W{1'b0}}, b = {W{1'b0}}, c = {W{1'b0}};

    always #5 clk = !clk;

    // ---- operands ---------------------------------------------------------------------------------------------------
    // Fractions are often sparse or runs of ones, exponents often at an edge or near the one before.
    task operand(input [W-1:0] nearby, output [W-1:0] f);
        reg [31:0] r, s;
        begin
            random(r);
            random(s);
            case (r[2:0])
                3'd0:    f[MANT-1:0] = {MANT{1'b0}};
                3'd1:    f[MANT-1:0] = {MANT{1'b1}};
                3'd2:    f[MANT-1:0] = {{(MANT-1){1'b0}}, 1'b1} << r[31:16] % MANT;
                3'd3:    f[MANT-1:0] = {MANT{1'b1}} << r[31:16] % MANT;
                3'd4:    f[MANT-1:0] = nearby[MANT-1:0];
                default: f[MANT-1:0] = s[MANT-1:0];
            endcase
            case (r[6:4])
                3'd0:       f[W-2:MANT] = {EXP{1'b0}};
                3'd1:       f[W-2:MANT] = {EXP{1'b1}} - r[15:14];
                3'd2:       f[W-2:MANT] = r[15:14];
                3'd3, 3'd4: f[W-2:MANT] = nearby[W-2:MANT] + r[15:13] - 3'd4;
                3'd5:       f[W-2:MANT] = nearby[W-2:MANT] + (r[8] ? MANT + r[15:14] : -MANT - r[15:14]);
                default:    f[W-2:MANT] = s[31:32-EXP];
            endcase
            f[W-1] = r[7];
        end
    endtask
    reg [W-1:0] next_a, next_b, next_c;
    wire        last;
    assign      last = random_ones ? n == count : &{a, b, OPERANDS == 2 || &c};

    initial begin
        start_random;
        random_ones = OPERANDS == 0 || $test$plusargs("count");
        if (!$value$plusargs("count=%d", count)) count = 32'd200000;
    end

    integer idle = 0;
    reg     begun = 1'b0;
    always @(posedge clk) begin
        roll;
        en <= prng[3:0] != 4'd0;
        if (en) begin
            valid_q <= {valid_q[4:0], 1'b0};
            if (begun && last) idle = idle + 1;
            if (idle == 0 && prng[7:5] != 3'd0) begin
                valid_q[0] <= 1'b1;
                begun      <= 1'b1;
                n          <= n + 32'd1;
                operand(c, next_a);
                operand(next_a, next_b);
                operand(prng[30] ? next_b : next_a, next_c);
                if (random_ones)           {c, b, a} <= {next_c, next_b, next_a};
                else if (!begun)           {c, b, a} <= {3*W{1'b0}};
                else if (OPERANDS == 2)    {c, b, a} <= {next_c, {b, a} + {{(2*W-1){1'b0}}, 1'b1}};
                else                       {c, b, a} <= {c, b, a} + {{(3*W-1){1'b0}}, 1'b1};
            end else if (idle != 0)
                idle = idle + 1;
        end
    end

    // ---- add, multiply, fused multiply-add --------------------------------------------------------------------------
    integer checks = 0, special = 0, tiny = 0;
    task compare(input [7:0] op, input [3*W-1:0] of, input [W-1:0] want, input [W-1:0] got);
        begin
            if (got !== want)
                $fatal(1, "FAIL fp-format EXP=%0d MANT=%0d seed=%0d op=%h a=%h b=%h c=%h want=%h got=%h", EXP, MANT, seed, op,
                       of[0 +: W], of[W +: W], of[2*W +: W], want, got);
            checks = checks + 1;
            if (&want[W-2:MANT]) special = special + 1;
            if (want[W-2:MANT] == 0 && want[MANT-1:0] != 0) tiny = tiny + 1;
        end
    endtask

    // the adder, the multiplier, and the unit of all: FADD FSUB FMUL | FADD FSUB FMUL FMA
    genvar g;
    generate for (g = 0; g < 7; g = g + 1) begin : g_op
        localparam [7:0] OP = g % 3 == 2 ? `WF_OP_FMUL : g == 6 ? `WF_OP_FMA : g % 3 == 0 ? `WF_OP_FADD : `WF_OP_FSUB;
        localparam integer LATENCY = g < 3 ? 3 : 5;
        wire [W-1:0]   got, exact;
        reg  [W-1:0]   want [1:LATENCY], held;
        reg  [3*W-1:0] of [1:LATENCY];
        integer        i;
        wf_fp_exact #(.EXP(EXP), .MANT(MANT)) u_exact (.op(OP), .a(a), .b(b), .c(c), .result(exact));
        if (g < 2) begin : g_add
            wf_fp_add #(.EXP(EXP), .MANT(MANT)) u_dut (.clk(clk), .en(en), .in_valid(valid_q[0]), .a(a), .b(b), .subtract(g == 1), .result(got));
        end else if (g == 2) begin : g_mul
            wf_fp_mul #(.EXP(EXP), .MANT(MANT)) u_dut (.clk(clk), .en(en), .in_valid(valid_q[0]), .a(a), .b(b), .is_integer(1'b0), .result(got));
        end else begin : g_fma
            wf_fp_fma #(.EXP(EXP), .MANT(MANT)) u_dut (.clk(clk), .en(en), .in_valid(valid_q[0]), .op(OP), .a(a), .b(b), .c(c), .result(got));
        end
        always @(posedge clk) begin
            if (valid_q[LATENCY]) compare(OP, of[LATENCY], want[LATENCY], got);
            else if (begun && ^held !== 1'bx) compare(OP, {3*W{1'b0}}, held, got);
            held <= got;
            if (en) begin
                for (i = LATENCY; i > 1; i = i - 1) begin
                    want[i] <= want[i-1];
                    of[i]   <= of[i-1];
                end
                want[1] <= exact;
                of[1]   <= {c, b, a};
            end
        end
    end endgenerate

    // ---- order: as multiples of the least number --------------------------------------------------------------------
    localparam integer MULTIPLE = TOP + MANT + 2;
    function is_nan(input [W-1:0] f); is_nan = &f[W-2:MANT] && |f[MANT-1:0]; endfunction
    function signed [MULTIPLE-1:0] value(input [W-1:0] f);
        begin
            value = {{(MULTIPLE-MANT-1){1'b0}}, |f[W-2:MANT], f[MANT-1:0]};
            if (|f[W-2:MANT]) value = value << (f[W-2:MANT] - 1);
            if (f[W-1]) value = -value;
        end
    endfunction
    function [W-1:0] pick(input [W-1:0] f, input [W-1:0] h, input greatest);
        begin
            pick = value(f) == value(h) ? (f[W-1] == greatest ? h : f) : (value(f) > value(h)) == greatest ? f : h;
            if (is_nan(f)) pick = h;
            if (is_nan(h)) pick = f;
            if (is_nan(f) && is_nan(h)) pick = {1'b0, {(EXP+1){1'b1}}, {(MANT-1){1'b0}}};
        end
    endfunction
    wire signed [MULTIPLE-1:0] x = value(a);
    wire signed [MULTIPLE-1:0] y = value(b);
    wire         numbers = !is_nan(a) && !is_nan(b);
    wire [W-1:0] least, greatest;
    wire [5:0]   holds;
    wire [5:0]   hold = {numbers && x >= y, numbers && x > y, numbers && x <= y, numbers && x < y, !numbers || x != y,
                                numbers && x == y};
    wf_fp_minmax #(.EXP(EXP), .MANT(MANT)) u_min (.a(a), .b(b), .is_max(1'b0), .result(least));
    wf_fp_minmax #(.EXP(EXP), .MANT(MANT)) u_max (.a(a), .b(b), .is_max(1'b1), .result(greatest));
    generate for (g = 0; g < 6; g = g + 1) begin : g_compare
        localparam [7:0] OP = g == 0 ? `WF_OP_FEQ : g == 1 ? `WF_OP_FNE : g == 2 ? `WF_OP_FLT : g == 3 ? `WF_OP_FLE : g == 4 ? `WF_OP_FGT : `WF_OP_FGE;
        wf_fp_compare #(.EXP(EXP), .MANT(MANT)) u_compare (.op(OP), .a(a), .b(b), .result(holds[g]));
    end endgenerate
    always @(posedge clk) if (valid_q[0]) begin
        compare(`WF_OP_FMIN, {c, b, a}, pick(a, b, 1'b0), least);
        compare(`WF_OP_FMAX, {c, b, a}, pick(a, b, 1'b1), greatest);
        compare(`WF_OP_FEQ, {c, b, a}, {{(W-6){1'b0}}, hold}, {{(W-6){1'b0}}, holds});
    end

    always @(posedge clk) if (idle == 8) begin
        if (n == 0 || special == 0 || tiny == 0) $fatal(1, "FAIL fp-format seed=%0d: nothing was checked, or no NaN, or no subnormal", seed);
        $display("PASS fp-format EXP=%0d MANT=%0d seed=%0d checks=%0d sets=%0d special=%0d subnormal=%0d", EXP, MANT, seed, checks, n, special, tiny);
        $finish;
    end
endmodule
`default_nettype wire
