/* SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char heard[2048];        /* since a test last asked: why a call failed, most likely */

void kit_need(VkResult result, const char *call, const char *file, int line)
{
    if (result == VK_SUCCESS)
        return;
    printf("FAIL %s:%d: %s: VkResult %d\n", file, line, call, (int)result);
    printf("%s", heard);
    exit(1);
}

/* ---- instance and device ----------------------------------------------------------------------------------------- */

void kit_choose(const char *program)
{
    char path[4096], real[4096];
    const char *slash = strrchr(program, '/');

    snprintf(path, sizeof path, "%.*s/../../vulkan/wavefold_icd.json", slash ? (int)(slash - program) : 1, slash ? program : ".");
    if (!realpath(path, real)) {
        printf("FAIL no driver at %s\n", path);
        exit(1);
    }
    setenv("VK_DRIVER_FILES", real, 1);
    setenv("VK_ICD_FILENAMES", real, 1);        /* of loaders before 1.3.207 */
}

static pthread_mutex_t said_lock = PTHREAD_MUTEX_INITIALIZER;

/* What the validation layer complains of because it does not know that nothing of a lost device is pending. */
static bool is_of_lost(const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    static const char *const names[] = {
        "VUID-vkFreeCommandBuffers-pCommandBuffers-00047", "VUID-vkDestroyPipeline-pipeline-00765",
        "VUID-vkDestroyFence-fence-01120", "VUID-vkDestroyBuffer-buffer-00922",
        "VUID-vkDestroyCommandPool-commandPool-00041"};

    for (size_t i = 0; data->pMessageIdName && i < sizeof names / sizeof *names; i++)
        if (!strcmp(data->pMessageIdName, names[i]))
            return true;
    return false;
}

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    struct kit *kit = user;

    (void)severity, (void)types;
    if (kit->is_lost && is_of_lost(data))
        return VK_FALSE;
    pthread_mutex_lock(&said_lock);
    const size_t length = strlen(kit->said);
    snprintf(kit->said + length, sizeof kit->said - length, "%s\n", data->pMessage);
    const size_t used = strlen(heard);
    snprintf(heard + used, sizeof heard - used, "%s\n", data->pMessage);
    pthread_mutex_unlock(&said_lock);
    return VK_FALSE;
}

bool kit_said(struct kit *kit, const char *text)
{
    pthread_mutex_lock(&said_lock);
    const bool found = *text ? strstr(kit->said, text) != NULL : *kit->said != '\0';
    if (!found && *text)
        printf("said: %s", *kit->said ? kit->said : "nothing\n");
    *kit->said = '\0';
    *heard = '\0';
    pthread_mutex_unlock(&said_lock);
    return found;
}

uint32_t kit_layers(const char *const **layers)
{
    static const char *const validation[] = {"VK_LAYER_KHRONOS_validation"};
    const char *asked = getenv("WF_VALIDATE");

    *layers = validation;
    return asked && *asked && strcmp(asked, "0") != 0;
}

bool kit_is_simulated(void)
{
    const char *on = getenv("WAVEFOLD_ON");

    return on && *on && strcmp(on, "model") != 0;
}

bool kit_has_model(void)
{
    const char *on = getenv("WAVEFOLD_ON");

    return !on || !*on || !strcmp(on, "model") || !strcmp(on, "lockstep");
}

VkDebugUtilsMessengerCreateInfoEXT kit_messenger(struct kit *kit)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = hear, .pUserData = kit};
}

