/* SPDX-License-Identifier: Apache-2.0
 * memory.c - allocations, buffers and texel buffers.
 */
#include "addresses.h"
#include "format.h"

#include <inttypes.h>
#include <string.h>

#include "limits.h"

/* Of buffers: a shader takes an address for as aligned as its vectors are. */
enum { ALIGN = 64 };

static void refuse(const struct wfv_device *d, const char *what)
{
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", what);
}

/* ---- allocations ------------------------------------------------------------------------------------------------- */

/* What is wrong with what the program asks for; VK_SUCCESS: nothing. */
static VkResult check_allocation(const struct wfv_device *d, const VkMemoryAllocateInfo *info)
{
    const VkMemoryOpaqueCaptureAddressAllocateInfo *capture =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO);
    const VkMemoryAllocateFlagsInfo *flags = wfv_chained(info->pNext, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    const VkExportMemoryAllocateInfo *external =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);

    if ((capture && capture->opaqueCaptureAddress) ||
        (flags && flags->flags & VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT)) {
        refuse(d, "vkAllocateMemory: addresses cannot be captured and replayed");
        return VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS;
    }
    if ((external && external->handleTypes) || wfv_chained(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR) ||
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT)) {
        refuse(d, "vkAllocateMemory: memory is neither imported nor exported");
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    }
    if (info->allocationSize > WFV_ALLOCATION) {
        refuse(d, "vkAllocateMemory: more than 3 GiB at once");
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    return VK_SUCCESS;
}

VkResult wfv_AllocateMemory(VkDevice handle, const VkMemoryAllocateInfo *pAllocateInfo,
                            const VkAllocationCallbacks *pAllocator, VkDeviceMemory *pMemory)
{
    struct wfv_device *d = wfv_device_of(handle);
    const VkMemoryAllocateFlagsInfo *flags =
        wfv_chained(pAllocateInfo->pNext, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    const VkResult result = check_allocation(d, pAllocateInfo);

    if (result != VK_SUCCESS)
        return result;
    struct wfv_memory *m = wfv_new(pAllocator, d->own, sizeof *m, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!m)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    m->size = (pAllocateInfo->allocationSize + 3) / 4 * 4;
    m->at = wfv_arena_take(d->arena, m->size);
    if (!m->at) {
        wfv_delete(pAllocator, d->own, m);
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    atomic_fetch_add(&d->physical->memory_used, m->size);
    if (flags && flags->flags & VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT) {
        pthread_mutex_lock(&d->addresses_lock);
        wfv_addresses_add(d->addresses, m);
        pthread_mutex_unlock(&d->addresses_lock);
    }
    *pMemory = wfv_memory_handle(m);
    return VK_SUCCESS;
}

void wfv_FreeMemory(VkDevice handle, VkDeviceMemory memory, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_memory *m = wfv_memory_of(memory);

    if (!m)
        return;
    pthread_mutex_lock(&d->addresses_lock);
    wfv_addresses_remove(d->addresses, m);
    pthread_mutex_unlock(&d->addresses_lock);
    wfv_arena_give(d->arena, m->at);
    atomic_fetch_sub(&d->physical->memory_used, m->size);
    wfv_delete(pAllocator, d->own, m);
}

VkResult wfv_memory_reach(const struct wfv_device *d, const char *command, const struct wfv_memory *m, uint64_t offset,
                          uint64_t bytes)
{
    if (m && offset <= m->size && bytes <= m->size - offset)
        return VK_SUCCESS;
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: %" PRIu64 " bytes from %" PRIu64 " on, of memory of %" PRIu64, command, bytes, offset,
            m ? m->size : 0);
    return VK_ERROR_VALIDATION_FAILED_EXT;
}

VkResult wfv_MapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                       VkMemoryMapFlags flags, void **ppData)
{
    const struct wfv_device *d = wfv_device_of(device);
    const struct wfv_memory *m = wfv_memory_of(memory);

    (void)flags;
    *ppData = NULL;
    if (wfv_memory_reach(d, "vkMapMemory", m, offset, size == VK_WHOLE_SIZE ? 0 : size) != VK_SUCCESS)
        return VK_ERROR_MEMORY_MAP_FAILED;
    *ppData = wfv_arena_at(d->arena, m->at + offset);
    return VK_SUCCESS;
}

