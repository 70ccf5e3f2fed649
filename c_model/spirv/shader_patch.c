/* SPDX-License-Identifier: Apache-2.0
 * shader_patch.c - execution modes of tessellation shaders.
 */
#include "shader.h"

bool wfs_is_patch_mode(const struct wfs_stage *stage, uint32_t mode)
{
    switch (mode) {
    /* for the tessellator, which is not here; compilers state them in either stage */
    case WfsExecutionModeTriangles: case WfsExecutionModeQuads: case WfsExecutionModeIsolines:
    case WfsExecutionModeSpacingEqual: case WfsExecutionModeSpacingFractionalEven:
    case WfsExecutionModeSpacingFractionalOdd: case WfsExecutionModeVertexOrderCw:
    case WfsExecutionModeVertexOrderCcw: case WfsExecutionModePointMode:
        return wfs_takes_patches(stage);
    case WfsExecutionModeOutputVertices:        /* mesh_modes.c reads it */
        return wfs_takes_patches(stage);
    default: return false;
    }
}
