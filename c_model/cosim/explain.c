/* SPDX-License-Identifier: Apache-2.0
 * explain.c - who waits for what, when a dispatch does not end.
 */
#include "checker.h"

/* The threads, or pixels, of the oldest instruction in flight, or of the one that the wave ran last. */
static void name_threads(const struct wf_lockstep *ls, const struct slot *s, char *text, size_t size)
{
    uint32_t tid[3], pixel[2], index;
    bool helper;
    int n;
    unsigned first = ls->setup.device->lanes, count = 0;
    const struct flight *f = s->flights ? s->flight[0] : s->last;
    for (unsigned lane = f ? ls->setup.device->lanes : 0; lane-- > 0;)
        if (f->effect.exec[lane]) {
            first = lane;
            count++;
        }
    *text = '\0';
    if (!count)
        return;
    if (wf_pack_thread(s->of->setup.desc, s->of->setup.shape, s->wave, first, tid, &index))
        n = snprintf(text, size, ": thread " XYZ, XYZ_OF(tid));
    else if (wf_pack_pixel_of(s->of->setup.desc, s->of->setup.shape->wave_size, s->group[0], first, pixel, &helper))
        n = snprintf(text, size, ": %spixel (%" PRIu32 ",%" PRIu32 ")", helper ? "helper " : "", pixel[0], pixel[1]);
    else
        return;
    if (count > 1 && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " and %u more", count - 1);
}

static void explain_slot(const struct wf_lockstep *ls, uint64_t cycle, unsigned slot, char *text, size_t size)
{
    const struct slot *s = &ls->slot[slot];
    const struct dispatch *d = s->of;
    char insn[160] = "", threads[96], place[160];
    bool running = wf_machine_running(d->machine, slot);
    bool waiting = running && wf_machine_waiting(d->machine, slot);
    const struct flight *f = wf_ls_oldest(s);
    unsigned pc = f ? f->effect.pc : wf_machine_pc(d->machine, slot);
    if (waiting)
        pc--;                                   /* the barrier itself, not what follows it */
    if ((running || f) && pc < d->setup.count)
        wf_code_disassemble(d->setup.code, pc, insn, sizeof insn);
    if (insn[0] && d->setup.source && d->setup.source[pc][0])
        snprintf(insn, sizeof insn, "%s", d->setup.source[pc]);
    name_threads(ls, s, threads, sizeof threads);
    const char *state = f && f->requested && f->effect.is_lds   ? "waits for LDS"
                        : f && f->requested         ? "waits for global memory"
                        : !running                  ? "has run its last instruction, its end is not reported"
                        : waiting                   ? s->arrived ? "waits at the barrier"
                                                                 : "retired the barrier, its arrival is not reported"
                                                    : "is ready or in flight";
    int n = snprintf(text, size, "  %sslot %3u  group " XYZ " wave %u", wf_ls_where(ls, wf_ls_core(ls, slot), d).text,
                     slot, XYZ_OF(s->group), s->wave);
    if (insn[0] && n > 0 && (size_t)n < size) {
        n += snprintf(text + n, size - (size_t)n, "  pc %u", pc);
        wf_ls_place(d, pc, place, sizeof place);
        if (*place && (size_t)n < size)
            n += snprintf(text + n, size - (size_t)n, " %s", place);
        if ((size_t)n < size)
            n += snprintf(text + n, size - (size_t)n, "  %s", insn);
    }
    if (n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ": %s, for %" PRIu64 " cycle%s%s", state, cycle - s->since,
                 cycle - s->since == 1 ? "" : "s", threads);
}

static void explain_group(const struct wf_lockstep *ls, const struct group *group, char *text, size_t size)
{
    unsigned waiting = 0, count = group->of->setup.shape->waves;
    char missing[256] = "";
    size_t used = 0;
    const struct where where = wf_ls_where(ls, group->core, group->of);
    for (unsigned i = 0; i < ls->slots; i++) {
        const struct slot *s = &ls->slot[i];
        if (!s->used || s->of != group->of || memcmp(s->group, group->id, sizeof s->group))
            continue;
        if (wf_machine_running(s->of->machine, i) && wf_machine_waiting(s->of->machine, i)) {
            waiting++;
        } else if (wf_machine_running(s->of->machine, i) && used < sizeof missing - 24) {
            used += (size_t)snprintf(missing + used, sizeof missing - used, "%s wave %u (slot %u)", used ? "," : "",
                                     s->wave, i);
        }
    }
    if (!waiting) {
        snprintf(text, size, "  %sgroup " XYZ ": %u of %u waves launched, %u ended, none waits at a barrier",
                 where.text, XYZ_OF(group->id), group->launched, count, group->ended);
        return;
    }
    snprintf(text, size, "  %sgroup " XYZ ": %u of %u waves wait at the barrier, %u ended, %u not launched; %s%s",
             where.text, XYZ_OF(group->id), waiting, count, group->ended, count - group->launched,
             used ? "it cannot release before these arrive or end:" : "it could release now", missing);
}

