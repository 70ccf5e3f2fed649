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
    enum wf_stage stage;
    bool has_groups;                /* threads in groups; else a shader of pixels */
    const char *what;               /* "compute shader" */
};
/* NULL: shaders of that model do not run. */
const struct wfs_stage *wfs_stage_of(uint32_t model);
/* What a shader of such a model is: "ray generation shader"; NULL: not known. */
const char *wfs_stage_refused(uint32_t model);

#endif
