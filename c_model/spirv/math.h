/* SPDX-License-Identifier: Apache-2.0
 * math.h - the mathematics of SPIR-V and GLSL.std.450 as code: each function writes the instructions that compute it, and returns the
 * operand that holds the result.  Instructions each takes, measured errors and what the Vulkan specification allows: docs/spirv-math.md.
 *
 * Constants fold: what is called with constants becomes a constant, and a constant divisor or exponent takes what it makes
 * needless out of the code.  Where it is said so, code has an if for rare operands; all else is straight.
 */
#ifndef WAVEFOLD_SPIRV_MATH_H
#define WAVEFOLD_SPIRV_MATH_H

#include "build.h"

/* ---- floats: division and roots (math_div.c, math_sqrt.c) ---- */

wfs_val wfs_fdiv(struct wfs_code *c, wfs_val a, wfs_val b);         /* correctly rounded; has an if unless b is a power of two */
wfs_val wfs_frem(struct wfs_code *c, wfs_val a, wfs_val b);         /* OpFRem: the sign of a; exact while |a/b| < 2^21, 0 beyond */
wfs_val wfs_fmod(struct wfs_code *c, wfs_val a, wfs_val b);         /* OpFMod: the sign of b; likewise */
wfs_val wfs_sqrt(struct wfs_code *c, wfs_val x);                    /* correctly rounded */
wfs_val wfs_rsqrt(struct wfs_code *c, wfs_val x);

/* ---- floats: exponential functions (math_exp.c) ---- */

wfs_val wfs_exp(struct wfs_code *c, wfs_val x);
wfs_val wfs_exp2(struct wfs_code *c, wfs_val x);
wfs_val wfs_sinh(struct wfs_code *c, wfs_val x);
wfs_val wfs_cosh(struct wfs_code *c, wfs_val x);
wfs_val wfs_tanh(struct wfs_code *c, wfs_val x);

/* ---- floats: logarithms, powers (math_log.c) ---- */

wfs_val wfs_log(struct wfs_code *c, wfs_val x);
wfs_val wfs_log2(struct wfs_code *c, wfs_val x);
wfs_val wfs_pow(struct wfs_code *c, wfs_val x, wfs_val y);
wfs_val wfs_asinh(struct wfs_code *c, wfs_val x);
wfs_val wfs_acosh(struct wfs_code *c, wfs_val x);
wfs_val wfs_atanh(struct wfs_code *c, wfs_val x);

/* ---- floats: angles (math_trig.c, math_arc.c) ---- */

wfs_val wfs_sin(struct wfs_code *c, wfs_val x);
wfs_val wfs_cos(struct wfs_code *c, wfs_val x);
wfs_val wfs_tan(struct wfs_code *c, wfs_val x);
wfs_val wfs_asin(struct wfs_code *c, wfs_val x);
wfs_val wfs_acos(struct wfs_code *c, wfs_val x);
wfs_val wfs_atan(struct wfs_code *c, wfs_val x);
wfs_val wfs_atan2(struct wfs_code *c, wfs_val y, wfs_val x);

/* ---- integers (math_int.c); a divisor of 0 gives the quotient ~0 and the dividend as remainder ---- */

wfs_val wfs_udiv(struct wfs_code *c, wfs_val a, wfs_val b);
wfs_val wfs_umod(struct wfs_code *c, wfs_val a, wfs_val b);
wfs_val wfs_sdiv(struct wfs_code *c, wfs_val a, wfs_val b);         /* towards zero; the least number by -1 is the least number */
wfs_val wfs_srem(struct wfs_code *c, wfs_val a, wfs_val b);         /* the sign of a */
wfs_val wfs_smod(struct wfs_code *c, wfs_val a, wfs_val b);         /* the sign of b */

#endif
bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length, wfs_val *result);
