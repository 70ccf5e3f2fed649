/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "wait.h"

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
        struct wfv_chunk *chunk = size < SIZE_MAX - CHUNK ? malloc(sizeof *chunk + room) : NULL;
        if (!chunk) {
            wfv_fail(c, VK_ERROR_OUT_OF_HOST_MEMORY, "a command buffer: out of memory");
            return NULL;
        }
        *chunk = (struct wfv_chunk){.next = c->chunk, .size = room};
        c->chunk = chunk;
    }
    void *at = (unsigned char *)c->chunk->byte + c->chunk->used;
    c->chunk->used += rounded;
    return memset(at, 0, rounded);
}

static void *record(struct wfv_commands *c, wfv_command_fn *run, size_t size, bool overlaps, bool is_transfer)
{
    struct wfv_command *command = NULL;

    if (c->state != WFV_RECORDING)
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT,
                 "a command of a command buffer that is not begun, or is ended: it is left out");
    else
        command = wfv_commands_new(c, sizeof *command + size);
    if (!command)
        return NULL;
    command->run = run;
    command->overlaps = overlaps;
    command->is_transfer = is_transfer;
    *c->last = command;
    c->last = &command->next;
    return command->payload;
}

void *wfv_record(struct wfv_commands *c, wfv_command_fn *run, size_t size)
{
    return record(c, run, size, false, false);
}

void *wfv_record_overlapping(struct wfv_commands *c, wfv_command_fn *run, size_t size)
{
    return record(c, run, size, true, false);
}

void *wfv_record_transfer(struct wfv_commands *c, wfv_command_fn *run, size_t size)
{
    return record(c, run, size, false, true);
}

bool wfv_commands_use(struct wfv_commands *c, struct wfv_held *held)
{
    if (c->use && c->use->held == held)
        return true;
    struct wfv_use *u = wfv_commands_new(c, sizeof *u);
    if (!u)
        return false;
    wfv_hold(held);
    *u = (struct wfv_use){c->use, held};
    c->use = u;
    return true;
}

/* Without memory for the use the recording has failed: its commands will not run. */
void *wfv_record_using(struct wfv_commands *c, wfv_command_fn *run, size_t size, struct wfv_held *held)
{
    void *payload = wfv_record(c, run, size);

    if (payload)
        wfv_commands_use(c, held);
    return payload;
}

/* Every other transfer, by the seed. */
static bool hurries(struct wfv_execution *x)
{
    const struct wfv_settings *s = &x->device->physical->instance->settings;

    if (!s->seed || s->on != WFV_ON_MODEL)
        return false;
    if (!x->hurries)
        x->hurries = s->seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    x->hurries ^= x->hurries << 13;
    x->hurries ^= x->hurries >> 7;
    x->hurries ^= x->hurries << 17;
    return x->hurries >> 63;
}

