/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "attribute_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scan_complain(struct scan *s, const struct pp_token *at, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s:%u:%u: error: ", at->file, at->line, at->column);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    s->errors++;
}

unsigned scan_place(struct scan *s, const struct pp_token *token)
{
    s->place[++s->places] = token;
    return s->places;
}

const struct scan_attribute scan_attribute[WF_ATTR_COUNT] = {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) [WF_ATTR_##id] = {name, written, least, most},
#include "wavefold/isa.def"
};

static void mark(struct scan *s, enum wf_attribute which, const struct pp_token *token)
{
    s->marked.mark[which] = (struct wf_shader_mark){scan_place(s, token), 1};
    if (!strcmp(token->file, s->file))
        s->s->a.mark[which] = (struct wf_shader_mark){token->line, token->column};
}

/* So many numbers in the parentheses behind `name`; false after a message.  No integer: 0, which no attribute takes. */
static bool numbers(struct scan *s, enum wf_attribute which, const struct pp_token *name, struct hlsl_span in,
                    uint32_t value[3], unsigned *count)
{
    size_t at = in.from;
    int64_t number;

    for (*count = 0; at < in.end && *count < scan_attribute[which].most; ++*count) {
        const struct pp_token *first = &s->h.token[at];
        const bool is_float = at + 1 == in.end && first->kind == PP_NUMBER && memchr(first->text, '.', first->length);
        if (is_float)
            number = 0, at++;
        else if (!pp_evaluate(s->h.token, &at, in.end, hlsl_value, &s->h, &number) ||
                 (at < in.end && !pp_is(&s->h.token[at], ","))) {
            scan_complain(s, first, "%.*s: this is not made of numbers, macros and `static const` integers, which "
                          "alone are read here; expected %s", (int)name->length, name->text,
                          scan_attribute[which].written);
            return false;
        }
        value[*count] = number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
        at += at < in.end;
    }
    if (at == in.end && *count >= scan_attribute[which].least &&
        (in.from == in.end || !pp_is(&s->h.token[in.end - 1], ",")))
        return true;
    scan_complain(s, name, "%.*s: expected %s", (int)name->length, name->text, scan_attribute[which].written);
    return false;
}

static void take_wave_size(struct wf_desc *d, const uint32_t value[3], unsigned count)
{
    d->wavesize_kind = count == 1 ? WF_WAVESIZE_FIXED : count == 2 ? WF_WAVESIZE_RANGE : WF_WAVESIZE_PREFERRED;
    d->wavesize_min = value[0];
    d->wavesize_max = count > 1 ? value[1] : 0;
    d->wavesize_preferred = count > 2 ? value[2] : 0;
}

/* "compute": its text without quotes; false when it is no text alone. */
static bool quoted(const struct scan *s, struct hlsl_span in, char text[40])
{
    const struct pp_token *t = &s->h.token[in.from];

    if (in.end != in.from + 1 || t->kind != PP_STRING || t->length < 2 || t->length > 40)
        return false;
    snprintf(text, 40, "%.*s", (int)t->length - 2, t->text + 1);
    return true;
}

static void take_stage(struct scan *s, const struct pp_token *name, struct hlsl_span in)
{
    static const char *const ray[] = {"raygeneration", "intersection", "anyhit", "closesthit", "miss", "callable"};
    char text[40];

    if (quoted(s, in, text)) {
        if (!strcmp(text, "fragment"))          /* as Slang calls it too */
            snprintf(text, sizeof text, "pixel");
        for (unsigned n = 0; n < WF_STAGE_COUNT; n++)
            if (!strcmp(text, wf_stage_name((enum wf_stage)n))) {
                s->s->a.desc.stage = (enum wf_stage)n;
                s->stage = wf_stage_name((enum wf_stage)n);
                return;
            }
        for (unsigned n = 0; n < sizeof ray / sizeof *ray; n++)
            if (!strcmp(text, ray[n])) {
                s->is_ray = true;
                s->stage = ray[n];
                s->s->a.desc.stage = WF_STAGE_LIBRARY;          /* one without thread groups too */
                return;
            }
    }
    scan_complain(s, name, "shader: expected a stage in quotes: compute, pixel, vertex, hull, domain, geometry, "
                           "amplification, mesh or node");
}

