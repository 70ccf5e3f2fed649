/* SPDX-License-Identifier: Apache-2.0
 * interface.c - the arguments of a kernel as buffers, push constants and workgroup variables.
 */
#include "kernel.h"

#include "../module/type.h"

enum { BY_VAL = 2 };                            /* FunctionParameterAttribute */
enum kind { BUFFER, LOCAL, VALUE, COPY };       /* COPY: a struct by value, to which the parameter points */

struct wfs_kernel_argument {
    enum kind kind;
    uint32_t type;                      /* of the parameter */
    uint32_t data;                      /* type of the buffer's elements, of the local array's, or of the value */
    const char *name;
    uint32_t variable;                  /* BUFFER, LOCAL */
    uint32_t pointer;                   /* VALUE, COPY: type of a pointer to it in the push constants */
    uint32_t member;                    /* constant: which member of them */
};

/* ---- what the arguments are ---- */

/* Word of the n-th OpFunctionParameter of a function, or 0. */
static uint32_t parameter_at(const struct wfs_module *m, uint32_t function, uint32_t n)
{
    for (uint32_t at = wfs_id(m, function)->at; at < m->words && wfs_op_at(m, at) != WfsOpLabel &&
                                                wfs_op_at(m, at) != WfsOpFunctionEnd; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpFunctionParameter && n-- == 0)
            return at;
    return 0;
}

/* A translator may put a function without names in front of the kernel, which only calls it. */
static const char *name_of(const struct wfs_module *m, uint32_t function, uint32_t n)
{
    const uint32_t id = wfs_operand(m, parameter_at(m, function, n), 2);

    if (m->id[id].name)
        return m->id[id].name;
    for (uint32_t at = wfs_id(m, function)->at; at < m->words && wfs_op_at(m, at) != WfsOpFunctionEnd;
         at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) != WfsOpFunctionCall)
            continue;
        for (uint32_t k = 4; k < wfs_length_at(m, at); k++) {
            const uint32_t inner = wfs_operand(m, at, k) == id ? parameter_at(m, wfs_operand(m, at, 3), k - 4) : 0;
            if (inner && m->id[wfs_operand(m, inner, 2)].name)
                return m->id[wfs_operand(m, inner, 2)].name;
        }
    }
    return wfs_text(m->env, "arg%u", (unsigned)n);
}

bool wfs_is_by_value(const struct wfs_module *m, uint32_t parameter)
{
    for (const struct wfs_decoration *d = m->id[parameter].decoration; d; d = d->next)
        if (d->kind == WfsDecorationFuncParamAttr && d->operands &&
            m->word[d->operand] == BY_VAL)
            return true;
    return false;
}

static void find_argument(struct wfs_module *m, uint32_t at, struct wfs_kernel_argument *a)
{
    char name[WFS_NAME_SIZE];
    const struct wfs_id *type = wfs_id(m, wfs_operand(m, at, 1));

    a->type = wfs_operand(m, at, 1);
    a->data = a->type;
    a->kind = VALUE;
    if (type->op == WfsOpTypePointer) {
        const uint32_t storage = wfs_operand(m, type->at, 2);
        a->data = wfs_operand(m, type->at, 3);
        if (storage == WfsStorageClassCrossWorkgroup || storage == WfsStorageClassUniformConstant)
            a->kind = BUFFER;
        else if (storage == WfsStorageClassWorkgroup)
            a->kind = LOCAL;
        else if (storage == WfsStorageClassFunction && wfs_is_by_value(m, wfs_operand(m, at, 2)))
            a->kind = COPY;
        else
            wfs_refuse(m, at, "argument %s points to %s; expected CrossWorkgroup, Workgroup, UniformConstant, or a "
                       "struct by value", a->name, wfs_enum_name(WFS_KIND_StorageClass, storage, name));
    }
    const struct wfs_type *t = wfs_type(m, a->data);
    if (!t->c_size && t->kind != WFS_STRUCT)
        wfs_refuse(m, at, "argument %s is of %s; expected a type with a size", a->name, wfs_type_shown(m, t));
}

void wfs_kernel_arguments(struct wfs_kernel *k, struct wfs_module *m)
{
    while (parameter_at(m, k->entry->function, k->arguments))
        k->arguments++;
    k->argument = wfs_new(m->env, k->arguments, sizeof *k->argument);
    for (uint32_t i = 0; i < k->arguments; i++) {
        k->argument[i].name = name_of(m, k->entry->function, i);
        find_argument(m, parameter_at(m, k->entry->function, i), &k->argument[i]);
    }
}

/* ---- declarations ---- */

