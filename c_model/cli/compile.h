/* SPDX-License-Identifier: Apache-2.0
 * compile.h - from the source of a shader to a SPIR-V module, by an installed compiler.
 */
#ifndef WF_COMPILE_H
#define WF_COMPILE_H

#include "attributes.h"
#include "kernel_file.h"
#include "shader_kind.h"
#include "shader_options.h"

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
