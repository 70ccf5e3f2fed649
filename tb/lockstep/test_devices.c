/* SPDX-License-Identifier: Apache-2.0
 * test_devices.c - the hardware as a library (wavefold/sim.h): devices of two configurations in one process, side by side and clock by clock, on memory
 * of this program; what they leave is worked out here.  And what wrong use gives, what a reset leaves, several devices on threads, events, waveforms.
 * Environment: BUILD; libraries that are not built are left out.
 * Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l8_c2.so sim/libwavefold_sim_l8_system.so sim/libwavefold_sim_l32.so
 * Needs: sim/libwavefold_sim_ended.so sim/libwavefold_sim_l8_alone.so
 */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../common/wf_check.h"
#include "wavefold/kernel.h"
#include "wavefold/sim.h"

/* ---- libraries and kernels ----------------------------------------------------------------------------------------------- */

/* The library of a configuration, or NULL when it is not built. */
static const struct wf_sim_api *open_library(const char *name)
{
    char path[512];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/sim/%s", build && *build ? build : "build", name);
    if (access(path, R_OK) != 0)
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    union { void *object; const struct wf_sim_api *(*function)(void); } symbol = {library ? dlsym(library, "wf_sim_api") : NULL};
    CHECK(symbol.object != NULL);
    const struct wf_sim_api *api = symbol.object ? symbol.function() : NULL;
    CHECK(!api || api->version == WF_SIM_API_VERSION);
    return api;
}

enum { IN = 64, OUT = 192, WORDS = 512, N = 100 };      /* word addresses in memory; elements */

/* Out[i] = 3 * In[i] + 7, a thread an element. */
static const char affine[] = "[numthreads(20,1,1)]\nbuffer In[100]\nbuffer Out[100]\ndispatch 5\ncode\n sv r0, dtid.x\n shl r0, r0, 2\n load r1, In[r0]\n"
                             " mul r1, r1, 3\n add r1, r1, 7\n store Out[r0], r1\n end\n";
/* Out[0] += 1 by each of 100 threads. */
static const char count[] = "[numthreads(20,1,1)]\nbuffer In[100]\nbuffer Out[100]\ndispatch 5\ncode\n mov r0, 0\n mov r1, 1\n atomic.add _, Out[r0], r1\n end\n";
static const char endless[] = "[numthreads(4,1,1)]\nbuffer In[100]\nbuffer Out[100]\ndispatch 1\ncode\n loop\n endloop\n end\n";
static const char outside[] = "[numthreads(4,1,1)]\nbuffer In[100]\nbuffer Out[100]\ndispatch 1\ncode\n mov r0, 4000\n store Out[r0], r0\n end\n";

/* A device with a kernel to run, on memory that is a field here. */
struct setting {
    const struct wf_sim_api *api;
    struct wf_sim *sim;
    struct wf_kernel *kernel;
    struct wf_sim_code code;
    struct wf_sim_dispatch dispatch;
    uint32_t memory[WORDS];
};

static uint32_t input(unsigned i)
{
    return 1000 * i + 1;
}

static void take_kernel(struct setting *s, const char *text)
{
    wf_kernel_free(s->kernel);
    s->kernel = wf_kernel_parse(text, strlen(text), &s->api->build(s->sim)->device, 0, NULL, NULL);
    CHECK(s->kernel != NULL);
    if (!s->kernel)
        exit(1);
    s->code = (struct wf_sim_code){.word = s->kernel->code, .count = s->kernel->count, .line = s->kernel->line};
    s->dispatch = (struct wf_sim_dispatch){.code = &s->code, .desc = s->kernel->desc, .buffers = 2,
                                           .buffer = {{4 * IN, 4 * N}, {4 * OUT, 4 * N}}};
}

static void begin(struct setting *s, const struct wf_sim_api *api, const char *text, struct wf_sim_setup setup)
{
    *s = (struct setting){.api = api};
    for (unsigned i = 0; i < WORDS; i++)
        s->memory[i] = 0xabababab;
    for (unsigned i = 0; i < N; i++) {
        s->memory[IN + i] = input(i);
        s->memory[OUT + i] = 0;
    }
    setup.memory = s->memory;
    setup.memory_words = WORDS;
    s->sim = api->create(&setup);
    CHECK(s->sim != NULL);
    if (!s->sim)
        exit(1);
    take_kernel(s, text);
}

