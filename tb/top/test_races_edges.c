/* SPDX-License-Identifier: Apache-2.0
 * test_races_edges.c - the watch for races at its edges: no watch at all, more races than are kept, own words beside a race of another lane, groups
 * that are spared, parts of words, tables, a break of an inner loop, one barrier with several faults (wavefold/races.h; docs/model.md, "Races").
 */
#include "wavefold/races.h"

#include "../common/wf_testkit.h"

/* Groups of `threads` in waves of 8, with 64 bytes of LDS, watched.  NULL when the code is wrong. */
static struct kit *watched(unsigned threads, unsigned groups, const char *code)
{
    struct kit *k = kit_new(threads, 1, 1, 8);

    k->desc.grid[0] = groups;
    k->desc.groupshared_bytes = 64;
    if (kit_code(k, code)) {
        CHECK(wf_machine_watch_races(k->machine));
        return k;
    }
    kit_free(k);
    return NULL;
}

static const struct wf_race_report *report_of(struct kit *k, uint64_t seed)
{
    CHECK_EQ(wf_machine_run(k->machine, seed, 0, &k->stats, NULL, NULL), WF_RUN_DONE);
    return wf_machine_races(k->machine);
}

/* r1: the byte of the thread in its group, r2: that in the dispatch, r3: 0 */
#define START "sv r0, gindex; shl r1, r0, 2; sv r2, dtid.x; shl r2, r2, 2; mov r3, 0; "

/* So many races, of so many pairs of instructions, and the two instructions of the first one. */
static void finds(unsigned threads, const char *code, uint64_t races, unsigned pairs, unsigned first, unsigned second)
{
    struct kit *k = watched(threads, 1, code);

    if (k == NULL)
        return;
    const struct wf_race_report *report = report_of(k, 0);
    CHECK_EQ(report->count, races);
    if (report->count != races)
        printf("  %s\n", code);
    CHECK_EQ(report->kept, pairs);
    if (report->kept != 0) {
        CHECK_EQ(report->race[0].first.pc, first);
        CHECK_EQ(report->race[0].second.pc, second);
    }
    kit_free(k);
}

/* Calls on a machine that is not watched change nothing. */
static void test_unwatched(void)
{
    static const uint8_t how[1] = {WF_HOW_PART};
    struct kit *k = kit_new(8, 1, 1, 8);

    if (kit_code(k, START "store Out[r3], r0; load r4, Out[r2]")) {
        wf_machine_spare_races(k->machine);
        wf_machine_races_of_accesses(k->machine, how, 1);
        CHECK(wf_machine_races(k->machine) == NULL);
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        CHECK_EQ(kit_out(k, 0), 7);
        CHECK(wf_machine_races(k->machine) == NULL);
    }
    kit_free(k);
}

/* 20 pairs of instructions race: the first 16 are kept, all are counted.  Each of 8 lanes loads its neighbour's word. */
static void test_many(void)
{
    char code[3000] = START "xor r4, r1, 4; ";

    for (unsigned i = 0; i < 20; i++) {
        char pair[100];
        snprintf(pair, sizeof pair, "store Out[r1+%u], r0; load r5, Out[r4+%u]; ", 64 * i, 64 * i);
        strcat(code, pair);
    }
    struct kit *k = watched(8, 1, code);
    if (k != NULL) {
        const struct wf_race_report *report = report_of(k, 0);
        CHECK_EQ(report->count, 20 * 8);
        CHECK_EQ(report->kept, WF_MAX_RACES);
        for (unsigned i = 0; i < WF_MAX_RACES; i++)
            CHECK(report->race[i].first.pc == 6 + 2 * i && report->race[i].second.pc == 7 + 2 * i);
        kit_free(k);
    }
}

/* Lane 0 goes to the word of lane 1; the others stay with their own, where an access races with nothing. */
static void test_beside_own(void)
{
    static const char own[] = START "eq r4, r0, 0; shl r4, r4, 2; add r4, r4, r1; ";

    char code[400];
    snprintf(code, sizeof code, "%sstore Out[r1], r0; load r5, Out[r4]", own);
    finds(8, code, 1, 1, 8, 9);
    snprintf(code, sizeof code, "%sstore Out[r1], r0; store Out[r4], r2", own);
    finds(8, code, 2, 2, 8, 9);                  /* and with lane 1, which stores there too */
    /* nobody stored those words; lane 0 alone stores into one */
    snprintf(code, sizeof code, "%sadd r6, r1, 32; load r5, Out[r6]; eq r7, r0, 1; if r7; store Out[r3+4], r0; endif; mul r7, r0, 4; add r7, r7, 32;"
             "eq r8, r0, 0; if r8; mov r7, 4; endif; load r5, Out[r7]", own);
    finds(8, code, 1, 1, 12, 20);
}

/* A load by a number in a register may be of any buffer, so it is watched where anything is stored; where nothing is, there is no race. */
static void test_table(void)
{
    finds(8, START "table.load r5, [r3][r1]; xor r4, r1, 4; table.load r5, [r3][r4]", 0, 0, 0, 0);
    finds(8, START "store Out[r1], r0; xor r4, r1, 4; table.load r5, [r3][r4]", 8, 1, 5, 7);
}

