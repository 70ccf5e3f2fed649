/* SPDX-License-Identifier: Apache-2.0
 * named_file.h - the files that a kernel file names: `buffer A[4] = file "a.bin"`; and the lists of the reference.
 */
#ifndef WF_NAMED_FILE_H
#define WF_NAMED_FILE_H

#include <stdio.h>
#include <sys/types.h>

#include "wavefold/kernel.h"

/* The other files that a kernel file was made from. */
struct wf_inputs {
    const char *kernel_file;                    /* borrowed */
    struct wf_input { dev_t device; ino_t number; } *file;
    size_t count;
    bool environment;                           /* one could not be read, or memory was short: no fault of the text */
    bool one;                                   /* the caller looks at one dispatch: a file of several is an error */
    bool again;                                 /* it was read before, and its notes were printed */
    bool is_shader;                             /* no kernel file: a shader with its options of the command line */
    const char *variant;                        /* of struct wf_files */
    const char *dump;                           /* of a shader: its code after this pass goes to dump_to; or NULL */
    FILE *dump_to;
    char *why;                                  /* [why_room] takes the first error in place of messages; or NULL */
    size_t why_room;
};

/* For wf_kernel_parse_files: regular files only, names from the folder of `inputs->kernel_file` on ("-": the working
 * folder).  `inputs` must outlive the parse and then lists the files that were read. */
struct wf_files wf_named_files(struct wf_inputs *inputs);
/* The folder of the lists, to be freed: WAVEFOLD_REFERENCE, or `reference` in this program's build folder; or NULL. */
char *wf_reference_folder(void);
/* Add a file that was read otherwise; what is no file is left out.  False without memory. */
bool wf_inputs_add(struct wf_inputs *inputs, const char *path);
/* The output is one of these files. */
bool wf_inputs_hold(const struct wf_inputs *inputs, const char *output);
void wf_inputs_free(struct wf_inputs *inputs);

#endif
