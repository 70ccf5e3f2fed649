/* SPDX-License-Identifier: Apache-2.0
 * test_random_queues.c - random programs of many jobs: a thread for each of four queues, timeline semaphores that are waited
 * for before they are signaled, events, indirect dispatches, secondary command buffers, copies; dispatches overlap where
 * nothing orders them.  Two devices are at work at a time.  The results are computed here: the synchronization leaves
 * one order open for each word.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUEUES = 4, BUFFERS = 6, GROUP = 16, GROUPS = 4, WORDS = GROUP * GROUPS, JOBS = 48, OPS = 5, DEVICES = 2, ROUNDS = 2, SLOTS = JOBS * OPS };
enum kind { STEP, INDIRECT, ADD, COPY, FILL, UPDATE, KINDS };

struct op {
    enum kind kind;
    uint32_t at, from, groups, value;   /* buffers; `from` of a copy */
    bool is_ordered;                    /* after all before it in the job */
};
struct job {
    struct op op[OPS];
    uint32_t ops, queue;
    uint32_t wait[BUFFERS + 1], waits;  /* jobs that it comes after */
    bool is_gated;                      /* it begins by waiting for an event of the host */
    bool is_secondary, by_event;        /* its commands are in secondary buffers; an event in place of each barrier */
    bool is_second;                     /* vkQueueSubmit2 */
    VkEvent gate, event[OPS];
    VkSemaphore done;
};
struct program {
    struct kit *kit;
    struct kit_pipeline pipeline;
    struct kit_buffer buffer[BUFFERS], sum, counts;
    VkDescriptorSet set[BUFFERS], sum_set;
    struct job job[JOBS];
    uint32_t word[BUFFERS][WORDS], total;       /* what is expected */
    uint32_t pauses;                    /* random: of its threads */
    VkResult result;
};
static uint64_t state;

static uint32_t below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

/* ---- a program, and what it leaves ------------------------------------------------------------------------------- */

static void expect(struct program *p, const struct op *op)
{
    uint32_t *word = p->word[op->at];

    switch (op->kind) {
    case STEP:
    case INDIRECT:
        for (uint32_t i = 0; i < GROUP * op->groups; i++)
            word[i] = 3 * word[i] + op->value;
        break;
    case ADD: p->total += GROUP * op->groups * op->value; break;
    case COPY: memcpy(word, p->word[op->from], 4 * WORDS); break;
    case FILL:
        for (uint32_t i = 0; i < WORDS; i++)
            word[i] = op->value;
        break;
    case UPDATE:
        for (uint32_t i = 0; i < 4; i++)
            word[i] = op->value + i;
        break;
    case KINDS: break;
    }
}

/* One that touches a buffer which the job has touched since the last barrier needs one; so do group counts that it makes. */
static struct op new_op(uint32_t *touched)
{
    struct op op = {.kind = (enum kind)below(KINDS), .at = below(BUFFERS), .from = below(BUFFERS), .groups = 1 + below(GROUPS), .value = 1 + below(1000)};

    if (op.kind == INDIRECT)
        op.groups = below(GROUPS + 1);
    if (op.kind == COPY && op.from == op.at)
        op.from = (op.at + 1) % BUFFERS;
    const uint32_t touches = op.kind == ADD ? 0 : UINT32_C(1) << op.at | (op.kind == COPY ? UINT32_C(1) << op.from : 0);
    op.is_ordered = (*touched & touches) || op.kind == INDIRECT;
    *touched = op.is_ordered ? touches : *touched | touches;
    return op;
}

