/* SPDX-License-Identifier: Apache-2.0
 * dispatch.c - what is bound, and dispatches: from descriptors to the buffers of the machine.
 */
#include "addresses.h"
#include "command.h"
#include "engine.h"
#include "fault.h"
#include "profile.h"
#include "stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is bound ----------------------------------------------------------------------------------------------- */

void wfv_CmdBindPipeline(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint, VkPipeline pipeline)
{
    (void)pipelineBindPoint;
    wfv_commands_of(commandBuffer)->bound.pipeline = wfv_pipeline_of(pipeline);
}

void wfv_CmdBindDescriptorSets(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint, VkPipelineLayout layout,
                               uint32_t firstSet, uint32_t descriptorSetCount, const VkDescriptorSet *pDescriptorSets,
                               uint32_t dynamicOffsetCount, const uint32_t *pDynamicOffsets)
{
    struct wfv_bound *bound = &wfv_commands_of(commandBuffer)->bound;
    uint32_t used = 0;

    (void)pipelineBindPoint, (void)layout;
    for (uint32_t i = 0; i < descriptorSetCount && firstSet + i < WFV_SETS; i++) {
        struct wfv_set *set = wfv_set_of(pDescriptorSets[i]);
        bound->set[firstSet + i] = set;
        for (uint32_t n = 0; set && n < set->layout->dynamics && n < WFV_RESOURCES && used < dynamicOffsetCount; n++)
            bound->dynamic[firstSet + i][n] = pDynamicOffsets[used++];
    }
}

void wfv_CmdPushConstants(VkCommandBuffer commandBuffer, VkPipelineLayout layout, VkShaderStageFlags stageFlags,
                          uint32_t offset, uint32_t size, const void *pValues)
{
    (void)layout, (void)stageFlags;
    if (offset <= WFV_PUSH && size <= WFV_PUSH - offset)
        memcpy(wfv_commands_of(commandBuffer)->bound.push + offset, pValues, size);
}

void wfv_CmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint, VkPipelineLayout layout,
                                 uint32_t set, uint32_t descriptorWriteCount, const VkWriteDescriptorSet *pDescriptorWrites)
{
    struct wfv_commands *c = wfv_commands_of(commandBuffer);
    const struct wfv_pipeline_layout *pl = wfv_pipeline_layout_of(layout);
    struct wfv_set_layout *sl = set < pl->sets ? pl->set[set] : NULL;

    (void)pipelineBindPoint;
    if (!sl)
        return;
    /* a set of its own: what was pushed for the dispatches before stays theirs */
    const struct wfv_set *before = c->bound.set[set];
    struct wfv_set *pushed = wfv_commands_new(c, sizeof *pushed + sl->descriptors * sizeof *pushed->descriptor);
    if (!pushed)
        return;
    if (before && before->layout == sl)
        memcpy(pushed->descriptor, before->descriptor, sl->descriptors * sizeof *pushed->descriptor);
    pushed->layout = sl;
    for (uint32_t i = 0; i < descriptorWriteCount; i++)
        wfv_descriptors_write(pushed, &pDescriptorWrites[i]);
    c->bound.set[set] = pushed;
}

/* ---- a dispatch -------------------------------------------------------------------------------------------------- */

struct dispatch {
    struct wfv_bound bound;
    uint32_t base[3], groups[3];
    bool is_indirect;
    uint64_t indirect_at;               /* where the group counts are in the arena */
};

static const struct wfv_descriptor *descriptor_of(const struct wfv_bound *b, const struct wfv_slot *s, uint32_t element,
                                                  const struct wfv_binding **binding)
{
    const struct wfv_set *set = s->set < WFV_SETS ? b->set[s->set] : NULL;

    *binding = set ? wfv_layout_find(set->layout, s->binding) : NULL;
    return *binding && (!element || element < (*binding)->count) ? &set->descriptor[(*binding)->first + element] : NULL;
}

static struct wf_buffer place_of(uint64_t at, uint64_t size)
{
    return (struct wf_buffer){(uint32_t)at, at ? (uint32_t)((size + 3) / 4 * 4) : 0};
}

/* Bytes that the driver adds to a dispatch, in one place of the arena: push constants, scratch memory, image
 * descriptors. */
struct own {
    uint64_t at, scratch_at, images_at, bytes;
};

static struct own room_for(struct wfv_device *d, const struct wfv_pipeline *p, const struct wfv_code *c)
{
    struct own own = {.at = 0};
    const uint64_t scratch = 4 * (uint64_t)c->code.scratch_words * wf_device_slots(&d->physical->machine) * p->wave_size;

