/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fork.h"
#include "report.h"

/* Of the process: a table for all instances. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *table;
static char name[WFV_FILE];             /* of the table, */
static pid_t owner;                     /* ... and whose it is: a fork has no part in a file of JSON */
static bool is_json;
static uint64_t rows, command_races;
static _Atomic uint64_t dispatches;

static const char *ending_of(enum wfv_ending ended)
{
    switch (ended) {
    case WFV_ENDED_NOT:      return "not ended";
    case WFV_ENDED_COMPLETE: return "complete";
    case WFV_ENDED_FAULT:    return "fault";
    case WFV_ENDED_HANG:     return "hang";
    case WFV_ENDED_LIMIT:    return "limit";
    case WFV_ENDED_DIFFERS:  return "differs";
    case WFV_ENDED_REFUSED:  return "refused";
    }
    return "";
}

/* ---- JSON: the file is whole after each row ---------------------------------------------------------------------- */

/* Dispatches that have begun and not ended, the first of them. */
enum { MOST_RUNNING = 16 };
static struct running {
    uint64_t number;
    unsigned wave_size;
    char called[WFV_CALLED];
} running[MOST_RUNNING];
static unsigned runs;

static int end_length;                  /* of what comes after the last row */

static int put_string(const char *text)
{
    int length = 2;

    putc('"', table);
    for (; *text; text++, length++) {
        const bool escapes = *text == '"' || *text == '\\';
        if (escapes)
            putc('\\', table);
        putc(*text, table);
        length += escapes;
    }
    putc('"', table);
    return length;
}

/* One that ends becomes a row, which is longer: so the file never shrinks. */
static void end_json(void)
{
    end_length = fprintf(table, "\n  ],\n");
    for (unsigned i = 0; i < runs; i++) {
        end_length += fprintf(table, "%s    {\"number\": %" PRIu64 ", \"wave_size\": %u, \"shader\": ",
                              i ? ",\n" : "  \"running\": [\n", running[i].number, running[i].wave_size);
        end_length += put_string(running[i].called) + fprintf(table, "}");
    }
    end_length += fprintf(table, "%s  \"command_races\": %" PRIu64 "\n}\n", runs ? "\n  ],\n" : "", command_races);
}

static void begin_json(const struct wfv_settings *s, const struct wf_device *machine)
{
    fprintf(table,
            "{\n  \"on\": \"%s\",\n  \"lanes\": %u,\n  \"cores\": %u,\n  \"seed\": %" PRIu64
            ",\n  \"races_watched\": %s,\n"
            "  \"dispatches\": [",
            wfv_on_name(s->on), machine->lanes, machine->cores, s->seed, s->races ? "true" : "false");
    end_json();
}

static void add_json(const struct wfv_device *d, const struct wfv_launch *l, const uint32_t size[3])
{
    char called[WFV_CALLED];

    fseek(table, -end_length, SEEK_END);
    fprintf(table, "%s\n    {\"dispatch\": %" PRIu64 ", \"shader\": ", rows ? "," : "", l->number);
    put_string(wfv_called(l->pipeline, l->code, called));
    fprintf(table, ", \"entry\": ");
    put_string(l->pipeline->name);
    fprintf(table,
            ", \"local_size\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "], \"groups\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32
            "], \"wave_size\": %u, "
            "\"waves\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"lane_instructions\": %" PRIu64 ", ",
            size[0], size[1], size[2], l->groups[0], l->groups[1], l->groups[2], l->pipeline->wave_size, l->waves,
            l->instructions, l->lane_instructions);
    if (d->physical->instance->settings.on == WFV_ON_MODEL)
        fprintf(table, "\"cycles\": null, ");
    else
        fprintf(table, "\"cycles\": %" PRIu64 ", ", l->cycles);
    fprintf(table,
            "\"resident_waves\": %u, \"wave_slots\": %u, \"faults\": %" PRIu64 ", \"races\": %" PRIu64
            ", \"equal_stores\": %" PRIu64 ", "
            "\"divergent_barriers\": %" PRIu64 ", \"ended\": \"%s\"}",
            l->resident, d->physical->machine.waves, l->fault.count, l->races, l->equal_stores, l->divergent_barriers,
            ending_of(l->ended));
    end_json();
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static const char *three(const uint32_t n[3], char text[40])
{
    snprintf(text, 40, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, n[0], n[1], n[2]);
    return text;
}

static void begin_text(void)
{
    fprintf(table, "%8s %-24s %-12s %-14s %4s %10s %14s %14s %6s %5s %8s %8s  %s\n", "dispatch", "shader", "local",
            "groups", "size", "waves", "instructions", "cycles", "lanes", "occ %", "faults", "races", "ended");
}

