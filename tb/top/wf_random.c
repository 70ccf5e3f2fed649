/* SPDX-License-Identifier: Apache-2.0
 * wf_random - print a random legal kernel:  wf_random --seed N [--lanes L] [--wave-size S] [--size K] [--regs R] [--slots W] [--lds BYTES]
 *
 * About K instructions, of which loops make some thousands executed ones.  Every opcode may come.  The same options give the same
 * kernel.  Loops are bounded by counters that nothing else writes, barriers stand in uniform flow only, so every kernel ends;
 * waves may race, since whoever runs the kernel in lock step follows the hardware's order.
 */
#include <stdlib.h>
#include <string.h>

#include "wf_random_insn.h"

/* r29 = something that holds in some lanes. */
static void write_condition(struct gen *g)
{
    static const char *const compare[] = { "lt.u", "lt.s", "flt", "fne", "ge.u", "eq", "ne", "fge" };

    switch (below(g, 4)) {
    case 0: line(g, "and r%u, r%u, %u", g->plan->condition, source(g), 1u << below(g, 5)); break;
    case 1: line(g, "%s r%u, r%u, 0x%x", compare[below(g, 8)], g->plan->condition, source(g), (unsigned)value(g)); break;
    case 2: line(g, "%s r%u, r%u, r%u", compare[below(g, 8)], g->plan->condition, source(g), source(g)); break;
    default:
        line(g, "sv r%u, lane", g->plan->condition);
        line(g, "%s r%u, r%u, %u", one_in(g, 2) ? "lt.u" : "and", g->plan->condition, g->plan->condition, 1 + below(g, 16));
        break;
    }
}

static void write_block(struct gen *g, unsigned count);

static void write_if(struct gen *g, unsigned count)
{
    const bool uniform = g->uniform;

    g->uniform = false;
    write_condition(g);
    line(g, "if r%u", g->plan->condition);
    g->depth++;
    write_block(g, count);
    g->depth--;
    if (!one_in(g, 3)) {
        line(g, "else");
        g->depth++;
        write_block(g, count);
        g->depth--;
    }
    line(g, "endif");
    g->uniform = uniform;
}

/* One of the loops that may be left: " 2" is the second outwards. */
static unsigned pick_loop(struct gen *g, char text[16])
{
    unsigned loops = 1;

    while (loops < g->may_leave && !one_in(g, 3))
        loops++;
    if (loops > 1 || one_in(g, 8))
        snprintf(text, 16, " %u", loops);
    else
        text[0] = '\0';
    return loops;
}

/* Some lanes leave: a loop, this round of it, or the program; seldom they become helpers. */
static void write_leave(struct gen *g)
{
    const unsigned pick = below(g, 16);
    char which[16];
    unsigned loops = 0;

    write_condition(g);
    if (g->may_leave > 0)
        loops = pick_loop(g, which);
    if (loops > 0 && pick < 5) {
        line(g, "breakif r%u%s%s", g->plan->condition, which[0] ? "," : "", which);
        return;
    }
    line(g, "if r%u", g->plan->condition);
    g->depth++;
    write_of_unit(g, WF_UNIT_ALU);
    if (pick == 15 || (pick == 14 && g->demotes))
        line(g, g->demotes ? "demote" : "ret");
    else if (loops > 0)
        line(g, "%s%s", pick < 10 && !(g->continuing >> (g->loops - loops) & 1) ? "continue" : "break", which);
    else
        line(g, "nop");
    if (one_in(g, 4))
        write_of_unit(g, WF_UNIT_FPU);
    g->depth--;
    line(g, "endif");
}

/* A loop of at most `trips` rounds; in a uniform one all lanes do as many and barriers may stand. */
static void write_loop(struct gen *g, unsigned count, bool uniform)
{
    const struct gen outer = *g;
    const unsigned counter = g->plan->counter + g->loops, bound = g->plan->bound + g->loops;
    const unsigned trips = 1u << (1 + below(g, g->loops == 0 ? 4 : 2));
    const bool has_continuing = one_in(g, 2);

    if (uniform)
        line(g, "mov r%u, %u", bound, 2 + below(g, trips));
    else
        line(g, "and r%u, r%u, %u", bound, source(g), trips - 1);
    line(g, "mov r%u, 0", counter);
    line(g, "loop");
    g->depth++;
    g->loops++;
    g->trips *= trips;
    g->may_leave = uniform ? 0 : outer.may_leave + 1;
    g->continuing &= ~(1u << outer.loops);
    g->uniform = outer.uniform && uniform;
    line(g, "ge.u r%u, r%u, r%u", g->plan->condition, counter, bound);
    line(g, "breakif r%u", g->plan->condition);
    line(g, "add r%u, r%u, 1", counter, counter);
    write_block(g, count);
    if (has_continuing) {
        g->depth--;
        line(g, "continuing");
        g->depth++;
        g->continuing |= 1u << outer.loops;
        write_block(g, 1 + below(g, 3));
    }
    g->depth = outer.depth;
    g->loops = outer.loops;
    g->trips = outer.trips;
    g->may_leave = outer.may_leave;
    g->continuing = outer.continuing;
    g->uniform = outer.uniform;
    line(g, "endloop");
}