static void submit(struct setting *s)
{
    CHECK_EQ(s->api->load(s->sim, &s->code, &s->dispatch.desc.code_base), WF_SIM_OK);
    CHECK_EQ(s->api->submit(s->sim, &s->dispatch), WF_SIM_OK);
    CHECK_EQ(s->dispatch.state, WF_SIM_QUEUED);
}

static void end(struct setting *s)
{
    s->api->destroy(s->sim);
    wf_kernel_free(s->kernel);
}

/* The answer, then that all agrees. */
static void run_out(struct setting *s)
{
    CHECK_EQ(s->api->run(s->sim, UINT64_MAX), WF_SIM_ANSWERED);
    CHECK_EQ(s->dispatch.state, WF_SIM_DONE);
    CHECK_EQ(s->dispatch.reject, WF_REJECT_NONE);
    CHECK_EQ(s->dispatch.ending, WF_ENDING_COMPLETE);
    CHECK(!s->dispatch.fault.valid);
    CHECK_EQ(s->api->run(s->sim, UINT64_MAX), WF_SIM_IDLE);
    CHECK(!strcmp(s->api->report(s->sim), ""));
}

/* Out is as `element` says, and nothing else was written. */
static void check_memory(const struct setting *s, uint32_t (*element)(unsigned i))
{
    for (unsigned i = 0; i < WORDS; i++)
        CHECK_EQ(s->memory[i], i >= IN && i < IN + N ? input(i - IN) : i >= OUT && i < OUT + N ? element(i - OUT) : 0xabababab);
}
static uint32_t of_affine(unsigned i) { return 3000 * i + 10; }
static uint32_t of_count(unsigned i) { return i ? 0 : N; }
static uint32_t of_counts(unsigned i) { return i ? 0 : 2 * N; }
static uint32_t of_seven(unsigned i) { (void)i; return 7; }
static uint32_t of_nothing(unsigned i) { (void)i; return 0; }

/* ---- the tests ------------------------------------------------------------------------------------------------------------- */

/* Two devices, a clock of each in turn; then each runs the other's kernel, and once more after a reset. */
static void side_by_side(const struct wf_sim_api *one, const struct wf_sim_api *two)
{
    struct setting a, b;
    begin(&a, one, affine, (struct wf_sim_setup){.seed = 2});
    begin(&b, two, count, (struct wf_sim_setup){.seed = 0});
    submit(&a);
    submit(&b);
    enum wf_sim_status status[2] = {WF_SIM_OK, WF_SIM_OK};
    unsigned answers[2] = {0, 0}, clocks = 0;
    for (; clocks < 100000 && (status[0] != WF_SIM_IDLE || status[1] != WF_SIM_IDLE); clocks++) {
        if (status[0] != WF_SIM_IDLE)
            answers[0] += (status[0] = a.api->run(a.sim, 1)) == WF_SIM_ANSWERED;
        if (status[1] != WF_SIM_IDLE)
            answers[1] += (status[1] = b.api->run(b.sim, 1)) == WF_SIM_ANSWERED;
    }
    CHECK(clocks < 100000);
    CHECK_EQ(answers[0], 1);
    CHECK_EQ(answers[1], 1);
    check_memory(&a, of_affine);
    check_memory(&b, of_count);

    struct wf_sim_stats stats;
    b.api->stats(b.sim, &stats);
    const unsigned cores = wf_device_cores(&b.api->build(b.sim)->device);
    uint64_t waves = 0;
    for (unsigned core = 0; core < cores; core++)
        waves += stats.counter[core][WF_CNT_WAVES];
    CHECK(stats.counted);
    CHECK_EQ(waves, 5 * b.dispatch.shape.waves);
    CHECK_EQ(stats.work.instructions, 4 * waves);
    CHECK_EQ(b.dispatch.work.groups, 5);

    submit(&b);                                 /* the same code once more, behind itself */
    run_out(&b);
    check_memory(&b, of_counts);

    memset(a.memory + OUT, 0, 4 * N);           /* a reset in the middle, of one of them */
    submit(&a);
    CHECK_EQ(a.api->run(a.sim, 60), WF_SIM_OK);
    CHECK_EQ(a.dispatch.state, WF_SIM_RUNNING);
    CHECK_EQ(a.api->reset(a.sim), WF_SIM_OK);
    CHECK_EQ(a.api->submit(a.sim, &a.dispatch), WF_SIM_ARGUMENT);       /* its code is forgotten */
    memset(a.memory + OUT, 0, 4 * N);
    submit(&a);
    run_out(&a);
    check_memory(&a, of_affine);
    end(&a);
    end(&b);
}

