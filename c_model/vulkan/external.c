/* SPDX-License-Identifier: Apache-2.0
 * external.c - handles of other devices and programs, by which memory, fences and semaphores could be shared: there are
 * none.  Programs ask before they export, so the answer is no error.
 */
#include "device.h"

void wfv_GetPhysicalDeviceExternalBufferProperties(VkPhysicalDevice physicalDevice,
                                                   const VkPhysicalDeviceExternalBufferInfo *pExternalBufferInfo,
                                                   VkExternalBufferProperties *pExternalBufferProperties)
{
    (void)physicalDevice;
    pExternalBufferProperties->externalMemoryProperties =
        (VkExternalMemoryProperties){.compatibleHandleTypes = pExternalBufferInfo->handleType};
}

void wfv_GetPhysicalDeviceExternalFenceProperties(VkPhysicalDevice physicalDevice,
                                                  const VkPhysicalDeviceExternalFenceInfo *pExternalFenceInfo,
                                                  VkExternalFenceProperties *pExternalFenceProperties)
{
    (void)physicalDevice, (void)pExternalFenceInfo;
    pExternalFenceProperties->exportFromImportedHandleTypes = pExternalFenceProperties->compatibleHandleTypes = 0;
    pExternalFenceProperties->externalFenceFeatures = 0;
}

void wfv_GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceExternalSemaphoreInfo *pExternalSemaphoreInfo,
    VkExternalSemaphoreProperties *pExternalSemaphoreProperties)
{
    (void)physicalDevice, (void)pExternalSemaphoreInfo;
    pExternalSemaphoreProperties->exportFromImportedHandleTypes =
        pExternalSemaphoreProperties->compatibleHandleTypes = 0;
    pExternalSemaphoreProperties->externalSemaphoreFeatures = 0;
}
