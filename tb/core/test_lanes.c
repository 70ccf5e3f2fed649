/* SPDX-License-Identifier: Apache-2.0
 * test_lanes.c - both forms of the lane loops give the same bits: every operation, every wave size, results that overwrite an
 * operand; and sets of lanes against one lane at a time.
 */
#include <string.h>

#include "wavefold/isa.h"

/* The portable form, under names of its own. */
#undef WF_LANES_PORTABLE
#define WF_LANES_PORTABLE
#define wf_integer_perform plain_integer
#define arithmetic integer_arithmetic
#define compare integer_compare
#include "../../c_model/model/core/integer.c"
#undef EACH
#undef arithmetic
#undef compare
#undef wf_integer_perform
#define wf_float_perform plain_float
bool wf_float_perform(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value);
#define compare float_compare
#include "../../c_model/model/core/float.c"
#undef compare
#undef wf_float_perform

bool wf_integer_perform(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value);
bool wf_float_perform(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value);
uint32_t *wf_lanes_spread(unsigned n, struct wf_mask set, uint32_t *taken);
uint32_t *wf_lanes_blend(unsigned n, const uint32_t *taken, const uint32_t *value, uint32_t *row);
struct wf_mask wf_lanes_nonzero(unsigned n, const uint32_t *value);

#include "../common/wf_check.h"

enum { ROUNDS = 40, BEYOND = 8 };

static uint64_t random_state = 1;

/* Words of all kinds: small ones, bit patterns, floats with equal exponents, specials. */
static uint32_t some_word(void)
{
    static const uint32_t special[] = { 0, 1, 31, 32, 0x80000000, 0xffffffff, 0x7fffffff, 0x7f800000, 0xff800000, 0x7fc00000,
                                        0x7f800001, 0x00800000, 0x007fffff, 0x7f7fffff, 0x3f800000, 0xbf800001 };
    const uint32_t r = check_random(&random_state);

    switch (r & 3) {
    case 0: return special[r >> 2 & 15];
    case 1: return r >> (r >> 2 & 31);
    case 2: return (r & 0x803fffff) | 0x3f800000;
    default: return check_random(&random_state);
    }
}

static void fill(uint32_t *row, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        row[i] = some_word();
}

static bool plain(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value)
{
    return plain_integer(op, n, a, b, c, value) || plain_float(op, n, a, b, c, value);
}

/* `over`: 0 none, else the operand whose row takes the result.  Words behind the row stay as they are. */
static void compare(uint8_t op, unsigned n, unsigned over)
{
    uint32_t row[4][WF_MAX_LANES + BEYOND], wanted[WF_MAX_LANES], kept[BEYOND];
    uint32_t *value = row[over == 0 ? 3 : over - 1];

    for (unsigned k = 0; k < 4; k++)
        fill(row[k], WF_MAX_LANES + BEYOND);
    memcpy(kept, value + n, sizeof kept);
    if (!plain(op, n, row[0], row[1], row[2], wanted))
        return;
    CHECK(wf_integer_perform(op, n, row[0], row[1], row[2], value) || wf_float_perform(op, n, row[0], row[1], row[2], value));
    for (unsigned i = 0; i < n; i++)
        CHECK_EQ(value[i], wanted[i]);
    CHECK(memcmp(kept, value + n, sizeof kept) == 0);
}

static void test_operations(void)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned op = 0; op < 256; op++)
            for (unsigned n = 4; n <= WF_MAX_LANES; n *= 2)
                compare((uint8_t)op, n, round % 4);
}

static void test_sets(void)
{
    for (unsigned round = 0; round < 500; round++)
        for (unsigned n = 4; n <= WF_MAX_LANES; n *= 2) {
            uint32_t value[WF_MAX_LANES + BEYOND], row[WF_MAX_LANES + BEYOND], before[WF_MAX_LANES + BEYOND], taken[WF_MAX_LANES + BEYOND];
            struct wf_mask set, found;

            for (unsigned i = 0; i < WF_MAX_LANES + BEYOND; i++) {
                value[i] = check_random(&random_state) & 1 ? some_word() : 0;
                before[i] = row[i] = some_word();
                taken[i] = 7;
            }
            set = wf_mask_make(check_random(&random_state) | (uint64_t)check_random(&random_state) << 32,
                               check_random(&random_state) | (uint64_t)check_random(&random_state) << 32);
            found = wf_lanes_nonzero(n, value);
            for (unsigned i = 0; i < WF_MAX_LANES; i++)
                CHECK_EQ(wf_mask_has(found, i), i < n && value[i] != 0);
            CHECK(wf_lanes_spread(n, set, taken) == taken);
            for (unsigned i = 0; i < n; i++)
                CHECK_EQ(taken[i], wf_mask_has(set, i) ? UINT32_MAX : 0);
            for (unsigned i = n < 8 ? 8 : n; i < WF_MAX_LANES + BEYOND; i++)
                CHECK_EQ(taken[i], 7);
            CHECK(wf_lanes_blend(n, taken, value, row) == row);
            for (unsigned i = 0; i < WF_MAX_LANES + BEYOND; i++)
                CHECK_EQ(row[i], i < n && wf_mask_has(set, i) ? value[i] : before[i]);
        }
}

int main(void)
{
    test_operations();
    test_sets();
    return check_end("lanes");
}
