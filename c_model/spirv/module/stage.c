/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

#include <stddef.h>

#include "grammar.h"

static const struct wfs_stage stages[] = {
    {WfsExecutionModelGLCompute, WF_STAGE_COMPUTE, true, "compute shader"},
    {WfsExecutionModelFragment, WF_STAGE_PIXEL, false, "fragment shader"},
};

const struct wfs_stage *wfs_stage_of(uint32_t model)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].model == model)
            return &stages[i];
    return NULL;
}
