/* SPDX-License-Identifier: Apache-2.0
 * expect_atomic.c - the lists of atomics on 64 and 16 bits and on texels.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- asm_image_halves: sums and extremes of four threads in a texel, and one of its own; 64 threads ---- */
static void put_halves(double x, double y) { put(half_bits((half)x) | half_bits((half)y) << 16); }

static void image_halves_sums(void) { for (uint32_t t = 0; t < 16; t++) put_halves(4 * (t & 7), 4); }
static void image_halves_most(void) { for (uint32_t t = 0; t < 16; t++) put_halves(t + 48, 63 - t), put_halves(0, 3); }
static void image_halves_own(void) { for (uint32_t i = 0; i < 64; i++) put_halves(i, 63 - i); }

/* ---- mem_atomics_half: 256 threads in groups of 64 ---- */
static half atomic_half(uint32_t i) { return to_half((hash(i + 5100) & 0x83ff) | (hash(i + 5200) % 21) << 10); }   /* subnormal .. 2^6 */

static void atomics_half_in(void) { for (uint32_t i = 0; i < 256; i++) put_part(half_bits(atomic_half(i)), 16); }
static void atomics_half_own(void) { for (uint32_t i = 0; i < 6 * 256; i++) put_part(half_bits(atomic_half(1000 + i)), 16); }

static half lower(half x, half y) { return x < y ? x : y; }
static half higher(half x, half y) { return x > y ? x : y; }

static void atomics_half_cells(void)
{
    half cell[8 + 4 * 4] = {0};

    for (uint32_t i = 0; i < 256; i++) {
        half x = atomic_half(i), *group = cell + 8 + 4 * (i / 64);
        cell[i % 5]++;
        cell[5] = lower(cell[5], x), cell[6] = higher(cell[6], x), cell[7]++;
        if (i % 64 == 0)
            group[0] = (half)0.5, group[1] = group[2] = x, group[3] = 3;
        group[0] += (half)(i & 3), group[1] = lower(group[1], x), group[2] = higher(group[2], x);
    }
    for (uint32_t k = 0; k < 24; k++)
        put_part(half_bits(cell[k]), 16);
}
static void atomics_half_owned(void)
{
    for (unsigned part = 0; part < 6; part++)
        for (uint32_t i = 0; i < 256; i++) {
            half x = atomic_half(i), old = atomic_half(1000 + 256 * (part & ~1U) + i);
            half after[3] = {(half)((double)old + (double)x), lower(old, x), x};    /* sums of halves are exact in binary64 */
            half before = part == 3 ? (half)((double)old + 1) : old;
            put_part(half_bits(part % 2 ? before : after[part / 2]), 16);
        }
}

/* ---- asm_atomics_half: add, least, greatest, exchange, load, store; add on groupshared memory ---- */
static const uint16_t special[8] = {0x0000, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7e01, 0x0001, 0x7bff};

static uint32_t special_x(uint32_t i) { return special[i / 8]; }
static uint32_t special_old(uint32_t i) { return special[i % 8]; }
static bool is_nan_half(uint32_t bits) { return (bits & 0x7fff) > 0x7c00; }
static uint32_t quiet(half h) { return is_nan_half(half_bits(h)) ? 0x7e00 : half_bits(h); }
static uint32_t special_least(uint32_t a, uint32_t b, bool greatest)     /* the number wins over NaN, -0 < +0 */
{
    half x = to_half(a), y = to_half(b);

    if (is_nan_half(a) || is_nan_half(b))
        return !is_nan_half(a) ? a : !is_nan_half(b) ? b : 0x7e00;
    if (x == y)
        return greatest ? a & b : a | b;
    return (x < y) != greatest ? a : b;
}
static uint32_t special_after(unsigned op, uint32_t old, uint32_t x)
{
    switch (op) {
    case 0: case 6: return quiet((half)((double)to_half(old) + (double)to_half(x)));
    case 1: return special_least(old, x, false);
    case 2: return special_least(old, x, true);
    case 4: return old;
    default: return x;
    }
}

static void atomics_special_in(void) { for (uint32_t i = 0; i < 64; i++) put_part(special_x(i), 16); }
static void atomics_special_old(void) { for (uint32_t i = 0; i < 7 * 64; i++) put_part(special_old(i % 64), 16); }
static void atomics_special_own(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t i = 0; i < 64; i++)
            put_part(special_after(op, special_old(i), special_x(i)), 16);
}
static void atomics_special_out(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(op == 6 ? special_after(op, special_old(i), special_x(i)) : special_old(i));
}

/* ---- image_atomics_float: 128 lanes ---- */
static float float_texel(uint32_t i) { return (float)(hash(i) & 0xffff) * 0.25f - 3000; }
static float least_float(float x, float y) { return x < y ? x : y; }

