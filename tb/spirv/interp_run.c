/* SPDX-License-Identifier: Apache-2.0
 * interp_run.c - the workgroups of a grid: which thread each lane is (docs/semantics.md, section 3), built-ins, waves and barriers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp_capture.h"
#include "interp_draw.h"
#include "interp_geometry.h"
#include "interp_mesh.h"
#include "interp_patch.h"
#include "interp_task.h"
#include "interp_vertex.h"

struct thread {
    bool live;
    struct pixel pixel;             /* of a fragment shader, which has nothing else */
    uint32_t invocation;            /* of a vertex shader, likewise */
    uint32_t id[3], index;
};

/* Shape of a group. */
struct shape {
    uint32_t x, y, z, threads;
    unsigned wave_size, waves;
    bool quads, dealt;              /* dealt: extra waves take part */
    const struct module *lanes;     /* a fragment or vertex shader, whose waves are groups; or NULL */
};

static struct shape shape_of(const struct module *m)
{
    const struct interp_run *run = m->run;
    struct shape s = { .x = m->local_size[0], .y = m->local_size[1], .z = m->local_size[2], .wave_size = run->wave_size };

    if (run->draw || run->vertices) {
        s.lanes = m;
        s.waves = 1;
        return s;
    }
    if (run->num_waves) {
        s.waves = run->num_waves;
        s.x = s.waves * s.wave_size;
        s.y = s.z = 1;
    } else {
        s.waves = (s.x * s.y * s.z + s.wave_size - 1) / s.wave_size + run->extra_waves;
        s.dealt = run->extra_waves && !run->extra_idle;
    }
    s.threads = s.x * s.y * s.z;
    s.quads = s.x % 2 == 0 && s.y % 2 == 0 && !m->linear && !run->num_waves;
    return s;
}

/* The place in the group of lane 0, and lanes that are live from there. */
static void place_of(const struct shape *s, unsigned wave, uint32_t *first, uint32_t *live)
{
    const uint32_t runs = (s->threads + 3) / 4, each = runs / s->waves, more = runs % s->waves;

    if (s->dealt) {
        const uint32_t end = 4 * ((wave + 1) * each + (wave + 1 < more ? wave + 1 : more));
        *first = 4 * (wave * each + (wave < more ? wave : more));
        *live = (end < s->threads ? end : s->threads) - *first;
        return;
    }
    *first = wave * s->wave_size;
    *live = *first >= s->threads ? 0 : s->threads - *first < s->wave_size ? s->threads - *first : s->wave_size;
}

static struct thread thread_of_lane(const struct module *m, unsigned wave, unsigned lane)
{
    struct thread t = { .live = false };

    if (m->run->vertices) {
        t.live = vertex_invocation(m, wave, lane, &t.invocation);
        return t;
    }
    t.pixel = draw_pixel(m, wave, lane);
    t.live = t.pixel.live;
    return t;
}

static struct thread thread_of(const struct shape *s, unsigned wave, unsigned lane)
{
    uint32_t first, live;
    struct thread t;

    if (s->lanes)
        return thread_of_lane(s->lanes, wave, lane);
    place_of(s, wave, &first, &live);
    t.pixel = (struct pixel){ .live = false };
    t.invocation = 0;
    t.live = lane < live;
    first += lane;
    t.id[2] = first / (s->x * s->y);
    first %= s->x * s->y;
    if (s->quads) {
        const uint32_t p = first % 4, b = first / 4;
        t.id[0] = 2 * (b % (s->x / 2)) + (p & 1);
        t.id[1] = 2 * (b / (s->x / 2)) + (p >> 1);
    } else {
        t.id[0] = first % s->x;
        t.id[1] = first / s->x;
    }
    t.index = (t.id[2] * s->y + t.id[1]) * s->x + t.id[0];
    return t;
}

