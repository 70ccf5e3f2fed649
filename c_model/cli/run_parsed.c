/* SPDX-License-Identifier: Apache-2.0
 * run_parsed.c - what is checked and noted once the kernel of a run is known.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "dump.h"
#include "run.h"
#include "wavefold/stages.h"

static enum wf_exit no_such_dump(const struct wf_kernel *kernel, const char *name)
{
    char names[WF_DUMP_NAMES_SIZE], what[WF_DUMP_NAMES_SIZE + 80];
    if (!kernel->buffers)
        return cli_misuse("the kernel has no buffer to dump", name);
    snprintf(what, sizeof what, "the kernel has no such buffer to dump, only %s", wf_dump_names(kernel, names));
    return cli_misuse(what, name);
}

/* What is legal, but hardly meant. */
static void note_shared(const char *file, const struct wf_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->buffers; i++)
        if (kernel->buffer[i].shared)
            fprintf(stderr, "%s: note: %s: one buffer, though not Aliased: did two numbers of HLSL, such as t0 and u0, "
                    "become one?\n", file, kernel->buffer[i].called);
}

static bool is_named_before(const struct wf_kernel *first, const struct wf_kernel *kernel)
{
    while (first != kernel && (!first->shader_name || strcmp(first->shader_name, kernel->shader_name) != 0))
        first = first->next;
    return first != kernel;
}

/* A shader of several dispatches is told of once; the shader of a command line is the file. */
static void warn_of_prints(const struct run *run, const struct wf_kernel *kernel)
{
    for (const struct wf_kernel *k = kernel; k; k = k->next)
        if (k->prints && !is_named_before(kernel, k))
            fprintf(stderr, "%s: warning: %s%s%" PRIu32 " printf call%s not printed\n", run->file,
                    run->is_shader ? "" : k->shader_name, run->is_shader ? "" : ": ", k->prints,
                    k->prints == 1 ? " is" : "s are");
}

/* Tasks and payload are of a task shader, patches of a control shader, all else of a mesh shader; vertices of other
 * stages too. */
static bool find_output(const struct wf_kernel *kernel, struct run_dump *dump)
{
    const bool of_tasks = dump->which == WF_MESH_TASKS || dump->which == WF_MESH_PAYLOAD;
    dump->number = (int)kernel->mesh.buffer[dump->which];
    if (kernel->mesh.lanes.stage)
        return wf_lanes_have(kernel->mesh.lanes.stage, &kernel->shader.mesh, dump->which);
    if (dump->which == WF_MESH_PATCHES || wf_mesh_is_xfb(dump->which))
        return false;
    return of_tasks ? kernel->mesh.is_task : kernel->mesh.is_mesh || wf_stages_mesh(kernel);
}

/* The hardware and the model would begin behind the last group. */
static enum wf_exit check_first_group(const struct run *run, const struct wf_kernel *kernel)
{
    char text[24];
    for (const struct wf_kernel *k = kernel; k && run->first_group; k = k->next) {
        const uint32_t *grid = k->desc.grid;
        if (!k->mesh.of_tasks && (!grid[2] || run->first_group / grid[2] >= (uint64_t)grid[0] * grid[1])) {
            snprintf(text, sizeof text, "%" PRIu64, run->first_group);
            return cli_misuse("--first-group is behind the last group of the grid", text);
        }
    }
    return WF_EXIT_OK;
}

enum wf_exit run_check_parsed(struct run *run, const struct wf_kernel *kernel)
{
    const enum wf_exit status = check_first_group(run, kernel);
    if (status)
        return status;
    note_shared(run->file, kernel);
    warn_of_prints(run, kernel);
    for (unsigned i = 0; i < RUN_FILES + run->dumps; i++) {
        const char *out = i < RUN_FILES ? run->name[i] : run->dump[i - RUN_FILES].file;
        if (out && wf_inputs_hold(&run->input.inputs, out))
            return cli_misuse(run->is_shader ? "the output is a file that is read"
                                             : "the output is a file that the kernel file reads", out);
    }
    for (unsigned i = 0; i < run->dumps; i++)
        if (run->dump[i].is_stage && !find_output(kernel, &run->dump[i]))
            return cli_misuse("--output: the shaders of this run leave no such results",
                              wf_mesh_buffer_name(run->dump[i].which));
    for (unsigned i = 0; i < run->dumps && !run->is_shader; i++) {
        if (run->dump[i].is_stage)
            continue;
        run->dump[i].number = wf_dump_find(kernel, run->dump[i].buffer);
        if (run->dump[i].number < 0)
            return no_such_dump(kernel, run->dump[i].buffer);
    }
    return WF_EXIT_OK;
}
