/* SPDX-License-Identifier: Apache-2.0
 * interp_value.h - arithmetic on slots, and the instructions that only make a value out of values.
 */
#ifndef INTERP_VALUE_H
#define INTERP_VALUE_H

#include "interp_module.h"

/* interp_alu.c: one scalar.  `to` and `from` are scalar types: of the result and of the first operand. */
bool alu_knows(unsigned op);
/* With the execution modes of the types. */
uint64_t alu(unsigned op, const struct type *to, const struct type *from, const uint64_t v[4]);
/* Of two operands that have the type of the result. */
static inline uint64_t alu2(unsigned op, const struct type *t, uint64_t a, uint64_t b)
{
    return alu(op, t, t, (const uint64_t[4]){ a, b });
}

/* Whatever the execution modes are. */
uint64_t alu_nearest(unsigned op, const struct type *t, uint64_t a, uint64_t b);

/* interp_float.c: floats of 16, 32, 64 bits as doubles, and back, rounded to nearest even; a NaN becomes the quiet one. */
double float_of(unsigned width, uint64_t bits);
uint64_t bits_of(unsigned width, double value);
/* From now on rounding is towards zero, or to nearest even. */
void float_cuts(bool cuts);
/* A zero of its sign for a subnormal number. */
uint64_t flushed(unsigned width, uint64_t bits);
/* a * b + c rounded once. */
uint64_t fused(unsigned width, uint64_t a, uint64_t b, uint64_t c);
/* The number wins over NaN, two NaNs give NaN, -0 < +0. */
uint64_t float_min(unsigned width, uint64_t a, uint64_t b);
uint64_t float_max(unsigned width, uint64_t a, uint64_t b);

/* interp_value.c: computes the result of `n` for one lane into out[n->type->slots]; false: it is no such instruction. */
bool value_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);
/* interp_matrix.c: dot products and matrices. */
bool matrix_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);
/* interp_glsl.c: OpExtInst of GLSL.std.450 without those that write through a pointer; fails on unknown numbers. */
void glsl_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);
/* Frexp and Modf: *whole is what goes through the pointer or into the second member. */
void glsl_split(unsigned number, const struct type *scalar, const struct type *whole_type, uint64_t x, uint64_t *part, uint64_t *whole);
/* interp_pointer.c: access chains and comparisons of pointers. */
bool pointer_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);

/* A width of 0 is that of something else than a number, which only a wrong module brings here. */
static inline uint64_t low_bits(unsigned width, uint64_t v)
{
    return width >= 64 || width == 0 ? v : v & ((UINT64_C(1) << width) - 1);
}

static inline int64_t sign_extend(unsigned width, uint64_t v)
{
    const uint64_t sign = UINT64_C(1) << ((width - 1) & 63);

    return width >= 64 || width == 0 ? (int64_t)v : (int64_t)((low_bits(width, v) ^ sign) - sign);
}

#endif
