/* SPDX-License-Identifier: Apache-2.0
 * test_races.c - races between commands that nothing orders: of dispatches with copies and fills, of different
 * submissions and of different queues; and programs that order them rightly, of which nothing is said.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#include "mix.spv.h"

enum { WORDS = 8192, BYTES = 4 * WORDS, MOST = 32 };    /* more than the 4096 words that may share a record */
static struct kit kit;
static struct kit_buffer words, other, counts;
static struct kit_pipeline mixes;
static VkDescriptorSet in_place;
static VkSemaphore binary[MOST], timeline;
static uint64_t reached;                /* by the timeline */
static VkFence fence;
static VkEvent event;

/* ---- a program: a letter for each command ------------------------------------------------------------------------ */

struct program {
    VkCommandBuffer commands[MOST];
    unsigned submissions, queue, signals;
    uint64_t reached;                   /* by the timeline */
    bool waits_binary, waits_timeline;  /* the next submission does */
};

static void barrier(VkCommandBuffer c, VkPipelineStageFlags from, VkAccessFlags stores, VkPipelineStageFlags to,
                    VkAccessFlags sees)
{
    const VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, NULL, stores, sees};

    vkCmdPipelineBarrier(c, from, to, 0, stores || sees ? 1 : 0, &memory, 0, NULL, 0, NULL);
}

/* Copies "words" to "other", or back. */
static void copy(VkCommandBuffer c, bool back, VkDeviceSize from, VkDeviceSize bytes)
{
    vkCmdCopyBuffer(c, back ? other.buffer : words.buffer, back ? words.buffer : other.buffer, 1,
                    &(VkBufferCopy){from, from, bytes});
}

static void put(VkCommandBuffer c, char command)
{
    const VkPipelineStageFlags shader = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, transfer = VK_PIPELINE_STAGE_TRANSFER_BIT,
                               indirect = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
    const VkAccessFlags shaders = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                        transfers = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                        all = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    const VkMemoryBarrier2 to_copy = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                      .srcStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      .srcAccessMask = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                                      .dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                      .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT};
    const VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1,
                                         .pMemoryBarriers = &to_copy};
    const VkBufferMemoryBarrier of_words = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                            .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                            .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
                                            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                            .buffer = words.buffer, .size = VK_WHOLE_SIZE};

    switch (command) {
    /* commands: the shader reads and writes all words */
    case 'd': kit_dispatch(c, &mixes, in_place, WORDS / 64, 1, 1); break;
    case 'r': copy(c, false, 0, BYTES); break;
    case 'q': copy(c, false, 4, 8); break;
    case 'w': copy(c, true, 0, BYTES); break;
    case 'f': vkCmdFillBuffer(c, words.buffer, 0, VK_WHOLE_SIZE, 1); break;
    case 'u': vkCmdUpdateBuffer(c, words.buffer, 16, 4, &(uint32_t){7}); break;
    case 'm': vkCmdUpdateBuffer(c, words.buffer, BYTES / 2, 4, &(uint32_t){7}); break;  /* of a page that 'f' writes whole */
    case 'b': copy(c, false, 1, 1); break;              /* one byte, and the next of the same word */
    case 'B': copy(c, false, 2, 1); break;
    case 'n': vkCmdFillBuffer(c, counts.buffer, 0, 12, 1); break;
    case 'i':
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, mixes.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, mixes.layout, 0, 1, &in_place, 0, NULL);
        vkCmdDispatchIndirect(c, counts.buffer, 0);
        break;
    /* barriers: S after the shader and before transfers, T the other way round; execution alone in lower case */
    case 'S': barrier(c, shader, VK_ACCESS_SHADER_WRITE_BIT, transfer, transfers); break;
    case 'T': barrier(c, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, shader, shaders); break;
    case 'X': barrier(c, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, transfer, transfers); break;
    case 'M': barrier(c, shader, VK_ACCESS_SHADER_WRITE_BIT, shader, shaders); break;
    case 'I': barrier(c, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, indirect, VK_ACCESS_INDIRECT_COMMAND_READ_BIT); break;
    case 'A': barrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, all, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, all); break;
    case 's': barrier(c, shader, 0, transfer, 0); break;
    case 't': barrier(c, transfer, 0, shader, 0); break;
    case 'p': barrier(c, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, transfer, 0); break;
    case 'P': barrier(c, transfer, 0, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0); break;
    case 'c': vkCmdPipelineBarrier2(c, &dependency); break;
    case 'Y': vkCmdPipelineBarrier(c, shader, transfer, 0, 0, NULL, 1, &of_words, 0, NULL); break;
    case 'N': barrier(c, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0); break;
    case 'e': vkCmdSetEvent2(c, event, &dependency); break;
    case 'E': vkCmdWaitEvents2(c, 1, &event, &dependency); break;
    default: CHECK(command == '\0');
    }
}

