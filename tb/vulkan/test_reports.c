/* SPDX-License-Identifier: Apache-2.0
 * test_reports.c - what a program is told of a fault, a loop without end, and races: shader, line, thread, memory.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#include "address_words.spv.h"
#include "reports.spv.h"

enum { GROUPS = 3, GROUP = 32, WORDS = GROUPS * GROUP };
enum mode { LOAD, STORE, SHARED, SPIN, RACE, STORES, EQUAL, BARRIER, WAITS, FAULT_SPIN, RIGHT };

/* The number of the line of the source that has these words. */
static unsigned line_of(const char *words)
{
    FILE *file = fopen("tb/vulkan/reports.comp", "r");
    unsigned number = 0, found = 0;
    char line[200];

    while (file && !found && fgets(line, sizeof line, file)) {
        number++;
        found = strstr(line, words) ? number : 0;
    }
    if (file)
        fclose(file);
    if (found)
        return found;
    printf("FAIL no line with \"%s\" in tb/vulkan/reports.comp\n", words);
    exit(1);
}

static void expect(const char *text, const char *words)
{
    const bool has = strstr(text, words);

    CHECK(has);
    if (!has)
        printf("  no \"%s\" in:\n%s\n", words, text);
}

static void expect_line(const char *text, const char *before, const char *source, const char *after)
{
    char words[200];

    snprintf(words, sizeof words, "%stb/vulkan/reports.comp:%u: %s", before, line_of(source), after);
    expect(text, words);
}

/* One run of the shader on a device of its own. */
struct run {
    enum mode mode;
    uint32_t index, wave_size;
    VkDeviceSize offset;                /* of the range that is read, in its buffer */
    bool robust;
    const char *name;                   /* of the pipeline */
    VkResult result;
    char said[16384], description[VK_MAX_DESCRIPTION_SIZE];
    VkDeviceFaultAddressInfoEXT address[4];
    uint32_t addresses;
    VkDeviceAddress in, out;            /* of the buffers */
    uint32_t word[WORDS];
};

static void set_name(struct kit *kit, VkPipeline pipeline, const char *name)
{
    const PFN_vkSetDebugUtilsObjectNameEXT set = (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(kit->instance, "vkSetDebugUtilsObjectNameEXT");

    KIT_NEED(set(kit->device, &(VkDebugUtilsObjectNameInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, .objectType = VK_OBJECT_TYPE_PIPELINE,
                                                               .objectHandle = (uint64_t)(uintptr_t)pipeline, .pObjectName = name}));
}

/* Why the device was lost; asked for in three ways. */
static void ask(struct kit *kit, struct run *run)
{
    const PFN_vkGetDeviceFaultInfoEXT get = (PFN_vkGetDeviceFaultInfoEXT)vkGetDeviceProcAddr(kit->device, "vkGetDeviceFaultInfoEXT");
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    VkDeviceFaultInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT, .pAddressInfos = run->address};

    KIT_NEED(get(kit->device, &counts, NULL));
    CHECK(counts.addressInfoCount <= 4);
    CHECK_EQ(counts.vendorInfoCount, 0);
    CHECK_EQ(counts.vendorBinarySize, 0);
    run->addresses = counts.addressInfoCount;
    if (run->addresses) {
        counts.addressInfoCount = 0;
        CHECK_EQ(get(kit->device, &counts, &info), VK_INCOMPLETE);
        CHECK_EQ(counts.addressInfoCount, 0);
    }
    counts.addressInfoCount = run->addresses;
    CHECK_EQ(get(kit->device, &counts, &info), VK_SUCCESS);
    CHECK_EQ(counts.addressInfoCount, run->addresses);
    memcpy(run->description, info.description, sizeof run->description);
}