/* Lanes of the wave that compare with `lane` as the mask says. */
static void put_lane_mask(uint64_t *v, int builtin, unsigned lane, unsigned size)
{
    for (unsigned k = 0; k < size; k++) {
        const bool in = builtin == BiSubgroupEqMask   ? k == lane
                        : builtin == BiSubgroupGeMask ? k >= lane
                        : builtin == BiSubgroupGtMask ? k > lane
                        : builtin == BiSubgroupLeMask ? k <= lane
                                                      : k < lane;
        v[k / 32] |= (uint64_t)in << k % 32;
    }
}

static bool takes_patches(const struct module *m)
{
    return m->run->mesh && m->run->mesh->control;
}

static bool builtin_of_lane(const struct module *m, const struct thread *t, int builtin, uint64_t v[4])
{
    if (!m->run->vertices)
        return draw_builtin(m, &t->pixel, builtin, v);
    if (m->run->vertices->evaluates)
        return evaluation_builtin(m, t->invocation, builtin, v);
    return m->run->vertices->points ? geometry_builtin(m, t->invocation, builtin, v) : vertex_builtin(m, t->invocation, builtin, v);
}

static bool builtin_value(const struct wave *w, const struct shape *s, int builtin, unsigned lane, uint64_t v[4])
{
    const struct group *g = w->group;
    const struct thread t = thread_of(s, w->number, lane);
    const uint32_t size[3] = { s->x, s->y, s->z };

    memset(v, 0, 4 * sizeof *v);
    if (s->lanes && builtin_of_lane(w->module, &t, builtin, v))
        return true;
    if (takes_patches(w->module) && control_builtin(g, t.index, builtin, v))
        return true;
    switch (builtin) {
    case BiNumWorkgroups: case BiWorkgroupSize: case BiWorkgroupId: case BiLocalInvocationId: case BiGlobalInvocationId:
        for (unsigned k = 0; k < 3; k++)
            v[k] = builtin == BiNumWorkgroups       ? task_grid(g)[k]
                   : builtin == BiWorkgroupSize     ? size[k]
                   : builtin == BiWorkgroupId       ? task_place(g)[k]
                   : builtin == BiLocalInvocationId ? t.id[k]
                                                    : task_place(g)[k] * size[k] + t.id[k];
        return true;
    case BiLocalInvocationIndex: v[0] = t.index; return true;
    case BiSubgroupSize: v[0] = s->wave_size; return true;
    case BiNumSubgroups: v[0] = s->waves; return true;
    case BiSubgroupId: v[0] = w->number; return true;
    case BiSubgroupLocalInvocationId: v[0] = lane; return true;
    case BiSubgroupEqMask: case BiSubgroupGeMask: case BiSubgroupGtMask: case BiSubgroupLeMask: case BiSubgroupLtMask:
        put_lane_mask(v, builtin, lane, s->wave_size);
        return true;
    case BiHelperInvocation: case BiDeviceIndex: return true;
    default: return false;
    }
}

static bool in_interface(const struct module *m, uint32_t id)
{
    for (uint32_t k = 0; k < m->interfaces; k++)
        if (m->interface[k] == id)
            return true;
    return false;
}

static void fill_input(const struct group *g, const struct object *o, struct thread t, uint64_t *slots)
{
    struct module *m = g->module;

    if (takes_patches(m))
        patch_input(m, m->run->mesh->control, o, g->id[0], slots);
    else if (m->run->vertices && m->run->vertices->evaluates)
        patch_input(m, m->run->vertices, o, t.invocation / m->run->vertices->instances, slots);
    else if (m->run->vertices && m->run->vertices->points)
        geometry_input(m, o, t.invocation, slots);
    else if (m->run->vertices)
        vertex_input(m, o, t.invocation, slots);
    else
        draw_input(m, o, &t.pixel, slots);
}