/* A submission with what the last one asked to be waited for.  `signal`: '>' a semaphore, '^' the timeline. */
static void submit(struct program *p, char how)
{
    const VkPipelineStageFlags2 all = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    const VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                .commandBuffer = p->commands[p->submissions]};
    VkSemaphoreSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .stageMask = all}, signal = wait;
    const VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                .waitSemaphoreInfoCount = p->waits_binary || p->waits_timeline,
                                .pWaitSemaphoreInfos = &wait, .commandBufferInfoCount = 1,
                                .pCommandBufferInfos = &commands,
                                .signalSemaphoreInfoCount = strchr(">^h", how) ? 1 : 0,
                                .pSignalSemaphoreInfos = &signal};

    if (p->waits_binary)
        wait.semaphore = binary[p->signals - 1];
    else {
        wait.semaphore = timeline;
        wait.value = p->reached;
    }
    signal.semaphore = how == '>' ? binary[p->signals++] : timeline;
    signal.value = how == '>' ? 0 : p->reached + 1;
    KIT_NEED(vkEndCommandBuffer(commands.commandBuffer));
    KIT_NEED(vkQueueSubmit2(kit.queue[p->queue], 1, &info, how == '!' ? fence : VK_NULL_HANDLE));
    p->reached += how == '^' || how == 'h';
    p->waits_binary = how == '>';
    p->waits_timeline = how == '^';
    p->submissions++;
}

/* Ends of submissions: ; the next to the same queue, | to the other one, > and ^ to the other one with a semaphore, or
 * the host waits before the next: ! for a fence, = and ~ for queue and device, h for the timeline. */
static void end(struct program *p, char how)
{
    submit(p, how);
    switch (how) {
    case '|':
    case '>':
    case '^': p->queue = !p->queue; break;
    case '!':
        KIT_NEED(vkWaitForFences(kit.device, 1, &fence, VK_TRUE, UINT64_MAX));
        KIT_NEED(vkResetFences(kit.device, 1, &fence));
        break;
    case '=': KIT_NEED(vkQueueWaitIdle(kit.queue[p->queue])); break;
    case '~': KIT_NEED(vkDeviceWaitIdle(kit.device)); break;
    case 'h':
        KIT_NEED(vkWaitSemaphores(kit.device, &(VkSemaphoreWaitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                                                    .semaphoreCount = 1, .pSemaphores = &timeline,
                                                                    .pValues = &p->reached}, UINT64_MAX));
        break;
    default: break;
    }
}

/* What is reported of it; "": nothing. */
static const char *run(const char *text)
{
    struct program p = {.reached = reached};

    kit.said[0] = '\0';
    KIT_NEED(vkResetEvent(kit.device, event));
    for (bool more = true; more; text++) {
        if (!p.commands[p.submissions]) {
            p.commands[p.submissions] = kit_begin(&kit);
            vkCmdPushConstants(p.commands[p.submissions], mixes.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4,
                               &(uint32_t){1});
        }
        more = *text;
        if (more && !strchr(";|>^!=~h", *text))
            put(p.commands[p.submissions], *text);
        else
            end(&p, *text ? *text : '~');
    }
    reached = p.reached;
    vkFreeCommandBuffers(kit.device, kit.pool, p.submissions, p.commands);
    return kit.said;
}

