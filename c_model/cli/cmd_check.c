/* SPDX-License-Identifier: Apache-2.0
 * cmd_check.c - wavefold check: what a shader needs, without running it.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "shader_file.h"
#include "validate.h"

struct options {
    const char *file;
    unsigned lanes;
    struct shader_options shader;
};

static enum wf_exit parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){.lanes = 32};
    const struct cli_option known[] = {CLI_LANES("--lanes", &o->lanes), SHADER_LOOK_ROWS(&o->shader), CLI_LAST};
    const enum wf_exit status = cli_parse_file(argc, argv, known, &o->file, "a shader is missing");
    if (status)
        return status;
    return shader_kind(o->file) ? WF_EXIT_OK
                                : cli_misuse("a shader ends in .spv, .spvasm, .comp, .hlsl or .slang, not", o->file);
}

/* ---- what the module says ---------------------------------------------------------------------------------------- */

/* "GroupNonUniformShuffleRelative" is "shuffle relative", "GroupNonUniform" alone "basic"; false: not of subgroups. */
static bool feature_of(const char *capability, char text[64])
{
    const bool old = !strncmp(capability, "Subgroup", 8);
    size_t n = 0;
    if (!old && strncmp(capability, "GroupNonUniform", 15) != 0)
        return false;
    for (const char *at = capability + (old ? 8 : 15); *at && n < 60; at++) {
        if (!strcmp(at, "KHR") || !strcmp(at, "NV") || !strcmp(at, "EXT"))
            break;
        if (n && isupper((unsigned char)*at))
            text[n++] = ' ';
        text[n++] = (char)tolower((unsigned char)*at);
    }
    text[n] = '\0';
    if (!n)
        snprintf(text, 64, "basic");
    return true;
}

