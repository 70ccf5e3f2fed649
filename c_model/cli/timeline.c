/* SPDX-License-Identifier: Apache-2.0
 * timeline.c - see timeline.h.
 */
#include "timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "figures.h"
#include "naming.h"

enum { ROWS = 16 };             /* of a slot: instructions of a wave overlap, slices of a row must not */

struct track {
    bool resident, waits;
    unsigned rows;              /* that have a name */
    uint64_t busy[ROWS];        /* until this cycle */
    uint64_t launched, arrived;
    uint32_t group[3];
    unsigned wave, live;
};

struct wf_timeline {
    FILE *file;
    const struct wf_kernel *kernel;
    unsigned slots, lanes;
    struct track *track;        /* [slots] */
    unsigned resident, banks;
    bool any;
};

/* Every event begins so; its arguments follow. */
static void begin_event(struct wf_timeline *t, const char *phase, unsigned track, const char *name)
{
    fprintf(t->file, "%s{\"ph\":\"%s\",\"pid\":1,\"tid\":%u,\"name\":", t->any ? ",\n" : "\n", phase, track);
    t->any = true;
    wf_json_string(t->file, name);
}

static void begin_slice(struct wf_timeline *t, unsigned track, const char *name, const char *category, uint64_t from, uint64_t to)
{
    begin_event(t, "X", track, name);
    fprintf(t->file, ",\"cat\":\"%s\",\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"args\":{", category, from, to - from);
}

static void put_counter(struct wf_timeline *t, const char *name, uint64_t cycle, unsigned value)
{
    begin_event(t, "C", 0, name);
    fprintf(t->file, ",\"ts\":%" PRIu64 ",\"args\":{\"value\":%u}}", cycle, value);
}

/* A row below those of all slots before it. */
static unsigned row_of(const struct wf_timeline *t, unsigned slot, unsigned row)
{
    return slot + 1 + row * t->slots;
}

static void put_name(struct wf_timeline *t, const char *what, unsigned track, const char *name, unsigned order)
{
    begin_event(t, "M", track, what);
    fprintf(t->file, ",\"args\":{\"name\":\"%s\"}}", name);
    if (!order)
        return;
    begin_event(t, "M", track, "thread_sort_index");
    fprintf(t->file, ",\"args\":{\"sort_index\":%u}}", order);
}

struct wf_timeline *wf_timeline_new(FILE *file, const struct wf_kernel *kernel, unsigned slots, unsigned lanes)
{
    struct wf_timeline *t = calloc(1, sizeof *t);
    struct track *track = calloc(slots, sizeof *track);
    if (!t || !track) {
        free(t);
        free(track);
        return NULL;
    }
    *t = (struct wf_timeline){.file = file, .kernel = kernel, .slots = slots, .lanes = lanes, .track = track};
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
    put_name(t, "process_name", 0, "wave slots", 0);
    put_counter(t, "waves resident", 0, 0);
    put_counter(t, "LDS banks busy", 0, 0);
    return t;
}

void wf_timeline_free(struct wf_timeline *t)
{
    if (t)
        free(t->track);
    free(t);
}

static void name_rows(struct wf_timeline *t, unsigned slot, unsigned rows)
{
    char name[40];
    for (struct track *k = &t->track[slot]; k->rows < rows; k->rows++) {
        snprintf(name, sizeof name, k->rows ? "slot %u, beside" : "slot %u", slot);
        put_name(t, "thread_name", row_of(t, slot, k->rows), name, (slot + 1) * ROWS + k->rows);
    }
}

/* The first row that is free from cycle `from` on; busy until `to` then. */
static unsigned take_row(struct wf_timeline *t, unsigned slot, uint64_t from, uint64_t to)
{
    struct track *k = &t->track[slot];
    unsigned row = 0;
    while (row < ROWS - 1 && k->busy[row] > from)
        row++;
    k->busy[row] = to;
    name_rows(t, slot, row + 1);
    return row_of(t, slot, row);
}

void wf_timeline_launch(struct wf_timeline *t, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned live)
{
    if (slot >= t->slots)
        return;
    struct track *k = &t->track[slot];
    name_rows(t, slot, 1);
    *k = (struct track){.rows = k->rows, .resident = true, .launched = cycle, .group = {group[0], group[1], group[2]}, .wave = wave, .live = live};
    put_counter(t, "waves resident", cycle, ++t->resident);
}

void wf_timeline_retire(struct wf_timeline *t, uint64_t cycle, uint64_t issued, unsigned slot, const struct wf_effect *effect)
{
    const size_t pc = effect->pc;
    char name[256];
    unsigned lanes = 0;
    if (slot >= t->slots)
        return;
    for (unsigned i = 0; i < t->lanes; i++)
        lanes += effect->exec[i];
    wf_name_instruction(t->kernel, pc, name, sizeof name);
    begin_slice(t, take_row(t, slot, issued, cycle), name, wf_name_unit((uint8_t)effect->word), issued, cycle);
    if (pc < t->kernel->count && t->kernel->file && t->kernel->file[pc]) {
        fputs("\"file\":", t->file);
        wf_json_string(t->file, t->kernel->file[pc]);
        fputc(',', t->file);
    }
    fprintf(t->file, "\"unit\":\"%s\",\"line\":%" PRIu32 ",\"pc\":%zu,\"lanes\":%u,\"exec\":\"", wf_name_unit((uint8_t)effect->word),
            pc < t->kernel->count ? t->kernel->line[pc] : 0, pc, lanes);
    for (unsigned i = t->lanes / 4; i-- > 0;)
        fputc("0123456789abcdef"[effect->exec[4 * i] | effect->exec[4 * i + 1] << 1 | effect->exec[4 * i + 2] << 2 | effect->exec[4 * i + 3] << 3],
              t->file);
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
    if (slot < t->slots)
        put_wait(t, cycle, slot);
}

void wf_timeline_end(struct wf_timeline *t, uint64_t cycle, unsigned slot)
{
    if (slot >= t->slots || !t->track[slot].resident)
        return;
    struct track *k = &t->track[slot];
    char name[80];
    put_wait(t, cycle, slot);
    snprintf(name, sizeof name, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " wave %u", k->group[0], k->group[1], k->group[2], k->wave);
    begin_slice(t, row_of(t, slot, 0), name, "wave", k->launched, cycle);
    fprintf(t->file, "\"live\":%u}}", k->live);
    k->resident = false;
    put_counter(t, "waves resident", cycle, --t->resident);
}

void wf_timeline_banks(struct wf_timeline *t, uint64_t cycle, unsigned banks)
{
    if (banks != t->banks)
        put_counter(t, "LDS banks busy", cycle, banks);
    t->banks = banks;
}

void wf_timeline_finish(struct wf_timeline *t, uint64_t cycle)
{
    for (unsigned slot = 0; slot < t->slots; slot++)
        wf_timeline_end(t, cycle, slot);
    wf_timeline_banks(t, cycle, 0);
    fputs("\n]}\n", t->file);
}