/* ---- what is found ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *program, *said[3];
} races[] = {
    {"dr", {"vkCmdCopyBuffer: reads byte ", " of the buffer \"words\"", "mix.comp:18"}},
    {"rd", {"vkCmdCopyBuffer: reads byte ", "no barrier between them", "mix.comp:18"}},
    {"dw", {"vkCmdCopyBuffer: writes byte ", "mix.comp:"}},
    {"wd", {"vkCmdCopyBuffer: writes byte ", "mix.comp:10"}},
    {"df", {"vkCmdFillBuffer: writes byte ", "mix.comp:"}},
    {"fd", {"vkCmdFillBuffer: writes byte ", "mix.comp:10"}},
    {"du", {"vkCmdUpdateBuffer: writes byte 16 of the buffer \"words\"", "mix.comp:"}},
    {"ud", {"vkCmdUpdateBuffer: writes byte 16 of the buffer \"words\"", "mix.comp:10"}},
    {"fr", {"vkCmdCopyBuffer: race with vkCmdFillBuffer", "reads byte 0", "writes byte 0"}},
    {"rf", {"vkCmdFillBuffer: race with vkCmdCopyBuffer"}},
    {"fw", {"vkCmdCopyBuffer: race with vkCmdFillBuffer"}},
    {"ur", {"vkCmdCopyBuffer: race with vkCmdUpdateBuffer", "byte 16"}},
    {"rq", {"byte 4 of the buffer \"others\""}},
    {"ni", {"vkCmdDispatchIndirect: race with vkCmdFillBuffer"}},
    /* a page that has one record, and one whose words were told apart before */
    {"fm", {"vkCmdUpdateBuffer: race with vkCmdFillBuffer", "byte 16384"}},
    {"mXfm", {"vkCmdUpdateBuffer: race with vkCmdFillBuffer", "byte 16384"}},
    /* barriers that do not do */
    {"dsr", {"no barrier between that makes the store of the first visible"}},
    {"ftd", {"no barrier between that makes the store of the first visible"}},
    {"dMr", {"vkCmdCopyBuffer: reads"}},
    {"dTr", {"vkCmdCopyBuffer: reads"}},
    {"dNr", {"vkCmdCopyBuffer: reads"}},
    {"rXd", {"vkCmdCopyBuffer: reads"}},
    {"dStd", {"no barrier between that makes the store of the first visible"}},
    {"nTi", {"vkCmdDispatchIndirect: race with vkCmdFillBuffer"}},
    {"rcf", {"vkCmdFillBuffer: race with vkCmdCopyBuffer"}},
    /* an event orders what came before it was set, not before the wait */
    {"edEr", {"vkCmdCopyBuffer: reads"}},
    /* submissions, and queues */
    {"d;d", {"in two submissions with no barrier, semaphore or wait of the host between them", "mix.comp:18"}},
    {"d;r", {"vkCmdCopyBuffer: reads", "in two submissions"}},
    {"r;d", {"vkCmdCopyBuffer: reads", "in two submissions"}},
    {"f;w", {"vkCmdCopyBuffer: race with vkCmdFillBuffer", "in two submissions"}},
    {"d;n;sr", {"no barrier between that makes the store of the first visible"}},
    {"d|d", {"in two queues with no semaphore or wait of the host between them", "mix.comp:18"}},
    {"d|f", {"in two queues", "vkCmdFillBuffer: writes"}},
    {"d|Af", {"in two queues", "vkCmdFillBuffer: writes"}},     /* a barrier orders nothing of another queue */
};

static const char *const rights[] = {
    "d", "uq", "b", "bB", "dSr", "dSw", "dcr", "dYr", "rpf", "rPf", "dAr", "rtd", "dAd", "dAfAr", "wTd", "fTd", "uTd", "rsTd", "rtsf", "fXr", "fXw", "rXf",
    "nIi", "dSrTd", "dSrTdSr", "isn", "deEr", "d;Sr", "d;M;d", "d;;Ad", "f;Td", "r;td", "f;;;Td;Sr", "d!d",
    "d!r", "d=d", "d=f", "d~d", "dhd", "dhr", "d>d", "d>r", "d>r>d", "d^d", "d^r^f", "d!|f", "d|~f", "d|=n|~f", "d>;r", "d>;|!r",
    "de;Er", "dSr;Td", "dAf;Ad;Af",
};

static void find_all(void)
{
    for (size_t i = 0; i < sizeof races / sizeof *races; i++) {
        const char *said = run(races[i].program);
        CHECK(strstr(said, "race with") != NULL);
        for (int n = 0; n < 3 && races[i].said[n]; n++)
            if (!strstr(said, races[i].said[n])) {
                printf("program %s: \"%s\" is not in: %s\n", races[i].program, races[i].said[n], said);
                CHECK(false);
            }
    }
}

