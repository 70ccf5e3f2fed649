/* SPDX-License-Identifier: Apache-2.0 */
#include "fork.h"

#include "threads.h"

#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct wfv_device *devices;      /* of the process, and of those that it is a fork of */

void wfv_init_changed(struct wfv_device *d)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&d->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* ---- at a fork --------------------------------------------------------------------------------------------------- */

/* The places of memory stay whole: who has that lock waits for no other. */
static void prepare(void)
{
    pthread_mutex_lock(&lock);
    for (struct wfv_device *d = devices; d; d = d->next)
        wfv_arena_hold(d->arena);
}

static void go_on(void)
{
    for (struct wfv_device *d = devices; d; d = d->next)
        wfv_arena_release(d->arena);
    pthread_mutex_unlock(&lock);
}

static void free_lock(pthread_mutex_t *l)
{
    pthread_mutex_init(l, NULL);
}

/* Of other locks those who had them are not here: a waiting queue has device->lock, and a message may take its time. */
static void lose(struct wfv_device *d)
{
    free_lock(&d->lock);
    free_lock(&d->lowered_lock);
    free_lock(&d->addresses_lock);
    free_lock(&d->descriptors_lock);
    free_lock(&d->physical->instance->lock);
    wfv_init_changed(d);
    wfv_threads_forked(d->threads);
    d->running = 0;
    d->loss = (struct wfv_loss){.text = "the process is a fork of the one that made the device"};
    atomic_store(&d->lost, true);
}

static void begin_fork(void)
{
    for (struct wfv_device *d = devices; d; d = d->next)
        lose(d);
    go_on();
}

/* ---- devices ----------------------------------------------------------------------------------------------------- */

static void watch(void)
{
    pthread_atfork(prepare, go_on, begin_fork);
}

void wfv_fork_add(struct wfv_device *d)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch);
    pthread_mutex_lock(&lock);
    d->next = devices;
    devices = d;
    pthread_mutex_unlock(&lock);
}

void wfv_fork_remove(struct wfv_device *d)
{
    pthread_mutex_lock(&lock);
    for (struct wfv_device **at = &devices; *at; at = &(*at)->next)
        if (*at == d) {
            *at = d->next;
            break;
        }
    pthread_mutex_unlock(&lock);
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