void wfv_UnmapMemory(VkDevice device, VkDeviceMemory memory)
{
    (void)device, (void)memory;
}

VkResult wfv_FlushMappedMemoryRanges(VkDevice device, uint32_t memoryRangeCount,
                                     const VkMappedMemoryRange *pMemoryRanges)
{
    (void)device, (void)memoryRangeCount, (void)pMemoryRanges;
    return VK_SUCCESS;
}

VkResult wfv_InvalidateMappedMemoryRanges(VkDevice device, uint32_t memoryRangeCount,
                                          const VkMappedMemoryRange *pMemoryRanges)
{
    (void)device, (void)memoryRangeCount, (void)pMemoryRanges;
    return VK_SUCCESS;
}

void wfv_GetDeviceMemoryCommitment(VkDevice device, VkDeviceMemory memory, VkDeviceSize *pCommittedMemoryInBytes)
{
    (void)device;
    *pCommittedMemoryInBytes = wfv_memory_of(memory)->size;
}

uint64_t wfv_GetDeviceMemoryOpaqueCaptureAddress(VkDevice device, const VkDeviceMemoryOpaqueCaptureAddressInfo *pInfo)
{
    (void)device, (void)pInfo;
    return 0;
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static VkResult check_buffer(const struct wfv_device *d, const VkBufferCreateInfo *info)
{
    const VkBufferOpaqueCaptureAddressCreateInfo *capture =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_BUFFER_OPAQUE_CAPTURE_ADDRESS_CREATE_INFO);
    const VkExternalMemoryBufferCreateInfo *external =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    const bool has_address = info->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

    if ((capture && capture->opaqueCaptureAddress) ||
        info->flags & VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT) {
        refuse(d, "vkCreateBuffer: addresses cannot be captured and replayed");
        return VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS;
    }
    if (info->flags || (external && external->handleTypes))
        refuse(d, "vkCreateBuffer: the device has no sparse, protected or external buffers");
    else if (info->size > (has_address ? WFV_RANGE : WFV_BUFFER))
        refuse(d, has_address ? "vkCreateBuffer: more than 512 MiB, which is as far as shaders reach by an address"
                              : "vkCreateBuffer: more than 1 GiB");
    else
        return VK_SUCCESS;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

VkResult wfv_CreateBuffer(VkDevice handle, const VkBufferCreateInfo *pCreateInfo,
                          const VkAllocationCallbacks *pAllocator, VkBuffer *pBuffer)
{
    static const struct wfv_kind buffers = {.name = "a buffer", .gone = "uses a buffer that was destroyed"};
    struct wfv_device *d = wfv_device_of(handle);
    const VkResult result = check_buffer(d, pCreateInfo);

    if (result != VK_SUCCESS)
        return result;
    struct wfv_buffer *b = wfv_held_new(d, &buffers, pAllocator, sizeof *b);
    if (!b)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    b->size = pCreateInfo->size;
    b->usage = pCreateInfo->usage;
    *pBuffer = wfv_buffer_handle(b);
    return VK_SUCCESS;
}

void wfv_DestroyBuffer(VkDevice device, VkBuffer buffer, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (buffer)
        wfv_destroy("vkDestroyBuffer", &wfv_buffer_of(buffer)->held);
}

VkMemoryRequirements wfv_memory_needs(VkDeviceSize bytes)
{
    return (VkMemoryRequirements){.size = (bytes + ALIGN - 1) / ALIGN * ALIGN, .alignment = ALIGN, .memoryTypeBits = 1};
}

void wfv_fill_memory_needs(VkDeviceSize bytes, VkMemoryRequirements2 *needs)
{
    VkMemoryDedicatedRequirements *d =
        (void *)(uintptr_t)wfv_chained(needs->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS);

    needs->memoryRequirements = wfv_memory_needs(bytes);
    if (d)
        d->prefersDedicatedAllocation = d->requiresDedicatedAllocation = VK_FALSE;
}

void wfv_GetBufferMemoryRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements *pMemoryRequirements)
{
    (void)device;
    *pMemoryRequirements = wfv_memory_needs(wfv_buffer_of(buffer)->size);
}

