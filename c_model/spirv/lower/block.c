/* SPDX-License-Identifier: Apache-2.0
 * block.c - the blocks and functions that ids name; what a label is to the constructs around.
 */
#include "flow.h"

struct wfs_block *wfs_block_of(struct wfs_lower *l, uint32_t label)
{
    const struct wfs_id *id = wfs_id(l->m, label);

    if (id->op != WfsOpLabel || !l->m->made[label])
        wfs_fail(l->env, "id %u is no block of the function", (unsigned)label);
    struct wfs_block *b = l->m->made[label];
    if (b->function != l->function->id)
        wfs_fail(l->env, "block %u is of another function", (unsigned)label);
    return b;
}

struct wfs_function *wfs_function_of(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_id *def = wfs_id(l->m, id);

    if (def->op != WfsOpFunction || !l->m->made[id])
        wfs_fail(l->env, "id %u is no function", (unsigned)id);
    return l->m->made[id];
}

enum wfs_role wfs_role_of(const struct wfs_lower *l, uint32_t label, struct wfs_construct **construct)
{
    wfs_work(l->env, 1 + l->depth / 16);        /* looks at constructs are quick */
    for (struct wfs_construct *c = l->construct; c; c = c->outer) {
        *construct = c;
        if (c->kind == WFS_CALL)
            break;
        if (c->kind == WFS_CASES && c->next_label && label == c->next_label)
            return WFS_TO_NEXT_CASE;
        if (label == c->merge)
            return WFS_TO_MERGE;
        if (c->kind == WFS_LOOP_BODY && label == c->target && c->target != c->header)
            return WFS_TO_CONTINUE;
        if (c->kind == WFS_TURNS && label == c->header)
            return WFS_TO_HEADER;
        if ((c->kind == WFS_LOOP_CONTINUE || c->target == c->header) && label == c->header && c->header)
            return WFS_TO_HEADER;
    }
    return WFS_PLAIN;
}
