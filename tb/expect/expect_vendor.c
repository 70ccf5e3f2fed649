/* SPDX-License-Identifier: Apache-2.0
 * expect_vendor.c - the lists of shaders with extensions of one vendor.
 */
#include "expect.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { N = 64 };

/* ---- math_amd ---- */

static int rising_u(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}
static int rising_s(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Three numbers in rising order, as 32 bits. */
struct three { int32_t at[3]; };
static struct three sorted(int32_t x, int32_t y, int32_t z, int (*rising)(const void *, const void *))
{
    struct three t = {{x, y, z}};
    qsort(t.at, 3, sizeof *t.at, rising);
    return t;
}
static int32_t number(uint32_t i, unsigned k) { return (int32_t)hash(3 * i + k % 3 + 4200); }

static void amd_words(void)
{
    for (uint32_t i = 0; i < N; i++) {
        const int32_t x = number(i, 0), y = number(i, 1), z = number(i, 2);
        const struct three u = sorted(x, y, z, rising_u), s = sorted(x, y, z, rising_s);
        const struct three f = sorted(shift_down(x, 28), shift_down(y, 28), shift_down(z, 28), rising_s);
        puti(u.at[0]), puti(u.at[2]), puti(u.at[1]), puti(s.at[0]);
        /* the second component has the numbers in another order */
        put((uint32_t)s.at[1] ^ (uint32_t)s.at[1] << 1);
        put((uint32_t)s.at[2] - (uint32_t)sorted(x, y, x, rising_s).at[2]);
        put_float((float)f.at[0] / 2), put_float((float)f.at[2] / 2), put_float((float)f.at[1] / 2);
    }
}

static void amd_shorts(void)
{
    for (uint32_t i = 0; i < N; i++) {
        int32_t u[3], s[3];
        for (unsigned k = 0; k < 3; k++)
            u[k] = number(i, k) & 0xffff, s[k] = (int16_t)u[k];
        const struct three a = sorted(u[0], u[1], u[2], rising_u), b = sorted(s[0], s[1], s[2], rising_s);
        puti(a.at[0]), puti(a.at[2]), puti(a.at[1]), puti(b.at[0]), puti(b.at[2]), puti(b.at[1]);
    }
}

/* The first 27, less the one without length, lie on faces, edges and corners; the others anywhere. */
static float direction(uint32_t i, unsigned axis)
{
    static const uint32_t base[3] = {1, 3, 9};
    return i < 26 ? (float)((i + (i > 12)) / base[axis] % 3) - 1.0F : (float)(int32_t)(hash(4 * i + axis + 77) >> 20) / 64.0F - 32.0F;
}
static void amd_directions(void)
{
    for (uint32_t i = 0; i < N; i++)
        put_float(direction(i, 0)), put_float(direction(i, 1)), put_float(direction(i, 2)), put(0);
}

/* Of the largest coordinate, z before y before x, the table of Vulkan. */
static void amd_faces(void)
{
    for (uint32_t i = 0; i < N; i++) {
        const float x = direction(i, 0), y = direction(i, 1), z = direction(i, 2);
        const float largest = fmaxf(fabsf(x), fmaxf(fabsf(y), fabsf(z)));
        float sc, tc, face;
        if (fabsf(z) == largest)
            face = z < 0 ? 5 : 4, sc = z < 0 ? -x : x, tc = -y;
        else if (fabsf(y) == largest)
            face = y < 0 ? 3 : 2, sc = x, tc = y < 0 ? -z : z;
        else
            face = x < 0 ? 1 : 0, sc = x < 0 ? z : -z, tc = -y;
        put_float(face), put_float(sc / largest * 0.5F + 0.5F), put_float(tc / largest * 0.5F + 0.5F);
    }
}

/* ---- asm_rounding: the numbers of binary16 are found by their distance, not by their bits ---- */

static float rounding_x(uint32_t i)
{
    static const float ends[16] = {0, 65504, 65519, 65520, 65536, 1e30F, 0x1p-24F, 0x1.8p-24F, 0x1p-25F, 0x1.8p-25F, 0x1p-14F, 0x1.ffcp-15F,
                                   0x1.ffep-15F, 1.0F / 3, 2047.5F, 2049};
    const uint32_t h = hash(i + 9100);
    const float x = i < 32 ? ends[i / 2] : ldexpf((float)(h >> 8), (int)(h % 40) - 48);
    return i & 1 ? -x : x;
}

/* The spacing of binary16 at this magnitude. */
static double spacing(double magnitude)
{
    int exponent;
    frexp(magnitude, &exponent);
    return ldexp(1, (exponent < -13 ? -13 : exponent) - 11);
}

static double cut_half(double x)
{
    const double y = copysign(floor(fabs(x) / spacing(fabs(x))) * spacing(fabs(x)), x);
    return fabs(y) > 65504 ? copysign(65504, x) : y;
}

static double near_half(double x)
{
    const double quotient = fabs(x) / spacing(fabs(x)), low = floor(quotient), rest = quotient - low;
    const double y = (rest > 0.5 || (rest == 0.5 && fmod(low, 2) == 1) ? low + 1 : low) * spacing(fabs(x));
    return copysign(y > 65504 ? (double)INFINITY : y, x);
}

static void rounding_in(void)
{
    for (uint32_t i = 0; i < N; i++)
        put_float(rounding_x(i));
}

/* The double is a little further from zero, which changes nothing of what is cut off. */
static void rounding_out(void)
{
    for (uint32_t i = 0; i < N; i++)
        put_float((float)cut_half((double)rounding_x(i)));
    for (uint32_t i = 0; i < N; i++)
        put_float((float)near_half((double)rounding_x(i)));
    for (uint32_t i = 0; i < N; i++)
        put_float((float)cut_half((double)rounding_x(i)));
    for (uint32_t i = 0; i < N; i++)
        put_float(rounding_x(i));
}

/* ---- wave_amd_lanes ---- */

static uint32_t bits_below(uint64_t mask, uint32_t lane)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < lane && k < 64; k++)
        count += (uint32_t)(mask >> k & 1);
    return count;
}

static void amd_lanes(void)
{
    static const uint32_t turn[4] = {1, 2, 3, 0}, mixed[4] = {3, 3, 0, 2};
    for (uint32_t l = 0; l < N; l++) {
        put(3 * (l - l % 4 + turn[l % 4]) + 1), put(l - l % 4 + mixed[l % 4]);
        put(3 * (l ^ 1) + 1), put(3 * ((l & ~3U) | 2) + 1);
        put(l == 2 ? 1000 : 3 * l + 1), put(l == 3 ? 700 : 3 * l + 1);
        put(bits_below(0xf0f0123456789abd, l)), put(bits_below(0xaaaaaaaaaaaaaaaa, l));
    }
}

const struct list vendor_lists[] = {
    LIST(amd_words), LIST(amd_shorts), LIST(amd_directions), LIST(amd_faces), LIST(amd_lanes), LIST(rounding_in), LIST(rounding_out),
    {0}
};
