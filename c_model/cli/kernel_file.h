/* SPDX-License-Identifier: Apache-2.0
 * kernel_file.h - input: the text of a file, read once; a kernel from such a text.
 */
#ifndef WF_KERNEL_FILE_H
#define WF_KERNEL_FILE_H

#include "named_file.h"
#include "status.h"
#include "wavefold/kernel.h"

enum { WF_KERNEL_FILE_LIMIT = 64 << 20 };       /* bytes */

struct wf_text {
    char *text;                 /* owned; not NUL-terminated */
    size_t length;              /* bytes */
    const struct wf_shader_dispatch *shader;    /* of a shader in its place, with all it runs with; borrowed */
    const char *variant;        /* of a kernel file: --variant, or NULL; borrowed */
    wf_compile_fn *compile;     /* of a kernel file: for shaders that are sources (named_shader.h); or NULL */
    wf_picture_fn *picture;     /* ... for images from pictures (image_file.h); or NULL */
};

/* The device of a simulator build with so many lanes (sim/rtl.mk builds 8, 32 and 128; the model takes every width). */
struct wf_device wf_build_device(unsigned lanes);

/* Read a file, a pipe or "-", standard input, up to WF_KERNEL_FILE_LIMIT.  WF_EXIT_OK, or a status after a message. */
enum wf_exit wf_text_read(const char *path, struct wf_text *text);
/* The same of at most `limit` bytes. */
enum wf_exit wf_text_read_up_to(const char *path, size_t limit, struct wf_text *text);

/* Parse a kernel that was parsed before, and do not repeat its notes.  Its files are sought in the folder of `name`.
 * NULL after errors, which are printed under `name`. */
struct wf_kernel *wf_text_parse(const char *name, const struct wf_text *text, const struct wf_device *device,
                                unsigned wave_size);
/* The same without messages. */
struct wf_kernel *wf_text_parse_silently(const char *name, const struct wf_text *text, const struct wf_device *device,
                                         unsigned wave_size);
/* The same; the first error is put into why[0..room-1], with the line where it has one. */
struct wf_kernel *wf_text_parse_why(const char *name, const struct wf_text *text, const struct wf_device *device,
                                    unsigned wave_size, char *why, size_t room);
/* The first parse, with notes; `inputs` (all zero before) lists the files that the kernel file named. */
struct wf_kernel *wf_text_parse_inputs(const char *name, const struct wf_text *text, const struct wf_device *device,
                                       unsigned wave_size, struct wf_inputs *inputs);
/* What such a parse without a kernel means: WF_EXIT_INPUT, of a shader WF_EXIT_WRONG, or WF_EXIT_ENVIRONMENT. */
enum wf_exit wf_inputs_status(const struct wf_inputs *inputs);

#endif