static void open_instance(struct kit *kit, const VkAllocationCallbacks *callbacks)
{
    const char *const extension[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkDebugUtilsMessengerCreateInfoEXT messenger = kit_messenger(kit);
    const char *const *layer;
    uint32_t one = 1;

    kit->validates = kit_layers(&layer) != 0;
    KIT_NEED(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = &messenger, .pApplicationInfo = &application,
                                                      .enabledLayerCount = kit->validates, .ppEnabledLayerNames = layer,
                                                      .enabledExtensionCount = 1, .ppEnabledExtensionNames = extension}, callbacks, &kit->instance));
    const PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(kit->instance, "vkCreateDebugUtilsMessengerEXT");
    KIT_NEED(create(kit->instance, &messenger, NULL, &kit->messenger));
    KIT_NEED(vkEnumeratePhysicalDevices(kit->instance, &one, &kit->physical));
    VkPhysicalDeviceVulkan13Properties sizes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
    VkPhysicalDeviceVulkan11Properties size = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, .pNext = &sizes};
    vkGetPhysicalDeviceProperties2(kit->physical, &(VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &size});
    kit->wave_size = size.subgroupSize;
    kit->widest = sizes.maxSubgroupSize;
}

/* What most tests want. */
static const VkPhysicalDeviceVulkan13Features want13 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .subgroupSizeControl = VK_TRUE, .synchronization2 = VK_TRUE,
    .computeFullSubgroups = VK_TRUE, .maintenance4 = VK_TRUE};
static const VkPhysicalDeviceVulkan12Features want12 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = (void *)(uintptr_t)&want13,
    .timelineSemaphore = VK_TRUE, .bufferDeviceAddress = VK_TRUE, .scalarBlockLayout = VK_TRUE};

void kit_open(struct kit *kit, const struct kit_wishes *wishes)
{
    static const struct kit_wishes none;
    const struct kit_wishes *w = wishes ? wishes : &none;
    const float priority[4] = {1, 1, 1, 1};
    const uint32_t queues = w->queues ? w->queues : 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = queues, .pQueuePriorities = priority};
    const VkDescriptorPoolSize size[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1024}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1024},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 64}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 64},
        {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 256}, {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 256},
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 256}, {VK_DESCRIPTOR_TYPE_SAMPLER, 256},
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 64}, {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 64}};

    *kit = (struct kit){.callbacks = w->callbacks};
    open_instance(kit, w->callbacks);
    KIT_NEED(vkCreateDevice(kit->physical, &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = w->features ? w->features : &want12,
                                                                 .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .enabledExtensionCount = w->extensions,
                                                                 .ppEnabledExtensionNames = w->extension}, w->callbacks, &kit->device));
    for (uint32_t i = 0; i < queues; i++)
        vkGetDeviceQueue(kit->device, 0, i, &kit->queue[i]);
    KIT_NEED(vkCreateCommandPool(kit->device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                                         .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT}, NULL, &kit->pool));
    KIT_NEED(vkCreateDescriptorPool(kit->device, &(VkDescriptorPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 64,
                                                                               .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                                                               .poolSizeCount = sizeof size / sizeof *size, .pPoolSizes = size}, NULL, &kit->descriptors));
}

void kit_close(struct kit *kit)
{
    const PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(kit->instance, "vkDestroyDebugUtilsMessengerEXT");

    vkDestroyDescriptorPool(kit->device, kit->descriptors, NULL);
    vkDestroyCommandPool(kit->device, kit->pool, NULL);
    vkDestroyDevice(kit->device, kit->callbacks);
    destroy(kit->instance, kit->messenger, NULL);
    vkDestroyInstance(kit->instance, kit->callbacks);
    if (!*kit->said)
        return;
    printf("FAIL the test did not expect: %s", kit->said);
    exit(1);
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

struct kit_buffer kit_buffer(struct kit *kit, VkDeviceSize size)
{
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                              VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                              VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                                              VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    struct kit_buffer b = {.size = size};
    VkMemoryRequirements needs;
    void *data;

    KIT_NEED(vkCreateBuffer(kit->device, &info, NULL, &b.buffer));
    vkGetBufferMemoryRequirements(kit->device, b.buffer, &needs);
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = needs.size}, NULL, &b.memory));
    KIT_NEED(vkBindBufferMemory(kit->device, b.buffer, b.memory, 0));
    KIT_NEED(vkMapMemory(kit->device, b.memory, 0, VK_WHOLE_SIZE, 0, &data));
    b.word = data;
    b.address = vkGetBufferDeviceAddress(kit->device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = b.buffer});
    return b;
}

