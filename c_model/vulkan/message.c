/* SPDX-License-Identifier: Apache-2.0
 * message.c - VK_EXT_debug_utils: errors that the driver reports.  Names, labels and markers of a program are for layers.
 */
#include "message.h"

#include "device.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void send(const struct wfv_messenger *m, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                 VkDebugUtilsMessageTypeFlagsEXT type, const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    if ((m->severities & severity) && (m->types & type))
        m->callback(severity, type, data, m->user);
}

static void send_all(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT type, const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    pthread_mutex_lock(&instance->lock);
    for (const struct wfv_messenger *m = instance->messenger; m; m = m->next)
        send(m, severity, type, data);
    pthread_mutex_unlock(&instance->lock);
}

void wfv_say(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity, const char *format, ...)
{
    const char *log = getenv("WAVEFOLD_LOG");
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (log && *log) {
        FILE *file = *log == '-' && !log[1] ? stderr : fopen(log, "a");
        if (file) {
            fprintf(file, "wavefold: %s\n", text);
            if (file != stderr)
                fclose(file);
        }
    }
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessageIdName = "wavefold", .pMessage = text};
    send_all(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
}

VkResult wfv_CreateDebugUtilsMessengerEXT(VkInstance handle, const VkDebugUtilsMessengerCreateInfoEXT *pCreateInfo,
                                          const VkAllocationCallbacks *pAllocator, VkDebugUtilsMessengerEXT *pMessenger)
{
    struct wfv_instance *instance = wfv_instance_of(handle);
    struct wfv_messenger *m = wfv_new(pAllocator, instance->own, sizeof *m, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!m)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    *m = (struct wfv_messenger){.severities = pCreateInfo->messageSeverity, .types = pCreateInfo->messageType,
                                .callback = pCreateInfo->pfnUserCallback, .user = pCreateInfo->pUserData};
    pthread_mutex_lock(&instance->lock);
    m->next = instance->messenger;
    instance->messenger = m;
    pthread_mutex_unlock(&instance->lock);
    *pMessenger = wfv_messenger_handle(m);
    return VK_SUCCESS;
}

void wfv_DestroyDebugUtilsMessengerEXT(VkInstance handle, VkDebugUtilsMessengerEXT messenger,
                                       const VkAllocationCallbacks *pAllocator)
{
    struct wfv_instance *instance = wfv_instance_of(handle);
    struct wfv_messenger *m = wfv_messenger_of(messenger);

    pthread_mutex_lock(&instance->lock);
    for (struct wfv_messenger **at = &instance->messenger; *at; at = &(*at)->next)
        if (*at == m) {
            *at = m->next;
            break;
        }
    pthread_mutex_unlock(&instance->lock);
    wfv_delete(pAllocator, instance->own, m);
}

void wfv_SubmitDebugUtilsMessageEXT(VkInstance instance, VkDebugUtilsMessageSeverityFlagBitsEXT messageSeverity,
                                    VkDebugUtilsMessageTypeFlagsEXT messageTypes,
                                    const VkDebugUtilsMessengerCallbackDataEXT *pCallbackData)
{
    send_all(wfv_instance_of(instance), messageSeverity, messageTypes, pCallbackData);
}

/* ---- for layers -------------------------------------------------------------------------------------------------- */

VkResult wfv_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *pNameInfo)
{
    (void)device, (void)pNameInfo;
    return VK_SUCCESS;
}

VkResult wfv_SetDebugUtilsObjectTagEXT(VkDevice device, const VkDebugUtilsObjectTagInfoEXT *pTagInfo)
{
    (void)device, (void)pTagInfo;
    return VK_SUCCESS;
}

void wfv_QueueBeginDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *pLabelInfo)
{
    (void)queue, (void)pLabelInfo;
}

void wfv_QueueEndDebugUtilsLabelEXT(VkQueue queue)
{
    (void)queue;
}

void wfv_QueueInsertDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *pLabelInfo)
{
    (void)queue, (void)pLabelInfo;
}

void wfv_CmdBeginDebugUtilsLabelEXT(VkCommandBuffer commandBuffer, const VkDebugUtilsLabelEXT *pLabelInfo)
{
    (void)commandBuffer, (void)pLabelInfo;
}

void wfv_CmdEndDebugUtilsLabelEXT(VkCommandBuffer commandBuffer)
{
    (void)commandBuffer;
}

void wfv_CmdInsertDebugUtilsLabelEXT(VkCommandBuffer commandBuffer, const VkDebugUtilsLabelEXT *pLabelInfo)
{
    (void)commandBuffer, (void)pLabelInfo;
}
