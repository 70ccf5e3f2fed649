/* SPDX-License-Identifier: Apache-2.0
 * expect_wave.c - the lists of wave_*.  Where the value of a lane depends on the lane alone, what a scan gives does too, whatever the
 * wave size, and a reduction over S lanes is what the inclusive scan gives lane S-1: one list serves all sizes.
 */
#include "expect.h"
#include <stdbool.h>
#include <stddef.h>

enum { LANES = 128 };

/* ---- folds ---- */
static void scan(enum op op, uint32_t (*value)(enum op op, uint32_t lane), bool inclusive)
{
    uint32_t sum = identity[op];
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t next = combine(op, sum, value(op, l));
        put(inclusive ? next : sum);
        sum = next;
    }
}

static uint32_t word_of(enum op op, uint32_t l)
{
    uint32_t x = hash(l + 8000);
    return op == MUL ? x | 1 : op == AND ? x | 0xff00ff00 << (x & 15) : op == OR ? x & 0x00110011U << (x & 15) : x;
}

static void arith_uint(bool inclusive)
{
    for (enum op op = ADD; op <= XOR; op++)
        scan(op, word_of, inclusive);
}
static void arith_uint_inclusive(void) { arith_uint(true); }
static void arith_uint_exclusive(void) { arith_uint(false); }

static uint32_t float_of(enum op op, uint32_t l)
{
    static const float power[4] = {2.0f, -0.5f, -1.0f, 1.0f};
    uint32_t h = hash(l + 9000);
    return float_bits(op == FADD ? (float)(int32_t)(h & 0xffff) - 32768.0f : op == FMUL ? power[h & 3] : (float)(int32_t)(h >> 8) * 0x1p-10f - 8192.0f);
}

static void arith_float_in(void)
{
    for (enum op op = FADD; op <= FMAX; op++)
        for (uint32_t l = 0; l < LANES; l++)
            put(float_of(op, l));
}

static void arith_float(bool inclusive)
{
    for (enum op op = FADD; op <= FMAX; op++)
        scan(op, float_of, inclusive);
}
static void arith_float_inclusive(void) { arith_float(true); }
static void arith_float_exclusive(void) { arith_float(false); }

static uint32_t amd_of(enum op op, uint32_t l)
{
    uint32_t x = hash(l + 8000);
    return op >= FADD ? float_bits((float)shift_down((int32_t)x, 24)) : x;
}

static void amd(bool inclusive)
{
    static const enum op ops[8] = {ADD, SMIN, SMAX, UMIN, UMAX, FADD, FMIN, FMAX};
    for (unsigned k = 0; k < 8; k++)
        scan(ops[k], amd_of, inclusive);
}
static void amd_inclusive(void) { amd(true); }
static void amd_exclusive(void) { amd(false); }

static void arith_vector_lane(void)
{
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t before = 0, sum = 0;           /* of the lanes of the same kind, odd or even */
        for (uint32_t k = l & 1; k < l; k += 2)
            before++, sum += k;
        if (l & 1)
            put(1000 * (before + 1)), put(0), put((sum + l) << 16), put(7);
        else
            put(before + (l << 16)), put(sum), put(3 * before), put(sum << 8);
    }
}

/* ---- wave_ballot ---- */
static const uint32_t given[4] = {0x5a36c1e8, 0x80c0a077, 0x00ffee12, 0x93a51c0c};

static void ballot_count(void)
{
    uint32_t n = 0;
    for (uint32_t l = 0; l <= LANES; l++) {
        put(n);
        n += l < LANES && (given[l / 32] >> l % 32 & 1);
    }
}

static void ballot_msb(void)
{
    uint32_t msb = 0;
    for (uint32_t l = 0; l <= LANES; l++) {
        put(msb);
        if (l < LANES && given[l / 32] >> l % 32 & 1)
            msb = l;
    }
}

/* ---- wave_divergent ---- */
static void divergent_ifs(void)
{
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t sum = 0, others = 0;
        for (uint32_t k = 0; k <= l; k++)
            if (k % 4) {
                sum += k;
                others += k % 4 != 2 && k < l;
            }
        put(l % 4 == 0 ? (5 * l) ^ 0xff : sum + (UINT32_C(1) << 30) + (l % 4 == 2 ? 0 : others << 16));
    }
}

static void divergent_cases(void)
{
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t count = 0, before = 0;
        for (uint32_t k = l % 4; k <= l; k += 4)
            count++, before += k;
        put(l % 4 == 0 ? count : l % 4 == 1 ? before << 12 : l % 4 == 2 ? 1000 + 2 * count : before - l + 0x10000);
    }
}

