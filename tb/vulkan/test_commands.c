/* SPDX-License-Identifier: Apache-2.0
 * test_commands.c - command buffers: secondary ones, reuse, resets, recordings that fail; dispatches, copies and fills.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "work.h"

#include <string.h>

enum { GROUP = 16, WORDS = 16 * GROUP };

static VkCommandPool new_pool(struct kit *kit, VkCommandPoolCreateFlags flags)
{
    VkCommandPool pool;

    KIT_NEED(vkCreateCommandPool(kit->device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = flags}, NULL, &pool));
    return pool;
}

static VkCommandBuffer allocate(struct kit *kit, VkCommandPool pool, VkCommandBufferLevel level)
{
    VkCommandBuffer commands;

    KIT_NEED(vkAllocateCommandBuffers(kit->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .level = level, .commandBufferCount = 1}, &commands));
    return commands;
}

static void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags)
{
    static const VkCommandBufferInheritanceInfo inheritance = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};

    KIT_NEED(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = flags, .pInheritanceInfo = &inheritance}));
}

static void dispatch(VkCommandBuffer commands, const struct work *w, enum work_mode mode, uint32_t add)
{
    work_bind(commands, w, mode, add, 0);
    vkCmdDispatch(commands, 1, 1, 1);
    work_barrier(commands);
}

static void run(struct kit *kit, VkCommandBuffer commands)
{
    KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = commands}, false));
    KIT_NEED(vkQueueWaitIdle(kit->queue[0]));
}

static uint32_t step(uint32_t word, uint32_t add)
{
    return 3 * word + add;
}

/* ---- reuse ------------------------------------------------------------------------------------------------------- */

