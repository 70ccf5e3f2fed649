/* SPDX-License-Identifier: Apache-2.0 */
#include "all.h"

#include "work.h"

#include <string.h>

#define TRY(call) \
    do { \
        const VkResult tried = (call); \
        if (tried != VK_SUCCESS) \
            return tried; \
    } while (0)

/* ---- the device -------------------------------------------------------------------------------------------------- */

static VkBool32 ignore(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

VkResult all_open(struct all_device *d, const VkAllocationCallbacks *callbacks)
{
    static const char *const extension[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, .pfnUserCallback = ignore};
    const float one = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &one};
    VkPhysicalDeviceVulkan13Features want13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .privateData = VK_TRUE, .synchronization2 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features want12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &want13, .timelineSemaphore = VK_TRUE, .bufferDeviceAddress = VK_TRUE};
    uint32_t count = 1;

    *d = (struct all_device){.callbacks = callbacks};
    TRY(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = &messenger, .pApplicationInfo = &application,
                                                 .enabledExtensionCount = 1, .ppEnabledExtensionNames = extension}, callbacks, &d->instance));
    const PFN_vkCreateDebugUtilsMessengerEXT create = (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(d->instance, "vkCreateDebugUtilsMessengerEXT");
    TRY(create(d->instance, &messenger, callbacks, &d->messenger));
    TRY(vkEnumeratePhysicalDevices(d->instance, &count, &d->physical));
    return vkCreateDevice(d->physical, &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &want12, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue}, callbacks, &d->device);
}

void all_close(struct all_device *d)
{
    if (!d->instance)
        return;
    if (d->device)
        vkDestroyDevice(d->device, d->callbacks);
    const PFN_vkDestroyDebugUtilsMessengerEXT destroy = (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(d->instance, "vkDestroyDebugUtilsMessengerEXT");
    destroy(d->instance, d->messenger, d->callbacks);
    vkDestroyInstance(d->instance, d->callbacks);
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

static VkResult make_memory(const struct all_device *d, struct all_objects *o)
{
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkImageCreateInfo image = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {4, 4, 1},
                                     .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_STORAGE_BIT};
    VkMemoryRequirements needs;

    TRY(vkAllocateMemory(d->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = 4096}, d->callbacks, &o->memory));
    TRY(vkCreateBuffer(d->device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 1024,
                                                        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT},
                       d->callbacks, &o->buffer));
    TRY(vkBindBufferMemory(d->device, o->buffer, o->memory, 0));
    TRY(vkCreateBufferView(d->device, &(VkBufferViewCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = o->buffer, .format = VK_FORMAT_R32_UINT, .range = VK_WHOLE_SIZE}, d->callbacks, &o->texels));
    TRY(vkCreateImage(d->device, &image, d->callbacks, &o->image));
    vkGetImageMemoryRequirements(d->device, o->image, &needs);
    TRY(vkAllocateMemory(d->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size}, d->callbacks, &o->image_memory));
    TRY(vkBindImageMemory(d->device, o->image, o->image_memory, 0));
    TRY(vkCreateImageView(d->device, &(VkImageViewCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = o->image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = VK_FORMAT_R32_UINT,
                                                              .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, d->callbacks, &o->view));
    return vkCreateSampler(d->device, &(VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO}, d->callbacks, &o->sampler);
}

