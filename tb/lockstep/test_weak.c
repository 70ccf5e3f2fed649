/* SPDX-License-Identifier: Apache-2.0
 * test_weak.c - the checker on global memory behind caches: what docs/semantics.md lets a load see passes, the rest is told.
 *
 * Three waves run one program: A stores 7, C stores 9, B asks with no lane; all load, pass a fence, load, add 1 by an
 * atomic.  A script says what happens: a wave (A, B, C: on cores of their own; a, b, c: all on core 0), then q the
 * request of an instruction, p the shared memory performs it, a its answer (=N: the value), t its retirement, e its
 * arrival at the barrier, r the release of that.
 * In a second program A and B are a group on one core, C and D another: A stores 7, C stores 8; all load between a
 * fence of workgroup scope, one of device scope and a barrier.
 * In a third one each wave adds to two 64-bit words: h performs the low words alone, w with another high word, k as if
 * they were of 32 bits.
 * In a fourth one operands are a NaN or a number: n performs with another NaN, o with 2.0.
 */
#include "wf_script.h"

enum { FIRST = 7, INSTRUCTIONS = 15, INFLIGHT = 6, WAVES = 4, WORDS = 16 };

static const char kernel_text[] =
    "[numthreads(4,1,1)] [WaveSize(4)]\nbuffer Out[4]\ndispatch 3\ncode\n sv r0, gindex\n sv r9, gid.x\n"
    " shl r1, r0, 2\n add r7, r9, 7\n eq r8, r9, 1\n shl r8, r8, 20\n add r8, r8, r1\n"
    " store Out[r8], r7\n"              /* 7 */
    " load r3, Out[r1]\n"               /* 8 */
    " load r4, Out[r1]\n"               /* 9 */
    " memory_barrier\n"                 /* 10 */
    " load r5, Out[r1]\n"               /* 11 */
    " atomic.add r6, Out[r1], r0\n"     /* 12: 0 to 3 */
    " end\n";

#define PAIRS_TEXT(barrier) \
    "[numthreads(8,1,1)] [WaveSize(4)]\nbuffer Out[4]\ndispatch 2\ncode\n sv r0, lane\n sv r9, gid.x\n" \
    " sv r2, wave\n shl r1, r0, 2\n add r7, r9, 7\n shl r8, r2, 20\n add r8, r8, r1\n" \
    " store Out[r8], r7\n"              /* 7 */ \
    " load r3, Out[r1]\n"               /* 8 */ \
    " memory_barrier.group\n"           /* 9 */ \
    " load r4, Out[r1]\n"               /* 10 */ \
    " memory_barrier\n"                 /* 11 */ \
    " load r5, Out[r1]\n"               /* 12 */ \
    " " barrier "\n"                    /* 13 */ \
    " load r6, Out[r1]\n"               /* 14 */ \
    " end\n"

static const char pairs_text[] = PAIRS_TEXT("barrier"), device_text[] = PAIRS_TEXT("barrier.device");

static const char wide_text[] =
    "[numthreads(4,1,1)] [WaveSize(4)]\nbuffer Out[4]\ndispatch 3\ncode\n sv r0, lane\n sv r9, gid.x\n"
    " and r1, r0, 1\n shl r1, r1, 3\n add r8, r9, 7\n mov r9, 0\n mov r2, 0\n"
    " atomic64.add.high q4, Out[r1], q8\n"       /* 7: lanes 2 and 3 */
    " load r2, Out[r1]\n"               /* 8: the low words */
    " load r3, Out[r1+4]\n"             /* 9: the high words */
    " end\n";

static const char floats_text[] =
    "[numthreads(4,1,1)] [WaveSize(4)]\nbuffer Out[4]\ndispatch 1\ncode\n sv r0, lane\n shl r1, r0, 2\n mov r7, 0x7f800001\n mov r8, 1.0\n"
    " mov r9, 0\n mov r10, 0\n mov r11, 0\n"
    " atomic.fmax _, Out[r1], r7\n"       /* 7 */
    " atomic.fmin _, Out[r1], r7\n"       /* 8 */
    " atomic.fmax _, Out[r1], r8\n"       /* 9 */
    " atomic.fadd _, Out[r1], r7\n"       /* 10 */
    " end\n";

