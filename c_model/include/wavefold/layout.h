/* SPDX-License-Identifier: Apache-2.0
 * layout.h - what the bytes of a block are: its members by name, the place and type of each number in it.
 *
 * A layout is plain data.  Its nodes are types with their places: node `root` is the block, and the element of a node
 * is another node.  docs/program.md describes the paths, "particles[3].velocity.y".
 */
#ifndef WAVEFOLD_LAYOUT_H
#define WAVEFOLD_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wavefold/api.h"

WF_API_BEGIN

/* BITS: an address of 64 bits */
enum wf_layout_kind { WF_LAYOUT_UINT, WF_LAYOUT_INT, WF_LAYOUT_FLOAT, WF_LAYOUT_BOOL, WF_LAYOUT_BITS, WF_LAYOUT_VECTOR,
                      WF_LAYOUT_MATRIX, WF_LAYOUT_ARRAY, WF_LAYOUT_RUNTIME_ARRAY, WF_LAYOUT_STRUCT };

struct wf_layout_node {
    enum wf_layout_kind kind;
    unsigned bits;              /* of a scalar: 8, 16, 32 or 64 */
    uint32_t count;             /* components, columns, elements or members; 0 of a runtime array */
    uint32_t element;           /* node: a component, a column, an element */
    uint32_t stride;            /* bytes from one of these to the next, at least 1; of a row-major matrix its columns lie
                                 * side by side, and their components apart */
    uint32_t member;            /* of a struct: the first of its members */
    uint64_t size;              /* bytes without padding at the end; a runtime array counts as empty */
    uint64_t scalars;           /* in it; likewise */
};
struct wf_layout_member {
    const char *name;
    uint32_t offset, node;
};
struct wf_layout {
    const struct wf_layout_node *node;          /* [nodes] */
    const struct wf_layout_member *member;      /* [members] */
    uint32_t nodes, members, root;
};
/* Larger blocks have none, nor those whose members lie over each other.  A runtime array is a member of the root. */
enum { WF_LAYOUT_NODES = 4096 };

enum { WF_LAYOUT_PATH = 200, WF_LAYOUT_TEXT = 40 };
/* A part of a block. */
struct wf_layout_place {
    uint32_t node;
    uint64_t byte;                      /* in the block */
    char path[WF_LAYOUT_PATH];          /* after the name of the block: "[3].velocity.y"; cut where it is too long */
};

static inline bool wf_layout_is_scalar(const struct wf_layout_node *n)
{
    return n->kind <= WF_LAYOUT_BITS;
}

/* Where names begin: at the root, or at its only member if that is an array or a struct, whose name is left out. */
struct wf_layout_place wf_layout_top(const struct wf_layout *layout);
/* The type of all words of a block that is an array of scalars of 32 bits; NULL: of another. */
const struct wf_layout_node *wf_layout_of_all(const struct wf_layout *layout);
/* Elements of this node, which begins at `byte` of a buffer of `bytes` bytes: of a runtime array those that it holds
 * whole. */
uint64_t wf_layout_count(const struct wf_layout *layout, uint32_t node, uint64_t byte, uint64_t bytes);
/* Bytes from the first to after the last that it has there. */
uint64_t wf_layout_extent(const struct wf_layout *layout, uint32_t node, uint64_t byte, uint64_t bytes);
/* Numbers in it. */
uint64_t wf_layout_scalars(const struct wf_layout *layout, uint32_t node, uint64_t byte, uint64_t bytes);

/* The scalar that holds this byte of a buffer of `bytes` bytes; false where none does: padding, or after the block. */
bool wf_layout_at(const struct wf_layout *layout, uint64_t bytes, uint64_t byte, struct wf_layout_place *place);
/* The part with this path, of `length` bytes, with or without a dot before it: "scale", "[3].velocity.y".  NULL, or what
 * is wrong: up to *good bytes of the path are right.  `place` is then the last part that there is. */
const char *wf_layout_find(const struct wf_layout *layout, uint64_t bytes, const char *path, size_t length,
                           struct wf_layout_place *place, size_t *good);
/* Visit each scalar of a part, in the order of its members and elements; false as soon as `visit` returns that. */
typedef bool wf_layout_visit(void *user, const struct wf_layout_node *scalar, uint64_t byte);
bool wf_layout_walk(const struct wf_layout *layout, uint32_t node, uint64_t byte, uint64_t bytes,
                    wf_layout_visit *visit, void *user);

/* The bits of a scalar in little-endian words; and put there. */
uint64_t wf_layout_load(const struct wf_layout_node *scalar, const uint32_t *word, uint64_t byte);
void wf_layout_store(const struct wf_layout_node *scalar, uint32_t *word, uint64_t byte, uint64_t bits);
/* The number with these bits: of a float the shortest decimal that reads back exactly, with a point or an exponent.
 * Returns `text`. */
const char *wf_layout_show(const struct wf_layout_node *scalar, uint64_t bits, char text[WF_LAYOUT_TEXT]);
/* "a float of 32 bits", for messages. */
const char *wf_layout_type(const struct wf_layout_node *scalar, char text[WF_LAYOUT_TEXT]);

WF_API_END

#endif
