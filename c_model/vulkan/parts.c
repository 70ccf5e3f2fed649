/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include "threads.h"
#include "watch.h"

#include "wavefold/claims.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 128 };
/* Instructions that a part runs before the others have their turn, in the first round; twice as many in each that
 * follows.  A part that waits for another's store would else run forever, and the two would never be seen to meet. */
enum { TURN = 1 << 17 };
/* A dispatch of fewer instructions, by those of its first part, is not worth another thread. */
enum { WORTH_A_THREAD = 1 << 13 };
/* Dispatches of a code that go without parts after one that failed, twice as many each time. */
enum { FIRST_PAUSE = 1, LONGEST_PAUSE = 64 };

struct wfv_parts {
    struct wfv_device *device;
    struct wf_claims *claims;
};

struct part {
    struct wf_machine *m;               /* of a part that has begun and is not done */
    uint64_t scratch_at;                /* its own scratch memory, 0: none */
    bool is_done;
    struct wfv_clock_watch clock;
    struct wf_run_stats stats;
    struct wf_fault_record fault;
};
struct job {
    struct wfv_device *device;
    struct wf_claims *claims;
    const struct wfv_launch *launch;
    const struct wf_desc *desc;
    uint64_t groups, seed, limit;       /* in all; limit 0: none */
    unsigned count;                     /* of parts */
    unsigned round;
    unsigned end;                       /* parts before it may run */
    atomic_uint next;                   /* the next to run in this round */
    atomic_bool has_failed;             /* memory is short, a part hangs, or the limit is reached */
    atomic_ullong instructions;
    struct part spare;                  /* the machine of the first part, for the thread that comes first */
    atomic_bool is_taken;
    struct part part[MOST_PARTS];
};

struct wfv_parts *wfv_parts_new(struct wfv_device *d)
{
    struct wfv_parts *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->device = d;
    p->claims = wf_claims_new(wfv_arena_words(d->arena), wfv_arena_bytes(d->arena) / 4);
    if (p->claims)
        return p;
    wfv_parts_free(p);
    return NULL;
}

void wfv_parts_free(struct wfv_parts *p)
{
    if (p)
        wf_claims_free(p->claims);
    free(p);
}

struct wf_machine *wfv_machine_of(const struct wfv_device *d, const struct wfv_launch *l, const struct wf_desc *desc,
                                  const struct wf_buffer buffer[WF_MAX_BUFFERS])
{
    struct wf_machine *m =
        wf_machine_new(&d->physical->machine, desc, &l->shape, l->code->code.word, l->code->code.count, buffer,
                       wfv_arena_words(d->arena), wfv_arena_bytes(d->arena) / 4);

    if (m)
        wf_machine_set_robust(m, l->robust);
    return m;
}

/* ---- one part ---------------------------------------------------------------------------------------------------- */

/* Machines run side by side: each has scratch memory of its own. */
static bool new_machine(struct job *j, struct part *p)
{
    struct wf_buffer buffer[WF_MAX_BUFFERS];

    memcpy(buffer, j->launch->buffer, sizeof buffer);
    struct wf_buffer *scratch = &buffer[WFV_NUMBER_SCRATCH];
    if (scratch->size) {
        p->scratch_at = wfv_arena_take(j->device->arena, scratch->size);
        if (!p->scratch_at)
            return false;
        scratch->base = (uint32_t)p->scratch_at;
    }
    p->m = wfv_machine_of(j->device, j->launch, j->desc, buffer);
    return p->m != NULL;
}

static void free_machine(struct job *j, struct part *p)
{
    wf_machine_free(p->m);
    wfv_arena_give(j->device->arena, p->scratch_at);
    p->m = NULL;
    p->scratch_at = 0;
}

/* The next group of part n. */
static uint64_t begin_of(const struct job *j, unsigned n)
{
    return j->groups / j->count * n + (n < j->groups % j->count ? n : j->groups % j->count);
}

/* Take up part n on the machine of `spare`, if it has one. */
static bool begin(struct job *j, unsigned n, struct part *spare)
{
    struct part *p = &j->part[n];
    const uint64_t first = begin_of(j, n);

    if (spare->m) {
        p->m = spare->m;
        p->scratch_at = spare->scratch_at;
        spare->m = NULL;
        spare->scratch_at = 0;
        /* what the part before left there is not for this one: it may have been any */
        if (p->scratch_at)
            memset(wfv_arena_at(j->device->arena, p->scratch_at), 0, j->launch->buffer[WFV_NUMBER_SCRATCH].size);
    } else if (!new_machine(j, p))
        return false;
    wfv_watch_clock(&p->clock, j->device, j->launch, p->m);
    return wf_machine_take_part(p->m, j->claims, n, WFV_NUMBER_SCRATCH, first, begin_of(j, n + 1) - first);
}

