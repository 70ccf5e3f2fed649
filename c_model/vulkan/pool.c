/* SPDX-License-Identifier: Apache-2.0 */
#include "pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_THREADS = 256 };

struct wfv_pool {
    unsigned threads;                   /* with the caller */
    pthread_mutex_t owner;              /* whose job it is */
    pthread_mutex_t lock;               /* of what follows */
    pthread_cond_t comes, ends;
    void (*work)(void *user);           /* NULL: there is no job */
    void *user;
    uint64_t job;                       /* number of the last one */
    unsigned inside, started;           /* helpers at work; helpers */
    bool is_over;
    pthread_t helper[MOST_THREADS];
};

static void *help(void *user)
{
    struct wfv_pool *p = user;
    uint64_t done = 0;

    pthread_mutex_lock(&p->lock);
    while (!p->is_over) {
        if (!p->work || p->job == done) {
            pthread_cond_wait(&p->comes, &p->lock);
            continue;
        }
        done = p->job;
        p->inside++;
        void (*work)(void *) = p->work;
        void *of = p->user;
        pthread_mutex_unlock(&p->lock);
        work(of);
        pthread_mutex_lock(&p->lock);
        if (--p->inside == 0)
            pthread_cond_signal(&p->ends);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct wfv_pool *wfv_pool_new(unsigned threads)
{
    struct wfv_pool *p = calloc(1, sizeof *p);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (!p)
        return NULL;
    p->threads = threads ? threads : cores > 0 ? (unsigned)cores : 1;
    p->threads = p->threads < MOST_THREADS ? p->threads : MOST_THREADS;
    pthread_mutex_init(&p->owner, NULL);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->comes, NULL);
    pthread_cond_init(&p->ends, NULL);
    return p;
}

void wfv_pool_free(struct wfv_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->is_over = true;
    pthread_cond_broadcast(&p->comes);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->started; i++)
        pthread_join(p->helper[i], NULL);
    pthread_cond_destroy(&p->ends);
    pthread_cond_destroy(&p->comes);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->owner);
    free(p);
}

unsigned wfv_pool_threads(const struct wfv_pool *p)
{
    return p->threads;
}

/* With p->lock held.  Without a helper the caller does the work. */
static void start_helpers(struct wfv_pool *p)
{
    while (p->started + 1 < p->threads && !pthread_create(&p->helper[p->started], NULL, help, p))
        p->started++;
}

void wfv_pool_run(struct wfv_pool *p, void (*work)(void *user), void *user)
{
    if (p->threads < 2 || pthread_mutex_trylock(&p->owner)) {
        work(user);
        return;
    }
    pthread_mutex_lock(&p->lock);
    start_helpers(p);
    p->work = work;
    p->user = user;
    p->job++;
    pthread_cond_broadcast(&p->comes);
    pthread_mutex_unlock(&p->lock);
    work(user);
    pthread_mutex_lock(&p->lock);
    p->work = NULL;                     /* who comes now is late */
    while (p->inside)
        pthread_cond_wait(&p->ends, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_mutex_unlock(&p->owner);
}
