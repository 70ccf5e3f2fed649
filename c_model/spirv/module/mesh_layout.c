/* SPDX-License-Identifier: Apache-2.0
 * mesh_layout.c - see mesh_layout.h.  The order does not depend on the compiler: of a vertex built-ins by their number,
 * then outputs by location and component; of a primitive its indices before both.  Of inputs those of the stage come
 * first, whether or not the module has them.
 */
#include "mesh_layout.h"

#include "location.h"

#include <stdlib.h>
#include <string.h>

/* ---- the order ---- */

/* The variable, or a member of the block or blocks that it is. */
static bool has(const struct wfs_module *m, uint32_t id, const struct wfs_type *t, uint32_t decoration)
{
    while (t->kind == WFS_ARRAY)
        t = t->element;
    for (uint32_t i = 0; t->kind == WFS_STRUCT && i < t->count; i++)
        if (wfs_decoration(m, t->id, i, decoration))
            return true;
    return wfs_decoration(m, id, WFS_WHOLE, decoration) != NULL;
}

static bool is_per_primitive(const struct wfs_module *m, const struct wfs_mesh_variable *v)
{
    return has(m, v->id, v->type, WfsDecorationPerPrimitiveEXT) ||
           wfs_is_indices(wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX));
}

bool wfs_is_per_patch(const struct wfs_module *m, uint32_t id, const struct wfs_type *t)
{
    return has(m, id, t, WfsDecorationPatch) ||
           wfs_is_patch_level(wfs_decorated(m, id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX));
}

static uint64_t key_of(const struct wfs_module *m, const struct wfs_mesh_variable *v)
{
    const uint32_t builtin = wfs_decorated_within(m, v->id, v->type, WfsDecorationBuiltIn);
    const uint32_t location = wfs_decorated_within(m, v->id, v->type, WfsDecorationLocation);
    const uint32_t component = wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationComponent, 0);

    if (wfs_is_indices(builtin))
        return 0;
    if (builtin != UINT32_MAX)
        return 1 + (uint64_t)builtin;
    return ((uint64_t)1 << 40) + ((uint64_t)location << 4) + component % 16;
}