#define STORED_A "Aq7 At7 Ap7 Aa7 "
#define ASKED_B "Bq7 Bt7 Ba7 "
#define UP_TO_FENCE_B ASKED_B "Bq8 Bq9 Ba8=0 Ba9=0 Bt8 Bt9 "

struct play { const char *script, *report; };

static const struct play play[] = {
    {STORED_A ASKED_B "Bq8 Ba8=7", NULL},
    {STORED_A ASKED_B "Bq8 Ba8=0", NULL},                                       /* an old value: no fence yet */
    {STORED_A ASKED_B "Bq8 Ba8=9", "may not see"},                              /* never stored */
    {"Aq7 At7 " ASKED_B "Bq8 Ba8=7", "may not see"},                            /* not performed, and on another core */
    {"aq7 at7 bq7 bt7 ba7 bq8 ba8=7", NULL},                                    /* the same on one core: seen early */
    {"aq7 at7 bq7 bt7 ba7 bq8 bq9 ba8=7 ba9=0", "may not see"},
    {ASKED_B "Bq8 Aq7 Ap7 Ba8=7", NULL},                                        /* performed while the load was under way */
    {STORED_A ASKED_B "Bq8 Bq9 Ba8=7 Ba9=0", "may not see"},                    /* read-read coherence */
    {STORED_A ASKED_B "Bq8 Bq9 Ba8=0 Ba9=7", NULL},
    {STORED_A ASKED_B "Bq8 Bq9 Ba9=0 Ba8=7", "may not see"},                    /* answered in the other order */
    {ASKED_B "Bq8 Bq9 Ba9=0 " STORED_A "Ba8=7", "may not see"},                 /* the first store comes between the answers */
    {STORED_A ASKED_B "Bq8 Bq9 Ba9=7 Ba8=0", NULL},
    {"Aq7 At7 Aq8 Aa8=7", NULL},                                                /* its own store */
    {"Aq7 At7 Aq8 Aa8=0", "may not see"},
    {"Aq7 At7 Ap7 Aq8 Aa8=0", "may not see"},
    {"Cq7 Cp7 Aq7 At7 Ap7 Aq8 Aa8=9", "may not see"},                           /* overwritten by its own */
    {"Cq7 Cp7 Aq7 At7 Aq8 Aa8=9", "may not see"},
    {"Aq7 At7 Ap7 Cq7 Cp7 Aq8 Aa8=9", NULL},
    {"Aq7 At7 Ap7 Cq7 Cp7 Aq8 Aa8=7", NULL},
    {"Aq7 At7 Ap7 Cq7 Cp7 Aq8 Aq9 Aa8=9 Aa9=7", "may not see"},
    {UP_TO_FENCE_B STORED_A "Bt10 Bq11 Ba11=7", NULL},
    {UP_TO_FENCE_B STORED_A "Bt10 Bq11 Ba11=0", "may not see"},                 /* made visible before the fence */
    {UP_TO_FENCE_B "Bt10 " STORED_A "Bq11 Ba11=0", NULL},
    {UP_TO_FENCE_B STORED_A "Cq7 Cp7 Bt10 Bq11 Ba11=7", "may not see"},
    {UP_TO_FENCE_B STORED_A "Bt10 Cq7 Cp7 Bq11 Ba11=7", NULL},
    {"Aq7 At7 Aq8 Aq9 Aa8=7 Aa9=7 At8 At9 At10", "passed a fence"},
    {"Aq7 At7 Ap7 Aq8 Aq9 Aa8=7 Aa9=7 At8 At9 At10 Aa7", NULL},
    {"Aq7 Aa7", "before the shared memory took"},
    {"Aq7 At7 Aq8 At8", "before its answer"},
    {"Aq7 Ap7 Ap7", "no request of the core writes"},
    {"Aq7 Bp7", "no request of the core writes"},
    {"Ba7", "nobody asked"},
    {STORED_A "Aa7", "nobody asked"},
    {STORED_A "Aq8 Aa8=7 At8 Aq9 Aa9=7 At9 At10 Aq11 Aq12 Aa11=7 Ap12 Aa12 At12", NULL},
    {STORED_A "Aq8 Aa8=7 At8 Aq9 Aa9=7 At9 At10 Aq11 Aq12 Aa12", "before the shared memory took"},
    {STORED_A "Aq8 Aa8=7 At8 Aq9 Aa9=7 At9 At10 Aq11 Aq12 Ap12 Aa11+0", "may not see"},     /* 7 to 10 stand there, but it is a later one's doing */
    {STORED_A ASKED_B "Bq8 Bq9 Ba8=7 Ba9=7 Bt8 Bt9 Bt10 Aq8 Aa8=7 At8 Aq9 Aa9=7 At9 At10 Aq11 Aa11=7 Aq12 Bq11 Ap12 Ba11+0", NULL},
    {STORED_A ASKED_B "Bq8 Bq9 Ba8=7 Ba9=7 Bt8 Bt9 Bt10 Aq8 Aa8=7 At8 Aq9 Aa9=7 At9 At10 Aq11 Aa11=7 Aq12 Bq11 Ba11+0", "may not see"},
};

