/* SPDX-License-Identifier: Apache-2.0
 * vulkan_rows.c - the table of the driver, as it wrote it: an object per line.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan.h"

/* What follows "NAME": in a row; "" when it has none. */
static const char *member(const char *row, const char *name)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(row, key);
    return at ? at + strlen(key) : "";
}

static uint64_t number(const char *row, const char *name)
{
    return strtoull(member(row, name), NULL, 10);
}

static void three(const char *row, const char *name, uint32_t value[3])
{
    const char *at = member(row, name);
    char *end;
    for (int i = 0; i < 3 && *at; i++) {
        value[i] = (uint32_t)strtoul(at + 1, &end, 10);
        at = end;
    }
}

static void string(const char *row, const char *name, char *text, size_t size)
{
    const char *at = member(row, name);
    size_t length = 0;
    for (at += *at == '"'; *at && *at != '"' && length + 1 < size; at++) {
        at += *at == '\\' && at[1];
        text[length++] = *at;
    }
    text[length] = '\0';
}

static bool add(struct vulkan_run *run, const char *row, size_t length)
{
    struct vulkan_dispatch *more = realloc(run->dispatch, (run->dispatches + 1) * sizeof *more);
    if (!more)
        return false;
    run->dispatch = more;
    struct vulkan_dispatch *d = &more[run->dispatches];
    *d = (struct vulkan_dispatch){.json = strndup(row, length)};
    if (!d->json)
        return false;
    run->dispatches++;
    string(d->json, "shader", d->shader, sizeof d->shader);
    string(d->json, "ended", d->ended, sizeof d->ended);
    three(d->json, "local_size", d->local);
    three(d->json, "groups", d->groups);
    d->number = number(d->json, "dispatch");
    d->wave_size = (unsigned)number(d->json, "wave_size");
    d->waves = number(d->json, "waves");
    d->instructions = number(d->json, "instructions");
    d->lane_instructions = number(d->json, "lane_instructions");
    d->cycles = number(d->json, "cycles");
    d->resident = (unsigned)number(d->json, "resident_waves");
    d->slots = (unsigned)number(d->json, "wave_slots");
    d->faults = number(d->json, "faults");
    d->races = number(d->json, "races");
    d->equal_stores = number(d->json, "equal_stores");
    d->barriers = number(d->json, "divergent_barriers");
    run->waves += d->waves;
    run->instructions += d->instructions;
    run->cycles += d->cycles;
    run->faults += d->faults;
    run->races += d->races;
    run->barriers += d->barriers;
    return true;
}

/* One that has begun and not ended. */
static bool add_running(struct vulkan_run *run, const char *row, size_t length)
{
    char *own = strndup(row, length), shader[80];
    const size_t before = run->running ? strlen(run->running) : 0, most = before + sizeof shader + 64;
    char *all = own ? realloc(run->running, most) : NULL;
    if (all) {
        string(own, "shader", shader, sizeof shader);
        snprintf(all + before, most - before, "%sdispatch %" PRIu64 " (%s, wave size %u)", before ? ", " : "",
                 number(own, "number"), shader, (unsigned)number(own, "wave_size"));
        run->running = all;
    }
    free(own);
    return all != NULL;
}

bool vulkan_read_rows(struct vulkan_run *run, const char *text)
{
    static const char start[] = "    {\"dispatch\": ", races[] = "  \"command_races\": ", runs[] = "    {\"number\": ";
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        if (!strncmp(line, races, strlen(races)))
            run->races += number(line, "command_races");
        if (!strncmp(line, runs, strlen(runs)) && !add_running(run, line, length))
            return false;
        if (strncmp(line, start, strlen(start)) != 0)
            continue;
        length -= line[length - 1] == ',';
        if (!add(run, line + 4, length - 4))
            return false;
    }
    return true;
}
