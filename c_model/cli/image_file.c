/* SPDX-License-Identifier: Apache-2.0 */
#include "image_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "kernel_file.h"
#include "picture.h"
#include "texel.h"

enum { MOST_BYTES = 256 << 20 };

bool image_is_picture(const char *name)
{
    return cli_has_ending(name, ".png");
}

const char *image_no_picture(const struct wf_image *image)
{
    if (!picture_library())
        return "this program was built without libpng (Debian: libpng-dev)";
    if (image->levels > 1 || image->samples > 1)
        return "a PNG has one level and one sample";
    return wf_image_format_info(image->format)->kind == WF_TEXEL_SHARED ? "there is no PNG of rgb9_e5" : NULL;
}

static uint32_t rows_of(const struct wf_image *image)
{
    return image->size[1] * image->size[2] * image->layers;
}

static enum wf_exit from_picture(const struct image_option *o, const struct wf_text *text, struct contents *contents)
{
    struct picture picture = {.sample = NULL};
    const uint32_t width = o->image.size[0], height = rows_of(&o->image);
    char why[120];
    if (!picture_read((const unsigned char *)text->text, text->length, &picture, why))
        return cli_tell(WF_EXIT_WRONG, "%s: error: no PNG that can be read: %s\n", o->in, why);
    enum wf_exit status = WF_EXIT_OK;
    if (picture.width != width || picture.height != height)
        status = cli_tell(WF_EXIT_WRONG, "%s: error: has %u x %u pixels; expected %u x %u\n", o->in,
                          (unsigned)picture.width, (unsigned)picture.height, (unsigned)width, (unsigned)height);
    else
        for (size_t i = 0; i < (size_t)width * height; i++)
            texel_from_samples(o->image.format, &picture.sample[4 * i], picture.depth, contents->word, i);
    free(picture.sample);
    return status;
}

static enum wf_exit from_bytes(const struct image_option *o, const struct wf_text *text, struct contents *contents)
{
    const unsigned char *byte = (const unsigned char *)text->text;
    const uint64_t bytes = wf_image_bytes(&o->image);
    if (text->length != bytes)
        return cli_tell(WF_EXIT_WRONG, "%s: error: has %zu bytes; expected %llu, the texels of the image\n", o->in,
                        text->length, (unsigned long long)bytes);
    for (size_t i = 0; i < text->length; i++)
        contents->word[i / 4] |= (uint32_t)byte[i] << (8 * (i % 4));
    return WF_EXIT_OK;
}

static enum wf_exit from_file(const struct image_option *o, struct wf_inputs *inputs, struct contents *contents)
{
    struct wf_text text = {.text = NULL};
    if (image_is_picture(o->in) && image_no_picture(&o->image))
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: --image %s: %s\n", o->in, image_no_picture(&o->image));
    enum wf_exit status = wf_text_read_up_to(o->in, MOST_BYTES, &text);
    if (!status && !wf_inputs_add(inputs, o->in))
        status = cli_no_memory();
    contents->word = calloc(contents->words, sizeof *contents->word);
    if (!status && !contents->word)
        status = cli_no_memory();
    if (!status)
        status = image_is_picture(o->in) ? from_picture(o, &text, contents) : from_bytes(o, &text, contents);
    free(text.text);
    return status == WF_EXIT_INPUT ? WF_EXIT_WRONG : status;
}

static enum wf_exit from_text(const struct image_option *o, struct wf_inputs *inputs, struct contents *contents)
{
    const uint32_t wanted = contents->words;
    const enum wf_exit status = contents_read("--image", o->in, inputs, contents);
    if (status || contents->words == wanted)
        return status;
    return cli_tell(WF_EXIT_WRONG, "wavefold: error: --image %.100s has %u words; expected %u\n", o->text,
                    (unsigned)contents->words, (unsigned)wanted);
}

enum wf_exit image_read(const struct image_option *o, struct wf_inputs *inputs, struct contents *contents)
{
    *contents = (struct contents){.words = (uint32_t)wf_image_words(&o->image)};
    if (o->out && image_is_picture(o->out) && image_no_picture(&o->image))
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: --image ..:%s: %s\n", o->out, image_no_picture(&o->image));
    if (!o->in || !strcmp(o->in, "zero"))
        return WF_EXIT_OK;
    return !strncmp(o->in, "text:", 5) ? from_text(o, inputs, contents) : from_file(o, inputs, contents);
}

enum wf_exit image_put_picture(FILE *file, const char *name, const struct wf_image *image, const uint32_t *words)
{
    char why[120] = "out of memory";
    struct picture picture = {.width = image->size[0], .height = rows_of(image),
                              .depth = texel_depth(image->format), .channels = texel_channels(image->format)};
    const size_t count = (size_t)picture.width * picture.height;
    picture.sample = calloc(count, 4 * sizeof *picture.sample);
    for (size_t i = 0; i < count && picture.sample; i++)
        texel_to_samples(image->format, words, i, picture.depth, &picture.sample[4 * i]);
    const bool good = picture.sample && picture_write(file, &picture, why);
    free(picture.sample);
    return good ? WF_EXIT_OK : cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot write the PNG: %s\n", name, why);
}
