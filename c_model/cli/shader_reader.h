/* SPDX-License-Identifier: Apache-2.0
 * shader_reader.h - a shader while its options are read (shader_file.c): what its buffers, images, inputs and outputs
 * hold, and what is expected of them (shader_buffers.c).
 */
#ifndef WF_SHADER_READER_H
#define WF_SHADER_READER_H

#include "shader_file.h"

/* What is read for the shader, opened with its constants. */
struct reader {
    const char *file;
    const struct shader_options *options;
    struct input *whole;
    struct wf_shader *shader;
    enum wf_shader_wanted wanted;
    const char *task_file;      /* of the task shader before it; NULL: there is none */
    struct shader_module task_module;   /* its words and entry point, which `whole` keeps */
    struct wf_shader *task;
    bool *found;                /* [specs] constants that a module has */
};

/* Contents of all buffers and images of the options, in their order, into r->whole; pieces last. */
enum wf_exit shader_read_buffers(const struct reader *r);
/* Each expectation goes with its buffer. */
enum wf_exit shader_read_expectations(const struct reader *r);

#endif
