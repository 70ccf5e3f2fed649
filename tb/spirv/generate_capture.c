/* SPDX-License-Identifier: Apache-2.0
 * generate_capture.c - transform feedback: outputs of vertices go into one or two buffers, some with gaps, some nowhere, and there may be
 * fewer places than vertices.
 */
#include "generate_stage.h"

enum { MODE_XFB = 11, TRANSFORM_FEEDBACK = 53 };

/* Vertices that are captured at most. */
static uint32_t vertices_of(const struct gen *g)
{
    const struct interp_vertices *d = &g->out->vertices;

    return d->count * d->instances * (g->geometry ? d->most * d->indices : 1);
}

static void decorate_all(struct gen *g, const uint32_t buffer[], const uint32_t offset[], const uint32_t stride[CAPTURES])
{
    for (unsigned n = 0; n < g->pixel_outputs; n++) {
        const uint32_t id = g->pixel_output[n].id;
        if (buffer[n] == CAPTURES)
            continue;
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecXfbBuffer, buffer[n] * 2);
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecXfbStride, stride[buffer[n]]);
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecOffset, offset[n]);
    }
}

void declare_capture(struct gen *g)
{
    static const char *const name[CAPTURES] = { "Captured", "Further" };
    uint32_t buffer[OUTPUTS_MOST], offset[OUTPUTS_MOST], stride[CAPTURES] = { 0 };

    if (!has(g, FEATURE_capture) || one_in(g, 2))
        return;
    for (unsigned n = 0; n < g->pixel_outputs; n++) {
        const kind k = g->pixel_output[n].kind;
        buffer[n] = below(g, CAPTURES + 1);
        if (buffer[n] == CAPTURES)
            continue;
        offset[n] = (stride[buffer[n]] + 4 * below(g, 3) + 7) & ~7U;
        stride[buffer[n]] = offset[n] + 4 * words_of(k);
    }
    if (!stride[0] && !stride[1])
        return;
    for (unsigned n = 0; n < CAPTURES; n++) {
        struct generated_capture *c = &g->out->capture[g->out->captures];
        if (!stride[n])
            continue;
        stride[n] = (stride[n] + 7 + 8 * below(g, 2)) & ~7U;
        const uint32_t all = vertices_of(g), room = one_in(g, 2) ? all : all / 2 + below(g, all / 2 + 1);
        struct generated_buffer *b = new_buffer(g, name[n], room * stride[n] / 4 + below(g, 2) + 1, true);
        b->unbound = b->of_capture = true;
        for (uint32_t w = 0; w < b->words && b->initial; w++)
            b->initial[w] = 0x5a5a5a5a;
        *c = (struct generated_capture){ 2 * n, (unsigned)(b - g->out->buffer) };
        g->out->captures++;
    }
    decorate_all(g, buffer, offset, stride);
    build_capability(&g->b, TRANSFORM_FEEDBACK);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_XFB);
}
