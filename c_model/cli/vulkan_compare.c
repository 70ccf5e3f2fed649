/* SPDX-License-Identifier: Apache-2.0
 * vulkan_compare.c - what several runs of a program printed, and where they differ.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#include "vulkan.h"
#include "wavefold/utf8.h"

const char *vulkan_ending(const struct vulkan_run *run, char text[80])
{
    if (run->late)
        snprintf(text, 80, "time is up");
    else if (WIFSIGNALED(run->ending))
        snprintf(text, 80, "signal %d (%.40s)", WTERMSIG(run->ending), strsignal(WTERMSIG(run->ending)));
    else
        snprintf(text, 80, "exit status %d", WEXITSTATUS(run->ending));
    return text;
}

const char *vulkan_place(const struct vulkan *v, const struct vulkan_run *run, char text[64])
{
    size_t used = 0;
    *text = '\0';
    if (run->size)
        used = (size_t)snprintf(text, 64, "wave size %u", run->size);
    if (v->seeds > 1)
        snprintf(text + used, 64 - used, "%sseed %" PRIu64, used ? ", " : "", run->seed);
    return text;
}

static bool is_same(const struct vulkan_run *a, const struct vulkan_run *b)
{
    return a->late == b->late && a->ending == b->ending && a->length == b->length &&
           !memcmp(a->output, b->output, a->length);
}

static size_t count_as(const struct vulkan *v, size_t as)
{
    size_t count = 0;
    for (size_t i = 0; i < v->runs; i++)
        count += v->run[i].as == as;
    return count;
}

void vulkan_compare(struct vulkan *v)
{
    v->groups = 0;
    for (size_t i = 0; i < v->runs; i++) {
        size_t as = 0;
        while (as < i && !is_same(&v->run[as], &v->run[i]))
            as++;
        v->run[i].as = as;
        v->groups += as == i;
    }
    for (size_t i = 0; i < v->runs; i++)
        for (size_t other = 0; other < v->runs; other++)
            v->run[i].differs |=
                v->run[other].as != v->run[i].as && count_as(v, v->run[other].as) >= count_as(v, v->run[i].as);
}

/* ---- where ------------------------------------------------------------------------------------------------------- */

enum { ODD = -1 };                      /* in place of a group: all runs that differ */
static bool is_of(const struct vulkan_run *run, long group)
{
    return group == ODD ? run->differs : run->as == (size_t)group;
}

/* All seeds of the size of a run are of the group: only the first of them is named. */
static bool is_whole(const struct vulkan *v, size_t at, long group)
{
    for (size_t i = 0; i < v->runs; i++)
        if (v->run[i].size == v->run[at].size && !is_of(&v->run[i], group))
            return false;
    return true;
}

static bool is_named(const struct vulkan *v, size_t at, long group)
{
    if (!is_of(&v->run[at], group))
        return false;
    for (size_t i = 0; v->run[at].size && is_whole(v, at, group) && i < at; i++)
        if (v->run[i].size == v->run[at].size)
            return false;
    return true;
}

/* "4, 16 and 32", "8 (seed 3)", "seed 1" */
static void put_places(FILE *file, const struct vulkan *v, long group)
{
    size_t count = 0, done = 0;
    for (size_t i = 0; i < v->runs; i++)
        count += is_named(v, i, group);
    for (size_t i = 0; i < v->runs; i++) {
        const struct vulkan_run *run = &v->run[i];
        if (!is_named(v, i, group))
            continue;
        if (done++)
            fputs(done == count ? " and " : ", ", file);
        if (!run->size)
            fprintf(file, "seed %" PRIu64, run->seed);
        else if (is_whole(v, i, group))
            fprintf(file, "%u", run->size);
        else
            fprintf(file, "%u (seed %" PRIu64 ")", run->size, run->seed);
    }
}

/* ---- what -------------------------------------------------------------------------------------------------------- */

/* Line n of an output, from 0; NULL: it has none. */
static const char *line_of(const struct vulkan_run *run, size_t n, size_t *length)
{
    const char *at = run->output, *end = run->output + run->length;
    for (; n && at < end; n--) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    if (at >= end)
        return NULL;
    const char *next = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((next ? next : end) - at);
    return at;
}

/* Two runs have the same line n; `none`: neither has one. */
static bool same_line(const struct vulkan_run *a, const struct vulkan_run *b, size_t n, bool *none)
{
    size_t m = 0, k = 0;
    const char *x = line_of(a, n, &m), *y = line_of(b, n, &k);
    *none = !x && !y;
    return *none || (x && y && m == k && !memcmp(x, y, m));
}

/* The first line that is not the same in all runs; false: all lines are. */
static bool find_line(const struct vulkan *v, size_t *line)
{
    bool over = false;
    for (*line = 0; !over; ++*line) {
        over = true;
        for (size_t i = 1; i < v->runs; i++) {
            bool none;
            if (!same_line(&v->run[0], &v->run[i], *line, &none))
                return true;
            over &= none;
        }
    }
    return false;
}

static bool endings_differ(const struct vulkan *v)
{
    for (size_t i = 1; i < v->runs; i++)
        if (v->run[i].ending != v->run[0].ending || v->run[i].late != v->run[0].late)
            return true;
    return false;
}

static void put_group(FILE *file, const struct vulkan *v, size_t group, bool has_line, size_t n)
{
    enum { SHOWN = 100 };
    const struct vulkan_run *run = &v->run[group];
    size_t length = 0;
    const char *line = has_line ? line_of(run, n, &length) : NULL;
    char ending[80];
    fputs("  at ", file);
    put_places(file, v, (long)group);
    fputc(':', file);
    if (endings_differ(v))
        fprintf(file, " %s%s", vulkan_ending(run, ending), has_line ? "," : "");
    if (has_line && !line)
        fputs(" no such line", file);
    else if (has_line) {
        const size_t most = wf_utf8_fits(line, SHOWN);
        fprintf(file, " \"%.*s\"%s", (int)(length < most ? length : most), line, length > most ? " .." : "");
    }
    fputc('\n', file);
}

void vulkan_put_differences(FILE *file, const struct vulkan *v)
{
    size_t line = 0, odd = 0;
    if (v->groups < 2)
        return;
    for (size_t i = 0; i < v->runs; i++)
        odd += v->run[i].differs;
    const bool has_line = find_line(v, &line);
    fputs("differs at ", file);
    put_places(file, v, ODD);
    if (odd == v->runs)
        fputs(": no output is that of most runs", file);
    if (has_line)
        fprintf(file, "; line %zu is the first\n", line + 1);
    else
        fputc('\n', file);
    for (size_t i = 0; i < v->runs; i++)
        if (v->run[i].as == i)
            put_group(file, v, i, has_line, line);
}
