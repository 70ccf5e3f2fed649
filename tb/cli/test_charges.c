/* SPDX-License-Identifier: Apache-2.0
 * test_charges.c - to which line a profile charges a cycle without an issue: events by hand, and the page that must come of them.
 */
#include <stdlib.h>
#include <string.h>

#include "../../c_model/cli/profile.h"
#include "../common/wf_check.h"

static char text[] = "[numthreads(8,1,1)]\n"      /* 1 */
                     "buffer Out[1]\n"
                     "code\n"
                     "load r1, Out[r0]\n"         /* 4: pc 0 */
                     "add r1, r1, 1\n"            /* 5: pc 1 */
                     "// between\n"
                     "barrier\n"                  /* 7: pc 2 */
                     "end\n";                     /* 8: pc 3 */

static char page[4000];

/* The one text there is, whatever the file. */
static const struct wf_text *find(void *user, const struct wf_kernel *kernel, const char *name)
{
    (void)kernel;
    (void)name;
    return user;
}

static void print(const struct wf_profile *p, const struct wf_kernel *kernel, const struct wf_text *source,
                  struct wf_run_figures figures)
{
    FILE *file = tmpfile();
    if (!file)
        abort();
    const struct wf_profile_texts texts = {find, (void *)(uintptr_t)source};
    wf_profile_print(file, p, kernel, &texts, &figures);
    rewind(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
}

static void has(const char *line)
{
    CHECK(strstr(page, line) != NULL);
    if (!strstr(page, line))
        printf("  no line\n%s  in\n%s", line, page);
}

static struct wf_run_figures figures_of(uint64_t cycles, uint64_t instructions, uint64_t stalls)
{
    struct wf_run_figures f = {.instructions = instructions};
    f.counter[WF_CNT_CYCLES] = cycles;
    f.counter[WF_CNT_STALL_MEMORY] = stalls;    /* the sum of them counts */
    return f;
}

/* In each cycle from `first` on, before `end`. */
static void stalls(struct wf_profile *p, uint64_t first, uint64_t end, unsigned core, enum wf_counter cause)
{
    for (uint64_t cycle = first; cycle < end; cycle++)
        wf_profile_stall(p, cycle, core, cause);
}

/* An instruction of that unit is picked. */
static void pick(struct wf_profile *p, uint64_t cycle, unsigned slot, enum wf_unit unit)
{
    wf_profile_pick(p, cycle, slot);
    wf_profile_unit(p, slot, unit);
}

/* Two waves that load, add and meet. */
static void two_waves(const struct wf_kernel *kernel, const struct wf_text *source)
{
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);
    struct wf_run_figures figures = figures_of(36, 8, 24);

