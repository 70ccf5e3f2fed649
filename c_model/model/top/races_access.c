/* SPDX-License-Identifier: Apache-2.0
 * races_access.c - who touched which word last, and whether that lies before an access (races.c has the order).
 */
#include <stdlib.h>
#include <string.h>

#include "races_notes.h"

/* The access at hand. */
struct self {
    struct wf_race_side side;
    uint32_t wave, group_number, address;
    uint32_t together, release, acquired, seen;     /* of its wave and group */
    struct touch touch;                     /* what is noted of it, but for the lane */
    uint32_t value;                         /* a store's */
    bool is_lds, is_coherent;
    bool meets_atomics;                     /* a word that was looked at holds some */
};

/* ---- order ------------------------------------------------------------------------------------------------------- */

static inline bool is_own_touch(const struct touch *touch, const struct self *self)
{
    return touch->wave == self->wave && touch->lane == self->side.lane;
}

/* Not for the first touch of a word. */
static inline bool is_before(const struct wf_races *r, const struct touch *touch, const struct self *self)
{
    const struct wave *theirs;
    const struct group *group;
    uint32_t published;

    if (is_own_touch(touch, self) || (touch->wave == self->wave && touch->when < self->together))
        return true;
    /* LDS is its group's own; what stands there from a group before is older too */
    if (self->is_lds && touch->when < self->release)
        return true;
    theirs = &r->wave[touch->wave];
    group = &r->group[theirs->group_number];
    published = later(theirs->published, group->published);
    if (theirs->group_number == self->group_number)
        return touch->when < self->release || (touch->when < self->acquired && touch->when < published);
    return touch->when < self->seen && touch->when < published && touch->when < group->out;
}

static void note_publish(struct wf_races *r, uint32_t number)
{
    struct wave *wave = &r->wave[number];
    struct group *group = &r->group[wave->group_number];

    wave->published = wave->fence;
    group->published = group->release;
    group->out = later(group->out, later(wave->device, group->device));
}

static void note_acquire(struct wf_races *r, uint32_t number)
{
    struct wave *wave = &r->wave[number];

    wave->atomic = r->group[wave->group_number].atomic = ++r->now;
}

/* An atomic publishes and acquires.  Where a flag is stored or polled by a coherent access, that does the one or the
 * other. */
