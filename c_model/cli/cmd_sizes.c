/* SPDX-License-Identifier: Apache-2.0
 * cmd_sizes.c - wavefold sizes: the wave sizes that a kernel allows on a device.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "compile.h"
#include "image_file.h"
#include "json.h"
#include "kernel_file.h"
#include "named_shader.h"

/* The text assembles for this device with this wave size (0: the device's choice). */
static bool allows(const char *file, const struct wf_text *text, const struct wf_device *device, unsigned wave_size)
{
    struct wf_kernel *kernel = wf_text_parse_silently(file, text, device, wave_size);
    wf_kernel_free(kernel);
    return kernel != NULL;
}

/* No size fits.  That the device is too narrow, or sizes of dispatches differ, is an answer; all else a mistake. */
static enum wf_exit explain(const char *file, const struct wf_text *text, const struct wf_device *device)
{
    unsigned least = 0, most = 0;
    for (unsigned size = 4; size <= WF_MAX_LANES; size *= 2) {
        struct wf_device wider = wf_build_device(size > device->lanes ? WF_MAX_LANES : device->lanes);
        if (!allows(file, text, &wider, size))
            continue;
        least = least ? least : size;
        most = size;
    }
    if (least) {
        fprintf(stderr, "%s: note: no wave size fits a device of %u lanes: the file allows %u", file, device->lanes,
                least);
        if (most > least)
            fprintf(stderr, " to %u", most);
        fprintf(stderr, "; try --lanes %u\n", least <= 8 ? 8 : least <= 32 ? 32 : WF_MAX_LANES);
        return WF_EXIT_OK;
    }
    struct wf_inputs inputs = {0};
    struct wf_kernel *kernel = wf_text_parse_inputs(file, text, device, 0, &inputs);
    const enum wf_exit status = kernel ? WF_EXIT_OK : wf_inputs_status(&inputs);
    if (kernel)
        fprintf(stderr, "%s: note: no wave size fits all dispatches of the file; `wavefold run` without --wave-size "
                "takes one for each\n", file);
    wf_kernel_free(kernel);
    wf_inputs_free(&inputs);
    return status;
}

/* The sizes, as text or as JSON; `refused`: the file expects that, so none is listed. */
static void put_json(const char *file, const struct wf_text *text, const struct wf_device *device, bool refused,
                     const unsigned *size, unsigned sizes)
{
    struct json json = {.file = stdout};
    json_begin(&json, NULL, '{');
    json_text(&json, "kernel", file);
    json_text(&json, "variant", text->variant);
    json_number(&json, "lanes", device->lanes);
    json_bool(&json, "refused", refused);
    json_begin(&json, "wave_sizes", '[');
    for (unsigned i = 0; i < sizes; i++)
        json_number(&json, NULL, size[i]);
    json_end(&json, ']');
    json_end(&json, '}');
}

static enum wf_exit list(const char *file, const struct wf_text *text, const struct wf_device *device, bool as_json)
{
    struct wf_kernel *kernel = wf_text_parse_silently(file, text, device, 0);
    const bool refused = kernel && kernel->expect_reject;
    unsigned size[8], sizes = 0;
    wf_kernel_free(kernel);
    for (unsigned s = 4; !refused && s <= device->lanes; s *= 2)
        if (allows(file, text, device, s))
            size[sizes++] = s;
    const enum wf_exit status = refused || sizes ? WF_EXIT_OK : explain(file, text, device);
    if (!status && as_json)
        put_json(file, text, device, refused, size, sizes);
    else if (refused)
        puts("default");
    for (unsigned i = 0; i < sizes && !as_json; i++)
        printf("%u\n", size[i]);
    return status;
}

enum wf_exit cli_sizes(int argc, char **argv)
{
    const char *file = NULL, *variant = NULL;
    unsigned lanes = 32;
    bool as_json = false;
    const struct cli_option known[] = {CLI_LANES("--lanes", &lanes), CLI_ONCE("--variant", &variant),
                                       CLI_FLAG("--json", &as_json), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &file, "a file is missing");
    if (status)
        return status;
    if (shader_kind(file))
        return cli_misuse("wavefold check lists the wave sizes of a shader", file);
    struct wf_device device = wf_build_device(lanes);
    struct wf_text text;
    status = wf_text_read(file, &text);
    if (status)
        return status;
    text.variant = variant;
    text.compile = named_shader_compile;
    text.picture = image_read_named;
    status = list(file, &text, &device, as_json);
    free(text.text);
    return cli_close_stdout(status);
}
