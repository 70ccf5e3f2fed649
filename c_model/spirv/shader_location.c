/* SPDX-License-Identifier: Apache-2.0
 * shader_location.c - what the user gives and takes: inputs and outputs of fragment shaders, inputs of vertex,
 * tessellation and geometry shaders, by location or by the name of a built-in.
 */
#include "shader.h"

#include "module/location.h"

struct listing {
    struct wf_shader *s;
    uint32_t variable;
    enum wf_location_kind kind;
    uint32_t record_word;           /* the first of the variable in its record */
    /* of struct wf_shader_location */
    uint32_t vertices, record_step;
    enum wf_location_record record;
};

static void add(void *user, const struct wfs_location *part)
{
    const struct listing *listing = user;
    struct wf_shader *s = listing->s;
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const struct wf_shader_location one = {
        .kind = listing->kind == WF_LOCATION_OUTPUT && part->is_second ? WF_LOCATION_SECOND : listing->kind,
        .location = part->location, .component = part->component,
        .name = part->name, .components = wfs_components(part->type),
        .words = (unsigned)part->type->words, .width = scalar->width, .is_float = scalar->kind == WFS_FLOAT,
        .is_signed = scalar->is_signed, .is_flat = part->is_flat && s->stage->stage == WF_STAGE_PIXEL,
        .is_linear = part->is_linear, .is_per_vertex = part->is_per_vertex,
        .is_centroid = part->is_centroid, .is_sample = part->is_sample,
        .record_word = listing->record_word + part->word, .vertices = listing->vertices,
        .record_step = listing->record_step, .record = listing->record};
    const uint32_t at = s->module.id[listing->variable].at;

    wfs_work(&s->env, s->locations);
    for (size_t i = 0; i < s->locations; i++) {
        const struct wf_shader_location *o = &s->location[i];
        if (o->kind == one.kind && o->location == one.location && o->component < one.component + one.components &&
            one.component < o->component + o->components)
            wfs_refuse(&s->module, at, "%s and %s are both at location %u; expected components of their own", o->name,
                       one.name, (unsigned)one.location);
    }
    if (listing->kind == WF_LOCATION_OUTPUT && (one.width == 64 || one.width == 8))
        wfs_refuse(&s->module, at, "%s is an output of %u bits; expected 16 or 32", one.name, one.width);
    if (one.component + one.components > 4 && one.width != 64)
        wfs_refuse(&s->module, at, "%s goes beyond the four components of a location", one.name);
    s->is_per_sample |= one.kind == WF_LOCATION_INPUT && one.is_sample && s->stage->stage == WF_STAGE_PIXEL;
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, one);
}

/* A built-in input that the user gives: a scalar, a vector or an array of floats. */
static void add_given(const struct listing *listing, uint32_t builtin, const struct wfs_type *t, uint32_t word)
{
    struct wf_shader *s = listing->s;
    const uint32_t at = s->module.id[listing->variable].at;
    const struct wfs_type *scalar = t->kind == WFS_ARRAY || t->kind == WFS_VECTOR ? t->element : t;

    if (scalar->kind != WFS_FLOAT || scalar->width != 32)
        wfs_refuse(&s->module, at, "%s has %s of the type %s, which does not fit its BuiltIn",
                   wfs_shown(&s->module, listing->variable), wf_shader_builtin_name(builtin),
                   wfs_type_shown(&s->module, t));
    for (size_t i = 0; i < s->locations; i++)
        if (s->location[i].kind == WF_LOCATION_BUILTIN && s->location[i].location == builtin)
            wfs_refuse(&s->module, at, "%s is a second %s; expected one", wfs_shown(&s->module, listing->variable),
                       wf_shader_builtin_name(builtin));
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, (struct wf_shader_location){
        .kind = WF_LOCATION_BUILTIN, .location = builtin, .name = wf_shader_builtin_name(builtin),
        .components = (unsigned)t->words, .words = (unsigned)t->words, .width = 32, .is_float = true,
        .is_array = t->kind == WFS_ARRAY, .record_word = listing->record_word + word, .vertices = listing->vertices,
        .record_step = listing->record_step, .record = listing->record});
}

/* Its values are outputs too, whether or not the code reads them. */
static bool is_passed(const struct wfs_module *m, uint32_t variable)
{
    return wfs_decoration(m, variable, WFS_WHOLE, WfsDecorationPassthroughNV) != NULL;
}

/* The members that the code reads of a block of built-ins; false: it is none. */
static bool add_block(const struct listing *listing, const struct wfs_type *t)
{
    struct wfs_module *m = &listing->s->module;

    if (!wfs_is_builtin_block(m, t))
        return false;
    const bool is_array = listing->vertices || listing->record == WF_LOCATION_OF_POINT;
    const bool *used = wfs_used_members(listing->s, listing->variable, t->count, is_array);
    for (uint32_t i = 0; i < t->count; i++)
        if (used[i] || is_passed(m, listing->variable))
            add_given(listing, wfs_decorated(m, t->id, i, WfsDecorationBuiltIn, 0), t->member[i].type,
                      t->member[i].word);
    return true;
}