    wf_profile_stall(p, 1, 0, WF_CNT_STALL_EMPTY);         /* 1 without a wave */
    wf_profile_launch(p, 2, 1, 0);
    wf_profile_stall(p, 2, 0, WF_CNT_STALL_FETCH);         /* 1 to what slot 1 runs first */
    wf_profile_launch(p, 3, 0, 0);
    wf_profile_pick(p, 3, 1);
    wf_profile_pick(p, 4, 0);
    wf_profile_unit(p, 1, WF_UNIT_MEM);
    wf_profile_unit(p, 0, WF_UNIT_MEM);
    stalls(p, 7, 10, 0, WF_CNT_STALL_MEMORY);               /* 3 to the load of slot 1, which came first */
    wf_profile_retire(p, 10, 1, 0, 0, 8, false);
    stalls(p, 10, 12, 0, WF_CNT_STALL_MEMORY);              /* 2 to the load of slot 0: the other retires in cycle 10 */
    pick(p, 12, 1, WF_UNIT_ALU);                        /* its add: it stood at the load from 2 to 12 */
    wf_profile_stall(p, 13, 0, WF_CNT_STALL_MEMORY);       /* 1 to the load of slot 0, although the add is in flight */
    wf_profile_stall(p, 14, 0, WF_CNT_STALL_TURNAROUND);   /* 1 to the load of slot 0: it is in flight longer */
    wf_profile_retire(p, 15, 1, 1, 1, 4, false);
    wf_profile_stall(p, 15, 0, WF_CNT_STALL_UNIT);         /* 1 to the load of slot 0 */
    wf_profile_retire(p, 16, 0, 0, 0, 6, false);
    wf_profile_pick(p, 17, 1);                          /* its barrier: stood at the add from 12 to 17 */
    wf_profile_retire(p, 18, 1, 2, 2, 8, true);
    wf_profile_stall(p, 19, 0, WF_CNT_STALL_FETCH);        /* 1 to the load of slot 0 */
    wf_profile_pick(p, 20, 0);                          /* stood at the load from 3 to 20 */
    wf_profile_retire(p, 21, 0, 1, 1, 6, false);
    wf_profile_stall(p, 21, 0, WF_CNT_STALL_TURNAROUND);   /* 1 to the add of slot 0, which retires in this cycle */
    wf_profile_stall(p, 21, 0, WF_CNT_STALL_FETCH);        /* 1 to the add of slot 0, although slot 1 has stood at its barrier longer */
    wf_profile_pick(p, 22, 0);                          /* ... at the add from 20 to 22 */
    wf_profile_retire(p, 23, 0, 2, 2, 6, true);
    stalls(p, 24, 30, 0, WF_CNT_STALL_BARRIER);             /* 6 to the barrier of slot 1, where it came first */
    wf_profile_pick(p, 30, 0);                          /* 22 to 30 */
    wf_profile_pick(p, 31, 1);                          /* 17 to 31 */
    stalls(p, 32, 34, 0, WF_CNT_STALL_TURNAROUND);          /* 2 to the end of slot 0 */
    wf_profile_retire(p, 34, 0, 3, 3, 6, false);
    wf_profile_end(p, 34, 0);                           /* 30 to 34 */
    wf_profile_retire(p, 35, 1, 3, 3, 8, false);
    wf_profile_end(p, 35, 1);                           /* 31 to 35 */
    wf_profile_stall(p, 36, 0, WF_CNT_STALL_EMPTY);
    print(p, kernel, source, figures);
    has("#   waited for          issues  lanes     each   line  source\n"
        "        10 memory            2    7.0     13.5      4  load r1, Out[r0]\n"
        "         2 turnaround        2    5.0      3.5      5  add r1, r1, 1\n"
        "                                                    6  // between\n"
        "         6 barrier           2    7.0     11.0      7  barrier\n"
        "         2 turnaround        2    7.0      4.0      8  end\n"
        "        20 barrier           8    6.5      8.0    sum\n"
        "# 36 cycles: 8 with an issue, 4 with one that had not retired, 22 waited: no wave 2, barrier 6, unit full 1, memory 6, turnaround 4, fetch 3\n"
        "# of the cycles waited 20 are charged to a line; in 2 no wave was resident\n"
        "# the counters of the hardware hold 24 cycles waited\n");
    print(p, kernel, NULL, figures);
    has("    7.0     13.5      4  load r1, Out[r0]\n         2 turnaround ");
    CHECK(!strstr(page, "between"));
    wf_profile_free(p);
}

/* The second instruction is issued with the first: it counts, and costs nothing; on the second core, as anywhere. */
static void folded(const struct wf_kernel *kernel)
{
    struct wf_profile *p = wf_profile_new(kernel, 2, 4);

    wf_profile_launch(p, 1, 5, 0);
    pick(p, 2, 5, WF_UNIT_ALU);
    wf_profile_fold(p, 5);
    wf_profile_stall(p, 3, 1, WF_CNT_STALL_TURNAROUND);    /* 1 to the first */
    pick(p, 4, 5, WF_UNIT_MEM);                         /* the wave's third */
    wf_profile_retire(p, 5, 5, 0, 0, 8, false);
    wf_profile_retire(p, 5, 5, 1, 1, 7, false);
    wf_profile_stall(p, 6, 1, WF_CNT_STALL_MEMORY);        /* 1 to the third */
    wf_profile_retire(p, 7, 5, 2, 2, 6, false);
    wf_profile_end(p, 9, 5);
    const struct wf_profile_place first = wf_profile_place(p, 0, 0, 9), second = wf_profile_place(p, 0, 1, 9), third = wf_profile_place(p, 0, 2, 9);
    CHECK(first.issues == 1 && first.stood == 3 && first.waited[WF_CNT_STALL_TURNAROUND - WF_CNT_STALL_EMPTY] == 1);
    CHECK(second.issues == 1 && second.lanes == 7 && second.stood == 0);
    CHECK(third.issues == 1 && third.stood == 5 && third.waited[WF_CNT_STALL_MEMORY - WF_CNT_STALL_EMPTY] == 1);
    wf_profile_free(p);
}

