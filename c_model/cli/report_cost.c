/* SPDX-License-Identifier: Apache-2.0
 * report_cost.c - what a run costs, on the page of --report: occupancy, causes, waves over time, lines (see report.h).
 */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "naming.h"
#include "xml.h"

enum { CAUSES = WF_PROFILE_CAUSES, ISSUE = CAUSES };

static const char no_cycles[] = "The model has no cycles, so there is nothing to show here. A run with <code>--on rtl</code> "
                                "measures them.";

/* ---- occupancy --------------------------------------------------------------------------------------------------- */

static void put_limit(FILE *file, const struct wf_occupancy *room, unsigned by, const char *name)
{
    const bool limits = room->by[by] == room->groups;
    if (room->by[by] == UINT64_MAX) {
        fprintf(file, "<tr><td>%s</td><td class=\"n\">-</td><td>the kernel uses none</td></tr>\n", name);
        return;
    }
    const double width = room->by[by] ? 14 * (double)room->groups / (double)room->by[by] : 0;
    fprintf(file, "<tr><td>%s</td><td class=\"n\">%" PRIu64 "</td><td class=\"wide\"><span class=\"bar p%u\" "
            "style=\"width:%.2frem\"></span> %s</td></tr>\n", name, room->by[by], limits ? 3 : 8, width,
            limits ? "limits the groups" : "");
}

void report_occupancy(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    report_head(file, "occupancy", "Occupancy", "The groups that each resource of a core would hold alone. The bar is the "
                "part that is in use when the core is full.");
    if (!f->room.groups) {
        fputs("<p>The dispatch was refused, so no wave was resident.</p>\n", file);
        return;
    }
    fprintf(file, "<p>A core holds %u groups at once, with %u waves%s.", f->room.groups, f->room.waves,
            f->dispatches > 1 ? ", of the first dispatch" : "");
    if (f->on_hardware && !f->counters_unknown && f->counter[WF_CNT_CYCLES]) {
        const double resident = (double)f->work.wave_cycles / (double)f->counter[WF_CNT_CYCLES];
        const unsigned slots = wf_device_slots(&f->device);
        fprintf(file, " In this run %.1f waves were resident on average, %.1f %% of the %u slots, and %u at most.",
                resident, 100 * resident / slots, slots, f->work.most_resident);
    }
    fputs("</p>\n<div class=\"scroll\"><table>\n<tr><th>resource</th><th class=\"n\">groups</th><th></th></tr>\n", file);
    put_limit(file, &f->room, WF_BY_SLOTS, "wave slots");
    put_limit(file, &f->room, WF_BY_GROUPS, "group slots");
    put_limit(file, &f->room, WF_BY_REGISTERS, "registers");
    put_limit(file, &f->room, WF_BY_LDS, "LDS");
    fputs("</table></div>\n", file);
}

/* ---- causes ------------------------------------------------------------------------------------------------------ */

static const struct { const char *name, *text; } cause[CAUSES + 1] = {
    {"no wave resident", "the machine was empty: before the first wave, after the last, or between groups"},
    {"all at barriers", "each resident wave waited at a barrier"},
    {"unit full", "an instruction was ready, but its unit took none"},
    {"memory", "a request to global memory had no answer yet"},
    {"LDS", "a request to groupshared memory had no answer yet"},
    {"cross-lane", "a cross-lane operation had no result yet"},
    {"turnaround", "a short instruction was in flight: ALU, FPU, control flow or thread ids"},
    {"fetch", "the next instruction was being fetched, or a wave began or ended"},
    {"issue", "an instruction was issued"}};

static void put_cause(FILE *file, unsigned n, uint64_t cycles, uint64_t all)
{
    fprintf(file, "<tr><td><span class=\"key p%u\"></span>%s</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%.1f %%</td>"
            "<td>%s</td></tr>\n", n, cause[n].name, cycles, report_share(cycles, all), cause[n].text);
}