static void atomics_texel(void)
{
    float least = 1000, greatest = -1000, sum = 0.5f;

    for (uint32_t i = 0; i < 128; i++) {
        sum += (float)i;
        least = least_float(least, float_texel(i));
        greatest = -least_float(-greatest, -float_texel(i));
    }
    put(float_bits(sum)), put(float_bits(least)), put(float_bits(greatest)), put(float_bits(7.5f));
}
static void atomics_texels(void)
{
    for (uint32_t i = 0; i < 128; i++)
        put(float_bits((float)i - 100 + float_texel(i)));
    for (uint32_t i = 0; i < 128; i++)
        put(float_bits(least_float((float)i + 28, float_texel(i))));
}

/* ---- mem_atomics_64_old: 256 threads in groups of 64 ---- */
enum { OWN = 9 };
static uint64_t wide_x(uint32_t i) { return i % 7 == 0 ? hash(i) : i % 7 == 1 ? (uint64_t)hash(i) << 32 : hash64(i); }
static uint64_t wide_own(uint32_t i)
{
    if (i % OWN == 7)
        return (uint64_t)(i / OWN & ~1U) << 32;
    return i % 5 == 0 ? wide_x(i / OWN) : hash64(9000 + i);
}
static uint64_t wide_after(unsigned op, uint64_t old, uint64_t x, uint64_t compare)
{
    switch (op) {
    case 0: return old + x;
    case 1: return old < x ? old : x;
    case 2: return old > x ? old : x;
    case 3: return old & x;
    case 4: return old | x;
    case 5: return old ^ x;
    case 6: return x;
    case 7: return old == compare ? x : old;
    default: return x + 1 + 0x100000000;
    }
}

static void atomics_64_in(void) { for (uint32_t i = 0; i < 256; i++) put64(wide_x(i)); }
static void atomics_64_own(void) { for (uint32_t i = 0; i < OWN * 256; i++) put64(wide_own(i)); }
static void atomics_64_owned(void)
{
    for (uint32_t i = 0; i < OWN * 256; i++)
        put64(wide_after(i % OWN, wide_own(i), wide_x(i / OWN), (uint64_t)(i / OWN & ~3U) << 32));
}
static void atomics_64_old(void)
{
    for (uint32_t i = 0; i < OWN * 256; i++)
        put64(i % OWN == 8 ? 2 * wide_x(i / OWN) + 1 : wide_own(i));
}
static void atomics_64_cells(void)
{
    uint64_t sum = 0, least = UINT64_MAX, most = 0, or = 0, xor = 0;
    int64_t low = INT64_MAX, high = INT64_MIN;

    for (uint32_t i = 0; i < 256; i++) {
        uint64_t x = wide_x(i);
        sum += x;
        least = wide_after(1, least, x, 0), most = wide_after(2, most, x, 0);
        or |= x & UINT64_C(0x0101010101010101) << (i & 7);
        xor ^= x;
        low = (int64_t)x < low ? (int64_t)x : low, high = (int64_t)x > high ? (int64_t)x : high;
    }
    put64(UINT64_C(0x10000000100)), put64(sum), put64(least), put64(most), put64(0), put64(or), put64(xor), put64(UINT64_C(0x700000007));
    put64((uint64_t)low), put64((uint64_t)high);
}
static void atomics_64_many(unsigned odd)
{
    uint64_t sum[4] = {0};

    for (uint32_t i = odd; i < 256; i += 2)
        sum[i >> 1 & 3] += wide_x(i);
    for (unsigned k = 0; k < 4; k++)
        put64(sum[k]);
    for (unsigned part = 0; part < 2; part++)
        for (uint32_t g = 0; g < 4; g++) {
            uint64_t total = 0, most = 0, least = INT64_MAX;
            for (uint32_t i = 64 * g; i < 64 * g + 64; i++) {
                total += wide_x(i), most = wide_after(2, most, wide_x(i), 0);
                least = (int64_t)wide_x(i) < (int64_t)least ? wide_x(i) : least;
            }
            put64(part ? (odd ? least : most) : odd ? total : UINT64_C(0x100000000));
        }
}
static void atomics_64_even(void) { atomics_64_many(0); }
static void atomics_64_odd(void) { atomics_64_many(1); }

/* ---- f64_atomics: 128 threads in groups of 64 ---- */
static double double_x(uint32_t i) { return ldexp((double)(int32_t)hash(i), (int)(hash(i + 50) % 40) - 20); }
static double double_own(uint32_t i) { return ldexp((double)(int64_t)hash64(i + 300), (int)(hash(i + 60) % 60) - 60); }
static double low_double(double x, double y) { return x < y ? x : y; }
static double high_double(double x, double y) { return x > y ? x : y; }

