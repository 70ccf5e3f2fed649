/* SPDX-License-Identifier: Apache-2.0
 * mesh_record.c - the values of a record, one after the other, and which built-in variables may be among them
 * (mesh_layout.h).
 */
#include "mesh_layout.h"

#include <string.h>

/* ---- built-in variables ---- */

bool wfs_is_indices(uint32_t builtin)
{
    return builtin == WfsBuiltInPrimitivePointIndicesEXT || builtin == WfsBuiltInPrimitiveLineIndicesEXT ||
           builtin == WfsBuiltInPrimitiveTriangleIndicesEXT || builtin == WfsBuiltInPrimitiveIndicesNV;
}

bool wfs_is_patch_level(uint32_t builtin)
{
    return builtin == WfsBuiltInTessLevelOuter || builtin == WfsBuiltInTessLevelInner;
}

static bool is_taken(const struct wfs_stage *stage, uint32_t builtin)
{
    if (stage->stage == WF_STAGE_HULL)
        return wfs_is_patch_level(builtin) || wfs_is_given(stage, builtin);
    switch (builtin) {
    case WfsBuiltInPosition: case WfsBuiltInPointSize: case WfsBuiltInClipDistance: case WfsBuiltInCullDistance:
    case WfsBuiltInPrimitiveId: case WfsBuiltInLayer: case WfsBuiltInViewportIndex: case WfsBuiltInCullPrimitiveEXT:
    case WfsBuiltInPrimitiveShadingRateKHR: case WfsBuiltInViewportMaskNV: case WfsBuiltInSecondaryPositionNV:
    case WfsBuiltInSecondaryViewportMaskNV: case WfsBuiltInPositionPerViewNV: case WfsBuiltInViewportMaskPerViewNV:
    case WfsBuiltInClipDistancePerViewNV: case WfsBuiltInCullDistancePerViewNV: case WfsBuiltInLayerPerViewNV:
        return true;
    default: return wfs_is_indices(builtin);
    }
}

void wfs_check_mesh_builtin(const struct wfs_module *m, uint32_t id, uint32_t builtin, const struct wfs_stage *stage,
                            bool is_input)
{
    char name[WFS_NAME_SIZE];

    if (builtin != UINT32_MAX && !(is_input ? wfs_is_given : is_taken)(stage, builtin))
        wfs_refuse(m, m->id[id].at, "%s is the %s %s, which is not supported", wfs_shown(m, id),
                   is_input ? "input" : "output", wfs_enum_name(WFS_KIND_BuiltIn, builtin, name));
}

/* ---- the parts of a record ---- */

enum { MOST_VALUES = 4096, MOST_WORDS = 1 << 16 };
struct parts {
    struct wfs_module *m;
    struct wf_mesh_record *record;
    size_t room;
    uint32_t at;                    /* of the variable, for messages */
    const struct wfs_stage *stage;
    bool is_input;
    struct wfs_capture capture;
};

static enum wf_mesh_kind kind_of(const struct wfs_type *scalar)
{
    return scalar->kind == WFS_BOOL ? WF_MESH_BOOL : scalar->kind == WFS_FLOAT ? WF_MESH_FLOAT :
           scalar->is_signed ? WF_MESH_INT : WF_MESH_UINT;
}

/* `elements`: of an array of this type; 0: of one alone. */
static void add_value(struct parts *p, const char *name, const struct wfs_type *t, uint32_t word, uint32_t elements)
{
    const struct wfs_type *scalar = wfs_scalar(t);
    struct wf_mesh_value value = {.name = name, .word = word, .elements = elements,
                                  .components = wfs_components(t),
                                  .width = scalar->kind == WFS_BOOL ? 1 : scalar->width, .kind = kind_of(scalar)};

    if (p->record->values == MOST_VALUES)
        wfs_refuse(p->m, p->at, "a vertex, a primitive, a payload or an input of more than %d values", MOST_VALUES);
    wfs_capture_value(p->m, p->at, &p->capture, &value);
    WFS_APPEND(p->m->env, p->record->value, p->record->values, p->room, value);
}

/* "Position" of a built-in, "Position[1]" in an array of blocks, else as the module names it. */
static const char *name_of(const struct wfs_module *m, uint32_t id, uint32_t member, const char *outer)
{
    const uint32_t builtin = wfs_decorated(m, id, member, WfsDecorationBuiltIn, UINT32_MAX);
    char text[WFS_NAME_SIZE];

    if (builtin != UINT32_MAX) {
        const char *name = wfs_enum_name(WFS_KIND_BuiltIn, builtin, text), *space = strrchr(name, ' ');
        const char *element = strchr(outer, '[');
        return wfs_text(m->env, "%s%s", space ? space + 1 : name, element ? element : "");
    }
    if (member == WFS_WHOLE)
        return wfs_shown(m, id);
    return wfs_text(m->env, "%s.%s", outer, wfs_member_shown(m, id, member));
}

static bool is_number(const struct wfs_type *t)
{
    return t->kind == WFS_BOOL || t->kind == WFS_INT || t->kind == WFS_FLOAT || t->kind == WFS_VECTOR;
}

