/* SPDX-License-Identifier: Apache-2.0
 * descriptor_limits.h - what the device has of descriptors beyond VkPhysicalDeviceLimits.
 */
#ifndef WAVEFOLD_VULKAN_DESCRIPTOR_LIMITS_H
#define WAVEFOLD_VULKAN_DESCRIPTOR_LIMITS_H

#include "wfv.h"

/* Fills what a structure of properties has about descriptors, memory or robust access. */
void wfv_fill_descriptor_properties(VkBaseOutStructure *structure);

#endif
