/* SPDX-License-Identifier: Apache-2.0
 * stub.h - core commands that a device without graphics has not.
 */
#ifndef WAVEFOLD_VULKAN_STUB_H
#define WAVEFOLD_VULKAN_STUB_H

#include "wfv.h"

/* A program called it all the same: this is reported, by way of what it was called on.  A command buffer fails, too. */
void wfv_stub_VkInstance(VkInstance instance, const char *command);
void wfv_stub_VkPhysicalDevice(VkPhysicalDevice device, const char *command);
void wfv_stub_VkDevice(VkDevice device, const char *command);
void wfv_stub_VkQueue(VkQueue queue, const char *command);
void wfv_stub_VkCommandBuffer(VkCommandBuffer commands, const char *command);

#endif
