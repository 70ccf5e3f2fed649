/* SPDX-License-Identifier: Apache-2.0
 * cmd_check.c - wavefold check: what a shader needs, without running it; the wave sizes of a kernel file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli.h"
#include "shader_kind.h"
#include "validate.h"

struct options {
    const char *file, *variant;
    unsigned lanes;             /* 0: by the wave size */
    bool json;
    struct shader_options shader;
};

static enum wf_exit parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){.file = NULL};
    const struct cli_option known[] = {CLI_LANES("--lanes", &o->lanes), CLI_FLAG("--json", &o->json),
                                       CLI_ONCE("--variant", &o->variant), SHADER_LOOK_ROWS(&o->shader), CLI_LAST};
    const enum wf_exit status = cli_parse_file(argc, argv, known, &o->file, "a shader is missing, or a kernel file");
    if (status)
        return status;
    return shader_check_options(&o->shader, o->file, o->variant, false);
}

/* ---- what the module says ---------------------------------------------------------------------------------------- */

static void put_features(const struct wf_shader *shader)
{
    const char *const *name;
    const size_t count = wf_shader_capabilities(shader, &name);
    const char *before = "";
    char text[64];
    fputs("subgroups       ", stdout);
    for (size_t i = 0; i < count; i++)
        if (check_feature(name[i], text)) {
            printf("%s%s", before, text);
            before = ", ";
        }
    puts(*before ? "" : "none");
}

static void put_constant(const struct wf_shader_constant *c)
{
    const uint64_t bits = c->word[0] | (uint64_t)c->word[1] << 32;
    float single;
    double real;
    memcpy(&single, &c->word[0], sizeof single);
    memcpy(&real, &bits, sizeof real);
    printf("spec %-10" PRIu32 " %s = ", c->id, c->name);
    if (c->width == 1)
        printf("%s: bool\n", bits & 1 ? "true" : "false");
    else if (c->is_float && c->width == 32)
        printf("%.9g: float of 32 bits\n", (double)single);
    else if (c->is_float && c->width == 64)
        printf("%.17g: float of 64 bits\n", real);
    else
        printf("%" PRIu64 " (0x%" PRIx64 "): %s of %u bits\n", bits, bits, c->is_float ? "float" : "integer", c->width);
}

static void put_wave_size(const struct wf_desc *d)
{
    if (d->wavesize_kind == WF_WAVESIZE_FIXED)
        printf("wave size       WaveSize(%" PRIu32 ")\n", d->wavesize_min);
    else if (d->wavesize_kind == WF_WAVESIZE_RANGE)
        printf("wave size       WaveSize(%" PRIu32 ",%" PRIu32 ")\n", d->wavesize_min, d->wavesize_max);
    else if (d->wavesize_kind == WF_WAVESIZE_PREFERRED)
        printf("wave size       WaveSize(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n", d->wavesize_min, d->wavesize_max,
               d->wavesize_preferred);
    if (d->prefer_small || d->prefer_large)
        printf("preference      the %s wave size\n", d->prefer_small ? "smallest" : "largest");
    if (d->report_wave_size)
        puts("wave size       reported before the dispatch runs");
}

/* What the source and the command line say beside the code. */
static void put_attributes(const struct check_entry *entry)
{
    const struct wf_desc *d = &entry->dispatch->attributes->desc;
    const unsigned model = d->shader_model ? d->shader_model : 0x060a;
    printf("stage           %s, shader model %u.%u\n", wf_stage_name(check_stage(entry)), model >> 8, model & 255);
    put_wave_size(d);
}

/* "vec2", "float", "float[2]", "ivec4 of 16 bits" */
static const char *type_of(const struct wf_shader_location *at, char text[40])
{
    const char *scalar = at->is_float ? "float" : at->is_signed ? "int" : "uint";
    if (at->is_array)
        snprintf(text, 40, "%s[%u]", scalar, at->components);
    else if (at->components > 1)
        snprintf(text, 40, "%svec%u", at->is_float ? "" : at->is_signed ? "i" : "u", at->components);
    else
        snprintf(text, 40, "%s", scalar);
    const size_t used = strlen(text);
    if (at->width != 32)
        snprintf(text + used, 40 - used, " of %u bits", at->width);
    return text;
}

