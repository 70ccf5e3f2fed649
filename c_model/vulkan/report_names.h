/* SPDX-License-Identifier: Apache-2.0
 * report_names.h - what reports name: places of the source, instructions, threads, memory.
 */
#ifndef WAVEFOLD_VULKAN_REPORT_NAMES_H
#define WAVEFOLD_VULKAN_REPORT_NAMES_H

#include "report.h"

/* "blur.comp:12"; the shader alone where no line is known. */
void wfv_put_place(struct wfv_text *text, const struct wfv_launch *launch, size_t pc);
/* "pc 7, load r4, b2[r4]" */
void wfv_put_instruction(struct wfv_text *text, const struct wfv_launch *launch, size_t pc);
/* A line with the text of the source line, where the module has it. */
void wfv_put_source(struct wfv_text *text, const struct wfv_launch *launch, size_t pc);
/* "dispatch 3 (blur.comp, wave size 8)" */
void wfv_put_which(struct wfv_text *text, const struct wfv_launch *launch);
/* "thread (3,0,0) of group (0,1,0), wave 0 lane 3", as gl_LocalInvocationID and gl_WorkGroupID have them. */
void wfv_put_thread(struct wfv_text *text, const struct wfv_launch *launch, const uint32_t group[3], unsigned wave,
                    unsigned lane);
/* What the lane asked for, of a fault of an access; of others nothing. */
void wfv_put_access(struct wfv_text *text, const struct wfv_launch *launch, const struct wf_fault_record *fault);
/* The binding that a number is of; NULL: none of the program. */
const struct wfv_slot *wfv_slot_of(const struct wfv_pipeline *pipeline, uint32_t number);
/* "set 0 binding 1 (src), element 2" */
void wfv_put_slot(struct wfv_text *text, const struct wfv_launch *launch, const struct wfv_slot *slot, uint32_t number);

#endif
