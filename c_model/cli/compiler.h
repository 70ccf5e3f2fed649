/* SPDX-License-Identifier: Apache-2.0
 * compiler.h - the compilers of shaders: which there are, where, and their words for a job.
 */
#ifndef WF_COMPILER_H
#define WF_COMPILER_H

#include <limits.h>

#include "attributes.h"
#include "preprocess.h"
#include "shader_kind.h"

enum { COMPILER_WORDS = 24 };
struct job {
    const char *file, *shown, *entry, *module;  /* file: compiled; shown: its name in messages; entry: or NULL */
    char include[PATH_MAX + 4];                 /* "-I/usr/include/wavefold", or "" */
    struct source_attributes source;            /* of HLSL and Slang */
    uint32_t num_waves;                         /* of a group, of the source or the command line; 0: threads */
    unsigned model;                             /* 6.this, of the command line; 0: not given */
    const struct shader_stage *lanes;           /* its stage, if its lanes are no threads of groups; else NULL */
    char root[PATH_MAX + 4];                    /* see with_header */
    char waves[48], profile[16];                /* "-DWAVEFOLD_NUM_WAVES=4", "cs_6_6" */
    const char *environment;                    /* the newest of `environments` that the compiler knows, or NULL */
    char joined[40];                            /* with its option */
    char *word[COMPILER_WORDS];
    size_t words;
};

struct compiler {
    enum shader_kind kind;
    const char *program;
    bool has_environments;      /* its --help lists those it knows */
    bool renames;               /* the entry point that was asked for may have another name in the module */
    void (*words)(struct job *);
    bool is_glslang;            /* so the text in its debug information is to be put right */
    const struct pp_define *macros;             /* of HLSL and Slang; else NULL */
    /* it makes what this program makes the module of, which is in PATH too; NULL: it makes the module */
    const char *translator;
};

/* The first of this kind that is in PATH, and its path; NULL: there is none. */
const struct compiler *compiler_find(enum shader_kind kind, char path[PATH_MAX]);
/* The path of its translator, which was there; false: it has none, or it was removed. */
bool compiler_translator(const struct compiler *compiler, char path[PATH_MAX]);
/* What a user would install for this kind: "spirv-as (Debian: spirv-tools)". */
const char *compiler_to_install(enum shader_kind kind);
/* The macros of HLSL and Slang for a shader of this stage. */
const struct pp_define *compiler_macros(const struct compiler *compiler, const struct shader_stage *lanes);
/* A word more of its command; NULL: none. */
void compiler_add(struct job *job, const char *word);

#endif