#define PASSED_A STORED_A "Aq8 Aa8=7 At8 At9 Aq10 Aa10=7 At10 "
#define LOADED_B ASKED_B "Bq8 Ba8=0 Bt8 "
#define ARRIVED_B LOADED_B "Bt9 Bq10 Ba10=0 Bt10 Bt11 Bq12 Ba12=0 Bt12 Bt13 Be13 "
#define ARRIVED_A PASSED_A "At11 Aq12 Aa12=7 At12 At13 Ae13 "

static const struct play pairs[] = {
    {LOADED_B "Aq7 At7 Ap7 Bt9 Bq10 Ba10=7", NULL},
    {LOADED_B "Aq7 At7 Ap7 Bt9 Bq10 Ba10=0", "may not see"},                    /* of its group, performed before the fence */
    {LOADED_B "Bt9 Aq7 At7 Ap7 Bq10 Ba10=0", NULL},                             /* ... after it */
    {LOADED_B "Bt9 Aq7 At7 Ap7 Bq10 Ba10=0 Bt10 Bt11 Bq12 Ba12=0", "may not see"},
    {LOADED_B "Cq7 Ct7 Cp7 Bt9 Bq10 Ba10=0", NULL},                             /* of another group: what a workgroup fence does not promise */
    {LOADED_B "Cq7 Ct7 Cp7 Bt9 Bq10 Ba10=8", NULL},
    {LOADED_B "Cq7 Ct7 Cp7 Bt9 Bq10 Ba10=0 Bt10 Bt11 Bq12 Ba12=0", "may not see"},      /* ... and one of device scope does */
    {LOADED_B PASSED_A "Cq7 Ct7 Cp7 Bt9 Bq10 Ba10=7", NULL},
    {LOADED_B PASSED_A "Cq7 Ct7 Cp7 At11 Bt9 Bq10 Ba10=7", "may not see"},      /* a wave of the group acquired it before */
    {LOADED_B PASSED_A "Cq7 Ct7 Cp7 At11 Bt9 Bq10 Ba10=8", NULL},
    {LOADED_B PASSED_A "At11 Cq7 Ct7 Cp7 Bt9 Bq10 Ba10=7", NULL},
    {LOADED_B "Cq7 Ct7 Cp7 Cq8 Ca8=8 Ca7 Ct8 Ct9 Cq10 Ca10=8 Ct10 Ct11 Bt9 Bq10 Ba10=0", NULL},     /* a wave of another group did */
    {"Aq7 At7 Aq8 Aa8=7 At8 At9", "passed a fence"},
    {ARRIVED_B ARRIVED_A "Br13 Bq14 Ba14=7", NULL},
    {ARRIVED_B ARRIVED_A "Br13 Bq14 Ba14=0", "may not see"},
    {ARRIVED_B ARRIVED_A "Cq7 Ct7 Cp7 Br13 Bq14 Ba14=7", NULL},
    {ARRIVED_B PASSED_A "Cq7 Ct7 Cp7 At11 Aq12 Aa12=8 At12 At13 Ae13 Br13 Bq14 Ba14=7", "may not see"},
};
static const struct play pairs_device[] = {
    {ARRIVED_B ARRIVED_A "Cq7 Ct7 Cp7 Br13 Bq14 Ba14=8", NULL},
    {ARRIVED_B ARRIVED_A "Cq7 Ct7 Cp7 Br13 Bq14 Ba14=7", "may not see"},
    {ARRIVED_B ARRIVED_A "Br13 Cq7 Ct7 Cp7 Bq14 Ba14=7", NULL},
};

