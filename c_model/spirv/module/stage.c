/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

#include <stddef.h>

#include "grammar.h"

static const struct wfs_stage stages[] = {
    {WfsExecutionModelGLCompute, WF_STAGE_COMPUTE, "compute shader"},
    {WfsExecutionModelFragment, WF_STAGE_PIXEL, "fragment shader"},
    {WfsExecutionModelTaskEXT, WF_STAGE_AMPLIFICATION, "task shader"},
    {WfsExecutionModelMeshEXT, WF_STAGE_MESH, "mesh shader"},
    {WfsExecutionModelVertex, WF_STAGE_VERTEX, "vertex shader"},
};

static const struct { uint32_t model; const char *what; } refused[] = {
    {WfsExecutionModelTessellationControl, "tessellation control shader"},
    {WfsExecutionModelTessellationEvaluation, "tessellation evaluation shader"},
    {WfsExecutionModelGeometry, "geometry shader"},
    {WfsExecutionModelKernel, "kernel of OpenCL"},
    {WfsExecutionModelTaskNV, "task shader of the extension NV_mesh_shader"},
    {WfsExecutionModelMeshNV, "mesh shader of the extension NV_mesh_shader"},
    {WfsExecutionModelRayGenerationKHR, "ray generation shader"},
    {WfsExecutionModelIntersectionKHR, "ray-tracing shader of the stage intersection"},
    {WfsExecutionModelAnyHitKHR, "ray-tracing shader of the stage any hit"},
    {WfsExecutionModelClosestHitKHR, "ray-tracing shader of the stage closest hit"},
    {WfsExecutionModelMissKHR, "ray-tracing shader of the stage miss"},
    {WfsExecutionModelCallableKHR, "ray-tracing shader of the stage callable"},
};

const struct wfs_stage *wfs_stage_of(uint32_t model)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].model == model)
            return &stages[i];
    return NULL;
}

const char *wfs_stage_refused(uint32_t model)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].model == model)
            return refused[i].what;
    return NULL;
}
