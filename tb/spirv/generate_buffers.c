/* SPDX-License-Identifier: Apache-2.0
 * generate_buffers.c - the buffers and built-ins of a module: In (read by all), Out (each thread its own words), Atomic, groupshared memory.
 */
#include <stdlib.h>

#include "generate_stage.h"

enum { IN_WORDS = 64, SPARE_WORDS = 8, ATOMIC_WORDS = 16 };

uint32_t all_threads(const struct gen *g)
{
    return g->threads * g->out->groups[0] * g->out->groups[1] * g->out->groups[2];
}

static void decorate(struct gen *g, uint32_t id, uint32_t decoration, uint32_t value)
{
    INSN(&g->b, DECORATIONS, OpDecorate, id, decoration, value);
}

static void declare_interface(struct gen *g, uint32_t id)
{
    if (g->interfaces < sizeof g->interface / sizeof g->interface[0])
        g->interface[g->interfaces++] = id;
}

uint32_t global_variable(struct gen *g, uint32_t storage, uint32_t type, uint32_t initializer)
{
    const uint32_t id = build_id(&g->b), pointer = pointer_type(g, storage, type);

    if (initializer)
        INSN(&g->b, GLOBALS, OpVariable, pointer, id, storage, initializer);
    else
        INSN(&g->b, GLOBALS, OpVariable, pointer, id, storage);
    if (g->b.version >= 0x10400 || storage == ScInput || storage == ScOutput)
        declare_interface(g, id);
    return id;
}

/* Set and binding of the next buffer. */
struct generated_buffer *new_buffer(struct gen *g, const char *name, uint32_t words, bool written)
{
    struct generated_buffer *b = &g->out->buffer[g->out->buffers];

    *b = (struct generated_buffer){ .name = name, .set = g->out->buffers % 3 == 2, .words = words,
                                    .binding = g->out->buffers * 2 % 29 + g->out->buffers / 29 * 29, .written = written,
                                    .initial = calloc(words, sizeof *b->initial) };
    if (!b->initial)
        g->b.failed = true;
    else
        g->out->buffers++;
    return b;
}

/* The storage class of storage buffers, and the decoration that goes with it. */
uint32_t storage_class(const struct gen *g)
{
    return g->old_buffers ? ScUniform : ScStorageBuffer;
}

uint32_t device_scope(struct gen *g)
{
    return build_u32(&g->b, g->vulkan_model ? ScopeQueueFamily : ScopeDevice);
}

void bind_variable(struct gen *g, uint32_t id, const struct generated_buffer *b)
{
    if (has(g, FEATURE_quirks) && one_in(g, 6)) {      /* by a decoration group */
        const uint32_t group = build_id(&g->b);
        decorate(g, group, DecDescriptorSet, b->set);
        decorate(g, group, DecBinding, b->binding);
        INSN(&g->b, DECORATIONS, OpDecorationGroup, group);
        INSN(&g->b, DECORATIONS, OpGroupDecorate, group, id);
        return;
    }
    decorate(g, id, DecDescriptorSet, b->set);
    decorate(g, id, DecBinding, b->binding);
}

uint32_t buffer_type(struct gen *g, kind k, bool wrapped)
{
    const uint32_t array = build_id(&g->b), block = build_id(&g->b);
    uint32_t element = type_of(g, k);

    if (wrapped) {
        const uint32_t wrapper = build_id(&g->b);
        INSN(&g->b, GLOBALS, OpTypeStruct, wrapper, element);
        INSN(&g->b, DECORATIONS, OpMemberDecorate, wrapper, 0, DecOffset, 0);
        element = wrapper;
    }
    decorate(g, array, DecArrayStride, width_of(base_of(k)) / 8);
    INSN(&g->b, GLOBALS, OpTypeRuntimeArray, array, element);
    INSN(&g->b, GLOBALS, OpTypeStruct, block, array);
    INSN(&g->b, DECORATIONS, OpMemberDecorate, block, 0, DecOffset, 0);
    INSN(&g->b, DECORATIONS, OpDecorate, block, g->old_buffers ? DecBufferBlock : DecBlock);
    return block;
}

struct buffer_use declare_buffer(struct gen *g, const struct generated_buffer *b, kind k)
{
    const bool wrapped = has(g, FEATURE_quirks) && one_in(g, 4);
    const uint32_t type = buffer_type(g, k, wrapped);
    struct buffer_use use = { .id = global_variable(g, storage_class(g), type, 0), .kind = k, .wrapped = wrapped,
                              .pointer = pointer_type(g, storage_class(g), type_of(g, k)) };

