/* SPDX-License-Identifier: Apache-2.0
 * layout.c - the layout of a block (wavefold/layout.h), out of the types of its module.
 */
#include "shader.h"

#include <string.h>

struct maker {
    struct wfs_env *env;
    const struct wfs_module *m;
    struct wf_layout_node *node;
    struct wf_layout_member *member;
    /* [nodes] of which type each is, and of matrices where their columns lie */
    struct made { const struct wfs_type *type; uint32_t matrix_stride; bool row_major; } *made;
    size_t nodes, members, node_room, member_room, made_room;
    bool too_large;
};

static uint32_t add(struct maker *k, const struct made *from, const struct wf_layout_node *node)
{
    size_t count = k->nodes;

    /* a scalar has a byte at least: of members that lie over each other there can be any number */
    k->too_large |= k->nodes == WF_LAYOUT_NODES || node->scalars > node->size;
    if (k->too_large)
        return 0;
    k->made = wfs_grow(k->env, k->made, count, &k->made_room, sizeof *k->made);
    k->made[count] = *from;
    WFS_APPEND(k->env, k->node, k->nodes, k->node_room, *node);
    k->node[count].stride += !node->stride;     /* of what is empty: nobody divides by it */
    return (uint32_t)count;
}

static bool has_matrix(const struct wfs_type *t)
{
    while (t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY)
        t = t->element;
    return t->kind == WFS_MATRIX;
}

static uint32_t make(struct maker *k, const struct wfs_type *t, uint32_t matrix_stride, bool row_major);

static uint64_t times(uint64_t a, uint64_t b)
{
    return a && b > UINT64_MAX / 2 / a ? UINT64_MAX / 2 : a * b;
}

static void make_scalar(const struct wfs_type *t, struct wf_layout_node *n)
{
    n->scalars = 1;
    n->bits = t->kind == WFS_BOOL ? 32 : t->width;
    n->kind = t->kind == WFS_BOOL    ? WF_LAYOUT_BOOL
              : t->kind == WFS_FLOAT ? WF_LAYOUT_FLOAT
              : t->is_signed         ? WF_LAYOUT_INT
                                     : WF_LAYOUT_UINT;
}

/* Its columns are vectors of their own, whose components lie apart in a row-major matrix. */
static void make_matrix(struct maker *k, const struct made *from, struct wf_layout_node *n)
{
    const struct wfs_type *t = from->type, *column = t->element;
    const uint32_t stride = wfs_matrix_stride(t, from->matrix_stride, from->row_major);
    const uint32_t scalar = column->element->width / 8;
    struct wf_layout_node vector = {.kind = WF_LAYOUT_VECTOR, .count = column->count};

    vector.element = make(k, column->element, 0, false);
    vector.stride = from->row_major ? stride : scalar;
    vector.size = (uint64_t)(vector.count - 1) * vector.stride + scalar;
    vector.scalars = vector.count;
    n->scalars = (uint64_t)t->count * vector.count;
    n->kind = WF_LAYOUT_MATRIX;
    n->count = t->count;
    n->stride = from->row_major ? scalar : stride;
    /* of the column: no type of the module is like it */
    n->element = add(k, &(struct made){.type = NULL}, &vector);
}

static void make_struct(struct maker *k, const struct wfs_type *t, struct wf_layout_node *n)
{
    struct wf_layout_member *member = wfs_new(k->env, t->count, sizeof *member);

    n->kind = WF_LAYOUT_STRUCT;
    n->count = t->count;
    if (t->count > WF_LAYOUT_NODES - k->members) {
        k->too_large = true;
        return;
    }
    for (uint32_t i = 0; i < t->count && !k->too_large; i++) {
        const struct wfs_member *from = &t->member[i];
        const char *name = wfs_member_name(k->m, t->id, i);
        member[i] = (struct wf_layout_member){.name = name ? name : wfs_text(k->env, "member%u", (unsigned)i),
                                              .offset = from->offset};
        member[i].node = make(k, from->type, from->matrix_stride, from->row_major);
        n->scalars += k->too_large ? 0 : k->node[member[i].node].scalars;
    }
    n->member = (uint32_t)k->members;
    for (uint32_t i = 0; i < t->count; i++)
        WFS_APPEND(k->env, k->member, k->members, k->member_room, member[i]);
}

static void make_array(struct maker *k, const struct made *from, struct wf_layout_node *n)
{
    const struct wfs_type *t = from->type;

    n->kind = t->kind == WFS_ARRAY ? WF_LAYOUT_ARRAY : WF_LAYOUT_RUNTIME_ARRAY;
    n->count = t->kind == WFS_ARRAY ? t->count : 0;
    n->element = make(k, t->element, from->matrix_stride, from->row_major);
    n->stride = wfs_array_stride(t, from->matrix_stride, from->row_major);
    n->scalars = k->too_large ? 0 : times(n->count, k->node[n->element].scalars);
}

