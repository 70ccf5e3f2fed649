/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "fork.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "wavefold/kernel.h"

/* A shader at a wave size: a copy of its code and its places, since pipelines end before the process does. */
struct shader {
    struct shader *next;
    char called[WFV_CALLED];
    unsigned wave_size;
    uint64_t dispatches;
    struct wf_shader_code code;         /* word, place, source, and their counts alone */
    struct wfv_count *count;            /* [code.count] */
};

/* Of the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char path[WFV_FILE];
static pid_t owner;                     /* a copy that it forks has no part in the file */
static struct shader *shaders, **last = &shaders;
static bool is_new, lacks_memory;       /* counts that the file has not; some that it cannot have */

static void free_shader(struct shader *s)
{
    for (size_t i = 0; i < s->code.sources && s->code.source; i++) {
        free((char *)(uintptr_t)s->code.source[i].file);
        free((char *)(uintptr_t)s->code.source[i].text);
    }
    for (size_t pc = 0; pc < s->code.count && s->code.place; pc++)
        if (!pc || s->code.place[pc].file != s->code.place[pc - 1].file)
            free((char *)(uintptr_t)s->code.place[pc].file);
    free(s->code.source);
    free(s->code.place);
    free(s->code.word);
    free(s->count);
    free(s);
}

static void free_all(void)
{
    while (shaders) {
        struct shader *s = shaders;
        shaders = s->next;
        free_shader(s);
    }
    last = &shaders;
}

/* The counts are those of a process of which this is a fork, and this one's have a file of their own (%p). */
static void begin_anew(void)
{
    free_all();
    *path = '\0';
    is_new = lacks_memory = false;
}

