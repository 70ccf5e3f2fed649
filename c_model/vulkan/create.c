/* SPDX-License-Identifier: Apache-2.0
 * create.c - vkCreateComputePipelines: the pipelines of one call are made on all cores of the host.
 */
#include "between.h"
#include "pipeline.h"
#include "threads.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One of a call.  Objects are allocated and messages given by the thread of the call. */
struct one {
    const VkComputePipelineCreateInfo *info;
    struct wfv_pipeline *pipeline;
    VkResult result;
    uint64_t ns;                        /* that it took */
    bool was_cached;
    char said[WF_SHADER_MESSAGE + 120]; /* "": nothing */
};
struct call {
    struct wfv_device *device;
    struct wfv_cache *cache;
    uint32_t count;
    atomic_uint next;
    struct one one[];
};

static uint64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static VkResult refuse(struct one *o, VkResult result, const char *name, const char *message)
{
    snprintf(o->said, sizeof o->said, "vkCreateComputePipelines: %.80s: %.511s", name, message);
    return result;
}

/* ---- the shader -------------------------------------------------------------------------------------------------- */

/* The values of a VkSpecializationInfo, of which bytes beyond its data are 0; NULL when memory is short. */
static struct wf_shader_spec *specs_of(const VkSpecializationInfo *info, size_t *count)
{
    const uint32_t entries = info ? info->mapEntryCount : 0;
    struct wf_shader_spec *spec = calloc(entries + 1, sizeof *spec);

    for (uint32_t i = 0; spec && i < entries; i++) {
        const VkSpecializationMapEntry *e = &info->pMapEntries[i];
        const size_t left = e->offset < info->dataSize ? info->dataSize - e->offset : 0;
        const size_t size = e->size < sizeof spec[i].word ? e->size : sizeof spec[i].word;
        spec[i].id = e->constantID;
        if (left)
            memcpy(spec[i].word, (const char *)info->pData + e->offset, size < left ? size : left);
    }
    *count = entries;
    return spec;
}

static void add_options(struct wfv_digest *digest, const struct wf_shader_options *options)
{
    wfv_digest_add(digest, options->entry, strlen(options->entry));
    for (size_t i = 0; i < options->specs; i++) {
        const uint32_t words[3] = {options->spec[i].id, options->spec[i].word[0], options->spec[i].word[1]};
        wfv_digest_add(digest, words, sizeof words);
    }
}

