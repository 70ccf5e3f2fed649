/* SPDX-License-Identifier: Apache-2.0
 * test_rewrite.c - wave operations in place of atomics: the instructions, written down by hand; and that a kernel so rewritten leaves in memory
 * what it left before, for every operation in every place, while no instruction performs an atomic in two lanes.  test_rewrite [SEED]
 */
#include <stdlib.h>

#include "wavefold/advise.h"

#include "../asm/wfk.h"
#include "wf_program.h"

enum { MOST = 4096, SITES = 64 };

static struct wf_shape shape_of(const struct wf_kernel *k)
{
    struct wf_shape shape;

    CHECK_EQ(wf_dispatch_check(&k->desc, &wfk_device, &shape), WF_REJECT_NONE);
    return shape;
}

/* Rewrites all atomics that can be: those of one word, or any; how many. */
static size_t rewrite(struct wf_kernel *k, bool proven_only, size_t at[SITES])
{
    const struct wf_shape shape = shape_of(k);
    struct wf_atomic *atomic = NULL;
    const char *why = NULL;
    size_t count = 0, sites = 0;

    CHECK(wf_atomics_find(k, &shape, &atomic, &count));
    for (size_t i = 0; i < count && sites < SITES; i++)
        if ((atomic[i].one_word || !proven_only) && atomic[i].fold != WF_FOLD_NONE)
            at[sites++] = atomic[i].at;
    free(atomic);
    return wf_atomics_rewrite(k, &wfk_device, &shape, at, sites, &why) ? sites : 0;
}

/* ---- the instructions ----------------------------------------------------------------------------------------------------- */

/* The code behind the rewrite, between its lines of one blank each. */
static void becomes(const char *code, const char *wanted)
{
    char text[2048], got[2048] = "", line[160];
    size_t at[SITES], where;

    snprintf(text, sizeof text, "[numthreads(64,1,1)] [WaveSize(16)]\n[groupshared(256)]\nbuffer A[64]\ncode\n%s\nend\n", code);
    struct wf_kernel *k = wfk_good(text);
    if (!k)
        return;
    CHECK(rewrite(k, false, at) > 0);
    CHECK(!wf_code_check(k->code, k->count, wfk_device.regs, &where));
    CHECK_EQ(k->desc.code_words, k->count);
    CHECK(k->desc.uses_wave_ops);
    for (size_t i = 0; i + 1 < k->count; i++) {
        wf_kernel_disassemble_at(k, i, line, sizeof line);
        CHECK(!strncmp(line, wf_kernel_source(k, i), strlen(wf_kernel_source(k, i))));
        strcat(strcat(got, line), "\n");
    }
    CHECK(!strcmp(got, wanted));
    if (strcmp(got, wanted) != 0)
        printf("got:\n%swanted:\n%s", got, wanted);
    wf_kernel_free(k);
}

