/* SPDX-License-Identifier: Apache-2.0
 * wf_vpi.c - wavefold.vpi, the bench's end of wf_icarus.h: tasks $wf_* write themselves to standard input, a socket.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <vpi_user.h>

#include "wf_icarus.h"

enum { BUFFER = 1 << 14 };                      /* words */

static uint32_t out[BUFFER];                    /* calls that need no answer wait for one that does */
static size_t used;
static uint32_t field[WF_BENCH_FIELDS];         /* of the last `next` */
static bool draws;                              /* of the last `cycle` */

static const struct task { const char *name; enum wf_icarus_kind kind; } task[WF_ICARUS_CALL_COUNT] = {
#define WF_ICARUS_CALL(name, kind) [WF_CALL_##name] = {"$wf_" #name, WF_ICARUS_##kind},
    WF_ICARUS_CALLS(WF_ICARUS_CALL)
#undef WF_ICARUS_CALL
};

/* False when nobody is there: the simulation ends. */
static bool move(bool in, void *words, size_t count)
{
    char *byte = words;
    size_t left = count * sizeof(uint32_t);
    while (left) {
        const ssize_t n = in ? read(STDIN_FILENO, byte, left) : write(STDIN_FILENO, byte, left);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            vpi_control(vpiFinish, 0);
            return false;
        }
        byte += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool flush(void)
{
    const size_t count = used;
    used = 0;
    return move(false, out, count);
}

/* The answer; false: there is none. */
static bool ask(uint32_t *answer, uint32_t room, uint32_t *count)
{
    return flush() && move(true, count, 1) && *count <= room && move(true, answer, *count);
}

static void put_words(vpiHandle object, const uint32_t *word, unsigned count)
{
    s_vpi_vecval bits[WF_MAX_LANES] = {0};
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = bits};
    for (unsigned i = 0; i < count && i < WF_MAX_LANES; i++)
        bits[i].aval = (PLI_INT32)word[i];
    vpi_put_value(object, &value, NULL, vpiNoDelay);
}

static void write_argument(vpiHandle argument)
{
    s_vpi_value value = {.format = vpiVectorVal};
    const unsigned words = ((unsigned)vpi_get(vpiSize, argument) + 31) / 32;
    vpi_get_value(argument, &value);
    if (used + 1 + 2 * words > BUFFER && !flush())
        return;
    out[used++] = words;
    for (unsigned i = 0; i < words; i++) {
        out[used + i] = (uint32_t)value.value.vector[i].aval;
        out[used + words + i] = (uint32_t)value.value.vector[i].bval;
    }
    used += 2 * (size_t)words;
}

static uint32_t number_of(vpiHandle argument)
{
    s_vpi_value value = {.format = vpiVectorVal};
    vpi_get_value(argument, &value);
    return (uint32_t)value.value.vector[0].aval;
}

/* What a function gives. */
static uint32_t value_of(unsigned number)
{
    uint32_t answer[1 + WF_BENCH_FIELDS] = {0}, count = 0;
    if (!ask(answer, 1 + WF_BENCH_FIELDS, &count))
        return 0;
    if (number == WF_CALL_next)
        memcpy(field, answer + 1, sizeof field);
    if (number == WF_CALL_cycle)
        draws = answer[1];
    return answer[0];
}

static PLI_INT32 call(PLI_BYTE8 *user)
{
    const unsigned number = (unsigned)((const struct task *)(const void *)user - task);
    const enum wf_icarus_kind kind = task[number].kind;
    vpiHandle self = vpi_handle(vpiSysTfCall, NULL), list = vpi_iterate(vpiArgument, self);
    vpiHandle argument[WF_ICARUS_ARGUMENTS], next;
    unsigned count = 0;
    while (list && (next = vpi_scan(list)) != NULL)
        if (count < WF_ICARUS_ARGUMENTS)
            argument[count++] = next;
    if (kind == WF_ICARUS_LOCAL || (number == WF_CALL_quad && !draws)) {
        const uint32_t at = kind == WF_ICARUS_LOCAL && count ? number_of(argument[0]) : WF_BENCH_FIELDS, nothing = 0;
        put_words(self, at < WF_BENCH_FIELDS ? &field[at] : &nothing, 1);
        return 0;
    }
    if (used + 2 > BUFFER && !flush())
        return 0;
    out[used++] = number;
    out[used++] = count;
    for (unsigned i = 0; i < count; i++)
        write_argument(argument[i]);
    if (kind == WF_ICARUS_VALUE) {
        const uint32_t value = value_of(number);
        put_words(self, &value, 1);
    } else if (kind < WF_ICARUS_TASK && (unsigned)kind + 1 < count) {
        uint32_t answer[1 + WF_MAX_LANES], words = 0;
        if (ask(answer, 1 + WF_MAX_LANES, &words) && words > 1) {
            put_words(argument[kind], answer, 1);
            put_words(argument[kind + 1], answer + 1, words - 1);
        }
    }
    return 0;
}

static void register_all(void)
{
    for (size_t i = 0; i < WF_ICARUS_CALL_COUNT; i++) {
        const bool function = task[i].kind > WF_ICARUS_TASK;
        char name[32];
        strcpy(name, task[i].name);
        vpi_register_systf(&(s_vpi_systf_data){
            .type = function ? vpiSysFunc : vpiSysTask, .sysfunctype = function ? vpiIntFunc : 0, .tfname = name,
            .calltf = call, .user_data = (PLI_BYTE8 *)(uintptr_t)&task[i]});
    }
}

void (*vlog_startup_routines[])(void) = {register_all, NULL};
