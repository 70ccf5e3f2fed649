/* SPDX-License-Identifier: Apache-2.0
 * test_interp_memory.c - explicit layouts, groupshared memory, placement of threads and built-ins, in the interpreter of SPIR-V.
 * Offsets in layout() are those of std140 and std430, counted by hand.
 */
#include "interp_test.h"
#include "../common/wf_bits.h"

/* What a float buffer holds at word k before the run. */
static float at(unsigned k)
{
    return (float)(k * 3 % 1000);
}

static void layout(void)
{
    static struct shader_test t;
    static uint32_t push[8];
    /* U, words: a at 0, 4, 8; r (3 columns of 2, row major: 2 rows of 4 words) at 12; inner at 20 and 32: v 0, w 3, m columns 4 and 8; last at 44 */
    /* S, words: r (4 columns of 3, row major: 3 rows of 4 words) at 0; c (columns of 4 words) at 12; n at 24; rest at 26, 2 words each */
    enum { R = 12, INNER = 20, LAST = 44, C = 12, REST = 26, S_WORDS = 26 + 60 + 1 };

    test_begin(&t, 4, 1);
    for (unsigned k = 0; k < TEST_WORDS; k++)
        t.word[1][k] = t.word[2][k] = float_bits(at(k));
    t.word[2][LAST] = 17;
    t.word[2][LAST + 1] = (uint32_t)-4;
    t.buffer[1].size = S_WORDS * 4;
    push[0] = 5;
    for (unsigned k = 4; k < 8; k++)
        push[k] = 0x3f800000 + (k << 23);       /* 2^k */
    t.run.push = (uint8_t *)push;
    t.run.push_size = sizeof push;
    if (!test_run(&t, "layout"))
        return;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t *o = &t.word[0][i * 16];
        const unsigned in = INNER + i % 2 * 12;
        const float out[13] = {
            at(i % 3 * 4), at(R + i % 2 * 4 + i % 3), at(in + 2), at(in + 3), at(INNER + 12 + 4 + i % 2 * 4 + i % 3), i % 2 ? -4 : 17,
            at(i) + 10 * at(4 + i) + 100 * at(8 + i), at(C + i % 3 * 4 + (i + 1) % 3), at(REST + 2 * i + 1), 30,
            5 + (i % 2 ? 128.0f : 32.0f), 7 + at(INNER + 5), 0,
        };
        for (unsigned k = 0; k < 13; k++)
            CHECK_EQ(o[k], float_bits(out[k]));
        CHECK_EQ(as_float(t.word[1][4 + i]), 0.5f + (float)i);
        CHECK(as_float(t.word[1][C + i % 3 * 4 + 2]) == (float)(i % 3));
    }
    for (unsigned k = 0; k < TEST_WORDS; k++)
        if ((k < 4 || k > 7) && k != C + 2 && k != C + 6 && k != C + 10)
            CHECK_EQ(as_float(t.word[1][k]), at(k));
}

/* The thread of each place in a group of 6 x 4 x 2: quads of a row of quads, then the next row. */
static void place(unsigned p, unsigned id[3])
{
    const unsigned quad = p % 24 / 4;

    id[0] = quad % 3 * 2 + (p & 1);
    id[1] = quad / 3 * 2 + (p >> 1 & 1);
    id[2] = p / 24;
}

static void shared(unsigned size)
{
    static struct shader_test t;
    unsigned where[48];         /* place of each index */
    uint32_t cell[48];

    test_begin(&t, size, 2);
    t.run.groups[1] = 3;
    if (!test_run(&t, "shared"))
        return;
    for (unsigned p = 0; p < 48; p++) {
        unsigned id[3];
        place(p, id);
        where[id[2] * 24 + id[1] * 6 + id[0]] = p;
    }
    for (unsigned k = 0; k < 48; k++) {
        const unsigned p = where[47 - k];
        cell[k] = p / size * 256 + p % size + (k & 1 ? 24u * 24 : 23u * 24);     /* 1 + 3 + .. + 47, 0 + 2 + .. + 46 */
    }
    for (unsigned k = 0; k < 48 * 6; k++) {
        const uint32_t *o = &t.word[0][k * 4];
        const unsigned i = k % 48, p = where[i];
        unsigned id[3], last[3];
        place(p, id);
        place(p | 3, last);
        CHECK_EQ(o[0], cell[(i + 5) % 48]);
        CHECK_EQ(o[1], (id[0] ^ 1) | (id[1] ^ 1) << 8 | (last[2] * 100 + last[0] * 10 + last[1]) << 16);
        CHECK_EQ(o[2], size | (48 + size - 1) / size << 8 | p / size << 16 | p % size << 24);
        CHECK_EQ(o[3], 1 + (k / 48 / 2 * 4 + id[1]) * 16);
    }
}

/* Two blocks at binding 1, of 100 and 200 words; addresses of words 3, 10, 20 of the second, and of no buffer. */
static void addresses(void)
{
    static struct shader_test t;

    test_begin(&t, 4, 1);
    t.buffer[2].binding = t.buffer[1].binding;
    t.buffer[2].element = 1;
    for (unsigned b = 1; b < 3; b++) {
        t.buffer[b].size = 400 * b;
        for (unsigned k = 0; k < 100 * b; k++)
            t.word[b][k] = 1000 * b + k;
    }
    for (unsigned i = 0; i < 4; i++) {
        t.word[3][2 * i] = 4 * (i == 0 ? 3 : 10 * i);
        t.word[3][2 * i + 1] = i == 3 ? 77 : 3;
    }
    if (!test_run(&t, "address"))
        return;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t *o = &t.word[0][4 * i];
        const uint32_t start = i == 0 ? 3 : 10 * i;
        CHECK_EQ(o[0], 1000 * (1 + i % 2) + i);
        CHECK_EQ(o[1], 100 * (1 + i % 2));
        CHECK_EQ(o[2], i == 3 ? 0 : 2000 + start + i);
        CHECK_EQ(o[3], i == 1 ? 2000 : 0);
        if (i < 3)
            CHECK_EQ(t.word[2][start + 2 * i], 70 + i);
    }
    CHECK_EQ(t.run.outside, 5);         /* load and store of the last; before the block once, beyond the array twice */
}

int main(void)
{
    addresses();
    layout();
    for (unsigned size = 4; size <= 128; size *= 2)
        shared(size);
    return check_end("spirv-interp-memory");
}