static void atomics_double_in(void) { for (uint32_t i = 0; i < 128; i++) put64(double_bits(double_x(i))); }
static void atomics_double_own(void) { for (uint32_t i = 0; i < 512; i++) put64(double_bits(double_own(i))); }
static void atomics_double_owned(void)
{
    for (uint32_t i = 0; i < 512; i++) {
        double old = double_own(i), x = double_x(i / 4), after[4] = {old + x, low_double(old, x), high_double(old, x), x};
        put64(double_bits(after[i % 4]));
    }
}
static void atomics_double_sums(void)   /* of whole numbers: no order rounds */
{
    double least = 0, most = 0, sum[2] = {0.5, 0.5};

    for (uint32_t i = 0; i < 128; i++) {
        least = low_double(least, double_x(i)), most = high_double(most, double_x(i));
        sum[i / 64] += 3.0 * i;
    }
    put64(double_bits(8128.0 * 4294967296.0)), put64(double_bits(least)), put64(double_bits(most));
    put64(double_bits(sum[0])), put64(double_bits(sum[1]));
}

/* ---- algo_hash_table: 512 keys, of which many differ in one half only ---- */
enum { KEYS = 512, PLACES = 512 };
static uint64_t table_key(uint32_t i)
{
    uint32_t r = hash(i) % 160;
    return (uint64_t)hash(r % 20 + 1) << 32 | hash(r / 20 + 100);
}
static uint32_t table_count(uint32_t i)
{
    uint32_t count = 0;

    for (uint32_t k = 0; k < KEYS; k++)
        count += table_key(k) == table_key(i);
    return count;
}

static void hash_table_keys(void) { for (uint32_t i = 0; i < KEYS; i++) put64(table_key(i)); }
static void hash_table_counts(void) { for (uint32_t i = 0; i < KEYS; i++) put(table_count(i)); }
static void hash_table_table(void)      /* in any order: the keys, how often each occurs, zeros; and the number of groups */
{
    uint32_t words = 3 * PLACES;

    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t before = 0;
        while (table_key(before) != table_key(i))
            before++;
        if (before == i)
            put64(table_key(i)), put(table_count(i)), words -= 3;
    }
    for (; words; words--)
        put(0);
    put(KEYS / 128);
}

/* ---- hlsl_interlocked_64: the same of 64 threads ---- */
static void interlocked_64_in(void) { for (uint32_t i = 0; i < 64; i++) put64(wide_x(i)); }
static void interlocked_64_own(void) { for (uint32_t i = 0; i < OWN * 64; i++) put64(wide_own(i)); }
static void interlocked_64_owned(void)
{
    for (uint32_t i = 0; i < OWN * 64; i++) {
        uint64_t compare = (uint64_t)(i / OWN & ~3U) << 32;
        put64(i % OWN == 8 ? wide_own(i) : wide_after(i % OWN, wide_own(i), wide_x(i / OWN), compare));
    }
}
static void interlocked_64_old(void)
{
    for (uint32_t i = 0; i < OWN * 64; i++) {
        uint32_t first = 2 * (i / OWN);
        put64(i % OWN == 8 ? hash(first) | (uint64_t)hash(first + 1) << 32 : wide_own(i));
    }
}
static uint64_t interlocked_key(uint32_t i) { return (wide_x(i) & 3) << 32 | ((wide_x(i) >> 8 & 7) + 1); }
static bool is_first_key(uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (interlocked_key(k) == interlocked_key(i))
            return false;
    return true;
}
static void interlocked_64_cells(void)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    uint64_t sum = 0, bits = 0, distinct = 0;

    for (uint32_t i = 0; i < 64; i++) {
        int64_t x = (int64_t)wide_x(i);
        least = x < least ? x : least, most = x > most ? x : most;
        sum -= wide_x(i), bits |= UINT64_C(1) << (x & 63), distinct += is_first_key(i);
    }
    put64((uint64_t)least), put64((uint64_t)most), put64(sum), put64((uint64_t)least), put64((uint64_t)most), put64(bits), put64(distinct);
}
static void interlocked_64_bytes(void)
{
    interlocked_64_in();
    for (uint32_t i = 0; i < 64; i++)
        put(1);
}
static void interlocked_64_keys(void)   /* in any order */
{
    uint32_t free = 128;

    for (uint32_t i = 0; i < 64; i++)
        if (is_first_key(i))
            put64(interlocked_key(i)), free--;
    for (; free; free--)
        put64(0);
}