/* A wave without a live lane, one that stops in the middle, code that is not there, and nothing at all. */
static void odd_ends(const struct wf_kernel *kernel, const struct wf_text *source)
{
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);

    wf_profile_launch(p, 1, 2, 0);
    stalls(p, 1, 3, 0, WF_CNT_STALL_FETCH);
    wf_profile_end(p, 3, 2);                            /* 2 of a wave that ran nothing */
    wf_profile_launch(p, 4, 3, 0);
    wf_profile_pick(p, 5, 3);
    wf_profile_retire(p, 8, 3, 0, SIZE_MAX, 5, false);     /* a fault: no instruction */
    wf_profile_end(p, 10, 3);
    wf_profile_launch(p, 20, 0, 0);
    wf_profile_pick(p, 20, 0);
    wf_profile_retire(p, 25, 0, 0, 2, 8, true);
    wf_profile_stall(p, 26, 0, WF_CNT_STALL_BARRIER);      /* 1; it stands there until the end: 30 cycles */
    wf_profile_launch(p, 30, 1, 0);
    pick(p, 30, 1, WF_UNIT_LDS);
    stalls(p, 31, 37, 0, WF_CNT_STALL_LDS);                 /* 6 of what had not retired */
    wf_profile_pick(p, 40, 77);                         /* no such slot */
    wf_profile_launch(p, 40, 4, 0);
    wf_profile_retire(p, 40, 4, 0, 0, 1, false);
    wf_profile_unit(p, 4, WF_UNIT_ALU);
    wf_profile_end(p, 40, 4);
    print(p, kernel, source, figures_of(50, 2, 9));
    has("         0                   0                      4  load r1, Out[r0]\n");
    has("         1 barrier           1    8.0     30.0      7  barrier\n");
    has("         0                   1    5.0      6.0      -  no instruction\n");
    has("         1 barrier           2    6.5     18.0    sum\n"
        "# 50 cycles: 2 with an issue, 39 with one that had not retired, 9 waited: barrier 1, LDS 6, fetch 2\n"
        "# of the cycles waited 1 are charged to a line; in 0 no wave was resident\n"
        "# 2 waited for waves without a live lane, which run nothing\n"
        "# 6 waited for instructions that had not retired when the run stopped\n");
    CHECK(!strstr(page, "counters"));
    wf_profile_free(p);
    p = wf_profile_new(kernel, 1, 4);
    print(p, kernel, source, figures_of(0, 0, 0));
    has("# 0 cycles: 0 with an issue, 0 waited\n# of the cycles waited 0 are charged to a line; in 0 no wave was resident\n");
    wf_profile_free(p);
}

/* The next instruction is picked before the one before it has retired: from then on the wave stands there. */
static void overlap(const struct wf_kernel *kernel, const struct wf_text *source)
{
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);

    wf_profile_launch(p, 1, 0, 0);
    wf_profile_stall(p, 1, 0, WF_CNT_STALL_FETCH);         /* 1 to the load, before its pick */
    wf_profile_pick(p, 2, 0);
    wf_profile_stall(p, 3, 0, WF_CNT_STALL_TURNAROUND);    /* 2 to the load */
    wf_profile_pick(p, 6, 0);                           /* the add: stood at the load from 1 to 6 */
    wf_profile_stall(p, 7, 0, WF_CNT_STALL_TURNAROUND);    /* 1 to the add */
    wf_profile_retire(p, 8, 0, 0, 0, 8, false);
    stalls(p, 8, 10, 0, WF_CNT_STALL_TURNAROUND);           /* 3 */
    wf_profile_retire(p, 10, 0, 1, 1, 4, false);
    wf_profile_pick(p, 11, 0);                          /* the end: stood at the add from 6 to 11 */
    wf_profile_stall(p, 12, 0, WF_CNT_STALL_UNIT);
    wf_profile_retire(p, 13, 0, 2, 3, 8, false);
    wf_profile_end(p, 13, 0);
    print(p, kernel, source, figures_of(13, 3, 6));
    has("         2 turnaround        1    8.0      5.0      4  load r1, Out[r0]\n"
        "         3 turnaround        1    4.0      5.0      5  add r1, r1, 1\n");
    has("         1 unit full         1    8.0      2.0      8  end\n");
    wf_profile_free(p);
}

