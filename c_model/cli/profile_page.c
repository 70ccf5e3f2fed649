/* SPDX-License-Identifier: Apache-2.0
 * profile_page.c - the page of --profile (see profile.h).
 */
#include "profile.h"

#include <inttypes.h>
#include <string.h>

enum { CAUSES = WF_PROFILE_CAUSES };

/* ---- a row ------------------------------------------------------------------------------------------------------- */

static void put_figures(FILE *file, const struct wf_profile_place *place, bool has_code)
{
    if (!has_code)
        fprintf(file, "%10s %-10s %8s %6s %8s  ", "", "", "", "", "");
    else if (!place->issues)
        fprintf(file, "%10" PRIu64 " %-10s %8d %6s %8s  ", wf_profile_waited(place), wf_profile_main_cause(place), 0, "", "");
    else
        fprintf(file, "%10" PRIu64 " %-10s %8" PRIu64 " %6.1f %8.1f  ", wf_profile_waited(place), wf_profile_main_cause(place), place->issues,
                (double)place->lanes / (double)place->issues, (double)place->stood / (double)place->issues);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void put_file(void *user, const char *name)
{
    fprintf(user, "# %s\n", name);
}

static void put_row(void *user, const struct wf_profile_row *row)
{
    FILE *file = user;
    const struct wf_profile_place none = {.issues = 0};
    put_figures(file, row->place ? row->place : &none, row->place);
    if (row->line)
        fprintf(file, "%5" PRIu32 "  %.*s\n", row->line, row->length, row->text);
    else if (row->has_pc)
        fprintf(file, "    -  %5zu  %.*s\n", row->pc, row->length, row->text);
    else
        fprintf(file, "    -  %.*s\n", row->length, row->text);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static void put_causes(FILE *file, const struct wf_profile_place *place)
{
    const char *before = ": ";
    for (unsigned i = 0; i < CAUSES; i++)
        if (place->waited[i]) {
            fprintf(file, "%s%s %" PRIu64, before, wf_profile_cause(i), place->waited[i]);
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
    fprintf(file, "%" PRIu64 " waited", wf_profile_waited(all));
    put_causes(file, all);
    return wf_profile_waited(all);
}

/* Cycles waited that stand at no line. */
static void put_beside(FILE *file, const struct wf_profile_place *lost, const struct wf_profile_place *unfinished)
{
    const uint64_t without = wf_profile_waited(lost), pending = wf_profile_waited(unfinished);
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
        of_cores += wf_profile_waited(&core);
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
    wf_profile_add(&all, &s->lost);
    wf_profile_add(&all, &s->unfinished);
    wf_profile_add(&all, &idle);
    fprintf(file, "# %" PRIu64 " cycles", f->counter[WF_CNT_CYCLES] * cores);
    fprintf(file, cores > 1 ? " of %u cores: " : ": ", cores);
    const uint64_t seen = put_cycles(
        file, f->instructions - f->counter[WF_CNT_FOLDED],
        in_flight(f, f->counter, f->counter[WF_CNT_CYCLES] * cores, f->instructions), &all);
    fprintf(file, "# of the cycles waited %" PRIu64 " are charged to a line; in %" PRIu64 " no wave was resident\n",
            wf_profile_waited(&s->lines), idle.waited[0]);
    idle.waited[0] = 0;
    wf_profile_add(&s->lost, &idle);            /* a wave that is gone already */
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
    wf_profile_add(&all, &s->lost);
    wf_profile_add(&all, &s->unfinished);
    fputs("# ", file);
    put_cycles(file, s->lines.issues - s->lines.folded, 0, &all);
    put_beside(file, &s->lost, &s->unfinished);
}

/* The lines of a dispatch; false when out of memory. */
static bool put_dispatch(FILE *file, const struct wf_profile *p, unsigned number, const struct wf_kernel *kernel,
                         const struct wf_profile_texts *texts, const struct wf_run_figures *f, struct sums *sums)
{
    const struct wf_profile_rows rows = {put_file, put_row, file};
    const uint64_t last = f->last_cycle ? f->last_cycle : f->counter[WF_CNT_CYCLES];
    sums->lost = wf_profile_lost(p, number);
    sums->unfinished = wf_profile_unfinished(p, number);
    const bool good = wf_profile_walk(p, number, kernel, last, texts, &rows, &sums->lines);
    if (good) {
        put_figures(file, &sums->lines, true);
        fputs("  sum\n", file);
    }
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
        wf_profile_add(&all.lines, &sums.lines);
        wf_profile_add(&all.lost, &sums.lost);
        wf_profile_add(&all.unfinished, &sums.unfinished);
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
