/* SPDX-License-Identifier: Apache-2.0
 * expect_quant.c - algo_quant_copy: blocks of quantised weights.  Scales are powers of two, so every sum is exact.
 */
#include <stdbool.h>

#include "expect.h"

enum { THREADS = 32, STEP = 3 };

static double scale(uint32_t seed) { return (double)(1U << hash(seed) % 4) / 4; }
static uint32_t q4(uint32_t block, uint32_t k) { return hash(64 * block + k) & 255; }
static uint32_t q41(uint32_t block, uint32_t k) { return hash(4 * block + k + 70000); }
static int32_t q8(uint32_t block, uint32_t k) { return (int32_t)(hash(64 * block + k + 30000) % 255) - 127; }
static uint32_t written(uint32_t block, uint32_t k) { return hash(4 * block + k + 50000); }

static void quant_q4(void)
{
    for (uint32_t block = 0; block < THREADS; block++) {
        put_part(half_bits((half)scale(block)), 16);
        for (uint32_t k = 0; k < 16; k++)
            put_part(q4(block, k), 8);
    }
}

static void quant_q41(void)
{
    for (uint32_t block = 0; block < 2 * THREADS; block++) {
        put(half_bits((half)scale(block + 100)) | half_bits((half)scale(block + 200)) << 16);
        for (uint32_t k = 0; k < 4; k++)
            put(q41(block, k));
    }
}

static void quant_q8(void)
{
    for (uint32_t block = 0; block < THREADS; block++) {
        put_part(half_bits((half)scale(block + 300)), 16);
        for (uint32_t k = 0; k < 32; k++)
            put_part((uint32_t)q8(block, k) & 255, 8);
    }
}

static void quant_written(bool after)
{
    for (uint32_t block = 0; block < THREADS; block++) {
        put(0);
        for (uint32_t k = 0; k < 4; k++)
            put(after ? ~written(block, 3 - k) : written(block, k));
    }
}

static void quant_before(void) { quant_written(false); }
static void quant_after(void) { quant_written(true); }

static void put_tile(uint32_t i)
{
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t n = 0; n < 4; n++) {
            const uint32_t block = 2 * i + m;
            double sum = 0;
            for (uint32_t k = 0; k < 32; k++)
                sum += ((q41(block, k / 8) >> k % 8 * 4 & 15) * scale(block + 100) + scale(block + 200)) *
                       ((i + 5 * n + k) % 7);
            put_float((float)sum);
        }
}

static void quant_copy(void)
{
    for (uint32_t i = 0; i < THREADS; i++) {
        double sum = 0;
        for (uint32_t k = i % 4; k < 16; k += STEP)
            sum += ((int32_t)(q4(i, k) & 15) - 8) * (double)(k + 1) + ((int32_t)(q4(i, k) >> 4) - 8) * (double)(k + 17);
        put_float((float)(sum * scale(i)));
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        int32_t sum = 0;
        for (uint32_t k = 0; k < 32; k++)
            sum += q8(i, k) * q8(i ^ 1, k);
        put_float((float)(sum * scale(i + 300) * scale((i ^ 1) + 300)));
    }
    for (uint32_t i = 0; i < THREADS; i++)
        put_tile(i);
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t few = (i ^ STEP) % 4;
        const uint32_t large = written(i, (i + STEP) % 4) & 0xffffff;
        put_float((float)large + (few == written(i, 0) % 4 ? 100.0F : (float)few));
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t uneven[3] = {q41(i, 0), q41(i, 2), q41(i, 3)};
        const uint32_t mixed[3] = {half_bits((half)scale(i + 100)), q41(i, 0), q41(i, 1)};
        put_float((float)((uneven[(i + STEP) % 3] ^ mixed[(i ^ STEP) % 3]) >> 8));
    }
}

const struct list quant_lists[] = {
    LIST(quant_q4), LIST(quant_q41), LIST(quant_q8), LIST(quant_before), LIST(quant_after), LIST(quant_copy), {0}
};
