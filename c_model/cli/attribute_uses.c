/* SPDX-License-Identifier: Apache-2.0 */
#include "attribute_scan.h"

enum { MOST_DEPTH = 100 };

static void add_use(struct scan *s, uint8_t sv, const struct pp_token *token)
{
    struct wf_desc *d = &s->s->a.desc;

    if (s->uses < MOST_USES)
        s->use[s->uses++] = (struct wf_shader_use){.sv = sv, .mark = {scan_place(s, token), 1}};
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
        s->s->discards |= pp_is(t, "discard") || (pp_is(t, "clip") && pp_is(t + 1, "(") && !hlsl_defines(&s->h, t));
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
            scan_complain(s, t, "%s", wf_reject_text(WF_REJECT_MATCH_MODEL));
        if (query && reached)
            add_use(s, sv, t);
    }
}

void scan_find_uses(struct scan *s)
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

/* Does this stand before what may be an entry point: a function with a stage, or that the entry point does not call? */
static bool may_be_entry(const struct scan *s, size_t at)
{
    for (size_t n = 0; n < s->h.functions; n++) {
        const struct hlsl_function *f = &s->h.function[n];
        if (at >= f->head.from && at < f->head.end)
            return f == s->entry || !f->reached || scan_stage_mark(s, f);
    }
    return false;
}

void scan_check_strays(struct scan *s)
{
    for (size_t n = 0; n + 2 < s->h.tokens; n++) {
        const struct pp_token *t = &s->h.token[n + 1];
        const enum wf_attribute which = t->kind == PP_WORD ? scan_which(t) : WF_ATTR_COUNT;
        if (!pp_is(t - 1, "[") || which == WF_ATTR_COUNT || which == WF_ATTR_SHADER || which == WF_ATTR_NUMTHREADS ||
            (n > 0 && (s->h.token[n - 1].kind != PP_MARK || pp_is(&s->h.token[n - 1], ")"))) ||
            !pp_is(t + 1, scan_attribute[which].most ? "(" : "]") || may_be_entry(s, n))
            continue;
        scan_complain(s, t, "%.*s is before no entry point; expected it before %s", (int)t->length, t->text,
                      s->s->entry);
    }
}

void scan_check_exports(struct scan *s)
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
                    scan_complain(s, t, "%s", wf_reject_text(WF_REJECT_WAVE_EXPORT));
            }
    }
}
