/* SPDX-License-Identifier: Apache-2.0
 * stage.h - execution models of entry points: which run here, and as what.
 */
#ifndef WAVEFOLD_SPIRV_STAGE_H
#define WAVEFOLD_SPIRV_STAGE_H

#include "wavefold/isa.h"

#include <stdint.h>

struct wfs_stage {
    uint32_t model;                 /* WfsExecutionModel* */
    enum wf_stage stage;            /* PIXEL: a shader of pixels; the others have threads in groups */
    const char *what;               /* "compute shader" */
};
/* NULL: shaders of that model do not run. */
const struct wfs_stage *wfs_stage_of(uint32_t model);
/* What a shader of such a model is: "ray generation shader"; NULL: not known. */
const char *wfs_stage_refused(uint32_t model);

#endif
