/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "draw_option.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "contents.h"
#include "shell.h"

/* ---- the rectangle ----------------------------------------------------------------------------------------------- */

/* WxH[:COVERAGE] */
enum wf_exit draw_take(struct draw_options *o, const char *value)
{
    if (o->given)
        return cli_twice("--draw", value);
    const char *at = cli_digits_32(value, &o->width);
    at = at && *at == 'x' ? cli_digits_32(at + 1, &o->height) : NULL;
    if (!at || (*at && (*at != ':' || !at[1])) || !o->width || !o->height || o->width > WF_MAX_PIXEL ||
        o->height > WF_MAX_PIXEL)
        return cli_misuse("--draw needs WxH or WxH:COVERAGE, sides from 1 to 16384 and a file, such as 640x480 or "
                          "64x64:disc.png, not", value);
    o->coverage = *at ? at + 1 : NULL;
    o->given = true;
    return WF_EXIT_OK;
}

enum wf_exit draw_take_samples(struct draw_options *o, const char *value)
{
    if (o->samples)
        return cli_twice("--samples", value);
    uint32_t samples;
    const char *end = cli_digits_32(value, &samples);
    if (!end || *end || !samples || samples > 16 || (samples & (samples - 1)))
        return cli_misuse("--samples is 1, 2, 4, 8 or 16, not", value);
    o->samples = samples;
    return WF_EXIT_OK;
}

/* A, or A,B,C: at the upper left, the upper right and the lower left corner. */
static bool corners(const char *value, float at[3])
{
    unsigned count = 0;
    for (const char *from = value; from; count++) {
        const char *comma = strchr(from, ',');
        struct contents_number n;
        if (count == 3 || !contents_number(from, comma ? (size_t)(comma - from) : strlen(from), &n) || n.is_hex ||
            !isfinite(n.single))
            return false;
        at[count] = n.single;
        from = comma ? comma + 1 : NULL;
    }
    if (count == 1)
        at[1] = at[2] = at[0];
    return count == 1 || count == 3;
}

enum wf_exit draw_take_facing(struct draw_options *o, const char *value)
{
    const struct cli_option facing = CLI_WORD("--facing", &o->facing, "front", "back");
    return o->facing ? cli_twice("--facing", value) : cli_take_word(&facing, value);
}

enum wf_exit draw_take_depth(struct draw_options *o, const char *value)
{
    if (o->z)
        return cli_twice("--depth", value);
    o->z = value;
    return corners(value, o->at_z) ? WF_EXIT_OK :
           cli_misuse("--depth needs one number, or three with commas between, of the upper left, the upper right and "
                      "the lower left corner, not", value);
}

