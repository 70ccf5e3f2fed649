/* SPDX-License-Identifier: Apache-2.0
 * cache.c - VkPipelineCache, and its data: the header that Vulkan defines, then an entry for each code, with a sum of
 * its own.  What is broken ends the reading; what came before it stays.
 */
#include "cache.h"

#include "serial.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    uint32_t magic, size;               /* of its bytes, without this head */
    struct wfv_digest digest, sum;
};
enum { MAGIC = 0x63766677, FORMAT = 1 };    /* "wfvc" */

/* ---- what a cache holds ------------------------------------------------------------------------------------------ */

void wfv_cache_hold(struct wfv_cache *c)
{
    if (c)
        atomic_fetch_add(&c->holders, 1);
}

void wfv_cache_release(struct wfv_cache *c)
{
    if (!c || atomic_fetch_sub(&c->holders, 1) != 1)
        return;
    for (size_t i = 0; i < c->count; i++)
        wfv_lowered_release(c->lowered[i]);
    free(c->lowered);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* With the lock held. */
static bool has(const struct wfv_cache *c, struct wfv_digest digest)
{
    for (size_t i = 0; i < c->count; i++)
        if (wfv_digest_equal(c->lowered[i]->digest, digest))
            return true;
    return false;
}

bool wfv_cache_has(struct wfv_cache *c, struct wfv_digest digest)
{
    if (!c)
        return false;
    pthread_mutex_lock(&c->lock);
    const bool found = has(c, digest);
    pthread_mutex_unlock(&c->lock);
    return found;
}

static bool add(struct wfv_cache *c, struct wfv_lowered *l)
{
    if (c->count == c->room) {
        const size_t room = c->room ? 2 * c->room : 16;
        struct wfv_lowered **larger = realloc(c->lowered, room * sizeof(struct wfv_lowered *));
        if (!larger)
            return false;
        c->lowered = larger;
        c->room = room;
    }
    wfv_lowered_hold(l);
    c->lowered[c->count++] = l;
    return true;
}

void wfv_cache_add(struct wfv_cache *c, struct wfv_lowered *l)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    if (!has(c, l->digest))
        (void)add(c, l);
    pthread_mutex_unlock(&c->lock);
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static VkPipelineCacheHeaderVersionOne header_of(const struct wfv_device *d)
{
    const VkPhysicalDeviceProperties *p = &d->physical->properties;
    VkPipelineCacheHeaderVersionOne header = {.headerSize = sizeof header,
                                              .vendorID = p->vendorID,
                                              .deviceID = p->deviceID,
                                              .headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE};

    memcpy(header.pipelineCacheUUID, p->pipelineCacheUUID, sizeof header.pipelineCacheUUID);
    return header;
}

static struct wfv_digest sum_of(struct wfv_digest of, const void *data, size_t size)
{
    const uint32_t format = FORMAT;

    wfv_digest_add(&of, &format, sizeof format);
    wfv_digest_add(&of, data, size);
    return of;
}

/* The next entry.  False: there is none that is whole. */
static bool read_entry(struct wfv_cache *c, const char *data, size_t size, size_t *used)
{
    const struct wf_device *machine = &c->device->physical->machine;
    struct wf_shader_code code;
    struct entry e;
    void *words, *block;

    if (size < sizeof e)
        return false;
    memcpy(&e, data, sizeof e);
    if (e.magic != MAGIC || e.size > size - sizeof e || !(words = malloc(e.size + 1)))
        return false;
    memcpy(words, data + sizeof e, e.size);     /* the application's may be at any address */
    const bool is_whole = wfv_digest_equal(sum_of(e.digest, words, e.size), e.sum) &&
                          wfv_serial_read(words, e.size, machine->regs, &code, &block);
    free(words);
    if (!is_whole)
        return false;
    *used = sizeof e + e.size;
    struct wfv_lowered *l = wfv_lowered_new(c->device, e.digest, &code, block);
    if (l)
        wfv_cache_add(c, l);
    wfv_lowered_release(l);
    return l != NULL;
}

static void read_data(struct wfv_cache *c, const char *data, size_t size)
{
    const VkPipelineCacheHeaderVersionOne header = header_of(c->device);
    struct wfv_instance *instance = c->device->physical->instance;
    size_t used;

    if (size < sizeof header || memcmp(data, &header, sizeof header)) {
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
                "vkCreatePipelineCache: the initial data is none of this driver and is ignored");
        return;
    }
    for (data += sizeof header, size -= sizeof header; size; data += used, size -= used)
        if (!read_entry(c, data, size, &used)) {
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                    "vkCreatePipelineCache: the initial data is broken after %zu pipelines; what follows is ignored",
                    c->count);
            return;
        }
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

