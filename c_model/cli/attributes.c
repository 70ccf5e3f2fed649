/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "attributes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hlsl.h"

enum { MOST_USES = 64, MOST_DEPTH = 100 };

struct scan {
    const char *file;
    struct hlsl h;
    struct hlsl_function *entry;
    struct source_attributes *s;
    struct wf_shader_attributes marked;         /* its marks are numbers of `place`, for files differ */
    const struct pp_token *place[WF_ATTR_COUNT + MOST_USES + 1];       /* 1.. */
    unsigned places;
    struct wf_shader_use use[MOST_USES];
    size_t uses;
    bool is_ray;                /* a stage of ray tracing */
    const char *stage;          /* as it is written, or NULL */
    unsigned errors, depth;     /* depth: of structs in structs */
};

/* ---- messages ---- */

static void complain(struct scan *s, const struct pp_token *at, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s:%u:%u: error: ", at->file, at->line, at->column);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    s->errors++;
}

static void report(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct scan *s = user;

    (void)column;
    if (line && line <= s->places)
        complain(s, s->place[line], "%s", text);
    else if (error)
        complain(s, s->entry->name, "%s", text);
}

static unsigned place_of(struct scan *s, const struct pp_token *token)
{
    s->place[++s->places] = token;
    return s->places;
}

/* ---- attributes ---- */

static const struct { const char *name, *written; unsigned least, most; } table[WF_ATTR_COUNT] = {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) [WF_ATTR_##id] = {name, written, least, most},
#include "wavefold/isa.def"
};

static void mark(struct scan *s, enum wf_attribute which, const struct pp_token *token)
{
    s->marked.mark[which] = (struct wf_shader_mark){place_of(s, token), 1};
    if (!strcmp(token->file, s->file))
        s->s->a.mark[which] = (struct wf_shader_mark){token->line, token->column};
}

/* So many numbers in the parentheses behind `name`; false after a message.  No integer: 0, which no attribute takes. */
static bool numbers(struct scan *s, enum wf_attribute which, const struct pp_token *name, struct hlsl_span in,
                    uint32_t value[3], unsigned *count)
{
    size_t at = in.from;
    int64_t number;

    for (*count = 0; at < in.end && *count < table[which].most; ++*count) {
        const struct pp_token *first = &s->h.token[at];
        const bool is_float = at + 1 == in.end && first->kind == PP_NUMBER && memchr(first->text, '.', first->length);
        if (is_float)
            number = 0, at++;
        else if (!pp_evaluate(s->h.token, &at, in.end, hlsl_value, &s->h, &number) ||
                 (at < in.end && !pp_is(&s->h.token[at], ","))) {
            complain(s, first, "%.*s: this is not made of numbers, macros and `static const` integers, which alone "
                     "are read here; expected %s", (int)name->length, name->text, table[which].written);
            return false;
        }
        value[*count] = number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
        at += at < in.end;
    }
    if (at == in.end && *count >= table[which].least && (in.from == in.end || !pp_is(&s->h.token[in.end - 1], ",")))
        return true;
    complain(s, name, "%.*s: expected %s", (int)name->length, name->text, table[which].written);
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
    complain(s, name, "shader: expected a stage in quotes: compute, pixel, amplification, mesh or node");
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
        complain(s, name, "NodeLaunch: expected \"broadcasting\", \"coalescing\" or \"thread\"");
    if (!is_text || strcmp(text, "thread") != 0 || s->s->a.desc.thread_launch)
        return;
    mark(s, WF_ATTR_THREAD_LAUNCH, name);
    s->s->a.desc.thread_launch = true;
}

/* Those that a source may have; others are the compiler's. */
static enum wf_attribute which_of(const struct pp_token *name)
{
    static const enum wf_attribute known[] = {WF_ATTR_SHADER, WF_ATTR_NUMTHREADS, WF_ATTR_NUMWAVES, WF_ATTR_WAVESIZE,
                                              WF_ATTR_PREFER_SMALL, WF_ATTR_PREFER_LARGE, WF_ATTR_REPORT};

    for (unsigned n = 0; n < sizeof known / sizeof *known; n++)
        if (hlsl_is(name, table[known[n]].name))
            return known[n];
    return WF_ATTR_COUNT;
}