static void divergent_loop(void)                /* the scans; how many lanes are left in each round, the kernel file adds */
{
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t sum = 0;
        for (uint32_t round = 0; round < l % 4; round++)
            for (uint32_t k = 0; k < l; k++)
                sum += k % 4 > round;
        put(sum << 16);
    }
}

/* ---- wave_cluster ---- */
static bool cluster_there(uint32_t op, uint32_t i) { return op < 13 || hash(i) % 3 != 0; }

static uint32_t cluster_fold(enum op op, uint32_t i, uint32_t size, uint32_t variant)
{
    uint32_t sum = identity[op];
    for (uint32_t k = i / size * size; k < i / size * size + size; k++)
        if (cluster_there(variant, k)) {
            float f = (float)(shift_down((int32_t)hash(k), 20));
            sum = combine(op, sum, op >= FADD ? float_bits(f) : variant == 12 ? (int32_t)hash(k) > 0 : hash(k));
        }
    return sum;
}

static uint32_t cluster_float(enum op op, uint32_t i, uint32_t size) { return (uint32_t)(int32_t)as_float(cluster_fold(op, i, size, 10)); }

static uint32_t cluster_op(uint32_t k, uint32_t i)
{
    static const struct { enum op op; uint32_t size; } plain[10] = {
        {ADD, 4}, {MUL, 2}, {UMIN, 4}, {UMAX, 2}, {SMIN, 2}, {SMAX, 4}, {AND, 2}, {OR, 4}, {XOR, 4}, {ADD, 1}};
    if (k < 10)
        return cluster_fold(plain[k].op, i, plain[k].size, k);
    if (k == 10)
        return cluster_float(FADD, i, 4);
    if (k == 11)
        return cluster_float(FMIN, i, 2) + cluster_float(FMAX, i, 4);
    if (k == 12)
        return cluster_fold(AND, i, 2, 12) * 1 | cluster_fold(OR, i, 4, 12) << 1 | cluster_fold(XOR, i, 4, 12) << 2;
    return cluster_there(k, i) ? cluster_fold(ADD, i, 4, k) ^ cluster_fold(UMAX, i, 2, k) : 0;
}

static void cluster(void)
{
    for (uint32_t k = 0; k < 14; k++)
        for (uint32_t i = 0; i < 128; i++)
            put(cluster_op(k, i));
}

static void cluster_eight(void)
{
    for (uint32_t i = 0; i < 256; i++)
        put(cluster_fold(ADD, i, 8, 0) ^ cluster_fold(UMIN, i, 8, 0));
}

static void cluster_sixteen(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t any = 0;
        for (uint32_t k = i & ~15U; k < (i & ~15U) + 16; k++)
            any |= hash(k) & 0x08040201;
        put(cluster_fold(ADD, i, 16, 0) ^ any);
    }
}

static void cluster_huge(void)
{
    for (uint32_t i = 0; i < 256; i++)
        put(cluster_fold(ADD, i, 32, 0)), put(cluster_fold(UMAX, i, 64, 0) ^ cluster_fold(XOR, i, 64, 0));
}

/* ---- wave_partition ---- */
static uint32_t key_of(uint32_t l) { return hash(l + 10000) % 3; }

static uint32_t partition_value(enum op op, uint32_t l)
{
    uint32_t x = hash(l + 8000);
    return op == MUL ? x | 1 : op >= FADD ? float_bits((float)shift_down((int32_t)x, 24)) : x;
}

static void partition(bool inclusive)
{
    static const enum op ops[12] = {ADD, MUL, SMIN, SMAX, UMIN, UMAX, AND, OR, XOR, FADD, FMIN, FMAX};
    for (unsigned k = 0; k < 12; k++) {
        uint32_t sum[3] = {identity[ops[k]], identity[ops[k]], identity[ops[k]]};
        for (uint32_t l = 0; l < LANES; l++) {
            uint32_t key = key_of(l), before = sum[key];
            sum[key] = combine(ops[k], before, partition_value(ops[k], l));
            put(inclusive ? sum[key] : before);
        }
    }
}
static void partition_inclusive(void) { partition(true); }
static void partition_exclusive(void) { partition(false); }

static void partition_last(void)
{
    uint32_t last[3] = {0};
    for (uint32_t l = 0; l < LANES; l++) {
        last[key_of(l)] = l;
        put(last[0]), put(last[1]), put(last[2]);
    }
}

static void partition_keys(void)
{
    for (uint32_t key = 0; key < 3; key++)
        for (uint32_t w = 0; w < 4; w++) {
            uint32_t mask = 0;
            for (uint32_t b = 0; b < 32; b++)
                mask |= (uint32_t)(key_of(32 * w + b) == key) << b;
            put(mask);
        }
}

