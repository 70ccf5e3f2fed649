/* SPDX-License-Identifier: Apache-2.0
 * generate_memory.c - loads and stores: buffers, variables and arrays of functions, atomics.
 */
#include "generate_stage.h"

/* Out[thread * slots + some slot] = 31 * itself + v */
void mix_out(struct gen *g, kind k, uint32_t id)
{
    const uint32_t u32 = u32_type(g), word = word_of_value(g, k, id);
    const uint32_t at = OP(g, OpIAdd, u32, g->out_base, build_u32(&g->b, below(g, g->slots)));
    const uint32_t place = buffer_word(g, &g->output, at), old = OP(g, OpLoad, u32, place);
    const uint32_t mixed = OP(g, OpIAdd, u32, OP(g, OpIMul, u32, old, build_u32(&g->b, 31)), word);

    INSN(&g->b, BODY, OpStore, place, mixed);
}

static void load_input(struct gen *g)
{
    const struct buffer_use *use = &g->input[below(g, g->inputs)];
    const kind index = kind_of(one_in(g, 4) ? S32 : U32, 1);
    const uint32_t any = pick(g, index), at = OP(g, OpBitwiseAnd, type_of(g, index), any, constant_of(g, index, g->in_mask));
    uint32_t place = buffer_word(g, use, at), other, condition;

    if (g->variable_pointers && one_in(g, 3)) {         /* one of two places */
        other = buffer_word(g, use, build_u32(&g->b, below(g, g->in_mask + 1)));
        condition = pick(g, kind_of(BOOL, 1));
        if (g->b.version >= 0x10400 && one_in(g, 3))
            keep(g, kind_of(BOOL, 1), OP(g, OpPtrEqual, type_of(g, kind_of(BOOL, 1)), place, other));
        place = OP(g, OpSelect, use->pointer, condition, place, other);
    }
    if (g->variable_pointers && !use->wrapped && one_in(g, 3)) {        /* some words on; the last ones are behind the mask */
        const uint32_t on = OP(g, OpBitwiseAnd, type_of(g, index), pick(g, index), constant_of(g, index, 7));
        other = OP(g, OpPtrAccessChain, use->pointer, place, on);
        if (g->b.version >= 0x10400 && one_in(g, 2))
            keep(g, kind_of(S32, 1), OP(g, OpPtrDiff, type_of(g, kind_of(S32, 1)), other, place));
        place = other;
    }
    keep(g, use->kind, OP(g, OpLoad, type_of(g, use->kind), place));
}

static uint32_t random_initializer(struct gen *g, const struct variable *v, uint32_t type)
{
    uint32_t w[16];

    if (!v->length)
        return random_constant(g, v->kind);
    if (one_in(g, 4))
        return build_unique(&g->b, OpConstantNull, type, NULL, 0);
    for (unsigned k = 0; k < v->length; k++)
        w[k] = random_constant(g, v->kind);
    return build_unique(&g->b, OpConstantComposite, type, w, v->length);
}

void declare_variables(struct gen *g, uint32_t storage, unsigned n)
{
    for (; n > 0 && g->variables < VARIABLES_MOST; n--) {
        struct variable *v = &g->variable[g->variables++];
        uint32_t type, initializer;
        *v = (struct variable){ .kind = any_kind(g), .length = has(g, FEATURE_arrays) && one_in(g, 2) ? 4u << below(g, 3) : 0 };
        type = type_of(g, v->kind);
        v->element_pointer = pointer_type(g, storage, type);
        if (v->length)
            type = TYPE(&g->b, OpTypeArray, type, build_u32(&g->b, v->length));
        v->pointer = pointer_type(g, storage, type);
        initializer = random_initializer(g, v, type);
        v->type = type;
        v->is_private = storage == ScPrivate;
        if (storage == ScPrivate) {
            v->id = global_variable(g, ScPrivate, type, initializer);
        } else if (one_in(g, 2)) {
            v->id = build_id(&g->b);
            INSN(&g->b, VARIABLES, OpVariable, v->pointer, v->id, storage, initializer);
        } else {
            v->id = build_id(&g->b);
            INSN(&g->b, VARIABLES, OpVariable, v->pointer, v->id, storage);
            INSN(&g->b, BODY, OpStore, v->id, initializer);
        }
    }
}

