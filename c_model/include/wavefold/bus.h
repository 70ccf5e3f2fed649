/* SPDX-License-Identifier: Apache-2.0
 * bus.h - the whole device in simulation, with the two buses that a chip has: registers and memory.
 *
 * A library simulates wf_device in one configuration.  It exports one function, wf_bus_api, which returns the table of
 * all others.  The transport of a device goes to wf_host_open (wavefold/driver.h).  Its memory answers late, in any
 * order that AXI4 allows.
 *
 * A clock passes in calls of the transport alone: an access of a register takes a few, `wait_irq` as many as its timeout.
 * One thread at a time uses a device; different threads may use different devices.
 */
#ifndef WAVEFOLD_BUS_H
#define WAVEFOLD_BUS_H

#include "wavefold/api.h"
#include "wavefold/driver.h"

WF_API_BEGIN

/* The version of this file. A program must not use a table with another version. */
enum { WF_BUS_API_VERSION = 2 };

struct wf_bus;              /* a device; opaque */

struct wf_bus_api {
    unsigned version;           /* WF_BUS_API_VERSION */
    bool traced;                /* it can write waveforms */

    /* A device out of reset over `count` words of memory, borrowed until close, used in place; more of it answers with
     * an error.  The seed chooses how late memory answers and in which order.  NULL: no memory. */
    struct wf_bus *(*open)(uint32_t *words, size_t count, uint64_t seed);
    void (*close)(struct wf_bus *bus);                  /* NULL is allowed */
    struct wf_transport (*transport)(struct wf_bus *bus);       /* valid until close */
    /* Clocks since the device was opened; requests on the memory bus without their answer. */
    uint64_t (*cycles)(const struct wf_bus *bus);
    unsigned (*waiting)(const struct wf_bus *bus);
    /* A rule of a bus was broken, or the Verilog ended: the cause, valid until close.  All accesses fail then.
     * "": it has not ended. */
    const char *(*report)(const struct wf_bus *bus);

    /* Begin a waveform file (FST) with the next clock; its second n is cycle n of the device's register CLOCK. NULL:
     * end the file, as `close` does. A second file of one device ends the first. False: the library is not traced, or
     * the device has ended. Errors of the file are not reported. */
    bool (*waves)(struct wf_bus *bus, const char *file);
};
const struct wf_bus_api *wf_bus_api(void);

WF_API_END

#endif
