/* SPDX-License-Identifier: Apache-2.0 */
#include "run_report.h"

#include <stdlib.h>

#include "report.h"
#include "run_texts.h"

void run_seen_free(struct run_seen *seen)
{
    wf_profile_free(seen->profile);
    chart_free(seen->chart);
    *seen = (struct run_seen){.profile = NULL};
}

bool run_seen_begin(struct run_seen *seen, const struct run *run, unsigned cores, unsigned slots)
{
    run_seen_free(seen);
    seen->profile = wf_profile_new(run->kernel, cores, slots);
    seen->chart = chart_new(cores, slots);
    return seen->profile && seen->chart;
}

void run_write_report(const struct run *run, const struct run_seen *seen, const struct wf_run_figures *figures,
                      const struct wf_buffer *buffers, const uint32_t *memory, size_t words)
{
    struct run_texts texts;
    char *messages = said_so_far();
    run_texts_open(&texts, run);
    const struct wf_profile_texts find = run_texts_finder(&texts);
    report_write(run->out[RUN_REPORT].file, &(struct report){
        .figures = figures, .kernel = run->kernel, .profile = seen->profile, .texts = &find, .chart = seen->chart,
        .buffers = buffers, .memory = memory, .words = words, .messages = messages,
        .hex = run->hex});
    run_texts_free(&texts);
    free(messages);
}
