/* SPDX-License-Identifier: Apache-2.0
 * test_mistakes.c - what programs get wrong, and what the driver answers: memory that is too small for what is bound to it,
 * too much shared memory, bindings beyond the range of a shader, a vertex shader, a wrong setting without a messenger.
 * Not validated: a validation layer would stop all of it.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports.spv.h"
#include "shared_large.spv.h"

#define RANGE (UINT32_C(1) << 29)       /* maxStorageBufferRange */

static struct kit kit;

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void small_memory(void)
{
    VkBuffer buffer[2];
    VkDeviceMemory memory;
    void *data;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4096, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};

    KIT_NEED(vkAllocateMemory(kit.device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4224}, NULL, &memory));
    for (int i = 0; i < 2; i++)
        KIT_NEED(vkCreateBuffer(kit.device, &info, NULL, &buffer[i]));
    CHECK_EQ(vkBindBufferMemory(kit.device, buffer[0], memory, 192), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "vkBindBufferMemory: 4096 bytes from 192 on, of memory of 4224"));
    CHECK_EQ(vkBindBufferMemory(kit.device, buffer[0], memory, UINT64_MAX - 63), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "from 18446744073709551552 on"));
    CHECK_EQ(vkBindBufferMemory(kit.device, buffer[0], VK_NULL_HANDLE, 0), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "of memory of 0"));
    /* one of two is right: it has its memory, and the call fails */
    const VkBindBufferMemoryInfo bind[] = {
        {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = buffer[0], .memory = memory, .memoryOffset = 4224},
        {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = buffer[1], .memory = memory, .memoryOffset = 128}};
    CHECK_EQ(vkBindBufferMemory2(kit.device, 2, bind), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "4096 bytes from 4224 on"));
    VkCommandBuffer c = kit_begin(&kit);
    vkCmdFillBuffer(c, buffer[1], 0, VK_WHOLE_SIZE, 1);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    KIT_NEED(vkBindBufferMemory(kit.device, buffer[0], memory, 0));
    for (int i = 0; i < 2; i++)
        vkDestroyBuffer(kit.device, buffer[i], NULL);
    CHECK_EQ(vkMapMemory(kit.device, memory, 4200, 64, 0, &data), VK_ERROR_MEMORY_MAP_FAILED);
    CHECK(kit_said(&kit, "vkMapMemory: 64 bytes from 4200 on, of memory of 4224"));
    CHECK_EQ(vkMapMemory(kit.device, memory, 1 << 20, VK_WHOLE_SIZE, 0, &data), VK_ERROR_MEMORY_MAP_FAILED);
    CHECK(kit_said(&kit, "vkMapMemory: 0 bytes from 1048576 on"));
    KIT_NEED(vkMapMemory(kit.device, memory, 4160, 64, 0, &data));
    vkFreeMemory(kit.device, memory, NULL);
}

static void small_memory_of_an_image(void)
{
    VkImage image;
    VkDeviceMemory memory;

    KIT_NEED(vkCreateImage(kit.device, &(VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {64, 64, 1}, .mipLevels = 1,
        .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_STORAGE_BIT}, NULL, &image));
    KIT_NEED(vkAllocateMemory(kit.device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 16384}, NULL, &memory));
    CHECK_EQ(vkBindImageMemory(kit.device, image, memory, 64), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "vkBindImageMemory: 16384 bytes from 64 on, of memory of 16384"));
    const VkBindImageMemoryInfo bind = {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = image, .memory = memory, .memoryOffset = 16384};
    CHECK_EQ(vkBindImageMemory2(kit.device, 1, &bind), VK_ERROR_VALIDATION_FAILED_EXT);
    CHECK(kit_said(&kit, "16384 bytes from 16384 on"));
    KIT_NEED(vkBindImageMemory(kit.device, image, memory, 0));
    vkDestroyImage(kit.device, image, NULL);
    vkFreeMemory(kit.device, memory, NULL);
}

/* ---- a binding beyond what a shader reaches ---------------------------------------------------------------------- */

/* Without an address, which only smaller ones have. */
static struct kit_buffer buffer_of(VkDeviceSize size)
{
    struct kit_buffer b = {.size = size};
    void *data;

    KIT_NEED(vkCreateBuffer(kit.device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
                                                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &b.buffer));
    KIT_NEED(vkAllocateMemory(kit.device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size}, NULL, &b.memory));
    KIT_NEED(vkBindBufferMemory(kit.device, b.buffer, b.memory, 0));
    KIT_NEED(vkMapMemory(kit.device, b.memory, 0, VK_WHOLE_SIZE, 0, &data));
    b.word = data;
    return b;
}

/* dst[at] = src[at + index] of 32 threads. */
static VkResult load(const struct kit_pipeline *p, VkDescriptorSet set, uint32_t index)
{
    const uint32_t push[2] = {0, index};
    const VkCommandBuffer c = kit_begin(&kit);

    vkCmdPushConstants(c, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, push);
    kit_dispatch(c, p, set, 1, 1, 1);
    return kit_submit(&kit, c);
}