static void wrong_use(const struct wf_sim_api *api)
{
    struct setting s;
    CHECK(api->create(NULL) == NULL);
    CHECK(api->create(&(struct wf_sim_setup){.memory_words = 1}) == NULL);
    api->destroy(NULL);
    begin(&s, api, affine, (struct wf_sim_setup){.seed = 0});
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_ARGUMENT);         /* not loaded */
    CHECK_EQ(api->load(s.sim, NULL, &s.dispatch.desc.code_base), WF_SIM_ARGUMENT);
    CHECK_EQ(api->cancel(s.sim, &s.dispatch), WF_SIM_ARGUMENT);
    const struct wf_sim_code large = {.word = s.code.word, .count = api->build(s.sim)->device.imem_words + 1};
    CHECK_EQ(api->load(s.sim, &large, &s.dispatch.desc.code_base), WF_SIM_FULL);
    CHECK_EQ(api->load(s.sim, &s.code, &s.dispatch.desc.code_base), WF_SIM_OK);
    s.dispatch.buffer[1].size = 4 * WORDS;
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_ARGUMENT);         /* beyond the memory */
    s.dispatch.buffer[1].size = 4 * N;
    s.dispatch.desc.id = (uint8_t)api->build(s.sim)->dispatches;
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_ARGUMENT);
    s.dispatch.desc.id = 0;
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_OK);
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_ARGUMENT);         /* it is queued */
    CHECK_EQ(api->clear(s.sim), WF_SIM_BUSY);
    CHECK_EQ(api->memory(s.sim, s.memory, WORDS), WF_SIM_BUSY);
    CHECK_EQ(api->waves(s.sim, "nothing.fst"), WF_SIM_NOT_TRACED);
    run_out(&s);
    check_memory(&s, of_affine);
    CHECK_EQ(api->memory(s.sim, NULL, WORDS), WF_SIM_ARGUMENT);
    CHECK_EQ(api->clear(s.sim), WF_SIM_OK);
    CHECK_EQ(api->run(s.sim, 1000), WF_SIM_OK);                         /* nothing to do is no hang */
    end(&s);
}

