/* SPDX-License-Identifier: Apache-2.0
 * sweep_report.c - several runs in words: the table, the differences, the verdict line, the JSON of --stats.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dump.h"
#include "json.h"
#include "said.h"
#include "sweep.h"
#include "verdict.h"
#include "wavefold/version.h"

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* The runs of one size. */
struct rows {
    const struct sweep_run *run;
    size_t runs, wrong;
};

static struct rows rows_of(const struct sweep *s, unsigned size)
{
    struct rows rows = {.run = s->run};
    for (size_t i = 0; i < s->runs; i++) {
        if (s->run[i].size != size)
            continue;
        rows.run = rows.runs++ ? rows.run : &s->run[i];
        rows.wrong += s->run[i].status == WF_EXIT_WRONG;
    }
    return rows;
}

static uint64_t instructions_of(const struct sweep_run *run)
{
    return run->figures.instructions;
}

static uint64_t cycles_of(const struct sweep_run *run)
{
    return run->figures.cycles;
}

/* "1216", or "1216-1300" where seeds differ. */
static void put_range(int width, const struct rows *rows, uint64_t (*of)(const struct sweep_run *run))
{
    char text[48];
    uint64_t least = of(rows->run), most = least;
    for (size_t i = 1; i < rows->runs; i++) {
        const uint64_t n = of(&rows->run[i]);
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    if (least == most)
        snprintf(text, sizeof text, "%" PRIu64, least);
    else
        snprintf(text, sizeof text, "%" PRIu64 "-%" PRIu64, least, most);
    printf("%*s", width, text);
}

static void put_found(const struct rows *rows)
{
    uint64_t faults = 0, races = 0, barriers = 0, unended = 0;
    for (size_t i = 0; i < rows->runs; i++) {
        faults += rows->run[i].figures.faults;
        races += rows->run[i].figures.races;
        barriers += rows->run[i].figures.divergent_barriers;
        unended += !rows->run[i].ended;
    }
    const struct { const char *name; uint64_t value; } found[] = {
        {"faults", faults}, {"races", races}, {"divergent-barriers", barriers}, {"not-ended", unended}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i].value)
            printf(" %s=%" PRIu64, found[i].name, found[i].value);
}

static void put_result(const struct sweep *s, const struct rows *rows)
{
    bool differs = false;
    for (size_t i = 0; i < s->results.runs; i++)
        differs |= s->results.run[i].size == rows->run->size && s->results.run[i].differs;
    fputs(rows->wrong ? "  FAIL" : "  PASS", stdout);
    if (rows->wrong && s->seeds > 1)
        printf(" %zu of %u seeds", rows->wrong, s->seeds);
    fputs(differs ? ", differs" : "", stdout);
    put_found(rows);
    putchar('\n');
}

static void put_row(const struct sweep *s, const struct wave_size *size)
{
    const struct rows rows = rows_of(s, size->size);
    if (!size->kernel) {
        printf("%9u  not allowed: %s\n", size->size, size->why);
        return;
    }
    if (!rows.runs) {
        printf("%9u  not run: the simulator of %u lanes is not built\n", size->size, size->device.lanes);
        return;
    }
    if (rows.run->figures.wave_size)
        printf("%9u", rows.run->figures.wave_size);
    else
        printf("%9s", "-");                     /* refused, as the file expects */
    printf("  %5u  %5" PRIu64, size->device.lanes, rows.run->figures.waves);
    put_range(14, &rows, instructions_of);
    if (s->base->rtl)
        put_range(s->seeds > 1 ? 17 : 10, &rows, cycles_of);
    put_result(s, &rows);
}

static void put_table(const struct sweep *s)
{
    printf("wave size  lanes  waves  instructions%s  result\n",
           !s->base->rtl ? "" : s->seeds > 1 ? "           cycles" : "    cycles");
    for (unsigned i = 0; i < s->sizes; i++)
        put_row(s, &s->asked[i]);
}

/* ---- buffers that the command line wants to see ------------------------------------------------------------------ */

static void put_buffers(const struct sweep *s, const struct wf_kernel *kernel)
{
    for (unsigned i = 0; i < s->base->dumps && s->results.runs; i++) {
        const int number = s->base->dump[i].number;
        bool same = true;
        for (size_t r = 0; same && r < s->results.runs; r++)
            same = !s->results.run[r].part[number].words;
        if (same && !s->results.buffer[number].odd)
            run_print_buffer(s->base, kernel, (unsigned)number, stdout, s->results.buffer[number].first);
    }
}

/* ---- the verdict ------------------------------------------------------------------------------------------------- */

const struct wf_kernel *sweep_kernel(const struct sweep *s)
{
    unsigned i = 0;
    while (i + 1 < s->sizes && !s->asked[i].kernel)
        i++;
    return s->asked[i].kernel;
}

struct outcome {
    uint64_t differing, judged;
    bool passed, watched;
    char *differences;          /* the lines about them, owned */
};

/* Runs of one size stand side by side. */
static bool is_new_size(const struct sweep *s, size_t run)
{
    return !run || s->run[run].size != s->run[run - 1].size;
}

