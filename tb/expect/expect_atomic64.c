/* SPDX-License-Identifier: Apache-2.0
 * expect_atomic64.c - the lists of the kernels with 64-bit atomics, one lane after the other.
 */
#include "expect.h"
#include <stdbool.h>
#include <stddef.h>

/* ---- atomics64.wfk: each operation on eight words, by 96 lanes ---- */

enum { LANES = 96, CELLS = 8, OPERATIONS = 11 };

/* Values around the carry and the sign. */
static uint64_t value(uint32_t n)
{
    static const uint64_t some[] = {0, 1, 0xffffffff, 0x100000000, 0x80000000, UINT64_C(0x7fffffffffffffff),
                                    UINT64_C(0x8000000000000000), UINT64_MAX, UINT64_C(0xffffffff00000000), 0x1ffffffff};
    return some[hash(n) % (sizeof some / sizeof some[0])];
}

static uint64_t operand(unsigned lane) { return value(lane + 500); }
static uint64_t start(unsigned operation, unsigned cell) { return value(100 * operation + cell); }
static unsigned cell_of(unsigned lane) { return (5 * lane + lane / 16) % CELLS; }

/* Two thirds of the lanes compare with what the lane before on their word had to put there, so that many exchange. */
static uint64_t compared(unsigned lane)
{
    unsigned before = lane;
    while (before > 0 && cell_of(--before) != cell_of(lane))
        ;
    return lane % 3 == 2 ? value(lane + 800) : before < lane && cell_of(before) == cell_of(lane) ? operand(before)
           : start(10, cell_of(lane));
}

/* add sub and or xor min.s max.s min.u max.u xchg cas */
static uint64_t after(unsigned operation, uint64_t old, unsigned lane)
{
    const uint64_t b = operand(lane);
    switch (operation) {
    case 0: return old + b;
    case 1: return old - b;
    case 2: return old & b;
    case 3: return old | b;
    case 4: return old ^ b;
    case 5: return (int64_t)b < (int64_t)old ? b : old;
    case 6: return (int64_t)b > (int64_t)old ? b : old;
    case 7: return b < old ? b : old;
    case 8: return b > old ? b : old;
    case 9: return b;
    default: return old == compared(lane) ? b : old;
    }
}

static void atomics64_in(void)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        put64(operand(lane)), put64(compared(lane));
}

static void put_start(unsigned first, unsigned cells)
{
    for (unsigned k = 0; k < OPERATIONS; k++)
        for (unsigned c = first; c < first + cells; c++)
            put64(start(k, c));
}

static void atomics64_start(void) { put_start(0, CELLS); }
static void atomics64_start_low(void) { put_start(0, CELLS / 2); }
static void atomics64_start_high(void) { put_start(CELLS / 2, CELLS / 2); }

/* Old values, or what the cells hold at the end. */
static void run(bool old, unsigned first, unsigned cells)
{
    for (unsigned k = 0; k < OPERATIONS; k++) {
        uint64_t cell[CELLS];
        for (unsigned c = 0; c < CELLS; c++)
            cell[c] = start(k, c);
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t *at = &cell[cell_of(lane)];
            if (old)
                put64(*at);
            *at = after(k, *at, lane);
        }
        for (unsigned c = first; c < first + cells; c++)
            put64(cell[c]);
    }
}

static void atomics64_old(void) { run(true, 0, 0); }
static void atomics64_end(void) { run(false, 0, CELLS); }
static void atomics64_end_low(void) { run(false, 0, CELLS / 2); }
static void atomics64_end_high(void) { run(false, CELLS / 2, CELLS / 2); }

/* ---- atomics64_groups.wfk ---- */

enum { GROUPED = 8 * 48 };

/* No least or greatest one twice. */
static uint64_t grouped(unsigned i) { return (i % 2 ? UINT64_C(0x7fffffff00000000) : UINT64_C(0x8000000000000000)) ^ hash64(i + 9) >> i % 40; }

static void atomics64_values(void)
{
    for (unsigned i = 0; i < GROUPED; i++)
        put64(grouped(i));
}

static void atomics64_total(void)
{
    uint64_t sum = 0, min = UINT64_MAX, max = 0, and = UINT64_MAX, or = 0, xor = 0;
    int64_t smin = INT64_MAX, smax = INT64_MIN;
    for (unsigned i = 0; i < GROUPED; i++) {
        const uint64_t v = grouped(i);
        sum += v, and &= v, or |= v, xor ^= v;
        min = v < min ? v : min, max = v > max ? v : max;
        smin = (int64_t)v < smin ? (int64_t)v : smin, smax = (int64_t)v > smax ? (int64_t)v : smax;
    }
    put64(sum), put64((uint64_t)smin), put64((uint64_t)smax), put64(min), put64(max);
    put64(and), put64(or), put64(xor), put64(0 - sum);
}

/* ---- hash_table64.wfk: 4 groups of 64 keys ---- */

enum { KEYS = 256, GROUP = 64 };

/* Words from few values each, so that keys share one of them or both. */
static uint64_t key(unsigned i)
{
    return (uint64_t)(hash(hash(i) % 12) | 1) << 32 | hash(100 + hash(i + 1000) % 12);
}

static unsigned holders(uint64_t wanted, unsigned first, unsigned keys)
{
    unsigned n = 0;
    for (unsigned i = first; i < first + keys; i++)
        n += key(i) == wanted;
    return n;
}

static void hash64_keys(void)
{
    for (unsigned i = 0; i < KEYS; i++)
        put64(key(i));
}

static void hash64_mine(void)
{
    for (unsigned i = 0; i < KEYS; i++)
        put(holders(key(i), i / GROUP * GROUP, GROUP));
}

static void hash64_found(void)
{
    for (unsigned i = 0; i < KEYS; i++)
        put(holders(key(i), 0, KEYS));
}

static void hash64_distinct(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < KEYS; i++)
        n += holders(key(i), 0, i) == 0;
    put(n);
}

const struct list atomic64_lists[] = {
    LIST(atomics64_in), LIST(atomics64_start), LIST(atomics64_start_low), LIST(atomics64_start_high), LIST(atomics64_old),
    LIST(atomics64_end), LIST(atomics64_end_low), LIST(atomics64_end_high), LIST(atomics64_values), LIST(atomics64_total),
    LIST(hash64_keys), LIST(hash64_mine), LIST(hash64_found), LIST(hash64_distinct), {0}};
