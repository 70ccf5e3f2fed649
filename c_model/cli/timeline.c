/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "figures.h"
#include "naming.h"
#include "wavefold/lockstep.h"

enum { ROWS = 16 };             /* of a slot: instructions of a wave overlap, slices of a row must not */

struct track {
    bool resident, waits;
    unsigned rows;              /* that have a name */
    uint64_t busy[ROWS];        /* until this cycle */
    uint64_t launched, arrived;
    const struct wf_kernel *kernel;     /* of the wave; NULL before the first */
    unsigned dispatch;
    uint32_t group[3];
    unsigned wave, live;
};

struct counted { unsigned resident, banks; };  /* of a core */

struct flight { bool flies; uint64_t accepted; unsigned number, wave_size; };      /* of an id */

struct wf_timeline {
    FILE *file;
    unsigned cores, slots, lanes;       /* slots of a core */
    bool several;
    struct track *track;        /* [cores * slots] */
    struct counted *core;       /* [cores] */
    struct flight flight[WF_LOCKSTEP_DISPATCHES];
    unsigned named;             /* ids that have a track */
    bool any;
};

/* Where an event is shown: cores are processes 1.., the dispatches are behind them. */
struct where { unsigned process, track; };

/* Every event begins so; its arguments follow. */
static void begin_event(struct wf_timeline *t, const char *phase, struct where where, const char *name)
{
    fprintf(t->file, "%s{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"name\":", t->any ? ",\n" : "\n", phase, where.process,
            where.track);
    t->any = true;
    wf_json_string(t->file, name);
}

static void begin_slice(struct wf_timeline *t, struct where where, const char *name, const char *category,
                        uint64_t from, uint64_t to)
{
    begin_event(t, "X", where, name);
    fprintf(t->file, ",\"cat\":\"%s\",\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"args\":{", category, from, to - from);
}

static struct where core_of(const struct wf_timeline *t, unsigned slot)
{
    return (struct where){.process = slot / t->slots + 1};
}

static void put_counter(struct wf_timeline *t, const char *name, uint64_t cycle, unsigned core, unsigned value)
{
    begin_event(t, "C", (struct where){.process = core + 1}, name);
    fprintf(t->file, ",\"ts\":%" PRIu64 ",\"args\":{\"value\":%u}}", cycle, value);
}

/* A row below those of all slots of the core before it. */
static struct where row_of(const struct wf_timeline *t, unsigned slot, unsigned row)
{
    struct where where = core_of(t, slot);
    where.track = slot % t->slots + 1 + row * t->slots;
    return where;
}

static struct where id_of(const struct wf_timeline *t, unsigned id)
{
    return (struct where){.process = t->cores + 1, .track = id + 1};
}

static void put_name(struct wf_timeline *t, const char *what, struct where where, const char *name, unsigned order)
{
    begin_event(t, "M", where, what);
    fprintf(t->file, ",\"args\":{\"name\":\"%s\"}}", name);
    if (!order)
        return;
    begin_event(t, "M", where, where.track ? "thread_sort_index" : "process_sort_index");
    fprintf(t->file, ",\"args\":{\"sort_index\":%u}}", order);
}

struct wf_timeline *wf_timeline_new(FILE *file, unsigned cores, unsigned slots, unsigned lanes, bool several)
{
    struct wf_timeline *t = calloc(1, sizeof *t);
    struct track *track = calloc((size_t)cores * slots, sizeof *track);
    struct counted *core = calloc(cores, sizeof *core);
    if (!t || !track || !core) {
        free(t);
        free(track);
        free(core);
        return NULL;
    }
    *t = (struct wf_timeline){.file = file, .cores = cores, .slots = slots, .lanes = lanes, .several = several,
                              .track = track, .core = core};
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
    for (unsigned c = 0; c < cores; c++) {
        char name[40];
        snprintf(name, sizeof name, cores > 1 ? "core %u, wave slots" : "wave slots", c);
        put_name(t, "process_name", (struct where){.process = c + 1}, name, cores > 1 ? c + 2 : 0);
        put_counter(t, "waves resident", 0, c, 0);
        put_counter(t, "LDS banks busy", 0, c, 0);
    }
    put_name(t, "process_name", (struct where){.process = cores + 1}, "dispatches", 1);
    return t;
}

void wf_timeline_free(struct wf_timeline *t)
{
    if (t) {
        free(t->track);
        free(t->core);
    }
    free(t);
}

static void name_rows(struct wf_timeline *t, unsigned slot, unsigned rows)
{
    char name[40];
    for (struct track *k = &t->track[slot]; k->rows < rows; k->rows++) {
        snprintf(name, sizeof name, k->rows ? "slot %u, overlapping" : "slot %u", slot);
        put_name(t, "thread_name", row_of(t, slot, k->rows), name, (slot % t->slots + 1) * ROWS + k->rows);
    }
}

/* The first row that is free from cycle `from` on; busy until `to` then. */
static struct where take_row(struct wf_timeline *t, unsigned slot, uint64_t from, uint64_t to)
{
    struct track *k = &t->track[slot];
    unsigned row = 0;
    while (row < ROWS - 1 && k->busy[row] > from)
        row++;
    k->busy[row] = to;
    name_rows(t, slot, row + 1);
    return row_of(t, slot, row);
}

