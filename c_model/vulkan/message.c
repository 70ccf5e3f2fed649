/* SPDX-License-Identifier: Apache-2.0
 * message.c - VK_EXT_debug_utils: errors that the driver reports.  Labels and markers of a program are for layers.
 */
#include "message.h"

#include "image.h"
#include "pipeline.h"

#include "wavefold/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool send(const struct wfv_messenger *m, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                 VkDebugUtilsMessageTypeFlagsEXT type, const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    const bool is_wanted = (m->severities & severity) && (m->types & type);

    if (is_wanted)
        m->callback(severity, type, data, m->user);
    return is_wanted;
}

/* False: no messenger asked for it. */
static bool send_all(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT type, const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    bool is_heard = false;

    pthread_mutex_lock(&instance->lock);
    for (const struct wfv_messenger *m = instance->messenger; m; m = m->next)
        is_heard |= send(m, severity, type, data);
    pthread_mutex_unlock(&instance->lock);
    return is_heard;
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* A message is one write at the end of the file: those of several threads, and of several programs, stay whole. */
static int open_log(const char *name)
{
    return strcmp(name, "-") ? open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : STDERR_FILENO;
}

static void close_log(int log)
{
    if (log > STDERR_FILENO)
        close(log);
}

bool wfv_message_open(const struct wfv_settings *s, char why[WFV_SETTINGS_WHY])
{
    const int log = *s->log ? open_log(s->log) : STDERR_FILENO;

    if (log < 0)
        snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_LOG=%.80s: cannot write it: %s", s->log, strerror(errno));
    close_log(log);
    return log >= 0;
}

static void put_log(const char *name, const char *text)
{
    const int opened = open_log(name), log = opened < 0 ? STDERR_FILENO : opened;
    char line[4200];
    const int length = snprintf(line, sizeof line, "wavefold: %s\n", text);
    ssize_t written = 1;

    for (int done = 0; done < length && written > 0; done += (int)written)
        written = write(log, line + done, (size_t)(length - done));
    close_log(opened);
}

void wfv_say(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity, const char *format, ...)
{
    const char *log = instance->settings.log;
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const VkDebugUtilsMessengerCallbackDataEXT data = {.sType =
                                                           VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
                                                       .pMessageIdName = "wavefold",
                                                       .pMessage = text};
    const bool is_heard = send_all(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
    /* without a log, what the program does not want to hear goes to its user, if it is a warning or an error */
    if (*log)
        put_log(log, text);
    else if (!is_heard && severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT)
        put_log("-", text);
}

static bool add(struct wfv_instance *instance, const VkDebugUtilsMessengerCreateInfoEXT *info,
                const VkAllocationCallbacks *given, struct wfv_messenger **messenger)
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

/* ---- names of objects: those of shaders, buffers and images are in reports --------------------------------------- */

VkResult wfv_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *pNameInfo)
{
    const char *name = pNameInfo->pObjectName ? pNameInfo->pObjectName : "";
    char *to = NULL;

    (void)device;
    if (pNameInfo->objectType == VK_OBJECT_TYPE_PIPELINE)
        to = ((struct wfv_pipeline *)(uintptr_t)pNameInfo->objectHandle)->called;
    else if (pNameInfo->objectType == VK_OBJECT_TYPE_SHADER_MODULE)
        to = ((struct wfv_module *)(uintptr_t)pNameInfo->objectHandle)->called;
    else if (pNameInfo->objectType == VK_OBJECT_TYPE_BUFFER)
        to = ((struct wfv_buffer *)(uintptr_t)pNameInfo->objectHandle)->called;
    else if (pNameInfo->objectType == VK_OBJECT_TYPE_IMAGE)
        to = ((struct wfv_image *)(uintptr_t)pNameInfo->objectHandle)->called;
    if (to)
        snprintf(to, WFV_CALLED, "%.*s", (int)wf_utf8_fits(name, WFV_CALLED - 1), name);
    return VK_SUCCESS;
}

/* ---- for layers -------------------------------------------------------------------------------------------------- */

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
