/* SPDX-License-Identifier: Apache-2.0
 * variable.c - where variables live.
 *
 * A variable of one lane (Function, Private, Output of stages without groups) has slots when all that reaches
 * into it is known when it is lowered (usage.c): constant indices.  When an index is not, it lies in scratch memory.  When it
 * is given one constant as a whole, once or more, and nothing else is ever written, it lies in the table of constants, a
 * buffer of ours that all lanes share.
 */
#include "address.h"
#include "image.h"
#include "mesh.h"
#include "usage.h"

#include <string.h>

enum { HOPED = 64 };    /* words of a variable that may turn out to have constant indices alone */

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
    p->is_far = number == WF_SHADER_FAR;
    if (p->is_far)
        p->far_record = wfs_const(l->target->records(l->target->user, set, binding));
    wfs_work(l->env, l->resources);
    for (size_t i = 0; i < l->resources; i++)
        if (l->resource[i].variable == id && (p->is_far || l->resource[i].number == number))
            return;
    const struct wfs_resource resource = {
        .variable = id, .block = t, .number = p->is_far ? l->target->far_buffer : number,
        .is_array = p->is_far || t != p->pointee, .elements = p->is_far ? 1 : elements,
        .is_uniform = push || (!p->is_far && storage == WfsStorageClassUniform &&
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
    if (is_block(l, t) && wfs_decoration(l->m, id, WFS_WHOLE, WfsDecorationAliased)) {
        /* such blocks all begin at byte 0 */
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
    const struct wfs_usage *usage = &l->usage[wfs_usage_root(l, id)];
    const struct wfs_type *t = p->pointee;

    if (t->words == 0 && t->kind != WFS_STRUCT)
        wfs_refuse(l->m, at, "%s is %s; expected a type with a size", wfs_shown(l->m, id), wfs_type_shown(l->m, t));
    const bool is_table = usage->stores == 1 && !usage->written_in_part && t->words <= WFS_MAX_VALUE &&
                          wfs_value(l, usage->constant)->words == t->words;
    /* small ones too whose indices may turn out to be constant: step() in chain.c knows better */
    const bool hoped = t->words <= HOPED && !l->indexed[wfs_usage_root(l, id)];
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

    for (unsigned i = 0; i < 2 && !wfs_is_of_patch(l); i++) {       /* the same as if all were */
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