static void take(struct scan *s, enum wf_attribute which, const struct pp_token *name, struct hlsl_span in)
{
    struct wf_desc *d = &s->s->a.desc;
    uint32_t value[3] = {0};
    unsigned count;

    d->has_numthreads |= which == WF_ATTR_NUMTHREADS;
    d->has_numwaves |= which == WF_ATTR_NUMWAVES;
    if (which == WF_ATTR_SHADER)
        take_stage(s, name, in);
    else if (numbers(s, which, name, in, value, &count))
        switch (which) {
        case WF_ATTR_NUMTHREADS:    memcpy(d->threads, value, sizeof d->threads); break;
        case WF_ATTR_NUMWAVES:      d->num_waves = value[0]; break;
        case WF_ATTR_WAVESIZE:      take_wave_size(d, value, count); break;
        case WF_ATTR_PREFER_SMALL:  d->prefer_small = true; break;
        case WF_ATTR_PREFER_LARGE:  d->prefer_large = true; break;
        case WF_ATTR_REPORT:        d->report_wave_size = true; break;
        default: break;
        }
}

/* [NodeLaunch("thread")] */
static void take_launch(struct scan *s, const struct pp_token *name, struct hlsl_span in)
{
    char text[40];
    const bool is_text = quoted(s, in, text);

    if (!is_text || (strcmp(text, "thread") && strcmp(text, "broadcasting") && strcmp(text, "coalescing")))
        scan_complain(s, name, "NodeLaunch: expected \"broadcasting\", \"coalescing\" or \"thread\"");
    if (!is_text || strcmp(text, "thread") != 0 || s->s->a.desc.thread_launch)
        return;
    mark(s, WF_ATTR_THREAD_LAUNCH, name);
    s->s->a.desc.thread_launch = true;
}

enum wf_attribute scan_which(const struct pp_token *name)
{
    static const enum wf_attribute known[] = {WF_ATTR_SHADER, WF_ATTR_NUMTHREADS, WF_ATTR_NUMWAVES, WF_ATTR_WAVESIZE,
                                              WF_ATTR_PREFER_SMALL, WF_ATTR_PREFER_LARGE, WF_ATTR_REPORT};

    for (unsigned n = 0; n < sizeof known / sizeof *known; n++)
        if (hlsl_is(name, scan_attribute[known[n]].name))
            return known[n];
    return WF_ATTR_COUNT;
}

static void take_one(struct scan *s, const struct pp_token *name, struct hlsl_span in)
{
    const enum wf_attribute which = scan_which(name);

    if (hlsl_is(name, "NodeLaunch"))
        take_launch(s, name, in);
    if (which == WF_ATTR_COUNT)
        return;
    if (s->marked.mark[which].line) {
        scan_complain(s, name, "second %.*s, the first is in line %u; expected it once", (int)name->length, name->text,
                      s->place[s->marked.mark[which].line]->line);
        return;
    }
    mark(s, which, name);
    take(s, which, name, in);
}

/* `a(1), b, vk::c` between brackets. */
static void take_list(struct scan *s, struct hlsl_span in)
{
    for (size_t at = in.from; at < in.end && s->h.token[at].kind == PP_WORD;) {
        const struct pp_token *name = &s->h.token[at];
        const bool scoped = at + 2 < in.end && pp_is(name + 1, "::");
        at += scoped ? 2 : 0;
        const bool has = at + 1 < in.end && pp_is(&s->h.token[at + 1], "(");
        const size_t behind = has ? hlsl_behind(&s->h, at + 1, in.end) : at + 1;
        if (!scoped)
            take_one(s, name, has ? (struct hlsl_span){at + 2, behind - 1} : (struct hlsl_span){at + 1, at + 1});
        else if (scan_which(&s->h.token[at]) != WF_ATTR_COUNT)
            scan_complain(s, name, "%.*s::%.*s is no attribute; expected %s", (int)name->length, name->text,
                          (int)s->h.token[at].length, s->h.token[at].text,
                          scan_attribute[scan_which(&s->h.token[at])].written);
        at = behind + (behind < in.end && pp_is(&s->h.token[behind], ","));
    }
}

void scan_take_all(struct scan *s)
{
    const struct hlsl_span head = s->entry->head;

    for (size_t n = head.from; n < head.end; n++) {
        if (!pp_is(&s->h.token[n], "["))
            continue;
        const size_t end = hlsl_behind(&s->h, n, head.end) - 1;
        const bool twice = n + 1 < end && pp_is(&s->h.token[n + 1], "[");
        take_list(s, twice ? (struct hlsl_span){n + 2, hlsl_behind(&s->h, n + 1, end) - 1}
                           : (struct hlsl_span){n + 1, end});
        n = end;
    }
    s->s->a.desc.exported = s->entry->exported;
}

const struct pp_token *scan_stage_mark(const struct scan *s, const struct hlsl_function *f)
{
    for (size_t n = f->head.from; n + 1 < f->head.end; n++)
        if (hlsl_is(&s->h.token[n], "shader") && pp_is(&s->h.token[n + 1], "("))
            return &s->h.token[n + 2];
    return NULL;
}
