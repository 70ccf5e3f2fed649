/* SPDX-License-Identifier: Apache-2.0
 * test_race_pairs.c - two accesses of one word by any two lanes, of one wave or of two, with nothing, a fence or a barrier between them: which are a race
 * by the rules of docs/model.md, and what its report says.  Three accesses, the first and the third of one lane; parts of words; buffers that begin
 * at odd words.  The watch gives back what it took.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/races.h"

#include "../common/wf_check.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WITHOUT_MEMORY             /* what the C library gives can be kept back */
#endif

enum { LOAD, STORE, ATOMIC, KINDS };
enum { NOTHING, FENCE, BARRIER, BETWEENS };
enum { LANES = 8, WORDS = 3, ALL = 1000, OTHER = 768 };

static const struct wf_device device = {.lanes = 128, .waves = 16, .groups = 8, .regs = 32, .lds_words = 1024, .imem_words = 256};

/* One case: accesses[n] by lanes[n] of the group. */
static struct {
    unsigned size, count, lane[3], kind[3], between;
    bool lds, part, apart;
    unsigned word, odd;             /* of the array; words before the buffer */
    char text[2000];
    struct wf_kernel *kernel;
    struct wf_machine *machine;
    uint8_t how[256];
    uint32_t base;
} t;

static void add(const char *text, unsigned number)
{
    const size_t length = strlen(t.text);

    snprintf(t.text + length, sizeof t.text - length, text, number);
}

/* The lanes have nothing else to touch; each access has a line of its own: a value that no other stores. */
static void write_text(void)
{
    static const char *const lds[] = {"lds.load r3, [r9+%u]\n", "lds.store [r9+%u], r8\n", "lds.add _, [r9+%u], r8\n"};
    static const char *const memory[] = {"load r3, Out[r9+%u]\n", "store Out[r9+%u], r8\n", "atomic.add _, Out[r9+%u], r8\n"};
    static const char *const between[] = {"", "memory_barrier\n", "barrier\n"};

    t.text[0] = '\0';
    add("[numthreads(%u,1,1)] [groupshared(64)]", t.size > LANES ? t.size : LANES);
    add(" [WaveSize(%u)]\n", t.size);
    add("buffer Other[%u]\nbuffer Out[16]\ncode\nsv r0, gindex\nmov r9, 0\n", OTHER);
    for (unsigned n = 0; n < t.count; n++) {
        add(t.lane[n] == ALL ? "mov r8, r0\n" : "mov r8, %u\n", 1000 + n);
        add(t.lane[n] == ALL ? "mov r4, 1\n" : "eq r4, r0, %u\n", t.lane[n]);
        add("if r4\n", 0);
        if (t.apart && t.lane[n] == ALL)                /* all but lanes 1 and 3 have a word of their own, 7 words on and further */
            add("and r5, r0, 5\neq r5, r5, 1\nadd r6, r0, 7\nshl r6, r6, 2\nmov r11, 0\nsel r9, r5, r11, r6\n", 0);
        add((t.lds ? lds : memory)[t.kind[n]], 4 * t.word);
        add("endif\n", 0);
        if (n + 1 < t.count)
            add(between[t.between], 0);
    }
    add("end\n", 0);
}

static bool is_access(uint16_t pc)
{
    const char *source = wf_kernel_source(t.kernel, pc);

    return strstr(source, "Out") || strncmp(source, "lds", 3) == 0;
}

static void start(void)
{
    static uint32_t memory[OTHER + 18];
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    struct wf_shape shape;

    write_text();
    t.kernel = wf_kernel_parse(t.text, strlen(t.text), &device, 0, NULL, NULL);
    CHECK(t.kernel != NULL);
    if (!t.kernel)
        exit(check_end("race_pairs"));
    const size_t words = OTHER + 18;                /* the fourth page of notes is not whole */
    wf_kernel_place(t.kernel, buffers);
    buffers[0].base = 0;
    buffers[1].base = 4 * (OTHER + t.odd);
    t.base = t.lds ? 0 : buffers[1].base;
    CHECK_EQ(wf_dispatch_check(&t.kernel->desc, &device, &shape), WF_REJECT_NONE);
    memset(memory, 0, sizeof memory);
    t.machine = wf_machine_new(&device, &t.kernel->desc, &shape, t.kernel->code, t.kernel->count, buffers, memory, words);
    CHECK(wf_machine_watch_races(t.machine));
    for (size_t pc = 0; pc < t.kernel->count; pc++)
        t.how[pc] = t.part && is_access((uint16_t)pc) ? WF_HOW_PART : 0;
    wf_machine_races_of_accesses(t.machine, t.how, t.kernel->count);
}

