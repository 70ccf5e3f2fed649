/* SPDX-License-Identifier: Apache-2.0
 * compile.h - shaders as files: which are shaders, and from a source to a SPIR-V module by an installed compiler.
 */
#ifndef WF_COMPILE_H
#define WF_COMPILE_H

#include "attributes.h"
#include "kernel_file.h"
#include "shader_options.h"

/* By the end of the name, in any letter case: .spv, .spvasm, .comp, .frag, .mesh, .task or .glsl, .hlsl, .slang; "-":
 * what is there. */
enum shader_kind { SHADER_NONE, SHADER_MODULE, SHADER_ASSEMBLY, SHADER_GLSL, SHADER_HLSL, SHADER_SLANG };
enum shader_kind shader_kind(const char *file);
/* A fragment shader, by its name. */
bool shader_is_fragment(const char *file);
/* Of a source of another stage what it is, by the end of its name likewise: "a vertex shader, which does not run"; else
 * NULL. */
const char *shader_other_stage(const char *file);
/* WF_EXIT_OK, or WF_EXIT_ENVIRONMENT after a message. */
enum wf_exit shader_readable(const char *file);

/* HLSL and Slang: attributes_pair; false for other files. */
bool shader_pair_of_source(const char *file, struct source_pair *pair);

struct shader_compiled {
    bool renamed;               /* the entry point asked for has a name of the compiler's choice in the module */
    struct wf_shader_attributes attributes;     /* of the source, where it is in HLSL or Slang, and of the options */
};
/* The bytes of the module in `file`, compiled where it is a source.  WF_EXIT_OK, or another status after messages:
 * WF_EXIT_WRONG: the source breaks a rule of a dispatch, or is refused; WF_EXIT_ENVIRONMENT: there is no compiler. */
enum wf_exit shader_compile(const char *file, const struct shader_options *options, struct wf_text *module,
                            struct shader_compiled *compiled);

#endif
