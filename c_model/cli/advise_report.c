/* SPDX-License-Identifier: Apache-2.0
 * advise_report.c - what wavefold advise prints.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "advise.h"
#include "naming.h"
#include "source.h"

/* ---- a site ------------------------------------------------------------------------------------------------------ */

static void print_place(const struct wf_kernel *kernel, const char *path, size_t at)
{
    char text[256], place[256];
    wf_name_instruction(kernel, at, text, sizeof text);
    wf_name_place(kernel, path, at, place, sizeof place);
    if (kernel->line[at])
        printf("%s: %s\n", place, text);
    else
        printf("%s: instruction %zu: %s\n", place, at, text);
}

/* Of a shader: the rewrite in the words of its source line. */
static void print_words(const struct advise *a, const struct advise_site *site)
{
    const size_t at = site->atomic.at;
    const struct wf_insn insn = wf_insn_decode(a->kernel->code[at]);
    struct wf_sources sources = {.kernel = a->kernel, .path = a->file};
    size_t length = 0;
    const char *line = wf_source_line(&sources, a->kernel->file[at], a->kernel->line[at], &length);
    advise_print_words(&insn, site->atomic.fold, a->kernel->line[at] ? a->kernel->file[at] : NULL, line, length);
    wf_sources_free(&sources);
}

/* The instructions that came in place of the atomic, indented as they nest. */
static void print_rewrite(const struct wf_kernel *rewritten, size_t at, size_t count)
{
    bool inside = false;
    for (size_t i = at; i < at + count; i++) {
        const uint8_t op = wf_insn_decode(rewritten->code[i]).op;
        inside &= op != WF_OP_ENDIF;
        printf("      %s%s\n", inside ? "    " : "", wf_kernel_source(rewritten, i));
        inside |= op == WF_OP_IF;
    }
}

void advise_print_site(const struct advise *a, const struct advise_site *site)
{
    const size_t at = site->atomic.at;
    print_place(a->kernel, a->file, at);
    wf_source_print(stdout, a->kernel, a->file, at, INT_MAX);
    puts(site->atomic.one_word ? "  one word for all lanes of a wave, whatever the buffers hold" :
         "  one word for all lanes of a wave in this run; rewrite it only where that is always so");
    printf("  performed %" PRIu64 " time%s, by %.1f lanes of %u on average\n", site->times, site->times == 1 ? "" : "s",
           (double)site->lanes / (double)site->times, a->shape.wave_size);
    if (site->refused) {
        printf("  no rewrite: %s\n", site->refused);
        return;
    }
    puts("  the rewrite:");
    print_rewrite(site->rewritten, at, site->rewritten->count - a->kernel->count + 1);
    if (a->kernel->file)
        print_words(a, site);
}

/* ---- what it is worth -------------------------------------------------------------------------------------------- */

static const char *const device_names[ADVISE_DEVICES] = {"lanes combined", "not combined"};

static bool is_float(const struct advise *a, const struct advise_site *site)
{
    const struct wf_insn insn = wf_insn_decode(a->kernel->code[site->atomic.at]);

    return wf_insn_atom(&insn) == WF_ATOM_FADD;
}

/* Some float sum among what was rewritten: that site, or all that are listed. */
static bool has_float(const struct advise *a, const struct advise_site *site)
{
    bool any = site != &a->all && is_float(a, site);
    for (size_t i = 0; site == &a->all && i < a->sites; i++)
        any |= a->site[i].listed && !a->site[i].refused && is_float(a, &a->site[i]);
    return any;
}

static void print_results(const struct advise *a, const struct advise_site *site)
{
    const struct advise_outcome *o = &site->outcome;
    const char *differ = o->words == 1 ? " differs" : "s differ";
    if (!o->ended)
        puts("  results: the dispatch does not end, or is refused");
    else if (!o->right)
        printf("  results: not what the file expects; %" PRIu64 " word%s\n", o->words, differ);
    else if (o->words)
        printf("  results: %s; %" PRIu64 " word%s: %s\n", a->kernel->expectations ? "as expected" :
               "nothing is expected of them", o->words, differ, has_float(a, site) ?
               "a float sum in another order rounds otherwise" : "the order of the waves is another");
    else
        printf("  results: %sthe same bits\n", a->kernel->expectations ? "as expected, " : "");
}

static void print_row(const char *name, uint64_t before, uint64_t after)
{
    printf("  %-16s %10" PRIu64, name, before);
    if (after)
        printf(" %10" PRIu64 " %+8.1f %%\n", after, 100.0 * ((double)after - (double)before) / (double)before);
    else
        printf(" %10s\n", "-");
}

