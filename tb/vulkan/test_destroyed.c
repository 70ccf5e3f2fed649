/* SPDX-License-Identifier: Apache-2.0
 * test_destroyed.c - a program destroys what its commands use: before they are submitted, which is refused, while they are
 * pending, which is an error that changes nothing, and after they have ended, which is right.  A queue that waits for what
 * was destroyed loses the device, unless another is to signal it.
 * Not validated: a validation layer would stop all of it.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "failing.h"
#include "work.h"

#include <stdio.h>
#include <time.h>

enum { TEXELS = 16 };
static const VkAllocationCallbacks *const by = &failing_callbacks;
static struct kit kit;
static struct kit_buffer words, places;         /* of the dispatch; of what buffers and images have for memory */
static struct kit_pipeline plain;               /* its layouts */

/* All that a command buffer can use. */
enum { THINGS = 11 };
struct things {
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkEvent event, mark;                        /* waited for; set */
    VkQueryPool queries;
    VkBuffer buffer;
    VkImage image;
    VkFence fence;
    VkSemaphore gate, end;
    VkCommandBuffer commands;
};

/* ---- how each ends ----------------------------------------------------------------------------------------------- */

static void end_pipeline(struct things *t) { vkDestroyPipeline(kit.device, t->pipeline, by); t->pipeline = VK_NULL_HANDLE; }
static void end_event(struct things *t) { vkDestroyEvent(kit.device, t->event, by); t->event = VK_NULL_HANDLE; }
static void end_mark(struct things *t) { vkDestroyEvent(kit.device, t->mark, by); t->mark = VK_NULL_HANDLE; }
static void end_queries(struct things *t) { vkDestroyQueryPool(kit.device, t->queries, by); t->queries = VK_NULL_HANDLE; }
static void end_buffer(struct things *t) { vkDestroyBuffer(kit.device, t->buffer, by); t->buffer = VK_NULL_HANDLE; }
static void end_image(struct things *t) { vkDestroyImage(kit.device, t->image, by); t->image = VK_NULL_HANDLE; }
static void end_fence(struct things *t) { vkDestroyFence(kit.device, t->fence, by); t->fence = VK_NULL_HANDLE; }
static void end_semaphore(struct things *t) { vkDestroySemaphore(kit.device, t->end, by); t->end = VK_NULL_HANDLE; }
static void end_set(struct things *t) { KIT_NEED(vkFreeDescriptorSets(kit.device, t->pool, 1, &t->set)); }
static void end_sets(struct things *t) { KIT_NEED(vkResetDescriptorPool(kit.device, t->pool, 0)); }
static void end_pool(struct things *t) { vkDestroyDescriptorPool(kit.device, t->pool, by); t->pool = VK_NULL_HANDLE; }

static const struct way {
    void (*end)(struct things *t);
    const char *command, *name;
    const char *gone;                           /* NULL: submissions use it, not command buffers */
} way[] = {
    {end_pipeline, "vkDestroyPipeline", "a pipeline", "uses a pipeline that was destroyed"},
    {end_set, "vkFreeDescriptorSets", "a descriptor set", "uses a descriptor set that was freed"},
    {end_sets, "vkResetDescriptorPool", "a descriptor set", "uses a descriptor set that was freed"},
    {end_pool, "vkDestroyDescriptorPool", "a descriptor set", "uses a descriptor set that was freed"},
    {end_event, "vkDestroyEvent", "an event", "uses an event that was destroyed"},
    {end_mark, "vkDestroyEvent", "an event", "uses an event that was destroyed"},
    {end_queries, "vkDestroyQueryPool", "a query pool", "uses a query pool that was destroyed"},
    {end_buffer, "vkDestroyBuffer", "a buffer", "uses a buffer that was destroyed"},
    {end_image, "vkDestroyImage", "an image", "uses an image that was destroyed"},
    {end_fence, "vkDestroyFence", "a fence", NULL},
    {end_semaphore, "vkDestroySemaphore", "a semaphore", NULL},
};
enum { WAYS = sizeof way / sizeof *way };

/* ---- things ------------------------------------------------------------------------------------------------------ */