/* The oldest dispatch that this one waits for by its `wait`, NULL: none. */
static const struct dispatch *waits_for(const struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d)
{
    const struct dispatch *first = NULL;
    for (unsigned i = 0; d->setup.desc->wait && i < WF_LOCKSTEP_DISPATCHES; i++) {
        const struct dispatch *other = &ls->dispatch[i];
        if (other->flies && other->order < d->order && !wf_ls_is_over(other, cycle) &&
            (!first || other->order < first->order))
            first = other;
    }
    return first;
}

/* No core has a place for a group of it, by slots. */
static bool no_slots(const struct wf_lockstep *ls, const struct dispatch *d)
{
    for (unsigned c = 0; c < ls->cores; c++)
        if (ls->core[c].groups < ls->setup.device->groups &&
            ls->core[c].resident + ls->core[c].promised + d->setup.shape->waves <= ls->setup.device->waves)
            return false;
    return true;
}

static uint64_t groups_left(const struct dispatch *d)
{
    const struct wf_desc *desc = d->setup.desc;
    return (uint64_t)desc->grid[0] * desc->grid[1] * desc->grid[2] - d->setup.first_group - d->stats.groups;
}

/* One whose groups begin before its where both fit: of higher priority that may start, or before, of the same. */
static const struct dispatch *goes_behind(const struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d)
{
    const struct dispatch *last = NULL;
    for (unsigned i = 0; i < WF_LOCKSTEP_DISPATCHES; i++) {
        const struct dispatch *other = &ls->dispatch[i];
        if (!other->flies || other->cut_at != UINT64_MAX || !groups_left(other) ||
            other->setup.desc->high < d->setup.desc->high)
            continue;
        const bool above = other->setup.desc->high > d->setup.desc->high;
        if ((above ? !waits_for(ls, cycle, other) : other->order < d->order) && (!last || other->order > last->order))
            last = other;
    }
    return last;
}

/* A dispatch in flight: how far it is, and what its next group waits for. */
static void explain_dispatch(const struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d, char *text,
                             size_t size)
{
    const uint64_t left = groups_left(d);
    const struct dispatch *before = waits_for(ls, cycle, d), *behind = goes_behind(ls, cycle, d);
    const int n = snprintf(text, size, "  dispatch %u (id %u): accepted in cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64
                           " groups begun, %" PRIu64 " done", d->setup.number, d->setup.desc->id, d->begun_at,
                           d->stats.groups, d->stats.groups + left, d->groups_done);
    if (n < 0 || (size_t)n >= size)
        return;
    text += n;
    size -= (size_t)n;
    if (d->cut_at != UINT64_MAX)
        snprintf(text, size, "; it was cancelled in cycle %" PRIu64, d->cut_at);
    else if (!left)
        snprintf(text, size, d->resident ? "; it runs" : "; its answer has not come");
    else if (before)
        snprintf(text, size, "; it waits for dispatch %u", before->setup.number);
    else if (behind)
        snprintf(text, size, "; its next group has no room, or waits behind those of dispatch %u",
                 behind->setup.number);
    else if (no_slots(ls, d))
        snprintf(text, size, "; no core has room for the %u waves of its next group", d->setup.shape->waves);
    else
        snprintf(text, size, "; its next group waits for registers or for LDS");
}

void wf_lockstep_explain(const struct wf_lockstep *ls, uint64_t cycle, wf_lockstep_line_fn *line, void *user)
{
    char text[512];
    for (unsigned i = 0; i < WF_LOCKSTEP_DISPATCHES; i++)
        if (ls->dispatch[i].flies && ls->dispatch[i].setup.number) {
            explain_dispatch(ls, cycle, &ls->dispatch[i], text, sizeof text);
            line(user, text);
        }
    for (unsigned i = 0; i < ls->groups_used; i++) {
        explain_group(ls, &ls->group[i], text, sizeof text);
        line(user, text);
    }
    if (!ls->resident)
        line(user, "  no wave is resident");
    for (unsigned i = 0; i < ls->slots; i++)
        if (ls->slot[i].used) {
            explain_slot(ls, cycle, i, text, sizeof text);
            line(user, text);
        }
}
