/* SPDX-License-Identifier: Apache-2.0
 * timestamps.c - VK_EXT_calibrated_timestamps: the clock of the device with those of the host.
 */
#include "device.h"

#include <time.h>

static const VkTimeDomainEXT domains[] = {
    VK_TIME_DOMAIN_DEVICE_EXT, VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT, VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT};

VkResult wfv_GetPhysicalDeviceCalibrateableTimeDomainsEXT(VkPhysicalDevice physicalDevice, uint32_t *pTimeDomainCount,
                                                          VkTimeDomainEXT *pTimeDomains)
{
    struct wfv_listing list = wfv_list_begin(pTimeDomains, pTimeDomainCount);

    (void)physicalDevice;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        VkTimeDomainEXT *next = wfv_list_next(&list, sizeof *next);
        if (next)
            *next = domains[i];
    }
    return wfv_list_end(&list);
}

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

VkResult wfv_GetCalibratedTimestampsEXT(VkDevice device, uint32_t timestampCount,
                                        const VkCalibratedTimestampInfoEXT *pTimestampInfos,
                                        uint64_t *pTimestamps, uint64_t *pMaxDeviation)
{
    const uint64_t begin = read_clock(CLOCK_MONOTONIC);

    for (uint32_t i = 0; i < timestampCount; i++)
        switch ((int)pTimestampInfos[i].timeDomain) {
        case VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT:
            pTimestamps[i] = read_clock(CLOCK_MONOTONIC);
            break;
        case VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT:
            pTimestamps[i] = read_clock(CLOCK_MONOTONIC_RAW);
            break;
        default:
            pTimestamps[i] = atomic_load(&wfv_device_of(device)->clock);
        }
    /* all were read between two moments; a cycle counts as a nanosecond */
    *pMaxDeviation = read_clock(CLOCK_MONOTONIC) - begin + 1;
    return VK_SUCCESS;
}
