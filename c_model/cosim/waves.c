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

static bool overlap(unsigned a, unsigned a_size, unsigned b, unsigned b_size)
{
    return a < b + b_size && b < a + a_size;
}

/* The wave's rows of the register file: enough, there, and nobody else's. */
static bool own_registers(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d,
                          const struct wf_launch_event *event)
{
    const struct wf_device *device = ls->setup.device;
    const unsigned rows = wf_device_reg_rows(device), needed = wf_dispatch_registers(d->setup.desc, device);
    if (event->regs < needed)
        return wf_ls_fail_sides(ls, cycle, event->slot,
                                "launch: the wave is given fewer registers than the kernel needs", event->regs, needed);
    if (event->reg_base > rows || event->regs > rows - event->reg_base)
        return wf_ls_fail_sides(ls, cycle, event->slot, "launch: the wave's registers lie outside of the register file",
                                (uint64_t)event->reg_base + event->regs, rows);
    const unsigned first = wf_ls_core(ls, event->slot) * device->waves;
    for (unsigned i = first; i < first + device->waves; i++)
        if (ls->slot[i].used && i != event->slot &&
            overlap(event->reg_base, event->regs, ls->slot[i].reg_base, ls->slot[i].regs))
            return wf_ls_fail(ls, cycle, event->slot, "launch: the wave is given registers of another wave");
    return true;
}

/* The group's words of the LDS: as many as it asked for, there, no other group's, and the same for all its waves. */
static bool own_lds(struct wf_lockstep *ls, uint64_t cycle, const struct wf_launch_event *event,
                    const struct group *group)
{
    const unsigned words = ls->setup.device->lds_words;
    const unsigned needed = (unsigned)((group->of->setup.desc->groupshared_bytes + UINT64_C(3)) / 4);
    if (event->lds_words != needed)
        return wf_ls_fail_sides(ls, cycle, event->slot, "launch: the group's words of the LDS differ",
                                event->lds_words, needed);
    if (event->lds_base > words || event->lds_words > words - event->lds_base)
        return wf_ls_fail_sides(ls, cycle, event->slot, "launch: the group's words lie outside of the LDS",
                                (uint64_t)event->lds_base + event->lds_words, words);
    if (wf_ls_core(ls, event->slot) != group->core)
        return wf_ls_fail(ls, cycle, event->slot, "launch: the wave is on another core than its group");
    if (group->launched && event->lds_base != group->lds_base)
        return wf_ls_fail_sides(ls, cycle, event->slot, "launch: the waves of a group have its LDS in different places",
                                event->lds_base, group->lds_base);
    for (const struct group *other = ls->group; other < ls->group + ls->groups_used; other++)
        if (other != group && other->core == group->core &&
            overlap(event->lds_base, event->lds_words, other->lds_base, other->lds_words))
            return wf_ls_fail(ls, cycle, event->slot, "launch: the group is given LDS of another group");
    return true;
}

bool wf_ls_is_over(const struct dispatch *d, uint64_t cycle)
{
    return !d->resident && (wf_machine_done(d->machine) || wf_ls_may_cut(d, cycle));
}

/* A group begins when there is room for all of it, besides what those before still need; NULL after a difference. */
static struct group *open_group(struct wf_lockstep *ls, uint64_t cycle, struct dispatch *d,
                                const struct wf_launch_event *event)
{
    const struct wf_device *device = ls->setup.device;
    const unsigned waves = d->setup.shape->waves;
    const unsigned number = wf_ls_core(ls, event->slot);
    struct core *core = &ls->core[number];
    const struct wf_occupancy room = wf_dispatch_occupancy(d->setup.desc, device, d->setup.shape);
    static const char *const full[WF_OCCUPANCY_BYS] = {
        NULL, "launch: more groups are resident than the device has places for",
        "launch: more groups are resident than the register file holds",
        "launch: more groups are resident than the LDS holds"};
    for (unsigned i = 0; i < WF_OCCUPANCY_BYS; i++)
        if (full[i] && (i == WF_BY_GROUPS ? core->groups : d->of_core[number]) >= room.by[i]) {
            wf_ls_fail(ls, cycle, event->slot, full[i]);
            return NULL;
        }
    if (core->resident + core->promised + waves > device->waves) {
        wf_ls_fail(ls, cycle, event->slot, "launch: a group begins, but there are no free slots for all its waves");
        wf_ls_sides(ls, core->resident + core->promised + waves, device->waves);
        return NULL;
    }
    if (d->cut_at != UINT64_MAX &&
        cycle - d->cut_at - (core->launch_held - d->cut_held[number]) > CUT_LATE) {
        wf_ls_fail(ls, cycle, event->slot, "launch: a group of a dispatch begins that was cancelled");
        return NULL;
    }
    for (unsigned i = 0; d->setup.desc->wait && i < WF_LOCKSTEP_DISPATCHES; i++)
        if (ls->dispatch[i].flies && ls->dispatch[i].order < d->order && !wf_ls_is_over(&ls->dispatch[i], cycle)) {
            wf_ls_fail(ls, cycle, event->slot, "launch: the dispatch begins before one is over that it waits for");
            return NULL;
        }
    struct group *group = &ls->group[ls->groups_used++];
    d->resident++;
    d->of_core[wf_ls_core(ls, event->slot)]++;
    core->groups++;
    *group = (struct group){.of = d, .number = ls->stats.groups + 1, .core = wf_ls_core(ls, event->slot),
                            .lds_base = event->lds_base, .lds_words = event->lds_words};
    memcpy(group->id, event->group, sizeof group->id);
    core->promised += waves;
    ls->stats.groups++;
    d->stats.groups++;
    return group;
}

