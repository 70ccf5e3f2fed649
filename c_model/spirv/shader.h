/* SPDX-License-Identifier: Apache-2.0
 * shader.h - what a shader is between its opening (shader.c) and its lowering (shader_lower.c).
 */
#ifndef WAVEFOLD_SPIRV_SHADER_H
#define WAVEFOLD_SPIRV_SHADER_H

#include "lower/flow.h"
#include "module/mesh_layout.h"
#include "module/stage.h"
#include "wavefold/spirv.h"

enum { WFS_MEMORY_LIMIT = 1 << 30 };

struct wf_shader {
    struct wfs_env env;
    struct wfs_module module;
    const struct wfs_entry *entry;
    const struct wfs_stage *stage;      /* of the entry point */
    struct wfs_mesh_interface mesh;     /* of a stage of wfs_has_records */
    struct wf_shader_spec *spec;
    size_t specs;
    uint32_t local_size[3];
    bool near_division;
    bool flat;
    bool linear;                        /* DerivativeGroupLinear */
    bool flat_quads;                    /* flat, and each four places are a quad of two rows */
    struct wf_shader_subgroups subgroups;
    struct wf_shader_location *location;
    size_t locations, location_room;
    bool is_per_sample, early_tests, interlocks_pixels;     /* of a fragment shader */
    bool wave_count;                    /* it has the constant WF_SHADER_WAVE_COUNT */
    uint32_t prints;                    /* wf_shader_prints */
    bool *reached;                      /* [bound] functions and variables that the entry point comes to */
    /* [bound] what an attempt at lowering found out for the next: wfs_lower has them */
    bool *kept, *indexed;
    bool keeps_copies[WF_MAX_BUFFERS];
    struct wf_shader_resource *resource;
    size_t resources, resource_room;
    struct wf_shader_constant *constant;
    size_t constants, constant_room;
    struct wf_shader_entry_point *entry_point;
    size_t entry_points;
    const char **capability;
    size_t capabilities;
    struct wf_shader_name *name;        /* of wf_shader_names, where `named` */
    size_t names, name_room;
    bool named;
};

/* Copies the message of wfs_fail; *no_memory: that memory ran out. */
void wfs_tell(const struct wfs_env *env, char message[WF_SHADER_MESSAGE], bool *no_memory);
/* Everything of `l` that the shader knows; the module is read. */
void wfs_begin_lower(struct wf_shader *s, struct wfs_lower *l, struct wfs_env *env, struct wfs_module *m);

/* ---- shader_entry.c ---- */

/* The entry point that the options mean. */
void wfs_choose_entry(struct wf_shader *s, const struct wf_shader_options *o);
/* Refuses models of addresses and of memory that are not supported. */
void wfs_check_models(const struct wfs_module *m);

/* ---- shader_refused.c ---- */

/* Refuses decorations that are known and not supported. */
void wfs_check_decorations(const struct wfs_module *m);

/* ---- shader_resource.c ---- */

/* What the entry point reaches: functions, variables, and the resources among these. */
void wfs_list_resources(struct wf_shader *s);

/* ---- shader_groups.c ---- */

/* The execution modes of a stage with groups, those that do not fit refused. */
void wfs_find_group_modes(struct wf_shader *s);

/* ---- shader_pixel.c ---- */

/* Likewise of a fragment shader. */
void wfs_find_pixel_modes(struct wf_shader *s);

/* ---- shader_floats.c ---- */

/* Refuses modes that are against each other. */
void wfs_check_floats(const struct wf_shader *s);
/* How the code computes floats. */
void wfs_set_floats(const struct wf_shader *s, struct wfs_code *code);

/* ---- shader_lanes.c ---- */

/* Likewise of a vertex, tessellation or geometry shader. */
void wfs_find_lane_modes(struct wf_shader *s);
/* Execution modes that a shader of any stage may have, and that change nothing here. */
bool wfs_is_harmless_mode(uint32_t mode);

/* ---- shader_patch.c ---- */

/* An execution mode of tessellation shaders, in a shader of such a stage. */
bool wfs_is_patch_mode(const struct wfs_stage *stage, uint32_t mode);

/* ---- shader_location.c ---- */

/* Inputs and outputs of a fragment shader, inputs of a vertex, tessellation or geometry shader. */
void wfs_list_locations(struct wf_shader *s);

/* ---- shader_member.c ---- */

/* [members] of the block, or array of blocks, that this variable is: which the code mentions. */
bool *wfs_used_members(struct wf_shader *s, uint32_t variable, uint32_t members, bool is_array);
/* Of a geometry shader: the outputs that the code mentions count as written, for a vertex may be emitted before the code
 * that writes them is met. */
void wfs_mark_outputs(struct wf_shader *s);

/* ---- shader_image.c ---- */

/* An image, a sampler or both; false when it is none of them. */
bool wfs_describe_image(const struct wfs_module *m, uint32_t id, const struct wfs_type *t, struct wf_shader_resource *r);
/* Elements of an array of images or samplers, of arrays of them too: 0: as many as are bound, which a larger array than
 * there are numbers of buffers has too. */
uint32_t wfs_image_elements(const struct wfs_type *array);
/* The variable is an image or a sampler, or an array of them, whose type can be read. */
bool wfs_is_plain_image(const struct wfs_module *m, uint32_t id);
/* They may be one binding, which a module may name twice, as two types. */
bool wfs_is_alike(const struct wf_shader_resource *a, const struct wf_shader_resource *b);

#endif