/* r0 to r3 are named (fields that are not used are 0, and a third operand may be a mask): temporaries from r4 on. */
static void instructions(void)
{
    becomes("mov r2, 1\nlds.add _, [r1+8], r2",
            "mov r2, 1\ncountlanes r4, 1\nisfirst r5\nif r5  // to 5, level 1\nlds.add _, [r1+8], r4\nendif  // to 6, level 1\n");
    becomes("sv r2, lane\natomic.sub r3, A[r1], r2",
            "sv r2, lane\nwadd.reduce r4, r2\nwadd.exclusive r6, r2\nisfirst r5\nif r5  // to 6, level 1\natomic.sub r3, A[r1], r4\n"
            "endif  // to 7, level 1\nreadfirst r3, r3\nsub r3, r3, r6\n");
    becomes("lds.max.u _, [r1], r2", "isfirst r5\nif r5  // to 3, level 1\nlds.max.u _, [r1], r2\nendif  // to 4, level 1\n");
    becomes("sv r2, lane\nlds.fadd r2, [r1], r2",
            "sv r2, lane\nwfadd.reduce r4, r2\nwfadd.exclusive r6, r2\nisfirst r5\nif r5  // to 6, level 1\nlds.fadd r2, [r1], r4\n"
            "endif  // to 7, level 1\nreadfirst r2, r2\nfadd r6, r2, r6\nsel r2, r5, r2, r6\n");
    /* inside and behind: levels, targets, the way back */
    becomes("if r0\nmov r2, 1\nlds.add _, [r1], r2\nelse\nlds.xor _, [r1], r2\nendif\nlds.sub r3, [r1], r2",
            "if r0  // to 7, level 1\nmov r2, 1\ncountlanes r4, 1\nisfirst r5\nif r5  // to 6, level 2\nlds.add _, [r1], r4\n"
            "endif  // to 7, level 2\n"
            "else  // to 13, level 1\nwxor.reduce r4, r2\nisfirst r5\nif r5  // to 12, level 2\nlds.xor _, [r1], r4\nendif  // to 13, level 2\n"
            "endif  // to 14, level 1\n"
            "wadd.reduce r4, r2\nwadd.exclusive r6, r2\nisfirst r5\nif r5  // to 19, level 1\nlds.sub r3, [r1], r4\nendif  // to 20, level 1\n"
            "readfirst r3, r3\nsub r3, r3, r6\n");
    becomes("loop\natomic.and _, A[r1], r1\nbreakif r2\nif r0\ncontinue\nendif\ncontinuing\natomic.or _, A[r1], r1\nendloop",
            "loop  // to 9, level 1\nisfirst r5\nif r5  // to 4, level 2\natomic.and _, A[r1], r1\nendif  // to 9, level 2\n"
            "breakif r2  // to 9, level 1\n"
            "if r0  // to 8, level 2\ncontinue  // to 8, level 1\nendif  // to 9, level 2\ncontinuing  // to 14, level 1\n"
            "isfirst r5\nif r5  // to 13, level 2\natomic.or _, A[r1], r1\nendif  // to 14, level 2\nendloop  // to 15, level 1, back to 1\n");
}

static void source_places(void)
{
    size_t at[SITES];
    struct wf_kernel *k = wfk_good("[numthreads(4,1,1)]\n[groupshared(4)]\nreg old = r3\ncode\n  mov r2, 1  // one\n\n lds.add old, [r1], r2\n"
                                   " mov old,   7\nend\n");

    k->desc.entry = 2;
    CHECK_EQ(rewrite(k, true, at), 1);
    CHECK_EQ(k->desc.entry, 9);
    CHECK_EQ(k->line[0], 5);
    for (unsigned i = 1; i <= 8; i++)
        CHECK_EQ(k->line[i], 7);
    CHECK_EQ(k->line[9], 8);
    CHECK_EQ(k->count, 11);
    CHECK(!strcmp(wf_kernel_source(k, 9), "mov old, 7"));
    wf_kernel_free(k);
}

/* ---- what cannot be ------------------------------------------------------------------------------------------------------- */

static void refused_at(const char *text, size_t at, const struct wf_device *device, const char *part)
{
    struct wf_kernel *k = wfk_good(text);
    const struct wf_shape shape = shape_of(k);
    const size_t count = k->count;
    const uint64_t *code = k->code;
    const bool uses = k->desc.uses_wave_ops;
    const char *why = NULL;

    CHECK(!wf_atomics_rewrite(k, device, &shape, &at, 1, &why));
    CHECK(why && strstr(why, part));
    if (!why || !strstr(why, part))
        printf("  got %s, wanted %s\n", why ? why : "nothing", part);
    CHECK(k->count == count && k->code == code && k->desc.uses_wave_ops == uses);  /* as it was */
    wf_kernel_free(k);
}

#define HEAD "[numthreads(4,1,1)]\n[groupshared(4)]\n"

