/* SPDX-License-Identifier: Apache-2.0 */
#include "resources.h"

#include "addresses.h"
#include "limits.h"
#include "report_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct wfv_descriptor *descriptor_of(const struct wfv_bound *b, const struct wfv_slot *s, uint32_t element,
                                            const struct wfv_binding **binding)
{
    return wfv_descriptor_find(s->set < WFV_SETS ? b->set[s->set] : NULL, s->binding, element, binding);
}

/* Where a buffer is with its dynamic offset, and its bytes, of which the buffer has none beyond its end. */
struct place {
    uint64_t at, size;
};

static struct place place_of(const struct wfv_bound *bound, const struct wfv_slot *s, uint32_t element)
{
    const struct wfv_binding *b;
    const struct wfv_descriptor *from = descriptor_of(bound, s, element, &b);

    if (b && wfv_is_inline(b->type))
        return (struct place){0, wfv_set_count(bound->set[s->set], b)};
    if (!from || !from->has_buffer)
        return (struct place){0, 0};
    const uint32_t *dynamic = wfv_is_dynamic(b->type) ? bound->dynamic[s->set] : NULL;
    const uint64_t moved = dynamic ? dynamic[b->first_dynamic + element] : 0;
    const uint64_t left = moved < from->left ? from->left - moved : 0;
    return (struct place){from->at + moved, from->size < left ? from->size : left};
}

static struct wf_buffer buffer_at(uint64_t at, uint64_t size)
{
    const uint64_t whole = (size + WFV_BOUND - 1) / WFV_BOUND * WFV_BOUND;

    return (struct wf_buffer){(uint32_t)at, at ? (uint32_t)whole : 0};
}

/* ---- the code that is needed ------------------------------------------------------------------------------------- */

static bool is_careful(const struct wfv_bound *bound, const struct wfv_slot *s)
{
    const uint64_t step = bound->pipeline->has_wide ? 8 : 4;

    for (uint32_t n = 0; n < s->elements && !s->is_push && !s->is_far; n++) {
        const uint64_t size = place_of(bound, s, n).size;
        if (size < s->least || (size % step && !(s->is_uniform && step == 4)))
            return true;
    }
    return false;
}

static void fill_key(const struct wfv_bound *bound, const struct wfv_slot *s, struct wfv_key *key)
{
    for (uint32_t n = 0; n < s->elements; n++) {
        const struct wfv_binding *b;
        const struct wfv_descriptor *from = descriptor_of(bound, s, n, &b);
        if (!from)
            continue;
        key[n].format = from->view.format;
        memcpy(key[n].swizzle, from->view.swizzle, sizeof key[n].swizzle);
        key[n].has_sampler = from->has_sampler;
        if (from->has_sampler)
            memcpy(&key[n].sampler, &from->sampler, sizeof key[n].sampler);
    }
}

struct wfv_key *wfv_key_of(struct wfv_device *d, const struct wfv_bound *bound, bool *careful)
{
    const struct wfv_pipeline *p = bound->pipeline;
    struct wfv_key *key = calloc(p->keys + 1, sizeof *key);

    if (!key)
        return NULL;
    pthread_mutex_lock(&d->descriptors_lock);
    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].kind == WF_SHADER_BUFFER)
            *careful |= is_careful(bound, &p->slot[i]);
        else
            fill_key(bound, &p->slot[i], &key[p->slot[i].key]);
    pthread_mutex_unlock(&d->descriptors_lock);
    return key;
}

/* ---- memory of a dispatch ---------------------------------------------------------------------------------------- */

/* The base of the groups follows the push constants. */
enum { BASE_AT = WFV_PUSH, BASE_BYTES = 16 };

struct wfv_room wfv_room_take(struct wfv_device *d, const struct wfv_launch *l)
{
    const struct wfv_pipeline *p = l->pipeline;
    const uint64_t lanes = (uint64_t)wf_device_slots(&d->physical->machine) * p->wave_size;
    struct wfv_room room = {.scratch = BASE_AT + BASE_BYTES};

