/* SPDX-License-Identifier: Apache-2.0
 * instruction.c - memory requests and retired instructions.
 */
#include "checker.h"

static bool is_fence(uint64_t word)
{
    uint8_t op = (uint8_t)(word & 0xff);
    return op == WF_OP_BARRIER || op == WF_OP_MEMBAR;
}

static bool overlap(struct wf_register_run a, struct wf_register_run b)
{
    return a.words && b.words && a.first < b.first + b.words && b.first < a.first + a.words;
}

/* What the older one writes, the younger one reads or writes. */
static bool depends(const struct wf_registers *younger, const struct wf_registers *older)
{
    bool any = overlap(younger->write, older->write);
    for (unsigned i = 0; i < 3; i++)
        any = any || overlap(younger->read[i], older->write);
    return any;
}

static bool is_memory(const struct flight *f)
{
    return f->effect.is_lds || f->effect.is_mem;
}

/* What structures the code, and may change nothing. */
static bool structures(const struct wf_effect *effect)
{
    const struct wf_op_info *info = wf_op_info((uint8_t)(effect->word & 0xff));
    return !effect->fault && info && info->second != WF_SECOND_NEVER;
}

/* ... and changes nothing: the lanes that run go on. */
static bool changes_nothing(const struct wf_effect *effect)
{
    return structures(effect) && effect->same_lanes;
}

/* Control flow that says which lanes run what follows, and where. */
static bool decides(const struct wf_effect *effect)
{
    const struct wf_op_info *info = wf_op_info((uint8_t)(effect->word & 0xff));
    return effect->fault || !info || info->unit == WF_UNIT_SYNC ||
           (info->unit == WF_UNIT_FLOW && !changes_nothing(effect));
}

/* Instructions that wait for all that the wave began before them. */
static bool drains(const struct wf_effect *effect)
{
    return effect->ended || effect->barrier || (effect->word & 0xff) == WF_OP_MEMBAR;
}

static bool reads_clock(const struct wf_effect *effect)
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    return !effect->fault && wf_insn_is_clock(&insn);
}

/* Its destination has yet to be written: by memory, or with the clock, which follows from the cycle of its record. */
static bool is_open(const struct flight *f)
{
    return (is_memory(f) && !f->performed) || reads_clock(&f->effect);
}

/* The model has what the instruction needs: no instruction that it depends on is open. */
static bool can_begin(const struct slot *s, const struct wf_registers *next)
{
    for (unsigned i = 0; i < s->flights; i++)
        if (is_open(s->flight[i]) && depends(next, s->flight[i]->registers))
            return false;
    return true;
}

/* The model begins the slot's next instruction, or ends the wave there (`cuts`).  NULL: it cannot, which is told. */
static struct flight *begin(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *event, bool cuts)
{
    struct slot *s = &ls->slot[slot];
    struct dispatch *d = s->of;
    const bool waits = wf_machine_waiting(d->machine, slot);
    if (waits || !wf_machine_running(d->machine, slot)) {
        wf_ls_differ(ls, cycle, waits ? "the wave ran although it waits at a barrier"
                                      : "the wave ran although it has ended");
        wf_ls_say(ls, "  hardware     %s\n", event);
        wf_ls_say_slot(ls, slot);
        return NULL;
    }
    const unsigned pc = wf_machine_pc(d->machine, slot);
    const struct wf_registers *registers = &d->registers[pc < d->setup.count && !cuts ? pc : d->setup.count];
    if (!can_begin(s, registers)) {
        wf_ls_fail(ls, cycle, slot, "an instruction was performed before the one that it depends on");
        wf_ls_say(ls, "  hardware     %s\n", event);
        return NULL;
    }
    struct flight *f = s->flight[s->flights];
    (cuts ? wf_machine_cut : wf_machine_begin)(d->machine, slot, &f->effect);
    d->cut = d->cut || cuts;
    f->registers = registers;
    f->requested = f->performed = false;
    f->number = s->begun++;
    s->last = f;
    s->flights++;
    if (drains(&f->effect) && s->flights > 1) {
        wf_ls_fail(ls, cycle, slot,
                   "an instruction that waits for all before it was performed while some are in flight");
        return NULL;
    }
    return f;
}