    own.scratch_at = WFV_PUSH;
    own.images_at = own.scratch_at + scratch;
    own.bytes = own.images_at + 4 * (uint64_t)p->images * WF_IMAGE_WORDS;
    own.at = wfv_arena_take(d->arena, own.bytes);
    return own;
}

static void bind_slot(struct wfv_device *d, const struct dispatch *x, const struct wfv_slot *s, const struct own *own,
                      struct wf_buffer *buffer)
{
    uint32_t *images = wfv_arena_at(d->arena, own->at + own->images_at);

    if (s->is_push) {
        buffer[s->number] = place_of(own->at, WFV_PUSH);
        return;
    }
    for (uint32_t n = 0; n < s->elements && s->kind != WF_SHADER_SAMPLER; n++) {
        const struct wfv_binding *b;
        const struct wfv_descriptor *from = descriptor_of(&x->bound, s, n, &b);
        uint32_t *word = images + (s->image + n) * WF_IMAGE_WORDS;
        if (s->kind == WF_SHADER_BUFFER) {
            const uint32_t moved = from && wfv_is_dynamic(b->type) ? x->bound.dynamic[s->set][b->first_dynamic + n] : 0;
            buffer[s->number + n] = from && from->has_buffer ? place_of(from->at + moved, from->size) : place_of(0, 0);
        } else if (from && from->view.format != WF_IMAGE_FORMAT_NONE) {
            buffer[s->number + n] = place_of(from->view.at, from->view.size);
            memcpy(word, from->view.word, sizeof from->view.word);
        } else
            wf_image_describe(NULL, word);
    }
    if (s->is_array && s->kind != WF_SHADER_BUFFER && s->kind != WF_SHADER_SAMPLER)
        wf_image_describe(NULL, images + (s->image + s->elements) * WF_IMAGE_WORDS);
}

static void bind_all(struct wfv_device *d, const struct dispatch *x, const struct own *own, struct wfv_launch *l)
{
    const struct wfv_pipeline *p = x->bound.pipeline;

    if (wf_shader_addresses(p->shader)) {
        pthread_mutex_lock(&d->addresses_lock);
        memcpy(l->buffer, d->addresses->buffer, sizeof d->addresses->buffer);
        pthread_mutex_unlock(&d->addresses_lock);
    }
    memcpy(wfv_arena_at(d->arena, own->at), x->bound.push, WFV_PUSH);
    for (uint32_t i = 0; i < p->slots; i++)
        bind_slot(d, x, &p->slot[i], own, l->buffer);
    l->buffer[WFV_NUMBER_TABLE] = place_of(l->code->table_at, 4 * l->code->code.table_words);
    l->buffer[WFV_NUMBER_SCRATCH] = place_of(own->at + own->scratch_at, own->images_at - own->scratch_at);
    l->buffer[WFV_NUMBER_IMAGES] = place_of(own->at + own->images_at, own->bytes - own->images_at);
}

/* What images and samplers the code is for; NULL when memory is short. */
static struct wfv_key *key_of(const struct dispatch *x)
{
    const struct wfv_pipeline *p = x->bound.pipeline;
    struct wfv_key *key = calloc(p->keys + 1, sizeof *key);

    for (uint32_t i = 0; key && i < p->slots; i++)
        for (uint32_t n = 0; n < p->slot[i].elements && p->slot[i].kind != WF_SHADER_BUFFER; n++) {
            const struct wfv_binding *b;
            const struct wfv_descriptor *from = descriptor_of(&x->bound, &p->slot[i], n, &b);
            struct wfv_key *k = &key[p->slot[i].key + n];
            if (!from)
                continue;
            k->format = from->view.format;
            k->has_sampler = from->has_sampler;
            if (from->has_sampler)
                memcpy(&k->sampler, &from->sampler, sizeof k->sampler);
        }
    return key;
}

/* Counts that were in memory may be any. */
static bool are_allowed(const struct wfv_device *d, const struct dispatch *x, const uint32_t groups[3], char report[WFV_REPORT])
{
    const uint32_t *most = d->physical->properties.limits.maxComputeWorkGroupCount;

    for (int i = 0; i < 3; i++)
        if (groups[i] > most[i] || x->base[i] > most[i] - groups[i]) {
            snprintf(report, WFV_REPORT, "%s: %s of %u x %u x %u groups: at most %u in %c", x->bound.pipeline->name,
                     x->is_indirect ? "an indirect dispatch" : "a dispatch", groups[0], groups[1], groups[2], most[i], "xyz"[i]);
            return false;
        }
    return true;
}