static void take_one(struct scan *s, const struct pp_token *name, struct hlsl_span in)
{
    const enum wf_attribute which = which_of(name);

    if (hlsl_is(name, "NodeLaunch"))
        take_launch(s, name, in);
    if (which == WF_ATTR_COUNT)
        return;
    if (s->marked.mark[which].line) {
        complain(s, name, "second %.*s, the first is in line %u; expected it once", (int)name->length, name->text,
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
        else if (which_of(&s->h.token[at]) != WF_ATTR_COUNT)
            complain(s, name, "%.*s::%.*s is no attribute; expected %s", (int)name->length, name->text,
                     (int)s->h.token[at].length, s->h.token[at].text, table[which_of(&s->h.token[at])].written);
        at = behind + (behind < in.end && pp_is(&s->h.token[behind], ","));
    }
}

/* All in front of the function: `[a(1)] [b, c("d")] [[e]]`. */
static void take_all(struct scan *s)
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

/* ---- who uses what ---- */

static void add_use(struct scan *s, uint8_t sv, const struct pp_token *token)
{
    struct wf_desc *d = &s->s->a.desc;

    if (s->uses < MOST_USES)
        s->use[s->uses++] = (struct wf_shader_use){.sv = sv, .mark = {place_of(s, token), 1}};
    d->uses_wave_index |= sv == WF_SV_WAVE;
    d->uses_wave_count |= sv == WF_SV_WAVES;
    d->uses_thread_ids |= sv == WF_SV_TID_X || sv == WF_SV_GINDEX || sv == WF_SV_DTID_X;
}

/* `: SV_GroupIndex` among parameters, and in structs that they are of. */
static void find_ids(struct scan *s, struct hlsl_span in)
{
    static const struct { const char *name; uint8_t sv; } ids[] = {
        {"SV_DispatchThreadID", WF_SV_DTID_X}, {"SV_GroupThreadID", WF_SV_TID_X}, {"SV_GroupIndex", WF_SV_GINDEX}};

    for (size_t n = in.from; n < in.end; n++) {
        const struct pp_token *t = &s->h.token[n];
        for (unsigned i = 0; i < 3 && n > in.from && pp_is(t - 1, ":"); i++)
            if (hlsl_is(t, ids[i].name))
                add_use(s, ids[i].sv, t);
        for (size_t r = 0; r < s->h.records && t->kind == PP_WORD; r++)
            if (hlsl_same(s->h.record[r].name, t) && !s->h.record[r].seen && s->depth < MOST_DEPTH) {
                s->h.record[r].seen = true;
                s->depth++;
                find_ids(s, s->h.record[r].span);
                s->depth--;
            }
    }
}

/* The names of the proposals for the wave index and the wave count. */
static bool is_query(const struct pp_token *name, uint8_t *sv)
{
    *sv = pp_is(name, "GetGroupWaveIndex") || pp_is(name, "GroupGetWaveIndex") ? WF_SV_WAVE : WF_SV_WAVES;
    return *sv == WF_SV_WAVE || pp_is(name, "GetGroupWaveCount") || pp_is(name, "GetGroupNumWaves") ||
           pp_is(name, "GroupGetWaveCount");
}

/* What is called makes it a shader of this stage, where no attribute says one. */
static void take_outputs(struct scan *s, enum wf_stage stage)
{
    struct wf_shader_attributes *a = &s->s->a;

    if (!s->stage)
        a->desc.stage = stage;
    s->s->has_outputs |= a->desc.stage == stage;
}

/* `reached`: by the entry point; the compiler wants to know the names in other functions too. */
static void find_calls(struct scan *s, struct hlsl_span in, bool reached)
{
    for (size_t n = in.from; n + 1 < in.end; n++) {
        const struct pp_token *t = &s->h.token[n];
        uint8_t sv;
        if (t->kind != PP_WORD || !pp_is(t + 1, "("))
            continue;
        if (reached && (pp_is(t, "SetMeshOutputCounts") || pp_is(t, "DispatchMesh")) && !hlsl_defines(&s->h, t))
            take_outputs(s, pp_is(t, "DispatchMesh") ? WF_STAGE_AMPLIFICATION : WF_STAGE_MESH);
        s->s->needs_model_67 |= pp_is(t, "QuadAny") || pp_is(t, "QuadAll");
        const bool query = is_query(t, &sv), counts = pp_is(t, "WaveMultiPrefixCountBits");
        if ((!query && !counts) || hlsl_defines(&s->h, t))
            continue;
        s->s->wants_header |= !s->s->has_header;
        if (counts && reached && s->s->a.desc.shader_model && s->s->a.desc.shader_model < 0x0605)   /* ballots only */
            complain(s, t, "%s", wf_reject_text(WF_REJECT_MATCH_MODEL));
        if (query && reached)
            add_use(s, sv, t);
    }
}

static void find_uses(struct scan *s)
{
    size_t at = 0;

    find_ids(s, s->entry->parameters);
    hlsl_reach(&s->h, s->entry);
    for (size_t n = 0; n < s->h.functions; n++) {       /* in text order, with what stands between: sizes of arrays */
        const struct hlsl_function *f = &s->h.function[n];
        if (f->head.from > at)
            find_calls(s, (struct hlsl_span){at, f->head.from}, true);
        find_calls(s, f->body, f->reached);
        at = f->body.end > at ? f->body.end : at;
    }
    find_calls(s, (struct hlsl_span){at, s->h.tokens}, true);
}

/* What stands first in the parentheses of its attribute `shader`, or NULL. */
static const struct pp_token *stage_mark(const struct scan *s, const struct hlsl_function *f)
{
    for (size_t n = f->head.from; n + 1 < f->head.end; n++)
        if (hlsl_is(&s->h.token[n], "shader") && pp_is(&s->h.token[n + 1], "("))
            return &s->h.token[n + 2];
    return NULL;
}

static bool is_of_stage(const struct scan *s, const struct hlsl_function *f, enum wf_stage stage)
{
    const struct pp_token *mark = stage_mark(s, f);
    char quoted_stage[40];

    snprintf(quoted_stage, sizeof quoted_stage, "\"%s\"", wf_stage_name(stage));
    return mark && pp_is(mark, quoted_stage);
}

/* Does this stand before what may be an entry point: a function with a stage, or that the entry point does not call? */
static bool may_be_entry(const struct scan *s, size_t at)
{
    for (size_t n = 0; n < s->h.functions; n++) {
        const struct hlsl_function *f = &s->h.function[n];
        if (at >= f->head.from && at < f->head.end)
            return f == s->entry || !f->reached || stage_mark(s, f);
    }
    return false;
}

/* An attribute of entry points somewhere else: compilers pass over it. */
static void check_strays(struct scan *s)
{
    for (size_t n = 0; n + 2 < s->h.tokens; n++) {
        const struct pp_token *t = &s->h.token[n + 1];
        const enum wf_attribute which = t->kind == PP_WORD ? which_of(t) : WF_ATTR_COUNT;
        if (!pp_is(t - 1, "[") || which == WF_ATTR_COUNT || which == WF_ATTR_SHADER || which == WF_ATTR_NUMTHREADS ||
            (n > 0 && (s->h.token[n - 1].kind != PP_MARK || pp_is(&s->h.token[n - 1], ")"))) ||
            !pp_is(t + 1, table[which].most ? "(" : "]") || may_be_entry(s, n))
            continue;
        complain(s, t, "%.*s is before no entry point; expected it before %s", (int)t->length, t->text, s->s->entry);
    }
}

/* Functions that a library exports, whoever calls them. */
static void check_exports(struct scan *s)
{
    uint8_t sv;

    for (size_t n = 0; n < s->h.functions; n++) {
        if (!s->h.function[n].exported || &s->h.function[n] == s->entry)
            continue;
        hlsl_reach(&s->h, &s->h.function[n]);
        for (const struct hlsl_function *f = s->h.function; f < s->h.function + s->h.functions; f++)
            for (size_t at = f->body.from; f->reached && at + 1 < f->body.end; at++) {
                const struct pp_token *t = &s->h.token[at];
                if (pp_is(t + 1, "(") && is_query(t, &sv) && !hlsl_defines(&s->h, t))
                    complain(s, t, "%s", wf_reject_text(WF_REJECT_WAVE_EXPORT));
            }
    }
}

/* ---- the entry point ---- */

static bool has_attributes(const struct scan *s, const struct hlsl_function *f)
{
    return f->head.end > f->head.from && pp_is(&s->h.token[f->head.from], "[");
}

/* The one of that name, best with attributes; `A::main`, `A.main` go by their last word, which no two may have. */
static struct hlsl_function *function_of(struct scan *s, const char *name)
{
    const char *last = name + strlen(name);
    struct hlsl_function *found = NULL;

    while (last > name && last[-1] != ':' && last[-1] != '.')
        last--;
    for (size_t n = 0; n < s->h.functions; n++) {
        struct hlsl_function *f = &s->h.function[n];
        if (!pp_is(f->name, last) || (found && !has_attributes(s, f)))
            continue;
        if (last > name && found && has_attributes(s, found))
            complain(s, f->name, "another %s with attributes; expected one name for each entry point", last);
        found = f;
    }
    return found;
}

/* Its mark says a stage of what the command line runs: pixels, or groups. */
static bool is_meant(const struct scan *s, const struct hlsl_function *f, const struct shader_options *o)
{
    const struct pp_token *mark = stage_mark(s, f);
    const bool pixel = mark && (pp_is(mark, "\"pixel\"") || pp_is(mark, "\"fragment\""));

    return mark && (o->draw.given ? pixel : !pixel || !o->has_groups);
}

static void find_entry(struct scan *s, const struct shader_options *o, bool named)
{
    const char *asked = o->entry;
    unsigned marked = 0;

    if (asked || named) {
        s->entry = function_of(s, asked ? asked : "main");
        return;
    }
    for (size_t n = 0; n < s->h.functions; n++)
        if (is_meant(s, &s->h.function[n], o) && marked++ == 0)
            s->entry = &s->h.function[n];
    if (marked == 0)
        s->entry = function_of(s, "main");
    if (marked < 2)
        return;
    for (size_t n = 0; n < s->h.functions; n++) {
        const struct hlsl_function *f = &s->h.function[n];
        for (size_t at = f->head.from; at < f->head.end; at++)
            if (is_meant(s, f, o) && (hlsl_is(&s->h.token[at], "numWaves") || hlsl_is(&s->h.token[at], "WaveSize")))
                complain(s, &s->h.token[at],
                         "an attribute of one of %u entry points; expected --entry with the name of one", marked);
    }
    s->entry = NULL;
}

/* ---- the rules ---- */

static bool has_groups(enum wf_stage stage)
{
    return stage == WF_STAGE_COMPUTE || stage == WF_STAGE_AMPLIFICATION || stage == WF_STAGE_MESH ||
           stage == WF_STAGE_NODE;
}

static bool runs(enum wf_stage stage)
{
    return has_groups(stage) || stage == WF_STAGE_PIXEL;
}

static void check_shape(struct scan *s, const struct shader_options *o)
{
    const struct wf_desc *d = &s->s->a.desc;

    if (d->has_numwaves && o->num_waves && d->num_waves != o->num_waves)
        complain(s, s->place[s->marked.mark[WF_ATTR_NUMWAVES].line], "numWaves(%" PRIu32 ") here, and --num-waves "
                 "%" PRIu32 "; expected one number", d->num_waves, o->num_waves);
    else if (!d->has_numthreads && !d->has_numwaves && !o->num_waves && has_groups(d->stage))
        complain(s, s->entry->name, "%s; expected one of them", wf_reject_text(WF_REJECT_NO_SHAPE));
}

static void check(struct scan *s, const struct shader_options *o)
{
    check_shape(s, o);
    check_exports(s);
    if (s->errors)
        return;
    s->marked.desc = s->s->a.desc;
    if (o->num_waves) {
        s->marked.desc.has_numwaves = true;
        s->marked.desc.num_waves = o->num_waves;
        /* the option counts in place of threads; of two attributes it is one too many */
        s->marked.desc.has_numthreads &= s->s->a.desc.has_numwaves;
        if (!s->marked.mark[WF_ATTR_NUMWAVES].line)
            s->marked.mark[WF_ATTR_NUMWAVES] = s->marked.mark[WF_ATTR_NUMTHREADS];
    }
    if (!has_groups(s->marked.desc.stage) && !s->marked.desc.has_numwaves) {
        s->marked.desc.has_numthreads = s->marked.desc.stage != WF_STAGE_PIXEL || s->marked.desc.has_numthreads;
        for (unsigned n = 0; n < 3; n++)
            s->marked.desc.threads[n] += s->marked.desc.threads[n] == 0;
    }
    wf_shader_attributes_check(&s->marked, s->use, s->uses, report, s);
    if (!s->errors && s->is_ray)
        complain(s, s->place[s->marked.mark[WF_ATTR_SHADER].line], "the stage %s of ray tracing is not supported; "
                 "expected compute, pixel, amplification, mesh or node", s->stage);
    else if (!s->errors && !runs(s->marked.desc.stage))
        complain(s, s->place[s->marked.mark[WF_ATTR_SHADER].line], "a shader of the stage %s has no thread groups to "
                 "run; expected compute, pixel, amplification, mesh or node", s->stage);
}

/* ---- all of it ---- */

void attributes_of_options(const struct shader_options *o, struct wf_shader_attributes *a)
{
    *a = (struct wf_shader_attributes){.desc = {.stage = o->draw.given ? WF_STAGE_PIXEL : WF_STAGE_COMPUTE}};
    a->desc.shader_model = o->shader_model;
    a->desc.prefer_small = o->prefer_small;
    a->desc.prefer_large = o->prefer_large;
}

static enum wf_exit read_all(struct scan *s, const struct shader_options *o, bool named)
{
    find_entry(s, o, named);
    if (!s->entry)
        return s->errors ? WF_EXIT_WRONG : WF_EXIT_OK;
    s->s->read = true;
    snprintf(s->s->entry, sizeof s->s->entry, "%.*s", (int)s->entry->name->length, s->entry->name->text);
    take_all(s);
    find_uses(s);
    check_strays(s);
    check(s, o);
    return s->errors ? WF_EXIT_WRONG : WF_EXIT_OK;
}

enum wf_exit attributes_read(const char *file, const struct shader_options *o, bool named, const char *const *folders,
                             const struct pp_define *defines, struct source_attributes *attributes)
{
    struct scan s = {.file = file, .s = attributes};
    struct pp *pp = pp_read(file, folders, defines);
    size_t count;

    *attributes = (struct source_attributes){.read = false};
    attributes_of_options(o, &attributes->a);
    if (!pp)
        return cli_no_memory();
    const struct pp_token *token = pp_tokens(pp, &count);
    attributes->has_header = pp_included(pp, "wavefold.hlsli");
    hlsl_read(&s.h, token, count);
    enum wf_exit status = s.h.no_memory ? cli_no_memory() : WF_EXIT_OK;
    if (!status && !pp_whole(pp))
        status = cli_tell(WF_EXIT_WRONG, "%s: error: its macros or includes give too much; expected at most 1048576 "
                          "words\n", file);
    if (!status)
        status = read_all(&s, o, named);
    for (size_t n = 0; n + 1 < count; n++)
        if (pp_is(&token[n], "__include"))
            fprintf(stderr, "%s:%u:%u: warning: what __include brings is not read: attributes there say nothing; "
                    "expected #include\n", token[n].file, token[n].line, token[n].column);
    struct pp_token at;
    const char *lost = pp_not_found(pp, &at);
    if (lost)
        fprintf(stderr, "%s:%u:%u: warning: %s was not found; expected it next to this file, or in a folder of "
                "includes: its attributes are not read\n", at.file, at.line, at.column, lost);
    hlsl_free(&s.h);
    pp_free(pp);
    return status;
}

static void keep_name(char name[256], const struct hlsl_function *f)
{
    snprintf(name, 256, "%.*s", (int)f->name->length, f->name->text);
}

bool attributes_pair(const char *file, const char *const *folders, const struct pp_define *defines,
                     struct source_pair *pair)
{
    struct scan s = {.file = file};
    struct pp *pp = pp_read(file, folders, defines);
    unsigned meshes = 0, tasks = 0, marked = 0;
    size_t count;

    if (!pp)
        return false;
    const struct pp_token *token = pp_tokens(pp, &count);
    hlsl_read(&s.h, token, count);
    for (size_t n = 0; n < s.h.functions; n++) {
        const struct hlsl_function *f = &s.h.function[n];
        marked += stage_mark(&s, f) != NULL;
        if (is_of_stage(&s, f, WF_STAGE_MESH) && !meshes++)
            keep_name(pair->mesh, f);
        if (is_of_stage(&s, f, WF_STAGE_AMPLIFICATION) && !tasks++)
            keep_name(pair->task, f);
    }
    hlsl_free(&s.h);
    pp_free(pp);
    return marked == 2 && meshes == 1 && tasks == 1;
}

enum wf_exit attributes_of_glsl(const char *file, const struct shader_options *o)
{
    static const struct pp_define defines[] = {{"VULKAN", "100"}, {NULL, NULL}};
    struct scan s = {.file = file};
    size_t count;

    if (!o->num_waves)
        return WF_EXIT_OK;
    struct pp *pp = pp_read(file, NULL, defines);
    if (!pp)
        return cli_no_memory();
    const struct pp_token *token = pp_tokens(pp, &count);
    for (size_t n = 0; n < count; n++)
        if (pp_is(&token[n], "gl_WorkGroupSize"))
            complain(&s, &token[n], "gl_WorkGroupSize cannot be used with numWaves (--num-waves); "
                     "use gl_NumSubgroups * gl_SubgroupSize instead");
    pp_free(pp);
    return s.errors ? WF_EXIT_WRONG : WF_EXIT_OK;
}
