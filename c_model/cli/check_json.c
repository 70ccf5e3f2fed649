/* SPDX-License-Identifier: Apache-2.0
 * check_json.c - wavefold check --json.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

void check_json_begin(struct json *json, const char *file, const char *version, const char *message)
{
    json_begin(json, NULL, '{');
    json_text(json, "shader", file);
    json_text(json, "validator", version);
    json_text(json, "validation", !version ? NULL : message ? message : "valid");
    json_begin(json, "other_entry_points", '[');
}

void check_json_other(struct json *json, const struct wf_shader_entry_point *entry)
{
    json_begin(json, NULL, '{');
    json_text(json, "name", entry->name);
    json_text(json, "model", entry->model);
    json_end(json, '}');
}

void check_json_entries(struct json *json)
{
    json_end(json, ']');
    json_begin(json, "entry_points", '[');
}

void check_json_end(struct json *json)
{
    json_end(json, ']');
    json_end(json, '}');
}

static void put_attributes(struct json *json, const struct check_entry *e)
{
    const struct wf_desc *d = &e->dispatch->attributes->desc;
    const unsigned model = d->shader_model ? d->shader_model : 0x060a;
    json_text(json, "stage", wf_stage_name(check_stage(e)));
    json_format(json, "shader_model", "\"%u.%u\"", model >> 8, model & 255);
    json_begin(json, "wave_size", '[');             /* as WaveSize has them */
    if (d->wavesize_kind != WF_WAVESIZE_NONE)
        json_number(json, NULL, d->wavesize_min);
    if (d->wavesize_kind == WF_WAVESIZE_RANGE || d->wavesize_kind == WF_WAVESIZE_PREFERRED)
        json_number(json, NULL, d->wavesize_max);
    if (d->wavesize_kind == WF_WAVESIZE_PREFERRED)
        json_number(json, NULL, d->wavesize_preferred);
    json_end(json, ']');
    json_text(json, "preference", d->prefer_small ? "small" : d->prefer_large ? "large" : NULL);
    json_bool(json, "report_wave_size", d->report_wave_size);
}

static void put_shape(struct json *json, const struct check_entry *e)
{
    const struct wf_shader_subgroups modes = wf_shader_subgroups(e->shader);
    uint32_t size[3];
    bool flat;
    wf_shader_local_size(e->shader, size, &flat);
    json_number_or_null(json, "subgroup_size", modes.size);
    json_number_or_null(json, "subgroups_per_workgroup", modes.per_workgroup);
    json_number_or_null(json, "num_waves", check_num_waves(e));
    if (size[0])
        json_format(json, "local_size", "[%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", size[0], size[1], size[2]);
    else
        json_null(json, "local_size");
    json_bool(json, "lanes_in_a_line", flat);
}