static void make(struct program *p)
{
    uint32_t last[BUFFERS];             /* the job that touched the buffer last; JOBS: none */

    for (uint32_t b = 0; b < BUFFERS; b++)
        last[b] = JOBS;
    for (uint32_t n = 0; n < JOBS; n++) {
        struct job *j = &p->job[n];
        uint32_t touched = 0, all = 0;
        *j = (struct job){.queue = below(QUEUES), .ops = 1 + below(OPS), .is_gated = below(8) == 0, .is_secondary = below(3) == 0, .by_event = below(3) == 0,
                          .is_second = below(2)};
        if (p->kit->validates)          /* the layer 1.3.239 sees no event that a secondary buffer sets */
            j->by_event &= !j->is_secondary;
        for (uint32_t i = 0; i < j->ops; i++) {
            j->op[i] = new_op(&touched);
            all |= j->op[i].kind == ADD ? 0 : UINT32_C(1) << j->op[i].at | (j->op[i].kind == COPY ? UINT32_C(1) << j->op[i].from : 0);
            expect(p, &j->op[i]);
        }
        for (uint32_t b = 0; b < BUFFERS; b++) {
            if (!(all >> b & 1))
                continue;
            if (last[b] < JOBS)
                j->wait[j->waits++] = last[b];
            last[b] = n;
        }
    }
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

static VkCommandBuffer begin(struct program *p, VkCommandPool pool, VkCommandBufferLevel level)
{
    const VkCommandBufferInheritanceInfo inheritance = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBuffer c;

    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .level = level,
                                              .commandBufferCount = 1};
    KIT_NEED(vkAllocateCommandBuffers(p->kit->device, &info, &c));
    KIT_NEED(vkBeginCommandBuffer(c, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                                                 .pInheritanceInfo = level == VK_COMMAND_BUFFER_LEVEL_SECONDARY ? &inheritance : NULL}));
    return c;
}

/* All before it in the queue comes before all behind it. */
static void order(VkCommandBuffer c, VkEvent event, bool by_event)
{
    const VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                 .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;

    if (!by_event) {
        vkCmdPipelineBarrier(c, stages, stages, 0, 1, &all, 0, NULL, 0, NULL);
        return;
    }
    vkCmdSetEvent(c, event, stages);
    vkCmdWaitEvents(c, 1, &event, stages, stages, 1, &all, 0, NULL, 0, NULL);
}

static void bind(const struct program *p, VkCommandBuffer c, VkDescriptorSet set, enum work_mode mode, uint32_t value)
{
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline.layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(c, p->pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, (uint32_t[3]){mode, value, 0});
}

static void record_op(const struct program *p, VkCommandBuffer c, const struct job *j, uint32_t i)
{
    const struct op *op = &j->op[i];
    const VkDeviceSize slot = 16 * ((uint64_t)(j - p->job) * OPS + i);
    const VkBuffer at = p->buffer[op->at].buffer;

    if (op->kind == INDIRECT)
        vkCmdUpdateBuffer(c, p->counts.buffer, slot, 12, (uint32_t[3]){op->groups, 1, 1});
    if (op->is_ordered)
        order(c, j->event[i], j->by_event);
    switch (op->kind) {
    case STEP:
        bind(p, c, p->set[op->at], WORK_STEP, op->value);
        vkCmdDispatch(c, op->groups, 1, 1);
        break;
    case INDIRECT:
        bind(p, c, p->set[op->at], WORK_STEP, op->value);
        vkCmdDispatchIndirect(c, p->counts.buffer, slot);
        break;
    case ADD:
        bind(p, c, p->sum_set, WORK_ADD, op->value);
        vkCmdDispatch(c, op->groups, 1, 1);
        break;
    case COPY: vkCmdCopyBuffer(c, p->buffer[op->from].buffer, at, 1, &(VkBufferCopy){0, 0, 4 * WORDS}); break;
    case FILL: vkCmdFillBuffer(c, at, 0, VK_WHOLE_SIZE, op->value); break;
    case UPDATE: vkCmdUpdateBuffer(c, at, 0, 16, (uint32_t[4]){op->value, op->value + 1, op->value + 2, op->value + 3}); break;
    case KINDS: break;
    }
}

/* vkSetEvent wants an event for itself, which another thread may be recording. */
static pthread_mutex_t gates = PTHREAD_MUTEX_INITIALIZER;

