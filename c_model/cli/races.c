/* SPDX-License-Identifier: Apache-2.0 */
#include "races.h"

#include <inttypes.h>

#include "naming.h"

/* "  line 12: lds.store [r5], r2: thread ...". */
static void print_side(const struct wf_kernel *kernel, const struct wf_shape *shape, const struct wf_race_side *side)
{
    char instruction[256], thread[160], line[160];
    wf_name_line(kernel, side->pc, line, sizeof line);
    wf_name_instruction(kernel, side->pc, instruction, sizeof instruction);
    wf_name_thread(kernel, shape, side->group, side->wave, side->lane, thread, sizeof thread);
    fprintf(stderr, "  %s: %s: %s\n", line, instruction, thread);
}

/* "Out[3]"; of a shader, whose elements may be no words, "byte 12 of Out (binding 0.1)". */
static void print_place(const struct wf_kernel *kernel, const struct wf_kernel_buffer *buffer, uint32_t byte)
{
    if (!*buffer->called)
        fprintf(stderr, "%s[%" PRIu32 "]", buffer->name, byte / 4);
    else
        fprintf(stderr, "byte %" PRIu32 " of %s%s%s%s", byte, buffer->called, kernel->no_file ? "" : ", here ",
                kernel->no_file ? "" : buffer->name, kernel->no_file ? "" : ",");
}

static void print_word(const struct wf_kernel *kernel, const struct wf_race *race)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    if (race->kind == WF_RACE_LDS) {
        fprintf(stderr, "groupshared memory at byte %" PRIu32, race->address);
        return;
    }
    wf_kernel_place(kernel, buffers);
    for (unsigned i = 0; i < kernel->buffers; i++)
        if (race->address >= buffers[i].base && race->address - buffers[i].base < buffers[i].size) {
            print_place(kernel, &kernel->buffer[i], race->address - buffers[i].base);
            return;
        }
    fprintf(stderr, "memory at byte 0x%" PRIx32, race->address);
}

/* Where the threads are that do not meet. */
static const char *elsewhere(const struct wf_kernel *kernel, const struct wf_race *race, char text[240])
{
    char line[160];
    switch (race->parting) {
    case WF_PARTING_ELSEWHERE: return "some threads of the group are elsewhere";
    case WF_PARTING_OTHER:
        wf_name_line(kernel, race->second.pc, line, sizeof line);
        snprintf(text, 240, "some threads of the group wait at another, %s", line);
        return text;
    case WF_PARTING_TURN: return "some threads of the group are at it on another turn of a loop";
    case WF_PARTING_ENDED: return "some threads of the group have ended without it";
    case WF_PARTING_RETURNED: return "some threads of the group returned before it: undefined in Vulkan, defined here";
    }
    return "";
}

static void print_barrier(const char *path, const struct wf_kernel *kernel, const struct wf_shape *shape,
                          const struct wf_race *race, enum wf_policy policy)
{
    char place[256], here[160], there[160], text[240];
    wf_name_place(kernel, path, race->first.pc, place, sizeof place);
    wf_name_thread(kernel, shape, race->first.group, race->first.wave, race->first.lane, here, sizeof here);
    wf_name_thread(kernel, shape, race->second.group, race->second.wave, race->second.lane, there, sizeof there);
    fprintf(stderr, "%s: %s: divergent barrier: %s\n  here: %s\n  not here: %s\n", place, wf_policy_word(policy),
            elsewhere(kernel, race, text), here, there);
}

static void print_race(const char *path, const struct wf_kernel *kernel, const struct wf_shape *shape,
                       const struct wf_race *race, enum wf_policy policy)
{
    char place[256];
    wf_name_place(kernel, path, race->second.pc, place, sizeof place);
    fprintf(stderr, "%s: %s: race: ", place, wf_policy_word(policy));
    print_word(kernel, race);
    const bool first = race->first.does == WF_TOUCH_ATOMIC, second = race->second.does == WF_TOUCH_ATOMIC;
    if (first != second)
        fprintf(stderr, " is touched by two lanes with no barrier between, by one with an atomic, by the other with a "
                "plain %s\n", (first ? race->second : race->first).does == WF_TOUCH_LOAD ? "load" : "store");
    else
        fputs(" is touched by two lanes with neither a barrier nor atomics between\n", stderr);
    print_side(kernel, shape, &race->first);
    print_side(kernel, shape, &race->second);
}

static void print_equal_stores(const char *path, const struct wf_kernel *kernel, const struct wf_race_report *report)
{
    char place[256];
    if (!report->equal_stores)
        return;
    wf_name_place(kernel, path, report->equal_store.second.pc, place, sizeof place);
    fprintf(stderr, "%s: note: ", place);
    print_word(kernel, &report->equal_store);
    fputs(" gets one value from two lanes with neither a barrier nor atomics between", stderr);
    if (report->equal_stores > 1)
        fprintf(stderr, ", the first of %" PRIu64 " such stores", report->equal_stores);
    fputs(": harmless here, undefined in Vulkan\n", stderr);
}

/* How many there are, when not all are shown. */
static void print_total(const char *path, uint64_t all, unsigned shown, const char *what, const char *of_each)
{
    if (all > shown)
        fprintf(stderr, "%s: note: %" PRIu64 " %s%s in all, %u shown: the first of each %s\n", path, all, what,
                all == 1 ? "" : "s", shown, of_each);
}

bool wf_print_races(const char *path, const struct wf_kernel *kernel, const struct wf_shape *shape,
                    const struct wf_race_report *report, const struct wf_race_policies *policies)
{
    unsigned races = 0, barriers = 0;
    if (!report)
        return false;
    for (unsigned i = 0; i < report->kept; i++) {
        const struct wf_race *race = &report->race[i];
        const bool returned = race->kind == WF_RACE_BARRIER && race->parting == WF_PARTING_RETURNED;
        if (race->kind != WF_RACE_BARRIER)
            print_race(path, kernel, shape, race, policies->races);
        else if (!returned || policies->returns != WF_POLICY_OFF)
            print_barrier(path, kernel, shape, race, returned ? policies->returns : policies->barriers);
        races += race->kind != WF_RACE_BARRIER;
        barriers += race->kind == WF_RACE_BARRIER && !returned;
    }
    print_total(path, report->count, races, "race", "pair of instructions");
    print_total(path, report->barriers, barriers, "divergent barrier", "barrier instruction");
    print_equal_stores(path, kernel, report);
    if (report->incomplete)
        fprintf(stderr, "%s: note: memory was too short to watch every word for races\n", path);
    if (report->spared)
        fprintf(stderr, "%s: note: races were looked for in the first %d accesses of lanes to memory, then in each "
                "group whose index is a multiple of %d; --race-watch all looks everywhere, --races off nowhere\n",
                path, WF_RACES_ALL, WF_RACES_SAMPLE);
    return (report->count > 0 && policies->races == WF_POLICY_ERROR) ||
           (report->barriers > 0 && policies->barriers == WF_POLICY_ERROR) ||
           (report->returns > 0 && policies->returns == WF_POLICY_ERROR);
}

struct wf_race_policies wf_race_policies(const char *name, bool is_shader, const struct wf_kernel *kernel)
{
    const bool assembly = !kernel->no_file && !kernel->shader_name;     /* lanes return as the machine lets them */
    return (struct wf_race_policies){.races = wf_policy_of(name, is_shader), .barriers = wf_policy_of(name, false),
                                     .returns = assembly ? WF_POLICY_OFF : wf_policy_of(name, true)};
}
