/* SPDX-License-Identifier: Apache-2.0
 * quads.c - what a pixel shader draws: quads { x, y, coverage, ... } or quads WIDTH, HEIGHT covered e; the same of a
 * fragment shader, without a list.
 */
#include "expr.h"
#include "statements.h"
#include "tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEVER_COVERED = 0, ALL_COVERED = 15 };

enum { QUAD_WORDS = 2 };         /* what a quad takes from the limit of all buffers */

static bool add(struct wfa *p, struct wfa_pos pos, const struct wf_quad *quad)
{
    struct wf_kernel *k = p->kernel;

    if (p->buffer_words < QUAD_WORDS) {
        wfa_error(p, pos, "too many quads; expected at most %llu, less what the buffers take",
                  (unsigned long long)p->limits.buffer_words / QUAD_WORDS);
        return false;
    }
    p->buffer_words -= QUAD_WORDS;
    if (!wfa_grow(p, &k->quad, &p->quad_room, k->desc.quads, sizeof *k->quad))
        return false;
    k->desc.quad = k->quad;
    k->quad[k->desc.quads++] = *quad;
    return true;
}

static bool number(struct wfa *p, const char *what, uint32_t most, uint32_t multiple, uint32_t *value)
{
    const struct wfa_pos pos = p->token.pos;
    char wanted[60];

    snprintf(wanted, sizeof wanted, "%s0 to %lu", multiple == 2 ? "an even number from " : "", (unsigned long)most);
    if (!wfa_number(p, what, 0, most, wanted, value))
        return false;
    if (*value % multiple == 0)
        return true;
    wfa_error(p, pos, "%s is %lu; expected %s", what, (unsigned long)*value, wanted);
    return false;
}

static bool comma(struct wfa *p)
{
    return wfa_expect(p, ',', "`,` between x, y and coverage of a quad");
}

/* Up to the `}`.  A line end is a space, unless a statement begins: then the `}` was forgotten. */
static bool list(struct wfa *p)
{
    for (;;) {
        uint32_t x, y, coverage;
        while (wfa_take(p, WFA_NEWLINE))
            continue;
        const struct wfa_pos pos = p->token.pos;
        if (wfa_take(p, '}'))
            return true;
        if (wfa_at(p, WFA_EOF) || wfa_at_statement(p))
            return wfa_unexpected(p, "`}` at the end of the quads");
        if (!number(p, "x of a quad", WF_MAX_PIXEL - 2, 2, &x) || !comma(p) ||
            !number(p, "y of a quad", WF_MAX_PIXEL - 2, 2, &y) || !comma(p) ||
            !number(p, "the coverage of a quad", ALL_COVERED, 1, &coverage) ||
            !add(p, pos, &(struct wf_quad){(uint16_t)x, (uint16_t)y, (uint8_t)coverage}))
            return false;
        while (wfa_take(p, WFA_NEWLINE))
            continue;
        if (!wfa_take(p, ',') && !wfa_at(p, '}'))
            return wfa_unexpected(p, "`,` or `}` in a list of quads");
    }
}

/* Whether pixel i = y * width + x is covered. */
typedef bool covers(struct wfa *p, const void *of, uint32_t i, bool *is);

/* The quads of a rectangle in rows. */
static bool rows(struct wfa *p, struct wfa_pos pos, uint32_t width, uint32_t height, covers *covered, const void *of)
{
    for (uint32_t y = 0; y < height; y += 2)
        for (uint32_t x = 0; x < width; x += 2) {
            unsigned coverage = NEVER_COVERED;
            for (unsigned corner = 0; corner < WF_QUAD_LANES; corner++) {
                const uint32_t px = x + corner % 2, py = y + corner / 2;
                bool is = false;
                if (px < width && py < height && !covered(p, of, py * width + px, &is))
                    return false;
                coverage |= (unsigned)is << corner;
            }
            if (coverage != NEVER_COVERED &&
                !add(p, pos, &(struct wf_quad){(uint16_t)x, (uint16_t)y, (uint8_t)coverage}))
                return false;
        }
    return true;
}

