/* SPDX-License-Identifier: Apache-2.0
 * test_claims.c - random accesses by parts of a dispatch, one after the other, against the table of tags in docs/model.md: which one is a conflict, what
 * memory holds without one, and that it holds what it held before when there was one.
 */
#include <stdlib.h>
#include <string.h>

#include "wavefold/claims.h"
#include "wavefold/kernel.h"

#include "../common/wf_check.h"
#include "wf_claims_rules.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WITHOUT_MEMORY             /* what the C library gives can be kept back */
#endif

enum { MOST = 6, PARTS = 5, ROUNDS = 3000, PLACES = 6, OUT = 40000, PRIVATE = 1, PAIR = 1, BASE = 24 };

static const struct {
    const char *text;           /* on Out[r1], with the operand r2; a result in r3 */
    char does;                  /* read, write, or both */
    int kind;
} operation[] = {
    {"load r3, Out[r1]", 'r', NO_KIND}, {"load r3, Alias[r1]", 'r', NO_KIND}, {"store Out[r1], r2", 'w', NO_KIND},
    {"atomic.add _, Out[r1], r2", 'w', ADDS}, {"atomic.sub _, Out[r1], r2", 'w', ADDS}, {"atomic.and _, Out[r1], r2", 'w', ANDS},
    {"atomic.or _, Out[r1], r2", 'w', ORS}, {"atomic.xor _, Out[r1], r2", 'w', XORS}, {"atomic.min.s _, Out[r1], r2", 'w', MINS},
    {"atomic.max.s _, Out[r1], r2", 'w', MAXS}, {"atomic.min.u _, Out[r1], r2", 'w', MINU}, {"atomic.max.u _, Out[r1], r2", 'w', MAXU},
    {"atomic.add r3, Out[r1], r2", 'b', NO_KIND}, {"atomic.xchg _, Out[r1], r2", 'w', NO_KIND}, {"atomic.xchg r3, Out[r1], r2", 'b', NO_KIND},
    {"atomic64.xchg.low _, Out[r1], q8", 'w', NO_KIND},         /* on the words of places 0 and 1 */
};
enum { OPERATIONS = sizeof operation / sizeof *operation, WIDE = OPERATIONS - 1 };
/* words: two that a part gathers at one place, some of other pages, the last */
static const uint32_t place[PLACES] = {2, 3, 3 + 1024, 16384 - BASE, 16383 - BASE, OUT - 1};

static const struct wf_device device = {.lanes = 4, .waves = 16, .groups = 8, .regs = 32, .lds_words = 64, .imem_words = 256};
static uint32_t memory[OUT + 4096], before[OUT + 4096];
static uint64_t seed = 0x3c6ef372fe94f82b;

struct step {
    unsigned part, place, count, op[2];         /* one operation or two */
    uint32_t operand;
};

static uint32_t draw(uint32_t below)
{
    return check_random(&seed) % below;
}

static uint32_t changed(unsigned op, uint32_t old, uint32_t data)
{
    const bool less = (old ^ 0x80000000) < (data ^ 0x80000000);

    switch (op) {
    case 2: case 13: case 14: case WIDE: return data;
    case 3: case 12: return old + data;
    case 4: return old - data;
    case 5: return old & data;
    case 6: return old | data;
    case 7: return old ^ data;
    case 8: return less ? old : data;
    case 9: return less ? data : old;
    case 10: return old < data ? old : data;
    case 11: return old < data ? data : old;
    default: return old;
    }
}

/* Group n does step n with its first lane, and writes down the result in a buffer that is the part's own. */
static struct wf_kernel *kernel_of(const struct step *step, unsigned count)
{
    char text[4000];
    int at = snprintf(text, sizeof text, "[numthreads(4,1,1)] [WaveSize(4)]\nbuffer Out[%u]\nbuffer Results[64]\nbuffer Alias[%u]\nbuffer In[4]\ndispatch %u\ncode\n"
                      "sv r4, gid.x\nisfirst r6\nif r6\nmov r7, 0\nload r8, In[r7]\n", OUT, OUT, count);

