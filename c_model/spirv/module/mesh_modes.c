/* SPDX-License-Identifier: Apache-2.0
 * mesh_modes.c - execution modes that say how many vertices, primitives and invocations there are (mesh_layout.h).
 */
#include "mesh_layout.h"

enum { MOST = 1 << 16 };              /* vertices, primitives, invocations */

/* Vertices of a primitive that this mode says are taken; 0: it says something else. */
static uint32_t input_primitive(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeInputPoints: return 1;
    case WfsExecutionModeInputLines: return 2;
    case WfsExecutionModeTriangles: return 3;
    case WfsExecutionModeInputLinesAdjacency: return 4;
    case WfsExecutionModeInputTrianglesAdjacency: return 6;
    default: return 0;
    }
}

static void check_geometry(struct wfs_module *m, const struct wfs_entry *entry, const struct wf_mesh_layout *layout,
                           bool vertices)
{
    if (!layout->input_vertices || !vertices || !layout->indices)
        wfs_fail(m->env, "the geometry shader %s has no %s", entry->name,
                 !layout->input_vertices ? "InputPoints, InputLines, InputLinesAdjacency, Triangles or "
                                           "InputTrianglesAdjacency"
                 : !vertices             ? "OutputVertices"
                                         : "OutputPoints, OutputLineStrip or OutputTriangleStrip");
    if (layout->max_vertices > MOST || layout->invocations > MOST || !layout->invocations)
        wfs_fail(m->env, "the geometry shader %s has %u invocations with %u vertices each; expected 1 to %d and at "
                         "most %d",
                 entry->name, (unsigned)layout->invocations, (unsigned)layout->max_vertices, MOST, MOST);
}

void wfs_take_mesh_modes(struct wfs_module *m, const struct wfs_entry *entry, struct wf_mesh_layout *layout)
{
    const bool geometry = entry->model == WfsExecutionModelGeometry;
    bool vertices = false, primitives = false;

    layout->invocations = geometry;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) != WfsOpExecutionMode || wfs_operand(m, at, 1) != entry->function)
            continue;
        const uint32_t mode = wfs_operand(m, at, 2);
        if (geometry && input_primitive(mode))
            layout->input_vertices = input_primitive(mode);
        switch (mode) {
        case WfsExecutionModeInvocations: layout->invocations = wfs_operand(m, at, 3); break;
        case WfsExecutionModeOutputVertices:
            layout->max_vertices = wfs_operand(m, at, 3);
            vertices = true;
            break;
        case WfsExecutionModeOutputPrimitivesEXT:
            layout->max_primitives = wfs_operand(m, at, 3);
            primitives = true;
            break;
        case WfsExecutionModeOutputPoints: layout->indices = 1; break;
        case WfsExecutionModeOutputLineStrip: case WfsExecutionModeOutputLinesEXT: layout->indices = 2; break;
        case WfsExecutionModeOutputTriangleStrip: case WfsExecutionModeOutputTrianglesEXT: layout->indices = 3; break;
        default: break;
        }
    }
    if (geometry)
        check_geometry(m, entry, layout, vertices);
    if (entry->model == WfsExecutionModelTessellationControl &&
        (!vertices || !layout->max_vertices || layout->max_vertices > WF_MESH_MOST_POINTS))
        wfs_fail(m->env, "the tessellation control shader %s gives %u vertices; expected OutputVertices of 1 to %d",
                 entry->name, (unsigned)layout->max_vertices, WF_MESH_MOST_POINTS);
    if (entry->model != WfsExecutionModelMeshEXT)
        return;
    if (!vertices || !primitives || !layout->indices)
        wfs_fail(m->env, "the mesh shader %s has no %s", entry->name,
                 !vertices ? "OutputVertices" : !primitives ? "OutputPrimitivesEXT"
                                              : "OutputPoints, OutputLinesEXT or OutputTrianglesEXT");
    if (layout->max_vertices > MOST || layout->max_primitives > MOST)
        wfs_fail(m->env, "the mesh shader %s gives %u vertices and %u primitives; expected at most %d of each",
                 entry->name, (unsigned)layout->max_vertices, (unsigned)layout->max_primitives, MOST);
}
