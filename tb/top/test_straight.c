/* SPDX-License-Identifier: Apache-2.0
 * test_straight.c - a run without a trace takes shortcuts: it must end with the same memory, faults and figures as the same run
 * with one.  Every kernel of tb/kernels and tb/top with its variants, several seeds.  Run from the root of the repository.
 * Reads: sim/variants.sh tb/kernels/?*.wfk tb/top/?*.wfk
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "../../c_model/cli/named_file.h"
#include "../common/wf_check.h"

enum { ROOM = 1 << 20, LIMIT = 60000 };

static const struct wf_device device = { .lanes = 128, .waves = 64, .groups = 16, .regs = 64, .lds_words = 8192, .imem_words = 16384 };

struct tally {
    uint64_t steps, lanes;
};

static void count_steps(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                        const struct wf_effect *effect)
{
    struct tally *tally = user;

    (void)m, (void)slot, (void)group, (void)wave;
    tally->steps++;
    for (unsigned lane = 0; lane < device.lanes; lane++)
        tally->lanes += effect->exec[lane];
}

struct outcome {
    enum wf_run_result result;
    struct wf_run_stats stats;
    struct wf_fault_record fault;
    struct tally tally;
    uint32_t *memory;
    size_t words;
};

static struct outcome run(const struct wf_kernel *kernel, uint64_t seed, bool traced)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS] = { { 0, 0 } };
    struct outcome o = { 0 };
    struct wf_machine *m;
    struct wf_shape shape;

    o.words = wf_kernel_place(kernel, buffers);
    o.memory = calloc(o.words + 1, sizeof *o.memory);
    wf_dispatch_check(&kernel->desc, &device, &shape);
    wf_kernel_fill(kernel, buffers, o.memory, o.words);
    m = wf_machine_new(&device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, o.memory, o.words);
    o.result = wf_machine_run(m, seed, LIMIT, &o.stats, traced ? count_steps : NULL, &o.tally);
    o.fault = *wf_machine_fault(m);
    wf_machine_free(m);
    return o;
}

static void compare(const struct wf_kernel *kernel, uint64_t seed)
{
    struct outcome plain = run(kernel, seed, false), traced = run(kernel, seed, true);

    CHECK_EQ(plain.result, traced.result);
    CHECK_EQ(traced.tally.steps, traced.stats.instructions);
    CHECK_EQ(traced.tally.lanes, traced.stats.lane_instructions);
    CHECK(memcmp(&plain.stats, &traced.stats, sizeof plain.stats) == 0);
    CHECK(memcmp(&plain.fault, &traced.fault, sizeof plain.fault) == 0);
    CHECK(memcmp(plain.memory, traced.memory, plain.words * sizeof *plain.memory) == 0);
    free(plain.memory);
    free(traced.memory);
}

static unsigned compared;       /* kernels, each at a wave size */

/* FILE[:VARIANT] */
static void compare_file(char *path)
{
    static char text[ROOM];
    char *variant = strchr(path, ':');

    if (variant)
        *variant++ = '\0';
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, ROOM, file) : 0;

    CHECK(length > 0 && length < ROOM);
    if (file != NULL)
        fclose(file);
    for (unsigned size = 8; size <= 128; size *= 4) {
        struct wf_inputs inputs = {.kernel_file = path, .variant = variant};
        const struct wf_files files = wf_named_files(&inputs);
        struct wf_kernel *kernel = wf_kernel_parse_files(text, length, &device, size, &files, NULL, NULL);
        wf_inputs_free(&inputs);
        compared += kernel != NULL && !kernel->expect_reject;
        if (kernel != NULL && !kernel->expect_reject)
            for (uint64_t seed = 0; seed < 3; seed++)
                compare(kernel, seed);
        wf_kernel_free(kernel);
    }
}

int main(void)
{
    FILE *list = popen("sim/variants.sh tb/kernels/*.wfk tb/top/*.wfk", "r");
    char name[512];

    CHECK(list != NULL);
    while (list != NULL && fgets(name, sizeof name, list)) {
        name[strcspn(name, "\n")] = '\0';
        compare_file(name);
    }
    CHECK(list != NULL && pclose(list) == 0);
    CHECK(compared >= 250);
    return check_end("straight");
}