static void finish(void)
{
    wf_machine_free(t.machine);
    wf_kernel_free(t.kernel);
}

static unsigned wave_of(unsigned lane)
{
    return lane / t.size;
}

static bool conflict(unsigned a, unsigned b)
{
    return (a != LOAD || b != LOAD) && (a != ATOMIC || b != ATOMIC);
}

/* Accesses a and b; between two waves a fence orders nothing. */
static bool is_race(unsigned a, unsigned b)
{
    const bool ordered = t.between == BARRIER || (t.between == FENCE && wave_of(t.lane[a]) == wave_of(t.lane[b]));

    return t.lane[a] != t.lane[b] && conflict(t.kind[a], t.kind[b]) && !ordered && !t.part;
}

/* The n-th access is the n-th instruction that touches memory. */
static unsigned number_of(uint16_t pc)
{
    unsigned n = 0;

    for (uint16_t i = 0; i < pc; i++)
        n += is_access(i);
    return is_access(pc) ? n : 99;
}

static void check_side(const struct wf_race_side *side)
{
    static const enum wf_touch_kind kinds[KINDS] = {WF_TOUCH_LOAD, WF_TOUCH_STORE, WF_TOUCH_ATOMIC};
    const unsigned n = number_of(side->pc);

    CHECK(n < t.count);
    if (n >= t.count)
        return;
    CHECK_EQ(side->does, kinds[t.kind[n]]);
    CHECK_EQ(side->wave, wave_of(t.lane[n]));
    CHECK_EQ(side->lane, t.lane[n] % t.size);
    CHECK(side->group[0] == 0 && side->group[1] == 0 && side->group[2] == 0);
}

static void check_report(const struct wf_race_report *report)
{
    unsigned pairs = 0;

    for (unsigned a = 0; a < t.count; a++)
        for (unsigned b = a + 1; b < t.count; b++)
            pairs += is_race(a, b);
    CHECK_EQ(report->count, pairs);
    CHECK_EQ(report->kept, pairs);
    CHECK(!report->incomplete && !report->spared);
    if (report->count != pairs)
        printf("  %u races wanted of\n%s", pairs, t.text);
    for (unsigned i = 0; i < report->kept; i++) {
        const struct wf_race *race = &report->race[i];
        CHECK_EQ(race->kind, t.lds ? WF_RACE_LDS : WF_RACE_MEMORY);
        CHECK_EQ(race->address, t.base + 4 * t.word);
        check_side(&race->first);
        check_side(&race->second);
        CHECK(race->first.pc != race->second.pc && is_race(number_of(race->first.pc), number_of(race->second.pc)));
    }
}

static void run(uint64_t seed)
{
    start();
    CHECK_EQ(wf_machine_run(t.machine, seed, 10000, NULL, NULL, NULL), WF_RUN_DONE);
    check_report(wf_machine_races(t.machine));
    finish();
}

static void two_lanes(void)
{
    t.count = 2;
    for (t.lane[0] = 0; t.lane[0] < LANES; t.lane[0]++)
        for (t.lane[1] = 0; t.lane[1] < LANES; t.lane[1]++)
            for (unsigned kinds = 0; kinds < KINDS * KINDS; kinds++)
                for (t.between = 0; t.between < BETWEENS; t.between++) {
                    t.kind[0] = kinds / KINDS;
                    t.kind[1] = kinds % KINDS;
                    t.size = (t.lane[0] + kinds) % 2 ? 4 : 8;
                    t.lds = (t.lane[1] + kinds + t.between) % 2;
                    t.word = (t.lane[0] + t.lane[1] + t.between) % WORDS;
                    t.odd = t.lane[1] % 2;
                    t.part = t.lane[0] == 3 && t.lane[1] % 2;
                    run(t.lane[0] * 8 + t.lane[1]);
                }
}

