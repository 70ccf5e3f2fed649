/* SPDX-License-Identifier: Apache-2.0
 * math.h - the mathematics of SPIR-V and GLSL.std.450 as code: each function writes the instructions that compute it,
 * and returns the operand that holds the result.  Instructions each takes, measured errors and what the Vulkan
 * specification allows: docs/spirv-math.md.
 *
 * Constants fold: what is called with constants becomes a constant, and a constant divisor or exponent takes what it
 * makes needless out of the code.  Where it is said so, code has an if for rare operands; all else is straight.
 */
#ifndef WAVEFOLD_SPIRV_MATH_H
#define WAVEFOLD_SPIRV_MATH_H

#include "../code/build.h"

/* ---- floats: division and roots (div.c, sqrt.c) ---- */

/* correctly rounded; has an if unless b is a power of two */
wfs_val wfs_fdiv(struct wfs_code *c, wfs_val a, wfs_val b);
/* OpFRem: the sign of a; exact while |a/b| < 2^21, 0 beyond */
wfs_val wfs_frem(struct wfs_code *c, wfs_val a, wfs_val b);
wfs_val wfs_fmod(struct wfs_code *c, wfs_val a, wfs_val b);         /* OpFMod: the sign of b; likewise */
wfs_val wfs_sqrt(struct wfs_code *c, wfs_val x);                    /* correctly rounded */
wfs_val wfs_rsqrt(struct wfs_code *c, wfs_val x);

/* ---- floats: exponential functions (exp.c) ---- */

wfs_val wfs_exp(struct wfs_code *c, wfs_val x);
wfs_val wfs_exp2(struct wfs_code *c, wfs_val x);
wfs_val wfs_sinh(struct wfs_code *c, wfs_val x);
wfs_val wfs_cosh(struct wfs_code *c, wfs_val x);
wfs_val wfs_tanh(struct wfs_code *c, wfs_val x);

/* ---- floats: logarithms, powers (log.c) ---- */

wfs_val wfs_log(struct wfs_code *c, wfs_val x);
wfs_val wfs_log2(struct wfs_code *c, wfs_val x);
wfs_val wfs_pow(struct wfs_code *c, wfs_val x, wfs_val y);
wfs_val wfs_asinh(struct wfs_code *c, wfs_val x);
wfs_val wfs_acosh(struct wfs_code *c, wfs_val x);
wfs_val wfs_atanh(struct wfs_code *c, wfs_val x);

/* ---- floats: angles (trig.c, arc.c) ---- */

wfs_val wfs_sin(struct wfs_code *c, wfs_val x);
wfs_val wfs_cos(struct wfs_code *c, wfs_val x);
wfs_val wfs_tan(struct wfs_code *c, wfs_val x);
wfs_val wfs_asin(struct wfs_code *c, wfs_val x);
wfs_val wfs_acos(struct wfs_code *c, wfs_val x);
wfs_val wfs_atan(struct wfs_code *c, wfs_val x);
wfs_val wfs_atan2(struct wfs_code *c, wfs_val y, wfs_val x);

/* ---- floats: parts, clamping, mixing, as GLSL.std.450 has them (simple.c) ---- */

wfs_val wfs_fsign(struct wfs_code *c, wfs_val x);
wfs_val wfs_fract(struct wfs_code *c, wfs_val x);
wfs_val wfs_radians(struct wfs_code *c, wfs_val x);
wfs_val wfs_degrees(struct wfs_code *c, wfs_val x);
wfs_val wfs_fclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high);
wfs_val wfs_mix(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val a);
wfs_val wfs_step(struct wfs_code *c, wfs_val edge, wfs_val x);
wfs_val wfs_smoothstep(struct wfs_code *c, wfs_val edge0, wfs_val edge1, wfs_val x);
/* the fraction; second: the whole part, a float */
wfs_val wfs_modf(struct wfs_code *c, wfs_val x, wfs_val *second);
/* the significand; second: the exponent, an integer */
wfs_val wfs_frexp(struct wfs_code *c, wfs_val x, wfs_val *second);
wfs_val wfs_ldexp(struct wfs_code *c, wfs_val x, wfs_val e);

/* ---- integers (int.c); a divisor of 0 gives the quotient ~0 and the dividend as remainder ---- */

wfs_val wfs_udiv(struct wfs_code *c, wfs_val a, wfs_val b);
wfs_val wfs_umod(struct wfs_code *c, wfs_val a, wfs_val b);
/* towards zero; the least number by -1 is the least number */
wfs_val wfs_sdiv(struct wfs_code *c, wfs_val a, wfs_val b);
wfs_val wfs_srem(struct wfs_code *c, wfs_val a, wfs_val b);         /* the sign of a */
wfs_val wfs_smod(struct wfs_code *c, wfs_val a, wfs_val b);         /* the sign of b */
wfs_val wfs_sabs(struct wfs_code *c, wfs_val x);
wfs_val wfs_ssign(struct wfs_code *c, wfs_val x);
wfs_val wfs_sclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high);
wfs_val wfs_uclamp(struct wfs_code *c, wfs_val x, wfs_val low, wfs_val high);

/* ---- GLSL.std.450 (ext.c) ---- */

/* Instruction `instruction` of the set on `n` operands of 32-bit words, operand i in arg[i][0..length[i]-1], a
 * matrix column by column; the pointer of Modf and Frexp is not among them.  result gets the words of the result,
 * behind them those of a second part (of ModfStruct and FrexpStruct the second member).  False, and nothing is
 * written, when there is no such instruction on such operands. */
bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length,
             wfs_val *result);

#endif