    for (unsigned n = 0; n < count; n++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "eq r5, r4, %u\nif r5\nmov r1, %u\nmov r2, 0x%x\n", n, (unsigned)(4 * place[step[n].place]),
                       (unsigned)step[n].operand);
        for (unsigned k = 0; k < step[n].count; k++)
            at += snprintf(text + at, sizeof text - (size_t)at, "mov r8, r2\nmov r9, r2\n%s\n", operation[step[n].op[k]].text);
        at += snprintf(text + at, sizeof text - (size_t)at, "mov r1, %u\nstore Results[r1], r3\nendif\n", 4 * n);
    }
    snprintf(text + at, sizeof text - (size_t)at, "endif\nend\n");
    struct wf_kernel *kernel = wf_kernel_parse(text, strlen(text), &device, 0, NULL, NULL);
    CHECK(kernel != NULL);
    if (!kernel)
        puts(text);
    return kernel;
}

static void run(struct wf_claims *claims, unsigned parts)
{
    struct step step[MOST];
    const unsigned count = 1 + draw(MOST);
    struct tag tag[PLACES] = {{FRESH, 0, 0}};
    uint32_t word[PLACES], result[MOST] = {0};
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    struct wf_shape shape;
    bool good = true;

    for (unsigned n = 0; n < count; n++) {
        const unsigned op = draw(3) && n ? step[n - 1].op[0] : draw(OPERATIONS);
        step[n] = (struct step){draw(parts), draw(2) ? draw(PLACES) : PAIR, 1 + (draw(3) == 0), {op, draw(2) ? op : draw(OPERATIONS)}, draw(2) ? draw(9) : check_random(&seed)};
        if (step[n].op[0] == WIDE || (step[n].count == 2 && step[n].op[1] == WIDE))
            step[n].place = 0;
    }
    struct wf_kernel *kernel = kernel_of(step, count);
    if (!kernel)
        exit(check_end("claims"));
    wf_kernel_place(kernel, buffers);
    buffers[0].base = buffers[2].base = 4 * BASE;          /* the same memory */
    buffers[PRIVATE].base = 4 * (BASE + OUT);
    buffers[3].base = 4 * (BASE + OUT) + 512;
    for (unsigned i = 0; i < PLACES; i++)
        word[i] = memory[BASE + place[i]] = check_random(&seed);
    memcpy(before, memory, sizeof memory);
    CHECK_EQ(wf_dispatch_check(&kernel->desc, &device, &shape), WF_REJECT_NONE);
    struct wf_machine *m = wf_machine_new(&device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, memory, sizeof memory / 4);
    CHECK(wf_claims_begin(claims, parts) && wf_claims_fit(kernel->code, kernel->count));
    for (unsigned n = 0; n < count && good; n++) {
        const unsigned at = step[n].place;
        struct wf_run_stats stats;
        for (unsigned k = 0; k < step[n].count && good; k++) {
            const unsigned op = step[n].op[k];
            good = touch(&tag[at], step[n].part, operation[op].does, operation[op].kind);
            if (op == WIDE)
                good = good && touch(&tag[at + 1], step[n].part, 'w', NO_KIND);
            if (good && operation[op].does != 'w')
                result[n] = word[at];
            if (good)
                word[at] = changed(op, word[at], step[n].operand);
            if (good && op == WIDE)
                word[at + 1] = step[n].operand;
        }
        CHECK(wf_machine_take_part(m, claims, step[n].part, PRIVATE, n, 1));
        const enum wf_run_result end = wf_machine_run(m, draw(2) * n, 10000, &stats, NULL, NULL);
        CHECK_EQ(wf_claims_conflict(claims), !good);
        if (wf_claims_conflict(claims) != !good)
            for (unsigned k = 0; k <= n; k++)
                printf("  part %u: %s at %u, %u of them, then %s\n", step[k].part, operation[step[k].op[0]].text, (unsigned)place[step[k].place], step[k].count,
                       operation[step[k].op[1]].text);
        CHECK(!good || end == WF_RUN_DONE);
    }
    if (!good)
        wf_claims_undo(claims);
    for (unsigned i = 0; i < PLACES; i++)
        CHECK_EQ(memory[BASE + place[i]], good ? word[i] : before[BASE + place[i]]);
    for (unsigned n = 0; n < count && good; n++)
        CHECK_EQ(memory[BASE + OUT + n], result[n]);
    wf_machine_free(m);
    wf_kernel_free(kernel);
}