static void perform(struct run *run)
{
    static const char *const extension[] = {VK_EXT_DEVICE_FAULT_EXTENSION_NAME};
    VkPhysicalDeviceFaultFeaturesEXT fault = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT, .deviceFault = VK_TRUE};
    VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &fault, .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceVulkan13Features want13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &want12, .subgroupSizeControl = VK_TRUE, .maintenance4 = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &want13, .features.robustBufferAccess = run->robust};
    const uint32_t push[2] = {run->mode, run->index};
    struct kit kit;

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = 1, .features = &features});
    struct kit_buffer in = kit_buffer(&kit, 4 * WORDS), out = kit_buffer(&kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(&kit, reports, sizeof reports, 2, sizeof push, run->wave_size);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    vkUpdateDescriptorSets(kit.device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &(VkDescriptorBufferInfo){in.buffer, run->offset, VK_WHOLE_SIZE}}, 0, NULL);
    if (run->name)
        set_name(&kit, p.pipeline, run->name);
    for (uint32_t i = 0; i < WORDS; i++)
        in.word[i] = 3 * i;
    const VkCommandBuffer commands = kit_begin(&kit);
    vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    kit_dispatch(commands, &p, set, GROUPS, 1, 1);
    run->result = kit_submit(&kit, commands);
    vkDeviceWaitIdle(kit.device);       /* messages of the queue's thread have come */
    memcpy(run->said, kit.said, sizeof run->said);
    kit_said(&kit, "");
    memcpy(run->word, out.word, sizeof run->word);
    run->in = in.address;
    run->out = out.address;
    if (run->result == VK_ERROR_DEVICE_LOST)
        ask(&kit, run);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

static void a_load(void)
{
    struct run run = {.mode = LOAD, .index = 1, .wave_size = 32};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect_line(run.said, "", "a load beyond the end", "error: model: dispatch ");
    expect(run.said, "(reports.comp, wave size 32): fault: ");
    expect(run.said, "\n  thread (31,0,0) of group (2,0,0), wave 0 lane 31: byte 0x180 of set 0 binding 0 (In), which has 384 bytes, right after its end; "
           "1 lane faulted in all\n");
    expect(run.said, " |         dst[at] = src[at + index];");
    expect(run.description, "reports.comp:");
    CHECK_EQ(run.addresses, 2);
    CHECK_EQ(run.address[0].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT);
    CHECK_EQ(run.address[0].reportedAddress, run.in + 4 * WORDS);
    CHECK_EQ(run.address[0].addressPrecision, 1);
    CHECK_EQ(run.address[1].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT);
}

/* The address is that of memory, wherever the range begins in it. */
static void within(void)
{
    struct run run = {.mode = LOAD, .index = 1, .wave_size = 32, .offset = 128};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect(run.said, "thread (31,0,0) of group (1,0,0), wave 0 lane 31: byte 0x100 of set 0 binding 0 (In), which has 256 bytes, right after its end");
    CHECK_EQ(run.address[0].reportedAddress, run.in + 4 * WORDS);
}

/* Wave 5 of a group of 32 threads in waves of 4 has threads 20 to 23. */
static void a_store(void)
{
    struct run run = {.mode = STORE, .index = 10, .wave_size = 4, .name = "stores \xc3\xa9"};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect_line(run.said, "", "a store beyond the end", "error: model: dispatch ");
    expect(run.said, "(stores \xc3\xa9, wave size 4): fault: ");
    expect(run.said, "thread (22,0,0) of group (2,0,0), wave 5 lane 2: byte 0x180 of set 0 binding 1 (Out), which has 384 bytes, right after its end; 10 lanes");
    CHECK_EQ(run.addresses, 2);
    CHECK_EQ(run.address[0].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT);
    CHECK_EQ(run.address[0].reportedAddress, run.out + 4 * WORDS);
}

static void far_away(void)
{
    struct run behind = {.mode = STORE, .index = WORDS + 5, .wave_size = 32}, beyond = {.mode = STORE, .index = UINT32_MAX, .wave_size = 32};

    perform(&behind);
    expect(behind.said, "thread (0,0,0) of group (0,0,0), wave 0 lane 0: byte 0x194 of set 0 binding 1 (Out), which has 384 bytes, 20 bytes after its end; 96 lanes");
    CHECK_EQ(behind.address[0].reportedAddress, behind.out + 4 * WORDS + 20);
    perform(&beyond);                   /* an index of -1 is 4 GiB away, which nobody writes down as bytes */
    expect(beyond.said, "thread (0,0,0) of group (0,0,0), wave 0 lane 0: a negative or very large index into set 0 binding 1 (Out), "
           "which has 384 bytes; 1 lane faulted in all\n");
}

