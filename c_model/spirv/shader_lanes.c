/* SPDX-License-Identifier: Apache-2.0
 * shader_lanes.c - execution modes of vertex, tessellation and geometry shaders.
 */
#include "shader.h"

bool wfs_is_harmless_mode(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeContractionOff: case WfsExecutionModeDenormPreserve:
    case WfsExecutionModeDenormFlushToZero: case WfsExecutionModeSignedZeroInfNanPreserve:
    case WfsExecutionModeRoundingModeRTE: case WfsExecutionModeRoundingModeRTZ:
    case WfsExecutionModeMaximallyReconvergesKHR: case WfsExecutionModeSubgroupUniformControlFlowKHR:
    case WfsExecutionModeFPFastMathDefault:
        return true;
    default: return false;
    }
}

/* mesh_modes.c reads them. */
static bool is_of_primitives(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeInputPoints: case WfsExecutionModeInputLines: case WfsExecutionModeInputLinesAdjacency:
    case WfsExecutionModeTriangles: case WfsExecutionModeInputTrianglesAdjacency: case WfsExecutionModeInvocations:
    case WfsExecutionModeOutputVertices: case WfsExecutionModeOutputPoints: case WfsExecutionModeOutputLineStrip:
    case WfsExecutionModeOutputTriangleStrip:
        return true;
    default: return false;
    }
}

void wfs_find_lane_modes(struct wf_shader *s)
{
    const struct wfs_module *m = &s->module;
    char name[WFS_NAME_SIZE];

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op != WfsOpExecutionMode && op != WfsOpExecutionModeId) || wfs_operand(m, at, 1) != s->entry->function)
            continue;
        const uint32_t mode = wfs_operand(m, at, 2);
        /* mesh_capture.c reads it */
        if (!(mode == WfsExecutionModeXfb && wfs_takes_records(s->stage)) && !wfs_is_harmless_mode(mode) &&
            !wfs_is_patch_mode(s->stage, mode) && !(s->stage->stage == WF_STAGE_GEOMETRY && is_of_primitives(mode)))
            wfs_refuse(m, at, "%s is not supported in a %s", wfs_enum_name(WFS_KIND_ExecutionMode, mode, name),
                       s->stage->what);
    }
}
