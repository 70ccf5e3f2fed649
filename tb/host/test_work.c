/* SPDX-License-Identifier: Apache-2.0
 * test_work.c - the driver of a host with threads: ids, code that is loaded as it is needed, completions, indirect dispatches, cycles.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "../common/wf_check.h"
#include "wf_register_model.h"

enum { WORDS = 20, THREADS = 3, RUNS = 400 };     /* CODE has room for three codes of WORDS */

static void open_host(struct model *m, struct wf_host *host)
{
    const struct wf_transport transport = begin(m);

    CHECK_EQ(wf_host_open(host, &transport), WF_HOST_OK);
}

static void fill(uint64_t code[WORDS], uint64_t key)
{
    for (uint64_t k = 0; k < WORDS; k++)
        code[k] = key << 32 | k;
}

static enum wf_host_error run(struct wf_host *host, uint64_t key, unsigned id)
{
    const struct wf_desc desc = {.stage = WF_STAGE_COMPUTE, .code_words = WORDS, .code_base = 9999, .id = (uint8_t)id};
    uint64_t code[WORDS];

    fill(code, key);
    return wf_host_run(host, key, code, WORDS, &desc);
}

/* Where the descriptor of an id says that its code stands. */
static unsigned base_of(const struct model *m, unsigned id)
{
    const unsigned lsb = WF_DESC_CODE_BASE_LSB;
    const uint64_t two = m->desc[id][lsb / 32] | (uint64_t)m->desc[id][lsb / 32 + 1] << 32;

    return two >> lsb % 32 & 0xffff;
}

static bool stands(const struct model *m, unsigned id, uint64_t key)
{
    for (uint64_t k = 0; k < WORDS; k++)
        if (m->code[base_of(m, id) + k] != (key << 32 | k))
            return false;
    return true;
}

static void answer(struct model *m, struct wf_host *host, unsigned id)
{
    struct wf_host_answer answer;

    m->polls[id] = 1;
    CHECK_EQ(wf_host_poll(host, id, &answer), WF_HOST_OK);
    CHECK_EQ(answer.waves, 7);
}

static void check_ids(struct model *m)
{
    struct wf_host host;
    unsigned id;

    open_host(m, &host);
    for (unsigned n = 0; n < IDS; n++) {
        CHECK_EQ(wf_host_take(&host, &id), WF_HOST_OK);
        CHECK_EQ(id, n);
    }
    CHECK_EQ(wf_host_take(&host, &id), WF_HOST_BUSY);
    wf_host_give(&host, 2);
    wf_host_give(&host, IDS);
    CHECK_EQ(wf_host_take(&host, &id), WF_HOST_OK);
    CHECK_EQ(id, 2);
    CHECK_EQ(wf_host_take(&host, &id), WF_HOST_BUSY);
    CHECK_EQ(wf_host_reset(&host), WF_HOST_OK);
    CHECK_EQ(wf_host_take(&host, &id), WF_HOST_OK);
}

/* The longest unused runs: the next of them goes. */
static void check_next_oldest(struct model *m)
{
    struct wf_host host;

    open_host(m, &host);
    for (unsigned key = 1; key <= 3; key++) {
        CHECK_EQ(run(&host, key, key), WF_HOST_OK);
        if (key > 1)
            answer(m, &host, key);
    }
    CHECK_EQ(run(&host, 4, 2), WF_HOST_OK);
    CHECK_EQ(base_of(m, 2), WORDS);
    CHECK(stands(m, 1, 1) && stands(m, 2, 4));
}

