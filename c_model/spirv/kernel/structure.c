/* SPDX-License-Identifier: Apache-2.0
 * structure.c - loops, and the blocks that follow others in the new order.
 */
#include "reducible.h"

/* ---- loops ---- */

struct list {
    int *node;
    size_t count, room;
};

/* [nodes] who branches to each. */
static struct list *sources(struct wfs_graph *g)
{
    struct list *from = wfs_new(g->env, g->nodes, sizeof *from);

    for (size_t i = 0; i < g->reached; i++) {
        const struct wfs_node *n = &g->node[g->sorted[i]];
        for (uint32_t w = 0; w < n->ways; w++)
            WFS_APPEND(g->env, from[n->to[w]].node, from[n->to[w]].count, from[n->to[w]].room, g->sorted[i]);
    }
    return from;
}

/* All from which a way leads back to the header: inner loops have theirs already. */
static void mark_loop(struct wfs_graph *g, const struct list *from, int header, int *stack, int *mark)
{
    size_t depth = 0;

    for (size_t i = 0; i < from[header].count; i++)
        if (wfs_is_back(g, from[header].node[i], header))
            stack[depth++] = from[header].node[i];
    if (!depth)
        return;
    g->node[header].loop = header;
    mark[header] = header;
    while (depth) {
        const int n = stack[--depth];
        wfs_work(g->env, 1);
        if (mark[n] == header)
            continue;
        mark[n] = header;
        if (g->node[n].loop == WFS_NOWHERE)
            g->node[n].loop = header;
        else if (g->node[n].loop == n && g->node[n].outer == WFS_NOWHERE)
            g->node[n].outer = header;
        for (size_t i = 0; i < from[n].count; i++)
            if (mark[from[n].node[i]] != header)
                stack[depth++] = from[n].node[i];
    }
}

/* Inner loops first: their headers come later. */
static void find_loops(struct wfs_graph *g, const struct list *from)
{
    size_t ways = 1;

    for (size_t i = 0; i < g->nodes; i++)
        ways += from[i].count;
    int *stack = wfs_new(g->env, ways, sizeof *stack), *mark = wfs_new(g->env, g->nodes, sizeof *mark);
    for (size_t i = 0; i < g->nodes; i++)
        g->node[i].loop = g->node[i].outer = mark[i] = WFS_NOWHERE;
    for (size_t i = g->reached; i-- > 0;)
        mark_loop(g, from, g->sorted[i], stack, mark);
}

static bool is_in_loop(const struct wfs_graph *g, int n, int header)
{
    int h = g->node[n].loop;

    while (h != WFS_NOWHERE && h != header)
        h = g->node[h].outer;
    return h == header;
}

/* ---- followers ---- */

static void add_follower(struct wfs_graph *g, struct wfs_followers *f, int n)
{
    g->node[n].is_placed = true;
    g->node[n].next = WFS_NOWHERE;
    if (f->count++)
        g->node[f->last].next = n;
    else
        f->first = n;
    f->last = n;
}

static void place(struct wfs_graph *g, const struct list *from, int n)
{
    const int above = g->node[n].dominator;
    int left = WFS_NOWHERE;             /* the outermost loop that is left on the way to n */

    for (int h = g->node[above].loop; h != WFS_NOWHERE && !is_in_loop(g, n, h); h = g->node[h].outer)
        left = h;
    for (size_t i = 0; i < from[n].count; i++)
        g->node[n].before += !wfs_is_back(g, from[n].node[i], n);
    if (left != WFS_NOWHERE)
        add_follower(g, &g->node[left].behind, n);
    else if (g->node[n].before > 1)
        add_follower(g, &g->node[above].inner, n);
}

void wfs_structure(struct wfs_graph *g)
{
    while (wfs_has_odd_cycle(g))
        wfs_give_one_header(g);
    const struct list *from = sources(g);
    find_loops(g, from);
    for (size_t i = 1; i < g->reached; i++)
        place(g, from, g->sorted[i]);
}
