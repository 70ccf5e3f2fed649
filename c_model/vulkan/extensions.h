/* SPDX-License-Identifier: Apache-2.0
 * extensions.h - the extensions of the instance and of the device, by name.
 */
#ifndef WAVEFOLD_VULKAN_EXTENSIONS_H
#define WAVEFOLD_VULKAN_EXTENSIONS_H

#include "wfv.h"

/* The number-th extension of the instance or of the device; NULL: there are not so many.  Those of windows are there
 * under WAVEFOLD_VK=webgpu alone. */
const VkExtensionProperties *wfv_extension(bool of_device, bool webgpu, uint32_t number);
bool wfv_has_extension(bool of_device, bool webgpu, const char *name);
/* As vkEnumerate..ExtensionProperties, without layers. */
VkResult wfv_list_extensions(bool of_device, bool webgpu, const char *layer, uint32_t *count,
                             VkExtensionProperties *properties);

#endif
