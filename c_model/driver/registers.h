/* SPDX-License-Identifier: Apache-2.0
 * registers.h - words and fields of the registers, for the driver.
 */
#ifndef WF_DRIVER_REGISTERS_H
#define WF_DRIVER_REGISTERS_H

#include "wavefold/driver.h"

/* A field of a word, and a word with that field. */
#define FIELD(word, id)  ((word) >> WF_HOST_##id##_LSB & ((UINT32_C(1) << WF_HOST_##id##_BITS) - 1))
#define PUT(id, value)   ((uint32_t)(value) << WF_HOST_##id##_LSB)

/* What does not succeed ends the function with its error. */
#define TRY(call)                                    \
    do {                                             \
        const enum wf_host_error try_error = (call); \
        if (try_error != WF_HOST_OK)                 \
            return try_error;                        \
    } while (0)

/* One thread at a time is between these two; none where the transport has no lock. */
static inline void host_lock(const struct wf_host *host)
{
    if (host->transport.lock != NULL)
        host->transport.lock(host->transport.user);
}

static inline void host_unlock(const struct wf_host *host)
{
    if (host->transport.unlock != NULL)
        host->transport.unlock(host->transport.user);
}

#define RETURN_LOCKED(host, call)                       \
    do {                                                \
        host_lock(host);                                \
        const enum wf_host_error locked_error = (call); \
        host_unlock(host);                              \
        return locked_error;                            \
    } while (0)

/* Without the lock, for those that have it. */
enum wf_host_error wf_host_locked_load(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count,
                                       uint16_t *base);
enum wf_host_error wf_host_locked_remove(struct wf_host *host, unsigned n);     /* BUSY: a dispatch runs code[n] */
enum wf_host_error wf_host_locked_submit(struct wf_host *host, const struct wf_desc *desc);

static inline enum wf_host_error host_read(const struct wf_host *host, uint32_t offset, uint32_t *value)
{
    return host->transport.read32(host->transport.user, offset, value) == 0 ? WF_HOST_OK : WF_HOST_BUS;
}

static inline enum wf_host_error host_write(const struct wf_host *host, uint32_t offset, uint32_t value)
{
    return host->transport.write32(host->transport.user, offset, value) == 0 ? WF_HOST_OK : WF_HOST_BUS;
}

#endif
