/* SPDX-License-Identifier: Apache-2.0
 * interp_glsl.c - "SPIR-V Extended Instructions for GLSL", on doubles of the host's mathematical library, rounded once at the end where
 * the instruction's definition is not itself made of rounded steps.
 */
#include <math.h>

#include "interp_value.h"

/* ---- vectors as arrows, determinant and inverse of a matrix ---- */

static double dot(const double *a, const double *b, uint32_t n)
{
    double sum = a[0] * b[0];       /* which may be -0 */

    for (uint32_t k = 1; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static uint64_t as_mode(const struct type *t, uint64_t v)
{
    return t->op == OpTypeFloat && t->flushes ? flushed(t->width, v) : v;
}

static void load(double *to, const struct type *t, const uint64_t *v, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        to[k] = float_of(t->width, as_mode(t, v[k]));
}

static void refract(const double *i, const double *n, double eta, uint32_t parts, double *r)
{
    const double cosine = dot(n, i, parts), k = 1 - eta * eta * (1 - cosine * cosine);

    for (uint32_t c = 0; c < parts; c++)
        r[c] = k < 0 ? 0 : eta * i[c] - (eta * cosine + sqrt(k)) * n[c];
}

/* a[column * n + row] without one column and row. */
static double minor_of(const double *a, uint32_t n, uint32_t column, uint32_t row);

static double determinant(const double *a, uint32_t n)
{
    double sum = 0;

    if (n == 1)
        return a[0];
    for (uint32_t c = 0; c < n; c++)
        sum += (c % 2 ? -1 : 1) * a[c * n] * minor_of(a, n, c, 0);
    return sum;
}

static double minor_of(const double *a, uint32_t n, uint32_t column, uint32_t row)
{
    double rest[9];
    uint32_t at = 0;

    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 0; r < n; r++)
            if (c != column && r != row)
                rest[at++] = a[c * n + r];
    return determinant(rest, n - 1);
}

static void inverse(const double *a, uint32_t n, double *r)
{
    const double all = determinant(a, n);

    for (uint32_t c = 0; c < n; c++)
        for (uint32_t row = 0; row < n; row++)
            r[c * n + row] = ((c + row) % 2 ? -1 : 1) * minor_of(a, n, row, c) / all;
}

static bool geometry(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);
    const struct type *at = value_type(m, word_of(n, 2)), *t = scalar_of(m, at);
    const uint32_t parts = at->slots, results = n->type->slots;
    double a[16] = { 0 }, b[16] = { 0 }, c[16] = { 0 }, r[16] = { 0 }, length;

    switch (what) {
    case GlslDeterminant: case GlslMatrixInverse: case GlslLength: case GlslDistance: case GlslCross: case GlslNormalize:
    case GlslFaceForward: case GlslReflect: case GlslRefract:
        break;
    default: return false;
    }
    if (parts > 16 || results > 16 || t->op != OpTypeFloat || (what == GlslCross && parts != 3) ||
        ((what == GlslDeterminant || what == GlslMatrixInverse) && (at->op != OpTypeMatrix || parts != at->count * at->count)))
        module_fail(m, n->offset, "instruction %u of GLSL.std.450 with operands of another shape", what);
    load(a, t, value(m, regs, word_of(n, 2)), parts);
    load(b, t, value(m, regs, word_of(n, 3)), parts);
    load(c, t, value(m, regs, word_of(n, 4)), what == GlslRefract ? 1 : parts);
    length = sqrt(dot(a, a, parts));
    switch (what) {
    case GlslDeterminant: r[0] = determinant(a, at->count); break;
    case GlslMatrixInverse: inverse(a, at->count, r); break;
    case GlslLength: r[0] = length; break;
    case GlslRefract: refract(a, b, c[0], parts, r); break;
    case GlslDistance:
        for (uint32_t k = 0; k < parts; k++)
            c[k] = a[k] - b[k];
        r[0] = sqrt(dot(c, c, parts));
        break;
    default:
        for (uint32_t k = 0; k < parts; k++) {
            const uint32_t x = (k + 1) % 3, y = (k + 2) % 3;
            r[k] = what == GlslCross         ? a[x] * b[y] - b[x] * a[y]
                   : what == GlslNormalize   ? a[k] / length
                   : what == GlslFaceForward ? (dot(b, c, parts) < 0 ? a[k] : -a[k])
                                             : a[k] - 2 * dot(b, a, parts) * b[k];
        }
        break;
    }
    for (uint32_t k = 0; k < results; k++)
        out[k] = as_mode(t, bits_of(t->width, r[k]));
    return true;
}

/* ---- pack and unpack, lowest bits first ---- */

/* One number as `width` bits of a normalized integer, and back. */
static uint64_t to_norm(unsigned width, bool is_signed, double v)
{
    const double scale = ldexp(1, (int)width - is_signed) - 1, least = is_signed ? -1 : 0;
    const double clamped = isnan(v) ? 0 : v < least ? least : v > 1 ? 1 : v;

    return low_bits(width, (uint64_t)(int64_t)nearbyint(clamped * scale));
}

