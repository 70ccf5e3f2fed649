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
/* Those that a program enabled, of the instance and the device. */
enum { WFV_EXTENSIONS_MOST = 128 };
struct wfv_enabled_extensions {
    bool has[WFV_EXTENSIONS_MOST];      /* by their lines in extensions.def */
};
void wfv_enable_extensions(struct wfv_enabled_extensions *enabled, uint32_t count, const char *const *name);
bool wfv_is_extension_enabled(const struct wfv_enabled_extensions *enabled, const char *name);
/* As vkEnumerate..ExtensionProperties, without layers. */
VkResult wfv_list_extensions(bool of_device, bool webgpu, const char *layer, uint32_t *count,
                             VkExtensionProperties *properties);

#endif
