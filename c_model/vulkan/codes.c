/* SPDX-License-Identifier: Apache-2.0 */
#include "codes.h"

#include <stdio.h>
#include <string.h>

#include "wavefold/version.h"

/* The number that each binding has, and which numbers may be the same memory. */
static void add_numbers(struct wfv_digest *d, const struct wf_shader *shader, const struct wf_shader_target *t)
{
    const struct wf_shader_resource *r;
    const size_t count = wf_shader_resources(shader, &r);
    uint32_t memory[WF_MAX_BUFFERS];

    for (size_t i = 0; i < count; i++) {
        uint32_t place[3] = {0, 1, 0};
        if (r[i].kind != WF_SHADER_SAMPLER && r[i].used)
            place[0] = t->number(t->user, r[i].set, r[i].binding, r[i].is_push, &place[1]);
        if (place[0] == WF_SHADER_FAR)
            place[2] = t->records(t->user, r[i].set, r[i].binding);
        wfv_digest_add(d, place, sizeof place);
    }
    for (uint32_t n = 0; n < WF_MAX_BUFFERS; n++)
        memory[n] = t->memory ? t->memory(t->user, n) : n;
    wfv_digest_add(d, memory, sizeof memory);
}

/* All that the lowering reads: what a target points to by its contents, the rest as it is.  Bytes between members may
 * be any; if they differ, code is made that was there, and no code is taken for another. */
static struct wfv_digest digest_of(const struct wfv_source *s, const struct wf_shader_target *t)
{
    struct wfv_digest d = s->digest;
    struct wf_shader_target flat;

    memcpy(&flat, t, sizeof flat);
    flat.number = NULL;
    flat.memory = NULL;
    flat.records = NULL;
    flat.user = flat.put_user = NULL;
    flat.put = NULL;
    flat.image = NULL;
    flat.sampler = NULL;
    wfv_digest_add(&d, WF_VERSION, sizeof WF_VERSION);
    wfv_digest_add(&d, &flat, sizeof flat);
    wfv_digest_add(&d, t->image, t->images * sizeof *t->image);
    wfv_digest_add(&d, t->sampler, t->samplers * sizeof *t->sampler);
    add_numbers(&d, s->shader, t);
    return d;
}

static struct wfv_lowered *make(struct wfv_source *s, const struct wf_shader_target *t, struct wfv_digest digest,
                                char *message)
{
    struct wf_shader_code code;

    s->is_short = false;
    if (wf_shader_lower(s->shader, t, &code, message, &s->is_short)) {
        struct wfv_lowered *made = wfv_lowered_new(s->device, digest, &code, NULL);
        if (made)
            return made;
        s->is_short = true;
    }
    if (s->is_short)
        snprintf(message, WF_SHADER_MESSAGE, "out of memory");
    return NULL;
}

struct wfv_lowered *wfv_code_for(struct wfv_source *s, const struct wf_shader_target *t,
                                 char message[WF_SHADER_MESSAGE])
{
    const struct wfv_digest digest = digest_of(s, t);
    struct wfv_lowered *l = wfv_lowered_find(s->device, digest);

    s->was_cached = l && wfv_cache_has(s->cache, digest);
    s->is_missing = !l && s->may_not_make;
    if (s->is_missing)
        snprintf(message, WF_SHADER_MESSAGE, "no code for it is there yet");
    else if (!l)
        l = make(s, t, digest, message);
    if (l && !s->was_cached)
        wfv_cache_add(s->cache, l);
    return l;
}