static void make_set(struct things *t)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorBufferInfo all = {words.buffer, 0, VK_WHOLE_SIZE};

    KIT_NEED(vkCreateDescriptorPool(kit.device, &(VkDescriptorPoolCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT, .maxSets = 1,
        .poolSizeCount = 1, .pPoolSizes = &size}, by, &t->pool));
    KIT_NEED(vkAllocateDescriptorSets(kit.device, &(VkDescriptorSetAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = t->pool, .descriptorSetCount = 1, .pSetLayouts = &plain.set}, &t->set));
    vkUpdateDescriptorSets(kit.device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = t->set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &all}, 0, NULL);
}

static void make_memory_objects(struct things *t)
{
    KIT_NEED(vkCreateBuffer(kit.device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4 * TEXELS,
                                                              .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT}, by, &t->buffer));
    KIT_NEED(vkBindBufferMemory(kit.device, t->buffer, places.memory, 0));
    KIT_NEED(vkCreateImage(kit.device, &(VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_1D, .format = VK_FORMAT_R32_UINT, .extent = {TEXELS, 1, 1}, .mipLevels = 1,
        .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT}, by, &t->image));
    KIT_NEED(vkBindImageMemory(kit.device, t->image, places.memory, 4 * TEXELS));
}

static VkSemaphore semaphore(VkSemaphoreType type)
{
    const VkSemaphoreTypeCreateInfo of = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = type};
    VkSemaphore made;

    KIT_NEED(vkCreateSemaphore(kit.device, &(VkSemaphoreCreateInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &of}, by, &made));
    return made;
}

static struct things make(void)
{
    struct things t = {.gate = semaphore(VK_SEMAPHORE_TYPE_TIMELINE), .end = semaphore(VK_SEMAPHORE_TYPE_BINARY)};
    VkShaderModule module;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = work_module_bytes, .pCode = work_module}, NULL, &module));
    KIT_NEED(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = plain.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}},
        by, &t.pipeline));
    vkDestroyShaderModule(kit.device, module, NULL);
    make_set(&t);
    make_memory_objects(&t);
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, by, &t.event));
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, by, &t.mark));
    KIT_NEED(vkSetEvent(kit.device, t.event));
    KIT_NEED(vkCreateQueryPool(kit.device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                                                    .queryCount = 1}, by, &t.queries));
    KIT_NEED(vkCreateFence(kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, by, &t.fence));
    return t;
}

/* What is left. */
static void unmake(struct things *t)
{
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &t->commands);
    end_pipeline(t);
    end_pool(t);
    end_event(t);
    end_mark(t);
    end_queries(t);
    end_buffer(t);
    end_image(t);
    end_fence(t);
    end_semaphore(t);
    vkDestroySemaphore(kit.device, t->gate, by);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static void put_commands(VkCommandBuffer c, const struct things *t, uint32_t value)
{
    const VkClearColorValue color = {.uint32 = {value + 1}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

    vkCmdWaitEvents(c, 1, &t->event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    vkCmdResetQueryPool(c, t->queries, 0, 1);
    vkCmdFillBuffer(c, t->buffer, 0, VK_WHOLE_SIZE, value);
    vkCmdClearColorImage(c, t->image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, t->pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, plain.layout, 0, 1, &t->set, 0, NULL);
    vkCmdPushConstants(c, plain.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, (uint32_t[3]){WORK_STEP, value, 0});
    vkCmdDispatch(c, 1, 1, 1);
    vkCmdSetEvent(c, t->mark, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, t->queries, 0);
}

/* A command buffer that has them, or executes one that has them, which may then go. */
static void record(struct things *t, uint32_t value, bool in_secondary)
{
    const VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBuffer secondary = NULL;

    t->commands = kit_begin(&kit);
    if (in_secondary) {
        KIT_NEED(vkAllocateCommandBuffers(kit.device, &(VkCommandBufferAllocateInfo){
            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = kit.pool, .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
            .commandBufferCount = 1}, &secondary));
        KIT_NEED(vkBeginCommandBuffer(secondary, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherited}));
        put_commands(secondary, t, value);
        KIT_NEED(vkEndCommandBuffer(secondary));
        vkCmdExecuteCommands(t->commands, 1, &secondary);
    } else
        put_commands(t->commands, t, value);
    KIT_NEED(vkEndCommandBuffer(t->commands));
}

static void clear(void)
{
    for (uint32_t i = 0; i < TEXELS; i++)
        words.word[i] = places.word[i] = places.word[TEXELS + i] = 0;
}

static void expect(uint32_t value)
{
    CHECK_EQ(words.word[TEXELS - 1], value);
    CHECK_EQ(places.word[TEXELS - 1], value);
    CHECK_EQ(places.word[2 * TEXELS - 1], value ? value + 1 : 0);
}

static VkResult submit(const struct things *t, bool waits, bool second)
{
    return work_submit(kit.queue[0], (struct work_submission){.commands = t->commands, .wait = waits ? t->gate : VK_NULL_HANDLE, .wait_value = waits,
                                                              .signal = t->end, .fence = t->fence}, second);
}

/* ---- before, while and after the commands run -------------------------------------------------------------------- */

static void before(const struct way *w, bool in_secondary)
{
    struct things t = make();

    CHECK_EQ(failing_blocks(FAILING_CALLBACKS), THINGS);
    clear();
    record(&t, 7, in_secondary);
    w->end(&t);
    CHECK(!kit_said(&kit, ""));
    CHECK_EQ(submit(&t, false, in_secondary), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, in_secondary ? "executes one that was freed, reset or recorded anew" : w->gone));
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    expect(0);
    unmake(&t);
}

