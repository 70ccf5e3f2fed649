/* SPDX-License-Identifier: Apache-2.0
 * compile.h - shaders as files: which are shaders, and from a source to a SPIR-V module by the compilers that are installed.
 */
#ifndef WF_COMPILE_H
#define WF_COMPILE_H

#include "kernel_file.h"

/* By the end of the name: .spv, .spvasm, .comp, .hlsl, .slang. */
enum shader_kind { SHADER_NONE, SHADER_MODULE, SHADER_ASSEMBLY, SHADER_GLSL, SHADER_HLSL, SHADER_SLANG };
enum shader_kind shader_kind(const char *file);

/* The bytes of the module in `file`, compiled where it is a source; `entry`: for HLSL and Slang, or NULL.  `renamed`: the module has that entry
 * point under a name of the compiler's choice.  WF_EXIT_OK, or another status after messages: WF_EXIT_WRONG when the compiler refuses it,
 * WF_EXIT_ENVIRONMENT when there is none. */
enum wf_exit shader_compile(const char *file, const char *entry, struct wf_text *module, bool *renamed);

#endif
