/* SPDX-License-Identifier: Apache-2.0
 * test_several.c - the checker on several dispatches in flight, and on two cores: what docs/semantics.md allows passes, the rest is told.
 *
 * A script of events, D a dispatch by its id, G a group, S a slot (0 and 1 are the first core's, 2 and 3 the second's), W a wave:
 *   bD descriptor accepted   lDGSW launched   tS the slot's next instruction retired   xS `end` retired in its place   eS ended
 *   hD its priority is high   gDG group done   cD cancelled   aDE answered, ending E   iD the dispatch that the next retirement names   +N cycles later
 *   wN, vN N cycles in which the bench withholds launches of the first core, of the second
 */
#include "wf_script.h"

enum { DISPATCHES = 4, SLOTS = 4, NOPS = 40 };

/* 0: groups of a wave.  1: the same, and waits.  2: ends after 100 cycles.  3: groups of two waves. */
static const char *const head[DISPATCHES] = {"[numthreads(4,1,1)]", "[numthreads(4,1,1)] [wait]", "[numthreads(4,1,1)] [limit(100)]", "[numthreads(8,1,1)]"};

#define ALL_OF(d, g, s) "l" d g s "0 t" s " t" s " t" s " t" s " e" s " g" d g " "
static const struct { const char *script, *report; } play[] = {
    {"b0 " ALL_OF("0", "0", "0") ALL_OF("0", "1", "2") "a00", NULL},
    {"b0 b1 " ALL_OF("0", "0", "0") ALL_OF("0", "1", "1") ALL_OF("1", "0", "0") ALL_OF("1", "1", "3") "a00 a10", NULL},       /* before its answer */
    {"b0 b1 l0000 l1010", "begins before one is over that it waits for"},
    {"b0 b1 " ALL_OF("0", "0", "0") "l1010", "begins before one is over that it waits for"},
    {"b1 b0 l0000 l1010", NULL},                                                  /* who came later is not waited for */
    {"b0 b2 l0000 l2010 t0 t1 t0 t1", NULL},
    {"b0 b0", "whose id is in flight"},
    {"b0 l2000", "no dispatch with this id is in flight"},
    {"b0 b2 l0000 i2 t0", "dispatch, group or wave index is not the one launched"},
    {"b0 b2 l0000 l2010 t0 t1 t0 t1 t0 t1 t0 e0 g20", "not all its waves have ended"},            /* groups have the same numbers */
    {"b0 b2 a00", "not every wave of the grid was launched"},
    {"b0 b2 l0000 a00", "while a wave is resident"},
    {"b0 b2 l2000 a00", "not every wave"},
    {"b0 b2 a10", "not in flight"},
    {"b0 l0000 x0", "word differs"},
    {"b0 l0000 c0 x0 e0 g00 a01", NULL},
    {"b0 l0000 t0 c0 t0 x0 e0 g00 a01", NULL},                                    /* what was fetched before runs */
    {"b0 b2 l0000 l2010 c0 x1", "word differs"},                                  /* that one was not cancelled */
    {"b0 l0000 c0 x0 e0 g00 a00", "how the dispatch ended differs"},
    {"b0 " ALL_OF("0", "0", "0") ALL_OF("0", "1", "0") "a01", "how the dispatch ended differs"},
    {"b0 " ALL_OF("0", "0", "0") ALL_OF("0", "1", "0") "c0 a01", NULL},
    {"b0 l0000 c0 +65 l0110", "begins that was cancelled"},
    {"b0 l0000 c0 +60 l0110", NULL},                                              /* it was on offer */
    {"b0 l0000 c0 w99 +58 l0110", NULL},                                          /* the bench withheld it */
    {"b0 l0000 c0 w99 +65 l0110", "begins that was cancelled"},
    {"b0 l0000 w99 c0 +65 l0110", "begins that was cancelled"},                   /* not after the cancel */
    {"b0 l0000 c0 v99 +58 l0110", "begins that was cancelled"},                   /* another core */
    {"b0 l0000 c0 a01", "while a wave is resident"},
    {"b2 l2000 +90 x0", "word differs"},
    {"b2 l2000 +100 x0 e0 g20 a22", NULL},
    {"b2 l2000 +100 x0 e0 g20 a21", "how the dispatch ended differs"},
    {"b2 " ALL_OF("2", "0", "0") ALL_OF("2", "1", "0") "a22", "how the dispatch ended differs"},
    {"b2 l2000 +100 t0 t0 t0 t0 e0 g20 " ALL_OF("2", "1", "0") "a20", NULL},      /* the hardware may be late */
    {"b0 l0000 c0 +100 l0110", "begins that was cancelled"},
    {"b3 l3000 l3011 l3130 l3020", "was launched before"},
    {"b3 l3000 l3021", "on another core than its group"},
    {"b3 l3020 l3001", "on another core than its group"},
    {"b3 l3020 l3031 l3100 l3111", NULL},
    {"b3 l3000 b0 l0010", "no free slots for all its waves"},
    {"b3 l3000 b0 l0020", NULL},                                                  /* there is room on the other core */
};

