/* SPDX-License-Identifier: Apache-2.0
 * test_uniform.c - what is proven of the addresses of atomics: programs whose answers are known by hand, and random ones in which every value
 * that is called the same in all lanes is looked at while the model runs.  test_uniform [SEED]
 */
#include <stdlib.h>

#include "wavefold/advise.h"

#include "../../c_model/advise/uniform.h"
#include "../asm/wfk.h"
#include "wf_program.h"

/* ---- by hand ------------------------------------------------------------------------------------------------------------- */

/* Of each atomic one letter: proven one word and folded by COUNT, ONCE, REDUCE or NONE; or, in small letters, not proven. */
static void answers(const char *head, const char *code, const char *wanted)
{
    static const char letters[] = "NCOR";
    char text[2048], got[32] = "";
    struct wf_shape shape;
    struct wf_atomic *atomic = NULL;
    size_t count = 0;

    snprintf(text, sizeof text, "%s\n[groupshared(256)]\nbuffer A[64]\nbuffer B[64]\ncode\n%s\nend\n", head, code);
    struct wf_kernel *k = wfk_good(text);
    if (!k)
        return;
    CHECK_EQ(wf_dispatch_check(&k->desc, &wfk_device, &shape), WF_REJECT_NONE);
    CHECK(wf_atomics_find(k, &shape, &atomic, &count));
    for (size_t i = 0; i < count && i < sizeof got - 1; i++)
        got[i] = (char)(letters[atomic[i].fold] | (atomic[i].one_word ? 0 : 0x20));
    CHECK(!strcmp(got, wanted));
    if (strcmp(got, wanted) != 0)
        printf("  got %s, wanted %s: %s\n%s\n", got, wanted, head, code);
    free(atomic);
    wf_kernel_free(k);
}

#define LINE "[numthreads(64,1,1)] [WaveSize(16)]"

static void values(void)
{
    answers(LINE, "lds.add _, [r1], r2", "R");                              /* registers begin as 0: one word */
    answers(LINE, "mov r2, 1\nlds.add _, [r1], r2", "C");
    answers(LINE, "mov r2, 3\nsub r2, r2, 2\nlds.sub _, [r1], r2", "C");    /* constants are followed */
    answers(LINE, "mov r2, 1\nlds.or _, [r1], r2\nlds.xor _, [r1], r2\nlds.xchg _, [r1], r2\nlds.cas _, [r1], r2, r2", "ORNN");
    answers(LINE, "sv r2, lane\nlds.max.s _, [r1], r2\nlds.fadd _, [r1], r2\nlds.fmin _, [r1], r2", "RRR");
    answers(LINE, "sv r1, lane\nlds.add _, [r1], r2\nlds.add _, [r1+4], r1", "rr");
    answers(LINE, "sv r1, gid.x\nshl r1, r1, 2\natomic.add _, A[r1+8], r1", "R");
    answers(LINE, "sv r1, slot\natomic.add _, A[r1], r1\nsize r1, A\natomic.min.u _, A[r1], r1", "RO");
    answers(LINE, "sv r1, helper\natomic.add _, A[r1], r1", "r");
    /* one time for all lanes; of lanes that leave a loop in different turns it is not */
    answers(LINE, "sv r1, clock.low\nsv r2, clock.high\natomic.min.u _, A[r1], r2", "O");
    answers(LINE, "sv r0, lane\nloop\nsv r1, clock.low\nbreakif r0\nendloop\natomic.add _, A[r1], r0", "r");
    /* loads: of one address one word; what an atomic gives is its lane's */
    answers(LINE, "load r1, A[r0]\natomic.add _, A[r1], r0\nlds.load r2, [r1]\natomic.add _, A[r2], r0", "RR");
    answers(LINE, "sv r0, lane\nload r1, A[r0]\natomic.add _, A[r1], r0\nlds.load r2, [r1]\natomic.add _, A[r2], r0", "rr");
    answers(LINE, "atomic.add r1, A[r0], r0\natomic.add _, A[r1], r0", "Rr");
    /* across the lanes */
    answers(LINE, "sv r0, lane\nreadfirst r1, r0\nlds.add _, [r1], r0\nreadlane r1, r0, 3\nlds.add _, [r1], r0\nreadlane r1, r0, r0\n"
            "lds.add _, [r1], r0", "RRr");
    answers(LINE, "sv r0, lane\nballot q4, r0\nlds.add _, [r5], r0\nmask.count r1, q4\nlds.add _, [r1], r0\nmask.below r1, q4\n"
            "lds.add _, [r1], r0", "RRr");
    answers(LINE, "sv r0, lane\nwadd.reduce r1, r0\nlds.add _, [r1], r0\nwadd.reduce.cluster4 r1, r0\nlds.add _, [r1], r0\nwadd.exclusive r1, r0\n"
            "lds.add _, [r1], r0",
            "Rrr");
    answers(LINE, "sv r0, lane\nballot q8, r0\nwadd.reduce.multi r1, r0, q8\nlds.add _, [r1], r0", "r");
    answers(LINE, "sv r11, lane\nmask.lsb r1, q8\nlds.add _, [r1], r0\nmov r11, 3\nmask.lsb r1, q8\nlds.add _, [r1], r0", "rR");
    answers(LINE, "shuffle.xor r1, r0, 1\nlds.add _, [r1], r0\nquad.x r1, r0\nlds.add _, [r1], r0\nisfirst r1\nlds.add _, [r1], r0", "rrr");
    answers(LINE, "match q4, r0\nlds.add _, [r4], r0\nmask.lsb r1, q4\nlds.add _, [r1], r0\nmask.bit r1, q8, r0\nlds.add _, [r1], r0", "rrR");
    answers(LINE, "sv r0, lane\nmask.bit r1, q8, r0\nlds.add _, [r1], r0\nmad r1, r2, r3, r4\nlds.add _, [r1], r0\nmad r1, r2, r3, r0\n"
            "lds.add _, [r1], r0", "rRr");
}

