/* SPDX-License-Identifier: Apache-2.0
 * texel.c - texels of each format, loaded from the buffer of an image and stored there.
 */
#include "image.h"

#include "../math/texel.h"

#include <string.h>

/* Where a texel of less than a word lies in its word. */
static wfs_val shift_of(struct wfs_code *c, wfs_val address)
{
    return wfs_and(c, wfs_shl(c, address, wfs_const(3)), wfs_const(24));
}

/* 256 floats, for the 8 bits of a component that is coded as IEC 61966-2-1 has it. */
static const float linear_of[256] = {
#define WFS_LINEAR(value) value,
#include "../math/srgb.def"
#undef WFS_LINEAR
};

/* The least float of each of these codes, which are rounded to nearest. */
static const float edge_of[256] = {
#define WFS_EDGE(value) value,
#include "../math/srgb_edges.def"
#undef WFS_EDGE
};

/* The first byte of one of the two in the table of constants; `place`: that byte and 1, or 0 until it is there. */
static uint32_t table_of(struct wfs_lower *l, const float value[256], uint32_t *place)
{
    if (!*place) {
        *place = (uint32_t)(4 * l->table_words) + 1;
        for (unsigned i = 0; i < 256; i++) {
            uint32_t bits;
            memcpy(&bits, &value[i], sizeof bits);
            WFS_APPEND(l->env, l->table, l->table_words, l->table_room, bits);
        }
    }
    return *place - 1;
}

static void decode_srgb(struct wfs_lower *l, wfs_val texel[4])
{
    const uint32_t table = table_of(l, linear_of, &l->srgb_table);

    for (unsigned i = 0; i < 3; i++) {
        const wfs_val at = wfs_add(l->code, wfs_shl(l->code, texel[i], wfs_const(2)), wfs_const(table));
        texel[i] = wfs_load(l->code, l->target->table_buffer, at, 0);
    }
}

/* To the code as a share of 255, bit by bit: the greatest whose edge is not above the number.  A NaN gives 0. */
static wfs_val encoded_srgb(struct wfs_lower *l, wfs_val x)
{
    const uint32_t table = table_of(l, edge_of, &l->srgb_edges);
    struct wfs_code *c = l->code;
    wfs_val code = wfs_const(0);

    for (unsigned bit = 8; bit-- > 0;) {
        const wfs_val more = wfs_or(c, code, wfs_const(1U << bit));
        const wfs_val at = wfs_add(c, wfs_shl(c, more, wfs_const(2)), wfs_const(table));
        code = wfs_sel(c, wfs_fge(c, x, wfs_load(c, l->target->table_buffer, at, 0)), more, code);
    }
    return wfs_fmul(c, wfs_u2f(c, code), wfs_float(1.0f / 255));
}

/* Both words are of one time where atomics may change them. */
static void load_wide(struct wfs_lower *l, const struct wfs_image *image, wfs_val address, wfs_val texel[2])
{
    const wfs_val zero[2] = {wfs_const(0), wfs_const(0)};

    if (l->code->how & WF_HOW_LOADS)
        wfs_atomic64_by(l->code, image->buffer, WF_ATOM_OR, address, 0, zero, NULL, texel);
    for (unsigned i = 0; i < 2 && !(l->code->how & WF_HOW_LOADS); i++)
        texel[i] = wfs_load_word(l, image->buffer, (struct wfs_address){address, (uint16_t)(4 * i)});
    l->code->how = 0;
}

void wfs_load_texel(struct wfs_lower *l, const struct wfs_image *image, wfs_val address, wfs_val texel[4])
{
    const struct wf_image_format_info *f = image->format;
    struct wfs_code *c = l->code;
    wfs_val word[4] = {wfs_none(), wfs_none(), wfs_none(), wfs_none()};

    if (wf_texel_is_wide(f)) {
        load_wide(l, image, address, texel);
        texel[2] = texel[3] = wfs_const(0);
        return;
    }
    if (f->bytes < 4) {
        c->how |= WF_HOW_PART;
        const struct wfs_address whole = {wfs_and(c, address, wfs_const(~3U)), 0};
        word[0] = wfs_shr(c, wfs_load_word(l, image->buffer, whole), shift_of(c, address));
    } else {
        for (unsigned i = 0; i < f->bytes / 4U; i++)
            word[i] = wfs_load_word(l, image->buffer, (struct wfs_address){address, (uint16_t)(4 * i)});
    }
    c->how = 0;
    wfs_texel_decode(c, f, word, texel);
    if (f->kind == WF_TEXEL_SRGB)
        decode_srgb(l, texel);
}

void wfs_store_texel(struct wfs_lower *l, const struct wfs_image *image, wfs_val address, const wfs_val texel[4])
{
    const struct wf_image_format_info *f = image->format;
    struct wfs_code *c = l->code;
    wfs_val word[4] = {wfs_none(), wfs_none(), wfs_none(), wfs_none()};
    const uint8_t how = c->how;

    c->how = 0;
    wfs_val shown[4];
    for (unsigned i = 0; i < 4; i++)
        shown[i] = f->kind == WF_TEXEL_SRGB && i < 3 ? encoded_srgb(l, texel[i]) : texel[i];
    if (wf_texel_is_wide(f))
        memcpy(word, texel, 2 * sizeof *word);
    else
        wfs_texel_encode(c, f, shown, word);
    c->how = how;
    if (f->bytes >= 4) {
        for (unsigned i = 0; i < f->bytes / 4U; i++)
            wfs_store_by(c, image->buffer, address, (uint16_t)(4 * i), word[i]);
        return;
    }
    /* the texels beside it stay */
    const wfs_val whole = wfs_and(c, address, wfs_const(~3U)), shift = shift_of(c, address);
    const wfs_val mask = wfs_not(c, wfs_shl(c, wfs_const((1U << 8 * f->bytes) - 1), shift));
    c->how |= WF_HOW_PART;
    wfs_atomic_by(c, image->buffer, WF_ATOM_AND, whole, 0, mask, wfs_none(), false);
    if (!wfs_is(word[0], 0))
        wfs_atomic_by(c, image->buffer, WF_ATOM_OR, whole, 0, wfs_shl(c, word[0], shift), wfs_none(), false);
}