/* Every way in which a device stops, and that it goes on after a reset. */
static void stops(const struct wf_sim_api *api)
{
    struct setting s;
    struct wf_sim_stats stats;
    begin(&s, api, endless, (struct wf_sim_setup){.limit = 300});
    submit(&s);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_LIMIT);
    CHECK_EQ(s.dispatch.state, WF_SIM_RUNNING);
    CHECK(strstr(api->report(s.sim), "300 cycles") != NULL);
    CHECK_EQ(api->run(s.sim, 1), WF_SIM_LIMIT);
    api->stats(s.sim, &stats);
    CHECK(stats.counted);
    CHECK_EQ(stats.counter[0][WF_CNT_CYCLES], 300);
    CHECK_EQ(api->reset(s.sim), WF_SIM_OK);
    take_kernel(&s, affine);
    submit(&s);
    run_out(&s);
    check_memory(&s, of_affine);
    end(&s);

    begin(&s, api, endless, (struct wf_sim_setup){.seed = 0});          /* ended early */
    submit(&s);
    CHECK_EQ(api->run(s.sim, 200), WF_SIM_OK);
    CHECK_EQ(api->cancel(s.sim, &s.dispatch), WF_SIM_OK);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_ANSWERED);
    CHECK_EQ(s.dispatch.ending, WF_ENDING_CANCELLED);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_IDLE);
    check_memory(&s, of_nothing);
    end(&s);

    begin(&s, api, outside, (struct wf_sim_setup){.seed = 0});          /* a fault is no failure of the device */
    submit(&s);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_ANSWERED);
    CHECK(s.dispatch.fault.valid);
    CHECK_EQ(s.dispatch.fault.record.kind, WF_FAULT_MEM_RANGE);
    CHECK_EQ(s.dispatch.fault.record.count, 4);
    CHECK_EQ(s.dispatch.fault.record.address, 4000);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_IDLE);
    check_memory(&s, of_nothing);
    end(&s);

    begin(&s, api, affine, (struct wf_sim_setup){.seed = 0});           /* a buffer that is not bound, before one that is */
    s.dispatch.buffer[0].size = 0;
    submit(&s);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_ANSWERED);
    CHECK_EQ(s.dispatch.fault.record.count, N);
    CHECK_EQ(api->run(s.sim, 10000), WF_SIM_IDLE);
    check_memory(&s, of_seven);
    end(&s);

    begin(&s, api, affine, (struct wf_sim_setup){.seed = 0});           /* what changes memory behind the hardware's back is seen */
    submit(&s);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_ANSWERED);
    s.memory[OUT + 5] ^= 1;
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_DIFFERENCE);
    CHECK(strstr(api->report(s.sim), "DIFFERENCE") != NULL);
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_DIFFERENCE);
    CHECK_EQ(api->reset(s.sim), WF_SIM_OK);
    s.memory[OUT + 5] ^= 1;
    check_memory(&s, of_affine);
    end(&s);

    begin(&s, api, affine, (struct wf_sim_setup){.unchecked = true});   /* ... and is not, without the model */
    submit(&s);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_ANSWERED);
    s.memory[OUT + 5] ^= 1;
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_IDLE);
    s.memory[OUT + 5] ^= 1;
    check_memory(&s, of_affine);
    end(&s);
}

/* A build without the events that the model needs. */
static void alone(const struct wf_sim_api *api)
{
    struct setting s;
    CHECK(api->create(&(struct wf_sim_setup){.seed = 0}) == NULL);
    begin(&s, api, affine, (struct wf_sim_setup){.unchecked = true, .seed = 2});
    CHECK(api->build(s.sim)->alone);
    submit(&s);
    run_out(&s);
    check_memory(&s, of_affine);
    end(&s);
    begin(&s, api, endless, (struct wf_sim_setup){.unchecked = true, .limit = 50000});      /* it is no hang, though no event comes */
    submit(&s);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_LIMIT);
    end(&s);
}

/* Memory of all 32-bit addresses, buffers at both of its ends: a run costs what it touches.  The caller may write elsewhere. */
static void whole_memory(const struct wf_sim_api *api)
{
    const size_t words = (size_t)1 << 30;
    struct setting s;
    uint32_t *memory = mmap(NULL, 4 * words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(memory != MAP_FAILED);
    if (memory == MAP_FAILED)
        return;
    for (unsigned turn = 0; turn < 4; turn++) {
        begin(&s, api, affine, (struct wf_sim_setup){.seed = 0});
        CHECK_EQ(api->memory(s.sim, memory, words), WF_SIM_OK);
        s.dispatch.buffer[0].base = (uint32_t)(4 * (words - N));
        for (unsigned i = 0; i < N; i++) {
            memory[words - N + i] = input(i);
            memory[OUT + i] = 0;
        }
        const clock_t from = clock();
        submit(&s);
        CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_ANSWERED);
        memory[OUT + N] = memory[words / 2] = 1000 + turn;   /* words that nobody has touched, beside others too */
        memory[words - 1] ^= (turn & 1);                                /* one that was loaded */
        memory[OUT] ^= turn >> 1 & 1;                                   /* one that was stored */
        CHECK_EQ(api->run(s.sim, UINT64_MAX), turn ? WF_SIM_DIFFERENCE : WF_SIM_IDLE);
        CHECK((double)(clock() - from) / CLOCKS_PER_SEC < 0.5);
        if (turn)
            CHECK(strstr(api->report(s.sim), turn == 1 ? "address      0xfffffffc" : "address      0x300\n") != NULL);
        for (unsigned i = turn >= 2; i < N; i++)
            CHECK_EQ(memory[OUT + i], of_affine(i));
        end(&s);
    }
    munmap(memory, 4 * words);
}

