/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "image_option.h"

#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "cli.h"
#include "contents.h"
#include "shell.h"

static enum wf_exit bad_image(const char *value)
{
    return cli_misuse("--image needs SET.BINDING=SIZE:FORMAT:IN or SET.BINDING=SIZE:FORMAT:IN:OUT, or a name of the "
                      "shader in place of SET.BINDING, such as 0.1=640x480:rgba8:in.png, 0.1=64x64,layers=6:r32f:zero:out.bin, "
                      "or 0.1[2]=64x64:rgba8:zero for an array of images, not", value);
}

/* ",layers=6,levels=4,samples=2": what follows the sides; NULL when it is none of them. */
static const char *counts(const char *at, struct wf_image *image)
{
    static const char *const name[3] = {",layers=", ",levels=", ",samples="};
    uint32_t *const number[3] = {&image->layers, &image->levels, &image->samples};
    while (at && *at == ',') {
        unsigned i = 0;
        while (i < 3 && strncmp(at, name[i], strlen(name[i])) != 0)
            i++;
        at = i < 3 ? cli_digits_32(at + strlen(name[i]), number[i]) : NULL;
    }
    return at;
}

/* "640x480", and counts. */
static const char *size_of(const char *at, struct wf_image *image)
{
    *image = (struct wf_image){.size = {1, 1, 1}, .layers = 1, .levels = 1, .samples = 1};
    for (unsigned i = 0; i < 3; i++) {
        at = cli_digits_32(at, &image->size[i]);
        if (!at || *at != 'x')
            break;
        at += i < 2;
    }
    return at ? counts(at, image) : NULL;
}

/* Its length: a file, "zero", or what begins with "text:". */
static size_t in_length(const char *in)
{
    return !strncmp(in, "zero", 4) && (!in[4] || in[4] == ':') ? 4 : contents_length(in);
}

enum wf_exit image_option_parse(const char *value, struct image_option *o)
{
    char name[40], text[120], what[160];
    *o = (struct image_option){.text = value, .option = "--image"};
    const char *at = binding_take_element(value, &o->at);
    at = at && *at == '=' ? size_of(at + 1, &o->image) : NULL;
    if (!at || *at != ':')
        return bad_image(value);
    const size_t length = strcspn(at + 1, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at + 1);
    o->image.format = wf_image_format_find(name);
    if (o->image.format == WF_IMAGE_FORMAT_NONE) {
        snprintf(what, sizeof what, "--image: %s is no format; expected one such as rgba8 or R8G8B8A8_UNORM, in", name);
        return cli_misuse(what, value);
    }
    const char *fault = wf_image_fault(&o->image, text);
    if (fault) {
        snprintf(what, sizeof what, "--image: %s, in", fault);
        return cli_misuse(what, value);
    }
    if (!at[1 + length])
        return WF_EXIT_OK;
    const char *in = at + 2 + length, *behind = in + in_length(in);
    if (behind == in || (*behind && (!behind[1] || strchr(behind + 1, ':'))))
        return bad_image(value);
    o->out = *behind ? behind + 1 : NULL;
    o->in = strndup(in, (size_t)(behind - in));
    return o->in ? WF_EXIT_OK : cli_no_memory();
}

void image_option_write(const struct image_option *o, FILE *file)
{
    fputs(" --image ", file);
    const size_t out = o->out ? strlen(o->out) + 1 : 0, length = strlen(o->text) - out;
    char *text = strndup(o->text, length);
    if (text)
        wf_shell_part(file, text);
    free(text);
}
