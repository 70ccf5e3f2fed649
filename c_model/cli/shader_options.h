/* SPDX-License-Identifier: Apache-2.0
 * shader_options.h - the options for shaders, which several commands share.
 */
#ifndef WF_SHADER_OPTIONS_H
#define WF_SHADER_OPTIONS_H

#include <stdio.h>

#include "cli.h"
#include "draw_option.h"
#include "expectation.h"
#include "image_option.h"
#include "vertex_option.h"
#include "wavefold/kernel.h"

enum shader_option { SHADER_ENTRY, SHADER_SPEC, SHADER_EXTRA, SHADER_NUM_WAVES, SHADER_MODEL, SHADER_PREFER,
                     SHADER_PRECISE, SHADER_GROUPS, SHADER_BIND, SHADER_PUSH, SHADER_EXPECT, SHADER_IMAGE,
                     SHADER_SAMPLER, SHADER_BUFFER, SHADER_TASK, SHADER_TASK_ENTRY, SHADER_VERTICES,
                     SHADER_PRIMITIVES, SHADER_PATCHES, SHADER_FIRST_VERTEX, SHADER_FIRST_INSTANCE, SHADER_INPUT,
                     /* those after it need --draw */
                     SHADER_DRAW, SHADER_SAMPLES, SHADER_FACING, SHADER_DEPTH, SHADER_CLIP_W, SHADER_OUTPUT };
/* Rows for a list of options (cli.h), into the shader_options at `o`: of all commands, and those of what runs. */
#define SHADER_ROW(option, which, o) {.name = option, .take = shader_option, .to.other = o, .least = which}
#define SHADER_LOOK_ROWS(o) \
    SHADER_ROW("--entry", SHADER_ENTRY, o), SHADER_ROW("--spec", SHADER_SPEC, o), \
    SHADER_ROW("--extra", SHADER_EXTRA, o), SHADER_ROW("--num-waves", SHADER_NUM_WAVES, o), \
    SHADER_ROW("--shader-model", SHADER_MODEL, o), SHADER_ROW("--prefer", SHADER_PREFER, o), \
    SHADER_ROW("--precise-division", SHADER_PRECISE, o), \
    SHADER_ROW("--image", SHADER_IMAGE, o), SHADER_ROW("--sampler", SHADER_SAMPLER, o), \
    SHADER_ROW("--draw", SHADER_DRAW, o), SHADER_ROW("--samples", SHADER_SAMPLES, o), \
    SHADER_ROW("--output", SHADER_OUTPUT, o), SHADER_ROW("--vertices", SHADER_VERTICES, o), \
    SHADER_ROW("--primitives", SHADER_PRIMITIVES, o), SHADER_ROW("--patches", SHADER_PATCHES, o)
#define SHADER_ROWS(o) \
    SHADER_LOOK_ROWS(o), SHADER_ROW("--groups", SHADER_GROUPS, o), SHADER_ROW("--bind", SHADER_BIND, o), \
    SHADER_ROW("--push", SHADER_PUSH, o), SHADER_ROW("--buffer", SHADER_BUFFER, o), SHADER_ROW("--facing", SHADER_FACING, o), \
    SHADER_ROW("--depth", SHADER_DEPTH, o), SHADER_ROW("--clip-w", SHADER_CLIP_W, o), \
    SHADER_ROW("--input", SHADER_INPUT, o), SHADER_ROW("--first-vertex", SHADER_FIRST_VERTEX, o), \
    SHADER_ROW("--first-instance", SHADER_FIRST_INSTANCE, o)
/* Of what compares results, and runs one shader after another. */
#define SHADER_EXPECT_ROWS(o) SHADER_ROW("--expect", SHADER_EXPECT, o), SHADER_ROW("--task", SHADER_TASK, o), \
    SHADER_ROW("--task-entry", SHADER_TASK_ENTRY, o)

/* SET.BINDING=IN[:OUT], SET.BINDING[ELEMENT]=IN[:OUT], NAME=IN[:OUT]; of --buffer NAME=IN[:OUT] */
struct shader_bind {
    struct binding at;
    char *name;                 /* owned; NULL: it is a binding */
    const char *value;          /* the whole word */
    char *in;                   /* owned */
    const char *out;            /* or NULL */
    bool is_piece;              /* IN is @BUFFER+BYTES,SIZE */
    struct piece piece;
};
/* ID=VALUE, NAME=VALUE */
struct shader_spec {
    uint32_t id;
    const char *text;           /* the whole word */
    const char *name;           /* [length] a part of the option; NULL: the id is given */
    size_t length;
    bool found;                 /* the id is that of the name */
    const char *value;
};
/* --push PATH=VALUE,VALUE */
struct shader_member {
    const char *path;           /* [length] a part of the option */
    size_t length, prefix;      /* prefix: of the name of the block and a dot, which may be left out */
    const char *value;
};

/* All zero: nothing given. */
struct shader_options {
    const char *first;          /* the first option given, for the message when a kernel file has it; or NULL */
    const char *entry, *push;   /* or NULL */
    const char *task, *task_entry;      /* of a mesh shader: the file of its task shader, and its name there; or NULL */
    struct shader_bind bind[WF_MAX_BUFFERS];
    unsigned binds;
    struct expectation expect[WF_MAX_BUFFERS];
    unsigned expects;
    struct image_option image[WF_MAX_BUFFERS];
    unsigned images;
    struct wf_shader_sampler sampler[WF_MAX_BUFFERS];
    struct binding sampler_at[WF_MAX_BUFFERS];          /* its binding as it was given */
    const char *sampler_text[WF_MAX_BUFFERS];           /* likewise */
    unsigned samplers;
    struct shader_spec *spec;   /* [specs], owned */
    size_t specs;
    struct shader_member *member;       /* [members] of the push constants, owned */
    size_t members;
    bool has_groups;
    uint32_t groups[3];
    unsigned dimensions;        /* of these so many are given */
    struct draw_options draw;
    struct vertex_options vertices;
    uint32_t extra_waves, num_waves;
    bool extra_idle;
    uint16_t shader_model;      /* major << 8 | minor; 0: not given, 6.10 */
    bool prefer_small, prefer_large, near_division;
};

cli_take shader_option;
/* What they ask for: PIXEL, VERTEX, GEOMETRY, or COMPUTE for anything else. */
enum wf_stage shader_options_stage(const struct shader_options *options);
/* No two are for one binding or constant, as far as that is known: to be asked again when names are found
 * (shader_conflicts.c). */
enum wf_exit shader_options_check(const struct shader_options *options);
void shader_options_free(struct shader_options *options);
/* As a shell takes them: " --groups 4,1,1 --bind 0.0=in.bin". */
void shader_options_write(const struct shader_options *options, FILE *file);

#endif
