/* SPDX-License-Identifier: Apache-2.0
 * expect.h - what the lists of wf_shader_expect are written with.
 */
#ifndef WF_SHADER_EXPECT_H
#define WF_SHADER_EXPECT_H

#include <stdint.h>
#include <string.h>

static inline uint32_t hash(uint32_t x) /* hash() of the kernel file */
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

static inline float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline int32_t shift_down(int32_t s, unsigned n)    /* arithmetic shift: C leaves it open */
{
    return s < 0 ? (int32_t)~(~(uint32_t)s >> n) : (int32_t)((uint32_t)s >> n);
}

void put(uint32_t value);               /* the next word of the list, in hexadecimal */
void puti(int32_t value);               /* the same, of a signed number */
void putf(double value);                /* the next word, rounded to a float and written as one, for lists that `within` compares */

struct list { const char *name; void (*print)(void); };
extern const struct list lang_lists[], mem_lists[], wave_lists[], math_lists[], small_lists[], doc_lists[], hlsl_lists[], asm_lists[], dot_lists[], algo_lists[];  /* each ends with an entry without a name */

#endif