void wf_timeline_accept(struct wf_timeline *t, uint64_t cycle, unsigned id, unsigned number, unsigned wave_size)
{
    char name[40];
    if (id >= WF_LOCKSTEP_DISPATCHES)
        return;
    snprintf(name, sizeof name, "id %u", id);
    if (!(t->named >> id & 1))
        put_name(t, "thread_name", id_of(t, id), name, id + 1);
    t->named |= 1u << id;
    t->flight[id] = (struct flight){.flies = true, .accepted = cycle, .number = number, .wave_size = wave_size};
}

void wf_timeline_answer(struct wf_timeline *t, uint64_t cycle, unsigned id, const char *ending, uint64_t groups)
{
    char name[40];
    if (id >= WF_LOCKSTEP_DISPATCHES || !t->flight[id].flies)
        return;
    const struct flight *f = &t->flight[id];
    snprintf(name, sizeof name, "dispatch %u", f->number);
    begin_slice(t, id_of(t, id), name, "dispatch", f->accepted, cycle);
    fprintf(t->file, "\"dispatch\":%u,\"wave size\":%u,\"groups\":%" PRIu64 ",\"ending\":\"%s\"}}", f->number,
            f->wave_size, groups, ending);
    t->flight[id].flies = false;
}

void wf_timeline_launch(struct wf_timeline *t, uint64_t cycle, unsigned slot, const struct wf_timeline_wave *wave)
{
    if (slot >= t->cores * t->slots)
        return;
    struct track *k = &t->track[slot];
    name_rows(t, slot, 1);
    *k = (struct track){.rows = k->rows, .resident = true, .launched = cycle, .kernel = wave->kernel,
                        .dispatch = wave->dispatch, .group = {wave->group[0], wave->group[1], wave->group[2]},
                        .wave = wave->wave, .live = wave->live};
    put_counter(t, "waves resident", cycle, slot / t->slots, ++t->core[slot / t->slots].resident);
}

void wf_timeline_retire(struct wf_timeline *t, uint64_t cycle, uint64_t issued, unsigned slot,
                        const struct wf_effect *effect)
{
    const size_t pc = effect->pc;
    char name[256];
    unsigned lanes = 0;
    if (slot >= t->cores * t->slots || !t->track[slot].kernel)
        return;
    const struct wf_kernel *kernel = t->track[slot].kernel;
    for (unsigned i = 0; i < t->lanes; i++)
        lanes += effect->exec[i];
    wf_name_instruction(kernel, pc, name, sizeof name);
    begin_slice(t, take_row(t, slot, issued, cycle), name, wf_op_unit_text((uint8_t)effect->word), issued, cycle);
    if (pc < kernel->count && kernel->file && kernel->file[pc]) {
        fputs("\"file\":", t->file);
        wf_json_string(t->file, kernel->file[pc]);
        fputc(',', t->file);
    }
    fprintf(t->file, "\"unit\":\"%s\",\"line\":%" PRIu32 ",\"pc\":%zu,\"lanes\":%u,\"exec\":\"",
            wf_op_unit_text((uint8_t)effect->word), pc < kernel->count ? kernel->line[pc] : 0, pc, lanes);
    wf_print_lanes(t->file, effect->exec, t->lanes);
    fputs("\"}}", t->file);
    t->track[slot].waits = effect->barrier && !effect->ended;
    t->track[slot].arrived = cycle;
}

static void put_wait(struct wf_timeline *t, uint64_t cycle, unsigned slot)
{
    if (!t->track[slot].waits)
        return;
    begin_slice(t, row_of(t, slot, 0), "waits at the barrier", "barrier", t->track[slot].arrived, cycle);
    fputs("}}", t->file);
    t->track[slot].waits = false;
}

void wf_timeline_release(struct wf_timeline *t, uint64_t cycle, unsigned slot)
{
    if (slot < t->cores * t->slots)
        put_wait(t, cycle, slot);
}

void wf_timeline_end(struct wf_timeline *t, uint64_t cycle, unsigned slot)
{
    if (slot >= t->cores * t->slots || !t->track[slot].resident)
        return;
    struct track *k = &t->track[slot];
    char name[80];
    put_wait(t, cycle, slot);
    snprintf(name, sizeof name, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " wave %u", k->group[0], k->group[1],
             k->group[2], k->wave);
    begin_slice(t, row_of(t, slot, 0), name, "wave", k->launched, cycle);
    fprintf(t->file, "\"live\":%u", k->live);
    if (t->several)
        fprintf(t->file, ",\"dispatch\":%u", k->dispatch);
    fputs("}}", t->file);
    k->resident = false;
    put_counter(t, "waves resident", cycle, slot / t->slots, --t->core[slot / t->slots].resident);
}

void wf_timeline_banks(struct wf_timeline *t, uint64_t cycle, unsigned core, unsigned banks)
{
    if (core >= t->cores)
        return;
    if (banks != t->core[core].banks)
        put_counter(t, "LDS banks busy", cycle, core, banks);
    t->core[core].banks = banks;
}

void wf_timeline_finish(struct wf_timeline *t, uint64_t cycle)
{
    for (unsigned slot = 0; slot < t->cores * t->slots; slot++)
        wf_timeline_end(t, cycle, slot);
    for (unsigned core = 0; core < t->cores; core++)
        wf_timeline_banks(t, cycle, core, 0);
    for (unsigned id = 0; id < WF_LOCKSTEP_DISPATCHES; id++)
        wf_timeline_answer(t, cycle, id, "not ended", 0);
    fputs("\n]}\n", t->file);
}