/* Code stays until its room is wanted; then the longest unused goes, and what runs never. */
static void check_code(struct model *m)
{
    struct wf_host host;
    uint16_t base;

    open_host(m, &host);
    CHECK_EQ(run(&host, 0, 0), WF_HOST_ARGUMENT);
    CHECK_EQ(run(&host, 1, 0), WF_HOST_OK);
    CHECK(stands(m, 0, 1));
    answer(m, &host, 0);
    CHECK_EQ(run(&host, 2, 0), WF_HOST_OK);
    answer(m, &host, 0);
    CHECK_EQ(run(&host, 3, 0), WF_HOST_OK);
    answer(m, &host, 0);
    const unsigned writes = m->accesses;
    CHECK_EQ(run(&host, 1, 0), WF_HOST_OK);             /* it is there */
    CHECK(m->accesses - writes < WF_DESC_PACKED_WORDS + 5);
    CHECK(stands(m, 0, 1));
    answer(m, &host, 0);
    CHECK_EQ(run(&host, 4, 1), WF_HOST_OK);             /* in the place of 2 */
    CHECK_EQ(base_of(m, 1), WORDS);
    CHECK_EQ(run(&host, 3, 0), WF_HOST_OK);
    CHECK_EQ(base_of(m, 0), 2 * WORDS);
    CHECK_EQ(run(&host, 5, 2), WF_HOST_FULL);           /* loaded in the place of 1; the queue has two */
    m->polls[1] = 1;
    struct wf_host_answer done;
    CHECK_EQ(wf_host_poll(&host, 1, &done), WF_HOST_OK);
    CHECK_EQ(run(&host, 5, 2), WF_HOST_OK);
    CHECK_EQ(base_of(m, 2), 0);
    CHECK_EQ(run(&host, 6, 1), WF_HOST_FULL);           /* in the place of 4, which has ended */
    set_state(m, 3, WF_HOST_STATE_RUNNING);             /* by another way: it runs 6 */
    host.runs[3] = (struct wf_host_code){.base = WORDS, .words = WORDS};
    CHECK_EQ(run(&host, 7, 1), WF_HOST_TOO_LARGE);      /* all that is there runs */
    set_state(m, 3, WF_HOST_STATE_IDLE);
    answer(m, &host, 0);
    answer(m, &host, 2);
    CHECK_EQ(run(&host, 7, 1), WF_HOST_OK);
    CHECK(stands(m, 1, 7));
    answer(m, &host, 1);
    CHECK_EQ(wf_host_reset(&host), WF_HOST_OK);
    const uint64_t own[CODE] = {0};
    CHECK_EQ(wf_host_load(&host, own, 50, &base), WF_HOST_OK);  /* the caller's own: it does not make room */
    CHECK_EQ(run(&host, 7, 1), WF_HOST_TOO_LARGE);
    CHECK_EQ(wf_host_unload(&host, base), WF_HOST_OK);
    CHECK_EQ(run(&host, 7, 1), WF_HOST_OK);
}

static void check_completion(struct model *m)
{
    struct wf_host_answer answer;
    struct wf_host host;

    open_host(m, &host);
    CHECK_EQ(wf_host_poll(&host, 1, &answer), WF_HOST_IDLE);
    CHECK_EQ(run(&host, 1, 1), WF_HOST_OK);
    m->polls[1] = 3;
    CHECK_EQ(wf_host_poll(&host, 1, &answer), WF_HOST_BUSY);
    CHECK_EQ(wf_host_poll(&host, 1, &answer), WF_HOST_BUSY);
    CHECK_EQ(wf_host_poll(&host, 1, &answer), WF_HOST_OK);
    CHECK_EQ(answer.ending, WF_ENDING_LIMIT);
    CHECK_EQ(wf_host_poll(&host, 1, &answer), WF_HOST_IDLE);
    CHECK_EQ(wf_host_poll(&host, IDS, &answer), WF_HOST_ARGUMENT);
    CHECK_EQ(run(&host, 1, 1), WF_HOST_OK);
    m->polls[1] = 1;
    CHECK_EQ(wf_host_status(&host, 1, &answer), WF_HOST_OK);
    CHECK_EQ(wf_host_wait_irq(&host, 1, 5, &answer), WF_HOST_OK);       /* the interrupt is enabled, and up */
    CHECK_EQ(*at(m, WF_HOST_IRQ_ENABLE), 0);
}

