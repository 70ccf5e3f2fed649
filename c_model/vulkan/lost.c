/* SPDX-License-Identifier: Apache-2.0 */
#include "lost.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Under device->lock. */
struct wfv_loss {
    char text[2048];
    bool has_fault;
    struct wfv_fault fault;
};

bool wfv_loss_new(struct wfv_device *d, const VkAllocationCallbacks *given)
{
    d->loss = wfv_new(given, d->own, sizeof *d->loss, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    return d->loss != NULL;
}

void wfv_loss_free(struct wfv_device *d, const VkAllocationCallbacks *given)
{
    wfv_delete(given, d->own, d->loss);
}

void wfv_lose_by(struct wfv_device *d, const struct wfv_fault *fault, const char *text)
{
    /* said first: who is told that the device is lost finds the reason in the log */
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", text);
    pthread_mutex_lock(&d->lock);
    if (!atomic_load(&d->lost)) {
        snprintf(d->loss->text, sizeof d->loss->text, "%s", text);
        d->loss->has_fault = fault != NULL;
        if (fault)
            d->loss->fault = *fault;
    }
    atomic_store(&d->lost, true);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

void wfv_lose(struct wfv_device *d, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wfv_lose_by(d, NULL, text);
}

/* ---- VK_EXT_device_fault ----------------------------------------------------------------------------------------- */

/* With device->lock held. */
static VkResult fill(const struct wfv_loss *loss, VkDeviceFaultCountsEXT *counts, VkDeviceFaultInfoEXT *info)
{
    const uint32_t addresses = loss->has_fault && loss->fault.has_address, vendors = loss->has_fault;
    const bool fits = counts->addressInfoCount >= addresses && counts->vendorInfoCount >= vendors;

    snprintf(info->description, sizeof info->description, "%.*s", (int)sizeof info->description - 1, loss->text);
    counts->addressInfoCount = counts->addressInfoCount < addresses ? counts->addressInfoCount : addresses;
    counts->vendorInfoCount = counts->vendorInfoCount < vendors ? counts->vendorInfoCount : vendors;
    counts->vendorBinarySize = 0;
    if (counts->addressInfoCount && info->pAddressInfos)
        *info->pAddressInfos = loss->fault.address;
    if (counts->vendorInfoCount && info->pVendorInfos) {
        memcpy(info->pVendorInfos->description, info->description, sizeof info->description);
        info->pVendorInfos->vendorFaultCode = loss->fault.code;
        info->pVendorInfos->vendorFaultData = loss->fault.data;
    }
    return fits ? VK_SUCCESS : VK_INCOMPLETE;
}

VkResult wfv_GetDeviceFaultInfoEXT(VkDevice device, VkDeviceFaultCountsEXT *pFaultCounts, VkDeviceFaultInfoEXT *pFaultInfo)
{
    struct wfv_device *d = wfv_device_of(device);
    VkResult result = VK_SUCCESS;

    pthread_mutex_lock(&d->lock);
    if (pFaultInfo)
        result = fill(d->loss, pFaultCounts, pFaultInfo);
    else {
        pFaultCounts->addressInfoCount = d->loss->has_fault && d->loss->fault.has_address;
        pFaultCounts->vendorInfoCount = d->loss->has_fault;
        pFaultCounts->vendorBinarySize = 0;
    }
    pthread_mutex_unlock(&d->lock);
    return result;
}
