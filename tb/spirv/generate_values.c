/* SPDX-License-Identifier: Apache-2.0
 * generate_values.c - chance, kinds of values, and the values that may be used.
 */
#include <string.h>

#include "generate_state.h"

uint32_t random_bits(struct gen *g)
{
    g->random ^= g->random >> 12;
    g->random ^= g->random << 25;
    g->random ^= g->random >> 27;
    return (uint32_t)(g->random * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

unsigned below(struct gen *g, unsigned n)
{
    return (unsigned)((uint64_t)random_bits(g) * n >> 32);
}

bool one_in(struct gen *g, unsigned n)
{
    return below(g, n) == 0;
}

unsigned width_of(enum base base)
{
    static const unsigned width[BASES] = { [BOOL] = 1, [U32] = 32, [S32] = 32, [F32] = 32, [U16] = 16, [S16] = 16, [U8] = 8, [S8] = 8,
                                           [U64] = 64, [S64] = 64, [F16] = 16, [F64] = 64 };
    return width[base];
}

bool is_float(enum base base)
{
    return base == F32 || base == F16 || base == F64;
}

bool is_signed(enum base base)
{
    return base == S32 || base == S16 || base == S8 || base == S64;
}

bool is_integer(enum base base)
{
    return base != BOOL && !is_float(base);
}

static uint32_t scalar_type(struct gen *g, enum base base)
{
    static const uint32_t capability[BASES] = { [U16] = CapInt16, [S16] = CapInt16, [U8] = CapInt8, [S8] = CapInt8, [U64] = CapInt64,
                                                [S64] = CapInt64, [F16] = CapFloat16, [F64] = CapFloat64 };

    if (capability[base])
        build_capability(&g->b, capability[base]);
    if (base == BOOL)
        return build_unique(&g->b, OpTypeBool, 0, NULL, 0);
    if (is_float(base))
        return TYPE(&g->b, OpTypeFloat, width_of(base));
    return TYPE(&g->b, OpTypeInt, width_of(base), is_signed(base));
}

const struct aggregate *aggregate_of(const struct gen *g, kind k)
{
    return &g->aggregate[base_of(k) - BASES];
}

static uint32_t aggregate_type(struct gen *g, kind k)
{
    const struct aggregate *a = aggregate_of(g, k);
    uint32_t w[AGGREGATE_PARTS];

    for (unsigned c = 0; c < a->parts; c++)
        w[c] = type_of(g, a->part[c]);
    if (a->is_array)
        return TYPE(&g->b, OpTypeArray, w[0], build_u32(&g->b, a->parts));
    return build_unique(&g->b, OpTypeStruct, 0, w, a->parts);
}

uint32_t type_of(struct gen *g, kind k)
{
    if (!g->kind_type[k] && is_aggregate(k))
        g->kind_type[k] = aggregate_type(g, k);
    else if (!g->kind_type[k])
        g->kind_type[k] = parts_of(k) == 1 ? scalar_type(g, base_of(k))
                                           : TYPE(&g->b, OpTypeVector, type_of(g, kind_of(base_of(k), 1)), parts_of(k));
    return g->kind_type[k];
}

uint32_t pointer_type(struct gen *g, uint32_t storage, uint32_t type)
{
    return TYPE(&g->b, OpTypePointer, storage, type);
}

static bool allowed(const struct gen *g, enum base base)
{
    switch (base) {
    case F32: return has(g, FEATURE_float32);
    case U16: case S16: return has(g, FEATURE_int16);
    case U8: case S8: return has(g, FEATURE_int8);
    case U64: case S64: return has(g, FEATURE_int64);
    case F16: return has(g, FEATURE_float16);
    case F64: return has(g, FEATURE_float64);
    default: return true;
    }
}

kind random_kind(struct gen *g, unsigned bases, bool scalar)
{
    static const enum base often[17] = { U32, U32, U32, S32, S32, F32, F32, F32, U16, S16, U8, S8, U64, S64, F16, F64, BOOL };
    unsigned parts = scalar || !has(g, FEATURE_vectors) || !one_in(g, 3) ? 1 : 2 + below(g, 3);

    for (unsigned k = 0; k < 64; k++) {
        const enum base base = often[below(g, 17)];
        if ((bases == 0 || bases >> base & 1) && allowed(g, base))
            return kind_of(base, parts);
    }
    for (enum base base = BOOL; bases != 0 && base < BASES; base++)
        if (bases >> base & 1)
            return kind_of(base, parts);
    return kind_of(U32, parts);
}

kind any_kind(struct gen *g)
{
    return one_in(g, 8) && g->aggregate[0].parts ? kind_of(BASES + below(g, AGGREGATES), 1) : random_kind(g, 0, false);
}

static uint32_t scalar_constant(struct gen *g, enum base base, uint64_t bits)
{
    const uint32_t type = type_of(g, kind_of(base, 1));
    const unsigned width = width_of(base);

    if (base == BOOL)
        return build_unique(&g->b, bits & 1 ? OpConstantTrue : OpConstantFalse, type, NULL, 0);
    if (width == 64)
        return CONSTANT(&g->b, OpConstant, type, (uint32_t)bits, (uint32_t)(bits >> 32));
    if (width < 32)     /* sign-extended or not, as the type is */
        bits = is_signed(base) && bits >> (width - 1) & 1 ? bits | ~UINT64_C(0) << width : bits & ((UINT64_C(1) << width) - 1);
    return CONSTANT(&g->b, OpConstant, type, (uint32_t)bits);
}

static uint32_t composite_constant(struct gen *g, kind k, const uint32_t *part)
{
    if (parts_of(k) == 1)
        return part[0];
    return build_unique(&g->b, OpConstantComposite, type_of(g, k), part, parts_of(k));
}

uint32_t constant_of(struct gen *g, kind k, uint64_t bits)
{
    const uint32_t one = scalar_constant(g, base_of(k), bits), part[4] = { one, one, one, one };

    return composite_constant(g, k, part);
}

static uint64_t random_float(struct gen *g, enum base base)
{
    /* 0, 1, -1, 2, 0.5, 1.5, 3, -2.5, largest, least normal, least, infinity, 0.1, 100, -0, 1 + one step */
    static const uint32_t single[16] = { 0, 0x3f800000, 0xbf800000, 0x40000000, 0x3f000000, 0x3fc00000, 0x40400000, 0xc0200000, 0x7f7fffff,
                                         0x00800000, 1, 0x7f800000, 0x3dcccccd, 0x42c80000, 0x80000000, 0x3f800001 };
    static const uint16_t half[16] = { 0, 0x3c00, 0xbc00, 0x4000, 0x3800, 0x3e00, 0x4200, 0xc100, 0x7bff, 0x0400, 1, 0x7c00, 0x2e66, 0x5640,
                                       0x8000, 0x3c01 };
    static const uint64_t twice[16] = { 0, 0x3ff0000000000000, 0xbff0000000000000, 0x4000000000000000, 0x3fe0000000000000, 0x3ff8000000000000,
                                        0x4008000000000000, 0xc004000000000000, 0x7fefffffffffffff, 0x0010000000000000, 1, 0x7ff0000000000000,
                                        0x3fb999999999999a, 0x4059000000000000, 0x8000000000000000, 0x3ff0000000000001 };
    const unsigned which = below(g, one_in(g, 4) ? 16 : 8);

    if (base == F64 && has(g, FEATURE_double_steps) && one_in(g, 3))         /* any number but a NaN */
        return ((uint64_t)random_bits(g) << 32 | random_bits(g)) & ~(UINT64_C(1) << (52 + below(g, 11)));
    return base == F16 ? half[which] : base == F32 ? single[which] : twice[which];
}

static uint64_t random_integer(struct gen *g)
{
    switch (below(g, 6)) {
    case 0: return below(g, 5);
    case 1: return UINT64_C(0) - 1 - below(g, 3);
    case 2: return UINT64_C(1) << below(g, 64);
    case 3: return (UINT64_C(1) << below(g, 64)) - 1;
    case 4: return below(g, 256);
    default: return (uint64_t)random_bits(g) << 32 | random_bits(g);
    }
}

static uint32_t aggregate_constant(struct gen *g, kind k)
{
    const struct aggregate *a = aggregate_of(g, k);
    uint32_t w[AGGREGATE_PARTS];

    if (one_in(g, 4))
        return build_unique(&g->b, OpConstantNull, type_of(g, k), NULL, 0);
    for (unsigned c = 0; c < a->parts; c++)
        w[c] = random_constant(g, a->part[c]);
    return build_unique(&g->b, OpConstantComposite, type_of(g, k), w, a->parts);
}

uint32_t random_constant(struct gen *g, kind k)
{
    const enum base base = base_of(k);
    uint32_t one[4];

    if (is_aggregate(k))
        return aggregate_constant(g, k);
    for (unsigned c = 0; c < parts_of(k); c++)
        one[c] = scalar_constant(g, base, is_float(base) ? random_float(g, base) : random_integer(g));
    if (one_in(g, 8))
        return build_unique(&g->b, OpConstantNull, type_of(g, k), NULL, 0);
    return composite_constant(g, k, one);
}

void keep(struct gen *g, kind k, uint32_t id)
{
    struct pool *p = &g->pool[k];

    if (p->n < POOL)
        p->id[p->n++] = id;
}

uint32_t pick(struct gen *g, kind k)
{
    const struct pool *p = &g->pool[k];

    if (p->n == 0 || one_in(g, 10))
        return random_constant(g, k);
    /* the newest more often */
    return p->id[p->n - 1 - (one_in(g, 2) ? below(g, p->n) : below(g, p->n < 4 ? p->n : 4))];
}

uint32_t word_below(struct gen *g, uint32_t count)
{
    return OP(g, OpUMod, u32_type(g), pick(g, kind_of(U32, 1)), build_u32(&g->b, count));
}

struct marks mark(const struct gen *g)
{
    struct marks m;

    for (unsigned k = 0; k < KINDS; k++)
        m.n[k] = (uint8_t)g->pool[k].n;
    return m;
}

void forget(struct gen *g, const struct marks *m)
{
    for (unsigned k = 0; k < KINDS; k++)
        g->pool[k].n = m->n[k];
}

uint32_t part(struct gen *g, kind k, uint32_t id, unsigned component)
{
    if (parts_of(k) == 1)
        return id;
    return OP(g, OpCompositeExtract, type_of(g, kind_of(base_of(k), 1)), id, component);
}

uint32_t zip(struct gen *g, kind k, const uint32_t *component)
{
    if (parts_of(k) == 1)
        return component[0];
    return build_value(&g->b, OpCompositeConstruct, type_of(g, k), component, parts_of(k));
}

uint32_t glsl(struct gen *g, unsigned number, uint32_t type, const uint32_t *operand, unsigned n)
{
    uint32_t w[8] = { g->glsl, number };

    for (unsigned k = 0; k < n && k < 6; k++)
        w[2 + k] = operand[k];
    return build_value(&g->b, OpExtInst, type, w, 2 + n);
}

uint32_t without_nan(struct gen *g, kind k, uint32_t id, uint64_t instead)
{
    uint32_t flag;

    if (!is_float(base_of(k)))
        return id;
    flag = OP(g, OpIsNan, type_of(g, kind_of(BOOL, parts_of(k))), id);
    return OP(g, OpSelect, type_of(g, k), flag, constant_of(g, k, instead), id);
}

/* Both words of 64 bits. */
static uint32_t wide_word(struct gen *g, uint32_t id)
{
    const uint32_t u32 = u32_type(g), two = OP(g, OpBitcast, type_of(g, kind_of(U32, 2)), id);
    const uint32_t low = OP(g, OpCompositeExtract, u32, two, 0), high = OP(g, OpCompositeExtract, u32, two, 1);

    return OP(g, OpIAdd, u32, low, OP(g, OpIMul, u32, high, build_u32(&g->b, 0x9e3779b1)));
}

/* A float's bits, any NaN as the quiet one. */
static uint32_t float_word(struct gen *g, enum base base, uint32_t id)
{
    const uint32_t u32 = u32_type(g), f32 = type_of(g, kind_of(F32, 1)), flag = type_of(g, kind_of(BOOL, 1));
    const uint32_t wide = base == F16 ? OP(g, OpFConvert, f32, id) : id, bits = base == F64 ? wide_word(g, id) : OP(g, OpBitcast, u32, wide);

    if (has(g, FEATURE_nan_bits))
        return bits;
    return OP(g, OpSelect, u32, OP(g, OpIsNan, flag, wide), build_u32(&g->b, 0x7fc00000), bits);
}

static uint32_t scalar_word(struct gen *g, enum base base, uint32_t id)
{
    const uint32_t u32 = u32_type(g), s32 = type_of(g, kind_of(S32, 1));

    switch (base) {
    case BOOL: return OP(g, OpSelect, u32, id, build_u32(&g->b, 1), build_u32(&g->b, 0));
    case U32: return id;
    case S32: return OP(g, OpBitcast, u32, id);
    case U16: case U8: return OP(g, OpUConvert, u32, id);
    case S16: case S8: return OP(g, OpBitcast, u32, OP(g, OpSConvert, s32, id));
    case U64: case S64: return wide_word(g, id);
    default: return float_word(g, base, id);
    }
}

static uint32_t aggregate_word(struct gen *g, kind k, uint32_t id)
{
    const struct aggregate *a = aggregate_of(g, k);
    const uint32_t u32 = u32_type(g);
    uint32_t word = build_u32(&g->b, 17);

    for (unsigned c = 0; c < a->parts; c++) {
        const uint32_t one = OP(g, OpCompositeExtract, type_of(g, a->part[c]), id, c), bits = word_of_value(g, a->part[c], one);
        word = OP(g, OpIAdd, u32, OP(g, OpIMul, u32, word, build_u32(&g->b, 31)), bits);
    }
    return word;
}

uint32_t word_of_value(struct gen *g, kind k, uint32_t id)
{
    const uint32_t u32 = u32_type(g);
    uint32_t word = 0;

    if (is_aggregate(k))
        return aggregate_word(g, k, id);
    for (unsigned c = 0; c < parts_of(k); c++) {
        const uint32_t one = scalar_word(g, base_of(k), part(g, k, id, c));
        word = c == 0 ? one : OP(g, OpIAdd, u32, OP(g, OpIMul, u32, word, build_u32(&g->b, 31)), one);
    }
    return word;
}
