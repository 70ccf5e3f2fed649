/* SPDX-License-Identifier: Apache-2.0 */
#include "lowered.h"

#include <stdlib.h>

static struct wfv_lowered **list_of(struct wfv_device *d, struct wfv_digest digest)
{
    return &d->lowered[digest.half[0] % WFV_LOWERED_LISTS];
}

/* With the lock held. */
static struct wfv_lowered *find(struct wfv_device *d, struct wfv_digest digest)
{
    struct wfv_lowered *l = *list_of(d, digest);

    while (l && !wfv_digest_equal(l->digest, digest))
        l = l->next;
    if (l)
        l->holders++;
    return l;
}

struct wfv_lowered *wfv_lowered_find(struct wfv_device *d, struct wfv_digest digest)
{
    pthread_mutex_lock(&d->lowered_lock);
    struct wfv_lowered *l = find(d, digest);
    pthread_mutex_unlock(&d->lowered_lock);
    return l;
}

static void free_one(struct wfv_lowered *l)
{
    if (!l)
        return;
    wf_shader_code_free(&l->code);
    free(l->block);
    free(l);
}

struct wfv_lowered *wfv_lowered_new(struct wfv_device *d, struct wfv_digest digest, struct wf_shader_code *code,
                                    void *block)
{
    struct wfv_lowered *made = calloc(1, sizeof *made), *l;

    if (!made) {
        wf_shader_code_free(code);
        free(block);
        return NULL;
    }
    *made = (struct wfv_lowered){.device = d, .holders = 1, .digest = digest, .code = *code, .block = block};
    pthread_mutex_lock(&d->lowered_lock);
    l = find(d, digest);
    if (!l) {
        struct wfv_lowered **list = list_of(d, digest);
        made->next = *list;
        l = *list = made;
        made = NULL;
    }
    pthread_mutex_unlock(&d->lowered_lock);
    free_one(made);
    return l;
}

void wfv_lowered_hold(struct wfv_lowered *l)
{
    pthread_mutex_lock(&l->device->lowered_lock);
    l->holders++;
    pthread_mutex_unlock(&l->device->lowered_lock);
}

void wfv_lowered_release(struct wfv_lowered *l)
{
    if (!l)
        return;
    struct wfv_device *d = l->device;
    pthread_mutex_lock(&d->lowered_lock);
    const bool is_last = --l->holders == 0;
    if (is_last) {
        struct wfv_lowered **at = list_of(d, l->digest);
        while (*at != l)
            at = &(*at)->next;
        *at = l->next;
    }
    pthread_mutex_unlock(&d->lowered_lock);
    if (is_last)
        free_one(l);
}
