/* SPDX-License-Identifier: Apache-2.0
 * test_races.c - the watch for races: every seed finds each kind, with its lines; what is ordered is left alone.
 */
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/races.h"

#include "../common/wf_check.h"

enum { SEEDS = 12 };

/* `first` and `second`: the words that begin the two lines of the race, in either order; NULL: no race at all. */
struct example {
    const char *name;
    enum wf_race_kind kind;
    const char *first, *second, *head, *code;
};

#define NO_RACE 0, NULL, NULL
#define LDS(first, second) WF_RACE_LDS, "lds." first, "lds." second
#define MEMORY(first, second) WF_RACE_MEMORY, first, second
#define STORE_AND_LOAD LDS("store [r1]", "load r3")
#define UNSEEN MEMORY("store Out", "load r7")

#define TWO_WAVES "[numthreads(8,1,1)] [WaveSize(4)] [groupshared(64)]\nbuffer Out[64]\n"
#define THREE_WAVES "[numthreads(12,1,1)] [WaveSize(4)] [groupshared(64)]\nbuffer Out[64]\n"
#define ONE_WAVE "[numthreads(4,1,1)] [WaveSize(4)] [groupshared(64)]\nbuffer Out[64]\n"
#define ONE_WAVE_OF_8 "[numthreads(8,1,1)] [WaveSize(8)] [groupshared(64)]\nbuffer Out[64]\n"
#define FOUR_GROUPS ONE_WAVE "buffer Flag[1]\ndispatch 4\n"
#define MANY_GROUPS "[numthreads(4,1,1)] [WaveSize(4)] [groupshared(64)]\nbuffer Out[1024]\ndispatch 200\n"
/* How all code begins.  r0: own place in the group; r1: its byte; r2: that of the lane on the other side; r9: 0 */
#define PLACES "sv r0, gindex\nshl r1, r0, 2\nsv r9, lane\nsub r9, r9, r9\nxor r2, r1, 28\n"
#define TWICE(code) "mov r4, 0\nloop\n" code "add r4, r4, 1\nge.u r5, r4, 2\nbreakif r5\nendloop"
#define ONCE(condition, code) "loop\n" condition "\nif r4\nmov r6, 1\nbreak\nendif\n" code "\nbreak\nendloop"
#define NOPS "nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n"
#define FENCE "memory_barrier\n"
#define GROUP_FENCE "memory_barrier.group\n"
#define BARRIER "barrier\n"
#define DEVICE_BARRIER "barrier.device\n"
/* Wave 0 stores and sets a flag, which wave 1 polls before it loads. */
#define FLAG(sets, before, polls, behind) "sv r4, wave\nmov r5, 1\nif r4\nloop\n" polls "breakif r6\nendloop\n" behind \
    "lds.load r3, [r2]\nelse\nlds.store [r1], r0\n" before sets "endif"
#define ATOMIC_SETS "lds.xchg _, [r9+60], r5\n"
#define STORE_SETS "isfirst r8\nif r8\nlds.store [r9+60], r5\nendif\n"
#define ATOMIC_POLLS "lds.or r6, [r9+60], r9\n"
#define LOAD_POLLS "lds.load r6, [r9+60]\n"
/* Each group stores and counts itself; the last one reads what all stored. */
#define STORES "sv r3, dtid.x\nshl r3, r3, 2\nstore Out[r3], r0\n"
#define COUNTS "mov r4, 1\nisfirst r5\nif r5\natomic.add r6, Flag[r9], r4\n"
#define COUNT(before, behind) STORES before COUNTS "endif\nreadfirst r6, r6\n" behind \
    "eq r6, r6, 3\nif r6\nload r7, Out[r1]\nload r7, Out[r1+48]\nendif"
/* The same with groups of two waves: wave 0 stores, wave 1 counts, both read.  r8: the wave */
#define FOUR_PAIRS TWO_WAVES "buffer Flag[1]\ndispatch 4\n"
#define PAIRS(stored, before, behind, counted) "sv r8, wave\neq r10, r8, 0\nif r10\n" STORES "endif\n" stored \
    "if r8\n" before COUNTS "lds.store [r9], r6\nendif\n" behind "endif\n" counted \
    "lds.load r6, [r9]\neq r6, r6, 3\nif r6\nload r7, Out[r1]\nload r7, Out[r1+96]\nendif"

