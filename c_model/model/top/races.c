/* SPDX-License-Identifier: Apache-2.0
 * races.c - the watch for races: what orders accesses (docs/model.md, "Races"); races_access.c notes and checks them.
 *
 * Time is counted in synchronising events: openings of groups, barrier releases, memory_barriers and atomics.  A touch
 * is stamped with the time at which it came.  It lies before another lane's touch when a barrier of their group was
 * released since; in one wave also behind a memory_barrier that all its live lanes ran; or else when its wave has
 * published it (memory_barrier or barrier, then an atomic) and the other's wave has acquired that time (an atomic, then
 * memory_barrier or barrier); a coherent store serves for the one atomic, a coherent load of a word that atomics
 * changed for the other.  Between groups a fence of device scope stands on either side, by any wave of the group that
 * the others were ordered with.  That lanes of a wave happen to run one instruction after the other orders nothing: at
 * a smaller wave size they are lanes of two waves.
 */
#include <stdlib.h>
#include <string.h>

#include "races_notes.h"

static bool overlap(const struct wf_buffer *a, const struct wf_buffer *b)
{
    return (uint64_t)a->base < (uint64_t)b->base + b->size && (uint64_t)b->base < (uint64_t)a->base + a->size;
}

/* Memory that nobody writes needs no watch, nor does memory that holds words of a lane's own alone: its stores say
 * so, and the next wave in the slot may have them without being ordered behind this one. */
static void find_written(const struct wf_machine *m, struct wf_races *r)
{
    memset(r->written, 0, sizeof r->written);
    for (size_t i = 0; i < m->count; i++) {
        const struct wf_insn *insn = &m->decoded[i].insn;
        const unsigned number = insn->mod;
        if (m->decoded[i].unit != WF_UNIT_MEM || wf_op_is_load(insn->op) || insn->op == WF_OP_GSTP ||
            is_how(r, i, WF_HOW_LOADS))
            continue;
        for (unsigned other = 0; other < WF_MAX_BUFFERS; other++)
            r->written[other] |= wf_op_is_table(insn->op) || other == number || overlap(&m->buffer[other], &m->buffer[number]);
    }
}

bool wf_machine_watch_races(struct wf_machine *m)
{
    struct wf_races *r = calloc(1, sizeof *r);

    if (r == NULL)
        return false;
    r->pages = m->memory_words / PAGE + 1;
    r->page = calloc(r->pages, sizeof *r->page);
    if (r->page == NULL) {
        free(r);
        return false;
    }
    r->now = 1;
    find_written(m, r);
    m->races = r;
    return true;
}

void wf_machine_spare_races(struct wf_machine *m)
{
    if (m->races != NULL)
        m->races->spare = true;
}

void wf_machine_races_of_accesses(struct wf_machine *m, const uint8_t *how, size_t count)
{
    if (m->races != NULL) {
        m->races->how = how;
        m->races->hows = count;
        find_written(m, m->races);
    }
}

const struct wf_race_report *wf_machine_races(const struct wf_machine *m)
{
    return m->races != NULL ? &m->races->report : NULL;
}

void wf_races_free(struct wf_machine *m)
{
    struct wf_races *r = m->races;

    if (r == NULL)
        return;
    /* the table of all is large where the memory is: it is not walked */
    for (size_t i = 0; i < r->pages_used; i++)
        free(r->used[i]);
    free(r->page);
    free(r->exit);
    free(r->wave);
    free(r->group);
    free(r);
}

/* Room for one more record of `size` bytes. */
static void *grown(void *records, size_t used, size_t *room, size_t size)
{
    void *larger;

    if (used < *room)
        return records;
    larger = realloc(records, (2 * *room + 64) * size);
    if (larger != NULL)
        *room = 2 * *room + 64;
    return larger;
}

