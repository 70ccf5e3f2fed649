/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <inttypes.h>

#include "naming.h"

void wf_trace_header(FILE *file)
{
    fputs(WF_TRACE_HEADER, file);
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
    char text[256], group[48], slot[48], line[80], issued[24] = "-", did[WF_EFFECT_TEXT];
    wf_name_instruction(kernel, effect->pc, text, sizeof text);
    if (place->has_issued)
        snprintf(issued, sizeof issued, "%" PRIu64, place->issued);
    snprintf(group, sizeof group, "g%" PRIu32 ",%" PRIu32 ",%" PRIu32, place->group[0], place->group[1],
             place->group[2]);
    wf_effect_text(effect, place->lanes, buffers, did);
    fprintf(file, WF_TRACE_LINE, place->retired, issued, name_slot(place, slot), group, place->wave, effect->pc,
            wf_name_line_briefly(kernel, effect->pc, line), wf_op_unit_text((uint8_t)effect->word), text, did);
}
