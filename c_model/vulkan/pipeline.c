/* SPDX-License-Identifier: Apache-2.0 */
#include "pipeline.h"

#include "addresses.h"

#include "wavefold/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- slots: the bindings of a shader and their numbers ------------------------------------------------------------ */

static bool is_image(enum wf_shader_kind kind)
{
    return kind != WF_SHADER_BUFFER && kind != WF_SHADER_SAMPLER;
}

static bool has_sampler(enum wf_shader_kind kind)
{
    return kind == WF_SHADER_SAMPLER || kind == WF_SHADER_COMBINED;
}

/* Of an array: as many as the shader declares, at most those of the layout. */
static uint32_t elements_of(const struct wfv_pipeline *p, const struct wf_shader_resource *r)
{
    const struct wfv_set_layout *set = r->set < p->layout->sets ? p->layout->set[r->set] : NULL;
    const struct wfv_binding *b = wfv_layout_find(set, r->binding);

    if (!r->is_block_array || !b)
        return 1;
    return r->elements && r->elements < b->count ? r->elements : b->count;
}

bool wfv_pipeline_slots(struct wfv_pipeline *p)
{
    const struct wf_shader_resource *r;
    const size_t count = wf_shader_resources(p->shader, &r);
    uint32_t number = 0;

    p->slot = calloc(count + 1, sizeof *p->slot);
    for (size_t i = 0; p->slot && i < count; i++) {
        struct wfv_slot *s = &p->slot[p->slots];
        if (!r[i].used)
            continue;
        *s = (struct wfv_slot){.kind = r[i].kind, .is_push = r[i].is_push, .is_array = r[i].is_block_array,
                               .is_written = r[i].is_written, .is_uniform = r[i].is_uniform, .set = r[i].set, .binding = r[i].binding,
                               .elements = elements_of(p, &r[i]), .number = number, .image = p->images, .key = p->keys};
        if (s->kind != WF_SHADER_SAMPLER)
            number += s->elements;
        if (is_image(s->kind))
            p->images += s->elements + s->is_array;     /* one more, of no image, ends an array */
        if (s->kind != WF_SHADER_BUFFER)
            p->keys += s->elements;
        p->slots++;
    }
    return p->slot && number <= (wf_shader_addresses(p->shader) ? (uint32_t)WFV_ADDRESS_FIRST : (uint32_t)WFV_RESOURCES);
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
        return s->number;
    }
    return UINT32_MAX;
}

/* The program binds buffers later: all that may be written may be the same memory. */
static uint32_t memory_of(void *user, uint32_t number)
{
    const struct wfv_pipeline *p = user;
    uint32_t memory = number < WFV_NUMBER_TABLE ? WFV_ADDRESS_ALL : number;

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

static void bind_slot(const struct wfv_slot *s, const struct wfv_key *key, struct bound *to)
{
    for (uint32_t n = 0; n < s->elements && s->kind != WF_SHADER_BUFFER; n++) {
        const struct wfv_key *k = &key[s->key + n];
        if (is_image(s->kind) && k->format != WF_IMAGE_FORMAT_NONE)
            to->image[to->images++] = (struct wf_shader_image){
                .set = s->set, .binding = s->binding, .element = n, .format = k->format,
                .descriptor = (uint32_t)((s->image + n) * WF_IMAGE_WORDS * sizeof(uint32_t))};
        if (has_sampler(s->kind) && k->has_sampler)
            to->sampler[to->samplers++] = (struct wf_shader_sampler){.set = s->set, .binding = s->binding, .element = n, .sampler = k->sampler};
    }
}

static void describe(const struct wfv_device *d, const struct wfv_pipeline *p, struct wfv_code *c)
{
    struct wf_desc *desc = &c->desc;
    uint32_t size[3];
    bool flat;

    wf_shader_local_size(p->shader, size, &flat);
    *desc = (struct wf_desc){.stage = WF_STAGE_COMPUTE, .shader_model = 0x060a, .has_numthreads = true,
                             .threads = {flat ? size[0] * size[1] * size[2] : size[0], flat ? 1 : size[1], flat ? 1 : size[2]},
                             .wavesize_kind = WF_WAVESIZE_FIXED, .wavesize_min = p->wave_size,
                             .groupshared_bytes = c->code.lds_bytes, .uses_derivatives = c->code.uses_derivatives,
                             .grid = {1, 1, 1}};
    wf_desc_take_code(desc, c->code.word, c->code.count);
    for (size_t at = 0; at < c->code.count; at++) {
        const struct wf_insn n = wf_insn_decode(c->code.word[at]);
        desc->uses_wave_ops |= wf_op_info(n.op)->unit == WF_UNIT_XLANE;
    }
    (void)d;
}

static bool lower(struct wfv_device *d, struct wfv_pipeline *p, struct wfv_code *c, struct bound *b, char *message)
{
    uint32_t size[3];
    bool flat;

    for (uint32_t i = 0; i < p->slots; i++)
        bind_slot(&p->slot[i], c->key, b);
    wf_shader_local_size(p->shader, size, &flat);
    const uint32_t threads = size[0] * size[1] * size[2];
    const struct wf_shader_target target = {
        .device = d->physical->machine, .wave_size = p->wave_size, .waves = (threads + p->wave_size - 1) / p->wave_size,
        .most_groups = {65535, 65535, 65535}, .number = number_of, .memory = memory_of, .user = p,
        .table_buffer = WFV_NUMBER_TABLE, .scratch_buffer = WFV_NUMBER_SCRATCH, .unbound_buffer = WFV_ADDRESS_END,
        .image = b->image, .images = b->images, .sampler = b->sampler, .samplers = b->samplers, .image_buffer = WFV_NUMBER_IMAGES};
    c->lowered = wfv_code_for(&p->source, &target, message);
    if (!c->lowered)
        return false;
    c->code = c->lowered->code;
    describe(d, p, c);
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

static struct wfv_code *make_code(struct wfv_device *d, struct wfv_pipeline *p, const struct wfv_key *key,
                                  const uint32_t base[3], char *message)
{
    struct wfv_code *c = calloc(1, sizeof *c + p->keys * sizeof *c->key);
    struct bound b = {.image = calloc(p->keys + 1, sizeof *b.image), .sampler = calloc(p->keys + 1, sizeof *b.sampler)};
    bool made = false;

    snprintf(message, WF_SHADER_MESSAGE, "out of memory");
    if (c)
        c->runs = calloc(1, sizeof *c->runs);
    if (c && c->runs && b.image && b.sampler) {
        if (p->keys)
            memcpy(c->key, key, p->keys * sizeof *key);
        memcpy(c->base, base, sizeof c->base);
        made = lower(d, p, c, &b, message) && place_table(d, c) && is_accepted(d, c, message);
        c->fits_parts = made && wf_claims_fit(c->code.word, c->code.count);
    }
    free(b.image);
    free(b.sampler);
    if (made)
        return c;
    free_code(d, c);
    return NULL;
}

const struct wfv_code *wfv_pipeline_code(struct wfv_device *d, struct wfv_pipeline *p, const struct wfv_key *key,
                                         const uint32_t base[3], char message[WF_SHADER_MESSAGE])
{
    struct wfv_code *c;

    pthread_mutex_lock(&p->lock);
    for (c = p->code; c; c = c->next)
        if (!memcmp(c->base, base, sizeof c->base) && (!p->keys || !memcmp(c->key, key, p->keys * sizeof *key)))
            break;
    if (!c && (c = make_code(d, p, key, base, message)) != NULL) {
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
