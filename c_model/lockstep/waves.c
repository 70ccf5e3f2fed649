/* SPDX-License-Identifier: Apache-2.0
 * waves.c - launches, barriers, ends of waves and groups.
 */
#include "checker.h"

/* Waves were resident as they are until this cycle. */
static void count_residents(struct wf_lockstep *ls, uint64_t cycle)
{
    ls->stats.wave_cycles += ls->resident * (cycle - ls->changed_at);
    ls->changed_at = cycle;
}

bool wf_lockstep_launch(struct wf_lockstep *ls, uint64_t cycle, const struct wf_launch_event *event)
{
    if (ls->failed)
        return false;
    const struct wf_shape *shape = ls->setup.shape;
    unsigned slot = event->slot;
    if (slot >= ls->setup.device->waves)
        return wf_ls_fail(ls, cycle, slot, "a wave was launched into a slot that does not exist");
    struct slot *s = &ls->slot[slot];
    if (s->used)
        return wf_ls_fail(ls, cycle, slot, "a wave was launched into a slot whose wave has not ended");
    if (event->count != shape->waves) {
        wf_ls_fail(ls, cycle, slot, "launch: the wave count of the group differs");
        return wf_ls_sides(ls, event->count, shape->waves);
    }
    if (event->wave_size != shape->wave_size) {
        wf_ls_fail(ls, cycle, slot, "launch: the wave size differs");
        return wf_ls_sides(ls, event->wave_size, shape->wave_size);
    }
    bool exists = event->wave < shape->waves;
    for (unsigned i = 0; i < 3; i++)
        exists = exists && event->group[i] < ls->setup.desc->grid[i];
    if (!exists || !wf_machine_launch(ls->machine, slot, event->group, event->wave)) {
        wf_ls_differ(ls, cycle, exists ? "launch: the model refuses the wave: it was launched before"
                                 : "launch: the group or the wave does not exist");
        wf_ls_say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u into slot %u\n", event->group[0],
            event->group[1], event->group[2], event->wave, slot);
        wf_ls_say(ls, "  model        grid %" PRIu32 ",%" PRIu32 ",%" PRIu32 ", %u waves a group\n", ls->setup.desc->grid[0],
            ls->setup.desc->grid[1], ls->setup.desc->grid[2], shape->waves);
        return false;
    }
    count_residents(ls, cycle);
    if (!ls->resident++)
        ls->stats.empty_cycles += cycle - ls->empty_since;
    if (ls->resident > ls->stats.most_resident)
        ls->stats.most_resident = ls->resident;
    s->used = true;
    s->arrived = false;
    s->flights = 0;
    s->begun = 0;
    s->last = NULL;
    s->since = cycle;
    memcpy(s->group, event->group, sizeof s->group);
    s->wave = event->wave;
    unsigned live = wf_machine_live(ls->machine, slot);
    s->left = live;
    if (event->live != live) {
        wf_ls_fail(ls, cycle, slot, "launch: the number of live lanes differs");
        return wf_ls_sides(ls, event->live, live);
    }
    struct group *group = wf_ls_find_group(ls, event->group);
    if (!group) {
        if (ls->groups_used == ls->setup.device->groups)
            return wf_ls_fail(ls, cycle, slot, "launch: more groups are resident than the device has places for");
        group = &ls->group[ls->groups_used++];
        memcpy(group->id, event->group, sizeof group->id);
        group->launched = group->ended = 0;
        ls->stats.groups++;
    }
    group->launched++;
    ls->stats.waves++;
    return true;
}

bool wf_lockstep_arrive(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a slot without a wave arrived at a barrier"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->arrived)
        return wf_ls_fail(ls, cycle, slot, "a wave arrived twice at one barrier");
    if (!wf_machine_waiting(ls->machine, slot))
        return wf_ls_fail(ls, cycle, slot, "a wave arrived at a barrier, but in the model it does not wait");
    s->arrived = true;
    s->arrived_at = s->since = cycle;
    return true;
}

bool wf_lockstep_release(struct wf_lockstep *ls, uint64_t cycle, const uint32_t *slots)
{
    if (ls->failed)
        return false;
    unsigned waves = ls->setup.device->waves;
    for (unsigned i = 0; i < waves; i++) {
        if (!wf_ls_bit(slots, i))
            continue;
        if (!wf_ls_resident(ls, cycle, i, "a slot without a wave was released from a barrier"))
            return false;
        struct slot *s = &ls->slot[i];
        if (!s->arrived)
            return wf_ls_fail(ls, cycle, i, "a wave was released that had not arrived at the barrier");
        if (!wf_machine_waiting(ls->machine, i))
            continue;                           /* released with an earlier slot of its group */
        if (!wf_machine_barrier_ready(ls->machine, i)) {
            wf_ls_fail(ls, cycle, i, "a barrier was released too early: a wave of the group has neither arrived nor ended");
            return false;
        }
        for (unsigned j = 0; j < waves; j++) {  /* all of the group leave together */
            if (!ls->slot[j].used || memcmp(ls->slot[j].group, s->group, sizeof s->group))
                continue;
            if (wf_machine_waiting(ls->machine, j) && !wf_ls_bit(slots, j))
                return wf_ls_fail(ls, cycle, j, "a wave that waits was left behind when its barrier was released");
        }
        wf_machine_barrier_release(ls->machine, i);
        ls->stats.barrier_releases++;
    }
    for (unsigned i = 0; i < waves; i++)
        if (wf_ls_bit(slots, i)) {
            ls->slot[i].arrived = false;
            ls->slot[i].since = cycle;
            ls->stats.barrier_wait_cycles += cycle - ls->slot[i].arrived_at;
        }
    return true;
}

bool wf_lockstep_end(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a slot without a wave reported an end"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (wf_machine_running(ls->machine, slot))
        return wf_ls_fail(ls, cycle, slot, "a wave ended that still runs in the model");
    struct group *group = wf_ls_find_group(ls, s->group);
    if (!group)
        return wf_ls_fail(ls, cycle, slot, "a wave ended after its group was done");
    group->ended++;
    s->used = false;
    count_residents(ls, cycle);
    if (!--ls->resident)
        ls->empty_since = cycle;
    return true;
}

bool wf_lockstep_group_done(struct wf_lockstep *ls, uint64_t cycle, const uint32_t id[3])
{
    if (ls->failed)
        return false;
    struct group *group = wf_ls_find_group(ls, id);
    if (group && group->launched == ls->setup.shape->waves && group->ended == ls->setup.shape->waves) {
        *group = ls->group[--ls->groups_used];
        return true;
    }
    wf_ls_differ(ls, cycle, group ? "a group was reported done, but not all its waves have ended"
                            : "a group was reported done that is not resident");
    wf_ls_say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")\n", id[0], id[1], id[2]);
    if (group)
        wf_ls_say(ls, "  model        %u of %u waves launched, %u ended\n", group->launched, ls->setup.shape->waves, group->ended);
    return false;
}
