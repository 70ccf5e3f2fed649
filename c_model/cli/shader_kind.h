/* SPDX-License-Identifier: Apache-2.0
 * shader_kind.h - which files are shaders, and of what stage, by their names.
 */
#ifndef WF_SHADER_KIND_H
#define WF_SHADER_KIND_H

#include <stdbool.h>

#include "status.h"

/* By the end of the name, in any letter case: .spv, .spvasm, .comp, .frag, .mesh, .task or .glsl, .hlsl, .slang; "-":
 * what is there. */
enum shader_kind { SHADER_NONE, SHADER_MODULE, SHADER_ASSEMBLY, SHADER_GLSL, SHADER_HLSL, SHADER_SLANG };
enum shader_kind shader_kind(const char *file);
/* A fragment shader, by its name. */
bool shader_is_fragment(const char *file);
/* Of a source of a stage that runs in groups what it is, by the end of its name: "a mesh shader"; else NULL. */
const char *shader_of_groups(const char *file);
/* Of a source of another stage what it is, by the end of its name likewise: "a vertex shader, which does not run"; else
 * NULL. */
const char *shader_other_stage(const char *file);
/* WF_EXIT_OK, or WF_EXIT_ENVIRONMENT after a message. */
enum wf_exit shader_readable(const char *file);

#endif
