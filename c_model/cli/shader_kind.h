/* SPDX-License-Identifier: Apache-2.0
 * shader_kind.h - which files are shaders, and of what stage, by their names.
 */
#ifndef WF_SHADER_KIND_H
#define WF_SHADER_KIND_H

#include <stdbool.h>

#include "status.h"
#include "wavefold/isa.h"

/* By the end of the name, in any letter case: .spv, .spvasm, .comp, .frag, .vert, .tesc, .tese, .geom, .mesh, .task or
 * .glsl, .hlsl, .slang, .cl; "-": what is there. */
enum shader_kind { SHADER_NONE, SHADER_MODULE, SHADER_ASSEMBLY, SHADER_GLSL, SHADER_HLSL, SHADER_SLANG,
                   SHADER_OPENCL };
enum shader_kind shader_kind(const char *file);
/* A stage whose lanes are no threads of groups, or whose groups are patches. */
struct shader_stage {
    enum wf_stage stage;
    const char *ending, *what;          /* ".frag", "a fragment shader" */
    const char *option;                 /* for what the lanes are: "--draw" */
    const char *missing, *no_groups;    /* messages without it, and with groups, before the option or file */
    const char *glslang, *slang, *dxc;       /* as compilers call it: "frag", "fragment", "ps" */
};
/* NULL: the stage is none of these, or the name has another ending. */
const struct shader_stage *shader_stage_of(enum wf_stage stage);
const struct shader_stage *shader_stage_of_name(const char *file);
/* One option asks for both: HULL and DOMAIN. */
bool shader_same_option(const struct shader_stage *a, const struct shader_stage *b);
/* Of a source of a stage that runs in groups what it is, by the end of its name: "a mesh shader"; else NULL. */
const char *shader_of_groups(const char *file);
/* Of a source of another stage what it is, by the end of its name likewise: "a ray generation shader, which does not
 * run"; else NULL. */
const char *shader_other_stage(const char *file);
/* WF_EXIT_OK, or WF_EXIT_ENVIRONMENT after a message. */
enum wf_exit shader_readable(const char *file);

#endif
