/* SPDX-License-Identifier: Apache-2.0
 * races_barrier.c - barriers that not all threads of a group reach together (docs/model.md, "Barriers").
 *
 * Lanes of a wave that is at a barrier may be elsewhere.  Whole waves may be too: the machine lets a group go on when
 * each of its waves waits at some barrier or has ended, so a shader that is wrong at one wave size would pass at
 * another.  When a group goes on, all its threads must be at one barrier, on one turn of the loops around it.
 */
#include <string.h>

#include "races_notes.h"

/* On which turn of each open loop the wave is, in one number. */
static uint64_t turns_of(const struct wf_wave *wave)
{
    uint64_t turns = UINT64_C(0xcbf29ce484222325);

    for (unsigned i = 0; i < wave->depth; i++)
        if (wave->frame[i].is_loop)
            turns = (turns ^ wave->frame[i].turn) * UINT64_C(0x100000001b3) + 1;
    return turns;
}

static struct wf_meeter meeter_of(const struct wf_slot *slot, struct wf_mask lanes)
{
    return (struct wf_meeter){ .is = true, .pc = (uint16_t)slot->wave.pc, .turns = turns_of(&slot->wave),
                               .wave = slot->index, .lane = (unsigned)wf_mask_lowest(lanes) };
}

static void put_side(struct wf_race_side *side, const struct wf_group *group, const struct wf_meeter *who, uint16_t pc)
{
    *side = (struct wf_race_side){ .pc = pc, .wave = who->wave, .lane = who->lane };
    memcpy(side->group, group->id, sizeof side->group);
}

static void report(struct wf_machine *m, const struct wf_group *group, enum wf_race_parting parting,
                   const struct wf_meeter *here, const struct wf_meeter *other)
{
    const uint16_t pc = parting == WF_PARTING_OTHER ? other->pc : here->pc;
    struct wf_race *race = wf_races_count_barrier(m->races, parting == WF_PARTING_RETURNED, here->pc, pc);

    if (race == NULL)
        return;
    *race = (struct wf_race){ .kind = WF_RACE_BARRIER, .parting = parting };
    put_side(&race->first, group, here, here->pc);
    put_side(&race->second, group, other, pc);
}

void wf_races_barrier(struct wf_machine *m, const struct wf_slot *slot)
{
    const struct wf_mask missing = wf_mask_without(slot->wave.live, slot->wave.exec);
    struct wf_meeting *meeting = &slot->group->meeting;

    if (m->races == NULL)
        return;
    const struct wf_meeter here = meeter_of(slot, slot->wave.exec);
    if (!wf_mask_empty(missing)) {
        const struct wf_meeter other = meeter_of(slot, missing);
        report(m, slot->group, WF_PARTING_ELSEWHERE, &here, &other);
    }
    if (!meeting->here.is)
        meeting->here = here;
    else if (!meeting->elsewhere.is && (here.pc != meeting->here.pc || here.turns != meeting->here.turns))
        meeting->elsewhere = here;
}

void wf_races_return(struct wf_machine *m, const struct wf_slot *slot, bool by_ret)
{
    struct wf_meeting *meeting = &slot->group->meeting;
    struct wf_meeter *who = by_ret ? &meeting->returned : &meeting->ended;

    if (m->races == NULL || who->is || wf_mask_empty(slot->wave.exec))
        return;
    /* in a group by waves each of them has its own end */
    if (!m->desc.has_numwaves || !wf_mask_equal(slot->wave.exec, slot->wave.live))
        *who = meeter_of(slot, slot->wave.exec);
}

void wf_races_met(struct wf_machine *m, struct wf_group *group)
{
    struct wf_meeting *meeting = &group->meeting;

    if (m->races == NULL || !meeting->here.is)
        return;
    if (meeting->elsewhere.is)
        report(m, group, meeting->elsewhere.pc != meeting->here.pc ? WF_PARTING_OTHER : WF_PARTING_TURN, &meeting->here,
               &meeting->elsewhere);
    if (meeting->ended.is)
        report(m, group, WF_PARTING_ENDED, &meeting->here, &meeting->ended);
    if (meeting->returned.is)
        report(m, group, WF_PARTING_RETURNED, &meeting->here, &meeting->returned);
    meeting->here.is = meeting->elsewhere.is = false;
}
