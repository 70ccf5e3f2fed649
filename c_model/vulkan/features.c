/* SPDX-License-Identifier: Apache-2.0
 * features.c - the features of the device, each structure of them as a constant.
 */
#include "device.h"

#include <string.h>

static const VkPhysicalDeviceFeatures core10 = {
    .robustBufferAccess = VK_TRUE, .shaderStorageImageExtendedFormats = VK_TRUE,
    .shaderStorageImageReadWithoutFormat = VK_TRUE, .shaderStorageImageWriteWithoutFormat = VK_TRUE,
    .shaderUniformBufferArrayDynamicIndexing = VK_TRUE, .shaderSampledImageArrayDynamicIndexing = VK_TRUE,
    .shaderStorageBufferArrayDynamicIndexing = VK_TRUE, .shaderStorageImageArrayDynamicIndexing = VK_TRUE,
    .pipelineStatisticsQuery = VK_TRUE, .inheritedQueries = VK_TRUE,
    .shaderFloat64 = VK_TRUE, .shaderInt64 = VK_TRUE, .shaderInt16 = VK_TRUE};

static const VkPhysicalDeviceVulkan11Features core11 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .storageBuffer16BitAccess = VK_TRUE,
    .uniformAndStorageBuffer16BitAccess = VK_TRUE, .storagePushConstant16 = VK_TRUE,
    .variablePointersStorageBuffer = VK_TRUE, .variablePointers = VK_TRUE};

static const VkPhysicalDeviceVulkan12Features core12 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .storageBuffer8BitAccess = VK_TRUE,
    .uniformAndStorageBuffer8BitAccess = VK_TRUE, .storagePushConstant8 = VK_TRUE,
    .shaderBufferInt64Atomics = VK_TRUE, .shaderSharedInt64Atomics = VK_TRUE, .shaderFloat16 = VK_TRUE,
    .shaderInt8 = VK_TRUE, .scalarBlockLayout = VK_TRUE, .uniformBufferStandardLayout = VK_TRUE,
    .shaderSubgroupExtendedTypes = VK_TRUE, .hostQueryReset = VK_TRUE, .timelineSemaphore = VK_TRUE,
    .bufferDeviceAddress = VK_TRUE,
    .vulkanMemoryModel = VK_TRUE, .vulkanMemoryModelDeviceScope = VK_TRUE,
    .vulkanMemoryModelAvailabilityVisibilityChains = VK_TRUE};

static const VkPhysicalDeviceVulkan13Features core13 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .robustImageAccess = VK_TRUE,
    .pipelineCreationCacheControl = VK_TRUE, .privateData = VK_TRUE,
    .shaderDemoteToHelperInvocation = VK_TRUE, .shaderTerminateInvocation = VK_TRUE, .subgroupSizeControl = VK_TRUE,
    .computeFullSubgroups = VK_TRUE, .synchronization2 = VK_TRUE, .shaderZeroInitializeWorkgroupMemory = VK_TRUE,
    .shaderIntegerDotProduct = VK_TRUE, .maintenance4 = VK_TRUE};

static const VkPhysicalDevice16BitStorageFeatures storage16 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, .storageBuffer16BitAccess = VK_TRUE,
    .uniformAndStorageBuffer16BitAccess = VK_TRUE, .storagePushConstant16 = VK_TRUE};
static const VkPhysicalDeviceVariablePointersFeatures variable_pointers = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, .variablePointersStorageBuffer = VK_TRUE,
    .variablePointers = VK_TRUE};
static const VkPhysicalDevice8BitStorageFeatures storage8 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, .storageBuffer8BitAccess = VK_TRUE,
    .uniformAndStorageBuffer8BitAccess = VK_TRUE, .storagePushConstant8 = VK_TRUE};
static const VkPhysicalDeviceShaderAtomicInt64Features atomic_int64 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, .shaderBufferInt64Atomics = VK_TRUE,
    .shaderSharedInt64Atomics = VK_TRUE};
static const VkPhysicalDeviceShaderFloat16Int8Features float16_int8 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, .shaderFloat16 = VK_TRUE,
    .shaderInt8 = VK_TRUE};