static int by_key(const void *left, const void *right)
{
    const struct wfs_mesh_variable *a = left, *b = right;

    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

/* ---- the entry point ---- */

/* Streams are of geometry shaders. */
static void find_stream(const struct wfs_module *m, const struct wfs_mesh_interface *in, struct wfs_mesh_variable *v)
{
    const uint32_t stream = wfs_decorated_within(m, v->id, v->type, WfsDecorationStream);

    v->stream = stream == UINT32_MAX ? 0 : stream;
    if (in->layout.streams ? v->stream >= in->layout.streams : v->stream != 0)
        wfs_refuse(m, m->id[v->id].at, "%s has the Stream %u; expected one below %u", wfs_shown(m, v->id),
                   (unsigned)v->stream, in->layout.streams ? (unsigned)in->layout.streams : 1U);
}

/* An input of a stage that takes primitives: whether it has an element for each vertex. */
static void find_vertices(struct wfs_module *m, const struct wfs_mesh_interface *in, struct wfs_mesh_variable *v,
                          uint32_t builtin)
{
    const uint32_t wanted = in->layout.input_vertices;

    if (!in->stage->has_arrays || (builtin != UINT32_MAX && !wfs_is_given(in->stage, builtin)) ||
        wfs_decoration(m, v->id, WFS_WHOLE, WfsDecorationPatch))
        return;
    if (v->type->kind != WFS_ARRAY || (wanted && v->type->count != wanted))
        wfs_refuse(m, m->id[v->id].at, "the input %s is %s; expected an array of %u element%s, one for each vertex of "
                   "a primitive", wfs_shown(m, v->id), wfs_type_shown(m, v->type), (unsigned)wanted,
                   wanted == 1 ? "" : "s");
    v->vertices = v->type->count;
}

/* Of a stage that takes patches: an input of the invocation, of the patch, or of each control point. */
static bool find_record_of_patch(struct wfs_module *m, const struct wfs_mesh_interface *in, uint32_t builtin,
                                 struct wfs_mesh_variable *v)
{
    const bool filled = builtin != UINT32_MAX && wfs_filled_word(in->stage, builtin) != UINT32_MAX;

    if (builtin != UINT32_MAX && !filled && !wfs_is_given(in->stage, builtin))
        return false;
    v->record = filled || builtin == WfsBuiltInTessCoord  ? WFS_OF_INPUT
                : wfs_is_per_patch(m, v->id, v->type) ||
                          /* Slang leaves out Patch, and control points are arrays */
                          (in->stage->stage == WF_STAGE_DOMAIN && v->type->kind != WFS_ARRAY)
                    ? WFS_OF_PATCH
                    : WFS_OF_POINT;
    if (v->record == WFS_OF_PATCH && in->stage->stage == WF_STAGE_HULL)
        wfs_refuse(m, m->id[v->id].at, "%s is an input of a patch; expected it in a tessellation evaluation shader",
                   wfs_shown(m, v->id));
    v->is_array = v->record == WFS_OF_POINT;
    if (v->is_array && v->type->kind != WFS_ARRAY)
        wfs_refuse(m, m->id[v->id].at, "the input %s is %s; expected an array with an element for each control point, "
                   "or one of the patch", wfs_shown(m, v->id), wfs_type_shown(m, v->type));
    v->type = v->is_array ? v->type->element : v->type;
    return true;
}

/* Its elements are indices, of which each primitive has some: a record has these. */
static void gather_indices(struct wfs_module *m, const struct wfs_mesh_interface *in, struct wfs_mesh_variable *v)
{
    struct wfs_type *t = wfs_new(m->env, 1, sizeof *t);

    *t = (struct wfs_type){.kind = WFS_VECTOR, .element = v->type, .count = in->layout.indices,
                           .words = in->layout.indices};
    v->indices = in->layout.indices;
    if (v->type->kind == WFS_INT && in->layout.indices > 1)
        v->type = t;
}

/* An output: of each vertex or primitive, or of the patch; one of a lane is of its vertex. */
static void find_record_of_output(struct wfs_module *m, const struct wfs_mesh_interface *in, uint32_t builtin,
                                  struct wfs_mesh_variable *v)
{
    const bool patch = in->takes_patches && !in->takes_records && wfs_is_per_patch(m, v->id, v->type);

    v->is_array = !in->takes_records && !patch;
    if (v->is_array && v->type->kind != WFS_ARRAY)
        wfs_refuse(m, m->id[v->id].at, "the output %s is %s; expected an array with an element for each vertex%s",
                   wfs_shown(m, v->id), wfs_type_shown(m, v->type),
                   in->takes_patches ? ", or one of the patch" : " or primitive");
    v->type = v->is_array ? v->type->element : v->type;
    wfs_check_mesh_builtin(m, v->id, builtin, in->stage, false);
    v->record = patch                                                                 ? WFS_OF_PATCH
                : v->is_array && !in->takes_patches && is_per_primitive(m, v) ? WFS_OF_PRIMITIVE
                                                                                      : WFS_OF_VERTEX;
    if (builtin == WfsBuiltInPrimitiveIndicesNV)
        gather_indices(m, in, v);
    if (in->takes_records)
        find_stream(m, in, v);
}

/* SPV_NV_mesh_shader: a number of primitives or of groups, the payload. */
static bool find_record_of_nv(struct wfs_module *m, uint32_t builtin, struct wfs_mesh_variable *v)
{
    const bool count = builtin == WfsBuiltInTaskCountNV || builtin == WfsBuiltInPrimitiveCountNV;

    if (count && (v->type->kind != WFS_INT || v->type->width != 32))
        wfs_refuse(m, m->id[v->id].at, "%s has the type %s, which does not fit its BuiltIn", wfs_shown(m, v->id),
                   wfs_type_shown(m, v->type));
    v->record = count ? WFS_OF_COUNT : WFS_OF_PAYLOAD;
    return count || has(m, v->id, v->type, WfsDecorationPerTaskNV);
}

/* False: it is in no record. */
static bool find_record(struct wfs_module *m, const struct wfs_mesh_interface *in, const struct wfs_type *t,
                        struct wfs_mesh_variable *v)
{
    const uint32_t storage = wfs_operand(m, m->id[v->id].at, 3);
    const uint32_t builtin = wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX);

    v->type = t;
    v->is_input = storage == WfsStorageClassInput;
    if (in->layout.is_nv && (v->is_input || storage == WfsStorageClassOutput) && find_record_of_nv(m, builtin, v))
        return true;
    switch (storage) {
    case WfsStorageClassTaskPayloadWorkgroupEXT:
        v->record = WFS_OF_PAYLOAD;
        return !in->takes_records && !in->takes_patches;
    case WfsStorageClassInput:
        v->record = WFS_OF_INPUT;
        v->key = key_of(m, v);
        if (in->takes_patches)
            return find_record_of_patch(m, in, builtin, v);
        if (!in->takes_records || (builtin != UINT32_MAX && wfs_filled_word(in->stage, builtin) == UINT32_MAX &&
                                   !wfs_is_given(in->stage, builtin)))
            return false;
        find_vertices(m, in, v, builtin);
        return true;
    case WfsStorageClassOutput:
        find_record_of_output(m, in, builtin, v);
        v->key = key_of(m, v);
        return true;
    default:
        return false;
    }
}

