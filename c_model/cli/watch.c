/* SPDX-License-Identifier: Apache-2.0
 * watch.c - the watch for races in a run on the model, and beside one on the hardware, which has none of its own.
 */
#include "watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "races.h"
#include "stages.h"

bool run_watches(const struct run *run)
{
    return !run->races || strcmp(run->races, "off") != 0;
}

bool run_watch(const struct run *run, const struct wf_kernel *kernel, struct wf_machine *m)
{
    if (!run_watches(run))
        return true;
    if (!wf_machine_watch_races(m))
        return false;
    wf_machine_races_of_accesses(m, kernel->shader.how, kernel->shader.how ? kernel->shader.count : 0);
    if (!run->watch || strcmp(run->watch, "all") != 0)
        wf_machine_spare_races(m);
    return true;
}

void run_watched_add(struct run_watched *watched, const struct wf_race_report *report)
{
    if (!report)
        return;
    watched->races += report->count;
    watched->equal_stores += report->equal_stores;
    watched->divergent_barriers += report->barriers;
}

/* ---- beside the hardware ----------------------------------------------------------------------------------------- */

/* The hardware has ended; a wait that only waves at the same time can satisfy may take the model longer. */
enum { LEAST_LIMIT = 1 << 20, TIMES = 64 };

static uint64_t limit_of(uint64_t instructions)
{
    return instructions > (RUN_INSTRUCTION_LIMIT - LEAST_LIMIT) / TIMES ? RUN_INSTRUCTION_LIMIT
                                                                        : LEAST_LIMIT + TIMES * instructions;
}

/* True when it came to its end. */
static bool watch_one(const struct run *run, const struct wf_kernel *kernel, const struct wf_shape *shape,
                      struct wf_machine *m, uint64_t instructions, struct run_watched *watched)
{
    const struct wf_race_policies policies = wf_race_policies(run->races, run->is_shader, kernel);
    const uint64_t limit = limit_of(instructions);
    const enum wf_run_result result = wf_machine_run(m, run->seed, limit, NULL, NULL, NULL);
    run_watched_add(watched, wf_machine_races(m));
    if (wf_print_races(run->file, kernel, shape, wf_machine_races(m), &policies))
        watched->wrong = true;
    if (result == WF_RUN_HUNG)
        fprintf(stderr, "%s: note: races were looked for on the model until it hung\n", run->file);
    else if (result == WF_RUN_LIMIT)
        fprintf(stderr, "%s: note: races were looked for on the model in the first %" PRIu64 " instructions\n",
                run->file, limit);
    return result == WF_RUN_DONE;
}

enum wf_exit run_watch_beside(const struct run *run, uint64_t instructions, struct run_watched *watched)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words = wf_kernel_place(run->kernel, buffers);
    *watched = (struct run_watched){.all = run_watches(run)};
    if (!watched->all)
        return WF_EXIT_OK;
    uint32_t *memory = calloc(words ? words : 1, sizeof *memory);
    if (!memory)
        return cli_no_memory_for(run->file);
    wf_kernel_fill(run->kernel, buffers, memory, words);
    enum wf_exit status = WF_EXIT_OK;
    for (const struct wf_kernel *k = run->kernel; k && watched->all && !status; k = k->next) {
        struct wf_shape shape;
        if (wf_dispatch_check(&k->desc, &run->device, &shape) != WF_REJECT_NONE)
            continue;
        watched->all = !k->cancels;             /* it may end anywhere */
        if (k->cancels)
            break;
        struct wf_machine *m = wf_machine_new(&run->device, &k->desc, &shape, k->code, k->count, buffers, memory,
                                              words);
        if (!m || !run_watch(run, k, m))
            status = cli_no_memory_for(run->file);
        else
            watched->all = watch_one(run, k, &shape, m, instructions, watched);
        wf_machine_free(m);
        if (!status && watched->all && wf_stages_mesh(k))
            status = stages_continue(run, buffers, &memory, &words);
    }
    free(memory);
    return status;
}