static void places(void)
{
    answers(LINE, "sv r1, tid.y\nlds.add _, [r1], r0\nsv r1, dtid.z\nlds.add _, [r1], r0\nsv r1, tid.x\nlds.add _, [r1], r0", "RRr");
    /* rows of 15: a wave of 16 holds two; of 16 in quads: two as well; numWaves: one row */
    answers("[numthreads(15,3,1)] [WaveSize(16)]", "sv r1, tid.y\nlds.add _, [r1], r0", "r");
    answers("[numthreads(16,4,1)] [WaveSize(16)]", "sv r1, tid.y\nlds.add _, [r1], r0", "r");
    answers("[numthreads(16,3,2)] [WaveSize(16)]", "sv r1, tid.y\nlds.add _, [r1], r0\nsv r1, dtid.y\nlds.add _, [r1], r0\nsv r1, gindex\n"
            "lds.add _, [r1], r0", "RRr");
    answers("[numthreads(8,2,1)] [WaveSize(16)]", "sv r1, tid.x\nlds.add _, [r1], r0\nsv r1, tid.y\nlds.add _, [r1], r0\nsv r1, tid.z\n"
            "lds.add _, [r1], r0", "rrR");             /* one wave in all */
    answers("[numthreads(1,1,1)]", "sv r1, gindex\nlds.add _, [r1], r0\nsv r1, dtid.x\nlds.add _, [r1], r0", "RR");
    answers("[numWaves(2)] [WaveSize(16)]", "sv r1, wave\nlds.add _, [r1], r0\nsv r1, lane\nlds.add _, [r1], r0", "Rr");
}

#define APART "sv r9, lane\nlt.u r9, r9, 3\n"

static void branches(void)
{
    answers(LINE, APART "if r9\nlds.add _, [r1], r2\nmov r1, 4\nlds.add _, [r1], r2\nendif\nlds.add _, [r1], r2", "RRr");
    answers(LINE, APART "if r9\nmov r1, 4\nelse\nmov r1, 4\nendif\nlds.add _, [r1], r2", "R");      /* one constant both ways */
    answers(LINE, APART "if r9\nmov r1, 4\nelse\nmov r1, 8\nendif\nlds.add _, [r1], r2", "r");
    answers(LINE, APART "if r9\nsv r1, wave\nelse\nsv r1, wave\nendif\nlds.add _, [r1], r2", "r");  /* not worth knowing */
    answers(LINE, APART "if r9\nmov r1, 4\nret\nendif\nlds.add _, [r1], r2", "R");                  /* the others did not write */
    answers(LINE, APART "if r9\nret\nelse\nmov r1, 4\nendif\nlds.add _, [r1], r2", "R");
    answers(LINE, "sv r9, wave\nif r9\nmov r1, 4\nelse\nmov r1, 8\nendif\nlds.add _, [r1], r2", "R"); /* all lanes go one way */
    answers(LINE, "sv r9, wave\nif r9\nmov r2, 1\nelse\nmov r2, 1\nendif\nlds.add _, [r1], r2", "C");
    answers(LINE, "sv r9, wave\nif r9\n" APART "if r9\nmov r1, 4\nendif\nlds.add _, [r1], r2\nendif\nlds.add _, [r1], r2", "rr");
    answers(LINE, APART "demote\nlds.add _, [r1], r2\nret\nlds.add _, [r9], r2", "R");              /* the last is never reached */
}

