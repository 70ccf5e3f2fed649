/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shader_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "binding_names.h"
#include "fill.h"
#include "image_file.h"
#include "named_shader.h"
#include "shader_reader.h"
#include "task_file.h"

/* What is of each stage whose lanes are of no groups. */
static enum wf_exit check_lanes(const struct shader_options *o)
{
    if (o->draw.first && !o->draw.given)
        return cli_misuse("this option needs --draw WxH", o->draw.first);
    const enum wf_stage lanes = o->vertices.lanes.stage;
    if (o->vertices.first_option && lanes != WF_STAGE_VERTEX)
        return cli_misuse("this option needs --vertices COUNT", o->vertices.first_option);
    if (o->draw.given && lanes)
        return cli_misuse("one shader runs, not two: --draw without", vertices_option(lanes));
    for (unsigned i = 0; i < o->draw.inputs; i++) {
        const struct draw_input *input = &o->draw.input[i];
        if (!o->draw.given && !lanes)
            return cli_misuse("this option needs --draw WxH, --vertices COUNT, --patches COUNTxPOINTS or --primitives "
                              "COUNT", "--input");
        if (input->is_pixels && !o->draw.given)
            return cli_misuse("--input: values of pixels are of a shader that draws, not", input->text);
        if (input->is_of_instances && lanes != WF_STAGE_VERTEX)
            return cli_misuse("--input: values of instances are of a vertex shader, not", input->text);
        if (input->is_of_patches && !wf_is_of_patches(lanes))
            return cli_misuse("--input: values of patches are of a tessellation shader, not", input->text);
    }
    return WF_EXIT_OK;
}

/* Groups, or the lanes of another stage; what goes with each. */
static enum wf_exit check_shape(const struct shader_options *o, const char *file, bool runs)
{
    const char *of_groups = o->has_groups    ? "--groups"
                            : o->num_waves   ? "--num-waves"
                            : o->extra_waves ? "--extra"
                                             : NULL;
    const struct shader_stage *asked = shader_stage_of(shader_options_stage(o)), *own = shader_stage_of_name(file);
    const char *what = shader_of_groups(file) ? shader_of_groups(file) : own ? own->what : NULL;
    const enum wf_exit lanes = check_lanes(o);
    if (lanes)
        return lanes;
    if (asked && of_groups)
        return cli_misuse(asked->no_groups, of_groups);
    if (asked && what && !(own && shader_same_option(own, asked)))
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected %s with %s\n", file, what,
                        wf_is_of_patches(asked->stage) ? "a tessellation shader" : asked->what, asked->option);
    if (asked && !strcmp(file, "-"))
        for (unsigned i = 0; i < o->draw.inputs; i++)
            if (!strcmp(o->draw.input[i].in, "-"))
                return cli_misuse("standard input is the shader, and no input too; expected a file in", "--input");
    for (unsigned i = 0; i < o->draw.outputs && !runs; i++)
        if (o->draw.output[i].image.out)
            return cli_misuse("this command runs nothing: --output LOCATION=FORMAT, without OUT, not",
                              o->draw.output[i].image.text);
    if (!runs || o->has_groups || asked)
        return WF_EXIT_OK;
    const enum wf_exit status = shader_readable(file);
    return status ? status : cli_misuse(own ? own->missing : "--groups X,Y,Z is missing, the groups of the grid", file);
}

