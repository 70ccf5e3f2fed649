/* SPDX-License-Identifier: Apache-2.0
 * shader_member.c - which members of a block of inputs or outputs the code mentions: gl_in has all of them, used or
 * not.
 */
#include "shader.h"

enum depth { NOTHING, WHOLE, ELEMENT };         /* what a pointer leads to */

struct search {
    struct wf_shader *s;
    bool is_array;                              /* an array of blocks */
    bool *used;                                 /* [members] */
    uint32_t members;
    uint8_t *depth;                             /* [bound] */
};

/* What the instruction defines; 0: the number is none. */
static uint32_t defined_at(const struct wfs_module *m, uint32_t at)
{
    const uint32_t id = wfs_operand(m, at, 2);

    return id < m->bound ? id : 0;
}

static void use_all(struct search *r)
{
    for (uint32_t i = 0; i < r->members; i++)
        r->used[i] = true;
}

/* The chain leads to the block, to one member, or to who knows which. */
static void follow(struct search *r, uint32_t at, uint32_t base)
{
    struct wfs_module *m = &r->s->module;
    const uint32_t indices = wfs_length_at(m, at) - 4, before = r->is_array && r->depth[base] == WHOLE ? 1 : 0;

    if (indices <= before) {
        r->depth[defined_at(m, at)] = indices < before ? WHOLE : ELEMENT;
        return;
    }
    const uint32_t index = wfs_operand(m, at, 4 + before);
    const uint32_t member = wfs_id(m, index)->op == WfsOpConstant ? wfs_constant_u32(m, index) : UINT32_MAX;
    if (member < r->members)
        r->used[member] = true;
    else
        use_all(r);
}

static void look(struct search *r, uint32_t at)
{
    const struct wfs_module *m = &r->s->module;
    const uint32_t op = wfs_op_at(m, at), length = wfs_length_at(m, at);
    const bool chain = (op == WfsOpAccessChain || op == WfsOpInBoundsAccessChain) && length >= 4;

    wfs_work(&r->s->env, length);
    if (op == WfsOpExtInst)                     /* debug information names it too, and reads nothing */
        return;
    for (uint32_t n = 1; n < length; n++) {
        const uint32_t id = m->word[at + n];
        if (id >= m->bound || r->depth[id] == NOTHING || !wfs_is_id_at(m, at, n))
            continue;
        if (chain && n == 3)
            follow(r, at, id);
        else if (n != 2 || m->id[id].at != at)  /* not where it is defined */
            use_all(r);
    }
}

bool *wfs_used_members(struct wf_shader *s, uint32_t variable, uint32_t members, bool is_array)
{
    struct wfs_module *m = &s->module;
    struct search r = {.s = s, .is_array = is_array, .members = members,
                       .used = wfs_new(&s->env, members, sizeof *r.used),
                       .depth = wfs_new(&s->env, m->bound, sizeof *r.depth)};
    bool reached = false;

    r.depth[variable] = WHOLE;
    for (uint32_t at = m->first_function; at < m->words; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpFunction)
            reached = s->reached[defined_at(m, at)];
        if (reached)
            look(&r, at);
    }
    return r.used;
}

void wfs_mark_outputs(struct wf_shader *s)
{
    const struct wfs_mesh_interface *mesh = &s->mesh;
    struct wf_mesh_record *r = &s->mesh.layout.vertex;

    for (size_t n = 0; n < mesh->variables; n++) {
        const struct wfs_mesh_variable *v = &mesh->variable[n];
        const bool has_value = wfs_length_at(&s->module, s->module.id[v->id].at) > 4;
        if (v->record != WFS_OF_VERTEX || (!s->reached[v->id] && !has_value && !v->is_passed))
            continue;
        const bool *used =
            v->type->kind == WFS_STRUCT && !has_value && !v->is_passed ? wfs_used_members(s, v->id, v->type->count, false) : NULL;
        wfs_work(&s->env, r->values);
        for (size_t i = 0; i < r->values; i++) {
            const uint32_t word = r->value[i].word - v->word;
            uint32_t member = 0;
            while (used && member + 1 < v->type->count && v->type->member[member + 1].word <= word)
                member++;
            r->value[i].written |= r->value[i].word >= v->word && word < v->type->words && (!used || used[member]);
        }
    }
}
