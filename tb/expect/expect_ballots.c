/* SPDX-License-Identifier: Apache-2.0
 * expect_ballots.c - the list of wave_pressure: 128 lanes for each wave size, a ballot as four words of mask.
 */
#include "expect.h"
#include <stddef.h>

/* Of bit n of each lane's word. */
static void ballot_of(uint32_t first, uint32_t lanes, unsigned n, uint32_t mask[4])
{
    memset(mask, 0, 4 * sizeof *mask);
    for (uint32_t l = 0; l < lanes; l++)
        mask[l / 32] |= (hash(first + l) >> n & 1) << l % 32;
}

static uint32_t bits_below(const uint32_t mask[4], uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t l = 0; l < end; l++)
        n += mask[l / 32] >> l % 32 & 1;
    return n;
}

static uint32_t pressed(uint32_t i, uint32_t lanes)
{
    const uint32_t x = hash(i), first = i / lanes * lanes;
    uint32_t b[20][4], v[20], r = 0;
    for (unsigned n = 0; n < 20; n++) {
        ballot_of(first, lanes, n, b[n]);
        v[n] = x * (2 * n + 3);
    }
    for (uint32_t k = 0; k <= (i & 3); k++) {
        for (unsigned n = 0; n < 20; n++)
            r = r * 3 + (v[n] ^= r);
        for (unsigned w = 0; w < 4; w += 3) {
            const uint32_t t = b[0][w];
            b[0][w] = b[1][w];
            b[1][w] = t;
        }
    }
    for (unsigned n = 0; n < 20; n++)
        r = r * 31 + bits_below(b[n], lanes);
    for (unsigned n = 0; n < 20; n++)
        r = r * 31 + (b[n][(i - first) / 32] >> (i - first) % 32 & 1);
    const uint32_t mixed[4][4] = {{b[2][1], b[2][0], b[2][3], b[2][2]}, {b[3][1], b[3][0], b[3][3], b[3][2]}, {b[2][0], b[3][1], b[2][2], b[3][3]},
                                  {b[4][0], b[4][1], b[4][0], b[5][3]}};
    for (unsigned m = 0; m < 4; m++)
        r = r * 31 + bits_below(mixed[m], m == 1 ? i - first + 1 : lanes);
    r = r * 31 + x + 3;
    uint32_t low = i < 64 ? b[6][0] : b[7][1];
    for (uint32_t k = 0; k < (x & 3); k++)
        low = k == 1 ? b[8][2] ^ low : low >> 1;
    r = r * 31 + low;
    return r * 31 + (x & 8 ? i : x ^ 5);
}

static void pressure_of_ballots(void)
{
    for (uint32_t lanes = 4; lanes <= 128; lanes *= 2)
        for (uint32_t i = 0; i < 128; i++)
            put(pressed(i, lanes));
}

const struct list ballots_lists[] = {{"pressure_of_ballots", pressure_of_ballots}, {0}};