#define COUNT "ge.u r5, r4, 8\nbreakif r5\n"

static void loops(void)
{
    /* a counter that all lanes share, and one whose end differs */
    answers(LINE, "loop\n" COUNT "lds.add _, [r4], r2\nadd r4, r4, 1\nendloop\nlds.add _, [r4], r2", "RR");
    answers(LINE, "sv r6, lane\nloop\nge.u r5, r4, r6\nbreakif r5\nlds.add _, [r4], r2\nadd r4, r4, 1\nendloop\nlds.add _, [r4], r2\n"
            "lds.add _, [r7], r2", "RrR");
    answers(LINE, "sv r4, lane\nloop\n" COUNT "lds.add _, [r4], r2\nadd r4, r4, 1\nendloop\nlds.add _, [r4], r2", "rr");
    answers(LINE, "loop\n" COUNT "lds.add _, [r1], r2\nsv r1, lane\nadd r4, r4, 1\nendloop", "r");  /* the second round */
    answers(LINE, "mov r2, 1\nloop\n" COUNT "lds.add _, [r1], r2\nadd r2, r2, 1\nadd r4, r4, 1\nendloop", "R");
    /* lanes that continue one by one meet at the continuing, and have parted before it */
    answers(LINE, APART "loop\n" COUNT "add r4, r4, 1\nif r9\ncontinue\nendif\nmov r1, 8\nlds.add _, [r1], r2\ncontinuing\nlds.add _, [r1], r2\n"
            "lds.add _, [r7], r2\nendloop",
            "RrR");
    answers(LINE, APART "loop\nif r9\ncontinue\nendif\nadd r4, r4, 1\n" COUNT "endloop\nlds.add _, [r4], r2", "r");
    answers(LINE, APART "loop\n" COUNT "if r9\ncontinue\nendif\ncontinuing\nadd r4, r4, 1\nendloop\nlds.add _, [r4], r2", "R");
    answers(LINE, "sv r9, wave\nloop\nif r9\ncontinue\nendif\nmov r1, 8\ncontinuing\nadd r4, r4, 1\n" COUNT "endloop\nlds.add _, [r1], r2", "R");
    /* through two loops */
    answers(LINE, APART "loop\nloop\nadd r4, r4, 1\nbreakif r9, 2\n" COUNT "endloop\nlds.add _, [r4], r2\nbreak\nendloop\nlds.add _, [r4], r2", "Rr");
    answers(LINE, APART "loop\nloop\nadd r4, r4, 1\nbreakif r9\n" COUNT "endloop\nlds.add _, [r4], r2\n" COUNT "endloop\nlds.add _, [r4], r2", "rr");
    answers(LINE, APART "loop\nmov r4, 0\nloop\nif r9\ncontinue 2\nendif\nadd r4, r4, 1\n" COUNT "endloop\nlds.add _, [r4], r2\ncontinuing\n"
            "lds.add _, [r4], r2\nendloop", "Rr");
    answers(LINE, "loop\nloop\nadd r4, r4, 1\n" COUNT "break 2\nendloop\nendloop\nlds.add _, [r4], r2", "R");
    answers(LINE, APART "loop\nif r9\nret\nendif\nadd r4, r4, 1\n" COUNT "endloop\nlds.add _, [r4], r2", "R");
    answers(LINE, "loop\nlds.add _, [r1], r2\nendloop\nlds.add _, [r1], r2", "R");                  /* for ever */
}

/* ---- random programs ------------------------------------------------------------------------------------------------------ */

enum { MOST = 4096, STEPS = 20000, REGISTERS = PROGRAM_COUNTERS + PROGRAM_LOOPS };

/* What is claimed of each place. */
struct claims {
    struct wfu_state *state;            /* [MOST] */
};

