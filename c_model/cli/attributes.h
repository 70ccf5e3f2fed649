/* SPDX-License-Identifier: Apache-2.0
 * attributes.h - attributes in the source of a shader.  Compilers drop those that they do not know, and SPIR-V has no
 * place for the others.  So the program reads them from the preprocessed source, whatever the compiler is.
 */
#ifndef WF_ATTRIBUTES_H
#define WF_ATTRIBUTES_H

#include "preprocess.h"
#include "shader_options.h"
#include "status.h"

struct source_attributes {
    bool read;                  /* the entry point was found in the source */
    char entry[256];            /* its name */
    struct wf_shader_attributes a;
    bool has_header;            /* wavefold.hlsli is included */
    bool wants_header;          /* it calls a function that wavefold.hlsli alone gives, and does not include it */
    /* the entry point announces vertices, or emits mesh groups: it is compiled as the stage that it is, and not as a
     * compute shader */
    bool has_outputs;
    bool needs_model_67;        /* it calls QuadAny or QuadAll */
    bool discards;              /* it has discard or clip somewhere, which make helper lanes of pixels */
};

/* HLSL and Slang: attributes of entry point and options, checked as far as that needs no device.  `named`: the default
 * is main, else the only function with a stage.  WF_EXIT_OK also without an entry point, which the compiler reports;
 * another status after messages. */
enum wf_exit attributes_read(const char *file, const struct shader_options *options, bool named,
                             const char *const *folders, const struct pp_define *defines,
                             struct source_attributes *attributes);
/* Of a source with two functions that are marked as entry points, a mesh shader and an amplification shader, their
 * names.  False: it has others, or cannot be read. */
struct source_pair {
    char mesh[256], task[256];
};
bool attributes_pair(const char *file, const char *const *folders, const struct pp_define *defines,
                     struct source_pair *pair);
/* GLSL: groups of whole waves have another size than the gl_WorkGroupSize that the compiler puts in. */
enum wf_exit attributes_of_glsl(const char *file, const struct shader_options *options);
/* The attributes that the options give, where there is no source to read. */
void attributes_of_options(const struct shader_options *options, struct wf_shader_attributes *attributes);

#endif
