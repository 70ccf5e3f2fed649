/* SPDX-License-Identifier: Apache-2.0
 * stage.h - execution models of entry points: which run here, and as what.
 */
#ifndef WAVEFOLD_SPIRV_STAGE_H
#define WAVEFOLD_SPIRV_STAGE_H

#include "wavefold/isa.h"

#include <stdbool.h>
#include <stdint.h>

/* A built-in input whose words the library fills in, in a record of inputs. */
struct wfs_filled {
    uint32_t builtin, words;
    bool is_float;                  /* floats of 32 bits; else integers */
};
struct wfs_stage {
    uint32_t model;                 /* WfsExecutionModel* */
    /* PIXEL: a shader of pixels; wfs_takes_records; the others have threads in groups */
    enum wf_stage stage;
    const char *what;               /* "compute shader" */
    const struct wfs_filled *filled;    /* up to words 0: the first of a record of inputs; NULL: it has none */
    bool has_arrays;                /* its inputs have an element for each vertex of a primitive, unless Patch */
};
/* NULL: shaders of that model do not run. */
const struct wfs_stage *wfs_stage_of(uint32_t model);
/* A lane has a record of inputs and gives records of outputs, and is of no group. */
static inline bool wfs_takes_records(const struct wfs_stage *stage)
{
    return stage->filled != NULL;
}
/* Its inputs are of a patch and its control points. */
static inline bool wfs_takes_patches(const struct wfs_stage *stage)
{
    return stage->stage == WF_STAGE_HULL || stage->stage == WF_STAGE_DOMAIN;
}
static inline bool wfs_has_groups(const struct wfs_stage *stage)
{
    return stage->stage != WF_STAGE_PIXEL && !wfs_takes_records(stage);
}
/* It has an interface of mesh_layout.h. */
static inline bool wfs_has_records(const struct wfs_stage *stage)
{
    return stage->stage == WF_STAGE_AMPLIFICATION || stage->stage == WF_STAGE_MESH || wfs_takes_records(stage) ||
           wfs_takes_patches(stage);
}
/* The first word of a built-in input that is filled in, in the record; UINT32_MAX: it is none. */
uint32_t wfs_filled_word(const struct wfs_stage *stage, uint32_t builtin);
/* A built-in input whose values the user gives. */
bool wfs_is_given(const struct wfs_stage *stage, uint32_t builtin);
/* Of a fragment shader: its value is a plane whatever the w of the corners. */
bool wfs_is_linear_builtin(uint32_t builtin);
/* Of a fragment shader: its value is that at the centre, and not at a sample; or at the sample of its lane, so that each
 * sample has one. */
bool wfs_is_centre_builtin(uint32_t builtin);
bool wfs_is_sample_builtin(uint32_t builtin);
/* What a shader of such a model is: "ray generation shader"; NULL: not known. */
const char *wfs_stage_refused(uint32_t model);

#endif
