/* SPDX-License-Identifier: Apache-2.0
 * binding_names.h - the names that options use for bindings, specialization constants and members of push constants,
 * in the module that they are for.
 */
#ifndef WF_BINDING_NAMES_H
#define WF_BINDING_NAMES_H

#include "shader_options.h"

/* Give each name its numbers; `task`: the task shader before a mesh shader, or NULL.  WF_EXIT_OK, or another status
 * after a message: none or several have it, or a --buffer has it too. */
enum wf_exit binding_names_find(const char *file, struct wf_shader *shader, struct wf_shader *task,
                                struct shader_options *o);
/* Give `b` its numbers, where its name is that of one binding, or mark it as one of --buffer; silently. */
void binding_name_know(struct wf_shader *shader, const struct shader_options *o, struct binding *b);
/* The same of --spec. */
enum wf_exit spec_names_find(const char *file, const struct wf_shader *shader, const struct wf_shader *task,
                             struct shader_options *o);

#endif