static VkCommandBuffer record(struct program *p, const struct job *j, VkCommandPool pool)
{
    const VkCommandBuffer c = begin(p, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    pthread_mutex_lock(&gates);
    if (j->is_gated)
        vkCmdWaitEvents(c, 1, &j->gate, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    pthread_mutex_unlock(&gates);
    for (uint32_t i = 0; i < j->ops; i++) {
        const VkCommandBuffer to = j->is_secondary ? begin(p, pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY) : c;
        record_op(p, to, j, i);
        if (!j->is_secondary)
            continue;
        KIT_NEED(vkEndCommandBuffer(to));
        vkCmdExecuteCommands(c, 1, &to);
    }
    KIT_NEED(vkEndCommandBuffer(c));
    return c;
}

static VkSemaphoreSubmitInfo point_of(VkSemaphore semaphore)
{
    return (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = semaphore, .value = 1,
                                   .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
}

static void submit(struct program *p, const struct job *j, VkCommandBuffer c)
{
    static const uint64_t ones[BUFFERS + 1] = {1, 1, 1, 1, 1, 1, 1};
    static const VkPipelineStageFlags stages[BUFFERS + 1] = {
        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT};
    VkSemaphore semaphore[BUFFERS + 1];
    VkSemaphoreSubmitInfo wait[BUFFERS + 1];

    for (uint32_t i = 0; i < j->waits; i++) {
        semaphore[i] = p->job[j->wait[i]].done;
        wait[i] = point_of(semaphore[i]);
    }
    if (j->is_second) {
        const VkSemaphoreSubmitInfo done = point_of(j->done);
        const VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = c};
        const VkSubmitInfo2 batch = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = j->waits, .pWaitSemaphoreInfos = wait,
                                     .commandBufferInfoCount = 1, .pCommandBufferInfos = &commands,
                                     .signalSemaphoreInfoCount = 1, .pSignalSemaphoreInfos = &done};
        KIT_NEED(vkQueueSubmit2(p->kit->queue[j->queue], 1, &batch, VK_NULL_HANDLE));
        return;
    }
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .waitSemaphoreValueCount = j->waits, .pWaitSemaphoreValues = ones,
        .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = ones};
    const VkSubmitInfo batch = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .waitSemaphoreCount = j->waits, .pWaitSemaphores = semaphore,
                                .pWaitDstStageMask = stages, .commandBufferCount = 1, .pCommandBuffers = &c,
                                .signalSemaphoreCount = 1, .pSignalSemaphores = &j->done};
    KIT_NEED(vkQueueSubmit(p->kit->queue[j->queue], 1, &batch, VK_NULL_HANDLE));
}

/* ---- a thread for each queue: its jobs in their order, some after a pause ------------------------------------------ */

struct host {
    struct program *program;
    uint32_t queue;
    VkCommandPool pool;
    uint32_t pauses;
};

static void *serve(void *user)
{
    struct host *h = user;

    for (uint32_t n = 0; n < JOBS; n++) {
        const struct job *j = &h->program->job[n];
        if (j->queue != h->queue)
            continue;
        const VkCommandBuffer c = record(h->program, j, h->pool);
        h->pauses = h->pauses * 1664525 + 1013904223;
        if (h->pauses >> 30 == 0)
            usleep(h->pauses >> 20 & 1023);
        submit(h->program, j, c);
    }
    return NULL;
}

static void *run(void *user)
{
    struct program *p = user;
    struct host host[QUEUES];
    pthread_t thread[QUEUES];

    for (uint32_t q = 0; q < QUEUES; q++) {
        host[q] = (struct host){.program = p, .queue = q, .pauses = p->pauses + q};
        KIT_NEED(vkCreateCommandPool(p->kit->device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL, &host[q].pool));
        if (pthread_create(&thread[q], NULL, serve, &host[q]))
            exit(1);
    }
    for (uint32_t n = JOBS; n-- > 0;) { /* the last ones first */
        pthread_mutex_lock(&gates);
        if (p->job[n].is_gated)
            KIT_NEED(vkSetEvent(p->kit->device, p->job[n].gate));
        pthread_mutex_unlock(&gates);
    }
    for (uint32_t q = 0; q < QUEUES; q++)
        pthread_join(thread[q], NULL);
    p->result = vkDeviceWaitIdle(p->kit->device);       /* checks are the main thread's */
    for (uint32_t q = 0; q < QUEUES; q++)
        vkDestroyCommandPool(p->kit->device, host[q].pool, NULL);
    return NULL;
}

