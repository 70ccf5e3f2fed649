/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shader_file.h"

#include <stdlib.h>
#include <string.h>

#include "named_shader.h"
#include "draw_file.h"
#include "half.h"
#include "image_file.h"
#include "task_file.h"

/* Groups, or what a fragment shader draws; what goes with each. */
static enum wf_exit check_shape(const struct shader_options *o, const char *file, bool runs)
{
    const char *of_groups = o->has_groups    ? "--groups"
                            : o->num_waves   ? "--num-waves"
                            : o->extra_waves ? "--extra"
                                             : NULL;
    if (o->draw.first && !o->draw.given)
        return cli_misuse("this option needs --draw WxH", o->draw.first);
    if (o->draw.given && of_groups)
        return cli_misuse("a shader that draws has no groups: --draw without", of_groups);
    if (o->draw.given && !strcmp(file, "-"))
        for (unsigned i = 0; i < o->draw.inputs; i++)
            if (!strcmp(o->draw.input[i].in, "-"))
                return cli_misuse("standard input is the shader, and no input too; expected a file in", "--input");
    for (unsigned i = 0; i < o->draw.outputs && !runs; i++)
        if (o->draw.output[i].image.out)
            return cli_misuse("this command runs nothing: --output LOCATION=FORMAT, without OUT, not",
                              o->draw.output[i].image.text);
    if (!runs || o->has_groups || o->draw.given)
        return WF_EXIT_OK;
    const enum wf_exit status = shader_readable(file);
    return status ? status : cli_misuse(shader_is_fragment(file) ? "--draw WxH is missing, the pixels that it draws" :
                                        "--groups X,Y,Z is missing, the groups of the grid", file);
}

enum wf_exit shader_check_options(const struct shader_options *o, const char *file, const char *variant, bool runs)
{
    if (shader_other_stage(file))
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected a compute, fragment, task or mesh shader, or a kernel "
                        "file\n", file, shader_other_stage(file));
    if (!shader_kind(file))
        return !o->first ? WF_EXIT_OK :
               cli_misuse("this option is for shaders (.spv, .spvasm, .comp, .frag, .mesh, .task, .glsl, .hlsl, .slang)",
                          o->first);
    if (variant)
        return cli_misuse("--variant is for kernel files", variant);
    if (o->task && shader_other_stage(o->task))
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected a task shader\n", o->task, shader_other_stage(o->task));
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

/* The value as the type of the constant takes it; numbers in hexadecimal are bits of floats too. */
static bool value_of(const char *value, const struct wf_shader_constant *c, uint32_t word[2])
{
    struct contents_number n;
    uint64_t bits;
    if (c->width == 1 && (!strcmp(value, "true") || !strcmp(value, "false"))) {
        word[0] = *value == 't';
        return true;
    }
    if (!contents_number(value, strlen(value), &n))
        return false;
    if (c->is_float && !n.is_hex) {
        contents_float_bits(&n, c->width, word);
        return true;
    }
    if (!contents_fits(&n, c->width, &bits))
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
    return o->draw.given ? WF_SHADER_PIXELS : o->has_groups || o->num_waves ? WF_SHADER_GROUPS : WF_SHADER_ANY;
}

static void note_unknown(const char *file, const struct shader_options *o, const bool *found)
{
    for (size_t i = 0; i < o->specs; i++)
        if (!found[i])
            fprintf(stderr, "%s: note: --spec %u=%s: the module has no such specialization constant; the value is "
                    "ignored\n", file, (unsigned)o->spec[i].id, o->spec[i].value);
}

/* `found`: [specs], becomes true of those that the module has. */
static enum wf_exit read_constants(const char *file, const struct shader_options *o, const struct shader_module *module,
                                   enum wf_shader_wanted wanted, struct wf_shader_spec **spec, bool *found)
{
    const struct wf_shader_options options = {.entry = module->entry, .first = true, .wanted = wanted};
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    *spec = calloc(o->specs ? o->specs : 1, sizeof **spec);
    if (!*spec)
        return cli_no_memory();
    if (!o->specs)
        return WF_EXIT_OK;
    struct wf_shader *shader = wf_shader_open(module->word, module->words, &options, message, &no_memory);
    enum wf_exit status = WF_EXIT_OK;
    if (!shader)
        status = cli_tell(no_memory ? WF_EXIT_ENVIRONMENT : WF_EXIT_WRONG, "%s: error: %s\n", file, message);
    for (size_t i = 0; i < o->specs && !status; i++)
        status = one_constant(file, &o->spec[i], shader, &(*spec)[i], &found[i]);
    wf_shader_free(shader);
    return status;
}

/* ---- all in one -------------------------------------------------------------------------------------------------- */

static enum wf_exit add_buffer(struct input *whole, const struct wf_shader_buffer *names, const char *option,
                               const char *in)
{
    struct contents *contents = &whole->contents[whole->buffers];
    struct wf_shader_buffer *buffer = &whole->buffer[whole->buffers++];
    const enum wf_exit status = contents_read(option, in, &whole->inputs, contents);
    *buffer = *names;
    buffer->word = contents->word;
    buffer->words = contents->words;
    return status;
}