static uint64_t invocations(const struct wfv_launch *l)
{
    const struct wf_desc *d = &l->code->desc;

    return (uint64_t)d->threads[0] * d->threads[1] * d->threads[2] * l->groups[0] * l->groups[1] * l->groups[2];
}

static void launch(struct wfv_execution *e, const struct dispatch *x, const struct wfv_code *code)
{
    struct wfv_device *d = e->device;
    struct wfv_launch l = {.pipeline = x->bound.pipeline, .code = code, .between = e->between};
    char report[WFV_REPORT];

    memcpy(l.groups, x->is_indirect ? wfv_arena_at(d->arena, x->indirect_at) : x->groups, sizeof l.groups);
    if (!l.groups[0] || !l.groups[1] || !l.groups[2])
        return;
    if (!are_allowed(d, x, l.groups, report)) {
        wfv_lose(d, "%s", report);
        return;
    }
    const struct own own = room_for(d, l.pipeline, code);
    if (!own.at) {
        wfv_lose(d, "%s: no device memory for %llu bytes of scratch memory", l.pipeline->name, (unsigned long long)own.bytes);
        return;
    }
    bind_all(d, x, &own, &l);
    l.number = wfv_stats_number();
    if (*d->physical->instance->settings.profile)
        l.count = calloc(code->code.count + 1, sizeof *l.count);    /* without memory it is not counted */
    if (!wfv_engine_run(d->engine, &l, report)) {
        wfv_fault_note(d, &l);
        wfv_lose(d, "%s", report);
    }
    wfv_stats_add(d, &l);
    wfv_profile_add(&l);
    free(l.count);
    atomic_fetch_add(&d->clock, l.cycles);
    e->invocations += invocations(&l);
    wfv_arena_give(d->arena, own.at);
}

static void run_dispatch(struct wfv_execution *x, void *payload)
{
    const struct dispatch *dispatch = payload;
    struct wfv_pipeline *p = dispatch->bound.pipeline;
    char message[WF_SHADER_MESSAGE] = "out of memory";
    struct wfv_key *key = key_of(dispatch);
    const struct wfv_code *code = key ? wfv_pipeline_code(x->device, p, key, dispatch->base, message) : NULL;

    free(key);
    if (code)
        launch(x, dispatch, code);
    else
        wfv_lose(x->device, "%s: %s", p->name, message);
}

/* NULL: the recording fails. */
static struct dispatch *record(VkCommandBuffer handle, const char *command)
{
    struct wfv_commands *c = wfv_commands_of(handle);

    if (!c->bound.pipeline) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: no compute pipeline is bound", command);
        return NULL;
    }
    struct dispatch *x = wfv_record(c, run_dispatch, sizeof *x);
    if (x)
        x->bound = c->bound;
    return x;
}

static void record_dispatch(VkCommandBuffer handle, const char *command, const uint32_t base[3], const uint32_t groups[3])
{
    struct dispatch *x = record(handle, command);

    if (!x)
        return;
    memcpy(x->base, base, sizeof x->base);
    memcpy(x->groups, groups, sizeof x->groups);
}

void wfv_CmdDispatchBase(VkCommandBuffer commandBuffer, uint32_t baseGroupX, uint32_t baseGroupY, uint32_t baseGroupZ,
                         uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    record_dispatch(commandBuffer, "vkCmdDispatchBase", (uint32_t[3]){baseGroupX, baseGroupY, baseGroupZ},
                    (uint32_t[3]){groupCountX, groupCountY, groupCountZ});
}

void wfv_CmdDispatch(VkCommandBuffer commandBuffer, uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    record_dispatch(commandBuffer, "vkCmdDispatch", (uint32_t[3]){0}, (uint32_t[3]){groupCountX, groupCountY, groupCountZ});
}

void wfv_CmdDispatchIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, VkDeviceSize offset)
{
    static const char command[] = "vkCmdDispatchIndirect";
    const struct wfv_buffer *b = wfv_buffer_of(buffer);

    if (!wfv_commands_reach(wfv_commands_of(commandBuffer), command, b, offset, sizeof(VkDispatchIndirectCommand)))
        return;
    struct dispatch *x = record(commandBuffer, command);
    if (!x)
        return;
    x->is_indirect = true;
    x->indirect_at = b->at + offset;
}