/* ---- programs on two devices at a time ------------------------------------------------------------------------------ */

static void prepare(struct program *p)
{
    for (uint32_t b = 0; b < BUFFERS; b++)
        for (uint32_t i = 0; i < WORDS; i++)
            p->word[b][i] = p->buffer[b].word[i] = below(1000);
    p->sum.word[0] = p->total = 0;
    p->pauses = below(UINT32_MAX);
    make(p);
    for (uint32_t n = 0; n < JOBS; n++) {
        struct job *j = &p->job[n];
        j->gate = work_event(p->kit);
        j->done = work_semaphore(p->kit, VK_SEMAPHORE_TYPE_TIMELINE, 0);
        for (uint32_t i = 0; i < j->ops; i++)
            j->event[i] = work_event(p->kit);
    }
}

static void check(struct program *p)
{
    CHECK_EQ(p->result, VK_SUCCESS);
    for (uint32_t b = 0; b < BUFFERS; b++)
        for (uint32_t i = 0; i < WORDS; i++)
            CHECK_EQ(p->buffer[b].word[i], p->word[b][i]);
    CHECK_EQ(p->sum.word[0], p->total);
    for (uint32_t n = 0; n < JOBS; n++) {
        vkDestroyEvent(p->kit->device, p->job[n].gate, NULL);
        vkDestroySemaphore(p->kit->device, p->job[n].done, NULL);
        for (uint32_t i = 0; i < p->job[n].ops; i++)
            vkDestroyEvent(p->kit->device, p->job[n].event[i], NULL);
    }
}

static void open_program(struct program *p, struct kit *kit)
{
    kit_open(kit, &(struct kit_wishes){.queues = QUEUES});
    p->kit = kit;
    p->pipeline = kit_pipeline(kit, work_module, work_module_bytes, 1, 12, 0);
    p->sum = kit_buffer(kit, 64);
    p->counts = kit_buffer(kit, 16 * SLOTS);
    p->sum_set = kit_set(kit, &p->pipeline, (const struct kit_buffer *const[]){&p->sum}, 1);
    for (uint32_t b = 0; b < BUFFERS; b++) {
        p->buffer[b] = kit_buffer(kit, 4 * WORDS);
        p->set[b] = kit_set(kit, &p->pipeline, (const struct kit_buffer *const[]){&p->buffer[b]}, 1);
    }
}

static void close_program(struct program *p)
{
    for (uint32_t b = 0; b < BUFFERS; b++)
        kit_buffer_free(p->kit, &p->buffer[b]);
    kit_buffer_free(p->kit, &p->sum);
    kit_buffer_free(p->kit, &p->counts);
    kit_pipeline_free(p->kit, &p->pipeline);
    kit_close(p->kit);
}

int main(int argc, char **argv)
{
    static struct program p[DEVICES];
    struct kit kit[DEVICES];
    pthread_t thread[DEVICES];

    state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    kit_choose(argv[0]);
    for (int d = 0; d < DEVICES; d++)
        open_program(&p[d], &kit[d]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int d = 0; d < DEVICES; d++)
            prepare(&p[d]);
        for (int d = 0; d < DEVICES; d++)
            if (pthread_create(&thread[d], NULL, run, &p[d]))
                exit(1);
        for (int d = 0; d < DEVICES; d++) {
            pthread_join(thread[d], NULL);
            check(&p[d]);
        }
    }
    for (int d = 0; d < DEVICES; d++)
        close_program(&p[d]);
    return check_end("vulkan_random_queues");
}
