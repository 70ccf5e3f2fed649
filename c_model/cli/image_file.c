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

/* NULL, or why there is no PNG of such an image. */
static const char *no_picture(const struct wf_image *image)
{
    if (!picture_library())
        return "this program was built without libpng (Debian: libpng-dev)";
    if (image->levels > 1 || image->samples > 1)
        return "a PNG has one level and one sample";
    const struct wf_image_format_info *f = wf_image_format_info(image->format);
    return f->kind == WF_TEXEL_SHARED ? "there is no PNG of rgb9_e5"
           : wf_texel_is_wide(f)      ? "a PNG has no channels of 64 bits"
                                      : NULL;
}

static uint32_t rows_of(const struct wf_image *image)
{
    return image->size[1] * image->size[2] * image->layers;
}

/* A picture as texels; false with why. */
static bool take_picture(const struct wf_image *image, const void *bytes, size_t length, uint32_t *word, char *why,
                         size_t room)
{
    struct picture picture = {.sample = NULL};
    const uint32_t width = image->size[0], height = rows_of(image);
    char cause[120];
    if (!picture_read(bytes, length, &picture, cause)) {
        snprintf(why, room, "no PNG that can be read: %s", cause);
        return false;
    }
    const bool fits = picture.width == width && picture.height == height;
    if (!fits)
        snprintf(why, room, "has %u x %u pixels; expected %u x %u", (unsigned)picture.width, (unsigned)picture.height,
                 (unsigned)width, (unsigned)height);
    for (size_t i = 0; fits && i < (size_t)width * height; i++)
        texel_from_samples(image->format, &picture.sample[4 * i], picture.depth, word, i);
    free(picture.sample);
    return fits;
}

bool image_read_named(void *user, const char *name, const struct wf_image *image, uint32_t *word, char *why,
                      size_t room)
{
    size_t length;
    if (!image_is_picture(name) || no_picture(image)) {
        snprintf(why, room, "%s", image_is_picture(name) ? no_picture(image)
                                                         : "is no picture; expected a name that ends in .png");
        return false;
    }
    void *bytes = wf_named_files(user).load(user, name, &length, why, room);
    const bool good = bytes && take_picture(image, bytes, length, word, why, room);
    free(bytes);
    return good;
}

static enum wf_exit from_picture(const struct image_option *o, const struct wf_text *text, struct contents *contents)
{
    char why[200];
    return take_picture(&o->image, text->text, text->length, contents->word, why, sizeof why) ? WF_EXIT_OK :
           cli_tell(WF_EXIT_WRONG, "%s: error: %s\n", o->in, why);
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
    if (image_is_picture(o->in) && no_picture(&o->image))
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: %s %s: %s\n", o->option, o->in, no_picture(&o->image));
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

static uint32_t words_of_texel(enum wf_image_format format)
{
    const unsigned bytes = wf_image_format_info(format)->bytes;
    return bytes < 4 ? 1 : bytes / 4;
}

/* The same words again and again. */
static enum wf_exit fill(struct contents *contents, uint32_t words)
{
    uint32_t *all = calloc(words, sizeof *all);
    for (uint32_t i = 0; i < words && all; i++)
        all[i] = contents->word[i % contents->words];
    free(contents->word);
    *contents = (struct contents){all, words};
    return all ? WF_EXIT_OK : cli_no_memory();
}

static enum wf_exit from_text(const struct image_option *o, struct wf_inputs *inputs, struct contents *contents)
{
    const uint32_t wanted = contents->words;
    const enum wf_exit status = contents_read(o->option, o->in, inputs, NULL, contents);
    if (status || contents->words == wanted)
        return status;
    if (o->may_fill && contents->words == words_of_texel(o->image.format))
        return fill(contents, wanted);
    char texel[40] = "";
    if (o->may_fill)
        snprintf(texel, sizeof texel, ", or %u of one texel", (unsigned)words_of_texel(o->image.format));
    return cli_tell(WF_EXIT_WRONG, "wavefold: error: %s %s: has %u word%s; expected %u%s\n", o->option, o->text,
                    (unsigned)contents->words, contents->words == 1 ? "" : "s", (unsigned)wanted, texel);
}

enum wf_exit image_read(const struct image_option *o, struct wf_inputs *inputs, struct contents *contents)
{
    *contents = (struct contents){.words = (uint32_t)wf_image_words(&o->image)};
    if (o->out && image_is_picture(o->out) && no_picture(&o->image))
        return cli_tell(WF_EXIT_MISUSE, "wavefold: error: %s ..:%s: %s\n", o->option, o->out,
                        no_picture(&o->image));
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