/* Of an address that leads to no buffer, the low word is known: the range is that of all addresses.  Before a buffer it leads to that. */
static void no_buffer(bool is_before)
{
    static const char *const extension[] = {VK_EXT_DEVICE_FAULT_EXTENSION_NAME};
    VkPhysicalDeviceFaultFeaturesEXT fault = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT, .deviceFault = VK_TRUE};
    VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &fault, .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &want12, .features.shaderInt64 = VK_TRUE};
    struct run run = {.result = VK_SUCCESS};
    struct kit kit;

    kit_open(&kit, &(struct kit_wishes){.extension = extension, .extensions = 1, .features = &features});
    struct kit_buffer out = kit_buffer(&kit, 4 * WORDS), list = kit_buffer(&kit, 4 * WORDS);
    struct kit_pipeline p = kit_pipeline(&kit, address_words, sizeof address_words, 2, 24, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&out, &list}, 2);
    const uint64_t push[3] = {is_before ? list.address - 8 : 0x10, out.address, 0};
    const VkCommandBuffer commands = kit_begin(&kit);
    vkCmdPushConstants(commands, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(&kit, commands), VK_ERROR_DEVICE_LOST);
    vkDeviceWaitIdle(kit.device);
    expect(kit.said, is_before ? "of the memory that the address leads to, which has 384 bytes, 8 bytes before it" : "the address is null, or leads to none");
    kit_said(&kit, "");
    ask(&kit, &run);
    CHECK_EQ(run.addresses, 2);
    CHECK_EQ(run.address[0].addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT);
    CHECK_EQ(run.address[0].reportedAddress, push[0]);
    CHECK_EQ(run.address[0].addressPrecision, is_before ? 1 : UINT64_C(1) << 63);
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &out);
    kit_buffer_free(&kit, &list);
    kit_close(&kit);
}

static void shared_memory(void)
{
    struct run run = {.mode = SHARED, .index = 30, .wave_size = 32};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect_line(run.said, "", "beyond the shared array", "error: model: dispatch ");
    expect(run.said, "thread (2,0,0) of group (0,0,0), wave 0 lane 2: byte 0x80 of groupshared memory, which has 128 bytes; 90 lanes faulted in all");
    CHECK_EQ(run.addresses, 1);
}

/* A program that asked for robust access has a result: what is beyond the end is dropped. */
static void robust(void)
{
    struct run run = {.mode = STORE, .index = 1, .wave_size = 32, .robust = true};

    perform(&run);
    CHECK_EQ(run.result, VK_SUCCESS);
    CHECK_EQ(run.said[0], 0);
    for (uint32_t i = 1; i < WORDS; i++)
        CHECK_EQ(run.word[i], i - 1);
}

static void spin(void)
{
    struct run run = {.mode = SPIN, .wave_size = 16};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect(run.said, "reports.comp: error: model: dispatch ");
    expect(run.said, "(reports.comp, wave size 16) has not ended within the limit of 20000 instructions; WAVEFOLD_LIMIT sets another\n");
    expect_line(run.said, "\n  ", "never ends", "pc ");
    expect(run.said, ": runs: thread (");
    expect(run.said, " and 15 more");
    expect(run.said, " |         while (dst[0] == 0)");
    CHECK_EQ(run.addresses, 0);
    expect(run.description, "has not ended within the limit");
}

/* A dispatch that does not end has had a fault, which comes first. */
static void fault_and_spin(void)
{
    struct run run = {.mode = FAULT_SPIN, .index = 1, .wave_size = 32};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    const char *fault = strstr(run.said, "byte 0x180 of set 0 binding 1 (Out)");
    CHECK(fault != NULL && strstr(fault, "has not ended within the limit of 20000 instructions") != NULL);
    CHECK_EQ(run.addresses, 2);
}

/* Waves of four: the first never comes to the barrier, where seven wait in each of three groups. */
static void waits(void)
{
    struct run run = {.mode = WAITS, .wave_size = 4};

    perform(&run);
    CHECK_EQ(run.result, VK_ERROR_DEVICE_LOST);
    expect_line(run.said, "\n  ", "some never come", "pc ");
    expect_line(run.said, "\n  ", "to where the others wait", "pc ");
    expect(run.said, ", barrier: waits at the barrier: thread (4,0,0) of group (0,0,0), wave 1 lane 0 and 3 more");
    expect(run.said, "\n  and 16 waves more");
}

