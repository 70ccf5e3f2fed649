/* SPDX-License-Identifier: Apache-2.0
 * profile.c - see profile.h.
 */
#include "profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "naming.h"

enum { CAUSES = WF_CNT_STALL_FETCH - WF_CNT_STALL_EMPTY + 1, NO_UNIT = -1 };
#define NOWHERE SIZE_MAX

/* An instruction, or a line of the source. */
struct place {
    uint64_t waited[CAUSES];    /* cycles without a pick that are charged here */
    uint64_t issues, lanes, stood;
};

struct stand {
    bool resident, picked;      /* picked: and not retired */
    bool waits;                 /* at a barrier */
    uint64_t since, retired;    /* retired: cycle of the last */
    size_t pc;                  /* of the last that retired; NOWHERE before the first */
    int unit;                   /* of what was picked */
    uint64_t waited[CAUSES];    /* charged to what was picked, or to the first instruction before its pick: to where it retires */
};

struct wf_profile {
    size_t count;
    unsigned slots;
    struct place *place;        /* [count + 1]: behind the last, instructions that the code does not have */
    struct stand *stand;        /* [slots] */
    struct place lost;          /* cycles that belong to no instruction */
};

struct wf_profile *wf_profile_new(size_t instructions, unsigned slots)
{
    struct wf_profile *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->count = instructions;
    p->slots = slots;
    p->place = calloc(instructions + 1, sizeof *p->place);
    p->stand = calloc(slots, sizeof *p->stand);
    if (p->place && p->stand)
        return p;
    wf_profile_free(p);
    return NULL;
}

void wf_profile_free(struct wf_profile *p)
{
    if (!p)
        return;
    free(p->place);
    free(p->stand);
    free(p);
}

void wf_profile_clear(struct wf_profile *p)
{
    memset(p->place, 0, (p->count + 1) * sizeof *p->place);
    memset(p->stand, 0, p->slots * sizeof *p->stand);
    memset(&p->lost, 0, sizeof p->lost);
}

/* ---- events ------------------------------------------------------------------------------------------------------------ */

static struct place *place_of(struct wf_profile *p, size_t pc)
{
    return &p->place[pc < p->count ? pc : p->count];
}

void wf_profile_launch(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot < p->slots)
        p->stand[slot] = (struct stand){.resident = true, .since = cycle, .pc = NOWHERE, .unit = NO_UNIT};
}

/* The wave leaves the instruction at which it stood. */
static void leave(struct wf_profile *p, struct stand *s, uint64_t cycle)
{
    if (s->pc == NOWHERE)
        return;
    place_of(p, s->pc)->stood += cycle - s->since;
    s->since = cycle;
}

void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    leave(p, s, cycle);
    s->picked = true;
    s->waits = false;
    s->unit = NO_UNIT;
}

void wf_profile_unit(struct wf_profile *p, unsigned slot, enum wf_unit unit)
{
    if (slot < p->slots)
        p->stand[slot].unit = (int)unit;
}

void wf_profile_retire(struct wf_profile *p, uint64_t cycle, unsigned slot, size_t pc, unsigned lanes, bool barrier)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    struct place *place = place_of(p, pc);
    place->issues++;
    place->lanes += lanes;
    for (unsigned i = 0; i < CAUSES; i++)
        place->waited[i] += s->waited[i];
    memset(s->waited, 0, sizeof s->waited);
    s->picked = false;
    s->waits = barrier;
    s->retired = cycle;
    s->pc = pc < p->count ? pc : p->count;
}

void wf_profile_end(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    leave(p, s, cycle);
    for (unsigned i = 0; i < CAUSES; i++)       /* a wave without a lane runs nothing */
        p->lost.waited[i] += s->waited[i];
    *s = (struct stand){.resident = false};
}

/* Is this what the cause names?  An instruction in flight; of what was fetched, a wave that is to go on. */
static bool is_of(const struct stand *s, enum wf_counter cause, uint64_t cycle)
{
    const bool in_flight = s->picked || (s->pc != NOWHERE && s->retired == cycle);
    switch (cause) {
    case WF_CNT_STALL_BARRIER: return s->waits;
    case WF_CNT_STALL_MEMORY:  return in_flight && s->unit == WF_UNIT_MEM;
    case WF_CNT_STALL_LDS:     return in_flight && s->unit == WF_UNIT_LDS;
    case WF_CNT_STALL_XLANE:   return in_flight && s->unit == WF_UNIT_XLANE;
    case WF_CNT_STALL_FETCH:   return !s->picked && !s->waits;
    default:                   return in_flight;        /* turnaround; a full unit is full of what is in flight */
    }
}