static void claim(void *user, size_t at, const struct wf_insn *insn, const struct wfu_state *state)
{
    struct claims *c = user;

    (void)insn;
    if (at < MOST)
        c->state[at] = *state;
}

struct tally {
    unsigned long constant, uniform, varying;
};

/* The lanes that are about to run an instruction, against the claim. */
static bool holds(const struct wfu_state *claimed, uint32_t value[][WF_MAX_LANES], const struct wf_effect *e, unsigned lanes, struct tally *tally)
{
    bool any = false;

    for (unsigned lane = 0; lane < lanes; lane++)
        any |= e->exec[lane];
    if (!any)                           /* an endif that no lane comes to, say */
        return true;
    bool good = claimed->reached;
    for (unsigned r = 0; r < REGISTERS; r++) {
        bool same = true;
        unsigned first = lanes;
        for (unsigned lane = 0; lane < lanes; lane++) {
            if (!e->exec[lane])
                continue;
            first = first == lanes ? lane : first;
            same &= value[r][lane] == value[r][first];
        }
        tally->varying += claimed->reg[r].kind == WFU_VARYING && !same;
        tally->uniform += claimed->reg[r].kind == WFU_UNIFORM;
        tally->constant += claimed->reg[r].kind == WFU_CONSTANT;
        good &= claimed->reg[r].kind == WFU_VARYING || same;
        good &= claimed->reg[r].kind != WFU_CONSTANT || value[r][first] == claimed->reg[r].word;
    }
    return good;
}

static bool follow(const struct wf_kernel *k, const struct wf_shape *shape, const struct claims *claims, struct tally *tally)
{
    static uint32_t value[REGISTERS][WF_MAX_LANES];
    static struct wf_effect effect;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    const size_t words = wf_kernel_place(k, buffers);
    uint32_t *memory = calloc(words, sizeof *memory);
    const uint32_t group[3] = {0, 0, 0};
    bool good = true;

    wf_kernel_fill(k, buffers, memory, words);
    struct wf_machine *m = wf_machine_new(&wfk_device, &k->desc, shape, k->code, k->count, buffers, memory, words);
    for (unsigned wave = 0; wave < shape->waves; wave++)
        CHECK(wf_machine_launch(m, wave, group, wave));
    unsigned long steps = 0;
    for (unsigned wave = 0; good && steps < STEPS && !wf_machine_done(m); wave = (wave + 1) % shape->waves, steps++) {
        const unsigned pc = wf_machine_pc(m, wave);
        for (unsigned r = 0; r < REGISTERS; r++)
            for (unsigned lane = 0; lane < shape->wave_size; lane++)
                value[r][lane] = wf_machine_register(m, wave, lane, r);
        if (wf_machine_step(m, wave, &effect)) {
            good = holds(&claims->state[pc], value, &effect, shape->wave_size, tally);
            if (!good)
                printf("  a claim at instruction %u does not hold\n", pc);
        }
    }
    CHECK(wf_machine_done(m) || steps == STEPS || !good);
    wf_machine_free(m);
    free(memory);
    return good;
}

static void random_program(uint64_t seed, struct tally *tally)
{
    struct claims claims = {calloc(MOST, sizeof *claims.state)};
    struct wf_shape shape;

    char *text = program_make(seed, 2);
    struct wf_kernel *k = wfk_good(text);
    if (k && k->count <= MOST) {
        CHECK_EQ(wf_dispatch_check(&k->desc, &wfk_device, &shape), WF_REJECT_NONE);
        CHECK(wfu_walk(k, &shape, claim, &claims));
        const bool good = follow(k, &shape, &claims, tally);
        CHECK(good);
        if (!good)
            printf("seed %" PRIu64 ":\n%s\n", seed, text);
    }
    wf_kernel_free(k);
    free(claims.state);
    free(text);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    struct tally tally = {0};

    values();
    places();
    branches();
    loops();
    for (uint64_t i = 0; i < 3000 && checks_failed < 5; i++)
        random_program(seed * 100000 + i, &tally);
    /* the walk is of use: much of what could be proven is */
    CHECK(tally.uniform > 100000 && tally.constant > 100000 && tally.varying > 100000);
    if (argc > 2)
        printf("constant %lu, uniform %lu, varying and different %lu\n", tally.constant, tally.uniform, tally.varying);
    return check_end("advise uniform");
}
