/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

#include "addresses.h"

#include "wavefold/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- slots: the bindings of a shader and their numbers ----------------------------------------------------------- */

static bool is_image(enum wf_shader_kind kind)
{
    return kind != WF_SHADER_BUFFER && kind != WF_SHADER_SAMPLER;
}

static bool has_sampler(enum wf_shader_kind kind)
{
    return kind == WF_SHADER_SAMPLER || kind == WF_SHADER_COMBINED;
}

/* Of an array: as many as the shader declares, at most those of the layout; always one. */
static uint32_t elements_of(const struct wf_shader_resource *r, const struct wfv_binding *b)
{
    if (!r->is_block_array || !b || !b->count)
        return 1;
    return r->elements && r->elements < b->count ? r->elements : b->count;
}

/* The format that code is made for where no image is bound: each has the components that the shader reads. */
static enum wf_image_format otherwise_of(const struct wf_shader_resource *r)
{
    if (r->format != WF_IMAGE_FORMAT_NONE)
        return r->format;
    return wf_image_format_find(!r->is_integer ? "rgba32f" : r->is_wide ? (r->is_signed ? "r64i" : "r64ui")
                                : r->is_signed ? "rgba32i" : "rgba32ui");
}

static void add_slot(struct wfv_pipeline *p, const struct wf_shader_resource *r)
{
    const struct wfv_set_layout *set = !r->is_push && r->set < p->layout->sets ? p->layout->set[r->set] : NULL;
    const struct wfv_binding *b = wfv_layout_find(set, r->binding);
    struct wfv_slot *s = &p->slot[p->slots++];

    *s = (struct wfv_slot){.kind = r->kind,
                           .is_push = r->is_push,
                           .is_array = r->is_block_array,
                           .is_written = r->is_written,
                           .is_uniform = r->is_uniform,
                           .set = r->set,
                           .binding = r->binding,
                           .elements = elements_of(r, b),
                           .image = p->images,
                           .key = p->keys,
                           .least = r->is_block_array || r->is_push ? 0 : r->size};
    if (is_image(s->kind))
        s->otherwise = otherwise_of(r);
    if (b && wfv_is_inline(b->type))
        p->inline_bytes += wfv_block_room(b->count);
    if (is_image(s->kind))
        p->images += s->elements + s->is_array;         /* one more, of no image, ends an array */
    if (s->kind != WF_SHADER_BUFFER)
        p->keys += s->elements;
}

static uint32_t numbers_of(const struct wfv_slot *s)
{
    return s->is_far || s->kind == WF_SHADER_SAMPLER ? 0 : s->elements;
}

/* Large arrays of buffers are far, and if numbers are short other buffers too, the last ones first.  Returns the
 * numbers that are left. */
static uint32_t set_far(struct wfv_pipeline *p, uint32_t most)
{
    uint32_t numbers = 0;

    for (uint32_t i = 0; i < p->slots; i++) {
        struct wfv_slot *s = &p->slot[i];
        s->is_far = s->kind == WF_SHADER_BUFFER && s->elements > WFV_NEAR;
        numbers += numbers_of(s);
    }
    for (uint32_t i = p->slots; i-- > 0 && numbers > most;) {
        struct wfv_slot *s = &p->slot[i];
        if (s->kind != WF_SHADER_BUFFER || s->is_push || s->is_far)
            continue;
        numbers -= s->elements;
        s->is_far = true;
    }
    return numbers;
}

static void set_numbers(struct wfv_pipeline *p)
{
    uint32_t number = 0;

    for (uint32_t i = 0; i < p->slots; i++) {
        struct wfv_slot *s = &p->slot[i];
        s->number = s->is_far ? WF_MAX_BUFFERS : number;
        s->record = p->record_bytes;
        number += numbers_of(s);
        if (s->is_far)
            p->record_bytes += (s->elements + 1) * WF_RECORD_WORDS * (uint32_t)sizeof(uint32_t);
    }
}

static bool has_wide(const struct wf_shader *shader)
{
    const char *const *name;
    const size_t count = wf_shader_capabilities(shader, &name);

    for (size_t i = 0; i < count; i++)
        if (!strcmp(name[i], "Int64") || !strcmp(name[i], "Float64"))
            return true;
    return false;
}