static const struct play wide[] = {
    {"Aq7 Ap7 Aa7=0 At7", NULL},
    {"Aq7 Aa7=0", "before the shared memory took"},
    {"Aq7 Ah7", "a part of a word"},
    {"Aq7 Aw7", "another 64-bit operand"},
    {"Aq7 Ak7", "another operation"},
    {"Aq7 Bp7", "no request of the core writes"},
    {"Aq7 Bq7 Bp7 Ap7 Aa7=8 At7 Ba7=0 Bt7", NULL},
    {"Aq7 Bq7 Bp7 Ap7 Aa7=0 At7", "result differs"},
    {"Aq7 Ap7 Aa7=0 At7 Aq8 Aa8=7 At8 Aq9 Aa9=0", NULL},
    {"Aq7 Ap7 Aa7=0 At7 Aq8 Aa8=0", "may not see"},
    {"Aq7 Ap7 Aa7=0 At7 Aq8 Aa8=7 At8 Aq9 Aa9=1", "may not see"},
    {"Aq7 Ap7 Ap7", "no request of the core writes"},
};

/* All NaN are one operand to a minimum or maximum of floats, and to nothing else. */
static const struct play floats[] = {
    {"Aq7 Ap7 Aq8 Ap8 Aq9 Ap9 Aq10 Ap10", NULL},
    {"Aq7 An7 Aq8 An8", NULL},
    {"Aq7 Ao7", "another operand"},
    {"Aq7 Ap7 Aq8 Ao8", "another operand"},
    {"Aq7 Ap7 Aq8 Ap8 Aq9 An9", "another operand"},
    {"Aq7 Ap7 Aq8 Ap8 Aq9 Ap9 Aq10 An10", "another operand"},
};

struct stage {
    const struct wf_kernel *kernel;
    unsigned waves, group_waves, instructions;  /* all; of a group; that are played */
    struct wf_shape shape;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *memory;
    struct wf_effect effect[WAVES][INSTRUCTIONS];
};

static const struct wf_device device = {.lanes = LANES, .waves = WAVES, .groups = WAVES, .regs = 16, .lds_words = 64, .imem_words = 64};

static unsigned kind_of(const struct wf_effect *e)
{
    const unsigned op = (unsigned)(e->word & 0xff);
    return op == WF_OP_GLD ? WF_REQUEST_LOAD : op == WF_OP_GST ? WF_REQUEST_STORE
           : op == WF_OP_GATOM64 ? WF_REQUEST_PAIRS : WF_REQUEST_ATOMIC;
}

static unsigned atom_of(const struct wf_effect *e)
{
    const struct wf_insn insn = wf_insn_decode(e->word);

    return wf_insn_atom(&insn);
}

/* Lanes 2 and 3 of the wave, two of the request for each. */
static void request_pairs(struct wf_lockstep *ls, uint64_t cycle, unsigned wave, unsigned core, unsigned pc, const struct wf_effect *e)
{
    const uint32_t mask = 15, address[4] = {e->address[2], e->address[2] + 4, e->address[3], e->address[3] + 4};
    const uint32_t data[4] = {e->data[2], e->data_high[2], e->data[3], e->data_high[3]};
    wf_lockstep_request(ls, cycle, &(struct wf_request_event){.global = true, .slot = wave, .kind = WF_REQUEST_PAIRS, .mask = &mask,
                                                              .address = address, .data = data, .compare = data, .core = core,
                                                              .tag = wave * INSTRUCTIONS + pc});
}

static void perform_pairs(struct wf_lockstep *ls, uint64_t cycle, unsigned core, const struct wf_effect *e, char how)
{
    uint32_t data[WORDS] = {0};
    for (unsigned i = 2; i < 4; i++) {
        data[e->address[i] / 4 % WORDS] = e->data[i];
        data[e->address[i] / 4 % WORDS + 1] = e->data_high[i] + (how == 'w');
    }
    const uint64_t bytes = how == 'h' ? 0x0f0f : 0xffff;
    wf_lockstep_line(ls, cycle, &(struct wf_line_event){.core = core, .kind = how == 'k' ? WF_REQUEST_ATOMIC : WF_REQUEST_PAIRS,
                                                        .line = e->address[0] / 64, .bytes = bytes, .data = data});
}