/* A variable, or an element of it; *k is the kind of what is there. */
static uint32_t place_in(struct gen *g, const struct variable *v)
{
    const kind index = kind_of(one_in(g, 4) ? S32 : U32, 1);
    uint32_t at;

    if (!v->length)
        return v->id;
    if (one_in(g, 4))
        at = constant_of(g, index, below(g, v->length));
    else
        at = OP(g, OpBitwiseAnd, type_of(g, index), pick(g, index), constant_of(g, index, v->length - 1));
    return OP(g, OpAccessChain, v->element_pointer, v->id, at);
}

static void use_variable(struct gen *g)
{
    const struct variable *v = &g->variable[below(g, g->variables)], *other = &g->variable[below(g, g->variables)];
    uint32_t place, id;

    if (v->length && one_in(g, 8)) {        /* all of it */
        id = OP(g, OpLoad, v->type, v->id);
        id = OP(g, OpCompositeInsert, v->type, pick(g, v->kind), id, below(g, v->length));
        if (g->is_open && one_in(g, 2))
            INSN(&g->b, BODY, OpStore, v->id, id);
        keep(g, v->kind, OP(g, OpCompositeExtract, type_of(g, v->kind), id, below(g, v->length)));
        return;
    }
    if (other != v && other->type == v->type && one_in(g, 2)) {
        INSN(&g->b, BODY, OpCopyMemory, v->id, other->id);
        return;
    }
    place = place_in(g, v);
    if (one_in(g, 2)) {
        id = pick(g, v->kind);
        INSN(&g->b, BODY, OpStore, place, id);
    } else {
        keep(g, v->kind, OP(g, OpLoad, type_of(g, v->kind), place));
    }
}

/* One component of a vector, or part of an aggregate, in a variable. */
static void use_component(struct gen *g)
{
    const struct variable *v = &g->variable[below(g, g->variables)];
    const struct aggregate *a = is_aggregate(v->kind) ? aggregate_of(g, v->kind) : NULL;
    const unsigned parts = a ? a->parts : parts_of(v->kind), which = below(g, parts);
    const kind one = a ? a->part[which] : kind_of(base_of(v->kind), 1);
    uint32_t place, at, id;

    if (v->length || (parts == 1 && !a))
        return;
    at = a && !a->is_array ? build_u32(&g->b, which) : (parts & (parts - 1)) == 0 && one_in(g, 2) ? OP(g, OpBitwiseAnd, u32_type(g), pick(g, kind_of(U32, 1)), build_u32(&g->b, parts - 1))
                                    : build_u32(&g->b, which);
    place = OP(g, OpAccessChain, pointer_type(g, v->is_private ? ScPrivate : ScFunction, type_of(g, one)), v->id, at);
    if (one_in(g, 2)) {
        id = pick(g, one);
        INSN(&g->b, BODY, OpStore, place, id);
    } else {
        keep(g, one, OP(g, OpLoad, type_of(g, one), place));
    }
}

/* Atomics whose results nobody looks at, so that their order does not count: word k of the buffer knows one kind of them. */
void atomic_at(struct gen *g, kind k, uint32_t place, unsigned which)
{
    static const unsigned op[8] = { OpAtomicIAdd, OpAtomicISub, OpAtomicUMin, OpAtomicUMax, OpAtomicSMin, OpAtomicSMax, OpAtomicAnd, OpAtomicOr };
    const uint32_t type = type_of(g, k), scope = device_scope(g), relaxed = build_u32(&g->b, 0), v = pick(g, k);

    if (which == 8)
        OP(g, OpAtomicXor, type, place, scope, relaxed, v);
    else if (which < 2 && one_in(g, 3))
        OP(g, which ? OpAtomicIDecrement : OpAtomicIIncrement, type, place, scope, relaxed);
    else
        OP(g, op[which], type, place, scope, relaxed, v);
}

