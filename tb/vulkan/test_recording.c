/* SPDX-License-Identifier: Apache-2.0
 * test_recording.c - command buffers in the wrong order: begun twice, not begun, not ended, not recorded, submitted twice that
 * may be once, reset or freed while a submission has them, secondary ones that are gone.  Each is an error with a message,
 * what was submitted before runs, and after a right recording all is well.
 * Not validated: a validation layer would stop all of it.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>

static struct kit kit;
static struct kit_buffer buffer;

static VkCommandBuffer allocate(VkCommandBufferLevel level)
{
    VkCommandBuffer commands;

    KIT_NEED(vkAllocateCommandBuffers(kit.device, &(VkCommandBufferAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = kit.pool, .level = level, .commandBufferCount = 1}, &commands));
    return commands;
}

static void free_it(VkCommandBuffer commands)
{
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
}

static VkResult begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags)
{
    const VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};

    return vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = flags, .pInheritanceInfo = &inherited});
}

static void fill(VkCommandBuffer commands, uint32_t value)
{
    vkCmdFillBuffer(commands, buffer.buffer, 0, 16, value);
}

static void record(VkCommandBuffer commands, uint32_t value)
{
    KIT_NEED(begin(commands, 0));
    fill(commands, value);
    KIT_NEED(vkEndCommandBuffer(commands));
}

/* Submits it, by either command, and waits for the queue. */
static VkResult submit(VkCommandBuffer commands, bool second)
{
    const VkCommandBufferSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = commands};
    const VkResult result = second
        ? vkQueueSubmit2(kit.queue[0], 1, &(VkSubmitInfo2){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1,
                                                           .pCommandBufferInfos = &info}, VK_NULL_HANDLE)
        : vkQueueSubmit(kit.queue[0], 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                                                         .pCommandBuffers = &commands}, VK_NULL_HANDLE);

    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    return result;
}

/* A right recording of the same command buffer runs. */
static void check_works(VkCommandBuffer commands, uint32_t value)
{
    KIT_NEED(vkResetCommandBuffer(commands, 0));
    record(commands, value);
    CHECK_EQ(submit(commands, value % 2), VK_SUCCESS);
    CHECK_EQ(buffer.word[3], value);
}

/* ---- states ------------------------------------------------------------------------------------------------------- */

