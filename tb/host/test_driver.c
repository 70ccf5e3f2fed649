/* SPDX-License-Identifier: Apache-2.0
 * test_driver.c - the driver against a small model of the registers: right use, every error, timeouts, another device.
 */
#include <string.h>

#include "../common/wf_check.h"
#include "wf_register_model.h"

static enum wf_host_error open_with(struct model *m, uint32_t offset, uint32_t value)
{
    const struct wf_transport transport = begin(m);
    struct wf_host host;

    *at(m, offset) = value;
    return wf_host_open(&host, &transport);
}

static void check_open(struct model *m)
{
    static const struct { uint32_t offset, value; enum wf_host_error error; } others[] = {
        {WF_HOST_ID, 0xffffffff, WF_HOST_NOT_THERE}, {WF_HOST_VERSION, 0x10000, WF_HOST_OTHER_VERSION},
        {WF_HOST_LANES, 24, WF_HOST_OTHER_BUILD},
        {WF_HOST_LANES, 256, WF_HOST_OTHER_BUILD}, {WF_HOST_REGS, 20, WF_HOST_OTHER_BUILD},
        {WF_HOST_DISPATCHES, 16, WF_HOST_OTHER_BUILD},
        {WF_HOST_DISPATCHES, 0, WF_HOST_OTHER_BUILD},
        {WF_HOST_DESC_WORDS, WF_DESC_PACKED_WORDS + 1, WF_HOST_OTHER_BUILD},
        {WF_HOST_COUNTERS, WF_COUNTERS - 1, WF_HOST_OTHER_BUILD}};
    const struct wf_transport transport = begin(m);
    struct wf_host host;

    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    CHECK_EQ(host.device.lanes, 32);
    CHECK(host.device.waves == 16 && host.device.groups == 8 && host.device.regs == 64 && host.device.reg_rows == 512);
    CHECK(host.device.lds_words == 1024 && host.device.lds_banks == 32 && host.device.imem_words == CODE);
    CHECK(host.device.no_wave_ops && !host.device.no_fpu);
    CHECK_EQ(host.cores, 2);
    CHECK_EQ(host.queue_depth, QUEUE);
    CHECK_EQ(*at(m, WF_HOST_IRQ_ENABLE), 0);
    begin(m);
    *at(m, WF_HOST_FEATURES) = 3;
    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    CHECK(host.device.no_fpu && !host.device.no_wave_ops);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK_EQ(open_with(m, others[i].offset, others[i].value), others[i].error);
}

/* The code fits, and stands there. */
static void loads(struct wf_host *host, const uint64_t *code, size_t count, uint16_t wanted)
{
    uint16_t base = 99;

    CHECK_EQ(wf_host_load(host, code, count, &base), WF_HOST_OK);
    CHECK_EQ(base, wanted);
}

static void check_load(struct model *m, struct wf_host *host)
{
    const uint64_t code[5] = {UINT64_C(0x0123456789abcdef), 2, 3, UINT64_MAX, 5};
    uint64_t many[CODE] = {0};
    uint16_t base = 99;

    loads(host, code, 5, 0);
    loads(host, code, 4, 5);
    CHECK_EQ(m->code[0], code[0]);
    CHECK_EQ(m->code[8], code[3]);
    CHECK_EQ(wf_host_load(host, many, CODE - 8, &base), WF_HOST_TOO_LARGE);
    CHECK_EQ(wf_host_load(host, many, 0, &base), WF_HOST_ARGUMENT);
    loads(host, many, CODE - 9, 9);
    m->held = 5;
    CHECK_EQ(wf_host_reset(host), WF_HOST_OK);
    CHECK_EQ(m->resets, 1);
    CHECK_EQ(m->held, 0);
    m->held = UINT32_MAX;
    CHECK_EQ(wf_host_reset(host), WF_HOST_TIMEOUT);
    m->held = 0;
    loads(host, many, CODE, 0);
}

