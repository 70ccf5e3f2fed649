/* SPDX-License-Identifier: Apache-2.0
 * variable.c - where variables live.
 *
 * A variable of one lane (Function, Private, Output of stages without groups) has slots when all that reaches
 * into it is known when it is lowered: constant indices.  When an index is not, it lies in scratch memory; or, when it
 * is given one constant as a whole, once or more, and nothing else is ever written, in the table of constants, a
 * buffer of ours that all lanes share.  Pointers handed to functions count as the same variable.
 */
#include "address.h"
#include "image.h"
#include "mesh.h"

#include <string.h>

enum { HOPED = 64 };

struct wfs_usage {
    uint32_t root;              /* the variable or parameter that an id points into; union-find over ids */
    bool dynamic, written_in_part;
    /* kernels of OpenCL: it is asked for as a number, or under another type; `is_cast`: an id of such a type */
    bool escapes, is_cast;
    /* stores, those that repeat a constant stored to the whole counted once; the last one's object */
    uint32_t stores, constant;
};

static uint32_t root_of(struct wfs_lower *l, uint32_t id)
{
    while (l->usage[id].root && l->usage[id].root != id)
        id = l->usage[id].root = l->usage[l->usage[id].root].root;
    return l->usage[id].root ? id : 0;
}

static void unite(struct wfs_lower *l, uint32_t a, uint32_t b)
{
    a = root_of(l, a);
    b = root_of(l, b);
    if (!a || !b || a == b)
        return;
    l->usage[b].root = a;
    l->usage[a].dynamic |= l->usage[b].dynamic;
    l->usage[a].escapes |= l->usage[b].escapes;
    l->usage[a].written_in_part = true;         /* several variables: none of them is a table */
}

static uint32_t checked(struct wfs_lower *l, uint32_t id)
{
    return id < l->m->bound ? id : 0;
}

/* Two ids of one constant: an optimiser may write what a table holds more than once. */
static bool is_same_constant(struct wfs_lower *l, uint32_t x, uint32_t y)
{
    if (x == y)
        return true;
    if (!x || !y || !wfs_is_constant_id(l, x) || !wfs_is_constant_id(l, y) ||
        wfs_type(l->m, wfs_id(l->m, x)->type)->words > WFS_MAX_VALUE)
        return false;
    const struct wfs_value *a = wfs_value(l, x), *b = wfs_value(l, y);
    uint32_t same = 0;
    while (a->word && b->word && same < a->words && same < b->words && wfs_same(a->word[same], b->word[same]))
        same++;
    return a->word && same == a->words && same == b->words;
}

static void note_store(struct wfs_lower *l, uint32_t pointer, uint32_t object)
{
    const uint32_t root = root_of(l, pointer);
    const bool whole = root && wfs_id(l->m, pointer)->op == WfsOpVariable;

    if (!root)
        return;
    if (!whole || !object || !wfs_is_constant_id(l, object))
        l->usage[root].written_in_part = true;
    if (whole && l->usage[root].stores && is_same_constant(l, l->usage[root].constant, object))
        return;
    l->usage[root].stores++;
    l->usage[root].constant = object;
}

static void note_chain(struct wfs_lower *l, uint32_t at, uint32_t result, uint32_t base)
{
    const uint32_t root = root_of(l, base);

    if (!root)
        return;
    l->usage[result].root = root;
    for (uint32_t n = 4; n < wfs_length_at(l->m, at); n++)
        if (!wfs_is_constant_id(l, wfs_operand(l->m, at, n)))
            l->usage[root].dynamic = true;
}

static void note_call(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;
    uint32_t parameter = wfs_after(m, wfs_id(m, wfs_operand(m, at, 3))->at);

    for (uint32_t n = 4; n < wfs_length_at(m, at); n++) {
        for (; parameter < m->words && (wfs_op_at(m, parameter) == WfsOpLine || wfs_op_at(m, parameter) == WfsOpNoLine);
             wfs_work(l->env, 1))
            parameter = wfs_after(m, parameter);
        if (parameter >= m->words || wfs_op_at(m, parameter) != WfsOpFunctionParameter)
            wfs_refuse(m, at, "more arguments than the function has parameters");
        unite(l, checked(l, m->word[at + n]), checked(l, wfs_operand(m, parameter, 2)));
        parameter = wfs_after(m, parameter);
    }
}