    bind_variable(g, use.id, b);
    if (g->variable_pointers && !b->written && !wrapped && !g->strided[base_of(k)]) {
        decorate(g, use.pointer, DecArrayStride, 4);
        g->strided[base_of(k)] = true;
    }
    if (!b->written) {
        INSN(&g->b, DECORATIONS, OpMemberDecorate, type, 0, DecNonWritable);
        if (one_in(g, 2))
            INSN(&g->b, DECORATIONS, OpDecorate, use.id, DecRestrict);
    }
    return use;
}

uint32_t buffer_word(struct gen *g, const struct buffer_use *use, uint32_t index)
{
    const uint32_t zero = build_u32(&g->b, 0), first = has(g, FEATURE_quirks) && one_in(g, 3) ? constant_of(g, kind_of(S32, 1), 0) : zero;

    if (use->wrapped)
        return OP(g, OpAccessChain, use->pointer, use->id, first, index, zero);
    return OP(g, one_in(g, 4) ? OpInBoundsAccessChain : OpAccessChain, use->pointer, use->id, first, index);
}

uint32_t random_word(struct gen *g)
{
    static const uint32_t some[8] = { 0, 1, UINT32_MAX, 0x80000000, 0x7fffffff, 0x3f800000, 0x40490fdb, 0xc1200000 };

    switch (below(g, 4)) {
    case 0: return below(g, 8);
    case 1: return some[below(g, 8)];
    case 2: return below(g, 256) << 23 | below(g, 1 << 20);
    default: return random_bits(g);
    }
}

static void declare_atomics(struct gen *g)
{
    static const uint32_t start[ATOMIC_WORDS] = { 0, 1000, UINT32_MAX, 0, 0x7fffffff, 0x80000000, UINT32_MAX, 0, 0x12345678 };
    struct generated_buffer *b = new_buffer(g, "Atomic", ATOMIC_WORDS, true);

    for (unsigned k = 0; k < ATOMIC_WORDS && b->initial; k++)
        b->initial[k] = start[k];
    g->atomic = declare_buffer(g, b, kind_of(U32, 1));
    if (has(g, FEATURE_float32) && one_in(g, 4))
        g->float_atomic = declare_buffer(g, b, kind_of(F32, 1));
}

void declare_memory(struct gen *g)
{
    struct generated_buffer *in, *out;

    out = new_buffer(g, "Out", all_threads(g) * g->slots, true);
    g->output = declare_buffer(g, out, kind_of(U32, 1));
    in = new_buffer(g, "In", IN_WORDS + SPARE_WORDS, false);
    for (unsigned k = 0; k < IN_WORDS + SPARE_WORDS && in->initial; k++)
        in->initial[k] = random_word(g);
    g->input[g->inputs++] = declare_buffer(g, in, kind_of(U32, 1));
    g->in_mask = IN_WORDS - 1;
    if (has(g, FEATURE_quirks) && one_in(g, 2))    /* another variable at the same binding */
        g->input[g->inputs++] = declare_buffer(g, in, kind_of(has(g, FEATURE_float32) && one_in(g, 2) ? F32 : S32, 1));
    if (has(g, FEATURE_atomics))
        declare_atomics(g);
}

static kind kind_of_builtin(unsigned number)
{
    switch (number) {
    case BiNumWorkgroups: case BiWorkgroupId: case BiLocalInvocationId: case BiGlobalInvocationId: return kind_of(U32, 3);
    case BiSubgroupEqMask: case BiSubgroupGeMask: case BiSubgroupGtMask: case BiSubgroupLeMask: case BiSubgroupLtMask: return kind_of(U32, 4);
    case BiFragCoord: return kind_of(F32, 4);
    case BiTessCoord: return kind_of(F32, 3);
    case BiSamplePosition: return kind_of(F32, 2);
    case BiFrontFacing: case BiHelperInvocation: return kind_of(BOOL, 1);
    default: return kind_of(U32, 1);
    }
}

