/* SPDX-License-Identifier: Apache-2.0
 * shader_file.h - what a command reads: a kernel file, or a shader from a file and the command line, whose module,
 * buffers and constants the library makes a kernel of.
 */
#ifndef WF_SHADER_FILE_H
#define WF_SHADER_FILE_H

#include "compile.h"
#include "contents.h"
#include "shader_options.h"

/* Refuse a file that is no shader to run, options that do not go with it or with each other, and, where it `runs`, one
 * without its --groups or --draw. */
enum wf_exit shader_check_options(const struct shader_options *o, const char *file, const char *variant, bool runs);
/* As words, compiled where the file is a source. */
struct shader_module {
    uint32_t *word;             /* [words] */
    size_t words;
    const char *entry;          /* to open it with; NULL: the compiler chose a name */
    struct wf_shader_attributes attributes;
};

/* A kernel file, or a shader with its options of the command line.  All zero: nothing was read. */
struct input {
    struct wf_text text;        /* for wf_text_parse_inputs, with `inputs` */
    struct wf_inputs inputs;
    /* of a shader: `text` refers to these members */
    struct wf_shader_dispatch dispatch;
    struct shader_module module;
    struct wf_shader_spec *spec;
    /* of the task shader before a mesh shader, where there is one */
    struct wf_shader_dispatch task;
    struct shader_module task_module;
    struct source_pair pair;
    struct wf_shader_spec *task_spec;
    struct contents contents[WF_MAX_BUFFERS + 1];
    struct wf_shader_buffer buffer[WF_MAX_BUFFERS + 1];
    struct wf_shader_rectangle rectangle;
    uint8_t *covered;
    struct wf_shader_corners corners[DRAW_LOCATIONS];
    struct contents corner_contents[DRAW_LOCATIONS];
    size_t corner_inputs;
    struct image_option output[DRAW_LOCATIONS];                 /* with the size of the rectangle */
    struct wf_shader_expectation expect[WF_MAX_BUFFERS];        /* of the buffers that have one */
    struct wf_shader_expectation expect_records[WF_MESH_RESULTS];       /* of lanes; without words: none */
    size_t buffers;
};
/* `look`: not to run it.  Names in the options get their numbers.  WF_EXIT_OK, or another status after a message; to be freed in any case. */
enum wf_exit input_read(struct input *input, const char *file, const char *variant,
                        struct shader_options *options, bool look);
void input_free(struct input *input);

#endif
