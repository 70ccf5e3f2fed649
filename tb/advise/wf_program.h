/* SPDX-License-Identifier: Apache-2.0
 * wf_program.h - random kernels for the tests of advise: nested branches and loops with values that all lanes of a wave share, and others;
 * lanes that leave loops and the program one by one; and atomics, many of them on one word.  Every kernel ends.
 */
#ifndef WF_PROGRAM_H
#define WF_PROGRAM_H

#include <stdarg.h>
#include <stdlib.h>

#include "../common/wf_check.h"

/* Registers: values from r0 on; an address and a condition; counters of the loops. */
enum {
    PROGRAM_TEXT = 1 << 16, PROGRAM_REGS = 12, PROGRAM_ADDRESS = 12, PROGRAM_CONDITION = 13, PROGRAM_COUNTERS = 20, PROGRAM_LOOPS = 3,
    PROGRAM_TRIPS = 3
};

struct program {
    uint64_t random;
    char *text;
    size_t used;
    unsigned loops, depth;              /* open */
    bool may_continue[PROGRAM_LOOPS];   /* of each open loop */
};

static unsigned below(struct program *g, unsigned n)
{
    return check_random(&g->random) % n;
}

static void put(struct program *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct program *g, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    g->used += (size_t)vsnprintf(g->text + g->used, PROGRAM_TEXT - g->used, format, list);
    va_end(list);
}

static unsigned reg(struct program *g)
{
    return below(g, PROGRAM_REGS);
}

/* f32 add on memory of all groups goes lane by lane, so no rewrite rounds as it does. */
static void put_atomic(struct program *g)
{
    static const char *const operation[] = {"add", "sub", "and", "or", "xor", "min.s", "max.s", "min.u", "max.u", "fmin", "fmax", "xchg", "fadd"};
    const bool lds = below(g, 2);
    char old[8] = "_";

    if (below(g, 2))
        put(g, "mov r%u, %u\n", PROGRAM_ADDRESS, 4 * below(g, 16));
    else
        put(g, "and r%u, r%u, 0x3c\n", PROGRAM_ADDRESS, reg(g));
    if (below(g, 2))
        snprintf(old, sizeof old, "r%u", reg(g));
    put(g, "%s.%s %s, %s[r%u], r%u\n", lds ? "lds" : "atomic", operation[below(g, lds ? 13 : 12)], old, lds ? "" : "A", PROGRAM_ADDRESS, reg(g));
}

/* Mostly what can be followed: constants, copies, values of the wave and of the lane. */
static void put_values(struct program *g)
{
    static const char *const sv[] = {"wave", "gid.x", "lane", "tid.y", "waves", "slot"};
    static const char *const one[] = {"readfirst", "not", "any", "countlanes", "quad.x", "wadd.reduce", "wor.exclusive", "wmax.u.reduce.cluster4",
                                      "prefixcount"};
    static const char *const two[] = {"add", "xor", "eq", "lt.u", "readlane", "shuffle.xor", "mul", "fadd"};

    switch (below(g, 10)) {
    case 0: case 1: put(g, "mov r%u, %u\n", reg(g), below(g, 4)); break;
    case 2: put(g, "mov r%u, r%u\n", reg(g), reg(g)); break;
    case 3: put(g, "sv r%u, %s\n", reg(g), sv[below(g, 6)]); break;
    case 4: put(g, "%s r%u, r%u\n", one[below(g, 9)], reg(g), reg(g)); break;
    case 5: case 6: put(g, "%s r%u, r%u, r%u\n", two[below(g, 8)], reg(g), reg(g), reg(g)); break;
    case 7: put(g, below(g, 2) ? "ballot q%u, r%u\n" : "match q%u, r%u\n", 4 * below(g, PROGRAM_REGS / 4), reg(g)); break;
    case 8: put(g, "and r%u, r%u, 0x3c\nload r%u, A[r%u]\n", PROGRAM_ADDRESS, reg(g), reg(g), PROGRAM_ADDRESS); break;
    default: put_atomic(g); break;
    }
}

