/* SPDX-License-Identifier: Apache-2.0
 * asm.h - the assembler of kernel files with limits of the caller's choice (kernel.c).  docs/kernel-file.md is the grammar.
 */
#ifndef WAVEFOLD_ASM_H
#define WAVEFOLD_ASM_H

#include "state.h"

/* As wf_kernel_parse_files. */
struct wf_kernel *wfa_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                            const struct wf_files *files, wf_diagnostic_fn *report, void *user, const struct wfa_limits *limits);
extern const struct wfa_limits wfa_default_limits;

#endif
