/* SPDX-License-Identifier: Apache-2.0
 * message.c - VK_EXT_debug_utils: errors that the driver reports, and names of pipelines, by which it calls them.  Other
 * names, labels and markers of a program are for layers.
 */
#include "message.h"

#include "attached.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- the log ----------------------------------------------------------------------------------------------------- */

bool wfv_log_open(struct wfv_instance *instance, char why[WFV_LOG_WHY])
{
    const char *name = getenv("WAVEFOLD_LOG");

    instance->log = -1;
    if (!name || !*name)
        return true;
    /* each message is one write at the end of the file, so those of several threads and programs stay whole */
    instance->log = strcmp(name, "-") ? open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : dup(STDERR_FILENO);
    if (instance->log < 0)
        snprintf(why, WFV_LOG_WHY, "WAVEFOLD_LOG=%.1000s: %s", name, strerror(errno));
    return instance->log >= 0;
}

void wfv_log_close(struct wfv_instance *instance)
{
    if (instance->log >= 0)
        close(instance->log);
    instance->log = -1;
}

static void write_log(int log, const char *text)
{
    char line[4200];
    const int length = snprintf(line, sizeof line, "wavefold: %s\n", text);
    ssize_t written = 0, done = 0;

    while (length > 0 && done < length && written >= 0) {
        written = write(log, line + done, (size_t)(length - done));
        done += written;
    }
}

/* ---- messengers -------------------------------------------------------------------------------------------------- */

void wfv_say(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity, const char *format, ...)
{
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (instance->log >= 0)
        write_log(instance->log, text);
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessageIdName = "wavefold", .pMessage = text};
    send_all(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
}

static bool add(struct wfv_instance *instance, const VkDebugUtilsMessengerCreateInfoEXT *info, const VkAllocationCallbacks *given,
                struct wfv_messenger **messenger)
{
    struct wfv_messenger *m = wfv_new(given, instance->own, sizeof *m, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!m)
        return false;
    *m = (struct wfv_messenger){.severities = info->messageSeverity, .types = info->messageType,
                                .callback = info->pfnUserCallback, .user = info->pUserData};
    pthread_mutex_lock(&instance->lock);
    m->next = instance->messenger;
    instance->messenger = m;
    pthread_mutex_unlock(&instance->lock);
    *messenger = m;
    return true;
}

bool wfv_messengers_chained(struct wfv_instance *instance, const void *next)
{
    struct wfv_messenger *ignored;

    for (const VkBaseInStructure *s = next; s; s = s->pNext)
        if (s->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT &&
            !add(instance, (const VkDebugUtilsMessengerCreateInfoEXT *)s, NULL, &ignored))
            return false;
    return true;
}

void wfv_messengers_free(struct wfv_instance *instance)
{
    while (instance->messenger) {
        struct wfv_messenger *m = instance->messenger;
        instance->messenger = m->next;
        wfv_delete(NULL, instance->own, m);
    }
}

VkResult wfv_CreateDebugUtilsMessengerEXT(VkInstance handle, const VkDebugUtilsMessengerCreateInfoEXT *pCreateInfo,
                                          const VkAllocationCallbacks *pAllocator, VkDebugUtilsMessengerEXT *pMessenger)
{
    struct wfv_messenger *m = NULL;
    const bool made = add(wfv_instance_of(handle), pCreateInfo, pAllocator, &m);

    *pMessenger = wfv_messenger_handle(m);
    return made ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
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

/* ---- names; and what is for layers -------------------------------------------------------------------------------------- */

VkResult wfv_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *pNameInfo)
{
    (void)device;
    if (pNameInfo->objectType != VK_OBJECT_TYPE_PIPELINE)
        return VK_SUCCESS;
    return wfv_attach_name(pNameInfo->objectHandle, pNameInfo->pObjectName) ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
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
