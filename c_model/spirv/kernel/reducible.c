/* SPDX-License-Identifier: Apache-2.0
 * reducible.c - a header for cycles that are entered at several nodes.
 *
 * Cycles are sets of nodes from each of which a way leads to each other.  One with a single entry is a loop: without
 * this entry, the cycles inside it are looked for in the same way.  Few functions have any, so that simple searches do.
 */
#include "reducible.h"

#include <string.h>

struct sets {
    struct wfs_graph *g;
    int *set;                           /* [nodes] nodes that may still be in a cycle: number of their set; 0: no more */
    int sets;
    bool *ahead, *back;                 /* [nodes] */
};

/* Nodes of the set of `n` that a way inside it leads to. */
static void search_ahead(const struct sets *s, int n)
{
    const struct wfs_graph *g = s->g;
    int *stack = wfs_new(g->env, g->nodes, sizeof *stack);
    size_t depth = 1;

    memset(s->ahead, 0, g->nodes * sizeof *s->ahead);
    stack[0] = n;
    while (depth) {
        const struct wfs_node *from = &g->node[stack[--depth]];
        for (uint32_t w = 0; w < from->ways; w++) {
            const int to = from->to[w];
            wfs_work(g->env, 1);
            if (s->set[to] != s->set[n] || s->ahead[to])
                continue;
            s->ahead[to] = true;
            stack[depth++] = to;
        }
    }
}

/* Likewise those from which one leads to `n`. */
static void search_back(const struct sets *s, int n)
{
    const struct wfs_graph *g = s->g;
    bool changed = true;

    memset(s->back, 0, g->nodes * sizeof *s->back);
    while (changed) {
        changed = false;
        for (size_t i = g->reached; i-- > 0;) {
            const int from = g->sorted[i];
            wfs_work(g->env, 1);
            if (s->set[from] != s->set[n] || s->back[from])
                continue;
            for (uint32_t w = 0; w < g->node[from].ways; w++) {
                const int to = g->node[from].to[w];
                s->back[from] |= s->set[to] == s->set[n] && (to == n || s->back[to]);
            }
            changed |= s->back[from];
        }
    }
}

/* The entries of the cycle that `set` is; returns how many there are. */
static uint32_t entries_of(const struct sets *s, int set, int *entry)
{
    const struct wfs_graph *g = s->g;
    bool *is_entry = wfs_new(g->env, g->nodes, sizeof *is_entry);
    uint32_t count = 0;

    for (size_t i = 0; i < g->reached; i++) {
        const int from = g->sorted[i];
        for (uint32_t w = 0; s->set[from] != set && w < g->node[from].ways; w++)
            is_entry[g->node[from].to[w]] |= s->set[g->node[from].to[w]] == set;
    }
    for (size_t i = 0; i < g->reached; i++)
        if (is_entry[g->sorted[i]])
            entry[count++] = g->sorted[i];
    return count;
}

/* All ways to the entries go by way of a new node that chooses among them. */
static void choose_among(struct wfs_graph *g, const int *entry, uint32_t entries)
{
    const size_t old = g->nodes;
    const int choice = wfs_add_node(g, WFS_NODE_CHOICE, entries);

    memcpy(g->node[choice].to, entry, entries * sizeof *entry);
    g->choices++;
    for (size_t n = 0; n < old; n++)
        for (uint32_t w = 0; w < g->node[n].ways; w++)
            for (uint32_t e = 0; e < entries; e++) {
                if (g->node[n].to[w] != entry[e])
                    continue;
                const int set = wfs_add_node(g, WFS_NODE_SET, 1);
                g->node[set].value = e;
                g->node[set].to[0] = choice;
                g->node[n].to[w] = set;
                break;
            }
}

/* The set of nodes that are in a cycle with `n`; 0: none is. */
static int split(struct sets *s, int n)
{
    bool any = false;

    search_ahead(s, n);
    search_back(s, n);
    for (size_t i = 0; i < s->g->reached; i++) {
        const int to = s->g->sorted[i];
        if (s->ahead[to] && s->back[to]) {
            s->set[to] = s->sets + 1;
            any = true;
        }
    }
    if (any)
        return ++s->sets;
    s->set[n] = 0;
    return 0;
}

void wfs_give_one_header(struct wfs_graph *g)
{
    struct sets s = {.g = g, .sets = 1};
    int *entry = wfs_new(g->env, g->nodes, sizeof *entry);
    bool found = true;

    s.set = wfs_new(g->env, g->nodes, sizeof *s.set);
    s.ahead = wfs_new(g->env, g->nodes, sizeof *s.ahead);
    s.back = wfs_new(g->env, g->nodes, sizeof *s.back);
    for (size_t i = 0; i < g->reached; i++)
        s.set[g->sorted[i]] = 1;
    while (found) {
        found = false;
        for (size_t i = 0; i < g->reached; i++) {
            const int n = g->sorted[i];
            if (!s.set[n])
                continue;
            const int set = split(&s, n);
            if (!set)
                continue;
            const uint32_t entries = entries_of(&s, set, entry);
            if (entries > 1) {
                choose_among(g, entry, entries);
                return;                 /* numbers and dominators are others now */
            }
            s.set[entries ? entry[0] : n] = 0;
            found = true;
        }
    }
}
