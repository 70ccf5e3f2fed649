/* SPDX-License-Identifier: Apache-2.0 */
#include "watched.h"

#include "engine.h"

#include <stdlib.h>

/* As many are remembered before those go that no word has. */
enum { COMMANDS = 1024 };

static void free_watched(struct wfv_watched *w)
{
    free(w->launch);
    free(w);
}

void wfv_records_clear(struct wfv_records *r)
{
    for (size_t i = 0; i < r->count; i++)
        free_watched(r->watched[i]);
    r->count = 0;
}

void wfv_records_forget(struct wfv_records *r, const struct wfv_pipeline *pipeline)
{
    for (size_t i = 0; i < r->count; i++) {
        struct wfv_watched *w = r->watched[i];
        if (!w->launch || w->launch->pipeline != pipeline)
            continue;
        free(w->launch);
        w->launch = NULL;
    }
}

struct wfv_watched *wfv_records_find(const struct wfv_records *r, uint32_t number)
{
    size_t low = 0, high = r->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (r->watched[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->count && r->watched[low]->number == number ? r->watched[low] : NULL;
}

static void keep(void *user, const struct wfv_touch *touch)
{
    struct wfv_watched *w = wfv_records_find(user, wfv_touch_number(touch));

    if (w)
        w->is_kept = true;
}

/* Those that no word has go.  If many stay, the next time is later: so the time for all is bounded. */
static void sweep(struct wfv_records *r, const struct wfv_touched *touched)
{
    size_t kept = 0;

    wfv_touched_each(touched, keep, r);
    for (size_t i = 0; i < r->count; i++) {
        struct wfv_watched *w = r->watched[i];
        if (w->is_kept || w->runs) {
            w->is_kept = false;
            r->watched[kept++] = w;
        } else
            free_watched(w);
    }
    r->count = kept;
    r->most = 2 * kept;
}

struct wfv_watched *wfv_records_add(struct wfv_records *r, const struct wfv_touched *touched, struct wfv_order *order,
                                    enum wfv_stage stage)
{
    if (r->count >= COMMANDS && r->count >= r->most)
        sweep(r, touched);
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        struct wfv_watched **larger = realloc(r->watched, room * sizeof(struct wfv_watched *));
        if (!larger)
            return NULL;
        r->watched = larger;
        r->room = room;
    }
    struct wfv_watched *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->number = order->last = ++r->last;
    w->queue = order->queue;
    w->executed = order->executed[stage];
    w->visible = order->visible[stage];
    r->watched[r->count++] = w;
    return w;
}
