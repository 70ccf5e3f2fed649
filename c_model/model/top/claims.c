/* SPDX-License-Identifier: Apache-2.0
 * claims.c - tags of words: which part of a dispatch reads and writes them (wavefold/claims.h).
 *
 * Tags of one dispatch are numbers above those of all before it, so nothing is cleared between dispatches.
 */
#include "claims.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 14, PAGE = 1 << PAGE_BITS };         /* words; most dispatches touch few pages */

typedef _Atomic uint32_t tag;

/* A changed word, and what it held before. */
struct note {
    uint32_t word, old;
};
struct notes {
    struct note *note;
    size_t count, room;
};

/* Tags count from `base`: part n reads (2n) or reads and writes (2n + 1) the word; then those of many parts.  BUSY: a
 * part is about to change the tag and writes down what the word holds. */
enum { MANY_READ, BUSY, FIRST_KIND };
struct wf_claims {
    uint32_t *memory;
    size_t memory_words, pages;
    _Atomic(tag *) *page;               /* [pages], NULL until touched */
    uint32_t base, many, end;           /* tags of the dispatch at hand */
    unsigned parts;
    struct notes *notes;                /* [parts] */
    atomic_bool conflict;
};

/* Atomics of this part on a word that other parts change by such atomics too, not performed yet: nobody may read the word
 * before the dispatch ends.  Else two threads would pass its line to and fro. */
enum { GATHERED = 1024 };
struct gathered {
    uint32_t word, value;               /* of one that is there: an operand that does what all of them do */
    uint8_t atom;
    bool is_there;
};

/* What a machine knows of its part. */
struct wf_part {
    struct wf_claims *claims;
    struct notes *notes;
    uint32_t reads, writes;             /* its own tags */
    bool shared[WF_MAX_BUFFERS];        /* buffers that overlap one that the dispatch may write */
    unsigned private_buffer;
    bool has_gathered;
    struct gathered gathered[GATHERED]; /* by the low bits of the word */
};

bool wf_claims_fit(const uint64_t *code, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct wf_insn insn = wf_insn_decode(code[i]);
        if (wf_insn_is_clock(&insn))
            return false;
    }
    return true;
}

/* ---- the tags of a memory ---------------------------------------------------------------------------------------- */

struct wf_claims *wf_claims_new(uint32_t *memory, size_t memory_words)
{
    struct wf_claims *c = calloc(1, sizeof *c);

    if (c == NULL)
        return NULL;
    c->memory = memory;
    c->memory_words = memory_words;
    c->pages = memory_words / PAGE + 1;
    c->page = calloc(c->pages, sizeof *c->page);
    c->end = 1;                         /* 0 is the tag of a word that was never touched */
    if (c->page == NULL) {
        free(c);
        return NULL;
    }
    return c;
}

static void free_notes(struct wf_claims *c)
{
    for (unsigned i = 0; i < c->parts; i++)
        free(c->notes[i].note);
    free(c->notes);
    c->notes = NULL;
    c->parts = 0;
}

void wf_claims_free(struct wf_claims *c)
{
    if (c == NULL)
        return;
    free_notes(c);
    for (size_t i = 0; i < c->pages; i++)
        free(atomic_load_explicit(&c->page[i], memory_order_relaxed));
    free(c->page);
    free(c);
}

static bool make_notes(struct wf_claims *c, unsigned parts)
{
    for (unsigned i = 0; i < c->parts; i++)
        c->notes[i].count = 0;
    if (parts <= c->parts)
        return true;
    struct notes *notes = realloc(c->notes, parts * sizeof *notes);
    if (notes == NULL)
        return false;
    memset(notes + c->parts, 0, (parts - c->parts) * sizeof *notes);
    c->notes = notes;
    c->parts = parts;
    return true;
}

bool wf_claims_begin(struct wf_claims *c, unsigned parts)
{
    const uint32_t tags = 2 * parts + FIRST_KIND + WF_ATOM_COUNT;

    if (!make_notes(c, parts))
        return false;
    if (c->end > UINT32_MAX - tags) {
        for (size_t i = 0; i < c->pages; i++) {
            free(atomic_load_explicit(&c->page[i], memory_order_relaxed));
            atomic_store_explicit(&c->page[i], NULL, memory_order_relaxed);
        }
        c->end = 1;
    }
    c->base = c->end;
    c->many = c->base + 2 * parts;
    c->end = c->base + tags;
    atomic_store(&c->conflict, false);
    return true;
}

bool wf_claims_conflict(const struct wf_claims *c)
{
    return atomic_load(&c->conflict);
}

void wf_claims_undo(struct wf_claims *c)
{
    for (unsigned i = 0; i < c->parts; i++) {
        const struct notes *notes = &c->notes[i];
        for (size_t n = 0; n < notes->count; n++)
            c->memory[notes->note[n].word] = notes->note[n].old;
    }
}

