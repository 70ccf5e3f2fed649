/* SPDX-License-Identifier: Apache-2.0 */
#include "shown.h"

#include <stdio.h>
#include <string.h>

#include "../model/fp/fp.h"
#include "records.h"

/* Nine digits tell any two floats apart. */
const char *wfa_show(char text[WFA_SHOWN], uint32_t word, enum wf_word_type type)
{
    if (type == WF_WORD_FLOAT)
        snprintf(text, WFA_SHOWN, "%.9g (0x%08x)", (double)wf_fp_value(word), word);
    else if (type == WF_WORD_INT)
        snprintf(text, WFA_SHOWN, "0x%08x (%u)", word, word);
    else
        snprintf(text, WFA_SHOWN, "0x%08x (%u, %.9g)", word, word, (double)wf_fp_value(word));
    return text;
}

const char *wfa_show_tolerance(char text[WFA_SHOWN], const struct wf_tolerance *t)
{
    text[0] = '\0';
    if (t->kind == WF_WITHIN_ULP)
        snprintf(text, WFA_SHOWN, " within %u ulp", t->ulp);
    else if (t->kind == WF_WITHIN_DISTANCE)
        snprintf(text, WFA_SHOWN, " within %g", (double)t->distance);
    return text;
}

/* A list may hold floats for a block of integers, or the other way: then its words are more than the block says. */
static bool agrees(const struct wf_layout_node *n, enum wf_word_type type)
{
    return type == WF_WORD_ANY || n->bits != 32 || (n->kind == WF_LAYOUT_FLOAT) == (type == WF_WORD_FLOAT);
}

const char *wfa_show_word(char text[WFA_SHOWN], const struct wf_kernel_buffer *b, uint32_t word, enum wf_word_type type)
{
    const struct wf_layout_node *n = b->layout ? wf_layout_of_all(b->layout) : NULL;

    return n && agrees(n, type) ? wf_layout_show(n, word, text) : wfa_show(text, word, type);
}

/* The words before word `n` that hold a part of it, too, differ: it was told there. */
static bool was_told(const struct wf_kernel_buffer *b, const uint32_t *word, uint64_t byte, uint32_t n)
{
    for (uint64_t w = byte / 4; w < n; w++)
        if (b->care[w] && word[w] != b->expected[w])
            return true;
    return false;
}

/* All words that hold a part of the scalar count: else nobody says what the whole of it is to be. */
static bool is_expected(const struct wf_kernel_buffer *b, const struct wf_layout_node *scalar, uint64_t byte)
{
    for (uint64_t w = byte / 4; w <= (byte + scalar->size - 1) / 4; w++)
        if (!b->care[w])
            return false;
    return true;
}

static bool describe(char text[WF_MISMATCH_TEXT], const struct wf_kernel_buffer *b, bool no_file, const uint32_t *word,
                     uint32_t n, const struct wf_tolerance *t, bool *known)
{
    char got[WF_LAYOUT_TEXT], want[WF_LAYOUT_TEXT], within[WFA_SHOWN];
    size_t used = 0;

    *known = false;
    for (uint64_t byte = 4 * (uint64_t)n; byte < 4 * (uint64_t)n + 4;) {
        struct wf_layout_place place;
        if (!wf_layout_at(b->layout, 4 * (uint64_t)b->words, byte, &place)) {
            byte++;
            continue;
        }
        const struct wf_layout_node *scalar = &b->layout->node[place.node];
        if (!no_file && !agrees(scalar, b->expected_type))
            return false;
        if (!is_expected(b, scalar, place.byte))
            return false;
        const uint64_t is = wf_layout_load(scalar, word, place.byte), be = wf_layout_load(scalar, b->expected, place.byte);
        *known |= is != be;
        if (is != be && !was_told(b, word, place.byte, n) && used < WF_MISMATCH_TEXT - 1)
            used += (size_t)snprintf(text + used, WF_MISMATCH_TEXT - used, "%s%s%s: %s, expected %s%s", used ? "; " : "",
                                     b->name, place.path, wf_layout_show(scalar, is, got),
                                     wf_layout_show(scalar, be, want), wfa_show_tolerance(within, t));
        byte = place.byte + scalar->size;
    }
    return used != 0;
}

