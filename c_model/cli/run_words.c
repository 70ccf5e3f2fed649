/* SPDX-License-Identifier: Apache-2.0 */
#include "run_words.h"

#include <stdlib.h>

#include "cli.h"

/* A run on the hardware writes from a copy of this program, so the words come by way of a file. */
enum wf_exit run_for_words(struct run *run, unsigned number, uint32_t *word, size_t words, FILE *statistics)
{
    static char name[] = "a temporary file";
    FILE *file = tmpfile();
    if (!file)
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot open a temporary file\n", run->file);
    run->dump[0] = (struct run_dump){.number = (int)number, .raw = true, .out = {.name = name, .file = file}};
    run->dumps = 1;
    run->out[RUN_STATS] = (struct wf_output){.name = name, .file = statistics};
    enum wf_exit status = run->rtl ? run_on_rtl(run) : run_on_model(run);
    rewind(file);
    for (size_t i = 0; i < words && !status; i++) {
        unsigned char byte[4];
        if (fread(byte, 1, sizeof byte, file) != sizeof byte)
            status = cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot read %s\n", run->file, name);
        else
            word[i] = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    }
    fclose(file);
    return status;
}

void run_words_free(struct run *run)
{
    free(run->verdict);
    wf_inputs_free(&run->input.inputs);
    wf_kernel_free(run->kernel);
    simulator_free(&run->simulator);
}