/* The page of a word, made now if need be.  NULL when out of memory. */
static tag *page_of(struct wf_claims *c, uint32_t word)
{
    _Atomic(tag *) *at = &c->page[word >> PAGE_BITS];
    tag *page = atomic_load_explicit(at, memory_order_acquire), *made;

    if (page != NULL || (made = calloc(PAGE, sizeof *made)) == NULL)
        return page;
    if (atomic_compare_exchange_strong(at, &page, made))
        return made;
    free(made);                         /* another part was faster */
    return page;
}

/* ---- a part ------------------------------------------------------------------------------------------------------ */

static bool overlap(const struct wf_buffer *a, const struct wf_buffer *b)
{
    return (uint64_t)a->base < (uint64_t)b->base + b->size && (uint64_t)b->base < (uint64_t)a->base + a->size;
}

/* Memory that no instruction writes needs no claims. */
static void find_shared(const struct wf_machine *m, struct wf_part *part)
{
    memset(part->shared, 0, sizeof part->shared);
    for (size_t i = 0; i < m->count; i++) {
        const struct wf_insn *insn = &m->decoded[i].insn;
        const bool is_table = wf_op_is_table(insn->op);         /* such a store may go to any buffer */
        if (m->decoded[i].unit != WF_UNIT_MEM || wf_op_is_load(insn->op) ||
            (!is_table && (insn->mod == part->private_buffer || part->shared[insn->mod])))
            continue;
        for (unsigned other = 0; other < WF_MAX_BUFFERS; other++)
            part->shared[other] |= is_table || other == insn->mod || overlap(&m->buffer[other], &m->buffer[insn->mod]);
    }
    part->shared[part->private_buffer] = false;
}

bool wf_machine_take_part(struct wf_machine *m, struct wf_claims *c, unsigned number, unsigned private_buffer,
                          uint64_t first, uint64_t count)
{
    if (m->part == NULL) {
        if ((m->part = calloc(1, sizeof *m->part)) == NULL)
            return false;
        m->part->private_buffer = private_buffer;
        find_shared(m, m->part);
    }
    m->part->claims = c;
    m->part->notes = &c->notes[number];
    m->part->reads = c->base + 2 * number;
    m->part->writes = m->part->reads + 1;
    m->finished.below = first;
    m->groups = first + count;
    m->clock = 0;
    m->fault.count = 0;
    return true;
}

void wf_part_free(struct wf_part *part)
{
    free(part);
}

bool wf_claims_stopped(const struct wf_machine *m)
{
    return m->part != NULL && atomic_load_explicit(&m->part->claims->conflict, memory_order_relaxed);
}

/* ---- claims ------------------------------------------------------------------------------------------------------ */

/* Which atomics leave one value in whatever order they come; WF_ATOM_COUNT: this one does not, or has a result. */
static unsigned kind_of(const struct wf_decoded *code, const struct wf_access *access)
{
    if (access->kind != WF_ACCESS_ATOMIC || !code->insn.no_dst)
        return WF_ATOM_COUNT;
    switch ((enum wf_atom)access->atom) {
    case WF_ATOM_ADD: case WF_ATOM_SUB: return WF_ATOM_ADD;
    case WF_ATOM_AND: case WF_ATOM_OR: case WF_ATOM_XOR: case WF_ATOM_MINS: case WF_ATOM_MAXS: case WF_ATOM_MINU:
    case WF_ATOM_MAXU: return access->atom;
    case WF_ATOM_XCHG: case WF_ATOM_CAS: case WF_ATOM_FADD: case WF_ATOM_FMIN: case WF_ATOM_FMAX:
    case WF_ATOM_COUNT: break;
    }
    return WF_ATOM_COUNT;
}

static bool write_note(struct wf_part *part, uint32_t word)
{
    struct notes *n = part->notes;

    if (n->count == n->room) {
        const size_t room = n->room != 0 ? 2 * n->room : 256;
        struct note *larger = realloc(n->note, room * sizeof *larger);
        if (larger == NULL)
            return false;
        n->note = larger;
        n->room = room;
    }
    n->note[n->count++] = (struct note){ word, part->claims->memory[word] };
    return true;
}

/* Change the tag from `seen` to `to` for a first write, with what the word held before. */
static bool begin_writing(struct wf_part *part, tag *at, uint32_t *seen, uint32_t to, uint32_t word)
{
    if (!atomic_compare_exchange_strong(at, seen, part->claims->many + BUSY))
        return false;
    const bool noted = write_note(part, word);
    atomic_store_explicit(at, to, memory_order_release);
    if (!noted)
        atomic_store(&part->claims->conflict, true);
    return true;
}

/* The tag lets the part read the word. */
static bool may_read(const struct wf_part *part, uint32_t seen)
{
    return seen == part->reads || seen == part->writes || seen == part->claims->many + MANY_READ;
}