static bool by_expression(struct wfa *p, const void *of, uint32_t i, bool *is)
{
    int64_t value = 0;

    if (!wfa_eval(p, of, i, &value))
        return false;
    *is = (uint32_t)value != 0;
    return true;
}

static bool by_bytes(struct wfa *p, const void *of, uint32_t i, bool *is)
{
    (void)p;
    *is = !of || ((const uint8_t *)of)[i];
    return true;
}

bool wfa_add_quads(struct wfa *p, struct wfa_pos pos, const struct wf_shader_rectangle *r)
{
    return rows(p, pos, r->width, r->height, by_bytes, r->covered);
}

bool wfa_split_quads(struct wfa *p, unsigned samples, unsigned *shift)
{
    struct wf_kernel *k = p->kernel;
    const struct wf_quad *whole = k->quad;
    const size_t count = k->desc.quads;

    for (*shift = 1; 1U << *shift < p->shader.rectangle.height; ++*shift)
        ;
    if (samples << *shift > WF_MAX_PIXEL) {
        wfa_complain(p, "%u samples of %u rows; expected at most %u rows in all", samples,
                     (unsigned)p->shader.rectangle.height, (unsigned)WF_MAX_PIXEL);
        return false;
    }
    k->quad = NULL;
    k->desc.quads = p->quad_room = 0;
    bool good = true;
    for (size_t n = 0; n < count && good; n++)
        for (unsigned s = 0; s < samples && good; s++)
            good = add(p, p->quads_pos, &(struct wf_quad){whole[n].x, (uint16_t)(whole[n].y + (s << *shift)),
                                                          whole[n].coverage});
    free((void *)whole);
    k->desc.quad = k->quad;
    return good;
}

/* `A, B, C`: at three corners. */
static bool corners(struct wfa *p, const char *what, float to[3])
{
    struct wfa_value value;

    for (unsigned n = 0; n < 3; n++) {
        const struct wfa_pos pos = p->token.pos;
        if (!wfa_constant(p, &value))
            return false;
        const uint32_t bits = (uint32_t)value.exact;
        memcpy(&to[n], &bits, sizeof bits);
        if (value.type != WF_WORD_FLOAT || !(to[n] - to[n] == 0)) {
            wfa_error(p, pos, "%s is no finite float; expected one such as 0.5", what);
            return false;
        }
        if (n < 2 && !wfa_expect(p, ',', "`,` and the value at the next of three corners"))
            return false;
    }
    return true;
}

enum option { SAMPLES, BACK, DEPTH, W, OPTIONS };

static bool option(struct wfa *p, enum option which, struct wfa_pos pos, struct wf_shader_rectangle *r)
{
    uint32_t samples;

    switch (which) {
    case SAMPLES:
        if (!number(p, "samples", 16, 1, &samples))
            return false;
        if (!samples || (samples & (samples - 1))) {
            wfa_error(p, pos, "%u samples; expected 1, 2, 4, 8 or 16", (unsigned)samples);
            return false;
        }
        r->samples = samples;
        return true;
    case BACK:
        r->is_back = true;
        return true;
    case DEPTH:
        return corners(p, "a depth", r->z);
    default:
        return corners(p, "a w of clip coordinates", r->w);
    }
}

/* What a fragment shader is told of the rectangle: each once. */
static bool options(struct wfa *p, struct wf_shader_rectangle *r)
{
    static const char *const word[OPTIONS] = {[SAMPLES] = "samples", [BACK] = "back", [DEPTH] = "depth", [W] = "w"};
    bool is_given[OPTIONS] = {false};

    for (;;) {
        const struct wfa_pos pos = p->token.pos;
        unsigned which = 0;
        while (which < OPTIONS && !wfa_take_word(p, word[which]))
            which++;
        if (which == OPTIONS)
            return true;
        if (!p->has_shader) {
            wfa_error(p, pos, "samples, back, depth and w are of a `shader`; expected none with `code`");
            return false;
        }
        if (is_given[which]) {
            wfa_error(p, pos, "second `%s`; expected one", word[which]);
            return false;
        }
        is_given[which] = true;
        if (!option(p, (enum option)which, pos, r))
            return false;
    }
}

