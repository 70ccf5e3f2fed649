/* SPDX-License-Identifier: Apache-2.0 */
#include "fork.h"

#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct wfv_device *devices;      /* of the process, and of those that it is a fork of */
enum { MOST_LOCKS = 4 };
static pthread_mutex_t *process_lock[MOST_LOCKS];
static unsigned locks;

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
    for (unsigned i = 0; i < locks; i++)
        free_lock(process_lock[i]);
    for (struct wfv_device *d = devices; d; d = d->next)
        lose(d);
    go_on();
}

/* ---- what a fork frees and loses --------------------------------------------------------------------------------- */

static void watch(void)
{
    pthread_atfork(prepare, go_on, begin_fork);
}

/* Of what follows; forks are seen from here on. */
static void take(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch);
    pthread_mutex_lock(&lock);
}

void wfv_fork_frees(pthread_mutex_t *l)
{
    unsigned i = 0;

    take();
    while (i < locks && process_lock[i] != l)
        i++;
    if (i == locks && locks < MOST_LOCKS)
        process_lock[locks++] = l;
    pthread_mutex_unlock(&lock);
}

void wfv_fork_add(struct wfv_device *d)
{
    take();
    d->next = devices;
    devices = d;
    pthread_mutex_unlock(&lock);
}

/* This device, or all of this instance. */
static void forget(const struct wfv_device *d, const struct wfv_instance *instance)
{
    pthread_mutex_lock(&lock);
    for (struct wfv_device **at = &devices; *at;)
        if (*at == d || (*at)->physical->instance == instance)
            *at = (*at)->next;
        else
            at = &(*at)->next;
    pthread_mutex_unlock(&lock);
}

void wfv_fork_remove(struct wfv_device *d)
{
    forget(d, NULL);
}

void wfv_fork_forget(const struct wfv_instance *instance)
{
    forget(NULL, instance);
}
