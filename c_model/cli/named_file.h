/* SPDX-License-Identifier: Apache-2.0
 * named_file.h - the files that a kernel file names: `buffer A[4] = file "a.bin"`.
 */
#ifndef WF_NAMED_FILE_H
#define WF_NAMED_FILE_H

#include "wavefold/kernel.h"

/* For wf_kernel_parse_files: regular files only, names from the folder of `kernel_file` on ("-": the working folder).  `kernel_file`
 * must outlive the parse. */
struct wf_files wf_named_files(const char *kernel_file);

#endif