bool wfv_profile_open(const struct wfv_settings *s, char why[WFV_SETTINGS_WHY])
{
    bool good = true;

    wfv_fork_frees(&lock);
    pthread_mutex_lock(&lock);
    if (*path && owner != getpid() && strcmp(path, s->profile))
        begin_anew();
    if (*s->profile && !*path) {
        FILE *file = strcmp(s->profile, "-") ? fopen(s->profile, "w") : NULL;
        good = file || !strcmp(s->profile, "-");
        if (!good)
            snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_PROFILE=%.80s: cannot write it: %s", s->profile, strerror(errno));
        else
            strcpy(path, s->profile);
        owner = getpid();
        if (file)
            fclose(file);
    }
    pthread_mutex_unlock(&lock);
    return good;
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */

/* Names of files are the same for runs of instructions: each run has one copy. */
static bool copy_places(struct wf_shader_code *to, const struct wf_shader_code *from)
{
    for (size_t pc = 0; pc < from->count; pc++) {
        const bool same = pc && !strcmp(from->place[pc].file, to->place[pc - 1].file);
        to->place[pc].line = from->place[pc].line;
        to->place[pc].file = same ? to->place[pc - 1].file : strdup(from->place[pc].file);
        if (!to->place[pc].file) {
            to->count = pc;
            return false;
        }
    }
    return true;
}

static bool copy_sources(struct wf_shader_code *to, const struct wf_shader_code *from)
{
    for (; to->sources < from->sources; to->sources++) {
        to->source[to->sources] =
            (struct wf_shader_source){strdup(from->source[to->sources].file), strdup(from->source[to->sources].text)};
        if (!to->source[to->sources].file || !to->source[to->sources].text) {
            to->sources++;
            return false;
        }
    }
    return true;
}

static struct shader *new_shader(const struct wfv_launch *l, const char *called)
{
    const struct wf_shader_code *from = &l->code->code;
    struct shader *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    memcpy(s->called, called, sizeof s->called);
    s->wave_size = l->pipeline->wave_size;
    s->code.count = from->count;
    s->code.word = calloc(from->count + 1, sizeof *s->code.word);
    s->code.place = calloc(from->count + 1, sizeof *s->code.place);
    s->code.source = calloc(from->sources + 1, sizeof *s->code.source);
    s->count = calloc(from->count + 1, sizeof *s->count);
    if (!s->code.word || !s->code.place || !s->code.source || !s->count || !copy_places(&s->code, from) ||
        !copy_sources(&s->code, from)) {
        free_shader(s);
        return NULL;
    }
    memcpy(s->code.word, from->word, from->count * sizeof *from->word);
    return s;
}

static struct shader *find(const struct wfv_launch *l)
{
    const struct wf_shader_code *code = &l->code->code;
    char called[WFV_CALLED] = "";

    wfv_called(l->pipeline, l->code, called);
    for (struct shader *s = shaders; s; s = s->next)
        if (s->wave_size == l->pipeline->wave_size && !strcmp(s->called, called) && s->code.count == code->count &&
            !memcmp(s->code.word, code->word, code->count * sizeof *code->word))
            return s;
    struct shader *s = new_shader(l, called);
    if (s) {
        *last = s;
        last = &s->next;
    }
    return s;
}

void wfv_profile_add(const struct wfv_launch *l)
{
    if (!l->count)
        return;
    pthread_mutex_lock(&lock);
    struct shader *s = find(l);
    for (size_t pc = 0; s && pc < s->code.count; pc++) {
        s->count[pc].issues += l->count[pc].issues;
        s->count[pc].lanes += l->count[pc].lanes;
    }
    if (s)
        s->dispatches++;
    lacks_memory |= !s;
    is_new = true;
    pthread_mutex_unlock(&lock);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void put_count(FILE *file, const struct wfv_count *c)
{
    if (c->issues)
        fprintf(file, "%12" PRIu64 " %6.1f ", c->issues, (double)c->lanes / (double)c->issues);
    else
        fprintf(file, "%12d %6s ", 0, "");
}

/* All instructions of a line; the first of them, code->count: it has none. */
static struct wfv_count sum_of(const struct shader *s, const char *name, uint32_t line, size_t *first)
{
    struct wfv_count sum = {0, 0};

    *first = s->code.count;
    for (size_t pc = s->code.count; pc-- > 0;)
        if (s->code.place[pc].line == line && !strcmp(s->code.place[pc].file, name)) {
            sum.issues += s->count[pc].issues;
            sum.lanes += s->count[pc].lanes;
            *first = pc;
        }
    return sum;
}

static void put_line(FILE *file, const struct shader *s, const char *name, uint32_t line)
{
    char instruction[160];
    size_t first, length;
    const struct wfv_count sum = sum_of(s, name, line, &first);
    const char *text = wfv_source_line(&s->code, name, line, &length);

    if (first == s->code.count && !text)
        return;
    if (first == s->code.count)
        fprintf(file, "%12s %6s ", "", "");
    else
        put_count(file, &sum);
    if (!text) {                        /* the module has no source: its first instruction represents the line */
        wf_code_disassemble(s->code.word, first, instruction, sizeof instruction);
        fprintf(file, "%6" PRIu32 "  %s\n", line, instruction);
    } else
        fprintf(file, "%6" PRIu32 "  %.*s\n", line, (int)length, text);
}

/* The lines of a file, from the first with an instruction to the last. */
static void put_file(FILE *file, const struct shader *s, const char *name)
{
    uint32_t from = UINT32_MAX, to = 0;

    for (size_t pc = 0; pc < s->code.count; pc++)
        if (s->code.place[pc].line && !strcmp(s->code.place[pc].file, name)) {
            from = s->code.place[pc].line < from ? s->code.place[pc].line : from;
            to = s->code.place[pc].line > to ? s->code.place[pc].line : to;
        }
    if (*name)
        fprintf(file, "# %s\n", name);
    for (uint32_t line = from; line <= to && to; line++)
        put_line(file, s, name, line);
}

static bool is_first_of_file(const struct shader *s, size_t pc)
{
    for (size_t before = 0; before < pc; before++)
        if (s->code.place[before].line && !strcmp(s->code.place[before].file, s->code.place[pc].file))
            return false;
    return s->code.place[pc].line;
}

static void put_shader(FILE *file, const struct shader *s)
{
    struct wfv_count sum = {0, 0};
    char instruction[160];

    for (size_t pc = 0; pc < s->code.count; pc++) {
        sum.issues += s->count[pc].issues;
        sum.lanes += s->count[pc].lanes;
    }
    fprintf(file, "# shader %s, wave size %u: %" PRIu64 " dispatch%s\n", s->called, s->wave_size, s->dispatches,
            s->dispatches == 1 ? "" : "es");
    for (size_t pc = 0; pc < s->code.count; pc++)
        if (is_first_of_file(s, pc))
            put_file(file, s, s->code.place[pc].file);
    for (size_t pc = 0; pc < s->code.count; pc++)
        if (!s->code.place[pc].line) {
            wf_code_disassemble(s->code.word, pc, instruction, sizeof instruction);
            put_count(file, &s->count[pc]);
            fprintf(file, "     -  %5zu  %s\n", pc, instruction);
        }
    put_count(file, &sum);
    fprintf(file, "   sum\n\n");
}

void wfv_profile_write(void)
{
    pthread_mutex_lock(&lock);
    FILE *file = !is_new || getpid() != owner ? NULL : strcmp(path, "-") ? fopen(path, "w") : stderr;
    if (file) {
        fprintf(file, "#%11s %6s %6s  source\n", "issues", "lanes", "line");
        for (const struct shader *s = shaders; s; s = s->next)
            put_shader(file, s);
        if (lacks_memory)
            fprintf(file, "# memory was short: some dispatches are missing\n");
        fflush(file);
        if (file != stderr)
            fclose(file);
        is_new = false;
    }
    pthread_mutex_unlock(&lock);
}

/* Programs end without vkDestroyDevice. */
__attribute__((destructor)) static void at_exit(void)
{
    wfv_profile_write();
    free_all();
}