static void put_locations(struct json *json, const struct check_entry *e)
{
    static const char *const kinds[] = {[WF_LOCATION_INPUT] = "input", [WF_LOCATION_BUILTIN] = "built-in input",
                                        [WF_LOCATION_OUTPUT] = "output", [WF_LOCATION_SECOND] = "second output",
                                        [WF_LOCATION_DEPTH] = "depth", [WF_LOCATION_STENCIL] = "stencil"};
    const struct wf_shader_location *at;
    const size_t count = wf_shader_locations(e->shader, &at);
    json_bool(json, "per_sample", wf_shader_is_per_sample(e->shader));
    json_begin(json, "locations", '[');
    for (size_t i = 0; i < count; i++, at++) {
        json_begin(json, NULL, '{');
        json_text(json, "kind", kinds[at->kind]);
        if (at->kind == WF_LOCATION_BUILTIN)
            json_null(json, "location");
        else
            json_number(json, "location", at->location);
        json_number(json, "component", at->component);
        json_text(json, "name", at->name);
        json_text(json, "type", at->is_float ? "float" : "integer");
        json_bool(json, "signed", at->is_float || at->is_signed);
        json_number(json, "width", at->width);
        json_number(json, "components", at->components);
        json_bool(json, "flat", at->is_flat);
        json_bool(json, "per_vertex", at->is_per_vertex);
        json_bool(json, "noperspective", at->is_linear);
        json_bool(json, "centroid", at->is_centroid);
        json_bool(json, "sample", at->is_sample);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void put_resources(struct json *json, const struct check_entry *e)
{
    struct check_row *row;
    const size_t count = check_rows(e, &row);
    json_begin(json, "resources", '[');
    for (size_t i = 0; i < count; i++) {
        const struct wf_shader_resource *r = row[i].r;
        const char *access = check_access(e, &row[i]);
        json_begin(json, NULL, '{');
        json_bool(json, "push_constants", r->is_push);
        if (!r->is_push) {
            json_number(json, "set", r->set);
            json_number(json, "binding", r->binding);
        }
        json_text(json, "name", r->name);
        json_number_or_null(json, "blocks", r->is_block_array ? r->elements : 1);    /* null: as many as are bound */
        json_number(json, "bytes", r->size);
        json_number_or_null(json, "stride", r->stride);
        json_text(json, "access", *access ? access : NULL);
        json_text(json, "same_memory_as", r->other);
        json_end(json, '}');
    }
    json_end(json, ']');
    free(row);
}

static void put_record(struct json *json, const char *name, const struct wf_mesh_record *r)
{
    json_begin(json, name, '{');
    json_number(json, "words", r->words);
    json_begin(json, "values", '[');
    for (size_t i = 0; i < r->values; i++) {
        json_begin(json, NULL, '{');
        json_text(json, "name", r->value[i].name);
        json_number(json, "word", r->value[i].word);
        json_text(json, "type", wf_mesh_kind_name(r->value[i].kind));
        json_number(json, "bits", r->value[i].width);
        json_number(json, "components", r->value[i].components);
        json_number_or_null(json, "elements", r->value[i].elements);
        if (r->value[i].xfb != WF_MESH_XFB_NONE) {
            json_number(json, "xfb", r->value[i].xfb);
            json_number(json, "xfb_byte", r->value[i].xfb_byte);
        }
        json_end(json, '}');
    }
    json_end(json, ']');
    json_end(json, '}');
}

/* Of a shader that has records alone. */
static void put_mesh(struct json *json, const struct wf_mesh_layout *l, enum wf_stage stage)
{
    const bool mesh = stage == WF_STAGE_MESH;
    if (stage == WF_STAGE_GEOMETRY) {
        json_number(json, "input_vertices", l->input_vertices);
        json_number(json, "invocations", l->invocations);
        json_number(json, "max_vertices", l->max_vertices);
        json_number(json, "primitive_vertices", l->indices);
    }
    if (mesh) {
        json_number(json, "max_vertices", l->max_vertices);
        json_number(json, "max_primitives", l->max_primitives);
        json_number(json, "primitive_vertices", l->indices);
        put_record(json, "vertex", &l->vertex);
        put_record(json, "primitive", &l->primitive);
    }
    if (stage == WF_STAGE_HULL)
        json_number(json, "max_vertices", l->max_vertices);
    if (stage == WF_STAGE_VERTEX || stage == WF_STAGE_DOMAIN || stage == WF_STAGE_GEOMETRY)
        put_record(json, "input", &l->input);
    if (wf_is_of_patches(stage)) {
        put_record(json, "point", &l->point);
        put_record(json, "patch", &l->patch);
    }
    if (stage == WF_STAGE_VERTEX || stage == WF_STAGE_GEOMETRY || wf_is_of_patches(stage))
        put_record(json, "vertex", &l->vertex);
    if (mesh || stage == WF_STAGE_AMPLIFICATION)
        put_record(json, "payload", &l->payload);
}

/* JSON has no infinity and no NaN: these are null, and the bits say which. */
static void put_value(struct json *json, const struct wf_shader_constant *c)
{
    const uint64_t bits = c->word[0] | (uint64_t)c->word[1] << 32;
    float single;
    double real;
    memcpy(&single, &c->word[0], sizeof single);
    memcpy(&real, &bits, sizeof real);
    real = c->width == 64 ? real : (double)single;
    if (c->width == 1)
        json_bool(json, "value", bits & 1);
    else if (!c->is_float)
        json_number(json, "value", bits);
    else if (c->width < 32 || real - real != 0)
        json_null(json, "value");
    else
        json_format(json, "value", "%.*g", c->width == 64 ? 17 : 9, real);
    json_format(json, "bits", "\"0x%" PRIx64 "\"", bits);
}

static void put_constants(struct json *json, const struct check_entry *e)
{
    const struct wf_shader_constant *constant;
    const size_t count = wf_shader_constants(e->shader, &constant);
    json_begin(json, "spec_constants", '[');
    for (size_t i = 0; i < count; i++) {
        if (check_is_filled_in(e, &constant[i]))
            continue;
        json_begin(json, NULL, '{');
        json_number(json, "id", constant[i].id);
        json_text(json, "name", constant[i].name);
        json_text(json, "type", constant[i].width == 1 ? "bool" : constant[i].is_float ? "float" : "integer");
        json_number(json, "width", constant[i].width);
        put_value(json, &constant[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void put_features(struct json *json, const struct check_entry *e)
{
    const char *const *name;
    const size_t count = wf_shader_capabilities(e->shader, &name);
    char text[64];
    json_begin(json, "subgroups", '[');
    for (size_t i = 0; i < count; i++)
        if (check_feature(name[i], text))
            json_text(json, NULL, text);
    json_end(json, ']');
}

static void put_sizes(struct json *json, const struct size_table *sizes)
{
    json_begin(json, "wave_sizes", '[');
    for (unsigned i = 0; i < WAVE_SIZES; i++) {
        const struct size_row *row = &sizes->row[i];
        json_begin(json, NULL, '{');
        json_number(json, "wave_size", row->size);
        if (row->is_allowed) {
            const struct size_figures f = row->figures;
            json_number(json, "lanes", f.lanes);
            json_number(json, "waves", f.waves);
            json_number(json, "instructions", f.instructions);
            json_number(json, "registers", f.registers);
            json_number(json, "scratch", f.scratch);
            json_number(json, "groupshared", f.groupshared);
        }
        json_text(json, "refused", row->is_allowed ? NULL : row->why);
        json_end(json, '}');
    }
    json_end(json, ']');
}

void check_json_file(struct json *json, const char *file, const char *variant, const struct size_table *sizes)
{
    json_begin(json, NULL, '{');
    json_text(json, "kernel", file);
    json_text(json, "variant", variant);
    put_sizes(json, sizes);
    json_end(json, '}');
}

void check_json_entry(struct json *json, const struct check_entry *e)
{
    json_begin(json, NULL, '{');
    json_text(json, "name", wf_shader_entry(e->shader));
    put_attributes(json, e);
    put_shape(json, e);
    put_mesh(json, wf_shader_mesh(e->shader), wf_shader_stage(e->shader));
    put_locations(json, e);
    put_resources(json, e);
    put_constants(json, e);
    put_features(json, e);
    put_sizes(json, &e->sizes);
    json_end(json, '}');
}