/* The instruction of a request: the oldest of that memory that made none yet, for they come in the program's order. */
static struct flight *find_request(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, bool global)
{
    struct slot *s = &ls->slot[slot];
    const char *none = global ? "a request to global memory by an instruction that makes none"
                              : "a request to LDS by an instruction that makes none";
    bool again = false;
    for (unsigned i = 0; i < s->flights; i++) {
        struct flight *f = s->flight[i];
        const bool of = global ? f->effect.is_mem : f->effect.is_lds;
        if (of && !f->requested)
            return f;
        again = again || of;
    }
    while (s->flights < ls->setup.inflight) {
        struct flight *f = begin(ls, cycle, slot, global ? "a request to global memory" : "a request to LDS", false);
        if (!f || (global ? f->effect.is_mem : f->effect.is_lds))
            return f;
        if (decides(&f->effect))
            break;
    }
    wf_ls_fail(ls, cycle, slot, again ? "a second memory request of one instruction" : none);
    return NULL;
}

/* What a request has to ask for, lane by lane of the request; where `care`, and compare values where `compares`. */
struct wanted {
    unsigned kind, atom;
    bool compares;
    bool asks[WF_MAX_LANES], care[WF_MAX_LANES];
    uint32_t address[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES];
};

/* A lane of the wave asks with a pair of lanes.  Where a misaligned high word would be is of no use to anyone. */
static void want_pair(struct wanted *w, const struct wf_effect *effect, bool asks, unsigned lane, unsigned at)
{
    const uint32_t address = effect->address[lane];
    w->asks[at] = w->asks[at + 1] = w->care[at] = asks;
    w->care[at + 1] = asks && address % 8 == 0;
    w->address[at] = address;
    w->address[at + 1] = address + 4;
    w->data[at] = effect->data[lane];
    w->data[at + 1] = effect->data_high[lane];
    w->compare[at] = effect->compare[lane];
    w->compare[at + 1] = effect->compare_high[lane];
}

static void want(struct wanted *w, const struct wf_effect *effect, bool global, unsigned lanes)
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    const bool *asks = global ? effect->access : effect->asked;
    w->kind = wf_op_is_atomic64(insn.op) ? WF_REQUEST_PAIRS : wf_op_is_atomic(insn.op) ? WF_REQUEST_ATOMIC
              : wf_op_is_store(insn.op) ? WF_REQUEST_STORE : WF_REQUEST_LOAD;
    w->atom = wf_insn_atom(&insn);
    w->compares = wf_op_is_atomic(insn.op) && w->atom == WF_ATOM_CAS;
    const unsigned first = wf_insn_half(&insn) == WF_HALF_HIGH ? lanes / 2 : 0;
    for (unsigned l = 0; l < lanes; l++) {
        if (w->kind == WF_REQUEST_PAIRS) {
            if (l < lanes / 2)
                want_pair(w, effect, asks[first + l], first + l, 2 * l);
            continue;
        }
        w->asks[l] = w->care[l] = asks[l];
        w->address[l] = effect->address[l];
        w->data[l] = effect->data[l];
        w->compare[l] = effect->compare[l];
    }
}

static bool same_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_request_event *event,
                         const struct wanted *w)
{
    const unsigned slot = event->slot;
    if (event->kind != w->kind)
        return wf_ls_fail_sides(ls, cycle, slot,
                                "memory request: the kind differs (0 load, 1 store, 2 atomic, 3 64-bit atomic)",
                                event->kind, w->kind);
    if (w->kind >= WF_REQUEST_ATOMIC && event->atom != w->atom)
        return wf_ls_fail_sides(ls, cycle, slot, "memory request: the atomic operation differs", event->atom, w->atom);
    return wf_ls_same_mask(ls, cycle, slot, "memory request: the lanes that ask differ", event->mask, w->asks) &&
           wf_ls_same_lanes(ls, cycle, slot, "memory request: an address differs", event->address, 1, w->address,
                            w->care) &&
           (w->kind == WF_REQUEST_LOAD || wf_ls_same_lanes(ls, cycle, slot, "memory request: the data differ",
                                                           event->data, 1, w->data, w->asks)) &&
           (!w->compares || wf_ls_same_lanes(ls, cycle, slot, "memory request: the compare values differ",
                                             event->compare, 1, w->compare, w->asks));
}