/* Gaps are used again, the first that is large enough; what runs is not given back. */
static void check_unload(struct model *m)
{
    const struct wf_transport transport = begin(m);
    const uint64_t code[CODE] = {1, 2, 3};
    struct wf_desc desc = {.stage = WF_STAGE_COMPUTE, .code_base = 20, .code_words = 10, .id = 1};
    struct wf_host host;
    uint16_t base;

    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    for (uint16_t n = 0; n < 6; n++)
        loads(&host, code, 10, (uint16_t)(10 * n));
    CHECK_EQ(wf_host_unload(&host, 11), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_submit(&host, &desc), WF_HOST_OK);
    CHECK_EQ(wf_host_unload(&host, 20), WF_HOST_BUSY);
    CHECK_EQ(wf_host_unload(&host, 30), WF_HOST_OK);
    CHECK_EQ(wf_host_unload(&host, 30), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_load(&host, code, 11, &base), WF_HOST_TOO_LARGE);
    CHECK_EQ(wf_host_unload(&host, 10), WF_HOST_OK);
    loads(&host, code, 4, 10);
    loads(&host, code, 7, 30);
    loads(&host, code, 6, 14);
    set_state(m, 1, WF_HOST_STATE_DONE);        /* its answer is there: it runs no more */
    CHECK_EQ(wf_host_unload(&host, 20), WF_HOST_OK);
    CHECK_EQ(wf_host_unload(&host, 30), WF_HOST_OK);
    loads(&host, code, 20, 20);
    CHECK_EQ(wf_host_unload(&host, 0), WF_HOST_OK);
    m->protects_from = 3;                       /* somebody else's dispatch */
    m->protects_to = 4;
    CHECK_EQ(wf_host_load(&host, code, 10, &base), WF_HOST_REFUSED);
    m->protects_to = 0;
    *at(m, WF_HOST_IRQ_RAW) |= 8;               /* an event from before is not taken for one of this load */
    loads(&host, code, 10, 0);
}

/* 10,000 kernels of 1,000 instructions in a row, two at a time in a memory of 4,096: each stands whole while it runs. */
static void check_many(struct model *m)
{
    enum { KERNELS = 10000, WORDS = 1000, FLYING = 2 };
    const struct wf_transport transport = begin(m);
    static uint64_t code[WORDS];
    struct wf_desc desc = {.stage = WF_STAGE_COMPUTE, .code_words = WORDS};
    struct wf_host_answer answer;
    struct wf_host host;
    uint16_t base[FLYING] = {0};

    *at(m, WF_HOST_IMEM_WORDS) = LARGE;
    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    for (unsigned n = 0; n < KERNELS + FLYING; n++) {
        const unsigned id = n % FLYING;
        if (n >= FLYING) {
            for (unsigned k = 0; k < WORDS; k += WORDS - 1)
                CHECK_EQ(m->code[base[id] + k], (uint64_t)(n - FLYING) << 32 | k);
            m->polls[id] = 1;
            CHECK_EQ(wf_host_wait(&host, id, 2, &answer), WF_HOST_OK);
            CHECK_EQ(wf_host_unload(&host, base[id]), WF_HOST_OK);
        }
        if (n >= KERNELS)
            continue;
        for (unsigned k = 0; k < WORDS; k++)
            code[k] = (uint64_t)n << 32 | k;
        CHECK_EQ(wf_host_load(&host, code, WORDS, &base[id]), WF_HOST_OK);
        desc.id = (uint8_t)id;
        desc.code_base = base[id];
        CHECK_EQ(wf_host_submit(&host, &desc), WF_HOST_OK);
    }
    CHECK_EQ(host.codes, 0);
    for (unsigned n = 0; n < WF_HOST_MAX_KERNELS; n++)
        CHECK_EQ(wf_host_load(&host, code, 1, &base[0]), WF_HOST_OK);
    CHECK_EQ(wf_host_load(&host, code, 1, &base[0]), WF_HOST_TOO_LARGE);
}

