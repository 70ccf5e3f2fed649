/* SPDX-License-Identifier: Apache-2.0
 * driver.h - a host's side of the registers of wf_host: load, submit, wait, read.  docs/host.md describes the
 * registers, docs/driver.md a host program.
 *
 * The driver reaches the registers through functions of the caller: of a simulation, of a mapped bus, of a test.  It
 * has no globals and allocates nothing.  Buffers are memory that host and device share: the driver gives the device
 * their addresses and copies nothing.
 *
 * Threads.  With a lock in its transport a host is for several threads; each call but wf_host_open then excludes all
 * others while it accesses registers, and no call waits for a dispatch but those whose name has `wait`.  Without a lock
 * one thread at a time may call.  A thread has an id to itself, from its first buffer to its answer (wf_host_take).
 */
#ifndef WAVEFOLD_DRIVER_H
#define WAVEFOLD_DRIVER_H

#include "wavefold/api.h"
#include "wavefold/dispatch.h"
#include "wavefold/lockstep.h"
#include "wavefold/machine.h"

WF_API_BEGIN

/* Byte offsets, bits of the fields, states: host.def. */
enum wf_host_register {
#define WF_HOST_REG(id, offset, stride, access, text) WF_HOST_##id = offset, WF_HOST_##id##_STRIDE = stride,
#include "wavefold/host.def"
};
enum wf_host_field {
#define WF_HOST_FIELD(reg, id, lsb, bits, text) WF_HOST_##reg##_##id##_LSB = lsb, WF_HOST_##reg##_##id##_BITS = bits,
#include "wavefold/host.def"
};
enum wf_host_state {
#define WF_HOST_STATE(id, number, text) WF_HOST_STATE_##id = number,
#include "wavefold/host.def"
};
#define WF_HOST_MAGIC UINT32_C(0x57464c44)
enum { WF_HOST_MAJOR = 2, WF_HOST_MAX_DISPATCHES = 8, WF_HOST_MAX_KERNELS = 64 };

/* How the registers are reached.  read32 and write32 return 0, or anything else for an error response or a bus that
 * does not answer. */
struct wf_transport {
    int (*read32)(void *user, uint32_t offset, uint32_t *value);
    int (*write32)(void *user, uint32_t offset, uint32_t value);
    /* 1: the interrupt is up; 0: not within `timeout`; negative: an error.  NULL: there is none */
    int (*wait_irq)(void *user, uint32_t timeout);
    void (*pause)(void *user);                      /* between two polls; may be NULL */
    void *user;
    /* both or none: the lock of a host with several threads.  `wait_irq` and `pause` are called without it */
    void (*lock)(void *user);
    void (*unlock)(void *user);
};

enum wf_host_error {
    WF_HOST_OK,
    WF_HOST_BUS,
    WF_HOST_NOT_THERE,
    WF_HOST_OTHER_VERSION,
    WF_HOST_OTHER_BUILD,
    WF_HOST_ARGUMENT,
    WF_HOST_TOO_LARGE,
    WF_HOST_BUSY,
    WF_HOST_FULL,
    WF_HOST_REFUSED,
    WF_HOST_TIMEOUT,
    WF_HOST_NO_INTERRUPT,
    WF_HOST_IDLE,
    WF_HOST_ERRORS
};
/* Static text, never NULL. */
const char *wf_host_error_text(enum wf_host_error error);

struct wf_host {
    struct wf_transport transport;
    struct wf_device device;            /* from its registers; `cores` is not set */
    unsigned dispatches, cores, queue_depth, minor;     /* minor: of VERSION */
    struct wf_host_code {
        unsigned base, words;
        uint64_t key, used;             /* of wf_host_run: whose it is, else 0; the moment when it was used last */
    } code[WF_HOST_MAX_KERNELS];        /* what is loaded, by ascending base; none overlap */
    unsigned codes;                     /* so many */
    struct wf_host_code runs[WF_HOST_MAX_DISPATCHES];   /* code of the last dispatch that was submitted with this id */
    uint64_t moment;
    uint32_t taken;                     /* ids, a bit each */
    unsigned waiters;                   /* threads in wf_host_wait_irq */
};

/* The result of a dispatch. */
struct wf_host_answer {
    enum wf_host_state state;           /* the rest is 0 until it is DONE */
    enum wf_reject code;
    enum wf_ending ending;
    unsigned wave_size;                 /* reported, or 0 */
    unsigned waves;                     /* of a group */
    bool faulted;                       /* wf_host_fault has the record */
};

/* Look for the device and read what it is; its interrupts become disabled.  NOT_THERE: another ID; OTHER_VERSION:
 * another major version; OTHER_BUILD: numbers that no build has, or descriptors or counters of another size than
 * this driver's. */
enum wf_host_error wf_host_open(struct wf_host *host, const struct wf_transport *transport);
/* Reset the machine: all dispatches are lost, ids are idle, buffers and instructions must be given again; memory
 * holds a part of the stores.  TIMEOUT: the memory bus does not answer requests in flight, and the machine stays in
 * reset until it does. */
enum wf_host_error wf_host_reset(struct wf_host *host);

/* Load code into the first gap that is large enough; *base is its place, for desc.code_base.  TOO_LARGE: no gap is,
 * or WF_HOST_MAX_KERNELS are loaded; nothing was loaded then.  REFUSED: the device holds a dispatch, of this driver
 * or not, that runs code in that gap. */