static void request(struct wf_lockstep *ls, uint64_t cycle, unsigned wave, unsigned core, unsigned pc, const struct wf_effect *e)
{
    const uint32_t mask = mask_of(e->access);
    if (kind_of(e) == WF_REQUEST_PAIRS) {
        request_pairs(ls, cycle, wave, core, pc, e);
        return;
    }
    wf_lockstep_request(ls, cycle, &(struct wf_request_event){.global = true, .slot = wave, .kind = kind_of(e), .atom = atom_of(e), .mask = &mask,
                                                              .address = e->address, .data = e->data, .compare = e->compare, .core = core, .tag = wave * INSTRUCTIONS + pc});
}

static void perform(struct wf_lockstep *ls, uint64_t cycle, unsigned core, const struct wf_effect *e, char how)
{
    uint32_t data[WORDS] = {0};
    uint64_t bytes = 0;
    for (unsigned i = 0; i < LANES; i++) {
        data[e->address[i] / 4 % WORDS] = how == 'n' ? 0xffffffff : how == 'o' ? 0x40000000 : e->data[i];
        bytes |= UINT64_C(15) << e->address[i] % 64;
    }
    wf_lockstep_line(ls, cycle, &(struct wf_line_event){.core = core, .kind = kind_of(e), .atom = atom_of(e), .line = e->address[0] / 64, .bytes = bytes, .data = data});
}

static void retire(struct wf_lockstep *ls, const struct stage *s, uint64_t cycle, unsigned wave, const struct wf_effect *e, const uint32_t *got)
{
    const uint32_t exec = mask_of(e->exec), write = mask_of(e->written);
    uint32_t data[4 * LANES] = {0};
    for (unsigned i = 0; i < LANES; i++)
        data[4 * i] = e->is_mem ? got[i] : e->value[0][i];      /* high words are 0 */
    wf_lockstep_retire(ls, cycle, &(struct wf_retire_event){.slot = wave, .group = {wave / s->group_waves}, .wave = wave % s->group_waves, .pc = e->pc, .word = e->word, .exec = &exec,
                                                            .write = &write, .dst = e->dst, .words = e->words, .data = data});
}

static struct wf_lockstep *set_out(const struct stage *s)
{
    const struct wf_lockstep_setup setup = {.device = &device, .desc = &s->kernel->desc, .shape = &s->shape, .code = s->kernel->code,
                                            .count = s->kernel->count, .buffers = s->buffers, .memory = s->memory, .memory_words = s->words,
                                            .inflight = INFLIGHT, .weak = true, .tags = WAVES * INSTRUCTIONS};
    static const uint32_t nothing[LANES];
    memset(s->memory, 0, s->words * sizeof *s->memory);
    struct wf_lockstep *ls = wf_lockstep_new(&setup);
    if (!ls)
        abort();
    for (unsigned w = 0; w < s->waves; w++)
        wf_lockstep_launch(ls, 0, &(struct wf_launch_event){.slot = w, .group = {w / s->group_waves}, .wave = w % s->group_waves, .count = s->group_waves,
                                                            .wave_size = LANES, .live = LANES, .regs = 16, .reg_base = 16 * w});
    for (unsigned w = 0; w < s->waves; w++)
        for (unsigned i = 0; i < FIRST; i++)
            retire(ls, s, 1, w, &s->effect[w][i], nothing);
    return ls;
}

struct answers { uint32_t of[WAVES][INSTRUCTIONS][LANES]; };