static void clocks(void)
{
    const struct wf_insn low = {.op = WF_OP_SV, .mod = WF_SV_CLOCK_LOW}, high = {.op = WF_OP_SV, .mod = WF_SV_CLOCK_HIGH};
    uint64_t code[3] = {WF_OP_NOP, WF_OP_NOP, WF_OP_END};

    CHECK(wf_claims_fit(code, 3) && wf_claims_fit(code, 0));
    for (unsigned at = 0; at < 2; at++) {
        code[at] = wf_insn_encode(at ? &high : &low);
        CHECK(!wf_claims_fit(code, 3));
        code[at] = WF_OP_NOP;
    }
    code[2] = wf_insn_encode(&high);
    CHECK(!wf_claims_fit(code, 3) && wf_claims_fit(code, 2));
}

#ifdef WITHOUT_MEMORY
/* Without memory for a page of tags, or for what a word held, there is a conflict, and nothing is lost. */
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
static size_t missing;          /* what is not to be had, in bytes */

__attribute__((weak)) void *calloc(size_t count, size_t size)
{
    return missing != 0 && count * size == missing ? NULL : __libc_calloc(count, size);
}

__attribute__((weak)) void *realloc(void *old, size_t size)
{
    return missing != 0 && size == missing ? NULL : __libc_realloc(old, size);
}

static void without_memory(size_t bytes)
{
    const struct step step[1] = {{0, 2, 1, {2, 2}, 77}};
    struct wf_claims *claims = wf_claims_new(memory, sizeof memory / 4);
    struct wf_kernel *kernel = kernel_of(step, 1);
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    struct wf_shape shape;

    if (!kernel || !claims)
        exit(check_end("claims"));
    wf_kernel_place(kernel, buffers);
    CHECK_EQ(wf_dispatch_check(&kernel->desc, &device, &shape), WF_REJECT_NONE);
    struct wf_machine *m = wf_machine_new(&device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, memory, sizeof memory / 4);
    memory[buffers[0].base / 4 + place[2]] = 5;
    CHECK(wf_claims_begin(claims, 1) && wf_machine_take_part(m, claims, 0, PRIVATE, 0, 1));
    missing = bytes;
    wf_machine_run(m, 0, 10000, NULL, NULL, NULL);
    missing = 0;
    CHECK_EQ(wf_claims_conflict(claims), bytes != 1);
    if (bytes != 1)
        wf_claims_undo(claims);
    CHECK_EQ(memory[buffers[0].base / 4 + place[2]], bytes != 1 ? 5 : 77);
    wf_machine_free(m);
    wf_claims_free(claims);
    wf_kernel_free(kernel);
}

static void no_notes(void)
{
    struct wf_claims *claims = wf_claims_new(memory, sizeof memory / 4);

    for (missing = 24; missing < 40 * 24 && claims; missing += 24)
        CHECK_EQ(wf_claims_begin(claims, (unsigned)(missing / 24)), 0);
    missing = 0;
    CHECK(wf_claims_begin(claims, 4));
    wf_claims_free(claims);
}
#endif

int main(void)
{
    struct wf_claims *claims = wf_claims_new(memory, sizeof memory / 4);

    CHECK(claims != NULL);
    clocks();
    for (unsigned round = 0; round < ROUNDS && claims; round++)
        run(claims, 1 + draw(PARTS));
    wf_claims_free(claims);
    wf_claims_free(NULL);
#ifdef WITHOUT_MEMORY
    without_memory(1);                          /* all that there is to be had is there */
    without_memory(16384 * sizeof(uint32_t));   /* a page of tags */
    without_memory(256 * 2 * sizeof(uint32_t)); /* notes */
    no_notes();
#endif
    return check_end("claims");
}