struct stage {
    struct wf_kernel *kernel[DISPATCHES];
    struct wf_desc desc[DISPATCHES];
    struct wf_shape shape[DISPATCHES];
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    uint32_t memory[64];
    unsigned number[DISPATCHES];        /* 0: not told */
};

static const struct wf_device device = {.lanes = LANES, .waves = 2, .groups = 2, .regs = 16, .lds_words = 64, .imem_words = 64, .cores = 2};

/* Each wave of its own: where it is. */
struct wave {
    unsigned id, group, wave, pc;
};

static struct wf_lockstep_setup setup_of(struct stage *s, unsigned id)
{
    return (struct wf_lockstep_setup){.device = &device, .desc = &s->desc[id], .shape = &s->shape[id], .code = s->kernel[id]->code,
                                      .number = s->number[id], .count = s->kernel[id]->count, .buffers = s->buffers, .memory = s->memory,
                                      .memory_words = sizeof s->memory / sizeof s->memory[0], .inflight = 2};
}

static void begin(struct stage *s, struct wf_lockstep **ls, uint64_t cycle, unsigned id)
{
    const struct wf_lockstep_setup setup = setup_of(s, id);
    if (*ls)
        wf_lockstep_begin(*ls, cycle, &setup);
    else if (!(*ls = wf_lockstep_new(&setup)))
        abort();
}

static void launch(const struct stage *s, struct wf_lockstep *ls, uint64_t cycle, struct wave *wave, unsigned slot)
{
    wf_lockstep_launch(ls, cycle, &(struct wf_launch_event){
        .slot = slot, .id = wave->id, .group = {wave->group, 0, 0}, .wave = wave->wave, .count = s->shape[wave->id].waves, .wave_size = LANES,
        .live = LANES, .reg_base = 16 * (slot % 2), .regs = 16});
}

static void retire(const struct stage *s, struct wf_lockstep *ls, uint64_t cycle, const struct wave *wave, unsigned slot, bool cut, unsigned named)
{
    static const uint32_t exec = (1u << LANES) - 1, none, data[4 * LANES];
    wf_lockstep_retire(ls, cycle, &(struct wf_retire_event){
        .slot = slot, .id = named, .group = {wave->group, 0, 0}, .wave = wave->wave, .pc = wave->pc,
        .word = cut ? WF_OP_END : s->kernel[wave->id]->code[wave->pc], .exec = &exec, .write = &none, .data = data});
}

static unsigned digit(const char *p, unsigned at)
{
    return (unsigned)(p[at] - '0') % 10;
}

/* What happens, an event a cycle; gives the cycle behind it. */
static uint64_t perform(struct stage *s, const char *script, struct wf_lockstep **begun)
{
    struct wf_lockstep *ls = NULL;
    struct wave wave[SLOTS] = {{0}};
    uint64_t cycle = 0;
    int named = -1;
    for (unsigned id = 0; id < DISPATCHES; id++)
        s->desc[id].high = false;
    for (const char *p = script; *p && !(ls && wf_lockstep_difference(ls)); p += strcspn(p, " "), p += strspn(p, " "), cycle++) {
        const unsigned n = digit(p, 1), slot = *p == 'l' ? digit(p, 3) : n;
        struct wave *w = &wave[slot % SLOTS];
        switch (*p) {
        case 'h': s->desc[n].high = true; break;
        case 'b': begin(s, &ls, cycle, n); *begun = ls; break;
        case 'l': *w = (struct wave){.id = n, .group = digit(p, 2), .wave = digit(p, 4)}; launch(s, ls, cycle, w, slot); break;
        case 't':
        case 'x': retire(s, ls, cycle, w, slot, *p == 'x', named < 0 ? w->id : (unsigned)named); w->pc++; break;
        case 'e': wf_lockstep_end(ls, cycle, slot); break;
        case 'g': wf_lockstep_group_done(ls, cycle, n, (const uint32_t[3]){digit(p, 2), 0, 0}); break;
        case 'w':
        case 'v':
            for (unsigned long left = strtoul(p + 1, NULL, 10); left; left--, cycle++)
                wf_lockstep_hold_launch(ls, *p == 'v');
            break;
        case 'c': wf_lockstep_cancel(ls, cycle, n); break;
        case 'a': wf_lockstep_answer(ls, cycle, &(struct wf_answer_event){.id = n, .ending = (enum wf_ending)digit(p, 2)}); break;
        case 'i': named = (int)n; break;
        case '+': cycle += strtoul(p + 1, NULL, 10); break;
        default: abort();
        }
    }
    return cycle;
}

