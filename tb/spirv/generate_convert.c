/* SPDX-License-Identifier: Apache-2.0
 * generate_convert.c - conversions, vectors taken apart and together, matrices.
 */
#include "generate_state.h"

static bool no_floats(const struct gen *g)
{
    return !has(g, FEATURE_float32) && !has(g, FEATURE_float16) && !has(g, FEATURE_float64);
}

/* A float within what every integer of the kind can hold, no NaN: 0..100, or -100..100. */
static uint32_t in_range(struct gen *g, kind k, bool below_zero)
{
    static const uint64_t hundred[BASES] = { [F16] = 0x5640, [F32] = 0x42c80000, [F64] = 0x4059000000000000 };
    const uint64_t most = hundred[base_of(k)], sign = UINT64_C(1) << (width_of(base_of(k)) - 1);
    const uint32_t low = constant_of(g, k, below_zero ? most | sign : 0);
    const uint32_t v[3] = { pick(g, k), low, constant_of(g, k, most) };

    return glsl(g, GlslNClamp, type_of(g, k), v, 3);
}

static void float_to_integer(struct gen *g, kind from, kind to)
{
    const bool to_signed = is_signed(base_of(to));
    const uint32_t v = in_range(g, from, to_signed);

    keep(g, to, OP(g, to_signed ? OpConvertFToS : OpConvertFToU, type_of(g, to), v));
}

static void resize(struct gen *g, kind from, kind to)
{
    const uint32_t a = pick(g, from);

    if (width_of(base_of(from)) == width_of(base_of(to)))
        return;
    /* UConvert wants an unsigned result */
    if (!is_signed(base_of(to)) && one_in(g, 2))
        keep(g, to, OP(g, OpUConvert, type_of(g, to), a));
    else
        keep(g, to, OP(g, OpSConvert, type_of(g, to), a));
}

static void cast(struct gen *g)
{
    const kind from = random_kind(g, OF_NUMBERS, false), to_base = kind_of(base_of(random_kind(g, OF_NUMBERS, true)), 1);
    const unsigned all = width_of(base_of(from)) * parts_of(from), width = width_of(base_of(to_base)), parts = all / width;
    kind to;

    if (parts * width != all || parts == 0 || parts > 4 || (parts > 1 && !has(g, FEATURE_vectors)))
        return;
    to = kind_of(base_of(to_base), parts);
    if (to == from)
        return;
    keep(g, to, OP(g, OpBitcast, type_of(g, to), has(g, FEATURE_nan_bits) ? pick(g, from) : without_nan(g, from, pick(g, from), 0)));
}

/* A number of -8 to 7 in one of the signed integers: an exponent may have any width. */
static uint32_t small_exponent(struct gen *g, unsigned parts)
{
    static const unsigned signed_ones = 1u << S32 | 1u << S16 | 1u << S8 | 1u << S64;
    const kind k = kind_of(base_of(random_kind(g, signed_ones, true)), parts);

    return OP(g, OpShiftRightArithmetic, type_of(g, k), pick(g, k), constant_of(g, k, width_of(base_of(k)) - 4));
}

/* Taking floats apart and putting them together: exact. */
static void split(struct gen *g)
{
    const kind k = random_kind(g, OF_FLOATS, false), e = kind_of(S32, parts_of(k));
    const uint32_t type = type_of(g, k), finite = in_range(g, k, true);
    uint32_t pair, both, w[2];

    switch (below(g, 4)) {
    case 0:
        pair = TYPE(&g->b, OpTypeStruct, type, type_of(g, e));
        both = glsl(g, GlslFrexpStruct, pair, &finite, 1);
        keep(g, k, OP(g, OpCompositeExtract, type, both, 0));
        keep(g, e, OP(g, OpCompositeExtract, type_of(g, e), both, 1));
        break;
    case 1:
        pair = TYPE(&g->b, OpTypeStruct, type, type);
        both = glsl(g, GlslModfStruct, pair, &finite, 1);
        keep(g, k, OP(g, OpCompositeExtract, type, both, 0));
        keep(g, k, OP(g, OpCompositeExtract, type, both, 1));
        break;
    case 2:
        w[0] = glsl(g, GlslTrunc, type, &finite, 1);
        w[1] = small_exponent(g, parts_of(k));
        keep(g, k, glsl(g, GlslLdexp, type, w, 2));
        break;
    default:        /* which zero it gives of -0 is open */
        w[0] = OP(g, OpFAdd, type, finite, constant_of(g, k, 0));
        keep(g, k, glsl(g, GlslFSign, type, w, 1));
        break;
    }
}

