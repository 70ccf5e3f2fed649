/* SPDX-License-Identifier: Apache-2.0
 * expect.h - what the lists of wf_expect are written with.
 */
#ifndef WF_EXPECT_H
#define WF_EXPECT_H

#include <stdint.h>
#include <string.h>

#include "../common/wf_bits.h"

static inline uint32_t hash(uint32_t x) /* hash() of the kernel file */
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

static inline uint64_t hash64(uint32_t x)
{
    return hash(x) | (uint64_t)hash(x + 77777) << 32;
}

__extension__ typedef _Float16 half;    /* binary16; the compiler rounds to nearest even */

static inline half to_half(uint32_t bits)
{
    uint16_t small = (uint16_t)bits;
    half h;
    memcpy(&h, &small, sizeof h);
    return h;
}

static inline uint32_t half_bits(half h)
{
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return bits;
}

static inline int32_t shift_down(int32_t s, unsigned n)    /* arithmetic shift: C leaves it open */
{
    return s < 0 ? (int32_t)~(~(uint32_t)s >> n) : (int32_t)((uint32_t)s >> n);
}

/* Operations of scans and reductions, floats as bits, and what a fold begins with; of minimum and maximum the number wins over NaN, -0 < +0. */
enum op { ADD, MUL, SMIN, SMAX, UMIN, UMAX, AND, OR, XOR, FADD, FMUL, FMIN, FMAX, COUNTBITS };
extern const uint32_t identity[COUNTBITS + 1];
uint32_t combine(enum op op, uint32_t a, uint32_t b);

void put(uint32_t value);               /* the next word of the list, in hexadecimal */
void puti(int32_t value);               /* the same, of a signed number */
static inline void put_float(float x) { put(float_bits(x)); }   /* the same, of a float */
void put64(uint64_t value);             /* two words, the low one first */
void put_part(uint32_t value, unsigned bits);   /* 8 or 16 bits of a word, the lowest first; a word when it is full */
void putf(double value);                /* the next word, rounded to a float and written as one, for lists that `within` compares */

struct list { const char *name; void (*print)(void); };
#define LIST(name) {#name, name}
/* The lists by subject: SUBJECT_lists is in expect_SUBJECT.c and ends with an entry without a name. */
#define WF_SUBJECTS(X) X(algo) X(array) X(asm) X(atomic) X(atomic64) X(ballots) X(doc) X(dot) X(double) X(flow) X(footprint) X(frag) X(geom) X(half) X(hlsl) X(image) \
                       X(kernel) X(lang) X(math) X(address) X(mem) X(mesh) X(ocl) X(ocl_convert) X(ocl_group) X(ocl_math) X(quads) X(quant) X(sample) \
                       X(small) X(tess) X(vendor) X(vert) X(wave)
#define WF_DECLARE(subject) extern const struct list subject##_lists[];
WF_SUBJECTS(WF_DECLARE)
#undef WF_DECLARE

#endif