static bool covered(struct wfa *p)
{
    struct wfa_expr e = {0};
    struct wf_shader_rectangle *r = &p->shader.rectangle;
    bool ok;

    *r = (struct wf_shader_rectangle){.samples = 1, .z = {0.5f, 0.5f, 0.5f}, .w = {1, 1, 1}};
    ok = number(p, "the width of the image", WF_MAX_PIXEL, 1, &r->width) &&
         wfa_expect(p, ',', "`,` and the height of the image") &&
         number(p, "the height of the image", WF_MAX_PIXEL, 1, &r->height) && options(p, r);
    if (!ok)
        return false;
    if (p->has_shader && (!r->width || !r->height)) {
        wfa_error(p, p->quads_pos, "a rectangle of %u x %u pixels; expected at least one", (unsigned)r->width,
                  (unsigned)r->height);
        return false;
    }
    for (unsigned n = 0; n < 3; n++)
        if (r->w[n] <= 0) {
            wfa_error(p, p->quads_pos, "a w of clip coordinates is not positive; expected it above 0");
            return false;
        }
    p->shader.has_rectangle = p->has_shader;
    if (!wfa_at_word(p, "covered") && p->has_shader)
        return wfa_add_quads(p, p->quads_pos, r);
    if (!wfa_at_word(p, "covered"))
        return wfa_unexpected(p, "`covered` and which pixels i = y * width + x are");
    wfa_next(p);
    const struct wfa_pos pos = p->token.pos;
    ok = wfa_compile(p, &e, true);
    if (ok && e.type != WF_WORD_INT)
        wfa_error(p, pos, "whether a pixel is covered is no integer; expected one, as a comparison gives");
    ok = ok && e.type == WF_WORD_INT && rows(p, p->quads_pos, r->width, r->height, by_expression, &e);
    wfa_expr_free(&e);
    return ok;
}

bool wfa_quads(struct wfa *p, struct wfa_pos pos)
{
    if (p->quads_seen) {
        wfa_error(p, pos, "second `quads`; expected one");
        return false;
    }
    p->quads_seen = true;
    p->quads_pos = pos;
    if (p->has_shader && wfa_at(p, '{'))
        return wfa_unexpected(p, "the width and the height of what the shader draws");
    return wfa_take(p, '{') ? list(p) : covered(p);
}

void wfa_finish_quads(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    const bool pixel = k->desc.stage == WF_STAGE_PIXEL;

    if (p->quads_seen && !pixel && (!p->has_shader || p->shader.opened))
        wfa_error(p, p->quads_pos, "`quads` in a shader of another stage; expected [shader(\"pixel\")]");
    if (p->dispatch_seen && pixel && !k->expect_reject)
        wfa_error(p, p->dispatch_pos, "`dispatch` in a pixel shader; expected `quads`");
    for (size_t n = 0; n < p->sv_uses && !pixel; n++)
        if (p->sv_use[n].sv == WF_SV_PIXEL_X || p->sv_use[n].sv == WF_SV_PIXEL_Y)
            wfa_error(p, p->sv_use[n].pos, "SV_Position in a shader of another stage; expected [shader(\"pixel\")]");
    if (!pixel || p->errors)
        return;
    size_t drawn = 0;
    for (size_t n = 0; n < k->desc.quads; n++)
        drawn += k->quad[n].coverage != NEVER_COVERED;
    k->desc.grid[0] = (uint32_t)wf_pack_quad_waves(drawn, p->committed_size);
    k->desc.grid[1] = k->desc.grid[2] = 1;
}

void wfa_check_quads(struct wfa *p)
{
    if (p->kernel->desc.stage == WF_STAGE_PIXEL && !p->quads_seen && !p->kernel->expect_reject && !p->errors)
        wfa_error(p, p->attr_pos[WFA_ATTR_SHADER], "a pixel shader without `quads` draws nothing; expected %s",
                  p->has_shader ? "`quads WIDTH, HEIGHT`"
                                : "`quads { x, y, coverage }` or `quads WIDTH, HEIGHT covered e`");
}