/* Two halves in a word. */
static void pack(struct gen *g)
{
    const kind u = kind_of(U32, 1), v = kind_of(F32, 2);
    uint32_t id;

    if (!has(g, FEATURE_float32) || !has(g, FEATURE_vectors))
        return;
    if (one_in(g, 2)) {
        id = pick(g, u);
        keep(g, v, glsl(g, GlslUnpackHalf2x16, type_of(g, v), &id, 1));
    } else {
        id = without_nan(g, v, pick(g, v), 0);
        keep(g, u, glsl(g, GlslPackHalf2x16, type_of(g, u), &id, 1));
    }
}

void random_conversion(struct gen *g)
{
    const kind i = random_kind(g, OF_INTEGERS, false), f = kind_of(base_of(random_kind(g, OF_FLOATS, true)), parts_of(i));
    const kind other = kind_of(base_of(random_kind(g, OF_INTEGERS, true)), parts_of(i));
    const unsigned pick_one = below(g, 10);
    uint32_t a;

    if (pick_one < 2)
        cast(g);
    else if (pick_one == 8 && !no_floats(g))
        split(g);
    else if (pick_one == 9)
        pack(g);
    else if (pick_one < 4 || no_floats(g))
        resize(g, i, other);
    else if (pick_one == 4)
        float_to_integer(g, f, i);
    else if (pick_one == 5) {
        const kind to = kind_of(base_of(random_kind(g, OF_FLOATS, true)), parts_of(i));
        a = pick(g, f);
        if (to != f && is_float(base_of(to)))
            keep(g, to, OP(g, OpFConvert, type_of(g, to), a));
    } else {
        a = pick(g, i);
        keep(g, f, OP(g, is_signed(base_of(i)) ? OpConvertSToF : OpConvertUToF, type_of(g, f), a));
    }
}

static uint32_t index_below(struct gen *g, unsigned n)
{
    const kind k = kind_of(one_in(g, 3) ? S32 : U32, 1);
    const uint32_t a = pick(g, k);

    /* n is 2, 3 or 4: 3 has no mask */
    return OP(g, OpBitwiseAnd, type_of(g, k), a, constant_of(g, k, n == 4 ? 3 : 1));
}

static void shuffle(struct gen *g, kind k)
{
    const enum base base = base_of(k);
    const kind other = kind_of(base, 2 + below(g, 3)), to = kind_of(base, 2 + below(g, 3));
    uint32_t w[6] = { pick(g, k), pick(g, other) };
    uint32_t id;

    for (unsigned c = 0; c < parts_of(to); c++)
        w[2 + c] = below(g, parts_of(k) + parts_of(other));
    if (has(g, FEATURE_quirks) && one_in(g, 8)) {      /* a component that nobody may look at */
        w[2] = UINT32_MAX;
        id = build_value(&g->b, OpVectorShuffle, type_of(g, to), w, 2 + parts_of(to));
        w[0] = w[1] = id;
        for (unsigned c = 0; c < parts_of(to); c++)
            w[2 + c] = 1;
    }
    keep(g, to, build_value(&g->b, OpVectorShuffle, type_of(g, to), w, 2 + parts_of(to)));
}

void random_composite(struct gen *g)
{
    const kind k = kind_of(base_of(random_kind(g, 0, true)), 2 + below(g, 3)), one = kind_of(base_of(k), 1);
    uint32_t w[4], a;

    if (!has(g, FEATURE_vectors) || one_in(g, 5)) {
        random_aggregate(g);
        return;
    }
    switch (below(g, 7)) {
    case 0:
        for (unsigned c = 0; c < parts_of(k); c++)
            w[c] = pick(g, one);
        keep(g, k, zip(g, k, w));
        break;
    case 1:
        a = pick(g, k);
        keep(g, one, part(g, k, a, below(g, parts_of(k))));
        break;
    case 2:
        a = pick(g, k);
        w[0] = pick(g, one);
        keep(g, k, OP(g, OpCompositeInsert, type_of(g, k), w[0], a, below(g, parts_of(k))));
        break;
    case 3:
        a = pick(g, k);
        w[0] = index_below(g, parts_of(k));
        keep(g, one, OP(g, OpVectorExtractDynamic, type_of(g, one), a, w[0]));
        break;
    case 4:
        a = pick(g, k);
        w[0] = pick(g, one);
        w[1] = index_below(g, parts_of(k));
        keep(g, k, OP(g, OpVectorInsertDynamic, type_of(g, k), a, w[0], w[1]));
        break;
    case 5:     /* as compilers fill a vector: from nothing, component by component */
        a = build_value(&g->b, OpUndef, type_of(g, k), NULL, 0);
        for (unsigned c = 0; c < parts_of(k); c++) {
            w[0] = pick(g, one);
            a = OP(g, OpCompositeInsert, type_of(g, k), w[0], a, c);
        }
        keep(g, k, a);
        break;
    default: shuffle(g, k); break;
    }
}

