/* SPDX-License-Identifier: Apache-2.0
 * rtl_robust.h - robust access on the RTL, whose buffers are robust or not: what lies outside of a descriptor is defined, and an
 * address that leads nowhere still loses the device, also after an access beyond a robust buffer.
 */
#ifndef WF_RTL_ROBUST_H
#define WF_RTL_ROBUST_H

#include "sets.h"

#include "rtl_robust.spv.h"

enum { ROBUST_FEW = 4, ROBUST_MANY = 40, ROBUST_LANES = 8, ROBUST_BOUND = 6 };
enum robust_what { ROBUST_OF_FEW, ROBUST_OF_MANY, ROBUST_OF_ONE, ROBUST_BY_ADDRESS, ROBUST_OF_FEW_AND_BY_ADDRESS };
struct robust_push {
    uint64_t address;
    uint32_t what, element, index;
};
struct robust {
    struct kit kit;
    struct kit_buffer in, out;
    VkDescriptorSetLayout layout;
    struct sets_pipeline p;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* All elements are the first ROBUST_BOUND words of a buffer of twice as many; the last of each array may be nothing. */
static inline void robust_open(struct robust *r, enum sets_robust robust, bool has_nothing)
{
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_BUFFER, ROBUST_FEW),
                                                    SETS_BINDING(2, STORAGE_BUFFER, ROBUST_MANY)};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 + ROBUST_FEW + ROBUST_MANY};

    sets_open(&r->kit, robust);
    r->in = kit_buffer(&r->kit, 8 * ROBUST_BOUND);
    r->out = kit_buffer(&r->kit, 4 * ROBUST_LANES);
    for (uint32_t i = 0; i < 2 * ROBUST_BOUND; i++)
        r->in.word[i] = 100 + i;
    r->layout = sets_layout(&r->kit, binding, 3, NULL, 0);
    r->p = sets_pipeline(&r->kit, rtl_robust, sizeof rtl_robust, &r->layout, 1, sizeof(struct robust_push));
    r->pool = sets_pool(&r->kit, 1, &size, 1, 0, 0);
    r->set = sets_new(&r->kit, r->pool, r->layout);
    sets_write(&r->kit, r->set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, r->out.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t b = 1; b < 3; b++) {
        const uint32_t count = b == 1 ? ROBUST_FEW : ROBUST_MANY;
        for (uint32_t n = 0; n < count; n++) {
            const bool is_nothing = has_nothing && n == count - 1;
            sets_write(&r->kit, r->set, b, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, is_nothing ? VK_NULL_HANDLE : r->in.buffer, 0,
                       is_nothing ? VK_WHOLE_SIZE : 4 * ROBUST_BOUND);
        }
    }
}

static inline void robust_close(struct robust *r)
{
    kit_buffer_free(&r->kit, &r->in);
    kit_buffer_free(&r->kit, &r->out);
    vkDestroyDescriptorPool(r->kit.device, r->pool, NULL);
    sets_pipeline_free(&r->kit, &r->p);
    vkDestroyDescriptorSetLayout(r->kit.device, r->layout, NULL);
    kit_close(&r->kit);
}

static inline VkResult robust_run(struct robust *r, enum robust_what what, uint64_t address, uint32_t element, uint32_t index)
{
    const VkCommandBuffer c = kit_begin(&r->kit);

    memset(r->out.word, 0xaa, 4 * ROBUST_LANES);
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, r->p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, r->p.layout, 0, 1, &r->set, 0, NULL);
    vkCmdPushConstants(c, r->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct robust_push), &(struct robust_push){address, what, element, index});
    vkCmdDispatch(c, 1, 1, 1);
    return kit_submit(&r->kit, c);
}

/* The lanes see words from `index` on, and zeros from word `bound` on. */
static inline void robust_check(struct robust *r, enum robust_what what, uint32_t element, uint32_t index, uint32_t bound)
{
    CHECK_EQ(robust_run(r, what, 0, element, index), VK_SUCCESS);
    for (uint32_t i = 0; i < ROBUST_LANES; i++)
        CHECK_EQ(r->out.word[i], index + i < bound ? 100 + index + i : 0);
}

/* The device is lost, and a message names the memory. */
static inline void robust_check_lost(enum sets_robust robust, enum robust_what what, uint64_t moved, uint32_t element, uint32_t index,
                                     const char *memory)
{
    struct robust r;

    robust_open(&r, robust, false);
    CHECK_EQ(robust_run(&r, ROBUST_BY_ADDRESS, r.in.address, 0, 1), VK_SUCCESS);
    CHECK_EQ(robust_run(&r, what, moved ? r.in.address + moved : 0, element, index), VK_ERROR_DEVICE_LOST);
    CHECK(strstr(r.kit.said, "fault: address outside the buffer") != NULL);
    CHECK(kit_said(&r.kit, memory));
    CHECK_EQ(vkDeviceWaitIdle(r.kit.device), VK_ERROR_DEVICE_LOST);
    robust_close(&r);
}

static inline void robust_check_all(const char *on)
{
    struct robust r;

    setenv("WAVEFOLD_ON", on, 1);
    setenv("WAVEFOLD_LANES", "8", 1);
    robust_open(&r, SETS_ROBUST, true);
    for (enum robust_what what = ROBUST_OF_FEW; what <= ROBUST_OF_ONE; what++) {
        const uint32_t nothing = what == ROBUST_OF_MANY ? ROBUST_MANY - 1 : ROBUST_FEW - 1;
        robust_check(&r, what, 1, 2, ROBUST_BOUND);
        robust_check(&r, what, 1, 1U << 20, 0);
        if (what != ROBUST_OF_ONE)
            robust_check(&r, what, nothing, 0, 0);
    }
    robust_close(&r);
    /* by an address, which no feature makes good */
    robust_check_lost(SETS_ROBUST, ROBUST_BY_ADDRESS, 0, 0, 0, "byte 0x0 of no buffer: the address is null");
    robust_check_lost(SETS_ROBUST, ROBUST_BY_ADDRESS, 8 * ROBUST_BOUND, 0, 0, "of the memory that the address leads to, which has");
    robust_check_lost(SETS_ROBUST, ROBUST_OF_FEW_AND_BY_ADDRESS, 0, 1, ROBUST_BOUND, "byte 0x0 of no buffer: the address is null, or leads to none; 8 lanes");
    robust_check_lost(SETS_ROBUST2, ROBUST_BY_ADDRESS, UINT64_C(1) << 40, 0, 0, "of no buffer");
    /* without robust access */
    robust_check_lost(SETS_FRAGILE, ROBUST_OF_FEW, 0, 1, ROBUST_BOUND,
                      "byte 0x18 of set 0 binding 1 (few), element 1, which has 24 bytes, right after its end; 8 lanes");
    robust_check_lost(SETS_FRAGILE, ROBUST_OF_MANY, 0, 1, ROBUST_BOUND, "a byte outside of an element of an array of more than 32; 8 lanes");
    robust_check_lost(SETS_FRAGILE, ROBUST_OF_ONE, 0, 0, ROBUST_BOUND,
                      "byte 0x18 of set 0 binding 1 (few), element 1, which has 24 bytes, right after its end; 8 lanes");
}

#endif
