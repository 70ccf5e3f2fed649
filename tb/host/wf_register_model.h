/* SPDX-License-Identifier: Apache-2.0
 * wf_register_model.h - a small model of the registers of wf_host, for tests of the driver.
 */
#ifndef WF_REGISTER_MODEL_H
#define WF_REGISTER_MODEL_H

#include <string.h>

#include "wavefold/driver.h"

enum { IDS = 4, CODE = 64, LARGE = 4096, QUEUE = 2 };

/* Registers as words; what has an effect is done on write. */
struct model {
    uint32_t word[0x800 / 4];
    uint64_t code[LARGE];
    unsigned protects_from, protects_to;        /* the device refuses instructions for these places */
    struct wf_buffer buffer[IDS][WF_MAX_BUFFERS];
    bool robust[IDS][WF_MAX_BUFFERS];
    uint32_t desc[IDS][WF_DESC_PACKED_WORDS];
    unsigned accesses, fails_at;        /* the access with this number has an error response; 0: none */
    unsigned polls[IDS];                /* reads of the status until the answer is there; 0: never */
    unsigned waits, resets, cancelled;
    unsigned held;                      /* reads of CONTROL until the machine has left its reset */
    int irq;                            /* what wait_irq returns while no enabled answer is there */
};

static inline uint32_t *at(struct model *m, uint32_t offset)
{
    return &m->word[offset / 4];
}

static inline void set_state(struct model *m, unsigned id, uint32_t state)
{
    *at(m, WF_HOST_STATUS + 64 * id) = state;
}

static inline int model_read(void *user, uint32_t offset, uint32_t *value)
{
    struct model *m = user;

    for (unsigned id = 0; id < IDS; id++) {
        if (offset == WF_HOST_STATUS + 64 * id && *at(m, offset) == WF_HOST_STATE_QUEUED && m->polls[id] != 0 && --m->polls[id] == 0) {
            set_state(m, id, WF_HOST_STATE_DONE | 1u << 2 | (uint32_t)WF_ENDING_LIMIT << 4 | 32u << 16);
            *at(m, WF_HOST_GROUP_WAVES + 64 * id) = 7;
            *at(m, WF_HOST_DONE) |= 1u << id;
        }
    }
    *value = *at(m, offset);
    if (offset == WF_HOST_CONTROL && m->held != 0 && --m->held != 0)
        *value = 1;
    return ++m->accesses == m->fails_at;
}

static inline void ring(struct model *m)
{
    const uint32_t *staged = at(m, WF_HOST_DESC);
    const unsigned id = staged[WF_DESC_ID_LSB / 32] >> WF_DESC_ID_LSB % 32 & 7;
    unsigned queued = 0;

    for (unsigned n = 0; n < IDS; n++)
        queued += *at(m, WF_HOST_STATUS + 64 * n) == WF_HOST_STATE_QUEUED;
    *at(m, WF_HOST_DOORBELL) = id < IDS && *at(m, WF_HOST_STATUS + 64 * id) != WF_HOST_STATE_IDLE ? 4 : queued == QUEUE ? 2 : 1;
    if (*at(m, WF_HOST_DOORBELL) != 1)
        *at(m, WF_HOST_IRQ_RAW) |= 4;
    else {
        set_state(m, id, WF_HOST_STATE_QUEUED);
        memcpy(m->desc[id], staged, sizeof m->desc[id]);
    }
}

static inline int model_write(void *user, uint32_t offset, uint32_t value)
{
    struct model *m = user;

    switch (offset) {
    case WF_HOST_DONE:
        for (unsigned id = 0; id < IDS; id++)
            if (value >> id & 1)
                set_state(m, id, WF_HOST_STATE_IDLE);
        *at(m, offset) &= ~value;
        break;
    case WF_HOST_IRQ_RAW: *at(m, offset) &= ~value; break;
    case WF_HOST_DOORBELL: ring(m); break;
    case WF_HOST_CANCEL: m->cancelled |= 1u << value; break;
    case WF_HOST_CONTROL: m->resets += *at(m, offset) == 1 && value == 0; *at(m, offset) = value; break;
    case WF_HOST_IMEM_HIGH:
        if (*at(m, WF_HOST_IMEM_ADDRESS) >= m->protects_from && *at(m, WF_HOST_IMEM_ADDRESS) < m->protects_to)
            *at(m, WF_HOST_IRQ_RAW) |= 8;
        else
            m->code[(*at(m, WF_HOST_IMEM_ADDRESS))++] = (uint64_t)value << 32 | *at(m, WF_HOST_IMEM_LOW);
        break;
    case WF_HOST_BUF_SELECT:
        m->robust[value >> 8 & 7][value & 15] = value >> 11 & 1;
        m->buffer[value >> 8 & 7][value & 15] = (struct wf_buffer){*at(m, WF_HOST_BUF_BASE), *at(m, WF_HOST_BUF_SIZE)};
        break;
    default: *at(m, offset) = value;
    }
    return ++m->accesses == m->fails_at;
}

static inline int model_wait(void *user, uint32_t timeout)
{
    struct model *m = user;

    m->waits++;
    return timeout == 0 ? 0 : *at(m, WF_HOST_IRQ_ENABLE) & 1 && *at(m, WF_HOST_DONE) ? 1 : m->irq;
}

static const struct wf_transport plain = {.read32 = model_read, .write32 = model_write, .wait_irq = model_wait};

static inline struct wf_transport begin(struct model *m)
{
    static const uint32_t number[][2] = {
        {WF_HOST_ID, WF_HOST_MAGIC}, {WF_HOST_VERSION, 0x20003}, {WF_HOST_LANES, 32}, {WF_HOST_WAVES, 16}, {WF_HOST_GROUPS, 8},
        {WF_HOST_REGS, 64}, {WF_HOST_REG_ROWS, 512}, {WF_HOST_LDS_WORDS, 1024}, {WF_HOST_LDS_BANKS, 32}, {WF_HOST_IMEM_WORDS, CODE},
        {WF_HOST_DISPATCHES, IDS}, {WF_HOST_CORES, 2}, {WF_HOST_QUEUE_DEPTH, QUEUE}, {WF_HOST_DESC_WORDS, WF_DESC_PACKED_WORDS},
        {WF_HOST_COUNTERS, WF_COUNTERS}, {WF_HOST_IRQ_ENABLE, 15},
    };
    struct wf_transport transport = plain;

    memset(m, 0, sizeof *m);
    for (size_t n = 0; n < sizeof number / sizeof number[0]; n++)
        *at(m, number[n][0]) = number[n][1];
    transport.user = m;
    return transport;
}

#endif