static void write_something(struct gen *g, unsigned count)
{
    static const char *const fence[2][2] = {{"memory_barrier", "memory_barrier.group"}, {"barrier", "barrier.device"}};
    const unsigned pick = below(g, 100);
    const bool nests = g->depth < MAX_DEPTH && count >= 6;
    const bool loops = nests && g->loops < g->plan->max_loops && g->trips < MAX_TRIPS;

    if (pick < 26)
        write_of_unit(g, WF_UNIT_ALU);
    else if (pick < 46)
        write_of_unit(g, WF_UNIT_FPU);
    else if (pick < 66)
        write_of_unit(g, WF_UNIT_XLANE);
    else if (pick < 69)
        write_of_unit(g, WF_UNIT_PACK);
    else if (pick < 77)
        write_memory(g, true, false);
    else if (pick < 83)
        write_memory(g, false, false);
    else if (pick < 86)
        line(g, "%s", fence[g->uniform][one_in(g, 2)]);
    else if (pick < 91 && nests)
        write_if(g, 1 + below(g, count / 3));
    else if (pick < 96 && loops)
        write_loop(g, 3 + below(g, count / 2), g->uniform && one_in(g, 2));
    else if (pick >= 96 && g->depth < MAX_DEPTH)
        write_leave(g);
    else
        write_of_unit(g, WF_UNIT_ALU);
}

/* About `count` instructions, at least one. */
static void write_block(struct gen *g, unsigned count)
{
    const unsigned stop = g->left > count ? g->left - count : 0;

    do
        write_something(g, g->left - stop);
    while (g->left > stop);
}

/* A group of a few waves, most of them with a partial one. */
static void write_shape(struct gen *g, unsigned size)
{
    static const char *const faults[] = { "", "LDS_RANGE", "LDS_ALIGN", "MEM_RANGE", "MEM_ALIGN" };
    unsigned most = size * (1 + below(g, 6)), x, y, z;

    most = most < 1024 ? most : 1024;
    most = most < size * g->slots ? most : size * g->slots;
    do {
        x = 1 + below(g, most);
        y = one_in(g, 2) ? 1 : 1 + below(g, 8);
        z = one_in(g, 3) ? 1 + below(g, 4) : 1;
    } while (x * y * z > most);
    if (g->has_ids)
        printf("[numthreads(%u,%u,%u)]\n", x, y, z);
    else
        printf("[numWaves(%u)]\n", 1 + below(g, g->slots < 5 ? g->slots : 5));
    /* one of several may need much of the LDS, so that others go before it */
    const bool large = g->several && g->device_lds > g->lds_bytes && g->fault != WF_FAULT_LDS_RANGE && one_in(g, 3);
    printf("[WaveSize(%u)]\n[groupshared(%u)]\n", size, large ? g->device_lds >> below(g, 3) : g->lds_bytes);
    const unsigned waves = (x * y * z + size - 1) / size, spare = g->slots - waves;
    if (g->has_ids && one_in(g, 4) && spare > 0)
        printf("[extra_waves(%u%s)]\n", 1 + below(g, spare < 3 ? spare : 3), one_in(g, 3) ? ", idle" : "");
    printf("dispatch %u, %u, %u\n", 1 + below(g, 3), 1 + below(g, 2), 1 + below(g, 2));
    if (g->fault != WF_FAULT_NONE)
        printf("expect fault %s\n", faults[g->fault]);
}

static void write_buffers(struct gen *g)
{
    printf("buffer In[%d] = {", IN_WORDS);
    for (unsigned i = 0; i < IN_WORDS; i++)
        printf("%s0x%x%s", i % 12 == 0 ? "\n    " : " ", (unsigned)value(g), i + 1 < IN_WORDS ? "," : "");
    printf("\n}\nbuffer Out[%d]\nbuffer Shared[%d] = each hash(i) & 0x%x\n", OUT_WORDS, SHARED_WORDS,
           one_in(g, 2) ? 0xffu : 0xffffffffu);
}

/* Different values in every lane and wave. */
static void write_prologue(struct gen *g)
{
    line(g, "sv r0, lane");
    line(g, "sv r1, wave");
    line(g, "sv r2, gid.x");
    line(g, g->fpu ? "mul r3, r1, 37" : "shl r3, r1, 5");
    line(g, g->fpu ? "mad r3, r2, r3, r0" : "add r3, r3, r0");
    for (unsigned d = 4; d < g->plan->values; d++) {
        line(g, g->fpu ? "mul r%u, r3, %u" : "rsub r%u, r3, %u", g->plan->address, 4 * (1 + 2 * below(g, 100)));
        line(g, "and r%u, r%u, 0x3fc", g->plan->address, g->plan->address);
        line(g, "load r%u, In[r%u+%u]", d, g->plan->address, 4 * below(g, IN_WORDS / 2));
    }
    line(g, "ballot q%u, r%u", g->plan->values, 4 + below(g, g->plan->values - 4));
    line(g, "match q%u, r%u", g->plan->values + 4 * (g->plan->masks - 1), 4 + below(g, g->plan->values - 4));
}

