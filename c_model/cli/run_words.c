/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "run_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum wf_exit run_for_words(struct run *run, unsigned number, uint32_t *word, size_t words,
                           struct wf_run_figures *figures)
{
    struct wf_buffer place[WF_MAX_BUFFERS];
    run->capture = run_capture_new(run->kernel);
    if (!run->capture)
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot start a run: %s\n", run->file, strerror(errno));
    const enum wf_exit status = run->rtl ? run_on_rtl(run) : run_on_model(run);
    wf_kernel_place(run->kernel, place);
    memcpy(word, run->capture->word + place[number].base / 4, words * sizeof *word);
    if (figures)
        *figures = run->capture->figures;
    run_capture_free(run->capture);
    run->capture = NULL;
    return status;
}

void run_words_free(struct run *run)
{
    free(run->verdict);
    wf_inputs_free(&run->input.inputs);
    wf_kernel_free(run->kernel);
    simulator_free(&run->simulator);
}
