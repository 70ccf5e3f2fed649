/* SPDX-License-Identifier: Apache-2.0
 * races_barrier.c - barriers that not all threads of a group reach together (docs/model.md, "Barriers").
 *
 * Lanes of a wave that is at a barrier may be elsewhere.  Whole waves may be too: the machine lets a group go on when
 * each of its waves waits at some barrier or has ended, so a shader that is wrong at one wave size would pass at
 * another.  When a group goes on, all its threads must be at one barrier, on one turn of the loops around it.
 */
#include <stdlib.h>
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
    const struct wf_mask missing = wf_mask_without(wf_mask_without(slot->wave.live, slot->wave.exec), slot->left);
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

/* In a group of whole waves each of them may have its own end. */
static void note_returned(const struct wf_machine *m, const struct wf_slot *slot, struct wf_mask lanes)
{
    struct wf_meeter *who = &slot->group->meeting.returned;

    if (!who->is && !wf_mask_empty(lanes) && !(m->desc.has_numwaves && wf_mask_equal(lanes, slot->wave.live)))
        *who = meeter_of(slot, lanes);
}

void wf_races_return(struct wf_machine *m, const struct wf_slot *slot, bool by_ret)
{
    struct wf_meeter *who = &slot->group->meeting.ended;
    const struct wf_mask lanes = wf_mask_without(slot->wave.exec, slot->left);

    if (m->races == NULL || wf_mask_empty(lanes))
        return;
    if (by_ret)
        note_returned(m, slot, lanes);
    else if (!who->is && !(m->desc.has_numwaves && wf_mask_equal(lanes, slot->wave.live)))
        *who = meeter_of(slot, lanes);
}

/* ---- returns that a compiler wrote as breaks --------------------------------------------------------------------- */

/* The endloop of the outermost loop that the instruction is in; m->count: there is none. */
static size_t end_of_loop(const struct wf_machine *m, size_t pc)
{
    while (pc < m->count && !(m->decoded[pc].insn.op == WF_OP_ENDLOOP && m->decoded[pc].insn.mod == 1))
        pc++;
    return pc;
}

static bool is_break(const struct wf_insn *insn)
{
    return insn->op == WF_OP_BREAK && insn->mod == 1;
}

/* Slang writes `return` as the break of a loop around the whole code, which runs once: its last instruction is a break
 * too, and nothing but the end follows it. */
static bool is_exit(const struct wf_machine *m, size_t pc)
{
    const struct wf_insn *insn = &m->decoded[pc].insn;
    const size_t end = end_of_loop(m, pc);

    return insn->mod == 1 && end > pc + 1 && end + 1 < m->count && is_break(&m->decoded[end - 1].insn) &&
           m->decoded[end + 1].insn.op == WF_OP_END;
}

void wf_races_left(struct wf_machine *m, struct wf_slot *slot, size_t pc, struct wf_mask lanes)
{
    struct wf_races *r = m->races;

    if (r == NULL || wf_mask_empty(lanes))
        return;
    if (r->exit == NULL)
        r->exit = calloc(m->count + 1, 1);
    if (r->exit == NULL)
        return;                             /* the lanes count as elsewhere */
    if (!r->exit[pc])
        r->exit[pc] = is_exit(m, pc) ? EXIT : NO_EXIT;
    if (r->exit[pc] != EXIT)
        return;
    note_returned(m, slot, lanes);
    slot->left = wf_mask_or(slot->left, lanes);
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