/* The same of an image: each channel of its texels is a number. */
static bool describe_texels(char text[WF_MISMATCH_TEXT], const struct wf_kernel_buffer *b, const uint32_t *word,
                            uint32_t n, const struct wf_tolerance *t, bool *known)
{
    const struct wf_image_format_info *f = wf_image_format_info(b->image.format);
    char got[WF_LAYOUT_TEXT], want[WF_LAYOUT_TEXT], within[WFA_SHOWN], name[WF_TEXEL_NAME];
    struct wf_image_texel texel;
    size_t used = 0;

    *known = false;
    for (uint64_t byte = 4 * (uint64_t)n; byte < 4 * (uint64_t)n + 4 && wf_image_texel_at(&b->image, byte, &texel);
         byte = texel.byte + f->bytes)
        for (unsigned i = 0; i < 4; i++) {
            const uint64_t first = texel.byte + f->channel[i].at / 8, words = f->channel[i].width == 64 ? 2 : 1;
            const struct wf_layout_node channel = {.size = 4 * words};
            if (!f->channel[i].width || first / 4 > n || first / 4 + words <= n)
                continue;
            if (!is_expected(b, &channel, first / 4 * 4))
                return false;
            if (wf_texel_bits(b->image.format, word, texel.byte, i) ==
                wf_texel_bits(b->image.format, b->expected, texel.byte, i))
                continue;
            *known = true;
            if (was_told(b, word, first, n) || used >= WF_MISMATCH_TEXT - 1)
                continue;
            used += (size_t)snprintf(
                text + used, WF_MISMATCH_TEXT - used, "%s%s%s%s%s: %s, expected %s%s", used ? "; " : "", b->name,
                wf_image_texel_name(&b->image, &texel, name), f->channel[1].width ? "." : "",
                f->channel[1].width ? (const char *const[]){"r", "g", "b", "a"}[i] : "",
                wf_texel_show_channel(b->image.format, word, texel.byte, i, got),
                wf_texel_show_channel(b->image.format, b->expected, texel.byte, i, want),
                wfa_show_tolerance(within, t));
        }
    return used != 0;
}

/* The same of a record.  A file that gives only half of a number gets its word. */
static bool describe_record(char text[WF_MISMATCH_TEXT], const struct wf_kernel *kernel, unsigned number,
                            const uint32_t *word, uint32_t n, const struct wf_tolerance *t, bool *known)
{
    const struct wf_kernel_buffer *b = &kernel->buffer[number];
    char got[WF_LAYOUT_TEXT], want[WF_LAYOUT_TEXT], within[WFA_SHOWN];
    struct wfa_record_word r;

    if (!wfa_find_record(kernel, number, n, &r) || (!kernel->no_file && !agrees(&r.scalar, b->expected_type)) ||
        !is_expected(b, &r.scalar, 4 * (uint64_t)r.first))
        return false;
    *known = true;
    if (was_told(b, word, 4 * (uint64_t)r.first, n))
        return false;
    snprintf(text, WF_MISMATCH_TEXT, "%s: %s, expected %s%s", r.name,
             wf_layout_show(&r.scalar, wf_layout_load(&r.scalar, word, 4 * (uint64_t)r.first), got),
             wf_layout_show(&r.scalar, wf_layout_load(&r.scalar, b->expected, 4 * (uint64_t)r.first), want),
             wfa_show_tolerance(within, t));
    return true;
}

bool wfa_show_difference(char text[WF_MISMATCH_TEXT], const struct wf_kernel *kernel, unsigned number,
                         const uint32_t *word, uint32_t n, const struct wf_tolerance *t)
{
    const struct wf_kernel_buffer *b = &kernel->buffer[number];
    char got[WFA_SHOWN], want[WFA_SHOWN], within[WFA_SHOWN];
    bool known = false;

    if (b->layout                                   ? describe(text, b, kernel->no_file, word, n, t, &known)
        : b->image.format != WF_IMAGE_FORMAT_NONE ? describe_texels(text, b, word, n, t, &known)
                                                    : describe_record(text, kernel, number, word, n, t, &known))
        return true;
    if (known)
        return false;
    snprintf(text, WF_MISMATCH_TEXT, "%s[%u] is %s, expected %s%s", b->name, n, wfa_show(got, word[n], b->expected_type),
             wfa_show(want, b->expected[n], b->expected_type), wfa_show_tolerance(within, t));
    return true;
}