static void refusals(void)
{
    static char text[16384];
    struct wf_device device = wfk_device;
    char *at = text;

    refused_at(HEAD "code\nnop\nlds.xchg _, [r1], r2\nend\n", 1, &device, "no operation of a wave");
    refused_at(HEAD "code\nnop\nlds.cas _, [r1], r2, r3\nend\n", 1, &device, "no operation of a wave");
    refused_at(HEAD "code\nnop\nlds.add _, [r1], r2\nend\n", 0, &device, "no atomic");
    refused_at(HEAD "code\nret\nlds.add _, [r1], r2\nend\n", 1, &device, "no atomic");
    refused_at(HEAD "code\ndemote\nlds.add r1, [r1], r2\nend\n", 1, &device, "helper lanes");
    refused_at("[shader(\"pixel\")]\nquads { 0,0,7 }\nbuffer A[4]\ncode\natomic.add r1, A[r1], r2\nend\n", 0, &device, "helper lanes");
    device.imem_words = 5;
    refused_at(HEAD "code\nlds.or _, [r1], r2\nsv r2, lane\nend\n", 0, &device, "instruction memory");
    device.imem_words = wfk_device.imem_words;
    device.regs = 16;                                                           /* of 16 registers two are left */
    refused_at(HEAD "code\nballot q8, r4\nadd r5, r6, r7\nadd r12, r12, r13\nlds.or _, [r1], r2\nend\n", 3, &device, "names all registers");
    device.regs = wfk_device.regs;
    at += sprintf(at, HEAD "code\n");
    for (unsigned i = 0; i < WF_MAX_LEVEL; i++)
        at += sprintf(at, "if r0\n");
    at += sprintf(at, "lds.add _, [r1], r2\n");
    for (unsigned i = 0; i < WF_MAX_LEVEL; i++)
        at += sprintf(at, "endif\n");
    sprintf(at, "end\n");
    refused_at(text, WF_MAX_LEVEL, &device, "nest as deep");
}

/* ---- what is left in memory ------------------------------------------------------------------------------------------------ */

struct watch {
    unsigned long atomics;
    unsigned most;                      /* lanes that asked in one */
};

static void look(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave, const struct wf_effect *effect)
{
    const uint8_t op = wf_insn_decode(effect->word).op;
    struct watch *w = user;
    unsigned lanes = 0;

    (void)m, (void)slot, (void)group, (void)wave;
    if (op != WF_OP_LDSATOM && op != WF_OP_GATOM)
        return;
    for (unsigned i = 0; i < wfk_device.lanes; i++)
        lanes += effect->asked[i];
    w->atomics++;
    w->most = lanes > w->most ? lanes : w->most;
}

/* The memory behind a run, to be freed. */
static uint32_t *outcome(const struct wf_kernel *k, size_t *words, struct watch *watch)
{
    const struct wf_shape shape = shape_of(k);
    struct wf_buffer buffers[WF_MAX_BUFFERS];

    *words = wf_kernel_place(k, buffers);
    uint32_t *memory = calloc(*words, sizeof *memory);
    wf_kernel_fill(k, buffers, memory, *words);
    struct wf_machine *m = wf_machine_new(&wfk_device, &k->desc, &shape, k->code, k->count, buffers, memory, *words);
    CHECK_EQ(wf_machine_run(m, 0, 0, NULL, look, watch), WF_RUN_DONE);
    CHECK_EQ(wf_machine_fault(m)->count, 0);
    wf_machine_free(m);
    return memory;
}

/* Sites that were rewritten; `alone`: all of them were, so no atomic has two lanes. */
static size_t same_outcome(const char *text, bool proven_only, bool alone)
{
    struct wf_kernel *plain = wfk_good(text), *other = wfk_good(text);
    struct watch before = {0, 0}, after = {0, 0};
    size_t at[SITES], words, other_words;

    if (!plain || !other)
        return 0;
    const size_t sites = rewrite(other, proven_only, at);
    uint32_t *memory = outcome(plain, &words, &before), *other_memory = outcome(other, &other_words, &after);
    const bool same = words == other_words && !memcmp(memory, other_memory, words * sizeof *memory);
    CHECK(same);
    CHECK(!alone || (after.most == 1 && before.most > 1 && sites > 0));
    if (!same)
        printf("memory differs:\n%s\n", text);
    free(memory);
    free(other_memory);
    wf_kernel_free(plain);
    wf_kernel_free(other);
    return sites;
}

/* One of the forms of an atomic on cell 0, and where its old value goes. */
enum { FORMS = 4 };

static char *put_form(char *at, bool lds, const char *operation, unsigned form)
{
    static const struct { const char *old; unsigned kept; } forms[FORMS] = {{"r3", 3}, {"r1", 1}, {"r2", 2}, {"_", 5}};

    return at + sprintf(at, "%s.%s %s, %s[r1], r2\nstore Out[r5+64], r%u\nmov r1, 0", lds ? "lds" : "atomic", operation, forms[form].old,
                        lds ? "" : "Cell", forms[form].kept);
}

