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
    if (layout->invocations > MOST || !layout->invocations)
        wfs_fail(m->env, "the geometry shader %s has Invocations %u; expected 1 to %d", entry->name,
                 (unsigned)layout->invocations, MOST);
    if (layout->max_vertices > MOST)
        wfs_fail(m->env, "the geometry shader %s has OutputVertices %u; expected at most %d", entry->name,
                 (unsigned)layout->max_vertices, MOST);
}

/* Points, lines or triangles that come out; 0: the mode says something else. */
static uint32_t output_primitive(uint32_t mode)
{
    switch (mode) {
    case WfsExecutionModeOutputPoints: return 1;
    case WfsExecutionModeOutputLineStrip: case WfsExecutionModeOutputLinesEXT: return 2;
    case WfsExecutionModeOutputTriangleStrip: case WfsExecutionModeOutputTrianglesEXT: return 3;
    default: return 0;
    }
}

/* One primitive is taken, and one comes out: `before` is what another mode has said, or 0. */
static void take_primitive(struct wfs_module *m, uint32_t at, const struct wfs_entry *entry, const char *what,
                           uint32_t said, uint32_t *before)
{
    if (said && *before && *before != said)
        wfs_refuse(m, at, "a second %s primitive of the shader %s; expected one", what, entry->name);
    if (said)
        *before = said;
}

bool wfs_passes_through(const struct wfs_module *m)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if ((wfs_op_at(m, at) == WfsOpDecorate && wfs_operand(m, at, 2) == WfsDecorationPassthroughNV) ||
            (wfs_op_at(m, at) == WfsOpMemberDecorate && wfs_operand(m, at, 3) == WfsDecorationPassthroughNV))
            return true;
    return false;
}

/* The modes of what comes out need not be there. */
static void take_passed(struct wfs_module *m, const struct wfs_entry *entry, struct wf_mesh_layout *layout)
{
    if (layout->input_vertices > 3 || layout->invocations != 1)
        wfs_fail(m->env, "the geometry shader %s hands on a primitive of %u vertices, in %u invocation%s; expected "
                 "points, lines or triangles, in one", entry->name, (unsigned)layout->input_vertices,
                 (unsigned)layout->invocations, layout->invocations == 1 ? "" : "s");
    layout->max_vertices = layout->indices = layout->input_vertices;
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
        if (geometry)
            take_primitive(m, at, entry, "input", input_primitive(mode), &layout->input_vertices);
        take_primitive(m, at, entry, "output", output_primitive(mode), &layout->indices);
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
        default: break;
        }
    }
    layout->passes_through = geometry && layout->input_vertices && wfs_passes_through(m);
    if (layout->passes_through)
        take_passed(m, entry, layout);
    if (geometry)
        check_geometry(m, entry, layout, vertices || layout->passes_through);
    if (entry->model == WfsExecutionModelTessellationControl && !vertices)
        wfs_fail(m->env, "the tessellation control shader %s has no OutputVertices", entry->name);
    if (entry->model == WfsExecutionModelTessellationControl &&
        (!layout->max_vertices || layout->max_vertices > WF_MESH_MOST_POINTS))
        wfs_fail(m->env, "the tessellation control shader %s gives %u vertices; expected OutputVertices of 1 to %d",
                 entry->name, (unsigned)layout->max_vertices, WF_MESH_MOST_POINTS);
    if (entry->model != WfsExecutionModelMeshEXT && entry->model != WfsExecutionModelMeshNV)
        return;
    if (!vertices || !primitives || !layout->indices)
        wfs_fail(m->env, "the mesh shader %s has no %s", entry->name,
                 !vertices ? "OutputVertices" : !primitives ? "OutputPrimitivesEXT"
                                              : "OutputPoints, OutputLinesEXT or OutputTrianglesEXT");
    if (layout->max_vertices > MOST || layout->max_primitives > MOST)
        wfs_fail(m->env, "the mesh shader %s gives %u vertices and %u primitives; expected at most %d of each",
                 entry->name, (unsigned)layout->max_vertices, (unsigned)layout->max_primitives, MOST);
}
