/* SPDX-License-Identifier: Apache-2.0
 * named_shader.h - a shader source that a kernel file names, `shader "x.comp"`: compiled as on the command line.
 */
#ifndef WF_NAMED_SHADER_H
#define WF_NAMED_SHADER_H

#include "named_file.h"

/* For struct wf_text; its user is the struct wf_inputs of the kernel file.  One source with the same words of the
 * kernel file is compiled once, however often the file is parsed. */
wf_compile_fn named_shader_compile;

#endif
