/* SPDX-License-Identifier: Apache-2.0
 * stage.h - execution models of entry points: which run here, and as what.
 */
#ifndef WAVEFOLD_SPIRV_STAGE_H
#define WAVEFOLD_SPIRV_STAGE_H

#include "wavefold/isa.h"

#include <stdbool.h>
#include <stdint.h>

struct wfs_stage {
    uint32_t model;                 /* WfsExecutionModel* */
    /* PIXEL: a shader of pixels; VERTEX: wfs_takes_records; the others have threads in groups */
    enum wf_stage stage;
    const char *what;               /* "compute shader" */
};
/* NULL: shaders of that model do not run. */
const struct wfs_stage *wfs_stage_of(uint32_t model);
/* A lane has a record of inputs and gives records of outputs, and is of no group. */
static inline bool wfs_takes_records(const struct wfs_stage *stage)
{
    return stage->stage == WF_STAGE_VERTEX;
}
static inline bool wfs_has_groups(const struct wfs_stage *stage)
{
    return stage->stage != WF_STAGE_PIXEL && !wfs_takes_records(stage);
}
/* It has an interface of mesh_layout.h. */
static inline bool wfs_has_records(const struct wfs_stage *stage)
{
    return stage->stage == WF_STAGE_AMPLIFICATION || stage->stage == WF_STAGE_MESH || wfs_takes_records(stage);
}
/* What a shader of such a model is: "ray generation shader"; NULL: not known. */
const char *wfs_stage_refused(uint32_t model);

#endif