/* Each type is made once, of what holds a matrix once for each of its layouts. */
static uint32_t make(struct maker *k, const struct wfs_type *t, uint32_t matrix_stride, bool row_major)
{
    const bool matters = has_matrix(t);
    const struct made from = {t, matters ? matrix_stride : 0, matters && row_major};
    struct wf_layout_node n = {.kind = WF_LAYOUT_BITS, .bits = 32, .size = wfs_explicit_size(t, matrix_stride, row_major)};

    for (size_t i = 0; i < k->nodes; i++)
        if (k->made[i].type == t && k->made[i].matrix_stride == from.matrix_stride &&
            k->made[i].row_major == from.row_major)
            return (uint32_t)i;
    switch (t->kind) {
    case WFS_BOOL: case WFS_INT: case WFS_FLOAT: make_scalar(t, &n); break;
    case WFS_VECTOR:
        n.kind = WF_LAYOUT_VECTOR;
        n.count = t->count;
        n.element = make(k, t->element, 0, false);
        n.stride = k->too_large ? 1 : (uint32_t)k->node[n.element].size;
        n.scalars = n.count;
        break;
    case WFS_MATRIX: make_matrix(k, &from, &n); break;
    case WFS_ARRAY: case WFS_RUNTIME_ARRAY: make_array(k, &from, &n); break;
    case WFS_STRUCT: make_struct(k, t, &n); break;
    case WFS_ADDRESS: n.bits = 64; n.scalars = 1; break;
    default: k->too_large = true; break;        /* no data */
    }
    return add(k, &from, &n);
}

static const struct wf_layout *make_layout(struct wf_shader *s, const struct wfs_type *t)
{
    struct maker k = {.env = &s->env, .m = &s->module};
    struct wf_layout *layout = wfs_new(&s->env, 1, sizeof *layout);

    layout->root = make(&k, t, 0, false);
    layout->node = k.node;
    layout->nodes = (uint32_t)k.nodes;
    layout->member = k.member;
    layout->members = (uint32_t)k.members;
    return k.too_large ? NULL : layout;
}

const struct wf_layout *wf_shader_layout(struct wf_shader *s, const struct wf_shader_resource *resource)
{
    if (!resource->layout || setjmp(s->env.give_up))
        return NULL;
    return make_layout(s, resource->layout);
}

/* ---- names ---- */

static void add_name(struct wf_shader *s, const struct wf_shader_name *from, enum wf_shader_naming of, const char *name)
{
    struct wf_shader_name n = *from;

    n.of = of;
    n.name = name;
    if (name && *name)
        WFS_APPEND(&s->env, s->name, s->names, s->name_room, n);
}

/* "Out" of "entryPointParams.Out" and "space::Out". */
static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.'), *colon = strrchr(name, ':'), *last = colon > dot ? colon : dot;

    return last && last[1] ? last + 1 : name;
}

/* By compilers, for the uniforms of a source that are in no block. */
static bool is_made_up(const char *name)
{
    static const char *const made_up[] = {"globalParams", "entryPointParams", "$Globals", "$Global"};

    for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++)
        if (!strcmp(name, made_up[i]))
            return true;
    return false;
}

static void name_variable(struct wf_shader *s, uint32_t id)
{
    struct wfs_module *m = &s->module;
    const uint32_t storage = wfs_operand(m, m->id[id].at, 3);
    const bool push = storage == WfsStorageClassPushConstant;
    const struct wf_shader_name n = {
        .set = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0),
        .binding = push ? 0 : wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBinding, 0), .is_push = push};

    if (!push && storage != WfsStorageClassUniform && storage != WfsStorageClassStorageBuffer &&
        storage != WfsStorageClassUniformConstant)
        return;
    const char *name = m->id[id].name && *m->id[id].name ? m->id[id].name : NULL;
    add_name(s, &n, WF_SHADER_NAME_VARIABLE, name);
    if (name && last_part(name) != name)
        add_name(s, &n, WF_SHADER_NAME_PART, last_part(name));
    if (storage == WfsStorageClassUniformConstant)
        return;
    const struct wfs_type *t = wfs_type(m, m->id[id].type);
    t = t->kind == WFS_POINTER ? t->element : t;
    t = t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY ? t->element : t;
    add_name(s, &n, name ? WF_SHADER_NAME_TYPE : WF_SHADER_NAME_VARIABLE, m->id[t->id].name);
    if (t->kind == WFS_STRUCT && t->count == 1 && (!name || is_made_up(name)))
        add_name(s, &n, WF_SHADER_NAME_PART, wfs_member_name(m, t->id, 0));
}

size_t wf_shader_names(struct wf_shader *s, const struct wf_shader_name **name)
{
    struct wfs_module *m = &s->module;

    *name = NULL;
    if (setjmp(s->env.give_up))
        return 0;
    for (uint32_t id = 1; id < m->bound && !s->named; id++)
        if (m->id[id].at && m->id[id].op == WfsOpVariable)
            name_variable(s, id);
    s->named = true;
    *name = s->name;
    return s->names;
}