/* Built-in inputs and initial values of private variables. */
static void fill_lane(struct wave *w, const struct shape *s, unsigned lane)
{
    struct module *m = w->module;
    uint64_t *slots = lane_slots_of(w, lane), v[4];

    for (uint32_t k = 1; k < m->objects; k++) {
        const struct object *o = &m->object[k];
        const struct id *d = id_of(m, o->initializer);
        if (o->where != IN_LANE)
            continue;
        if ((o->storage == ScPrivate || o->storage == ScOutput) && o->initializer && d->constant && o->size <= m->pad)
            memcpy(slots + o->at, m->constant + d->at, o->size * sizeof *slots);
        if (o->storage != ScInput || !in_interface(m, o->id))
            continue;
        if ((o->builtin < 0 && s->lanes) || (o->builtin < 0 && takes_patches(m)) || id_of(m, o->id)->is_patch) {
            fill_input(w->group, o, thread_of(s, w->number, lane), slots + o->at);
            continue;
        }
        if (!builtin_value(w, s, o->builtin, lane, v))
            module_fail(m, NO_OFFSET, "input variable %u is built-in %d, which is not supported", (unsigned)o->id, o->builtin);
        memcpy(slots + o->at, v, (o->size < 4 ? o->size : 4) * sizeof *slots);
    }
}

static void start_wave(struct group *g, const struct shape *s, unsigned number)
{
    struct wave *w = g->wave[s->lanes ? 0 : number];

    w->number = number;
    w->live = w->helpers = (struct lanes){ 0 };
    w->at_barrier = w->ended = false;
    memset(w->emission, 0, sizeof w->emission);
    memset(w->slots, 0, (size_t)s->wave_size * g->module->lane_slots * sizeof *w->slots);
    for (unsigned lane = 0; lane < s->wave_size; lane++) {
        if (!thread_of(s, number, lane).live)
            continue;
        add_lane(&w->live, lane);
        if (thread_of(s, number, lane).pixel.helper)
            add_lane(&w->helpers, lane);
        fill_lane(w, s, lane);
    }
    flow_begin(w);
}

/* Waves take turns; at a barrier each waits for all that have not ended. */
static void run_group(struct group *g, const struct shape *s)
{
    enum { TURN = 1 << 16 };
    unsigned running = s->waves;

    memset(g->memory, 0, g->module->group_bytes);
    if (takes_patches(g->module))
        control_begin(g);
    task_begin(g);
    for (unsigned k = 0; k < s->waves; k++)
        start_wave(g, s, s->lanes ? g->id[0] : k);
    while (running) {
        unsigned waiting = 0;
        running = 0;
        for (unsigned k = 0; k < s->waves; k++) {
            if (!g->wave[k]->ended && !g->wave[k]->at_barrier)
                wave_run(g->wave[k], TURN);
            running += !g->wave[k]->ended;
            waiting += !g->wave[k]->ended && g->wave[k]->at_barrier;
        }
        for (unsigned k = 0; k < s->waves && waiting == running; k++)
            g->wave[k]->at_barrier = false;
    }
    if (g->module->run->mesh)
        mesh_store(g);
    if (g->module->run->tasks)
        task_store(g);
}

static uint64_t bound_to(const struct module *m, const struct object *o, uint32_t element)
{
    for (size_t b = 0; b < m->run->buffers; b++)
        if (m->run->buffer[b].set == o->set && m->run->buffer[b].binding == o->binding && m->run->buffer[b].element == element)
            return b;
    return UINT64_MAX;
}

static uint32_t add_object(struct module *m, struct object o)
{
    if (m->objects >= MAX_OBJECTS)
        module_fail(m, NO_OFFSET, "more than %d variables and blocks", (int)MAX_OBJECTS);
    m->object = module_grow(m, m->object, m->objects, 1, &m->object_room, sizeof *m->object);
    m->object[m->objects] = o;
    return m->objects++;
}

static bool has_sampler(const struct module *m, const struct object *o)
{
    for (size_t k = 0; k < m->run->samplers; k++)
        if (m->run->sampler[k].set == o->set && m->run->sampler[k].binding == o->binding && m->run->sampler[k].element == o->element)
            return true;
    return false;
}

