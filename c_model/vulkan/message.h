/* SPDX-License-Identifier: Apache-2.0
 * message.h - messengers of the instance, and the log.
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

/* The file that WAVEFOLD_LOG names takes what is said from here on.  False, with the reason: it cannot be written. */
enum { WFV_LOG_WHY = 1200 };
bool wfv_log_open(struct wfv_instance *instance, char why[WFV_LOG_WHY]);
void wfv_log_close(struct wfv_instance *instance);

/* Those of the chain hear what is said.  False: no memory. */
bool wfv_messengers_chained(struct wfv_instance *instance, const void *next);
void wfv_messengers_free(struct wfv_instance *instance);

#endif