static const VkPhysicalDeviceScalarBlockLayoutFeatures scalar_layout = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SCALAR_BLOCK_LAYOUT_FEATURES, .scalarBlockLayout = VK_TRUE};
static const VkPhysicalDeviceUniformBufferStandardLayoutFeatures standard_layout = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES,
    .uniformBufferStandardLayout = VK_TRUE};
static const VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures extended_types = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES,
    .shaderSubgroupExtendedTypes = VK_TRUE};
static const VkPhysicalDeviceHostQueryResetFeatures host_query_reset = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES, .hostQueryReset = VK_TRUE};
static const VkPhysicalDevicePrivateDataFeatures private_data = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES, .privateData = VK_TRUE};
static const VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .timelineSemaphore = VK_TRUE};
static const VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .bufferDeviceAddress = VK_TRUE};
static const VkPhysicalDeviceVulkanMemoryModelFeatures memory_model = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, .vulkanMemoryModel = VK_TRUE,
    .vulkanMemoryModelDeviceScope = VK_TRUE, .vulkanMemoryModelAvailabilityVisibilityChains = VK_TRUE};
static const VkPhysicalDeviceSubgroupSizeControlFeatures size_control = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, .subgroupSizeControl = VK_TRUE,
    .computeFullSubgroups = VK_TRUE};
static const VkPhysicalDeviceSynchronization2Features synchronization2 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, .synchronization2 = VK_TRUE};
static const VkPhysicalDeviceMaintenance4Features maintenance4 = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES, .maintenance4 = VK_TRUE};
static const VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR uniform_flow = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR,
    .shaderSubgroupUniformControlFlow = VK_TRUE};
static const VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR explicit_layout = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR,
    .workgroupMemoryExplicitLayout = VK_TRUE, .workgroupMemoryExplicitLayoutScalarBlockLayout = VK_TRUE,
    .workgroupMemoryExplicitLayout8BitAccess = VK_TRUE, .workgroupMemoryExplicitLayout16BitAccess = VK_TRUE};
static const VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT,
    .shaderBufferFloat32Atomics = VK_TRUE, .shaderBufferFloat32AtomicAdd = VK_TRUE,
    .shaderSharedFloat32Atomics = VK_TRUE, .shaderSharedFloat32AtomicAdd = VK_TRUE};
static const VkPhysicalDeviceFaultFeaturesEXT device_fault = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT, .deviceFault = VK_TRUE};
static const VkPhysicalDevicePipelineCreationCacheControlFeatures cache_control = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES, .pipelineCreationCacheControl = VK_TRUE};
static const VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, .pipelineExecutableInfo = VK_TRUE};

