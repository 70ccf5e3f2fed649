/* SPDX-License-Identifier: Apache-2.0
 * wf_shared - print a random legal file of several dispatches that share a few lines of memory:
 *             wf_shared --seed N [--lanes L] [--size K] [--dispatches D]
 *
 * Some dispatches only read, and so keep the lines in caches; some write late; some do both.  Most have no fence, since a fence empties the
 * cache and hides what the start of a dispatch forgot.  Some wait, some are of high priority, a few end early.  K is about the number of
 * instructions of a dispatch; loops make some hundred executed ones.  The same options give the same file.  Waves race: whoever runs the file
 * in lock step compares each load with what it may see.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "wavefold/isa.h"

enum { OUT_WORDS = 1024, LOADED = 5, LOADED_COUNT = 8 };     /* r5 on: what was loaded */

enum role { READER, WRITER, BOTH };

struct gen {
    uint64_t random;
    unsigned words;         /* that all share */
    enum role role;
    bool fences;
};

#include "wf_random_number.h"

/* r4 = the address of one shared word, the same in all lanes or not. */
static void write_address(struct gen *g)
{
    if (one_in(g, 2))
        printf("        mov r4, %u\n", 4 * below(g, g->words));
    else
        printf("        mul r4, r3, %u\n        and r4, r4, %u\n", 4 * (1 + below(g, 30)), 4 * (g->words - 1));
}

static void write_delay(struct gen *g)
{
    printf("        mov r22, 0\n        loop\n            ge.u r23, r22, %u\n            breakif r23\n            add r22, r22, 1\n        endloop\n",
           1 + below(g, one_in(g, 3) ? 60 : 10));
}

/* Both words of a pair change at once, or are read as one. */
static void write_atomic64(struct gen *g, unsigned d)
{
    static const char *const atoms[] = { "add", "sub", "max.s", "cas", "xchg" };
    const char *atom = atoms[below(g, sizeof atoms / sizeof *atoms)];

    puts("        and r4, r4, 0xfff8");
    if (one_in(g, 3))
        printf("        atomic64.%s _, X[r4], q8\n", atom);
    else
        printf("        atomic64.%s q16, X[r4], q8\n        mov r%u, r%u\n", atom, d, 16 + below(g, 2));
}

static void write_access(struct gen *g)
{
    static const char *const atoms[] = { "add", "xor", "max.u", "xchg", "fadd" };
    const unsigned pick = below(g, 100), d = LOADED + below(g, LOADED_COUNT);

    write_address(g);
    if (g->role == READER || (g->role == BOTH && pick < 50))
        printf("        load r%u, X[r4]\n", d);
    else if (pick < 80)
        printf("        mul r20, r3, %u\n        add r20, r20, r%u\n        store X[r4], r20\n", 1 + below(g, 9999), d);
    else if (pick < 85)
        write_atomic64(g, d);
    else if (pick < 92)
        printf("        atomic.%s r%u, X[r4], r3\n", atoms[below(g, sizeof atoms / sizeof *atoms)], d);
    else
        printf("        atomic.%s _, X[r4], r3\n", one_in(g, 2) ? "add" : "or");
}

static void write_something(struct gen *g)
{
    static const char *const fences[] = { "barrier", "barrier.device", "memory_barrier", "memory_barrier.group" };

    if (g->fences && one_in(g, 6))
        printf("        %s\n", fences[below(g, 4)]);
    else if (one_in(g, 6))
        write_delay(g);
    else
        write_access(g);
}

static void write_attributes(struct gen *g, unsigned lanes)
{
    const unsigned size = lanes >= 8 && one_in(g, 2) ? 8 : 4, waves = one_in(g, 2) ? 1 : 1 + below(g, 4);

    if (one_in(g, 2))
        puts("[wait]");
    if (one_in(g, 3))
        puts("[high]");
    if (one_in(g, 10))
        printf("[cancel(%u)]\n", below(g, 2000));
    if (one_in(g, 10))
        printf("[limit(%u)]\n", 1 + below(g, 2000));
    printf("[numthreads(%u,1,1)]\n[WaveSize(%u)]\ndispatch %u\n", size * waves, size, 1 + below(g, one_in(g, 2) ? 2 : 16));
}

static void write_dispatch(struct gen *g, unsigned lanes, unsigned count)
{
    const unsigned loops = 1 + below(g, 2);

    g->role = (enum role)below(g, 3);
    g->fences = one_in(g, 4);
    write_attributes(g, lanes);
    puts("code\n    sv r0, lane\n    sv r1, gid.x\n    sv r2, wave\n    mul r3, r1, 37\n    add r3, r3, r2\n    add r3, r3, r0");
    for (unsigned l = 0; l < loops; l++) {
        if (g->role == WRITER && one_in(g, 2))
            write_delay(g);
        printf("    mov r24, 0\n    loop\n        ge.u r25, r24, %u\n        breakif r25\n        add r24, r24, 1\n", 1 + below(g, 8));
        for (unsigned n = 2 + below(g, count / loops + 1); n > 0; n--)
            write_something(g);
        puts("    endloop");
    }
    printf("    and r3, r3, 0x%x\n    shl r3, r3, 2\n", OUT_WORDS - 1);
    for (unsigned i = 0; i < LOADED_COUNT; i++)
        printf("    store Out[r3], r%u\n", LOADED + i);
    puts("    end");
}

static int misuse(void)
{
    fputs("usage: wf_shared --seed N [--lanes 4..128] [--size 1..100] [--dispatches 1..32]\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    unsigned long seed = 0, lanes = 8, count = 10, dispatches = 8;
    struct gen g = { 0 };
    const struct number_option options[] = {{"--seed", &seed}, {"--lanes", &lanes}, {"--size", &count}, {"--dispatches", &dispatches}};

    if (argc < 3 || !read_numbers(argc, argv, options, sizeof options / sizeof *options) || lanes < 4 || lanes > WF_MAX_LANES || count < 1 ||
        count > 100 || dispatches < 1 || dispatches > 32)
        return misuse();
    start_random(&g, seed);
    g.words = 16u << below(&g, 4);
    printf("// random dispatches that share %u words: wf_shared --seed %lu --lanes %lu --size %lu --dispatches %lu\n", g.words, seed, lanes, count,
           dispatches);
    printf("buffer X[%u] = each i\nbuffer Out[%u]\n", g.words, OUT_WORDS);
    for (unsigned long n = 0; n < dispatches; n++) {
        printf("--- %lu\n", n);
        write_dispatch(&g, (unsigned)lanes, (unsigned)count);
    }
    return fflush(stdout) != 0 || ferror(stdout) ? 1 : 0;
}