VkResult wfv_pipeline_slots(struct wfv_pipeline *p, char message[WF_SHADER_MESSAGE])
{
    const uint32_t most = wf_shader_addresses(p->shader) ? WFV_ADDRESS_FIRST : WFV_RESOURCES + 1;
    const struct wf_shader_resource *r;
    const size_t count = wf_shader_resources(p->shader, &r);

    p->slot = calloc(count + 1, sizeof *p->slot);
    if (!p->slot)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    p->has_wide = has_wide(p->shader);
    for (size_t i = 0; i < count; i++)
        if (r[i].used)
            add_slot(p, &r[i]);
    const uint32_t number = set_far(p, most);
    set_numbers(p);
    if (number <= most)
        return VK_SUCCESS;
    snprintf(message, WF_SHADER_MESSAGE, "%u images and push constants; the device has numbers for %u in a shader%s",
             (unsigned)number, (unsigned)most, most == WFV_ADDRESS_FIRST ? " with addresses" : "");
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static uint32_t number_of(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    const struct wfv_pipeline *p = user;

    for (uint32_t i = 0; i < p->slots; i++) {
        const struct wfv_slot *s = &p->slot[i];
        if (s->kind == WF_SHADER_SAMPLER || s->is_push != is_push ||
            (!is_push && (s->set != set || s->binding != binding)))
            continue;
        if (s->is_array)
            *elements = s->elements;
        return s->is_far ? WF_SHADER_FAR : s->number;
    }
    return UINT32_MAX;
}

static uint32_t records_of(void *user, uint32_t set, uint32_t binding)
{
    const struct wfv_pipeline *p = user;
    const uint32_t images = p->images * WF_IMAGE_WORDS * (uint32_t)sizeof(uint32_t);

    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].is_far && p->slot[i].set == set && p->slot[i].binding == binding)
            return images + p->slot[i].record;
    return images;
}

/* The program binds buffers later: all that may be written may be the same memory. */
static uint32_t memory_of(void *user, uint32_t number)
{
    const struct wfv_pipeline *p = user;
    uint32_t memory = number < WFV_NUMBER_TABLE ? WFV_ADDRESS_WINDOW : number;

    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].is_uniform && number - p->slot[i].number < p->slot[i].elements)
            memory = number;
    return memory;
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

struct bound {
    struct wf_shader_image *image;      /* [images] */
    struct wf_shader_sampler *sampler;  /* [samplers] */
    size_t images, samplers;
};

/* Code has a format of each image and a sampler, also where none is bound: then no texel is reached. */
static void bind_slot(const struct wfv_slot *s, const struct wfv_key *key, struct bound *to)
{
    const size_t images = to->images, samplers = to->samplers;
    static const struct wf_sampler nearest;

    for (uint32_t n = 0; n < s->elements && s->kind != WF_SHADER_BUFFER; n++) {
        const struct wfv_key *k = &key[s->key + n];
        const bool is_last = n + 1 == s->elements;
        if (is_image(s->kind) && (k->format != WF_IMAGE_FORMAT_NONE || (is_last && to->images == images)))
            to->image[to->images++] = (struct wf_shader_image){
                .set = s->set, .binding = s->binding, .element = n, .format = k->format ? k->format : s->otherwise,
                .swizzle = {k->swizzle[0], k->swizzle[1], k->swizzle[2], k->swizzle[3]},
                .descriptor = (uint32_t)((s->image + n) * WF_IMAGE_WORDS * sizeof(uint32_t))};
        if (has_sampler(s->kind) && (k->has_sampler || (is_last && to->samplers == samplers)))
            to->sampler[to->samplers++] = (struct wf_shader_sampler){
                .set = s->set, .binding = s->binding, .element = n, .sampler = k->has_sampler ? k->sampler : nearest};
    }
}

static void describe(const struct wfv_pipeline *p, struct wfv_code *c)
{
    struct wf_desc *desc = &c->desc;
    uint32_t size[3];
    bool flat;

    wf_shader_local_size(p->shader, size, &flat);
    *desc = (struct wf_desc){
        .stage = WF_STAGE_COMPUTE,
        .shader_model = 0x060a,
        .has_numthreads = true,
        .threads = {flat ? size[0] * size[1] * size[2] : size[0], flat ? 1 : size[1], flat ? 1 : size[2]},
        .wavesize_kind = WF_WAVESIZE_FIXED,
        .wavesize_min = p->wave_size,
        .groupshared_bytes = c->code.lds_bytes,
        .uses_derivatives = c->code.uses_derivatives,
        .grid = {1, 1, 1}};
    wf_desc_take_code(desc, c->code.word, c->code.count);
    for (size_t at = 0; at < c->code.count; at++) {
        const struct wf_insn n = wf_insn_decode(c->code.word[at]);
        desc->uses_wave_ops |= wf_op_info(n.op)->unit == WF_UNIT_XLANE;
    }
}

