// SPDX-License-Identifier: Apache-2.0
// wf_fp_exact - a * b + c, a * b, a + b and a - b in a format by IEEE 754: the exact value, as an integer of many bits,
//   rounded once to nearest even.  Combinational; for benches and proofs.
`default_nettype none
`include "wf_isa.vh"

module wf_fp_exact #(
    parameter integer EXP  = 8,
    parameter integer MANT = 23
) (
    input  wire [7:0]        op,             // WF_OP_ FADD FSUB FMUL FMA
    input  wire [EXP+MANT:0] a,
    input  wire [EXP+MANT:0] b,
    input  wire [EXP+MANT:0] c,
    output reg  [EXP+MANT:0] result
);
    localparam integer W = EXP + MANT, TOP = (1 << EXP) - 1, BIAS = (1 << (EXP-1)) - 1;
    // The unit of a product is that of a number, 2^(1-BIAS-MANT), squared: a number is a multiple of it by 2^SCALE.
    localparam integer SCALE = BIAS + MANT - 1;
    localparam integer WIDE  = 2 * (TOP + MANT) + 4;

    function is_nan(input [W:0] f);  is_nan  = &f[W-1:MANT] && f[MANT-1:0] != 0; endfunction
    function is_inf(input [W:0] f);  is_inf  = &f[W-1:MANT] && f[MANT-1:0] == 0; endfunction
    function is_zero(input [W:0] f); is_zero = f[W-1:0] == 0; endfunction
    function [MANT:0] significand(input [W:0] f); significand = {f[W-1:MANT] != 0, f[MANT-1:0]}; endfunction
    function [EXP-1:0] places(input [W:0] f);     // above the least exponent
        places = f[W-1:MANT] == 0 ? 0 : f[W-1:MANT] - 1;
    endfunction
    function [W:0] nan(input unused);          nan = {1'b0, {(EXP+1){1'b1}}, {(MANT-1){1'b0}}}; endfunction
    function [W:0] infinity(input sign);       infinity = {sign, {EXP{1'b1}}, {MANT{1'b0}}}; endfunction

    reg [2*MANT+1:0] product;
    reg [WIDE-1:0]   first, second, sum, half, rest, whole, steps;
    reg              first_sign, second_sign, sign;
    reg              first_inf, second_inf;
    reg [W:0]        addend;
    integer          i, unit;

    always @* begin
        // two numbers with signs, the second 0 in a product
        addend      = op == `WF_OP_FMA ? c : b;
        product     = significand(a) * significand(b);
        first       = op == `WF_OP_FMA || op == `WF_OP_FMUL
                      ? {{(WIDE-2*MANT-2){1'b0}}, product} << places(a) << places(b)
                      : {{(WIDE-MANT-1){1'b0}}, significand(a)} << places(a) << SCALE;
        first_sign  = op == `WF_OP_FMA || op == `WF_OP_FMUL ? a[W] ^ b[W] : a[W];
        first_inf   = is_inf(a) || ((op == `WF_OP_FMA || op == `WF_OP_FMUL) && is_inf(b));
        second      = op == `WF_OP_FMUL ? 0 : {{(WIDE-MANT-1){1'b0}}, significand(addend)} << places(addend) << SCALE;
        second_sign = op == `WF_OP_FMUL ? first_sign : addend[W] ^ (op == `WF_OP_FSUB);
        second_inf  = op != `WF_OP_FMUL && is_inf(addend);

        // their sum
        if (first_sign == second_sign) begin
            sum  = first + second;
            sign = first_sign;
        end else begin
            sum  = first > second ? first - second : second - first;
            sign = first == second ? 1'b0 : first > second ? first_sign : second_sign;
        end

        // its units, and the rest: below, above or at the half of one
        unit = SCALE;
        for (i = SCALE + MANT; i < WIDE; i = i + 1) if (sum[i]) unit = i - MANT;
        whole  = sum >> unit;
        rest   = sum - (whole << unit);
        half   = {{(WIDE-1){1'b0}}, 1'b1} << (unit - 1);
        if (rest > half || (rest == half && whole[0])) whole = whole + 1;
        steps  = unit - SCALE;
        whole  = whole + (steps << MANT);    // the hidden bit adds one to the exponent
        result = whole >= (TOP << MANT) ? infinity(sign) : {sign, whole[W-1:0]};

        if (first_inf || second_inf) result = infinity(first_inf ? first_sign : second_sign);
        if (first_inf && second_inf && first_sign != second_sign) result = nan(1'b0);
        if ((op == `WF_OP_FMA || op == `WF_OP_FMUL) && ((is_inf(a) && is_zero(b)) || (is_zero(a) && is_inf(b)))) result = nan(1'b0);
        if (is_nan(a) || is_nan(b) || (op == `WF_OP_FMA && is_nan(c))) result = nan(1'b0);
    end
endmodule

`default_nettype wire