/* Where a wave has stood longest, of those that the cause names; of all when it names none. */
static struct stand *longest(struct wf_profile *p, enum wf_counter cause, uint64_t cycle)
{
    struct stand *best = NULL;
    bool best_of = false;
    for (unsigned i = 0; i < p->slots; i++) {
        struct stand *s = &p->stand[i];
        if (!s->resident)
            continue;
        const bool of = is_of(s, cause, cycle);
        if (!best || of > best_of || (of == best_of && s->since < best->since)) {
            best = s;
            best_of = of;
        }
    }
    return best;
}

void wf_profile_stall(struct wf_profile *p, uint64_t cycle, enum wf_counter cause)
{
    const unsigned n = (unsigned)cause - WF_CNT_STALL_EMPTY;
    struct stand *s = cause == WF_CNT_STALL_EMPTY ? NULL : longest(p, cause, cycle);
    if (!s)
        p->lost.waited[n]++;
    else if (s->picked || s->pc == NOWHERE)
        s->waited[n]++;
    else
        place_of(p, s->pc)->waited[n]++;
}

/* ---- the page ---------------------------------------------------------------------------------------------------------- */

static const char *const cause_name[CAUSES] = {"no wave", "barrier", "unit full", "memory", "LDS", "cross-lane", "turnaround", "fetch"};

static uint64_t waited(const struct place *place)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < CAUSES; i++)
        sum += place->waited[i];
    return sum;
}

/* Of a wave that is still there when the run stops, in the last cycle. */
static uint64_t stands_still(const struct wf_profile *p, size_t pc, uint64_t cycle)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < p->slots; i++) {
        const struct stand *s = &p->stand[i];
        if (s->resident && !s->picked && s->pc == pc && s->since < cycle)
            sum += cycle - s->since;
    }
    return sum;
}

static void add(struct place *to, const struct place *from)
{
    for (unsigned i = 0; i < CAUSES; i++)
        to->waited[i] += from->waited[i];
    to->issues += from->issues;
    to->lanes += from->lanes;
    to->stood += from->stood;
}

/* What most of the cycles waited for. */
static const char *main_cause(const struct place *place)
{
    unsigned most = 0;
    for (unsigned i = 1; i < CAUSES; i++)
        if (place->waited[i] > place->waited[most])
            most = i;
    return place->waited[most] ? cause_name[most] : "";
}

static void put_figures(FILE *file, const struct place *place, bool has_code)
{
    if (!has_code)
        fprintf(file, "%10s %-10s %8s %6s %8s  ", "", "", "", "", "");
    else if (!place->issues)
        fprintf(file, "%10" PRIu64 " %-10s %8d %6s %8s  ", waited(place), main_cause(place), 0, "", "");
    else
        fprintf(file, "%10" PRIu64 " %-10s %8" PRIu64 " %6.1f %8.1f  ", waited(place), main_cause(place), place->issues,
                (double)place->lanes / (double)place->issues, (double)place->stood / (double)place->issues);
}

static uint32_t line_of(const struct wf_kernel *kernel, size_t pc)
{
    return pc < kernel->count ? kernel->line[pc] : 0;
}

/* The lines that have instructions, from the first to the last; line 0 is none. */
struct range { uint32_t first, last; };
static struct range lines_with_code(const struct wf_kernel *kernel)
{
    struct range r = {0, 0};
    for (size_t i = 0; i < kernel->count; i++) {
        const uint32_t line = kernel->line[i];
        if (line && (!r.first || line < r.first))
            r.first = line;
        if (line > r.last)
            r.last = line;
    }
    return r;
}

/* The text of the line that begins at *at, without its end; *at goes on. */
static int take_line(const struct wf_text *text, size_t *at)
{
    const size_t begin = *at;
    const char *end = begin < text->length ? memchr(text->text + begin, '\n', text->length - begin) : NULL;
    size_t stop = end ? (size_t)(end - text->text) : text->length;
    *at = end ? stop + 1 : text->length;
    if (stop > begin && text->text[stop - 1] == '\r')
        stop--;
    return (int)(stop - begin);
}