static void check_groups(struct model *m)
{
    struct wf_desc desc = {.grid = {1, 1, 1}};
    struct wf_host host;
    uint32_t groups[3] = {4, 5, 6};

    open_host(m, &host);
    CHECK_EQ(run(&host, 1, 1), WF_HOST_OK);
    CHECK_EQ(run(&host, 1, 2), WF_HOST_OK);
    CHECK_EQ(wf_host_groups(&host, 2, groups, &desc), WF_HOST_BUSY);
    CHECK_EQ(wf_host_groups(&host, 6, groups, &desc), WF_HOST_BUSY);
    CHECK(desc.grid[0] == 1 && desc.grid[1] == 1 && desc.grid[2] == 1);
    set_state(m, 1, WF_HOST_STATE_DONE);
    CHECK_EQ(wf_host_groups(&host, 6, groups, &desc), WF_HOST_BUSY);
    CHECK_EQ(wf_host_groups(&host, 2, groups, &desc), WF_HOST_OK);
    CHECK(desc.grid[0] == 4 && desc.grid[1] == 5 && desc.grid[2] == 6);
    set_state(m, 2, WF_HOST_STATE_IDLE);
    groups[1] = 7;
    CHECK_EQ(wf_host_groups(&host, 6, groups, &desc), WF_HOST_OK);
    CHECK_EQ(desc.grid[1], 7);
}

static void check_times_and_counts(struct model *m)
{
    struct wf_host host;
    uint64_t begun, ended, now, instructions;

    open_host(m, &host);
    *at(m, 0x080) = 5;
    *at(m, 0x084) = 6;
    *at(m, 0x228 + 64 * 2) = 1;
    *at(m, 0x22c + 64 * 2) = 2;
    *at(m, 0x230 + 64 * 2) = 3;
    *at(m, 0x234 + 64 * 2) = 4;
    CHECK_EQ(wf_host_clock(&host, &now), WF_HOST_OK);
    CHECK_EQ(now, UINT64_C(0x600000005));
    CHECK_EQ(wf_host_times(&host, 2, &begun, &ended), WF_HOST_OK);
    CHECK_EQ(begun, UINT64_C(0x200000001));
    CHECK_EQ(ended, UINT64_C(0x400000003));
    CHECK_EQ(wf_host_times(&host, IDS, &begun, &ended), WF_HOST_ARGUMENT);
    *at(m, 0x238 + 64 * 3) = 7;
    *at(m, 0x23c + 64 * 3) = 8;
    CHECK_EQ(wf_host_instructions(&host, 3, &instructions), WF_HOST_OK);
    CHECK_EQ(instructions, UINT64_C(0x800000007));
    CHECK_EQ(wf_host_instructions(&host, IDS, &instructions), WF_HOST_ARGUMENT);
}

/* ---- two waiters ------------------------------------------------------------------------------------------------ */

static struct wf_host *second;          /* a wait that begins, and ends, while another waits */
static int wait_within(void *user, uint32_t timeout)
{
    struct wf_host *const host = second;
    struct wf_host_answer answer;

    (void)timeout;
    second = NULL;
    if (host != NULL) {
        CHECK_EQ(wf_host_wait_irq(host, 2, 5, &answer), WF_HOST_OK);
        CHECK(*at(user, WF_HOST_IRQ_ENABLE) != 0);
    }
    return 1;
}

