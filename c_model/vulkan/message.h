/* SPDX-License-Identifier: Apache-2.0
 * message.h - messengers of the instance.
 */
#ifndef WAVEFOLD_VULKAN_MESSAGE_H
#define WAVEFOLD_VULKAN_MESSAGE_H

#include "device.h"

/* VkDebugUtilsMessengerEXT, or one of a chain of VkInstanceCreateInfo: in a list of the instance. */
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

/* Those of the chain get all messages.  False: no memory. */
bool wfv_messengers_chained(struct wfv_instance *instance, const void *next);
void wfv_messengers_free(struct wfv_instance *instance);

#endif
