/* SPDX-License-Identifier: Apache-2.0
 * threads.h - threads of the host that share a job: groups of a dispatch, pipelines of a call.
 */
#ifndef WAVEFOLD_VULKAN_THREADS_H
#define WAVEFOLD_VULKAN_THREADS_H

struct wfv_threads;

/* So many with the caller of wfv_threads_run; 0: one for each core of the host.  They start with the first job.
 * NULL: no memory. */
struct wfv_threads *wfv_threads_new(unsigned count);
void wfv_threads_free(struct wfv_threads *threads);      /* NULL is allowed */
unsigned wfv_threads_count(const struct wfv_threads *threads);

/* Calls work(user) in this thread and in each other one that comes in time, and returns when all calls have.  `work`
 * takes piece after piece until none is left: one call has to be enough.  Any thread may ask; while the others work for
 * another caller, the caller does all alone. */
void wfv_threads_run(struct wfv_threads *threads, void (*work)(void *user), void *user);
/* In a fork, which has the caller alone. */
void wfv_threads_forked(struct wfv_threads *threads);

#endif
