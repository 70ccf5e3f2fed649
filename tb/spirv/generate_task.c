/* SPDX-License-Identifier: Apache-2.0
 * generate_task.c - task shaders, whose groups leave a payload and a grid, and the payload of mesh groups that come of tasks.
 *
 * A payload is a word, a value, and an array.  In a task shader the word is one of sums, and each thread has its own element; in a mesh
 * shader the word says how many groups those of the tasks before have.
 */
#include "generate_stage.h"

enum { WORD, VALUE_OF_ALL, ELEMENTS, MEMBERS };

static void declare_payload(struct gen *g, uint32_t elements)
{
    struct payload *p = &g->payload;

    p->kind[WORD] = kind_of(U32, 1);
    p->kind[VALUE_OF_ALL] = kind_of_record(g);
    p->kind[ELEMENTS] = kind_of_record(g);
    p->elements = elements;
    const uint32_t array = TYPE(&g->b, OpTypeArray, type_of(g, p->kind[ELEMENTS]), build_u32(&g->b, elements));
    const uint32_t type = TYPE(&g->b, OpTypeStruct, u32_type(g), type_of(g, p->kind[VALUE_OF_ALL]), array);
    p->id = global_variable(g, ScTaskPayload, type, 0);
    for (unsigned k = 0; k < MEMBERS; k++)
        p->pointer[k] = pointer_type(g, ScTaskPayload, type_of(g, p->kind[k]));
    build_capability(&g->b, 5283 /* MeshShadingEXT */);
    build_extension(&g->b, "SPV_EXT_mesh_shader");
    g->out->payload_words = 1 + words_of(p->kind[VALUE_OF_ALL]) + elements * words_of(p->kind[ELEMENTS]);
}

static uint32_t place_of(struct gen *g, unsigned member, uint32_t element)
{
    const struct payload *p = &g->payload;
    const uint32_t number = build_u32(&g->b, member);

    if (member != ELEMENTS)
        return OP(g, OpAccessChain, p->pointer[member], p->id, number);
    return OP(g, OpAccessChain, p->pointer[member], p->id, number, element);
}

static void load(struct gen *g, unsigned member, uint32_t element)
{
    const kind k = g->payload.kind[member];

    keep(g, k, OP(g, OpLoad, type_of(g, k), place_of(g, member, element)));
}

static void store(struct gen *g, unsigned member, uint32_t element)
{
    const kind k = g->payload.kind[member];
    uint32_t id = pick(g, k);

    if (is_float(base_of(k)))
        id = without_nan(g, k, id, 0);
    INSN(&g->b, BODY, OpStore, place_of(g, member, element), id);
}

/* ---- task shaders ---- */

void declare_task(struct gen *g)
{
    struct generated *out = g->out;
    const uint32_t groups = out->groups[0] * out->groups[1] * out->groups[2];

    declare_payload(g, g->threads);
    out->grids = new_records(g, "Tasks", 3 * groups);
    out->payloads = new_records(g, "Payloads", out->payload_words * groups);
}

static void store_of_one(struct gen *g, uint32_t which, bool word_too)
{
    const uint32_t own = OP(g, OpIEqual, type_of(g, kind_of(BOOL, 1)), builtin(g, BiLocalInvocationIndex), build_u32(&g->b, which));
    const uint32_t merge = begin_if(g, own);

    store(g, VALUE_OF_ALL, 0);
    if (word_too)
        store(g, WORD, 0);
    end_if(g, merge);
}

/* All of it has a value. */
void begin_task(struct gen *g)
{
    store_of_one(g, 0, true);
    store(g, ELEMENTS, builtin(g, BiLocalInvocationIndex));
    control_barrier(g);
}

void random_payload(struct gen *g)
{
    const uint32_t own = g->tasks ? builtin(g, BiLocalInvocationIndex) : 0;

    if (!g->tasks) {
        load(g, 1 + below(g, MEMBERS - 1), word_below(g, g->payload.elements));
        return;
    }
    switch (below(g, 3)) {
    case 0: store(g, ELEMENTS, own); break;
    case 1: load(g, ELEMENTS, own); break;
    default: {
        const uint32_t scope = device_scope(g), relaxed = build_u32(&g->b, 0), v = pick(g, kind_of(U32, 1)), place = place_of(g, WORD, 0);
        if (has(g, FEATURE_atomics))
            OP(g, OpAtomicIAdd, u32_type(g), place, scope, relaxed, v);
        break;
    }
    }
}

void random_payload_round(struct gen *g)
{
    store(g, ELEMENTS, builtin(g, BiLocalInvocationIndex));
    store_of_one(g, below(g, g->threads), false);
    control_barrier(g);
    load(g, ELEMENTS, word_below(g, g->payload.elements));
    load(g, VALUE_OF_ALL, 0);
    load(g, WORD, 0);
    control_barrier(g);
}

/* The end of a task shader: a grid that all threads agree about. */
void end_task(struct gen *g)
{
    const uint32_t u32 = u32_type(g), x = OP(g, OpCompositeExtract, u32, builtin(g, BiWorkgroupId), below(g, 2));
    const uint32_t more = OP(g, OpIAdd, u32, x, build_u32(&g->b, below(g, 4))), y = build_u32(&g->b, below(g, 4)), z = build_u32(&g->b, 1 + below(g, 2));
    const uint32_t w[4] = { more, y, z, g->payload.id };

    build_insn(&g->b, BODY, OpEmitMeshTasksEXT, w, 4);
}

/* ---- mesh groups of tasks ---- */

void choose_tasks(struct gen *g)
{
    struct generated *out = g->out;

    out->tasks = 1 + below(g, 3);
    for (uint32_t task = 0; task < out->tasks; task++) {
        const uint32_t x = 1 + below(g, 2), y = 1 + below(g, 2);
        for (uint32_t k = 0; k < x * y; k++)
            out->place[out->places++] = (struct interp_place){ task, { k % x, k / x, 0 }, { x, y, 1 } };
    }
    out->groups[0] = out->places;
    out->groups[1] = out->groups[2] = 1;
}

void declare_tasks(struct gen *g)
{
    struct generated *out = g->out;

    declare_payload(g, 1 + below(g, 8));
    out->payloads = new_records(g, "Payloads", out->payload_words * out->tasks);
    struct generated_buffer *b = &out->buffer[out->payloads];
    for (uint32_t k = 0; k < b->words && b->initial; k++)
        b->initial[k] = random_bits(g) & 0xbbffbbff;
    for (uint32_t k = out->places; k-- > 0 && b->initial;)
        b->initial[out->place[k].task * out->payload_words] = k;
}

uint32_t groups_before(struct gen *g)
{
    return OP(g, OpLoad, u32_type(g), place_of(g, WORD, 0));
}
