/* SPDX-License-Identifier: Apache-2.0
 * advise_run.c - the kernel on the model: which words the lanes of each atomic name, what a rewritten kernel leaves.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "advise.h"
#include "cli.h"
#include "verdict.h"

static struct advise_site *site_at(struct advise *a, size_t at)
{
    size_t low = 0, high = a->sites;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (a->site[middle].atomic.at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->sites && a->site[low].atomic.at == at ? &a->site[low] : NULL;
}

static void count(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                  const struct wf_effect *effect)
{
    struct advise *a = user;
    const uint8_t op = (uint8_t)effect->word;
    struct advise_site *site = op == WF_OP_LDSATOM || op == WF_OP_GATOM ? site_at(a, effect->pc) : NULL;
    unsigned lanes = 0, first = 0;
    bool apart = false;
    (void)m, (void)slot, (void)group, (void)wave;
    for (unsigned lane = 0; site && lane < a->shape.wave_size; lane++) {
        if (!effect->asked[lane])
            continue;
        first = lanes++ ? first : lane;
        apart |= effect->address[lane] != effect->address[first];
    }
    if (!lanes)
        return;
    site->times++;
    site->lanes += lanes;
    site->together += lanes > 1;
    site->apart += apart;
}

/* A run in the order of the waves, into `memory`; NULL without memory for it. */
static struct wf_machine *run(const struct advise *a, const struct wf_kernel *kernel, uint32_t *memory,
                              wf_trace_fn *trace, void *user, enum wf_run_result *result)
{
    struct wf_run_stats stats;
    wf_kernel_fill(kernel, a->buffers, memory, a->words);
    struct wf_machine *m = wf_machine_new(&a->device, &kernel->desc, &a->shape, kernel->code, kernel->count,
                                          a->buffers, memory, a->words);
    if (m)
        *result = wf_machine_run(m, 0, a->limit ? a->limit : RUN_INSTRUCTION_LIMIT, &stats, trace, user);
    return m;
}

enum wf_exit advise_look(struct advise *a)
{
    enum wf_run_result result;
    a->words = wf_kernel_place(a->kernel, a->buffers);
    a->memory = calloc(a->words ? a->words : 1, sizeof *a->memory);
    struct wf_machine *m = a->memory ? run(a, a->kernel, a->memory, count, a, &result) : NULL;
    bool right = false;
    if (!m)
        return cli_no_memory_for(a->file);
    if (result == WF_RUN_DONE)
        right = wf_verdict(a->file, &(struct wf_side){.name = "model", .bounds = wf_policy_of(NULL, a->is_shader)},
                           a->kernel, &a->shape, a->buffers, a->memory, a->words, wf_machine_fault(m));
    else if (result == WF_RUN_HUNG)
        fprintf(stderr, "%s: error: the dispatch hangs: wavefold run lists the waves that wait\n", a->file);
    else
        fprintf(stderr, "%s: error: the dispatch has not ended within the limit of %" PRIu64 " instructions; "
                "--limit sets another\n", a->file, a->limit ? a->limit : RUN_INSTRUCTION_LIMIT);
    wf_machine_free(m);
    return right ? WF_EXIT_OK : WF_EXIT_WRONG;
}

/* Words of the buffers that were declared. */
static uint64_t differing(const struct advise *a, const uint32_t *memory)
{
    uint64_t words = 0;
    for (unsigned i = 0; i < a->kernel->buffers; i++)
        for (uint32_t w = 0; w < a->kernel->buffer[i].words && !a->kernel->buffer[i].hidden; w++)
            words += memory[a->buffers[i].base / 4 + w] != a->memory[a->buffers[i].base / 4 + w];
    return words;
}

/* Out of bounds a shader may reach: a warning. */
static bool fault_is_right(const struct advise *a, const struct wf_kernel *kernel, const struct wf_fault_record *fault)
{
    const enum wf_fault got = fault->count ? fault->kind : WF_FAULT_NONE,
                        want = kernel->expect_fault ? kernel->fault : WF_FAULT_NONE;
    return got == want || (a->is_shader && want == WF_FAULT_NONE);
}

bool advise_try(const struct advise *a, const struct wf_kernel *kernel, struct advise_outcome *outcome)
{
    enum wf_run_result result;
    uint32_t *memory = calloc(a->words ? a->words : 1, sizeof *memory);
    struct wf_machine *m = memory ? run(a, kernel, memory, NULL, NULL, &result) : NULL;
    *outcome = (struct advise_outcome){.ended = m && result == WF_RUN_DONE};
    if (outcome->ended) {
        outcome->words = differing(a, memory);
        outcome->right = fault_is_right(a, kernel, wf_machine_fault(m)) &&
                         !wf_kernel_compare(kernel, a->buffers, memory, a->words, NULL, NULL);
    }
    wf_machine_free(m);
    free(memory);
    return m != NULL;
}
