/* SPDX-License-Identifier: Apache-2.0 */
#include "stub.h"

#include "command.h"
#include "queue.h"

static const char what[] = "%s: this device has compute shaders alone, and does not have this command";

void wfv_stub_VkInstance(VkInstance instance, const char *command)
{
    wfv_say(wfv_instance_of(instance), VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, what, command);
}

void wfv_stub_VkPhysicalDevice(VkPhysicalDevice device, const char *command)
{
    wfv_say(wfv_physical_of(device)->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, what, command);
}

void wfv_stub_VkDevice(VkDevice device, const char *command)
{
    wfv_say(wfv_device_of(device)->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, what, command);
}

void wfv_stub_VkQueue(VkQueue queue, const char *command)
{
    wfv_stub_VkDevice(wfv_device_handle(wfv_queue_device(wfv_queue_of(queue))), command);
}

void wfv_stub_VkCommandBuffer(VkCommandBuffer commands, const char *command)
{
    wfv_fail(wfv_commands_of(commands), VK_ERROR_FEATURE_NOT_PRESENT, what, command);
}