static void note_order(struct wf_races *r, uint32_t number, const struct self *self)
{
    const enum wf_touch_kind does = self->side.does;

    if (does == WF_TOUCH_ATOMIC || (does == WF_TOUCH_LOAD && self->meets_atomics))
        note_acquire(r, number);
    if (does == WF_TOUCH_ATOMIC || (does == WF_TOUCH_STORE && self->is_coherent))
        note_publish(r, number);
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

static struct wf_race_side side_of(const struct wf_machine *m, const struct touch *touch, enum wf_touch_kind does)
{
    const struct wave *wave = &m->races->wave[touch->wave];
    struct wf_race_side side = { .does = does, .pc = touch->pc, .wave = wave->index, .lane = touch->lane };

    memcpy(side.group, wave->group, sizeof side.group);
    return side;
}

static struct wf_race pair_of(const struct wf_machine *m, const struct touch *touch, enum wf_touch_kind does,
                              const struct self *self)
{
    return (struct wf_race){ .kind = self->is_lds ? WF_RACE_LDS : WF_RACE_MEMORY, .address = self->address,
                             .first = side_of(m, touch, does), .second = self->side };
}

static void report_pair(const struct wf_machine *m, const struct touch *touch, enum wf_touch_kind does,
                        const struct self *self)
{
    const struct wf_race pair = pair_of(m, touch, does, self);
    struct wf_race *race = wf_races_count(m->races, pair.kind, touch->pc, self->side.pc);

    if (race != NULL)
        *race = pair;
}

/* One value, which another lane has stored with nothing between. */
static void report_equal(const struct wf_machine *m, const struct touch *touch, const struct self *self)
{
    struct wf_race_report *report = &m->races->report;

    if (report->equal_stores++ == 0)
        report->equal_store = pair_of(m, touch, WF_TOUCH_STORE, self);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static inline struct cell *cell_of_lds(struct wf_machine *m, struct wf_group *group, uint32_t word)
{
    if (group->cells == NULL)
        group->cells = calloc(m->lds_words, sizeof(struct cell));
    return group->cells != NULL ? (struct cell *)group->cells + word : NULL;
}

static inline struct cell *cell_of_memory(struct wf_races *r, uint32_t word)
{
    struct cell **page = &r->page[word / PAGE];

    if (*page == NULL && r->pages_used < MOST_PAGES && (*page = calloc(PAGE, sizeof **page)) != NULL)
        r->used[r->pages_used++] = *page;
    return *page != NULL ? *page + word % PAGE : NULL;
}

static inline struct cell *cell_of(struct wf_machine *m, struct wf_slot *slot, bool is_lds, uint32_t word)
{
    return is_lds ? cell_of_lds(m, slot->group, word) : cell_of_memory(m->races, word);
}

/* Two parts of words; an atomic and a coherent access. */
static inline bool may_meet(const struct wf_races *r, const struct touch *touch, enum wf_touch_kind does,
                            const struct self *self)
{
    if (is_how(r, touch->pc, WF_HOW_PART) && is_how(r, self->side.pc, WF_HOW_PART))
        return true;
    return (does == WF_TOUCH_ATOMIC && self->is_coherent) ||
           (self->side.does == WF_TOUCH_ATOMIC && is_how(r, touch->pc, WF_HOW_COHERENT));
}

/* True when the touch lies before; else it is reported, when wanted. */
static inline bool check(const struct wf_machine *m, const struct touch *touch, enum wf_touch_kind does,
                         const struct self *self, bool tell)
{
    if (touch->when == 0 || is_before(m->races, touch, self) || may_meet(m->races, touch, does, self))
        return true;
    if (tell)
        report_pair(m, touch, does, self);
    return false;
}

/* The first of the stores that does not lie before; all are as one.  One of the same value is no race: write_down tells
 * of it. */
static inline bool check_stores(const struct wf_machine *m, const struct cell *cell, const struct self *self, bool tell)
{
    const bool is_equal = self->side.does == WF_TOUCH_STORE && self->value == cell->value;
    bool clear = true;

    for (unsigned i = 0; i < KEPT && clear; i++)
        clear = check(m, &cell->store[i], WF_TOUCH_STORE, self, tell && !is_equal);
    return clear;
}

/* Nobody but the lane at hand touched the word since it was last stored into: its own order is order enough. */
static inline bool is_own(const struct cell *cell, const struct self *self)
{
    return cell->state == OWNED && cell->wave == self->wave && cell->lane == self->side.lane;
}

/* All touches that the word's notes keep, or the first of them that does not lie before when nothing is told. */
static inline bool check_cell(const struct wf_machine *m, const struct cell *cell, const struct self *self, bool tell)
{
    bool clear = check_stores(m, cell, self, tell);

    if (self->side.does != WF_TOUCH_LOAD && cell->loaded)
        for (unsigned i = 0; i < KEPT && (clear || tell); i++)
            clear = check(m, &cell->load[i], WF_TOUCH_LOAD, self, tell) && clear;
    if (self->side.does != WF_TOUCH_ATOMIC && cell->atomics)
        for (unsigned i = 0; i < KEPT && (clear || tell); i++)
            clear = check(m, &cell->atomic[i], WF_TOUCH_ATOMIC, self, tell) && clear;
    return clear;
}

static inline struct touch touch_of(const struct self *self)
{
    struct touch touch = self->touch;

    touch.lane = (uint8_t)self->side.lane;
    return touch;
}

static inline void remember(struct touch last[KEPT], bool any, const struct self *self)
{
    if (!any) {
        last[OTHER_LANE].when = last[OTHER_WAVE].when = 0;
    } else if (last[NEWEST].wave != self->wave) {
        last[OTHER_WAVE] = last[NEWEST];
        last[OTHER_LANE].when = 0;
    } else if (last[NEWEST].lane != self->side.lane) {
        last[OTHER_LANE] = last[NEWEST];
    }
    last[NEWEST] = touch_of(self);
}

/* `joins`: a store beside those that are kept. */
static inline void update_cell(struct cell *cell, const struct self *self, bool joins)
{
    if (cell->state == FRESH || (self->side.does == WF_TOUCH_STORE && !joins)) {
        cell->wave = self->wave;
        cell->lane = (uint8_t)self->side.lane;
        cell->state = OWNED;
    } else if (!is_own(cell, self)) {
        cell->state = SHARED;
    }
    switch (self->side.does) {
    case WF_TOUCH_LOAD:
        remember(cell->load, cell->loaded, self);
        cell->loaded = cell->load_last = true;
        break;
    case WF_TOUCH_STORE:                /* came behind what it was held against: later touches need only this one */
        remember(cell->store, joins, self);
        cell->value = self->value;
        cell->loaded = cell->load_last = false;
        cell->atomics = cell->atomics && self->is_coherent;     /* behind those it need not have come */
        if (cell->atomics)
            cell->state = SHARED;
        break;
    case WF_TOUCH_ATOMIC:
        remember(cell->atomic, cell->atomics, self);
        cell->atomics = true;
        cell->load_last = false;
        break;
    }
}

/* A lower lane stored into the word by this very instruction: lanes are written down in ascending order. */
static inline bool is_same_store(const struct wf_access *access, const struct cell *cell, const struct self *self)
{
    const struct touch *store = &cell->store[NEWEST];
    const unsigned other = store->lane, own = self->side.lane;

    return store->when != 0 && store->wave == self->wave && other < own && wf_mask_has(access->allowed, other)
        && access->offset[other] == access->offset[own];
}

/* Another lane's store beside which this one is kept: of the same instruction, or of the same value and not ordered; or
 * NULL. */
static inline const struct touch *store_beside(const struct wf_machine *m, const struct wf_access *access,
                                               const struct cell *cell, const struct self *self)
{
    if (self->side.does != WF_TOUCH_STORE)
        return NULL;
    if (is_same_store(access, cell, self))
        return &cell->store[NEWEST];
    for (unsigned i = 0; i < KEPT && self->value == cell->value; i++)
        if (!check(m, &cell->store[i], WF_TOUCH_STORE, self, false))
            return &cell->store[i];
    return NULL;
}

/* Lanes of one store that write different values to one word: the highest wins, but which one that is no shader may
 * count on. */
static inline void write_down(const struct wf_machine *m, const struct wf_access *access, struct cell *cell,
                              const struct self *self)
{
    const struct touch *beside = store_beside(m, access, cell, self);

    if (beside != NULL && self->value == cell->value)
        report_equal(m, beside, self);
    else if (beside != NULL)
        report_pair(m, beside, WF_TOUCH_STORE, self);
    update_cell(cell, self, beside != NULL);
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

static enum wf_touch_kind touch_kind(const struct wf_races *r, const struct wf_access *access, uint32_t pc)
{
    if (is_how(r, pc, WF_HOW_LOADS))
        return WF_TOUCH_LOAD;
    switch (access->kind) {
    case WF_ACCESS_LOAD: return WF_TOUCH_LOAD;
    case WF_ACCESS_STORE: return WF_TOUCH_STORE;
    case WF_ACCESS_ATOMIC: case WF_ACCESS_ATOMIC64: break;
    }
    return WF_TOUCH_ATOMIC;
}

/* All of the access but its lane and address. */
static struct self self_of(const struct wf_races *r, const struct wf_slot *slot, const struct wf_access *access,
                           bool is_lds)
{
    const struct wave *wave = &r->wave[slot->number];
    const struct group *group = &r->group[wave->group_number];
    struct self self = { .wave = slot->number, .group_number = wave->group_number, .together = wave->together,
                         .release = group->release,
                         .acquired = later(wave->acquired, group->acquired), .seen = later(wave->seen, group->seen),
                         .is_lds = is_lds };

    self.is_coherent = is_how(r, (uint16_t)slot->wave.pc, WF_HOW_COHERENT);
    self.side = (struct wf_race_side){ .does = touch_kind(r, access, slot->wave.pc), .pc = (uint16_t)slot->wave.pc,
                                       .wave = slot->index };
    memcpy(self.side.group, slot->group->id, sizeof self.side.group);
    self.touch = (struct touch){ .wave = self.wave, .when = r->now, .pc = self.side.pc };
    return self;
}

/* Of a word of one's own no other load is kept. */
static inline void note_own_load(struct cell *cell, const struct self *self)
{
    cell->load[NEWEST] = touch_of(self);
    if (!cell->loaded)
        cell->load[OTHER_LANE].when = cell->load[OTHER_WAVE].when = 0;
    cell->loaded = cell->load_last = true;
}

/* A load of the lane that made the newest one, nobody having written since: what was ordered before that one is
 * ordered before this.  But not a plain one after a coherent one, which atomics may meet. */
static inline bool is_again(const struct wf_races *r, const struct cell *cell, const struct self *self)
{
    const struct touch *load = &cell->load[NEWEST];

    return cell->load_last && load->wave == self->wave && load->lane == self->side.lane &&
           (self->is_coherent || !is_how(r, load->pc, WF_HOW_COHERENT));
}

/* The lane at hand, whose word it is. */
static inline void turn_to(struct self *self, const struct wf_access *access, const struct cell *cell, unsigned lane)
{
    self->side.lane = lane;
    if (self->side.does == WF_TOUCH_STORE)
        self->value = access->data[lane];
    self->meets_atomics |= self->is_coherent && cell != NULL && cell->atomics;
}

/* Hold one lane against what was before.  False when there is nothing left to write down. */
static bool check_lane(struct wf_machine *m, struct cell *cell, const struct self *self)
{
    if (cell == NULL) {
        m->races->report.incomplete = true;
        return false;
    }
    if (!is_own(cell, self)) {
        if (self->side.does != WF_TOUCH_LOAD || !is_again(m->races, cell, self))
            check_cell(m, cell, self, true);
        return true;
    }
    if (self->side.does != WF_TOUCH_LOAD)
        return true;
    note_own_load(cell, self);
    return false;
}

/* Every lane by itself, with reports. */
static void access_carefully(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access,
                             struct self *self, uint32_t first_word)
{
    struct cell *cell[WF_MAX_LANES];            /* NULL: nothing to write down */

    /* all before the first update: lanes of one instruction do not race here */
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = access->allowed.half[half]; left != 0; left &= left - 1) {
            const unsigned lane = 64 * half + (unsigned)__builtin_ctzll(left);
            const uint32_t word = first_word + access->offset[lane] / 4;
            cell[lane] = cell_of(m, slot, self->is_lds, word);
            turn_to(self, access, cell[lane], lane);
            self->address = 4 * word;
            if (!check_lane(m, cell[lane], self))
                cell[lane] = NULL;
        }
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = access->allowed.half[half]; left != 0; left &= left - 1) {
            const unsigned lane = 64 * half + (unsigned)__builtin_ctzll(left);
            turn_to(self, access, cell[lane], lane);
            self->address = 4 * (first_word + access->offset[lane] / 4);
            if (cell[lane] != NULL)
                write_down(m, access, cell[lane], self);
        }
}

static inline bool may_follow(const struct wf_machine *m, const struct cell *cell, const struct self *self)
{
    return cell != NULL && (is_own(cell, self) || check_cell(m, cell, self, false));
}

/* Accesses that race with nothing, in one go: `does` is a constant to the compiler.  All lanes are checked before
 * the first is written down, but for loads, which never race with each other.  False at the first that may race:
 * access_carefully then does it all, and writes again what was written. */
static inline bool access_quickly(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access,
                                  struct self *self, uint32_t first_word, enum wf_touch_kind does)
{
    struct cell *cells[WF_MAX_LANES];

    self->side.does = does;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = access->allowed.half[half]; left != 0; left &= left - 1) {
            const unsigned lane = 64 * half + (unsigned)__builtin_ctzll(left);
            struct cell *cell = cell_of(m, slot, self->is_lds, first_word + access->offset[lane] / 4);
            turn_to(self, access, cell, lane);
            if (does == WF_TOUCH_LOAD && cell != NULL && is_again(m->races, cell, self))
                cell->load[NEWEST] = touch_of(self);
            else if (!may_follow(m, cell, self))
                return false;
            else if (does == WF_TOUCH_LOAD)
                update_cell(cell, self, false);
            cells[lane] = cell;
        }
    for (unsigned half = 0; half < 2 && does != WF_TOUCH_LOAD; half++)
        for (uint64_t left = access->allowed.half[half]; left != 0; left &= left - 1) {
            const unsigned lane = 64 * half + (unsigned)__builtin_ctzll(left);
            turn_to(self, access, cells[lane], lane);
            self->address = 4 * (first_word + access->offset[lane] / 4);
            write_down(m, access, cells[lane], self);
        }
    return true;
}

