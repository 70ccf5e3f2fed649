/* SPDX-License-Identifier: Apache-2.0
 *
 * interp_glsl.c - "SPIR-V Extended Instructions for GLSL", on doubles of the host's mathematical library, rounded once at the end where
 * the instruction's definition is not itself made of rounded steps.
 */
#include <math.h>
#include <string.h>

#include "interp_glsl.h"

static uint64_t number(const struct type *t, double v)
{
    return bits_of(t->width, v);
}

/* x * (1 - a) + y * a, each step rounded */
static uint64_t mix(const struct type *t, uint64_t x, uint64_t y, uint64_t a)
{
    const uint64_t rest = alu2(OpFSub, t, number(t, 1), a);

    return alu2(OpFAdd, t, alu2(OpFMul, t, x, rest), alu2(OpFMul, t, y, a));
}

static double smooth_step(double low, double high, double x)
{
    const double s = (x - low) / (high - low), t = s < 0 ? 0 : s > 1 ? 1 : s;

    return t * t * (3 - 2 * t);
}

/* Functions of one float. */
static double float_unary(unsigned what, double x)
{
    const double pi = 3.14159265358979323846;

    switch (what) {
    case GlslRound: case GlslRoundEven: return nearbyint(x);
    case GlslTrunc: return trunc(x);
    case GlslFSign: return x > 0 ? 1 : x < 0 ? -1 : 0;
    case GlslFloor: return floor(x);
    case GlslCeil: return ceil(x);
    case GlslRadians: return x * pi / 180;
    case GlslDegrees: return x * 180 / pi;
    case GlslSin: return sin(x);
    case GlslCos: return cos(x);
    case GlslTan: return tan(x);
    case GlslAsin: return asin(x);
    case GlslAcos: return acos(x);
    case GlslAtan: return atan(x);
    case GlslSinh: return sinh(x);
    case GlslCosh: return cosh(x);
    case GlslTanh: return tanh(x);
    case GlslAsinh: return asinh(x);
    case GlslAcosh: return acosh(x);
    case GlslAtanh: return atanh(x);
    case GlslExp: return exp(x);
    case GlslLog: return log(x);
    case GlslExp2: return exp2(x);
    case GlslLog2: return log2(x);
    case GlslSqrt: return sqrt(x);
    default: return 1 / sqrt(x);        /* GlslInverseSqrt */
    }
}

static bool float_each(unsigned what, const struct type *t, const uint64_t v[3], uint64_t *out)
{
    const double x = float_of(t->width, v[0]), y = float_of(t->width, v[1]), z = float_of(t->width, v[2]);

    switch (what) {
    case GlslRound: case GlslRoundEven: case GlslTrunc: case GlslFSign: case GlslFloor: case GlslCeil: case GlslRadians: case GlslDegrees:
    case GlslSin: case GlslCos: case GlslTan: case GlslAsin: case GlslAcos: case GlslAtan: case GlslSinh: case GlslCosh: case GlslTanh:
    case GlslAsinh: case GlslAcosh: case GlslAtanh: case GlslExp: case GlslLog: case GlslExp2: case GlslLog2: case GlslSqrt:
    case GlslInverseSqrt:
        *out = number(t, float_unary(what, x));
        return true;
    case GlslFAbs: *out = low_bits(t->width - 1u, v[0]); return true;
    case GlslFract: *out = alu2(OpFSub, t, v[0], number(t, floor(x))); return true;
    case GlslAtan2: *out = number(t, atan2(x, y)); return true;
    case GlslPow: *out = number(t, pow(x, y)); return true;
    case GlslFMin: case GlslNMin: *out = float_min(t->width, v[0], v[1]); return true;
    case GlslFMax: case GlslNMax: *out = float_max(t->width, v[0], v[1]); return true;
    case GlslFClamp: case GlslNClamp: *out = float_min(t->width, float_max(t->width, v[0], v[1]), v[2]); return true;
    case GlslFMix: *out = mix(t, v[0], v[1], v[2]); return true;
    case GlslStep: *out = number(t, y < x ? 0 : 1); return true;
    case GlslSmoothStep: *out = number(t, smooth_step(x, y, z)); return true;
    case GlslFma: *out = fused(t->width, v[0], v[1], v[2]); return true;
    default: return false;
    }
}

/* Index of the highest bit that differs from `fill`, or ~0. */
static uint64_t highest_bit(unsigned width, uint64_t v, unsigned fill)
{
    for (unsigned k = width; k-- > 0;)
        if ((v >> k & 1) != fill)
            return k;
    return UINT64_MAX;
}

