/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------------------------------------------ */

enum { CHUNK = 16384 };
struct wfv_chunk {
    struct wfv_chunk *next;
    size_t used, size;
    max_align_t byte[];
};

void *wfv_commands_new(struct wfv_commands *c, size_t size)
{
    const size_t align = sizeof(max_align_t), rounded = (size + align - 1) / align * align;

    if (!c->chunk || c->chunk->size - c->chunk->used < rounded) {
        const size_t room = rounded > CHUNK ? rounded : CHUNK;
        struct wfv_chunk *chunk = malloc(sizeof *chunk + room);
        if (!chunk) {
            c->result = VK_ERROR_OUT_OF_HOST_MEMORY;
            return NULL;
        }
        *chunk = (struct wfv_chunk){.next = c->chunk, .size = room};
        c->chunk = chunk;
    }
    void *at = (unsigned char *)c->chunk->byte + c->chunk->used;
    c->chunk->used += rounded;
    return memset(at, 0, rounded);
}

static void *record(struct wfv_commands *c, wfv_command_fn *run, size_t size, bool overlaps)
{
    struct wfv_command *command = wfv_commands_new(c, sizeof *command + size);

    if (!command)
        return NULL;
    command->run = run;
    command->overlaps = overlaps;
    *c->last = command;
    c->last = &command->next;
    return command->payload;
}

void *wfv_record(struct wfv_commands *c, wfv_command_fn *run, size_t size)
{
    return record(c, run, size, false);
}

void *wfv_record_overlapping(struct wfv_commands *c, wfv_command_fn *run, size_t size)
{
    return record(c, run, size, true);
}

void wfv_commands_run(const struct wfv_commands *c, struct wfv_execution *x)
{
    for (struct wfv_command *command = c->first; command && !atomic_load(&x->device->lost); command = command->next) {
        if (!command->overlaps)
            wfv_settle(x);
        if (!atomic_load(&x->device->lost))
            command->run(x, command->payload);
    }
}

void wfv_lose(struct wfv_device *d, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", text);
    pthread_mutex_lock(&d->lock);
    atomic_store(&d->lost, true);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

/* ---- command buffers --------------------------------------------------------------------------------------------- */

static void reset(struct wfv_commands *c)
{
    while (c->chunk) {
        struct wfv_chunk *chunk = c->chunk;
        c->chunk = chunk->next;
        free(chunk);
    }
    c->first = NULL;
    c->last = &c->first;
    c->result = VK_SUCCESS;
    memset(&c->bound, 0, sizeof c->bound);
}

static void free_one(struct wfv_commands *c)
{
    reset(c);
    *c->before = c->next;
    if (c->next)
        c->next->before = c->before;
    wfv_delete(NULL, c->device->own, c);
}

void wfv_FreeCommandBuffers(VkDevice device, VkCommandPool commandPool, uint32_t commandBufferCount,
                            const VkCommandBuffer *pCommandBuffers)
{
    (void)device, (void)commandPool;
    for (uint32_t i = 0; i < commandBufferCount; i++)
        if (pCommandBuffers[i])
            free_one(wfv_commands_of(pCommandBuffers[i]));
}

VkResult wfv_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *pAllocateInfo,
                                    VkCommandBuffer *pCommandBuffers)
{
    struct wfv_device *d = wfv_device_of(device);
    struct wfv_command_pool *pool = wfv_command_pool_of(pAllocateInfo->commandPool);
    const uint32_t count = pAllocateInfo->commandBufferCount;

    memset(pCommandBuffers, 0, count * sizeof *pCommandBuffers);
    for (uint32_t i = 0; i < count; i++) {
        struct wfv_commands *c = wfv_new(NULL, d->own, sizeof *c, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
        if (!c) {
            wfv_FreeCommandBuffers(device, pAllocateInfo->commandPool, count, pCommandBuffers);
            memset(pCommandBuffers, 0, count * sizeof *pCommandBuffers);
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        set_loader_magic_value(c);
        c->device = d;
        c->pool = pool;
        c->last = &c->first;
        c->next = pool->first;
        c->before = &pool->first;
        if (c->next)
            c->next->before = &c->next;
        pool->first = c;
        pCommandBuffers[i] = wfv_commands_handle(c);
    }
    return VK_SUCCESS;
}

VkResult wfv_ResetCommandBuffer(VkCommandBuffer commandBuffer, VkCommandBufferResetFlags flags)
{
    (void)flags;
    reset(wfv_commands_of(commandBuffer));
    return VK_SUCCESS;
}

VkResult wfv_BeginCommandBuffer(VkCommandBuffer commandBuffer, const VkCommandBufferBeginInfo *pBeginInfo)
{
    (void)pBeginInfo;
    reset(wfv_commands_of(commandBuffer));
    return VK_SUCCESS;
}

VkResult wfv_EndCommandBuffer(VkCommandBuffer commandBuffer)
{
    return wfv_commands_of(commandBuffer)->result;
}

/* ---- pools ------------------------------------------------------------------------------------------------------- */

VkResult wfv_CreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *pCreateInfo,
                               const VkAllocationCallbacks *pAllocator, VkCommandPool *pCommandPool)
{
    struct wfv_command_pool *pool = wfv_new(pAllocator, wfv_device_of(device)->own, sizeof *pool, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    (void)pCreateInfo;
    *pCommandPool = wfv_command_pool_handle(pool);
    return pool ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_DestroyCommandPool(VkDevice device, VkCommandPool commandPool, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_command_pool *pool = wfv_command_pool_of(commandPool);

    if (!pool)
        return;
    while (pool->first)
        free_one(pool->first);
    wfv_delete(pAllocator, wfv_device_of(device)->own, pool);
}

VkResult wfv_ResetCommandPool(VkDevice device, VkCommandPool commandPool, VkCommandPoolResetFlags flags)
{
    (void)device, (void)flags;
    for (struct wfv_commands *c = wfv_command_pool_of(commandPool)->first; c; c = c->next)
        reset(c);
    return VK_SUCCESS;
}

void wfv_TrimCommandPool(VkDevice device, VkCommandPool commandPool, VkCommandPoolTrimFlags flags)
{
    (void)device, (void)commandPool, (void)flags;
}

/* ---- secondary command buffers ----------------------------------------------------------------------------------- */

static void run_secondary(struct wfv_execution *x, void *payload)
{
    wfv_commands_run(*(struct wfv_commands **)payload, x);
}

void wfv_CmdExecuteCommands(VkCommandBuffer commandBuffer, uint32_t commandBufferCount, const VkCommandBuffer *pCommandBuffers)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    for (uint32_t i = 0; i < commandBufferCount; i++) {
        struct wfv_commands **payload = wfv_record(c, run_secondary, sizeof(struct wfv_commands *));
        if (payload)
            *payload = wfv_commands_of(pCommandBuffers[i]);
    }
    memset(&c->bound, 0, sizeof c->bound);
}
