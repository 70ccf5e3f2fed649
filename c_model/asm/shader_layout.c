/* SPDX-License-Identifier: Apache-2.0
 * shader_layout.c - the layout of a block, kept with the buffer that is bound to it: the module is gone by then.
 */
#include "statements.h"

#include "diag.h"

#include <string.h>

/* In one piece: the layout, its nodes, its members, their names. */
static size_t size_of(const struct wf_layout *from)
{
    size_t size = sizeof *from + from->nodes * sizeof *from->node + from->members * sizeof *from->member;

    for (uint32_t i = 0; i < from->members; i++)
        size += strlen(from->member[i].name) + 1;
    return size;
}

_Static_assert(sizeof(struct wf_layout) % _Alignof(struct wf_layout_node) == 0 &&
               sizeof(struct wf_layout_node) % _Alignof(struct wf_layout_member) == 0, "one lies behind the other");

static struct wf_layout *copy(struct wfa *p, const struct wf_layout *from)
{
    struct wf_layout *to = wfa_zeroed(p, size_of(from), 1);

    if (!to)
        return NULL;
    struct wf_layout_node *node = (struct wf_layout_node *)(to + 1);
    struct wf_layout_member *member = (struct wf_layout_member *)(node + from->nodes);
    char *name = (char *)(member + from->members);
    memcpy(node, from->node, from->nodes * sizeof *node);
    for (uint32_t i = 0; i < from->members; i++) {
        const size_t length = strlen(from->member[i].name) + 1;
        member[i] = from->member[i];
        member[i].name = memcpy(name, from->member[i].name, length);
        name += length;
    }
    *to = (struct wf_layout){.node = node, .member = member, .nodes = from->nodes, .members = from->members,
                             .root = from->root};
    return to;
}

void wfa_keep_layout(struct wfa *p, struct wf_kernel_buffer *b, const struct wf_shader_resource *r)
{
    const struct wf_layout *layout = b->layout ? NULL : wf_shader_layout(p->shader.opened, r);

    if (layout)
        b->layout = copy(p, layout);
}
