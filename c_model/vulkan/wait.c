/* SPDX-License-Identifier: Apache-2.0 */
#include "wait.h"

#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

uint64_t wfv_until(uint64_t timeout)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t ns = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
    return timeout > UINT64_MAX - ns ? UINT64_MAX : ns + timeout;
}

bool wfv_wait_changed(struct wfv_device *d, uint64_t until)
{
    const struct timespec at = {.tv_sec = (time_t)(until / SECOND), .tv_nsec = (long)(until % SECOND)};

    if (until == UINT64_MAX)
        return !pthread_cond_wait(&d->changed, &d->lock);
    return !pthread_cond_timedwait(&d->changed, &d->lock, &at);
}

bool wfv_goes_on(struct wfv_device *d)
{
    return !atomic_load(&d->lost) && !atomic_load(&d->ends);
}

bool wfv_is_over(const struct wfv_device *d)
{
    return atomic_load(&d->lost) && !d->running;
}

bool wfv_await_loss(struct wfv_device *d)
{
    if (!atomic_load(&d->lost))
        return false;
    pthread_mutex_lock(&d->lock);
    while (!wfv_is_over(d))
        wfv_wait_changed(d, UINT64_MAX);
    pthread_mutex_unlock(&d->lock);
    return true;
}

/* ---- what a fork is told ----------------------------------------------------------------------------------------- */

bool wfv_is_forked(const struct wfv_device *d)
{
    return d->process != (long)getpid();
}

bool wfv_refuses_fork(const struct wfv_device *d, const char *command)
{
    if (!wfv_is_forked(d))
        return false;
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: process %ld made the device, and its queues do not run in a fork of it: make a device here", command,
            d->process);
    return true;
}

VkResult wfv_lost(const struct wfv_device *d, const char *command)
{
    wfv_refuses_fork(d, command);
    return VK_ERROR_DEVICE_LOST;
}
