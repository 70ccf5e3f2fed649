/* SPDX-License-Identifier: Apache-2.0
 * layout_place.c - the parts of a block (wavefold/layout.h): by byte, by path, one after another.
 */
#include "wavefold/layout.h"

#include <stdio.h>
#include <string.h>

#include "wavefold/utf8.h"

static bool is_array(const struct wf_layout_node *n)
{
    return n->kind == WF_LAYOUT_ARRAY || n->kind == WF_LAYOUT_RUNTIME_ARRAY;
}

static const struct wf_layout_member *member_of(const struct wf_layout *l, const struct wf_layout_node *n, uint32_t i)
{
    return &l->member[n->member + i];
}

/* ---- sizes ---- */

struct wf_layout_place wf_layout_top(const struct wf_layout *l)
{
    struct wf_layout_place top = {.node = l->root};
    const struct wf_layout_node *root = &l->node[l->root];

    if (root->kind == WF_LAYOUT_STRUCT && root->count == 1) {
        const struct wf_layout_member *only = member_of(l, root, 0);
        const struct wf_layout_node *n = &l->node[only->node];
        if (is_array(n) || n->kind == WF_LAYOUT_STRUCT) {
            top.node = only->node;
            top.byte = only->offset;
        }
    }
    return top;
}

const struct wf_layout_node *wf_layout_of_all(const struct wf_layout *l)
{
    const struct wf_layout_place top = wf_layout_top(l);
    const struct wf_layout_node *array = &l->node[top.node], *n = &l->node[array->element];

    return is_array(array) && top.byte == 0 && wf_layout_is_scalar(n) && n->bits == 32 && array->stride == 4 ? n : NULL;
}

/* Of an array: how many of so many bytes are whole.  What is empty has no place, and is left out. */
uint64_t wf_layout_count(const struct wf_layout *l, uint32_t node, uint64_t byte, uint64_t bytes)
{
    const struct wf_layout_node *n = &l->node[node];
    const uint64_t size = is_array(n) ? l->node[n->element].size : 0;

    if (!is_array(n))
        return n->count;
    if (!size || byte > bytes || bytes - byte < size)
        return 0;
    const uint64_t whole = (bytes - byte - size) / n->stride + 1;
    return n->kind == WF_LAYOUT_ARRAY && n->count < whole ? n->count : whole;
}

uint64_t wf_layout_extent(const struct wf_layout *l, uint32_t node, uint64_t byte, uint64_t bytes)
{
    const struct wf_layout_node *n = &l->node[node];
    uint64_t extent = n->size;

    if (n->kind == WF_LAYOUT_RUNTIME_ARRAY) {
        const uint64_t count = wf_layout_count(l, node, byte, bytes);
        return count ? (count - 1) * n->stride + l->node[n->element].size : 0;
    }
    for (uint32_t i = 0; i < n->count && node == l->root && n->kind == WF_LAYOUT_STRUCT; i++) {
        const struct wf_layout_member *m = member_of(l, n, i);
        const uint64_t end = m->offset + wf_layout_extent(l, m->node, byte + m->offset, bytes);
        extent = end > extent ? end : extent;
    }
    return extent;
}

uint64_t wf_layout_scalars(const struct wf_layout *l, uint32_t node, uint64_t byte, uint64_t bytes)
{
    const struct wf_layout_node *n = &l->node[node];
    uint64_t sum = n->scalars;

    if (n->kind == WF_LAYOUT_RUNTIME_ARRAY)
        return wf_layout_count(l, node, byte, bytes) * l->node[n->element].scalars;
    for (uint32_t i = 0; i < n->count && node == l->root && n->kind == WF_LAYOUT_STRUCT; i++) {
        const struct wf_layout_member *m = member_of(l, n, i);
        if (l->node[m->node].kind == WF_LAYOUT_RUNTIME_ARRAY)
            sum += wf_layout_scalars(l, m->node, byte + m->offset, bytes);
    }
    return sum;
}

/* ---- a step down ---- */

static void lengthen(struct wf_layout_place *place, const char *text)
{
    const size_t used = strlen(place->path), room = sizeof place->path - 1 - used;

    snprintf(place->path + used, room + 1, "%.*s", (int)wf_utf8_fits(text, room), text);
}

/* To element, column, component or member number `i`. */
static void step(const struct wf_layout *l, struct wf_layout_place *place, uint64_t i)
{
    const struct wf_layout_node *n = &l->node[place->node];
    char text[32];

    if (n->kind == WF_LAYOUT_STRUCT) {
        const struct wf_layout_member *m = member_of(l, n, (uint32_t)i);
        lengthen(place, ".");
        lengthen(place, m->name);
        place->node = m->node;
        place->byte += m->offset;
        return;
    }
    if (n->kind == WF_LAYOUT_VECTOR && n->count <= 4)
        snprintf(text, sizeof text, ".%c", "xyzw"[i]);
    else
        snprintf(text, sizeof text, "[%llu]", (unsigned long long)i);
    lengthen(place, text);
    place->byte += i * n->stride;
    place->node = n->element;
}

/* ---- by byte ---- */

/* The last member that begins at the byte or before it and reaches to it. */
static bool member_at(const struct wf_layout *l, const struct wf_layout_node *n, uint64_t start, uint64_t bytes,
                      uint64_t byte, uint64_t *found)
{
    bool any = false;

    for (uint32_t i = 0; i < n->count; i++) {
        const struct wf_layout_member *m = member_of(l, n, i);
        const uint64_t from = start + m->offset;
        if (from > byte || byte - from >= wf_layout_extent(l, m->node, from, bytes))
            continue;
        if (!any || m->offset >= member_of(l, n, (uint32_t)*found)->offset)
            *found = i;
        any = true;
    }
    return any;
}