/* A lane, another one, and the first again, all of one wave: what the first did before hides nothing of the other. */
static void three(void)
{
    t.count = 3;
    t.between = NOTHING;
    t.size = 8;
    t.part = false;
    for (t.lane[0] = 0; t.lane[0] < LANES; t.lane[0]++)
        for (t.lane[1] = 0; t.lane[1] < LANES; t.lane[1]++)
            for (unsigned kinds = 0; kinds < KINDS * KINDS; kinds++) {
                t.kind[0] = t.kind[1] = kinds / KINDS;
                t.kind[2] = kinds % KINDS;
                t.lane[2] = t.lane[0];
                t.lds = kinds % 2;
                if (t.kind[0] != STORE)
                    run(1);
                t.lane[2] = t.lane[1];
                if (t.kind[0] != STORE)
                    run(0);
            }
}

/* Lanes of both halves of a mask. */
static void wide(void)
{
    static const unsigned lanes[] = {0, 1, 31, 62, 63, 64, 65, 126, 127};

    t.count = 2;
    t.between = NOTHING;
    t.size = 128;
    for (unsigned a = 0; a < 9; a++)
        for (unsigned b = 0; b < 9; b++) {
            t.lane[0] = lanes[a];
            t.lane[1] = lanes[b];
            t.kind[0] = (a + b) % KINDS;
            t.kind[1] = STORE;
            t.lds = a % 2;
            run(1);
        }
}

/* A lane loads, then all lanes store into the word what differs: all races are of that word.  `count`: 1 without the load. */
static void all_lanes(unsigned count)
{
    t.count = count;
    t.between = NOTHING;
    t.size = 8;
    t.lds = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (t.word = 0; t.word < WORDS; t.word++) {
            t.odd = lane % 2;
            t.lane[0] = lane;
            t.kind[0] = LOAD;
            t.lane[count - 1] = ALL;
            t.kind[count - 1] = STORE;
            start();
            CHECK_EQ(wf_machine_run(t.machine, 1, 10000, NULL, NULL, NULL), WF_RUN_DONE);
            const struct wf_race_report *report = wf_machine_races(t.machine);
            /* of the store each lane but the first; of the load each but its own.  Two lanes store into the word, or eight. */
            const unsigned stores = t.apart ? 2 : 8, own = !t.apart || lane == 1 || lane == 3;
            CHECK_EQ(report->count, stores - 1 + (count > 1 ? stores - own : 0));
            CHECK_EQ(report->kept, count);
            for (unsigned i = 0; i < report->kept; i++) {
                CHECK_EQ(report->race[i].address, t.base + 4 * t.word);
                CHECK_EQ(number_of(report->race[i].first.pc), i);
                CHECK_EQ(number_of(report->race[i].second.pc), count - 1);
            }
            finish();
        }
}

#ifdef WITHOUT_MEMORY
/* Without memory for a page of notes the accesses go unwatched, and the report says so. */
extern void *__libc_calloc(size_t count, size_t size);
static bool is_short;

__attribute__((weak)) void *calloc(size_t count, size_t size)
{
    return is_short && count == 256 ? NULL : __libc_calloc(count, size);
}

static void without_memory(void)
{
    t.count = 2;
    t.between = NOTHING;
    t.size = 8;
    t.lds = t.part = false;
    t.lane[0] = 0;
    t.lane[1] = 1;
    for (unsigned kinds = 1; kinds < KINDS * KINDS; kinds++) {          /* loads alone are not watched */
        t.kind[0] = kinds / KINDS;
        t.kind[1] = kinds % KINDS;
        start();
        is_short = true;
        CHECK_EQ(wf_machine_run(t.machine, 1, 10000, NULL, NULL, NULL), WF_RUN_DONE);
        is_short = false;
        CHECK(wf_machine_races(t.machine)->incomplete && wf_machine_races(t.machine)->count == 0);
        finish();
    }
}
#endif

int main(void)
{
    const size_t taken = mallinfo2().uordblks;

    two_lanes();
    three();
    wide();
    for (unsigned turn = 0; turn < 4; turn++) {
        t.apart = turn / 2;
        all_lanes(1 + turn % 2);
    }
    t.apart = false;
#ifdef WITHOUT_MEMORY
    without_memory();
#endif
    CHECK(mallinfo2().uordblks < taken + 100000);           /* what the library keeps for itself; a page of notes is 30,000 bytes */
    return check_end("race_pairs");
}
