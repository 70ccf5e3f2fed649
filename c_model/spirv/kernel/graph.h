/* SPDX-License-Identifier: Apache-2.0
 * graph.h - the control flow of a function, and where its blocks go in a structured one.
 *
 * Each block occurs once in the new order, after all that branch to it and are not in a loop with it.  Lanes that
 * branch to it from several blocks wait there for each other; lanes that leave a loop wait for all lanes in the loop.
 * So lanes that part meet at the latest where all their ways meet, at the immediate postdominator.
 *
 * A block has *followers*: blocks that it dominates at once, and to which several branch.  They are the merge blocks of
 * constructs around it, one inside another.  The followers of the header of a loop are also the blocks after the loop.
 * All other blocks are where the one branch to them is.
 *
 * A cycle that is entered at several blocks gets one header: a block that switches to the block that a variable names.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_GRAPH_H
#define WAVEFOLD_SPIRV_KERNEL_GRAPH_H

#include "../module/env.h"

enum { WFS_NOWHERE = -1 };

enum wfs_node_kind {
    WFS_NODE_BLOCK,                     /* of the function */
    WFS_NODE_SET,                       /* sets the variable to `value`, and goes to a header that was made */
    WFS_NODE_CHOICE                     /* such a header: value i of the variable is its successor i */
};

/* Nodes in their new order, as a list. */
struct wfs_followers {
    int first, last;
    uint32_t count;
};

struct wfs_node {
    enum wfs_node_kind kind;
    uint32_t value;
    int *to;                            /* [ways] successors; a block's are different from each other at first */
    uint32_t ways;
    /* found by wfs_structure: */
    int order;                          /* in reverse postorder, WFS_NOWHERE: no way leads here */
    int dominator;                      /* the immediate one */
    int loop;                           /* header of the innermost loop that it is in, its own too */
    int outer;                          /* of a header: that of the loop around */
    uint32_t before;                    /* nodes that branch to it, except those back to the header of a loop */
    bool is_placed;                     /* it is a follower */
    int next;                           /* follower of the same */
    struct wfs_followers inner, behind; /* the second: after the loop of a header */
};

struct wfs_graph {
    struct wfs_env *env;
    struct wfs_node *node;              /* [nodes], 0 is the entry, to which no way leads */
    size_t nodes, room;
    int *sorted;                        /* [reached] by `order` */
    size_t reached;
    uint32_t choices;                   /* headers that were made */
};

int wfs_add_node(struct wfs_graph *g, enum wfs_node_kind kind, uint32_t ways);
/* Finds `order` and `dominator`; true: there is a cycle that is entered at several nodes. */
bool wfs_has_odd_cycle(struct wfs_graph *g);
/* From nodes and their successors to all the rest; structure.c. */
void wfs_structure(struct wfs_graph *g);
/* The way goes back to the header of a loop that `from` is in. */
static inline bool wfs_is_back(const struct wfs_graph *g, int from, int to)
{
    return g->node[to].order <= g->node[from].order;
}

#endif