/* Columns of a row-major matrix are interleaved. */
static uint64_t column_at(const struct wf_layout *l, const struct wf_layout_node *n, uint64_t offset)
{
    const struct wf_layout_node *column = &l->node[n->element];

    return n->stride < column->stride ? offset % column->stride / n->stride : offset / n->stride;
}

bool wf_layout_at(const struct wf_layout *l, uint64_t bytes, uint64_t byte, struct wf_layout_place *place)
{
    *place = wf_layout_top(l);
    for (;;) {
        const struct wf_layout_node *n = &l->node[place->node];
        uint64_t i = 0;
        if (byte < place->byte)
            return false;
        const uint64_t offset = byte - place->byte;
        if (wf_layout_is_scalar(n))
            return offset < n->size && place->byte + n->size <= bytes;
        if (n->kind == WF_LAYOUT_STRUCT) {
            if (!member_at(l, n, place->byte, bytes, byte, &i))
                return false;
        } else {
            i = n->kind == WF_LAYOUT_MATRIX ? column_at(l, n, offset) : offset / n->stride;
            if (i >= wf_layout_count(l, place->node, place->byte, bytes))
                return false;
        }
        step(l, place, i);
    }
}

/* ---- by path ---- */

static size_t name_length(const char *at, size_t length)
{
    size_t n = 0;

    while (n < length && at[n] != '.' && at[n] != '[')
        n++;
    return n;
}

/* The component that a letter names: of xyzw or rgba. */
static bool component(const struct wf_layout_node *n, const char *at, size_t length, uint64_t *i)
{
    static const char letters[] = "xyzwrgba";
    const char *found = length == 1 ? memchr(letters, *at, sizeof letters - 1) : NULL;

    *i = found ? (uint64_t)(found - letters) % 4 : 0;
    return found && *i < n->count;
}

static const char *find_name(const struct wf_layout *l, struct wf_layout_place *place, const char *at, size_t length)
{
    const struct wf_layout_node *n = &l->node[place->node];
    uint64_t i = 0;

    if (n->kind == WF_LAYOUT_VECTOR) {
        if (!component(n, at, length, &i))
            return "a vector has no such component";
    } else if (n->kind == WF_LAYOUT_STRUCT) {
        while (i < n->count && (strlen(member_of(l, n, (uint32_t)i)->name) != length ||
                                memcmp(member_of(l, n, (uint32_t)i)->name, at, length) != 0))
            i++;
        if (i == n->count)
            return "no such member";
    } else {
        return wf_layout_is_scalar(n) ? "a number has no members"
               : n->kind == WF_LAYOUT_MATRIX ? "a matrix has no members; expected a column such as [0]"
                                             : "an array has no members; expected an element such as [0]";
    }
    step(l, place, i);
    return NULL;
}

/* "[12]": its length, 0: it is none. */
static size_t index_length(const char *at, size_t length, uint64_t *index)
{
    size_t n = 1;

    *index = 0;
    while (n < length && at[n] >= '0' && at[n] <= '9' && n < 12)
        *index = 10 * *index + (uint64_t)(at[n++] - '0');
    return n > 1 && n < length && at[n] == ']' ? n + 1 : 0;
}

/* The name of the only member may stand there, too: its length, with a dot before it. */
static size_t path_of_top(const struct wf_layout *l, const char *path, size_t length)
{
    const struct wf_layout_node *root = &l->node[l->root];
    const size_t dot = length && *path == '.', used = dot + name_length(path + dot, length - dot);

    if (wf_layout_top(l).node == l->root || strlen(member_of(l, root, 0)->name) != used - dot ||
        memcmp(member_of(l, root, 0)->name, path + dot, used - dot) != 0)
        return 0;
    return used;
}

const char *wf_layout_find(const struct wf_layout *l, uint64_t bytes, const char *path, size_t length,
                           struct wf_layout_place *place, size_t *good)
{
    size_t at = path_of_top(l, path, length);

    *place = wf_layout_top(l);
    for (*good = at; at < length; *good = at) {
        const struct wf_layout_node *n = &l->node[place->node];
        uint64_t index;
        if (path[at] == '[') {
            const size_t used = index_length(path + at, length - at, &index);
            if (!used)
                return "no index such as [3]";
            if (wf_layout_is_scalar(n) || n->kind == WF_LAYOUT_STRUCT)
                return "no array, vector or matrix, which has an index";
            if (index >= wf_layout_count(l, place->node, place->byte, bytes))
                return "the index is too large";
            step(l, place, index);
            at += used;
            continue;
        }
        at += path[at] == '.';
        const size_t used = name_length(path + at, length - at);
        const char *wrong = used ? find_name(l, place, path + at, used) : "a name is missing";
        if (wrong)
            return wrong;
        at += used;
    }
    return NULL;
}

/* ---- one after another ---- */

bool wf_layout_walk(const struct wf_layout *l, uint32_t node, uint64_t byte, uint64_t bytes, wf_layout_visit *visit,
                    void *user)
{
    const struct wf_layout_node *n = &l->node[node];

    if (wf_layout_is_scalar(n))
        return byte + n->size > bytes || visit(user, n, byte);
    if (!wf_layout_scalars(l, node, byte, bytes))
        return true;
    const uint64_t count = wf_layout_count(l, node, byte, bytes);
    for (uint64_t i = 0; i < count; i++) {
        const struct wf_layout_member *m = n->kind == WF_LAYOUT_STRUCT ? member_of(l, n, (uint32_t)i) : NULL;
        if (!wf_layout_walk(l, m ? m->node : n->element, byte + (m ? m->offset : i * n->stride), bytes, visit, user))
            return false;
    }
    return true;
}
