/* SPDX-License-Identifier: Apache-2.0
 * memory.c - global memory behind caches: accesses under way, lines that the shared memory performs, answers.
 *
 * Here stand rules, no cache: stores and atomics of all cores are performed in the order in which the shared memory
 * takes their lines; a load may see any value that history.c calls legal.
 */
#include "history.h"

enum { SEEN = 64, LINE_WORDS = 16 };

/* From a request to its answer. */
struct access {
    bool used;
    unsigned core, slot;
    struct dispatch *of;
    unsigned kind, atom;                        /* enum wf_request_kind, enum wf_atom */
    uint64_t wave, number, group, acquired, joined;
    unsigned pc;
    struct flight *flight;                      /* that waits for the answer; NULL: it has no destination any more */
    unsigned left;                              /* lanes that memory has yet to perform */
    bool asked[WF_MAX_LANES], done[WF_MAX_LANES];
    uint32_t address[WF_MAX_LANES];
    uint64_t data[WF_MAX_LANES], compare[WF_MAX_LANES];
    uint32_t value[WF_MAX_LANES], high[WF_MAX_LANES];   /* what an atomic found */
};

bool wf_ls_memory_new(struct wf_lockstep *ls)
{
    if (!ls->setup.weak)
        return true;
    const size_t slots = ls->slots;
    ls->access = calloc(ls->setup.tags + 1, sizeof *ls->access);
    ls->seens = calloc(slots * SEEN, sizeof *ls->seens);
    for (size_t i = 0; i < slots && ls->seens; i++)
        ls->slot[i].seen = &ls->seens[i * SEEN];
    return wf_history_new(ls) && ls->access && ls->seens;
}

void wf_ls_memory_free(struct wf_lockstep *ls)
{
    wf_history_free(ls);
    free(ls->access);
    free(ls->seens);
}

void wf_ls_memory_launch(struct wf_lockstep *ls, struct slot *slot, const struct group *group)
{
    slot->number = ++ls->launched;
    if (slot->of->setup.desc->wait && !slot->of->launched)      /* all before it are over now */
        slot->of->acquired = ls->moment;
    slot->of->launched = true;
    slot->acquired = slot->of->acquired;
    slot->joined = 0;
    slot->group_number = group->number;
    slot->changing = 0;
    if (slot->seen)
        memset(slot->seen, 0, SEEN * sizeof *slot->seen);
}

