/* SPDX-License-Identifier: Apache-2.0
 * summary.c - the table of --summary, read after a run on the hardware.  docs/program.md defines its figures.
 */
#include "figures.h"

#include <inttypes.h>

/* Rows: a name of 18 characters, a figure of 10, and words. */
static void row(FILE *file, const char *name, uint64_t figure)
{
    fprintf(file, "%-18s%10" PRIu64 "   ", name, figure);
}

static void row_of_parts(FILE *file, const char *name, double figure, int digits)
{
    fprintf(file, "%-18s%10.*f   ", name, digits, figure);
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* "memory 800, LDS 300": the parts that are not 0. */
struct part { const char *name; uint64_t count; };
static void put_parts(FILE *file, const struct part *part, size_t parts)
{
    const char *before = "";

    for (size_t i = 0; i < parts; i++) {
        if (part[i].count == 0)
            continue;
        fprintf(file, "%s%s %" PRIu64, before, part[i].name, part[i].count);
        before = ", ";
    }
    fputc('\n', file);
}

static void put_causes(FILE *file, const uint64_t *stall)
{
    const struct part cause[] = {
        {"no wave resident", stall[WF_CNT_STALL_EMPTY]}, {"all at barriers", stall[WF_CNT_STALL_BARRIER]},
        {"unit full", stall[WF_CNT_STALL_UNIT]}, {"memory", stall[WF_CNT_STALL_MEMORY]},
        {"LDS", stall[WF_CNT_STALL_LDS]}, {"cross-lane", stall[WF_CNT_STALL_XLANE]},
        {"turnaround", stall[WF_CNT_STALL_TURNAROUND]}, {"fetch", stall[WF_CNT_STALL_FETCH]}};

    put_parts(file, cause, sizeof cause / sizeof cause[0]);
}

static void put_time(FILE *file, const struct wf_run_figures *f)
{
    const uint64_t cycles = f->counter[WF_CNT_CYCLES];
    const uint64_t in_flight = wf_figures_in_flight(f->counter, cycles * (f->cores ? f->cores : 1), f->instructions);
    char name[32];

    row(file, "cycles", cycles);
    fprintf(file, "%.3f instructions per cycle\n", ratio(f->instructions, cycles));
    row(file, "without an issue", wf_figures_stalls(f->counter));
    put_causes(file, f->counter);
    if (in_flight) {
        row(file, "in flight", in_flight);
        fputs("cycles whose issue had not retired when the run stopped\n", file);
    }
    for (unsigned c = 0; f->cores > 1 && c < f->cores; c++) {
        snprintf(name, sizeof name, "core %u", c);
        row(file, name, f->core[c][WF_CNT_INSTRUCTIONS]);
        fprintf(file, "instructions of %" PRIu64 " waves; %" PRIu64 " cycles without an issue: ",
                f->core[c][WF_CNT_WAVES], wf_figures_stalls(f->core[c]));
        put_causes(file, f->core[c]);
    }
}

/* A row a dispatch, of a file that has several. */
static void put_dispatches(FILE *file, const struct wf_run_figures *f)
{
    char name[32];

    for (unsigned i = 0; f->dispatches > 1 && i < f->dispatches; i++) {
        const struct wf_dispatch_figures *d = &f->dispatch[i];
        snprintf(name, sizeof name, "dispatch %u", i + 1);
        row(file, name, d->work.instructions);
        fprintf(file, "instructions of %" PRIu64 " waves of %u lanes in %" PRIu64 " groups", d->work.waves,
                d->wave_size, d->work.groups);
        if (d->accepted)
            fprintf(file, "; from cycle %" PRIu64, d->accepted_at);
        if (d->answered)
            fprintf(file, " to %" PRIu64 " (%" PRIu64 ")", d->answered_at, d->answered_at - d->accepted_at);
        if (!d->accepted)
            fputs("; not accepted\n", file);
        else
            fprintf(file, ", %s\n", d->ending ? d->ending : "not ended");
    }
}

/* Lanes that could have run: each dispatch has waves of its own size. */
static uint64_t lanes_of_waves(const struct wf_run_figures *f)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < f->dispatches; i++)
        sum += f->dispatch[i].work.instructions * f->dispatch[i].wave_size;
    return sum;
}

