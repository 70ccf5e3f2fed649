/* SPDX-License-Identifier: Apache-2.0
 * interp_parse.c - reads a module: header, decorations, entry point, types, constants, variables, and the code as it stands.
 */
#include <string.h>

#include "interp_module.h"

static bool is_known(unsigned op)
{
    switch (op) {
#define X(name, number) case number:
        SPV_OPS(X)
#undef X
        return true;
    default:
        return false;
    }
}

static uint32_t lane_slots(struct module *m, uint32_t offset, uint32_t slots)
{
    const uint32_t at = m->lane_slots;

    if (slots > MAX_SLOTS || at > MAX_SLOTS)
        module_fail(m, offset, "more than %d scalars a lane", (int)MAX_SLOTS);
    m->lane_slots += slots;
    return at;
}

/* Outputs of a mesh shader, and a payload, are of its group.  They come behind its Workgroup memory, whose size is not known yet. */
static void place_group_output(struct module *m, const struct insn *n, struct object *o, const struct type *pointee)
{
    if (pointee->slots > MAX_SLOTS || m->output_bytes > MAX_SLOTS * 8u)
        module_fail(m, n->offset, "too many outputs");
    o->where = IN_GROUP;
    o->size = pointee->slots;
    o->at = m->output_bytes;
    m->output_bytes += pointee->slots * 8;
}

static bool is_of_group(const struct module *m, uint32_t storage)
{
    return (storage == ScOutput && m->run->mesh) || storage == ScTaskPayload;
}

static void move_group_outputs(struct module *m)
{
    for (uint32_t k = 1; k < m->objects; k++)
        if (is_of_group(m, m->object[k].storage))
            m->object[k].at += m->group_bytes;
    m->group_bytes += m->output_bytes;
}

static void place_variable(struct module *m, struct insn *n, struct object *o)
{
    const struct type *pointee = type_of(m, o->type);

    if (is_of_group(m, o->storage)) {
        place_group_output(m, n, o, pointee);
        return;
    }
    switch (o->storage) {
    case ScFunction: case ScPrivate: case ScInput: case ScOutput:
        o->where = IN_LANE;
        o->at = lane_slots(m, n->offset, pointee->slots);
        o->size = pointee->slots;
        break;
    case ScWorkgroup:
        o->where = IN_GROUP;
        o->bytes = pointee->block;      /* and all of these lie in the same place */
        o->size = pointee->slots;
        if (pointee->slots > MAX_SLOTS || m->group_bytes > MAX_SLOTS * 8u)
            module_fail(m, n->offset, "too much Workgroup memory");
        o->at = o->bytes ? 0 : m->group_bytes;
        if (!o->bytes)
            m->group_bytes += pointee->slots * 8;
        break;
    case ScUniform: case ScStorageBuffer: case ScUniformConstant:
        o->where = IN_BUFFER;
        o->bytes = true;
        break;
    case ScPushConstant:
        o->where = IN_PUSH;
        o->bytes = true;
        break;
    default:
        module_fail(m, n->offset, "OpVariable of storage class %u", (unsigned)o->storage);
    }
}

/* Extent in bytes of a type with explicit layout. */
static uint64_t extent(struct module *m, const struct type *t, const struct member *in)
{
    uint64_t most = 0;

    switch (t->op) {
    case OpTypeStruct:
        for (uint32_t k = 0; k < t->count; k++) {
            const uint64_t end = t->member[k].offset + extent(m, type_of(m, t->member[k].type), &t->member[k]);
            most = end > most ? end : most;
        }
        return most;
    case OpTypeArray: return (uint64_t)(t->count - 1) * t->stride + extent(m, type_of(m, t->element), in);
    case OpTypeMatrix:
        return in && in->row_major ? (uint64_t)type_of(m, t->element)->count * in->matrix_stride
                                   : (uint64_t)t->count * (in ? in->matrix_stride : 0);
    case OpTypeVector: return (uint64_t)t->count * type_of(m, t->element)->width / 8;
    default: return t->width / 8u;
    }
}

static void add_variable(struct module *m, struct insn *n)
{
    struct id *d = id_of(m, n->result);
    struct object *o;

    if (n->type->op != OpTypePointer || n->n < 1)
        module_fail(m, n->offset, "OpVariable whose type is not a pointer");
    if (m->objects >= MAX_OBJECTS)
        module_fail(m, n->offset, "more than %d variables", (int)MAX_OBJECTS);
    m->object = module_grow(m, m->object, m->objects, 1, &m->object_room, sizeof *m->object);
    o = &m->object[m->objects];
    *o = (struct object){ .type = n->type->element, .id = n->result, .storage = n->w[0], .initializer = word_of(n, 1), .set = d->set,
                          .binding = d->binding, .builtin = d->builtin };
    place_variable(m, n, o);
    if (o->where == IN_GROUP && o->bytes) {
        o->size = extent(m, type_of(m, o->type), NULL);
        if (o->size > MAX_SLOTS)
            module_fail(m, n->offset, "too much Workgroup memory");
        if (o->size > m->group_bytes)
            m->group_bytes = (uint32_t)(o->size + 7) / 8 * 8;
    }
    d->constant = true;
    d->at = module_constant_slots(m, 2);
    m->constant[d->at] = m->objects++;
    n->at = d->at;
}

