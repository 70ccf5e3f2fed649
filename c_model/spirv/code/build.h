/* SPDX-License-Identifier: Apache-2.0
 * build.h - write code: one call per operation.  Constants are folded and trivial operations left out at once
 * (simplify.c), so a caller need not care: wfs_add(c, x, wfs_const(0)) is x.
 */
#ifndef WAVEFOLD_SPIRV_BUILD_H
#define WAVEFOLD_SPIRV_BUILD_H

#include "code.h"

/* Functions that write the code of a function of so many words. */
typedef wfs_val wfs_unary(struct wfs_code *code, wfs_val x);
typedef wfs_val wfs_binary(struct wfs_code *code, wfs_val x, wfs_val y);
typedef wfs_val wfs_ternary(struct wfs_code *code, wfs_val x, wfs_val y, wfs_val z);

/* Any operation of isa.def with one result word and operands as its format names them: (b), (a, b), (a, b, c).  Unused
 * ones: wfs_none(). */
wfs_val wfs_op(struct wfs_code *code, uint8_t op, wfs_val a, wfs_val b, wfs_val c);

#define WFS_UNARY(name, id) \
    static inline wfs_val wfs_##name(struct wfs_code *c, wfs_val x) \
    { return wfs_op(c, WF_OP_##id, wfs_none(), x, wfs_none()); }
#define WFS_BINARY(name, id) \
    static inline wfs_val wfs_##name(struct wfs_code *c, wfs_val x, wfs_val y) \
    { return wfs_op(c, WF_OP_##id, x, y, wfs_none()); }
#define WFS_TERNARY(name, id) \
    static inline wfs_val wfs_##name(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z) \
    { return wfs_op(c, WF_OP_##id, x, y, z); }

/* integers; isa.def defines each */
WFS_UNARY(not, NOT) WFS_UNARY(countbits, COUNTBITS) WFS_UNARY(revbits, REVBITS) WFS_UNARY(lowest, FFBL)
WFS_UNARY(highest, FFBHU) WFS_UNARY(highest_s, FFBHS)
WFS_BINARY(add, ADD) WFS_BINARY(sub, SUB) WFS_BINARY(and, AND) WFS_BINARY(or, OR) WFS_BINARY(xor, XOR)
WFS_BINARY(shl, SHL) WFS_BINARY(shr, SHR) WFS_BINARY(sar, SAR) WFS_BINARY(mins, MINS) WFS_BINARY(maxs, MAXS)
WFS_BINARY(minu, MINU) WFS_BINARY(maxu, MAXU) WFS_BINARY(eq, EQ) WFS_BINARY(ne, NE) WFS_BINARY(lts, LTS)
WFS_BINARY(ges, GES) WFS_BINARY(ltu, LTU) WFS_BINARY(geu, GEU) WFS_BINARY(bfeu, BFEU) WFS_BINARY(bfes, BFES)
WFS_BINARY(mul, MUL) WFS_BINARY(mulhu, MULHU) WFS_BINARY(mulhs, MULHS) WFS_TERNARY(mad, MAD) WFS_TERNARY(bfi, BFI)
WFS_TERNARY(sel, SEL)                   /* x != 0 ? y : z */

/* floats */
WFS_BINARY(fadd, FADD) WFS_BINARY(fsub, FSUB) WFS_BINARY(fmul, FMUL) WFS_BINARY(fmin, FMIN) WFS_BINARY(fmax, FMAX)
WFS_BINARY(feq, FEQ) WFS_BINARY(fne, FNE) WFS_BINARY(flt, FLT) WFS_BINARY(fle, FLE) WFS_BINARY(fgt, FGT)
WFS_BINARY(fge, FGE) WFS_TERNARY(fma, FMA) WFS_UNARY(fabs, FABS) WFS_UNARY(fneg, FNEG) WFS_UNARY(floor, FLOOR)
WFS_UNARY(ceil, CEIL) WFS_UNARY(trunc, TRUNC) WFS_UNARY(round, RNDNE)
WFS_UNARY(f2i, F2I) WFS_UNARY(f2u, F2U) WFS_UNARY(i2f, I2F) WFS_UNARY(u2f, U2F) WFS_UNARY(f2h, F2H) WFS_UNARY(h2f, H2F)

#undef WFS_UNARY
#undef WFS_BINARY
#undef WFS_TERNARY

/* Truths are 0 and 1. */
static inline wfs_val wfs_lnot(struct wfs_code *c, wfs_val truth) { return wfs_xor(c, truth, wfs_const(1)); }
static inline wfs_val wfs_neg(struct wfs_code *c, wfs_val x) { return wfs_sub(c, wfs_const(0), x); }

/* ---- cross-lane ---- */

/* One word from operands (b) or (a, b): WF_OP_ANY, WF_OP_READLANE, WF_OP_QSWAPX, ... */
wfs_val wfs_lanes(struct wfs_code *code, uint8_t op, wfs_val a, wfs_val b);
/* A system value, WF_SV_*. */
wfs_val wfs_sv(struct wfs_code *code, unsigned number);
wfs_val wfs_size(struct wfs_code *code, unsigned buffer);
/* A scan: op WF_OP_WADD.., mode WF_SCAN_*, scope WF_SCOPE_*, log2 of the cluster, and the mask of a multi-prefix (four
 * words, else NULL). */
wfs_val wfs_scan(struct wfs_code *code, uint8_t op, unsigned mode, unsigned scope, unsigned cluster, wfs_val x,
                 const wfs_val mask[4]);
/* Masks: the result is four words. */
void wfs_ballot(struct wfs_code *code, wfs_val truth, wfs_val mask[4]);
void wfs_match(struct wfs_code *code, const wfs_val *key, unsigned words, wfs_val mask[4]);         /* 1..4 words */
void wfs_match_bool(struct wfs_code *code, wfs_val truth, wfs_val mask[4]);
/* One word from a mask: WF_OP_MLSB, MMSB, MCOUNT, MCOUNTX, MCOUNTI, MINVERSE; WF_OP_MBIT with the number of the bit,
 * else wfs_none(). */
wfs_val wfs_mask(struct wfs_code *code, uint8_t op, const wfs_val mask[4], wfs_val bit);

/* ---- memory; addresses and offsets in bytes ---- */

wfs_val wfs_lds_load(struct wfs_code *code, wfs_val address, uint16_t offset);
void wfs_lds_store(struct wfs_code *code, wfs_val address, uint16_t offset, wfs_val x);
wfs_val wfs_lds_atomic(struct wfs_code *code, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                       wfs_val compare, bool used);
wfs_val wfs_load(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset);
void wfs_store(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset, wfs_val x);
/* Into memory of the lane's own: helper lanes store too. */
void wfs_store_private(struct wfs_code *code, unsigned buffer, wfs_val address, uint16_t offset, wfs_val x);
wfs_val wfs_atomic(struct wfs_code *code, unsigned buffer, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                   wfs_val compare, bool used);
/* The same; the number of the buffer may be a register, lane by lane: no buffer's number leads nowhere. */
wfs_val wfs_load_by(struct wfs_code *code, wfs_val number, wfs_val address, uint16_t offset);
void wfs_store_by(struct wfs_code *code, wfs_val number, wfs_val address, uint16_t offset, wfs_val x);
wfs_val wfs_atomic_by(struct wfs_code *code, wfs_val number, unsigned atom, wfs_val address, uint16_t offset, wfs_val x,
                      wfs_val compare, bool used);
/* The same on 64 bits: x and compare are two words, low first; compare is NULL but of compare-exchange.  old: two words
 * too, or NULL when the caller does not ask. */
void wfs_lds_atomic64(struct wfs_code *code, unsigned atom, wfs_val address, uint16_t offset, const wfs_val *x,
                      const wfs_val *compare, wfs_val *old);
void wfs_atomic64_by(struct wfs_code *code, wfs_val number, unsigned atom, wfs_val address, uint16_t offset,
                     const wfs_val *x, const wfs_val *compare, wfs_val *old);

/* ---- control flow ---- */

void wfs_flow(struct wfs_code *code, uint8_t op);           /* else, endif, continuing, endloop, ret, demote, end */
/* barrier, memory_barrier: of device or workgroup scope */
void wfs_fence(struct wfs_code *code, uint8_t op, bool device);
void wfs_if(struct wfs_code *code, wfs_val truth);
uint32_t wfs_loop(struct wfs_code *code);                   /* its number, for the three below */
void wfs_break(struct wfs_code *code, uint32_t loop);
void wfs_breakif(struct wfs_code *code, uint32_t loop, wfs_val truth);
void wfs_continue(struct wfs_code *code, uint32_t loop);

/* Where ways meet: a register that wfs_copy gives a value on each way, to be read where they have met. */
wfs_val wfs_meeting(struct wfs_code *code);
void wfs_copy(struct wfs_code *code, wfs_val meeting, wfs_val x);       /* a group of its own */

#endif