enum wf_exit draw_take_w(struct draw_options *o, const char *value)
{
    if (o->w)
        return cli_twice("--clip-w", value);
    o->w = value;
    return corners(value, o->at_w) && o->at_w[0] > 0 && o->at_w[1] > 0 && o->at_w[2] > 0 ? WF_EXIT_OK :
           cli_misuse("--clip-w needs one number above 0, or three with commas between, of the upper left, the upper "
                      "right and the lower left corner, not", value);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static enum wf_exit bad_input(const char *value)
{
    return cli_misuse("--input needs LOCATION=IN or LOCATION.COMPONENT=IN, then perhaps :pixels or "
                      ":instances, such as 0=text:0.0,0.0,1.0,0.0,0.0,1.0 or 1=normals.bin:pixels, or Position=IN, "
                      "PointSize=IN, ClipDistance=IN, CullDistance=IN, TessLevelOuter=IN, TessLevelInner=IN or "
                      "TessCoord=IN[:patches] (`wavefold check` lists the inputs of a shader; no other names are "
                      "taken), not", value);
}

/* What is before the `=`; NULL: it is no input. */
static const char *take_place(struct draw_input *input, const char *value)
{
    const size_t length = strcspn(value, "=");
    if (wf_shader_builtin_find(value, length, &input->location)) {
        input->kind = WF_LOCATION_BUILTIN;
        return value + length;
    }
    const char *at = cli_digits_32(value, &input->location);
    return at && *at == '.' ? cli_digits_32(at + 1, &input->component) : at;
}

enum wf_exit draw_take_input(struct draw_options *o, const char *value)
{
    if (o->inputs == DRAW_LOCATIONS)
        return cli_misuse("too many inputs", value);
    struct draw_input *input = &o->input[o->inputs];
    *input = (struct draw_input){.text = value};
    const char *at = take_place(input, value);
    if (!at || *at != '=' || !at[1])
        return bad_input(value);
    const char *in = at + 1, *behind = in + contents_length(in);
    input->is_pixels = !strcmp(behind, ":pixels");
    input->is_of_instances = !strcmp(behind, ":instances");
    input->is_of_patches = !strcmp(behind, ":patches");
    const bool known = input->is_pixels || input->is_of_instances || input->is_of_patches;
    if (behind == in || (*behind && !known) || !strncmp(in, "zero:", 5))
        return bad_input(value);
    for (unsigned i = 0; i < o->inputs; i++)
        if (o->input[i].kind == input->kind && o->input[i].location == input->location &&
            o->input[i].component == input->component)
            return cli_misuse("two values for one input", value);
    input->in = strndup(in, (size_t)(behind - in));
    if (!input->in)
        return cli_no_memory();
    o->inputs++;
    return WF_EXIT_OK;
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

const char *draw_output_name(const char *value, enum wf_location_kind *kind, uint32_t *location)
{
    static const struct { const char *name; enum wf_location_kind kind; } planes[] = {
        {"depth=", WF_LOCATION_DEPTH}, {"stencil=", WF_LOCATION_STENCIL}};
    *location = 0;
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++)
        if (!strncmp(value, planes[i].name, strlen(planes[i].name))) {
            *kind = planes[i].kind;
            return value + strlen(planes[i].name);
        }
    const char *at = cli_digits_32(value, location);
    const bool second = at && !strncmp(at, ".second", 7);
    at = second ? at + 7 : at;
    *kind = second ? WF_LOCATION_SECOND : WF_LOCATION_OUTPUT;
    return at && *at == '=' ? at + 1 : NULL;
}

static enum wf_exit bad_output(const char *value)
{
    return cli_misuse("--output needs LOCATION=FORMAT, LOCATION=FORMAT:OUT or LOCATION=FORMAT:IN:OUT, such as "
                      "0=rgba8:out.png, LOCATION.second of an output of Index 1, or depth or "
                      "stencil in place of the location, not", value);
}

/* [IN:]OUT behind the colon. */
static enum wf_exit take_files(struct image_option *image, const char *at, const char *value)
{
    const size_t first = !strncmp(at, "zero:", 5) ? 4 : contents_length(at);
    if (!first || (at[first] && !at[first + 1]))
        return bad_output(value);
    /* contents without a file for the result */
    if (!at[first] && (!strcmp(at, "zero") || !strncmp(at, "text:", 5)))
        return bad_output(value);
    image->out = at[first] ? at + first + 1 : at;
    image->in = at[first] ? strndup(at, first) : strdup("zero");
    return image->in ? WF_EXIT_OK : cli_no_memory();
}

enum wf_exit draw_take_output(struct draw_options *o, const char *value)
{
    if (o->outputs == DRAW_LOCATIONS)
        return cli_misuse("too many outputs", value);
    struct draw_output *output = &o->output[o->outputs];
    *output = (struct draw_output){.image = {.text = value, .option = "--output", .may_fill = true,
                                             .image = {.size = {1, 1, 1}, .layers = 1, .levels = 1, .samples = 1}}};
    char name[40], what[160];
    const char *at = draw_output_name(value, &output->kind, &output->location);
    if (!at || !*at)
        return bad_output(value);
    const size_t length = strcspn(at, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
    output->image.image.format = wf_image_format_find(name);
    if (output->image.image.format == WF_IMAGE_FORMAT_NONE) {
        snprintf(what, sizeof what, "--output: %s is no format; expected one such as rgba8 or R8G8B8A8_UNORM, in",
                 name);
        return cli_misuse(what, value);
    }
    for (unsigned i = 0; i < o->outputs; i++)
        if (o->output[i].kind == output->kind && o->output[i].location == output->location)
            return cli_misuse("two images for one output", value);
    const enum wf_exit status = at[length] ? take_files(&output->image, at + length + 1, value) : WF_EXIT_OK;
    o->outputs += !status;
    return status;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void draw_options_free(struct draw_options *o)
{
    for (unsigned i = 0; i < o->inputs; i++)
        free(o->input[i].in);
    for (unsigned i = 0; i < o->outputs; i++)
        free(o->output[i].image.in);
}

void draw_options_write(const struct draw_options *o, FILE *file)
{
    if (o->given) {
        fprintf(file, " --draw %" PRIu32 "x%" PRIu32, o->width, o->height);
        if (o->coverage) {
            fputc(':', file);
            wf_shell_part(file, o->coverage);
        }
    }
    if (o->samples)
        fprintf(file, " --samples %u", o->samples);
    if (o->facing)
        fprintf(file, " --facing %s", o->facing);
    if (o->z)
        fprintf(file, " --depth %s", o->z);
    if (o->w)
        fprintf(file, " --clip-w %s", o->w);
    for (unsigned i = 0; i < o->inputs; i++) {
        fputs(" --input ", file);
        wf_shell_part(file, o->input[i].text);
    }
    for (unsigned i = 0; i < o->outputs; i++) {
        const struct image_option *image = &o->output[i].image;
        const struct wf_image_format_info *f = wf_image_format_info(image->image.format);
        fputs(" --output ", file);
        fprintf(file, "%.*s=%s", (int)strcspn(image->text, "="), image->text, f->name);
        if (!image->in || !strcmp(image->in, "zero"))
            continue;
        fputc(':', file);
        wf_shell_part(file, image->in);
        fputs(":-", file);
    }
}
