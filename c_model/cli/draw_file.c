/* SPDX-License-Identifier: Apache-2.0 */
#include "draw_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fill.h"
#include "image_file.h"
#include "kernel_file.h"
#include "picture.h"

/* ---- coverage ---------------------------------------------------------------------------------------------------- */

enum { MOST_BYTES = 256 << 20 };

/* A pixel is covered where red, green or blue is not 0, and alpha is not. */
static enum wf_exit from_picture(const struct draw_options *o, const struct wf_text *text, uint8_t *covered)
{
    struct picture picture = {.sample = NULL};
    char why[120];
    if (!picture_library())
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: --draw %s: this program was built without libpng (Debian: "
                        "libpng-dev)\n", o->coverage);
    if (!picture_read((const unsigned char *)text->text, text->length, &picture, why))
        return cli_tell(WF_EXIT_WRONG, "%s: error: no PNG that can be read: %s\n", o->coverage, why);
    const bool fits = picture.width == o->width && picture.height == o->height;
    for (size_t i = 0; i < (size_t)o->width * o->height && fits; i++) {
        const uint16_t *sample = &picture.sample[4 * i];
        covered[i] = (sample[0] || sample[1] || sample[2]) && sample[3];
    }
    free(picture.sample);
    return fits ? WF_EXIT_OK : cli_tell(WF_EXIT_WRONG, "%s: error: has %u x %u pixels; expected %u x %u\n", o->coverage,
                                        (unsigned)picture.width, (unsigned)picture.height, (unsigned)o->width,
                                        (unsigned)o->height);
}

/* A byte for each pixel. */
static enum wf_exit from_bytes(const struct draw_options *o, const struct wf_text *text, uint8_t *covered)
{
    const size_t pixels = (size_t)o->width * o->height;
    if (text->length != pixels)
        return cli_tell(WF_EXIT_WRONG, "%s: error: has %zu bytes; expected %zu, one for each pixel\n", o->coverage,
                        text->length, pixels);
    memcpy(covered, text->text, pixels);
    return WF_EXIT_OK;
}

static enum wf_exit read_coverage(const struct draw_options *o, struct wf_inputs *inputs, uint8_t **covered)
{
    struct wf_text text = {.text = NULL};
    enum wf_exit status = wf_text_read_up_to(o->coverage, MOST_BYTES, &text);
    if (!status && !wf_inputs_add(inputs, o->coverage))
        status = cli_no_memory();
    if (!status && !(*covered = calloc((size_t)o->width * o->height, 1)))
        status = cli_no_memory();
    if (!status)
        status = image_is_picture(o->coverage) ? from_picture(o, &text, *covered) : from_bytes(o, &text, *covered);
    free(text.text);
    return status == WF_EXIT_INPUT ? WF_EXIT_WRONG : status;
}

enum wf_exit draw_read_rectangle(const struct draw_options *o, struct wf_inputs *inputs, struct wf_shader_rectangle *to,
                                 uint8_t **covered)
{
    *covered = NULL;
    *to = (struct wf_shader_rectangle){.width = o->width, .height = o->height, .samples = o->samples ? o->samples : 1,
                                       .is_back = o->facing && !strcmp(o->facing, "back"), .z = {0.5f, 0.5f, 0.5f},
                                       .w = {1, 1, 1}};
    if (o->z)
        memcpy(to->z, o->at_z, sizeof to->z);
    if (o->w)
        memcpy(to->w, o->at_w, sizeof to->w);
    const enum wf_exit status = o->coverage ? read_coverage(o, inputs, covered) : WF_EXIT_OK;
    to->covered = *covered;
    return status;
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static bool take_value(const char *text, size_t length, const struct wf_shader_location *at, uint32_t word[2])
{
    struct contents_number n;
    uint64_t bits;
    if (!at)
        return contents_number(text, length, &n) && contents_word(&n, word);
    const struct wf_layout_node type = {.kind = at->is_float ? WF_LAYOUT_FLOAT : WF_LAYOUT_INT,
                                        .bits = at->width == 64 ? 64 : 32};
    if (!fill_number(text, length, &type, &bits))
        return false;
    word[0] = (uint32_t)bits;
    word[1] = (uint32_t)(bits >> 32);
    return true;
}

static enum wf_exit from_text(const struct draw_input *input, const struct wf_shader_location *at,
                              struct contents *contents)
{
    const char *from = input->in + 5;
    const unsigned words = at && at->width == 64 ? 2 : 1;
    contents->word = calloc(strlen(from) + 2, sizeof *contents->word);
    if (!contents->word)
        return cli_no_memory();
    for (bool more = true; more;) {
        const size_t length = strcspn(from, ",");
        uint32_t word[2] = {0, 0};
        if (!take_value(from, length, at, word))
            return cli_misuse(at && !at->is_float ? "--input: text: needs integers for this input, with commas between, "
                                                    "not"
                                                  : "--input: text: needs numbers with commas between, not",
                              input->text);
        memcpy(&contents->word[contents->words], word, words * sizeof *word);
        contents->words += words;
        more = from[length] == ',';
        from += length + more;
    }
    return WF_EXIT_OK;
}

enum wf_exit draw_read_input(const struct draw_input *input, const struct wf_shader_location *at,
                             struct wf_inputs *inputs, struct contents *contents)
{
    *contents = (struct contents){NULL, 0};
    return strncmp(input->in, "text:", 5) ? contents_read("--input", input->in, inputs, NULL, contents)
                                          : from_text(input, at, contents);
}
