/* SPDX-License-Identifier: Apache-2.0 */
#include "location.h"

enum { MOST_PARTS = 1024 };

struct walk {
    struct wfs_module *m;
    uint32_t variable, at;          /* at: of the variable, for messages */
    wfs_location_fn *fn;
    void *user;
    uint32_t location, component;   /* of the next part */
    uint32_t word, parts;
    const char *name;
};

uint32_t wfs_decorated_within(const struct wfs_module *m, uint32_t variable, const struct wfs_type *t, uint32_t kind)
{
    uint32_t found = wfs_decorated(m, variable, WFS_WHOLE, kind, UINT32_MAX);

    while (t->kind == WFS_ARRAY)        /* of blocks */
        t = t->element;
    for (uint32_t i = 0; t->kind == WFS_STRUCT && i < t->count && found == UINT32_MAX; i++)
        found = wfs_decorated(m, t->id, i, kind, UINT32_MAX);
    return found;
}

uint32_t wfs_builtin_of(const struct wfs_module *m, uint32_t variable)
{
    return wfs_decorated(m, variable, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX);
}

bool wfs_is_builtin_block(const struct wfs_module *m, const struct wfs_type *t)
{
    return t->kind == WFS_STRUCT && t->count && wfs_decoration(m, t->id, 0, WfsDecorationBuiltIn);
}

/* How it is interpolated; what is not supported is refused. */
static struct wfs_location decorated(const struct walk *w, uint32_t id, uint32_t member, struct wfs_location outer)
{
    const struct wfs_module *m = w->m;
    const uint32_t index = wfs_decorated(m, id, member, WfsDecorationIndex, 0);

    if (index > 1)
        wfs_refuse(m, w->at, "%s has the Index %u; expected 0 or 1", wfs_shown(m, w->variable), (unsigned)index);
    outer.is_second |= index == 1;
    outer.is_explicit |= wfs_decoration(m, id, member, WfsDecorationExplicitInterpAMD) != NULL;
    outer.is_per_vertex |= outer.is_explicit || wfs_decoration(m, id, member, WfsDecorationPerVertexKHR);
    outer.is_flat |= wfs_decoration(m, id, member, WfsDecorationFlat) != NULL ||
                     wfs_decoration(m, id, member, WfsDecorationPerPrimitiveEXT) != NULL;
    outer.is_linear |= wfs_decoration(m, id, member, WfsDecorationNoPerspective) != NULL;
    outer.is_centroid |= wfs_decoration(m, id, member, WfsDecorationCentroid) != NULL;
    outer.is_sample |= wfs_decoration(m, id, member, WfsDecorationSample) != NULL;
    return outer;
}

static void part(struct walk *w, const struct wfs_type *t, struct wfs_location how)
{
    const struct wfs_type *scalar = wfs_scalar(t);

    if (scalar->kind != WFS_INT && scalar->kind != WFS_FLOAT)
        wfs_refuse(w->m, w->at, "%s holds %s; expected numbers, vectors and arrays of them",
                   wfs_shown(w->m, w->variable), wfs_type_shown(w->m, t));
    if (++w->parts > MOST_PARTS)
        wfs_refuse(w->m, w->at, "%s has more than %d locations", wfs_shown(w->m, w->variable), (int)MOST_PARTS);
    how.location = w->location;
    how.component = w->component;
    how.name = w->name;
    how.type = t;
    how.word = w->word;
    how.is_flat |= scalar->kind == WFS_INT || scalar->width == 64;
    w->fn(w->user, &how);
    w->word += (uint32_t)t->words;
    w->location += t->words > 4 ? 2 : 1;        /* of doubles three or four take two */
}

static void members(struct walk *w, const struct wfs_type *t, struct wfs_location how);

static void walk(struct walk *w, const struct wfs_type *t, struct wfs_location how)
{
    wfs_work(w->m->env, 1);
    if (t->kind == WFS_STRUCT) {
        members(w, t, how);
    } else if (t->kind == WFS_ARRAY || t->kind == WFS_MATRIX) {
        for (uint32_t i = 0; i < t->count; i++)
            walk(w, t->element, how);
    } else {
        part(w, t, how);
    }
}

static void members(struct walk *w, const struct wfs_type *t, struct wfs_location how)
{
    const char *whole = w->name;

    for (uint32_t i = 0; i < t->count; i++) {
        char name[WFS_NAME_SIZE];
        const uint32_t builtin = wfs_decorated(w->m, t->id, i, WfsDecorationBuiltIn, UINT32_MAX);
        if (builtin != UINT32_MAX)
            wfs_refuse(w->m, w->at, "%s has a member that is %s; expected a variable of its own for it",
                       wfs_shown(w->m, w->variable), wfs_enum_name(WFS_KIND_BuiltIn, builtin, name));
        w->location = wfs_decorated(w->m, t->id, i, WfsDecorationLocation, w->location);
        w->component = wfs_decorated(w->m, t->id, i, WfsDecorationComponent, 0);
        w->name = wfs_text(w->m->env, "%s.%s", whole, wfs_member_shown(w->m, t->id, i));
        walk(w, t->member[i].type, decorated(w, t->id, i, how));
    }
    w->name = whole;
}

const struct wfs_type *wfs_held(struct wfs_module *m, uint32_t variable)
{
    const struct wfs_type *t = wfs_type(m, m->id[variable].type);

    if (t->kind != WFS_POINTER)
        wfs_refuse(m, m->id[variable].at, "its type is no pointer");
    return t->element;
}

bool wfs_is_per_vertex(const struct wfs_module *m, uint32_t variable)
{
    return wfs_decoration(m, variable, WFS_WHOLE, WfsDecorationPerVertexKHR) != NULL;
}

const struct wfs_type *wfs_located(struct wfs_module *m, uint32_t variable)
{
    const struct wfs_type *t = wfs_held(m, variable);

    if (!wfs_is_per_vertex(m, variable))
        return t;
    if (t->kind != WFS_ARRAY || t->count != 3)
        wfs_refuse(m, m->id[variable].at, "%s is %s of values at vertices; expected an array of 3",
                   wfs_shown(m, variable), wfs_type_shown(m, t));
    return t->element;
}

void wfs_each_location(struct wfs_module *m, uint32_t variable, const struct wfs_type *t, wfs_location_fn *fn,
                       void *user)
{
    struct walk w = {.m = m, .variable = variable, .at = m->id[variable].at, .fn = fn, .user = user};

    const bool has = wfs_decoration(m, variable, WFS_WHOLE, WfsDecorationLocation) != NULL;
    if (!has && !(t->kind == WFS_STRUCT && t->count && wfs_decoration(m, t->id, 0, WfsDecorationLocation)))
        wfs_refuse(m, w.at, "%s has no Location", wfs_shown(m, variable));
    w.location = wfs_decorated(m, variable, WFS_WHOLE, WfsDecorationLocation, 0);
    w.component = wfs_decorated(m, variable, WFS_WHOLE, WfsDecorationComponent, 0);
    w.name = wfs_shown(m, variable);
    walk(&w, t, decorated(&w, variable, WFS_WHOLE, (struct wfs_location){0}));
}