static void reuse(struct kit *kit, struct work *w)
{
    const VkCommandPool pool = new_pool(kit, VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
    const VkCommandBuffer commands = allocate(kit, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY), other = allocate(kit, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    w->buffer.word[0] = 0;
    begin(commands, 0);
    dispatch(commands, w, WORK_STEP, 1);
    KIT_NEED(vkEndCommandBuffer(commands));
    run(kit, commands);
    run(kit, commands);                                         /* again */
    CHECK_EQ(w->buffer.word[0], step(step(0, 1), 1));

    begin(other, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
    dispatch(other, w, WORK_STEP, 2);
    KIT_NEED(vkEndCommandBuffer(other));
    run(kit, other);
    CHECK_EQ(w->buffer.word[0], step(step(step(0, 1), 1), 2));

    w->buffer.word[0] = 5;
    begin(commands, 0);                                         /* begins anew: what was recorded is gone */
    dispatch(commands, w, WORK_STEP, 3);
    KIT_NEED(vkEndCommandBuffer(commands));
    run(kit, commands);
    CHECK_EQ(w->buffer.word[0], step(5, 3));

    w->buffer.word[0] = 6;
    KIT_NEED(vkResetCommandBuffer(commands, VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT));
    begin(commands, 0);
    KIT_NEED(vkEndCommandBuffer(commands));
    run(kit, commands);                                         /* of no commands */
    CHECK_EQ(w->buffer.word[0], 6);
    KIT_NEED(vkResetCommandBuffer(commands, 0));
    begin(commands, 0);
    dispatch(commands, w, WORK_STEP, 4);
    KIT_NEED(vkEndCommandBuffer(commands));
    run(kit, commands);
    CHECK_EQ(w->buffer.word[0], step(6, 4));
    vkDestroyCommandPool(kit->device, pool, NULL);              /* and those in it */
}

/* A recording much longer than what the driver takes at once, after which the pool is reset, some times. */
static void pools(struct kit *kit, struct work *w)
{
    enum { STEPS = 600 };
    const VkCommandPool pool = new_pool(kit, 0);
    VkCommandBuffer commands[3];

    KIT_NEED(vkAllocateCommandBuffers(kit->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 3}, commands));
    for (uint32_t turn = 0; turn < 3; turn++) {
        uint32_t wanted = w->buffer.word[0] = turn;
        for (int i = 0; i < 3; i++) {
            begin(commands[i], 0);
            for (uint32_t n = 0; n < STEPS; n++)
                dispatch(commands[i], w, WORK_STEP, n);
            KIT_NEED(vkEndCommandBuffer(commands[i]));
        }
        for (uint32_t n = 0; n < STEPS; n++)
            wanted = step(wanted, n);
        run(kit, commands[turn]);
        CHECK_EQ(w->buffer.word[0], wanted);
        KIT_NEED(vkResetCommandPool(kit->device, pool, turn ? VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT : 0));
        vkTrimCommandPool(kit->device, pool, 0);
    }
    vkFreeCommandBuffers(kit->device, pool, 1, &commands[1]);
    vkFreeCommandBuffers(kit->device, pool, 1, &(VkCommandBuffer){NULL});
    begin(commands[2], 0);
    dispatch(commands[2], w, WORK_STEP, 9);
    KIT_NEED(vkEndCommandBuffer(commands[2]));
    w->buffer.word[0] = 1;
    run(kit, commands[2]);
    CHECK_EQ(w->buffer.word[0], step(1, 9));
    vkDestroyCommandPool(kit->device, pool, NULL);
}

/* ---- secondary command buffers ----------------------------------------------------------------------------------- */

static void secondary(struct kit *kit, struct work *w)
{
    VkCommandBuffer of[2], primary[2];
    uint32_t wanted = 7;

    for (uint32_t i = 0; i < 2; i++) {
        of[i] = allocate(kit, kit->pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        begin(of[i], VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
        dispatch(of[i], w, WORK_STEP, 10 + i);
        KIT_NEED(vkEndCommandBuffer(of[i]));
    }
    /* in order, one of them twice; the state of the primary is its own */
    for (uint32_t i = 0; i < 2; i++) {
        primary[i] = kit_begin(kit);
        dispatch(primary[i], w, WORK_STEP, 1);
        vkCmdExecuteCommands(primary[i], 2, of);
        vkCmdExecuteCommands(primary[i], 1, &of[0]);
        dispatch(primary[i], w, WORK_STEP, 2);
        KIT_NEED(vkEndCommandBuffer(primary[i]));
    }
    w->buffer.word[0] = wanted;
    for (int i = 0; i < 2; i++)                                 /* both are pending, with the same secondary ones */
        KIT_NEED(work_submit(kit->queue[0], (struct work_submission){.commands = primary[i]}, true));
    KIT_NEED(vkQueueWaitIdle(kit->queue[0]));
    for (int i = 0; i < 2; i++)
        wanted = step(step(step(step(step(wanted, 1), 10), 11), 10), 2);
    CHECK_EQ(w->buffer.word[0], wanted);
    vkFreeCommandBuffers(kit->device, kit->pool, 2, primary);
    vkFreeCommandBuffers(kit->device, kit->pool, 2, of);
}

/* One command buffer is pending many times. */
static void simultaneous(struct kit *kit, struct work *w)
{
    enum { TIMES = 20 };
    const VkCommandBuffer commands = allocate(kit, kit->pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);

    begin(commands, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    dispatch(commands, w, WORK_ADD, 3);
    KIT_NEED(vkEndCommandBuffer(commands));
    w->buffer.word[0] = 0;
    for (int i = 0; i < TIMES; i++)
        KIT_NEED(work_submit(kit->queue[i % 2], (struct work_submission){.commands = commands}, i % 3 != 0));
    KIT_NEED(vkDeviceWaitIdle(kit->device));
    CHECK_EQ(w->buffer.word[0], TIMES * 3 * GROUP);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &commands);
}

/* ---- dispatches -------------------------------------------------------------------------------------------------- */

static void check_places(const struct work *w, const uint32_t groups[3])
{
    for (uint32_t z = 0; z < groups[2]; z++)
        for (uint32_t y = 0; y < groups[1]; y++)
            for (uint32_t x = 0; x < groups[0] * GROUP; x++)
                CHECK_EQ(w->buffer.word[(z * groups[1] + y) * groups[0] * GROUP + x], x / GROUP + 100 * y + 10000 * z);
}

static void indirect(struct kit *kit, struct work *w)
{
    struct kit_buffer counts = kit_buffer(kit, 64);
    const VkCommandBuffer commands = kit_begin(kit);

    memset(counts.word, 0xff, 64);
    work_bind(commands, w, WORK_PLACE, 0, 0);
    vkCmdUpdateBuffer(commands, counts.buffer, 20, 12, (uint32_t[3]){2, 3, 2});     /* by the queue, not before */
    work_barrier(commands);
    vkCmdDispatchIndirect(commands, counts.buffer, 20);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    check_places(w, (uint32_t[3]){2, 3, 2});
    CHECK_EQ(counts.word[4], UINT32_MAX);
    CHECK_EQ(counts.word[8], UINT32_MAX);

    /* none in y: no work */
    const VkCommandBuffer none = kit_begin(kit);
    memcpy(counts.word, (uint32_t[3]){5, 0, 70000}, 12);
    w->buffer.word[0] = 77;
    work_bind(none, w, WORK_STEP, 1, 0);
    vkCmdDispatchIndirect(none, counts.buffer, 0);
    CHECK_EQ(kit_submit(kit, none), VK_SUCCESS);
    CHECK_EQ(w->buffer.word[0], 77);
    kit_buffer_free(kit, &counts);
}

static void based(struct kit *kit, struct work *w)
{
    const VkCommandBuffer commands = kit_begin(kit);

    vkCmdSetDeviceMask(commands, 1);                            /* the device is the only one of its group */
    memset(w->buffer.word, 0, 4 * WORDS);
    work_bind(commands, w, WORK_PLACE, 0, 0);
    vkCmdDispatchBase(commands, 0, 1, 2, 2, 1, 1);              /* gl_NumWorkGroups is (2, 1, 1) */
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    for (uint32_t x = 0; x < 2 * GROUP; x++)
        CHECK_EQ(w->buffer.word[(2 * 1 + 1) * 2 * GROUP + x], x / GROUP + 100 + 20000);
    CHECK_EQ(w->buffer.word[0], 0);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void copies(struct kit *kit)
{
    struct kit_buffer from = kit_buffer(kit, 256), to = kit_buffer(kit, 256);
    const VkBufferCopy two[2] = {{4, 0, 8}, {100, 201, 55}};
    const VkBufferCopy2 third = {.sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2, .srcOffset = 7, .dstOffset = 66, .size = 3};
    unsigned char wanted[256], *source = (unsigned char *)from.word;
    const VkCommandBuffer commands = kit_begin(kit);

    for (int i = 0; i < 256; i++)
        source[i] = (unsigned char)(i * 7 + 1);
    memset(to.word, 0xaa, 256);
    memset(wanted, 0xaa, 256);
    vkCmdCopyBuffer(commands, from.buffer, to.buffer, 2, two);
    vkCmdCopyBuffer2(commands, &(VkCopyBufferInfo2){.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = from.buffer, .dstBuffer = to.buffer, .regionCount = 1, .pRegions = &third});
    vkCmdUpdateBuffer(commands, to.buffer, 80, 8, "abcdefgh");
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    memcpy(wanted, source + 4, 8);
    memcpy(wanted + 201, source + 100, 55);
    memcpy(wanted + 66, source + 7, 3);
    memcpy(wanted + 80, "abcdefgh", 8);
    CHECK_EQ(memcmp(to.word, wanted, 256), 0);
    kit_buffer_free(kit, &from);
    kit_buffer_free(kit, &to);
}

/* Within a buffer, to a place that does not overlap, and, as two buffers of one memory may, to one that does. */
static void overlaps(struct kit *kit)
{
    struct kit_buffer b = kit_buffer(kit, 256);
    VkBuffer alias;
    const VkCommandBuffer commands = kit_begin(kit);

    KIT_NEED(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 256, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT}, NULL, &alias));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(kit->device, alias, &needs);
    KIT_NEED(vkBindBufferMemory(kit->device, alias, b.memory, 0));
    for (uint32_t i = 0; i < 64; i++)
        b.word[i] = i;
    vkCmdCopyBuffer(commands, b.buffer, b.buffer, 1, &(VkBufferCopy){0, 128, 64});
    if (!kit->validates)
        vkCmdCopyBuffer(commands, b.buffer, alias, 1, &(VkBufferCopy){0, 8, 64});
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    for (uint32_t i = 0; i < 16; i++)
        CHECK_EQ(b.word[32 + i], i);
    for (uint32_t i = 0; i < 16 && !kit->validates; i++)
        CHECK_EQ(b.word[2 + i], i);
    vkDestroyBuffer(kit->device, alias, NULL);
    kit_buffer_free(kit, &b);
}

static void fills(struct kit *kit)
{
    struct kit_buffer b = kit_buffer(kit, 63);                  /* its last word is not whole */
    const VkCommandBuffer commands = kit_begin(kit);

    memset(b.word, 0xaa, 63);
    vkCmdFillBuffer(commands, b.buffer, 4, 8, 0x11223344);
    vkCmdFillBuffer(commands, b.buffer, 20, VK_WHOLE_SIZE, 0x55667788);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    for (uint32_t i = 0; i < 16; i++)
        CHECK_EQ(i < 15 ? b.word[i] : b.word[i] & 0xffffff, i == 1 || i == 2 ? 0x11223344u : i >= 5 && i < 15 ? 0x55667788u : i < 15 ? 0xaaaaaaaau : 0xaaaaaau);
    kit_buffer_free(kit, &b);
}

/* ---- recordings that fail ---------------------------------------------------------------------------------------- */

static void fails(struct kit *kit, VkCommandBuffer commands, VkResult wanted, const char *text)
{
    CHECK_EQ(vkEndCommandBuffer(commands), wanted);
    CHECK(kit_said(kit, text));
    /* the next recording is a new one */
    begin(commands, 0);
    KIT_NEED(vkEndCommandBuffer(commands));
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &commands);
}

static void misused(struct kit *kit, struct work *w)
{
    struct kit_buffer small = kit_buffer(kit, 16);
    const VkBufferCopy region = {0, 8, 12};
    VkCommandBuffer commands = kit_begin(kit);
    VkBuffer unbound;

    KIT_NEED(vkCreateBuffer(kit->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 1 << 20, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT}, NULL, &unbound));
    vkCmdCopyBuffer(commands, w->buffer.buffer, small.buffer, 1, &region);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdCopyBuffer: 12 bytes from 8 on, of a buffer of 16");
    commands = kit_begin(kit);
    vkCmdCopyBuffer(commands, small.buffer, w->buffer.buffer, 1, &(VkBufferCopy){UINT64_MAX - 3, 0, 8});
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdCopyBuffer: 8 bytes from 18446744073709551612 on");
    commands = kit_begin(kit);
    vkCmdFillBuffer(commands, small.buffer, 8, 12, 1);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdFillBuffer: 12 bytes from 8 on");
    commands = kit_begin(kit);
    vkCmdFillBuffer(commands, unbound, 8192, 4, 1);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdFillBuffer: a buffer without memory");
    commands = kit_begin(kit);
    vkCmdUpdateBuffer(commands, small.buffer, 12, 8, "12345678");
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdUpdateBuffer: 8 bytes from 12 on");
    commands = kit_begin(kit);
    vkCmdDispatch(commands, 1, 1, 1);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdDispatch: no compute pipeline is bound");
    commands = kit_begin(kit);
    work_bind(commands, w, WORK_STEP, 1, 0);
    vkCmdDispatchIndirect(commands, small.buffer, 8);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdDispatchIndirect: 12 bytes from 8 on, of a buffer of 16");
    commands = kit_begin(kit);
    vkCmdSetDeviceMask(commands, 2);
    fails(kit, commands, VK_ERROR_VALIDATION_FAILED_EXT, "vkCmdSetDeviceMask: 0x2");
    /* of graphics: the first failure is the result, each is said */
    commands = kit_begin(kit);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdFillBuffer(commands, small.buffer, 8, 12, 1);
    fails(kit, commands, VK_ERROR_FEATURE_NOT_PRESENT, "vkCmdDraw: ");
    commands = allocate(kit, kit->pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    CHECK_EQ(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT}), VK_ERROR_FEATURE_NOT_PRESENT);
    fails(kit, commands, VK_ERROR_FEATURE_NOT_PRESENT, "vkBeginCommandBuffer: this device has no render passes");
    vkDestroyBuffer(kit->device, unbound, NULL);
    kit_buffer_free(kit, &small);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, &(struct kit_wishes){.queues = 2});
    kit.pipeline_flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
    struct work w = work_open(&kit, WORDS, 0);
    memset(w.buffer.word, 0, 4 * WORDS);
    reuse(&kit, &w);
    pools(&kit, &w);
    secondary(&kit, &w);
    simultaneous(&kit, &w);
    indirect(&kit, &w);
    based(&kit, &w);
    copies(&kit);
    overlaps(&kit);
    fills(&kit);
    if (!kit.validates)
        misused(&kit, &w);
    work_close(&w);
    kit_close(&kit);
    return check_end("vulkan_commands");
}
