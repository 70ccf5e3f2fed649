/* SPDX-License-Identifier: Apache-2.0
 * quads.c - what a pixel shader draws: quads { x, y, coverage, ... } or quads WIDTH, HEIGHT covered e.
 */
#include "expr.h"
#include "statements.h"
#include "tokens.h"

#include <stdio.h>

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

/* The quads of an image in rows; pixel i = y * width + x is covered where the expression is not 0. */
static bool image(struct wfa *p, const struct wfa_expr *e, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height; y += 2)
        for (uint32_t x = 0; x < width; x += 2) {
            unsigned coverage = NEVER_COVERED;
            for (unsigned corner = 0; corner < WF_QUAD_LANES; corner++) {
                const uint32_t px = x + corner % 2, py = y + corner / 2;
                int64_t covered = 0;
                if (px < width && py < height && !wfa_eval(p, e, py * width + px, &covered))
                    return false;
                coverage |= (unsigned)((uint32_t)covered != 0) << corner;
            }
            if (coverage != NEVER_COVERED &&
                !add(p, p->quads_pos, &(struct wf_quad){(uint16_t)x, (uint16_t)y, (uint8_t)coverage}))
                return false;
        }
    return true;
}

static bool covered(struct wfa *p)
{
    struct wfa_expr e = {0};
    uint32_t width, height;
    bool ok = number(p, "the width of the image", WF_MAX_PIXEL, 1, &width) &&
              wfa_expect(p, ',', "`,` and the height of the image") &&
              number(p, "the height of the image", WF_MAX_PIXEL, 1, &height);

    if (ok && !wfa_at_word(p, "covered"))
        ok = wfa_unexpected(p, "`covered` and which pixels i = y * width + x are");
    if (ok) {
        wfa_next(p);
        const struct wfa_pos pos = p->token.pos;
        ok = wfa_compile(p, &e, true);
        if (ok && e.type != WF_WORD_INT)
            wfa_error(p, pos, "whether a pixel is covered is no integer; expected one, as a comparison gives");
        ok = ok && e.type == WF_WORD_INT && image(p, &e, width, height);
    }
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
    return wfa_take(p, '{') ? list(p) : covered(p);
}

void wfa_finish_quads(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    const bool pixel = k->desc.stage == WF_STAGE_PIXEL;

    if (p->quads_seen && !pixel)
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
        wfa_error(p, p->attr_pos[WFA_ATTR_SHADER],
                  "a pixel shader without `quads` draws nothing; expected `quads { x, y, coverage }` or "
                  "`quads WIDTH, HEIGHT covered e`");
}