/* "input 0.2       uv: vec2, flat" */
static void put_location(const struct wf_shader_location *at)
{
    char what[24], text[40], vertices[48] = "";
    if (at->kind == WF_LOCATION_BUILTIN)
        snprintf(what, sizeof what, "input");
    else if (at->kind == WF_LOCATION_INPUT && at->component)
        snprintf(what, sizeof what, "input %" PRIu32 ".%" PRIu32, at->location, at->component);
    else if (wf_location_is_plane(at->kind))
        snprintf(what, sizeof what, "output %s", at->kind == WF_LOCATION_DEPTH ? "depth" : "stencil");
    else
        snprintf(what, sizeof what, "%s %" PRIu32 "%s", at->kind == WF_LOCATION_INPUT ? "input" : "output",
                 at->location, at->kind == WF_LOCATION_SECOND ? ".second" : "");
    if (at->record == WF_LOCATION_OF_POINT)
        snprintf(vertices, sizeof vertices, ", of each control point");
    else if (at->record == WF_LOCATION_OF_PATCH)
        snprintf(vertices, sizeof vertices, ", of the patch");
    else if (at->is_per_vertex)
        snprintf(vertices, sizeof vertices, ", at 3 vertices");
    else if (at->vertices)
        snprintf(vertices, sizeof vertices, ", of %" PRIu32 " vert%s", at->vertices, at->vertices == 1 ? "ex" : "ices");
    printf("%-15s %s: %s%s%s%s%s%s\n", what, at->name, type_of(at, text), vertices,
           at->kind == WF_LOCATION_INPUT && at->is_flat ? ", flat" : "", at->is_linear ? ", noperspective" : "",
           at->is_centroid ? ", centroid" : "", at->is_sample ? ", sample" : "");
}

static void put_locations(const struct wf_shader *shader)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);
    const struct wf_mesh_layout *l = wf_shader_mesh(shader);
    if (wf_shader_stage(shader) == WF_STAGE_GEOMETRY)
        printf("invocations     %" PRIu32 " for each primitive of %" PRIu32 " vert%s\n", l->invocations,
               l->input_vertices, l->input_vertices == 1 ? "ex" : "ices");
    else if (wf_shader_stage(shader) == WF_STAGE_HULL)
        printf("invocations     %" PRIu32 " for each patch\n", l->max_vertices);
    else
        printf("invocations     one for each %s\n", wf_shader_stage(shader) == WF_STAGE_VERTEX ? "vertex" :
               wf_shader_stage(shader) == WF_STAGE_DOMAIN ? "point of each patch" :
               wf_shader_is_per_sample(shader) ? "sample" : "pixel");
    for (size_t i = 0; i < count; i++)
        put_location(&all[i]);
}

static void put_shape(const struct check_entry *entry)
{
    const struct wf_shader_subgroups modes = wf_shader_subgroups(entry->shader);
    const uint32_t waves = check_num_waves(entry);
    uint32_t size[3];
    bool flat;
    if (shader_stage_of(check_stage(entry))) {
        put_locations(entry->shader);
        return;
    }
    wf_shader_local_size(entry->shader, size, &flat);
    if (modes.size)
        printf("execution mode  SubgroupSize %" PRIu32 "\n", modes.size);
    if (modes.per_workgroup)
        printf("execution mode  SubgroupsPerWorkgroup %" PRIu32 "\n", modes.per_workgroup);
    if (waves || !size[0])
        printf("local size      whole waves, numWaves(%" PRIu32 ")\n", waves);
    else
        printf("local size      %" PRIu32 ",%" PRIu32 ",%" PRIu32 "%s\n", size[0], size[1], size[2],
           flat ? ", lanes in a line (DerivativeGroupLinear)" : "");
}

static const char *size_of(const struct wf_shader_resource *r, char text[96])
{
    if (!r->stride)
        snprintf(text, 96, "%" PRIu64 " bytes", r->size);
    else if (!r->size)
        snprintf(text, 96, "elements of %" PRIu32 " byte%s", r->stride, r->stride == 1 ? "" : "s");
    else
        snprintf(text, 96, "%" PRIu64 " bytes, then elements of %" PRIu32, r->size, r->stride);
    return text;
}

