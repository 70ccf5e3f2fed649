/* SPDX-License-Identifier: Apache-2.0
 * io.c - input LOCATION = BUFFER, output LOCATION = IMAGE: what a fragment shader takes and gives, and what vertex,
 * tessellation and geometry shaders take; what the module has there.
 */
#include "statements.h"

#include "diag.h"
#include "expr.h"
#include "names.h"
#include "tokens.h"

const struct wf_shader_location *wfa_location(const struct wfa *p, enum wf_location_kind kind, uint32_t location,
                                              uint32_t component)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);

    for (size_t i = 0; i < count; i++)
        if (all[i].kind == kind && all[i].location == location &&
            (kind != WF_LOCATION_INPUT || all[i].component == component))
            return &all[i];
    return NULL;
}

const struct wfa_io *wfa_io_of(const struct wfa *p, const struct wf_shader_location *at)
{
    for (size_t n = 0; n < p->shader.ios; n++) {
        const struct wfa_io *io = &p->shader.io[n];
        if (io->kind == at->kind && io->location == at->location &&
            (io->kind != WF_LOCATION_INPUT || io->component == at->component))
            return io;
    }
    return NULL;
}

const char *wfa_counted(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX ? "vertices" : stage == WF_STAGE_GEOMETRY ? "primitives" : "patches";
}

bool wfa_begin_lanes(struct wfa *p, struct wfa_pos pos, enum wf_stage stage)
{
    struct wf_shader_lanes *lanes = &p->shader.lanes;

    if (lanes->stage) {
        if (wfa_counted(lanes->stage) == wfa_counted(stage))
            wfa_error(p, pos, "second `%s`; expected one", wfa_counted(stage));
        else
            wfa_error(p, pos, "`%s` with `%s`; expected one of them", wfa_counted(stage), wfa_counted(lanes->stage));
        return false;
    }
    p->lanes_pos = pos;
    *lanes = (struct wf_shader_lanes){.stage = stage, .instances = stage == WF_STAGE_VERTEX, .domain = 1};
    return true;
}

bool wfa_add_io(struct wfa *p, const struct wfa_io *io)
{
    for (size_t n = 0; n < p->shader.ios; n++) {
        const struct wfa_io *o = &p->shader.io[n];
        if (o->kind != io->kind || o->location != io->location || o->component != io->component)
            continue;
        if (wf_location_is_plane(io->kind))
            wfa_error(p, io->pos, "output %s is given twice; expected it once",
                      io->kind == WF_LOCATION_DEPTH ? "depth" : "stencil");
        else if (io->kind == WF_LOCATION_BUILTIN)
            wfa_error(p, io->pos, "input %s is given twice; expected it once", wf_shader_builtin_name(io->location));
        else
            wfa_error(p, io->pos, "%s %u%s is given twice; expected it once",
                      io->kind == WF_LOCATION_INPUT ? "input" : "output", io->location,
                      io->kind == WF_LOCATION_SECOND ? " second" : io->component ? " with this component" : "");
        return false;
    }
    if (!wfa_grow(p, &p->shader.io, &p->shader.io_room, p->shader.ios, sizeof *p->shader.io))
        return false;
    p->shader.io[p->shader.ios++] = *io;
    return true;
}

/* LOCATION; LOCATION.COMPONENT of an input, which reads like a float, or the name of one that is built in; of an output
 * of Index 1 `second` follows. */
static bool location(struct wfa *p, struct wfa_io *io)
{
    const bool is_input = io->kind == WF_LOCATION_INPUT;
    const struct wfa_token token = p->token;
    uint32_t part[2];

    io->pos = token.pos;
    if (is_input && wfa_at(p, WFA_WORD)) {
        if (!wf_shader_builtin_find(token.text, token.length, &io->location))
            return wfa_unexpected(p, "a location, or a built-in: Position, PointSize, ClipDistance, CullDistance, "
                                     "TessCoord, TessLevelOuter or TessLevelInner");
        io->kind = WF_LOCATION_BUILTIN;
        wfa_next(p);
        return true;
    }
    if (is_input && wfa_pair(&token, 9, part)) {
        io->location = part[0];
        io->component = part[1];
        wfa_next(p);
        return true;
    }
    if (!wfa_number(p, "location", 0, 255, "0 to 255", &io->location))
        return false;
    if (!is_input && wfa_take_word(p, "second"))
        io->kind = WF_LOCATION_SECOND;
    return true;
}

static bool buffer(struct wfa *p, struct wfa_io *io, const char *wanted)
{
    if (!wfa_expect(p, '=', "`=`"))
        return false;
    if (!wfa_at(p, WFA_WORD) || !wfa_find_buffer(p, &p->token, &io->buffer) ||
        (wf_location_is_input(io->kind) && wfa_is_image(p, io->buffer)))
        return wfa_unexpected(p, wanted);
    wfa_next(p);
    return true;
}

bool wfa_input(struct wfa *p, struct wfa_pos pos)
{
    struct wfa_io io = {.pos = pos, .kind = WF_LOCATION_INPUT};

    if (!location(p, &io) || !buffer(p, &io, "the name of a buffer that is declared above"))
        return false;
    io.is_corners = !wfa_take_word(p, "pixels");
    io.is_of_instances = io.is_corners && wfa_take_word(p, "instances");
    io.is_of_patches = io.is_corners && !io.is_of_instances && wfa_take_word(p, "patches");
    io.word = p->kernel->buffer[io.buffer].initial;
    io.words = p->kernel->buffer[io.buffer].words;
    return wfa_add_io(p, &io);
}

/* An image takes one output; of two the last would stay. */
static bool is_free(struct wfa *p, const struct wfa_io *io)
{
    for (size_t n = 0; n < p->shader.ios; n++)
        if (!wf_location_is_input(p->shader.io[n].kind) && p->shader.io[n].buffer == io->buffer) {
            wfa_error(p, io->pos, "%s takes another output; expected an image for each",
                      p->kernel->buffer[io->buffer].name);
            return false;
        }
    return true;
}

bool wfa_output(struct wfa *p, struct wfa_pos pos)
{
    struct wfa_io io = {.pos = pos, .kind = WF_LOCATION_OUTPUT};

    if (wfa_take_word(p, "depth"))
        io.kind = WF_LOCATION_DEPTH;
    else if (wfa_take_word(p, "stencil"))
        io.kind = WF_LOCATION_STENCIL;
    else if (wfa_at(p, WFA_WORD))
        return wfa_unexpected(p, "a location, depth, stencil, or of other shaders tasks, payload, counts, vertices, "
                                 "primitives or patches");
    else if (!location(p, &io))
        return false;
    return buffer(p, &io, "the name of an image that is declared above") && is_free(p, &io) && wfa_add_io(p, &io);
}
