/* SPDX-License-Identifier: Apache-2.0
 * vulkan_table.c - runs and their dispatches, as tables and as JSON.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "json.h"
#include "vulkan.h"
#include "wavefold/version.h"

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void put_found(FILE *file, const struct vulkan_run *run)
{
    const struct { const char *name; uint64_t value; } found[] = {
        {"faults", run->faults}, {"races", run->races}, {"divergent-barriers", run->barriers}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i].value)
            fprintf(file, " %s=%" PRIu64, found[i].name, found[i].value);
}

void vulkan_put_runs(FILE *file, const struct vulkan *v)
{
    char ending[80];
    fprintf(file, "wave size%s  dispatches       waves    instructions%s  result\n", v->seeds > 1 ? "        seed" : "",
            vulkan_has_cycles(v) ? "          cycles" : "");
    for (size_t i = 0; i < v->runs; i++) {
        const struct vulkan_run *run = &v->run[i];
        if (run->size)
            fprintf(file, "%9u", run->size);
        else
            fprintf(file, "%9s", "-");
        if (v->seeds > 1)
            fprintf(file, "%12" PRIu64, run->seed);
        fprintf(file, "  %10zu  %10" PRIu64 "  %14" PRIu64, run->dispatches, run->waves, run->instructions);
        if (vulkan_has_cycles(v))
            fprintf(file, "  %14" PRIu64, run->cycles);
        fprintf(file, "  %s%s", run->failed ? "FAIL" : "PASS", run->differs ? ", differs" : "");
        if (run->ending || run->late)
            fprintf(file, ", %s", vulkan_ending(run, ending));
        put_found(file, run);
        fputc('\n', file);
    }
}

static void put_three(FILE *file, int width, const uint32_t n[3])
{
    char text[40];
    snprintf(text, sizeof text, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, n[0], n[1], n[2]);
    fprintf(file, " %-*s", width, text);
}

void vulkan_put_dispatches(FILE *file, const struct vulkan *v, const struct vulkan_run *run)
{
    fprintf(file, "%8s %-24s %-12s %-14s %4s %10s %14s%s %6s %5s %8s %8s  %s\n", "dispatch", "shader", "local",
            "groups", "size", "waves", "instructions", vulkan_has_cycles(v) ? "         cycles" : "", "lanes", "occ %",
            "faults", "races", "ended");
    for (size_t i = 0; i < run->dispatches; i++) {
        const struct vulkan_dispatch *d = &run->dispatch[i];
        fprintf(file, "%8" PRIu64 " %-24s", d->number, d->shader);
        put_three(file, 12, d->local);
        put_three(file, 14, d->groups);
        fprintf(file, " %4u %10" PRIu64 " %14" PRIu64, d->wave_size, d->waves, d->instructions);
        if (vulkan_has_cycles(v))
            fprintf(file, " %14" PRIu64, d->cycles);
        fprintf(file, " %6.1f %5u %8" PRIu64 " %8" PRIu64 "  %s\n",
                d->instructions ? (double)d->lane_instructions / (double)d->instructions : 0,
                d->slots ? 100 * d->resident / d->slots : 0, d->faults, d->races, d->ended);
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void put_run(struct json *json, const struct vulkan_run *run)
{
    char ending[80];
    json_begin(json, NULL, '{');
    json_number_or_null(json, "wave_size", run->size);
    json_number(json, "seed", run->seed);
    json_bool(json, "passed", !run->failed);
    json_bool(json, "differs", run->differs);
    json_number(json, "same_as", run->as);
    json_text(json, "ending", vulkan_ending(run, ending));
    json_text(json, "running", run->late ? run->running : NULL);
    json_format(json, "seconds", "%.3f", run->seconds);
    json_number(json, "waves", run->waves);
    json_number(json, "instructions", run->instructions);
    json_number(json, "faults", run->faults);
    json_number(json, "races", run->races);
    json_number(json, "divergent_barriers", run->barriers);
    json_text(json, "messages", run->messages);
    json_begin(json, "dispatches", '[');
    for (size_t i = 0; i < run->dispatches; i++)
        json_format(json, NULL, "%s", run->dispatch[i].json);
    json_end(json, ']');
    json_end(json, '}');
}

void vulkan_put_json(FILE *file, const struct vulkan *v, bool passed, const char *verdict)
{
    struct json json = {.file = file};
    json_begin(&json, NULL, '{');
    json_text(&json, "version", WF_VERSION);
    json_begin(&json, "program", '[');
    for (char **word = v->program; *word; word++)
        json_text(&json, NULL, *word);
    json_end(&json, ']');
    json_text(&json, "on", v->on ? v->on : "model");
    json_bool(&json, "passed", passed);
    json_text(&json, "verdict", verdict);
    json_begin(&json, "runs", '[');
    for (size_t i = 0; i < v->runs; i++)
        put_run(&json, &v->run[i]);
    json_end(&json, ']');
    json_end(&json, '}');
}
