/* SPDX-License-Identifier: Apache-2.0
 * test_interp_wave.c - in the interpreter of SPIR-V: scans of floats in the order of docs/semantics.md, section 5, reads of other lanes,
 * and a module of odd habits.
 */
#include "interp_test.h"
#include "../common/wf_bits.h"

/* v(final)[r] of the members' values: told as the definition tells it, by k downwards. */
static float level(const float *v, unsigned k, unsigned r)
{
    if (k == 0)
        return v[r];
    return r >= 1u << (k - 1) ? level(v, k - 1, r - (1u << (k - 1))) + level(v, k - 1, r) : level(v, k - 1, r);
}

/* A group of lanes, in order; where lane i stands in it. */
struct members {
    unsigned lane[32], n;
};

static float inclusive(const struct members *m, const float *f, unsigned place)
{
    float v[32];

    for (unsigned k = 0; k < m->n; k++)
        v[k] = f[m->lane[k]];
    return level(v, 5, place);
}

static unsigned place_of(const struct members *m, unsigned lane)
{
    unsigned k = 0;

    while (k < m->n && m->lane[k] != lane)
        k++;
    return k;
}

/* Of the wave's lanes that are there: all, those with this lane's key, those of its cluster. */
static struct members pick(const uint32_t *away, const uint32_t *key, unsigned lane, unsigned size, unsigned cluster)
{
    struct members m = { .n = 0 };

    for (unsigned k = lane / size * size; k < lane / size * size + size; k++)
        if (!away[k] && (!key || key[k] == key[lane]) && (!cluster || k / cluster == lane / cluster))
            m.lane[m.n++] = k;
    return m;
}

static void check_sums(const struct shader_test *t, unsigned i, unsigned size)
{
    const uint32_t *away = t->word[1], *key = t->word[1] + 64, *o = &t->word[0][i * 20];
    const struct members all = pick(away, NULL, i, size, 0), same = pick(away, key, i, size, 0), four = pick(away, NULL, i, size, 4);
    const unsigned at = place_of(&all, i), in = place_of(&same, i);
    uint32_t mask = 0, product = 1, bits = 0;
    int most = INT32_MIN;
    float f[32], least;

    for (unsigned k = 0; k < 32; k++)
        f[k] = as_float(t->word[1][32 + k]);
    least = f[i];
    CHECK_EQ(o[0], float_bits(inclusive(&all, f, at)));
    CHECK_EQ(o[1], at ? float_bits(inclusive(&all, f, at - 1)) : 0);
    CHECK_EQ(o[2], float_bits(inclusive(&all, f, all.n - 1)));
    CHECK_EQ(o[3], float_bits(inclusive(&four, f, four.n - 1)));
    CHECK_EQ(o[4], float_bits(inclusive(&same, f, in)));
    CHECK_EQ(o[5], in ? float_bits(inclusive(&same, f, in - 1)) : 0);
    CHECK_EQ(o[6], float_bits(inclusive(&same, f, same.n - 1)));
    for (unsigned k = 0; k < same.n; k++) {
        mask |= 1u << same.lane[k] % size;
        product *= k < in ? key[i] + 2 : 1;
    }
    for (unsigned k = 0; k < all.n; k++) {
        least = f[all.lane[k]] < least ? f[all.lane[k]] : least;
        if (k < at && (int)key[all.lane[k]] > most)
            most = (int)key[all.lane[k]];
        if (all.lane[k] / 8 == i / 8)
            bits ^= key[all.lane[k]] | 1u << all.lane[k];
    }
    CHECK_EQ(o[7], mask);
    CHECK_EQ(o[8], float_bits(least));
    CHECK_EQ(o[9], (uint32_t)most);
    CHECK_EQ(o[10], product);
    CHECK_EQ(o[11], same.n | (in + 1) << 8 | in << 16);
    CHECK_EQ(o[12], same.lane[0] % size | (same.lane[same.n - 1] % size) << 8);
    CHECK_EQ(o[13], i % 2 == 0);
    CHECK_EQ(o[14], all.lane[0]);
    CHECK_EQ(o[15], all.n > 1);
    if (i % size >= 1 && !away[i - 1])
        CHECK_EQ(o[16], i - 1);
    if ((i % size ^ 5) < size && !away[i ^ 5])
        CHECK_EQ(o[17], i ^ 5);
    if (!away[i / size * size + 3])
        CHECK_EQ(o[18], i / size * size + 3);
    CHECK_EQ(o[19], bits);
}

