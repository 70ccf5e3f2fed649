/* SPDX-License-Identifier: Apache-2.0
 * list_features.c - what the driver reports, a line each, for sim/vulkan_info.sh:
 *   feature NAME STRUCTURE      it has the feature, a member of this structure
 *   lacks NAME STRUCTURE        it does not, and the structure is one of Vulkan 1.0 to 1.3
 *   extension NAME VERSION
 */
#include "kit.h"

#include "../../c_model/vulkan/newer.h"

#include <string.h>

static const struct {
    const char *name;
    VkStructureType type;
    const char *members;
} structures[] = {
#define WFV_STRUCTURE(name, type, members, extension) {#name, type, members},
#include "vulkan_features.h"
#undef WFV_STRUCTURE
};

/* The largest structure has fewer members than this. */
struct any {
    VkStructureType type;
    void *next;
    VkBool32 member[256];
};

static void list(const struct kit *kit, const char *name, VkStructureType type, const char *members)
{
    struct any any = {.type = type};
    VkPhysicalDeviceFeatures2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &any};
    const bool is_base = type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, is_version = is_base || !strncmp(name, "VkPhysicalDeviceVulkan1", 23);

    vkGetPhysicalDeviceFeatures2(kit->physical, is_base ? (VkPhysicalDeviceFeatures2 *)&any : &two);
    for (unsigned i = 0; *members; i++) {
        const int length = (int)strcspn(members, " ");
        if (any.member[i] || is_version)
            printf("%s %.*s %s\n", any.member[i] ? "feature" : "lacks", length, members, is_base ? "VkPhysicalDeviceFeatures" : name);
        members += length + (members[length] == ' ');
    }
}

int main(int argc, char **argv)
{
    VkExtensionProperties extension[512];
    uint32_t count = 512;
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        list(&kit, structures[i].name, structures[i].type, structures[i].members);
    KIT_NEED(vkEnumerateDeviceExtensionProperties(kit.physical, NULL, &count, extension));
    for (uint32_t i = 0; i < count; i++)
        printf("extension %s %u\n", extension[i].extensionName, (unsigned)extension[i].specVersion);
    kit_close(&kit);
    return 0;
}
