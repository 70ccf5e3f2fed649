/* SPDX-License-Identifier: Apache-2.0
 * generate_wide.c - atomics on integers of 64 bits, and on floats of 16 and 64, in buffers of their own.
 *
 * Words of all threads know one kind of atomic each, whose results nobody looks at; of floats those whose order does not count.
 * Behind them each thread has its own, where what they return is known.
 */
#include "generate_stage.h"

enum { VOLATILE = 1 };

/* Buffer Wide: words 0 to 8 as atomic_at has them, 9 to 11 of doubles: sums of small whole numbers, the least, the greatest; then an
 * integer and a double of each thread.  Buffer Half: the least, the greatest; then one of each thread, two of which share a word. */
enum { DOUBLES = 9, OWN = 12, HALF_OWN = 2 };

static void set_wide(struct generated_buffer *b, uint32_t at, uint64_t v)
{
    b->initial[2 * at] = (uint32_t)v;
    b->initial[2 * at + 1] = (uint32_t)(v >> 32);
}

/* Not a NaN, nor near to infinity. */
static uint64_t some_double(struct gen *g)
{
    const uint64_t high = below(g, 2) << 31 | (0x3f000000 + below(g, 1 << 25));

    return high << 32 | random_bits(g);
}

static void declare_wide(struct gen *g, uint32_t threads)
{
    struct generated_buffer *b = new_buffer(g, "Wide", 2 * (OWN + 2 * threads), true);

    for (uint32_t k = 0; k < OWN + 2 * threads && b->initial; k++)
        set_wide(b, k, k < DOUBLES ? (uint64_t)random_word(g) << 32 | random_word(g)
                       : k < OWN ? (uint64_t)(k == DOUBLES ? 0x40590000 : k == DOUBLES + 1 ? 0x40c00000 : 0xc0c00000) << 32
                       : k % 2 ? some_double(g) : (uint64_t)random_word(g) << 32 | random_word(g));
    build_capability(&g->b, CapInt64Atomics);
    g->wide = declare_buffer(g, b, kind_of(U64, 1));
    if (has(g, FEATURE_double_atomics) && has(g, FEATURE_float64) && one_in(g, 3))
        g->wide_float = declare_buffer(g, b, kind_of(F64, 1));
}

static void declare_half(struct gen *g, uint32_t threads)
{
    struct generated_buffer *b = new_buffer(g, "Half", (HALF_OWN + threads + 1) / 2, true);

    for (uint32_t k = 0; k < (HALF_OWN + threads + 1) / 2 && b->initial; k++)
        b->initial[k] = random_bits(g) & 0xbbffbbff;            /* no NaN */
    build_capability(&g->b, CapStorageBuffer16BitAccess);
    g->half = declare_buffer(g, b, kind_of(F16, 1));
}

void declare_wide_atomics(struct gen *g)
{
    const uint32_t threads = all_threads(g);

    if (!has(g, FEATURE_atomics))
        return;
    if (has(g, FEATURE_wide_atomics) && has(g, FEATURE_int64) && one_in(g, 2))
        declare_wide(g, threads);
    if (has(g, FEATURE_half_atomics) && has(g, FEATURE_float16) && one_in(g, 4))
        declare_half(g, threads);
}

/* An atomic of a float: 0 add, 1 least, 2 greatest. */
static uint32_t float_atomic(struct gen *g, kind k, uint32_t place, unsigned which, uint32_t v)
{
    static const unsigned op[] = { OpAtomicFAddEXT, OpAtomicFMinEXT, OpAtomicFMaxEXT };
    const bool half = base_of(k) == F16;

    if (which == 0)
        build_capability(&g->b, half ? CapAtomicFloat16AddEXT : CapAtomicFloat64AddEXT);
    else
        build_capability(&g->b, half ? CapAtomicFloat16MinMaxEXT : CapAtomicFloat64MinMaxEXT);
    build_extension(&g->b, which ? "SPV_EXT_shader_atomic_float_min_max" : half ? "SPV_EXT_shader_atomic_float16_add"
                                                                                : "SPV_EXT_shader_atomic_float_add");
    return OP(g, op[which], type_of(g, k), place, device_scope(g), build_u32(&g->b, 0), v);
}

/* On a float of the thread's own.  No NaN comes in whose bits are not known. */
static void own_float(struct gen *g, kind k, uint32_t place)
{
    const uint32_t type = type_of(g, k), scope = device_scope(g), relaxed = build_u32(&g->b, 0), v = without_nan(g, k, pick(g, k), 0);

    switch (below(g, 7)) {
    case 0: keep(g, k, of_active_lane(g, k, OP(g, OpAtomicLoad, type, place, scope, relaxed))); break;
    case 1: INSN(&g->b, BODY, OpAtomicStore, place, scope, relaxed, v); break;
    case 2: keep(g, k, of_active_lane(g, k, OP(g, OpAtomicExchange, type, place, scope, relaxed, v))); break;
    case 3: keep(g, k, OP(g, OpLoad, type, place)); break;
    default: keep(g, k, float_atomic(g, k, place, below(g, 3), v)); break;
    }
}

/* A double of small whole numbers. */
static uint32_t whole_double(struct gen *g)
{
    const kind s = kind_of(S32, 1);
    const uint32_t few = OP(g, OpBitwiseAnd, type_of(g, s), pick(g, s), constant_of(g, s, 7));

    return OP(g, OpConvertSToF, type_of(g, kind_of(F64, 1)), few);
}

/* Element `first` + step * the number of the thread. */
static uint32_t own_place(struct gen *g, const struct buffer_use *use, uint32_t first, uint32_t step)
{
    const uint32_t u32 = u32_type(g), by = step == 1 ? g->thread : OP(g, OpIMul, u32, g->thread, build_u32(&g->b, step));

    return buffer_word(g, use, OP(g, OpIAdd, u32, by, build_u32(&g->b, first)));
}

static void wide_integer(struct gen *g)
{
    const kind w = kind_of(U64, 1);
    const unsigned which = below(g, 2 * DOUBLES);
    const uint32_t place = which < DOUBLES ? buffer_word(g, &g->wide, build_u32(&g->b, which)) : own_place(g, &g->wide, OWN, 2);

    if (which < DOUBLES)
        atomic_at(g, w, place, which);
    else if (which == DOUBLES && one_in(g, 2))
        keep(g, w, OP(g, OpLoad, type_of(g, w), place, VOLATILE));
    else
        own_atomic_at(g, w, place);
}

bool random_wide_atomic(struct gen *g)
{
    const unsigned which = below(g, 3);

    if (g->half.id && one_in(g, 2)) {
        const kind h = kind_of(F16, 1);
        if (which && one_in(g, 2))
            float_atomic(g, h, buffer_word(g, &g->half, build_u32(&g->b, which - 1)), which, without_nan(g, h, pick(g, h), 0));
        else
            own_float(g, h, own_place(g, &g->half, HALF_OWN, 1));
        return true;
    }
    if (g->wide_float.id && one_in(g, 3)) {
        const kind d = kind_of(F64, 1);
        if (one_in(g, 2))
            float_atomic(g, d, buffer_word(g, &g->wide_float, build_u32(&g->b, DOUBLES + which)), which, whole_double(g));
        else
            own_float(g, d, own_place(g, &g->wide_float, OWN + 1, 2));
        return true;
    }
    if (g->wide.id)
        wide_integer(g);
    return g->wide.id != 0;
}
