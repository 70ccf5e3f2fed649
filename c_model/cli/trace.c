/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <inttypes.h>
#include <string.h>

#include "naming.h"
#include "wavefold/utf8.h"

enum { LANES_SHOWN = 4 };

void wf_trace_header(FILE *file)
{
    fputs("# retire    issue slot group wave    pc  line unit  instruction ; lanes on ; "
          "lane:value, lane@byte=stored, lane@byte:loaded\n", file);
}

static void print_operand(FILE *file, char sign, const uint32_t *high, uint32_t low)
{
    fputc(sign, file);
    if (high)
        fprintf(file, "%08" PRIx32, *high);
    fprintf(file, "%08" PRIx32, low);
}

/* The address inside the buffer or the group's LDS, what is stored there, and "!" when it is refused. */
static void print_access(FILE *file, const struct wf_effect *effect, uint32_t base, unsigned lane)
{
    const struct wf_insn insn = wf_insn_decode(effect->word);
    const bool wide = wf_op_is_atomic64(insn.op);
    fprintf(file, "@%" PRIx32 "%s", effect->address[lane] - base, effect->access[lane] ? "" : "!");
    if (!wf_op_is_load(insn.op))
        print_operand(file, '=', wide ? &effect->data_high[lane] : NULL, effect->data[lane]);
    if (wf_op_is_atomic(insn.op) && wf_insn_atom(&insn) == WF_ATOM_CAS)
        print_operand(file, '?', wide ? &effect->compare_high[lane] : NULL, effect->compare[lane]);
}

static void print_lane(FILE *file, const struct wf_effect *effect, uint32_t base, unsigned lane)
{
    fprintf(file, " %u", lane);
    if (effect->is_lds || effect->is_mem)
        print_access(file, effect, base, lane);
    if (effect->words && effect->written[lane])
        fputc(':', file);
    /* of an old value of 64 bits the other words are 0 */
    const unsigned words = wf_op_is_atomic64((uint8_t)effect->word) && effect->words ? 2 : effect->words;
    for (unsigned k = words; k-- > 0 && effect->written[lane];)
        fprintf(file, "%08" PRIx32, effect->value[k][lane]);
}

/* "s3"; of several cores and dispatches "s67/c1/d2". */
static const char *name_slot(const struct wf_trace_place *place, char text[48])
{
    int n = snprintf(text, 48, "s%u", place->slot);
    if (place->has_core)
        n += snprintf(text + n, 48 - (size_t)n, "/c%u", place->core);
    if (place->dispatch)
        snprintf(text + n, 48 - (size_t)n, "/d%u", place->dispatch);
    return text;
}

void wf_trace_line(FILE *file, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                   const struct wf_trace_place *place, const struct wf_effect *effect)
{
    char text[256], group[48], slot[48], line[80], issued[24] = "-";
    wf_name_instruction(kernel, effect->pc, text, sizeof text);
    if (place->has_issued)
        snprintf(issued, sizeof issued, "%" PRIu64, place->issued);
    snprintf(group, sizeof group, "g%" PRIu32 ",%" PRIu32 ",%" PRIu32, place->group[0], place->group[1],
             place->group[2]);
    fprintf(file, "%8" PRIu64 " %8s %-4s %s w%-3u %5u %5s %-5s %-32s ; ", place->retired, issued,
            name_slot(place, slot), group, place->wave,
            effect->pc, wf_name_line_briefly(kernel, effect->pc, line), wf_name_unit((uint8_t)effect->word), text);
    wf_print_lanes(file, effect->exec, place->lanes);
    fputs(" ;", file);
    const struct wf_insn insn = wf_insn_decode(effect->word);
    uint32_t base = effect->is_mem && !wf_op_is_table(insn.op) ? buffers[insn.mod].base : 0;
    unsigned shown = 0;
    for (unsigned lane = 0; lane < place->lanes; lane++) {
        bool tells = effect->is_lds || effect->is_mem ? effect->asked[lane] : effect->words && effect->written[lane];
        if (!tells)
            continue;
        if (shown++ < LANES_SHOWN)
            print_lane(file, effect, base, lane);
    }
    if (shown > LANES_SHOWN)
        fprintf(file, " +%u lanes", shown - LANES_SHOWN);
    fputc('\n', file);
}