static void large_binding(void)
{
    struct kit_buffer in = buffer_of(2 * (VkDeviceSize)RANGE), out = kit_buffer(&kit, 128);
    struct kit_pipeline p = kit_pipeline(&kit, reports, sizeof reports, 2, 8, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const uint32_t end = RANGE / 4;

    in.word[end - 1] = 7;
    in.word[end + 40] = 8;
    CHECK_EQ(load(&p, set, end - 32), VK_SUCCESS);
    CHECK_EQ(out.word[31], 7);
    CHECK(kit_said(&kit, "the range of set 0 binding 0 (In) is larger than maxStorageBufferRange: the shader has its first 536870912 bytes"));
    CHECK_EQ(load(&p, set, 0), VK_SUCCESS);
    CHECK(!kit_said(&kit, ""));         /* once is enough */
    /* no element beyond is taken for another one */
    CHECK_EQ(load(&p, set, end + 20), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, "index into set 0 binding 0 (In), which has 536870912 bytes; 32 lanes faulted in all"));
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
}

/* ---- bindings that no shader can use ----------------------------------------------------------------------------- */

static void wrong_range(VkDeviceSize offset, VkDeviceSize range, const char *words)
{
    kit_open(&kit, NULL);
    struct kit_buffer in = kit_buffer(&kit, 256), out = kit_buffer(&kit, 256);
    struct kit_pipeline p = kit_pipeline(&kit, reports, sizeof reports, 2, 8, 0);
    const VkDescriptorSet set = kit_set(&kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkDescriptorBufferInfo part = {in.buffer, offset, range};

    vkUpdateDescriptorSets(kit.device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .descriptorCount = 1,
                                                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &part}, 0, NULL);
    CHECK_EQ(load(&p, set, 0), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, words));
    kit_pipeline_free(&kit, &p);
    kit_buffer_free(&kit, &in);
    kit_buffer_free(&kit, &out);
    kit_close(&kit);
}

static void wrong_ranges(void)
{
    static const char nothing[] = "set 0 binding 0 (In), which has no bytes: its range is 0, or its offset beyond the buffer; 32 lanes";

    wrong_range(512, 64, nothing);
    wrong_range(0, 0, nothing);
    wrong_range(6, 128, "byte 0x0 of set 0 binding 0 (In), which has 128 bytes, at an offset that is no multiple of 8; 32 lanes");
}

/* ---- shared memory ----------------------------------------------------------------------------------------------- */

static void much_shared_memory(void)
{
    struct kit_pipeline good = kit_pipeline(&kit, reports, sizeof reports, 2, 8, 0);
    VkShaderModule module;
    VkPipeline pipeline;

    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof shared_large,
                                                                          .pCode = shared_large}, NULL, &module));
    CHECK(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = good.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}},
        NULL, &pipeline) < 0);
    VkPhysicalDeviceProperties has;
    char words[160];
    vkGetPhysicalDeviceProperties(kit.physical, &has);
    snprintf(words, sizeof words, "main: a group has 65540 bytes of shared memory; expected at most %u\n", (unsigned)has.limits.maxComputeSharedMemorySize);
    CHECK(kit_said(&kit, words));
    vkDestroyShaderModule(kit.device, module, NULL);
    kit_pipeline_free(&kit, &good);
}

/* ---- a setting --------------------------------------------------------------------------------------------------- */

/* No messenger and no log: standard error has the reason, once. */
static void wrong_setting(void)
{
    char text[4096] = "";
    int ends[2], status;

    if (pipe(ends))
        exit(1);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        VkInstance instance;
        dup2(ends[1], 2);
        close(ends[1]);
        setenv("WAVEFOLD_LANES", "7", 1);
        _exit(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO}, NULL, &instance) == VK_SUCCESS);
    }
    close(ends[1]);
    for (size_t length = 0; length < sizeof text - 1;) {
        const ssize_t more = read(ends[0], text + length, sizeof text - 1 - length);
        if (more <= 0)
            break;
        length += (size_t)more;
    }
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
    const char *first = strstr(text, "wavefold: WAVEFOLD_LANES=7: expected 4, 8");
    CHECK(first != NULL);
    CHECK(first && !strstr(first + 1, "wavefold: "));
}

/* ---- a shader of another stage ------------------------------------------------------------------------------------ */

/* The message says what the module has, and nothing of the options of `wavefold run`. */
static void another_stage(void)
{
    enum { HEADER = 5, OP_ENTRY_POINT = 15, VERTEX = 0, WORDS = sizeof shared_large / 4 };
    uint32_t word[WORDS];
    VkShaderModule module;
    VkPipeline pipeline;
    VkPipelineLayout layout;

    memcpy(word, shared_large, sizeof word);
    for (size_t at = HEADER; at < WORDS; at += word[at] >> 16)
        if ((word[at] & 0xffff) == OP_ENTRY_POINT)
            word[at + 1] = VERTEX;
    KIT_NEED(vkCreatePipelineLayout(kit.device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO}, NULL, &layout));
    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                                                         .codeSize = sizeof word, .pCode = word}, NULL, &module));
    CHECK_EQ(vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"}},
        NULL, &pipeline), VK_ERROR_UNKNOWN);
    KIT_SAID(&kit, "no compute, task or mesh entry point main; it has main (vertex shader)\n");
    vkDestroyShaderModule(kit.device, module, NULL);
    vkDestroyPipelineLayout(kit.device, layout, NULL);
}

int main(int argc, char **argv)
{
    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    wrong_setting();
    kit_open(&kit, NULL);
    small_memory();
    small_memory_of_an_image();
    large_binding();
    much_shared_memory();
    another_stage();
    kit_close(&kit);
    wrong_ranges();
    return check_end("vulkan_mistakes");
}