/* From the first VkBool32 to the end of the last: what comes after that is padding. */
static const struct structure {
    VkStructureType type;
    const void *has;
    size_t first, end;
} structures[] = {
#define ROW(type, object, from, to) {(object).sType, &(object), offsetof(type, from), offsetof(type, to) + sizeof(VkBool32)}
    ROW(VkPhysicalDeviceVulkan11Features, core11, storageBuffer16BitAccess, shaderDrawParameters),
    ROW(VkPhysicalDeviceVulkan12Features, core12, samplerMirrorClampToEdge, subgroupBroadcastDynamicId),
    ROW(VkPhysicalDeviceVulkan13Features, core13, robustImageAccess, maintenance4),
    ROW(VkPhysicalDevice16BitStorageFeatures, storage16, storageBuffer16BitAccess, storageInputOutput16),
    ROW(VkPhysicalDeviceVariablePointersFeatures, variable_pointers, variablePointersStorageBuffer, variablePointers),
    ROW(VkPhysicalDevice8BitStorageFeatures, storage8, storageBuffer8BitAccess, storagePushConstant8),
    ROW(VkPhysicalDeviceShaderAtomicInt64Features, atomic_int64, shaderBufferInt64Atomics, shaderSharedInt64Atomics),
    ROW(VkPhysicalDeviceShaderFloat16Int8Features, float16_int8, shaderFloat16, shaderInt8),
    ROW(VkPhysicalDeviceScalarBlockLayoutFeatures, scalar_layout, scalarBlockLayout, scalarBlockLayout),
    ROW(VkPhysicalDeviceUniformBufferStandardLayoutFeatures, standard_layout, uniformBufferStandardLayout, uniformBufferStandardLayout),
    ROW(VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures, extended_types, shaderSubgroupExtendedTypes, shaderSubgroupExtendedTypes),
    ROW(VkPhysicalDeviceHostQueryResetFeatures, host_query_reset, hostQueryReset, hostQueryReset),
    ROW(VkPhysicalDevicePrivateDataFeatures, private_data, privateData, privateData),
    ROW(VkPhysicalDeviceTimelineSemaphoreFeatures, timeline, timelineSemaphore, timelineSemaphore),
    ROW(VkPhysicalDeviceBufferDeviceAddressFeatures, addresses, bufferDeviceAddress, bufferDeviceAddressMultiDevice),
    ROW(VkPhysicalDeviceVulkanMemoryModelFeatures, memory_model, vulkanMemoryModel, vulkanMemoryModelAvailabilityVisibilityChains),
    ROW(VkPhysicalDeviceSubgroupSizeControlFeatures, size_control, subgroupSizeControl, computeFullSubgroups),
    ROW(VkPhysicalDeviceSynchronization2Features, synchronization2, synchronization2, synchronization2),
    ROW(VkPhysicalDeviceMaintenance4Features, maintenance4, maintenance4, maintenance4),
    ROW(VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR, uniform_flow, shaderSubgroupUniformControlFlow, shaderSubgroupUniformControlFlow),
    ROW(VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR, explicit_layout, workgroupMemoryExplicitLayout, workgroupMemoryExplicitLayout16BitAccess),
    ROW(VkPhysicalDeviceShaderAtomicFloatFeaturesEXT, atomic_float, shaderBufferFloat32Atomics, sparseImageFloat32AtomicAdd),
    ROW(VkPhysicalDeviceFaultFeaturesEXT, device_fault, deviceFault, deviceFaultVendorBinary),
    ROW(VkPhysicalDevicePipelineCreationCacheControlFeatures, cache_control, pipelineCreationCacheControl, pipelineCreationCacheControl),
    ROW(VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR, executables, pipelineExecutableInfo, pipelineExecutableInfo),
#undef ROW
};

static const struct structure *find(VkStructureType type)
{
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (structures[i].type == type)
            return &structures[i];
    return NULL;
}

void wfv_fill_features(const struct wfv_physical *physical, void *next)
{
    (void)physical;
    for (VkBaseOutStructure *s = next; s; s = s->pNext) {
        const struct structure *known = find(s->sType);
        if (known)
            memcpy((char *)s + known->first, (const char *)known->has + known->first, known->end - known->first);
        else if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            ((VkPhysicalDeviceFeatures2 *)s)->features = core10;
    }
}

void wfv_GetPhysicalDeviceFeatures(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures *pFeatures)
{
    (void)physicalDevice;
    *pFeatures = core10;
}

void wfv_GetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures2 *pFeatures)
{
    wfv_fill_features(wfv_physical_of(physicalDevice), pFeatures);
}

static bool includes(const void *has, const void *asked, size_t first, size_t end)
{
    for (size_t at = first; at < end; at += sizeof(VkBool32)) {
        VkBool32 a, b;
        memcpy(&a, (const char *)has + at, sizeof a);
        memcpy(&b, (const char *)asked + at, sizeof b);
        if (b && !a)
            return false;
    }
    return true;
}

bool wfv_has_features(const struct wfv_physical *physical, const void *next, const VkPhysicalDeviceFeatures *core)
{
    (void)physical;
    if (core && !includes(&core10, core, 0, sizeof core10))
        return false;
    for (const VkBaseInStructure *s = next; s; s = s->pNext) {
        const struct structure *known = find(s->sType);
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 &&
            !includes(&core10, &((const VkPhysicalDeviceFeatures2 *)s)->features, 0, sizeof core10))
            return false;
        if (known && !includes(known->has, s, known->first, known->end))
            return false;
    }
    return true;
}
