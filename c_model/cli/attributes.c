/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "attributes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "attribute_scan.h"
#include "shader_kind.h"


/* ---- messages ---- */

static void report(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct scan *s = user;

    (void)column;
    if (line && line <= s->places)
        scan_complain(s, s->place[line], "%s", text);
    else if (error)
        scan_complain(s, s->entry->name, "%s", text);
}

/* ---- the entry point ---- */

static bool has_attributes(const struct scan *s, const struct hlsl_function *f)
{
    return f->head.end > f->head.from && pp_is(&s->h.token[f->head.from], "[");
}

static bool is_of_stage(const struct scan *s, const struct hlsl_function *f, enum wf_stage stage)
{
    const struct pp_token *mark = scan_stage_mark(s, f);
    char quoted_stage[40];

    snprintf(quoted_stage, sizeof quoted_stage, "\"%s\"", wf_stage_name(stage));
    return mark && pp_is(mark, quoted_stage);
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
            scan_complain(s, f->name, "another %s with attributes; expected one name for each entry point", last);
        found = f;
    }
    return found;
}

/* Its mark says a stage of what the command line runs: pixels, vertices, primitives, or groups. */
static bool is_meant(const struct scan *s, const struct hlsl_function *f, const struct shader_options *o)
{
    const struct pp_token *mark = scan_stage_mark(s, f);
    const struct shader_stage *asked = shader_stage_of(shader_options_stage(o)), *own = NULL;

    for (unsigned n = 0; mark && n < WF_STAGE_COUNT; n++) {
        char text[40];
        const struct shader_stage *one = shader_stage_of((enum wf_stage)n);
        snprintf(text, sizeof text, "\"%s\"", wf_stage_name((enum wf_stage)n));
        own = one && (pp_is(mark, text) || (n == WF_STAGE_PIXEL && pp_is(mark, "\"fragment\""))) ? one : own;
    }
    return asked ? own && shader_same_option(own, asked) : mark && (!own || !o->has_groups);
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
                scan_complain(s, &s->h.token[at],
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
    return has_groups(stage) || shader_stage_of(stage);
}

/* What a source without an attribute may well be: it has a semantic of one of these stages. */
static const struct hint {
    const char *semantic, *stage, *option;
} hints[] = {
    {"SV_VertexID", "vertex", "--vertices"}, {"SV_InstanceID", "vertex", "--vertices"},
    {"POSITION", "vertex", "--vertices"}, {"SV_DomainLocation", "domain", "--patches"},
    {"SV_OutputControlPointID", "hull", "--patches"}, {"SV_GSInstanceID", "geometry", "--primitives"},
    {"SV_Target", "pixel", "--draw"}, {"SV_Target0", "pixel", "--draw"}, {"SV_Depth", "pixel", "--draw"},
    {"SV_Coverage", "pixel", "--draw"}, {"SV_IsFrontFace", "pixel", "--draw"}};

static const struct hint *hint_of_stage(const struct scan *s)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        for (size_t n = 1; n < s->h.tokens; n++)
            if (pp_is(&s->h.token[n - 1], ":") && hlsl_is(&s->h.token[n], hints[i].semantic))
                return &hints[i];
    return NULL;
}

static void refuse_no_shape(struct scan *s)
{
    const struct hint *hint = s->stage ? NULL : hint_of_stage(s);

    if (hint)
        scan_complain(s, s->entry->name, "%s; expected one of them, or of a %s shader [shader(\"%s\")] or %s",
                      wf_reject_text(WF_REJECT_NO_SHAPE), hint->stage, hint->stage, hint->option);
    else
        scan_complain(s, s->entry->name, "%s; expected one of them", wf_reject_text(WF_REJECT_NO_SHAPE));
}

static void check_shape(struct scan *s, const struct shader_options *o)
{
    const struct wf_desc *d = &s->s->a.desc;

    if (d->has_numwaves && o->num_waves && d->num_waves != o->num_waves)
        scan_complain(s, s->place[s->marked.mark[WF_ATTR_NUMWAVES].line], "numWaves(%" PRIu32 ") here, and --num-waves "
                      "%" PRIu32 "; expected one number", d->num_waves, o->num_waves);
    else if (!d->has_numthreads && !d->has_numwaves && !o->num_waves && has_groups(d->stage) && !d->thread_launch)
        refuse_no_shape(s);
}

static void check(struct scan *s, const struct shader_options *o)
{
    check_shape(s, o);
    scan_check_exports(s);
    if (s->errors)
        return;
    s->marked.desc = s->s->a.desc;
    if (s->marked.desc.thread_launch && !s->marked.desc.has_numthreads && !s->marked.desc.has_numwaves) {
        s->marked.desc.has_numthreads = true;           /* such nodes have no group: numthreads may be left out */
        for (unsigned n = 0; n < 3; n++)
            s->marked.desc.threads[n] = 1;
    }
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
        scan_complain(s, s->place[s->marked.mark[WF_ATTR_SHADER].line], "the stage %s of ray tracing is not supported; "
                      "expected compute, pixel, vertex, hull, domain, geometry, amplification, mesh or node",
                      s->stage);
    else if (!s->errors && !runs(s->marked.desc.stage))
        scan_complain(s, s->place[s->marked.mark[WF_ATTR_SHADER].line], "a shader of the stage %s has no thread groups "
                      "to run; expected compute, pixel, vertex, hull, domain, geometry, amplification, mesh or node",
                      s->stage);
}

/* ---- all of it ---- */

void attributes_of_options(const struct shader_options *o, struct wf_shader_attributes *a)
{
    *a = (struct wf_shader_attributes){.desc = {.stage = shader_options_stage(o)}};
    a->desc.shader_model = o->shader_model;
    a->desc.prefer_small = o->prefer_small;
    a->desc.prefer_large = o->prefer_large;
}

/* --patches asks for either: a control shader names the function that gives what is of a patch. */
static void find_stage_of_patches(struct scan *s)
{
    bool control = false;

    for (size_t at = s->entry->head.from; at < s->entry->head.end; at++)
        control |= pp_is(&s->h.token[at], "patchconstantfunc");
    if (!s->stage && s->s->a.desc.stage == WF_STAGE_HULL && !control)
        s->s->a.desc.stage = WF_STAGE_DOMAIN;
}

static enum wf_exit read_all(struct scan *s, const struct shader_options *o, bool named)
{
    find_entry(s, o, named);
    if (!s->entry)
        return s->errors ? WF_EXIT_WRONG : WF_EXIT_OK;
    s->s->read = true;
    snprintf(s->s->entry, sizeof s->s->entry, "%.*s", (int)s->entry->name->length, s->entry->name->text);
    scan_take_all(s);
    find_stage_of_patches(s);
    scan_find_uses(s);
    scan_check_strays(s);
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
        marked += scan_stage_mark(&s, f) != NULL;
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
            scan_complain(&s, &token[n], "gl_WorkGroupSize cannot be used with numWaves (--num-waves); "
                          "use gl_NumSubgroups * gl_SubgroupSize instead");
    pp_free(pp);
    return s.errors ? WF_EXIT_WRONG : WF_EXIT_OK;
}