void report_causes(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    const uint64_t cycles = f->counter[WF_CNT_CYCLES] * (f->cores ? f->cores : 1);
    report_head(file, "causes", "Where the cycles went", "In each cycle a core issues an instruction, or waits for one "
                "cause: the first that applies, in this order.");
    if (!f->on_hardware || f->counters_unknown) {
        fprintf(file, "<p>%s</p>\n", f->on_hardware ? "The counters hold unknown bits." : no_cycles);
        return;
    }
    uint64_t part[CAUSES + 1];
    memcpy(part, f->counter + WF_CNT_STALL_EMPTY, CAUSES * sizeof *part);
    part[ISSUE] = f->instructions - f->counter[WF_CNT_FOLDED];
    fputs("<div class=\"stack\">", file);
    for (unsigned n = 0; n <= CAUSES; n++) {
        const unsigned k = (n + CAUSES) % (CAUSES + 1);         /* issues first */
        if (part[k])
            fprintf(file, "<span class=\"p%u\" style=\"width:%.3f%%\" title=\"%s %.1f %%\"></span>", k,
                    report_share(part[k], cycles), cause[k].name, report_share(part[k], cycles));
    }
    fputs("</div>\n<div class=\"scroll\"><table>\n<tr><th>cause</th><th class=\"n\">cycles</th><th class=\"n\">share</th>"
          "<th></th></tr>\n", file);
    put_cause(file, ISSUE, part[ISSUE], cycles);
    for (unsigned n = 0; n < CAUSES; n++)
        put_cause(file, n, part[n], cycles);
    const uint64_t flying = wf_figures_in_flight(f->counter, cycles, f->instructions);
    if (flying)
        fprintf(file, "<tr><td>in flight</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%.1f %%</td><td>the run stopped "
                "before these instructions retired</td></tr>\n", flying, report_share(flying, cycles));
    fprintf(file, "<tr><td>sum</td><td class=\"n\">%" PRIu64 "</td><td></td><td>%s</td></tr>\n</table></div>\n", cycles,
            f->cores > 1 ? "cycles of all cores" : "cycles");
}

/* ---- waves over time --------------------------------------------------------------------------------------------- */