static void put_lines(FILE *file, const struct wf_kernel *kernel, const struct wf_text *text, const struct place *line, const size_t *code,
                      struct range r)
{
    size_t at = 0;
    for (uint32_t n = 1; n <= r.last; n++) {
        const size_t begin = at;
        const int length = text ? take_line(text, &at) : 0;
        if (n < r.first || (!text && code[n] == NOWHERE))
            continue;
        put_figures(file, &line[n], code[n] != NOWHERE);
        if (text) {
            fprintf(file, "%5" PRIu32 "  %.*s\n", n, length, text->text + begin);
        } else {
            char name[256];
            wf_name_instruction(kernel, code[n], name, sizeof name);
            fprintf(file, "%5" PRIu32 "  %s\n", n, name);
        }
    }
}

static void put_causes(FILE *file, const struct place *place)
{
    const char *before = ": ";
    for (unsigned i = 0; i < CAUSES; i++)
        if (place->waited[i]) {
            fprintf(file, "%s%s %" PRIu64, before, cause_name[i], place->waited[i]);
            before = ", ";
        }
    fputc('\n', file);
}

/* What the lines add up to, and what is beside them. */
static void put_sums(FILE *file, const struct wf_profile *p, const struct place *sum, const struct wf_run_figures *f)
{
    uint64_t counted = 0;
    struct place all = *sum, unfinished = {.issues = 0};
    for (unsigned i = 0; i < CAUSES; i++)
        counted += f->counter[WF_CNT_STALL_EMPTY + i];
    for (unsigned i = 0; i < p->slots; i++)
        for (unsigned c = 0; c < CAUSES; c++)
            unfinished.waited[c] += p->stand[i].waited[c];
    add(&all, &p->lost);
    add(&all, &unfinished);
    const uint64_t empty = p->lost.waited[0], lost = waited(&p->lost) - empty, pending = waited(&unfinished), seen = waited(&all);

    put_figures(file, sum, true);
    fputs("  sum\n", file);
    fprintf(file, "# %" PRIu64 " cycles: %" PRIu64 " with an issue, %" PRIu64 " waited", f->counter[WF_CNT_CYCLES], f->instructions, seen);
    put_causes(file, &all);
    fprintf(file, "# of the cycles waited %" PRIu64 " stand at a line; in %" PRIu64 " no wave was resident\n", waited(sum), empty);
    if (lost)
        fprintf(file, "# %" PRIu64 " waited for waves without a live lane, which run nothing\n", lost);
    if (pending)
        fprintf(file, "# %" PRIu64 " waited for instructions that had not retired when the run stopped\n", pending);
    if (!f->counters_unknown && seen != counted)
        fprintf(file, "# the counters of the hardware hold %" PRIu64 " cycles waited\n", counted);
}

void wf_profile_print(FILE *file, const struct wf_profile *p, const struct wf_kernel *kernel, const struct wf_text *text,
                      const struct wf_run_figures *figures)
{
    const struct range r = lines_with_code(kernel);
    struct place *line = calloc(r.last + 1u, sizeof *line), sum = {.issues = 0}, other = {.issues = 0};
    size_t *code = calloc(r.last + 1u, sizeof *code);       /* the first instruction of each line */
    if (line && code) {
        for (uint32_t n = 0; n <= r.last; n++)
            code[n] = NOWHERE;
        for (size_t pc = 0; pc <= p->count; pc++) {
            const uint32_t n = line_of(kernel, pc);
            struct place place = p->place[pc];
            place.stood += stands_still(p, pc, figures->counter[WF_CNT_CYCLES]);
            add(n ? &line[n] : &other, &place);
            add(&sum, &place);
            if (n && code[n] == NOWHERE)
                code[n] = pc;
        }
        fprintf(file, "# %8s %-10s %8s %6s %8s   line  source\n", "waited", "for", "issues", "lanes", "each");
        put_lines(file, kernel, text, line, code, r);
        if (other.issues) {
            put_figures(file, &other, true);
            fputs("    -  instructions without a line\n", file);
        }
        put_sums(file, p, &sum, figures);
    } else {
        fputs("# out of memory\n", file);
    }
    free(line);
    free(code);
}