static void put_block(struct program *g, unsigned count);

static void put_if(struct program *g)
{
    put(g, "if r%u\n", reg(g));
    put_block(g, 1 + below(g, 3));
    if (below(g, 2)) {
        put(g, "else\n");
        put_block(g, 1 + below(g, 3));
    }
    put(g, "endif\n");
}

/* Rounds are bounded by a counter; some lanes may begin it higher. */
static void put_loop(struct program *g)
{
    const unsigned counter = PROGRAM_COUNTERS + g->loops;
    const bool continuing = below(g, 2);

    put(g, below(g, 3) ? "mov r%u, 0\n" : "sv r%u, lane\nand r%u, r%u, 1\n", counter, counter, counter);
    put(g, "loop\nadd r%u, r%u, 1\nge.u r%u, r%u, %u\nbreakif r%u\n", counter, counter, PROGRAM_CONDITION, counter, PROGRAM_TRIPS + 1,
        PROGRAM_CONDITION);
    g->may_continue[g->loops++] = true;
    put_block(g, 1 + below(g, 4));
    if (continuing) {
        put(g, "continuing\n");
        g->may_continue[g->loops - 1] = false;
        put_block(g, 1 + below(g, 2));
    }
    g->loops--;
    put(g, "endloop\n");
}

static void put_leave(struct program *g)
{
    const unsigned out = g->loops ? 1 + below(g, g->loops) : 0;

    switch (below(g, 8)) {
    case 0: if (below(g, 4) == 0) put(g, "if r%u\nret\nendif\n", reg(g)); break;
    case 1: if (below(g, 8) == 0) put(g, "if r%u\ndemote\nendif\n", reg(g)); break;
    case 2: case 3: if (out) put(g, "breakif r%u, %u\n", reg(g), out); break;
    case 4: case 5: if (out) put(g, "if r%u\nbreak %u\nendif\n", reg(g), out); break;
    default: if (out && g->may_continue[g->loops - out]) put(g, "if r%u\ncontinue %u\nendif\n", reg(g), out); break;
    }
}

static void put_block(struct program *g, unsigned count)
{
    for (g->depth++; count > 0; count--)
        switch (g->depth > 5 || g->used > 20000 ? 0 : below(g, 6)) {
        case 0: case 1: case 2: put_values(g); break;
        case 3: put_if(g); break;
        case 4: if (g->loops < PROGRAM_LOOPS) put_loop(g); break;
        default: put_leave(g); break;
        }
    g->depth--;
}

/* A kernel of one group of up to so many waves of 8 lanes, to be freed.  In the end each lane that is left stores its values in Out, and the
 * first one the first words of LDS. */
static char *program_make(uint64_t seed, unsigned waves)
{
    struct program g = {.random = seed * 0x9e3779b97f4a7c15u | 1, .text = malloc(PROGRAM_TEXT)};

    put(&g, "[numthreads(%u,1,1)]\n[WaveSize(8)]\n[groupshared(64)]\nbuffer A[16] = each hash(i)\nbuffer Out[%u]\ncode\nsv r1, lane\n",
        8 * waves - below(&g, 8), 8 * waves * PROGRAM_REGS + 16);
    put_block(&g, 8);
    put(&g, "sv r13, gindex\nmul r12, r13, %u\n", 4 * PROGRAM_REGS);
    for (unsigned r = 0; r < PROGRAM_REGS; r++)
        put(&g, "store Out[r12+%u], r%u\n", 4 * r, r);
    put(&g, "isfirst r0\nif r0\nmov r1, 0\n");
    for (unsigned word = 0; word < 16; word++)
        put(&g, "lds.load r0, [r1+%u]\nstore Out[r1+%u], r0\n", 4 * word, 4 * (8 * waves * PROGRAM_REGS + word));
    put(&g, "endif\nend\n");
    return g.text;
}

#endif
