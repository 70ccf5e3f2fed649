/* SPDX-License-Identifier: Apache-2.0
 * properties.c - properties of the device beyond its limits.
 */
#include "device.h"

#include "descriptor_limits.h"

#include <string.h>

static void subgroups(const struct wfv_physical *p, VkPhysicalDeviceSubgroupProperties *s)
{
    s->subgroupSize = p->instance->settings.wave_size;
    s->supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
    s->supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT |
                             VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
                             VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT |
                             VK_SUBGROUP_FEATURE_CLUSTERED_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT;
    s->quadOperationsInAllStages = VK_FALSE;
}

static void size_control(const struct wfv_physical *p, VkPhysicalDeviceSubgroupSizeControlProperties *s)
{
    s->minSubgroupSize = 4;
    s->maxSubgroupSize = p->machine.lanes;
    s->maxComputeWorkgroupSubgroups = p->machine.waves;
    s->requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
}

static void driver(VkPhysicalDeviceDriverProperties *s)
{
    s->driverID = (VkDriverId)0;
    strcpy(s->driverName, "Wavefold");
    strcpy(s->driverInfo, "wave scheduler model");
    s->conformanceVersion = (VkConformanceVersion){0, 0, 0, 0};
}

void wfv_fill_properties(const struct wfv_physical *p, void *next)
{
    for (VkBaseOutStructure *s = next; s; s = s->pNext)
        switch ((int)s->sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES:
            subgroups(p, (VkPhysicalDeviceSubgroupProperties *)s);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES:
            size_control(p, (VkPhysicalDeviceSubgroupSizeControlProperties *)s);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES:
            driver((VkPhysicalDeviceDriverProperties *)s);
            break;
        default:
            wfv_fill_descriptor_properties(s);
            break;
        }
}