static void check_submit(struct model *m, struct wf_host *host)
{
    struct wf_desc desc = {.stage = WF_STAGE_COMPUTE, .grid = {3, 1, 1}, .id = 2};
    const struct wf_buffer buffer = {64, 128};
    uint32_t packed[WF_DESC_PACKED_WORDS];

    CHECK_EQ(wf_host_buffer(host, 2, 5, buffer), WF_HOST_OK);
    CHECK_EQ(m->buffer[2][5].base, 64);
    CHECK_EQ(m->buffer[2][5].size, 128);
    CHECK(!m->robust[2][5]);
    CHECK_EQ(wf_host_buffer_robust(host, 2, 6, (struct wf_buffer){0, 0}), WF_HOST_OK);
    CHECK(m->robust[2][6] && m->buffer[2][6].size == 0);
    CHECK_EQ(wf_host_buffer_robust(host, IDS, 0, buffer), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_buffer(host, IDS, 0, buffer), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_buffer(host, 0, WF_MAX_BUFFERS, buffer), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_buffer(host, 0, 0, (struct wf_buffer){2, 4}), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_OK);
    wf_desc_pack(&desc, false, packed);
    CHECK(memcmp(packed, m->desc[2], sizeof packed) == 0);
    CHECK_EQ(wf_host_buffer(host, 2, 5, buffer), WF_HOST_BUSY);
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_BUSY);
    CHECK_EQ(*at(m, WF_HOST_IRQ_RAW), 0);
    desc.id = 1;
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_OK);
    desc.id = 0;
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_FULL);
    desc.id = IDS;
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_ARGUMENT);
    desc = (struct wf_desc){.stage = WF_STAGE_PIXEL};
    CHECK_EQ(wf_host_submit(host, &desc), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_cancel(host, 1), WF_HOST_OK);
    CHECK_EQ(wf_host_cancel(host, IDS), WF_HOST_ARGUMENT);
    CHECK_EQ(m->cancelled, 2);
}

/* Ids 1 and 2 are queued. */
static void check_wait(struct model *m, struct wf_host *host)
{
    struct wf_host_answer answer;

    CHECK_EQ(wf_host_wait(host, 2, 10, &answer), WF_HOST_TIMEOUT);
    CHECK_EQ(answer.state, WF_HOST_STATE_QUEUED);
    m->polls[2] = 6;
    CHECK_EQ(wf_host_wait(host, 2, 6, &answer), WF_HOST_OK);
    CHECK_EQ(answer.ending, WF_ENDING_LIMIT);
    CHECK_EQ(answer.wave_size, 32);
    CHECK_EQ(answer.waves, 7);
    CHECK(answer.faulted);
    CHECK_EQ(*at(m, WF_HOST_DONE), 0);
    CHECK_EQ(wf_host_wait(host, 2, 6, &answer), WF_HOST_IDLE);
    CHECK_EQ(wf_host_wait(host, IDS, 6, &answer), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_wait_irq(host, 1, 0, &answer), WF_HOST_TIMEOUT);
    m->irq = -1;
    CHECK_EQ(wf_host_wait_irq(host, 1, 5, &answer), WF_HOST_BUS);
    m->irq = 1;                         /* an interrupt of somebody else */
    CHECK_EQ(wf_host_wait_irq(host, 1, 5, &answer), WF_HOST_TIMEOUT);
    m->polls[1] = 3;
    CHECK_EQ(wf_host_wait_irq(host, 1, 50, &answer), WF_HOST_OK);
    CHECK_EQ(*at(m, WF_HOST_IRQ_ENABLE), 0);
    CHECK(m->waits > 3);
    host->transport.wait_irq = NULL;
    CHECK_EQ(wf_host_wait_irq(host, 1, 50, &answer), WF_HOST_NO_INTERRUPT);
}

