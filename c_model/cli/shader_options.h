/* SPDX-License-Identifier: Apache-2.0
 * shader_options.h - what the command line says of a shader: the options that run, asm and check share.
 */
#ifndef WF_SHADER_OPTIONS_H
#define WF_SHADER_OPTIONS_H

#include <stdio.h>

#include "cli.h"
#include "wavefold/kernel.h"

enum shader_option { SHADER_ENTRY, SHADER_SPEC, SHADER_EXTRA, SHADER_NUM_WAVES, SHADER_MODEL, SHADER_PREFER, SHADER_GROUPS, SHADER_BIND, SHADER_PUSH };
/* Rows for a table of options (cli_next): the first so many are of all commands, the rest of run alone. */
#define SHADER_LOOK_ROWS(at) \
    [(at) + SHADER_ENTRY] = {"--entry", true}, [(at) + SHADER_SPEC] = {"--spec", true}, [(at) + SHADER_EXTRA] = {"--extra", true}, \
    [(at) + SHADER_NUM_WAVES] = {"--num-waves", true}, [(at) + SHADER_MODEL] = {"--shader-model", true}, [(at) + SHADER_PREFER] = {"--prefer", true}
#define SHADER_ROWS(at) \
    SHADER_LOOK_ROWS(at), [(at) + SHADER_GROUPS] = {"--groups", true}, [(at) + SHADER_BIND] = {"--bind", true}, \
    [(at) + SHADER_PUSH] = {"--push", true}

/* SET.BINDING=IN[:OUT] */
struct shader_bind {
    uint32_t set, binding;
    char *in;                   /* owned */
    const char *out;            /* or NULL */
};
/* ID=VALUE */
struct shader_spec {
    uint32_t id;
    const char *value;
};

/* All zero: nothing given. */
struct shader_options {
    const char *first;          /* the first option that was given, for who gave it beside a kernel file; or NULL */
    const char *entry, *push;   /* or NULL */
    struct shader_bind bind[WF_MAX_BUFFERS];
    unsigned binds;
    struct shader_spec *spec;   /* [specs], owned */
    size_t specs;
    bool has_groups;
    uint32_t groups[3];
    uint32_t extra_waves, num_waves;
    bool extra_idle;
    uint16_t shader_model;      /* major << 8 | minor; 0: not given, 6.10 */
    bool prefer_small, prefer_large;
};

/* WF_EXIT_OK, or another status after a message. */
enum wf_exit shader_option(struct shader_options *options, enum shader_option which, const char *value);
void shader_options_free(struct shader_options *options);
/* As a shell takes them: " --groups 4,1,1 --bind 0.0=in.bin". */
void shader_options_write(const struct shader_options *options, FILE *file);

#endif