/* wave_partial: row k, wave size 4 << k: the threads of a wave anded, with the top bit */
static void partial_and(void)
{
    for (uint32_t size = 4; size <= 128; size *= 2)
        for (uint32_t t = 0; t < 50; t++) {
            uint32_t all = UINT32_MAX;
            for (uint32_t k = t / size * size; k < 50 && k < t / size * size + size; k++)
                all &= k | UINT32_C(1) << 31;
            put(all);
        }
}

/* ---- wave_types: groups are the lanes with one remainder by 3 ---- */
static uint32_t types_x(uint32_t l) { return hash(l + 8000); }
static uint64_t types_wide(uint32_t l) { return (uint64_t)types_x(l) << 24 | l; }

static uint32_t types_scan(unsigned op, uint32_t lane)
{
    uint32_t odd = 0, any = 0, all = 1, bytes = 0, byte_max = 0, product = 1, halves = 0;
    int32_t byte_min = 127, short_max = -32768;
    uint64_t sum = 0, xor = 0;
    int64_t min = INT64_MAX;
    for (uint32_t l = lane % 3; l <= lane; l += 3) {
        uint32_t x = types_x(l);
        int64_t top = (int64_t)(types_wide(l) << 8);
        odd ^= x & 1, all &= x & 1, bytes += x;
        byte_min = (int8_t)(uint8_t)x < byte_min ? (int8_t)(uint8_t)x : byte_min;
        short_max = (int16_t)(uint16_t)x > short_max ? (int16_t)(uint16_t)x : short_max;
        sum += types_wide(l);
        if (l < lane) {
            any |= x & 1, product *= x | 1, xor ^= types_wide(l) << 4, halves += l & 3;
            byte_max = (x & 255) > byte_max ? x & 255 : byte_max;
            min = top < min ? top : min;
        }
    }
    switch (op) {
    case 0:  return odd | any << 1 | all << 2;
    case 1:  return (bytes & 255) | byte_max << 8 | ((uint32_t)byte_min & 255) << 16;
    case 2:  return (product & 0xffff) | (uint32_t)short_max << 16;
    case 3:  return (uint32_t)(sum >> 20);
    case 4:  return (uint32_t)((uint64_t)min >> 32);
    case 5:  return (uint32_t)(xor >> 24);
    default: return halves;
    }
}

static void types_scans(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t l = 0; l < LANES; l++)
            put(types_scan(op, l));
}

static void types_reduced(void)
{
    uint32_t shorts[3] = {0}, any[3] = {0}, max[3] = {0};
    for (uint32_t l = 0; l < LANES; l++) {
        shorts[l % 3] += types_x(l), any[l % 3] |= types_x(l) & 1;
        for (unsigned g = 0; g < 3; g++)
            put((shorts[g] & 0xffff) | any[g] << 16);
    }
    for (uint32_t l = 0; l < LANES; l++) {
        max[l % 3] = types_x(l) > max[l % 3] ? types_x(l) : max[l % 3];
        put(max[0]), put(max[1]), put(max[2]);
    }
}

static uint32_t types_cluster(unsigned op, uint32_t lane)
{
    uint32_t bytes = 0, max = 0, halves = 0, two = lane & ~1U, four = lane & ~3U, a = types_x(two), b = types_x(two + 1);
    for (uint32_t l = four; l < four + 4; l++) {
        bytes += types_x(l), halves += l & 7;
        max = types_x(l) > max ? types_x(l) : max;
    }
    switch (op) {
    case 0:  return (bytes & 255) | ((a & 0xffff) < (b & 0xffff) ? a : b) << 16;
    case 1:  return max;
    case 2:  return (uint32_t)((types_wide(two) ^ types_wide(two + 1)) >> 16);
    case 3:  return halves | ((a | 1) * (b | 1) & 255) << 8;
    default: return float_bits(0.0625f) ^ ((a | b) & 1);
    }
}

static void types_clusters(void)
{
    for (unsigned op = 0; op < 5; op++)
        for (uint32_t l = 0; l < LANES; l++)
            put(types_cluster(op, l));
}

const struct list wave_lists[] = {
    LIST(arith_uint_inclusive), LIST(arith_uint_exclusive), LIST(arith_float_in), LIST(arith_float_inclusive), LIST(arith_float_exclusive),
    LIST(arith_vector_lane), LIST(amd_inclusive), LIST(amd_exclusive), LIST(ballot_count), LIST(ballot_msb),
    LIST(divergent_ifs), LIST(divergent_cases), LIST(divergent_loop),
    LIST(cluster), LIST(cluster_eight), LIST(cluster_sixteen), LIST(cluster_huge),
    LIST(partition_inclusive), LIST(partition_exclusive), LIST(partition_last), LIST(partition_keys), LIST(partial_and),
    LIST(types_scans), LIST(types_reduced), LIST(types_clusters),
    {0}
};