bool wf_lockstep_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_request_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a memory request comes from a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    struct flight *f = find_request(ls, cycle, slot, event->global);
    if (!f)
        return false;
    s->since = cycle;
    f->requested = true;
    if (!ls->setup.weak || !event->global) {
        wf_machine_access(s->of->machine, slot, &f->effect);
        f->performed = true;
    }
    const struct wf_effect *effect = &f->effect;
    wf_ls_count(ls, s, effect);
    for (unsigned i = 0; s->flight[i] != f; i++)
        for (unsigned k = 0; k < 3; k++)
            if (overlap(f->registers->read[k], s->flight[i]->registers->write))
                return wf_ls_fail(ls, cycle, slot,
                    "a memory request was made before an instruction retired that its operands depend on");
    struct wanted wanted;
    want(&wanted, effect, event->global, ls->setup.device->lanes);
    if (!same_request(ls, cycle, event, &wanted))
        return false;
    return !ls->setup.weak || !event->global || wf_ls_memory_request(ls, cycle, f, event);
}

static const char *const value_text[4] = {
    "retire: the result differs", "retire: the result differs in word 1 of the quad register",
    "retire: the result differs in word 2 of the quad register",
    "retire: the result differs in word 3 of the quad register"};

static bool same_lanes_ran(const struct wf_lockstep *ls, const uint32_t *mask, const bool *lanes)
{
    for (unsigned l = 0; l < ls->setup.device->lanes; l++)
        if (wf_ls_bit(mask, l) != lanes[l])
            return false;
    return true;
}

/* It may be what retires: at that pc, and what structures the code in these lanes (in others it is another one). */
static bool fits(const struct wf_lockstep *ls, const struct wf_retire_event *event, const struct flight *f)
{
    return f->effect.pc == event->pc && (!structures(&f->effect) || same_lanes_ran(ls, event->exec, f->effect.exec));
}

/* The oldest at that pc, else the oldest of all: the report shows it beside what came. */
static struct flight *find_other(const struct slot *s, const struct wf_retire_event *event)
{
    for (unsigned i = 0; i < s->flights; i++)
        if (s->flight[i]->effect.pc == event->pc)
            return s->flight[i];
    return s->flight[0];
}

/* The instruction that retires.  Several in flight at this pc have no results, so the lanes tell them apart. */
static struct flight *find_retired(struct wf_lockstep *ls, uint64_t cycle, const struct wf_retire_event *event)
{
    struct slot *s = &ls->slot[event->slot];
    struct flight *found = NULL;
    for (unsigned i = s->flights; i-- > 0;)
        if (fits(ls, event, s->flight[i]) && (!found || same_lanes_ran(ls, event->exec, s->flight[i]->effect.exec)))
            found = s->flight[i];
    /* of a dispatch that is cancelled, `end` comes in place of whatever is next */
    const bool ends = event->word == WF_OP_END && !s->flights && wf_ls_may_cut(s->of, cycle);
    while (!found && (!s->flights || s->flights < ls->setup.inflight)) {
        const unsigned pc = wf_machine_pc(s->of->machine, event->slot);
        const bool cuts = ends && (pc >= s->of->setup.count || s->of->setup.code[pc] != WF_OP_END);
        struct flight *f = begin(ls, cycle, event->slot, "an instruction retired", cuts);
        if (!f)
            return NULL;
        if (fits(ls, event, f))
            found = f;
        else if (decides(&f->effect))
            break;
    }
    return found ? found : find_other(s, event);
}

