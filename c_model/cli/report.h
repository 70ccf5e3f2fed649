/* SPDX-License-Identifier: Apache-2.0
 * report.h - a run as one page of HTML, for --report: nothing on it comes from elsewhere, and no script is needed.  The
 * page is well-formed XML too.  docs/program.md
 */
#ifndef WF_REPORT_H
#define WF_REPORT_H

#include "chart.h"
#include "figures.h"
#include "profile.h"

struct report {
    const struct wf_run_figures *figures;
    const struct wf_kernel *kernel;
    const struct wf_profile *profile;           /* on the model counts alone */
    const struct wf_profile_texts *texts;
    struct chart *chart;
    const struct wf_buffer *buffers;            /* the memory after the run; NULL: nothing ran */
    const uint32_t *memory;
    size_t words;
    const char *messages;       /* of the run, or NULL */
    bool hex;                   /* buffers by words, whatever their types */
};
void report_write(FILE *file, const struct report *report);

/* ---- its parts --------------------------------------------------------------------------------------------------- */

/* (report_style.c) The style sheet; a heading with its anchor and a sentence on what follows; a row of a table. */
void report_style(FILE *file);
void report_head(FILE *file, const char *anchor, const char *heading, const char *text);
void report_row(FILE *file, const char *name, uint64_t figure, const char *words);
/* In per cent; of nothing 0. */
double report_share(uint64_t part, uint64_t whole);
/* (report_cost.c) What limits the waves at once; what cycles went to; the lines of the source. */
void report_occupancy(FILE *file, const struct report *r);
void report_causes(FILE *file, const struct report *r);
void report_timeline(FILE *file, const struct report *r);
void report_lines(FILE *file, const struct report *r);
/* (report_memory.c) Memory, caches and LDS; the buffers, with what was expected of them. */
void report_memory(FILE *file, const struct report *r);
void report_buffers(FILE *file, const struct report *r);

#endif