void wfv_commands_run(const struct wfv_commands *c, struct wfv_execution *x)
{
    for (struct wfv_command *command = c->first; command && wfv_goes_on(x->device); command = command->next) {
        if (!command->overlaps && !(command->is_transfer && hurries(x)))
            wfv_settle(x);
        if (wfv_goes_on(x->device))
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
    /* reported first: a caller that learns of the loss finds the reason in the log */
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", text);
    pthread_mutex_lock(&d->lock);
    if (!atomic_load(&d->lost))
        snprintf(d->loss.text, sizeof d->loss.text, "%.*s", (int)sizeof d->loss.text - 1, text);
    atomic_store(&d->lost, true);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

/* ---- recordings that fail ---------------------------------------------------------------------------------------- */

void wfv_fail(struct wfv_commands *c, VkResult result, const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wfv_say(c->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", text);
    if (c->result == VK_SUCCESS)
        c->result = result;
    if (c->state == WFV_EXECUTABLE)
        c->state = WFV_INVALID;
}

bool wfv_commands_reach(struct wfv_commands *c, const char *command, struct wfv_buffer *b, uint64_t offset,
                        uint64_t bytes)
{
    if (!b->at)
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: a buffer without memory", command);
    else if (offset > b->size || bytes > b->size - offset)
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: %llu bytes from %llu on, of a buffer of %llu", command,
                 (unsigned long long)bytes, (unsigned long long)offset, (unsigned long long)b->size);
    else
        return wfv_commands_use(c, &b->held);
    return false;
}

/* ---- command buffers --------------------------------------------------------------------------------------------- */

/* It is in a submission that has not ended: it stays as it is.  On a device that is lost nothing is. */
static bool is_pending(const struct wfv_commands *c, const char *command)
{
    if (!atomic_load(&c->pending) || wfv_await_loss(c->device))
        return false;
    wfv_say(c->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: a command buffer of a submission that has not ended", command);
    return true;
}

/* The recording goes, and holds nothing any more. */
static void release_all(struct wfv_commands *c)
{
    struct wfv_executed *e = c->executed;
    struct wfv_use *u = c->use;

    c->executed = NULL;
    c->use = NULL;
    for (; e; e = e->next)
        wfv_commands_release(e->commands);
    for (; u; u = u->next)
        wfv_release(u->held);
}

/* The memory of a short recording stays, for the next one; `release`: none does. */
static void reset(struct wfv_commands *c, bool release)
{
    release_all(c);
    while (c->chunk && (release || c->chunk->next || c->chunk->size != CHUNK)) {
        struct wfv_chunk *chunk = c->chunk;
        c->chunk = chunk->next;
        free(chunk);
    }
    if (c->chunk)
        c->chunk->used = 0;
    c->state = WFV_INITIAL;
    c->is_once = c->was_submitted = false;
    c->number++;
    c->first = NULL;
    c->last = &c->first;
    c->result = VK_SUCCESS;
    /* what was bound is undefined from here on */
    memset(&c->bound, 0, sizeof c->bound);
}

void wfv_commands_hold(struct wfv_commands *c)
{
    atomic_fetch_add(&c->holders, 1);
}

void wfv_commands_release(struct wfv_commands *c)
{
    if (atomic_fetch_sub(&c->holders, 1) != 1)
        return;
    reset(c, true);
    wfv_delete(NULL, c->device->own, c);
}

/* The program has it no more; a submission may. */
static void free_one(struct wfv_commands *c, const char *command)
{
    is_pending(c, command);
    *c->before = c->next;
    if (c->next)
        c->next->before = c->before;
    c->before = NULL;
    wfv_commands_release(c);
}

void wfv_FreeCommandBuffers(VkDevice device, VkCommandPool commandPool, uint32_t commandBufferCount,
                            const VkCommandBuffer *pCommandBuffers)
{
    (void)device, (void)commandPool;
    for (uint32_t i = 0; i < commandBufferCount; i++)
        if (pCommandBuffers[i])
            free_one(wfv_commands_of(pCommandBuffers[i]), "vkFreeCommandBuffers");
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
        atomic_init(&c->holders, 1);
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
    if (is_pending(wfv_commands_of(commandBuffer), "vkResetCommandBuffer"))
        return VK_ERROR_VALIDATION_FAILED_EXT;
    reset(wfv_commands_of(commandBuffer), flags & VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT);
    return VK_SUCCESS;
}

VkResult wfv_BeginCommandBuffer(VkCommandBuffer commandBuffer, const VkCommandBufferBeginInfo *pBeginInfo)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    if (c->state == WFV_RECORDING) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "vkBeginCommandBuffer: the command buffer was begun, and is not ended");
        return c->result;
    }
    if (is_pending(c, "vkBeginCommandBuffer"))
        return VK_ERROR_VALIDATION_FAILED_EXT;
    reset(c, false);
    c->state = WFV_RECORDING;
    /* the other flags ask for nothing: any command buffer may be submitted while it runs */
    c->is_once = pBeginInfo->flags & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (pBeginInfo->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT)
        wfv_fail(c, VK_ERROR_FEATURE_NOT_PRESENT, "vkBeginCommandBuffer: this device has no render passes");
    return c->result;
}

VkResult wfv_EndCommandBuffer(VkCommandBuffer commandBuffer)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);

    if (c->state != WFV_RECORDING) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "vkEndCommandBuffer: the command buffer is not begun");
        return VK_ERROR_VALIDATION_FAILED_EXT;
    }
    c->state = c->result == VK_SUCCESS ? WFV_EXECUTABLE : WFV_INVALID;
    return c->result;
}

/* ---- pools ------------------------------------------------------------------------------------------------------- */

VkResult wfv_CreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *pCreateInfo,
                               const VkAllocationCallbacks *pAllocator, VkCommandPool *pCommandPool)
{
    struct wfv_command_pool *pool = wfv_new(pAllocator, wfv_own(device), sizeof *pool,
                                            VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    (void)pCreateInfo;                  /* there is one family of queues; each command buffer may be reset alone */
    *pCommandPool = wfv_command_pool_handle(pool);
    return pool ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_DestroyCommandPool(VkDevice device, VkCommandPool commandPool, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_command_pool *pool = wfv_command_pool_of(commandPool);

    if (!pool)
        return;
    while (pool->first)
        free_one(pool->first, "vkDestroyCommandPool");
    wfv_delete(pAllocator, wfv_own(device), pool);
}

VkResult wfv_ResetCommandPool(VkDevice device, VkCommandPool commandPool, VkCommandPoolResetFlags flags)
{
    (void)device;
    for (const struct wfv_commands *c = wfv_command_pool_of(commandPool)->first; c; c = c->next)
        if (is_pending(c, "vkResetCommandPool"))
            return VK_ERROR_VALIDATION_FAILED_EXT;
    for (struct wfv_commands *c = wfv_command_pool_of(commandPool)->first; c; c = c->next)
        reset(c, flags & VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT);
    return VK_SUCCESS;
}

/* All memory is that of recordings. */
void wfv_TrimCommandPool(VkDevice device, VkCommandPool commandPool, VkCommandPoolTrimFlags flags)
{
    (void)device, (void)commandPool, (void)flags;
}

/* There is one device in the group. */
void wfv_CmdSetDeviceMask(VkCommandBuffer commandBuffer, uint32_t deviceMask)
{
    if (deviceMask != 1)
        wfv_fail(wfv_commands_of(commandBuffer), VK_ERROR_VALIDATION_FAILED_EXT,
                 "vkCmdSetDeviceMask: 0x%x: the device is alone in its group", deviceMask);
}