/* Dispatches more than ids, each when its id is free; one that the rules refuse. */
static void queue(const struct wf_sim_api *api)
{
    enum { DISPATCHES = 9 };
    struct setting s;
    struct wf_sim_dispatch d[DISPATCHES];
    begin(&s, api, count, (struct wf_sim_setup){.seed = 3});
    CHECK_EQ(api->load(s.sim, &s.code, &s.dispatch.desc.code_base), WF_SIM_OK);
    for (unsigned i = 0; i < DISPATCHES; i++) {
        d[i] = s.dispatch;
        d[i].desc.id = (uint8_t)(i % api->build(s.sim)->dispatches);
        CHECK_EQ(api->submit(s.sim, &d[i]), WF_SIM_OK);
    }
    unsigned answers = 0;
    enum wf_sim_status status;
    while ((status = api->run(s.sim, UINT64_MAX)) == WF_SIM_ANSWERED)
        answers++;
    CHECK_EQ(status, WF_SIM_IDLE);
    CHECK_EQ(answers, DISPATCHES);
    CHECK_EQ(s.memory[OUT], DISPATCHES * N);
    for (unsigned i = 0; i < DISPATCHES; i++)
        CHECK_EQ(d[i].state, WF_SIM_DONE);
    s.dispatch.desc.threads[0] = 1025;
    CHECK_EQ(api->submit(s.sim, &s.dispatch), WF_SIM_OK);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_ANSWERED);
    CHECK_EQ(s.dispatch.reject, WF_REJECT_NUMTHREADS_X);
    CHECK_EQ(api->run(s.sim, UINT64_MAX), WF_SIM_IDLE);
    CHECK_EQ(s.memory[OUT], DISPATCHES * N);
    end(&s);
}

struct heard {
    uint64_t count[WF_SIM_ANSWER + 1], last;
    bool in_order;
};
static void hear(void *user, const struct wf_sim_event *event)
{
    struct heard *h = user;
    h->count[event->kind]++;
    h->in_order &= event->cycle >= h->last || event->kind == WF_SIM_ACCEPT || event->kind == WF_SIM_ANSWER;
    h->last = event->cycle;
    if (event->kind == WF_SIM_RETIRE) {
        CHECK(event->effect != NULL && event->effect->pc == event->retire->pc);
        CHECK(event->issued < event->cycle);
    }
}

/* 5 groups of 20 threads, 7 instructions a wave. */
static void events(const struct wf_sim_api *api)
{
    struct setting s;
    struct heard h = {.in_order = true};
    begin(&s, api, affine, (struct wf_sim_setup){.seed = 1, .event = hear, .user = &h, .events = UINT32_MAX});
    submit(&s);
    run_out(&s);
    const uint64_t waves = 5 * s.dispatch.shape.waves;
    CHECK_EQ(h.count[WF_SIM_ACCEPT], 1);
    CHECK_EQ(h.count[WF_SIM_ANSWER], 1);
    CHECK_EQ(h.count[WF_SIM_LAUNCH], waves);
    CHECK_EQ(h.count[WF_SIM_END], waves);
    CHECK_EQ(h.count[WF_SIM_RETIRE], 7 * waves);
    CHECK_EQ(h.count[WF_SIM_ISSUE] + h.count[WF_SIM_FOLD], 7 * waves);
    CHECK_EQ(h.count[WF_SIM_PICK], h.count[WF_SIM_ISSUE]);
    CHECK(h.count[WF_SIM_CORE] >= s.dispatch.answered_at - 1);
    CHECK(h.in_order);
    end(&s);
}

static void *on_thread(void *user)
{
    struct setting *s = user;
    while (s->api->run(s->sim, 16) != WF_SIM_IDLE && s->dispatch.state != WF_SIM_NEW)
        ;
    return NULL;
}

