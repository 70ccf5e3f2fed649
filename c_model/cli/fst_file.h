/* SPDX-License-Identifier: Apache-2.0
 * fst_file.h - is a waveform whole?  The writers of FST files in the simulators look at no error.
 */
#ifndef WF_FST_FILE_H
#define WF_FST_FILE_H

/* NULL when the blocks of the file at `path` reach exactly to its end and the header, the values' geometry and the names are among them; else why
 * not: "No space left on device" where that is so.  A file that is not whole may be longer afterwards. */
const char *fst_file_fault(const char *path);

#endif