static void meanwhile(const struct way *w, bool in_secondary)
{
    struct things t = make(), other;
    char words_said[200];
    uint64_t stamp = 0;

    clear();
    record(&t, 9, in_secondary);
    KIT_NEED(submit(&t, true, in_secondary));
    w->end(&t);
    snprintf(words_said, sizeof words_said, "%s: %s of a submission that has not ended: it stays until then", w->command, w->name);
    CHECK(kit_said(&kit, words_said));
    other = make();                             /* in the place of what went, if it did */
    KIT_NEED(vkSignalSemaphore(kit.device, &(VkSemaphoreSignalInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = t.gate, .value = 1}));
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    expect(9);
    if (t.fence)
        CHECK_EQ(vkGetFenceStatus(kit.device, t.fence), VK_SUCCESS);
    if (t.mark)
        CHECK_EQ(vkGetEventStatus(kit.device, t.mark), VK_EVENT_SET);
    CHECK_EQ(vkGetEventStatus(kit.device, other.mark), VK_EVENT_RESET);
    if (t.queries)
        CHECK_EQ(vkGetQueryPoolResults(kit.device, t.queries, 0, 1, sizeof stamp, &stamp, sizeof stamp, VK_QUERY_RESULT_64_BIT), VK_SUCCESS);
    CHECK_EQ(vkGetFenceStatus(kit.device, other.fence), VK_NOT_READY);
    record(&other, 0, false);
    unmake(&other);
    unmake(&t);
    CHECK(!kit_said(&kit, ""));
}

/* By the fence it has ended; a command buffer with it runs no second time. */
static void after(const struct way *w)
{
    struct things t = make();

    clear();
    record(&t, 5, false);
    KIT_NEED(submit(&t, false, false));
    KIT_NEED(work_wait(&kit, t.fence, UINT64_MAX));
    expect(5);
    w->end(&t);
    CHECK(!kit_said(&kit, ""));
    if (w->gone) {
        KIT_NEED(vkResetFences(kit.device, 1, &t.fence));
        CHECK_EQ(submit(&t, false, false), VK_ERROR_VALIDATION_FAILED_EXT);
        CHECK(kit_said(&kit, w->gone));
    }
    unmake(&t);
}

/* ---- waits that nothing can end ---------------------------------------------------------------------------------- */

enum { SECONDS = 10 };                          /* more than the driver takes to see it */

static void signal(VkSemaphore s)
{
    KIT_NEED(vkSignalSemaphore(kit.device, &(VkSemaphoreSignalInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s, .value = 1}));
}

/* The device is lost then: each begins with another one. */
static void in_vain(const VkPhysicalDeviceVulkan13Features *want, bool is_event)
{
    const uint64_t time = SECONDS * UINT64_C(1000000000);

    kit_open(&kit, &(struct kit_wishes){.features = want});
    const VkSemaphore gate = semaphore(VK_SEMAPHORE_TYPE_TIMELINE);
    const VkCommandBuffer c = kit_begin(&kit);
    VkEvent event;
    VkFence fence;
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, by, &event));
    KIT_NEED(vkCreateFence(kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, by, &fence));
    if (is_event)
        vkCmdWaitEvents(c, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
    KIT_NEED(vkEndCommandBuffer(c));
    KIT_NEED(work_submit(kit.queue[0], (struct work_submission){.commands = c, .wait = is_event ? VK_NULL_HANDLE : gate, .wait_value = 1, .fence = fence}, true));
    CHECK_EQ(vkWaitForFences(kit.device, 1, &fence, VK_TRUE, 20000000), VK_TIMEOUT);
    vkDestroyEvent(kit.device, event, by);
    vkDestroySemaphore(kit.device, gate, by);
    CHECK_EQ(vkWaitForFences(kit.device, 1, &fence, VK_TRUE, time), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, is_event ? "vkCmdWaitEvents: an event that was destroyed, and that nothing else is to set"
                                  : "a submission waits for a semaphore that was destroyed, and that nothing else is to signal"));
    vkDestroyFence(kit.device, fence, by);
    kit.is_lost = true;
    kit_close(&kit);
}