static uint32_t put_type(struct wfs_writer *w, uint32_t op, uint32_t x, uint32_t y)
{
    const uint32_t id = wfs_fresh_id(w);

    WFS_PUT(w, op, id, x, y);
    return id;
}

static uint32_t put_variable(struct wfs_writer *w, uint32_t type, uint32_t storage, const char *name)
{
    const uint32_t pointer = put_type(w, WfsOpTypePointer, storage, type), id = wfs_fresh_id(w);

    WFS_PUT(w, WfsOpVariable, pointer, id, storage);
    wfs_put_name(w, id, name);
    return id;
}

/* Behind all of the module: it may say what it likes of its own. */
static uint32_t free_spec_id(const struct wfs_module *m)
{
    uint32_t free = 0;

    for (uint32_t id = 1; id < m->bound; id++) {
        const uint32_t used = wfs_decorated(m, id, WFS_WHOLE, WfsDecorationSpecId, UINT32_MAX);
        if (used != UINT32_MAX && used >= free)
            free = used + 1;
    }
    return free;
}

static uint32_t put_spec(struct wfs_writer *w, uint32_t type, uint32_t spec, uint32_t value, const char *name)
{
    const uint32_t id = wfs_fresh_id(w);

    WFS_PUT(w, WfsOpDecorate, id, WfsDecorationSpecId, spec);
    WFS_PUT(w, WfsOpSpecConstant, type, id, value);
    wfs_put_name(w, id, name);
    return id;
}

static void declare_buffer(struct wfs_writer *w, struct wfs_kernel_argument *a, uint32_t number)
{
    const uint32_t array = wfs_fresh_id(w), block = wfs_fresh_id(w);

    WFS_PUT(w, WfsOpTypeRuntimeArray, array, a->data);
    WFS_PUT(w, WfsOpTypeStruct, block, array);
    WFS_PUT(w, WfsOpDecorate, block, WfsDecorationBlock);
    wfs_put_member_name(w, block, 0, "data");
    a->variable = put_variable(w, block, WfsStorageClassStorageBuffer, a->name);
    WFS_PUT(w, WfsOpDecorate, a->variable, WfsDecorationDescriptorSet, 0);
    WFS_PUT(w, WfsOpDecorate, a->variable, WfsDecorationBinding, number);
}

static void declare_push(struct wfs_kernel *k, uint32_t uint)
{
    struct wfs_writer *w = &k->w;
    uint32_t member[256], members = 0;

    for (uint32_t i = 0; i < k->arguments; i++) {
        struct wfs_kernel_argument *a = &k->argument[i];
        if (a->kind != VALUE && a->kind != COPY)
            continue;
        if (members + 1 == sizeof member / sizeof *member)
            wfs_fail(w->env, "kernel %s has more than 255 arguments by value", k->entry->name);
        a->pointer = put_type(w, WfsOpTypePointer, WfsStorageClassPushConstant, a->data);
        a->member = wfs_fresh_id(w);
        WFS_PUT(w, WfsOpConstant, uint, a->member, members);
        member[1 + members++] = a->data;
    }
    if (!members)
        return;
    member[0] = k->push_type = wfs_fresh_id(w);
    wfs_put_list(w, WfsOpTypeStruct, member, members + 1);
    WFS_PUT(w, WfsOpDecorate, k->push_type, WfsDecorationBlock);
    for (uint32_t i = 0, n = 0; i < k->arguments; i++)
        if (k->argument[i].pointer)
            wfs_put_member_name(w, k->push_type, n++, k->argument[i].name);
    k->push = put_variable(w, k->push_type, WfsStorageClassPushConstant, "arguments");
}

/* What the constant is if nobody specializes it: no more is a hint. */
static uint32_t constant_of(const struct wfs_module *m, uint32_t at, uint32_t id)
{
    const struct wfs_id *c = wfs_id(m, id);

    if (c->op != WfsOpConstant && c->op != WfsOpSpecConstant)
        wfs_refuse(m, at, "%s is no OpConstant or OpSpecConstant", wfs_shown(m, id));
    return wfs_operand(m, c->at, 3);
}