static void put_features(const struct wf_shader *shader)
{
    const char *const *name;
    const size_t count = wf_shader_capabilities(shader, &name);
    const char *before = "";
    char text[64];
    fputs("subgroups       ", stdout);
    for (size_t i = 0; i < count; i++)
        if (feature_of(name[i], text)) {
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
static void put_attributes(const struct wf_shader_dispatch *dispatch)
{
    const struct wf_desc *d = &dispatch->attributes->desc;
    const unsigned model = d->shader_model ? d->shader_model : 0x060a;
    printf("stage           %s, shader model %u.%u\n", wf_stage_name(d->stage), model >> 8, model & 255);
    put_wave_size(d);
}

static void put_shape(const struct wf_shader *shader, const struct wf_shader_dispatch *dispatch)
{
    const struct wf_shader_subgroups modes = wf_shader_subgroups(shader);
    const struct wf_desc *d = &dispatch->attributes->desc;
    const uint32_t waves = dispatch->num_waves ? dispatch->num_waves : d->has_numwaves ? d->num_waves : 0;
    uint32_t size[3];
    bool flat;
    wf_shader_local_size(shader, size, &flat);
    if (modes.size)
        printf("execution mode  SubgroupSize %" PRIu32 "\n", modes.size);
    if (modes.per_workgroup)
        printf("execution mode  SubgroupsPerWorkgroup %" PRIu32 "\n", modes.per_workgroup);
    if (waves || !size[0])
        printf("local size      whole waves, numWaves(%" PRIu32 ")\n", waves ? waves : modes.per_workgroup);
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

struct row {
    const struct wf_shader_resource *r;
    unsigned number;            /* of its buffer in the kernel: those that are used, in the order of the module */
};

static int by_binding(const void *left, const void *right)
{
    const struct wf_shader_resource *a = ((const struct row *)left)->r, *b = ((const struct row *)right)->r;
    if (a->is_push != b->is_push)
        return a->is_push ? 1 : -1;
    if (a->set != b->set)
        return a->set < b->set ? -1 : 1;
    return a->binding < b->binding ? -1 : a->binding > b->binding;
}

/* "2D image array of rgba8", "image and sampler, cube". */
static const char *image_of(const struct wf_shader_resource *r, char text[96])
{
    static const char *const dims[] = {"1D ", "2D ", "3D ", "cube ", "texel buffer"};
    const struct wf_image_format_info *format = wf_image_format_info(r->format);
    const bool line = r->dim == WF_DIM_BUFFER;
    if (r->kind == WF_SHADER_SAMPLER)
        return "sampler";
    snprintf(text, 96, "%s%s%s%s%s of %s%s", r->kind == WF_SHADER_STORAGE_IMAGE ? "" : "sampled ", dims[r->dim],
             r->has_samples ? "multisampled " : "", line ? "" : "image", r->is_array ? " array" : "",
             format ? format->name : r->is_signed ? "int" : r->is_integer ? "uint" : "float",
             r->kind == WF_SHADER_COMBINED ? " with sampler" : "");
    return text;
}

static void put_resource(const struct row *row, const struct wf_kernel *kernel)
{
    const struct wf_shader_resource *r = row->r;
    char what[48], size[96];
    snprintf(what, sizeof what, "binding %" PRIu32 ".%" PRIu32, r->set, r->binding);
    const char *use = !r->used ? ", not used" : r->kind == WF_SHADER_SAMPLER ? "" :
                      r->is_uniform ? ", read only" : !kernel ? "" :
                      kernel->shader.written[row->number] ? ", written" : ", only read";
    printf("%-15s %s: %s%s\n", r->is_push ? "push constants" : what, r->name,
           r->kind == WF_SHADER_BUFFER ? size_of(r, size) : image_of(r, size), use);
    if (r->other)
        printf("%-15s %s: the same memory as %s, though not Aliased; two numbers of HLSL that became one?\n", what,
               r->other, r->name);
}

/* The resources; `kernel` tells which are written, NULL when no code could be made. */
static void put_resources(const struct wf_shader *shader, const struct wf_kernel *kernel)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(shader, &resource);
    struct row *row = calloc(count ? count : 1, sizeof *row);
    unsigned number = 0;
    for (size_t i = 0; row && i < count; i++) {
        row[i] = (struct row){&resource[i], number};
        number += resource[i].used && resource[i].kind != WF_SHADER_SAMPLER;
    }
    if (row)
        qsort(row, count, sizeof *row, by_binding);
    for (size_t i = 0; row && i < count; i++)
        put_resource(&row[i], kernel);
    free(row);
}

/* ---- what it becomes --------------------------------------------------------------------------------------------- */

enum { SIZES = 6 };             /* 4 .. 128 */
struct answer {
    struct wf_kernel *kernel;   /* or NULL: */
    char why[320];              /* the first message */
};

static void keep(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct answer *answer = user;
    (void)line, (void)column, (void)error;
    if (!*answer->why)
        snprintf(answer->why, sizeof answer->why, "%s", text);
}

static unsigned ask(const struct options *o, const struct wf_shader_dispatch *dispatch, struct answer answer[SIZES])
{
    unsigned taken = 0;
    for (unsigned i = 0; i < SIZES && 4u << i <= o->lanes; i++) {
        const struct wf_device device = wf_build_device(o->lanes);
        answer[i].kernel = wf_kernel_of_shader(dispatch, &device, 4u << i, NULL, keep, &answer[i]);
        taken += answer[i].kernel != NULL;
    }
    return taken;
}

static unsigned waves_of(const struct wf_kernel *kernel, const struct wf_device *device)
{
    struct wf_shape shape;
    return wf_dispatch_check(&kernel->desc, device, &shape) == WF_REJECT_NONE ? shape.waves : 0;
}

static void put_sizes(const struct options *o, const struct answer answer[SIZES])
{
    const struct wf_device device = wf_build_device(o->lanes);
    puts("wave size  waves  instructions  registers  scratch  groupshared   "
         "(waves per group, scratch bytes per lane, groupshared bytes per group)");
    for (unsigned i = 0; i < SIZES && 4u << i <= o->lanes; i++) {
        const struct wf_kernel *k = answer[i].kernel;
        if (k)
            printf("%9u  %5u  %12zu  %9u  %7" PRIu32 "  %11" PRIu32 "\n", 4u << i, waves_of(k, &device), k->count,
                   k->shader.registers, 4 * k->shader.scratch_words, k->shader.lds_bytes);
        else
            printf("%9u  refused: %s\n", 4u << i, answer[i].why);
    }
}

/* ---- one entry point --------------------------------------------------------------------------------------------- */

static enum wf_exit look(const struct options *o, const struct wf_shader *shader, const struct wf_shader_dispatch *d)
{
    struct answer answer[SIZES] = {{NULL, ""}};
    const unsigned taken = ask(o, d, answer);
    const struct wf_shader_constant *constant;
    const size_t constants = wf_shader_constants(shader, &constant);
    const struct wf_kernel *any = NULL;
    for (unsigned i = 0; i < SIZES && !any; i++)
        any = answer[i].kernel;
    printf("entry point     %s\n", wf_shader_entry(shader));
    put_attributes(d);
    put_shape(shader, d);
    put_resources(shader, any);
    for (size_t i = 0; i < constants; i++)
        if (constant[i].id != WF_SHADER_WAVE_COUNT || !wf_shader_wave_count(shader))      /* filled in */
            put_constant(&constant[i]);
    put_features(shader);
    if (taken)
        put_sizes(o, answer);
    else
        fprintf(stderr, "%s: error: %s\n", o->file, answer[0].why);
    for (unsigned i = 0; i < SIZES; i++)
        wf_kernel_free(answer[i].kernel);
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

static void put_validation(const struct wf_shader_dispatch *dispatch)
{
    if (!validator_version())
        return;
    char *message = validate_module(dispatch->module, dispatch->module_words);
    printf("validation      %s%s, by SPIRV-Tools %s\n", message ? "not valid: " : "valid", message ? message : "",
           validator_version());
    free(message);
}

/* The entry point that was asked for, or each compute shader. */
static enum wf_exit look_at_entries(const struct options *o, struct wf_shader_dispatch *dispatch)
{
    enum wf_exit status = WF_EXIT_OK;
    const struct wf_shader_entry_point *entry;
    dispatch->options.first = true;
    struct wf_shader *first = open_entry(o->file, dispatch, &status);
    const size_t count = first ? wf_shader_entries(first, &entry) : 0;
    const char *asked = dispatch->options.entry;
    bool more = false;
    if (first)
        put_validation(dispatch);
    for (size_t i = 0; i < count; i++)
        if (!entry[i].is_compute && !asked)
            printf("entry point     %s: %s, no compute shader\n", entry[i].name, entry[i].model);
    for (size_t i = 0; i < count; i++) {
        if (!entry[i].is_compute || (asked && strcmp(entry[i].name, asked) != 0))
            continue;
        fputs(more ? "\n" : "", stdout);
        more = true;
        dispatch->options.entry = entry[i].name;
        struct wf_shader *shader = open_entry(o->file, dispatch, &status);
        const enum wf_exit one = shader ? look(o, shader, dispatch) : status;
        status = one ? one : status;
        wf_shader_free(shader);
    }
    wf_shader_free(first);
    return status;
}

enum wf_exit cli_check(int argc, char **argv)
{
    struct options o;
    struct input input = {.buffers = 0};
    enum wf_exit status = parse(argc, argv, &o);
    if (!status)
        status = input_read(&input, o.file, NULL, &o.shader, true);
    if (!status)
        status = cli_close_stdout(look_at_entries(&o, &input.dispatch));
    shader_options_free(&o.shader);
    input_free(&input);
    return status;
}