/* One step of a script; the values of an answer stay in `answers`, for the retirement.  +N: the lane is added. */
static void step(struct wf_lockstep *ls, const struct stage *s, uint64_t cycle, const char *word, struct answers *answers)
{
    const bool together = *word >= 'a';
    const unsigned wave = (unsigned)(*word - (together ? 'a' : 'A')), core = together ? 0 : wave / s->group_waves;
    const uint32_t group = ((1u << s->group_waves) - 1) << wave / s->group_waves * s->group_waves;
    char *end;
    const unsigned pc = (unsigned)strtoul(word + 2, &end, 10);
    const struct wf_effect *e = &s->effect[wave][pc];
    uint32_t *got = answers->of[wave][pc];
    const uint32_t value = *end == '=' ? (uint32_t)strtoul(end + 1, NULL, 10) : 7;
    if (word[1] == 'q') {
        request(ls, cycle, wave, core, pc, e);
    } else if (strchr("phwk", word[1]) && kind_of(e) == WF_REQUEST_PAIRS) {
        perform_pairs(ls, cycle, core, e, word[1]);
    } else if (strchr("pno", word[1])) {
        perform(ls, cycle, core, e, word[1]);
    } else if (word[1] == 'a') {
        for (unsigned i = 0; i < LANES; i++)
            got[i] = value + (*end == '+' ? i : 0);
        wf_lockstep_returned(ls, cycle, &(struct wf_return_event){.tag = wave * INSTRUCTIONS + pc, .data = got});
    } else if (word[1] == 'e') {
        wf_lockstep_arrive(ls, cycle, wave);
    } else if (word[1] == 'r') {
        wf_lockstep_release(ls, cycle, &group);
    } else {
        retire(ls, s, cycle, wave, e, got);
    }
}

static bool run(const struct stage *s, const char *script, const char *report)
{
    struct wf_lockstep *ls = set_out(s);
    struct answers answers = {{{{0}}}};
    uint64_t cycle = 2;
    const char *p = script;
    for (; *p && !wf_lockstep_difference(ls); p += strcspn(p, " "), p += strspn(p, " "), cycle++)
        step(ls, s, cycle, p, &answers);
    return verdict("weak", script, ls, report, !report || !*p);         /* the last step is the wrong one */
}

/* What each instruction of each wave does, where memory holds nothing. */
static void record(struct stage *s)
{
    struct wf_machine *m = wf_machine_new(&device, &s->kernel->desc, &s->shape, s->kernel->code, s->kernel->count, s->buffers, s->memory, s->words);
    for (unsigned w = 0; w < s->waves; w++) {
        const uint32_t group[3] = {w / s->group_waves, 0, 0};
        if (!m || !wf_machine_launch(m, w, group, w % s->group_waves))
            abort();
    }
    for (unsigned i = 0; i < s->instructions; i++) {
        for (unsigned w = 0; w < s->waves; w++)
            if (!wf_machine_step(m, w, &s->effect[w][i]) || s->effect[w][i].pc != i)
                abort();
        for (unsigned w = 0; w < s->waves; w++)
            if (wf_machine_waiting(m, w) && wf_machine_barrier_ready(m, w))
                wf_machine_barrier_release(m, w);
    }
    wf_machine_free(m);
}

static bool run_all(const char *text, unsigned waves, unsigned group_waves, unsigned instructions, size_t length,
                    const struct play *plays, size_t count)
{
    struct stage s = {.waves = waves, .group_waves = group_waves, .instructions = instructions};
    struct wf_kernel *kernel = kernel_of(text, &device, length, &s.shape);
    s.kernel = kernel;
    s.words = wf_kernel_place(kernel, s.buffers);
    s.memory = calloc(s.words, sizeof *s.memory);
    if (!s.memory)
        abort();
    record(&s);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good = run(&s, plays[i].script, plays[i].report) && good;
    free(s.memory);
    wf_kernel_free(kernel);
    return good;
}

int main(void)
{
#define COUNT(plays) (sizeof (plays) / sizeof (plays)[0])
    const bool alone = run_all(kernel_text, 3, 1, 14, 14, play, COUNT(play));
    const bool group = run_all(pairs_text, 4, 2, 15, 16, pairs, COUNT(pairs));
    const bool apart = run_all(device_text, 4, 2, 15, 16, pairs_device, COUNT(pairs_device));
    const bool words = run_all(wide_text, 3, 1, 10, 11, wide, COUNT(wide));
    const bool nans = run_all(floats_text, 1, 1, 11, 12, floats, COUNT(floats));
    return nans && alone && group && apart && words ? 0 : 1;
}