/* Of an array of blocks, images or samplers as many as are bound, one after the other. */
static void bind_elements(struct module *m, uint32_t k)
{
    struct object element = m->object[k];

    element.type = type_of(m, element.type)->element;
    m->object[k].first_block = m->objects;
    for (; (element.at = bound_to(m, &element, element.element)) != UINT64_MAX || has_sampler(m, &element); element.element++) {
        add_object(m, element);
        m->object[k].blocks++;
    }
}

static void bind(struct module *m)
{
    const uint32_t variables = m->objects;

    for (uint32_t k = 1; k < variables; k++) {
        struct object *o = &m->object[k];
        const uint32_t op = type_of(m, o->type)->op;
        if (o->where == IN_BUFFER && (op == OpTypeArray || op == OpTypeRuntimeArray))
            bind_elements(m, k);
        else if (o->where == IN_BUFFER)
            o->at = bound_to(m, o, 0);
    }
    m->first_buffer = m->objects;
    for (size_t b = 0; b < m->run->buffers; b++)
        add_object(m, (struct object){ .where = IN_BUFFER, .bytes = true, .at = b });
}

static void run_all(struct module *m)
{
    const struct shape s = shape_of(m);
    struct group *g = module_take(m, sizeof *g);
    const uint32_t row[3] = { m->run->draw ? draw_waves(m) : m->run->vertices ? vertex_waves(m) : 0, 1, 1 };
    const uint32_t *groups = s.lanes ? row : m->run->groups;

    m->group = g;
    g->module = m;
    g->wave_size = s.wave_size;
    g->step_limit = m->run->step_limit ? m->run->step_limit : UINT64_C(1) << 34;
    if (s.waves > MAX_WAVES || (uint64_t)s.waves * s.wave_size * m->lane_slots > UINT64_C(1) << 28)
        module_fail(m, NO_OFFSET, "a workgroup of %u waves with %u scalars a lane", s.waves, (unsigned)m->lane_slots);
    g->memory = module_take(m, m->group_bytes + 8);
    for (; g->waves < s.waves; g->waves++) {
        struct wave *w = module_take(m, sizeof *w);
        w->module = m;
        w->group = g;
        w->slots = module_take(m, (size_t)s.wave_size * m->lane_slots * sizeof *w->slots);
        g->wave[g->waves] = w;
    }
    bind(m);
    for (g->id[2] = 0; g->id[2] < groups[2]; g->id[2]++)
        for (g->id[1] = 0; g->id[1] < groups[1]; g->id[1]++)
            for (g->id[0] = 0; g->id[0] < groups[0]; g->id[0]++)
                run_group(g, &s);
    if (m->run->captures)
        capture_all(m);
}

static bool try_all(struct module *m)
{
    if (setjmp(m->failed) != 0)
        return false;
    if (m->run->wave_size < 4 || m->run->wave_size > MAX_LANES || (m->run->wave_size & (m->run->wave_size - 1)))
        module_fail(m, NO_OFFSET, "a wave size of %u", m->run->wave_size);
    module_parse(m);
    module_check_code(m);
    m->lane_slots += m->pad;
    m->scratch = module_take(m, (size_t)(m->lane_slots + 1) * sizeof *m->scratch);
    run_all(m);
    return true;
}

bool interp_run(const uint32_t *words, size_t count, struct interp_run *run, char *error, size_t room)
{
    struct module *m = calloc(1, sizeof *m);
    bool good;

    if (!m) {
        snprintf(error, room, "out of memory");
        return false;
    }
    *m = (struct module){ .words = words, .count = count, .run = run, .error = error, .room = room };
    run->outside = 0;
    good = try_all(m);
    run->steps = m->group ? m->group->steps : 0;
    module_free(m);
    free(m);
    return good;
}
