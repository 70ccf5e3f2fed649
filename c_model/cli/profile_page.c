/* SPDX-License-Identifier: Apache-2.0
 * profile_page.c - the page of --profile (see profile.h).
 */
#include "profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "naming.h"

enum { CAUSES = WF_PROFILE_CAUSES };

struct page {
    FILE *file;
    const struct wf_kernel *kernel;
    const struct wf_profile_texts *texts;
    const struct wf_profile_place *place;       /* [kernel->count + 1] */
};

/* ---- a row ------------------------------------------------------------------------------------------------------- */

static const char *const cause_name[CAUSES] = {"no wave", "barrier", "unit full", "memory", "LDS", "cross-lane",
                                               "turnaround", "fetch"};

static uint64_t waited(const struct wf_profile_place *place)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < CAUSES; i++)
        sum += place->waited[i];
    return sum;
}

static void add(struct wf_profile_place *to, const struct wf_profile_place *from)
{
    for (unsigned i = 0; i < CAUSES; i++)
        to->waited[i] += from->waited[i];
    to->issues += from->issues;
    to->folded += from->folded;
    to->lanes += from->lanes;
    to->stood += from->stood;
}

/* What most of the cycles waited for. */
static const char *main_cause(const struct wf_profile_place *place)
{
    unsigned most = 0;
    for (unsigned i = 1; i < CAUSES; i++)
        if (place->waited[i] > place->waited[most])
            most = i;
    return place->waited[most] ? cause_name[most] : "";
}

static void put_figures(FILE *file, const struct wf_profile_place *place, bool has_code)
{
    if (!has_code)
        fprintf(file, "%10s %-10s %8s %6s %8s  ", "", "", "", "", "");
    else if (!place->issues)
        fprintf(file, "%10" PRIu64 " %-10s %8d %6s %8s  ", waited(place), main_cause(place), 0, "", "");
    else
        fprintf(file, "%10" PRIu64 " %-10s %8" PRIu64 " %6.1f %8.1f  ", waited(place), main_cause(place), place->issues,
                (double)place->lanes / (double)place->issues, (double)place->stood / (double)place->issues);
}

/* ---- the lines of a file ----------------------------------------------------------------------------------------- */

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

static void put_line(const struct page *page, uint32_t line, const char *source, int length)
{
    fprintf(page->file, "%5" PRIu32 "  %.*s\n", line, length, source);
}

/* From the first line that has instructions to the last, of the text those between too. */
static void put_lines(const struct page *page, const struct wf_text *text, const struct stand *stand, size_t count)
{
    size_t at = 0;
    uint32_t n = 1;             /* the line that begins at `at` */
    for (size_t i = 0; i < count;) {
        const struct stand *first = &stand[i];
        struct wf_profile_place sum = {.issues = 0};
        for (; i < count && stand[i].line == first->line; i++)
            add(&sum, &page->place[stand[i].pc]);
        for (; text && n < first->line && at < text->length; n++) {
            const size_t begin = at;
            const int length = take_line(text, &at);
            if (n > stand[0].line) {
                put_figures(page->file, &sum, false);
                put_line(page, n, text->text + begin, length);
            }
        }
        put_figures(page->file, &sum, true);
        if (text) {
            const size_t begin = at;
            const int length = take_line(text, &at);
            put_line(page, first->line, text->text + begin, length);
            n++;
        } else {
            char name[256];
            wf_name_instruction(page->kernel, first->pc, name, sizeof name);
            put_line(page, first->line, name, (int)strlen(name));
        }
    }
}

static bool put_file(const struct page *page, const char *name)
{
    const struct wf_kernel *kernel = page->kernel;
    struct stand *stand = calloc(kernel->count + 1, sizeof *stand);
    size_t count = 0;
    for (size_t pc = 0; stand && pc < kernel->count; pc++)
        if (kernel->line[pc] && same_file(file_of(kernel, pc), name))
            stand[count++] = (struct stand){kernel->line[pc], pc};
    if (count) {
        qsort(stand, count, sizeof *stand, by_line);
        if (name)
            fprintf(page->file, "# %s\n", name);
        put_lines(page, page->texts->find(page->texts->user, kernel, name), stand, count);
    }
    free(stand);
    return stand != NULL;
}

