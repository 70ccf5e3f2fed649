/* SPDX-License-Identifier: Apache-2.0
 * capture.c - transform feedback: from the records of vertices to the buffers that capture them (wavefold/stages.h).
 */
#include <string.h>

#include "wavefold/stages.h"

/* One buffer, as the vertices of its stream come. */
struct capture {
    const struct wf_kernel *k;
    unsigned xfb;
    const uint32_t *vertices;           /* the records, */
    const uint32_t *counts;             /* and those of a geometry shader */
    uint32_t *to;                       /* NULL: they are only counted */
    uint64_t taken, room;               /* vertices */
};

static const uint32_t *first_word(const struct wf_kernel *k, const struct wf_buffer *buffers, const uint32_t *memory,
                                  enum wf_mesh_buffer which)
{
    return memory + buffers[k->mesh.buffer[which]].base / 4;
}

/* Of a stream all buffers have room for a vertex, or none of them takes it. */
static uint64_t room_of(const struct wf_kernel *k, const struct wf_buffer *buffers, uint32_t stream)
{
    uint64_t least = UINT64_MAX;

    for (unsigned n = 0; n < WF_MESH_XFBS; n++) {
        const struct wf_mesh_xfb *xfb = &k->shader.mesh.xfb[n];
        const uint64_t room = xfb->stride && xfb->stream == stream
                                  ? buffers[k->mesh.buffer[WF_MESH_XFB + n]].size / xfb->stride : UINT64_MAX;
        least = room < least ? room : least;
    }
    return least;
}

/* The lowest bits of a word of the record are a scalar of 16 bits. */
static void put_scalar(uint32_t *to, uint64_t byte, const uint32_t *word, unsigned width)
{
    if (width != 16) {
        memcpy(to + byte / 4, word, width / 8);
        return;
    }
    const unsigned shift = 8 * (byte % 4);
    to[byte / 4] = (to[byte / 4] & ~(UINT32_C(0xffff) << shift)) | (*word & 0xffff) << shift;
}

static void put_vertex(struct capture *c, const uint32_t *record)
{
    const struct wf_mesh_record *r = &c->k->shader.mesh.vertex;
    const uint64_t begin = c->taken * c->k->shader.mesh.xfb[c->xfb].stride;

    for (size_t i = 0; c->to && i < r->values; i++) {
        const struct wf_mesh_value *v = &r->value[i];
        const uint32_t scalars = v->components * (v->elements ? v->elements : 1), words = v->width == 64 ? 2 : 1;
        for (uint32_t n = 0; v->xfb == c->xfb && n < scalars; n++)
            put_scalar(c->to, begin + v->xfb_byte + n * (v->width / 8), record + v->word + n * words, v->width);
    }
    c->taken++;
}

/* A primitive, the last of a strip that has so many vertices so far: its first vertex stays the first, and the others
 * change places in every second triangle. */
static void put_primitive(struct capture *c, const uint32_t *const newest[3], uint32_t length)
{
    const uint32_t indices = c->k->shader.mesh.indices;
    const bool turned = indices == 3 && length % 2 == 0;

    if (c->taken + indices > c->room)
        return;
    for (uint32_t i = 0; i < indices; i++)
        put_vertex(c, newest[turned && i ? 3 - i : i]);
}

/* What an invocation of a geometry shader has emitted: the last words of a vertex are its strip, and perhaps its
 * stream. */
static void put_emitted(struct capture *c, uint64_t invocation)
{
    const struct wf_mesh_layout *l = &c->k->shader.mesh;
    const uint32_t all = c->counts[invocation * WF_MESH_COUNTS_WORDS], words = l->vertex.words;
    const uint32_t kept = all < l->max_vertices ? all : l->max_vertices, strip_at = words - 1 - (l->streams > 1);
    const uint32_t *newest[3] = {NULL}, *record = c->vertices + invocation * l->max_vertices * words;
    uint32_t strip = 0, length = 0;

    for (uint32_t i = 0; i < kept; i++, record += words) {
        if (l->streams > 1 && record[words - 1] != l->xfb[c->xfb].stream)
            continue;
        length = record[strip_at] == strip ? length : 0;
        strip = record[strip_at];
        memmove(newest, newest + 1, 2 * sizeof *newest);
        newest[2] = record;
        length++;
        if (length >= l->indices)
            put_primitive(c, newest + 3 - l->indices, length);
    }
}

static uint64_t capture(const struct wf_kernel *k, const struct wf_buffer *buffers, const uint32_t *memory,
                        unsigned xfb, uint32_t *to)
{
    const struct wf_mesh_layout *l = &k->shader.mesh;
    const bool emits = k->mesh.lanes.stage == WF_STAGE_GEOMETRY;
    const uint64_t invocations = wf_shader_invocations(&k->mesh.lanes, l);
    struct capture c = {.k = k, .xfb = xfb, .to = to, .vertices = first_word(k, buffers, memory, WF_MESH_VERTICES),
                        .counts = emits ? first_word(k, buffers, memory, WF_MESH_COUNTS) : NULL,
                        .room = room_of(k, buffers, l->xfb[xfb].stream)};

    for (uint64_t n = 0; n < invocations; n++)
        if (emits)
            put_emitted(&c, n);
        else if (c.taken < c.room)
            put_vertex(&c, c.vertices + n * l->vertex.words);
    return c.taken;
}

void wf_stages_capture(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                       uint32_t *memory)
{
    for (unsigned n = 0; n < WF_MESH_XFBS; n++)
        if (kernel->shader.mesh.xfb[n].stride)
            capture(kernel, buffers, memory, n,
                    memory + buffers[kernel->mesh.buffer[WF_MESH_XFB + n]].base / 4);
}

uint64_t wf_stages_captured(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                            const uint32_t *memory, enum wf_mesh_buffer which)
{
    return capture(kernel, buffers, memory, which - WF_MESH_XFB, NULL);
}