static bool is_pair(const struct wf_race *race, enum wf_race_kind kind, uint16_t a, uint16_t b)
{
    return race->kind == kind &&
           ((race->first.pc == a && race->second.pc == b) || (race->first.pc == b && race->second.pc == a));
}

static struct wf_race *room_for(struct wf_races *r, enum wf_race_kind kind, bool returned, uint16_t a, uint16_t b)
{
    unsigned known = 0;

    while (known < r->report.kept && !(is_pair(&r->report.race[known], kind, a, b) &&
                                       (r->report.race[known].parting == WF_PARTING_RETURNED) == returned))
        known++;
    return known == r->report.kept && known < WF_MAX_RACES ? &r->report.race[r->report.kept++] : NULL;
}

struct wf_race *wf_races_count(struct wf_races *r, enum wf_race_kind kind, uint16_t a, uint16_t b)
{
    r->report.count++;
    return room_for(r, kind, false, a, b);
}

struct wf_race *wf_races_count_barrier(struct wf_races *r, bool returned, uint16_t a, uint16_t b)
{
    if (returned)
        r->report.returns++;
    else
        r->report.barriers++;
    return room_for(r, WF_RACE_BARRIER, returned, a, b);
}

/* ---- what the machine tells -------------------------------------------------------------------------------------- */

void wf_races_launch(const struct wf_machine *m, struct wf_slot *slot)
{
    if (m->races == NULL)
        return;
    slot->watched = false;
    slot->left = wf_mask_none();
}

bool wf_races_enroll(struct wf_races *r, struct wf_slot *slot)
{
    struct wf_group *group = slot->group;
    const bool is_sample = group->index % WF_RACES_SAMPLE == 0;
    struct wave *waves;
    struct group *groups;

    if (r->spare && r->accesses >= WF_RACES_ALL && !is_sample && !group->watched) {
        r->report.spared = true;
        return false;
    }
    waves = grown(r->wave, r->waves, &r->wave_room, sizeof *waves);
    if (waves != NULL)
        r->wave = waves;
    groups = grown(r->group, r->groups, &r->group_room, sizeof *groups);
    if (groups != NULL)
        r->group = groups;
    if (waves == NULL || groups == NULL || r->waves == UINT32_MAX) {
        r->report.incomplete = true;
        return false;
    }
    if (!group->watched) {
        group->watched = true;
        group->number = (uint32_t)r->groups;
        r->group[r->groups++] = (struct group){ .release = ++r->now, .is_sample = is_sample };
    }
    slot->watched = true;
    slot->number = (uint32_t)r->waves;
    r->wave[r->waves] = (struct wave){ .group_number = group->number, .index = slot->index };
    memcpy(r->wave[r->waves++].group, group->id, sizeof group->id);
    return true;
}

void wf_races_fence(struct wf_machine *m, struct wf_slot *slot, bool device)
{
    struct wave *wave;
    struct group *group;

    /* one that touched nothing yet may publish what its group did */
    if (m->races == NULL || (!slot->watched && !(device && slot->group->watched && wf_races_enroll(m->races, slot))))
        return;
    wave = &m->races->wave[slot->number];
    group = &m->races->group[wave->group_number];
    wave->fence = ++m->races->now;
    wave->acquired = wave->atomic;
    if (device) {
        wave->device = wave->fence;
        wave->seen = later(wave->atomic, group->acquired);
        group->gained = later(group->gained, wave->seen);
    } else {
        wave->seen = later(wave->seen, group->gained);
    }
    if (wf_mask_equal(slot->wave.exec, slot->wave.live))
        wave->together = wave->fence;
}

void wf_races_release(struct wf_machine *m, const struct wf_group *record)
{
    struct group *group;

    if (m->races == NULL || !record->watched)
        return;
    group = &m->races->group[record->number];
    group->release = ++m->races->now;
    group->acquired = group->atomic;
    if (record->device) {
        group->device = group->release;
        group->gained = group->atomic;
    }
    group->seen = group->gained;
}