static bool find_no_race(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access, struct self *self,
                         uint32_t first_word)
{
    switch (self->side.does) {
    case WF_TOUCH_LOAD: return access_quickly(m, slot, access, self, first_word, WF_TOUCH_LOAD);
    case WF_TOUCH_STORE: return access_quickly(m, slot, access, self, first_word, WF_TOUCH_STORE);
    case WF_TOUCH_ATOMIC: break;
    }
    return access_quickly(m, slot, access, self, first_word, WF_TOUCH_ATOMIC);
}

/* A 64-bit atomic touches two words. */
static void touch_words(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access, struct self *self,
                        uint32_t first_word)
{
    const unsigned words = access->kind == WF_ACCESS_ATOMIC64 ? 2 : 1;

    for (unsigned word = 0; word < words; word++)
        if (!find_no_race(m, slot, access, self, first_word + word))
            access_carefully(m, slot, access, self, first_word + word);
}

/* The notes would cost too much: no more of this group's accesses, for good.  What orders them is noted on, for they
 * may be ordered before accesses of others. */
static bool is_spared(struct wf_races *r, const struct wf_slot *slot, const struct wf_access *access)
{
    struct group *group = &r->group[r->wave[slot->number].group_number];
    const unsigned lanes = wf_mask_count(access->allowed);

    if (r->spare && r->accesses >= WF_RACES_ALL && (!group->is_sample || group->accesses >= WF_RACES_ALL)) {
        r->report.spared = true;
        return true;
    }
    r->accesses += lanes;
    group->accesses += r->spare ? lanes : 0;
    return false;
}

/* A number in a register may name any buffer. */
static bool may_be_written(const struct wf_races *r, const struct wf_insn *insn)
{
    bool any = r->written[insn->mod];

    for (unsigned i = 0; wf_op_is_table(insn->op) && i < WF_MAX_BUFFERS && !any; i++)
        any = r->written[i];
    return any;
}

/* Loads of helper lanes are none: Vulkan lets these lanes stop at any time, and what an atomic gave them, maybe the
 * index of this load, is undefined. */
void wf_races_access(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access, bool is_lds,
                     uint32_t first_word)
{
    struct wf_races *r = m->races;

    if (r == NULL || (!is_lds && !may_be_written(r, &m->decoded[slot->wave.pc].insn)) ||
        (!slot->watched && !wf_races_enroll(r, slot)))
        return;
    struct self self = self_of(r, slot, access, is_lds);
    struct wf_access watched = *access;
    if (access->kind == WF_ACCESS_LOAD)
        watched.allowed = wf_mask_without(watched.allowed, slot->wave.helper);
    if (is_spared(r, slot, &watched))
        self.meets_atomics = self.is_coherent;          /* who knows */
    else
        touch_words(m, slot, &watched, &self, first_word);
    note_order(r, slot->number, &self);
}