enum wf_exit shader_check_options(const struct shader_options *o, const char *file, const char *variant, bool runs)
{
    if (shader_other_stage(file))
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected a shader of a stage that runs, or a kernel file\n", file,
                        shader_other_stage(file));
    if (!shader_kind(file))
        return !o->first ? WF_EXIT_OK :
               cli_misuse("this option is for shaders (.spv, .spvasm, .comp, .frag, .vert, .tesc, .tese, .geom, .mesh, "
                          ".task, .glsl, .hlsl, .slang, .cl)",
                          o->first);
    if (variant)
        return cli_misuse("--variant is for kernel files", variant);
    const struct shader_stage *of_lanes = o->task ? shader_stage_of_name(o->task) : NULL;
    const char *other = !o->task ? NULL : of_lanes ? of_lanes->what : shader_other_stage(o->task);
    if (other)
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected a task shader\n", o->task, other);
    if (o->task && (!strcmp(o->task, "-") || !shader_kind(o->task)))
        return cli_misuse("--task needs a shader, such as x.task or x.spv, not", o->task);
    if (!strcmp(file, "-"))
        for (unsigned i = 0; i <= o->binds; i++)
            if (i < o->binds ? !strcmp(o->bind[i].in, "-") : o->push && !strcmp(o->push, "-"))
                return cli_misuse("standard input is the shader, and no buffer too; expected a file in", i < o->binds ?
                                  "--bind" : "--push");
    for (unsigned i = 0; i < o->images; i++)
        if (runs ? !o->image[i].in : o->image[i].out != NULL)
            return cli_misuse(runs ? "--image without its texels: expected SET.BINDING=SIZE:FORMAT:IN, not"
                                   : "this command runs nothing: --image SET.BINDING=SIZE:FORMAT, without OUT, not",
                              o->image[i].text);
    return check_shape(o, file, runs);
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

static enum wf_exit read_module(const char *file, const struct shader_options *o, struct shader_module *module)
{
    struct wf_text text = {.text = NULL};
    struct shader_compiled compiled;
    *module = (struct shader_module){.word = NULL};
    enum wf_exit status = shader_compile(file, o, &text, &compiled);
    const unsigned char *byte = (const unsigned char *)text.text;
    if (!status && text.length % 4)
        status = cli_tell(WF_EXIT_WRONG, "%s: error: has %zu bytes; expected a SPIR-V module, 4 bytes for each word\n",
                          file, text.length);
    if (!status && !(module->word = malloc(text.length + 4)))
        status = cli_no_memory();
    module->words = status ? 0 : text.length / 4;
    for (size_t i = 0; i < module->words; i++)
        module->word[i] = byte[4 * i] | (uint32_t)byte[4 * i + 1] << 8 | (uint32_t)byte[4 * i + 2] << 16 |
                          (uint32_t)byte[4 * i + 3] << 24;
    module->entry = compiled.renamed ? NULL : o->entry;
    module->attributes = compiled.attributes;
    free(text.text);
    return status == WF_EXIT_INPUT ? WF_EXIT_WRONG : status;
}

/* ---- specialization constants ------------------------------------------------------------------------------------ */

static const char *kind_of(const struct wf_shader_constant *c, char text[80])
{
    if (c->width == 1)
        snprintf(text, 80, "true, false, 1 or 0");
    else if (c->is_float)
        snprintf(text, 80, "a number for a float of %u bits, or its bits in hexadecimal", c->width);
    else
        snprintf(text, 80, "an integer of %u bits", c->width);
    return text;
}

/* The value as the type of the constant takes it. */
static bool value_of(const char *value, const struct wf_shader_constant *c, uint32_t word[2])
{
    const struct wf_layout_node type = {
        .kind = c->width == 1 ? WF_LAYOUT_BOOL : c->is_float ? WF_LAYOUT_FLOAT : WF_LAYOUT_UINT,
        .bits = c->width == 1 ? 32 : c->width};
    uint64_t bits;
    if (!fill_number(value, strlen(value), &type, &bits))
        return false;
    word[0] = (uint32_t)bits;
    word[1] = (uint32_t)(bits >> 32);
    return true;
}

static enum wf_exit one_constant(const char *file, const struct shader_spec *given, const struct wf_shader *shader,
                                 struct wf_shader_spec *spec, bool *found)
{
    const struct wf_shader_constant *constant;
    const size_t count = wf_shader_constants(shader, &constant);
    char kind[80];
    spec->id = given->id;
    for (size_t i = 0; i < count; i++) {
        *found |= constant[i].id == given->id;
        if (constant[i].id == given->id && !value_of(given->value, &constant[i], spec->word))
            return cli_tell(WF_EXIT_WRONG, "%s: error: --spec %u=%s: not a value of %s; expected %s\n", file,
                            (unsigned)given->id, given->value, constant[i].name, kind_of(&constant[i], kind));
    }
    return WF_EXIT_OK;
}

