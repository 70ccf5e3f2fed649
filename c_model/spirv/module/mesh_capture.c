/* SPDX-License-Identifier: Apache-2.0
 * mesh_capture.c - transform feedback: which outputs are captured, and where in their buffer (mesh_layout.h).
 */
#include "mesh_layout.h"

#include "location.h"

enum { MOST_STRIDE = 1 << 14 };

bool wfs_captures(const struct wfs_module *m, const struct wfs_entry *entry)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpExecutionMode && wfs_operand(m, at, 1) == entry->function &&
            wfs_operand(m, at, 2) == WfsExecutionModeXfb)
            return true;
    return false;
}

/* All variables of a buffer say the same of it. */
static void note_buffer(struct wfs_module *m, const struct wfs_mesh_variable *v, uint32_t stride,
                        struct wf_mesh_xfb *all, uint64_t number)
{
    const uint32_t at = m->id[v->id].at;

    if (number >= WF_MESH_XFBS)
        wfs_refuse(m, at, "%s has the XfbBuffer %llu; expected one below %d", wfs_shown(m, v->id),
                   (unsigned long long)number, WF_MESH_XFBS);
    struct wf_mesh_xfb *xfb = &all[number];
    if (!stride || stride % 4 || stride > MOST_STRIDE)
        wfs_refuse(m, at, "%s has the XfbStride %u; expected a multiple of 4 up to %d", wfs_shown(m, v->id),
                   (unsigned)stride, (int)MOST_STRIDE);
    if (xfb->stride && xfb->stride != stride)
        wfs_refuse(m, at, "%s has the XfbStride %u, and another variable of XfbBuffer %u has %u; expected one",
                   wfs_shown(m, v->id), (unsigned)stride, (unsigned)number, (unsigned)xfb->stride);
    if (xfb->stride && xfb->stream != v->stream)
        wfs_refuse(m, at, "%s is of Stream %u, and another variable of XfbBuffer %u is of Stream %u; expected one",
                   wfs_shown(m, v->id), (unsigned)v->stream, (unsigned)number, (unsigned)xfb->stream);
    *xfb = (struct wf_mesh_xfb){stride, v->stream};
}

/* The block, or that of an array, whose blocks go into consecutive buffers; NULL: it is no block. */
static const struct wfs_type *block_of(const struct wfs_type *t, uint64_t *blocks)
{
    for (; t->kind == WFS_ARRAY; t = t->element)
        *blocks *= t->count;
    return t->kind == WFS_STRUCT ? t : NULL;
}

struct wfs_capture wfs_begin_capture(struct wfs_module *m, struct wfs_mesh_interface *in,
                                     const struct wfs_mesh_variable *v)
{
    const uint32_t buffer = wfs_decorated_within(m, v->id, v->type, WfsDecorationXfbBuffer);
    struct wfs_capture c = {.xfb = WF_MESH_XFB_NONE, .byte = WFS_NOT_CAPTURED};

    /* compilers state a buffer of outputs without a place in it, too */
    if (!in->captures || v->is_input || v->record != WFS_OF_VERTEX || buffer == UINT32_MAX ||
        wfs_decorated_within(m, v->id, v->type, WfsDecorationOffset) == UINT32_MAX)
        return c;
    c.byte = wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationOffset, WFS_NOT_CAPTURED);
    uint64_t blocks = 1;
    if (c.byte == WFS_NOT_CAPTURED)
        c.block = block_of(v->type, &blocks);
    for (uint64_t i = 0; i < blocks; i++)
        note_buffer(m, v, wfs_decorated_within(m, v->id, v->type, WfsDecorationXfbStride), in->layout.xfb, buffer + i);
    c.xfb = c.next = buffer;
    c.stride = in->layout.xfb[buffer].stride;
    c.is_stated = true;
    return c;
}

void wfs_capture_member(const struct wfs_module *m, struct wfs_capture *c, const struct wfs_type *t, uint32_t member)
{
    if (t != c->block)
        return;
    if (member == 0)
        c->xfb = c->next++;
    c->byte = wfs_decorated(m, t->id, member, WfsDecorationOffset, WFS_NOT_CAPTURED);
    c->is_stated = true;
}

void wfs_capture_value(const struct wfs_module *m, uint32_t at, struct wfs_capture *c, struct wf_mesh_value *value)
{
    const uint32_t each = value->width / 8, scalars = value->components * (value->elements ? value->elements : 1);

    value->xfb = WF_MESH_XFB_NONE;
    if (c->xfb == WF_MESH_XFB_NONE || c->byte == WFS_NOT_CAPTURED)
        return;
    if (each < 2)
        wfs_refuse(m, at, "%s is a %s that is captured; expected a number of 16, 32 or 64 bits", value->name,
                   each ? "number of 8 bits" : "bool");
    if (c->is_stated && c->byte % each)
        wfs_refuse(m, at, "%s is captured from byte %u on; expected a multiple of %u", value->name, (unsigned)c->byte,
                   (unsigned)each);
    c->is_stated = false;
    c->byte = (c->byte + each - 1) / each * each;
    if (c->byte > c->stride || scalars > (c->stride - c->byte) / each)
        wfs_refuse(m, at, "%s is captured from byte %u on, of vertices of %u bytes; expected room for it", value->name,
                   (unsigned)c->byte, (unsigned)c->stride);
    value->xfb = c->xfb;
    value->xfb_byte = c->byte;
    c->byte += scalars * each;
}
