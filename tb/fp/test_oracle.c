/* SPDX-License-Identifier: Apache-2.0
 * test_oracle.c - three ways to the same float result: the integer oracle, the host's arithmetic, and the C model; over the directed
 * operands, random ones, and every binary16 number.   test_oracle [SEED [COUNT]]
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wf_fp_oracle.h"

#include "../../c_model/model/core/core.h"
#include "../common/wf_bits.h"
#include "../common/wf_check.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated in float");

static uint32_t host_to_half(uint32_t u)
{
    const uint32_t sign = u >> 16 & 0x8000;
    const double magnitude = fabs((double)as_float(u));

    if (magnitude != magnitude)
        return 0x7e00;
    if (magnitude >= 65520.0)
        return sign | 0x7c00;
    if (magnitude < 0x1p-14)
        return sign | (uint32_t)rint(magnitude * 0x1p24);
    const int exponent = ilogb(magnitude);
    return sign | (((uint32_t)(exponent + 14) << 10) + (uint32_t)rint(ldexp(magnitude, 10 - exponent)));
}

static uint32_t host_from_half(uint32_t h)
{
    const int exponent = (int)(h >> 10 & 31);
    double magnitude = exponent ? ldexp((double)(h & 0x3ff) + 1024.0, exponent - 25) : ldexp((double)(h & 0x3ff), -24);

    if (exponent == 31)
        magnitude = h & 0x3ff ? (double)NAN : (double)INFINITY;
    return host_bits((float)(h & 0x8000 ? -magnitude : magnitude));
}

static uint32_t host_pick(uint32_t a, uint32_t b, bool greatest)
{
    const float x = as_float(a), y = as_float(b);

    if (x != x)
        return y != y ? 0x7fc00000 : b;
    if (y != y)
        return a;
    if (x == y)
        return (a >> 31 != 0) == greatest ? b : a;      /* signs differ only between zeros */
    return (x < y) == greatest ? b : a;
}

static uint32_t host(uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
    const float x = as_float(a), y = as_float(b), z = as_float(c);

    switch (op) {
    case WF_OP_FADD: return host_bits(x + y);
    case WF_OP_FSUB: return host_bits(x - y);
    case WF_OP_FMUL: return host_bits(x * y);
    case WF_OP_FMA: return host_bits(fmaf(x, y, z));
    case WF_OP_FMIN: return host_pick(a, b, false);
    case WF_OP_FMAX: return host_pick(a, b, true);
    case WF_OP_FLOOR: return host_bits(floorf(y));
    case WF_OP_CEIL: return host_bits(ceilf(y));
    case WF_OP_TRUNC: return host_bits(truncf(y));
    case WF_OP_RNDNE: return host_bits(rintf(y));
    case WF_OP_FEQ: return x == y;
    case WF_OP_FNE: return x != y;
    case WF_OP_FLT: return x < y;
    case WF_OP_FLE: return x <= y;
    case WF_OP_FGT: return x > y;
    case WF_OP_FGE: return x >= y;
    case WF_OP_F2I:
        if (y != y)
            return 0;
        return y >= 0x1p31f ? 0x7fffffff : y <= -0x1p31f ? 0x80000000u : (uint32_t)(int32_t)y;
    case WF_OP_F2U:
        if (y != y || y <= 0.0f)
            return 0;
        return y >= 0x1p32f ? UINT32_MAX : (uint32_t)y;
    case WF_OP_I2F: return host_bits((float)(int32_t)b);
    case WF_OP_U2F: return host_bits((float)b);
    case WF_OP_F2H: return host_to_half(b);
    default: return host_from_half(b);
    }
}

static void compare(uint8_t op, const uint32_t v[3])
{
    uint32_t wanted = 0, model = 0;

    if (!wf_fp_oracle(op, v[0], v[1], v[2], &wanted))
        return;
    CHECK(wf_float_perform(op, 1, &v[0], &v[1], &v[2], &model));
    if (model != wanted || host(op, v[0], v[1], v[2]) != wanted)
        printf("%s %08x %08x %08x: oracle %08x host %08x model %08x\n", wf_op_info(op)->mnemonic, v[0], v[1], v[2], wanted,
               host(op, v[0], v[1], v[2]), model);
    CHECK_EQ(model, wanted);
    CHECK_EQ(host(op, v[0], v[1], v[2]), wanted);
}

/* Significands sparse, dense or random; b's and c's exponents often near a's, so that sums align and cancel. */
static void random_operands(uint64_t *state, uint32_t v[3])
{
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t r = check_random(state), shift = r >> 3 & 31;
        uint32_t fraction = check_random(state);
        if ((r & 3) == 1)
            fraction = 1u << shift;
        if ((r & 3) == 2)
            fraction = 0xffffffffu << shift;
        v[i] = (fraction & 0x807fffff) | (r >> 8 & 0xff) << 23;
        if (i > 0 && (r & 4) != 0)
            v[i] = (v[i] & 0x807fffff) | ((v[0] >> 23) + (r >> 16 & 63) - 32) << 23;
        v[i] ^= r & 0x80000000;
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    uint32_t v[3] = { 0, 0, 0 };

    for (unsigned op = 0; op < 256; op++) {
        for (unsigned i = 0; wf_fp_directed((uint8_t)op, i, v); i++)
            compare((uint8_t)op, v);
        for (unsigned long i = 0; i < count; i++) {
            random_operands(&state, v);
            compare((uint8_t)op, v);
        }
    }
    for (v[1] = 0; v[1] < 0x10000; v[1]++)
        compare(WF_OP_H2F, v);
    return check_end("oracle");
}