static enum wf_shader_wanted wanted_of(const struct shader_options *o)
{
    if (o->draw.given)
        return WF_SHADER_PIXELS;
    if (o->vertices.lanes.stage)
        return wf_shader_wanted_of(o->vertices.lanes.stage);
    return o->has_groups || o->num_waves ? WF_SHADER_GROUPS : WF_SHADER_ANY;
}

static void note_unknown(const char *file, const struct shader_options *o, const bool *found)
{
    for (size_t i = 0; i < o->specs; i++)
        if (!found[i])
            fprintf(stderr, "%s: note: --spec %u=%s: the module has no such specialization constant; the value is "
                    "ignored\n", file, (unsigned)o->spec[i].id, o->spec[i].value);
}

/* `found`: [specs], becomes true of those that the module has. */
static enum wf_exit read_constants(const char *file, const struct shader_options *o, const struct wf_shader *shader,
                                   struct wf_shader_spec **spec, bool *found)
{
    enum wf_exit status = WF_EXIT_OK;
    *spec = calloc(o->specs ? o->specs : 1, sizeof **spec);
    if (!*spec)
        return cli_no_memory();
    for (size_t i = 0; i < o->specs && !status; i++)
        status = one_constant(file, &o->spec[i], shader, &(*spec)[i], &found[i]);
    return status;
}

/* ---- opening it ------------------------------------------------------------------------------------------------- */

static enum wf_exit open_one(const char *file, const struct shader_module *module, const struct wf_shader_spec *spec,
                             size_t specs, enum wf_shader_wanted wanted, struct wf_shader **shader)
{
    const struct wf_shader_options options = {.entry = module->entry, .first = true, .spec = spec, .specs = specs,
                                              .wanted = wanted};
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    wf_shader_free(*shader);
    *shader = wf_shader_open(module->word, module->words, &options, message, &no_memory);
    return *shader ? WF_EXIT_OK : cli_tell(no_memory ? WF_EXIT_ENVIRONMENT : WF_EXIT_WRONG, "%s: error: %s\n", file,
                                           message);
}

/* With the constants as they are, or as the options say; the task shader, if there is one, likewise. */
static enum wf_exit open_shader(struct reader *r, size_t specs)
{
    return open_one(r->file, &r->whole->module, r->whole->spec, specs, r->wanted, &r->shader);
}

static enum wf_exit open_task(struct reader *r, size_t specs)
{
    return !r->task_file ? WF_EXIT_OK : open_one(r->task_file, &r->task_module, r->whole->task_spec, specs,
                                                 WF_SHADER_TASK, &r->task);
}

/* ---- all in one -------------------------------------------------------------------------------------------------- */

static struct wf_shader_options options_of(const struct shader_options *o, const struct shader_module *module,
                                           const struct wf_shader_spec *spec, enum wf_shader_wanted wanted)
{
    return (struct wf_shader_options){.entry = module->entry, .spec = spec, .specs = o->specs,
                                      .near_division = o->near_division, .wanted = wanted};
}

/* The task shader, in a module of its own or in that of the mesh shader. */
static enum wf_exit read_task(struct reader *r, enum task_place place)
{
    const struct shader_options options = task_options(r->options);
    struct input *whole = r->whole;
    enum wf_exit status = WF_EXIT_OK;
    if (place == TASK_OF_FILE)
        status = read_module(r->options->task, &options, &whole->task_module);
    r->task_file = place == TASK_OF_FILE ? r->options->task : r->file;
    r->task_module = place == TASK_OF_FILE ? whole->task_module : whole->module;
    if (place == TASK_OF_MODULE)
        r->task_module.entry = r->options->task_entry;
    return status;
}

/* Names get their numbers first, then constants their values: the sizes of arrays may depend on them. */
static enum wf_exit read_options(struct reader *r, struct shader_options *o, enum task_place place)
{
    struct input *whole = r->whole;
    enum wf_exit status = open_shader(r, 0);
    if (!status && place != TASK_NONE)
        status = read_task(r, place);
    if (!status)
        status = open_task(r, 0);
    if (!status)
        status = binding_names_find(r->file, r->shader, r->task, o);
    if (!status)
        status = spec_names_find(r->file, r->shader, r->task, o);
    if (!status)
        status = shader_options_check(o);
    if (!status)
        status = read_constants(r->file, o, r->shader, &whole->spec, r->found);
    if (!status && r->task)
        status = read_constants(r->task_file, o, r->task, &whole->task_spec, r->found);
    if (!status && o->specs)
        status = open_shader(r, o->specs);
    if (!status && o->specs)
        status = open_task(r, o->specs);
    if (!status)
        status = shader_read_buffers(r);
    return status ? status : shader_read_expectations(r);
}