static bool any_measured(const struct advise *a)
{
    return a->hardware[ADVISE_COMBINES].cycles || a->hardware[ADVISE_SERIAL].cycles;
}

/* Less than half a percent is chance: waves meet otherwise. */
static bool matters(uint64_t before, uint64_t after)
{
    return 200 * (before > after ? before - after : after - before) >= before;
}

/* What the cycles say of a rewrite. */
enum advice { UNKNOWN, NO_DIFFERENCE, REWRITE, COMBINED, COSTS };
static enum advice advice_of(const struct advise *a, const struct advise_site *site, uint64_t *before, uint64_t *after)
{
    const enum advise_device here = a->hardware[ADVISE_COMBINES].cycles ? ADVISE_COMBINES : ADVISE_SERIAL;
    const uint64_t serial_before = a->hardware[ADVISE_SERIAL].cycles, serial_after = site->cycles[ADVISE_SERIAL];
    *before = a->hardware[here].cycles;
    *after = site->cycles[here];
    if (!*before || !*after)
        return UNKNOWN;
    if (!matters(*before, *after))
        return NO_DIFFERENCE;
    if (*after < *before)
        return REWRITE;
    return here == ADVISE_COMBINES && serial_after && serial_after < serial_before &&
           matters(serial_before, serial_after) ? COMBINED : COSTS;
}

static void print_advice(const struct advise *a, const struct advise_site *site)
{
    uint64_t before, after;
    switch (advice_of(a, site, &before, &after)) {
    case UNKNOWN:
        puts("  advice: none, the cycles of the rewrite are not known");
        break;
    case NO_DIFFERENCE:
        puts("  advice: leave it as it is: the rewrite makes no difference");
        break;
    case REWRITE:
        printf("  advice: rewrite it: %" PRIu64 " cycles less\n", before - after);
        break;
    case COMBINED:
        printf("  advice: leave it as it is: the hardware combines the lanes, so the rewrite is needless and costs "
               "%" PRIu64 " cycles\n", after - before);
        break;
    case COSTS:
        printf("  advice: leave it as it is: the rewrite costs %" PRIu64 " cycles\n", after - before);
        break;
    }
}

const char *advise_word(const struct advise *a, const struct advise_site *site)
{
    uint64_t before, after;
    const enum advice advice = site->refused || !site->outcome.right ? UNKNOWN : advice_of(a, site, &before, &after);
    return advice == UNKNOWN ? NULL : advice == REWRITE ? "rewrite" : "leave";
}

/* Results and cycles; an advice too, of one site. */
static void print_worth(const struct advise *a, const struct advise_site *site, bool advise)
{
    print_results(a, site);
    if (!site->outcome.right || !any_measured(a))
        return;
    printf("  %-16s %10s %10s\n", "cycles", "as it is", "rewritten");
    for (unsigned d = 0; d < ADVISE_DEVICES; d++)
        if (a->hardware[d].cycles)
            print_row(device_names[d], a->hardware[d].cycles, site->cycles[d]);
    if (advise)
        print_advice(a, site);
}

void advise_print_worth(const struct advise *a, const struct advise_site *site)
{
    if (!site->refused)
        print_worth(a, site, true);
    putchar('\n');
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static void print_number(size_t number, const char *what)
{
    if (number)
        printf("; %zu %s", number, what);
}

size_t advise_count_others(const struct wf_kernel *kernel)
{
    size_t others = 0;
    for (size_t at = 0; at < kernel->count; at++) {
        const uint8_t op = (uint8_t)kernel->code[at];
        others += wf_op_is_atomic64(op) || op == WF_OP_TATOM;
    }
    return others;
}

void advise_print_end(const struct advise *a)
{
    size_t listed = 0, never = 0, alone = 0, apart = 0;
    for (size_t i = 0; i < a->sites; i++) {
        const struct advise_site *site = &a->site[i];
        listed += site->listed;
        never += !site->times;
        alone += site->times && !site->together;
        apart += site->apart != 0;
    }
    if (a->all.listed) {
        puts("all of them together");
        if (a->all.refused)
            printf("  no rewrite: %s\n", a->all.refused);
        else
            print_worth(a, &a->all, false);
        putchar('\n');
    }
    printf("%s: %zu atomic%s; %zu of one word for all lanes of a wave", a->file, a->sites, a->sites == 1 ? "" : "s",
           listed);
    print_number(apart, "whose lanes named several words");
    print_number(alone, "performed by one lane at a time");
    print_number(never, "not performed");
    print_number(advise_count_others(a->kernel), "more of 64 bits or of buffers by number, which are not looked at");
    putchar('\n');
}
