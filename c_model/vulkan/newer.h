/* SPDX-License-Identifier: Apache-2.0
 * newer.h - declarations of extensions that came after the Vulkan headers that the driver builds with.  Their numbers
 * are those of the registry.
 */
#ifndef WAVEFOLD_VULKAN_NEWER_H
#define WAVEFOLD_VULKAN_NEWER_H

#include <vulkan/vulkan_core.h>

#ifndef VK_KHR_shader_subgroup_rotate
#define VK_KHR_shader_subgroup_rotate 1
#define VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR ((VkSubgroupFeatureFlagBits)0x200)
#define VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT_KHR ((VkSubgroupFeatureFlagBits)0x400)
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_ROTATE_FEATURES_KHR ((VkStructureType)1000416000)
typedef struct VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderSubgroupRotate;
    VkBool32 shaderSubgroupRotateClustered;
} VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR;
#endif

#ifndef VK_KHR_shader_maximal_reconvergence
#define VK_KHR_shader_maximal_reconvergence 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MAXIMAL_RECONVERGENCE_FEATURES_KHR ((VkStructureType)1000434000)
typedef struct VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderMaximalReconvergence;
} VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR;
#endif

#ifndef VK_KHR_shader_quad_control
#define VK_KHR_shader_quad_control 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_QUAD_CONTROL_FEATURES_KHR ((VkStructureType)1000235000)
typedef struct VkPhysicalDeviceShaderQuadControlFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderQuadControl;
} VkPhysicalDeviceShaderQuadControlFeaturesKHR;
#endif

#ifndef VK_KHR_shader_float_controls2
#define VK_KHR_shader_float_controls2 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT_CONTROLS_2_FEATURES_KHR ((VkStructureType)1000528000)
typedef struct VkPhysicalDeviceShaderFloatControls2FeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderFloatControls2;
} VkPhysicalDeviceShaderFloatControls2FeaturesKHR;
#endif

#ifndef VK_KHR_shader_expect_assume
#define VK_KHR_shader_expect_assume 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_EXPECT_ASSUME_FEATURES_KHR ((VkStructureType)1000544000)
typedef struct VkPhysicalDeviceShaderExpectAssumeFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderExpectAssume;
} VkPhysicalDeviceShaderExpectAssumeFeaturesKHR;
#endif

#ifndef VK_KHR_shader_relaxed_extended_instruction
#define VK_KHR_shader_relaxed_extended_instruction 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_RELAXED_EXTENDED_INSTRUCTION_FEATURES_KHR ((VkStructureType)1000558000)
typedef struct VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderRelaxedExtendedInstruction;
} VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR;
#endif

#ifndef VK_NV_shader_atomic_float16_vector
#define VK_NV_shader_atomic_float16_vector 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT16_VECTOR_FEATURES_NV ((VkStructureType)1000563000)
typedef struct VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderFloat16VectorAtomics;
} VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV;
#endif

#ifndef VK_KHR_compute_shader_derivatives
#define VK_KHR_compute_shader_derivatives 1
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_PROPERTIES_KHR ((VkStructureType)1000511000)
typedef struct VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 meshAndTaskShaderDerivatives;
} VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR;
#endif

#endif