static void check_records(struct model *m, struct wf_host *host)
{
    static const uint32_t word[] = {0x8a051f03, 0x00070123, 10, 11, 12, 0xfffffffc, 9, 8};
    struct wf_host_fault fault;
    struct wf_host_memory_fault memory;
    uint64_t counters[WF_COUNTERS];

    CHECK_EQ(wf_host_fault(host, 3, &fault), WF_HOST_OK);
    CHECK_EQ(fault.record.kind, WF_FAULT_NONE);
    CHECK_EQ(wf_host_fault(host, IDS, &fault), WF_HOST_ARGUMENT);
    memcpy(at(m, WF_HOST_FAULT + 3 * 64), word, sizeof word);
    *at(m, WF_HOST_FAULT_BUFFER + 3 * 4) = 0xf1;
    CHECK_EQ(wf_host_fault(host, 3, &fault), WF_HOST_OK);
    CHECK_EQ(fault.record.kind, WF_FAULT_MEM_RANGE);
    CHECK_EQ(fault.record.lane, 0x1f);
    CHECK_EQ(fault.slot, 0xa05);
    CHECK_EQ(fault.record.wave, 7);
    CHECK_EQ(fault.record.pc, 0x123);
    CHECK(fault.record.group[0] == 10 && fault.record.group[1] == 11 && fault.record.group[2] == 12);
    CHECK_EQ(fault.record.address, 0xfffffffc);
    CHECK_EQ(fault.record.count, UINT64_C(0x800000009));
    CHECK(fault.record.knows_buffer);
    CHECK_EQ(fault.record.buffer, 0xf1);
    *at(m, WF_HOST_FAULT + 3 * 64) = 0x8a051f07;            /* of the bus: of no buffer */
    CHECK_EQ(wf_host_fault(host, 3, &fault), WF_HOST_OK);
    CHECK(!fault.record.knows_buffer);
    *at(m, WF_HOST_FAULT + 3 * 64) = word[0];
    host->minor = 2;                                        /* a device without FAULT_BUFFER */
    CHECK_EQ(wf_host_fault(host, 3, &fault), WF_HOST_OK);
    CHECK_EQ(fault.record.kind, WF_FAULT_MEM_RANGE);
    CHECK(!fault.record.knows_buffer && !fault.record.buffer);
    host->minor = 3;
    for (uint32_t n = 0; n < 2 * WF_COUNTERS; n++)
        *at(m, WF_HOST_COUNTER + 4 * n) = n;
    CHECK_EQ(wf_host_counters(host, 1, counters), WF_HOST_OK);
    CHECK_EQ(*at(m, WF_HOST_COUNTER_CORE), 1);
    for (uint64_t n = 0; n < WF_COUNTERS; n++)
        CHECK_EQ(counters[n], (2 * n + 1) << 32 | 2 * n);
    CHECK_EQ(wf_host_counters(host, 2, counters), WF_HOST_ARGUMENT);
    CHECK_EQ(wf_host_memory_fault(host, &memory), WF_HOST_OK);
    CHECK(!memory.valid);
    *at(m, WF_HOST_MEMORY_FAULT) = 0xe2345678;
    CHECK_EQ(wf_host_memory_fault(host, &memory), WF_HOST_OK);
    CHECK(memory.valid && memory.write);
    CHECK_EQ(memory.response, 2);
    CHECK_EQ(memory.address, 0x8d159e00);
}

/* An error of the bus at any access comes back as that. */
static void check_bus(struct model *m)
{
    struct wf_transport transport = begin(m);
    struct wf_host host;
    const struct wf_desc desc = {.stage = WF_STAGE_COMPUTE};
    unsigned accesses;

    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    accesses = m->accesses;
    for (unsigned n = 1; n <= accesses; n++) {
        transport = begin(m);
        m->fails_at = n;
        CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_BUS);
    }
    for (unsigned n = 1; n <= WF_DESC_PACKED_WORDS + 2; n++) {
        transport = begin(m);
        CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
        m->accesses = 0;
        m->fails_at = n;
        CHECK_EQ(wf_host_submit(&host, &desc), WF_HOST_BUS);
    }
}

int main(void)
{
    static struct model model;
    const struct wf_transport transport = begin(&model);
    struct wf_host host;

    check_open(&model);
    check_bus(&model);
    check_unload(&model);
    check_many(&model);
    begin(&model);
    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    check_load(&model, &host);
    check_submit(&model, &host);
    check_wait(&model, &host);
    check_records(&model, &host);
    for (int n = -1; n <= WF_HOST_ERRORS; n++)
        CHECK(wf_host_error_text((enum wf_host_error)n)[0] != '\0');
    return check_end("driver");
}
