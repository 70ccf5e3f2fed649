/* SPDX-License-Identifier: Apache-2.0
 * expect_geom.c - the lists of geom_*: what each invocation of a geometry shader leaves (docs/vertex.md).
 */
#include "expect.h"

#include <stddef.h>

/* ---- geom_inputs ---- */

static float real(uint32_t i)
{
    const uint64_t bits = (uint64_t)(0x40000000 + i * 4096) << 32;
    double x;

    memcpy(&x, &bits, sizeof x);
    return (float)x;
}

static void geom_inputs(void)
{
    for (uint32_t n = 0; n < 3 * 17; n++) {
        const uint32_t primitive = n / 3, i = n % 3, v = (primitive + 2 * i) % 6, at = 6 * primitive + v;
        put_float((float)(4 * at + i));
        put_float(5.5f);
        put_float(2 * (float)(2 * (6 * primitive + (v + 1) % 6) + i % 2));
        put_float((float)(3 * at + i) - 100);
        put_float(0.25f * (float)(2 * v + i % 2));
        put_float(i == 0 ? (float)at : i == 1 ? 1000 + (float)v : -7);
        put_float(real(at));
        put(hash(12 * primitive) + hash(2 * at + 1));
        put_float(3 * (float)at);
        put(primitive), put(i);
    }
}

/* ---- what is emitted ---- */

/* The records of one invocation, and how many there are: those without a vertex are 0. */
static uint32_t record[16][32], vertices, primitives;

static void begin(void)
{
    memset(record, 0, sizeof record);
    vertices = primitives = 0;
}

static void put_records(uint32_t most, uint32_t words)
{
    for (uint32_t v = 0; v < most; v++)
        for (uint32_t i = 0; i < words; i++)
            put(record[v][i]);
}

/* ---- geom_strips ---- */

static void strips(uint32_t p, uint32_t n)
{
    float shade[3] = {0};
    uint32_t key = p;

    begin();
    if (n == 1 && p % 5 == 0)
        return;
    for (uint32_t s = 0, strip = 0; s < 1 + p % 3; s++) {
        if (p % 4 == 3 && s == 1) {
            key = UINT32_MAX;
            continue;
        }
        const uint32_t corners = p % 7 == 6 ? 2 : 3;
        for (uint32_t i = 0; i < corners; i++) {
            const uint32_t at = (i + n) % 3;
            uint32_t *r = record[vertices++];
            for (uint32_t c = 0; c < 4; c++)
                r[c] = float_bits((float)(hash(12 * p + 4 * at + c) & 0xff) * 0.5f * (float)(s + 1));
            r[4] = p + 100 * strip;
            r[5] = n;
            for (uint32_t c = 0; c < 3; c++) {
                shade[c] += (float)((3 * at + c) * (3 * at + c));
                r[6 + c] = float_bits(shade[c]);
            }
            r[9] = key, r[10] = n, r[11] = strip;
        }
        primitives += corners == 3;
        strip++;
    }
}

static void geom_strips(void)
{
    for (uint32_t i = 0; i < 2 * 23; i++)
        strips(i / 2, i % 2), put_records(9, 12);
}

static void geom_strips_counts(void)
{
    for (uint32_t i = 0; i < 2 * 23; i++)
        strips(i / 2, i % 2), put(vertices), put(primitives);
}

/* ---- what is captured: of each vertex so many words, and in the end words of the buffer that nothing reaches ---- */

static uint32_t captured;

static void put_captured(const uint32_t *word, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        put(word[i]);
    captured += words;
}

static void put_rest(uint32_t words, uint32_t value)
{
    for (; captured < words; captured++)
        put(value);
    captured = 0;
}

/* ---- geom_capture ---- */

