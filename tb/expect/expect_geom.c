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

const struct list geom_lists[] = {LIST(geom_inputs), {0}};