/* Of doubles any numbers: each step is rounded, in an order that is fixed. */
static void double_matrix(struct gen *g, unsigned columns, unsigned rows)
{
    const kind of_rows = kind_of(F64, rows), of_columns = kind_of(F64, columns);
    const uint32_t type = TYPE(&g->b, OpTypeMatrix, type_of(g, of_rows), columns);
    uint32_t w[4], a, b;

    for (unsigned c = 0; c < columns; c++)
        w[c] = pick(g, of_rows);
    a = build_value(&g->b, OpCompositeConstruct, type, w, columns);
    switch (below(g, 4)) {
    case 0: b = pick(g, of_columns); keep(g, of_rows, OP(g, OpMatrixTimesVector, type_of(g, of_rows), a, b)); break;
    case 1: b = pick(g, of_rows); keep(g, of_columns, OP(g, OpVectorTimesMatrix, type_of(g, of_columns), b, a)); break;
    case 2:
        b = OP(g, OpMatrixTimesScalar, type, a, pick(g, kind_of(F64, 1)));
        keep(g, of_rows, OP(g, OpCompositeExtract, type_of(g, of_rows), b, below(g, columns)));
        break;
    default:
        a = pick(g, of_rows);
        b = OP(g, OpOuterProduct, type, a, pick(g, of_columns));
        keep(g, of_rows, OP(g, OpCompositeExtract, type_of(g, of_rows), b, below(g, columns)));
        break;
    }
}

/* A matrix or vector of whole numbers so small that every sum is exact, whatever its order. */
static uint32_t small_vector(struct gen *g, unsigned parts)
{
    const kind k = kind_of(S32, parts), f = kind_of(F32, parts);
    const uint32_t a = pick(g, k), low = OP(g, OpBitwiseAnd, type_of(g, k), a, constant_of(g, k, 15));

    return OP(g, OpConvertSToF, type_of(g, f), OP(g, OpISub, type_of(g, k), low, constant_of(g, k, 7)));
}

static uint32_t small_matrix(struct gen *g, unsigned columns, unsigned rows)
{
    uint32_t w[4];

    for (unsigned c = 0; c < columns; c++)
        w[c] = small_vector(g, rows);
    return build_value(&g->b, OpCompositeConstruct, TYPE(&g->b, OpTypeMatrix, type_of(g, kind_of(F32, rows)), columns), w, columns);
}

void random_matrix(struct gen *g)
{
    const unsigned columns = 2 + below(g, 3), rows = 2 + below(g, 3), inner = 2 + below(g, 3);
    const kind of_rows = kind_of(F32, rows), of_columns = kind_of(F32, columns), f32 = kind_of(F32, 1);
    uint32_t a, b, type;

    if (!has(g, FEATURE_float32) || !has(g, FEATURE_vectors))
        return;
    build_capability(&g->b, CapMatrix);
    if (has(g, FEATURE_float64) && has(g, FEATURE_double_steps) && one_in(g, 4)) {
        double_matrix(g, columns, rows);
        return;
    }
    a = small_matrix(g, columns, rows);
    type = TYPE(&g->b, OpTypeMatrix, type_of(g, of_rows), columns);
    switch (below(g, 7)) {
    case 0: b = small_vector(g, columns); keep(g, of_rows, OP(g, OpMatrixTimesVector, type_of(g, of_rows), a, b)); break;
    case 1: b = small_vector(g, rows); keep(g, of_columns, OP(g, OpVectorTimesMatrix, type_of(g, of_columns), b, a)); break;
    case 2:
        a = small_matrix(g, inner, rows);
        b = OP(g, OpMatrixTimesMatrix, type, a, small_matrix(g, columns, inner));
        keep(g, of_rows, OP(g, OpCompositeExtract, type_of(g, of_rows), b, below(g, columns)));
        break;
    case 3:
        b = OP(g, OpTranspose, TYPE(&g->b, OpTypeMatrix, type_of(g, of_columns), rows), a);
        keep(g, of_columns, OP(g, OpCompositeExtract, type_of(g, of_columns), b, below(g, rows)));
        break;
    case 4:
        a = small_vector(g, rows);
        b = OP(g, OpOuterProduct, type, a, small_vector(g, columns));
        keep(g, f32, OP(g, OpCompositeExtract, type_of(g, f32), b, below(g, columns), below(g, rows)));
        break;
    case 5:
        b = OP(g, OpMatrixTimesScalar, type, a, constant_of(g, f32, 0x40000000));
        keep(g, of_rows, OP(g, OpCompositeExtract, type_of(g, of_rows), b, below(g, columns)));
        break;
    default:
        a = small_vector(g, rows);
        b = small_vector(g, rows);
        keep(g, f32, OP(g, OpDot, type_of(g, f32), a, b));
        break;
    }
}