void kit_buffer_free(struct kit *kit, struct kit_buffer *b)
{
    vkDestroyBuffer(kit->device, b->buffer, NULL);
    vkFreeMemory(kit->device, b->memory, NULL);
}

/* ---- pipelines --------------------------------------------------------------------------------------------------- */

struct kit_pipeline kit_pipeline(struct kit *kit, const uint32_t *module, size_t bytes, uint32_t buffers, uint32_t push, uint32_t wave_size)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = wave_size};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push};
    VkDescriptorSetLayoutBinding binding[16];
    struct kit_pipeline p;
    VkShaderModule shader;

    for (uint32_t i = 0; i < buffers; i++)
        binding[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    KIT_NEED(vkCreateDescriptorSetLayout(kit->device, &(VkDescriptorSetLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                                                        .bindingCount = buffers, .pBindings = binding}, NULL, &p.set));
    KIT_NEED(vkCreatePipelineLayout(kit->device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &p.set,
                                                                              .pushConstantRangeCount = push != 0, .pPushConstantRanges = &range}, NULL, &p.layout));
    KIT_NEED(vkCreateShaderModule(kit->device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = module}, NULL, &shader));
    KIT_NEED(vkCreateComputePipelines(kit->device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .flags = kit->pipeline_flags, .layout = p.layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = wave_size ? &size : NULL, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = shader, .pName = "main"}}, NULL, &p.pipeline));
    vkDestroyShaderModule(kit->device, shader, NULL);
    return p;
}

void kit_pipeline_free(struct kit *kit, struct kit_pipeline *p)
{
    vkDestroyPipeline(kit->device, p->pipeline, NULL);
    vkDestroyPipelineLayout(kit->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(kit->device, p->set, NULL);
}

VkDescriptorSet kit_set(struct kit *kit, const struct kit_pipeline *p, const struct kit_buffer *const *buffer, uint32_t buffers)
{
    VkDescriptorSet set;

    KIT_NEED(vkAllocateDescriptorSets(kit->device, &(VkDescriptorSetAllocateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = kit->descriptors,
                                                                                 .descriptorSetCount = 1, .pSetLayouts = &p->set}, &set));
    for (uint32_t i = 0; i < buffers; i++) {
        const VkDescriptorBufferInfo info = {buffer[i]->buffer, 0, VK_WHOLE_SIZE};
        vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = i, .descriptorCount = 1,
                                                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info}, 0, NULL);
    }
    return set;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

VkCommandBuffer kit_begin(struct kit *kit)
{
    VkCommandBuffer commands;

    KIT_NEED(vkAllocateCommandBuffers(kit->device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = kit->pool,
                                                                                 .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = 1}, &commands));
    KIT_NEED(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    return commands;
}

VkResult kit_submit(struct kit *kit, VkCommandBuffer commands)
{
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    VkFence fence;

    KIT_NEED(vkEndCommandBuffer(commands));
    KIT_NEED(vkCreateFence(kit->device, &(VkFenceCreateInfo){.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}, NULL, &fence));
    KIT_NEED(vkQueueSubmit(kit->queue[0], 1, &submit, fence));
    const VkResult result = vkWaitForFences(kit->device, 1, &fence, VK_TRUE, UINT64_MAX);
    kit->is_lost |= result == VK_ERROR_DEVICE_LOST;
    vkDestroyFence(kit->device, fence, NULL);
    vkFreeCommandBuffers(kit->device, kit->pool, 1, &commands);
    return result;
}

void kit_dispatch(VkCommandBuffer commands, const struct kit_pipeline *p, VkDescriptorSet set, uint32_t x, uint32_t y, uint32_t z)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, x, y, z);
}
