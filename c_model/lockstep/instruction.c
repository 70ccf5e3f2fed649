/* SPDX-License-Identifier: Apache-2.0
 * instruction.c - memory requests and retired instructions.
 */
#include "checker.h"

static bool is_atomic(uint64_t word)
{
    uint8_t op = (uint8_t)(word & 0xff);
    return op == WF_OP_LDSATOM || op == WF_OP_GATOM;
}

static bool is_store(uint64_t word)
{
    uint8_t op = (uint8_t)(word & 0xff);
    return op == WF_OP_LDSST || op == WF_OP_GST;
}

/* Let the model execute the slot's next instruction. */
static bool execute(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *event)
{
    struct slot *s = &ls->slot[slot];
    if (!wf_machine_step(ls->machine, slot, &s->effect)) {
        wf_ls_differ(ls, cycle, wf_machine_waiting(ls->machine, slot) ? "the wave ran although it waits at a barrier"
                                                                : "the wave ran although it has ended");
        wf_ls_say(ls, "  hardware     %s\n", event);
        wf_ls_say_slot(ls, slot);
        return false;
    }
    wf_ls_count(ls, s, &s->effect);
    return true;
}

bool wf_lockstep_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_request_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "a memory request comes from a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->pending)
        return wf_ls_fail(ls, cycle, slot, "a second memory request of one instruction");
    const char *name = event->global ? "a request to global memory" : "a request to LDS";
    if (!execute(ls, cycle, slot, name))
        return false;
    s->since = cycle;
    s->pending = event->global ? PENDING_MEM : PENDING_LDS;
    const struct wf_effect *effect = &s->effect;
    if (event->global ? !effect->is_mem : !effect->is_lds)
        return wf_ls_fail(ls, cycle, slot, event->global ? "a request to global memory by an instruction that makes none"
                                                   : "a request to LDS by an instruction that makes none");
    unsigned kind = is_atomic(effect->word) ? WF_REQUEST_ATOMIC : is_store(effect->word) ? WF_REQUEST_STORE : WF_REQUEST_LOAD;
    if (event->kind != kind) {
        wf_ls_fail(ls, cycle, slot, "memory request: the kind differs (0 load, 1 store, 2 atomic)");
        return wf_ls_sides(ls, event->kind, kind);
    }
    unsigned atom = wf_insn_decode(effect->word).mod & 15;
    if (kind == WF_REQUEST_ATOMIC && event->atom != atom) {
        wf_ls_fail(ls, cycle, slot, "memory request: the atomic operation differs");
        return wf_ls_sides(ls, event->atom, atom);
    }
    const bool *care = event->global ? effect->access : effect->asked;
    if (!wf_ls_same_mask(ls, cycle, slot, "memory request: the lanes that ask differ", event->mask, care) ||
        !wf_ls_same_lanes(ls, cycle, slot, "memory request: an address differs", event->address, 1, effect->address, care))
        return false;
    if (kind != WF_REQUEST_LOAD &&
        !wf_ls_same_lanes(ls, cycle, slot, "memory request: the data differ", event->data, 1, effect->data, care))
        return false;
    if (kind == WF_REQUEST_ATOMIC && atom == WF_ATOM_CAS &&
        !wf_ls_same_lanes(ls, cycle, slot, "memory request: the compare values differ", event->compare, 1, effect->compare, care))
        return false;
    return true;
}

static const char *const value_text[4] = {
    "retire: the result differs", "retire: the result differs in word 1 of the quad register",
    "retire: the result differs in word 2 of the quad register", "retire: the result differs in word 3 of the quad register"};

bool wf_lockstep_retire(struct wf_lockstep *ls, uint64_t cycle, const struct wf_retire_event *event)
{
    unsigned slot = event->slot;
    if (ls->failed || !wf_ls_resident(ls, cycle, slot, "an instruction retired in a slot without a wave"))
        return false;
    struct slot *s = &ls->slot[slot];
    if (s->pending == PENDING_NONE) {
        if (!execute(ls, cycle, slot, "an instruction retired"))
            return false;
        if (s->effect.is_lds || s->effect.is_mem) {
            s->pending = s->effect.is_mem ? PENDING_MEM : PENDING_LDS;
            return wf_ls_fail(ls, cycle, slot, "retire: a memory instruction retired without a request");
        }
    }
    const struct wf_effect *effect = &s->effect;
    s->pending = s->effect.is_mem ? PENDING_MEM : PENDING_LDS;  /* so that a report shows this instruction */
    if (event->pc != effect->pc || event->word != effect->word) {
        wf_ls_fail(ls, cycle, slot, event->pc != effect->pc ? "retire: the pc differs" : "retire: the instruction word differs");
        wf_ls_say_instruction(ls, "hardware", event->pc, event->word);
        wf_ls_say_instruction(ls, "model", effect->pc, effect->word);
        return false;
    }
    if (memcmp(event->group, s->group, sizeof s->group) || event->wave != s->wave) {
        wf_ls_fail(ls, cycle, slot, "retire: group or wave index is not the one launched into the slot");
        wf_ls_say(ls, "  hardware     group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u\n", event->group[0], event->group[1],
            event->group[2], event->wave);
        return false;
    }
    if (!wf_ls_same_mask(ls, cycle, slot, "retire: the exec mask differs", event->exec, effect->exec))
        return false;
    if (event->words != effect->words) {
        wf_ls_fail(ls, cycle, slot, "retire: the number of destination registers differs");
        return wf_ls_sides(ls, event->words, effect->words);
    }
    if (effect->words && event->dst != effect->dst) {
        wf_ls_fail(ls, cycle, slot, "retire: the destination register differs");
        return wf_ls_sides(ls, event->dst, effect->dst);
    }
    if (!wf_ls_same_mask(ls, cycle, slot, "retire: the lanes written differ", event->write, effect->written))
        return false;
    for (unsigned k = 0; k < effect->words; k++)
        if (!wf_ls_same_lanes(ls, cycle, slot, value_text[k], event->data + k, 4, effect->value[k], effect->written))
            return false;
    s->pending = PENDING_NONE;
    s->since = cycle;
    wf_ls_count_retired(ls, s, effect);
    ls->last = effect;
    return true;
}
