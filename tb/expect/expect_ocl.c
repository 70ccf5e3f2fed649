/* SPDX-License-Identifier: Apache-2.0
 * expect_ocl.c - the lists of ocl_*: what each thread of the kernels computes, one after the other.
 */
#include "expect.h"
#include <stdbool.h>
#include <stddef.h>

static void ocl_saxpy(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        const float x = (float)(hash(i) & 0xffff), y = (float)(hash(i + 500) & 0xffff);
        put_float(i < 100 ? 1.5F * x + y : y);
    }
}

static void ocl_saxpy_x(void) { for (uint32_t i = 0; i < 128; i++) put_float((float)(hash(i) & 0xffff)); }
static void ocl_saxpy_y(void) { for (uint32_t i = 0; i < 128; i++) put_float((float)(hash(i + 500) & 0xffff)); }

static void ocl_reduce(void)
{
    for (uint32_t g = 0; g < 4; g++) {
        uint32_t sum = 0;
        for (uint32_t l = 0; l < 64; l++)
            sum += hash(64 * g + l) + hash(64 * g + l + 256);
        put(sum);
    }
}

static void ocl_histogram(void)
{
    uint32_t bins[16] = {0};
    for (uint32_t i = 0; i < 777; i++)
        bins[(hash(i / 4) >> 8 * (i % 4) & 0xff) >> 4]++;
    for (unsigned b = 0; b < 16; b++)
        put(bins[b]);
}

/* ---- a struct by value ---- */

static void ocl_by_value(void)
{
    static const uint32_t primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    static const int32_t s[3] = {-7, 300, 12};

    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t n = 40 + i, of = (uint32_t)s[i % 3] * 33 + (uint32_t)-5 + primes[i & 7];
        put(of + n * 0x12345 + 250 + (uint32_t)(UINT64_C(0xfedcba9876543210) >> (i & 31)));
    }
}

/* ---- a pointer to memory of any class ---- */

static void any_class(bool later)
{
    static uint32_t in[192];

    for (uint32_t i = 0; i < 192; i++)
        in[i] = hash(i + 9) & 0x7ff07ff;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t mine[6], shared[6], sum = 0;
        for (uint32_t k = 0; k < 6; k++) {
            mine[k] = in[6 * i + k] & 2047;
            shared[k] = in[6 * i + k] >> 16 & 2047;
        }
        uint32_t *p = i % 3 == 0 ? mine : i % 3 == 1 ? shared : &in[6 * i];
        for (uint32_t n = 0; n < 5; n++) {
            if (p[n] & 1)
                continue;
            sum += p[n];
            if (sum > 4000)
                break;
        }
        p[5] = sum;
        if (!later)
            put(sum), put(p[5]), put(mine[5] + shared[5]), put(i % 3 == 0 ? 2 : i % 3 == 1 ? 1 : 3);
    }
    for (uint32_t i = 0; later && i < 192; i++)
        put(in[i]);
}
static void ocl_any_class(void) { any_class(false); }
static void ocl_any_class_in(void) { any_class(true); }

/* ---- control flow: a machine of states, as there is no goto into a loop ---- */

static uint32_t jumps_of(uint32_t x)
{
    enum { OUTER, INNER, BODY, NEXT, OUT } state = OUTER;
    uint32_t turns = 0, k = 0, m = 0;

    if ((x & 15) == 15)
        return 1;
    if (x & 16)
        state = BODY;
    while (state != OUT) {
        uint32_t kind;
        switch (state) {
        case OUTER:
            m = 0;
            state = k < 9 ? INNER : OUT;
            break;
        case INNER:
            if (m >= k) {
                state = NEXT;
                break;
            }
            x = x * 5 + m;
            state = (x >> 7 & 31) == 3 ? OUT : BODY;
            break;
        case BODY:
            turns++;
            state = INNER;
            if (turns > 40) {
                state = OUT;
                break;
            }
            kind = x % 9;
            if (kind == 3)
                return x;
            if (kind == 0)
                x += 11;
            if (kind <= 1)
                x ^= 0x55;
            if (kind == 4)
                x -= 3;
            if ((kind == 4 || kind == 5) && (x & 64))
                state = NEXT;
            else if (kind >= 4)
                x += turns;
            m += state == INNER;
            break;
        case NEXT:
            x += 7;
            k++;
            state = OUTER;
            break;
        case OUT: break;
        }
    }
    return x + 1000 * turns;
}
static void ocl_jumps(void) { for (uint32_t i = 0; i < 256; i++) put(jumps_of(hash(i + 3))); }