static void add_variable(struct wfs_module *m, uint32_t id, struct wfs_mesh_interface *in, size_t *room)
{
    const struct wfs_type *t = wfs_type(m, m->id[id].type);
    struct wfs_mesh_variable v = {.id = id};

    if (wfs_mesh_variable(in, id) || !find_record(m, in, t->kind == WFS_POINTER ? t->element : t, &v))
        return;
    WFS_APPEND(m->env, in->variable, in->variables, *room, v);
    if (!v.vertices || !has(m, id, v.type, WfsDecorationPassthroughNV))
        return;
    const struct wfs_mesh_variable output = {.id = id, .type = v.type->element, .record = WFS_OF_VERTEX,
                                             .is_input = true, .key = v.key, .is_passed = true};
    WFS_APPEND(m->env, in->variable, in->variables, *room, output);
}

/* The indices of a primitive are its first words, and as many as it has vertices. */
static void check_indices(struct wfs_module *m, const struct wfs_mesh_interface *in)
{
    for (size_t i = 0; i < in->variables; i++) {
        const struct wfs_mesh_variable *v = &in->variable[i];
        if (v->record == WFS_OF_PAYLOAD ||
            !wfs_is_indices(wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX)))
            continue;
        if (v->word || wfs_components(v->type) != in->layout.indices || wfs_scalar(v->type)->kind != WFS_INT)
            wfs_refuse(m, m->id[v->id].at, "%s is %s, but the primitives of the shader are %s", wfs_shown(m, v->id),
                       wfs_type_shown(m, v->type), in->layout.indices == 1 ? "points" : in->layout.indices == 2 ?
                       "lines" : "triangles");
    }
}

static bool has_streams(const struct wfs_module *m)
{
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpCapability && wfs_operand(m, at, 1) == WfsCapabilityGeometryStreams)
            return true;
    return false;
}

const struct wfs_mesh_variable *wfs_mesh_variable(const struct wfs_mesh_interface *in, uint32_t id)
{
    for (size_t i = 0; i < in->variables; i++)
        if (in->variable[i].id == id && !in->variable[i].is_passed)
            return &in->variable[i];
    return NULL;
}

void wfs_mesh_interface(struct wfs_module *m, const struct wfs_entry *entry, struct wfs_mesh_interface *in)
{
    size_t room = 0, payloads = 0;

    *in = (struct wfs_mesh_interface){.stage = wfs_stage_of(entry->model)};
    in->takes_records = wfs_takes_records(in->stage);
    if (in->stage->stage == WF_STAGE_GEOMETRY)
        in->layout.streams = has_streams(m) ? WFS_STREAMS : 1;
    in->takes_patches = wfs_takes_patches(in->stage);
    in->captures = wfs_captures(m, entry);
    in->layout.is_nv = wfs_is_nv(entry);
    wfs_take_mesh_modes(m, entry, &in->layout);
    const uint32_t first = 3 + (uint32_t)(strlen(wfs_operand_text(m, entry->at, 3)) / 4 + 1);
    for (uint32_t n = first; n < wfs_length_at(m, entry->at); n++) {
        const uint32_t id = wfs_operand(m, entry->at, n);
        if (id < m->bound && m->id[id].at && m->id[id].op == WfsOpVariable)
            add_variable(m, id, in, &room);
        wfs_work(m->env, 1 + in->variables);
    }
    if (in->variables)
        qsort(in->variable, in->variables, sizeof *in->variable, by_key);
    for (size_t i = 0; i < in->variables; i++)
        payloads += in->variable[i].record == WFS_OF_PAYLOAD;
    if (payloads > 1)
        wfs_fail(m->env, "the entry point %s has %zu payloads; expected one", entry->name, payloads);
    for (unsigned which = 0; which < WFS_RECORDS; which++)
        wfs_make_record(m, in, (enum wfs_record)which);
    check_indices(m, in);
}