/* Another queue will signal it, or set it, by what it performs, or later. */
static void not_in_vain(bool is_event, bool is_later)
{
    const VkSemaphore gate = semaphore(VK_SEMAPHORE_TYPE_TIMELINE), first = semaphore(VK_SEMAPHORE_TYPE_TIMELINE);
    const VkCommandBuffer c = kit_begin(&kit), other = kit_begin(&kit);
    VkEvent event;

    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, by, &event));
    if (is_event) {
        vkCmdWaitEvents(c, 1, &event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, NULL, 0, NULL, 0, NULL);
        vkCmdSetEvent(other, event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    }
    KIT_NEED(vkEndCommandBuffer(c));
    KIT_NEED(vkEndCommandBuffer(other));
    if (is_later)
        KIT_NEED(work_submit(kit.queue[1], (struct work_submission){.wait = first, .wait_value = 1}, true));
    KIT_NEED(work_submit(kit.queue[1], (struct work_submission){.commands = other, .wait = first, .wait_value = 1, .signal = is_event ? VK_NULL_HANDLE : gate,
                                                                .signal_value = 1}, true));
    KIT_NEED(work_submit(kit.queue[0], (struct work_submission){.commands = c, .wait = is_event ? VK_NULL_HANDLE : gate, .wait_value = 1}, true));
    vkDestroyEvent(kit.device, event, by);
    vkDestroySemaphore(kit.device, gate, by);
    CHECK(kit_said(&kit, "of a submission that has not ended"));
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);       /* the queues wait */
    signal(first);
    CHECK_EQ(vkDeviceWaitIdle(kit.device), VK_SUCCESS);
    CHECK(!kit_said(&kit, ""));
    vkDestroySemaphore(kit.device, first, by);
}

int main(int argc, char **argv)
{
    static const VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .timelineSemaphore = VK_TRUE,
                                                            .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceVulkan13Features want13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = (void *)(uintptr_t)&want12,
                                                     .synchronization2 = VK_TRUE, .subgroupSizeControl = VK_TRUE, .maintenance4 = VK_TRUE};

    (void)argc;
    kit_choose(argv[0]);
    failing_from(FAILING_CALLBACKS, SIZE_MAX, false);
    failing_from(FAILING_MALLOC, SIZE_MAX, false);
    kit_open(&kit, &(struct kit_wishes){.queues = 2, .features = &want13});
    failing_watch("libvulkan_wavefold");
    words = kit_buffer(&kit, 4 * TEXELS);
    places = kit_buffer(&kit, 8 * TEXELS);
    plain = kit_pipeline(&kit, work_module, work_module_bytes, 1, 12, 0);
    for (int i = 0; i < WAYS; i++)
        for (int in_secondary = 0; in_secondary < 2; in_secondary++) {
            if (way[i].gone)
                before(&way[i], in_secondary);
            meanwhile(&way[i], in_secondary);
            if (!in_secondary)
                after(&way[i]);
            KIT_NEED(vkResetCommandPool(kit.device, kit.pool, 0));      /* of the secondary ones, the last use */
            CHECK_EQ(failing_blocks(FAILING_CALLBACKS), 0);
            CHECK_EQ(failing_wrong(FAILING_CALLBACKS), 0);
        }
    for (int is_event = 0; is_event < 2; is_event++)
        for (int is_later = 0; is_later < 2; is_later++)
            not_in_vain(is_event, is_later);
    kit_pipeline_free(&kit, &plain);
    kit_buffer_free(&kit, &words);
    kit_buffer_free(&kit, &places);
    kit_close(&kit);
    in_vain(&want13, false);
    in_vain(&want13, true);
    return check_end("vulkan_destroyed");
}
