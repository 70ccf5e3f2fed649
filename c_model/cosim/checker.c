/* SPDX-License-Identifier: Apache-2.0
 * checker.c - life of a checker, and who is resident (see wavefold/lockstep.h).
 */
#include "checker.h"

static void free_dispatch(struct dispatch *d)
{
    if (d->machine)
        wf_machine_free(d->machine);
    free(d->registers);
    free(d->fault);
    *d = (struct dispatch){.flies = false};
}

/* False when out of memory. */
static bool set_up_dispatch(struct dispatch *d, const struct wf_lockstep_setup *setup)
{
    free_dispatch(d);
    d->setup = *setup;
    d->cut_at = UINT64_MAX;
    d->registers = calloc(setup->count + 1, sizeof *d->registers);
    d->fault = calloc(FAULTS_KEPT, sizeof *d->fault);
    d->machine = wf_machine_new(setup->device, setup->desc, setup->shape, setup->code, setup->count, setup->buffers,
                                setup->memory, setup->memory_words);
    if (!d->registers || !d->fault || !d->machine)
        return false;
    if (setup->robust)
        wf_machine_set_robust(d->machine, setup->robust);
    for (size_t i = 0; i < setup->count; i++)
        d->registers[i] = wf_insn_registers(setup->code[i]);
    wf_machine_start_at(d->machine, setup->first_group);
    return true;
}

/* Something is in flight again. */
static void start_cores(struct wf_lockstep *ls, uint64_t cycle)
{
    ls->flying_since = cycle;
    for (unsigned i = 0; i < ls->cores; i++)
        ls->core[i].empty_since = cycle;
}

bool wf_lockstep_begin(struct wf_lockstep *ls, uint64_t cycle, const struct wf_lockstep_setup *setup)
{
    struct dispatch *d = &ls->dispatch[setup->desc->id % WF_LOCKSTEP_DISPATCHES];
    if (ls->failed)
        return false;
    if (d->flies) {
        wf_ls_differ(ls, cycle, "a descriptor was accepted whose id is in flight");
        return false;
    }
    struct wf_lockstep_setup own = *setup;
    own.device = ls->setup.device;
    own.memory = ls->setup.memory;
    own.memory_words = ls->setup.memory_words;
    if (!set_up_dispatch(d, &own)) {
        wf_ls_differ(ls, cycle, "out of memory");
        return false;
    }
    d->flies = true;
    d->order = ls->accepted++;
    d->begun_at = cycle;
    d->acquired = ls->moment;
    if (!ls->flying++)
        start_cores(ls, cycle);
    return true;
}

struct wf_lockstep *wf_lockstep_new(const struct wf_lockstep_setup *setup)
{
    struct wf_lockstep *ls = calloc(1, sizeof *ls);
    if (!ls)
        return NULL;
    ls->setup = *setup;
    if (!ls->setup.inflight)
        ls->setup.inflight = 1;
    ls->cores = wf_device_cores(setup->device);
    ls->slots = wf_device_slots(setup->device);
    const size_t all = (size_t)ls->slots * ls->setup.inflight;
    ls->slot = calloc(ls->slots, sizeof *ls->slot);
    ls->flights = calloc(all, sizeof *ls->flights);
    ls->places = calloc(all, sizeof(struct flight *));
    ls->group = calloc((size_t)setup->device->groups * ls->cores, sizeof *ls->group);
    if (ls->slot && ls->flights && ls->places && ls->group && wf_lockstep_begin(ls, 0, setup)) {
        for (size_t i = 0; i < all; i++)
            ls->places[i] = &ls->flights[i];
        for (unsigned i = 0; i < ls->slots; i++)
            ls->slot[i].flight = &ls->places[(size_t)i * ls->setup.inflight];
        if (wf_ls_memory_new(ls))
            return ls;
    }
    wf_lockstep_free(ls);
    return NULL;
}

void wf_lockstep_free(struct wf_lockstep *ls)
{
    if (!ls)
        return;
    for (unsigned i = 0; i < WF_LOCKSTEP_DISPATCHES; i++)
        free_dispatch(&ls->dispatch[i]);
    wf_ls_memory_free(ls);
    free(ls->group);
    free(ls->places);
    free(ls->flights);
    free(ls->slot);
    free(ls);
}

struct dispatch *wf_ls_flying(struct wf_lockstep *ls, uint64_t cycle, unsigned id, const char *what)
{
    struct dispatch *d = &ls->dispatch[id % WF_LOCKSTEP_DISPATCHES];
    if (ls->failed)
        return NULL;
    if (id < WF_LOCKSTEP_DISPATCHES && d->flies)
        return d;
    wf_ls_differ(ls, cycle, what);
    wf_ls_say(ls, "  dispatch     %u\n", id);
    return NULL;
}

bool wf_ls_may_cut(const struct dispatch *d, uint64_t cycle)
{
    const uint64_t limit = d->setup.desc->cycle_limit;
    return d->cut_at != UINT64_MAX || (limit && cycle - d->begun_at >= limit);
}

bool wf_lockstep_cancel(struct wf_lockstep *ls, uint64_t cycle, unsigned id)
{
    struct dispatch *d = &ls->dispatch[id % WF_LOCKSTEP_DISPATCHES];
    if (ls->failed || id >= WF_LOCKSTEP_DISPATCHES || !d->flies || d->cut_at != UINT64_MAX)
        return !ls->failed;
    d->cut_at = cycle;
    for (unsigned core = 0; core < ls->cores; core++)
        d->cut_held[core] = ls->core[core].launch_held;
    return true;
}

void wf_lockstep_hold_launch(struct wf_lockstep *ls, unsigned core)
{
    ls->core[core].launch_held++;
}

const char *wf_lockstep_difference(const struct wf_lockstep *ls)
{
    return ls->failed ? ls->text : NULL;
}

const struct wf_lockstep_stats *wf_lockstep_stats(const struct wf_lockstep *ls)
{
    return &ls->stats;
}

const struct wf_lockstep_stats *wf_lockstep_dispatch_stats(const struct wf_lockstep *ls, unsigned id)
{
    return &ls->dispatch[id % WF_LOCKSTEP_DISPATCHES].stats;
}

uint64_t wf_lockstep_core_instructions(const struct wf_lockstep *ls, unsigned core)
{
    return core < ls->cores ? ls->core[core].instructions : 0;
}

uint64_t wf_lockstep_core_folded(const struct wf_lockstep *ls, unsigned core)
{
    return core < ls->cores ? ls->core[core].folded : 0;
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

bool wf_ls_resident(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what)
{
    if (slot < ls->slots && ls->slot[slot].used)
        return true;
    return wf_ls_fail(ls, cycle, slot, what);
}