/* Each file in the order in which the code first comes to it. */
static bool put_files(const struct page *page)
{
    const struct wf_kernel *kernel = page->kernel;
    bool good = true;
    for (size_t pc = 0; pc < kernel->count && good; pc++) {
        size_t before = 0;
        while (before < pc && !same_file(file_of(kernel, before), file_of(kernel, pc)))
            before++;
        if (before == pc)
            good = put_file(page, file_of(kernel, pc));
    }
    return good;
}

/* Instructions of which no line is known, one by one. */
static void put_rest(const struct page *page)
{
    for (size_t pc = 0; pc < page->kernel->count; pc++) {
        char name[256];
        if (page->kernel->line[pc])
            continue;
        wf_name_instruction(page->kernel, pc, name, sizeof name);
        put_figures(page->file, &page->place[pc], true);
        fprintf(page->file, "    -  %5zu  %s\n", pc, name);
    }
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static void put_causes(FILE *file, const struct wf_profile_place *place)
{
    const char *before = ": ";
    for (unsigned i = 0; i < CAUSES; i++)
        if (place->waited[i]) {
            fprintf(file, "%s%s %" PRIu64, before, cause_name[i], place->waited[i]);
            before = ", ";
        }
    fputc('\n', file);
}

/* What all that was seen comes to. */
struct sums {
    struct wf_profile_place lines, lost, unfinished;
};

/* "8 with an issue, 22 waited: no wave 2, ..", of a core, a dispatch or all; gives the cycles waited.  `in_flight`: of
 * a run that was stopped, cycles that issued what had not retired. */
static uint64_t put_cycles(FILE *file, uint64_t issues, uint64_t in_flight, const struct wf_profile_place *all)
{
    fprintf(file, "%" PRIu64 " with an issue, ", issues);
    if (in_flight)
        fprintf(file, "%" PRIu64 " with one that had not retired, ", in_flight);
    fprintf(file, "%" PRIu64 " waited", waited(all));
    put_causes(file, all);
    return waited(all);
}

/* Cycles waited that stand at no line. */
static void put_beside(FILE *file, const struct wf_profile_place *lost, const struct wf_profile_place *unfinished)
{
    const uint64_t without = waited(lost), pending = waited(unfinished);
    if (without)
        fprintf(file, "# %" PRIu64 " waited for waves without a live lane, which run nothing\n", without);
    if (pending)
        fprintf(file, "# %" PRIu64 " waited for instructions that had not retired when the run stopped\n", pending);
}

static uint64_t in_flight(const struct wf_run_figures *f, const uint64_t *counter, uint64_t cycles, uint64_t issued)
{
    return f->counters_unknown ? 0 : wf_figures_in_flight(counter, cycles, issued);
}

/* What the lines of all dispatches add up to, and what is beside them. */
static void put_totals(FILE *file, const struct wf_profile *p, struct sums *s, const struct wf_run_figures *f)
{
    const unsigned cores = f->cores ? f->cores : 1;
    struct wf_profile_place all = s->lines, idle = wf_profile_idle(p);
    uint64_t of_cores = 0;
    for (unsigned c = 0; c < cores; c++) {
        const struct wf_profile_place core = wf_profile_core(p, c);
        of_cores += waited(&core);
        if (cores == 1)
            continue;
        const uint64_t *counter = f->core[c];
        fprintf(file, "# core %u: %" PRIu64 " cycles: ", c, counter[WF_CNT_CYCLES]);
        const uint64_t seen = put_cycles(
            file, counter[WF_CNT_INSTRUCTIONS] - counter[WF_CNT_FOLDED],
            in_flight(f, counter, counter[WF_CNT_CYCLES], counter[WF_CNT_INSTRUCTIONS]), &core);
        if (!f->counters_unknown && seen != wf_figures_stalls(counter))
            fprintf(file, "# the counters of core %u hold %" PRIu64 " cycles waited\n", c, wf_figures_stalls(counter));
    }
    add(&all, &s->lost);
    add(&all, &s->unfinished);
    add(&all, &idle);
    fprintf(file, "# %" PRIu64 " cycles", f->counter[WF_CNT_CYCLES] * cores);
    fprintf(file, cores > 1 ? " of %u cores: " : ": ", cores);
    const uint64_t seen = put_cycles(
        file, f->instructions - f->counter[WF_CNT_FOLDED],
        in_flight(f, f->counter, f->counter[WF_CNT_CYCLES] * cores, f->instructions), &all);
    fprintf(file, "# of the cycles waited %" PRIu64 " are charged to a line; in %" PRIu64 " no wave was resident\n",
            waited(&s->lines), idle.waited[0]);
    idle.waited[0] = 0;
    add(&s->lost, &idle);            /* a wave that is gone already */
    put_beside(file, &s->lost, &s->unfinished);
    if (!f->counters_unknown && seen != wf_figures_stalls(f->counter))
        fprintf(file, "# the counters of the hardware hold %" PRIu64 " cycles waited\n", wf_figures_stalls(f->counter));
    if (seen != of_cores)
        fprintf(file, "# the cores waited %" PRIu64 " cycles\n", of_cores);
}

/* Which of several it is, and how long it took. */
static void put_head(FILE *file, unsigned number, const struct wf_run_figures *f)
{
    const struct wf_dispatch_figures *d = &f->dispatch[number];
    fprintf(file, "%s# dispatch %u of %u, ", number ? "\n" : "", number + 1, f->dispatches);
    if (d->line)
        fprintf(file, "line %" PRIu32, d->line);
    else
        fprintf(file, "%s shader", number ? "mesh" : "task");
    fprintf(file, ": wave size %u, ", d->wave_size);
    if (d->answered)
        fprintf(file, "%" PRIu64 " cycles, from %" PRIu64 " to %" PRIu64 ", %s\n", d->answered_at - d->accepted_at,
                d->accepted_at, d->answered_at, d->ending ? d->ending : wf_reject_name(d->reject));
    else if (d->accepted)
        fprintf(file, "from cycle %" PRIu64 ", not ended\n", d->accepted_at);
    else
        fputs("not accepted\n", file);
}

/* Sum and causes of one of several. */
static void put_dispatch_sums(FILE *file, const struct sums *s)
{
    struct wf_profile_place all = s->lines;
    add(&all, &s->lost);
    add(&all, &s->unfinished);
    fputs("# ", file);
    put_cycles(file, s->lines.issues - s->lines.folded, 0, &all);
    put_beside(file, &s->lost, &s->unfinished);
}

/* The lines of a dispatch; false when out of memory. */
static bool put_dispatch(FILE *file, const struct wf_profile *p, unsigned number, const struct wf_kernel *kernel,
                         const struct wf_profile_texts *texts, const struct wf_run_figures *f, struct sums *sums)
{
    struct wf_profile_place *place = calloc(kernel->count + 1, sizeof *place);
    const struct page page = {file, kernel, texts, place};
    const uint64_t last = f->last_cycle ? f->last_cycle : f->counter[WF_CNT_CYCLES];
    sums->lost = wf_profile_lost(p, number);
    sums->unfinished = wf_profile_unfinished(p, number);
    for (size_t pc = 0; place && pc <= kernel->count; pc++) {
        place[pc] = wf_profile_place(p, number, pc, last);
        add(&sums->lines, &place[pc]);
    }
    const bool good = place && put_files(&page);
    if (good) {
        put_rest(&page);
        if (place[kernel->count].issues) {
            put_figures(file, &place[kernel->count], true);
            fputs("    -  no instruction\n", file);
        }
        put_figures(file, &sums->lines, true);
        fputs("  sum\n", file);
    }
    free(place);
    return good;
}

void wf_profile_print(FILE *file, const struct wf_profile *p, const struct wf_kernel *kernel,
                      const struct wf_profile_texts *texts, const struct wf_run_figures *figures)
{
    struct sums all = {.lines = {.issues = 0}};
    bool good = true;
    fprintf(file, "# %8s %-10s %8s %6s %8s   line  source\n", "waited", "for", "issues", "lanes", "each");
    for (unsigned number = 0; kernel && good; number++, kernel = kernel->next) {
        struct sums sums = {.lines = {.issues = 0}};
        if (figures->dispatches > 1)
            put_head(file, number, figures);
        good = put_dispatch(file, p, number, kernel, texts, figures, &sums);
        if (figures->dispatches > 1)
            put_dispatch_sums(file, &sums);
        add(&all.lines, &sums.lines);
        add(&all.lost, &sums.lost);
        add(&all.unfinished, &sums.unfinished);
    }
    if (!good) {
        fputs("# out of memory\n", file);
        return;
    }
    if (figures->dispatches > 1) {
        fputs("\n# all dispatches\n", file);
        put_figures(file, &all.lines, true);
        fputs("  sum\n", file);
    }
    put_totals(file, p, &all, figures);
}
