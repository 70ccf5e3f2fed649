/* SPDX-License-Identifier: Apache-2.0
 * run_capture.c - memory for what a run leaves, where another process fills it.
 */
#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */
#include <sys/mman.h>

#include "run.h"
#include "wavefold/stages.h"

static size_t bytes_of(size_t words)
{
    return sizeof(struct run_capture) + words * sizeof(uint32_t);
}

struct run_capture *run_capture_new(const struct wf_kernel *kernel)
{
    struct wf_buffer place[WF_MAX_BUFFERS];
    const bool grows = wf_stages_mesh(kernel);  /* by the buffers of mesh groups, of which only what is used is kept */
    const size_t words = grows ? 2 * (size_t)kernel->mesh.room : wf_kernel_place(kernel, place);
    struct run_capture *capture = mmap(NULL, bytes_of(words), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS | (grows ? MAP_NORESERVE : 0), -1, 0);
    if (capture == MAP_FAILED)
        return NULL;
    capture->words = capture->room = words;
    return capture;
}

void run_capture_free(struct run_capture *capture)
{
    if (capture)
        munmap(capture, bytes_of(capture->room));
}
