/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

int wfs_add_node(struct wfs_graph *g, enum wfs_node_kind kind, uint32_t ways)
{
    const struct wfs_node node = {.kind = kind, .to = wfs_new(g->env, ways, sizeof(int)), .ways = ways};

    WFS_APPEND(g->env, g->node, g->nodes, g->room, node);
    return (int)g->nodes - 1;
}

/* Postorder, backwards.  A stack of our own: functions may have many blocks. */
static void number_nodes(struct wfs_graph *g)
{
    int *stack = wfs_new(g->env, g->nodes, sizeof *stack), *done = wfs_new(g->env, g->nodes, sizeof *done);
    uint32_t *way = wfs_new(g->env, g->nodes, sizeof *way);
    bool *seen = wfs_new(g->env, g->nodes, sizeof *seen);
    size_t depth = 1, finished = 0;

    stack[0] = 0;
    seen[0] = true;
    while (depth) {
        const int n = stack[depth - 1];
        wfs_work(g->env, 1);
        if (way[n] == g->node[n].ways) {
            done[finished++] = n;
            depth--;
            continue;
        }
        const int to = g->node[n].to[way[n]++];
        if (!seen[to]) {
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    for (size_t i = 0; i < g->nodes; i++)
        g->node[i].order = WFS_NOWHERE;
    g->sorted = done;
    g->reached = finished;
    for (size_t i = 0; i < finished / 2; i++) {
        const int n = done[i];
        done[i] = done[finished - 1 - i];
        done[finished - 1 - i] = n;
    }
    for (size_t i = 0; i < finished; i++)
        g->node[done[i]].order = (int)i;
}

static int common_dominator(const struct wfs_graph *g, int a, int b)
{
    while (a != b) {
        wfs_work(g->env, 1);
        if (g->node[a].order > g->node[b].order)
            a = g->node[a].dominator;
        else
            b = g->node[b].dominator;
    }
    return a;
}

/* Again and again in that order until nothing changes, as Cooper, Harvey and Kennedy do. */
static void find_dominators(struct wfs_graph *g)
{
    bool changed = true;

    for (size_t i = 0; i < g->nodes; i++)
        g->node[i].dominator = WFS_NOWHERE;
    g->node[0].dominator = 0;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < g->reached; i++) {
            const int n = g->sorted[i];
            for (uint32_t w = 0; w < g->node[n].ways; w++) {
                struct wfs_node *to = &g->node[g->node[n].to[w]];
                const int now = to->dominator == WFS_NOWHERE ? n : common_dominator(g, to->dominator, n);
                wfs_work(g->env, 1);
                if (to != g->node && now != to->dominator) {
                    to->dominator = now;
                    changed = true;
                }
            }
        }
    }
}

static bool dominates(const struct wfs_graph *g, int a, int b)
{
    while (g->node[b].order > g->node[a].order) {
        wfs_work(g->env, 1);
        b = g->node[b].dominator;
    }
    return a == b;
}

bool wfs_has_odd_cycle(struct wfs_graph *g)
{
    number_nodes(g);
    find_dominators(g);
    for (size_t i = 0; i < g->reached; i++) {
        const int n = g->sorted[i];
        for (uint32_t w = 0; w < g->node[n].ways; w++)
            if (wfs_is_back(g, n, g->node[n].to[w]) && !dominates(g, g->node[n].to[w], n))
                return true;
    }
    return false;
}
