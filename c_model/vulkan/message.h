/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WAVEFOLD_VULKAN_MESSAGE_H
#define WAVEFOLD_VULKAN_MESSAGE_H

#include "settings.h"
#include "wfv.h"

/* VkDebugUtilsMessengerEXT: in a list of the instance. */
struct wfv_messenger {
    struct wfv_messenger *next;
    VkDebugUtilsMessageSeverityFlagsEXT severities;
    VkDebugUtilsMessageTypeFlagsEXT types;
    PFN_vkDebugUtilsMessengerCallbackEXT callback;
    void *user;
};
WFV_HANDLE(VkDebugUtilsMessengerEXT, wfv_messenger)

/* Of an instance that is made: the log can be written.  False with a reason. */
bool wfv_message_open(const struct wfv_settings *settings, char why[WFV_SETTINGS_WHY]);

#endif