static bool of_one_lane(struct wfs_lower *l, uint32_t type)
{
    const struct wfs_type *t = wfs_type(l->m, type);

    return (t->kind == WFS_POINTER || t->kind == WFS_ADDRESS) &&
           (t->storage == WfsStorageClassFunction || wfs_is_of_lane(t->storage));
}

/* Variables and parameters first: a call may stand in front of the function. */
static void note_declaration(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;

    if (wfs_op_at(m, at) != WfsOpVariable && wfs_op_at(m, at) != WfsOpFunctionParameter)
        return;
    const uint32_t id = checked(l, wfs_operand(m, at, 2));
    l->has_program_variables |= wfs_op_at(m, at) == WfsOpVariable && l->reached_ids[id] &&
                                wfs_operand(m, at, 3) == WfsStorageClassCrossWorkgroup;
    if (!of_one_lane(l, wfs_operand(m, at, 1)))
        return;
    l->usage[id].root = id;
    if (wfs_op_at(m, at) == WfsOpVariable && wfs_length_at(m, at) > 4)
        note_store(l, id, wfs_operand(m, at, 4));
}

/* ---- addresses that become numbers ---- */

static bool is_zero(struct wfs_lower *l, uint32_t id)
{
    if (!wfs_is_constant_id(l, id))
        return false;
    const struct wfs_value *v = wfs_value(l, id);
    for (uint32_t i = 0; i < v->words; i++)
        if (!wfs_is(v->word[i], 0))
            return false;
    return true;
}

/* Instructions of OpenCL.std that store one value there. */
static bool stores_one(uint32_t number)
{
    return number == WfsCl_fract || number == WfsCl_frexp || number == WfsCl_lgamma_r || number == WfsCl_modf ||
           number == WfsCl_remquo || number == WfsCl_sincos;
}

/* Operand n of the instruction is followed, no more. */
static bool is_followed(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_module *m = l->m;

    switch (wfs_op_at(m, at)) {
    case WfsOpLoad: case WfsOpAccessChain: case WfsOpInBoundsAccessChain: return n == 3;
    case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain: return n == 3 && is_zero(l, wfs_operand(m, at, 4));
    case WfsOpStore: return n == 1;
    case WfsOpCopyMemory: case WfsOpCopyObject: case WfsOpFunctionCall: case WfsOpVariable:
    case WfsOpFunctionParameter:
        return true;
    case WfsOpExtInst: return stores_one(wfs_operand(m, at, 4));
    default: return false;
    }
}

static bool says_nothing(uint32_t op)
{
    return op == WfsOpName || op == WfsOpDecorate || op == WfsOpDecorateId || op == WfsOpDecorateString ||
           op == WfsOpGroupDecorate || op == WfsOpEntryPoint || op == WfsOpLifetimeStart || op == WfsOpLifetimeStop;
}

static void note_escapes(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;
    const uint32_t op = wfs_op_at(m, at);

    if (!m->kernel_pointer || says_nothing(op))
        return;
    for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
        const uint32_t id = checked(l, m->word[at + n]), root = root_of(l, id);
        if (!root || !wfs_is_id_at(m, at, n) || m->id[id].at == at)
            continue;
        if (op == WfsOpBitcast && !l->usage[id].is_cast) {
            l->usage[wfs_operand(m, at, 2)].root = root;
            l->usage[wfs_operand(m, at, 2)].is_cast = true;
        } else if (l->usage[id].is_cast || !is_followed(l, at, n)) {
            l->usage[root].escapes = true;
        }
    }
}