static void put_instructions(FILE *file, const struct wf_run_figures *f)
{
    const uint64_t *unit = f->work.unit_instructions;
    const struct part by[] = {
        {"flow", unit[WF_UNIT_FLOW]}, {"alu", unit[WF_UNIT_ALU]}, {"fpu", unit[WF_UNIT_FPU]},
        {"pack", unit[WF_UNIT_PACK]}, {"xlane", unit[WF_UNIT_XLANE]}, {"lds", unit[WF_UNIT_LDS]},
        {"mem", unit[WF_UNIT_MEM]}, {"sync", unit[WF_UNIT_SYNC]}};

    row(file, "instructions", f->instructions);
    put_parts(file, by, sizeof by / sizeof by[0]);
    row_of_parts(file, "lanes active", 100 * ratio(f->lane_instructions, lanes_of_waves(f)), 1);
    fprintf(file, f->dispatches > 1 ? "%% of the lanes of the waves\n" : "%% of %u lanes per wave\n", f->wave_size);
    row_of_parts(file, "divergence", 100 * ratio(f->work.divergent_instructions, f->work.instructions), 1);
    fputs("% of the instructions ran in fewer lanes than their wave had left\n", file);
}

/* What the device holds at once, and how many groups each of its resources alone. */
static void put_room(FILE *file, const struct wf_run_figures *f)
{
    const uint64_t *by = f->room.by;
    const struct part groups[] = {
        {"slots", by[WF_BY_SLOTS]}, {"group slots", by[WF_BY_GROUPS]}, {"registers", by[WF_BY_REGISTERS]},
        {"LDS", by[WF_BY_LDS] == UINT64_MAX ? 0 : by[WF_BY_LDS]}};

    row(file, "room for", f->room.waves);
    fprintf(file, "waves in %u groups%s%s; groups by ", f->room.groups, f->cores > 1 ? " a core" : "",
            f->dispatches > 1 ? " of dispatch 1" : "");
    put_parts(file, groups, sizeof groups / sizeof groups[0]);
}

static void put_waves(FILE *file, const struct wf_run_figures *f)
{
    const double resident = ratio(f->work.wave_cycles, f->counter[WF_CNT_CYCLES]);

    row_of_parts(file, "occupancy", resident, 1);
    const unsigned slots = wf_device_slots(&f->device);
    fprintf(file, "waves of %u slots, %.1f %%; at most %u\n", slots, 100 * resident / slots, f->work.most_resident);
    put_room(file, f);
    row(file, "barrier wait", f->counter[WF_CNT_BARRIER_WAITS]);
    fprintf(file, "cycles of waves, %.1f per wave\n", ratio(f->counter[WF_CNT_BARRIER_WAITS], f->waves));
    row(file, "registers", f->registers);
    fprintf(file, "of %u per lane%s\n", f->device.regs, f->dispatches > 1 ? ", of dispatch 1" : "");
}

static void put_memory(FILE *file, const struct wf_run_figures *f)
{
    const uint64_t atomics = f->counter[WF_CNT_ATOMIC_LANES], lds = f->work.lds_atomic_lanes;
    struct part buffer[WF_MAX_BUFFERS];

    for (unsigned i = 0; i < f->buffers; i++)
        buffer[i] = (struct part){f->buffer[i].name, f->work.buffer_lanes[i]};
    row(file, "LDS", f->counter[WF_CNT_LDS_INSTRUCTIONS]);
    fprintf(file, "instructions, %" PRIu64 " lanes, %" PRIu64 " word operations, %" PRIu64 " conflict cycles\n",
            f->counter[WF_CNT_LDS_LANES], f->counter[WF_CNT_LDS_OPERATIONS], f->counter[WF_CNT_BANK_CONFLICTS]);
    row(file, "LDS atomics", lds);
    fprintf(file, "lanes asked, %" PRIu64 " operations made\n", f->work.lds_atomic_operations);
    row(file, "memory", f->counter[WF_CNT_MEMORY_INSTRUCTIONS]);
    fprintf(file, "instructions, %" PRIu64 " lines accessed\n", f->line_accesses);
    if (f->memory_path) {
        row(file, "cache hits", f->cache_hits);
        fprintf(file, "lines of loads, %" PRIu64 " pending, %" PRIu64 " missed\n", f->cache_joins,
                f->cache_misses);
    }
    row(file, "memory atomics", atomics - lds);
    fprintf(file, "lanes asked, %" PRIu64 " operations made\n",
            f->work.atomic_operations - f->work.lds_atomic_operations);
    fprintf(file, "%-31s", "lanes by buffer");
    put_parts(file, buffer, f->buffers);
}

void wf_figures_summary(FILE *file, const struct wf_run_figures *f)
{
    if (f->counters_unknown) {
        fputs("the counters hold unknown bits\n", file);
        return;
    }
    put_time(file, f);
    put_dispatches(file, f);
    put_instructions(file, f);
    put_waves(file, f);
    put_memory(file, f);
}
