/* SPDX-License-Identifier: Apache-2.0
 * driver.c - the device found, loaded and given work.
 */
#include <string.h>

#include "wavefold/driver.h"

#include "registers.h"

enum { RESET_POLLS = 1000000 };

const char *wf_host_error_text(enum wf_host_error error)
{
    static const char *const text[WF_HOST_ERRORS] = {
        [WF_HOST_OK] = "no error",
        [WF_HOST_BUS] = "the bus answered with an error",
        [WF_HOST_NOT_THERE] = "no device with these registers is there",
        [WF_HOST_OTHER_VERSION] = "the registers are of another version",
        [WF_HOST_OTHER_BUILD] = "the device is of a build that this driver does not know",
        [WF_HOST_ARGUMENT] = "an argument is outside of what the device has",
        [WF_HOST_TOO_LARGE] = "the instruction memory has no room for the kernel",
        [WF_HOST_BUSY] = "the id of the dispatch is in use",
        [WF_HOST_FULL] = "the queue is full",
        [WF_HOST_REFUSED] = "the device refused it",
        [WF_HOST_TIMEOUT] = "it took too long",
        [WF_HOST_NO_INTERRUPT] = "there is no interrupt to wait for",
        [WF_HOST_IDLE] = "no dispatch with this id was submitted",
    };

    return (unsigned)error < WF_HOST_ERRORS ? text[error] : "unknown error";
}

