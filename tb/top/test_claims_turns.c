/* SPDX-License-Identifier: Apache-2.0
 * test_claims_turns.c - two parts of a dispatch on one word at the same time, in every order of their atomic accesses with at most two changes of turn.
 *
 * c_model/model/top/claims.c is compiled here with its atomic accesses as points where the other part may go on, so the orders are the test's own, and two
 * that a thread hits once in a million are two like any other.  A part that waits for the other is stopped after some points.  What the two do, and one
 * access after them, must have an outcome that they have one after the other, by the table of tags (wf_claims_rules.h): a conflict or none, what memory
 * holds, what loads see.  Nothing that claims.c takes from the heap is lost.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "../common/wf_check.h"
#include "wf_claims_rules.h"

static void point(void);
static void *given(size_t count, size_t size);
static void *given_again(void *old, size_t size);
static void taken_back(void *block);

#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_weak
#define atomic_load(at) (point(), *(at))
#define atomic_load_explicit(at, order) (point(), *(at))
#define atomic_store(at, value) (point(), *(at) = (value))
#define atomic_store_explicit(at, value, order) (point(), *(at) = (value))
#define atomic_compare_exchange_strong(at, seen, to) ((point(), *(at) == *(seen)) ? ((void)(*(at) = (to)), true) : ((void)(*(seen) = *(at)), false))
#define atomic_compare_exchange_weak(at, seen, to) atomic_compare_exchange_strong(at, seen, to)
#define calloc given
#define realloc given_again
#define free taken_back
/* the library has these too */
#define wf_claims_fit turns_fit
#define wf_claims_new turns_new
#define wf_claims_free turns_free
#define wf_claims_begin turns_begin
#define wf_claims_conflict turns_conflict
#define wf_claims_undo turns_undo
#define wf_claims_stopped turns_stopped
#define wf_claims_access turns_access
#define wf_claims_end_turn turns_end_turn
#define wf_machine_take_part turns_take_part
#define wf_part_free turns_part_free
#include "../../c_model/model/top/claims.c"
#undef calloc
#undef realloc
#undef free

enum { PARTS = 3, STACK = 1 << 16, MOST_POINTS = 64, WAITS = 40, WORD = 5, WORDS = 16, INITIAL = 100 };
enum what { LOAD, STORE, ADD, XOR, WHATS };

struct step {
    unsigned part;
    enum what what;
};
/* What stands in memory, if there is no conflict, and what each of three steps loaded. */
struct outcome {
    bool conflict;
    uint32_t word, loaded[3];
};

static struct wf_machine machine[PARTS];
static struct wf_claims *claims;
static uint32_t memory[WORDS];
static long heap;                                       /* blocks that claims.c has and has not given back */
static unsigned parts;                                  /* of that, those that machines have */

static const uint32_t operand[PARTS] = {7, 12, 1000};     /* of each part */

/* ---- two parts, by turns ------------------------------------------------------------------------------------------ */

static ucontext_t back, turn[2];
static unsigned at_turn, points, change[2], waited;
static bool by_turns, is_over[2];
static struct step together[2];
static struct outcome seen;

static void go_on(unsigned other)
{
    const unsigned self = at_turn;

    at_turn = other;
    waited = 0;
    swapcontext(&turn[self], &turn[other]);
}

/* The next one may have its turn here. */
static void point(void)
{
    if (!by_turns)
        return;
    const unsigned now = points++;
    if (!is_over[!at_turn] && (now == change[0] || now == change[1] || ++waited > WAITS))
        go_on(!at_turn);
}

static void *given(size_t count, size_t size)
{
    heap++;
    return calloc(count, size);
}

static void *given_again(void *old, size_t size)
{
    heap += old == NULL;
    return realloc(old, size);
}

static void taken_back(void *block)
{
    heap -= block != NULL;
    free(block);
}

/* An access of the part's machine, and its turn ends; false: a conflict. */
static bool does(struct step s, uint32_t *loaded)
{
    static const uint32_t offset[WF_MAX_LANES] = {4 * WORD};
    struct wf_decoded code = {.insn = {.no_dst = true}, .unit = WF_UNIT_MEM};
    struct wf_access access = {.kind = s.what == LOAD ? WF_ACCESS_LOAD : s.what == STORE ? WF_ACCESS_STORE : WF_ACCESS_ATOMIC,
                               .atom = s.what == ADD ? WF_ATOM_ADD : WF_ATOM_XOR, .size = 4, .asked = wf_mask_first(1), .allowed = wf_mask_first(1),
                               .offset = offset, .data = &operand[s.part]};

    code.insn.op = s.what == LOAD ? WF_OP_GLD : s.what == STORE ? WF_OP_GST : WF_OP_GATOM;
    const bool mine = wf_claims_access(&machine[s.part], &code, &access, 0);
    if (mine && s.what == LOAD)
        *loaded = memory[WORD];
    if (mine && s.what == STORE)
        memory[WORD] = operand[s.part];
    wf_claims_end_turn(&machine[s.part]);
    return !claims->conflict;
}

static void one_of_two(void)
{
    const unsigned self = at_turn;

    does(together[self], &seen.loaded[self]);
    is_over[self] = true;
    if (!is_over[!self]) {
        at_turn = !self;
        setcontext(&turn[!self]);
    }
}

static void both(unsigned first)
{
    static char stack[2][STACK];

    is_over[0] = is_over[1] = false;
    points = waited = 0;
    at_turn = first;
    for (unsigned i = 0; i < 2; i++) {
        getcontext(&turn[i]);
        turn[i].uc_stack.ss_sp = stack[i];
        turn[i].uc_stack.ss_size = STACK;
        turn[i].uc_link = &back;
        makecontext(&turn[i], one_of_two, 0);
    }
    by_turns = true;
    swapcontext(&back, &turn[first]);
    by_turns = false;
}