static VkResult make_sets(const struct all_device *d, struct all_objects *o)
{
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 12};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, 0};
    const VkDescriptorBufferInfo info = {o->buffer, 0, VK_WHOLE_SIZE};

    TRY(vkCreateDescriptorSetLayout(d->device, &(VkDescriptorSetLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding}, d->callbacks, &o->set_layout));
    TRY(vkCreatePipelineLayout(d->device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &o->set_layout,
                                                                       .pushConstantRangeCount = 1, .pPushConstantRanges = &range}, d->callbacks, &o->layout));
    TRY(vkCreateDescriptorPool(d->device, &(VkDescriptorPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 2, .poolSizeCount = 1, .pPoolSizes = &size}, d->callbacks, &o->descriptors));
    TRY(vkAllocateDescriptorSets(d->device, &(VkDescriptorSetAllocateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = o->descriptors, .descriptorSetCount = 1, .pSetLayouts = &o->set_layout}, &o->set));
    TRY(vkCreateDescriptorUpdateTemplate(d->device, &(VkDescriptorUpdateTemplateCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO, .descriptorUpdateEntryCount = 1, .pDescriptorUpdateEntries = &entry,
                                                                                            .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET, .descriptorSetLayout = o->set_layout}, d->callbacks, &o->template));
    vkUpdateDescriptorSetWithTemplate(d->device, o->set, o->template, &info);
    return VK_SUCCESS;
}

static VkResult make_pipeline(const struct all_device *d, struct all_objects *o)
{
    TRY(vkCreateShaderModule(d->device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = work_module_bytes, .pCode = work_module}, d->callbacks, &o->module));
    TRY(vkCreatePipelineCache(d->device, &(VkPipelineCacheCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO}, d->callbacks, &o->cache));
    return vkCreateComputePipelines(d->device, o->cache, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = o->layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = o->module, .pName = "main"}}, d->callbacks, &o->pipeline);
}

static VkResult make_sync(const struct all_device *d, struct all_objects *o)
{
    const VkSemaphoreTypeCreateInfo timeline = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};

    TRY(vkCreateFence(d->device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, d->callbacks, &o->fence));
    TRY(vkCreateSemaphore(d->device, &(VkSemaphoreCreateInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO}, d->callbacks, &o->semaphore[0]));
    TRY(vkCreateSemaphore(d->device, &(VkSemaphoreCreateInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &timeline}, d->callbacks, &o->semaphore[1]));
    TRY(vkCreateEvent(d->device, &(VkEventCreateInfo){.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO}, d->callbacks, &o->event));
    TRY(vkCreateQueryPool(d->device, &(VkQueryPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 4}, d->callbacks, &o->queries));
    TRY(vkCreatePrivateDataSlot(d->device, &(VkPrivateDataSlotCreateInfo){.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO}, d->callbacks, &o->slot));
    return vkSetPrivateData(d->device, VK_OBJECT_TYPE_FENCE, (uint64_t)(uintptr_t)o->fence, o->slot, 5);
}

/* Each command, some much larger than the rest. */
static void record(const struct all_objects *o, VkCommandBuffer commands)
{
    static const char data[65536];
    const VkDependencyInfo dependency = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO};

    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, o->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, o->layout, 0, 1, &o->set, 0, NULL);
    vkCmdPushConstants(commands, o->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, (uint32_t[3]){WORK_STEP, 1, 0});
    vkCmdDispatch(commands, 1, 1, 1);
    vkCmdFillBuffer(commands, o->buffer, 512, 12, 1);
    vkCmdPipelineBarrier2(commands, &dependency);
    vkCmdDispatchIndirect(commands, o->buffer, 512);
    vkCmdUpdateBuffer(commands, o->buffer, 0, 1024, data);
    for (int i = 0; i < 40; i++)
        vkCmdUpdateBuffer(commands, o->buffer, 0, 1024, data + 1024 * i);
    vkCmdResetQueryPool(commands, o->queries, 0, 4);
    vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, o->queries, 0);
    vkCmdCopyQueryPoolResults(commands, o->queries, 0, 1, o->buffer, 0, 8, 0);
    vkCmdResetEvent2(commands, o->event, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    vkCmdSetEvent2(commands, o->event, &dependency);
    vkCmdWaitEvents2(commands, 1, &o->event, &dependency);
}