enum wf_host_error wf_host_load(struct wf_host *host, const uint64_t *code, size_t count, uint16_t *base);
/* Give back what wf_host_load has put at `base`: other code may come there.  BUSY: a dispatch that runs it is queued
 * or running; ARGUMENT: nothing was loaded there. */
enum wf_host_error wf_host_unload(struct wf_host *host, uint16_t base);
/* Buffer `index` of the dispatch with this id, before it is submitted.  It is bound for that dispatch alone: each
 * one's answer unbinds the buffers of its id, and what is not bound has size 0.  BUSY: the id is queued or running. */
enum wf_host_error wf_host_buffer(struct wf_host *host, unsigned id, unsigned index, struct wf_buffer buffer);
/* The same of one whose accesses beyond it read 0, store nothing, and are no faults.  A device whose VERSION is below 2.3
 * records them as faults. */
enum wf_host_error wf_host_buffer_robust(struct wf_host *host, unsigned id, unsigned index, struct wf_buffer buffer);
/* Put a dispatch into the queue; desc->id names it.  BUSY: its id is not idle; FULL: try again later; ARGUMENT: no
 * such id, or a pixel shader, whose quads have no registers. */
enum wf_host_error wf_host_submit(struct wf_host *host, const struct wf_desc *desc);
/* An id that no other caller has, until wf_host_give.  BUSY: all are taken. */
enum wf_host_error wf_host_take(struct wf_host *host, unsigned *id);
void wf_host_give(struct wf_host *host, unsigned id);
/* Submit a dispatch of this code, which is loaded unless it is there: `key`, not 0, is the same for the same code alone,
 * and desc->code_base is not read.  Code of other keys makes room, the longest unused first, except what runs.
 * TOO_LARGE: what runs leaves no room, try again after an answer; the others as of wf_host_load and wf_host_submit. */
enum wf_host_error wf_host_run(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count,
                               const struct wf_desc *desc);
/* Of an indirect dispatch: once the dispatches with the ids of `after`, bit n for id n, have their answers, desc->grid
 * becomes the group counts in memory.  BUSY: one of them still runs; nothing is read, try again later. */
enum wf_host_error wf_host_groups(struct wf_host *host, uint32_t after, const volatile uint32_t groups[3],
                                  struct wf_desc *desc);
/* End it, queued or running; its answer reports it. */
enum wf_host_error wf_host_cancel(struct wf_host *host, unsigned id);

/* The state of an id. */
enum wf_host_error wf_host_status(struct wf_host *host, unsigned id, struct wf_host_answer *answer);
/* Its answer, if it is there; the id is then idle.  BUSY: it is queued or runs; IDLE: nothing was submitted. */
enum wf_host_error wf_host_poll(struct wf_host *host, unsigned id, struct wf_host_answer *answer);
/* Wait for its answer and make the id idle: by at most `polls` reads of the status, or by interrupts, each within
 * `timeout` of the transport.  TIMEOUT: it runs on, wait again or cancel; IDLE: nothing was submitted; NO_INTERRUPT:
 * the transport has none.  The fault record stays until the next dispatch with this id begins. */
enum wf_host_error wf_host_wait(struct wf_host *host, unsigned id, uint32_t polls, struct wf_host_answer *answer);
enum wf_host_error wf_host_wait_irq(struct wf_host *host, unsigned id, uint32_t timeout, struct wf_host_answer *answer);
/* Its first fault; kind WF_FAULT_NONE when it has none. */
struct wf_host_fault {
    struct wf_fault_record record;
    unsigned slot;                      /* of the wave, of all cores: core * device.waves + slot */
};
enum wf_host_error wf_host_fault(struct wf_host *host, unsigned id, struct wf_host_fault *fault);
/* When the machine took its descriptor and when its answer came, in cycles of wf_host_clock, until the next dispatch
 * with this id; 0 before.  BUS: a device whose VERSION is 2.0 has no clock. */
enum wf_host_error wf_host_times(struct wf_host *host, unsigned id, uint64_t *begun, uint64_t *ended);
/* Instructions of a dispatch that have retired: all of them once its answer is there, until the next one with this id
 * begins; 0 before.  BUS: a device whose VERSION is below 2.2 does not count them by dispatch. */
enum wf_host_error wf_host_instructions(struct wf_host *host, unsigned id, uint64_t *instructions);
/* Cycles since the reset of the device, which that of wf_host_reset is not. */
enum wf_host_error wf_host_clock(struct wf_host *host, uint64_t *now);
/* The first error that memory answered with since the machine began anew; not valid: there was none. */
struct wf_host_memory_fault {
    bool valid, write;
    unsigned response;                  /* as RRESP or BRESP: 2 SLVERR, 3 DECERR */
    uint32_t address;                   /* of its line of 64 bytes */
};
enum wf_host_error wf_host_memory_fault(struct wf_host *host, struct wf_host_memory_fault *fault);
/* What a core has counted since the reset.  A counter is whole, but not all are of one cycle while something runs.
 * ARGUMENT: no such core. */
enum wf_host_error wf_host_counters(struct wf_host *host, unsigned core, uint64_t counters[WF_COUNTERS]);

WF_API_END

#endif
