/* SPDX-License-Identifier: Apache-2.0
 * group.c - resident and finished groups, and their barriers (docs/semantics.md, "Barriers and the end of a wave").
 */
#include <stdlib.h>
#include <string.h>

#include "races.h"

uint64_t wf_group_index(const struct wf_machine *m, const uint32_t id[3])
{
    return ((uint64_t)id[2] * m->desc.grid[1] + id[1]) * m->desc.grid[0] + id[0];
}

void wf_group_id(const struct wf_machine *m, uint64_t index, uint32_t id[3])
{
    id[0] = (uint32_t)(index % m->desc.grid[0]);
    id[1] = (uint32_t)(index / m->desc.grid[0] % m->desc.grid[1]);
    id[2] = (uint32_t)(index / m->desc.grid[0] / m->desc.grid[1]);
}

struct wf_group *wf_group_find(const struct wf_machine *m, uint64_t index)
{
    struct wf_group *group = m->resident;

    while (group != NULL && group->index != index)
        group = group->next;
    return group;
}

bool wf_group_finished(const struct wf_machine *m, uint64_t index)
{
    if (index < m->finished.below)
        return true;
    for (size_t i = 0; i < m->finished.count; i++)
        if (m->finished.other[i] == index)
            return true;
    return false;
}

/* Room for every resident group to finish, so that finishing cannot fail. */
static bool reserve_finished(struct wf_machine *m)
{
    struct wf_finished *f = &m->finished;
    const size_t needed = f->count + m->residents + 1;
    uint64_t *larger;

    if (needed <= f->capacity)
        return true;
    larger = realloc(f->other, 2 * needed * sizeof *larger);
    if (larger == NULL)
        return false;
    f->other = larger;
    f->capacity = 2 * needed;
    return true;
}

static void note_finished(struct wf_finished *f, uint64_t index)
{
    f->other[f->count++] = index;
    for (size_t i = 0; i < f->count;) {
        if (f->other[i] == f->below) {
            f->below++;
            f->other[i] = f->other[--f->count];
            i = 0;                      /* one that was passed may be next now */
        } else {
            i++;
        }
    }
}

static struct wf_group *new_record(const struct wf_machine *m)
{
    struct wf_group *group = calloc(1, sizeof *group);

    if (group == NULL)
        return NULL;
    group->lds = malloc((m->lds_words + (size_t)1) * sizeof *group->lds);
    if (group->lds == NULL) {
        free(group);
        return NULL;
    }
    return group;
}

struct wf_group *wf_group_open(struct wf_machine *m, uint64_t index)
{
    struct wf_group *group;

    if (!reserve_finished(m))
        return NULL;
    group = m->spare;
    if (group != NULL)
        m->spare = group->next;
    else if ((group = new_record(m)) == NULL)
        return NULL;
    memset(group->lds, 0, m->lds_words * sizeof *group->lds);
    memset(group->launched, 0, sizeof group->launched);
    group->watched = group->device = false;
    group->meeting = (struct wf_meeting){ .here.is = false };
    group->launches = group->ends = group->waiting = 0;
    group->index = index;
    wf_group_id(m, index, group->id);
    group->next = m->resident;
    m->resident = group;
    m->residents++;
    return group;
}

static void close_group(struct wf_machine *m, struct wf_group *group)
{
    struct wf_group **link = &m->resident;

    while (*link != group)
        link = &(*link)->next;
    *link = group->next;
    m->residents--;
    note_finished(&m->finished, group->index);
    group->next = m->spare;
    m->spare = group;
}

void wf_group_wave_ended(struct wf_machine *m, struct wf_group *group)
{
    group->ends++;
    if (group->ends == m->shape.waves)
        close_group(m, group);
}

bool wf_group_barrier_ready(const struct wf_machine *m, const struct wf_group *group)
{
    return group->waiting > 0 && group->launches == m->shape.waves && group->waiting + group->ends == group->launches;
}

void wf_group_release(struct wf_machine *m, struct wf_group *group)
{
    for (unsigned i = 0; i < m->device.waves; i++)
        if (m->slot[i].running && m->slot[i].group == group)
            m->slot[i].waiting = false;
    m->waiting -= group->waiting;
    wf_races_release(m, group);
    wf_races_met(m, group);
    group->waiting = 0;
    group->device = false;
}

static void free_list(struct wf_group *group)
{
    while (group != NULL) {
        struct wf_group *next = group->next;
        free(group->cells);
        free(group->lds);
        free(group);
        group = next;
    }
}

void wf_groups_free(struct wf_machine *m)
{
    free_list(m->resident);
    free_list(m->spare);
    free(m->finished.other);
}
