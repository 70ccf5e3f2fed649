/* SPDX-License-Identifier: Apache-2.0
 * math.h - the mathematics of SPIR-V and GLSL.std.450 as code: each function writes the instructions that compute it,
 * and returns the operand that holds the result.  Instructions each takes, measured errors and what the Vulkan
 * specification allows: docs/spirv-math.md.
 *
 * Constants fold: a function of constants becomes a constant, and a constant divisor or exponent removes the code that
 * it makes needless.  The comment of a function names an if for rare operands; all other code is straight.
 */
#ifndef WAVEFOLD_SPIRV_MATH_H
#define WAVEFOLD_SPIRV_MATH_H

#include "../code/build.h"

/* ---- floats: division and roots (div.c, sqrt.c) ---- */

wfs_binary wfs_fdiv;    /* correctly rounded; has an if unless the divisor is a power of two; or as near_division */
/* OpFRem, OpFMod: the sign of the dividend, of the divisor; exact while the quotient is below 2^21, 0 beyond */
wfs_binary wfs_frem, wfs_fmod;
wfs_unary wfs_sqrt, wfs_rsqrt;          /* sqrt is correctly rounded, except for near_roots */

/* ---- floats: exponential functions (exp.c), logarithms and powers (log.c) ---- */

wfs_unary wfs_exp, wfs_exp2, wfs_exp10, wfs_expm1, wfs_sinh, wfs_cosh, wfs_tanh;
wfs_unary wfs_log, wfs_log2, wfs_log10, wfs_log1p, wfs_asinh, wfs_acosh, wfs_atanh;
wfs_binary wfs_pow;

/* ---- floats: angles (trig.c, arc.c) ---- */

wfs_unary wfs_sin, wfs_cos, wfs_tan, wfs_asin, wfs_acos, wfs_atan;
wfs_binary wfs_atan2;                   /* of y, x */

/* ---- floats: parts, clamping, mixing, as GLSL.std.450 has them (simple.c) ---- */

wfs_unary wfs_fsign, wfs_fract, wfs_radians, wfs_degrees;
wfs_binary wfs_step;                    /* of the edge, x */
wfs_binary wfs_ldexp;                   /* of x, the exponent */
wfs_ternary wfs_fclamp;                 /* of x, the lower end, the upper end; so are uclamp and sclamp */
wfs_ternary wfs_mix, wfs_smoothstep;    /* of x, y, the share of y; of both edges, x */
typedef wfs_val wfs_parts(struct wfs_code *c, wfs_val x, wfs_val *second);
wfs_parts wfs_modf;                     /* the fraction; second: the whole part, a float */
wfs_parts wfs_frexp;                    /* the significand; second: the exponent, an integer */

/* ---- integers (int.c); a divisor of 0 gives the quotient ~0 and the dividend as remainder ---- */

wfs_binary wfs_udiv, wfs_umod;
wfs_binary wfs_sdiv;                    /* towards zero; the least number by -1 is the least number */
wfs_binary wfs_srem, wfs_smod;          /* the sign of the dividend, of the divisor */
wfs_unary wfs_sabs, wfs_ssign;
wfs_ternary wfs_sclamp, wfs_uclamp;

/* ---- GLSL.std.450 (ext.c) ---- */

/* Instruction `instruction` of the set on `n` operands of 32-bit words, operand i in arg[i][0..length[i]-1], a
 * matrix column by column; the pointer of Modf and Frexp is not among them.  result gets the words of the result,
 * then those of a second part (the second member of ModfStruct and FrexpStruct).  False, and nothing is
 * written, when there is no such instruction on such operands. */
bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length,
             wfs_val *result);
/* The same on operands of 64-bit floats, of two words each; length counts components.  The exponent of Ldexp and that
 * which Frexp gives are words. */
bool wfs_ext_double(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg,
                    const unsigned *length, wfs_val *result);

#endif