/* An input in the record of its invocation. */
static void add_input(struct wf_shader *s, const struct wfs_mesh_variable *v)
{
    struct listing listing = {.s = s, .variable = v->id, .kind = WF_LOCATION_INPUT, .record_word = v->word,
                              .vertices = v->vertices,
                              .record = v->record == WFS_OF_POINT   ? WF_LOCATION_OF_POINT
                                        : v->record == WFS_OF_PATCH ? WF_LOCATION_OF_PATCH
                                                                    : WF_LOCATION_OF_INVOCATION};
    const uint32_t builtin = wfs_builtin_of(&s->module, v->id);
    const struct wfs_type *t = v->vertices ? v->type->element : v->type;

    listing.record_step = v->vertices ? (uint32_t)t->words : 0;
    if (builtin != UINT32_MAX && wfs_is_given(s->stage, builtin))
        add_given(&listing, builtin, t, 0);
    else if (builtin == UINT32_MAX && !add_block(&listing, t))
        wfs_each_location(&s->module, v->id, t, add, &listing);
}

static void add_read(struct wf_shader *s, uint32_t id, uint32_t builtin, const struct wfs_type *t)
{
    const struct listing listing = {.s = s, .variable = id};

    s->is_per_sample |= wfs_is_sample_builtin(builtin);
    if (!wfs_is_given(s->stage, builtin))
        return;
    add_given(&listing, builtin, t, 0);
    s->location[s->locations - 1].is_linear = wfs_is_linear_builtin(builtin);
}

static void add_read_members(struct wf_shader *s, uint32_t id, const struct wfs_type *t)
{
    const bool *used = wfs_used_members(s, id, t->count, false);

    for (uint32_t i = 0; i < t->count; i++)
        if (used[i])
            add_read(s, id, wfs_decorated(&s->module, t->id, i, WfsDecorationBuiltIn, UINT32_MAX), t->member[i].type);
}

static void add_written(struct wf_shader *s, uint32_t id, uint32_t builtin)
{
    /* the tests that it would be for were before it ran */
    if (s->early_tests || (builtin != WfsBuiltInFragDepth && builtin != WfsBuiltInFragStencilRefEXT))
        return;
    const bool depth = builtin == WfsBuiltInFragDepth;
    const struct wfs_type *t = wfs_held(&s->module, id);
    if (t->kind != (depth ? WFS_FLOAT : WFS_INT) || t->width != 32)
        wfs_refuse(&s->module, s->module.id[id].at, "%s is %s; expected %s of 32 bits", wfs_shown(&s->module, id),
                   wfs_type_shown(&s->module, t), depth ? "a float" : "an integer");
    const char *name = s->module.id[id].name ? wfs_shown(&s->module, id) : depth ? "FragDepth" : "FragStencilRefEXT";
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, (struct wf_shader_location){
        .kind = depth ? WF_LOCATION_DEPTH : WF_LOCATION_STENCIL, .name = name, .components = 1, .words = 1,
        .width = 32, .is_float = depth, .is_signed = t->is_signed});
}

static bool stands_before(const struct wf_shader_location *a, const struct wf_shader_location *b)
{
    return a->kind != b->kind           ? a->kind < b->kind
           : a->location != b->location ? a->location < b->location
                                        : a->component < b->component;
}

/* By kind, location and component. */
static void sort(struct wf_shader *s)
{
    wfs_work(&s->env, (uint64_t)s->locations * s->locations);
    for (size_t i = 1; i < s->locations; i++) {
        const struct wf_shader_location one = s->location[i];
        size_t at = i;
        for (; at && stands_before(&one, &s->location[at - 1]); at--)
            s->location[at] = s->location[at - 1];
        s->location[at] = one;
    }
}

void wfs_list_locations(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;

    for (uint32_t id = 1; id < m->bound; id++) {
        if (!m->id[id].at || m->id[id].op != WfsOpVariable || (!s->reached[id] && !is_passed(m, id)))
            continue;
        const uint32_t storage = wfs_operand(m, m->id[id].at, 3), builtin = wfs_builtin_of(m, id);
        const bool output = storage == WfsStorageClassOutput;
        if (!output && storage != WfsStorageClassInput)
            continue;
        if (!wfs_takes_patches(s->stage) && wfs_is_per_patch(m, id, wfs_held(m, id)))
            wfs_refuse(m, m->id[id].at, "%s has the Decoration Patch, which is not supported in a %s",
                       wfs_shown(m, id), s->stage->what);
        if (wfs_takes_records(s->stage) || wfs_takes_patches(s->stage)) {
            const struct wfs_mesh_variable *v = output ? NULL : wfs_mesh_variable(&s->mesh, id);
            if (v)                      /* outputs are in no order but that of their record */
                add_input(s, v);
            continue;
        }
        struct listing listing = {.s = s, .variable = id, .kind = output ? WF_LOCATION_OUTPUT : WF_LOCATION_INPUT};
        if (builtin != UINT32_MAX && output)
            add_written(s, id, builtin);
        else if (builtin != UINT32_MAX)
            add_read(s, id, builtin, wfs_held(m, id));
        else if (!output && wfs_is_builtin_block(m, wfs_held(m, id)))
            add_read_members(s, id, wfs_held(m, id));
        else
            wfs_each_location(m, id, wfs_located(m, id), add, &listing);
    }
    sort(s);
}