/* The size that the module asks for or hints at; without either, 64 lanes in a row. */
static void declare_local_size(struct wfs_kernel *k, const struct wfs_module *m, uint32_t uint, uint32_t spec)
{
    static const char *const name[3] = {"local_size_x", "local_size_y", "local_size_z"};
    uint32_t size[3] = {64, 1, 1};

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op != WfsOpExecutionMode && op != WfsOpExecutionModeId) ||
            wfs_operand(m, at, 1) != k->entry->function)
            continue;
        const uint32_t mode = wfs_operand(m, at, 2);
        if (mode == WfsExecutionModeLocalSize || mode == WfsExecutionModeLocalSizeId)
            return;
        for (uint32_t i = 0; i < 3 && mode == WfsExecutionModeLocalSizeHint; i++)
            size[i] = wfs_operand(m, at, 3 + i);
        for (uint32_t i = 0; i < 3 && mode == WfsExecutionModeLocalSizeHintId; i++)
            size[i] = constant_of(m, at, wfs_operand(m, at, 3 + i));
    }
    for (uint32_t i = 0; i < 3; i++)
        k->local_size[i] = put_spec(&k->w, uint, spec + i, size[i], name[i]);
    WFS_PUT(&k->w, WfsOpExecutionModeId, k->function, WfsExecutionModeLocalSizeId, k->local_size[0], k->local_size[1],
            k->local_size[2]);
}

void wfs_kernel_declare(struct wfs_kernel *k, struct wfs_module *m)
{
    struct wfs_writer *w = &k->w;
    const uint32_t uint = put_type(w, WfsOpTypeInt, 32, 0), bool_type = wfs_fresh_id(w);
    uint32_t spec = free_spec_id(m);

    k->uint = uint;
    k->truth = wfs_fresh_id(w);
    WFS_PUT(w, WfsOpTypeBool, bool_type);
    WFS_PUT(w, WfsOpConstantTrue, bool_type, k->truth);
    k->void_type = wfs_fresh_id(w);
    WFS_PUT(w, WfsOpTypeVoid, k->void_type);
    declare_push(k, uint);
    for (uint32_t i = 0; i < k->arguments; i++) {
        struct wfs_kernel_argument *a = &k->argument[i];
        if (a->kind == BUFFER) {
            declare_buffer(w, a, i);
        } else if (a->kind == LOCAL) {
            const uint32_t elements = put_spec(w, uint, spec++, 0, a->name);
            a->variable = put_variable(w, put_type(w, WfsOpTypeArray, a->data, elements), WfsStorageClassWorkgroup,
                                       a->name);
        }
    }
    declare_local_size(k, m, uint, spec);
}

/* ---- the function ---- */

static uint32_t pass(struct wfs_kernel *k, const struct wfs_kernel_argument *a, uint32_t copy)
{
    struct wfs_writer *w = &k->w;
    const uint32_t id = wfs_fresh_id(w);

    if (a->kind == BUFFER || a->kind == LOCAL) {
        WFS_PUT(w, WfsOpBitcast, a->type, id, a->variable);
        return id;
    }
    const uint32_t chain = wfs_fresh_id(w);
    WFS_PUT(w, WfsOpAccessChain, a->pointer, chain, k->push, a->member);
    WFS_PUT(w, WfsOpLoad, a->data, id, chain);
    if (a->kind == VALUE)
        return id;
    WFS_PUT(w, WfsOpStore, copy, id);
    return copy;
}

void wfs_kernel_function(struct wfs_kernel *k, struct wfs_module *m)
{
    struct wfs_writer *w = &k->w;
    const uint32_t type = wfs_fresh_id(w), label = wfs_fresh_id(w), result = wfs_fresh_id(w);
    uint32_t *call = wfs_new(m->env, 3 + k->arguments, sizeof *call);
    uint32_t *copy = wfs_new(m->env, k->arguments, sizeof *copy);

    for (uint32_t i = 0; i < k->arguments; i++)
        if (k->argument[i].kind == COPY) {
            copy[i] = wfs_fresh_id(w);
            wfs_put_name(w, copy[i], k->argument[i].name);
        }
    WFS_PUT(w, WfsOpTypeFunction, type, k->void_type);
    WFS_PUT(w, WfsOpFunction, k->void_type, k->function, 0, type);
    WFS_PUT(w, WfsOpLabel, label);
    for (uint32_t i = 0; i < k->arguments; i++)
        if (k->argument[i].kind == COPY)
            WFS_PUT(w, WfsOpVariable, k->argument[i].type, copy[i], WfsStorageClassFunction);
    call[0] = k->void_type;
    call[1] = result;
    call[2] = k->entry->function;
    for (uint32_t i = 0; i < k->arguments; i++)
        call[3 + i] = pass(k, &k->argument[i], copy[i]);
    wfs_put_list(w, WfsOpFunctionCall, call, 3 + k->arguments);
    wfs_put_list(w, WfsOpReturn, NULL, 0);
    wfs_put_list(w, WfsOpFunctionEnd, NULL, 0);
}