static void add_task(const struct reader *r, enum task_place place)
{
    struct input *whole = r->whole;
    const struct shader_module *module = place == TASK_OF_FILE ? &whole->task_module : &whole->module;
    whole->task = (struct wf_shader_dispatch){
        .name = r->task_file, .module = module->word, .module_words = module->words, .attributes = &module->attributes,
        .options = options_of(r->options, &r->task_module, whole->task_spec, WF_SHADER_TASK)};
}

/* Module, options and the task shader; `found` has room for each constant. */
static enum wf_exit read_parts(struct reader *r, struct shader_options *o, bool look, enum task_place *place)
{
    const struct shader_options of_mesh = mesh_options(o);
    struct input *whole = r->whole;
    enum wf_exit status = read_module(r->file, &of_mesh, &whole->module);
    *place = status || look ? TASK_NONE : task_place(o, whole->module.word, whole->module.words, whole->module.entry);
    r->wanted = *place != TASK_NONE ? WF_SHADER_MESH : wanted_of(o);
    if (!status)
        status = read_options(r, o, *place);
    if (!status && *place != TASK_NONE)
        add_task(r, *place);
    if (!status)
        note_unknown(r->file, o, r->found);
    return status;
}

static enum wf_exit read_shader(struct input *whole, const char *file, struct shader_options *o, bool look)
{
    struct shader_module *module = &whole->module;
    struct reader r = {.file = file, .options = o, .whole = whole};
    enum task_place place = TASK_NONE;
    if (!look)
        task_complete(file, o, &whole->pair);
    r.found = calloc(o->specs ? o->specs : 1, sizeof *r.found);
    const enum wf_exit status = r.found ? read_parts(&r, o, look, &place) : cli_no_memory();
    wf_shader_free(r.shader);
    wf_shader_free(r.task);
    free(r.found);
    if (status)
        return status;
    whole->dispatch = (struct wf_shader_dispatch){
        .name = file, .module = module->word, .module_words = module->words,
        .options = options_of(o, module, whole->spec, r.wanted),
        .task = place != TASK_NONE ? &whole->task : NULL,
        .rectangle = o->draw.given ? &whole->rectangle : NULL,
        .lanes = o->vertices.lanes.stage ? &o->vertices.lanes : NULL,
        .expect_records = whole->expect_records, .corners = whole->corners,
        .corner_inputs = whole->corner_inputs,
        .attributes = &module->attributes, .sampler = o->sampler, .samplers = o->samplers,
        .buffer = whole->buffer, .buffers = whole->buffers, .groups = {o->groups[0], o->groups[1], o->groups[2]},
        .dimensions = o->dimensions,
        .num_waves = o->num_waves, .extra_waves = o->extra_waves, .extra_idle = o->extra_idle, .look = look};
    whole->text.shader = &whole->dispatch;
    return WF_EXIT_OK;
}

enum wf_exit input_read(struct input *input, const char *file, const char *variant,
                        struct shader_options *options, bool look)
{
    const enum wf_exit status = shader_kind(file) ? read_shader(input, file, options, look) :
        wf_text_read(file, &input->text);
    input->text.variant = variant;
    input->text.compile = named_shader_compile;
    input->text.picture = image_read_named;
    return status;
}

void input_free(struct input *input)
{
    for (size_t i = 0; i < input->buffers; i++)
        free(input->contents[i].word);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        expectation_free(&input->expect[i]);
    for (unsigned i = 0; i < WF_MESH_RESULTS; i++)
        expectation_free(&input->expect_records[i]);
    for (size_t i = 0; i < input->corner_inputs; i++)
        free(input->corner_contents[i].word);
    free(input->covered);
    free(input->spec);
    free(input->task_spec);
    free(input->task_module.word);
    free(input->module.word);
    free(input->text.text);
    wf_inputs_free(&input->inputs);
}