/* Slot, counts and place in the grid are possible, and the model takes the wave. */
static bool can_launch(struct wf_lockstep *ls, uint64_t cycle, struct dispatch *d, const struct wf_launch_event *event)
{
    const struct wf_shape *shape = d->setup.shape;
    unsigned slot = event->slot;
    if (slot >= ls->slots)
        return wf_ls_fail(ls, cycle, slot, "a wave was launched into a slot that does not exist");
    if (ls->slot[slot].used)
        return wf_ls_fail(ls, cycle, slot, "a wave was launched into a slot whose wave has not ended");
    if (event->count != shape->waves)
        return wf_ls_fail_sides(ls, cycle, slot, "launch: the wave count of the group differs",
                                event->count, shape->waves);
    if (event->wave_size != shape->wave_size)
        return wf_ls_fail_sides(ls, cycle, slot, "launch: the wave size differs", event->wave_size, shape->wave_size);
    bool exists = event->wave < shape->waves;
    for (unsigned i = 0; i < 3; i++)
        exists = exists && event->group[i] < d->setup.desc->grid[i];
    if (exists && wf_machine_launch(d->machine, slot, event->group, event->wave))
        return true;
    wf_ls_differ(ls, cycle, exists ? "launch: the model refuses the wave: it was launched before"
                             : "launch: the group or the wave does not exist");
    wf_ls_say(ls, "  hardware     group " XYZ " wave %u into slot %u\n", XYZ_OF(event->group), event->wave, slot);
    wf_ls_say(ls, "  model        grid %" PRIu32 ",%" PRIu32 ",%" PRIu32 ", %u waves a group\n",
        XYZ_OF(d->setup.desc->grid), shape->waves);
    return false;
}

bool wf_lockstep_launch(struct wf_lockstep *ls, uint64_t cycle, const struct wf_launch_event *event)
{
    struct dispatch *d = wf_ls_flying(ls, cycle, event->id, "launch: no dispatch with this id is in flight");
    if (!d || !can_launch(ls, cycle, d, event))
        return false;
    unsigned slot = event->slot;
    struct slot *s = &ls->slot[slot];
    struct group *group = wf_ls_find_group(ls, d, event->group);
    if (!group && !(group = open_group(ls, cycle, d, event)))
        return false;
    count_residents(ls, cycle);
    struct core *core = &ls->core[wf_ls_core(ls, slot)];
    if (!core->resident++)
        core->empty_cycles += cycle - core->empty_since;
    if (++ls->resident > ls->stats.most_resident)
        ls->stats.most_resident = ls->resident;
    s->used = true;
    s->of = d;
    s->late = 0;
    s->arrived = false;
    s->flights = 0;
    s->begun = 0;
    s->last = NULL;
    s->since = cycle;
    s->wave = event->wave;
    s->reg_base = event->reg_base;
    s->regs = event->regs;
    memcpy(s->group, event->group, sizeof s->group);
    wf_ls_memory_launch(ls, s, group);
    unsigned live = wf_machine_live(d->machine, slot);
    s->left = live;
    if (event->live != live)
        return wf_ls_fail_sides(ls, cycle, slot, "launch: the number of live lanes differs", event->live, live);
    if (!own_registers(ls, cycle, d, event) || !own_lds(ls, cycle, event, group))
        return false;
    group->launched++;
    core->promised--;
    ls->stats.waves++;
    d->stats.waves++;
    return true;
}