static void add_parts(struct parts *p, const char *name, const struct wfs_type *t, uint32_t word)
{
    wfs_work(p->m->env, 1);
    switch (t->kind) {
    case WFS_BOOL: case WFS_INT: case WFS_FLOAT: case WFS_VECTOR:
        add_value(p, name, t, word, 0);
        return;
    case WFS_ARRAY: case WFS_MATRIX:
        if (is_number(t->element)) {
            add_value(p, name, t->element, word, t->count);
            return;
        }
        for (uint32_t i = 0; i < t->count; i++)
            add_parts(p, wfs_text(p->m->env, "%s[%u]", name, (unsigned)i), t->element,
                      word + i * (uint32_t)t->element->words);
        return;
    case WFS_STRUCT:
        for (uint32_t i = 0; i < t->count; i++) {
            wfs_check_mesh_builtin(p->m, p->m->word[p->at + 2],
                          wfs_decorated(p->m, t->id, i, WfsDecorationBuiltIn, UINT32_MAX), p->stage,
                          p->is_input);
            wfs_capture_member(p->m, &p->capture, t, i);
            add_parts(p, name_of(p->m, t->id, i, name), t->member[i].type, word + t->member[i].word);
        }
        return;
    default:
        wfs_refuse(p->m, p->at, "%s is %s; expected numbers", name, wfs_type_shown(p->m, t));
    }
}

/* The built-in inputs that are filled in have their words already. */
static bool has_word(struct wfs_module *m, const struct wfs_stage *stage, struct wfs_mesh_variable *v)
{
    const uint32_t builtin = wfs_decorated(m, v->id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX);

    if (v->record != WFS_OF_INPUT || builtin == UINT32_MAX || wfs_filled_word(stage, builtin) == UINT32_MAX)
        return false;
    const struct wfs_filled *f = stage->filled;
    while (f->builtin != builtin)
        f++;
    const struct wfs_type *scalar = is_number(v->type) ? wfs_scalar(v->type) : v->type;
    if (scalar->kind != (f->is_float ? WFS_FLOAT : WFS_INT) || scalar->width != 32 || v->type->words != f->words)
        wfs_refuse(m, m->id[v->id].at, "%s has the type %s, which does not fit its BuiltIn", wfs_shown(m, v->id),
                   wfs_type_shown(m, v->type));
    v->word = wfs_filled_word(stage, builtin);
    return true;
}

static void begin_inputs(struct parts *p)
{
    char text[WFS_NAME_SIZE];

    for (const struct wfs_filled *f = p->stage->filled; f->words; p->record->words += f++->words) {
        const struct wfs_type scalar = {.kind = f->is_float ? WFS_FLOAT : WFS_INT, .width = 32, .words = 1,
                                        .is_signed = true};
        const struct wfs_type vector = {.kind = WFS_VECTOR, .element = &scalar, .count = f->words, .words = f->words};
        const char *name = strrchr(wfs_enum_name(WFS_KIND_BuiltIn, f->builtin, text), ' ');
        add_value(p, wfs_text(p->m->env, "%s", name ? name + 1 : text), f->words > 1 ? &vector : &scalar,
                  p->record->words, 0);
    }
}

/* What says where a vertex that is emitted goes: its last words. */
static void end_vertex(struct parts *p, bool has_streams)
{
    static const struct wfs_type number = {.kind = WFS_INT, .width = 32, .words = 1};

    for (unsigned i = 0; i < 1 + (unsigned)has_streams; i++) {
        add_value(p, i ? "stream" : "strip", &number, p->record->words++, 0);
        p->record->value[p->record->values - 1].written = true;
    }
}

void wfs_make_record(struct wfs_module *m, struct wfs_mesh_interface *in, enum wfs_record which)
{
    struct wf_mesh_record *record = wfs_record_of(&in->layout, which);
    struct parts parts = {.m = m, .record = record, .stage = in->stage, .capture = {.xfb = WF_MESH_XFB_NONE}};

    if (which == WFS_OF_INPUT && in->takes_records)
        begin_inputs(&parts);
    for (size_t i = 0; i < in->variables; i++) {
        struct wfs_mesh_variable *v = &in->variable[i];
        if (v->record != which || has_word(m, in->stage, v))
            continue;
        parts.at = m->id[v->id].at;
        parts.is_input = v->is_input;
        parts.capture = wfs_begin_capture(m, in, v);
        if (!v->type->words || v->type->words > MOST_WORDS - record->words)
            wfs_refuse(m, parts.at, "%s is %s; expected at most %d words", wfs_shown(m, v->id),
                       wfs_type_shown(m, v->type), MOST_WORDS);
        v->word = record->words;
        record->words += (uint32_t)v->type->words;
        add_parts(&parts, name_of(m, v->id, WFS_WHOLE, ""), v->type, v->word);
    }
    parts.capture.xfb = WF_MESH_XFB_NONE;
    if (which == WFS_OF_VERTEX && in->stage->stage == WF_STAGE_GEOMETRY)
        end_vertex(&parts, in->layout.streams > 1);
}