static void put_verdict(FILE *file, const struct sweep *s, const struct outcome *outcome)
{
    const uint64_t first = s->base->seed;
    fprintf(file, outcome->passed && !s->base->lacks_simulators ? "PASS " : "FAIL ");
    wf_figures_name(file, s->base->file);
    if (s->base->variant)
        fprintf(file, " variant=%s", s->base->variant);
    fprintf(file, " on=%s wave-sizes=", !s->base->rtl ? "model" : s->base->icarus ? "rtl-icarus" : "rtl");
    const char *before = "";
    for (size_t i = 0; i < s->runs; i++)
        if (is_new_size(s, i)) {
            fprintf(file, "%s%u", before, s->run[i].figures.wave_size);
            before = ",";
        }
    if (s->seeds > 1)
        fprintf(file, " seeds=%" PRIu64 "-%" PRIu64, first, first + s->seeds - 1);
    else
        fprintf(file, " seed=%" PRIu64, first);
    fprintf(file, " runs=%zu wrong=%zu differing-words=%" PRIu64, s->runs, s->wrong, outcome->differing);
    before = " not-run=";
    for (unsigned i = 0; i < s->sizes; i++)
        if (s->not_run[i]) {
            fprintf(file, "%s%u", before, s->asked[i].size);
            before = ",";
        }
    if (!outcome->watched)
        fputs(" races not checked", file);
    if (!wf_verdict_compares(sweep_kernel(s)))
        fprintf(file, "%s %s: nothing is expected", outcome->watched ? "" : ",",
                s->results.runs > 1 ? "compared with each other only" : "nothing compared");
    fputc('\n', file);
}

/* Results that differ, as an error of --stats and --junit: the lines of the table's end, which standard error has not. */
static bool note_differences(struct sweep *s, const struct outcome *outcome)
{
    size_t size = 0;
    if (outcome->passed || !outcome->differing)
        return true;
    FILE *out = open_memstream(&s->base->differences, &size);
    if (!out)
        return false;
    fprintf(out, "%s: error: results differ between the runs: ", s->base->file);
    for (const char *line = outcome->differences; *line; line += strcspn(line, "\n") + 1)
        fprintf(out, "%s%.*s\n", line == outcome->differences ? "" : "  ", (int)strcspn(line, "\n"), line);
    return fclose(out) == 0;
}

static void put_error(struct json *json, const struct sweep *s)
{
    struct said_error error;
    const bool found = said_error_so_far(&error) || said_first_error(s->base->differences, &error);
    json_text(json, "error_place", found ? error.place : NULL);
    json_text(json, "error", found ? error.text : NULL);
}

/* The object of --stats of each run stands in it as it is. */
static void put_json(FILE *file, const struct sweep *s, const struct outcome *outcome)
{
    struct json json = {.file = file};
    json_begin(&json, NULL, '{');
    json_text(&json, "kernel", s->base->file);
    if (s->base->variant)
        json_text(&json, "variant", s->base->variant);
    json_text(&json, "version", WF_VERSION);
    json_begin(&json, "options", '[');
    for (int i = 0; i < s->base->words; i++)
        json_text(&json, NULL, s->base->word[i]);
    json_end(&json, ']');
    json_bool(&json, "passed", outcome->passed && !s->base->lacks_simulators);
    json_begin(&json, "wave_sizes", '[');
    for (size_t i = 0; i < s->runs; i++)
        if (is_new_size(s, i))
            json_number(&json, NULL, s->run[i].figures.wave_size);
    json_end(&json, ']');
    json_number(&json, "seeds", s->seeds);
    json_number(&json, "wrong", s->wrong);
    json_number(&json, "differing_words", outcome->differing);
    put_error(&json, s);
    json_begin(&json, "not_run", '[');
    for (unsigned i = 0; i < s->sizes; i++)
        if (s->not_run[i])
            json_number(&json, NULL, s->asked[i].size);
    json_end(&json, ']');
    json_begin(&json, "not_allowed", '[');
    for (unsigned i = 0; i < s->sizes; i++) {
        if (s->asked[i].kernel)
            continue;
        json_begin(&json, NULL, '{');
        json_number(&json, "wave_size", s->asked[i].size);
        json_text(&json, "why", s->asked[i].why);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_begin(&json, "runs", '[');
    for (size_t i = 0; i < s->runs; i++)
        json_format(&json, NULL, "%s", s->run[i].stats ? s->run[i].stats : "null");
    json_end(&json, ']');
    json_end(&json, '}');
}

enum wf_exit sweep_report(struct sweep *s)
{
    const bool may_differ = s->base->sweep.differ && !strcmp(s->base->sweep.differ, "ok");
    struct outcome outcome = {.watched = true};
    size_t size = 0;
    if (!results_vote(&s->results))
        return cli_no_memory();
    put_table(s);
    put_buffers(s, sweep_kernel(s));
    FILE *differences = open_memstream(&outcome.differences, &size);
    if (!differences)
        return cli_no_memory();
    outcome.differing = results_print(differences, &s->results, s->seeds, s->wrong > 0, &outcome.judged);
    if (fclose(differences) != 0)
        return cli_no_memory();
    fputs(outcome.differences, stdout);
    for (size_t i = 0; i < s->runs; i++)
        outcome.watched &= s->run[i].figures.races_watched;
    for (unsigned n = 0; n < s->results.buffers; n++)
        if (s->results.buffer[n].odd && !s->results.buffer[n].hidden)
            printf("%s: its size depends on the wave size: not compared\n", s->results.buffer[n].name);
    if (outcome.judged && !s->wrong)
        printf("%" PRIu64 " words differ as is expected of them\n", outcome.judged);
    outcome.passed = !s->wrong && (may_differ || !outcome.differing);
    const bool noted = note_differences(s, &outcome);
    free(outcome.differences);
    if (!noted)
        return cli_no_memory();
    if (s->base->out[RUN_STATS].file)
        put_json(s->base->out[RUN_STATS].file, s, &outcome);
    FILE *verdict = open_memstream(&s->base->verdict, &size);
    if (!verdict)
        return cli_no_memory();
    put_verdict(verdict, s, &outcome);
    if (fclose(verdict) != 0)
        return cli_no_memory();
    s->base->verdict[size - 1] = '\0';
    return outcome.passed ? WF_EXIT_OK : WF_EXIT_WRONG;
}