void report_timeline(FILE *file, const struct report *r)
{
    const struct wf_run_figures *f = r->figures;
    const bool timed = f->on_hardware;
    const uint64_t last = f->last_cycle ? f->last_cycle : f->counter[WF_CNT_CYCLES];
    report_head(file, "timeline", "Waves over time", timed
                ? "One row per wave slot, one bar per wave, from its launch to its end. Point at a bar for its group and wave."
                : "One row per wave slot, one bar per wave. The axis counts instructions, because the model has no cycles.");
    if (!chart_waves(r->chart)) {
        fputs("<p>No wave was launched.</p>\n", file);
        return;
    }
    chart_draw_waves(file, r->chart, timed ? last : f->instructions, timed ? "cycles" : "instructions", f->dispatches > 1);
    if (chart_drawn(r->chart) < chart_waves(r->chart))
        fprintf(file, "<p class=\"soft\">The first %u of %" PRIu64 " waves are drawn.</p>\n", chart_drawn(r->chart),
                chart_waves(r->chart));
    fputs("<p class=\"soft\"><span class=\"key p1\"></span>waits at a barrier</p>\n", file);
    if (!timed)
        return;
    fputs("<h3>Causes over time</h3>\n<p class=\"soft\">The share of the cycles in each part of the run, in the colours of "
          "the table above.</p>\n", file);
    chart_draw_causes(file, r->chart, last);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* First all rows are weighed, then written.  A long list has the dearest lines at its top. */
enum { DEAREST = 8, LONG = 40, TEXT = 120 };
struct lines {
    FILE *file;                 /* NULL: weigh */
    bool timed;
    uint64_t most, all;         /* cost of the dearest line, and of all */
    unsigned rows;              /* so far */
    unsigned dear;
    struct dear { uint64_t cost; unsigned row; uint32_t line; size_t pc; char text[TEXT + 1]; } dearest[DEAREST];  /* [dear] */
};

/* Cycles that a line had an issue, or that are charged to it; without cycles its instructions. */
static uint64_t cost_of(const struct lines *l, const struct wf_profile_place *place)
{
    return l->timed ? wf_profile_waited(place) + place->issues - place->folded : place->issues;
}

static void put_figures(const struct lines *l, const struct wf_profile_place *p)
{
    const uint64_t cost = cost_of(l, p);
    const double heat = l->most ? (double)cost / (double)l->most : 0;
    FILE *file = l->file;
    fprintf(file, "<td class=\"n\" style=\"background:rgba(214,84,36,%.3f)\">", 0.65 * heat);
    if (l->all && cost)
        fprintf(file, "%.1f %%", report_share(cost, l->all));
    fputs("</td>", file);
    if (l->timed)
        fprintf(file, "<td class=\"n\">%" PRIu64 "</td><td>%s</td>", wf_profile_waited(p), wf_profile_main_cause(p));
    fprintf(file, "<td class=\"n\">%" PRIu64 "</td>", p->issues);
    if (p->issues)
        fprintf(file, "<td class=\"n\">%.1f</td>", (double)p->lanes / (double)p->issues);
    else
        fputs("<td></td>", file);
    if (l->timed && p->issues)
        fprintf(file, "<td class=\"n\">%.1f</td>", (double)p->stood / (double)p->issues);
    else if (l->timed)
        fputs("<td></td>", file);
}

/* The first of those with the same cost stays before the others. */
static void weigh(struct lines *l, const struct wf_profile_row *row, uint64_t cost)
{
    unsigned at = l->dear;
    l->most = cost > l->most ? cost : l->most;
    l->all += cost;
    while (at > 0 && l->dearest[at - 1].cost < cost)
        at--;
    if (!cost || at == DEAREST)
        return;
    l->dear += l->dear < DEAREST;
    memmove(&l->dearest[at + 1], &l->dearest[at], (l->dear - at - 1) * sizeof l->dearest[0]);
    struct dear *d = &l->dearest[at];
    int blanks = 0;
    while (blanks < row->length && (row->text[blanks] == ' ' || row->text[blanks] == '\t'))
        blanks++;
    *d = (struct dear){.cost = cost, .row = l->rows, .line = row->line, .pc = row->pc};
    snprintf(d->text, sizeof d->text, "%.*s", row->length - blanks, row->text + blanks);
}

static void put_dearest(FILE *file, const struct lines *l)
{
    if (l->rows < LONG)
        return;
    fputs("<h3>The dearest</h3>\n<div class=\"scroll\"><table>\n", file);
    for (unsigned i = 0; i < l->dear; i++) {
        const struct dear *d = &l->dearest[i];
        fprintf(file, "<tr><td class=\"n\">%.1f %%</td><td class=\"n\"><a href=\"#r%u\">",
                report_share(d->cost, l->all), d->row);
        if (d->line)
            fprintf(file, "line %" PRIu32, d->line);
        else
            fprintf(file, "pc %zu", d->pc);
        fputs("</a></td><td class=\"code\">", file);
        wf_xml_text(file, d->text);
        fputs("</td></tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

static void take_row(void *user, const struct wf_profile_row *row)
{
    struct lines *l = user;
    l->rows++;
    if (!l->file) {
        weigh(l, row, row->place ? cost_of(l, row->place) : 0);
        return;
    }
    fprintf(l->file, "<tr id=\"r%u\">", l->rows);
    if (row->place)
        put_figures(l, row->place);
    else
        fputs(l->timed ? "<td></td><td></td><td></td><td></td><td></td><td></td>" : "<td></td><td></td><td></td>", l->file);
    if (row->line)
        fprintf(l->file, "<td class=\"n soft\">%" PRIu32 "</td><td class=\"code\">", row->line);
    else if (row->has_pc)
        fprintf(l->file, "<td class=\"n soft\">pc %zu</td><td class=\"code\">", row->pc);
    else
        fputs("<td></td><td class=\"code\">", l->file);
    wf_xml_part(l->file, row->text, (size_t)row->length);
    fputs("</td></tr>\n", l->file);
}

static void take_file(void *user, const char *name)
{
    const struct lines *l = user;
    if (!l->file)
        return;
    fprintf(l->file, "<tr><th colspan=\"%d\">", l->timed ? 8 : 5);
    wf_xml_text(l->file, name);
    fputs("</th></tr>\n", l->file);
}

static bool walk(const struct report *r, struct lines *l, unsigned number, const struct wf_kernel *kernel)
{
    const struct wf_run_figures *f = r->figures;
    struct wf_profile_place sum = {.issues = 0};
    return wf_profile_walk(r->profile, number, kernel, f->last_cycle ? f->last_cycle : f->counter[WF_CNT_CYCLES], r->texts,
                           &(struct wf_profile_rows){take_file, take_row, l}, &sum);
}

void report_lines(FILE *file, const struct report *r)
{
    struct lines l = {.timed = r->figures->on_hardware};
    unsigned number = 0;
    bool good = true;
    report_head(file, "lines", "Source lines", l.timed
                ? "Cost: the part of all cycles that issued an instruction of this line or were charged to it. Waited: cycles "
                  "that are charged to it, most of them for the cause beside. Each: cycles that a wave was at one instruction."
                : "Cost: the part of all instructions. With <code>--on rtl</code> it is the part of all cycles.");
    for (const struct wf_kernel *k = r->kernel; k && good; k = k->next)
        good = walk(r, &l, number++, k);
    put_dearest(file, &l);
    l.file = file;
    l.rows = number = 0;
    for (const struct wf_kernel *k = r->kernel; k && good; k = k->next, number++) {
        if (r->figures->dispatches > 1)
            fprintf(file, "<h3>Dispatch %u</h3>\n", number + 1);
        fputs("<div class=\"scroll\"><table class=\"lines\">\n<tr><th class=\"n\">cost</th>", file);
        if (l.timed)
            fputs("<th class=\"n\">waited</th><th>for</th>", file);
        fputs("<th class=\"n\">issues</th><th class=\"n\">lanes</th>", file);
        if (l.timed)
            fputs("<th class=\"n\">each</th>", file);
        fputs("<th class=\"n\">line</th><th>source</th></tr>\n", file);
        good = walk(r, &l, number, k);
        fputs("</table></div>\n", file);
    }
    if (!good)
        fputs("<p>There was no memory for the profile.</p>\n", file);
}