static bool power_of_two(uint32_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

/* Numbers that a build can have. */
static bool possible(const struct wf_host *host, uint32_t desc_words, uint32_t counters)
{
    const struct wf_device *d = &host->device;

    return power_of_two(d->lanes) && d->lanes >= 4 && d->lanes <= 128 && d->waves >= 1 && d->waves <= 256 &&
           d->groups >= 1 && d->regs >= 16 && d->regs <= 128 && d->regs % 8 == 0 && d->reg_rows >= d->regs &&
           power_of_two(d->lds_words) && power_of_two(d->lds_banks) && d->imem_words >= 1 &&
           d->imem_words <= WF_MAX_CODE && power_of_two(host->dispatches) &&
           host->dispatches <= WF_HOST_MAX_DISPATCHES && host->cores >= 1 && host->queue_depth >= 1 &&
           desc_words == WF_DESC_PACKED_WORDS && counters == WF_COUNTERS;
}

static enum wf_host_error read_capability(struct wf_host *host)
{
    uint32_t value, desc_words, counters;
    const struct {
        unsigned *to;
        uint32_t offset;
    } number[] = {
        {&host->device.lanes, WF_HOST_LANES}, {&host->device.waves, WF_HOST_WAVES},
        {&host->device.groups, WF_HOST_GROUPS}, {&host->device.regs, WF_HOST_REGS},
        {&host->device.reg_rows, WF_HOST_REG_ROWS}, {&host->device.lds_words, WF_HOST_LDS_WORDS},
        {&host->device.lds_banks, WF_HOST_LDS_BANKS}, {&host->device.imem_words, WF_HOST_IMEM_WORDS},
        {&host->dispatches, WF_HOST_DISPATCHES}, {&host->cores, WF_HOST_CORES},
        {&host->queue_depth, WF_HOST_QUEUE_DEPTH}, {&desc_words, WF_HOST_DESC_WORDS}, {&counters, WF_HOST_COUNTERS},
    };

    for (size_t n = 0; n < sizeof number / sizeof number[0]; n++) {
        TRY(host_read(host, number[n].offset, &value));
        *number[n].to = value;
    }
    TRY(host_read(host, WF_HOST_FEATURES, &value));
    host->device.no_wave_ops = FIELD(value, FEATURES_WAVE_OPS) == 0;
    host->device.no_fpu = FIELD(value, FEATURES_NO_FPU) != 0;
    return possible(host, desc_words, counters) ? WF_HOST_OK : WF_HOST_OTHER_BUILD;
}

enum wf_host_error wf_host_open(struct wf_host *host, const struct wf_transport *transport)
{
    uint32_t value;

    memset(host, 0, sizeof *host);
    host->transport = *transport;
    TRY(host_read(host, WF_HOST_ID, &value));
    if (value != WF_HOST_MAGIC)
        return WF_HOST_NOT_THERE;
    TRY(host_read(host, WF_HOST_VERSION, &value));
    if (FIELD(value, VERSION_MAJOR) != WF_HOST_MAJOR)
        return WF_HOST_OTHER_VERSION;
    host->minor = FIELD(value, VERSION_MINOR);
    TRY(read_capability(host));
    return host_write(host, WF_HOST_IRQ_ENABLE, 0);
}

static enum wf_host_error reset(struct wf_host *host)
{
    uint32_t value;

    TRY(host_write(host, WF_HOST_CONTROL, PUT(CONTROL_RESET, 1)));
    TRY(host_write(host, WF_HOST_CONTROL, 0));
    host->codes = 0;
    host->taken = 0;
    for (uint32_t n = 0; n < RESET_POLLS; n++) {        /* what is under way on the memory bus comes to its end first */
        TRY(host_read(host, WF_HOST_CONTROL, &value));
        if (FIELD(value, CONTROL_RESET) == 0)
            return host_write(host, WF_HOST_IRQ_RAW, UINT32_MAX);
        if (host->transport.pause != NULL)
            host->transport.pause(host->transport.user);
    }
    return WF_HOST_TIMEOUT;
}

enum wf_host_error wf_host_reset(struct wf_host *host)
{
    RETURN_LOCKED(host, reset(host));
}

/* The first gap of `words` instructions: *before is the number of kernels that stand before it.  False: none. */
static bool find_gap(const struct wf_host *host, size_t words, unsigned *before, unsigned *base)
{
    unsigned from = 0;

    for (*before = 0; *before < host->codes && host->code[*before].base - from < words; ++*before)
        from = host->code[*before].base + host->code[*before].words;
    *base = from;
    return host->codes < WF_HOST_MAX_KERNELS && words <= host->device.imem_words - from;
}

static enum wf_host_error write_code(const struct wf_host *host, const uint64_t *code, size_t count, unsigned base)
{
    uint32_t raw;

    TRY(host_write(host, WF_HOST_IRQ_RAW, PUT(IRQ_RAW_LOAD, 1)));
    TRY(host_write(host, WF_HOST_IMEM_ADDRESS, base));
    for (size_t n = 0; n < count; n++) {
        TRY(host_write(host, WF_HOST_IMEM_LOW, (uint32_t)code[n]));
        TRY(host_write(host, WF_HOST_IMEM_HIGH, (uint32_t)(code[n] >> 32)));
    }
    TRY(host_read(host, WF_HOST_IRQ_RAW, &raw));
    return FIELD(raw, IRQ_RAW_LOAD) ? WF_HOST_REFUSED : WF_HOST_OK;
}

enum wf_host_error wf_host_locked_load(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count,
                                       uint16_t *base)
{
    unsigned before, at;

    if (count == 0)
        return WF_HOST_ARGUMENT;
    if (!find_gap(host, count, &before, &at))
        return WF_HOST_TOO_LARGE;
    TRY(write_code(host, code, count, at));
    memmove(&host->code[before + 1], &host->code[before], (host->codes++ - before) * sizeof host->code[0]);
    host->code[before] =
        (struct wf_host_code){.base = at, .words = (unsigned)count, .key = key, .used = ++host->moment};
    *base = (uint16_t)at;
    return WF_HOST_OK;
}

enum wf_host_error wf_host_load(struct wf_host *host, const uint64_t *code, size_t count, uint16_t *base)
{
    RETURN_LOCKED(host, wf_host_locked_load(host, 0, code, count, base));
}

/* Is a dispatch that runs some of this code queued or running? */
static enum wf_host_error code_runs(const struct wf_host *host, const struct wf_host_code *code, bool *runs)
{
    uint32_t status;

    *runs = false;
    for (unsigned id = 0; id < host->dispatches; id++) {
        if (host->runs[id].base >= code->base + code->words || code->base >= host->runs[id].base + host->runs[id].words)
            continue;
        TRY(host_read(host, WF_HOST_STATUS + id * WF_HOST_STATUS_STRIDE, &status));
        *runs |=
            FIELD(status, STATUS_STATE) == WF_HOST_STATE_QUEUED || FIELD(status, STATUS_STATE) == WF_HOST_STATE_RUNNING;
    }
    return WF_HOST_OK;
}

enum wf_host_error wf_host_locked_remove(struct wf_host *host, unsigned n)
{
    bool runs;

    TRY(code_runs(host, &host->code[n], &runs));
    if (runs)
        return WF_HOST_BUSY;
    memmove(&host->code[n], &host->code[n + 1], (--host->codes - n) * sizeof host->code[0]);
    return WF_HOST_OK;
}

static enum wf_host_error unload(struct wf_host *host, uint16_t base)
{
    unsigned n = 0;

    while (n < host->codes && host->code[n].base != base)
        n++;
    return n == host->codes ? WF_HOST_ARGUMENT : wf_host_locked_remove(host, n);
}

enum wf_host_error wf_host_unload(struct wf_host *host, uint16_t base)
{
    RETURN_LOCKED(host, unload(host, base));
}

static enum wf_host_error bind_buffer(struct wf_host *host, unsigned id, unsigned index, struct wf_buffer buffer,
                                      bool robust)
{
    uint32_t status;

    if (id >= host->dispatches || index >= WF_MAX_BUFFERS || buffer.base % 4 != 0 || buffer.size % 4 != 0)
        return WF_HOST_ARGUMENT;
    TRY(host_read(host, WF_HOST_STATUS + id * WF_HOST_STATUS_STRIDE, &status));
    if (FIELD(status, STATUS_STATE) == WF_HOST_STATE_QUEUED || FIELD(status, STATUS_STATE) == WF_HOST_STATE_RUNNING)
        return WF_HOST_BUSY;
    TRY(host_write(host, WF_HOST_BUF_BASE, buffer.base));
    TRY(host_write(host, WF_HOST_BUF_SIZE, buffer.size));
    return host_write(host, WF_HOST_BUF_SELECT,
                      PUT(BUF_SELECT_ID, id) | PUT(BUF_SELECT_INDEX, index) | PUT(BUF_SELECT_ROBUST, robust));
}

enum wf_host_error wf_host_buffer(struct wf_host *host, unsigned id, unsigned index, struct wf_buffer buffer)
{
    RETURN_LOCKED(host, bind_buffer(host, id, index, buffer, false));
}

enum wf_host_error wf_host_buffer_robust(struct wf_host *host, unsigned id, unsigned index, struct wf_buffer buffer)
{
    RETURN_LOCKED(host, bind_buffer(host, id, index, buffer, true));
}

enum wf_host_error wf_host_locked_submit(struct wf_host *host, const struct wf_desc *desc)
{
    uint32_t packed[WF_DESC_PACKED_WORDS], rang;

    if (desc->id >= host->dispatches || desc->stage == WF_STAGE_PIXEL)
        return WF_HOST_ARGUMENT;
    wf_desc_pack(desc, false, packed);
    for (uint32_t n = 0; n < WF_DESC_PACKED_WORDS; n++)
        TRY(host_write(host, WF_HOST_DESC + n * WF_HOST_DESC_STRIDE, packed[n]));
    TRY(host_write(host, WF_HOST_DOORBELL, 1));
    TRY(host_read(host, WF_HOST_DOORBELL, &rang));
    if (FIELD(rang, DOORBELL_TAKEN) != 0) {
        host->runs[desc->id] = (struct wf_host_code){.base = desc->code_base, .words = desc->code_words};
        return WF_HOST_OK;
    }
    TRY(host_write(host, WF_HOST_IRQ_RAW, PUT(IRQ_RAW_QUEUE, 1)));
    return FIELD(rang, DOORBELL_BUSY) ? WF_HOST_BUSY : FIELD(rang, DOORBELL_FULL) ? WF_HOST_FULL : WF_HOST_REFUSED;
}

enum wf_host_error wf_host_submit(struct wf_host *host, const struct wf_desc *desc)
{
    RETURN_LOCKED(host, wf_host_locked_submit(host, desc));
}

enum wf_host_error wf_host_cancel(struct wf_host *host, unsigned id)
{
    if (id >= host->dispatches)
        return WF_HOST_ARGUMENT;
    RETURN_LOCKED(host, host_write(host, WF_HOST_CANCEL, PUT(CANCEL_ID, id)));
}