void wfv_GetBufferMemoryRequirements2(VkDevice device, const VkBufferMemoryRequirementsInfo2 *pInfo,
                                      VkMemoryRequirements2 *pMemoryRequirements)
{
    (void)device;
    wfv_fill_memory_needs(wfv_buffer_of(pInfo->buffer)->size, pMemoryRequirements);
}

void wfv_GetDeviceBufferMemoryRequirements(VkDevice device, const VkDeviceBufferMemoryRequirements *pInfo,
                                           VkMemoryRequirements2 *pMemoryRequirements)
{
    (void)device;
    wfv_fill_memory_needs(pInfo->pCreateInfo->size, pMemoryRequirements);
}

VkResult wfv_BindBufferMemory(VkDevice device, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize memoryOffset)
{
    struct wfv_buffer *b = wfv_buffer_of(buffer);
    const struct wfv_memory *m = wfv_memory_of(memory);
    const VkResult result = wfv_memory_reach(wfv_device_of(device), "vkBindBufferMemory", m, memoryOffset, b->size);

    if (result != VK_SUCCESS)
        return result;
    b->memory = m;
    b->at = m->at + memoryOffset;
    return VK_SUCCESS;
}

VkResult wfv_bind_all(VkDevice device, const void *infos, uint32_t count, size_t size, wfv_bind_fn *bind)
{
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < count; i++) {
        const VkResult one = bind(device, (const char *)infos + i * size);
        result = one != VK_SUCCESS ? one : result;
    }
    return result;
}

static VkResult bind_buffer(VkDevice device, const void *info)
{
    const VkBindBufferMemoryInfo *b = info;

    return wfv_BindBufferMemory(device, b->buffer, b->memory, b->memoryOffset);
}

VkResult wfv_BindBufferMemory2(VkDevice device, uint32_t bindInfoCount, const VkBindBufferMemoryInfo *pBindInfos)
{
    return wfv_bind_all(device, pBindInfos, bindInfoCount, sizeof *pBindInfos, bind_buffer);
}

VkDeviceAddress wfv_GetBufferDeviceAddress(VkDevice device, const VkBufferDeviceAddressInfo *pInfo)
{
    const struct wfv_buffer *b = wfv_buffer_of(pInfo->buffer);
    const struct wfv_memory *m = b->memory;

    (void)device;
    if (!m || !m->number)
        return 0;
    if (m->number != WFV_NUMBER_WINDOWS)
        return (VkDeviceAddress)m->number << 32 | (b->at - m->at);
    return (1 + WFV_ADDRESS_WINDOW + b->at / WFV_WINDOW) << 32 | b->at % WFV_WINDOW;
}

uint64_t wfv_GetBufferOpaqueCaptureAddress(VkDevice device, const VkBufferDeviceAddressInfo *pInfo)
{
    (void)device, (void)pInfo;
    return 0;
}

VkResult wfv_CreateBufferView(VkDevice handle, const VkBufferViewCreateInfo *pCreateInfo,
                              const VkAllocationCallbacks *pAllocator, VkBufferView *pView)
{
    struct wfv_device *d = wfv_device_of(handle);
    const struct wfv_buffer *b = wfv_buffer_of(pCreateInfo->buffer);
    const enum wf_image_format format = wfv_format(pCreateInfo->format);

    *pView = VK_NULL_HANDLE;
    if (!wfv_texel_buffer_features(format)) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateBufferView: the device does not have texel buffers of VkFormat %d", (int)pCreateInfo->format);
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    struct wfv_texels *t = wfv_new(pAllocator, d->own, sizeof *t, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!t)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    t->size = wfv_buffer_range(b, pCreateInfo->offset, pCreateInfo->range);
    t->at = b->at + pCreateInfo->offset;
    const uint32_t texels = (uint32_t)(t->size / wf_image_format_info(format)->bytes);
    t->image = (struct wf_image){.format = format, .size = {texels, 1, 1}, .layers = 1, .levels = 1, .samples = 1};
    *pView = wfv_texels_handle(t);
    return VK_SUCCESS;
}

void wfv_DestroyBufferView(VkDevice device, VkBufferView bufferView, const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_own(device), wfv_texels_of(bufferView));
}
