/* SPDX-License-Identifier: Apache-2.0 */
#include "figures.h"

#include <inttypes.h>
#include <string.h>

#include "naming.h"
#include "wavefold/version.h"

/* The verdict is one line, whatever the name of the file. */
void wf_figures_name(FILE *file, const char *path)
{
    const char *slash = strrchr(path, '/');
    for (const char *p = slash ? slash + 1 : path; *p; p++)
        fputc((unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p, file);
}

/* A counter in decimal, or "?" where the hardware's hold unknown bits. */
struct number { char text[24]; };
static struct number counted(const struct wf_run_figures *f, enum wf_counter counter)
{
    struct number number = {"?"};
    if (!f->counters_unknown)
        snprintf(number.text, sizeof number.text, "%" PRIu64, f->counter[counter]);
    return number;
}

static const char *const ending_name[] = {
    [WF_ENDING_COMPLETE] = "complete", [WF_ENDING_CANCELLED] = "cancelled", [WF_ENDING_LIMIT] = "limit"};

const char *wf_ending_name(unsigned ending)
{
    return ending < sizeof ending_name / sizeof ending_name[0] ? ending_name[ending] : "unknown";
}

uint64_t wf_figures_stalls(const uint64_t counter[WF_COUNTERS])
{
    uint64_t sum = 0;
    for (unsigned i = WF_CNT_STALL_EMPTY; i <= WF_CNT_STALL_FETCH; i++)
        sum += counter[i];
    return sum;
}

uint64_t wf_figures_in_flight(const uint64_t counter[WF_COUNTERS], uint64_t cycles, uint64_t instructions)
{
    /* some were issued with another */
    return cycles - (instructions - counter[WF_CNT_FOLDED]) - wf_figures_stalls(counter);
}

/* Lanes that asked, by the name of the buffer, on one line. */
static void put_buffers(FILE *file, const struct wf_run_figures *f)
{
    fputs(",\n  \"buffer_lanes\": {", file);
    for (unsigned i = 0; i < f->buffers; i++) {
        fputs(i ? ", " : "", file);
        wf_json_string(file, f->buffer[i].name);
        fprintf(file, ": %" PRIu64, f->work.buffer_lanes[i]);
    }
    fputc('}', file);
}

/* A number that there is, else null. */
static void put_member(FILE *file, const char *before, const char *name, bool known, uint64_t value)
{
    if (known)
        fprintf(file, "%s\"%s\": %" PRIu64, before, name, value);
    else
        fprintf(file, "%s\"%s\": null", before, name);
}

struct member { const char *name; uint64_t value; };

/* UINT64_MAX: no limit, null. */
static void put_members(FILE *file, const char *before, const struct member *row, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        put_member(file, before, row[i].name, row[i].value != UINT64_MAX, row[i].value);
}

/* Of each core what it counted, a line each. */
static void put_cores(FILE *file, const struct wf_run_figures *f)
{
    fputs(",\n  \"cores\": [", file);
    for (unsigned c = 0; c < f->cores; c++) {
        const uint64_t *counter = f->core[c];
        fprintf(file, "%s\n    {\"core\": %u", c ? "," : "", c);
        for (unsigned i = 0; i < WF_COUNTERS; i++)
            put_member(file, ", ", wf_counter_name((enum wf_counter)i), !f->counters_unknown, counter[i]);
        put_member(file, ", ", "cycles_in_flight", !f->counters_unknown,
                   wf_figures_in_flight(counter, counter[WF_CNT_CYCLES], counter[WF_CNT_INSTRUCTIONS]));
        fputc('}', file);
    }
    fputs("\n  ]", file);
}

/* What of a dispatch only the hardware tells. */
static void put_dispatch_work(FILE *file, const struct wf_dispatch_figures *d)
{
    const struct wf_lockstep_stats *w = &d->work;
    const uint64_t *unit = w->unit_instructions;
    const struct member row[] = {
        {"flow_instructions", unit[WF_UNIT_FLOW]}, {"alu_instructions", unit[WF_UNIT_ALU]},
        {"fpu_instructions", unit[WF_UNIT_FPU]}, {"pack_instructions", unit[WF_UNIT_PACK]},
        {"xlane_instructions", unit[WF_UNIT_XLANE]}, {"sync_instructions", unit[WF_UNIT_SYNC]},
        {"divergent_instructions", w->divergent_instructions}, {"folded_instructions", w->folded},
        {"lds_instructions", w->lds_instructions}, {"lds_lanes", w->lds_lanes}, {"lds_operations", w->lds_operations},
        {"bank_conflict_cycles", w->lds_conflict_cycles}, {"memory_instructions", w->memory_instructions},
        {"atomic_lanes", w->atomic_lanes}, {"atomic_operations", w->atomic_operations},
        {"barrier_wait_cycles", w->barrier_wait_cycles}};
    put_member(file, ", ", "accepted", d->accepted, d->accepted_at);
    put_member(file, ", ", "answered", d->answered, d->answered_at);
    put_members(file, ", ", row, sizeof row / sizeof row[0]);
}

/* The first fault: what, where in the source and in the grid, and the byte offset that was asked for. */
static void put_fault(FILE *file, const struct wf_run_figures *f, const struct wf_dispatch_figures *d)
{
    const struct wf_fault_record *fault = d->fault && d->fault->count ? d->fault : NULL;
    char place[256];
    if (!fault) {
        fputs(", \"fault_kind\": null, \"fault_place\": null, \"fault_group\": null", file);
    } else {
        fprintf(file, ", \"fault_kind\": \"%s\", \"fault_place\": ", wf_fault_name(fault->kind));
        if (d->code && fault->pc < d->code->count)
            wf_name_place(d->code, f->kernel, fault->pc, place, sizeof place);
        else
            snprintf(place, sizeof place, "%s", f->kernel);
        wf_json_string(file, place);
        fprintf(file, ", \"fault_group\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", fault->group[0], fault->group[1],
                fault->group[2]);
    }
    const struct member row[] = {
        {"fault_pc", fault ? fault->pc : UINT64_MAX}, {"fault_wave", fault ? fault->wave : UINT64_MAX},
        {"fault_lane", fault ? fault->lane : UINT64_MAX}, {"fault_address", fault ? fault->address : UINT64_MAX}};
    put_members(file, ", ", row, sizeof row / sizeof row[0]);
}

/* Of each dispatch of the file its part, a line each. */
static void put_dispatches(FILE *file, const struct wf_run_figures *f)
{
    fputs(",\n  \"dispatches\": [", file);
    for (unsigned i = 0; i < f->dispatches; i++) {
        const struct wf_dispatch_figures *d = &f->dispatch[i];
        const struct member row[] = {
            {"groups", d->work.groups}, {"waves", d->work.waves}, {"instructions", d->work.instructions},
            {"lane_instructions", d->work.lane_instructions}, {"barrier_releases", d->work.barrier_releases},
            {"faults", d->faults}};
        fprintf(file, "%s\n    {\"dispatch\": %u", i ? "," : "", i + 1);
        put_member(file, ", ", "line", d->line != 0, d->line);
        put_member(file, ", ", "wave_size", d->wave_size != 0, d->wave_size);
        fprintf(file, d->ending ? ", \"ending\": \"%s\"" : ", \"ending\": null", d->ending);
        fprintf(file, d->reject ? ", \"reject\": \"%s\"" : ", \"reject\": null", wf_reject_name(d->reject));
        put_members(file, ", ", row, sizeof row / sizeof row[0]);
        put_fault(file, f, d);
        if (f->on_hardware)
            put_dispatch_work(file, d);
        fputc('}', file);
    }
    fputs("\n  ]", file);
}

/* Of task, mesh and geometry shaders. */
static void put_stages(FILE *file, const struct wf_stages_figures *s)
{
    const struct member row[] = {{s->of_lanes ? "invocations" : "mesh_groups", s->groups}, {"vertices", s->vertices}, {"primitives", s->primitives}};
    if (s->has_tasks)
        put_member(file, ",\n  ", "task_groups", true, s->tasks);
    if (s->has_mesh)
        put_members(file, ",\n  ", row, sizeof row / sizeof row[0]);
}

static void put_error(FILE *file, const char *name, const char *text)
{
    fprintf(file, ",\n  \"%s\": ", name);
    if (text)
        wf_json_string(file, text);
    else
        fputs("null", file);
}

void wf_figures_json(FILE *file, const struct wf_run_figures *f)
{
    fputs("{\n  \"kernel\": ", file);
    wf_json_string(file, f->kernel);
    if (f->variant) {
        fputs(",\n  \"variant\": ", file);
        wf_json_string(file, f->variant);
    }
    fputs(",\n  \"version\": \"" WF_VERSION "\",\n  \"options\": [", file);
    for (int i = 0; i < f->words; i++) {
        fputs(i ? ", " : "", file);
        wf_json_string(file, f->word[i]);
    }
    fputs("]", file);
    fprintf(file, ",\n  \"on\": \"%s\",\n  \"lanes\": %u,\n  \"wave_size\": %u,\n  \"seed\": %" PRIu64 ","
            "\n  \"passed\": %s", f->on, f->device.lanes, f->wave_size, f->seed, f->passed ? "true" : "false");
    const uint64_t *unit = f->work.unit_instructions;
    const struct member all[] = {
        {"wave_slots", f->device.waves}, {"group_slots", f->device.groups}, {"groups", f->groups}, {"waves", f->waves},
        {"instructions", f->instructions}, {"lane_instructions", f->lane_instructions},
        {"barrier_releases", f->barrier_releases}, {"registers", f->registers}, {"occupancy_groups", f->room.groups},
        {"occupancy_waves", f->room.waves}, {"groups_by_slots", f->room.by[WF_BY_SLOTS]},
        {"groups_by_group_slots", f->room.by[WF_BY_GROUPS]}, {"groups_by_registers", f->room.by[WF_BY_REGISTERS]},
        {"groups_by_lds", f->room.by[WF_BY_LDS]}};
    const struct member hardware[] = {
        {"compared_instructions", f->work.compared}, {"flow_instructions", unit[WF_UNIT_FLOW]},
        {"alu_instructions", unit[WF_UNIT_ALU]}, {"fpu_instructions", unit[WF_UNIT_FPU]},
        {"pack_instructions", unit[WF_UNIT_PACK]}, {"xlane_instructions", unit[WF_UNIT_XLANE]},
        {"sync_instructions", unit[WF_UNIT_SYNC]}, {"divergent_instructions", f->work.divergent_instructions},
        {"wave_cycles", f->work.wave_cycles}, {"most_resident_waves", f->work.most_resident},
        {"atomic_operations", f->work.atomic_operations}, {"lds_atomic_lanes", f->work.lds_atomic_lanes},
        {"lds_atomic_operations", f->work.lds_atomic_operations}, {"coalesce", f->coalesces},
        {"memory_path", f->memory_path}, {"memory_latency", f->memory_latency}, {"memory_lines", f->memory_lines},
        {"memory_line_accesses", f->line_accesses},
        {"cache_hits", f->memory_path ? f->cache_hits : UINT64_MAX},
        {"cache_joins", f->memory_path ? f->cache_joins : UINT64_MAX},
        {"cache_misses", f->memory_path ? f->cache_misses : UINT64_MAX}};
    put_members(file, ",\n  ", all, sizeof all / sizeof all[0]);
    if (f->on_hardware)
        put_members(file, ",\n  ", hardware, sizeof hardware / sizeof hardware[0]);
    put_stages(file, &f->stages);
    put_error(file, "error_place", f->error ? f->error->place : NULL);
    put_error(file, "error", f->error ? f->error->text : NULL);
    put_member(file, ",\n  ", "faults", true, f->faults);
    put_member(file, ",\n  ", "races", f->races_watched, f->races);
    put_member(file, ",\n  ", "equal_stores", f->races_watched, f->equal_stores);
    put_member(file, ",\n  ", "divergent_barriers", f->races_watched, f->divergent_barriers);
    for (unsigned i = 0; i < WF_COUNTERS && f->on_hardware; i++)
        if (i != WF_CNT_WAVES && i != WF_CNT_INSTRUCTIONS)      /* the rows above say them */
            put_member(file, ",\n  ", wf_counter_name((enum wf_counter)i), !f->counters_unknown, f->counter[i]);
    if (f->on_hardware) {
        const uint64_t cycles = f->counter[WF_CNT_CYCLES] * (f->cores ? f->cores : 1);
        put_member(file, ",\n  ", "cycles_in_flight", !f->counters_unknown,
                   wf_figures_in_flight(f->counter, cycles, f->instructions));
        put_buffers(file, f);
        put_cores(file, f);
    }
    put_dispatches(file, f);
    fprintf(file, ",\n  \"seconds\": %.3f\n}\n", f->seconds);
}

void wf_figures_line(FILE *file, const struct wf_run_figures *f)
{
    fputs(f->passed ? "PASS " : "FAIL ", file);
    wf_figures_name(file, f->kernel);
    if (f->variant)
        fprintf(file, " variant=%s", f->variant);
    fprintf(file, " on=%s lanes=%u", f->on, f->device.lanes);
    if (wf_device_cores(&f->device) > 1)
        fprintf(file, " cores=%u", wf_device_cores(&f->device));
    fprintf(file, " wave-size=%u seed=%" PRIu64 " slots=%u group-slots=%u waves=%" PRIu64 " instructions=%" PRIu64,
            f->wave_size, f->seed, f->device.waves, f->device.groups, f->waves, f->instructions);
    if (f->on_hardware)
        fprintf(file, " compared=%" PRIu64 " cycles=%s lds-operations=%s atomic-operations=%" PRIu64 " atomic-lanes=%s",
                f->work.compared, counted(f, WF_CNT_CYCLES).text, counted(f, WF_CNT_LDS_OPERATIONS).text,
                f->work.atomic_operations, counted(f, WF_CNT_ATOMIC_LANES).text);
    if (f->stages.has_tasks)
        fprintf(file, " task-groups=%" PRIu64, f->stages.tasks);
    if (f->stages.has_mesh)
        fprintf(file, " %s=%" PRIu64 " vertices=%" PRIu64 " %ss=%" PRIu64,
                f->stages.of_lanes ? "invocations" : "mesh-groups", f->stages.groups,
                f->stages.vertices, wf_mesh_primitive_name(f->stages.indices), f->stages.primitives);
    const struct member found[] = {
        {"faults", f->faults}, {"races", f->races}, {"equal-stores", f->equal_stores},
        {"divergent-barriers", f->divergent_barriers}};
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
        if (found[i].value)
            fprintf(file, " %s=%" PRIu64, found[i].name, found[i].value);
    if (!f->races_watched)
        fputs(" races not checked", file);
    if (f->nothing_compared)
        fputs(f->races_watched ? " nothing compared: nothing is expected" : ", nothing compared: nothing is expected", file);
    fputc('\n', file);
}
