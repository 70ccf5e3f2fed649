/* SPDX-License-Identifier: Apache-2.0
 * pool.h - threads of the host that share a job: groups of a dispatch, pipelines of a call.
 */
#ifndef WAVEFOLD_VULKAN_POOL_H
#define WAVEFOLD_VULKAN_POOL_H

struct wfv_pool;

/* `threads` with the caller of wfv_pool_run; 0: one for each core of the host.  They start with the first job.  NULL: no
 * memory. */
struct wfv_pool *wfv_pool_new(unsigned threads);
void wfv_pool_free(struct wfv_pool *pool);      /* NULL is allowed */
unsigned wfv_pool_threads(const struct wfv_pool *pool);

/* Calls work(user) in this thread and in each other one that comes in time, and returns when all calls have.  `work`
 * takes piece after piece until none is left: one call has to be enough.  Any thread may ask; while the others work for
 * somebody else, the caller does all alone. */
void wfv_pool_run(struct wfv_pool *pool, void (*work)(void *user), void *user);

#endif