static void find_nothing(void)
{
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++) {
        const char *said = run(rights[i]);
        CHECK(!*said || !printf("program %s: %s\n", rights[i], said));
    }
}

/* Each pair of commands is told once, though it is of many words, and of a submission no more than 16 are. */
static void count(void)
{
    static const struct { const char *program; unsigned races; } of[] = {{"fru", 3}, {"uuuuuuuuuuuuuuuuuuuu", 16}};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        unsigned told = 0;
        for (const char *at = run(of[i].program); (at = strstr(at, "race with")) != NULL; at++)
            told++;
        CHECK_EQ(told, of[i].races);
    }
}

/* A command stays known while a word remembers it, however many come after it; and those do not slow the rest down. */
static void find_after_many(void)
{
    enum { PAIRS = 1500 };
    static char program[2 * PAIRS + 4];

    strcpy(program, "n");
    for (int i = 0; i < PAIRS; i++)
        strcat(program, "uX");
    CHECK(!*run(program));
    strcat(program, "Ti");
    CHECK(strstr(run(program), "vkCmdDispatchIndirect: race with vkCmdFillBuffer") != NULL);
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

static void name(const struct kit_buffer *b, const char *called)
{
    const PFN_vkSetDebugUtilsObjectNameEXT set =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(kit.instance, "vkSetDebugUtilsObjectNameEXT");

    KIT_NEED(set(kit.device, &(VkDebugUtilsObjectNameInfoEXT){
                                 .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                 .objectType = VK_OBJECT_TYPE_BUFFER, .objectHandle = (uint64_t)(uintptr_t)b->buffer,
                                 .pObjectName = called}));
}

static void open_all(void)
{
    VkPhysicalDeviceVulkan12Features core12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                               .timelineSemaphore = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan13Features core13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                               .pNext = &core12, .synchronization2 = VK_TRUE};
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};

    kit_open(&kit, &(struct kit_wishes){.features = &core13, .queues = 2});
    for (int i = 0; i < MOST; i++)
        KIT_NEED(vkCreateSemaphore(kit.device, &semaphore, NULL, &binary[i]));
    semaphore.pNext = &type;
    KIT_NEED(vkCreateSemaphore(kit.device, &semaphore, NULL, &timeline));
    reached = 0;
    KIT_NEED(vkCreateFence(kit.device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    KIT_NEED(vkCreateEvent(kit.device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, NULL, &event));
    words = kit_buffer(&kit, BYTES);
    other = kit_buffer(&kit, BYTES);
    counts = kit_buffer(&kit, 64);
    name(&words, "words");
    name(&other, "others");
    for (int i = 0; i < 3; i++)
        counts.word[i] = 1;
    mixes = kit_pipeline(&kit, mix, sizeof mix, 1, 4, 0);
    in_place = kit_set(&kit, &mixes, (const struct kit_buffer *const[]){&words}, 1);
}

static void close_all(void)
{
    kit_pipeline_free(&kit, &mixes);
    kit_buffer_free(&kit, &words);
    kit_buffer_free(&kit, &other);
    kit_buffer_free(&kit, &counts);
    for (int i = 0; i < MOST; i++)
        vkDestroySemaphore(kit.device, binary[i], NULL);
    vkDestroySemaphore(kit.device, timeline, NULL);
    vkDestroyFence(kit.device, fence, NULL);
    vkDestroyEvent(kit.device, event, NULL);
    kit.said[0] = '\0';
    kit_close(&kit);
}

/* With a seed, a copy may come before a dispatch that no barrier separates from it, and not before others. */
static void reorder(void)
{
    unsigned early = 0;

    for (int seed = 1; seed < 7; seed++) {
        setenv("WAVEFOLD_SEED", (char[]){(char)('0' + seed), '\0'}, 1);
        open_all();
        run("f~dr");
        early += other.word[5] != words.word[5];
        run("f~dSr");
        CHECK_EQ(other.word[5], words.word[5]);
        close_all();
    }
    CHECK(early > 0 && early < 6);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_LOG", "/dev/null", 1);
    setenv("WAVEFOLD_RACES", "1", 1);
    for (int seed = 0; seed < 2; seed++) {
        setenv("WAVEFOLD_SEED", seed ? "3" : "0", 1);
        open_all();
        find_all();
        find_nothing();
        count();
        if (!seed)
            find_after_many();
        close_all();
    }
    reorder();
    return check_end("vulkan_races");
}
