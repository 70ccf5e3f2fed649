/* SPDX-License-Identifier: Apache-2.0
 * trace.c - see trace.h.
 */
#include "trace.h"

#include <inttypes.h>

void wf_trace_header(FILE *file)
{
    fputs("# cycle slot group wave pc instruction ; exec mask ; first values written (lane:value)\n", file);
}

void wf_trace_line(FILE *file, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned lanes,
                   const struct wf_effect *effect)
{
    char text[160];
    wf_disassemble(effect->word, text, sizeof text);
    fprintf(file, "%8" PRIu64 " s%-3u g%" PRIu32 ",%" PRIu32 ",%" PRIu32 " w%-3u %5u  %-40s ; ", cycle, slot, group[0], group[1],
            group[2], wave, effect->pc, text);
    for (unsigned i = (lanes + 3) / 4; i-- > 0;)
        fputc("0123456789abcdef"[effect->exec[4 * i] | effect->exec[4 * i + 1] << 1 | effect->exec[4 * i + 2] << 2 |
                                 effect->exec[4 * i + 3] << 3],
              file);
    fputs(" ;", file);
    unsigned shown = 0;
    for (unsigned l = 0; l < lanes && shown < 4 && effect->words; l++) {
        if (!effect->written[l])
            continue;
        shown++;
        fprintf(file, " %u:", l);
        for (unsigned k = effect->words; k-- > 0;)
            fprintf(file, "%08" PRIx32, effect->value[k][l]);
    }
    fputc('\n', file);
}
