/* SPDX-License-Identifier: Apache-2.0
 * checker.c - life of a checker, and who is resident (see wavefold/lockstep.h).
 */
#include "checker.h"

struct wf_lockstep *wf_lockstep_new(const struct wf_lockstep_setup *setup)
{
    struct wf_lockstep *ls = calloc(1, sizeof *ls);
    if (!ls)
        return NULL;
    ls->setup = *setup;
    if (!ls->setup.inflight)
        ls->setup.inflight = 1;
    const size_t all = (size_t)setup->device->waves * ls->setup.inflight;
    ls->slot = calloc(setup->device->waves, sizeof *ls->slot);
    ls->flights = calloc(all, sizeof *ls->flights);
    ls->places = calloc(all, sizeof(struct flight *));
    ls->registers = calloc(setup->count + 1, sizeof *ls->registers);
    ls->group = calloc(setup->device->groups, sizeof *ls->group);
    ls->fault = calloc(FAULTS_KEPT, sizeof *ls->fault);
    ls->machine = wf_machine_new(setup->device, setup->desc, setup->shape, setup->code, setup->count, setup->buffers,
                                 setup->memory, setup->memory_words);
    if (ls->slot && ls->flights && ls->places && ls->registers && ls->group && ls->fault && ls->machine) {
        for (size_t i = 0; i < setup->count; i++)
            ls->registers[i] = wf_insn_registers(setup->code[i]);
        for (size_t i = 0; i < all; i++)
            ls->places[i] = &ls->flights[i];
        for (unsigned i = 0; i < setup->device->waves; i++)
            ls->slot[i].flight = &ls->places[(size_t)i * ls->setup.inflight];
        wf_machine_start_at(ls->machine, setup->first_group);
        return ls;
    }
    wf_lockstep_free(ls);
    return NULL;
}

void wf_lockstep_free(struct wf_lockstep *ls)
{
    if (!ls)
        return;
    if (ls->machine)
        wf_machine_free(ls->machine);
    free(ls->fault);
    free(ls->group);
    free(ls->registers);
    free(ls->places);
    free(ls->flights);
    free(ls->slot);
    free(ls);
}

const char *wf_lockstep_difference(const struct wf_lockstep *ls)
{
    return ls->failed ? ls->text : NULL;
}

const struct wf_lockstep_stats *wf_lockstep_stats(const struct wf_lockstep *ls)
{
    return &ls->stats;
}

const struct wf_effect *wf_lockstep_last(const struct wf_lockstep *ls)
{
    return ls->last ? &ls->last->effect : NULL;
}

uint64_t wf_lockstep_last_number(const struct wf_lockstep *ls)
{
    return ls->last ? ls->last->number : 0;
}

bool wf_lockstep_fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    return ls->failed ? false : wf_ls_fail(ls, cycle, slot, what);
}

struct group *wf_ls_find_group(const struct wf_lockstep *ls, const uint32_t id[3])
{
    for (unsigned i = 0; i < ls->groups_used; i++)
        if (!memcmp(ls->group[i].id, id, sizeof ls->group[i].id))
            return &ls->group[i];
    return NULL;
}

bool wf_ls_resident(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    if (slot < ls->setup.device->waves && ls->slot[slot].used)
        return true;
    return wf_ls_fail(ls, cycle, slot, what);
}