static bool run(struct stage *s, const char *script, const char *report)
{
    struct wf_lockstep *ls = NULL;
    perform(s, script, &ls);
    return verdict("several", script, ls, report, true);
}

static char explained[4000];

static void note(void *user, const char *line)
{
    (void)user;
    strncat(explained, line, sizeof explained - strlen(explained) - 2);
    strcat(explained, "\n");
}

/* Who waits for what, of dispatches that are 5, 6, 7 and 8 of their file. */
static bool explains(struct stage *s)
{
    static const struct { const char *script, *text; } told[] = {
        {"b0 b1 l0000 t0",
         "  dispatch 5 (id 0): accepted in cycle 0, 1 of 2 groups begun, 0 done; its next group waits for registers or for LDS\n"
         "  dispatch 6 (id 1): accepted in cycle 1, 0 of 2 groups begun, 0 done; it waits for dispatch 5\n"
         "  core 0 dispatch 5 group (0,0,0): 1 of 1 waves launched, 0 ended, none waits at a barrier\n"
         "  core 0 dispatch 5 slot   0  group (0,0,0) wave 0  pc 1  nop: is ready or in flight, for 1 cycle: thread (0,0,0) and 3 more\n"},
        {"b0 b2 b3 l0000 l2020 l0110",
         "  dispatch 5 (id 0): accepted in cycle 0, 2 of 2 groups begun, 0 done; it runs\n"
         "  dispatch 7 (id 2): accepted in cycle 1, 1 of 2 groups begun, 0 done; its next group waits for registers or for LDS\n"
         "  dispatch 8 (id 3): accepted in cycle 2, 0 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 7\n"
         "  core 0 dispatch 5 group (0,0,0): 1 of 1 waves launched, 0 ended, none waits at a barrier\n"
         "  core 1 dispatch 7 group (0,0,0): 1 of 1 waves launched, 0 ended, none waits at a barrier\n"
         "  core 0 dispatch 5 group (1,0,0): 1 of 1 waves launched, 0 ended, none waits at a barrier\n"},
        {"b0 " ALL_OF("0", "0", "0") ALL_OF("0", "1", "2"),
         "  dispatch 5 (id 0): accepted in cycle 0, 2 of 2 groups begun, 2 done; its answer has not come\n  no wave is resident\n"},
        {"b0 l0000 c0 b1", "  dispatch 5 (id 0): accepted in cycle 0, 1 of 2 groups begun, 0 done; it was cancelled in cycle 2\n"
                           "  dispatch 6 (id 1): accepted in cycle 3, 0 of 2 groups begun, 0 done; it waits for dispatch 5\n"},
        {"b2 b0 b1 l0000",
         "  dispatch 5 (id 0): accepted in cycle 1, 1 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 7\n"
         "  dispatch 6 (id 1): accepted in cycle 2, 0 of 2 groups begun, 0 done; it waits for dispatch 7\n"},
        {"b0 b3 l0000 l0120",
         "  dispatch 5 (id 0): accepted in cycle 0, 2 of 2 groups begun, 0 done; it runs\n"
         "  dispatch 8 (id 3): accepted in cycle 1, 0 of 2 groups begun, 0 done; no core has room for the 2 waves of its next group\n"},
        {"b0 b2 b3 c2",                 /* the nearest before it that is not over */
         "  dispatch 5 (id 0): accepted in cycle 0, 0 of 2 groups begun, 0 done; its next group waits for registers or for LDS\n"
         "  dispatch 7 (id 2): accepted in cycle 1, 0 of 2 groups begun, 0 done; it was cancelled in cycle 3\n"
         "  dispatch 8 (id 3): accepted in cycle 2, 0 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 5\n"},
        {"h2 b0 b2 b3 l0000",
         "  dispatch 5 (id 0): accepted in cycle 0, 1 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 7\n"
         "  dispatch 7 (id 2): accepted in cycle 2, 0 of 2 groups begun, 0 done; its next group waits for registers or for LDS\n"
         "  dispatch 8 (id 3): accepted in cycle 3, 0 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 7\n"},
        {"h1 b0 b1 b2",                 /* of high priority, but it may not start yet */
         "  dispatch 5 (id 0): accepted in cycle 0, 0 of 2 groups begun, 0 done; its next group waits for registers or for LDS\n"
         "  dispatch 6 (id 1): accepted in cycle 2, 0 of 2 groups begun, 0 done; it waits for dispatch 5\n"
         "  dispatch 7 (id 2): accepted in cycle 3, 0 of 2 groups begun, 0 done; its next group has no room, or waits behind those of dispatch 5\n"}};
    bool good = true;
    for (unsigned d = 0; d < DISPATCHES; d++)
        s->number[d] = 5 + d;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        struct wf_lockstep *ls = NULL;
        const uint64_t cycle = perform(s, told[i].script, &ls);
        explained[0] = '\0';
        wf_lockstep_explain(ls, cycle, note, NULL);
        const bool same = !strncmp(explained, told[i].text, strlen(told[i].text));
        printf("%s several, explained: %s\n", same ? "PASS" : "FAIL", told[i].script);
        if (!same)
            printf("  wanted: %s  told: %s", told[i].text, explained);
        wf_lockstep_free(ls);
        good = good && same;
    }
    good = run(s, "b0 b2 l2120 l2020 t2 t2 t2 t2 t2", "core 1 dispatch 7 group (1,0,0) wave 0 in slot 2") && good;
    good = run(s, "b0 b2 a20", "  dispatch     7\n") && good;
    memset(s->number, 0, sizeof s->number);
    return good;
}