    room.blocks = room.scratch + 4 * l->code->code.scratch_words * lanes;
    room.images = room.blocks + p->inline_bytes;
    room.records = room.images + 4 * (uint64_t)p->images * WF_IMAGE_WORDS;
    room.sizes = room.records + p->record_bytes;
    room.bytes = room.sizes + (l->code->is_careful ? 4 * WF_MAX_BUFFERS : 0);
    room.at = wfv_arena_take(d->arena, room.bytes);
    return room;
}

/* ---- the buffers ------------------------------------------------------------------------------------------------- */

struct binder {
    struct wfv_device *device;
    const struct wfv_bound *bound;
    const struct wfv_room *room;
    struct wfv_launch *launch;
    uint64_t block;                     /* where the next inline uniform block belongs, in the arena */
    const struct wfv_slot *beyond;      /* a binding of more bytes than an index reaches; NULL: there is none */
    uint32_t number;                    /* of its buffer */
};

static uint32_t *words_at(const struct binder *x, uint64_t byte)
{
    return wfv_arena_at(x->device->arena, x->room->at + byte);
}

/* The bytes of the block in the set, as they are now. */
static uint64_t copy_block(struct binder *x, const struct wfv_slot *s, const struct wfv_binding *b)
{
    const struct wfv_set *set = x->bound->set[s->set];
    const uint64_t at = x->block;

    memcpy(wfv_arena_at(x->device->arena, at), set->inline_byte + b->first, wfv_set_count(set, b));
    x->block += wfv_block_room(b->count);
    return at;
}

/* Of a longer range a shader has the beginning: an index that leads further would be taken for another. */
static struct place reached(struct binder *x, const struct wfv_slot *s, uint32_t n)
{
    struct place place = place_of(x->bound, s, n);

    if (place.size > WFV_RANGE) {
        place.size = WFV_RANGE;
        x->beyond = s;
        x->number = s->number + n;
    }
    return place;
}

