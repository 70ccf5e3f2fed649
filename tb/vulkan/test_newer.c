/* SPDX-License-Identifier: Apache-2.0
 * test_newer.c - feature structures have the numbers of the registry, those too that are younger than Debian's headers, or that the registry writes
 * otherwise than others; those that the driver does not know stay as they are.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <string.h>

enum { MARK = 0x5a5a5a5a };

/* A feature structure of up to four members. */
struct features {
    VkStructureType type;
    void *next;
    VkBool32 has[4];
};

static const struct {
    const char *extension;              /* NULL: none that the driver has */
    uint32_t type, members;
} rows[] = {
    {"VK_KHR_shader_quad_control", 1000235000, 1}, {"VK_KHR_shader_subgroup_rotate", 1000416000, 2},
    {"VK_KHR_shader_maximal_reconvergence", 1000434000, 1}, {"VK_KHR_shader_float_controls2", 1000528000, 1},
    {"VK_KHR_shader_expect_assume", 1000544000, 1}, {"VK_KHR_shader_relaxed_extended_instruction", 1000558000, 1},
    {"VK_NV_shader_atomic_float16_vector", 1000563000, 1}, {"VK_KHR_compute_shader_derivatives", 1000201000, 2},
    {"VK_EXT_scalar_block_layout", 1000221000, 1}, {"VK_KHR_uniform_buffer_standard_layout", 1000253000, 1},
    {NULL, 1000545000, 1},              /* VkPhysicalDeviceMaintenance6FeaturesKHR */
    {NULL, 1000470000, 1},              /* VkPhysicalDeviceMaintenance5FeaturesKHR */
    {NULL, 1000562000, 1},              /* VkPhysicalDeviceMaintenance7FeaturesKHR */
};

static bool is_listed(const struct kit *kit, const char *name)
{
    static VkExtensionProperties property[512];
    uint32_t count = 512;

    KIT_NEED(vkEnumerateDeviceExtensionProperties(kit->physical, NULL, &count, property));
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(property[i].extensionName, name))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const bool is_known = rows[n].extension && is_listed(&kit, rows[n].extension);
        struct features f = {.type = (VkStructureType)rows[n].type, .has = {MARK, MARK, MARK, MARK}};
        VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};

        vkGetPhysicalDeviceFeatures2(kit.physical, &all);
        CHECK_EQ(!rows[n].extension || is_known, true);
        CHECK_EQ(f.has[0], is_known ? VK_TRUE : MARK);
        for (uint32_t i = 1; i < 4; i++)
            CHECK_EQ(i < rows[n].members && is_known ? f.has[i] <= VK_TRUE : f.has[i] == MARK, true);
    }
    kit_close(&kit);
    return check_end("vulkan_newer");
}
