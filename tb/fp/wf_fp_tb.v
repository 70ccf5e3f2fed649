// SPDX-License-Identifier: Apache-2.0
// wf_fp_tb - every float unit against vectors of an integer-only oracle, with random `en` stalls and gaps.
//   Plusargs: +vectors=FILE (tb/fp/wf_fp_vectors.c)  +seed=N  +one (the file may hold a single operation)
//   Checks: each result exact, of conversions those of two units; latency 3 (fma 5) enabled cycles; a result holds while `en` is low; 1 result per cycle.
//   Build and run, Verilator and Icarus: make bench-fp, make icarus-fp SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_fp_tb;
    reg         clk = 1'b0, en = 1'b0;
    reg  [8*256-1:0] name;
    integer     file, got, i, drain = 0, checks = 0;
    integer     add_checks = 0, mul_checks = 0, fma_checks = 0, both_checks = 0, convert_checks = 0, pick_checks = 0, compare_checks = 0;

    // Vectors {op, a, b, c, expected result}: at the inputs, and in flight by the number of enabled cycles passed.
    localparam integer VECTOR_W = 8 + 4*32;
    reg                valid = 1'b0;
    reg [VECTOR_W-1:0] vector = {VECTOR_W{1'b0}};
    reg [5:1]          valid_q = 5'd0;
    reg [VECTOR_W-1:0] vector_q [1:5];
    wire [7:0]         op = vector[128 +: 8], op3 = vector_q[3][128 +: 8], op5 = vector_q[5][128 +: 8];
    wire [31:0]        a = vector[96 +: 32], b = vector[64 +: 32], c = vector[32 +: 32], want = vector[0 +: 32];
    reg  [7:0]         new_op;
    reg  [31:0]        new_a, new_b, new_c, new_want;

    function is_add(input [7:0] o); is_add = o == `WF_OP_FADD || o == `WF_OP_FSUB; endfunction
    function is_mul(input [7:0] o); is_mul = o == `WF_OP_FMUL || o == `WF_OP_MUL; endfunction
    function is_convert(input [7:0] o);
        is_convert = (o >= `WF_OP_FLOOR && o <= `WF_OP_RNDNE) || (o >= `WF_OP_F2I && o <= `WF_OP_H2F);
    endfunction
    function is_fma(input [7:0] o); is_fma = o >= `WF_OP_MUL && o <= `WF_OP_FMA; endfunction
    wire        is_pick    = op == `WF_OP_FMIN || op == `WF_OP_FMAX;
    wire        is_compare = op >= `WF_OP_FEQ && op <= `WF_OP_FGE;
    wire [31:0] add_result, mul_result, fma_result, both_result, convert_result, pick_result;
    wire        compare_result;

    wf_fp_add u_add (.clk(clk), .en(en), .in_valid(valid && is_add(op)), .a(a), .b(b), .subtract(op == `WF_OP_FSUB),
                     .result(add_result));
    wf_fp_mul u_mul (.clk(clk), .en(en), .in_valid(valid && is_mul(op)), .a(a), .b(b), .is_integer(op == `WF_OP_MUL),
                     .result(mul_result));
    wf_fp_fma u_fma (.clk(clk), .en(en), .in_valid(valid && is_fma(op)), .op(op), .a(a), .b(b), .c(c), .result(fma_result));
    wf_fp_fma #(.CONVERT(1)) u_both (
        .clk(clk), .en(en), .in_valid(valid && (is_fma(op) || is_convert(op))), .op(op), .a(a), .b(b), .c(c), .result(both_result));
    wf_fp_convert u_convert (.clk(clk), .en(en), .in_valid(valid && is_convert(op)), .op(op), .b(b), .result(convert_result));
    wf_fp_minmax u_minmax (.a(a), .b(b), .is_max(op == `WF_OP_FMAX), .result(pick_result));
    wf_fp_compare u_compare (.op(op), .a(a), .b(b), .result(compare_result));

`ifdef WF_COVER
    wf_fp_bins u_bins (.valid(valid && en), .op(op), .a(a), .b(b), .c(c));
`endif

    always #5 clk = !clk;

    `include "wf_random.vh"

    task check(input [8*8-1:0] unit, input [VECTOR_W-1:0] v, input [31:0] result, inout integer count);
        begin
            if (result !== v[31:0])
                $fatal(1, "FAIL fp seed=%0d unit=%0s op=%h a=%h b=%h c=%h want=%h got=%h (reproduce: +vectors=%0s +seed=%0d)", seed, unit,
                       v[128 +: 8], v[96 +: 32], v[64 +: 32], v[32 +: 32], v[31:0], result, name, seed);
            count = count + 1;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("vectors=%s", name)) $fatal(1, "FAIL fp: +vectors=FILE is missing");
        file = $fopen(name, "r");
        if (file == 0) $fatal(1, "FAIL fp: cannot open %0s", name);
    end

    always @(posedge clk) begin
        prng = xorshift32(prng);
        en <= prng[2:0] != 3'd0;

        // Outputs as they stand before this edge.
        if (valid_q[3] && is_add(op3))     check("add", vector_q[3], add_result, add_checks);
        if (valid_q[3] && is_mul(op3))     check("mul", vector_q[3], mul_result, mul_checks);
        if (valid_q[5] && is_fma(op5))     check("fma", vector_q[5], fma_result, fma_checks);
        if (valid_q[5] && (is_fma(op5) || is_convert(op5))) check("both", vector_q[5], both_result, both_checks);
        if (valid_q[3] && is_convert(op3)) check("convert", vector_q[3], convert_result, convert_checks);
        if (valid && is_pick)              check("minmax", vector, pick_result, pick_checks);
        if (valid && is_compare)           check("compare", vector, {31'd0, compare_result}, compare_checks);

        if (en) begin
            valid_q <= {valid_q[4:1], valid};
            for (i = 5; i > 1; i = i - 1) vector_q[i] = vector_q[i-1];
            vector_q[1] = vector;

            valid <= 1'b0;
            if (prng[5:3] != 3'd0) begin
                got = $fscanf(file, "%h %h %h %h %h\n", new_op, new_a, new_b, new_c, new_want);
                if (got == 5) begin
                    valid  <= 1'b1;
                    vector <= {new_op, new_a, new_b, new_c, new_want};
                end else
                    drain = drain + 1;
            end
        end

        if (drain == 12) begin
            checks = add_checks + mul_checks + fma_checks + both_checks + convert_checks + pick_checks + compare_checks;
            if (checks == 0) $fatal(1, "FAIL fp seed=%0d: nothing was checked", seed);
            if (!$test$plusargs("one") && (add_checks == 0 || mul_checks == 0 || fma_checks == 0 || both_checks == 0 || convert_checks == 0
                                           || pick_checks == 0 || compare_checks == 0))
                $fatal(1, "FAIL fp seed=%0d: a unit was not checked: add %0d mul %0d fma %0d convert %0d minmax %0d compare %0d",
                       seed, add_checks, mul_checks, fma_checks, convert_checks, pick_checks, compare_checks);
            $display("PASS fp seed=%0d checks=%0d add=%0d mul=%0d fma=%0d both=%0d convert=%0d minmax=%0d compare=%0d", seed, checks,
                     add_checks, mul_checks, fma_checks, both_checks, convert_checks, pick_checks, compare_checks);
            $finish;
        end
    end
endmodule
`default_nettype wire