/* The sum of all instructions decides about the limit: a part has no more than all together. */
static void run_turn(struct job *j, unsigned n)
{
    struct part *p = &j->part[n];
    const uint64_t turn = (uint64_t)TURN << j->round, most = j->limit && j->limit < turn ? j->limit + 1 : turn;
    const uint64_t seed = j->seed ? j->seed + n * UINT64_C(0x9e3779b97f4a7c15) + j->round : 0;
    struct wf_run_stats stats;

    const enum wf_run_result result = wf_machine_run(p->m, seed, most, &stats, NULL, NULL);
    p->stats.waves += stats.waves;
    p->stats.instructions += stats.instructions;
    p->stats.lane_instructions += stats.lane_instructions;
    p->stats.barriers += stats.barriers;
    const uint64_t all = atomic_fetch_add(&j->instructions, stats.instructions) + stats.instructions;
    if (result == WF_RUN_HUNG || (j->limit && all > j->limit))
        atomic_store(&j->has_failed, true);
    p->is_done = result == WF_RUN_DONE;
    if (p->is_done)
        p->fault = *wf_machine_fault(p->m);
}

static bool is_stopped(const struct job *j)
{
    return wf_claims_conflict(j->claims) || atomic_load(&j->has_failed);
}

static void run_parts(struct job *j, struct part *spare)
{
    while (!is_stopped(j)) {
        const unsigned n = atomic_fetch_add(&j->next, 1);
        if (n >= j->end)
            break;
        struct part *p = &j->part[n];
        if (p->is_done)
            continue;
        if (!p->m && !begin(j, n, spare)) {
            atomic_store(&j->has_failed, true);
            break;
        }
        run_turn(j, n);
        if (p->is_done && !spare->m) {  /* others may use it */
            spare->m = p->m;
            spare->scratch_at = p->scratch_at;
            p->m = NULL;
            p->scratch_at = 0;
        } else if (p->is_done)
            free_machine(j, p);
    }
}

/* In each thread. */
static void share(void *user)
{
    struct job *j = user;
    struct part spare = {.m = NULL};

    if (!atomic_exchange(&j->is_taken, true))
        spare = j->spare;
    run_parts(j, &spare);
    free_machine(j, &spare);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool is_over(const struct job *j)
{
    for (unsigned i = 0; i < j->count; i++)
        if (!j->part[i].is_done)
            return false;
    return true;
}

/* The first part alone, to see what a part costs; and then the others, with more threads if that pays. */
static void run_first_round(struct job *j)
{
    j->end = 1;
    run_parts(j, &j->spare);
    atomic_store(&j->next, 1);
    j->end = j->count;
    if (j->part[0].is_done && j->part[0].stats.instructions * j->count < WORTH_A_THREAD)
        share(j);
    else
        wfv_threads_run(j->device->threads, share, j);
}

/* Round after round until all are done.  False: two of them met, or one failed. */
static bool run_all(struct job *j)
{
    run_first_round(j);
    for (j->round = 1; !is_over(j) && !is_stopped(j); j->round++) {
        atomic_store(&j->next, 0);
        wfv_threads_run(j->device->threads, share, j);
    }
    for (unsigned i = 0; i < j->count; i++)
        free_machine(j, &j->part[i]);
    return !is_stopped(j);
}

/* As of one machine.  False: there was a fault, and the first of all may be another one there. */
static bool sum_up(const struct job *j, struct wf_run_stats *stats)
{
    *stats = (struct wf_run_stats){.waves = 0};
    for (unsigned i = 0; i < j->count; i++) {
        const struct part *p = &j->part[i];
        if (p->fault.count)
            return false;
        stats->waves += p->stats.waves;
        stats->instructions += p->stats.instructions;
        stats->lane_instructions += p->stats.lane_instructions;
        stats->barriers += p->stats.barriers;
    }
    return true;
}

/* One failed not long ago: likely this one will. */
static bool is_paused(struct wfv_runs *runs)
{
    if (!runs->pause)
        return false;
    runs->pause--;
    return true;
}

static void pause_after(struct wfv_runs *runs)
{
    runs->next = !runs->next ? FIRST_PAUSE : runs->next < LONGEST_PAUSE ? 2 * runs->next : LONGEST_PAUSE;
    runs->pause = runs->next;
}

static struct job *new_job(struct wfv_parts *parts, const struct wfv_launch *l, const struct wf_desc *desc)
{
    const struct wfv_settings *settings = &parts->device->physical->instance->settings;
    struct job *j = calloc(1, sizeof *j);

    if (!j)
        return NULL;
    j->device = parts->device;
    j->claims = parts->claims;
    j->launch = l;
    j->desc = desc;
    j->groups = (uint64_t)desc->grid[0] * desc->grid[1] * desc->grid[2];
    j->count = j->groups < MOST_PARTS ? (unsigned)j->groups : MOST_PARTS;
    j->seed = settings->seed;
    j->limit = settings->limit;
    if (wf_claims_begin(parts->claims, j->count))
        return j;
    free(j);
    return NULL;
}

bool wfv_parts_run(struct wfv_parts *parts, struct wfv_launch *l, const struct wf_desc *desc,
                   struct wf_run_stats *stats)
{
    const bool is_one_group = desc->grid[0] == 1 && desc->grid[1] == 1 && desc->grid[2] == 1;

    if (is_one_group || !l->code->fits_parts || is_paused(l->code->runs))
        return false;
    struct job *j = new_job(parts, l, desc);
    if (!j)
        return false;
    const bool is_right = run_all(j) && sum_up(j, stats);
    if (!is_right) {
        wf_claims_undo(parts->claims);
        pause_after(l->code->runs);
    }
    free(j);
    return is_right;
}