/* Vertices of the captured triangles in their order: number and place of each. */
static uint32_t triangles(uint32_t corner[][4])
{
    uint32_t n = 0;

    for (uint32_t p = 0; p < 11; p++)
        for (uint32_t instance = 0; instance < 2; instance++)
            for (uint32_t strip = 0, before = 0; strip <= instance; strip++) {
                const uint32_t length = hash(p) % 6;
                for (uint32_t t = 0; t + 2 < length; t++)
                    for (uint32_t c = 0; c < 3; c++, n++) {
                        const uint32_t at = t + (c == 0 ? 0 : t % 2 ? 3 - c : c);
                        corner[n][0] = 1000 * p + 100 * instance + before + at;
                        corner[n][1] = 0x66666666;
                        corner[n][2] = float_bits((float)strip), corner[n][3] = float_bits((float)at);
                    }
                before += length;
            }
    return n;
}

static void geom_capture_first(void)
{
    uint32_t corner[2 * 11 * 15][4];

    for (uint32_t i = 0, n = triangles(corner); i < n && i < 39; i++)
        put_captured(corner[i], 1);
    put_rest(40, 0x55555555);
}

static void geom_capture_second(void)
{
    uint32_t corner[2 * 11 * 15][4];

    for (uint32_t i = 0, n = triangles(corner); i < n && i < 39; i++)
        put_captured(corner[i] + 1, 3);
    put_rest(3 * 60, 0x66666666);
}

/* ---- geom_streams ---- */

struct points {
    float zero, one[2];
    uint32_t three, strip[4];
};

static void point(const struct points *s, uint32_t stream)
{
    uint32_t *r = record[vertices++];

    r[0] = stream == 0 ? float_bits(s->zero) : 0;
    r[1] = stream == 1 ? float_bits(s->one[0]) : 0;
    r[2] = stream == 1 ? float_bits(s->one[1]) : 0;
    r[3] = stream == 3 ? s->three : 0;
    r[4] = s->strip[stream];
    r[5] = stream;
}

static void streams(uint32_t p)
{
    struct points s = {.zero = -1, .one = {-1, -1}};

    begin();
    for (uint32_t i = 0; i < 4; i++) {
        const float value = (float)(hash(4 * p + i) & 15) - 8;
        if (value < 0) {
            s.one[1] = value;
            point(&s, 1);
            s.strip[1]++;
        } else {
            s.zero = value;
            point(&s, 0);
            s.strip[0] += i == 1;
        }
        s.one[0] = (float)i;
    }
    if (p % 4 == 1) {
        s.three = p;
        point(&s, 3);
    } else if (p % 4 > 1) {
        s.strip[3] += p % 4 == 2;
        s.three = 0U - p;
        point(&s, 3);
        s.strip[3]++;
        point(&s, 0);
    }
}

static void geom_streams(void)
{
    for (uint32_t p = 0; p < 37; p++)
        streams(p), put_records(7, 6);
}

static void geom_streams_counts(void)
{
    for (uint32_t p = 0; p < 37; p++)
        streams(p), put(vertices), put(vertices);
}

/* Of one stream: so many words of its vertices from word `from` on, behind `gap` of them that nothing reaches. */
static void captured_of(uint32_t stream, uint32_t from, uint32_t words, uint32_t gap)
{
    const uint32_t nothing = 0;

    for (uint32_t p = 0; p < 37; p++) {
        streams(p);
        for (uint32_t v = 0; v < vertices; v++)
            if (record[v][5] == stream) {
                put_captured(&nothing, gap);
                put_captured(record[v] + from, words);
            }
    }
    put_rest((words + gap) * 7 * 37, 0);
}

static void geom_streams_zero(void)
{
    captured_of(0, 0, 1, 1);
}

static void geom_streams_one(void)
{
    captured_of(1, 1, 2, 0);
}

static void geom_streams_three(void)
{
    captured_of(3, 3, 1, 0);
}

/* ---- geom_lines ---- */

static void lines(uint32_t p)
{
    const uint32_t steps = hash(p) % 5;
    float clip[3] = {0}, list[3] = {0};
    double sum = 0;

    begin();
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t *r = record[vertices++];
        const uint64_t bits = double_bits(sum += i + 0.5);
        clip[i % 3] = -(float)(2 * p + (i & 1));
        list[(i + 1) % 3] += (float)i + 1;
        for (uint32_t c = 0; c < 4; c++)
            r[c] = float_bits((float)(4 * p + c) + (float)i);
        r[4] = float_bits(2.5f);
        for (uint32_t c = 0; c < 3; c++)
            r[5 + c] = float_bits(clip[c]), r[12 + c] = float_bits(list[c]);
        r[8] = p % 3, r[9] = 4;
        r[10] = (uint32_t)bits, r[11] = (uint32_t)(bits >> 32);
        r[15] = i, r[16] = p;
        r[17] = steps == 4 && i > 1;
    }
    primitives = steps == 4 ? 2 : steps ? steps - 1 : 0;
}

