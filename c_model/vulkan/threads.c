/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"

#include "settings.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

struct wfv_threads {
    unsigned count;                     /* with the caller */
    pthread_mutex_t owner;              /* whose job it is */
    pthread_mutex_t lock;               /* of what follows */
    pthread_cond_t comes, ends;
    void (*work)(void *user);           /* NULL: there is no job */
    void *user;
    uint64_t job;                       /* number of the last one */
    unsigned inside, started;           /* helpers at work; helpers */
    bool is_over;
    pthread_t helper[WFV_THREADS];
};

static void *help(void *user)
{
    struct wfv_threads *t = user;
    uint64_t done = 0;

    pthread_mutex_lock(&t->lock);
    while (!t->is_over) {
        if (!t->work || t->job == done) {
            pthread_cond_wait(&t->comes, &t->lock);
            continue;
        }
        done = t->job;
        t->inside++;
        void (*work)(void *) = t->work;
        void *of = t->user;
        pthread_mutex_unlock(&t->lock);
        work(of);
        pthread_mutex_lock(&t->lock);
        if (--t->inside == 0)
            pthread_cond_signal(&t->ends);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

struct wfv_threads *wfv_threads_new(unsigned count)
{
    struct wfv_threads *t = calloc(1, sizeof *t);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (!t)
        return NULL;
    t->count = count ? count : cores > 0 ? (unsigned)cores : 1;
    t->count = t->count < WFV_THREADS ? t->count : WFV_THREADS;
    pthread_mutex_init(&t->owner, NULL);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->comes, NULL);
    pthread_cond_init(&t->ends, NULL);
    return t;
}

void wfv_threads_free(struct wfv_threads *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->is_over = true;
    pthread_cond_broadcast(&t->comes);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 0; i < t->started; i++)
        pthread_join(t->helper[i], NULL);
    pthread_cond_destroy(&t->ends);
    pthread_cond_destroy(&t->comes);
    pthread_mutex_destroy(&t->lock);
    pthread_mutex_destroy(&t->owner);
    free(t);
}

unsigned wfv_threads_count(const struct wfv_threads *t)
{
    return t->count;
}

/* With t->lock held.  Without a helper the caller does the work. */
static void start_helpers(struct wfv_threads *t)
{
    while (t->started + 1 < t->count && !pthread_create(&t->helper[t->started], NULL, help, t))
        t->started++;
}

void wfv_threads_run(struct wfv_threads *t, void (*work)(void *user), void *user)
{
    if (t->count < 2 || pthread_mutex_trylock(&t->owner)) {
        work(user);
        return;
    }
    pthread_mutex_lock(&t->lock);
    start_helpers(t);
    t->work = work;
    t->user = user;
    t->job++;
    pthread_cond_broadcast(&t->comes);
    pthread_mutex_unlock(&t->lock);
    work(user);
    pthread_mutex_lock(&t->lock);
    t->work = NULL;                     /* a thread that comes now is late */
    while (t->inside)
        pthread_cond_wait(&t->ends, &t->lock);
    pthread_mutex_unlock(&t->lock);
    pthread_mutex_unlock(&t->owner);
}

void wfv_threads_forked(struct wfv_threads *t)
{
    t->count = 1;
    t->started = 0;
}
