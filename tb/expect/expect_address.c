/* SPDX-License-Identifier: Apache-2.0
 * expect_address.c - the lists of shaders that follow addresses.
 */
#include "expect.h"
#include <stddef.h>

/* ---- address_list: NODES nodes, of which node k is followed by a later one, or by none; lane i begins at one of them or at none ---- */
enum { NODES = 80, LANES = 96, NONE = 1000 };

static uint32_t after(uint32_t k) { return hash(k) % 8 == 0 || k + 1 + hash(k) % 5 >= NODES ? NONE : k + 1 + hash(k) % 5; }
static uint32_t first(uint32_t i) { return hash(i + 500) % 9 == 0 ? NONE : hash(i + 500) % NODES; }
static uint32_t content(uint32_t k) { return hash(k + 900) & 0xff; }

static void list_next(void)
{
    for (uint32_t k = 0; k < NODES; k++)
        put(after(k));
}

static void list_first(void)
{
    for (uint32_t i = 0; i < LANES; i++)
        put(first(i));
}

static void list_value(void)
{
    for (uint32_t k = 0; k < NODES; k++)
        put(content(k));
}

static uint32_t sum_of(uint32_t i)
{
    uint32_t sum = 0;
    for (uint32_t k = first(i); k != NONE; k = after(k))
        sum = sum * 3 + content(k);
    return sum;
}

static void list_sums(void)
{
    uint32_t all = 0;
    put(0), put(0);             /* the shader has the address of what follows */
    for (uint32_t i = 0; i < LANES; i++) {
        put(sum_of(i));
        all += sum_of(i);
    }
    put(all);
}

/* of an even lane the first value of its own list, of the others that of lane 5's */
static void list_out(void)
{
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t from = i % 2 == 0 && first(i) != NONE ? first(i) : first(5), steps = 0;
        for (uint32_t k = first(i); k != NONE; k = after(k))
            steps++;
        put(content(from) + (first(i) == first(5) ? 1000000 : 0));
        put(steps);
    }
}

const struct list address_lists[] = {
    LIST(list_next), LIST(list_first), LIST(list_value), LIST(list_sums), LIST(list_out),
    {0}
};