static void geom_lines(void)
{
    for (uint32_t p = 0; p < 75; p++)
        lines(p), put_records(4, 18);
}

static void geom_lines_counts(void)
{
    for (uint32_t p = 0; p < 75; p++)
        lines(p), put(vertices), put(primitives);
}

/* Lines of their own: strips of four are two. */
static void geom_lines_captured(void)
{
    for (uint32_t p = 0; p < 75; p++) {
        lines(p);
        for (uint32_t v = 1; v < vertices; v++)
            for (uint32_t end = v - 1; end <= v && record[v - 1][17] == record[v][17]; end++) {
                const uint32_t *r = record[end], word[8] = {0, 0, r[10], r[11], r[12], r[13], r[14], 0};
                put_captured(word, 8);
            }
    }
    put_rest(8 * 6 * 75, 0);
}

/* ---- geom_pass ---- */

static void geom_pass(void)
{
    for (uint32_t n = 0; n < 3 * 13; n++) {
        const uint32_t p = n / 3, v = n % 3;
        for (uint32_t c = 0; c < 4; c++)
            put_float((float)(4 * n + c));
        put(p), put(hash(3 * p + 1));
        for (uint32_t c = 0; c < 2; c++)
            put_float((float)(2 * n + c) * 0.5f);
        put(hash(n)), put_float(4 + (float)v), put_float((float)(9 * p + 3)), put(0);
    }
}

/* ---- asm_geom ---- */

/* Behind the loop two vertices more; what a round writes is in the vertex of the next one. */
static void asm_geom(void)
{
    for (uint32_t p = 0; p < 11; p++) {
        const uint32_t rounds = p % 4;
        begin();
        for (uint32_t v = 0; v < rounds + 2; v++) {
            const uint32_t before = v < rounds ? v : rounds;
            uint32_t *r = record[v];
            for (uint32_t c = 0; c < 4 && before; c++)
                r[c] = float_bits((float)(5 + c));
            r[4] = before ? p + before - 1 : 0;
            r[5] = v == rounds + 1 ? p : 9;
            r[6] = 9;
        }
        put_records(5, 8);
    }
}

/* ---- hlsl_geom ---- */

static void hlsl_geom(void)
{
    for (uint32_t n = 0; n < 2 * 19; n++) {
        const uint32_t p = n / 2, instance = n % 2;
        begin();
        for (uint32_t pass = 0; pass < 1 + p % 2; pass++)
            for (uint32_t i = 0; i < 3; i++) {
                uint32_t *r = record[vertices++];
                for (uint32_t c = 0; c < 4; c++)
                    r[c] = float_bits((float)(4 * i + c) + (float)(c == 0 ? pass : c == 1 ? instance : 0));
                r[4] = instance;
                for (uint32_t c = 0; c < 2; c++)
                    r[5 + c] = float_bits(0.5f * (float)(6 * p + 2 * (2 - i) + c));
                r[7] = 100 * p + i, r[8] = pass;
            }
        put_records(6, 9);
    }
}

const struct list geom_lists[] = {LIST(geom_inputs),  LIST(geom_strips),  LIST(geom_strips_counts),
                                  LIST(geom_streams), LIST(geom_streams_counts),
                                  LIST(geom_lines),   LIST(geom_lines_counts), LIST(geom_lines_captured),
                                  LIST(geom_streams_zero), LIST(geom_streams_one), LIST(geom_streams_three),
                                  LIST(geom_capture_first), LIST(geom_pass), LIST(geom_capture_second),
                                  LIST(asm_geom),     LIST(hlsl_geom),    {0}};