static bool no_memory(struct wf_lockstep *ls, uint64_t cycle, unsigned slot)
{
    return wf_ls_fail(ls, cycle, slot, "the checker is out of memory");
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

/* The write of a lane is on its way: one for all lanes of a word, of a store the value of the highest. */
static bool begin_write(struct wf_lockstep *ls, const struct access *a, unsigned tag, uint32_t address, uint32_t value)
{
    struct word *word = wf_history_of(ls, address / 4);
    struct write *w = word ? &word->write[word->writes - 1] : NULL;
    const bool same = w && word->writes > word->performed && w->wave == a->wave && w->number == a->number;
    if (w && !same)
        w = wf_history_begin(ls, word);
    if (!w)
        return false;
    w->wave = a->wave;
    w->number = a->number;
    w->group = a->group;
    w->tag = tag;
    w->core = a->core;
    w->known = a->kind == WF_REQUEST_STORE;
    w->value = value;
    return true;
}

static bool begin_writes(struct wf_lockstep *ls, const struct access *a, unsigned tag, unsigned lane)
{
    return begin_write(ls, a, tag, a->address[lane], (uint32_t)a->data[lane]) &&
           (a->kind != WF_REQUEST_PAIRS || begin_write(ls, a, tag, a->address[lane] + 4, 0));
}

/* What the lane asks for. */
static void take_lane(struct access *a, const struct wf_effect *effect, unsigned l)
{
    const bool wide = a->kind == WF_REQUEST_PAIRS;
    a->asked[l] = effect->access[l];
    a->address[l] = effect->address[l];
    a->data[l] = wf_ls_joined(effect->data[l], effect->data_high[l], wide);
    a->compare[l] = wf_ls_joined(effect->compare[l], effect->compare_high[l], wide);
}

bool wf_ls_memory_request(struct wf_lockstep *ls, uint64_t cycle, struct flight *flight,
                          const struct wf_request_event *event)
{
    static const uint32_t nothing[WF_MAX_LANES];
    struct slot *s = &ls->slot[event->slot];
    const struct wf_effect *effect = &flight->effect;
    if (event->tag >= ls->setup.tags || ls->access[event->tag].used)
        return wf_ls_fail(ls, cycle, event->slot, "a memory request has the tag of one that is not answered");
    struct access *a = &ls->access[event->tag];
    *a = (struct access){.used = true, .core = event->core, .slot = event->slot, .of = s->of, .kind = event->kind,
                         .atom = event->atom, .wave = s->number, .number = flight->number, .group = s->group_number,
                         .acquired = s->acquired, .joined = s->joined, .pc = effect->pc, .flight = flight};
    const unsigned lanes = ls->setup.device->lanes;
    for (unsigned l = 0; l < lanes; l++) {
        take_lane(a, effect, l);
        if (!a->asked[l] || a->kind == WF_REQUEST_LOAD)
            continue;
        a->left++;
        if (!begin_writes(ls, a, event->tag, l))
            return no_memory(ls, cycle, event->slot);
    }
    s->changing += a->left;
    if (flight->registers->write.words)
        return true;
    wf_machine_answer(s->of->machine, event->slot, &flight->effect, nothing, nothing);     /* nobody waits for it */
    flight->performed = true;
    a->flight = NULL;
    return true;
}

/* ---- what the shared memory performs ----------------------------------------------------------------------------- */

/* The oldest write of the core on its way to the word; word->writes: none. */
static unsigned oldest_of(const struct word *word, unsigned core)
{
    unsigned i = word->performed;
    while (i < word->writes && word->write[i].core != core)
        i++;
    return i;
}

/* A line performs the lanes of a word one by one: f32 adds, and compare-exchanges that are not all alike. */
static bool one_by_one(const struct access *a, unsigned lanes, uint32_t address)
{
    unsigned first = lanes;
    if (a->atom == WF_ATOM_FADD)
        return true;
    for (unsigned l = 0; l < lanes && a->atom == WF_ATOM_CAS; l++) {
        if (!a->asked[l] || a->address[l] != address)
            continue;
        first = first == lanes ? l : first;
        if (a->data[l] != a->data[first] || a->compare[l] != a->compare[first])
            return true;
    }
    return false;
}

static unsigned lanes_left(const struct access *a, unsigned lanes, uint32_t address)
{
    unsigned left = 0;
    for (unsigned l = 0; l < lanes; l++)
        left += a->asked[l] && !a->done[l] && a->address[l] == address;
    return left;
}

static void perform_one(struct access *a, unsigned l, uint32_t *memory, uint32_t value)
{
    a->value[l] = *memory;
    *memory = a->kind == WF_REQUEST_STORE
                  ? value : wf_machine_atomic(a->atom, *memory, (uint32_t)a->data[l], (uint32_t)a->compare[l]);
}

static void perform_pair(struct access *a, unsigned l, uint32_t *memory)
{
    a->value[l] = memory[0];
    a->high[l] = memory[1];
    const uint64_t now = wf_machine_atomic64(a->atom, wf_ls_joined(memory[0], memory[1], true), a->data[l],
                                             a->compare[l]);
    memory[0] = (uint32_t)now;
    memory[1] = (uint32_t)(now >> 32);
}

/* A minimum or maximum of floats takes the number where one operand is a NaN, and makes the one NaN of two: all NaN are
 * one operand to it, and the hardware need not keep their bits. */
static bool same_operand(const struct access *a, uint64_t given, uint64_t asked)
{
    const bool reals = a->kind == WF_REQUEST_ATOMIC && (a->atom == WF_ATOM_FMIN || a->atom == WF_ATOM_FMAX);

    return given == asked || (reals && (given & 0x7fffffff) > 0x7f800000 && (asked & 0x7fffffff) > 0x7f800000);
}

/* Its lanes on the word, or the next of them; true when the operand is right, as far as one lane alone tells it. */
static bool perform_lanes(struct wf_lockstep *ls, struct access *a, uint32_t address, uint64_t operand, uint32_t value)
{
    uint32_t *memory = &ls->setup.memory[address / 4];
    const unsigned lanes = ls->setup.device->lanes;
    const bool single = a->kind != WF_REQUEST_STORE && one_by_one(a, lanes, address);
    const bool lone = single || lanes_left(a, lanes, address) == 1;
    bool good = true;
    for (unsigned l = 0, n = 0; l < lanes && !(single && n); l++) {
        if (!a->asked[l] || a->done[l] || a->address[l] != address)
            continue;
        n++;
        if (a->kind == WF_REQUEST_PAIRS)
            perform_pair(a, l, memory);
        else
            perform_one(a, l, memory, value);
        good = good && (!lone || a->kind == WF_REQUEST_STORE || same_operand(a, operand, a->data[l]));
        a->done[l] = true;
        a->left--;
        ls->slot[a->slot].changing -= ls->slot[a->slot].number == a->wave;
    }
    return good;
}

static bool tell_line(struct wf_lockstep *ls, uint64_t cycle, uint32_t address, const char *what)
{
    wf_ls_differ(ls, cycle, what);
    wf_ls_say(ls, "  address      0x%" PRIx32 "\n", address);
    return false;
}

/* The oldest request of the core to a word: its access; `*word` and `*i` are its write.  NULL: none of this kind. */
static struct access *oldest_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_line_event *event,
                                     uint32_t address, struct word **word, unsigned *i)
{
    *word = address / 4 < ls->setup.memory_words ? wf_history_find(ls, address / 4) : NULL;
    *i = *word ? oldest_of(*word, event->core) : 0;
    if (!*word || *i == (*word)->writes) {
        tell_line(ls, cycle, address, "the shared memory was asked to write a word that no request of the core writes");
        return NULL;
    }
    struct access *a = &ls->access[(*word)->write[*i].tag];
    if (a->kind == event->kind && (a->kind == WF_REQUEST_STORE || a->atom == event->atom))
        return a;
    tell_line(ls, cycle, address, "the shared memory was asked for another operation than the oldest request of the "
                                  "core to the word");
    return NULL;
}

