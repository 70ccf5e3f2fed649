/* SPDX-License-Identifier: Apache-2.0
 * image.c - image NAME[W,H] FORMAT = values, a buffer with the texels of an image; sampler SET.BINDING[ELEMENT] = words.
 */
#include "expr.h"
#include "names.h"
#include "statements.h"
#include "tokens.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* [W], [W,H] or [W,H,D] */
static bool sides(struct wfa *p, struct wf_image *image)
{
    static const char *const side[3] = {"width", "height", "depth"};
    unsigned n = 0;

    if (!wfa_expect(p, '[', "`[` and the size of the image, W, W,H or W,H,D"))
        return false;
    do {
        if (n == 3)
            return wfa_unexpected(p, "`]`: an image has three sides");
        if (!wfa_number(p, side[n], 1, WF_IMAGE_TEXELS, "1 or more texels", &image->size[n]))
            return false;
        n++;
    } while (wfa_take(p, ','));
    return wfa_expect(p, ']', "`]`");
}

static bool format(struct wfa *p, struct wf_image *image)
{
    char name[40];

    snprintf(name, sizeof name, "%.*s", (int)(p->token.length < 39 ? p->token.length : 39), p->token.text);
    image->format = wfa_at(p, WFA_WORD) ? wf_image_format_find(name) : WF_IMAGE_FORMAT_NONE;
    if (image->format == WF_IMAGE_FORMAT_NONE)
        return wfa_unexpected(p, "the format of the texels, such as rgba8 or R8G8B8A8_UNORM");
    wfa_next(p);
    return true;
}

static bool counts(struct wfa *p, struct wf_image *image)
{
    for (;;) {
        uint32_t *number = wfa_take_word(p, "layers")    ? &image->layers
                           : wfa_take_word(p, "levels")  ? &image->levels
                           : wfa_take_word(p, "samples") ? &image->samples
                                                         : NULL;
        if (!number)
            return true;
        if (!wfa_number(p, "count of the image", 1, UINT32_MAX, "1 or more", number))
            return false;
    }
}

/* The shape; false after a message. */
static bool shape(struct wfa *p, struct wf_kernel_buffer *buffer)
{
    const struct wfa_pos pos = p->token.pos;
    struct wf_image *image = &buffer->image;
    char text[120];

    *image = (struct wf_image){.size = {1, 1, 1}, .layers = 1, .levels = 1, .samples = 1};
    if (!sides(p, image) || !format(p, image) || !counts(p, image))
        return false;
    const char *fault = wf_image_fault(image, text);
    if (fault) {
        wfa_error(p, pos, "%s", fault);
        return false;
    }
    const uint64_t words = wf_image_words(image);
    buffer->words = (uint32_t)words;
    return wfa_buffer_fits(p, pos, words);
}

bool wfa_image(struct wfa *p)
{
    return wfa_buffers(p, "the name of an image", shape);
}

/* ---- samplers ---- */

/* The rest of the line, without a comment. */
static void rest_of_line(struct wfa *p, char *text, size_t room)
{
    const char *from = p->token.text;
    size_t length = 0;

    while (!wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF)) {
        length = (size_t)(p->token.text + p->token.length - from);
        wfa_next(p);
    }
    snprintf(text, room, "%.*s", (int)(length < room ? length : room - 1), from);
}

bool wfa_sampler(struct wfa *p)
{
    struct wf_shader_sampler sampler = {.set = 0};
    struct wfa_bind bind = {.set = 0};
    char text[256], why[160];

    if (!wfa_set_and_binding(p, &bind) || !wfa_element(p, &bind) || !wfa_expect(p, '=', "`=`"))
        return false;
    for (size_t n = 0; n < p->shader.samplers; n++)
        if (p->shader.sampler[n].set == bind.set && p->shader.sampler[n].binding == bind.binding &&
            p->shader.sampler[n].element == bind.element) {
            wfa_error(p, bind.pos, bind.has_element ? "binding %u.%u[%u] has two samplers; expected one"
                                                    : "binding %u.%u has two samplers; expected one",
                      bind.set, bind.binding, bind.element);
            return false;
        }
    sampler.set = bind.set;
    sampler.binding = bind.binding;
    sampler.element = bind.element;
    const struct wfa_pos pos = p->token.pos;
    rest_of_line(p, text, sizeof text);
    if (!wf_sampler_parse(text, &sampler.sampler, why)) {
        wfa_error(p, pos, "%s", why);
        return false;
    }
    if (!wfa_grow(p, &p->shader.sampler, &p->shader.sampler_room, p->shader.samplers, sizeof *p->shader.sampler))
        return false;
    p->shader.sampler[p->shader.samplers++] = sampler;
    return true;
}
