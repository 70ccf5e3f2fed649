/* SPDX-License-Identifier: Apache-2.0
 * cmd_asm.c - wavefold asm.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "listing.h"
#include "output.h"
#include "shader_file.h"

struct options {
    const char *file, *out, *variant;
    unsigned lanes, wave_size;
    bool listing;
    const char *dump;           /* of a shader: the code after this pass, or NULL */
    struct shader_options shader;
};

static enum wf_exit take_dump(const struct cli_option *option, const char *value)
{
    const char **dump = option->to.text;
    char what[240] = "--dump needs a pass:";
    for (size_t i = 0; wf_shader_pass(i); i++) {
        const size_t used = strlen(what);
        if (!strcmp(wf_shader_pass(i), value))
            *dump = value;
        snprintf(what + used, sizeof what - used, "%s %s", i ? "," : "", wf_shader_pass(i));
    }
    const size_t used = strlen(what);
    snprintf(what + used, sizeof what - used, "; not");
    return *dump ? WF_EXIT_OK : cli_misuse(what, value);
}

static enum wf_exit parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){.out = "-"};
    const struct cli_option known[] = {
        CLI_TEXT("-o", &o->out), CLI_FLAG("--listing", &o->listing), CLI_LANES("--lanes", &o->lanes),
        CLI_LANES("--wave-size", &o->wave_size), {.name = "--dump", .take = take_dump, .to.text = &o->dump},
        CLI_ONCE("--variant", &o->variant), SHADER_LOOK_ROWS(&o->shader), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &o->file, "a file is missing");
    if (!status)
        status = shader_check_options(&o->shader, o->file, o->variant, false);
    if (status)
        return status;
    if (wf_output_is_input(o->out, o->file))
        return cli_misuse("the output is the input file itself", o->out);
    o->lanes = cli_device_lanes(o->lanes, o->wave_size);
    return cli_wave_fits(o->wave_size, o->lanes);
}

/* One dispatch of a file behind the other, as they stand in the instruction memory. */
static void list_all(FILE *file, const struct wf_kernel *kernel, const char *path)
{
    unsigned number = 0;
    for (const struct wf_kernel *k = kernel; k; k = k->next) {
        if (kernel->next)
            fprintf(file, "// dispatch %u\n", ++number);
        wf_listing(file, k, path);
    }
}

/* Of the kernel, or what was dumped on the way to it. */
static enum wf_exit write_code(const struct options *o, const struct wf_kernel *kernel, const char *dumped)
{
    struct wf_output out;
    if (!wf_output_open(&out, o->out, false))
        return WF_EXIT_ENVIRONMENT;
    if (dumped)
        fputs(dumped, out.file);
    else if (o->listing || kernel->no_file)
        list_all(out.file, kernel, o->file);
    else
        for (size_t i = 0; i < kernel->count; i++)
            fprintf(out.file, "%016" PRIx64 "\n", kernel->code[i]);
    return wf_output_commit(&out) ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

static enum wf_exit assemble(const struct options *o, struct input *input, char **dumped)
{
    struct wf_inputs *inputs = &input->inputs;
    const struct wf_device device = wf_build_device(o->lanes);
    size_t length;
    inputs->dump = o->dump;
    inputs->dump_to = o->dump ? open_memstream(dumped, &length) : NULL;
    if (o->dump && !inputs->dump_to)
        return cli_no_memory();
    inputs->one = !o->listing;
    struct wf_kernel *kernel = wf_text_parse_inputs(o->file, &input->text, &device, o->wave_size, inputs);
    enum wf_exit status = kernel ? WF_EXIT_OK : wf_inputs_status(inputs);
    if (inputs->dump_to && fclose(inputs->dump_to) != 0)
        status = cli_no_memory();
    if (!status && wf_inputs_hold(inputs, o->out))
        status = cli_misuse(input->text.shader ? "the output is a file that is read" :
                            "the output is a file that the kernel file reads", o->out);
    if (!status && o->dump && !kernel->shader_name)
        status = cli_misuse("--dump is for shaders, and the kernel file has none", o->file);
    if (!status)
        status = write_code(o, kernel, o->dump ? *dumped : NULL);
    wf_kernel_free(kernel);
    return status;
}

enum wf_exit cli_asm(int argc, char **argv)
{
    struct options o;
    struct input input = {.buffers = 0};
    char *dumped = NULL;
    enum wf_exit status = parse(argc, argv, &o);
    if (!status)
        status = input_read(&input, o.file, o.variant, &o.shader, true);
    if (!status)
        status = assemble(&o, &input, &dumped);
    shader_options_free(&o.shader);
    input_free(&input);
    free(dumped);
    return status;
}