/* Interrupts stay enabled until the last one has its answer. */
static void check_two_waiters(struct model *m)
{
    struct wf_transport transport = begin(m);
    struct wf_host host;
    struct wf_host_answer answer;

    transport.wait_irq = wait_within;
    CHECK_EQ(wf_host_open(&host, &transport), WF_HOST_OK);
    for (unsigned id = 1; id <= 2; id++) {
        CHECK_EQ(run(&host, id, id), WF_HOST_OK);
        m->polls[id] = 1;
    }
    second = &host;
    CHECK_EQ(wf_host_wait_irq(&host, 1, 5, &answer), WF_HOST_OK);
    CHECK(second == NULL);
    CHECK_EQ(*at(m, WF_HOST_IRQ_ENABLE), 0);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

struct shared {
    struct model model;                 /* first: the transport's `user` */
    struct wf_host host;
    pthread_mutex_t lock;
    bool inside;                        /* a thread has the lock */
};
static struct shared shared;

static void lock(void *user)
{
    (void)user;
    pthread_mutex_lock(&shared.lock);
    shared.inside = true;
}

static void unlock(void *user)
{
    (void)user;
    shared.inside = false;
    pthread_mutex_unlock(&shared.lock);
}

static unsigned outside;                /* accesses without the lock */
static int read_inside(void *user, uint32_t offset, uint32_t *value)
{
    outside += !shared.inside;
    return model_read(user, offset, value);
}

static int write_inside(void *user, uint32_t offset, uint32_t value)
{
    outside += !shared.inside;
    return model_write(user, offset, value);
}

static int wait_soon(void *user, uint32_t timeout)
{
    (void)user, (void)timeout;
    return 1;                           /* the waiter looks itself */
}

/* Each run has an id of its own and finds its own code where its descriptor says. */
static void *work(void *user)
{
    const uint64_t key = 1 + (uint64_t)(uintptr_t)user;
    struct wf_host *host = &shared.host;
    struct wf_host_answer answer;
    uintptr_t wrong = 0;

    for (unsigned n = 0; n < RUNS; n++) {
        enum wf_host_error error;
        unsigned id;
        while (wf_host_take(host, &id) == WF_HOST_BUSY)
            ;
        while ((error = run(host, key + n % 2 * THREADS, id)) == WF_HOST_FULL || error == WF_HOST_TOO_LARGE)
            ;
        wrong += error != WF_HOST_OK;
        lock(NULL);
        wrong += !stands(&shared.model, id, key + n % 2 * THREADS);
        shared.model.polls[id] = 3;
        unlock(NULL);
        if (n % 3 == 0)
            wrong += wf_host_wait_irq(host, id, 100, &answer) != WF_HOST_OK;
        else if (n % 3 == 1)
            wrong += wf_host_wait(host, id, 100, &answer) != WF_HOST_OK;
        else
            while (wf_host_poll(host, id, &answer) == WF_HOST_BUSY)
                ;
        wrong += answer.waves != 7;
        wf_host_give(host, id);
    }
    return (void *)wrong;
}

static void check_threads(void)
{
    struct wf_transport transport = begin(&shared.model);
    pthread_t thread[THREADS];

    transport.read32 = read_inside;
    transport.write32 = write_inside;
    transport.wait_irq = wait_soon;
    transport.lock = lock;
    transport.unlock = unlock;
    pthread_mutex_init(&shared.lock, NULL);
    shared.inside = true;               /* wf_host_open is alone */
    CHECK_EQ(wf_host_open(&shared.host, &transport), WF_HOST_OK);
    shared.inside = false;
    outside = 0;
    for (uintptr_t n = 0; n < THREADS; n++)
        CHECK_EQ(pthread_create(&thread[n], NULL, work, (void *)n), 0);
    for (unsigned n = 0; n < THREADS; n++) {
        void *wrong = NULL;
        CHECK_EQ(pthread_join(thread[n], &wrong), 0);
        CHECK_EQ((uintptr_t)wrong, 0);
    }
    CHECK_EQ(outside, 0);
    CHECK_EQ(*at(&shared.model, WF_HOST_IRQ_ENABLE), 0);
    pthread_mutex_destroy(&shared.lock);
}

int main(void)
{
    static struct model model;

    check_ids(&model);
    check_code(&model);
    check_next_oldest(&model);
    check_completion(&model);
    check_groups(&model);
    check_times_and_counts(&model);
    check_two_waiters(&model);
    check_threads();
    return check_end("work");
}