static bool lower(struct wfv_device *d, struct wfv_pipeline *p, struct wfv_code *c, struct bound *b, char *message)
{
    uint32_t size[3];
    bool flat;

    for (uint32_t i = 0; i < p->slots; i++)
        bind_slot(&p->slot[i], c->key, b);
    wf_shader_local_size(p->shader, size, &flat);
    const uint32_t threads = size[0] * size[1] * size[2];
    const struct wf_shader_target target = {.device = d->physical->machine,
                                            .wave_size = p->wave_size,
                                            .shown_wave_size = p->shown_wave_size,
                                            .has_base = c->has_base,
                                            .base_buffer = WFV_NUMBER_BASE,
                                            .waves = (threads + p->wave_size - 1) / p->wave_size,
                                            .most_groups = {65535, 65535, 65535},
                                            .number = number_of,
                                            .memory = memory_of,
                                            .user = p,
                                            .table_buffer = WFV_NUMBER_TABLE,
                                            .scratch_buffer = WFV_NUMBER_SCRATCH,
                                            .unbound_buffer = WFV_ADDRESS_END,
                                            .image = b->image,
                                            .images = b->images,
                                            .sampler = b->sampler,
                                            .samplers = b->samplers,
                                            .image_buffer = WFV_NUMBER_IMAGES,
                                            .careful = c->is_careful,
                                            .sizes = (uint32_t)(p->images * WF_IMAGE_WORDS * sizeof(uint32_t)) +
                                                     p->record_bytes,
                                            .records = records_of,
                                            .far_buffer = WFV_ADDRESS_WINDOW};
    c->lowered = wfv_code_for(&p->source, &target, message);
    if (!c->lowered)
        return false;
    c->code = c->lowered->code;
    describe(p, c);
    return true;
}

static bool place_table(struct wfv_device *d, struct wfv_code *c)
{
    if (!c->code.table_words)
        return true;
    c->table_at = wfv_arena_take(d->arena, 4 * c->code.table_words);
    if (c->table_at)
        memcpy(wfv_arena_at(d->arena, c->table_at), c->code.table, 4 * c->code.table_words);
    return c->table_at != 0;
}

static bool is_accepted(const struct wfv_device *d, const struct wfv_code *c, char *message)
{
    struct wf_shape shape;
    const enum wf_reject reject = wf_dispatch_check(&c->desc, &d->physical->machine, &shape);

    if (reject == WF_REJECT_NONE)
        return true;
    if (reject == WF_REJECT_GROUPSHARED)
        snprintf(message, WF_SHADER_MESSAGE, "a group has %u bytes of shared memory; expected at most %u",
                 (unsigned)c->code.lds_bytes, 4 * d->physical->machine.lds_words);
    else
        snprintf(message, WF_SHADER_MESSAGE, "the device refuses the dispatch: %s", wf_reject_text(reject));
    return false;
}

static void free_code(struct wfv_device *d, struct wfv_code *c)
{
    if (!c)
        return;
    wfv_arena_give(d->arena, c->table_at);
    wfv_lowered_release(c->lowered);
    free(c->runs);
    free(c);
}

static uint64_t next_number(void)
{
    static _Atomic uint64_t last;

    return ++last;
}

static struct wfv_code *make_code(struct wfv_device *d, struct wfv_pipeline *p, const struct wfv_key *key,
                                  bool has_base, bool careful, char *message)
{
    struct wfv_code *c = calloc(1, sizeof *c + p->keys * sizeof *c->key);
    struct bound b = {.image = calloc(p->keys + 1, sizeof *b.image), .sampler = calloc(p->keys + 1, sizeof *b.sampler)};
    bool made = false;

    snprintf(message, WF_SHADER_MESSAGE, "out of memory");
    if (c)
        c->runs = calloc(1, sizeof *c->runs);
    p->source.is_short = !c || !c->runs || !b.image || !b.sampler;
    if (!p->source.is_short) {
        if (p->keys)
            memcpy(c->key, key, p->keys * sizeof *key);
        c->has_base = has_base;
        c->is_careful = careful;
        c->number = next_number();
        made = lower(d, p, c, &b, message);
        if (made && !place_table(d, c)) {
            p->source.is_short = true;
            made = false;
        }
        made = made && is_accepted(d, c, message);
        c->fits_parts = made && wf_claims_fit(c->code.word, c->code.count);
    } else
        p->source.is_short = true;
    free(b.image);
    free(b.sampler);
    if (made)
        return c;
    free_code(d, c);
    return NULL;
}

const struct wfv_code *wfv_pipeline_code(struct wfv_device *d, struct wfv_pipeline *p, const struct wfv_key *key,
                                         const uint32_t base[3], bool careful, char message[WF_SHADER_MESSAGE])
{
    const bool has_base = base[0] || base[1] || base[2];
    struct wfv_code *c;

    pthread_mutex_lock(&p->lock);
    for (c = p->code; c; c = c->next)
        if (c->has_base == has_base && c->is_careful == careful &&
            (!p->keys || !memcmp(c->key, key, p->keys * sizeof *key)))
            break;
    if (!c && (c = make_code(d, p, key, has_base, careful, message)) != NULL) {
        c->next = p->code;
        p->code = c;
    }
    pthread_mutex_unlock(&p->lock);
    return c;
}

void wfv_pipeline_drop_codes(struct wfv_device *d, struct wfv_pipeline *p)
{
    while (p->code) {
        struct wfv_code *c = p->code;
        p->code = c->next;
        free_code(d, c);
    }
}