static bool claim_to_read(const struct wf_part *part, tag *at)
{
    const struct wf_claims *c = part->claims;
    uint32_t seen = atomic_load_explicit(at, memory_order_acquire);

    while (!may_read(part, seen)) {
        const bool is_fresh = seen < c->base, is_read = !is_fresh && seen < c->many && (seen - c->base) % 2 == 0;
        if (seen == c->many + BUSY)
            seen = atomic_load_explicit(at, memory_order_acquire);
        else if (!is_fresh && !is_read)
            return false;
        else if (atomic_compare_exchange_strong(at, &seen, is_fresh ? part->reads : c->many + MANY_READ))
            break;
    }
    return true;
}

/* To write, or for an atomic of a kind that others may perform too; WF_ATOM_COUNT: they may not.  *is_own: only this
 * part does. */
static bool claim_to_write(struct wf_part *part, tag *at, unsigned kind, uint32_t word, bool *is_own)
{
    const struct wf_claims *c = part->claims;
    const uint32_t together = c->many + FIRST_KIND + kind;
    uint32_t seen = atomic_load_explicit(at, memory_order_acquire);

    for (;;) {
        *is_own = seen == part->writes;
        if (*is_own || (kind < WF_ATOM_COUNT && seen == together))
            return true;
        if (seen == c->many + BUSY)
            seen = atomic_load_explicit(at, memory_order_acquire);
        else if (seen >= c->base && seen != part->reads)
            return false;
        else if (begin_writing(part, at, &seen, kind < WF_ATOM_COUNT && seen < c->base ? together : part->writes, word))
            seen = atomic_load_explicit(at, memory_order_relaxed);
    }
}

static bool claim(struct wf_part *part, const struct wf_access *access, unsigned kind, uint32_t word, bool *is_own)
{
    tag *page = page_of(part->claims, word);

    if (page == NULL)
        return false;
    tag *at = &page[word & (PAGE - 1)];
    return access->kind == WF_ACCESS_LOAD ? claim_to_read(part, at) : claim_to_write(part, at, kind, word, is_own);
}

/* While others may change the word too. */
static void change_together(uint32_t *word, uint8_t atom, uint32_t data)
{
    _Atomic uint32_t *at = (_Atomic uint32_t *)word;
    uint32_t old = atomic_load_explicit(at, memory_order_relaxed);

    while (!atomic_compare_exchange_weak(at, &old, wf_atom_apply(atom, old, data, 0))) {
    }
}

static void perform(const struct wf_part *part, struct gathered *g)
{
    change_together(&part->claims->memory[g->word], g->atom, g->value);
    g->is_there = false;
}

/* True: one of the word is there, and this one is in it. */
static bool join(struct wf_part *part, uint32_t word, unsigned kind, uint32_t data)
{
    struct gathered *g = &part->gathered[word % GATHERED];

    if (!g->is_there || g->word != word || g->atom != kind)
        return false;
    g->value = wf_atom_apply(g->atom, g->value, data, 0);
    return true;
}

/* A subtraction is an addition here. */
static uint32_t operand_of(const struct wf_access *access, unsigned lane)
{
    return access->atom == WF_ATOM_SUB ? 0 - access->data[lane] : access->data[lane];
}

static void gather(struct wf_part *part, uint32_t word, unsigned kind, uint32_t data)
{
    struct gathered *g = &part->gathered[word % GATHERED];

    if (g->is_there)
        perform(part, g);
    *g = (struct gathered){ word, data, (uint8_t)kind, true };
    part->has_gathered = true;
}

void wf_claims_end_turn(struct wf_machine *m)
{
    struct wf_part *part = m->part;

    if (part == NULL || !part->has_gathered)
        return;
    for (unsigned i = 0; i < GATHERED; i++)
        if (part->gathered[i].is_there)
            perform(part, &part->gathered[i]);
    part->has_gathered = false;
}

bool wf_claims_access(struct wf_machine *m, const struct wf_decoded *code, const struct wf_access *access,
                      uint32_t first_word)
{
    struct wf_part *part = m->part;
    struct wf_mask left = access->allowed;

    if (part == NULL || (!part->shared[code->insn.mod] && !wf_op_is_table(code->insn.op)))
        return true;
    const unsigned kind = kind_of(code, access);
    for (unsigned lane; wf_mask_take(&left, &lane);) {
        const uint32_t word = first_word + access->offset[lane] / 4;
        const uint32_t data = kind < WF_ATOM_COUNT ? operand_of(access, lane) : 0;
        if (kind < WF_ATOM_COUNT && join(part, word, kind, data))
            continue;
        bool is_own = true, is_right = claim(part, access, kind, word, &is_own);
        if (access->kind == WF_ACCESS_ATOMIC64)
            is_right = is_right && claim(part, access, kind, word + 1, &is_own);
        if (!is_right || wf_claims_stopped(m)) {
            atomic_store(&part->claims->conflict, true);
            return false;
        }
        if (kind < WF_ATOM_COUNT && is_own)
            m->memory[word] = wf_atom_apply((uint8_t)kind, m->memory[word], data, 0);
        else if (kind < WF_ATOM_COUNT)
            gather(part, word, kind, data);
    }
    return kind == WF_ATOM_COUNT;
}
