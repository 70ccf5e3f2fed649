/* SPDX-License-Identifier: Apache-2.0
 * task_file.h - the task shader that goes before a mesh shader: --task, or another entry point of the same module.
 */
#ifndef WF_TASK_FILE_H
#define WF_TASK_FILE_H

#include "compile.h"
#include "shader_options.h"

enum task_place { TASK_NONE, TASK_OF_FILE, TASK_OF_MODULE };
/* Where the task shader is that the options or the module ask for; `entry`: that the module is opened with, or NULL. */
enum task_place task_place(const struct shader_options *o, const uint32_t *module, size_t words, const char *entry);
/* The options that its module is compiled and opened with, and those of the mesh shader; `o` is as task_complete has
 * left it. */
struct shader_options task_options(const struct shader_options *o);
struct shader_options mesh_options(const struct shader_options *o);
/* A source of HLSL or Slang may have both: each entry point is compiled by itself.  `pair`: keeps their names. */
void task_complete(const char *file, struct shader_options *o, struct source_pair *pair);

#endif
