/* SPDX-License-Identifier: Apache-2.0
 * fst_file.h - is a waveform whole?  The writers of FST files in the simulators look at no error.
 */
#ifndef WF_FST_FILE_H
#define WF_FST_FILE_H

#include <stdint.h>

/* NULL when the file's blocks reach exactly to its end and have header, geometry of values and names; else why not: "No
 * space left on device" where that is so.  A file that is not whole may be longer afterwards. */
const char *fst_file_fault(const char *path);
/* Cycles of a complete waveform before cycle 0 (c_model/cosim/wf_fst_axis.h). */
uint64_t fst_file_origin(const char *path);

#endif