static void right(void)
{
    struct run run = {.mode = RIGHT, .index = 7, .wave_size = 32};

    perform(&run);
    CHECK_EQ(run.result, VK_SUCCESS);
    CHECK_EQ(run.said[0], 0);
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK_EQ(run.word[i], 3 * i + 7);
}

/* A queue loses the device while another still runs: objects may go as soon as the program knows. */
static void two_queues(void)
{
    struct kit kit;

    setenv("WAVEFOLD_LIMIT", "300000", 1);
    for (int turn = 0; turn < 24; turn++) {
        kit_open(&kit, &(struct kit_wishes){.queues = 2});
        struct kit_buffer in = kit_buffer(&kit, 4 * WORDS), out = kit_buffer(&kit, 4 * WORDS);
        struct kit_pipeline p = kit_pipeline(&kit, reports, sizeof reports, 2, 8, 32);
        const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
        VkCommandBuffer commands[2];
        for (uint32_t i = 0; i < 2; i++) {
            const uint32_t push[2] = {i ? LOAD : SPIN, 1};
            commands[i] = kit_begin(&kit);
            vkCmdPushConstants(commands[i], p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
            kit_dispatch(commands[i], &p, set, GROUPS, 1, 1);
        }
        KIT_NEED(vkEndCommandBuffer(commands[0]));
        KIT_NEED(vkQueueSubmit(kit.queue[1], 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = commands}, VK_NULL_HANDLE));
        CHECK_EQ(kit_submit(&kit, commands[1]), VK_ERROR_DEVICE_LOST);
        vkFreeCommandBuffers(kit.device, kit.pool, 1, commands);
        kit_pipeline_free(&kit, &p);
        kit_buffer_free(&kit, &in);
        kit_buffer_free(&kit, &out);
        vkResetDescriptorPool(kit.device, kit.descriptors, 0);
        kit_said(&kit, "");
        kit_close(&kit);
    }
    setenv("WAVEFOLD_LIMIT", "20000", 1);
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

static void races(void)
{
    struct run run = {.mode = RACE, .wave_size = 32}, stores = {.mode = STORES, .wave_size = 32}, equal = {.mode = EQUAL, .wave_size = 32},
               barrier = {.mode = BARRIER, .wave_size = 32};

    perform(&run);
    CHECK_EQ(run.result, VK_SUCCESS);
    expect_line(run.said, "", "there is no barrier between", "warning: dispatch ");
    expect(run.said, ": race: groupshared memory at byte ");
    expect(run.said, " is touched by two lanes with neither a barrier nor atomics between\n");
    expect_line(run.said, "\n  ", "a race with the next line", "pc ");
    expect_line(run.said, "\n  ", "there is no barrier between", "pc ");
    perform(&stores);
    expect_line(stores.said, "", "all threads store to one word", "warning: dispatch ");
    expect(stores.said, "race: byte 0 of set 0 binding 1 (Out) is touched by two lanes");
    perform(&equal);                    /* a note is no warning */
    CHECK_EQ(equal.result, VK_SUCCESS);
    CHECK_EQ(equal.said[0], 0);
    perform(&barrier);
    expect_line(barrier.said, "", "not reached by all", "warning: dispatch ");
    expect(barrier.said, ": divergent barrier: some threads of the group are elsewhere\n");
    expect(barrier.said, "\n  not there: thread (8,0,0) of group (");
    right();
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_LIMIT", "20000", 1);
    a_load();
    a_store();
    within();
    far_away();
    no_buffer(false);
    no_buffer(true);
    shared_memory();
    robust();
    spin();
    fault_and_spin();
    waits();
    two_queues();
    right();
    struct run quiet = {.mode = RACE, .wave_size = 32};
    perform(&quiet);                    /* nobody asked for races */
    CHECK_EQ(quiet.said[0], 0);
    setenv("WAVEFOLD_RACES", "1", 1);
    races();
    return check_end("vulkan_reports");
}