/* The lanes' operands: 1, one of the wave, small numbers, and those on which floats go wrong. */
static const char *const operands[] = {"mov r2, 1", "sv r2, wave", "load r2, Data[r5]", "load r2, Special[r5]"};
/* Where the atomics stand, each an @. */
static const char *const places[] = {"@", "lt.u r6, r5, 20\nif r6\n@\nelse\nsv r7, lane\n@\nendif", "and r6, r5, 4\nif r6\n@\nendif\n@",
                                     "loop\n@\nadd r8, r8, 1\nge.u r6, r8, 3\nbreakif r6\ncontinuing\n@\nendloop"};

/* Each lane's own old value, and the word, on LDS and in a buffer.  f32 add in a buffer goes lane by lane: there whole numbers, which no order
 * rounds. */
static void one_kernel(bool lds, const char *operation, unsigned operand, const char *place, unsigned form)
{
    const bool whole = !lds && !strcmp(operation, "fadd");
    const unsigned second = whole ? 0 : operand == 3 ? 0x80000000 : 0x40400000, first = whole ? 0 : 0x80000000;
    char text[4096], *at = text;

    at += sprintf(at, "[numthreads(12,1,1)] [WaveSize(16)] [groupshared(8)]\nbuffer Data[12] = each hash(i) & 0xfff | 0x%x\n", second);
    at += sprintf(at, "buffer Special[12] = { 0x80000000, 0xffc12345, 0, -inf, 1.5, 0x7f812345, 0x80000001, -1.5, inf, 3.0, 0x80000000, "
                  "0xff800001 }\nbuffer Cell[2] = { 0x%x, 7 }\nbuffer Out[64]\n", first);
    at += sprintf(at, "code\nsv r5, lane\nshl r5, r5, 2\nload r9, Cell[r1]\nlds.store [r1], r9\n%s\n%s", operands[operand],
                  whole ? "and r2, r2, 15\nu2f r2, r2\n" : "");
    for (; *place; place++)
        if (*place == '@')
            at = put_form(at, lds, operation, form);
        else
            *at++ = *place;
    sprintf(at, "\nstore Out[r5], r3\nlds.load r4, [r1]\nstore Out[r5+128], r4\nend\n");
    same_outcome(text, false, true);
}

static void every_operation(void)
{
    static const char *const operation[] = {"add", "sub", "and", "or", "xor", "min.s", "max.s", "min.u", "max.u", "fmin", "fmax", "fadd"};

    for (unsigned o = 0; o < 12; o++)
        for (unsigned x = 0; x < 4; x++)
            for (unsigned p = 0; p < 4; p++)
                for (unsigned form = 0; form < FORMS; form++) {
                    one_kernel(true, operation[o], x, places[p], form);
                    one_kernel(false, operation[o], x, places[p], form);
                }
}

/* Lanes that became helpers have no part, and the first of the others performs the atomic. */
static void helpers(void)
{
    same_outcome("[numthreads(16,1,1)] [WaveSize(16)] [groupshared(8)]\nbuffer Out[16]\ncode\nsv r0, lane\nlt.u r1, r0, 3\nif r1\ndemote\nendif\n"
                 "mov r3, 0\nlds.add _, [r3], r0\nand r1, r0, 1\nif r1\ndemote\nendif\nlds.add _, [r3+4], r0\nshl r4, r0, 2\nlds.load r5, [r3]\n"
                 "lds.load r6, [r3+4]\nmad r5, r5, r6, r0\nstore Out[r4], r5\nend\n", true, true);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    size_t sites = 0;

    instructions();
    source_places();
    refusals();
    every_operation();
    helpers();
    for (uint64_t i = 0; i < 3000 && checks_failed < 5; i++) {
        char *text = program_make(seed * 100000 + i, 1);
        sites += same_outcome(text, true, false);
        free(text);
    }
    CHECK(sites > 3000);
    if (argc > 2)
        printf("%zu atomics of random programs rewritten\n", sites);
    return check_end("advise rewrite");
}
