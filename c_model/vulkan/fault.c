/* SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"

#include <stdio.h>
#include <string.h>

#include "addresses.h"

/* The device address of a byte of the arena: of the allocation that it is in, or else of a window into the whole
 * memory. */
static VkDeviceAddress address_of(struct wfv_device *d, uint64_t at)
{
    uint64_t number = WFV_ADDRESS_WINDOW + at / WFV_WINDOW, from = at / WFV_WINDOW * WFV_WINDOW;

    pthread_mutex_lock(&d->addresses_lock);
    for (unsigned n = WFV_ADDRESS_FIRST; n < WFV_ADDRESS_WINDOW; n++)
        if (at >= d->addresses->buffer[n].base && at - d->addresses->buffer[n].base < d->addresses->buffer[n].size) {
            number = n;
            from = d->addresses->buffer[n].base;
        }
    pthread_mutex_unlock(&d->addresses_lock);
    return (1 + number) << 32 | (uint32_t)(at - from);
}

/* Of an instruction that accesses memory: stores write no register. */
static bool is_store(const struct wf_insn *n)
{
    return wf_op_info(n->op) && !wf_op_info(n->op)->words;
}

/* Where the lane's offset leads to; from 2 GiB on it is one before the buffer. */
static VkDeviceAddress moved(VkDeviceAddress base, uint32_t offset)
{
    return offset > INT32_MAX ? base - ((UINT64_C(1) << 32) - offset) : base + offset;
}

void wfv_fault_note(struct wfv_device *d, const struct wfv_launch *l)
{
    struct wfv_loss loss = {.addresses = 0};
    const struct wf_fault_record *f = &l->fault;
    const struct wf_insn n = wf_insn_decode(f->pc < l->code->code.count ? l->code->code.word[f->pc] : 0);
    const bool is_memory = f->kind == WF_FAULT_MEM_RANGE || f->kind == WF_FAULT_MEM_ALIGN;

    if (!f->count)
        return;
    const bool is_nowhere = f->buffer == WFV_ADDRESS_END;       /* of its address the model knows the low word alone */
    if (is_memory && f->knows_buffer && f->buffer < WF_MAX_BUFFERS)
        loss.address[loss.addresses++] = (VkDeviceFaultAddressInfoEXT){
            .addressType = is_store(&n) ? VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT
                                        : VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT,
            .reportedAddress = is_nowhere ? f->address : moved(address_of(d, l->buffer[f->buffer].base), f->address),
            .addressPrecision = is_nowhere ? UINT64_C(1) << 63 : 1};
    loss.address[loss.addresses++] =
        (VkDeviceFaultAddressInfoEXT){.addressType = VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT,
                                      .reportedAddress = f->pc,
                                      .addressPrecision = 1};
    pthread_mutex_lock(&d->lock);
    if (!atomic_load(&d->lost))
        d->loss = loss;
    pthread_mutex_unlock(&d->lock);
}

VkResult wfv_GetDeviceFaultInfoEXT(VkDevice device, VkDeviceFaultCountsEXT *pFaultCounts,
                                   VkDeviceFaultInfoEXT *pFaultInfo)
{
    struct wfv_device *d = wfv_device_of(device);
    bool fits = true;

    pthread_mutex_lock(&d->lock);
    const struct wfv_loss loss = d->loss;
    pthread_mutex_unlock(&d->lock);
    if (pFaultInfo) {
        const uint32_t room = pFaultInfo->pAddressInfos ? pFaultCounts->addressInfoCount : 0;
        snprintf(pFaultInfo->description, sizeof pFaultInfo->description, "%s", loss.text);
        fits = room >= loss.addresses;
        pFaultCounts->addressInfoCount = fits ? loss.addresses : room;
        for (uint32_t i = 0; i < pFaultCounts->addressInfoCount; i++)
            pFaultInfo->pAddressInfos[i] = loss.address[i];
    } else
        pFaultCounts->addressInfoCount = loss.addresses;
    pFaultCounts->vendorInfoCount = 0;
    pFaultCounts->vendorBinarySize = 0;
    return fits ? VK_SUCCESS : VK_INCOMPLETE;
}
