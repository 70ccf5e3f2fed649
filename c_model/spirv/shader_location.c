/* SPDX-License-Identifier: Apache-2.0
 * shader_location.c - what the user gives and takes at locations: inputs and outputs of fragment shaders, inputs of
 * vertex shaders.
 */
#include "shader.h"

#include "module/location.h"

struct listing {
    struct wf_shader *s;
    uint32_t variable;
    enum wf_location_kind kind;
    uint32_t record_word;           /* the first of the variable in its record */
};

static void add(void *user, const struct wfs_location *part)
{
    const struct listing *listing = user;
    struct wf_shader *s = listing->s;
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const struct wf_shader_location one = {
        .kind = listing->kind, .location = part->location, .component = part->component,
        .name = wfs_shown(&s->module, listing->variable), .components = wfs_components(part->type),
        .words = (unsigned)part->type->words, .width = scalar->width, .is_float = scalar->kind == WFS_FLOAT,
        .is_signed = scalar->is_signed, .is_flat = part->is_flat && !wfs_takes_records(s->stage),
        .is_linear = part->is_linear, .is_centroid = part->is_centroid, .is_sample = part->is_sample,
        .record_word = listing->record_word + part->word};
    const uint32_t at = s->module.id[listing->variable].at;

    wfs_work(&s->env, s->locations);
    for (size_t i = 0; i < s->locations; i++) {
        const struct wf_shader_location *o = &s->location[i];
        if (o->kind == one.kind && o->location == one.location && o->component < one.component + one.components &&
            one.component < o->component + o->components)
            wfs_refuse(&s->module, at, "%s and %s are both at location %u; expected components of their own", o->name,
                       one.name, (unsigned)one.location);
    }
    if (one.kind == WF_LOCATION_OUTPUT && (one.width == 64 || one.width == 8))
        wfs_refuse(&s->module, at, "%s is an output of %u bits; expected 16 or 32", one.name, one.width);
    if (one.component + one.components > 4 && one.width != 64)
        wfs_refuse(&s->module, at, "%s goes beyond the four components of a location", one.name);
    s->is_per_sample |= one.kind == WF_LOCATION_INPUT && one.is_sample;
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, one);
}

static void add_builtin(struct wf_shader *s, uint32_t id, bool output, uint32_t builtin)
{
    s->is_per_sample |= !output && (builtin == WfsBuiltInSampleId || builtin == WfsBuiltInSamplePosition);
    /* the tests that it would be for were before it ran */
    if (!output || builtin != WfsBuiltInFragDepth || s->early_tests)
        return;
    const char *name = s->module.id[id].name ? wfs_shown(&s->module, id) : "FragDepth";
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, (struct wf_shader_location){
        .kind = WF_LOCATION_DEPTH, .name = name, .components = 1, .words = 1, .width = 32, .is_float = true});
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
        if (!m->id[id].at || m->id[id].op != WfsOpVariable || !s->reached[id])
            continue;
        const uint32_t storage = wfs_operand(m, m->id[id].at, 3), builtin = wfs_builtin_of(m, id);
        const bool output = storage == WfsStorageClassOutput;
        const bool in_record = output && wfs_takes_records(s->stage);   /* in no order but its own */
        if (in_record || (!output && storage != WfsStorageClassInput))
            continue;
        const struct wfs_mesh_variable *v = wfs_mesh_variable(&s->mesh, id);
        struct listing listing = {s, id, output ? WF_LOCATION_OUTPUT : WF_LOCATION_INPUT, v ? v->word : 0};
        if (builtin != UINT32_MAX)
            add_builtin(s, id, output, builtin);
        else
            wfs_each_location(m, id, add, &listing);
    }
    sort(s);
}