static enum wf_exit add_image(struct input *whole, const struct image_option *image)
{
    struct contents *contents = &whole->contents[whole->buffers];
    struct wf_shader_buffer *buffer = &whole->buffer[whole->buffers++];
    const enum wf_exit status = image_read(image, &whole->inputs, contents);
    *buffer = (struct wf_shader_buffer){.set = image->set, .binding = image->binding, .word = contents->word,
                                        .words = contents->words, .image = &image->image};
    return status;
}

static enum wf_exit add_output(struct input *whole, const struct draw_options *draw, unsigned i)
{
    const struct draw_output *output = &draw->output[i];
    struct image_option *image = &whole->output[i];
    char text[120];
    if (whole->buffers == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings and outputs", output->image.text);
    *image = output->image;
    image->image.size[0] = draw->width;
    image->image.size[1] = draw->height;
    image->image.samples = whole->rectangle.samples;
    const char *fault = wf_image_fault(&image->image, text);
    if (fault)
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: --output %s: %s\n", image->text, fault);
    const enum wf_exit status = add_image(whole, image);
    struct wf_shader_buffer *buffer = &whole->buffer[whole->buffers - 1];
    buffer->use = output->is_depth ? WF_FOR_DEPTH : WF_FOR_OUTPUT;
    buffer->location = output->location;
    return status;
}

/* The shader tells the type of each input. */
static enum wf_exit read_inputs(const char *file, const struct shader_options *o, struct input *whole, size_t *corners)
{
    const struct wf_shader_options options = {.entry = whole->module.entry, .first = true, .wanted = WF_SHADER_PIXELS};
    const struct wf_shader_location *all = NULL;
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    *corners = 0;
    if (!o->draw.inputs)
        return WF_EXIT_OK;
    struct wf_shader *shader = wf_shader_open(whole->module.word, whole->module.words, &options, message, &no_memory);
    if (!shader)
        return cli_tell(no_memory ? WF_EXIT_ENVIRONMENT : WF_EXIT_WRONG, "%s: error: %s\n", file, message);
    const size_t count = wf_shader_locations(shader, &all);
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned i = 0; i < o->draw.inputs && !status; i++) {
        const struct draw_input *input = &o->draw.input[i];
        const struct wf_shader_location *at = NULL;
        for (size_t n = 0; n < count; n++)
            if (all[n].kind == WF_LOCATION_INPUT && all[n].location == input->location &&
                all[n].component == input->component)
                at = &all[n];
        if (input->is_pixels && whole->buffers == WF_MAX_BUFFERS) {
            status = cli_misuse("too many bindings and inputs", input->text);
            break;
        }
        struct contents *contents = input->is_pixels ? &whole->contents[whole->buffers]
                                                     : &whole->corner_contents[*corners];
        status = draw_read_input(input, at, &whole->inputs, contents);
        if (input->is_pixels)
            whole->buffer[whole->buffers++] = (struct wf_shader_buffer){
                .use = WF_FOR_INPUT, .location = input->location, .component = input->component,
                .word = contents->word, .words = contents->words};
        else
            whole->corners[(*corners)++] = (struct wf_shader_corners){
                .location = input->location, .component = input->component, .word = contents->word,
                .words = contents->words};
    }
    wf_shader_free(shader);
    return status;
}

static enum wf_exit read_buffers(const struct shader_options *o, struct input *whole)
{
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned i = 0; i < o->binds && !status; i++) {
        const struct wf_shader_buffer names = {.set = o->bind[i].at.set, .binding = o->bind[i].at.binding,
                                                .element = o->bind[i].at.element};
        status = add_buffer(whole, &names, "--bind", o->bind[i].in);
    }
    for (unsigned i = 0; i < o->images && !status; i++)
        status = add_image(whole, &o->image[i]);
    if (!status && o->draw.given)
        status = draw_read_rectangle(&o->draw, &whole->inputs, &whole->rectangle, &whole->covered);
    for (unsigned i = 0; i < o->draw.outputs && !status; i++)
        status = add_output(whole, &o->draw, i);
    if (o->push && !status && whole->buffers == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings, and push constants take a buffer too", o->push);
    if (o->push && !status)
        status = add_buffer(whole, &(struct wf_shader_buffer){.is_push = true}, "--push", o->push);
    return status;
}

/* The number of the buffer; WF_MAX_BUFFERS: there is none. */
static unsigned expected_buffer(const struct shader_options *o, const struct binding *at)
{
    for (unsigned i = 0; i < o->binds; i++)
        if (binding_same(&o->bind[i].at, at))
            return i;
    for (unsigned i = 0; i < o->draw.outputs; i++)
        if (at->of == (o->draw.output[i].is_depth ? BINDING_OF_DEPTH : BINDING_OF_OUTPUT) &&
            at->binding == o->draw.output[i].location)
            return o->binds + o->images + i;
    return WF_MAX_BUFFERS;
}