static const struct example example[] = {
    {"two waves, no barrier", STORE_AND_LOAD, TWO_WAVES, "lds.store [r1], r0\nlds.load r3, [r2]"},
    {"barrier between", NO_RACE, TWO_WAVES, "lds.store [r1], r0\nbarrier\nlds.load r3, [r2]"},
    {"the next round stores before all have loaded", STORE_AND_LOAD, TWO_WAVES,
     TWICE("lds.store [r1], r0\nbarrier\nlds.load r3, [r2]\n")},
    {"rounds with two barriers", NO_RACE, TWO_WAVES,
     TWICE("lds.store [r1], r0\nbarrier\nlds.load r3, [r2]\nbarrier\n")},
    {"two waves store into one word", LDS("store [r6]", "store [r6]"), TWO_WAVES, "and r6, r1, 12\nlds.store [r6], r0"},
    {"a store and a store further on", LDS("store [r1]", "store [r2]"), TWO_WAVES,
     "lds.store [r1], r0\nlds.store [r2], r0"},
    {"atomics of two waves", NO_RACE, TWO_WAVES, "lds.add _, [r9], r0\natomic.add _, Out[r9], r0"},
    {"a load beside atomics", LDS("add _", "load r3"), TWO_WAVES, "lds.add _, [r9], r0\nlds.load r3, [r9]"},
    {"64-bit atomics of two waves", NO_RACE, TWO_WAVES, "lds64.add _, [r9], q12\natomic64.add _, Out[r9], q12"},
    {"... beside 32-bit ones on the high word", NO_RACE, TWO_WAVES, "lds64.add _, [r9], q12\nlds.or _, [r9+4], r0"},
    {"a load of the low word beside 64-bit atomics", WF_RACE_LDS, "lds64.add.low", "lds.load r3", TWO_WAVES,
     "lds64.add.low _, [r9], q12\nlds.load r3, [r9]"},
    {"a load of the high word beside 64-bit atomics", WF_RACE_LDS, "lds64.add.low", "lds.load r3", TWO_WAVES,
     "lds64.add.low _, [r9], q12\nlds.load r3, [r9+4]"},
    {"a load of the word after that of 64-bit atomics", NO_RACE, TWO_WAVES, "lds64.add _, [r9], q12\nlds.load r3, [r9+8]"},
    {"a store of the high word beside 64-bit atomics", MEMORY("atomic64.add.low _", "store Out"), TWO_WAVES,
     "sv r4, wave\nif r4\natomic64.add.low _, Out[r9], q12\nelse\nisfirst r5\nif r5\nstore Out[r9+4], r0\nendif\nendif"},
    {"a store beside atomics", MEMORY("atomic.add _", "store Out"), TWO_WAVES,
     "sv r4, wave\nif r4\natomic.add _, Out[r9], r0\nelse\nisfirst r5\nif r5\nstore Out[r9], r0\nendif\nendif"},
    {"loads of two waves", NO_RACE, TWO_WAVES, "lds.load r3, [r9]\nload r4, Out[r9]"},
    {"two waves load, one of them stores", LDS("load r3", "store [r9]"), TWO_WAVES,
     "lds.load r3, [r9]\nsv r4, wave\nif r4\nlds.store [r9], r9\nendif"},
    {"two waves load, each lane a word of its own there, one of them stores", LDS("load r3", "store [r6]"), TWO_WAVES,
     "and r6, r1, 12\nlds.load r3, [r6]\nsv r4, wave\nif r4\nlds.store [r6], r9\nendif"},
    {"atomics of two waves, one of them loads", LDS("add _", "load r3"), TWO_WAVES,
     "lds.add _, [r9], r0\nsv r4, wave\nif r4\nlds.load r3, [r9]\nendif"},
    {"all lanes load, one of them stores", LDS("load r3", "store [r9]"), ONE_WAVE,
     "lds.load r3, [r9]\neq r4, r0, 3\nif r4\nlds.store [r9], r0\nendif"},
    {"global memory, two waves, no barrier", MEMORY("store Out", "load r3"), TWO_WAVES,
     "store Out[r1], r0\nload r3, Out[r2]"},
    {"global memory, two waves, barrier", NO_RACE, TWO_WAVES, "store Out[r1], r0\nbarrier\nload r3, Out[r2]"},
    {"memory_barrier alone orders no two waves", STORE_AND_LOAD, TWO_WAVES,
     "lds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]"},
    {"one lane's own word", NO_RACE, TWO_WAVES,
     "lds.store [r1], r0\nlds.load r3, [r1]\nlds.store [r1], r3\nstore Out[r1], r3\nload r3, Out[r1]"},
    {"words of a lane's own: two waves and two lanes take them over", NO_RACE, TWO_WAVES,
     "and r6, r1, 4\nstore.private Out[r6], r0\nload r3, Out[r6]\nstore.private Out[r6], r3"},
    {"... but a plain store into that buffer is watched", MEMORY("store Out", "load r3"), TWO_WAVES,
     "store.private Out[r1], r0\nstore Out[r1], r0\nload r3, Out[r2]"},
    {"lanes of one store, different values", LDS("store [r9]", "store [r9]"), ONE_WAVE, "lds.store [r9], r0"},
    {"lanes of one store, different values, again and again", MEMORY("store Out", "store Out"), ONE_WAVE,
     "mov r4, 0\nloop\neq r6, r4, 2\nmul r6, r6, r0\nstore Out[r9], r6\nadd r4, r4, 1\nge.u r5, r4, 3\nbreakif r5\n"
     "endloop"},
    {"lanes of one store, one value", NO_RACE, ONE_WAVE, "lds.store [r9], r9\nstore Out[r9], r9"},
    {"lanes of a wave that run together", STORE_AND_LOAD, ONE_WAVE,
     "xor r2, r1, 4\nlds.store [r1], r0\nlds.load r3, [r2]"},
    {"... memory_barrier", NO_RACE, ONE_WAVE, "xor r2, r1, 4\nlds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]"},
    {"... barrier", NO_RACE, ONE_WAVE, "xor r2, r1, 4\nlds.store [r1], r0\nbarrier\nlds.load r3, [r2]"},
    {"... in global memory", MEMORY("store Out[r1]", "load r3"), ONE_WAVE,
     "xor r2, r1, 4\nstore Out[r1], r0\nload r3, Out[r2]"},
    {"... in global memory, memory_barrier", NO_RACE, ONE_WAVE,
     "xor r2, r1, 4\nstore Out[r1], r0\nmemory_barrier\nload r3, Out[r2]"},
    {"memory_barrier of some lanes orders no others", LDS("store [r9]", "load r3"), ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nmemory_barrier\nendif\nlds.load r3, [r9]"},
    {"... nor does one on either side", LDS("store [r9]", "load r3"), ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nmemory_barrier\nelse\nmemory_barrier\nlds.load r3, [r9]\nendif"},
    {"memory_barrier of all lanes that are left", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nret\nendif\nmemory_barrier\nlds.load r3, [r9]"},
    {"a lane that returned, no memory_barrier", LDS("store [r9]", "load r3"), ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nret\nendif\nlds.load r3, [r9]"},
    {"a lost update", LDS("load r3", "store [r9]"), ONE_WAVE, "lds.load r3, [r9]\nadd r3, r3, 1\nlds.store [r9], r3"},
    {"the next round of one wave stores before all have loaded", STORE_AND_LOAD, ONE_WAVE,
     "xor r2, r1, 4\n" TWICE("lds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]\n")},
    {"rounds of one wave with two memory_barriers", NO_RACE, ONE_WAVE,
     "xor r2, r1, 4\n" TWICE("lds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]\nmemory_barrier\n")},
    {"all lanes store one value, and again", LDS("store [r9]", "store [r9]"), ONE_WAVE, TWICE("lds.store [r9], r4\n")},
    {"all lanes store one value, and again behind a memory_barrier", NO_RACE, ONE_WAVE,
     TWICE("lds.store [r9], r4\nmemory_barrier\n")},
    {"all lanes store one value, then the last of them stores alone", LDS("store [r9], r9", "store [r9], r0"), ONE_WAVE,
     "lds.store [r9], r9\neq r4, r0, 3\nif r4\nlds.store [r9], r0\nendif"},
    {"... or the first", MEMORY("store Out[r9], r9", "store Out[r9], r4"), ONE_WAVE,
     "store Out[r9], r9\nisfirst r4\nif r4\nstore Out[r9], r4\nendif"},
    {"... or a word is loaded by the last", LDS("store [r9], r9", "load r3"), ONE_WAVE,
     "lds.store [r9], r9\neq r4, r0, 3\nif r4\nlds.load r3, [r9]\nendif"},
    {"a lane stores alone, then again", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r9\nlds.store [r9], r0\nlds.add _, [r9], r0\nlds.load r3, [r9]\nendif"},
    {"atomics of one wave, then a load", LDS("add _", "load r3"), ONE_WAVE, "lds.add _, [r9], r0\nlds.load r3, [r9]"},
    {"atomics of one wave, memory_barrier, then a load", NO_RACE, ONE_WAVE,
     "lds.add _, [r9], r0\nmemory_barrier\nlds.load r3, [r9]"},
    {"a flag between lanes of one wave", NO_RACE, ONE_WAVE,
     "mov r5, 1\nisfirst r4\nif r4\nlds.store [r9], r0\nmemory_barrier\nlds.xchg _, [r9+60], r5\nelse\n"
     "lds.or r6, [r9+60], r9\nmemory_barrier\nlds.load r3, [r9]\nendif"},
    {"a flag between lanes of one wave, without memory_barrier", LDS("store [r9]", "load r3"), ONE_WAVE,
     "mov r5, 1\nisfirst r4\nif r4\nlds.store [r9], r0\nlds.xchg _, [r9+60], r5\nelse\nlds.or r6, [r9+60], r9\n"
     "lds.load r3, [r9]\nendif"},
    {"a lane's branch and the others behind it", LDS("store [r9]", "load r3"), ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nendif\nlds.load r3, [r9]"},
    {"all lanes load, then one of them again in its branch", NO_RACE, ONE_WAVE,
     "xor r2, r1, 4\nlds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]\nisfirst r4\nif r4\nlds.load r3, [r2]\n"
     "endif"},
    {"a load again behind a barrier, and a store", LDS("load r3", "store [r1]"), TWO_WAVES,
     "lds.store [r1], r0\nbarrier\nlds.load r3, [r2]\nbarrier\nsv r4, wave\nif r4\nlds.load r3, [r2]\nelse\n"
     "lds.store [r1], r0\nendif"},
    {"a load again behind an atomic of another lane", LDS("add _", "load r3"), ONE_WAVE,
     "xor r2, r1, 4\nlds.load r3, [r1]\nmemory_barrier\nisfirst r4\nif r4\nlds.add _, [r2], r0\nelse\n"
     "lds.load r3, [r1]\nendif"},
    {"a lane's branch, memory_barrier", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nendif\nmemory_barrier\nlds.load r3, [r9]"},
    {"a lane's branch, barrier", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nlds.store [r9], r0\nendif\nbarrier\nlds.load r3, [r9]"},
    {"groups store into one word", MEMORY("store Out", "store Out"), FOUR_GROUPS, "sv r3, gid.x\nstore Out[r1], r3"},
    {"groups: a barrier orders nothing between them", MEMORY("store Out", "load r3"), FOUR_GROUPS,
     "sv r3, dtid.x\nshl r3, r3, 2\nstore Out[r3], r0\nbarrier\nxor r3, r3, 16\nload r3, Out[r3]"},
    {"groups: atomics, no memory_barrier", MEMORY("store Out", "load r3"), FOUR_GROUPS,
     "sv r3, dtid.x\nshl r3, r3, 2\nstore Out[r3], r0\natomic.add _, Flag[r9], r0\nxor r3, r3, 16\nload r3, Out[r3]"},
    {"groups: the last one to count reads all", NO_RACE, FOUR_GROUPS, COUNT(DEVICE_BARRIER, DEVICE_BARRIER)},
    {"... with memory_barrier", NO_RACE, FOUR_GROUPS, COUNT(FENCE, FENCE)},
    {"... a barrier, then memory_barrier, on either side", NO_RACE, FOUR_GROUPS,
     COUNT("barrier\nmemory_barrier\n", "barrier\nmemory_barrier\n")},
    {"... memory_barrier, then a barrier", NO_RACE, FOUR_GROUPS,
     COUNT("memory_barrier\nbarrier\n", "memory_barrier\nbarrier\n")},
    {"... a barrier of the group before it", UNSEEN, FOUR_GROUPS, COUNT(BARRIER, DEVICE_BARRIER)},
    {"... a barrier of the group behind it", UNSEEN, FOUR_GROUPS, COUNT(DEVICE_BARRIER, BARRIER)},
    {"... a fence of the group before it", UNSEEN, FOUR_GROUPS, COUNT(GROUP_FENCE, FENCE)},
    {"... a fence of the group behind it", UNSEEN, FOUR_GROUPS, COUNT(FENCE, GROUP_FENCE)},
    {"two waves a group: one stores, the other tells the other groups, by barriers and memory_barrier", NO_RACE,
     FOUR_PAIRS, PAIRS(BARRIER, FENCE, FENCE, BARRIER)},
    {"... without memory_barrier before the atomic", UNSEEN, FOUR_PAIRS, PAIRS(BARRIER, GROUP_FENCE, FENCE, BARRIER)},
    {"... without memory_barrier behind the atomic", UNSEEN, FOUR_PAIRS, PAIRS(BARRIER, FENCE, GROUP_FENCE, BARRIER)},
    {"... with memory_barrier in the wave that reads", NO_RACE, FOUR_PAIRS,
     PAIRS(BARRIER, FENCE, "", "barrier\nmemory_barrier\n")},
    {"... with one wave at barrier.device: another barrier", WF_RACE_BARRIER, "barrier", "barrier",
     FOUR_PAIRS,
     PAIRS("if r8\nbarrier.device\nelse\nbarrier\nendif\n", "", "", "if r8\nbarrier\nelse\nbarrier.device\nendif\n")},
    {"a flag with memory_barrier.group on both sides", NO_RACE, TWO_WAVES,
     FLAG(ATOMIC_SETS, GROUP_FENCE, ATOMIC_POLLS, GROUP_FENCE)},
    {"memory_barrier.group of all lanes of a wave", NO_RACE, ONE_WAVE,
     "xor r2, r1, 4\nstore Out[r1], r0\nmemory_barrier.group\nload r3, Out[r2]"},
    {"each group has LDS of its own", NO_RACE, FOUR_GROUPS,
     "lds.store [r1], r0\nisfirst r4\nif r4\nlds.load r3, [r9]\nendif"},
    {"... which the next group uses crosswise", NO_RACE, FOUR_GROUPS,
     "xor r2, r1, 12\nsv r4, gid.x\nand r4, r4, 1\nsel r1, r4, r1, r2\nlds.store [r1], r0\nlds.load r3, [r1]"},
    {"a flag with memory_barrier on both sides", NO_RACE, TWO_WAVES, FLAG(ATOMIC_SETS, FENCE, ATOMIC_POLLS, FENCE)},
    {"a flag without memory_barrier before it", STORE_AND_LOAD, TWO_WAVES, FLAG(ATOMIC_SETS, "", ATOMIC_POLLS, FENCE)},
    {"a flag without memory_barrier behind it", STORE_AND_LOAD, TWO_WAVES, FLAG(ATOMIC_SETS, FENCE, ATOMIC_POLLS, "")},
    {"a flag that nobody reads", STORE_AND_LOAD, TWO_WAVES,
     "lds.load r3, [r9+56]\nsv r4, wave\nmov r5, 1\nif r4\nmemory_barrier\nlds.load r3, [r2]\nelse\n"
     "lds.store [r1], r0\nmemory_barrier\nlds.xchg _, [r9+60], r5\nendif"},
    {"helper lanes do not store", NO_RACE, ONE_WAVE, "isfirst r4\nif r4\nelse\ndemote\nendif\nlds.store [r9], r0"},
    {"loads of helper lanes are no accesses", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nelse\ndemote\nendif\nlds.load r3, [r9]\nlds.store [r9], r0\nlds.load r3, [r9]"},
    {"... after which a lane that is none loads", LDS("store [r9], r0", "load r4"), ONE_WAVE,
     "ge.u r4, r0, 2\nif r4\ndemote\nendif\nisfirst r4\nif r4\nlds.store [r9], r0\nendif\nlds.load r4, [r9]"},
    {"a buffer's, by helper lanes", NO_RACE, ONE_WAVE,
     "isfirst r4\nif r4\nstore Out[r9], r0\nelse\ndemote\nload r3, Out[r9]\nendif"},
    {"two waves store one value", NO_RACE, TWO_WAVES, "lds.store [r9], r9\nstore Out[r9], r9"},
    {"groups store one value", NO_RACE, FOUR_GROUPS, "store Out[r9], r9"},
    {"two waves store one value, the first of them then another one", LDS("store [r9], r9", "store [r9], r4"),
     TWO_WAVES,
     "lds.store [r9], r9\nsv r5, wave\neq r4, r5, 0\nisfirst r6\nand r6, r6, r4\nif r6\nlds.store [r9], r4\nendif"},
    {"one value of two waves, of which a flag orders the later alone before a load", LDS("store [r9], r9", "load r3"),
     THREE_WAVES,
     "sv r4, wave\nmov r5, 1\nisfirst r8\nif r8\neq r6, r4, 0\nif r6\nlds.store [r9], r9\nlds.xchg _, [r9+56], r5\n"
     "endif\neq r6, r4, 1\nif r6\nloop\nlds.or r6, [r9+56], r9\nbreakif r6\nendloop\nlds.store [r9], r9\n"
     "memory_barrier\nlds.xchg _, [r9+60], r5\nendif\neq r6, r4, 2\nif r6\nloop\nlds.or r6, [r9+60], r9\nbreakif r6\n"
     "endloop\nmemory_barrier\nlds.load r3, [r9]\nendif\nendif"},
    {"a barrier in a lane's branch", WF_RACE_BARRIER, "barrier", "barrier", ONE_WAVE,
     "isfirst r4\nif r4\nbarrier\nendif"},
    {"a barrier in a wave's branch", WF_RACE_BARRIER, "barrier", "barrier", TWO_WAVES,
     "sv r4, wave\nif r4\nbarrier\nendif"},
};

/* With coherent accesses: those whose lines begin with these words; of these atomic.or stands for a load. */
static const struct {
    const char *words;
    struct example example;
} coherent[] = {
    {"l", {"a coherent load beside atomics", NO_RACE, TWO_WAVES,
     "lds.add _, [r9], r0\nlds.load r3, [r9]\natomic.add _, Out[r9], r0\nload r3, Out[r9]"}},
    {"store", {"a coherent store beside atomics", NO_RACE, TWO_WAVES,
     "sv r4, wave\nif r4\natomic.add _, Out[r9], r0\nelse\nisfirst r5\nif r5\nstore Out[r9], r0\nendif\nendif"}},
    {"store", {"... and a plain load of the lane that stored", MEMORY("atomic.add _", "load r3"), TWO_WAVES,
     "sv r4, wave\nif r4\natomic.add _, Out[r9], r0\nelse\nisfirst r5\nif r5\nstore Out[r9], r0\nload r3, Out[r9]\n"
     "endif\nendif"}},
    {"load r3", {"a coherent load beside atomics, then a plain one of the same lanes",
     MEMORY("atomic.add _", "load r4"), TWO_WAVES,
     "and r6, r1, 12\nsv r4, wave\nif r4\nload r3, Out[r6]\nload r4, Out[r6]\nelse\natomic.add _, Out[r6], r0\nendif"}},
    {"atomic.or", {"coherent loads that are atomics, and atomics", NO_RACE, TWO_WAVES,
     "atomic.add _, Out[r9], r0\natomic.or r3, Out[r9], r9"}},
    {"", {"a coherent store and coherent loads that are atomics", MEMORY("store Out", "atomic.or"), TWO_WAVES,
     "sv r4, wave\nif r4\natomic.or r3, Out[r9], r9\nelse\nisfirst r5\nif r5\nstore Out[r9], r5\nendif\nendif"}},
    {"lds", {"coherent loads and stores, no atomics", STORE_AND_LOAD, TWO_WAVES,
     "lds.store [r1], r0\nlds.load r3, [r2]"}},
    {"lds", {"... nor does memory_barrier order them", STORE_AND_LOAD, TWO_WAVES,
     "lds.store [r1], r0\nmemory_barrier\nlds.load r3, [r2]"}},
    {"lds.load r6", {"a flag that an atomic sets and a coherent load polls", NO_RACE, TWO_WAVES,
     FLAG(ATOMIC_SETS, FENCE, LOAD_POLLS, FENCE)}},
    {"lds.", {"a flag that a coherent store sets and a coherent load polls", STORE_AND_LOAD, TWO_WAVES,
     FLAG(STORE_SETS, FENCE, LOAD_POLLS, FENCE)}},
    {"lds.load r6", {"... without memory_barrier behind it", STORE_AND_LOAD, TWO_WAVES,
     FLAG(ATOMIC_SETS, FENCE, LOAD_POLLS, "")}},
    {"lds.store [r9+60]", {"a flag that a coherent store sets and an atomic polls", NO_RACE, TWO_WAVES,
     FLAG(STORE_SETS, FENCE, ATOMIC_POLLS, FENCE)}},
    {"lds.store [r9+60]", {"... without memory_barrier before it", STORE_AND_LOAD, TWO_WAVES,
     FLAG(STORE_SETS, "", ATOMIC_POLLS, FENCE)}},
    {"lds.load r8", {"a coherent load publishes nothing", STORE_AND_LOAD, TWO_WAVES,
     "sv r4, wave\nif r4\nlds.or r6, [r9+60], r9\nmemory_barrier\nlds.load r3, [r2]\nelse\nlds.store [r1], r0\nmemory_barrier\n"
     "lds.load r8, [r9+60]\nendif"}},
    {"atomic.or", {"words of a lane's own beside loads that are atomics", NO_RACE, TWO_WAVES,
     "and r6, r1, 4\natomic.or r3, Out[r6], r9\nstore.private Out[r6], r0"}},
};

/* Races, arrivals at divergent barriers and stores of one value, counted by hand as docs/model.md defines them. */
static const struct {
    const char *head, *code;
    uint64_t races, barriers, equal;
} counted[] = {
    {TWO_WAVES, "and r6, r1, 12\nlds.store [r6], r0", 4, 0, 0},     /* four words, one store of either wave */
    /* of four loads two are remembered; then the newest is the lane's own */
    {ONE_WAVE, "lds.load r3, [r9]\neq r4, r0, 0\nif r4\nlds.store [r9], r0\nendif", 2, 0, 0},
    {ONE_WAVE, "lds.load r3, [r9]\neq r4, r0, 3\nif r4\nlds.store [r9], r0\nendif", 1, 0, 0},
    {ONE_WAVE, "lds.add _, [r9], r0\neq r4, r0, 0\nif r4\nlds.store [r9], r0\nendif", 2, 0, 0},        /* ... and of atomics */
    {ONE_WAVE, "eq r4, r0, 0\nif r4\nlds.store [r9], r0\nendif\neq r4, r0, 1\nif r4\nlds.load r3, [r9]\n"
     "lds.load r3, [r9]\nendif", 1, 0, 0},
    {ONE_WAVE, "lt.u r4, r0, 2\nif r4\nlds.store [r9], r0\nendif", 1, 0, 0},            /* of one store two lanes */
    {ONE_WAVE, "ge.u r4, r0, 2\nif r4\nlds.store [r9], r0\nendif", 1, 0, 0},
    /* loads before the last store are forgotten: wave 1 meets lane 1's store and load, and no load of lanes 2 and 3; lane 0 meets lane 3's store */
    {TWO_WAVES, "sv r4, wave\nmov r5, 1\nif r4\nloop\n" ATOMIC_POLLS "breakif r6\nendloop\neq r4, r0, 4\nif r4\nlds.store [r9+4], r0\nendif\nelse\n"
     "ge.u r4, r0, 2\nif r4\nlds.load r3, [r9+4]\nendif\nmemory_barrier\neq r4, r0, 1\nif r4\nlds.store [r9+4], r0\nendif\neq r4, r0, 3\nif r4\n"
     "lds.store [r9], r0\nendif\nlt.u r4, r0, 2\nif r4\nlds.load r3, [r1]\n" ATOMIC_SETS "endif\nendif", 3, 0, 0},
    {ONE_WAVE, "isfirst r4\nif r4\nbarrier\nendif", 0, 1, 0},
    {FOUR_GROUPS, "isfirst r4\nif r4\nbarrier\nbarrier\nendif", 0, 8, 0},
    {FOUR_GROUPS, "barrier\nlds.store [r1], r0", 0, 0, 0},
    {ONE_WAVE, "xor r2, r1, 4\nlds.store [r1], r0\nlds.load r3, [r2]", 4, 0, 0},
    /* of the loads lane 3's and lane 2's are kept: two races of lanes 0 and 1 each, one of lanes 2 and 3; one value */
    {ONE_WAVE, "lds.load r3, [r9]\nlds.store [r9], r9", 6, 0, 3},
    /* all but the first store of the word */
    {ONE_WAVE, "lds.store [r9], r9\nlds.store [r9], r9", 0, 0, 7},
    {TWO_WAVES, "lds.store [r9], r9", 0, 0, 7},
    {ONE_WAVE_OF_8, "lds.store [r9], r9", 0, 0, 7},
    {FOUR_GROUPS, "store Out[r9], r9", 0, 0, 15},
    {MANY_GROUPS, "store Out[r9], r9", 0, 0, 799},
    {MANY_GROUPS, STORES "store Out[r3], r4", 0, 0, 0},
    {TWO_WAVES, "lds.store [r9], r9\nbarrier\nlds.store [r9], r9", 0, 0, 14},
    /* each lane meets one of the store before that it is not ordered behind (lane 3 lane 2's), then lanes of its own */
    {ONE_WAVE, "lds.store [r9], r9\nadd r4, r9, 1\nlds.store [r9], r4", 4, 0, 6},
    /* words of a lane's own, and of a lane again, are none */
    {TWO_WAVES, "lds.store [r1], r9\nlds.store [r1], r9", 0, 0, 0},
};

/* Where the threads are that do not reach a barrier: lanes of the wave, or another wave of the group.  The count: of
 * arrivals without all lanes and of releases without all threads, of those that only returned threads miss. */
static const struct {
    const char *name, *head, *code;
    enum wf_race_parting parting;
    uint64_t barriers, returns;
} parted[] = {
    {"half of a wave", ONE_WAVE_OF_8, "lt.u r4, r0, 4\nif r4\nbarrier\nendif", WF_PARTING_ELSEWHERE, 1, 0},
    {"one of two waves", TWO_WAVES, "lt.u r4, r0, 4\nif r4\nbarrier\nendif", WF_PARTING_ENDED, 1, 0},
    {"... of each group", FOUR_PAIRS, "lt.u r4, r0, 4\nif r4\nbarrier\nendif", WF_PARTING_ENDED, 4, 0},
    {"two barriers", TWO_WAVES, "lt.u r4, r0, 4\nif r4\nbarrier\nelse\nbarrier\nendif", WF_PARTING_OTHER, 1, 0},
    {"two turns of a loop", TWO_WAVES,
     "mov r3, 0\nsv r4, wave\nloop\nand r5, r3, 1\neq r5, r5, r4\nif r5\nbarrier\nendif\nadd r3, r3, 1\neq r5, r3, 2\n"
     "breakif r5\nendloop", WF_PARTING_TURN, 1, 0},
    {"a turn of an outer loop", TWO_WAVES,
     "mov r3, 0\nsv r4, wave\nloop\nloop\neq r5, r3, r4\nif r5\nbarrier\nendif\nbreak\nendloop\nadd r3, r3, 1\n"
     "eq r5, r3, 2\nbreakif r5\nendloop", WF_PARTING_TURN, 1, 0},
    {"a turn more", TWO_WAVES,
     "sv r4, wave\nmov r3, 0\nloop\nbarrier\nge.u r5, r3, r4\nbreakif r5\nadd r3, r3, 1\nendloop",
     WF_PARTING_ENDED, 1, 0},
    {"lanes that returned", ONE_WAVE_OF_8,
     "lt.u r4, r0, 4\nif r4\nret\nendif\nbarrier", WF_PARTING_RETURNED, 0, 1},
    {"a wave that returned", TWO_WAVES,
     "lt.u r4, r0, 4\nif r4\nret\nendif\nbarrier\nbarrier", WF_PARTING_RETURNED, 0, 2},
    /* `return` as Slang writes it: a break of a loop around all code, which runs once */
    {"lanes that left by a break to the end", ONE_WAVE_OF_8,
     ONCE("lt.u r4, r0, 4", "barrier"), WF_PARTING_RETURNED, 0, 1},
    {"... late", ONE_WAVE_OF_8, NOPS "nop\n" ONCE("lt.u r4, r0, 4", "barrier"), WF_PARTING_RETURNED, 0, 1},
    {"... and later", ONE_WAVE_OF_8, NOPS "nop\nnop\n" ONCE("lt.u r4, r0, 4", "barrier"), WF_PARTING_RETURNED, 0, 1},
    {"a wave that did", TWO_WAVES, ONCE("lt.u r4, r0, 4", "barrier\nbarrier"), WF_PARTING_RETURNED, 0, 2},
    {"lanes that left a loop of several turns", ONE_WAVE_OF_8,
     "mov r3, 0\nloop\nlt.u r4, r0, 4\nif r4\nbreak\nendif\nbarrier\nadd r3, r3, 1\neq r5, r3, 2\nbreakif r5\nendloop",
     WF_PARTING_ELSEWHERE, 2, 0},
    {"lanes that have more to do", ONE_WAVE_OF_8, ONCE("lt.u r4, r0, 4", "barrier") "\nstore Out[r1], r0",
     WF_PARTING_ELSEWHERE, 1, 0},
    {"a wave that has", TWO_WAVES, ONCE("lt.u r4, r0, 4", "barrier") "\nstore Out[r1], r0", WF_PARTING_ENDED, 1, 0},
    {"all, on each turn", TWO_WAVES,
     "mov r3, 0\nloop\nbarrier\nadd r3, r3, 1\neq r5, r3, 4\nbreakif r5\nendloop\nbarrier",
     WF_PARTING_ELSEWHERE, 0, 0},
    {"lanes that return behind it", TWO_WAVES,
     "barrier\nlt.u r4, r0, 4\nif r4\nret\nendif", WF_PARTING_ELSEWHERE, 0, 0},
};

static void show(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)error;
    printf("%s:%u:%u: %s\n", (const char *)user, line, column, text);
}

static bool begins(const struct wf_kernel *kernel, uint16_t pc, const char *words)
{
    return strncmp(wf_kernel_source(kernel, pc), words, strlen(words)) == 0;
}

static bool found(const struct wf_kernel *kernel, const struct wf_race_report *report, const struct example *e)
{
    for (unsigned i = 0; i < report->kept; i++) {
        const struct wf_race *race = &report->race[i];
        const uint16_t a = race->first.pc, b = race->second.pc;
        if (race->kind == e->kind && ((begins(kernel, a, e->first) && begins(kernel, b, e->second)) ||
                                      (begins(kernel, b, e->first) && begins(kernel, a, e->second))))
            return true;
    }
    return false;
}

static bool of_two_lanes(const struct wf_race *race)
{
    const struct wf_race_side *a = &race->first, *b = &race->second;

    return a->lane != b->lane || a->wave != b->wave || memcmp(a->group, b->group, sizeof a->group) != 0;
}

/* A kernel on a machine that watches for races, filled and not yet run; `memory` is its. */
static struct wf_machine *machine_of(const struct wf_kernel *kernel, const struct wf_device *device)
{
    static uint32_t memory[4096];
    struct wf_buffer buffers[WF_MAX_BUFFERS] = { { 0, 0 } };
    const size_t words = wf_kernel_place(kernel, buffers);
    struct wf_shape shape;

    CHECK(words <= sizeof memory / sizeof *memory);
    CHECK_EQ(wf_dispatch_check(&kernel->desc, device, &shape), WF_REJECT_NONE);
    wf_kernel_fill(kernel, buffers, memory, words);
    struct wf_machine *m =
        wf_machine_new(device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, memory, words);
    CHECK(wf_machine_races(m) == NULL);
    CHECK(wf_machine_watch_races(m));
    return m;
}

static struct wf_kernel *kernel_of(const char *head, const char *code, const struct wf_device *device, const char *name)
{
    char text[2048];
    const int length = snprintf(text, sizeof text, "%scode\n" PLACES "%s\nend\n", head, code);
    struct wf_kernel *kernel = wf_kernel_parse(text, (size_t)length, device, 0, show, (void *)(uintptr_t)name);

    CHECK(kernel != NULL);
    return kernel;
}

/* `coherent_words`: what accesses that are coherent begin with, or NULL. */
static void run(const struct example *e, const char *coherent_words, const struct wf_kernel *kernel,
                const struct wf_device *device, uint64_t seed)
{
    struct wf_machine *m = machine_of(kernel, device);
    uint8_t how[256];
    const struct wf_race_report *report;
    bool good;

    for (size_t pc = 0; pc < kernel->count; pc++)
        how[pc] = coherent_words == NULL || !begins(kernel, (uint16_t)pc, coherent_words) ? 0 :
                  begins(kernel, (uint16_t)pc, "atomic.or") ? WF_HOW_COHERENT | WF_HOW_LOADS : WF_HOW_COHERENT;
    wf_machine_races_of_accesses(m, how, kernel->count);
    CHECK_EQ(wf_machine_run(m, seed, 100000, NULL, NULL, NULL), WF_RUN_DONE);
    report = wf_machine_races(m);
    good = e->first ? found(kernel, report, e) && report->count + report->barriers >= report->kept : report->kept == 0;
    good = good && (report->count > 0) == (e->first != NULL && e->kind != WF_RACE_BARRIER);
    good = good && (report->barriers > 0) == (e->first != NULL && e->kind == WF_RACE_BARRIER);
    for (unsigned i = 0; i < report->kept; i++)
        CHECK(of_two_lanes(&report->race[i]));
    CHECK(good && !report->incomplete);
    if (!good)
        printf("%s, seed %" PRIu64 ": %" PRIu64 " races\n", e->name, seed, report->count);
    wf_machine_free(m);
}

/* The same once more behind a load and a fence of one lane, which order nothing of it: all is one event later. */
static void runs(const struct example *e, const char *coherent_words, const struct wf_device *device)
{
    char later[1900];

    snprintf(later, sizeof later, "sv r15, wave\neq r15, r15, 0\nif r15\nisfirst r15\nif r15\nlds.load r15, [r9+56]\nmemory_barrier\nendif\nendif\n%s", e->code);
    for (unsigned turn = 0; turn < 2; turn++) {
        struct wf_kernel *kernel = kernel_of(e->head, turn ? later : e->code, device, e->name);
        for (uint64_t seed = 0; kernel != NULL && seed < SEEDS; seed++)
            run(e, coherent_words, kernel, device, seed);
        wf_kernel_free(kernel);
    }
}

static void counts(const struct wf_device *device)
{
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        struct wf_kernel *kernel = kernel_of(counted[i].head, counted[i].code, device, "counts");
        for (uint64_t seed = 0; kernel != NULL && seed < SEEDS; seed++) {
            struct wf_machine *m = machine_of(kernel, device);
            CHECK_EQ(wf_machine_run(m, seed, 100000, NULL, NULL, NULL), WF_RUN_DONE);
            CHECK_EQ(wf_machine_races(m)->count, counted[i].races);
            CHECK_EQ(wf_machine_races(m)->barriers, counted[i].barriers);
            CHECK_EQ(wf_machine_races(m)->equal_stores, counted[i].equal);
            CHECK(counted[i].equal == 0 || of_two_lanes(&wf_machine_races(m)->equal_store));
            wf_machine_free(m);
        }
        wf_kernel_free(kernel);
    }
}

static void parts(const struct wf_device *device)
{
    for (size_t i = 0; i < sizeof parted / sizeof *parted; i++) {
        struct wf_kernel *kernel = kernel_of(parted[i].head, parted[i].code, device, parted[i].name);
        for (uint64_t seed = 0; kernel != NULL && seed < SEEDS; seed++) {
            struct wf_machine *m = machine_of(kernel, device);
            const struct wf_race_report *report = wf_machine_races(m);
            CHECK_EQ(wf_machine_run(m, seed, 100000, NULL, NULL, NULL), WF_RUN_DONE);
            const bool any = parted[i].barriers + parted[i].returns > 0;
            const bool good = report->barriers == parted[i].barriers && report->returns == parted[i].returns &&
                              report->kept >= any && (!any || report->race[0].parting == parted[i].parting);
            CHECK(good && report->count == 0);
            if (!good)
                printf("%s, seed %" PRIu64 ": %" PRIu64 " barriers, %" PRIu64 " returns\n", parted[i].name, seed,
                       report->barriers, report->returns);
            for (unsigned k = 0; k < report->kept; k++) {
                CHECK(of_two_lanes(&report->race[k]));
                CHECK(begins(kernel, report->race[k].first.pc, "barrier") && begins(kernel, report->race[k].second.pc, "barrier"));
            }
            wf_machine_free(m);
        }
        wf_kernel_free(kernel);
    }
}

/* What is left out of a large dispatch must order accesses all the same: each group stores behind a long loop and
 * counts itself in, and the last one to do so loads what others stored.  No race at all. */
static void sparing(const struct wf_device *device, const char *head, unsigned turns)
{
    static const char pattern[] =
        "mov r8, 1\nsv r7, dtid.x\nshl r7, r7, 2\nmov r4, 0\n"
        "loop\nlds.store [r1], r4\nlds.load r3, [r1]\nadd r4, r4, 1\nge.u r5, r4, %u\nbreakif r5\nendloop\n"
        "store Out[r7], r4\nbarrier.device\nisfirst r5\nif r5\natomic.add r6, Flag[r9], r8\nendif\nreadfirst r6, r6\n"
        "barrier.device\neq r6, r6, 7\nif r6\nload r2, Out[r1]\nload r2, Out[r1+32]\nload r2, Out[r1+224]\nendif";
    char code[sizeof pattern + 20];

    snprintf(code, sizeof code, pattern, turns);
    struct wf_kernel *kernel = kernel_of(head, code, device, "sparing");

    for (unsigned seed = 0; kernel != NULL && seed < SEEDS; seed++) {
        const bool spare = seed % 3 != 0;
        struct wf_machine *m = machine_of(kernel, device);
        if (spare)
            wf_machine_spare_races(m);
        CHECK_EQ(wf_machine_run(m, seed, 10000000, NULL, NULL, NULL), WF_RUN_DONE);
        CHECK_EQ(wf_machine_races(m)->count, 0);
        CHECK_EQ(wf_machine_races(m)->spared, spare);
        wf_machine_free(m);
    }
    wf_kernel_free(kernel);
}

int main(void)
{
    const struct wf_device device = {
        .lanes = 8, .waves = 16, .groups = 8, .regs = 32, .lds_words = 1024, .imem_words = 256};

    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        runs(&example[i], NULL, &device);
    for (size_t i = 0; i < sizeof coherent / sizeof *coherent; i++)
        runs(&coherent[i].example, coherent[i].words, &device);
    sparing(&device, ONE_WAVE_OF_8 "buffer Flag[1]\ndispatch 8\n", 9000);
    sparing(&device, ONE_WAVE_OF_8 "buffer Flag[1]\n", 40000);   /* one group, a sample of all: it has its bound too */
    counts(&device);
    parts(&device);
    return check_end("races");
}