static void add_text(const struct wfv_device *d, const struct wfv_launch *l, const uint32_t size[3])
{
    char called[WFV_CALLED], local[40], groups[40], cycles[24] = "-", races[24] = "-", lanes[24] = "-";
    const struct wfv_settings *s = &d->physical->instance->settings;

    if (s->on != WFV_ON_MODEL)
        snprintf(cycles, sizeof cycles, "%" PRIu64, l->cycles);
    if (s->races != WFV_WATCH_OFF)
        snprintf(races, sizeof races, "%" PRIu64, l->races);
    if (l->lane_instructions)           /* the hardware alone counts none */
        snprintf(lanes, sizeof lanes, "%.1f", (double)l->lane_instructions / (double)l->instructions);
    fprintf(table, "%8" PRIu64 " %-24s %-12s %-14s %4u %10" PRIu64 " %14" PRIu64 " %14s %6s %5u %8" PRIu64 " %8s  %s\n",
            l->number, wfv_called(l->pipeline, l->code, called), three(size, local), three(l->groups, groups),
            l->pipeline->wave_size, l->waves, l->instructions, cycles, lanes,
            100 * l->resident / d->physical->machine.waves, l->fault.count, races, ending_of(l->ended));
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static bool open_table(const struct wfv_settings *s, const struct wf_device *machine)
{
    const size_t length = strlen(s->stats);

    owner = getpid();
    strcpy(name, s->stats);
    is_json = length > 5 && !strcmp(s->stats + length - 5, ".json");
    table = strcmp(s->stats, "-") ? fopen(s->stats, "w") : stderr;
    if (!table)
        return false;
    if (is_json)
        begin_json(s, machine);
    else
        begin_text();
    return !fflush(table);
}

/* The table is that of a process of which this is a fork, and this one's has a file of its own (%p). */
static bool is_foreign(const struct wfv_settings *s)
{
    return table && owner != getpid() && strcmp(name, s->stats);
}

static void begin_anew(void)
{
    if (table != stderr)
        fclose(table);                  /* all that was written is in the file: nothing is written twice */
    table = NULL;
    runs = 0;
    rows = command_races = 0;
    atomic_store(&dispatches, 0);
}

/* Rows of a process and of its fork cannot follow each other in JSON. */
static bool is_open(const struct wfv_settings *s)
{
    return *s->stats && !(is_json && owner != getpid());
}

bool wfv_stats_open(const struct wfv_settings *s, const struct wf_device *machine, char why[WFV_SETTINGS_WHY])
{
    bool good = true;

    wfv_fork_frees(&lock);
    pthread_mutex_lock(&lock);
    if (is_foreign(s))
        begin_anew();
    if (*s->stats && !table)
        good = open_table(s, machine);
    if (!good)
        snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_STATS=%.80s: cannot write it: %s", s->stats, strerror(errno));
    pthread_mutex_unlock(&lock);
    return good;
}

void wfv_stats_add_races(uint64_t races)
{
    if (!races)
        return;
    pthread_mutex_lock(&lock);
    command_races += races;
    if (table && is_json && owner == getpid()) {
        fseek(table, -end_length, SEEK_END);
        end_json();
        fflush(table);
    }
    pthread_mutex_unlock(&lock);
}

uint64_t wfv_stats_number(void)
{
    return atomic_fetch_add(&dispatches, 1) + 1;
}

void wfv_stats_begin(const struct wfv_device *d, const struct wfv_launch *l)
{
    if (!is_open(&d->physical->instance->settings))
        return;
    pthread_mutex_lock(&lock);
    if (is_json && runs < MOST_RUNNING) {
        struct running *r = &running[runs++];
        char called[WFV_CALLED];
        *r = (struct running){.number = l->number, .wave_size = l->pipeline->wave_size};
        snprintf(r->called, sizeof r->called, "%s", wfv_called(l->pipeline, l->code, called));
        fseek(table, -end_length, SEEK_END);
        end_json();
        fflush(table);
    }
    pthread_mutex_unlock(&lock);
}

static void forget_running(uint64_t number)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < runs; i++)
        if (running[i].number != number)
            running[kept++] = running[i];
    runs = kept;
}

void wfv_stats_add(const struct wfv_device *d, const struct wfv_launch *l)
{
    uint32_t size[3];
    bool flat;

    if (!is_open(&d->physical->instance->settings))
        return;
    wf_shader_local_size(l->pipeline->shader, size, &flat);
    pthread_mutex_lock(&lock);
    forget_running(l->number);
    if (is_json)
        add_json(d, l, size);
    else
        add_text(d, l, size);
    rows++;
    fflush(table);
    pthread_mutex_unlock(&lock);
}