/* "2D image array of rgba8", "image and sampler, cube". */
static const char *image_of(const struct wf_shader_resource *r, char text[96])
{
    static const char *const dims[] = {"1D ", "2D ", "3D ", "cube ", "texel buffer"};
    const struct wf_image_format_info *format = wf_image_format_info(r->format);
    const bool line = r->dim == WF_DIM_BUFFER;
    const char *texel = r->is_wide ? r->is_signed ? "int64" : "uint64" : r->is_signed ? "int" : "uint";
    if (r->kind == WF_SHADER_SAMPLER)
        return "sampler";
    snprintf(text, 96, "%s%s%s%s%s of %s%s", r->kind == WF_SHADER_STORAGE_IMAGE ? "" : "sampled ", dims[r->dim],
             r->has_samples ? "multisampled " : "", line ? "" : "image", r->is_array ? " array" : "",
             format ? format->name : !r->is_integer ? "float" : texel,
             r->kind == WF_SHADER_COMBINED ? " with sampler" : "");
    return text;
}

static void put_record(const char *what, const struct wf_mesh_record *r)
{
    for (size_t i = 0; i < r->values; i++) {
        const struct wf_mesh_value *v = &r->value[i];
        printf("%-15s word %" PRIu32 ": %s, %s", what, v->word, v->name, wf_mesh_kind_name(v->kind));
        if (v->kind != WF_MESH_BOOL)
            printf(" of %u bits", v->width);
        if (v->components > 1)
            printf(", %u components", v->components);
        if (v->elements)
            printf(", %" PRIu32 " elements", v->elements);
        if (v->xfb != WF_MESH_XFB_NONE)
            printf(", captured in xfb%u from byte %" PRIu32, v->xfb, v->xfb_byte);
        putchar('\n');
    }
}

/* Of a shader that has records (mesh.h). */
static void put_mesh(const struct wf_mesh_layout *l)
{
    if (l->input_vertices)
        printf("emitted         at most %" PRIu32 " vertices of %" PRIu32 " words, in %s%s\n", l->max_vertices,
               l->vertex.words, wf_mesh_primitive_name(l->indices), l->indices == 1 ? "s" : " strips");
    else if (l->indices)
        printf("mesh groups     at most %" PRIu32 " vertices of %" PRIu32 " words, %" PRIu32 " %ss of %" PRIu32
               " words\n", l->max_vertices, l->vertex.words, l->max_primitives, wf_mesh_primitive_name(l->indices),
               l->primitive.words);
    put_record("input record", &l->input);
    put_record("control point", &l->point);
    put_record("vertex", &l->vertex);
    put_record("patch", &l->patch);
    put_record("primitive", &l->primitive);
    put_record("payload", &l->payload);
}

static void put_resource(const struct check_row *row, const struct check_entry *entry)
{
    const struct wf_shader_resource *r = row->r;
    char what[48], size[96];
    snprintf(what, sizeof what, "binding %" PRIu32 ".%" PRIu32, r->set, r->binding);
    const char *access = check_access(entry, row);
    char blocks[16] = "";
    if (r->is_block_array && r->elements)
        snprintf(blocks, sizeof blocks, "[%" PRIu32 "]", r->elements);
    printf("%-15s %s%s: %s%s%s\n", r->is_push ? "push constants" : what, r->name,
           r->is_block_array && !r->elements ? "[]" : blocks,
           r->kind == WF_SHADER_BUFFER ? size_of(r, size) : image_of(r, size), *access ? ", " : "", access);
    if (r->other)
        printf("%-15s %s: the same memory as %s, though not Aliased; two numbers of HLSL that became one?\n", what,
               r->other, r->name);
}

static void put_resources(const struct check_entry *entry)
{
    struct check_row *row;
    const size_t count = check_rows(entry, &row);
    for (size_t i = 0; i < count; i++)
        put_resource(&row[i], entry);
    free(row);
}

/* ---- one entry point --------------------------------------------------------------------------------------------- */

static void put_entry(const struct check_entry *entry)
{
    const struct wf_shader_constant *constant;
    const size_t constants = wf_shader_constants(entry->shader, &constant);
    printf("entry point     %s\n", wf_shader_entry(entry->shader));
    put_attributes(entry);
    put_shape(entry);
    put_mesh(wf_shader_mesh(entry->shader));
    put_resources(entry);
    for (size_t i = 0; i < constants; i++)
        if (!check_is_filled_in(entry, &constant[i]))
            put_constant(&constant[i]);
    put_features(entry->shader);
    size_table_print(&entry->sizes);
}

/* `json`: NULL, or it takes the entry point. */
static enum wf_exit look(const struct options *o, const struct wf_shader *shader, const struct wf_text *text,
                         struct json *json)
{
    struct check_entry entry = {.shader = shader, .dispatch = text->shader};
    size_table_ask(&entry.sizes, o->file, text, o->lanes);
    if (json)
        check_json_entry(json, &entry);
    else
        put_entry(&entry);
    const bool taken = entry.sizes.any;
    if (!taken)
        fprintf(stderr, "%s: error: %s\n", o->file, size_table_why(&entry.sizes));
    size_table_free(&entry.sizes);
    return taken ? WF_EXIT_OK : WF_EXIT_WRONG;
}