static void wrong_order(void)
{
    const VkCommandBuffer c = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    CHECK_EQ(submit(c, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkQueueSubmit: command buffer 0 of submission 0 was not recorded");
    CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkEndCommandBuffer: the command buffer is not begun");
    fill(c, 1);
    KIT_SAID(&kit, "a command of a command buffer that is not begun");
    check_works(c, 2);

    KIT_NEED(begin(c, 0));
    CHECK_EQ(submit(c, true), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "is not ended");
    CHECK_EQ(begin(c, 0), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkBeginCommandBuffer: the command buffer was begun");
    CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK_EQ(submit(c, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "has commands that failed");
    check_works(c, 3);

    /* what comes after the end makes it invalid */
    fill(c, 4);
    KIT_SAID(&kit, "or is ended: it is left out");
    CHECK_EQ(submit(c, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "has commands that failed");
    CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkEndCommandBuffer");
    CHECK_EQ(buffer.word[0], 3);
    check_works(c, 5);

    KIT_NEED(vkResetCommandBuffer(c, 0));
    CHECK_EQ(submit(c, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "was not recorded");
    free_it(c);
}

/* A dispatch without a pipeline: the recording fails, and is not submitted. */
static void no_pipeline(void)
{
    const VkCommandBuffer c = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    KIT_NEED(begin(c, 0));
    vkCmdDispatch(c, 1, 1, 1);
    KIT_SAID(&kit, "vkCmdDispatch: no compute pipeline is bound");
    CHECK_EQ(vkEndCommandBuffer(c), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK_EQ(submit(c, true), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "has commands that failed");
    check_works(c, 6);
    free_it(c);
}

static void once(void)
{
    const VkCommandBuffer c = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    KIT_NEED(begin(c, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT));
    fill(c, 7);
    KIT_NEED(vkEndCommandBuffer(c));
    CHECK_EQ(submit(c, false), VK_SUCCESS);
    CHECK_EQ(buffer.word[0], 7);
    CHECK_EQ(submit(c, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "was to be submitted once, and was");
    check_works(c, 8);
    CHECK_EQ(submit(c, false), VK_SUCCESS);             /* and again */
    free_it(c);
}

/* One that cannot run keeps all of its call from the queue. */
static void one_of_three(void)
{
    const VkCommandBuffer good = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY), bad = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const VkCommandBuffer two[] = {good, bad};
    const VkSubmitInfo info[] = {
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &good},
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 2, .pCommandBuffers = two}};

    buffer.word[0] = 0;
    record(good, 9);
    CHECK_EQ(vkQueueSubmit(kit.queue[0], 2, info, VK_NULL_HANDLE), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "command buffer 1 of submission 1 was not recorded");
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    CHECK_EQ(buffer.word[0], 0);
    CHECK_EQ(submit(good, false), VK_SUCCESS);
    CHECK_EQ(buffer.word[0], 9);
    free_it(good);
    free_it(bad);
}

/* ---- while a submission has it ------------------------------------------------------------------------------------- */

/* It waits for 1 of the semaphore. */
static void submit_waiting(VkCommandBuffer commands, VkSemaphore semaphore)
{
    const VkCommandBufferSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = commands};
    const VkSemaphoreSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = semaphore, .value = 1,
                                        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};

    KIT_NEED(vkQueueSubmit2(kit.queue[0], 1, &(VkSubmitInfo2){
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = 1, .pWaitSemaphoreInfos = &wait,
        .commandBufferInfoCount = 1, .pCommandBufferInfos = &info}, VK_NULL_HANDLE));
}

static VkSemaphore new_semaphore(void)
{
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphore semaphore;

    KIT_NEED(vkCreateSemaphore(kit.device, &(VkSemaphoreCreateInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type}, NULL, &semaphore));
    return semaphore;
}

static void let_go(VkSemaphore semaphore)
{
    KIT_NEED(vkSignalSemaphore(kit.device, &(VkSemaphoreSignalInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = semaphore, .value = 1}));
    KIT_NEED(vkQueueWaitIdle(kit.queue[0]));
    vkDestroySemaphore(kit.device, semaphore, NULL);
}

/* What is pending stays as it is, and runs. */
static void pending(void)
{
    const VkCommandBuffer c = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const VkSemaphore semaphore = new_semaphore();

    record(c, 10);
    submit_waiting(c, semaphore);
    CHECK_EQ(vkResetCommandBuffer(c, 0), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkResetCommandBuffer: a command buffer of a submission that has not ended");
    CHECK_EQ(begin(c, 0), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkBeginCommandBuffer: a command buffer of a submission that has not ended");
    CHECK_EQ(vkResetCommandPool(kit.device, kit.pool, 0), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "vkResetCommandPool: a command buffer of a submission that has not ended");
    let_go(semaphore);
    CHECK_EQ(buffer.word[0], 10);
    check_works(c, 11);
    free_it(c);
}

/* Freed, it runs nevertheless: alone, with its pool, and as one that another executes. */
static void freed(void)
{
    const VkCommandBuffer c = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY), primary = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const VkCommandBuffer secondary = allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    VkSemaphore semaphore = new_semaphore();
    VkCommandPool pool;
    VkCommandBuffer other;

    record(c, 12);
    submit_waiting(c, semaphore);
    free_it(c);
    KIT_SAID(&kit, "vkFreeCommandBuffers: a command buffer of a submission that has not ended");
    let_go(semaphore);
    CHECK_EQ(buffer.word[0], 12);

    semaphore = new_semaphore();
    KIT_NEED(vkCreateCommandPool(kit.device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL, &pool));
    KIT_NEED(vkAllocateCommandBuffers(kit.device, &(VkCommandBufferAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1}, &other));
    record(other, 13);
    submit_waiting(other, semaphore);
    vkDestroyCommandPool(kit.device, pool, NULL);
    KIT_SAID(&kit, "vkDestroyCommandPool: a command buffer of a submission that has not ended");
    let_go(semaphore);
    CHECK_EQ(buffer.word[0], 13);

    semaphore = new_semaphore();
    record(secondary, 14);
    KIT_NEED(begin(primary, 0));
    vkCmdExecuteCommands(primary, 1, &secondary);
    KIT_NEED(vkEndCommandBuffer(primary));
    submit_waiting(primary, semaphore);
    free_it(secondary);
    KIT_SAID(&kit, "vkFreeCommandBuffers");
    let_go(semaphore);
    CHECK_EQ(buffer.word[0], 14);
    CHECK_EQ(submit(primary, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "executes one that was freed, reset or recorded anew");
    check_works(primary, 15);
    free_it(primary);
}

/* ---- secondary command buffers ------------------------------------------------------------------------------------- */

static void secondaries(void)
{
    const VkCommandBuffer primary = allocate(VK_COMMAND_BUFFER_LEVEL_PRIMARY), secondary = allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);

    KIT_NEED(begin(primary, 0));
    vkCmdExecuteCommands(primary, 1, &secondary);
    KIT_SAID(&kit, "vkCmdExecuteCommands: a command buffer was not recorded");
    CHECK_EQ(vkEndCommandBuffer(primary), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_NEED(begin(primary, 0));
    vkCmdExecuteCommands(primary, 1, &primary);
    KIT_SAID(&kit, "vkCmdExecuteCommands: a command buffer is the one that executes it");
    CHECK_EQ(vkEndCommandBuffer(primary), VK_ERROR_VALIDATION_FAILED_EXT);

    /* recorded anew after it was executed: twice in a row of either kind */
    record(secondary, 16);
    KIT_NEED(begin(primary, 0));
    vkCmdExecuteCommands(primary, 1, &secondary);
    KIT_NEED(vkEndCommandBuffer(primary));
    CHECK_EQ(submit(primary, false), VK_SUCCESS);
    CHECK_EQ(buffer.word[0], 16);
    CHECK_EQ(submit(primary, true), VK_SUCCESS);
    record(secondary, 17);
    CHECK_EQ(submit(primary, false), VK_ERROR_VALIDATION_FAILED_EXT);
    KIT_SAID(&kit, "executes one that was freed, reset or recorded anew");
    CHECK_EQ(buffer.word[0], 16);
    check_works(primary, 18);
    KIT_NEED(begin(primary, 0));
    vkCmdExecuteCommands(primary, 1, &secondary);
    KIT_NEED(vkEndCommandBuffer(primary));
    free_it(primary);
    CHECK_EQ(submit(secondary, false), VK_SUCCESS);
    CHECK_EQ(buffer.word[0], 17);
    free_it(secondary);
}

int main(int argc, char **argv)
{
    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    buffer = kit_buffer(&kit, 16);
    wrong_order();
    no_pipeline();
    once();
    one_of_three();
    pending();
    freed();
    secondaries();
    kit_buffer_free(&kit, &buffer);
    kit_close(&kit);
    return check_end("vulkan_recording");
}