/* ---- one after the other ------------------------------------------------------------------------------------------ */

static void one_step(struct tag *word_tag, struct outcome *o, struct step s, unsigned at)
{
    static const char does_what[WHATS] = {'r', 'w', 'w', 'w'};
    static const int kind[WHATS] = {NO_KIND, NO_KIND, ADDS, XORS};
    const uint32_t data = operand[s.part];

    if (o->conflict || !touch(word_tag, s.part, does_what[s.what], kind[s.what])) {
        o->conflict = true;
        return;
    }
    if (s.what == LOAD)
        o->loaded[at] = o->word;
    o->word = s.what == STORE ? data : s.what == ADD ? o->word + data : s.what == XOR ? o->word ^ data : o->word;
}

static struct outcome in_order(const struct step *before, unsigned count, unsigned first, struct step after)
{
    struct tag word_tag = {FRESH, 0, NO_KIND};
    struct outcome o = {false, INITIAL, {0}};

    for (unsigned i = 0; i < count; i++)
        one_step(&word_tag, &o, before[i], 2);
    o.loaded[2] = 0;
    one_step(&word_tag, &o, together[first], first);
    one_step(&word_tag, &o, together[!first], !first);
    one_step(&word_tag, &o, after, 2);
    return o.conflict ? (struct outcome){true, INITIAL, {0}} : o;
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return a->conflict == b->conflict && a->word == b->word && !memcmp(a->loaded, b->loaded, sizeof a->loaded);
}

/* ---- a case -------------------------------------------------------------------------------------------------------- */

struct history {
    unsigned count;
    struct step step[2];
    bool is_new;                                        /* no dispatch touched the page */
};

/* What really happens, with these turns.  False: it stopped before its end. */
static void play(const struct history *h, unsigned first, struct step after)
{
    uint32_t ignored = 0;
    bool good = true;

    if (h->is_new) {
        wf_claims_free(claims);
        CHECK_EQ(heap, parts);
        claims = wf_claims_new(memory, WORDS);
    }
    memory[WORD] = INITIAL;
    seen = (struct outcome){false, 0, {0}};
    if (!claims || !wf_claims_begin(claims, PARTS))
        exit(check_end("claims_turns"));
    for (unsigned n = 0; n < PARTS; n++)
        CHECK(wf_machine_take_part(&machine[n], claims, n, 1, n, 1));
    parts = PARTS;
    for (unsigned i = 0; i < h->count && good; i++)
        good = does(h->step[i], &ignored);
    if (good)
        both(first);
    good = good && !claims->conflict && does(after, &seen.loaded[2]);
    if (!good) {
        wf_claims_undo(claims);
        memset(seen.loaded, 0, sizeof seen.loaded);
    }
    seen.conflict = !good;
    seen.word = memory[WORD];
}

static void try_case(const struct history *h, struct step after)
{
    const struct outcome may[2] = {in_order(h->step, h->count, 0, after), in_order(h->step, h->count, 1, after)};
    static const char *const name[WHATS] = {"load", "store", "add", "xor"};

    for (unsigned first = 0; first < 2; first++)
        for (unsigned most = MOST_POINTS, a = 0; a < most; a++)
            for (unsigned b = a; b < most; b++) {
                change[0] = a;
                change[1] = b;
                play(h, first, after);
                most = points;
                const bool right = same(&seen, &may[0]) || same(&seen, &may[1]);
                CHECK(right);
                if (!right && checks_failed < 20)
                    printf("  after %u accesses: part %u begins, changes at %u and %u; 0: %s, 1: %s; then %u: %s; conflict %d, word %u, loads %u %u %u\n", h->count,
                           first, a, b, name[together[0].what], name[together[1].what], after.part, name[after.what], seen.conflict, seen.word,
                           seen.loaded[0], seen.loaded[1], seen.loaded[2]);
            }
}

int main(void)
{
    static const struct history history[] = {
        {0, {{0, LOAD}}, true}, {0, {{0, LOAD}}, false}, {1, {{0, LOAD}}, false}, {1, {{2, LOAD}}, false}, {2, {{0, LOAD}, {1, LOAD}}, false},
        {1, {{1, STORE}}, false}, {1, {{2, ADD}}, false},
    };
    static struct wf_decoded code = {.insn = {.op = WF_OP_GST}, .unit = WF_UNIT_MEM};

    for (unsigned n = 0; n < PARTS; n++) {
        machine[n].memory = memory;
        machine[n].memory_words = WORDS;
        machine[n].decoded = &code;
        machine[n].count = 1;
        machine[n].buffer[0].size = sizeof memory;
    }
    claims = wf_claims_new(memory, WORDS);
    for (unsigned i = 0; i < sizeof history / sizeof *history; i++)
        for (unsigned k = 0; k < WHATS * WHATS * WHATS * PARTS; k++) {
            together[0] = (struct step){0, k % WHATS};
            together[1] = (struct step){1, k / WHATS % WHATS};
            try_case(&history[i], (struct step){k / (WHATS * WHATS) % PARTS, k / (WHATS * WHATS * PARTS)});
        }
    for (unsigned n = 0; n < PARTS; n++) {
        wf_part_free(machine[n].part);
        machine[n].part = NULL;
    }
    wf_claims_free(claims);
    CHECK_EQ(heap, 0);
    return check_end("claims_turns");
}