uint32_t builtin(struct gen *g, unsigned number)
{
    static const unsigned masks = BiSubgroupEqMask;
    const unsigned at = number >= masks ? 48 + number - masks : number;
    const uint32_t type = type_of(g, kind_of_builtin(number));

    if (!g->builtin[at]) {
        g->builtin[at] = global_variable(g, ScInput, type, 0);
        decorate(g, g->builtin[at], DecBuiltIn, number);
        if (g->pixels && is_integer(base_of(kind_of_builtin(number))))
            INSN(&g->b, DECORATIONS, OpDecorate, g->builtin[at], DecFlat);
        if (number >= BiSubgroupSize && number != BiVertexIndex && number != BiInstanceIndex)
            build_capability(&g->b, CapGroupNonUniform);
        if (number >= masks)
            build_capability(&g->b, CapGroupNonUniformBallot);
    }
    return OP(g, OpLoad, type, g->builtin[at]);
}

/* Is the lane a helper now?  HelperInvocation has what it was at the start. */
static uint32_t is_helper(struct gen *g)
{
    if (!g->demotes)
        return builtin(g, BiHelperInvocation);
    return build_value(&g->b, OpIsHelperInvocationEXT, type_of(g, kind_of(BOOL, 1)), NULL, 0);
}

uint32_t either(struct gen *g, kind k, uint32_t condition, uint32_t yes, uint32_t no)
{
    const uint32_t w[4] = { condition, condition, condition, condition };

    if (g->b.version < 0x10400 && parts_of(k) > 1)
        condition = build_value(&g->b, OpCompositeConstruct, type_of(g, kind_of(BOOL, parts_of(k))), w, parts_of(k));
    return OP(g, OpSelect, type_of(g, k), condition, yes, no);
}

uint32_t of_active_lane(struct gen *g, kind k, uint32_t id)
{
    const uint32_t other = random_constant(g, k);

    return g->pixels ? either(g, k, is_helper(g), other, id) : id;
}

void random_builtin(struct gen *g)
{
    /* the first of each know nothing of waves */
    static const unsigned number[] = { BiNumWorkgroups, BiWorkgroupId, BiLocalInvocationId, BiGlobalInvocationId, BiLocalInvocationIndex,
                                       BiSubgroupSize, BiNumSubgroups, BiSubgroupId, BiSubgroupLocalInvocationId, BiSubgroupEqMask,
                                       BiSubgroupGeMask, BiSubgroupGtMask, BiSubgroupLeMask, BiSubgroupLtMask };
    static const unsigned of_pixels[] = { BiFragCoord, BiFrontFacing, BiFragCoord, BiSubgroupSize, BiSubgroupLocalInvocationId, BiSubgroupEqMask,
                                          BiSubgroupGeMask, BiSubgroupGtMask, BiSubgroupLeMask, BiSubgroupLtMask };
    static const unsigned of_vertices[] = { BiVertexIndex, BiInstanceIndex, BiVertexIndex, BiSubgroupSize, BiSubgroupLocalInvocationId,
                                            BiSubgroupEqMask, BiSubgroupGeMask, BiSubgroupGtMask, BiSubgroupLeMask, BiSubgroupLtMask };
    static const unsigned of_primitives[] = { BiPrimitiveId, BiInvocationId, BiSubgroupSize, BiSubgroupLocalInvocationId, BiSubgroupEqMask };
    static const unsigned of_control[] = { BiPrimitiveId, BiInvocationId, BiPatchVertices, BiSubgroupSize, BiSubgroupLocalInvocationId, BiSubgroupEqMask };
    static const unsigned of_points[] = { BiPrimitiveId, BiTessCoord, BiPatchVertices, BiSubgroupSize, BiSubgroupLocalInvocationId, BiSubgroupGtMask };
    static const unsigned of_samples[] = { BiSampleId, BiSamplePosition };
    const bool waves = has(g, FEATURE_wave);
    const unsigned n = g->control    ? of_control[below(g, waves ? 6 : 3)]
                       : g->evaluation ? of_points[below(g, waves ? 6 : 3)]
                       : g->geometry   ? of_primitives[below(g, waves ? 5 : 2)]
                       : g->vertices ? of_vertices[below(g, waves ? 10 : 3)]
                       : g->out->draw.is_per_sample && one_in(g, 3) ? of_samples[below(g, has(g, FEATURE_vectors) ? 2 : 1)]
                       : g->pixels   ? of_pixels[below(g, waves ? 10 : 3)]
                                     : number[below(g, waves ? 14 : 5)];
    const kind k = kind_of_builtin(n);
    const uint32_t id = builtin(g, n);

    keep(g, k, id);
    if (parts_of(k) > 1)
        keep(g, kind_of(base_of(k), 1), part(g, k, id, below(g, parts_of(k))));
}