/* Instructions of a wave retire in another order than they were picked. */
static void out_of_order(const struct wf_kernel *kernel, const struct wf_text *source)
{
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);

    wf_profile_launch(p, 1, 0, 0);
    pick(p, 1, 0, WF_UNIT_MEM);                         /* the load */
    wf_profile_pick(p, 3, 0);                           /* the add: stood at the load from 1 to 3 */
    wf_profile_stall(p, 4, 0, WF_CNT_STALL_MEMORY);        /* 1 to the load, although the wave stands at the add, */
    wf_profile_unit(p, 0, WF_UNIT_ALU);
    wf_profile_retire(p, 8, 0, 1, 1, 4, false);
    stalls(p, 9, 12, 0, WF_CNT_STALL_MEMORY);               /* 3 more after the add has retired, */
    wf_profile_stall(p, 12, 0, WF_CNT_STALL_LDS);          /* 1 to the add: nothing is there, and the wave stands at it */
    wf_profile_retire(p, 13, 0, 0, 0, 8, false);
    wf_profile_stall(p, 14, 0, WF_CNT_STALL_MEMORY);       /* and 1 when the load has, too */
    wf_profile_pick(p, 20, 0);                          /* the end: at the add from 3 to 20 */
    wf_profile_retire(p, 22, 0, 2, 3, 8, false);
    wf_profile_end(p, 23, 0);
    print(p, kernel, source, figures_of(23, 3, 9));
    has("         4 memory            1    8.0      2.0      4  load r1, Out[r0]\n"
        "         2 memory            1    4.0     17.0      5  add r1, r1, 1\n");
    has("         0                   1    8.0      3.0      8  end\n");
    wf_profile_free(p);
}

/* Two instructions in flight in one unit: the one that was picked first is waited for, whatever slot it has. */
static void two_in_a_unit(const struct wf_kernel *kernel, const struct wf_text *source)
{
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);

    wf_profile_launch(p, 1, 1, 0);
    pick(p, 1, 1, WF_UNIT_MEM);                         /* the load of slot 1 */
    pick(p, 3, 1, WF_UNIT_MEM);                         /* what stands at the add, in the same unit */
    wf_profile_launch(p, 3, 0, 0);
    pick(p, 4, 0, WF_UNIT_MEM);                         /* the load of slot 0, which comes last */
    stalls(p, 5, 7, 0, WF_CNT_STALL_MEMORY);                /* 2 to the load of slot 1 */
    wf_profile_retire(p, 7, 1, 0, 0, 8, false);
    stalls(p, 8, 12, 0, WF_CNT_STALL_MEMORY);               /* 4 to what is now the oldest */
    wf_profile_retire(p, 13, 1, 1, 1, 4, false);
    wf_profile_stall(p, 14, 0, WF_CNT_STALL_MEMORY);       /* 1 to the load of slot 0 */
    wf_profile_retire(p, 15, 0, 0, 0, 8, false);
    wf_profile_end(p, 16, 0);
    wf_profile_end(p, 16, 1);
    print(p, kernel, source, figures_of(23, 4, 7));
    has("         3 memory            2    8.0      7.5      4  load r1, Out[r0]\n"
        "         4 memory            1    4.0     13.0      5  add r1, r1, 1\n");
    wf_profile_free(p);
}

