/* SPDX-License-Identifier: Apache-2.0
 * wide.h - arithmetic on every width of integers and floats, by the opcodes of SPIR-V.
 *
 * A value is one word per lane; of 64 bits two, low first.  bool: 0 or 1.  8- and 16-bit integers of either sign:
 * zeros above.  f16:  its bits in 15:0, zeros above.  Results have the same form.  `result` has room for two words; it
 * may be the array of an operand.
 *
 * Every function returns false when it does not know the operation at that width, or when an operand that it needs is
 * NULL.
 */
#ifndef WAVEFOLD_SPIRV_WIDE_H
#define WAVEFOLD_SPIRV_WIDE_H

#include "../code/build.h"

/* Words of a scalar of so many bits. */
static inline unsigned wfs_words(unsigned width) { return width == 64 ? 2 : 1; }

/* Integers of 8, 16, 32 and 64 bits: OpSNegate, OpNot, OpIAdd .. OpSMod, shifts (the count, y, may be of any width),
 * bitwise operations, comparisons (one word: a truth), OpBitReverse, OpBitCount.  Unary ones do not look at y. */
bool wfs_integer(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y, wfs_val *result);
/* OpBitFieldInsert, OpBitFieldSExtract, OpBitFieldUExtract.  `insert` is for the first of them; offset and count are
 * low words. */
bool wfs_bitfield(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *base, const wfs_val *insert,
                  wfs_val offset, wfs_val count, wfs_val *result);
/* OpIAddCarry, OpISubBorrow, OpUMulExtended, OpSMulExtended: the two members of the result. */
bool wfs_integer_extended(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y,
                          wfs_val *low, wfs_val *high);
/* GLSL.std.450 on integers: SAbs, SSign, UMin .. SClamp, FindILsb, FindSMsb, FindUMsb. */
bool wfs_integer_glsl(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *x, const wfs_val *y,
                      const wfs_val *z, wfs_val *result);
/* The instructions of SPV_INTEL_shader_integer_functions2; the products with half words of 32 bits alone. */
bool wfs_integer_saturating(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y,
                            wfs_val *result);
/* OpLogicalEqual .. OpLogicalNot on truths. */
bool wfs_logical(struct wfs_code *c, uint32_t op, wfs_val x, wfs_val y, wfs_val *result);

/* OpFNegate, OpFAdd .. OpFMod, comparisons, OpIsNan, OpIsInf, OpOrdered, OpUnordered.  Arithmetic of f16 and f64 is
 * correctly rounded; mode.h has the modes. */
bool wfs_float_op(struct wfs_code *c, uint32_t op, unsigned width, const wfs_val *x, const wfs_val *y, wfs_val *result);
/* GLSL.std.450 where going through f32 will not do: of 16 bits FAbs, Sqrt, Fma (all others of f16 may convert to f32
 * and back), of 64 bits all that works component by component on floats and gives one. */
bool wfs_float_glsl(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *x, const wfs_val *y,
                    const wfs_val *z, wfs_val *result);

/* OpConvertFToU, OpConvertFToS, OpConvertSToF, OpConvertUToF, OpUConvert, OpSConvert, OpFConvert, OpQuantizeToF16;
 * to integers towards zero, to floats by wfs_code.rounds_to_zero and flushes, else to nearest even. */
bool wfs_convert(struct wfs_code *c, uint32_t op, unsigned from, unsigned to, const wfs_val *x, wfs_val *result);

/* OpQuantizeToF16 of an f32. */
wfs_val wfs_quantize_f16(struct wfs_code *c, wfs_val x);

/* truth ? x : y, of so many words. */
void wfs_select(struct wfs_code *c, wfs_val truth, unsigned words, const wfs_val *x, const wfs_val *y, wfs_val *result);

/* An 8- or 16-bit integer to 32 bits with its sign; 32 bits as they are. */
wfs_val wfs_sign_extend(struct wfs_code *c, unsigned width, wfs_val x);
/* The nearest word to a 64-bit integer, for what takes all great numbers for one. */
wfs_val wfs_nearest_word(struct wfs_code *c, const wfs_val *word, bool is_signed);
/* The low 8 or 16 bits of a word, or all 32. */
wfs_val wfs_cut(struct wfs_code *c, unsigned width, wfs_val x);

#endif
