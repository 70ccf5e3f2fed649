/* SPDX-License-Identifier: Apache-2.0
 * wf_script.h - for tests of the checker that play scripts: kernels as text, lanes of a small device, the verdict.
 */
#ifndef WF_SCRIPT_H
#define WF_SCRIPT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/lockstep.h"

enum { LANES = 4 };

static inline uint32_t mask_of(const bool *lanes)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < LANES; i++)
        mask |= (uint32_t)lanes[i] << i;
    return mask;
}

static inline void diagnose(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user;
    printf("%s %u:%u: %s\n", error ? "error" : "note", line, column, text);
}

/* A kernel with this many instructions (0: any) whose dispatch is legal, and its shape; else the end of the test. */
static inline struct wf_kernel *kernel_of(const char *text, const struct wf_device *device, size_t instructions,
                                          struct wf_shape *shape)
{
    struct wf_kernel *kernel = wf_kernel_parse(text, strlen(text), device, 0, diagnose, NULL);
    if (kernel && (!instructions || kernel->count == instructions) &&
        wf_dispatch_check(&kernel->desc, device, shape) == WF_REJECT_NONE)
        return kernel;
    printf("FAIL script: the kernel is not as it should be\n");
    exit(1);
}

/* Pass if the message of the checker contains `report` (NULL: no message) and the rest `holds`.  Frees the checker. */
static inline bool verdict(const char *test, const char *script, struct wf_lockstep *ls, const char *report, bool holds)
{
    const char *text = wf_lockstep_difference(ls);
    const bool good = holds && (report ? text && strstr(text, report) : !text);
    printf("%s %s %s: %.*s\n", good ? "PASS" : "FAIL", test, script, text ? (int)strcspn(text, "\n") : 10,
           text ? text : "agrees");
    if (!good)
        printf("  wanted: %s\n  told: %s\n", report ? report : "nothing", text ? text : "nothing");
    wf_lockstep_free(ls);
    return good;
}

#endif
