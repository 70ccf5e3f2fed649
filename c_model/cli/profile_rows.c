/* SPDX-License-Identifier: Apache-2.0
 * profile_rows.c - a profile line by line, for the page of --profile and for --report (see profile.h).
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "naming.h"

enum { CAUSES = WF_PROFILE_CAUSES };

const char *wf_profile_cause(unsigned n)
{
    static const char *const name[CAUSES] = {"no wave", "barrier", "unit full", "memory", "LDS", "cross-lane",
                                             "turnaround", "fetch"};
    return name[n];
}

uint64_t wf_profile_waited(const struct wf_profile_place *place)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < CAUSES; i++)
        sum += place->waited[i];
    return sum;
}

void wf_profile_add(struct wf_profile_place *to, const struct wf_profile_place *from)
{
    for (unsigned i = 0; i < CAUSES; i++)
        to->waited[i] += from->waited[i];
    to->issues += from->issues;
    to->folded += from->folded;
    to->lanes += from->lanes;
    to->stood += from->stood;
}

const char *wf_profile_main_cause(const struct wf_profile_place *place)
{
    unsigned most = 0;
    for (unsigned i = 1; i < CAUSES; i++)
        if (place->waited[i] > place->waited[most])
            most = i;
    return place->waited[most] ? wf_profile_cause(most) : "";
}

/* ---- the lines of a file ----------------------------------------------------------------------------------------- */

struct walk {
    const struct wf_kernel *kernel;
    const struct wf_profile_texts *texts;
    const struct wf_profile_rows *rows;
    const struct wf_profile_place *place;       /* [kernel->count + 1] */
};

/* NULL: the kernel file. */
static const char *file_of(const struct wf_kernel *kernel, size_t pc)
{
    return kernel->file ? kernel->file[pc] : NULL;
}

static bool same_file(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* An instruction and its line, which may be any number: a module says what it likes. */
struct stand { uint32_t line; size_t pc; };

static int by_line(const void *left, const void *right)
{
    const struct stand *a = left, *b = right;
    return a->line != b->line ? (a->line < b->line ? -1 : 1) : (a->pc > b->pc) - (a->pc < b->pc);
}

/* The text of the line that begins at *at, without its end; *at goes on. */
static int take_line(const struct wf_text *text, size_t *at)
{
    const size_t begin = *at;
    const char *end = begin < text->length ? memchr(text->text + begin, '\n', text->length - begin) : NULL;
    size_t stop = end ? (size_t)(end - text->text) : text->length;
    *at = end ? stop + 1 : text->length;
    if (stop > begin && text->text[stop - 1] == '\r')
        stop--;
    return (int)(stop - begin);
}

static void give(const struct walk *w, const struct wf_profile_row *row)
{
    w->rows->row(w->rows->user, row);
}

/* From the first line that has instructions to the last, of the text those between too. */
static void walk_lines(const struct walk *w, const struct wf_text *text, const struct stand *stand, size_t count)
{
    size_t at = 0;
    uint32_t n = 1;             /* the line that begins at `at` */
    for (size_t i = 0; i < count;) {
        const struct stand *first = &stand[i];
        struct wf_profile_place sum = {.issues = 0};
        for (; i < count && stand[i].line == first->line; i++)
            wf_profile_add(&sum, &w->place[stand[i].pc]);
        for (; text && n < first->line && at < text->length; n++) {
            const size_t begin = at;
            const int length = take_line(text, &at);
            if (n > stand[0].line)
                give(w, &(struct wf_profile_row){.line = n, .text = text->text + begin, .length = length});
        }
        if (text) {
            const size_t begin = at;
            const int length = take_line(text, &at);
            give(w, &(struct wf_profile_row){.line = first->line, .text = text->text + begin, .length = length,
                                             .place = &sum});
            n++;
        } else {
            char name[256];
            wf_name_instruction(w->kernel, first->pc, name, sizeof name);
            give(w, &(struct wf_profile_row){.line = first->line, .text = name, .length = (int)strlen(name),
                                             .place = &sum});
        }
    }
}

static bool walk_file(const struct walk *w, const char *name)
{
    const struct wf_kernel *kernel = w->kernel;
    struct stand *stand = calloc(kernel->count + 1, sizeof *stand);
    size_t count = 0;
    for (size_t pc = 0; stand && pc < kernel->count; pc++)
        if (kernel->line[pc] && same_file(file_of(kernel, pc), name))
            stand[count++] = (struct stand){kernel->line[pc], pc};
    if (count) {
        qsort(stand, count, sizeof *stand, by_line);
        if (name)
            w->rows->file(w->rows->user, name);
        walk_lines(w, w->texts->find(w->texts->user, kernel, name), stand, count);
    }
    free(stand);
    return stand != NULL;
}

/* Each file in the order in which the code first comes to it. */
static bool walk_files(const struct walk *w)
{
    const struct wf_kernel *kernel = w->kernel;
    bool good = true;
    for (size_t pc = 0; pc < kernel->count && good; pc++) {
        size_t before = 0;
        while (before < pc && !same_file(file_of(kernel, before), file_of(kernel, pc)))
            before++;
        if (before == pc)
            good = walk_file(w, file_of(kernel, pc));
    }
    return good;
}

/* Instructions of which no line is known, one by one; and what is no instruction. */
static void walk_rest(const struct walk *w)
{
    static const char none[] = "no instruction";
    const size_t count = w->kernel->count;
    for (size_t pc = 0; pc < count; pc++) {
        char name[256];
        if (w->kernel->line[pc])
            continue;
        wf_name_instruction(w->kernel, pc, name, sizeof name);
        give(w, &(struct wf_profile_row){.text = name, .length = (int)strlen(name), .has_pc = true, .pc = pc,
                                         .place = &w->place[pc]});
    }
    if (w->place[count].issues)
        give(w, &(struct wf_profile_row){.text = none, .length = sizeof none - 1, .place = &w->place[count]});
}

bool wf_profile_walk(const struct wf_profile *p, unsigned dispatch, const struct wf_kernel *kernel, uint64_t cycle,
                     const struct wf_profile_texts *texts, const struct wf_profile_rows *rows,
                     struct wf_profile_place *sum)
{
    struct wf_profile_place *place = calloc(kernel->count + 1, sizeof *place);
    const struct walk w = {kernel, texts, rows, place};
    for (size_t pc = 0; place && pc <= kernel->count; pc++) {
        place[pc] = wf_profile_place(p, dispatch, pc, cycle);
        wf_profile_add(sum, &place[pc]);
    }
    const bool good = place && walk_files(&w);
    if (good)
        walk_rest(&w);
    free(place);
    return good;
}
