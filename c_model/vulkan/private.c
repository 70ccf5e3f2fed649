/* SPDX-License-Identifier: Apache-2.0
 * private.c - VkPrivateDataSlot: a number that a program keeps with an object.
 */
#include "attached.h"
#include "device.h"

struct wfv_slots {                      /* VkPrivateDataSlot: its address is all that it is */
    char unused;
};
WFV_HANDLE(VkPrivateDataSlot, wfv_slots)

VkResult wfv_CreatePrivateDataSlot(VkDevice device, const VkPrivateDataSlotCreateInfo *pCreateInfo,
                                   const VkAllocationCallbacks *pAllocator, VkPrivateDataSlot *pPrivateDataSlot)
{
    struct wfv_slots *slot = wfv_new(pAllocator, wfv_own(device), sizeof *slot,
                                     VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    (void)pCreateInfo;
    *pPrivateDataSlot = wfv_slots_handle(slot);
    return slot ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_DestroyPrivateDataSlot(VkDevice device, VkPrivateDataSlot privateDataSlot,
                                const VkAllocationCallbacks *pAllocator)
{
    if (!privateDataSlot)
        return;
    wfv_detach_slot(wfv_slots_of(privateDataSlot));
    wfv_delete(pAllocator, wfv_own(device), wfv_slots_of(privateDataSlot));
}

VkResult wfv_SetPrivateData(VkDevice device, VkObjectType objectType, uint64_t objectHandle,
                            VkPrivateDataSlot privateDataSlot, uint64_t data)
{
    (void)device, (void)objectType;
    return wfv_attach(wfv_slots_of(privateDataSlot), objectHandle, data) ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_GetPrivateData(VkDevice device, VkObjectType objectType, uint64_t objectHandle,
                        VkPrivateDataSlot privateDataSlot, uint64_t *pData)
{
    (void)device, (void)objectType;
    *pData = wfv_attached(wfv_slots_of(privateDataSlot), objectHandle);
}