/* binary32, of whole numbers so small that every sum is exact: words 9, 10 and 11. */
static void float_atomic(struct gen *g)
{
    const unsigned which = below(g, 3);
    const kind s = kind_of(S32, 1), f = kind_of(F32, 1);
    const uint32_t few = OP(g, OpBitwiseAnd, type_of(g, s), pick(g, s), constant_of(g, s, 7)), v = OP(g, OpConvertSToF, type_of(g, f), few);
    const uint32_t scope = device_scope(g), relaxed = build_u32(&g->b, 0);
    const uint32_t place = buffer_word(g, &g->float_atomic, build_u32(&g->b, 9 + which));

    build_capability(&g->b, which == 0 ? CapAtomicFloat32AddEXT : CapAtomicFloat32MinMaxEXT);
    build_extension(&g->b, which == 0 ? "SPV_EXT_shader_atomic_float_add" : "SPV_EXT_shader_atomic_float_min_max");
    OP(g, which == 0 ? OpAtomicFAddEXT : which == 1 ? OpAtomicFMinEXT : OpAtomicFMaxEXT, type_of(g, f), place, scope, relaxed, v);
}

void own_atomic_at(struct gen *g, kind k, uint32_t place)
{
    static const unsigned op[] = { OpAtomicIAdd, OpAtomicISub, OpAtomicUMin, OpAtomicUMax, OpAtomicSMin, OpAtomicSMax, OpAtomicAnd, OpAtomicOr,
                                   OpAtomicXor, OpAtomicExchange };
    const uint32_t type = type_of(g, k), scope = device_scope(g), relaxed = build_u32(&g->b, 0), v = pick(g, k);
    uint32_t old;

    switch (below(g, 5)) {
    case 0: keep(g, k, of_active_lane(g, k, OP(g, OpAtomicLoad, type, place, scope, relaxed))); break;
    case 1: INSN(&g->b, BODY, OpAtomicStore, place, scope, relaxed, v); break;
    case 2:
        old = one_in(g, 2) ? pick(g, k) : OP(g, OpAtomicLoad, type, place, scope, relaxed);
        keep(g, k, of_active_lane(g, k, OP(g, OpAtomicCompareExchange, type, place, scope, relaxed, relaxed, v, old)));
        break;
    default: keep(g, k, of_active_lane(g, k, OP(g, op[below(g, 10)], type, place, scope, relaxed, v))); break;
    }
}

static void own_atomic(struct gen *g)
{
    const uint32_t at = OP(g, OpIAdd, u32_type(g), g->out_base, build_u32(&g->b, below(g, g->slots)));

    own_atomic_at(g, kind_of(U32, 1), buffer_word(g, &g->output, at));
}

void random_atomic(struct gen *g)
{
    const unsigned which = below(g, 9);

    if (!has(g, FEATURE_atomics))
        return;
    if (one_in(g, 4)) {
        own_atomic(g);
        return;
    }
    if (g->float_atomic.id && one_in(g, 4))
        float_atomic(g);
    else
        atomic_at(g, kind_of(U32, 1), buffer_word(g, &g->atomic, build_u32(&g->b, which)), which);
}

void random_memory(struct gen *g)
{
    if (g->in_main && g->blocks && one_in(g, 4)) {
        random_block(g);
        return;
    }
    if (g->in_main && g->table && one_in(g, 4)) {
        random_address(g);
        return;
    }
    switch (below(g, 8)) {
    case 0: case 1: load_input(g); break;
    case 2: random_builtin(g); break;
    case 3: if (g->variables) use_component(g); break;
    case 4: if (g->layout && g->in_main) random_layout(g); break;
    default: if (g->variables) use_variable(g); break;
    }
}
