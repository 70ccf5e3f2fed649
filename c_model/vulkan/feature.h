/* SPDX-License-Identifier: Apache-2.0
 * feature.h - the features of the device, and those that a program enabled.
 */
#ifndef WAVEFOLD_VULKAN_FEATURE_H
#define WAVEFOLD_VULKAN_FEATURE_H

#include "wfv.h"

enum wfv_feature {
#define WFV_FEATURE(name) WFV_FEATURE_##name,
#include "features.def"
#undef WFV_FEATURE
    WFV_FEATURES
};

struct wfv_enabled {
    bool has[WFV_FEATURES];
};

struct wfv_physical;

/* Fills each structure of features in the chain, false where the device has no such feature. */
void wfv_fill_features(const struct wfv_physical *physical, void *next);
/* What a device is to be made with.  An error after a message: a feature that the device has not, or a structure that
 * is there twice.  A structure that is none of the registry gives a warning: what it asks for is not enabled. */
VkResult wfv_enable_features(const struct wfv_physical *physical, const VkDeviceCreateInfo *info,
                             struct wfv_enabled *enabled);

#endif
