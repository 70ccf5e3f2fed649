/* SPDX-License-Identifier: Apache-2.0
 * shader_file.h - a shader from a file and the command line: module, buffers and constants, as the library makes a kernel of them.
 */
#ifndef WF_SHADER_FILE_H
#define WF_SHADER_FILE_H

#include "compile.h"
#include "contents.h"
#include "shader_options.h"

/* The module: compiled, as words, to be freed; the constants of `options` as bits, to be freed. */
struct shader_module {
    uint32_t *word;             /* [words] */
    size_t words;
    const char *entry;          /* to open it with; NULL: the compiler chose a name */
    struct wf_shader_attributes attributes;
};
enum wf_exit shader_module_read(const char *file, const struct shader_options *options, struct shader_module *module);
enum wf_exit shader_constants(const char *file, const struct shader_options *options, const struct shader_module *module,
                              struct wf_shader_spec **spec);
/* No option of shaders beside a kernel file, no --variant beside a shader; a shader that `runs` has --groups, and is there. */
enum wf_exit shader_check_options(const struct shader_options *options, const char *file, const char *variant, bool runs);
/* What the library makes a kernel of, without buffers; it points into its arguments. */
struct wf_shader_dispatch shader_dispatch(const char *file, const struct shader_options *options, const struct shader_module *module,
                                          const struct wf_shader_spec *spec);

/* All of it.  What `dispatch` says stands in the other members. */
struct shader_whole {
    struct wf_shader_dispatch dispatch;
    struct shader_module module;
    struct wf_shader_spec *spec;
    struct contents contents[WF_MAX_BUFFERS + 1];
    struct wf_shader_buffer buffer[WF_MAX_BUFFERS + 1];
    size_t buffers;
};
/* `look`: not to run it.  What else was read is added to `inputs`; `text` becomes that of `whole`.  WF_EXIT_OK, or another status after a message;
 * to be freed in any case. */
enum wf_exit shader_read(const char *file, const struct shader_options *options, bool look, struct wf_inputs *inputs, struct shader_whole *whole,
                         struct wf_text *text);
void shader_whole_free(struct shader_whole *whole);

#endif
