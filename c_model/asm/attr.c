/* SPDX-License-Identifier: Apache-2.0
 * attr.c - attributes in brackets.  The first pass takes all but groupshared, which may use the wave size.
 */
#include "statements.h"

#include "expr.h"
#include "names.h"
#include "tokens.h"

#include <stdio.h>
#include <string.h>

static const struct attribute {
    const char *name;
    unsigned least, most;           /* numbers in parentheses */
    const char *wanted;
    const char *range;              /* of each number */
} table[WFA_ATTR_COUNT] = {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) [WFA_ATTR_##id] = {name, least, most, written, range},
#include "wavefold/isa.def"
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_letters(const struct wfa_token *token, const char *name)
{
    if (token->kind != WFA_WORD || strlen(name) != token->length)
        return false;
    for (size_t n = 0; n < token->length; n++)
        if (lower(token->text[n]) != lower(name[n]))
            return false;
    return true;
}

/* ---- what stands in the parentheses ---- */

/* What each number may be, with those of the device. */
static const char *range(const struct wfa *p, enum wfa_attribute which, char text[80])
{
    const struct wf_device *device = p->device;

    if (which == WFA_ATTR_GROUPSHARED)
        snprintf(text, 80, "0 to %u, the bytes of the LDS", 4 * device->lds_words);
    else if (which == WFA_ATTR_NUMWAVES || which == WFA_ATTR_EXTRA_WAVES)
        snprintf(text, 80, "%d to %u, the wave slots of the device", which == WFA_ATTR_NUMWAVES, device->waves);
    else
        snprintf(text, 80, "%s", table[which].range);
    return text;
}

static bool numbers(struct wfa *p, enum wfa_attribute which, uint32_t value[3], unsigned *count)
{
    const struct attribute *a = &table[which];
    char wanted[80];

    range(p, which, wanted);
    *count = 0;
    if (!wfa_expect(p, '(', a->wanted))
        return false;
    do {
        if (*count == a->most)
            return wfa_unexpected(p, a->wanted);
        if (!wfa_number(p, a->name, 0, UINT32_MAX, wanted, &value[*count]))
            return false;
        ++*count;
    } while (wfa_take(p, ','));
    return *count < a->least ? wfa_unexpected(p, a->wanted) : wfa_expect(p, ')', "`)`");
}

static bool stage(struct wfa *p)
{
    if (!wfa_expect(p, '(', table[WFA_ATTR_SHADER].wanted))
        return false;
    for (unsigned n = 0; wfa_at(p, WFA_STRING) && n < WF_STAGE_COUNT; n++) {
        const char *name = wf_stage_name((enum wf_stage)n);
        if (p->token.length == strlen(name) + 2 && !memcmp(p->token.text + 1, name, strlen(name))) {
            p->kernel->desc.stage = (enum wf_stage)n;
            wfa_next(p);
            return wfa_expect(p, ')', "`)`");
        }
    }
    return wfa_unexpected(
        p, "a stage in quotes: compute, amplification, mesh, node, pixel, vertex, hull, domain, geometry or library");
}

static bool shader_model(struct wfa *p)
{
    uint32_t part[2];

    if (!wfa_expect(p, '(', table[WFA_ATTR_SHADER_MODEL].wanted))
        return false;
    if (!wfa_pair(&p->token, 3, part) || part[0] > 255 || part[1] > 255)
        return wfa_unexpected(p, "a shader model such as 6.10, both numbers at most 255");
    wfa_next(p);
    p->kernel->desc.shader_model = (uint16_t)(part[0] << 8 | part[1]);
    return wfa_expect(p, ')', "`)`");
}

static bool wave_size(struct wfa *p)
{
    struct wf_desc *d = &p->kernel->desc;
    uint32_t value[3] = {0};
    unsigned count;

    if (!numbers(p, WFA_ATTR_WAVESIZE, value, &count))
        return false;
    d->wavesize_kind = count == 1 ? WF_WAVESIZE_FIXED : count == 2 ? WF_WAVESIZE_RANGE : WF_WAVESIZE_PREFERRED;
    d->wavesize_min = value[0];
    d->wavesize_max = value[1];
    d->wavesize_preferred = value[2];
    return true;
}

static bool number(struct wfa *p, enum wfa_attribute which, uint32_t *value)
{
    uint32_t all[3] = {0};
    unsigned count;
    bool ok = numbers(p, which, all, &count);

    if (ok)
        *value = all[0];
    return ok;
}

static bool extra_waves(struct wfa *p)
{
    const struct attribute *a = &table[WFA_ATTR_EXTRA_WAVES];
    struct wf_desc *d = &p->kernel->desc;
    char wanted[80];

    d->extra_idle = false;
    if (!wfa_expect(p, '(', a->wanted)
        || !wfa_number(p, a->name, 0, UINT32_MAX, range(p, WFA_ATTR_EXTRA_WAVES, wanted), &d->extra_waves))
        return false;
    if (wfa_take(p, ',')) {
        if (!wfa_at_word(p, "idle"))
            return wfa_unexpected(p, a->wanted);
        wfa_next(p);
        d->extra_idle = true;
    }
    return wfa_expect(p, ')', "`)`");
}

static bool threads(struct wfa *p)
{
    uint32_t value[3] = {0};
    unsigned count;
    bool ok = numbers(p, WFA_ATTR_NUMTHREADS, value, &count);

    for (unsigned n = 0; n < 3; n++)
        p->kernel->desc.threads[n] = ok ? value[n] : 1;
    return ok;
}

static bool argument(struct wfa *p, enum wfa_attribute which)
{
    struct wf_desc *d = &p->kernel->desc;

    switch (which) {
    case WFA_ATTR_SHADER:        return stage(p);
    case WFA_ATTR_SHADER_MODEL:  return shader_model(p);
    case WFA_ATTR_NUMTHREADS:    d->has_numthreads = true; return threads(p);
    case WFA_ATTR_NUMWAVES:      d->has_numwaves = true; d->num_waves = 1; return number(p, which, &d->num_waves);
    case WFA_ATTR_WAVESIZE:      return wave_size(p);
    case WFA_ATTR_EXTRA_WAVES:   return extra_waves(p);
    case WFA_ATTR_GROUPSHARED:   return number(p, which, &d->groupshared_bytes);
    case WFA_ATTR_PREFER_SMALL:  d->prefer_small = true; break;
    case WFA_ATTR_PREFER_LARGE:  d->prefer_large = true; break;
    case WFA_ATTR_REPORT:        d->report_wave_size = true; break;
    case WFA_ATTR_THREAD_LAUNCH: d->thread_launch = true; break;
    case WFA_ATTR_EXPORT:        d->exported = true; break;
    case WFA_ATTR_DERIVATIVES:   d->uses_derivatives = true; break;
    case WFA_ATTR_WAIT:          d->wait = true; break;
    case WFA_ATTR_HIGH:          d->high = true; break;
    case WFA_ATTR_LIMIT:         return number(p, which, &d->cycle_limit);
    case WFA_ATTR_CANCEL:        p->kernel->cancels = true; return number(p, which, &p->kernel->cancel_after);
    case WFA_ATTR_COUNT:         break;
    }
    return true;
}

/* ---- brackets ---- */

static enum wfa_attribute which(const struct wfa *p)
{
    unsigned n = 0;

    while (n < WFA_ATTR_COUNT && !same_letters(&p->token, table[n].name))
        n++;
    return (enum wfa_attribute)n;
}

/* To the end of this attribute, past its bracket when there is one in this line.  In the second pass too its names are
 * used here. */
static void skip_bracket(struct wfa *p)
{
    for (unsigned open = 1; open && !wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF); wfa_next(p)) {
        open += wfa_at(p, '[') ? 1u : wfa_at(p, ']') ? UINT32_MAX : 0;
        if (wfa_at(p, WFA_WORD))
            wfa_use(p, &p->token);
    }
}

