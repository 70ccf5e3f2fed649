/* SPDX-License-Identifier: Apache-2.0
 * shader_file.h - a shader from a file and the command line: module, buffers and constants in one text (shader_text.h).
 */
#ifndef WF_SHADER_FILE_H
#define WF_SHADER_FILE_H

#include "compile.h"
#include "shader_options.h"

/* `look`: not to run it.  What else was read is added to `inputs`.  WF_EXIT_OK, or another status after messages. */
enum wf_exit shader_read(const char *file, const struct shader_options *options, bool look, struct wf_inputs *inputs, struct wf_text *text);

/* Its parts, for who needs the module itself: compiled, as words, to be freed; the constants of `options` as bits, to be freed. */
struct shader_module {
    uint32_t *word;             /* [words] */
    size_t words;
    const char *entry;          /* to open it with; NULL: the compiler chose a name */
    struct wf_shader_attributes attributes;
};
enum wf_exit shader_module_read(const char *file, const struct shader_options *options, struct shader_module *module);
enum wf_exit shader_constants(const char *file, const struct shader_options *options, const struct shader_module *module,
                              struct wf_shader_spec **spec);
/* What the library makes a kernel of, without buffers; it points into its arguments. */
struct wf_shader_dispatch shader_dispatch(const char *file, const struct shader_options *options, const struct shader_module *module,
                                          const struct wf_shader_spec *spec);

#endif