/* ---- vectors, odd addresses ---- */

static uint32_t byte_of(uint32_t from, uint32_t i) { return hash(from + i / 4) >> 8 * (i % 4) & 0xff; }

static void ocl_bytes(void)
{
    for (uint32_t i = 0; i < 256; i++)
        put_part(byte_of(0, i / 16 * 16 + 15 - i % 16) + 3 * byte_of(0, i), 8);
}

static void ocl_packed(void)            /* 16 of 7 bytes */
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t at[7];
        for (uint32_t k = 0; k < 7; k++)
            at[k] = byte_of(1000, 7 * i + k);
        const uint32_t b = (at[1] | at[2] << 8 | at[3] << 16 | at[4] << 24) + at[0], c = ((at[5] | at[6] << 8) ^ b) & 0xffff;
        put_part(at[0], 8);
        for (unsigned k = 0; k < 4; k++)
            put_part(b >> 8 * k, 8);
        put_part(c, 8), put_part(c >> 8, 8);
    }
}

static void ocl_wide(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint64_t v[8];
        for (uint32_t k = 0; k < 8; k++)
            v[k] = hash(2000 + 16 * i + 2 * k) | (uint64_t)hash(2000 + 16 * i + 2 * k + 1) << 32;
        v[7] += v[0] * UINT64_C(0x100000003);
        const uint64_t one = v[1];
        v[1] = v[2];
        v[2] = one;
        for (uint32_t k = 0; k < 8; k++)
            put64(v[k]);
    }
}

/* ---- copies by the group: element g + 2 l of out ---- */

static void ocl_async_copies(void)
{
    for (uint32_t n = 0; n < 32; n++) {
        const uint32_t l = n / 2, x = 2 * (40 * (n % 2) + l), y = 2 * (40 * (n % 2) + 39 - l);
        put(hash(x) + hash(y + 1));
        put(hash(x + 1) + hash(y));
    }
}

/* ---- doubles ---- */

static void put_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put64(bits);
}
static double double_of(uint32_t i) { return (double)(int32_t)hash(i) / 16777216.0; }
static void ocl_doubles_in(void) { for (uint32_t i = 0; i < 32; i++) put_double(double_of(i)); }
static void ocl_doubles(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        const double y = double_of(i) * 1.75 + 0.25;
        put_double(y > 100.0 ? y / 3.0 : y - (double)(int64_t)y);
    }
}

/* ---- memory of the lane ---- */

static void ocl_private_memory(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3}, sum = 0;
        for (uint32_t k = 0; k < 8; k++)
            table[hash(i) >> (4 * k) & 15] += i + k;
        for (uint32_t k = 0; k < 64; k += 1 + (i & 3))
            sum = sum * 31 + (table[k / 4] >> 8 * (k % 4) & 0xff);
        for (uint32_t k = 0; k < 4; k++)
            sum = (sum ^ table[k] << 8) + 1;
        put(sum);
    }
}

const struct list ocl_lists[] = {
    LIST(ocl_saxpy), LIST(ocl_saxpy_x), LIST(ocl_saxpy_y), LIST(ocl_reduce), LIST(ocl_histogram), LIST(ocl_by_value), LIST(ocl_any_class), LIST(ocl_any_class_in),
    LIST(ocl_jumps), LIST(ocl_bytes), LIST(ocl_packed), LIST(ocl_wide), LIST(ocl_async_copies), LIST(ocl_doubles_in), LIST(ocl_doubles), LIST(ocl_private_memory),
    {0}
};
