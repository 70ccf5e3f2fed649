/* SPDX-License-Identifier: Apache-2.0
 * source.h - the text of source lines, for messages and listings: from the module, else from the file that it names.
 */
#ifndef WF_SOURCE_H
#define WF_SOURCE_H

#include "named_file.h"
#include "wavefold/kernel.h"

struct wf_source_file {
    char *name, *text;          /* owned; no text: it cannot be read */
};
struct wf_sources {
    const struct wf_kernel *kernel;
    const char *path;           /* the kernel file or shader; a file that is not found is sought in its folder */
    struct wf_source_file *file;
    size_t files;
};

/* A regular file as text, to be freed; NULL when it is none, too large, or holds NUL. */
char *wf_source_load(const char *path);
/* A file that kernel->file names, NUL-terminated; NULL when it is not known. */
const char *wf_source_text(struct wf_sources *sources, const char *file);
/* A line of the file that kernel->file names, without its end; *length its bytes.  NULL when it is not known. */
const char *wf_source_line(struct wf_sources *sources, const char *file, uint32_t line, size_t *length);
/* Print the source line of an instruction after its number, at most `most` bytes; nothing when it is not known. */
void wf_source_print(FILE *file, const struct wf_kernel *kernel, const char *path, size_t pc, size_t most);
/* The files that such a text may come from are inputs; `path` as above.  False without memory. */
bool wf_sources_note(const struct wf_kernel *kernel, const char *path, struct wf_inputs *inputs);
void wf_sources_free(struct wf_sources *sources);

#endif