/* From here on some lanes are helpers. */
static void write_demote(struct gen *g)
{
    write_condition(g);
    line(g, "if r%u", g->plan->condition);
    line(g, "  demote");
    line(g, "endif");
}

static void write_epilogue(struct gen *g)
{
    line(g, "and r3, r3, 0x1ff");
    line(g, "shl r3, r3, 5");
    for (unsigned i = 0; i < 8; i++)
        line(g, "store Out[r3+%u], r%u", 4 * i, (4 + 2 * i) % g->plan->values);
    line(g, "end");
}

/* How one of several dispatches stands to the others; true when it may end early. */
static bool write_order(struct gen *g)
{
    const bool cancels = one_in(g, 5), limited = one_in(g, 6);

    if (one_in(g, 3))
        puts("[wait]");
    if (one_in(g, 4))
        puts("[high]");
    if (cancels)
        printf("[cancel(%u)]\n", below(g, 3000));
    if (limited)
        printf("[limit(%u)]\n", 1 + below(g, 3000));
    return cancels || limited;
}

static void write_kernel(struct gen *g, unsigned size, unsigned count)
{
    g->size = size;
    g->trips = 1;
    g->uniform = true;
    g->has_ids = !one_in(g, 5);
    g->demotes = one_in(g, 6);
    g->fault = one_in(g, 6) ? (enum wf_fault)(1 + below(g, 4)) : WF_FAULT_NONE;
    if (g->several && write_order(g))
        g->fault = WF_FAULT_NONE;               /* who knows whether it comes so far */
    write_shape(g, size);
    if (!g->several)
        write_buffers(g);
    puts("code");
    write_prologue(g);
    if (g->fault != WF_FAULT_NONE)
        write_memory(g, g->fault == WF_FAULT_LDS_RANGE || g->fault == WF_FAULT_LDS_ALIGN, true);
    if (g->demotes)
        write_demote(g);
    g->left = count;
    write_block(g, count);
    write_epilogue(g);
}

static int misuse(void)
{
    fputs("usage: wf_random --seed N [--lanes 4..128] [--wave-size 4..lanes] [--size 1..3500] [--regs 16..] [--slots 1..] [--lds 256..]\n"
          "                 [--dispatches 1..32] [--fpu 0|1]\n", stderr);
    return 2;
}

static bool power_of_two(unsigned long n, unsigned long least, unsigned long most)
{
    return n >= least && n <= most && (n & (n - 1)) == 0;
}

int main(int argc, char **argv)
{
    unsigned long seed = 0, lanes = 32, size = 0, count = 120, regs = 64, slots = 64, lds = 32768, dispatches = 1, fpu = 1;
    struct gen g;
    const struct number_option options[] = {{"--seed", &seed}, {"--lanes", &lanes}, {"--wave-size", &size}, {"--size", &count}, {"--regs", &regs},
                                            {"--slots", &slots}, {"--lds", &lds}, {"--dispatches", &dispatches}, {"--fpu", &fpu}};

    if (argc < 3 || !read_numbers(argc, argv, options, sizeof options / sizeof *options) || !power_of_two(lanes, 4, WF_MAX_LANES) ||
        (size != 0 && !power_of_two(size, 4, lanes)) || count < 1 || count > 3500 ||
        regs < 16 || slots < 1 || slots > 1024 || lds < 256 || lds > 131072 ||
        dispatches < 1 || dispatches > 32 || fpu > 1)
        return misuse();
    memset(&g, 0, sizeof g);
    g.plan = regs < 64 ? &plan_of_16 : &plan_of_64;
    g.fpu = fpu != 0;
    g.slots = (unsigned)slots;
    g.lds_bytes = (unsigned)(lds < 1024 ? lds : 1024);
    g.device_lds = (unsigned)lds;
    start_random(&g, seed);
    printf("// random kernel: wf_random --seed %lu --lanes %lu --wave-size %lu --size %lu --regs %lu --slots %lu --lds %lu --dispatches %lu%s\n", seed,
           lanes, size, count, regs, slots, lds, dispatches, fpu ? "" : " --fpu 0");
    g.several = dispatches > 1;
    if (g.several)
        write_buffers(&g);
    for (unsigned long n = 0; n < dispatches; n++) {
        unsigned long own = size;
        if (g.several)
            printf("--- %lu\n", n);
        if (g.several && regs >= 64)
            g.plan = one_in(&g, 3) ? &plan_of_16 : &plan_of_64;
        while (own == 0 || own > lanes)
            own = 4ul << below(&g, 6);
        write_kernel(&g, (unsigned)own, g.several ? 1 + below(&g, (unsigned)count) : (unsigned)count);
    }
    return fflush(stdout) != 0 || ferror(stdout) ? 1 : 0;
}
