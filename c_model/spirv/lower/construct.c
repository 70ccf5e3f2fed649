/* SPDX-License-Identifier: Apache-2.0
 * construct.c - constructs open and close; the loop around one that something breaks out of.
 */
#include "flow.h"

#include <string.h>

void wfs_open_construct(struct wfs_lower *l, struct wfs_construct *c, enum wfs_construct_kind kind, uint32_t merge)
{
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->merge = merge;
    c->mark = l->changes;
    c->begin = wfs_marker(l);
    wfs_edges_init(&c->merges);
    wfs_edges_init(&c->continues);
    wfs_edges_init(&c->back);
    wfs_edges_init(&c->next_case);
    c->outer = l->construct;
    l->construct = c;
    if (++l->depth > WFS_MAX_DEPTH)
        wfs_fail(l->env, "control flow and calls nest more than %d deep", (int)WFS_MAX_DEPTH);
}

/* Close what was put around it, and go on where its ways meet. */
void wfs_close_construct(struct wfs_lower *l, struct wfs_construct *c, uint32_t label)
{
    if (c->frame && c->kind != WFS_LOOP_BODY && c->kind != WFS_LOOP_CONTINUE) {
        wfs_break(l->code, c->frame);
        wfs_flow(l->code, WF_OP_ENDLOOP);
    }
    l->construct = c->outer;
    l->depth--;
    wfs_undo_changes(l, c->mark);
    wfs_join(l, &c->merges, label);
}

uint32_t wfs_frame_of(struct wfs_lower *l, struct wfs_construct *c)
{
    if (!c->frame) {
        const uint32_t back = l->code->at;
        l->code->at = c->begin;
        c->frame = wfs_loop(l->code);
        l->code->at = back == c->begin ? c->frame : back;
    }
    return c->frame;
}
