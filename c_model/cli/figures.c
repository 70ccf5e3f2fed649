/* SPDX-License-Identifier: Apache-2.0
 * figures.c - see figures.h.
 */
#include "figures.h"

#include <inttypes.h>
#include <string.h>

static void json_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p == '"' || *p == '\\')
            fprintf(file, "\\%c", *p);
        else if (*p < 0x20 || *p > 0x7e)
            fprintf(file, "\\u%04x", *p);
        else
            fputc(*p, file);
    fputc('"', file);
}

void wf_figures_json(FILE *file, const struct wf_run_figures *f)
{
    fputs("{\n  \"kernel\": ", file);
    json_string(file, f->kernel);
    fprintf(file, ",\n  \"on\": \"%s\",\n  \"lanes\": %u,\n  \"wave_size\": %u,\n  \"seed\": %" PRIu64 ",\n  \"passed\": %s", f->on,
            f->device.lanes, f->wave_size, f->seed, f->passed ? "true" : "false");
    const struct { const char *name; uint64_t value; bool hardware; } row[] = {
        {"wave_slots", f->device.waves, false},
        {"group_slots", f->device.groups, false},
        {"groups", f->groups, false},
        {"waves", f->waves, false},
        {"instructions", f->instructions, false},
        {"lane_instructions", f->lane_instructions, false},
        {"barrier_releases", f->barrier_releases, false},
        {"compared_instructions", f->compared, true},
        {"cycles", f->cycles, true},
        {"lds_instructions", f->lds_instructions, true},
        {"lds_operations", f->lds_operations, true},
        {"lds_lanes", f->lds_lanes, true},
        {"atomic_operations", f->atomic_operations, true},
        {"atomic_lanes", f->atomic_lanes, true},
        {"bank_conflict_cycles", f->bank_conflict_cycles, true},
        {"memory_instructions", f->memory_instructions, true},
        {"stall_empty", f->stall_empty, true},
        {"stall_barrier", f->stall_barrier, true},
        {"stall_busy", f->stall_busy, true},
        {"stall_unit", f->stall_unit, true},
        {"barrier_wait_cycles", f->barrier_wait_cycles, true},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (f->has_cycles || !row[i].hardware)
            fprintf(file, ",\n  \"%s\": %" PRIu64, row[i].name, row[i].value);
    fprintf(file, ",\n  \"seconds\": %.3f\n}\n", f->seconds);
}

void wf_figures_line(FILE *file, const struct wf_run_figures *f)
{
    const char *slash = strrchr(f->kernel, '/');
    fprintf(file, "%s %s on=%s lanes=%u wave-size=%u seed=%" PRIu64 " slots=%u group-slots=%u waves=%" PRIu64 " instructions=%" PRIu64,
            f->passed ? "PASS" : "FAIL", slash ? slash + 1 : f->kernel, f->on, f->device.lanes, f->wave_size, f->seed, f->device.waves,
            f->device.groups, f->waves, f->instructions);
    if (f->has_cycles)
        fprintf(file, " compared=%" PRIu64 " cycles=%" PRIu64 " lds-operations=%" PRIu64 " atomic-operations=%" PRIu64 " atomic-lanes=%" PRIu64,
                f->compared, f->cycles, f->lds_operations, f->atomic_operations, f->atomic_lanes);
    if (f->nothing_compared)
        fputs(" nothing compared: the file expects nothing", file);
    fputc('\n', file);
}