/* Each expectation goes with its buffer. */
static enum wf_exit read_expectations(const struct shader_options *o, struct input *whole)
{
    for (unsigned i = 0; i < o->expects; i++) {
        const struct expectation *e = &o->expect[i];
        const unsigned at = expected_buffer(o, &e->at);
        if (at == WF_MAX_BUFFERS)
            return cli_misuse(e->at.of == BINDING_OF_SET ? "--expect needs a --bind of the same binding"
                                                         : "--expect needs an --output of the same location", e->value);
        const enum wf_exit status = expectation_read(e, &whole->inputs, whole->buffer[at].words, &whole->expect[at]);
        whole->buffer[at].expect = &whole->expect[at];
        if (status)
            return status;
    }
    return WF_EXIT_OK;
}

static struct wf_shader_options options_of(const struct shader_options *o, const struct shader_module *module,
                                           const struct wf_shader_spec *spec, enum wf_shader_wanted wanted)
{
    return (struct wf_shader_options){.entry = module->entry, .spec = spec, .specs = o->specs,
                                      .near_division = o->near_division, .wanted = wanted};
}

/* The task shader, in a module of its own or in that of the mesh shader; whole->task has a name then. */
static enum wf_exit read_task(struct input *whole, const char *file, const struct shader_options *o, bool *found)
{
    const struct shader_options options = task_options(o);
    const enum task_place place = task_place(o, whole->module.word, whole->module.words, whole->module.entry);
    const char *name = place == TASK_OF_FILE ? o->task : file;
    const struct shader_module *module = &whole->module;
    enum wf_exit status = WF_EXIT_OK;
    if (place == TASK_NONE)
        return WF_EXIT_OK;
    if (place == TASK_OF_FILE) {
        module = &whole->task_module;
        status = read_module(o->task, &options, &whole->task_module);
    }
    struct shader_module of_task = *module;
    of_task.entry = place == TASK_OF_FILE ? module->entry : o->task_entry;
    if (!status)
        status = read_constants(name, o, &of_task, WF_SHADER_TASK, &whole->task_spec, found);
    whole->task = (struct wf_shader_dispatch){
        .name = name, .module = of_task.word, .module_words = of_task.words, .attributes = &module->attributes,
        .options = options_of(o, &of_task, whole->task_spec, WF_SHADER_TASK)};
    return status;
}

static enum wf_exit read_all_constants(struct input *whole, const char *file, const struct shader_options *o, bool look)
{
    bool *found = calloc(o->specs ? o->specs : 1, sizeof *found);
    if (!found)
        return cli_no_memory();
    enum wf_exit status = look ? WF_EXIT_OK : read_task(whole, file, o, found);
    if (!status)
        status = read_constants(file, o, &whole->module, whole->task.name ? WF_SHADER_MESH : wanted_of(o),
                                &whole->spec, found);
    if (!status)
        note_unknown(file, o, found);
    free(found);
    return status;
}

static enum wf_exit read_shader(struct input *whole, const char *file, const struct shader_options *given, bool look)
{
    struct shader_options complete = *given;
    const struct shader_options *o = &complete;
    if (!look)
        task_complete(file, &complete, &whole->pair);
    const struct shader_options of_mesh = mesh_options(o);
    struct shader_module *module = &whole->module;
    enum wf_exit status = read_buffers(o, whole);
    if (!status)
        status = read_expectations(o, whole);
    if (!status)
        status = read_module(file, &of_mesh, module);
    if (!status)
        status = read_all_constants(whole, file, o, look);
    size_t corners = 0;
    if (!status)
        status = read_inputs(file, given, whole, &corners);
    if (status)
        return status;
    whole->dispatch = (struct wf_shader_dispatch){
        .name = file, .module = module->word, .module_words = module->words,
        .options = options_of(o, module, whole->spec, whole->task.name ? WF_SHADER_MESH : wanted_of(o)),
        .task = whole->task.name ? &whole->task : NULL,
        .rectangle = o->draw.given ? &whole->rectangle : NULL, .corners = whole->corners, .corner_inputs = corners,
        .attributes = &module->attributes, .sampler = given->sampler, .samplers = given->samplers,
        .buffer = whole->buffer, .buffers = whole->buffers, .groups = {o->groups[0], o->groups[1], o->groups[2]},
        .num_waves = o->num_waves, .extra_waves = o->extra_waves, .extra_idle = o->extra_idle, .look = look};
    whole->text.shader = &whole->dispatch;
    return WF_EXIT_OK;
}

enum wf_exit input_read(struct input *input, const char *file, const char *variant,
                        const struct shader_options *options, bool look)
{
    const enum wf_exit status = shader_kind(file) ? read_shader(input, file, options, look) :
        wf_text_read(file, &input->text);
    input->text.variant = variant;
    input->text.compile = named_shader_compile;
    return status;
}

void input_free(struct input *input)
{
    for (size_t i = 0; i < input->buffers; i++)
        free(input->contents[i].word);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        expectation_free(&input->expect[i]);
    for (unsigned i = 0; i < DRAW_LOCATIONS; i++)
        free(input->corner_contents[i].word);
    free(input->covered);
    free(input->spec);
    free(input->task_spec);
    free(input->task_module.word);
    free(input->module.word);
    free(input->text.text);
    wf_inputs_free(&input->inputs);
}