static double from_norm(unsigned width, bool is_signed, uint64_t bits)
{
    const double scale = ldexp(1, (int)width - is_signed) - 1;
    const double v = is_signed ? (double)sign_extend(width, bits) / scale : (double)bits / scale;

    return v < -1 ? -1 : v;
}

/* As OpFConvert. */
static uint64_t packed_half(const struct module *m, uint64_t v)
{
    const double x = float_of(32, m->flushes & 32 ? flushed(32, v) : v);

    float_cuts(m->cuts & 16);
    const uint64_t half = bits_of(16, x);
    float_cuts(false);
    return m->flushes & 16 ? flushed(16, half) : half;
}

static bool pack(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);
    const uint64_t *v = value(m, regs, word_of(n, 2));
    const bool packs = what <= GlslPackDouble2x32, fours = what == GlslPackSnorm4x8 || what == GlslPackUnorm4x8 ||
                                                           what == GlslUnpackSnorm4x8 || what == GlslUnpackUnorm4x8;
    const bool is_signed = what == GlslPackSnorm4x8 || what == GlslPackSnorm2x16 || what == GlslUnpackSnorm4x8 || what == GlslUnpackSnorm2x16;
    const unsigned parts = fours ? 4 : 2, width = what == GlslPackDouble2x32 || what == GlslUnpackDouble2x32 ? 32 : fours ? 8 : 16;
    uint64_t word = 0;

    if (what < GlslPackSnorm4x8 || what > GlslUnpackDouble2x32)
        return false;
    if ((packs ? value_type(m, word_of(n, 2)) : n->type)->slots != parts || (packs ? n->type : value_type(m, word_of(n, 2)))->slots != 1)
        module_fail(m, n->offset, "a pack or unpack of another number of parts than %u", parts);
    for (unsigned k = 0; k < parts; k++) {
        const uint64_t bits = low_bits(width, v[0] >> k * width);
        switch (what) {
        case GlslPackHalf2x16: word |= packed_half(m, v[k]) << k * width; break;
        case GlslPackDouble2x32: word |= low_bits(32, v[k]) << k * width; break;
        case GlslUnpackHalf2x16: out[k] = bits_of(32, float_of(16, m->flushes & 16 ? flushed(16, bits) : bits)); break;
        case GlslUnpackDouble2x32: out[k] = bits; break;
        default:
            if (packs)
                word |= to_norm(width, is_signed, float_of(32, v[k])) << k * width;
            else
                out[k] = bits_of(32, from_norm(width, is_signed, bits));
            break;
        }
    }
    if (packs)
        out[0] = word;
    return true;
}

/* ---- component by component ---- */

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

/* Whatever the mode is. */
static double nearest_even(double x)
{
    return isfinite(x) ? copysign(x - remainder(x, 1), x) : x;
}

/* Functions of one float. */
static double float_unary(unsigned what, double x)
{
    const double pi = 3.14159265358979323846;

    switch (what) {
    case GlslRound: case GlslRoundEven: return nearest_even(x);
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
    case GlslFma:
        float_cuts(t->cuts);
        *out = fused(t->width, v[0], v[1], v[2]);
        float_cuts(false);
        return true;
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
    const double v = float_of(scalar->width, as_mode(scalar, x));
    const bool finite = isfinite(v);
    int exponent = 0;
    double integral;

    if (what == GlslFrexp || what == GlslFrexpStruct) {
        *part = number(scalar, finite ? frexp(v, &exponent) : v);
        *whole = low_bits(whole_type->width, (uint64_t)(int64_t)exponent);
        return;
    }
    *part = as_mode(scalar, number(scalar, modf(v, &integral)));
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

    float_cuts(t->cuts);
    const uint64_t result = number(t, ldexp(float_of(t->width, x), limited));
    float_cuts(false);
    return result;
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
        const uint64_t part[3] = { as_mode(t, v[0][c]), what == GlslLdexp ? v[1][c] : as_mode(t, v[1][c]), as_mode(t, v[2][c]) };
        if (what == GlslLdexp) {
            const struct type *e = scalar_of(m, value_type(m, word_of(n, 3)));
            out[c] = ldexp_part(t, part[0], sign_extend(e->width ? e->width : 32, part[1]));
        } else if (t->op == OpTypeFloat ? !float_each(what, t, part, &out[c])
                                        : t->op != OpTypeInt || from->op != OpTypeInt || !integer_each(what, from, part, &out[c])) {
            return false;
        }
        out[c] = as_mode(t, low_bits(t->width, out[c]));
    }
    return true;
}

void glsl_insn(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);

    /* of 64 bits each step has the mode; of fewer the functions are within the bounds of Vulkan as they are */
    float_cuts(m->cuts & 64 && scalar_of(m, value_type(m, word_of(n, 2)))->width == 64);
    if (what == GlslModfStruct || what == GlslFrexpStruct)
        split_struct(m, n, what, value(m, regs, word_of(n, 2)), out);
    else if (!geometry(m, n, regs, out) && !pack(m, n, regs, out) && !each_part(m, n, regs, out))
        module_fail(m, n->offset, "instruction %u of GLSL.std.450 is not supported", what);
    float_cuts(false);
}
