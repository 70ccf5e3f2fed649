/* SPDX-License-Identifier: Apache-2.0
 * answer.c - what became of a dispatch: status, faults, counters.
 */
#include <string.h>

#include "wavefold/driver.h"

#include "registers.h"

/* A register of the window of an id. */
#define OF(id, register) (WF_HOST_##register + (id) * WF_HOST_##register##_STRIDE)

static enum wf_host_error read_status(struct wf_host *host, unsigned id, struct wf_host_answer *answer)
{
    uint32_t status, waves;

    memset(answer, 0, sizeof *answer);
    if (id >= host->dispatches)
        return WF_HOST_ARGUMENT;
    TRY(host_read(host, OF(id, STATUS), &status));
    answer->state = (enum wf_host_state)FIELD(status, STATUS_STATE);
    if (answer->state != WF_HOST_STATE_DONE)
        return WF_HOST_OK;
    TRY(host_read(host, OF(id, GROUP_WAVES), &waves));
    answer->code = (enum wf_reject)FIELD(status, STATUS_CODE);
    answer->ending = (enum wf_ending)FIELD(status, STATUS_ENDING);
    answer->wave_size = FIELD(status, STATUS_WAVE_SIZE);
    answer->waves = waves;
    answer->faulted = FIELD(status, STATUS_FAULTED) != 0;
    return WF_HOST_OK;
}

enum wf_host_error wf_host_status(struct wf_host *host, unsigned id, struct wf_host_answer *answer)
{
    RETURN_LOCKED(host, read_status(host, id, answer));
}

/* One look: OK with *over when the answer is there, and its id is then idle. */
static enum wf_host_error locked_look(struct wf_host *host, unsigned id, struct wf_host_answer *answer, bool *over)
{
    TRY(read_status(host, id, answer));
    *over = answer->state == WF_HOST_STATE_DONE;
    if (answer->state == WF_HOST_STATE_IDLE)
        return WF_HOST_IDLE;
    return *over ? host_write(host, WF_HOST_DONE, UINT32_C(1) << id) : WF_HOST_OK;
}

static enum wf_host_error look(struct wf_host *host, unsigned id, struct wf_host_answer *answer, bool *over)
{
    RETURN_LOCKED(host, locked_look(host, id, answer, over));
}

enum wf_host_error wf_host_poll(struct wf_host *host, unsigned id, struct wf_host_answer *answer)
{
    bool over = false;

    TRY(look(host, id, answer, &over));
    return over ? WF_HOST_OK : WF_HOST_BUSY;
}

enum wf_host_error wf_host_wait(struct wf_host *host, unsigned id, uint32_t polls, struct wf_host_answer *answer)
{
    bool over = false;

    for (uint32_t n = 0; n < polls; n++) {
        TRY(look(host, id, answer, &over));
        if (over)
            return WF_HOST_OK;
        if (host->transport.pause != NULL)
            host->transport.pause(host->transport.user);
    }
    return WF_HOST_TIMEOUT;
}

/* One more thread waits for interrupts, or one less: they are enabled while any does. */
static enum wf_host_error wait_more(struct wf_host *host)
{
    return host->waiters++ != 0 ? WF_HOST_OK : host_write(host, WF_HOST_IRQ_ENABLE, PUT(IRQ_RAW_DONE, 1));
}

static enum wf_host_error wait_less(struct wf_host *host)
{
    return --host->waiters != 0 ? WF_HOST_OK : host_write(host, WF_HOST_IRQ_ENABLE, 0);
}

static enum wf_host_error change_waiters(struct wf_host *host, bool more)
{
    RETURN_LOCKED(host, more ? wait_more(host) : wait_less(host));
}

enum wf_host_error wf_host_wait_irq(struct wf_host *host, unsigned id, uint32_t timeout, struct wf_host_answer *answer)
{
    enum wf_host_error error = WF_HOST_OK;
    bool over = false;
    uint32_t others = 0;

    if (host->transport.wait_irq == NULL)
        return WF_HOST_NO_INTERRUPT;
    error = change_waiters(host, true);
    /* An answer that was there before raises it too: it is a level.  That of another id keeps it up; then this one is
     * polled, `timeout` times. */
    while (error == WF_HOST_OK && !over) {
        const int up = host->transport.wait_irq(host->transport.user, timeout);
        error = up < 0 ? WF_HOST_BUS : up == 0 || others++ > timeout ? WF_HOST_TIMEOUT : look(host, id, answer, &over);
        if (host->transport.pause != NULL && !over)
            host->transport.pause(host->transport.user);
    }
    const enum wf_host_error last = change_waiters(host, false);
    return last != WF_HOST_OK ? last : error;
}

enum { HAS_BUFFER = 3 };                /* FAULT_BUFFER is there from this minor version on */

static enum wf_host_error read_fault(struct wf_host *host, unsigned id, struct wf_host_fault *fault)
{
    struct wf_fault_record *const record = &fault->record;
    uint32_t word, place, high, low, buffer = 0;