/* The module, or the words that come in its place. */
static VkResult open_shader(struct one *o, const VkPipelineShaderStageCreateInfo *stage)
{
    const VkShaderModuleCreateInfo *own = wfv_chained(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    const struct wfv_module *m = wfv_module_of(stage->module);
    const uint32_t *word = m ? m->word : own ? own->pCode : NULL;
    const size_t words = m ? m->words : own ? own->codeSize / 4 : 0;
    struct wf_shader_options options = {.entry = stage->pName, .wanted = WF_SHADER_GROUPS, .no_hints = true};
    struct wfv_pipeline *p = o->pipeline;
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;

    if (!word)
        return refuse(o, VK_ERROR_UNKNOWN, stage->pName, "there is no module");
    struct wf_shader_spec *spec = specs_of(stage->pSpecializationInfo, &options.specs);
    if (!spec)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    options.spec = spec;
    if (m) {
        memcpy(p->called, m->called, sizeof p->called);
        p->source.digest = m->digest;
    } else
        wfv_digest_add(&p->source.digest, word, 4 * words);
    p->hash = (uint32_t)p->source.digest.half[0];
    add_options(&p->source.digest, &options);
    p->shader = p->source.shader = wf_shader_open(word, words, &options, message, &no_memory);
    free(spec);
    if (p->shader)
        return VK_SUCCESS;
    return no_memory ? VK_ERROR_OUT_OF_HOST_MEMORY : refuse(o, VK_ERROR_UNKNOWN, stage->pName, message);
}

/* ---- one pipeline ------------------------------------------------------------------------------------------------ */

static void end(struct wfv_held *held)
{
    struct wfv_pipeline *p = (struct wfv_pipeline *)(void *)held;

    wfv_between_forget(held->device->between, p);
    wfv_pipeline_drop_codes(held->device, p);
    pthread_mutex_destroy(&p->lock);
    wf_shader_free(p->shader);
    wfv_pipeline_layout_release(p->layout);
    wfv_cache_release(p->source.cache);
    free(p->slot);
    wfv_held_delete(held);
}

void wfv_DestroyPipeline(VkDevice device, VkPipeline pipeline, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (pipeline)
        wfv_destroy("vkDestroyPipeline", &wfv_pipeline_of(pipeline)->held);
}

static struct wfv_pipeline *new_pipeline(const struct call *call, const VkComputePipelineCreateInfo *info,
                                         const VkAllocationCallbacks *given)
{
    static const struct wfv_kind pipelines = {"a pipeline", "uses a pipeline that was destroyed", end};
    struct wfv_pipeline *p = wfv_held_new(call->device, &pipelines, given, sizeof *p);

    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    p->layout = wfv_pipeline_layout_of(info->layout);
    wfv_pipeline_layout_hold(p->layout);
    p->source.device = call->device;
    p->source.cache = call->cache;
    wfv_cache_hold(call->cache);
    return p;
}

static VkResult fill(struct wfv_device *d, struct one *o)
{
    struct wfv_pipeline *p = o->pipeline;
    char message[WF_SHADER_MESSAGE];
    VkResult result;

    result = open_shader(o, &o->info->stage);
    if (result != VK_SUCCESS)
        return result;
    p->name = wf_shader_entry(p->shader);
    result = wfv_pipeline_slots(p, message);
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        return refuse(o, result, p->name, message);
    if (result != VK_SUCCESS)
        return result;
    if (!wfv_pipeline_shape(d, p, &o->info->stage, message))
        return refuse(o, VK_ERROR_UNKNOWN, p->name, message);
    /* what needs no image and no sampler is ready now; other code is made for the images that a dispatch has */
    p->source.may_not_make = o->info->flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    if (!p->keys && !wfv_pipeline_code(d, p, NULL, (uint32_t[3]){0}, false, message))
        result = p->source.is_missing ? VK_PIPELINE_COMPILE_REQUIRED : p->source.is_short ? VK_ERROR_OUT_OF_HOST_MEMORY
                 : refuse(o, VK_ERROR_UNKNOWN, p->name, message);
    p->source.may_not_make = false;
    o->was_cached = p->source.was_cached;
    return result;
}

static void fill_some(void *user)
{
    struct call *c = user;

    for (uint32_t i; (i = atomic_fetch_add(&c->next, 1)) < c->count;) {
        struct one *o = &c->one[i];
        const uint64_t begin = now();
        o->result = o->pipeline ? fill(c->device, o) : VK_ERROR_OUT_OF_HOST_MEMORY;
        o->ns = now() - begin;
    }
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

static void give_feedback(const struct one *o)
{
    const VkPipelineCreationFeedbackCreateInfo *asked =
        wfv_chained(o->info->pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    const VkPipelineCreationFeedbackFlags hit = VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
    const VkPipelineCreationFeedback feedback = {
        .flags = VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT | (o->was_cached ? hit : 0), .duration = o->ns};

    if (!asked)
        return;
    *asked->pPipelineCreationFeedback = feedback;
    for (uint32_t i = 0; i < asked->pipelineStageCreationFeedbackCount; i++)
        asked->pPipelineStageCreationFeedbacks[i] = feedback;
}

/* Messages, handles and the result of all: the first error, else whether one had to be made that may not. */
static VkResult finish(struct call *c, VkPipeline *handle)
{
    VkResult result = VK_SUCCESS;
    bool is_over = false;               /* the rest is not wanted */

    for (uint32_t i = 0; i < c->count; i++) {
        struct one *o = &c->one[i];
        const bool failed = o->result != VK_SUCCESS;
        if (!is_over) {
            if (*o->said)
                wfv_say(c->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", o->said);
            give_feedback(o);
            if (failed && (result == VK_SUCCESS || (result > 0 && o->result < 0)))
                result = o->result;
        }
        if (!failed && !is_over)
            handle[i] = wfv_pipeline_handle(o->pipeline);
        else if (o->pipeline)
            wfv_release(&o->pipeline->held);
        is_over |= failed && (o->info->flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT);
    }
    return result;
}

VkResult wfv_CreateComputePipelines(VkDevice device, VkPipelineCache pipelineCache, uint32_t createInfoCount,
                                    const VkComputePipelineCreateInfo *pCreateInfos,
                                    const VkAllocationCallbacks *pAllocator, VkPipeline *pPipelines)
{
    const struct wfv_cache_handle *cache = wfv_cache_handle_of(pipelineCache);
    struct call *c = calloc(1, sizeof *c + createInfoCount * sizeof *c->one);

    memset(pPipelines, 0, createInfoCount * sizeof *pPipelines);
    if (!c)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    c->device = wfv_device_of(device);
    c->cache = cache ? cache->cache : NULL;
    c->count = createInfoCount;
    for (uint32_t i = 0; i < createInfoCount; i++) {
        c->one[i].info = &pCreateInfos[i];
        c->one[i].pipeline = new_pipeline(c, &pCreateInfos[i], pAllocator);
    }
    if (createInfoCount > 1)
        wfv_threads_run(c->device->threads, fill_some, c);
    else
        fill_some(c);
    const VkResult result = finish(c, pPipelines);
    free(c);
    return result;
}