VkResult wfv_CreatePipelineCache(VkDevice device, const VkPipelineCacheCreateInfo *pCreateInfo,
                                 const VkAllocationCallbacks *pAllocator, VkPipelineCache *pPipelineCache)
{
    struct wfv_device *d = wfv_device_of(device);
    struct wfv_cache_handle *h = wfv_new(pAllocator, d->own, sizeof *h, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    struct wfv_cache *c = calloc(1, sizeof *c);

    *pPipelineCache = VK_NULL_HANDLE;
    if (!h || !c) {
        wfv_delete(pAllocator, d->own, h);
        free(c);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    h->cache = c;
    c->device = d;
    atomic_store(&c->holders, 1);
    pthread_mutex_init(&c->lock, NULL);
    if (pCreateInfo->initialDataSize)
        read_data(c, pCreateInfo->pInitialData, pCreateInfo->initialDataSize);
    *pPipelineCache = wfv_cache_handle_handle(h);
    return VK_SUCCESS;
}

void wfv_DestroyPipelineCache(VkDevice device, VkPipelineCache pipelineCache, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_cache_handle *h = wfv_cache_handle_of(pipelineCache);

    if (!h)
        return;
    wfv_cache_release(h->cache);
    wfv_delete(pAllocator, wfv_own(device), h);
}

static size_t bytes_of(const struct wfv_lowered *l)
{
    return sizeof(struct entry) + wfv_serial_size(&l->code);
}

static void write_entry(const struct wfv_lowered *l, void *words, char *to)
{
    const size_t size = wfv_serial_size(&l->code);
    struct entry e = {.magic = MAGIC, .size = (uint32_t)size, .digest = l->digest};

    wfv_serial_write(&l->code, words);
    e.sum = sum_of(e.digest, words, size);
    memcpy(to, &e, sizeof e);
    memcpy(to + sizeof e, words, size);
}

/* As many whole entries as there is room for. */
static VkResult write_data(const struct wfv_cache *c, char *data, size_t *size)
{
    const VkPipelineCacheHeaderVersionOne header = header_of(c->device);
    size_t used = sizeof header;

    if (*size < sizeof header) {
        *size = 0;
        return VK_INCOMPLETE;
    }
    memcpy(data, &header, sizeof header);
    for (size_t i = 0; i < c->count; i++) {
        const size_t bytes = bytes_of(c->lowered[i]);
        if (bytes > *size - used) {
            *size = used;
            return VK_INCOMPLETE;
        }
        void *words = malloc(bytes);
        if (!words)
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        write_entry(c->lowered[i], words, data + used);
        free(words);
        used += bytes;
    }
    *size = used;
    return VK_SUCCESS;
}

VkResult wfv_GetPipelineCacheData(VkDevice device, VkPipelineCache pipelineCache, size_t *pDataSize, void *pData)
{
    struct wfv_cache *c = wfv_cache_handle_of(pipelineCache)->cache;
    VkResult result = VK_SUCCESS;

    (void)device;
    pthread_mutex_lock(&c->lock);
    if (pData)
        result = write_data(c, pData, pDataSize);
    else {
        *pDataSize = sizeof(VkPipelineCacheHeaderVersionOne);
        for (size_t i = 0; i < c->count; i++)
            *pDataSize += bytes_of(c->lowered[i]);
    }
    pthread_mutex_unlock(&c->lock);
    return result;
}

VkResult wfv_MergePipelineCaches(VkDevice device, VkPipelineCache dstCache, uint32_t srcCacheCount,
                                 const VkPipelineCache *pSrcCaches)
{
    struct wfv_cache *to = wfv_cache_handle_of(dstCache)->cache;

    (void)device;
    for (uint32_t i = 0; i < srcCacheCount; i++) {
        struct wfv_cache *from = wfv_cache_handle_of(pSrcCaches[i])->cache;
        if (from == to)
            continue;
        pthread_mutex_lock(&from->lock);
        for (size_t n = 0; n < from->count; n++)
            wfv_cache_add(to, from->lowered[n]);
        pthread_mutex_unlock(&from->lock);
    }
    return VK_SUCCESS;
}
