/* SPDX-License-Identifier: Apache-2.0
 * test_no_memory.c - the model when memory is short: allocation n fails, alone or with all that follow, for every n.  What a call promises for that
 * case holds, nothing leaks, and what works afterwards works right.
 */
#include <stddef.h>

#include "wavefold/claims.h"
#include "wavefold/races.h"

#include "../common/wf_testkit.h"

/* ---- the C library's allocations, by way of the linker's --wrap ---------------------------------------------------- */

static struct {
    bool on, rest, failed;
    unsigned fails, count;
    long blocks;
} memory;

static bool fails_now(void)
{
    if (!memory.on)
        return false;
    const unsigned n = memory.count++;
    const bool fails = n == memory.fails || (memory.rest && n > memory.fails);
    memory.failed = memory.failed || fails;
    return fails;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

static void *counted(void *block)
{
    memory.blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails_now())
        return NULL;
    return block != NULL ? __real_realloc(block, size) : counted(__real_realloc(NULL, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails_now() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block)
{
    memory.blocks -= block != NULL;
    __real_free(block);
}

/* Calls `use` with each allocation failing until none is left to fail; at least `least` were. */
static void each_allocation(void (*use)(struct kit *k), struct kit *k, unsigned least)
{
    const long before = memory.blocks;
    unsigned n = 0;

    for (unsigned rest = 0; rest < 2; rest++) {
        n = 0;
        do {
            memory.fails = n++;
            memory.rest = rest != 0;
            memory.count = 0;
            memory.failed = false;
            use(k);
            memory.on = false;
            CHECK_EQ(memory.blocks, before);
        } while (memory.failed && n < 1000);
        CHECK(n > least && n < 1000);
    }
}

/* ---- what runs ---------------------------------------------------------------------------------------------------- */

/* 16 groups of two waves, each with LDS, and a barrier: word n of Out becomes n + 3. */
static struct kit *new_kit(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);

    k->desc.grid[0] = 16;
    k->desc.groupshared_bytes = 64;
    kit_code(k, "sv r1, gindex; shl r1, r1, 2; lds.store [r1], r1; barrier; lds.load r2, [r1]; sv r3, dtid.x; shl r4, r3, 2;"
                "loop; add r5, r5, 1; ge.u r6, r5, 3; breakif r6; endloop; add r3, r3, r5; store Out[r4], r3");
    kit_end(k);
    return k;
}

static void check_words(const struct kit *k)
{
    for (unsigned i = 0; i < 256; i++)
        CHECK_EQ(kit_out(k, i), i + 3);
}

static struct wf_machine *make(struct kit *k)
{
    memset(k->memory, 0, sizeof k->memory);
    return wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, k->buffer, k->memory, KIT_MEMORY);
}

static void use_new(struct kit *k)
{
    memory.on = true;
    struct wf_machine *m = make(k);
    memory.on = false;
    CHECK_EQ(m == NULL, memory.failed);
    if (m != NULL) {
        CHECK_EQ(wf_machine_run(m, 1, 0, NULL, NULL, NULL), WF_RUN_DONE);
        check_words(k);
    }
    wf_machine_free(m);
}

/* A launch that finds no memory changes nothing: a run that stops there goes on later. */
static void use_run(struct kit *k)
{
    struct wf_machine *m = make(k);

    CHECK(m != NULL);
    memory.on = true;
    wf_machine_run(m, 1, 0, NULL, NULL, NULL);
    memory.on = false;
    CHECK_EQ(wf_machine_run(m, 2, 0, NULL, NULL, NULL), WF_RUN_DONE);
    check_words(k);
    wf_machine_free(m);
}

/* The watch says what it could not watch, and finds no race where there is none. */
static void use_watched(struct kit *k)
{
    struct wf_machine *m = make(k);

    CHECK(m != NULL);
    memory.on = true;
    const bool watched = wf_machine_watch_races(m);
    CHECK(watched || memory.failed);
    const bool had_failed = memory.failed;
    wf_machine_run(m, 1, 0, NULL, NULL, NULL);
    memory.on = false;
    CHECK_EQ(wf_machine_run(m, 2, 0, NULL, NULL, NULL), WF_RUN_DONE);
    check_words(k);
    const struct wf_race_report *report = wf_machine_races(m);
    CHECK_EQ(report != NULL, watched);
    if (report != NULL) {
        CHECK(report->count == 0 && report->barriers == 0);
        CHECK(!report->incomplete || memory.failed);
        CHECK(!had_failed);
    }
    wf_machine_free(m);
}

/* Parts that find no memory are stopped, and memory is as before. */
static void use_claims(struct kit *k)
{
    struct wf_machine *m = make(k);
    struct wf_claims *c = NULL;

    CHECK(m != NULL);
    memory.on = true;
    c = wf_claims_new(k->memory, KIT_MEMORY);
    CHECK(c != NULL || memory.failed);
    if (c != NULL && wf_claims_begin(c, 2) && wf_machine_take_part(m, c, 1, 2, 0, 16)) {
        wf_machine_run(m, 1, 0, NULL, NULL, NULL);
        memory.on = false;
        if (!wf_claims_conflict(c)) {
            CHECK_EQ(wf_machine_run(m, 2, 0, NULL, NULL, NULL), WF_RUN_DONE);
            check_words(k);
        }
        CHECK(!wf_claims_conflict(c) || memory.failed);
        wf_claims_undo(c);
    }
    memory.on = false;
    for (unsigned i = 0; i < 256; i++)
        CHECK_EQ(kit_out(k, i), 0);
    wf_claims_free(c);
    wf_machine_free(m);
}

int main(void)
{
    struct kit *k = new_kit();

    each_allocation(use_new, k, 6);
    each_allocation(use_run, k, 5);
    each_allocation(use_watched, k, 9);
    each_allocation(use_claims, k, 10);
    kit_free(k);
    return check_end("no_memory");
}
