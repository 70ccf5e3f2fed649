/* SPDX-License-Identifier: Apache-2.0
 * test_interp_flow.c - who runs with whom, in the interpreter of SPIR-V.
 *
 * The expected values come from the shaders told again in C, one lane after the other.  A wave operation stands there as meet(place):
 * lanes run it together when they come to the same place in the same rounds of the same loops.  The first of two passes finds out who
 * comes where, the second has the results.
 */
#include "interp_test.h"

enum { PLACES = 4096, MOST_LANES = 32 };

static struct {
    uint32_t who[PLACES];
    unsigned lane;
    bool known;
} wave;

/* The lanes of the wave that come to this place. */
static uint32_t meet(unsigned place)
{
    if (!wave.known)
        wave.who[place] |= 1u << wave.lane;
    return wave.who[place];
}

static uint32_t count(uint32_t who)
{
    uint32_t n = 0;

    for (; who; who &= who - 1)
        n++;
    return n;
}

static uint32_t add(unsigned place)
{
    return count(meet(place));
}

/* Runs `shader` for every thread; it writes out[width] and gets the thread and its input. */
typedef void shader(uint32_t thread, uint32_t in, uint32_t *out);
static void expect(shader *code, const uint32_t *in, uint32_t *out, unsigned width, unsigned threads, unsigned group, unsigned size)
{
    for (unsigned first = 0; first < threads;) {
        const unsigned in_group = group - first % group, lanes = in_group < size ? in_group : size;
        memset(wave.who, 0, sizeof wave.who);
        for (unsigned pass = 0; pass < 2; pass++) {
            wave.known = pass;
            for (wave.lane = 0; wave.lane < lanes; wave.lane++)
                code(first + wave.lane, in[first + wave.lane], out + (first + wave.lane) * width);
        }
        first += lanes;
    }
}

static void switch_shader(uint32_t thread, uint32_t in, uint32_t *out)
{
    uint32_t r[4] = { 0 };

    out[0] = out[1] = out[2] = out[3] = 0;
    for (unsigned k = 0; k < 2; k++) {
        const unsigned at = 1 + k * 10;
        switch (in + k) {
        case 0:
            r[0] += add(at);
            /* fall through */
        case 1: case 7:
            if (thread % 16 % 2 == 1)
                break;
            r[1] += meet(at + 1);
            /* fall through */
        case 2:
            r[2] += meet(at + 2) << 8 * k;
            break;
        case 3: continue;
        case 4: return;
        default: r[3] += 1 + meet(at + 3);
        }
        r[3] += meet(at + 4) << 16;
    }
    r[3] += meet(0);
    memcpy(out, r, sizeof r);
}

static uint32_t search(uint32_t key, uint32_t *seen)
{
    for (unsigned a = 0; a < 3; a++) {
        for (unsigned b = 0; b < 3; b++) {
            const unsigned at = (a * 3 + b) * 4;
            *seen += add(at);
            if (a * 3 + b == key)
                return 100 + add(at + 1);
            if (b == key % 4)
                break;
        }
        if (key == 8 + a)
            return 200 + add(a * 12 + 2);
    }
    return add(100);
}

static void returns_shader(uint32_t thread, uint32_t in, uint32_t *out)
{
    uint32_t seen = 0, found = search(in, &seen);

    (void)thread;
    *out = found | seen << 12 | add(101) << 24;
    if (in <= 9)
        *out += add(102) << 8 & 0xf00;
}

static void continuing_shader(uint32_t i, uint32_t in, uint32_t *out)
{
    uint32_t r[4] = { 0 }, last = 99, lane = i;

    (void)in;
    for (unsigned k = 0; k <= lane; r[0] += meet(k * 4), k++) {
        last = k * 10 + add(k * 4 + 1);
        if ((lane & 1) == (k & 1))
            continue;
        r[1] += meet(k * 4 + 2);
        if (k == 3)
            break;
        r[2] += meet(k * 4 + 3);
    }
    r[3] = last + 1000 * add(400);
    do {
        r[3] += 10000 * add(401);
        if (lane == 2)
            continue;
        if (lane == 5)
            break;
        r[3] += 100000 * add(402);
    } while (add(403) > 100);
    memcpy(out, r, sizeof r);
}

static void compare(const char *name, shader *code, unsigned width, unsigned group, unsigned groups, uint32_t values)
{
    static struct shader_test t;
    static uint32_t out[TEST_WORDS];

    for (unsigned size = 4; size <= 32; size *= 2) {
        uint64_t seed = 7 + size;
        test_begin(&t, size, groups);
        for (unsigned k = 0; k < TEST_WORDS; k++)
            t.word[1][k] = check_random(&seed) % values;
        memset(out, 0, sizeof out);
        expect(code, t.word[1], out, width, group * groups, group, size);
        if (!test_run(&t, name))
            return;
        for (unsigned k = 0; k < width * group * groups; k++) {
            CHECK_EQ(t.word[0][k], out[k]);
            if (t.word[0][k] != out[k])
                printf("  %s: word %u, wave size %u\n", name, k, size);
        }
    }
}

/* One by one, in lane order: lanes 1, 2, 4, 5, .. of each wave. */
static void elect(void)
{
    static struct shader_test t;

    test_begin(&t, 16, 2);
    if (!test_run(&t, "elect"))
        return;
    for (unsigned k = 0; k < 48; k++) {
        const unsigned begin = k % 24 < 16 ? k / 24 * 24 : k / 24 * 24 + 16, end = k % 24 < 16 ? begin + 16 : begin + 8;
        unsigned before = 0, all = 0;
        for (unsigned j = begin; j < end; j++) {
            all += j % 3 != 0;
            before += j % 3 != 0 && j < k;
        }
        CHECK_EQ(t.word[0][k], (k % 3 ? before | 1 << 8 | (all - before) << 16 : 0) | (end - begin) << 24);
    }
}

/* NumSubgroups, ids and so on are the same whatever else happens: see test_interp_memory.c. */
int main(void)
{
    elect();
    compare("switch", switch_shader, 4, 16, 2, 9);
    compare("returns", returns_shader, 1, 16, 3, 12);
    compare("continuing", continuing_shader, 4, 8, 1, 1);
    return check_end("spirv-interp-flow");
}