static uint64_t lowest_bit(unsigned width, uint64_t v)
{
    for (unsigned k = 0; k < width; k++)
        if (v >> k & 1)
            return k;
    return UINT64_MAX;
}

static bool integer_each(unsigned what, const struct type *t, const uint64_t v[3], uint64_t *out)
{
    const unsigned w = t->width;
    const int64_t x = sign_extend(w, v[0]), y = sign_extend(w, v[1]), z = sign_extend(w, v[2]);
    int64_t s;
    uint64_t u;

    switch (what) {
    case GlslSAbs: u = x < 0 ? 0 - v[0] : v[0]; break;
    case GlslSSign: u = (uint64_t)(x > 0 ? 1 : x < 0 ? -1 : 0); break;
    case GlslUMin: u = v[0] < v[1] ? v[0] : v[1]; break;
    case GlslSMin: u = x < y ? v[0] : v[1]; break;
    case GlslUMax: u = v[0] > v[1] ? v[0] : v[1]; break;
    case GlslSMax: u = x > y ? v[0] : v[1]; break;
    case GlslUClamp: u = v[0] > v[1] ? v[0] : v[1], u = u < v[2] ? u : v[2]; break;
    case GlslSClamp: s = x > y ? x : y, u = (uint64_t)(s < z ? s : z); break;
    case GlslFindILsb: u = lowest_bit(w, v[0]); break;
    case GlslFindSMsb: u = highest_bit(w, v[0], x < 0); break;
    case GlslFindUMsb: u = highest_bit(w, v[0], 0); break;
    default: return false;
    }
    *out = low_bits(w, u);
    return true;
}

void glsl_split(unsigned what, const struct type *scalar, const struct type *whole_type, uint64_t x, uint64_t *part, uint64_t *whole)
{
    const double v = float_of(scalar->width, x);
    const bool finite = isfinite(v);
    int exponent = 0;
    double integral;

    if (what == GlslFrexp || what == GlslFrexpStruct) {
        *part = number(scalar, finite ? frexp(v, &exponent) : v);
        *whole = low_bits(whole_type->width, (uint64_t)(int64_t)exponent);
        return;
    }
    *part = number(scalar, modf(v, &integral));
    *whole = number(scalar, integral);
}

static void split_struct(struct module *m, const struct insn *n, unsigned what, const uint64_t *x, uint64_t *out)
{
    const uint32_t parts = n->type->slots / 2;
    const struct type *scalar = scalar_of(m, value_type(m, word_of(n, 2)));

    if (n->type->op != OpTypeStruct || n->type->count != 2 || scalar->op != OpTypeFloat)
        module_fail(m, n->offset, "the result of ModfStruct or FrexpStruct is no struct of two");
    for (uint32_t c = 0; c < parts; c++)
        glsl_split(what, scalar, scalar_of(m, type_of(m, n->type->member[1].type)), x[c], &out[c], &out[parts + c]);
}

static uint64_t ldexp_part(const struct type *t, uint64_t x, int64_t exponent)
{
    const int limited = exponent > 4000 ? 4000 : exponent < -4000 ? -4000 : (int)exponent;

    return number(t, ldexp(float_of(t->width, x), limited));
}

/* The operation on each component. */
static bool each_part(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);
    const struct type *t = scalar_of(m, n->type), *from = scalar_of(m, value_type(m, word_of(n, 2)));
    const uint64_t *v[3];

    for (unsigned k = 0; k < 3; k++)
        v[k] = value(m, regs, word_of(n, 2 + k));
    for (uint32_t c = 0; c < n->type->slots; c++) {
        const uint64_t part[3] = { v[0][c], v[1][c], v[2][c] };
        if (what == GlslLdexp) {
            const struct type *e = scalar_of(m, value_type(m, word_of(n, 3)));
            out[c] = ldexp_part(t, part[0], sign_extend(e->width ? e->width : 32, part[1]));
        } else if (t->op == OpTypeFloat ? !float_each(what, t, part, &out[c])
                                        : t->op != OpTypeInt || from->op != OpTypeInt || !integer_each(what, from, part, &out[c])) {
            return false;
        }
        out[c] = low_bits(t->width, out[c]);
    }
    return true;
}

void glsl_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);

    if (what == GlslModfStruct || what == GlslFrexpStruct)
        split_struct(m, n, what, value(m, regs, word_of(n, 2)), out);
    else if (!glsl_geometry(m, n, regs, out) && !glsl_pack(m, n, regs, out) && !each_part(m, n, regs, out))
        module_fail(m, n->offset, "instruction %u of GLSL.std.450 is not supported", what);
}