/* Lines of two files, each under its name, and an instruction without one. */
static void files(struct wf_kernel *kernel, const struct wf_text *source)
{
    static const char *const name[] = {"a.comp", "b.comp", "a.comp", "b.comp"};
    static const uint32_t line[] = {7, 4, 5, 0};
    struct wf_profile *p = wf_profile_new(kernel, 1, 4);
    struct wf_run_figures figures = figures_of(30, 4, 0);

    kernel->file = calloc(4, sizeof *kernel->file);
    if (!kernel->file || !p)
        abort();
    for (size_t pc = 0; pc < 4; pc++) {
        kernel->file[pc] = name[pc];
        kernel->line[pc] = line[pc];
    }
    wf_profile_launch(p, 1, 0, 0);
    for (size_t pc = 0; pc < 4; pc++) {
        wf_profile_pick(p, 2 + 6 * pc, 0);
        wf_profile_stall(p, 3 + 6 * pc, 0, WF_CNT_STALL_TURNAROUND);
        wf_profile_retire(p, 4 + 6 * pc, 0, pc, pc, 8, false);
    }
    wf_profile_end(p, 26, 0);
    print(p, kernel, source, figures);
    has("source\n# a.comp\n"
        "         1 turnaround        1    8.0      6.0      5  add r1, r1, 1\n"
        "                                                    6  // between\n"
        "         1 turnaround        1    8.0      7.0      7  barrier\n"
        "# b.comp\n"
        "         1 turnaround        1    8.0      6.0      4  load r1, Out[r0]\n"
        "         1 turnaround        1    8.0      6.0      -      3  end\n"
        "         4 turnaround        4    8.0      6.2    sum\n");
    print(p, kernel, NULL, figures);
    has("# a.comp\n"
        "         1 turnaround        1    8.0      6.0      5  barrier\n"
        "         1 turnaround        1    8.0      7.0      7  load r1, Out[r0]\n"
        "# b.comp\n");
    kernel->line[0] = UINT32_MAX;                       /* a module may say so: no memory and no blank lines up to there */
    print(p, kernel, source, figures);
    has("                                                    7  barrier\n"
        "                                                    8  end\n"
        "         1 turnaround        1    8.0      7.0  4294967295  \n"
        "# b.comp\n");
    wf_profile_free(p);
}

/* Two cores with two slots each, slots 0 and 1, 2 and 3; two dispatches, the second of another code. */
static char both[] = "buffer Out[1]\n"            /* 1 */
                     "--- first\n"                /* 2 */
                     "[numthreads(8,1,1)]\n"
                     "code\n"
                     "load r1, Out[r0]\n"         /* 5: pc 0 */
                     "end\n"                      /* 6: pc 1 */
                     "--- second\n"               /* 7 */
                     "[numthreads(8,1,1)]\n"
                     "code\n"
                     "add r1, r1, 1\n"            /* 10: pc 0 */
                     "barrier\n"                  /* 11: pc 1 */
                     "load r1, Out[r0]\n"         /* 12: pc 2 */
                     "end\n";                     /* 13: pc 3 */