static VkResult make_commands(const struct all_device *d, struct all_objects *o)
{
    const VkCommandBufferInheritanceInfo inheritance = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inheritance};

    TRY(vkCreateCommandPool(d->device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, d->callbacks, &o->commands));
    TRY(vkAllocateCommandBuffers(d->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = o->commands, .commandBufferCount = 2}, o->buffers));
    TRY(vkAllocateCommandBuffers(d->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = o->commands, .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1}, &o->secondary));
    TRY(vkBeginCommandBuffer(o->secondary, &begin));
    vkCmdFillBuffer(o->secondary, o->buffer, 0, 16, 1);
    TRY(vkEndCommandBuffer(o->secondary));
    TRY(vkBeginCommandBuffer(o->buffers[0], &begin));
    record(o, o->buffers[0]);
    vkCmdExecuteCommands(o->buffers[0], 1, &o->secondary);
    return vkEndCommandBuffer(o->buffers[0]);
}

VkResult all_make(const struct all_device *d, struct all_objects *o)
{
    memset(o, 0, sizeof *o);
    TRY(make_memory(d, o));
    TRY(make_sets(d, o));
    TRY(make_pipeline(d, o));
    TRY(make_sync(d, o));
    return make_commands(d, o);
}

VkResult all_run(const struct all_device *d, const struct all_objects *o)
{
    VkQueue queue;

    vkGetDeviceQueue(d->device, 0, 0, &queue);
    TRY(vkQueueSubmit(queue, 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &o->buffers[0]}, o->fence));
    return vkWaitForFences(d->device, 1, &o->fence, VK_TRUE, UINT64_MAX);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static void destroy_made_with(const struct all_device *d, const struct all_objects *o)
{
    vkDestroyShaderModule(d->device, o->module, d->callbacks);
    vkDestroyPipelineCache(d->device, o->cache, d->callbacks);
    vkDestroyDescriptorUpdateTemplate(d->device, o->template, d->callbacks);
    vkDestroyPipelineLayout(d->device, o->layout, d->callbacks);
    vkDestroyDescriptorSetLayout(d->device, o->set_layout, d->callbacks);
    vkDestroySampler(d->device, o->sampler, d->callbacks);
    vkDestroyImageView(d->device, o->view, d->callbacks);
    vkDestroyBufferView(d->device, o->texels, d->callbacks);
}

static void destroy_memory(const struct all_device *d, const struct all_objects *o, bool backwards)
{
    for (int i = 0; i < 2; i++)
        if ((i == 0) == backwards) {
            vkDestroyImage(d->device, o->image, d->callbacks);
            vkDestroyBuffer(d->device, o->buffer, d->callbacks);
        } else {
            vkFreeMemory(d->device, o->image_memory, d->callbacks);
            vkFreeMemory(d->device, o->memory, d->callbacks);
        }
}

static void destroy_pools(const struct all_device *d, const struct all_objects *o, bool backwards)
{
    if (backwards && o->commands) {
        vkFreeCommandBuffers(d->device, o->commands, 1, &o->secondary);
        vkFreeCommandBuffers(d->device, o->commands, 2, o->buffers);
    }
    if (backwards && o->descriptors)
        vkResetDescriptorPool(d->device, o->descriptors, 0);
    vkDestroyCommandPool(d->device, o->commands, d->callbacks);
    vkDestroyDescriptorPool(d->device, o->descriptors, d->callbacks);
}

/* Those that others were made with go first, or last. */
void all_destroy(const struct all_device *d, struct all_objects *o, bool backwards)
{
    if (!backwards)
        destroy_made_with(d, o);
    if (backwards)
        destroy_pools(d, o, backwards);
    vkDestroyPipeline(d->device, o->pipeline, d->callbacks);
    vkDestroyFence(d->device, o->fence, d->callbacks);
    for (int i = 0; i < 2; i++)
        vkDestroySemaphore(d->device, o->semaphore[i], d->callbacks);
    vkDestroyEvent(d->device, o->event, d->callbacks);
    vkDestroyQueryPool(d->device, o->queries, d->callbacks);
    if (!backwards)
        destroy_pools(d, o, backwards);
    vkDestroyPrivateDataSlot(d->device, o->slot, d->callbacks);
    if (backwards)
        destroy_made_with(d, o);
    destroy_memory(d, o, backwards);
}