static void note(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;

    switch (wfs_op_at(m, at)) {
    case WfsOpAccessChain: case WfsOpInBoundsAccessChain: case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain:
        note_chain(l, at, checked(l, wfs_operand(m, at, 2)), checked(l, wfs_operand(m, at, 3)));
        break;
    case WfsOpCopyObject:
        l->usage[checked(l, wfs_operand(m, at, 2))].root = root_of(l, checked(l, wfs_operand(m, at, 3)));
        break;
    case WfsOpStore:
        note_store(l, checked(l, wfs_operand(m, at, 1)), wfs_operand(m, at, 2));
        break;
    case WfsOpCopyMemory:
        note_store(l, checked(l, wfs_operand(m, at, 1)), 0);
        break;
    case WfsOpFunctionCall:
        note_call(l, at);
        break;
    case WfsOpExtInst:          /* modf and frexp write through a pointer */
        for (uint32_t n = 5; n < wfs_length_at(m, at); n++)
            if (m->word[at + n] < m->bound && l->usage[m->word[at + n]].root)
                note_store(l, m->word[at + n], 0);
        break;
    default: break;
    }
}

void wfs_place_variables(struct wfs_lower *l)
{
    l->usage = wfs_new(l->env, l->m->bound, sizeof *l->usage);
    for (uint32_t at = 5; at < l->m->words; at = wfs_after(l->m, at)) {
        l->env->offset = at;
        note_declaration(l, at);
    }
    /* a chain may stand before the call that unites its root with another: what is found is kept at the root of both */
    for (uint32_t at = 5; at < l->m->words; at = wfs_after(l->m, at)) {
        l->env->offset = at;
        note(l, at);
        note_escapes(l, at);
    }
    for (uint32_t id = 1; id < l->m->bound; id++) {
        const uint32_t root = root_of(l, id);
        if (root && root != id)
            l->usage[root].dynamic |= l->usage[id].dynamic;
        if (root && root != id)
            l->usage[root].escapes |= l->usage[id].escapes;
    }
}

bool wfs_indexes_variable(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const bool chain = op == WfsOpAccessChain || op == WfsOpInBoundsAccessChain;
    const uint32_t root = chain ? root_of(l, checked(l, wfs_operand(l->m, at, 3))) : 0;

    if (!root || l->indexed[root])
        return false;
    for (uint32_t n = 4; n < wfs_length_at(l->m, at); n++)
        if (!wfs_is_constant_id(l, wfs_operand(l->m, at, n)))
            return true;
    return false;
}

void wfs_is_indexed(struct wfs_lower *l, uint32_t variable)
{
    const uint32_t root = root_of(l, variable);

    if (l->indexed[root])
        wfs_fail(l->env, "an index into %s is not constant", wfs_shown(l->m, variable));
    l->indexed[root] = true;
    wfs_again(l->env);
}

/* ---- pointers to variables ---- */

static bool is_block(struct wfs_lower *l, const struct wfs_type *t)
{
    return t->kind == WFS_STRUCT && (wfs_decoration(l->m, t->id, WFS_WHOLE, WfsDecorationBlock) ||
                                     wfs_decoration(l->m, t->id, WFS_WHOLE, WfsDecorationBufferBlock));
}