static void cores_and_dispatches(const struct wf_device *device, const struct wf_text *source)
{
    struct wf_kernel *kernel = wf_kernel_parse(both, sizeof both - 1, device, 0, NULL, NULL);
    CHECK(kernel && kernel->next && kernel->mark_line == 2 && kernel->next->mark_line == 7);
    if (!kernel)
        return;
    struct wf_profile *p = wf_profile_new(kernel, 2, 2);
    struct wf_dispatch_figures of[2] = {
        {.line = 2, .wave_size = 8, .accepted = true, .answered = true, .accepted_at = 0, .answered_at = 21, .ending = "complete"},
        {.line = 7, .wave_size = 4, .accepted = true, .accepted_at = 2}};
    struct wf_run_figures figures = {.instructions = 6, .dispatch = of, .dispatches = 2, .cores = 2};
    figures.core[0][WF_CNT_CYCLES] = figures.core[1][WF_CNT_CYCLES] = figures.counter[WF_CNT_CYCLES] = 20;
    figures.core[0][WF_CNT_INSTRUCTIONS] = figures.core[1][WF_CNT_INSTRUCTIONS] = 3;
    figures.core[0][WF_CNT_STALL_MEMORY] = 12;
    figures.core[1][WF_CNT_STALL_FETCH] = 11;
    figures.counter[WF_CNT_STALL_FETCH] = 23;

    stalls(p, 1, 3, 0, WF_CNT_STALL_EMPTY);                 /* core 0: 2 without a wave */
    stalls(p, 1, 4, 1, WF_CNT_STALL_EMPTY);                 /* core 1: 3 */
    wf_profile_launch(p, 3, 1, 0);                      /* core 0, the first dispatch */
    wf_profile_launch(p, 4, 2, 1);                      /* core 1, the second */
    pick(p, 4, 1, WF_UNIT_MEM);                         /* its load, of core 0, and the oldest of all */
    pick(p, 5, 2, WF_UNIT_ALU);                         /* core 1: the add */
    wf_profile_stall(p, 6, 1, WF_CNT_STALL_MEMORY);     /* 1 to the add of core 1: the load in memory is the other's */
    wf_profile_retire(p, 7, 2, 0, 0, 4, false);
    wf_profile_pick(p, 8, 2);                           /* core 1: the barrier */
    wf_profile_retire(p, 9, 2, 1, 1, 4, true);
    wf_profile_launch(p, 10, 0, 1);                     /* core 0: a wave of the second dispatch beside that of the first */
    wf_profile_stall(p, 10, 0, WF_CNT_STALL_FETCH);     /* 1 to the add of slot 0: slot 1, which has stood longer, is in flight */
    pick(p, 11, 0, WF_UNIT_ALU);
    stalls(p, 12, 16, 0, WF_CNT_STALL_MEMORY);              /* core 0: 4 to the load of the first dispatch */
    /* core 1: 5 to its barrier, where slot 2 has stood shorter than slot 1 at its load */
    stalls(p, 12, 17, 1, WF_CNT_STALL_BARRIER);
    wf_profile_stall(p, 16, 0, WF_CNT_STALL_TURNAROUND);        /* 1 to the load of slot 1 */
    wf_profile_retire(p, 17, 1, 0, 0, 8, false);
    wf_profile_retire(p, 17, 0, 0, 0, 6, false);
    wf_profile_pick(p, 18, 1);                          /* the end of the first dispatch: stood at the load from 3 to 18 */
    stalls(p, 18, 20, 1, WF_CNT_STALL_BARRIER);             /* core 1: 2 more to the barrier, which nobody releases */
    /* core 0: 2 to the add of slot 0, where it stands since 10: slot 1 stands at its end since 18 */
    stalls(p, 19, 21, 0, WF_CNT_STALL_FETCH);
    wf_profile_retire(p, 20, 1, 1, 1, 8, false);
    wf_profile_end(p, 20, 1);                           /* 18 to 20 */
    print(p, kernel, source, figures);
    has("#   waited for          issues  lanes     each   line  source\n"
        "# dispatch 1 of 2, line 2: wave size 8, 21 cycles, from 0 to 21, complete\n"
        "         5 memory            1    8.0     15.0      5  load r1, Out[r0]\n"
        "         0                   1    8.0      2.0      6  end\n"
        "         5 memory            2    8.0      8.5    sum\n"
        "# 2 with an issue, 5 waited: memory 4, turnaround 1\n"
        "\n# dispatch 2 of 2, line 7: wave size 4, from cycle 2, not ended\n"
        "         4 fetch             2    5.0      7.0     10  add r1, r1, 1\n"
        "         7 barrier           1    4.0     12.0     11  barrier\n"
        "         0                   0                     12  load r1, Out[r0]\n"
        "         0                   0                     13  end\n"
        "        11 barrier           3    4.7      8.7    sum\n"
        "# 3 with an issue, 11 waited: barrier 7, memory 1, fetch 3\n"
        "\n# all dispatches\n"
        "        16 barrier           5    6.0      8.6    sum\n"
        "# core 0: 20 cycles: 3 with an issue, 5 with one that had not retired, 10 waited: no wave 2, memory 4, turnaround 1, fetch 3\n"
        "# the counters of core 0 hold 12 cycles waited\n"
        "# core 1: 20 cycles: 3 with an issue, 6 with one that had not retired, 11 waited: no wave 3, barrier 7, memory 1\n"
        "# 40 cycles of 2 cores: 6 with an issue, 11 with one that had not retired, 21 waited: no wave 5, barrier 7, memory 5, turnaround 1, fetch 3\n"
        "# of the cycles waited 16 are charged to a line; in 5 no wave was resident\n"
        "# the counters of the hardware hold 23 cycles waited\n");
    wf_profile_free(p);
    wf_kernel_free(kernel);
}

int main(void)
{
    const struct wf_device device = {.lanes = 8, .waves = 4, .groups = 2, .regs = 16, .lds_words = 64, .imem_words = 64};
    const struct wf_text source = {.text = text, .length = sizeof text - 1};
    struct wf_kernel *kernel = wf_kernel_parse(text, sizeof text - 1, &device, 0, NULL, NULL);

    CHECK(kernel != NULL);
    if (kernel) {
        two_waves(kernel, &source);
        folded(kernel);
        odd_ends(kernel, &source);
        overlap(kernel, &source);
        out_of_order(kernel, &source);
        two_in_a_unit(kernel, &source);
        files(kernel, &source);
        cores_and_dispatches(&device, &(struct wf_text){.text = both, .length = sizeof both - 1});
    }
    wf_kernel_free(kernel);
    return check_end("charges");
}
