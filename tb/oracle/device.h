/* SPDX-License-Identifier: Apache-2.0
 * device.h - a Vulkan device that computes, with everything enabled that it offers and shaders ask for.
 */
#ifndef WFO_DEVICE_H
#define WFO_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

/* Feature structures that are younger than Debian's headers; the names differ from Vulkan's, so that newer headers do not clash. */
struct wfo_derivatives_khr {
    VkStructureType sType;
    void *pNext;
    VkBool32 computeDerivativeGroupQuads, computeDerivativeGroupLinear;
};
struct wfo_rotate {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderSubgroupRotate, shaderSubgroupRotateClustered;
};
struct wfo_maximal {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderMaximalReconvergence;
};
struct wfo_quad_control {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderQuadControl;
};
struct wfo_atomic_half2 {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderFloat16VectorAtomics;
};
struct wfo_controls2 {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderFloatControls2;
};
struct wfo_expect {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderExpectAssume;
};
enum { WFO_SUBGROUP_ROTATE = 0x200 };       /* VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR */

/* What is enabled; all 0 in structures that the device does not know. */
struct wfo_features {
    VkPhysicalDeviceFeatures core;
#define WFO_FEATURE(member, structure, type, extension, since) structure member;
#include "features.def"
};

enum { WFO_EXTENSIONS = 64 };

struct wfo_device {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;                        /* of the queue */
    uint32_t version;                       /* of Vulkan, as instance and device have it together */
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceSubgroupProperties subgroup;
    VkPhysicalDeviceSubgroupSizeControlProperties size;     /* of one size where it cannot be chosen */
    VkPhysicalDeviceDriverProperties driver;
    VkPhysicalDeviceFloatControlsProperties floats;
    VkPhysicalDeviceMemoryProperties memory;
    struct wfo_features features;
    const char *here;                       /* where samples.spv is */
    const char *extension[WFO_EXTENSIONS];  /* enabled */
    uint32_t extensions;
};

/* Open the device whose number or part of whose name is `wanted`, or the first one.  False with why: nothing is open then. */
bool wfo_device_open(struct wfo_device *d, const char *wanted, char *why, size_t room);
void wfo_device_close(struct wfo_device *d);
/* A line for each device; false with why when there is none. */
bool wfo_device_list(char *why, size_t room);
/* What is enabled holds this extension, or its version of Vulkan has it in the core. */
bool wfo_device_offers(const struct wfo_device *d, const char *extension);
/* VK_ERROR_... in words, or a number. */
const char *wfo_result(VkResult result, char text[48]);

#endif
