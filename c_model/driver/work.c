/* SPDX-License-Identifier: Apache-2.0
 * work.c - for hosts with threads and more kernels than fit: ids, code loaded as it is needed, indirect dispatches.
 */
#include "registers.h"

/* ---- ids --------------------------------------------------------------------------------------------------------- */

static enum wf_host_error take(struct wf_host *host, unsigned *id)
{
    for (*id = 0; *id < host->dispatches; ++*id)
        if (!(host->taken >> *id & 1)) {
            host->taken |= UINT32_C(1) << *id;
            return WF_HOST_OK;
        }
    return WF_HOST_BUSY;
}

enum wf_host_error wf_host_take(struct wf_host *host, unsigned *id)
{
    RETURN_LOCKED(host, take(host, id));
}

void wf_host_give(struct wf_host *host, unsigned id)
{
    host_lock(host);
    host->taken &= id < host->dispatches ? ~(UINT32_C(1) << id) : UINT32_MAX;
    host_unlock(host);
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

/* Code with a key, used longest ago, of those that are not `passed` yet, a bit each; host->codes: there is none. */
static unsigned oldest(const struct wf_host *host, uint64_t passed)
{
    unsigned found = host->codes;

    for (unsigned n = 0; n < host->codes; n++)
        if (host->code[n].key != 0 && !(passed >> n & 1) &&
            (found == host->codes || host->code[n].used < host->code[found].used))
            found = n;
    return found;
}

/* Unload the one that was used longest ago and that no dispatch runs.  TOO_LARGE: there is none. */
static enum wf_host_error make_room(struct wf_host *host)
{
    uint64_t passed = 0;

    for (unsigned n = oldest(host, passed); n < host->codes; n = oldest(host, passed)) {
        const enum wf_host_error error = wf_host_locked_remove(host, n);
        if (error != WF_HOST_BUSY)
            return error;
        passed |= UINT64_C(1) << n;
    }
    return WF_HOST_TOO_LARGE;
}

static enum wf_host_error place(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count, uint16_t *base)
{
    for (unsigned n = 0; n < host->codes; n++)
        if (host->code[n].key == key) {
            host->code[n].used = ++host->moment;
            *base = (uint16_t)host->code[n].base;
            return WF_HOST_OK;
        }
    enum wf_host_error error = wf_host_locked_load(host, key, code, count, base);
    while (error == WF_HOST_TOO_LARGE) {
        TRY(make_room(host));
        error = wf_host_locked_load(host, key, code, count, base);
    }
    return error;
}

static enum wf_host_error run(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count,
                              const struct wf_desc *desc)
{
    struct wf_desc own = *desc;

    TRY(place(host, key, code, count, &own.code_base));
    return wf_host_locked_submit(host, &own);
}

enum wf_host_error wf_host_run(struct wf_host *host, uint64_t key, const uint64_t *code, size_t count,
                               const struct wf_desc *desc)
{
    if (key == 0)
        return WF_HOST_ARGUMENT;
    RETURN_LOCKED(host, run(host, key, code, count, desc));
}

/* ---- indirect dispatches ----------------------------------------------------------------------------------------- */

/* BUSY: one of these ids has no answer yet. */
static enum wf_host_error all_answered(struct wf_host *host, uint32_t ids)
{
    uint32_t status;

    for (unsigned id = 0; id < host->dispatches; id++) {
        if (!(ids >> id & 1))
            continue;
        TRY(host_read(host, WF_HOST_STATUS + id * WF_HOST_STATUS_STRIDE, &status));
        if (FIELD(status, STATUS_STATE) == WF_HOST_STATE_QUEUED || FIELD(status, STATUS_STATE) == WF_HOST_STATE_RUNNING)
            return WF_HOST_BUSY;
    }
    return WF_HOST_OK;
}

static enum wf_host_error answered(struct wf_host *host, uint32_t ids)
{
    RETURN_LOCKED(host, all_answered(host, ids));
}

enum wf_host_error wf_host_groups(struct wf_host *host, uint32_t after, const volatile uint32_t groups[3],
                                  struct wf_desc *desc)
{
    TRY(answered(host, after));
    for (int i = 0; i < 3; i++)
        desc->grid[i] = groups[i];
    return WF_HOST_OK;
}