    memset(fault, 0, sizeof *fault);
    if (id >= host->dispatches)
        return WF_HOST_ARGUMENT;
    TRY(host_read(host, OF(id, FAULT), &word));
    if (FIELD(word, FAULT_VALID) == 0)
        return WF_HOST_OK;
    TRY(host_read(host, OF(id, FAULT_PC), &place));
    TRY(host_read(host, OF(id, FAULT_GID_X), &record->group[0]));
    TRY(host_read(host, OF(id, FAULT_GID_Y), &record->group[1]));
    TRY(host_read(host, OF(id, FAULT_GID_Z), &record->group[2]));
    TRY(host_read(host, OF(id, FAULT_ADDRESS), &record->address));
    TRY(host_read(host, OF(id, FAULT_COUNT), &low));
    TRY(host_read(host, OF(id, FAULT_COUNT_HIGH), &high));
    if (host->minor >= HAS_BUFFER)
        TRY(host_read(host, OF(id, FAULT_BUFFER), &buffer));
    record->kind = (enum wf_fault)FIELD(word, FAULT_KIND);
    record->lane = FIELD(word, FAULT_LANE);
    record->pc = (uint16_t)FIELD(place, FAULT_PC_PC);
    record->wave = FIELD(place, FAULT_PC_WAVE);
    record->count = (uint64_t)high << 32 | low;
    record->knows_buffer = host->minor >= HAS_BUFFER && wf_fault_has_buffer(record->kind);
    record->buffer = buffer;
    fault->slot = FIELD(word, FAULT_SLOT);
    return WF_HOST_OK;
}

enum wf_host_error wf_host_fault(struct wf_host *host, unsigned id, struct wf_host_fault *fault)
{
    RETURN_LOCKED(host, read_fault(host, id, fault));
}

enum wf_host_error wf_host_memory_fault(struct wf_host *host, struct wf_host_memory_fault *fault)
{
    uint32_t word;

    memset(fault, 0, sizeof *fault);
    host_lock(host);
    const enum wf_host_error error = host_read(host, WF_HOST_MEMORY_FAULT, &word);
    host_unlock(host);
    TRY(error);
    if (FIELD(word, MEMORY_FAULT_VALID) == 0)
        return WF_HOST_OK;
    fault->valid = true;
    fault->write = FIELD(word, MEMORY_FAULT_WRITE) != 0;
    fault->response = FIELD(word, MEMORY_FAULT_RESP);
    fault->address = FIELD(word, MEMORY_FAULT_LINE) * 64;
    return WF_HOST_OK;
}

static enum wf_host_error read_counters(struct wf_host *host, unsigned core, uint64_t counters[WF_COUNTERS])
{
    uint32_t low, high;

    if (core >= host->cores)
        return WF_HOST_ARGUMENT;
    TRY(host_write(host, WF_HOST_COUNTER_CORE, core));
    for (unsigned n = 0; n < WF_COUNTERS; n++) {
        TRY(host_read(host, OF(n, COUNTER), &low));
        TRY(host_read(host, OF(n, COUNTER_HIGH), &high));
        counters[n] = (uint64_t)high << 32 | low;
    }
    return WF_HOST_OK;
}

enum wf_host_error wf_host_counters(struct wf_host *host, unsigned core, uint64_t counters[WF_COUNTERS])
{
    RETURN_LOCKED(host, read_counters(host, core, counters));
}

/* ---- cycles and instructions ------------------------------------------------------------------------------------- */

static enum wf_host_error read_wide(struct wf_host *host, uint32_t offset, uint64_t *value)
{
    uint32_t low, high;

    TRY(host_read(host, offset, &low));
    TRY(host_read(host, offset + 4, &high));
    *value = (uint64_t)high << 32 | low;
    return WF_HOST_OK;
}

static enum wf_host_error read_times(struct wf_host *host, unsigned id, uint64_t *begun, uint64_t *ended)
{
    TRY(read_wide(host, OF(id, BEGUN), begun));
    return read_wide(host, OF(id, ENDED), ended);
}

enum wf_host_error wf_host_times(struct wf_host *host, unsigned id, uint64_t *begun, uint64_t *ended)
{
    if (id >= host->dispatches)
        return WF_HOST_ARGUMENT;
    RETURN_LOCKED(host, read_times(host, id, begun, ended));
}

enum wf_host_error wf_host_instructions(struct wf_host *host, unsigned id, uint64_t *instructions)
{
    if (id >= host->dispatches)
        return WF_HOST_ARGUMENT;
    RETURN_LOCKED(host, read_wide(host, OF(id, RETIRED), instructions));
}

enum wf_host_error wf_host_clock(struct wf_host *host, uint64_t *now)
{
    RETURN_LOCKED(host, read_wide(host, WF_HOST_CLOCK, now));
}