/* Each dispatch has its part of what is counted, also when it is over. */
static bool counts(struct stage *s)
{
    struct wf_lockstep *ls = NULL;
    perform(s, "b0 b2 l0000 l2020 t0 t0 t2 t0 t0 e0 g00 " ALL_OF("0", "1", "1") "a00 t2", &ls);
    const struct wf_lockstep_stats *all = wf_lockstep_stats(ls), *first = wf_lockstep_dispatch_stats(ls, 0), *other = wf_lockstep_dispatch_stats(ls, 2);
    const bool good = !wf_lockstep_difference(ls) && all->instructions == 10 && first->instructions == 8 && other->instructions == 2 && all->waves == 3 &&
                      first->waves == 2 && other->waves == 1 && first->groups == 2 && other->groups == 1 && first->lane_instructions == 8 * LANES &&
                      wf_lockstep_core_instructions(ls, 0) == 8 && wf_lockstep_core_instructions(ls, 1) == 2 && first->unit_instructions[WF_UNIT_SYNC] == 2;
    printf("%s several: counts of each dispatch and each core\n", good ? "PASS" : "FAIL");
    wf_lockstep_free(ls);
    return good;
}

/* A wave that a cancel did not stop. */
static bool runs_on(struct stage *s)
{
    char script[8 * NOPS] = "b0 l0000 c0";
    for (unsigned i = 0; i < 20; i++)
        strcat(script, " t0");
    return run(s, script, "runs on");
}

int main(void)
{
    static struct stage s;
    bool good = true;
    for (unsigned d = 0; d < DISPATCHES; d++) {
        char text[256 + 8 * NOPS];
        snprintf(text, sizeof text, "%s [WaveSize(4)]\ndispatch 2\ncode\n nop\n nop\n nop\n end\n", head[d]);
        s.kernel[d] = kernel_of(text, &device, 0, &s.shape[d]);
        s.desc[d] = s.kernel[d]->desc;
        s.desc[d].id = (uint8_t)d;
    }
    for (size_t i = 0; i < sizeof play / sizeof play[0]; i++)
        good = run(&s, play[i].script, play[i].report) && good;
    good = explains(&s) && good;
    good = counts(&s) && good;
    wf_kernel_free(s.kernel[0]);
    char text[64 + 8 * NOPS] = "[numthreads(4,1,1)] [WaveSize(4)]\ndispatch 2\ncode\n";
    for (unsigned i = 0; i < NOPS; i++)
        strcat(text, " nop\n");
    strcat(text, " end\n");
    s.kernel[0] = kernel_of(text, &device, 0, &s.shape[0]);
    s.desc[0] = s.kernel[0]->desc;
    good = runs_on(&s) && good;
    for (unsigned d = 0; d < DISPATCHES; d++)
        wf_kernel_free(s.kernel[d]);
    return good ? 0 : 1;
}