static void unknown(struct wfa *p)
{
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (!wfa_at(p, WFA_WORD)) {
        wfa_unexpected(p, "an attribute such as `numthreads`");
        return;
    }
    wf_suggest_start(&near, p->token.text, p->token.length);
    for (unsigned n = 0; n < WFA_ATTR_COUNT; n++)
        wf_suggest_try(&near, table[n].name);
    wfa_error(p, p->token.pos,
        "unknown attribute %s; expected shader, shader_model, numthreads, numWaves, WaveSize, extra_waves, "
        "prefer_small, prefer_large, report_wave_size, groupshared, thread_launch, export, derivatives, wait, high, "
        "limit or cancel%s", wfa_shown(&p->token, shown), wfa_perhaps(&near, perhaps));
}

/* Who gives an attribute: the file, the variant that the caller wants, or another one, whose attributes are only
 * checked. */
enum giver { BY_FILE, BY_CHOSEN, BY_OTHER };

static void attribute(struct wfa *p, enum wfa_attribute a, enum giver giver)
{
    struct wfa_pos *const first = giver == BY_FILE ? p->attr_of_file : p->variant.attr;
    struct wf_kernel *const k = p->kernel;
    const struct wf_desc desc = k->desc;
    const uint32_t cancel_after = k->cancel_after;
    const bool cancels = k->cancels;
    char shown[48];

    if (first[a].line) {
        wfa_error(p, p->token.pos, "second %s, the first is in line %u; expected it once", wfa_shown(&p->token, shown),
                  first[a].line);
        skip_bracket(p);
        return;
    }
    first[a] = p->token.pos;
    wfa_next(p);
    const bool bad = !argument(p, a) || !wfa_expect(p, ']', "`]`");
    if (bad)
        skip_bracket(p);
    p->variant.attr_set[a] |= giver == BY_CHOSEN;
    if (giver == BY_CHOSEN || (giver == BY_FILE && !p->variant.attr_set[a])) {
        p->attr_given[a] = true;
        p->attr_pos[a] = first[a];
        p->attr_bad[a] = bad;
    } else {
        k->desc = desc;
        k->cancels = cancels;
        k->cancel_after = cancel_after;
    }
}

static void brackets(struct wfa *p, enum giver giver)
{
    p->quiet = !p->first_pass;
    while (wfa_take(p, '[')) {
        enum wfa_attribute a = which(p);
        if (a == WFA_ATTR_COUNT) {
            unknown(p);
            skip_bracket(p);
        } else if ((a == WFA_ATTR_GROUPSHARED) == p->first_pass) {
            skip_bracket(p);
        } else {
            p->quiet = false;
            attribute(p, a, giver);
            p->quiet = !p->first_pass;
        }
    }
}

void wfa_attributes(struct wfa *p)
{
    brackets(p, BY_FILE);
    if (!wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF))
        wfa_unexpected(p, "`[` of one more attribute or the end of the line");
    p->quiet = p->first_pass;
}

void wfa_variant_attributes(struct wfa *p, bool chosen)
{
    brackets(p, chosen ? BY_CHOSEN : BY_OTHER);
    p->quiet = p->first_pass;
}
