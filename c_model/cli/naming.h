/* SPDX-License-Identifier: Apache-2.0
 * naming.h - how messages and traces name instructions, threads and memory: by the words of the kernel file.
 */
#ifndef WF_NAMING_H
#define WF_NAMING_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* "store Out[r1], r0", as the file writes it; what it does not write (a continuing put in) as the disassembler does. */
void wf_name_instruction(const struct wf_kernel *kernel, size_t pc, char *text, size_t size);
/* Its place, for the head of a message about the kernel file `path`: "k.wfk:12", "x.comp:12", or `path`. */
void wf_name_place(const struct wf_kernel *kernel, const char *path, size_t pc, char *text, size_t size);
/* The same within a message: "line 12", "x.comp:12", "line unknown". */
void wf_name_line(const struct wf_kernel *kernel, size_t pc, char *text, size_t size);
/* The same in one word, without folders: "12", of a shader "x.comp:12", "-" when it is not known; gives `text`. */
const char *wf_name_line_briefly(const struct wf_kernel *kernel, size_t pc, char text[80]);
/* "thread (4,0,0) of group (0,0,0), wave 0 lane 4"; "no thread of group ..." for a lane without one. */
void wf_name_thread(const struct wf_kernel *kernel, const struct wf_shape *shape, const uint32_t group[3],
                    unsigned wave, unsigned lane, char *text, size_t size);
/* The memory that a fault is about: "Out, which has 16 bytes"; a buffer of a shader as the shader calls it.  Of one
 * by number also how far the access misses it, or why there is none. */
void wf_name_memory(const struct wf_kernel *kernel, const struct wf_fault_record *fault, char *text, size_t size);
/* Lanes as one hexadecimal number, lane 0 in its lowest bit. */
void wf_print_lanes(FILE *file, const bool *on, unsigned lanes);

#endif
