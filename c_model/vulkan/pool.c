/* SPDX-License-Identifier: Apache-2.0
 * pool.c - descriptor pools.  A set has memory of its own, so a pool never is fragmented; what it counts is what it was
 * made for.
 */
#include "descriptor.h"

#include <string.h>

enum { TYPES = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT + 2 };

struct wfv_pool {
    struct wfv_set *first;
    struct wfv_device *device;
    VkAllocationCallbacks callbacks;
    const VkAllocationCallbacks *given; /* &callbacks, or NULL: as sets are allocated */
    uint32_t sets, blocks;              /* that may still be made: sets, and inline uniform blocks in them */
    uint64_t left[TYPES];               /* descriptors of each type, bytes of inline uniform blocks */
};
WFV_HANDLE(VkDescriptorPool, wfv_pool)

static unsigned index_of(VkDescriptorType type)
{
    return type <= VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT ? (unsigned)type : TYPES - 1;
}

VkResult wfv_CreateDescriptorPool(VkDevice handle, const VkDescriptorPoolCreateInfo *pCreateInfo,
                                  const VkAllocationCallbacks *pAllocator, VkDescriptorPool *pDescriptorPool)
{
    const VkDescriptorPoolInlineUniformBlockCreateInfo *blocks =
        wfv_chained(pCreateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO);
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_pool *pool = wfv_new(pAllocator, d->own, sizeof *pool, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!pool)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    pool->device = d;
    if (pAllocator) {
        pool->callbacks = *pAllocator;
        pool->given = &pool->callbacks;
    }
    pool->sets = pCreateInfo->maxSets;
    pool->blocks = blocks ? blocks->maxInlineUniformBlockBindings : 0;
    for (uint32_t i = 0; i < pCreateInfo->poolSizeCount; i++)
        pool->left[index_of(pCreateInfo->pPoolSizes[i].type)] += pCreateInfo->pPoolSizes[i].descriptorCount;
    *pDescriptorPool = wfv_pool_handle(pool);
    return VK_SUCCESS;
}

/* What a set of the layout takes from a pool. */
struct need {
    uint64_t of[TYPES];
    uint32_t blocks, descriptors;
};

static struct need need_of(const struct wfv_set_layout *layout, uint32_t variable)
{
    struct need need = {.blocks = 0};

    for (uint32_t i = 0; i < layout->bindings; i++) {
        const struct wfv_binding *b = &layout->binding[i];
        const uint32_t count = b->is_variable ? variable : b->count;
        need.of[index_of(b->type)] += count;
        need.blocks += wfv_is_inline(b->type) && count;
        need.descriptors += wfv_is_inline(b->type) ? 0 : count;
    }
    return need;
}

static bool take(struct wfv_pool *pool, const struct need *need)
{
    if (!pool->sets || need->blocks > pool->blocks)
        return false;
    for (unsigned i = 0; i < TYPES; i++)
        if (need->of[i] > pool->left[i])
            return false;
    pool->sets--;
    pool->blocks -= need->blocks;
    for (unsigned i = 0; i < TYPES; i++)
        pool->left[i] -= need->of[i];
    return true;
}

static void give(struct wfv_pool *pool, const struct need *need)
{
    pool->sets++;
    pool->blocks += need->blocks;
    for (unsigned i = 0; i < TYPES; i++)
        pool->left[i] += need->of[i];
}

/* In whatever thread, and after the pool. */
static void end_set(struct wfv_held *held)
{
    wfv_set_layout_release(((struct wfv_set *)(void *)held)->layout);
    wfv_held_delete(held);
}

static void free_set(struct wfv_set *set, const char *command)
{
    const struct need need = need_of(set->layout, set->variable);

    give(set->pool, &need);
    *set->before = set->next;
    if (set->next)
        set->next->before = set->before;
    wfv_destroy(command, &set->held);
}

static void free_all(struct wfv_pool *pool, const char *command)
{
    while (pool->first)
        free_set(pool->first, command);
}

VkResult wfv_ResetDescriptorPool(VkDevice device, VkDescriptorPool descriptorPool, VkDescriptorPoolResetFlags flags)
{
    (void)device, (void)flags;
    free_all(wfv_pool_of(descriptorPool), "vkResetDescriptorPool");
    return VK_SUCCESS;
}

void wfv_DestroyDescriptorPool(VkDevice device, VkDescriptorPool descriptorPool,
                               const VkAllocationCallbacks *pAllocator)
{
    if (!descriptorPool)
        return;
    free_all(wfv_pool_of(descriptorPool), "vkDestroyDescriptorPool");
    wfv_delete(pAllocator, wfv_own(device), wfv_pool_of(descriptorPool));
}

static const struct wfv_kind set_kind = {"a descriptor set", "uses a descriptor set that was freed", end_set};

static VkResult new_set(struct wfv_pool *pool, struct wfv_set_layout *layout, uint32_t variable,
                        VkDescriptorSet *handle)
{
    const struct need need = need_of(layout, variable);

    if (!take(pool, &need))
        return VK_ERROR_OUT_OF_POOL_MEMORY;
    const size_t descriptors = need.descriptors * sizeof(struct wfv_descriptor);
    struct wfv_set *set = wfv_held_new(pool->device, &set_kind, pool->given,
                                       sizeof *set + descriptors + layout->inline_bytes);
    if (!set) {
        give(pool, &need);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    wfv_set_layout_hold(layout);
    set->layout = layout;
    set->pool = pool;
    set->variable = variable;
    set->inline_byte = (unsigned char *)set->descriptor + descriptors;
    set->next = pool->first;
    set->before = &pool->first;
    if (set->next)
        set->next->before = &set->next;
    pool->first = set;
    wfv_set_init(set);
    *handle = wfv_set_handle(set);
    return VK_SUCCESS;
}

VkResult wfv_FreeDescriptorSets(VkDevice device, VkDescriptorPool descriptorPool, uint32_t descriptorSetCount,
                                const VkDescriptorSet *pDescriptorSets)
{
    (void)device, (void)descriptorPool;
    for (uint32_t i = 0; i < descriptorSetCount; i++)
        if (pDescriptorSets[i])
            free_set(wfv_set_of(pDescriptorSets[i]), "vkFreeDescriptorSets");
    return VK_SUCCESS;
}

VkResult wfv_AllocateDescriptorSets(VkDevice device, const VkDescriptorSetAllocateInfo *pAllocateInfo,
                                    VkDescriptorSet *pDescriptorSets)
{
    const VkDescriptorSetVariableDescriptorCountAllocateInfo *variable =
        wfv_chained(pAllocateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    const uint32_t count = pAllocateInfo->descriptorSetCount;
    VkResult result = VK_SUCCESS;

    memset(pDescriptorSets, 0, count * sizeof *pDescriptorSets);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
        result = new_set(wfv_pool_of(pAllocateInfo->descriptorPool), wfv_set_layout_of(pAllocateInfo->pSetLayouts[i]),
                         variable && i < variable->descriptorSetCount ? variable->pDescriptorCounts[i] : 0,
                         &pDescriptorSets[i]);
    if (result != VK_SUCCESS) {
        wfv_FreeDescriptorSets(device, pAllocateInfo->descriptorPool, count, pDescriptorSets);
        memset(pDescriptorSets, 0, count * sizeof *pDescriptorSets);
    }
    return result;
}
