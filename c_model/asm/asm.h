/* SPDX-License-Identifier: Apache-2.0
 * asm.h - the assembler of kernel files with limits of the caller's choice (kernel.c).  docs/kernel-file.md is the
 * grammar.  A kernel without a file is made by the same steps (direct.c).
 */
#ifndef WAVEFOLD_ASM_H
#define WAVEFOLD_ASM_H

#include "state.h"

/* As wf_kernel_parse_files. */
struct wf_kernel *wfa_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                            const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                            const struct wfa_limits *limits);
extern const struct wfa_limits wfa_default_limits;

/* Before: nothing known but a compute shader of shader model 6.10, one group.  NULL, after a report, when there is no
 * memory. */
struct wfa *wfa_begin(const struct wf_device *device, unsigned wave_size, const struct wf_files *files,
                      wf_diagnostic_fn *report, void *user, const struct wfa_limits *limits);
/* After everything else: the second opinion on the structure that flow.c made. */
void wfa_check_code(struct wfa *p);
/* Reports, and the kernel or NULL; everything else is freed. */
struct wf_kernel *wfa_give(struct wfa *p, wf_diagnostic_fn *report, void *user);
/* As wf_kernel_of_shader. */
struct wf_kernel *wfa_of_shader(const struct wf_shader_dispatch *dispatch, const struct wf_device *device,
                                unsigned wave_size, const struct wf_files *files, wf_diagnostic_fn *report, void *user,
                                const struct wfa_limits *limits);

#endif