static struct wf_shader *open_entry(const char *file, const struct wf_shader_dispatch *d, enum wf_exit *status)
{
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    struct wf_shader *shader = wf_shader_open(d->module, d->module_words, &d->options, message, &no_memory);
    if (!shader)
        *status = cli_tell(no_memory ? WF_EXIT_ENVIRONMENT : WF_EXIT_WRONG, "%s: error: %s\n", file, message);
    return shader;
}

/* The first line, or the beginning of the JSON. */
static void put_validation(const char *file, const struct wf_shader_dispatch *dispatch, struct json *json)
{
    char *message = validator_version() ? validate_module(dispatch->module, dispatch->module_words) : NULL;
    if (json)
        check_json_begin(json, file, validator_version(), message);
    else if (validator_version())
        printf("validation      %s%s, by SPIRV-Tools %s\n", message ? "not valid: " : "valid", message ? message : "",
               validator_version());
    free(message);
}

/* Entry points of other stages. */
static void put_others(const struct wf_shader_entry_point *entry, size_t count, struct json *json)
{
    for (size_t i = 0; i < count; i++)
        if (!entry[i].runs && json)
            check_json_other(json, &entry[i]);
        else if (!entry[i].runs)
            printf("entry point     %s: %s, which does not run\n", entry[i].name, entry[i].model);
}

/* The entry point that was asked for, or each compute shader. */
static enum wf_exit look_at_entries(const struct options *o, struct input *input)
{
    struct wf_shader_dispatch *dispatch = &input->dispatch;
    enum wf_exit status = WF_EXIT_OK;
    const struct wf_shader_entry_point *entry;
    dispatch->options.first = true;
    struct json writer = {.file = stdout}, *json = o->json ? &writer : NULL;
    struct wf_shader *first = open_entry(o->file, dispatch, &status);
    const size_t count = first ? wf_shader_entries(first, &entry) : 0;
    const char *asked = dispatch->options.entry;
    bool more = false;
    if (first) {
        put_validation(o->file, dispatch, json);
        put_others(entry, asked ? 0 : count, json);
        if (json)
            check_json_entries(json);
    }
    for (size_t i = 0; i < count; i++) {
        if (!entry[i].runs || (asked && strcmp(entry[i].name, asked) != 0))
            continue;
        fputs(more && !json ? "\n" : "", stdout);
        more = true;
        dispatch->options.entry = entry[i].name;
        dispatch->options.wanted = wf_shader_wanted_of(entry[i].stage);
        struct wf_shader *shader = open_entry(o->file, dispatch, &status);
        if (shader && wf_shader_prints(shader))
            fprintf(stderr, "%s: warning: %" PRIu32 " printf call%s not printed by a run\n", o->file,
                    wf_shader_prints(shader), wf_shader_prints(shader) == 1 ? " is" : "s are");
        const enum wf_exit one = shader ? look(o, shader, &input->text, json) : status;
        status = one ? one : status;
        wf_shader_free(shader);
    }
    if (first && json)
        check_json_end(json);
    wf_shader_free(first);
    return status;
}

/* A kernel file has its wave sizes alone to be listed. */
static enum wf_exit look_at_file(const struct options *o, const struct wf_text *text)
{
    struct size_table sizes;
    struct json json = {.file = stdout};
    size_table_ask(&sizes, o->file, text, o->lanes);
    if (o->json)
        check_json_file(&json, o->file, text->variant, &sizes);
    else
        size_table_print(&sizes);
    const bool any = sizes.any;
    if (!any)
        fprintf(stderr, "%s: error: %s\n", o->file, size_table_why(&sizes));
    size_table_free(&sizes);
    return any ? WF_EXIT_OK : WF_EXIT_INPUT;
}

enum wf_exit cli_check(int argc, char **argv)
{
    struct options o;
    struct input input = {.buffers = 0};
    enum wf_exit status = parse(argc, argv, &o);
    if (!status)
        status = input_read(&input, o.file, o.variant, &o.shader, true);
    if (!status)
        status = cli_close_stdout(input.text.shader ? look_at_entries(&o, &input) : look_at_file(&o, &input.text));
    shader_options_free(&o.shader);
    input_free(&input);
    return status;
}