bool wf_lockstep_arrive(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a slot without a wave arrived at a barrier"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->arrived)
        return wf_ls_fail(ls, cycle, slot, "a wave arrived twice at one barrier");
    if (!wf_machine_waiting(s->of->machine, slot))
        return wf_ls_fail(ls, cycle, slot, "a wave arrived at a barrier, but in the model it does not wait");
    s->arrived = true;
    s->arrived_at = s->since = cycle;
    return true;
}

bool wf_lockstep_release(struct wf_lockstep *ls, uint64_t cycle, const uint32_t *slots)
{
    if (ls->failed)
        return false;
    unsigned waves = ls->slots;
    for (unsigned i = 0; i < waves; i++) {
        if (!wf_ls_bit(slots, i))
            continue;
        if (!wf_ls_resident(ls, cycle, i, "a slot without a wave was released from a barrier"))
            return false;
        struct slot *s = &ls->slot[i];
        if (!s->arrived)
            return wf_ls_fail(ls, cycle, i, "a wave was released that had not arrived at the barrier");
        if (!wf_machine_waiting(s->of->machine, i))
            continue;                           /* released with an earlier slot of its group */
        if (!wf_machine_barrier_ready(s->of->machine, i))
            return wf_ls_fail(ls, cycle, i,
                "a barrier was released too early: a wave of the group has neither arrived nor ended");
        for (unsigned j = 0; j < waves; j++) {  /* all of the group leave together */
            if (!ls->slot[j].used || ls->slot[j].of != s->of || memcmp(ls->slot[j].group, s->group, sizeof s->group))
                continue;
            if (wf_machine_waiting(s->of->machine, j) && !wf_ls_bit(slots, j))
                return wf_ls_fail(ls, cycle, j, "a wave that waits was left behind when its barrier was released");
        }
        wf_machine_barrier_release(s->of->machine, i);
        ls->stats.barrier_releases++;
        s->of->stats.barrier_releases++;
    }
    wf_ls_memory_release(ls, slots);
    for (unsigned i = 0; i < waves; i++)
        if (wf_ls_bit(slots, i)) {
            ls->slot[i].arrived = false;
            ls->slot[i].since = cycle;
            ls->stats.barrier_wait_cycles += cycle - ls->slot[i].arrived_at;
            ls->slot[i].of->stats.barrier_wait_cycles += cycle - ls->slot[i].arrived_at;
        }
    return true;
}

bool wf_lockstep_end(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a slot without a wave reported an end"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (wf_machine_running(s->of->machine, slot))
        return wf_ls_fail(ls, cycle, slot, "a wave ended that still runs in the model");
    struct group *group = wf_ls_find_group(ls, s->of, s->group);
    if (!group)
        return wf_ls_fail(ls, cycle, slot, "a wave ended after its group was done");
    group->ended++;
    s->used = false;
    count_residents(ls, cycle);
    ls->resident--;
    struct core *core = &ls->core[wf_ls_core(ls, slot)];
    if (!--core->resident)
        core->empty_since = cycle;
    return true;
}

bool wf_lockstep_group_done(struct wf_lockstep *ls, uint64_t cycle, unsigned number, const uint32_t id[3])
{
    struct dispatch *d =
        wf_ls_flying(ls, cycle, number, "a group was reported done of a dispatch that is not in flight");
    if (!d)
        return false;
    const unsigned waves = d->setup.shape->waves;
    struct group *group = wf_ls_find_group(ls, d, id);
    if (group && group->launched == waves && group->ended == waves) {
        d->resident--;
        d->groups_done++;
        ls->stats.groups_done++;
        d->of_core[group->core]--;
        ls->core[group->core].groups--;
        *group = ls->group[--ls->groups_used];
        return true;
    }
    wf_ls_differ_in(ls, cycle, d, group ? "a group was reported done, but not all its waves have ended"
                                  : "a group was reported done that is not resident");
    wf_ls_say(ls, "  hardware     group " XYZ "\n", XYZ_OF(id));
    if (group)
        wf_ls_say(ls, "  model        %u of %u waves launched, %u ended\n", group->launched, waves, group->ended);
    return false;
}