static void count_operations(struct wf_lockstep *ls, const struct access *a, unsigned words)
{
    ls->stats.atomic_operations += words;
    a->of->stats.atomic_operations += words;
}

/* What a line asks of `words` words, from word k on.  A 64-bit atomic performs both at once: where it is the oldest of
 * one, it is of the other. */
static bool perform(struct wf_lockstep *ls, uint64_t cycle, const struct wf_line_event *event, unsigned k,
                    unsigned words)
{
    const uint32_t address = event->line * 4 * LINE_WORDS + 4 * k;
    struct word *word[2];
    unsigned i[2];
    struct access *a = NULL;
    for (unsigned n = 0; n < words; n++) {
        a = oldest_request(ls, cycle, event, address + 4 * n, &word[n], &i[n]);
        if (!a)
            return false;
    }
    const uint32_t stored = word[0]->write[i[0]].value;
    if (a->kind == WF_REQUEST_STORE && event->data[k] != stored) {
        tell_line(ls, cycle, address, "the shared memory was asked to store another value");
        return wf_ls_sides(ls, event->data[k], stored);
    }
    if (!perform_lanes(ls, a, address, wf_ls_joined(event->data[k], event->data[k + words - 1], words == 2), stored))
        return tell_line(ls, cycle, address, words == 2 ? "the shared memory was given another 64-bit operand"
                                                        : "the shared memory was given another operand");
    if (a->kind != WF_REQUEST_STORE)
        count_operations(ls, a, words);
    const bool again = lanes_left(a, ls->setup.device->lanes, address) != 0;
    for (unsigned n = 0; n < words; n++)
        if (!wf_history_perform(ls, word[n], i[n], ls->setup.memory[address / 4 + n], again))
            return no_memory(ls, cycle, a->slot);
    return true;
}

