/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shader_file.h"

#include <stdlib.h>
#include <string.h>

#include "named_shader.h"
#include "half.h"
#include "image_file.h"

enum wf_exit shader_check_options(const struct shader_options *o, const char *file, const char *variant, bool runs)
{
    if (shader_other_stage(file))
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s; expected a compute shader, or a kernel file\n", file,
                        shader_other_stage(file));
    if (!shader_kind(file))
        return !o->first ? WF_EXIT_OK :
               cli_misuse("this option is for shaders (.spv, .spvasm, .comp, .glsl, .hlsl, .slang)", o->first);
    if (variant)
        return cli_misuse("--variant is for kernel files", variant);
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
    if (!runs || o->has_groups)
        return WF_EXIT_OK;
    const enum wf_exit status = shader_readable(file);
    return status ? status : cli_misuse("--groups X,Y,Z is missing, the groups of the grid", file);
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
                                 struct wf_shader_spec *spec)
{
    const struct wf_shader_constant *constant;
    const size_t count = wf_shader_constants(shader, &constant);
    char kind[80];
    bool known = false;
    spec->id = given->id;
    for (size_t i = 0; i < count; i++) {
        known |= constant[i].id == given->id;
        if (constant[i].id == given->id && !value_of(given->value, &constant[i], spec->word))
            return cli_tell(WF_EXIT_WRONG, "%s: error: --spec %u=%s: not a value of %s; expected %s\n", file,
                            (unsigned)given->id, given->value, constant[i].name, kind_of(&constant[i], kind));
    }
    if (!known)
        fprintf(stderr, "%s: note: --spec %u=%s: the module has no such specialization constant; the value is "
                "ignored\n", file, (unsigned)given->id, given->value);
    return WF_EXIT_OK;
}

static enum wf_exit read_constants(const char *file, const struct shader_options *o, const struct shader_module *module,
                                   struct wf_shader_spec **spec)
{
    const struct wf_shader_options options = {.entry = module->entry, .first = true};
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
        status = one_constant(file, &o->spec[i], shader, &(*spec)[i]);
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
    *buffer = (struct wf_shader_buffer){.set = image->at.set, .binding = image->at.binding,
                                        .element = image->at.element, .word = contents->word,
                                        .words = contents->words, .image = &image->image};
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
    if (o->push && !status && whole->buffers == WF_MAX_BUFFERS)
        return cli_misuse("too many bindings, and push constants take a buffer too", o->push);
    if (o->push && !status)
        status = add_buffer(whole, &(struct wf_shader_buffer){.is_push = true}, "--push", o->push);
    return status;
}

/* Each expectation goes with its buffer. */
static enum wf_exit read_expectations(const struct shader_options *o, struct input *whole)
{
    for (unsigned i = 0; i < o->expects; i++) {
        const struct expectation *e = &o->expect[i];
        unsigned at = 0;
        while (at < o->binds && !binding_same(&o->bind[at].at, &e->at))
            at++;
        if (at == o->binds)
            return cli_misuse("--expect needs a --bind of the same binding", e->value);
        const enum wf_exit status = expectation_read(e, &whole->inputs, whole->buffer[at].words, &whole->expect[at]);
        whole->buffer[at].expect = &whole->expect[at];
        if (status)
            return status;
    }
    return WF_EXIT_OK;
}

static enum wf_exit read_shader(struct input *whole, const char *file, const struct shader_options *o, bool look)
{
    struct shader_module *module = &whole->module;
    enum wf_exit status = read_buffers(o, whole);
    if (!status)
        status = read_expectations(o, whole);
    if (!status)
        status = read_module(file, o, module);
    if (!status)
        status = read_constants(file, o, module, &whole->spec);
    if (status)
        return status;
    whole->dispatch = (struct wf_shader_dispatch){
        .name = file, .module = module->word, .module_words = module->words,
        .options = {.entry = module->entry, .spec = whole->spec, .specs = o->specs,
                    .near_division = o->near_division},
        .attributes = &module->attributes, .sampler = o->sampler, .samplers = o->samplers,
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
    free(input->spec);
    free(input->module.word);
    free(input->text.text);
    wf_inputs_free(&input->inputs);
}