static void scans(void)
{
    static struct shader_test t;
    uint64_t random = 3;

    for (unsigned turn = 0; turn < 40; turn++) {
        const unsigned size = 4u << turn % 4;
        test_begin(&t, size, 1);
        for (unsigned k = 0; k < 32; k++) {
            t.word[1][k] = check_random(&random) % 4 == 0;
            t.word[1][32 + k] = (check_random(&random) & 0x807fffff) | (120 + check_random(&random) % 16) << 23;
            t.word[1][64 + k] = check_random(&random) % 3;
        }
        if (!test_run(&t, "scan"))
            return;
        for (unsigned i = 0; i < 32; i++)
            if (!t.word[1][i])
                check_sums(&t, i, size);
    }
}

/* By hand, from the module's own comments: 8 threads, waves of 4. */
static void odd(void)
{
    static const uint32_t in[8] = { 0x3c00, 0xc000, 1, 0x13555, 0x7bff, 0x8000, 0x0400, 0x7c01 };
    static const uint32_t half[8] = { 0x3f800000, 0xc0000000, 0x33800000, 0x3eaaa000, 0x477fe000, 0x80000000, 0x38800000, 0x7fc00000 };
    static const uint32_t alone[8] = { 4, 4, 2, 1, 4, 3, 2, 1 };
    const struct interp_spec spec[2] = { { 5, 8 }, { 6, UINT64_C(0x100000001) } };
    static struct shader_test t;

    for (unsigned wide = 0; wide < 2; wide++) {
        test_begin(&t, 4, 1);
        memcpy(t.word[1], in, sizeof in);
        t.run.entry = "main";
        t.run.spec = spec;
        t.run.specs = 1 + wide;
        if (!test_run(&t, "odd"))
            return;
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t *o = &t.word[0][i * 12];
            CHECK_EQ(o[0], 2 * in[i]);
            CHECK_EQ(o[1], 2408);
            CHECK_EQ(o[2], i % 2 ? 2 : 200);
            CHECK_EQ(o[3], 401 + i * 70000);
            CHECK_EQ(o[4], alone[i]);
            CHECK_EQ(o[5], i % 2 ? (wide ? 0 : 2) : wide ? 3 : 1);
            CHECK_EQ(o[6], half[i]);
            CHECK_EQ(o[7], i == 3 ? 0 : i < 4 ? 3 : 4);
        }
    }
}

/* What it cannot run is told, with opcode and place. */
static void refused(void)
{
    static struct shader_test t;
    uint32_t words[] = { 0x07230203, 0x00010300, 0, 5, 0, 2u << 16 | 17, 1, 2u << 16 | 19, 1, 3u << 16 | 31, 2, 1 };
    char error[300] = "";

    test_begin(&t, 4, 1);
    CHECK(!interp_run(words, 12, &t.run, error, sizeof error) && strstr(error, "word 9") && strstr(error, "opcode 31"));
    CHECK(!interp_run(words, 9, &t.run, error, sizeof error) && strstr(error, "entry point"));
    CHECK(!interp_run(words, 8, &t.run, error, sizeof error) && strstr(error, "opcode 19"));
    words[0] = 1;
    CHECK(!interp_run(words, 12, &t.run, error, sizeof error) && strstr(error, "0x07230203"));
    words[0] = 0x07230203;
    t.run.wave_size = 5;
    CHECK(!interp_run(words, 12, &t.run, error, sizeof error) && strstr(error, "wave size"));
}

int main(void)
{
    scans();
    odd();
    refused();
    return check_end("spirv-interp-wave");
}