/* Out of the list; its place is free, and the last that will be taken. */
static void land(const struct wf_lockstep *ls, struct slot *s, struct flight *f)
{
    unsigned i = 0;
    while (s->flight[i] != f)
        i++;
    memmove(&s->flight[i], &s->flight[i + 1], (ls->setup.inflight - i - 1) * sizeof s->flight[0]);
    s->flight[ls->setup.inflight - 1] = f;
    s->flights--;
}

bool wf_lockstep_retire(struct wf_lockstep *ls, uint64_t cycle, const struct wf_retire_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "an instruction retired in a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    struct flight *f = find_retired(ls, cycle, event);
    if (!f)
        return false;
    const struct wf_effect *effect = &f->effect;
    if (reads_clock(effect))
        wf_machine_read_clock(s->of->machine, slot, &f->effect, event->clock - WF_LOCKSTEP_CLOCK_READ);
    if (event->pc != effect->pc || event->word != effect->word) {
        wf_ls_fail(ls, cycle, slot, event->pc != effect->pc ? "retire: the pc differs"
                                                            : "retire: the instruction word differs");
        wf_ls_say_insn(ls, s->of, "hardware", event->pc, event->word);
        wf_ls_say_insn(ls, s->of, "model", effect->pc, effect->word);
        return false;
    }
    if (is_memory(f) && !f->requested)
        return wf_ls_fail(ls, cycle, slot, "retire: a memory instruction retired without a request");
    if (is_memory(f) && !f->performed)
        return wf_ls_fail(ls, cycle, slot, "retire: a memory instruction retired before its answer came");
    if (event->id != s->of->setup.desc->id || memcmp(event->group, s->group, sizeof s->group) ||
        event->wave != s->wave) {
        wf_ls_fail(ls, cycle, slot, "retire: dispatch, group or wave index is not the one launched into the slot");
        wf_ls_say(ls, "  hardware     group " XYZ " wave %u\n", XYZ_OF(event->group), event->wave);
        return false;
    }
    if (!wf_ls_same_mask(ls, cycle, slot, "retire: the exec mask differs", event->exec, effect->exec))
        return false;
    if (event->words != effect->words)
        return wf_ls_fail_sides(ls, cycle, slot, "retire: the number of destination registers differs",
                                event->words, effect->words);
    if (effect->words && event->dst != effect->dst)
        return wf_ls_fail_sides(ls, cycle, slot, "retire: the destination register differs", event->dst, effect->dst);
    if (!wf_ls_same_mask(ls, cycle, slot, "retire: the lanes written differ", event->write, effect->written))
        return false;
    for (unsigned k = 0; k < effect->words; k++)
        if (!wf_ls_same_lanes(ls, cycle, slot, value_text[k], event->data + k, 4, effect->value[k], effect->written))
            return false;
    for (unsigned i = 0; s->flight[i] != f; i++)
        if (depends(f->registers, s->flight[i]->registers))
            return wf_ls_fail(ls, cycle, slot,
                "retire: an older instruction of the wave has not retired that this one depends on");
    if (s->of->cut_at < cycle && !effect->ended && ++s->late > ls->setup.inflight + CUT_MORE)
        return wf_ls_fail(ls, cycle, slot, "a wave of a dispatch that was cancelled runs on");
    if (event->folded && !changes_nothing(effect))
        return wf_ls_fail(ls, cycle, slot,
            "retire: an instruction was issued with the one before it, but it changes something");
    land(ls, s, f);
    s->since = cycle;
    s->last = f;
    ls->stats.folded += event->folded;
    s->of->stats.folded += event->folded;
    ls->core[wf_ls_core(ls, slot)].folded += event->folded;
    if (!is_memory(f))
        wf_ls_count(ls, s, effect);
    wf_ls_count_retired(ls, s, effect);
    ls->core[wf_ls_core(ls, slot)].instructions++;
    ls->last = f;
    return effect->fault || !is_fence(effect->word) || wf_ls_memory_fence(ls, cycle, slot, effect->word);
}