/* ---- mem_shared_mixed: 64 threads, entry 3 is a copy of 2 ---- */
static uint32_t mixed_entry(uint32_t k) { return k == 3 ? 2 : k; }
static void shared_mixed(void)
{
    uint64_t sum[16] = {0}, pair[16][2], all = 0;

    for (uint32_t k = 0; k < 16; k++)
        pair[k][0] = (uint64_t)k << 33, pair[k][1] = k;
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t one = UINT64_C(0xffffff00) + i, *cell = &pair[i & 15][i >> 5];
        sum[i & 15] += one, all += one;
        *cell = wide_after(2, *cell, one << 8, 0);
    }
    for (uint32_t k = 0; k < 16; k++)
        put(4);
    for (uint32_t k = 0; k < 16; k++)
        put64(sum[mixed_entry(k)]);
    for (uint32_t k = 0; k < 16; k++)
        put64(pair[mixed_entry(k)][0]), put64(pair[mixed_entry(k)][1]);
    put64(all);
    for (uint32_t k = 0; k < 16; k++)
        put(mixed_entry(k) + 130);
}

/* ---- asm_atomics_64: eight words, then one of each of 64 threads, in one of two buffers ---- */
static const uint64_t AMOUNT = 0x123456789;
static void asm_own(unsigned odd)
{
    for (uint32_t i = 0; i < 64; i++)       /* old values: 0, the amount, the amount, 7 */
        put64(i % 2 == odd ? 2 * i * AMOUNT + 7 : 0);
}
static void asm_atomics_64_cells(void)
{
    put64(UINT64_C(0x500000123) - 2016 * AMOUNT), put64(UINT64_C(100) - 448), put64(UINT64_C(0x200000020)), put64(UINT64_C(0x6ffffffdf));
    put64(32 * AMOUNT), put64(32 * AMOUNT + 7), put64(0), put64(0);
    asm_own(1);
}
static void asm_atomics_64_more(void)
{
    for (unsigned k = 0; k < 8; k++)
        put64(0);
    asm_own(0);
}

/* ---- hlsl_atomics_float: 64 threads with a quarter of a whole number each ---- */

enum { FLOAT_THREADS = 64 };

static float quarter(int i)
{
    return (float)(i * 37 % FLOAT_THREADS - 20) / 4;
}

static float later(bool greater, float a, float b)
{
    return greater == (a > b) ? a : b;
}

static void float_atomic_sums(void)
{
    for (int k = 0; k < 8; k++) {
        float sum = 1;
        for (int i = k; i < FLOAT_THREADS; i += 8)
            sum += quarter(i);
        put_float(sum);
    }
    for (int k = 0; k < 16; k++) {
        float end = k < 8 ? 2.5f : 3.25f;
        for (int i = k % 8; i < FLOAT_THREADS; i += 8)
            end = later(k >= 8, end, quarter(i));
        put_float(end);
    }
}

static void float_atomic_bytes(void)
{
    for (int k = 0; k < 4; k++) {
        float sum = -0.5f;
        for (int i = 16 * k; i < 16 * k + 16; i++)
            sum += quarter(i);
        put_float(sum);
    }
    for (int i = 0; i < FLOAT_THREADS; i++)
        put_float((float)(i + 4) + quarter(i));
}

static void float_atomic_own(void)
{
    for (int i = 0; i < FLOAT_THREADS; i++)
        put_float(quarter(i));
}

static void float_atomic_out(void)
{
    for (int i = 0; i < FLOAT_THREADS; i++) {
        float sum = 0.5f, most = -100;
        for (int n = 0; n < FLOAT_THREADS; n++) {
            sum += n % 4 == i % 4 ? quarter(n) : 0;
            most = later(true, most, quarter(n));
        }
        put_float((float)(3 * i));
        put_float((float)(i + 4));
        put_float(sum);
        put_float(most);
    }
}

const struct list atomic_lists[] = {
    LIST(float_atomic_sums), LIST(float_atomic_bytes), LIST(float_atomic_own), LIST(float_atomic_out),
    LIST(atomics_half_in), LIST(atomics_half_own), LIST(atomics_half_cells), LIST(atomics_half_owned),
    LIST(image_halves_sums), LIST(image_halves_most), LIST(image_halves_own),
    LIST(atomics_special_in), LIST(atomics_special_old), LIST(atomics_special_own), LIST(atomics_special_out),
    LIST(atomics_64_in), LIST(atomics_64_own), LIST(atomics_64_owned), LIST(atomics_64_old),
    LIST(atomics_64_cells), LIST(atomics_64_even), LIST(atomics_64_odd), LIST(interlocked_64_in), LIST(interlocked_64_own), LIST(interlocked_64_owned),
    LIST(interlocked_64_old), LIST(interlocked_64_cells), LIST(interlocked_64_bytes), LIST(interlocked_64_keys), LIST(shared_mixed), LIST(asm_atomics_64_cells), LIST(asm_atomics_64_more), LIST(atomics_double_in), LIST(atomics_double_own), LIST(atomics_double_owned),
    LIST(atomics_double_sums), LIST(atomics_texel), LIST(hash_table_keys), LIST(hash_table_counts),
    LIST(hash_table_table), LIST(atomics_texels),
    {0}
};