static void block_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const uint32_t storage = wfs_operand(l->m, at, 3);
    const bool push = storage == WfsStorageClassPushConstant;
    const struct wfs_type *t = p->pointee;

    p->space = WFS_BUFFER;
    p->is_explicit = true;
    if (!push && (t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY))
        t = t->element;
    if (!is_block(l, t))
        wfs_refuse(l->m, at, "%s is %s; expected a block", wfs_shown(l->m, id), wfs_type_shown(l->m, p->pointee));
    const uint32_t set = push ? 0 : wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0);
    const uint32_t binding = push ? 0 : wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationBinding, UINT32_MAX);
    if (!push && binding == UINT32_MAX)
        wfs_refuse(l->m, at, "%s has no Binding", wfs_shown(l->m, id));
    uint32_t elements = 1;
    const uint32_t number = l->target->number(l->target->user, set, binding, push, &elements);
    p->blocks = t == p->pointee ? 0 : elements;
    if (number == UINT32_MAX && push)
        wfs_refuse(l->m, at, "the push constants %s are not given; expected `push = BUFFER` or --push FILE",
                   wfs_shown(l->m, id));
    if (number == UINT32_MAX)
        wfs_refuse(l->m, at, "binding %u.%u (%s) is not bound", (unsigned)set, (unsigned)binding, wfs_shown(l->m, id));
    p->buffer = wfs_const(number);
    wfs_work(l->env, l->resources);
    for (size_t i = 0; i < l->resources; i++)
        if (l->resource[i].number == number && l->resource[i].variable == id)
            return;
    const struct wfs_resource resource = {
        .variable = id, .block = t, .number = number, .is_array = t != p->pointee, .elements = elements,
        .is_uniform = push || (storage == WfsStorageClassUniform &&
                               !wfs_decoration(l->m, t->id, WFS_WHOLE, WfsDecorationBufferBlock))};
    WFS_APPEND(l->env, l->resource, l->resources, l->resource_room, resource);
}

static void workgroup_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_type *t = p->pointee;

    p->space = WFS_LDS;
    p->is_explicit = is_block(l, t) || l->m->kernel_pointer;
    const uint32_t align = l->m->kernel_pointer ? wfs_alignment(l, id, t) : t->align;
    /* an explicit layout places scalars of 64 bits in multiples of 8 bytes from its beginning */
    const uint64_t bytes = p->is_explicit ? (wfs_explicit_size(t, 0, false) + 3) / 4 * 4 : 4 * t->shared;
    l->lds_bytes = (l->lds_bytes + 4 * align - 1) / (4 * align) * (4 * align);
    if (bytes == 0)
        wfs_refuse(l->m, at, "%s is %s; expected a type with a size", wfs_shown(l->m, id), wfs_type_shown(l->m, t));
    if (bytes > UINT32_MAX / 2 - l->lds_bytes)
        wfs_refuse(l->m, at, "workgroup variables take more than 2 GiB");
    if (p->is_explicit && wfs_decoration(l->m, id, WFS_WHOLE, WfsDecorationAliased)) {
        /* they all begin at byte 0 of the aliased part, which comes first */
        l->lds_aliased = bytes > l->lds_aliased ? bytes : l->lds_aliased;
        p->offset = 0;
        return;
    }
    p->offset = (uint32_t)l->lds_bytes;
    l->lds_bytes += bytes;
}

static void table_pointer(struct wfs_lower *l, struct wfs_pointer *p, const struct wfs_value *v)
{
    p->space = WFS_TABLE;
    p->offset = (uint32_t)(4 * l->table_words);
    for (uint32_t i = 0; i < v->words; i++)
        WFS_APPEND(l->env, l->table, l->table_words, l->table_room, v->word[i].bits);
}

/* Memory of the lane, for variables that are indexed or have an address. */
static void scratch_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_type *t = p->pointee;
    const uint32_t align = l->m->kernel_pointer ? wfs_alignment(l, id, t) : 1;

    p->space = WFS_SCRATCH;
    p->is_explicit = l->m->kernel_pointer != 0;
    l->scratch_words = (l->scratch_words + align - 1) / align * align;
    p->offset = (uint32_t)(4 * l->scratch_words);
    l->scratch_words += p->is_explicit ? (t->c_size + 3) / 4 : t->words;
    if (l->scratch_words > 1U << 20)
        wfs_refuse(l->m, at, "private variables take more than 4 MiB a lane");
}

