// SPDX-License-Identifier: Apache-2.0
// wf_fp_tb - every float unit against vectors of an integer-only oracle, with random `en` stalls and gaps.
//   $ build/fp/wf_fp_vectors 2000 1 1 > build/fp/vectors.txt             (tb/fp/wf_fp_vectors.c)
//   $ iverilog -g2005 -Wall -Wno-timescale -Irtl/common -y rtl/fp -s wf_fp_tb -o build/fp/tb.vvp tb/fp/wf_fp_tb.v
//   $ vvp -n build/fp/tb.vvp +vectors=build/fp/vectors.txt +seed=1
//   $ verilator --binary --timing -Wno-fatal -Wno-TIMESCALEMOD -Irtl/common -y rtl/fp --top-module wf_fp_tb -Mdir build/fp/vl tb/fp/wf_fp_tb.v
//   $ build/fp/vl/Vwf_fp_tb +vectors=build/fp/vectors.txt +seed=1        (+one: the file may hold a single operation)
//   Checks: each result exact; latency 3 (fma 5) enabled cycles; a result holds while `en` is low; 1 a cycle.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_fp_tb;
    reg         clk = 1'b0, en = 1'b0;
    reg  [8*256-1:0] name;
    integer     file, got, i, drain = 0;
    integer     add_checks = 0, mul_checks = 0, fma_checks = 0, convert_checks = 0, pick_checks = 0, compare_checks = 0;
    integer     checks = 0;

    // The vector at the inputs, then those in flight: index is the number of enabled cycles passed.
    reg         valid = 1'b0;
    reg  [7:0]  op = 8'd0;
    reg  [31:0] a = 32'd0, b = 32'd0, c = 32'd0, want = 32'd0;
    reg         valid_q [1:5];
    reg  [7:0]  op_q [1:5];
    reg  [31:0] a_q [1:5], b_q [1:5], c_q [1:5], want_q [1:5];
    reg  [7:0]  new_op;
    reg  [31:0] new_a, new_b, new_c, new_want;

    wire        is_add     = op == `WF_OP_FADD || op == `WF_OP_FSUB;
    wire        is_mul     = op == `WF_OP_FMUL || op == `WF_OP_MUL;
    wire        is_fma     = op >= `WF_OP_MUL && op <= `WF_OP_FMA;
    wire        is_convert = (op >= `WF_OP_FLOOR && op <= `WF_OP_RNDNE) || (op >= `WF_OP_F2I && op <= `WF_OP_H2F);
    wire        is_pick    = op == `WF_OP_FMIN || op == `WF_OP_FMAX;
    wire        is_compare = op >= `WF_OP_FEQ && op <= `WF_OP_FGE;
    wire [31:0] add_result, mul_result, fma_result, convert_result, pick_result;
    wire        compare_result;

    wf_fp_add u_add (.clk(clk), .en(en), .in_valid(valid && is_add), .a(a), .b(b), .subtract(op == `WF_OP_FSUB),
                     .result(add_result));
    wf_fp_mul u_mul (.clk(clk), .en(en), .in_valid(valid && is_mul), .a(a), .b(b), .is_integer(op == `WF_OP_MUL),
                     .result(mul_result));
    wf_fp_fma u_fma (.clk(clk), .en(en), .in_valid(valid && is_fma), .op(op), .a(a), .b(b), .c(c), .result(fma_result));
    wf_fp_convert u_convert (.clk(clk), .en(en), .in_valid(valid && is_convert), .op(op), .b(b), .result(convert_result));
    wf_fp_minmax u_minmax (.a(a), .b(b), .is_max(op == `WF_OP_FMAX), .result(pick_result));
    wf_fp_compare u_compare (.op(op), .a(a), .b(b), .result(compare_result));

    always #5 clk = !clk;

    `include "wf_random.vh"

    task fail(input [8*8-1:0] unit, input [7:0] fop, input [31:0] fa, input [31:0] fb, input [31:0] fc,
              input [31:0] fwant, input [31:0] fgot);
        $fatal(1, "FAIL fp seed=%0d unit=%0s op=%h a=%h b=%h c=%h want=%h got=%h (reproduce: +vectors=%0s +seed=%0d)",
               seed, unit, fop, fa, fb, fc, fwant, fgot, name, seed);
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("vectors=%s", name)) $fatal(1, "FAIL fp: +vectors=FILE is missing");
        file = $fopen(name, "r");
        if (file == 0) $fatal(1, "FAIL fp: cannot open %0s", name);
        for (i = 1; i <= 5; i = i + 1) valid_q[i] = 1'b0;
    end

    always @(posedge clk) begin
        prng = xorshift32(prng);
        en <= prng[2:0] != 3'd0;

        // Outputs as they stand before this edge.
        if (valid_q[3] && (op_q[3] == `WF_OP_FADD || op_q[3] == `WF_OP_FSUB)) begin
            if (add_result !== want_q[3]) fail("add", op_q[3], a_q[3], b_q[3], c_q[3], want_q[3], add_result);
            add_checks = add_checks + 1;
        end
        if (valid_q[3] && (op_q[3] == `WF_OP_FMUL || op_q[3] == `WF_OP_MUL)) begin
            if (mul_result !== want_q[3]) fail("mul", op_q[3], a_q[3], b_q[3], c_q[3], want_q[3], mul_result);
            mul_checks = mul_checks + 1;
        end
        if (valid_q[5] && op_q[5] >= `WF_OP_MUL && op_q[5] <= `WF_OP_FMA) begin
            if (fma_result !== want_q[5]) fail("fma", op_q[5], a_q[5], b_q[5], c_q[5], want_q[5], fma_result);
            fma_checks = fma_checks + 1;
        end
        if (valid_q[3] && ((op_q[3] >= `WF_OP_FLOOR && op_q[3] <= `WF_OP_RNDNE) || (op_q[3] >= `WF_OP_F2I && op_q[3] <= `WF_OP_H2F))) begin
            if (convert_result !== want_q[3]) fail("convert", op_q[3], a_q[3], b_q[3], c_q[3], want_q[3], convert_result);
            convert_checks = convert_checks + 1;
        end
        if (valid && is_pick) begin
            if (pick_result !== want) fail("minmax", op, a, b, c, want, pick_result);
            pick_checks = pick_checks + 1;
        end
        if (valid && is_compare) begin
            if ({31'd0, compare_result} !== want) fail("compare", op, a, b, c, want, {31'd0, compare_result});
            compare_checks = compare_checks + 1;
        end

        if (en) begin
            for (i = 5; i > 1; i = i - 1) begin
                valid_q[i] = valid_q[i-1];
                op_q[i] = op_q[i-1];
                a_q[i] = a_q[i-1];
                b_q[i] = b_q[i-1];
                c_q[i] = c_q[i-1];
                want_q[i] = want_q[i-1];
            end
            valid_q[1] = valid;
            op_q[1] = op;
            a_q[1] = a;
            b_q[1] = b;
            c_q[1] = c;
            want_q[1] = want;

            valid <= 1'b0;
            if (prng[5:3] != 3'd0) begin
                got = $fscanf(file, "%h %h %h %h %h\n", new_op, new_a, new_b, new_c, new_want);
                if (got == 5) begin
                    valid <= 1'b1;
                    op <= new_op;
                    a <= new_a;
                    b <= new_b;
                    c <= new_c;
                    want <= new_want;
                end else begin
                    drain = drain + 1;
                end
            end
        end

        if (drain == 12) begin
            checks = add_checks + mul_checks + fma_checks + convert_checks + pick_checks + compare_checks;
            if (checks == 0) $fatal(1, "FAIL fp seed=%0d: nothing was checked", seed);
            if (!$test$plusargs("one") && (add_checks == 0 || mul_checks == 0 || fma_checks == 0 || convert_checks == 0
                                           || pick_checks == 0 || compare_checks == 0))
                $fatal(1, "FAIL fp seed=%0d: a unit was not checked: add %0d mul %0d fma %0d convert %0d minmax %0d compare %0d",
                       seed, add_checks, mul_checks, fma_checks, convert_checks, pick_checks, compare_checks);
            $display("PASS fp seed=%0d checks=%0d add=%0d mul=%0d fma=%0d convert=%0d minmax=%0d compare=%0d", seed, checks,
                     add_checks, mul_checks, fma_checks, convert_checks, pick_checks, compare_checks);
            $finish;
        end
    end
endmodule
`default_nettype wire
