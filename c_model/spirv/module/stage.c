/* SPDX-License-Identifier: Apache-2.0 */
#include "stage.h"

#include <stddef.h>
#include <string.h>

#include "grammar.h"
#include "wavefold/spirv.h"

/* The order is that of WF_INPUT_* in wavefold/mesh.h. */
static const struct wfs_filled of_vertex[] = {{WfsBuiltInVertexIndex, 1, false}, {WfsBuiltInInstanceIndex, 1, false},
                                              {.words = 0}};
static const struct wfs_filled of_primitive[] = {{WfsBuiltInPrimitiveId, 1, false},
                                                 {WfsBuiltInInvocationId, 1, false}, {.words = 0}};
static const struct wfs_filled of_point[] = {{WfsBuiltInPrimitiveId, 1, false}, {.words = 0}};

static const struct wfs_stage stages[] = {
    {WfsExecutionModelGLCompute, WF_STAGE_COMPUTE, "compute shader", NULL, false},
    {WfsExecutionModelKernel, WF_STAGE_COMPUTE, "kernel", NULL, false},
    {WfsExecutionModelFragment, WF_STAGE_PIXEL, "fragment shader", NULL, false},
    {WfsExecutionModelTaskEXT, WF_STAGE_AMPLIFICATION, "task shader", NULL, false},
    {WfsExecutionModelMeshEXT, WF_STAGE_MESH, "mesh shader", NULL, false},
    {WfsExecutionModelTaskNV, WF_STAGE_AMPLIFICATION, "task shader", NULL, false},
    {WfsExecutionModelMeshNV, WF_STAGE_MESH, "mesh shader", NULL, false},
    {WfsExecutionModelVertex, WF_STAGE_VERTEX, "vertex shader", of_vertex, false},
    {WfsExecutionModelTessellationControl, WF_STAGE_HULL, "tessellation control shader", NULL, true},
    {WfsExecutionModelTessellationEvaluation, WF_STAGE_DOMAIN, "tessellation evaluation shader", of_point, true},
    {WfsExecutionModelGeometry, WF_STAGE_GEOMETRY, "geometry shader", of_primitive, true},
};

static const struct { uint32_t model; const char *what; } refused[] = {
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

const char *wf_shader_stage_called(enum wf_stage stage)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].stage == stage)
            return stages[i].what;
    return NULL;
}

uint32_t wfs_filled_word(const struct wfs_stage *stage, uint32_t builtin)
{
    uint32_t word = 0;

    for (const struct wfs_filled *f = stage->filled; f && f->words; word += f++->words)
        if (f->builtin == builtin)
            return word;
    return UINT32_MAX;
}

/* Which shaders take it: those with inputs that are arrays, evaluation shaders, fragment shaders. */
enum { OF_ARRAYS = 1, OF_PATCH = 2, OF_PIXEL = 4 };
static const struct { uint32_t builtin; const char *name; unsigned of; } given[] = {
    {WfsBuiltInPosition, "Position", OF_ARRAYS}, {WfsBuiltInPointSize, "PointSize", OF_ARRAYS},
    {WfsBuiltInClipDistance, "ClipDistance", OF_ARRAYS | OF_PIXEL},
    {WfsBuiltInCullDistance, "CullDistance", OF_ARRAYS | OF_PIXEL},
    {WfsBuiltInTessLevelOuter, "TessLevelOuter", OF_PATCH}, {WfsBuiltInTessLevelInner, "TessLevelInner", OF_PATCH},
    {WfsBuiltInTessCoord, "TessCoord", OF_PATCH}, {WfsBuiltInPointCoord, "PointCoord", OF_PIXEL},
    {WfsBuiltInSecondaryPositionNV, "SecondaryPositionNV", OF_ARRAYS},
    {WfsBuiltInPositionPerViewNV, "PositionPerViewNV", OF_ARRAYS},
    {WfsBuiltInBaryCoordNoPerspAMD, "BaryCoordNoPerspAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordNoPerspCentroidAMD, "BaryCoordNoPerspCentroidAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordNoPerspSampleAMD, "BaryCoordNoPerspSampleAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordSmoothAMD, "BaryCoordSmoothAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordSmoothCentroidAMD, "BaryCoordSmoothCentroidAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordSmoothSampleAMD, "BaryCoordSmoothSampleAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordPullModelAMD, "BaryCoordPullModelAMD", OF_PIXEL},
    {WfsBuiltInBaryCoordKHR, "BaryCoordKHR", OF_PIXEL},
    {WfsBuiltInBaryCoordNoPerspKHR, "BaryCoordNoPerspKHR", OF_PIXEL}};

const char *wf_shader_builtin_name(uint32_t builtin)
{
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].builtin == builtin)
            return given[i].name;
    return NULL;
}

bool wf_shader_builtin_find(const char *name, size_t length, uint32_t *builtin)
{
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (strlen(given[i].name) == length && !memcmp(given[i].name, name, length)) {
            *builtin = given[i].builtin;
            return true;
        }
    return false;
}

bool wfs_is_given(const struct wfs_stage *stage, uint32_t builtin)
{
    const unsigned of = (stage->has_arrays ? OF_ARRAYS : 0) | (stage->stage == WF_STAGE_DOMAIN ? OF_PATCH : 0) |
                        (stage->stage == WF_STAGE_PIXEL ? OF_PIXEL : 0);

    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].builtin == builtin)
            return given[i].of & of;
    return false;
}

bool wfs_is_linear_builtin(uint32_t builtin)
{
    return builtin == WfsBuiltInPointCoord || builtin == WfsBuiltInBaryCoordNoPerspKHR ||
           builtin == WfsBuiltInBaryCoordNoPerspAMD || builtin == WfsBuiltInBaryCoordNoPerspCentroidAMD ||
           builtin == WfsBuiltInBaryCoordNoPerspSampleAMD || builtin == WfsBuiltInBaryCoordPullModelAMD;
}

bool wfs_is_centre_builtin(uint32_t builtin)
{
    /* all samples of a covered pixel are covered: the centre is the centroid */
    return builtin == WfsBuiltInBaryCoordNoPerspAMD || builtin == WfsBuiltInBaryCoordNoPerspCentroidAMD ||
           builtin == WfsBuiltInBaryCoordSmoothAMD || builtin == WfsBuiltInBaryCoordSmoothCentroidAMD ||
           builtin == WfsBuiltInBaryCoordPullModelAMD;
}

bool wfs_is_sample_builtin(uint32_t builtin)
{
    return builtin == WfsBuiltInSampleId || builtin == WfsBuiltInSamplePosition ||
           builtin == WfsBuiltInBaryCoordNoPerspSampleAMD || builtin == WfsBuiltInBaryCoordSmoothSampleAMD;
}

const char *wfs_stage_refused(uint32_t model)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].model == model)
            return refused[i].what;
    return NULL;
}