/* A variable of one lane; what it points to stays the same in each call. */
static void lane_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_usage *usage = &l->usage[root_of(l, id)];
    const struct wfs_type *t = p->pointee;

    if (t->words == 0 && t->kind != WFS_STRUCT)
        wfs_refuse(l->m, at, "%s is %s; expected a type with a size", wfs_shown(l->m, id), wfs_type_shown(l->m, t));
    const bool is_table = usage->stores == 1 && !usage->written_in_part && t->words <= WFS_MAX_VALUE &&
                          wfs_value(l, usage->constant)->words == t->words;
    /* small ones too whose indices may turn out to be constant: step() in chain.c knows better */
    const bool hoped = t->words <= HOPED && !l->indexed[root_of(l, id)];
    if (usage->escapes) {
        scratch_pointer(l, at, id, p);
        return;
    }
    if ((!usage->dynamic || hoped) && t->words <= WFS_MAX_VALUE) {
        p->space = WFS_SLOTS;
        p->offset = wfs_new_slots(l, (uint32_t)t->words);
        p->is_table = is_table;
        return;
    }
    if (is_table) {
        table_pointer(l, p, wfs_value(l, usage->constant));
        return;
    }
    scratch_pointer(l, at, id, p);
}

_Noreturn static void refuse_storage(struct wfs_lower *l, uint32_t at, uint32_t id)
{
    char name[WFS_NAME_SIZE];

    wfs_refuse(l->m, at, "%s is in %s; expected a storage class of %ss", wfs_shown(l->m, id),
               wfs_enum_name(WFS_KIND_StorageClass, wfs_operand(l->m, at, 3), name), l->what);
}

/* What is in no record is lost. */
static void expect_in_interface(struct wfs_lower *l, uint32_t at, uint32_t id)
{
    char name[WFS_NAME_SIZE];

    if (l->mesh && !wfs_mesh_variable(&l->mesh->interface, id))
        wfs_refuse(l->m, at, "%s is in %s; expected it in the interface of the entry point", wfs_shown(l->m, id),
                   wfs_enum_name(WFS_KIND_StorageClass, wfs_operand(l->m, at, 3), name));
}

/* Of SPV_NV_mesh_shader. */
static bool is_payload(const struct wfs_lower *l, uint32_t id)
{
    const struct wfs_mesh_variable *v = l->mesh ? wfs_mesh_variable(&l->mesh->interface, id) : NULL;

    return v && v->record == WFS_OF_PAYLOAD;
}

static struct wfs_value *new_pointer(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    struct wfs_value *v = wfs_new_value(l, type);
    const uint32_t id = wfs_operand(l->m, at, 2);

    if (type->kind != WFS_POINTER && type->kind != WFS_ADDRESS)
        wfs_refuse(l->m, at, "its type is no pointer");
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    *p = (struct wfs_pointer){.variable = id, .pointee = wfs_pointee(l->m, type), .dynamic = wfs_none(), .align = 1U << 31,
                              .is_coherent = wfs_is_coherent(l, id, WFS_WHOLE)};
    switch (wfs_operand(l->m, at, 3)) {
    case WfsStorageClassFunction: case WfsStorageClassPrivate: lane_pointer(l, at, id, p); break;
    case WfsStorageClassOutput:
        expect_in_interface(l, at, id);
        if (!l->has_groups)
            lane_pointer(l, at, id, p);
        else if (l->mesh)
            wfs_mesh_pointer(l, at, id, p);
        else
            refuse_storage(l, at, id);
        break;
    case WfsStorageClassWorkgroup:
        if (!l->has_groups || wfs_is_of_patch(l))
            refuse_storage(l, at, id);
        workgroup_pointer(l, at, id, p);
        break;
    case WfsStorageClassStorageBuffer: case WfsStorageClassUniform: case WfsStorageClassPushConstant:
        block_pointer(l, at, id, p); break;
    case WfsStorageClassInput:
        if (is_payload(l, id))
            wfs_mesh_pointer(l, at, id, p);
        else if (!l->mesh || !wfs_input_pointer(l, id, p))
            p->space = WFS_INPUT;
        break;
    case WfsStorageClassTaskPayloadWorkgroupEXT:
        if (!l->mesh || !l->has_groups)
            refuse_storage(l, at, id);
        expect_in_interface(l, at, id);
        wfs_mesh_pointer(l, at, id, p);
        break;
    case WfsStorageClassUniformConstant:
        if (l->m->kernel_pointer)
            wfs_program_pointer(l, at, id, p);
        else
            wfs_bind_image(l, at, id, p);
        break;
    case WfsStorageClassCrossWorkgroup:
        if (!l->m->kernel_pointer)
            refuse_storage(l, at, id);
        wfs_program_pointer(l, at, id, p);
        break;
    default: refuse_storage(l, at, id);
    }
    if (type->kind == WFS_ADDRESS)
        wfs_address_of_variable(l, v, p);
    else
        v->pointer = p;
    return v;
}