/* Two parts of a word are no race; a part and the whole word are one. */
static void test_parts(bool both)
{
    static const uint8_t part[9] = {[5] = WF_HOW_PART, [7] = WF_HOW_PART}, one[9] = {[5] = WF_HOW_PART};
    struct kit *k = watched(8, 1, START "store Out[r1], r0; xor r4, r1, 4; load r5, Out[r4]");

    if (k == NULL)
        return;
    wf_machine_races_of_accesses(k->machine, both ? part : one, 9);
    CHECK_EQ(report_of(k, 0)->count, both ? 0 : 8);
    kit_free(k);
}

/* One group of one wave after the other. */
static const struct wf_race_report *run_in_order(struct kit *k, unsigned groups)
{
    for (unsigned group = 0; group < groups; group++) {
        const uint32_t id[3] = {group, 0, 0};
        CHECK(wf_machine_launch(k->machine, 0, id, 0));
        while (wf_machine_step(k->machine, 0, NULL)) {
        }
    }
    return wf_machine_races(k->machine);
}

/* Group 0 alone makes more accesses than are watched of all; then the groups 4, 8, .. are watched on and no others.  All groups but 0 race with
 * group 0 in the words that it stored at last. */
static void test_spared(bool spare)
{
    struct kit *k = watched(8, 9, START "sv r4, gid.x; eq r4, r4, 0; if r4; loop; lds.load r5, [r1]; lds.load r5, [r1]; lds.store [r1], r5; add r6, r6, 1;"
                                  "ge.u r7, r6, 26000; breakif r7; endloop; store Out[r1], r0; else; load r5, Out[r1]; endif");

    if (k == NULL)
        return;
    if (spare)
        wf_machine_spare_races(k->machine);
    const struct wf_race_report *report = run_in_order(k, 9);
    CHECK_EQ(report->spared, spare);
    CHECK_EQ(report->count, spare ? 0 : 8 * 8);         /* spared: the store came when no access of group 0 was watched any more */
    CHECK(!report->incomplete);
    kit_free(k);
}

/* The same with a group 1 that is not watched at all, and a group 4 that is, of its own words. */
static void test_sample(void)
{
    struct kit *k = watched(8, 9, START "sv r4, gid.x; eq r5, r4, 0; if r5; loop; lds.load r5, [r1]; lds.load r5, [r1]; lds.store [r1], r5; add r6, r6, 1;"
                                  "ge.u r7, r6, 26000; breakif r7; endloop; endif; xor r8, r1, 4; lds.store [r1], r0; lds.load r5, [r8]");

    if (k == NULL)
        return;
    wf_machine_spare_races(k->machine);
    const struct wf_race_report *report = run_in_order(k, 9);
    CHECK(report->spared && report->count == 2 * 8);    /* of groups 4 and 8 */
    CHECK(report->race[0].first.group[0] == 4 && report->kept == 1);
    kit_free(k);
}

/* At one barrier lanes of group 0 are elsewhere, those of group 1 have returned, and waves 1 and 2 of group 2 are on other turns of a loop: each
 * counts, and of a kind the first is kept. */
static void test_barriers(void)
{
    struct kit *k = watched(24, 3, "sv r0, gindex; sv r1, gid.x; eq r2, r1, 1; if r2; eq r3, r0, 3; if r3; ret; endif; endif;"
                                   "eq r2, r1, 0; eq r3, r0, 5; and r2, r2, r3; eq r4, r2, 0; if r4; barrier; endif; end");

    if (k == NULL)
        return;
    const struct wf_race_report *report = report_of(k, 3);
    CHECK(report->barriers >= 1 && report->returns == 1 && report->count == 0 && report->kept >= 2);
    unsigned returned = 0, elsewhere = 0;
    for (unsigned i = 0; i < report->kept; i++) {
        const struct wf_race *race = &report->race[i];
        CHECK_EQ(race->kind, WF_RACE_BARRIER);
        returned += race->parting == WF_PARTING_RETURNED;
        elsewhere += race->parting == WF_PARTING_ELSEWHERE;
        if (race->parting == WF_PARTING_RETURNED)
            CHECK(race->second.group[0] == 1 && race->second.lane == 3 && race->second.wave == 0);
        if (race->parting == WF_PARTING_ELSEWHERE)
            CHECK(race->second.group[0] == 0 && race->second.lane == 5 && race->second.wave == 0);
    }
    CHECK(returned == 1 && elsewhere == 1);
    kit_free(k);
}

/* A fence of a group that touched nothing yet orders nothing, and no watch is lost by it. */
static void test_fence_first(void)
{
    finds(16, START "memory_barrier; store Out[r1], r0; xor r4, r1, 32; load r5, Out[r4]", 16, 1, 8, 6);       /* wave 0 runs first, whole */
}

int main(void)
{
    test_unwatched();
    test_many();
    test_beside_own();
    test_table();
    test_parts(true);
    test_parts(false);
    test_spared(true);
    test_spared(false);
    test_sample();
    test_barriers();
    test_fence_first();
    return check_end("races_edges");
}