static void warn_of_range(const struct binder *x)
{
    char warning[400];
    struct wfv_text t = wfv_text(warning, sizeof warning);

    if (!x->beyond || atomic_exchange(&x->device->warned_of_range, true))
        return;
    wfv_put_place(&t, x->launch, SIZE_MAX);
    wfv_put(&t, ": warning: ");
    wfv_put_which(&t, x->launch);
    wfv_put(&t, ": the range of ");
    wfv_put_slot(&t, x->launch, x->beyond, x->number);
    wfv_put(&t, " is larger than maxStorageBufferRange: the shader has its first %" PRIu32 " bytes", WFV_RANGE);
    wfv_say(x->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", warning);
}

static void bind_buffer(struct binder *x, const struct wfv_slot *s, uint32_t n)
{
    struct wfv_launch *l = x->launch;
    const struct wfv_binding *b;
    const struct wfv_descriptor *from = descriptor_of(x->bound, s, n, &b);
    struct place place = reached(x, s, n);

    if (b && wfv_is_inline(b->type))
        place.at = copy_block(x, s, b);
    l->buffer[s->number + n] = buffer_at(place.at, place.size);
    /* what robust access and null descriptors have a result for; a descriptor that was never written has none */
    l->robust[s->number + n] = (from && from->is_null) ||
                                 (place.at && wfv_enabled(x->device, WFV_FEATURE_robustBufferAccess));
    if (l->code->is_careful)
        words_at(x, x->room->sizes)[s->number + n] = (uint32_t)place.size;
}

static void bind_image(struct binder *x, const struct wfv_slot *s, uint32_t n)
{
    const struct wfv_binding *b;
    const struct wfv_descriptor *from = descriptor_of(x->bound, s, n, &b);
    uint32_t *word = words_at(x, x->room->images) + (s->image + n) * WF_IMAGE_WORDS;
    struct wf_buffer *buffer = &x->launch->buffer[s->number + n];

    /* a texel outside of an image is no fault, but an image that was never written is one */
    x->launch->robust[s->number + n] = from && (from->is_null || from->view.format != WF_IMAGE_FORMAT_NONE);
    if (from && from->view.format != WF_IMAGE_FORMAT_NONE) {
        *buffer = buffer_at(from->view.at, from->view.size);
        memcpy(word, from->view.word, sizeof from->view.word);
    } else {
        wf_image_describe(NULL, word);
    }
}

/* The records of all elements, each in the window that it begins in. */
static void bind_records(struct binder *x, const struct wfv_slot *s)
{
    uint32_t (*record)[WF_RECORD_WORDS] = (void *)words_at(x, x->room->records + s->record);

    for (uint32_t n = 0; n < s->elements; n++) {
        const struct wfv_binding *b;
        const struct wfv_descriptor *from = descriptor_of(x->bound, s, n, &b);
        struct place place = reached(x, s, n);
        if (b && wfv_is_inline(b->type))
            place.at = copy_block(x, s, b);
        x->launch->robust[WFV_NUMBER_NULL] |= from && from->is_null;
        record[n][WF_RECORD_NUMBER] = place.at ? WFV_ADDRESS_WINDOW + (uint32_t)(place.at / WFV_WINDOW)
                                      : from && from->is_null ? WFV_NUMBER_NULL : WFV_NUMBER_UNWRITTEN;
        record[n][WF_RECORD_FIRST] = (uint32_t)(place.at % WFV_WINDOW);
        record[n][WF_RECORD_BOUND] = buffer_at(place.at, place.size).size;
        record[n][WF_RECORD_BYTES] = (uint32_t)place.size;
    }
    memset(record[s->elements], 0, sizeof *record);
    record[s->elements][WF_RECORD_NUMBER] = WFV_NUMBER_UNWRITTEN;
}

static void bind_slot(struct binder *x, const struct wfv_slot *s)
{
    if (s->is_far) {
        bind_records(x, s);
        return;
    }
    if (s->is_push) {
        x->launch->buffer[s->number] = buffer_at(x->room->at, WFV_PUSH);
        if (x->launch->code->is_careful)
            words_at(x, x->room->sizes)[s->number] = WFV_PUSH;
        return;
    }
    for (uint32_t n = 0; n < s->elements && s->kind != WF_SHADER_SAMPLER; n++)
        if (s->kind == WF_SHADER_BUFFER)
            bind_buffer(x, s, n);
        else
            bind_image(x, s, n);
    if (s->is_array && s->kind != WF_SHADER_BUFFER && s->kind != WF_SHADER_SAMPLER)
        wf_image_describe(NULL, words_at(x, x->room->images) + (s->image + s->elements) * WF_IMAGE_WORDS);
}

void wfv_bind_resources(struct wfv_device *d, const struct wfv_bound *bound, const struct wfv_room *room,
                        struct wfv_launch *l)
{
    const struct wfv_pipeline *p = bound->pipeline;
    struct binder x = {.device = d, .bound = bound, .room = room, .launch = l, .block = room->at + room->blocks};

    if (wf_shader_addresses(p->shader)) {
        pthread_mutex_lock(&d->addresses_lock);
        memcpy(l->buffer, d->addresses->buffer, sizeof d->addresses->buffer);
        pthread_mutex_unlock(&d->addresses_lock);
    }
    memcpy(wfv_arena_at(d->arena, room->at), bound->push, WFV_PUSH);
    memcpy(wfv_arena_at(d->arena, room->at + BASE_AT), l->base, sizeof l->base);
    if (p->record_bytes) {
        const bool robust = wfv_enabled(d, WFV_FEATURE_robustBufferAccess);
        for (unsigned n = WFV_ADDRESS_WINDOW; n < WFV_ADDRESS_END; n++) {
            l->buffer[n] = d->addresses->buffer[n];     /* they never change */
            l->robust[n] = robust;
        }
    }
    pthread_mutex_lock(&d->descriptors_lock);
    for (uint32_t i = 0; i < p->slots; i++)
        bind_slot(&x, &p->slot[i]);
    pthread_mutex_unlock(&d->descriptors_lock);
    warn_of_range(&x);
    l->buffer[WFV_NUMBER_BASE] = buffer_at(room->at + BASE_AT, BASE_BYTES);
    l->buffer[WFV_NUMBER_TABLE] = buffer_at(l->code->table_at, 4 * l->code->code.table_words);
    l->buffer[WFV_NUMBER_SCRATCH] = buffer_at(room->at + room->scratch, room->blocks - room->scratch);
    l->buffer[WFV_NUMBER_IMAGES] = buffer_at(room->at + room->images, room->bytes - room->images);
}
