/* SPDX-License-Identifier: Apache-2.0
 * view.c - the window and the save file (see view.h).
 */
#include "view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- the window -------------------------------------------------------------------------------------------------- */

void view_note(struct view_seen *seen, uint64_t issued, uint64_t retired, enum wf_unit unit)
{
    if (!seen->any || issued < seen->first)
        seen->first = issued;
    seen->any = true;
    struct view_use *use = unit == WF_UNIT_LDS ? &seen->lds : unit == WF_UNIT_XLANE ? &seen->xlane : NULL;
    if (use && (!use->used || issued < use->issued))
        *use = (struct view_use){true, issued, retired};
}

/* From the first issue of both to the last retirement; false where neither is used. */
static bool span(const struct view_seen *seen, uint64_t *from, uint64_t *to)
{
    const struct view_use *use[] = {&seen->lds, &seen->xlane};
    bool any = false;
    for (unsigned i = 0; i < 2; i++) {
        if (!use[i]->used)
            continue;
        *from = !any || use[i]->issued < *from ? use[i]->issued : *from;
        *to = !any || use[i]->retired > *to ? use[i]->retired : *to;
        any = true;
    }
    return any;
}

struct view_window view_window(const struct view_seen *seen, const struct view_wish *wish, uint64_t cycles)
{
    enum { LAUNCH = 24, MARGIN = 16, PIXELS = 6 };      /* LAUNCH: most cycles from a launch to the first issue */
    uint64_t from = 0, to = 0;
    const bool uses = span(seen, &from, &to);
    const uint64_t first = seen->any ? seen->first : cycles;
    struct view_window w = {.pixels = wish->zoom > 0 ? wish->zoom : PIXELS,
                            .mark = wish->has_mark ? wish->mark : uses ? from : first};
    if (wish->fit) {
        w.pixels = VIEW_CELLS / ((double)cycles + 1);
        return w;
    }
    const double launches = (double)first - LAUNCH, last = (double)to + MARGIN;
    const bool fits = !uses || last - launches <= VIEW_CELLS / w.pixels;
    w.from = fits ? launches : (double)from - MARGIN;
    if (uses && wish->zoom <= 0 && last - w.from > VIEW_CELLS / w.pixels)
        w.pixels = VIEW_CELLS / (last - w.from);
    return w;
}

unsigned view_slots(const struct view_wish *wish, unsigned cores, unsigned slots)
{
    const unsigned usual = cores > 1 ? 8 : 16;
    if (wish->all_slots)
        return slots;
    if (!wish->slots)
        return usual < slots ? usual : slots;
    return wish->slots <= slots ? wish->slots : 0;
}

/* ---- the save file ----------------------------------------------------------------------------------------------- */

enum part { PART_GROUP, PART_VIEW, PART_CORE, PART_SLOT };
static const struct line {
    enum part part;
    unsigned colour;
    enum view_form form;
    const char *label, *signal;
} lines[] = {
#define VIEW_GROUP(heading) {PART_GROUP, 0, VIEW_TABLES, heading, ""},
#define VIEW_LINE(part, colour, form, label, signal) {PART_##part, colour, VIEW_##form, label, signal},
#include "view.def"
};
enum { LINES = sizeof lines / sizeof lines[0] };

/* Flags of a trace: right-justified, and hex, decimal, binary, or analog; with a table 0x2000 more. */
static const unsigned flags_of[] = {
    [VIEW_DECIMAL] = 0x24, [VIEW_HEX] = 0x22, [VIEW_BIT] = 0x28, [VIEW_HEIGHT] = 0x8024};

static void put_line(FILE *file, const struct view *v, const struct line *line, unsigned core, unsigned slot)
{
    if (line->colour)
        fprintf(file, "[color] %u\n", line->colour);
    if (line->form < VIEW_TABLES)
        fprintf(file, "@2022\n^%d %s/%s\n", (int)line->form + 1, v->names, view_table_name(line->form));
    else
        fprintf(file, "@%x\n", flags_of[line->form]);
    fprintf(file, line->part == PART_SLOT ? "+{%s %u} " : "+{%s} ", line->label, slot);
    fprintf(file, "%swf_lockstep_tb.view.", v->top);
    if (line->part != PART_VIEW)
        fprintf(file, "core[%u].", core);
    if (line->part == PART_SLOT)
        fprintf(file, "slot[%u].", slot);
    fprintf(file, "%s\n", line->signal);
    if (line->form == VIEW_HEIGHT)
        fputs("@20000\n-\n", file);
}

/* Lines `from` to `to`, a heading and what follows it. */
static void put_group(FILE *file, const struct view *v, unsigned from, unsigned to)
{
    bool of_core = false;
    for (unsigned i = from; i < to; i++)
        of_core |= lines[i].part == PART_CORE || lines[i].part == PART_SLOT;
    for (unsigned core = 0; core < (of_core ? v->cores : 1); core++)
        for (unsigned i = from; i < to; i++) {
            if (lines[i].part == PART_GROUP && of_core && v->cores > 1)
                fprintf(file, "@200\n-core %u, %s\n", core, lines[i].label);
            else if (lines[i].part == PART_GROUP)
                fprintf(file, "@200\n-%s\n", lines[i].label);
            else
                for (unsigned slot = 0; slot < (lines[i].part == PART_SLOT ? v->slots : 1); slot++)
                    put_line(file, v, &lines[i], core, slot);
        }
}

/* A view counts milliseconds from the beginning of the waveform, 1000 a cycle. */
void view_write(FILE *file, const struct view *v)
{
    const double start = 1000 * (v->window.from + (double)v->origin);
    fprintf(file, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n[timestart] %.0f\n[size] 1800 1190\n[pos] 0 0\n", v->waveform,
            v->save, start > 0 ? start : 0);
    fprintf(file, "*%.6f %" PRIu64, -log2(200 * 1000 / v->window.pixels), 1000 * (v->origin + v->window.mark));
    for (unsigned k = 0; k < 26; k++)
        fputs(" -1", file);
    fputs("\n[sst_width] 200\n[signals_width] 340\n[sst_expanded] 0\n[sst_vpaned_height] 300\n", file);
    unsigned from = 0;
    for (unsigned i = 1; i <= LINES; i++)
        if (i == LINES || lines[i].part == PART_GROUP) {
            put_group(file, v, from, i);
            from = i;
        }
    fputs("[pattern_trace] 1\n[pattern_trace] 0\n", file);
}
