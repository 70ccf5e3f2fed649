/* SPDX-License-Identifier: Apache-2.0
 * vertex_option.h - what a vertex, tessellation or geometry shader runs for, as a command line has it: --vertices,
 * --first-vertex, --first-instance, --patches, --primitives.
 */
#ifndef WF_VERTEX_OPTION_H
#define WF_VERTEX_OPTION_H

#include <stdio.h>

#include "status.h"
#include "wavefold/kernel.h"

/* All zero: nothing given. */
struct vertex_options {
    const char *first_option;   /* of those that need --vertices, the first given, or NULL */
    bool has_first, has_first_instance;
    struct wf_shader_lanes lanes;       /* its stage: COMPUTE: none of --vertices and the like; HULL: --patches */
};

/* The value of an option; WF_EXIT_OK, or another status after a message. */
enum wf_exit vertices_take(struct vertex_options *o, const char *value);
enum wf_exit primitives_take(struct vertex_options *o, const char *value);
enum wf_exit patches_take(struct vertex_options *o, const char *value);
enum wf_exit vertices_take_first(struct vertex_options *o, const char *value);
enum wf_exit vertices_take_first_instance(struct vertex_options *o, const char *value);
/* The option for what a shader of this stage runs for, VERTEX, HULL, DOMAIN or GEOMETRY: "--vertices". */
const char *vertices_option(enum wf_stage stage);
/* As a shell takes them. */
void vertices_write(const struct vertex_options *o, FILE *file);

#endif