bool wf_lockstep_line(struct wf_lockstep *ls, uint64_t cycle, const struct wf_line_event *event)
{
    if (ls->failed)
        return false;
    if (event->kind == WF_REQUEST_LOAD)
        return true;
    ls->moment++;
    const unsigned words = event->kind == WF_REQUEST_PAIRS ? 2 : 1, all = words == 2 ? 255 : 15;
    for (unsigned k = 0; k < LINE_WORDS; k += words) {
        const unsigned bytes = (unsigned)(event->bytes >> 4 * k) & all;
        if (bytes && bytes != all)
            return tell_line(ls, cycle, 4 * (event->line * LINE_WORDS + k),
                             "the shared memory was asked to write a part of a word");
        if (bytes && !perform(ls, cycle, event, k, words))
            return false;
    }
    return true;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static bool check_load(struct wf_lockstep *ls, uint64_t cycle, const struct access *a, unsigned lane, uint32_t value)
{
    const uint32_t number = a->address[lane] / 4;
    struct slot *s = &ls->slot[a->slot];
    struct seen *seen = &s->seen[(number * UINT32_C(2654435761)) >> 26];
    const struct word *word = wf_history_find(ls, number);
    const struct look look = {.word = number, .core = a->core, .wave = a->wave, .number = a->number, .group = a->group,
                              .acquired = a->acquired, .joined = a->joined,
                              .seen = seen->used && seen->word == number ? seen : NULL};
    uint64_t oldest = 0, newest = 0;
    if (word ? !wf_history_legal(word, &look, value, &oldest, &newest) : value != ls->setup.memory[number]) {
        wf_ls_fail(ls, cycle, a->slot, "a load returned a value that the wave may not see any more, or never");
        wf_ls_say(ls, "  lane         %u, pc %u, address 0x%" PRIx32 "\n  hardware     0x%08" PRIx32 "\n", lane, a->pc,
            a->address[lane], value);
        if (word)
            wf_history_tell(ls, word, &look);
        else
            wf_ls_say(ls, "  model        0x%08" PRIx32 ", never written\n", ls->setup.memory[number]);
        return false;
    }
    if (!look.seen || seen->number <= a->number)
        *seen = (struct seen){.used = true, .word = number, .number = a->number, .oldest = oldest, .newest = newest};
    return true;
}

bool wf_lockstep_returned(struct wf_lockstep *ls, uint64_t cycle, const struct wf_return_event *event)
{
    if (ls->failed)
        return false;
    if (event->tag >= ls->setup.tags || !ls->access[event->tag].used) {
        wf_ls_differ(ls, cycle, "memory answered what nobody asked");
        return false;
    }
    struct access *a = &ls->access[event->tag];
    const unsigned lanes = ls->setup.device->lanes;
    if (a->left)
        return wf_ls_fail(ls, cycle, a->slot,
                          "a store or an atomic was answered before the shared memory took all of it");
    for (unsigned l = 0; l < lanes && a->kind == WF_REQUEST_LOAD; l++) {
        a->value[l] = a->asked[l] ? event->data[l] : 0;
        if (a->asked[l] && !check_load(ls, cycle, a, l, event->data[l]))
            return false;
    }
    if (a->flight) {
        wf_machine_answer(ls->slot[a->slot].of->machine, a->slot, &a->flight->effect, a->value, a->high);
        a->flight->performed = true;
    }
    a->used = false;
    return true;
}

/* ---- fences, and the end ----------------------------------------------------------------------------------------- */

/* Of device scope it acquires for the whole group; of workgroup scope it has what others of the group acquired. */
static void acquire(struct wf_lockstep *ls, struct slot *s, bool device)
{
    struct group *group = wf_ls_find_group(ls, s->of, s->group);
    if (device)
        group->acquired = ls->moment;
    if (s->acquired < group->acquired)
        s->acquired = group->acquired;
    s->joined = ls->moment;
}

void wf_ls_memory_release(struct wf_lockstep *ls, const uint32_t *slots)
{
    for (unsigned pass = 0; pass < 2; pass++)           /* one wave at a barrier of device scope is enough */
        for (unsigned i = 0; i < ls->slots; i++)
            if (wf_ls_bit(slots, i))
                acquire(ls, &ls->slot[i], ls->slot[i].device);
}

bool wf_ls_memory_fence(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, uint64_t word)
{
    const struct wf_insn insn = wf_insn_decode(word);
    struct slot *s = &ls->slot[slot];
    s->device = wf_insn_is_device_fence(&insn);
    if (insn.op == WF_OP_MEMBAR)
        acquire(ls, s, s->device);
    return !s->changing || wf_ls_fail(ls, cycle, slot, "a wave passed a fence or a barrier before the shared memory "
                                                       "took its stores and atomics");
}

bool wf_ls_memory_finish(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d)
{
    for (unsigned i = 0; ls->setup.weak && i < ls->setup.tags; i++)
        if (ls->access[i].used && ls->access[i].of == d) {
            wf_ls_differ(ls, cycle, "the dispatch was reported done before memory answered a request");
            return false;
        }
    return true;
}