static void threads(const struct wf_sim_api *api)
{
    enum { THREADS = 3 };
    static struct setting s[THREADS];
    pthread_t thread[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        begin(&s[i], api, i % 2 ? count : affine, (struct wf_sim_setup){.seed = i});
        submit(&s[i]);
    }
    for (unsigned i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, on_thread, &s[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        check_memory(&s[i], i % 2 ? of_count : of_affine);
        end(&s[i]);
    }
}

/* Two waveforms of one device, one of another at the same time: FST files from their headers on, in which a second of the axis is a cycle. */
static void waveforms(const struct wf_sim_api *api)
{
    enum { FILES = 3, OTHER = 2 };
    char name[FILES][64];
    struct wf_sim *sim = api->create(&(struct wf_sim_setup){.seed = 0}), *other = api->create(&(struct wf_sim_setup){.seed = 0});
    CHECK(sim && other && api->build(sim)->traced);
    for (int i = 0; i < FILES; i++) {
        snprintf(name[i], sizeof name[i], "/tmp/wavefold-devices-%ld-%d.fst", (long)getpid(), i);
        CHECK_EQ(api->waves(i == OTHER ? other : sim, name[i]), WF_SIM_OK);
        CHECK_EQ(api->run(sim, 2), WF_SIM_OK);
    }
    CHECK_EQ(api->run(other, 5), WF_SIM_OK);
    CHECK_EQ(api->waves(sim, NULL), WF_SIM_OK);
    CHECK_EQ(api->run(sim, 1), WF_SIM_OK);
    api->destroy(sim);
    api->destroy(other);
    for (int i = 0; i < FILES; i++) {
        unsigned char head[330] = {1};
        FILE *file = fopen(name[i], "rb");
        CHECK(file && fread(head, 1, sizeof head, file) == sizeof head);
        CHECK_EQ(head[0], 0);
        CHECK_EQ(head[73], 0x100 - 3);
        if (file)
            fclose(file);
        unlink(name[i]);
    }
}

/* wf_ended.v: the simulation ends in its tenth clock, and the process does not. */
static void ended(const struct wf_sim_api *api)
{
    for (int observed = 0; observed < 2; observed++) {
        struct heard h = {.in_order = true};
        struct wf_sim *sim = api->create(&(struct wf_sim_setup){.event = hear, .user = &h, .events = observed ? UINT32_MAX : 0});
        CHECK(sim != NULL);
        CHECK_EQ(api->run(sim, 9), WF_SIM_OK);
        CHECK(!strcmp(api->report(sim), ""));
        CHECK_EQ(api->run(sim, 9), WF_SIM_ENDED);
        CHECK(strstr(api->report(sim), observed ? "$stop" : "$finish") != NULL);
        CHECK_EQ(api->run(sim, 9), WF_SIM_ENDED);
        CHECK_EQ(api->reset(sim), WF_SIM_ENDED);
        struct wf_sim_stats stats;
        api->stats(sim, &stats);
        CHECK_EQ(stats.clocks, 10);
        api->destroy(sim);
    }
}

int main(void)
{
    const struct wf_sim_api *small = open_library("libwavefold_sim_l8.so"), *other = NULL;
    static const char *const others[] = {"libwavefold_sim_l8_c2.so", "libwavefold_sim_l32.so", "libwavefold_sim_l8_system.so"};
    if (!small) {
        puts("SKIP devices: sim/libwavefold_sim_l8.so is not built");
        return 0;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((other = open_library(others[i])) != NULL) {
            side_by_side(small, other);
            stops(other);
        }
    if ((other = open_library("libwavefold_sim_ended.so")) != NULL) {
        ended(other);
        waveforms(other);
    }
    side_by_side(small, small);
    wrong_use(small);
    stops(small);
    queue(small);
    whole_memory(small);
    if ((other = open_library("libwavefold_sim_l8_system.so")) != NULL)
        whole_memory(other);
    if ((other = open_library("libwavefold_sim_l8_alone.so")) != NULL)
        alone(other);
    events(small);
    threads(small);
    return check_end("devices");
}