static void add_insn(struct module *m, struct insn n)
{
    m->code = module_grow(m, m->code, m->insns, 1, &m->insn_room, sizeof *m->code);
    m->code[m->insns++] = n;
}

static bool ends_block(unsigned op)
{
    switch (op) {
    case OpBranch: case OpBranchConditional: case OpSwitch: case OpReturn: case OpReturnValue: case OpUnreachable: case OpKill:
    case OpTerminateInvocation: case OpEmitMeshTasksEXT:
        return true;
    default:
        return false;
    }
}

/* One instruction between OpFunction and OpFunctionEnd; `label` is of the block that is open, or 0. */
static void add_code(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n, uint32_t function, uint32_t *label)
{
    struct insn insn = module_decode(m, offset, w, n);

    switch (insn.op) {
    case OpLine: case OpNoLine: case OpNop:
        return;
    case OpLabel:
        if (*label)
            module_fail(m, offset, "OpLabel inside a block");
        id_of(m, insn.result)->at = m->insns;
        if (!id_of(m, function)->end)
            id_of(m, function)->end = m->insns;
        *label = insn.result;
        break;
    case OpVariable:
        add_variable(m, &insn);
        break;
    default:
        if (!*label && insn.op != OpFunctionParameter && insn.op != OpExtInst)
            module_fail(m, offset, "opcode %u outside of a block", (unsigned)insn.op);
        if (insn.result) {
            insn.at = lane_slots(m, offset, insn.type->slots);
            id_of(m, insn.result)->at = insn.at;
        }
        break;
    }
    if (ends_block(insn.op)) {
        id_of(m, *label)->end = m->insns;
        *label = 0;
    }
    add_insn(m, insn);
}

static uint32_t begin_function(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n, uint32_t open)
{
    struct insn insn = module_decode(m, offset, w, n);

    if (open)
        module_fail(m, offset, "OpFunction inside a function");
    if (type_of(m, word_of(&insn, 1))->op != OpTypeFunction)
        module_fail(m, offset, "OpFunction whose type is no function type");
    id_of(m, insn.result)->at = m->insns;
    add_insn(m, insn);
    return insn.result;
}

static uint32_t end_function(struct module *m, uint32_t offset, uint32_t function, uint32_t label)
{
    if (!function || label)
        module_fail(m, offset, "OpFunctionEnd inside a block or outside of a function");
    add_insn(m, (struct insn){ .op = OpFunctionEnd, .offset = offset, .type = &m->no_type });
    return 0;
}

static void add_global(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    struct insn insn = module_decode(m, offset, w, n);

    add_variable(m, &insn);
}

void module_parse(struct module *m)
{
    uint32_t function = 0, label = 0;

    if (m->count < SPV_HEADER || m->words[0] != SPV_MAGIC)
        module_fail(m, NO_OFFSET, "this is no SPIR-V module: it begins with 0x07230203 and has at least 5 words");
    m->bound = m->words[3];
    if (m->bound == 0 || m->bound > MAX_IDS)
        module_fail(m, NO_OFFSET, "the bound of ids is %u, not 1 to %d", (unsigned)m->bound, (int)MAX_IDS);
    m->id = module_take(m, m->bound * sizeof *m->id);
    for (uint32_t k = 0; k < m->bound; k++)
        m->id[k].builtin = -1;
    m->objects = 1;
    m->object = module_grow(m, NULL, 0, 16, &m->object_room, sizeof *m->object);
    m->object[0] = (struct object){ .where = IN_NOTHING };
    module_constant_slots(m, 2);
    add_insn(m, (struct insn){ .op = OpUnreachable, .type = &m->no_type });      /* so that index 0 is no label */
    for (size_t at = SPV_HEADER, n; at < m->count; at += n) {
        const uint32_t *w = m->words + at;
        const unsigned op = w[0] & 0xffff;
        n = w[0] >> 16;
        if (n == 0 || n > m->count - at)
            module_fail(m, (uint32_t)at, "opcode %u has %u words, and %zu are left", op, (unsigned)n, m->count - at);
        if (!is_known(op))
            module_fail(m, (uint32_t)at, "opcode %u is not supported", op);
        if (op == OpFunction)
            function = begin_function(m, (uint32_t)at, w, (uint32_t)n, function);
        else if (op == OpFunctionEnd)
            function = end_function(m, (uint32_t)at, function, label);
        else if (function)
            add_code(m, (uint32_t)at, w, (uint32_t)n, function, &label);
        else if (op == OpVariable)
            add_global(m, (uint32_t)at, w, (uint32_t)n);
        else
            module_head(m, (uint32_t)at, w, (uint32_t)n);
    }
    if (function)
        module_fail(m, NO_OFFSET, "the last function does not end");
    move_group_outputs(m);
    module_finish_head(m);
}
