/* SPDX-License-Identifier: Apache-2.0 */
#include "held.h"

#include "wait.h"

void *wfv_held_new(struct wfv_device *d, const struct wfv_kind *kind, const VkAllocationCallbacks *given, size_t size)
{
    struct wfv_held *h = wfv_new(given, d->own, size, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!h)
        return NULL;
    h->kind = kind;
    h->device = d;
    if (given) {
        h->callbacks = *given;
        h->given = &h->callbacks;
    }
    atomic_init(&h->holders, 1);
    return h;
}

void wfv_held_delete(struct wfv_held *h)
{
    const VkAllocationCallbacks callbacks = h->callbacks;       /* not of the memory that goes */

    wfv_delete(h->given ? &callbacks : NULL, h->device->own, h);
}

void wfv_hold(struct wfv_held *h)
{
    atomic_fetch_add(&h->holders, 1);
}

void wfv_release(struct wfv_held *h)
{
    if (atomic_fetch_sub(&h->holders, 1) != 1)
        return;
    if (h->kind->end)
        h->kind->end(h);
    else
        wfv_held_delete(h);
}

void wfv_pend(struct wfv_held *h)
{
    wfv_hold(h);
    atomic_fetch_add(&h->pending, 1);
}

void wfv_end_pending(struct wfv_held *h)
{
    atomic_fetch_sub(&h->pending, 1);
    wfv_release(h);
}

void wfv_destroy(const char *command, struct wfv_held *h)
{
    struct wfv_device *d = h->device;
    const bool is_pending = atomic_load(&h->pending);

    if (is_pending && !wfv_await_loss(d))
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "%s: %s of a submission that has not ended: it stays until then", command, h->kind->name);
    atomic_store(&h->is_gone, true);
    wfv_release(h);
    if (!is_pending)
        return;
    pthread_mutex_lock(&d->lock);       /* a queue that waits for it looks whether it waits in vain */
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}