/* The first value: of the initializer, else zeros, which an undefined value may well be. */
static void first_value(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p)
{
    if (wfs_length_at(l->m, at) > 4) {
        wfs_store_pointer(l, p, wfs_value(l, wfs_operand(l->m, at, 4)));
        return;
    }
    for (uint32_t i = 0; p->space == WFS_SLOTS && i < p->pointee->words; i++)
        wfs_set_slot(l, p->offset + i, wfs_const(0));
}

/* zeros, or anything */
static bool has_no_value(const struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_id(l->m, wfs_operand(l->m, at, 4))->op;

    return op == WfsOpConstantNull || (op == WfsOpUndef && l->m->kernel_pointer);
}

/* Outputs that all invocations of a patch, or of a mesh group, share: one of them stores the value, and all wait. */
static void first_of_group(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p)
{
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;
    const uint32_t most[2] = {layout->max_vertices, layout->max_primitives};
    wfs_val announced[2];

    for (unsigned i = 0; i < 2 && !wfs_is_of_patch(l); i++) {       /* as if all were */
        announced[i] = l->slot[l->mesh->counter + i];
        wfs_set_slot(l, l->mesh->counter + i, wfs_const(most[i]));
    }
    wfs_if(l->code, wfs_eq(l->code, wfs_sv(l->code, WF_SV_GINDEX), wfs_const(0)));
    wfs_store_pointer(l, p, wfs_value(l, wfs_operand(l->m, at, 4)));
    wfs_flow(l->code, WF_OP_ENDIF);
    for (unsigned i = 0; i < 2 && !wfs_is_of_patch(l); i++)
        wfs_set_slot(l, l->mesh->counter + i, announced[i]);
    wfs_fence(l->code, WF_OP_BARRIER, l->m->coherent);
}

void wfs_declare_variable(struct wfs_lower *l, uint32_t at)
{
    const uint32_t id = wfs_operand(l->m, at, 2), storage = wfs_operand(l->m, at, 3);

    wfs_define(l, id, new_pointer(l, at));
    if (storage != WfsStorageClassInput && wfs_place_of(l->value[id])->is_bounded && wfs_length_at(l->m, at) > 4) {
        if (storage != WfsStorageClassOutput)
            wfs_refuse(l->m, at, "%s is a payload and has a first value; expected none", wfs_shown(l->m, id));
        first_of_group(l, at, wfs_place_of(l->value[id]));
        return;
    }
    if (wfs_is_of_lane(storage))
        first_value(l, at, wfs_place_of(l->value[id]));
    else if (wfs_length_at(l->m, at) > 4 && storage != WfsStorageClassWorkgroup &&
             !(wfs_place_of(l->value[id])->space == WFS_BUFFER && l->m->kernel_pointer))
        wfs_refuse(l->m, at, "%s has a first value; expected one of private, output, function and workgroup "
                   "variables only", wfs_shown(l->m, id));
    else if (wfs_length_at(l->m, at) > 4 && storage == WfsStorageClassWorkgroup && !has_no_value(l, at))
        wfs_refuse(l->m, at, "%s: workgroup variables begin as zeros, or with nothing", wfs_shown(l->m, id));
}

void wfs_enter_variable(struct wfs_lower *l, uint32_t at)
{
    const uint32_t id = wfs_operand(l->m, at, 2);

    if (!l->value[id] || !wfs_place_of(l->value[id]))
        wfs_define(l, id, new_pointer(l, at));
    first_value(l, at, wfs_place_of(l->value[id]));
}
