/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_pool.c - what pools count: sets, and descriptors of each type; what is returned; layouts that are
 * destroyed before their sets; memory of the program's callbacks, whichever of them fails.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_branch.spv.h"

/* ---- the program's memory ---------------------------------------------------------------------------------------- */

struct heap {
    int live, calls, fails_at;          /* the call that fails; -1: none does */
};

static void *allocate(void *user, size_t size, size_t align, VkSystemAllocationScope scope)
{
    struct heap *h = user;

    (void)scope;
    if (h->calls++ == h->fails_at)
        return NULL;
    h->live++;
    return aligned_alloc(align < 16 ? 16 : align, (size + 63) / 64 * 64);
}
static void *reallocate(void *user, void *was, size_t size, size_t align, VkSystemAllocationScope scope)
{
    (void)user, (void)was, (void)size, (void)align, (void)scope;
    return NULL;
}
static void release(void *user, void *memory)
{
    ((struct heap *)user)->live -= memory != NULL;
    free(memory);
}

static const VkDescriptorSetLayoutBinding bindings[] = {SETS_BINDING(4, STORAGE_BUFFER, 2), SETS_BINDING(0, UNIFORM_BUFFER, 3),
                                                        SETS_BINDING(2, STORAGE_BUFFER, 1)};

static void test_counts(struct kit *kit)
{
    const VkDescriptorSetLayout layout = sets_layout(kit, bindings, 3, NULL, 0), nothing = sets_layout(kit, NULL, 0, NULL, 0);
    /* types twice: their sum; sets of the layout take 3 of each */
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 10},
                                         {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4}};
    const VkDescriptorPool pool = sets_pool(kit, 4, size, 3, 0, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    const VkDescriptorSetLayout three[] = {layout, layout, layout};
    VkDescriptorSet set[4], many[3];

    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 2; i++)
            CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[i]), VK_SUCCESS);
        CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[2]), VK_ERROR_OUT_OF_POOL_MEMORY);    /* 9 storage buffers */
        CHECK_EQ((uintptr_t)set[2], 0);
        for (int i = 2; i < 4; i++)
            CHECK_EQ(sets_try(kit, pool, nothing, UINT32_MAX, &set[i]), VK_SUCCESS);
        CHECK_EQ(sets_try(kit, pool, nothing, UINT32_MAX, many), VK_ERROR_OUT_OF_POOL_MEMORY);      /* 5 sets */
        if (turn == 0)
            KIT_NEED(vkResetDescriptorPool(kit->device, pool, 0));
    }
    /* the one in the middle; none is not one */
    KIT_NEED(vkFreeDescriptorSets(kit->device, pool, 2, (const VkDescriptorSet[]){set[1], VK_NULL_HANDLE}));
    CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[1]), VK_SUCCESS);
    KIT_NEED(vkFreeDescriptorSets(kit->device, pool, 4, set));
    /* all of them or none */
    CHECK_EQ(vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 3, .pSetLayouts = three}, many),
             VK_ERROR_OUT_OF_POOL_MEMORY);
    for (int i = 0; i < 3; i++)
        CHECK_EQ((uintptr_t)many[i], 0);
    for (int i = 0; i < 2; i++)
        CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[i]), VK_SUCCESS);
    vkDestroyDescriptorPool(kit->device, pool, NULL);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
    vkDestroyDescriptorSetLayout(kit->device, nothing, NULL);
}

/* Sets of a pool are in the memory of its callbacks, and none is lost, whichever allocation fails. */
static void test_memory(struct kit *kit)
{
    const VkDescriptorSetLayout layout = sets_layout(kit, bindings, 3, NULL, 0);
    const VkDescriptorSetLayout two[] = {layout, layout};
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 6}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 6}};
    bool done = false;

    for (int n = 0; !done; n++) {
        struct heap heap = {.fails_at = n};
        const VkAllocationCallbacks callbacks = {.pUserData = &heap, .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};
        VkDescriptorSet set[2];
        VkDescriptorPool pool = VK_NULL_HANDLE;
        const VkResult made = vkCreateDescriptorPool(kit->device, &(VkDescriptorPoolCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 2, .poolSizeCount = 2, .pPoolSizes = size}, &callbacks, &pool);
        VkResult result = made;
        for (int again = 0; made == VK_SUCCESS && again < 2; again++) {
            /* a set that there is no memory for has taken nothing of the pool: it is there the next time */
            const int before = heap.live;
            result = vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){
                .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 2, .pSetLayouts = two}, set);
            CHECK_EQ(heap.live - before, result == VK_SUCCESS ? 2 : 0);
            if (result == VK_SUCCESS)
                break;
            CHECK_EQ(result, VK_ERROR_OUT_OF_HOST_MEMORY);
        }
        CHECK_EQ(result, made);
        CHECK(made == VK_SUCCESS || made == VK_ERROR_OUT_OF_HOST_MEMORY);
        vkDestroyDescriptorPool(kit->device, pool, &callbacks);
        CHECK_EQ(heap.live, 0);
        done = heap.calls <= n;
        CHECK(n < 8);
    }
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

/* A pool for two inline uniform blocks has no third one, though bytes are left. */
static void test_blocks(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, INLINE_UNIFORM_BLOCK, 16)};
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, 1, NULL, 0);
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 64};
    const VkDescriptorPool pool = sets_pool(kit, 4, &size, 1, 2, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    VkDescriptorSet set[3];

    for (int i = 0; i < 3; i++)
        CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[i]), i < 2 ? VK_SUCCESS : VK_ERROR_OUT_OF_POOL_MEMORY);
    KIT_NEED(vkFreeDescriptorSets(kit->device, pool, 1, set));
    CHECK_EQ(sets_try(kit, pool, layout, UINT32_MAX, &set[2]), VK_SUCCESS);
    vkDestroyDescriptorPool(kit->device, pool, NULL);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

/* A layout is destroyed before its set is used, and a texel buffer that begins within its buffer. */
static void test_layouts_gone(struct kit *kit)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, UNIFORM_BUFFER, 1),
                                                    SETS_BINDING(2, UNIFORM_TEXEL_BUFFER, 1)};
    struct kit_buffer out = kit_buffer(kit, 32), block = kit_buffer(kit, 16), texels = kit_buffer(kit, 64);
    VkDescriptorSetLayout layout = sets_layout(kit, binding, 3, NULL, 0);
    struct sets_pipeline p = sets_pipeline(kit, desc_branch, sizeof desc_branch, &layout, 1, 4);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout);
    const uint32_t asks = 2;
    VkBufferView view;

    KIT_NEED(vkCreateBufferView(kit->device, &(VkBufferViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = texels.buffer, .format = VK_FORMAT_R32_UINT, .offset = 8, .range = 32}, NULL, &view));
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    sets_write(kit, set, 1, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, block.buffer, 0, VK_WHOLE_SIZE);
    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = 2, .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .pTexelBufferView = &view}, 0, NULL);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
    for (uint32_t i = 0; i < 16; i++)
        texels.word[i] = 1000 * i;
    const VkCommandBuffer c = kit_begin(kit);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &asks);
    vkCmdDispatch(c, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (uint32_t i = 0; i < 8; i++)
        CHECK_EQ(out.word[i], 7 + i + 1000 * (i + 2));
    vkDestroyBufferView(kit->device, view, NULL);
    sets_pipeline_free(kit, &p);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &block);
    kit_buffer_free(kit, &texels);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_FRAGILE);
    test_counts(&kit);
    test_memory(&kit);
    test_blocks(&kit);
    test_layouts_gone(&kit);
    kit_close(&kit);
    return check_end("vulkan_descriptor_pool");
}
