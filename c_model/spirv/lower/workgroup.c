/* SPDX-License-Identifier: Apache-2.0
 * workgroup.c - reductions, scans, votes and broadcasts over all lanes of a group: group.h.
 *
 * Each wave combines the values of its lanes.  One lane of it stores the result to groupshared memory.  Behind a barrier
 * each lane combines the results of all waves, or of those before its own, one after the other.  The barrier in front
 * keeps the stores behind the loads of the operation before.
 */
#include "workgroup.h"

#include "../math/mode.h"
#include "../math/wide.h"

enum { MOST_WORDS = 8 };                        /* of a value */

uint32_t wfs_waves_of_group(const struct wfs_lower *l)
{
    const uint32_t lanes = l->local_size[0] * l->local_size[1] * l->local_size[2], quads = (lanes + 3) / 4;
    const uint32_t waves =
        l->waves ? l->waves - l->target->idle_waves : (lanes + l->wave_size - 1) / l->wave_size;

    return waves < quads ? waves : quads;           /* extra waves have the lanes by fours */
}

uint32_t wfs_group_memory(struct wfs_lower *l, uint32_t words)
{
    const uint32_t first = (uint32_t)l->lds_bytes;

    l->lds_bytes += 4 * (uint64_t)words;
    return first;
}

/* Memory of the group, of one operation after the other: two words for each wave. */
static struct wfs_pointer results(struct wfs_lower *l)
{
    const uint32_t needed = 2 * wfs_waves_of_group(l), words = needed > MOST_WORDS ? needed : MOST_WORDS;

    if (!l->waves_results)
        l->waves_results = wfs_group_memory(l, words) + 1;
    return (struct wfs_pointer){.space = WFS_LDS, .is_explicit = true, .offset = l->waves_results - 1,
                                .dynamic = wfs_none(), .align = 4, .most = 4 * words};
}

static void wait(struct wfs_lower *l)
{
    wfs_fence(l->code, WF_OP_BARRIER, l->m->coherent);
}

static void store_words(struct wfs_lower *l, const struct wfs_pointer *p, unsigned words, const wfs_val *x)
{
    for (unsigned i = 0; i < words; i++) {
        const struct wfs_address a = wfs_address(l, p, 4 * i);
        wfs_lds_store(l->code, a.base, a.offset, x[i]);
    }
}

static void load_words(struct wfs_lower *l, const struct wfs_pointer *p, unsigned words, wfs_val *x)
{
    for (unsigned i = 0; i < words; i++) {
        const struct wfs_address a = wfs_address(l, p, 4 * i);
        x[i] = wfs_lds_load(l->code, a.base, a.offset);
    }
}

/* ---- of each wave ---- */

static struct wfs_pointer of_wave(struct wfs_lower *l, wfs_val wave)
{
    struct wfs_pointer p = results(l);

    p.dynamic = wfs_shl(l->code, wave, wfs_const(3));
    return p;
}

/* What a wave has, for the others. */
static void put(struct wfs_lower *l, unsigned words, const wfs_val *x)
{
    const struct wfs_pointer own = of_wave(l, wfs_sv(l->code, WF_SV_WAVE));

    wait(l);
    wfs_if(l->code, wfs_lanes(l->code, WF_OP_ISFIRST, wfs_none(), wfs_none()));
    store_words(l, &own, words, x);
    wfs_flow(l->code, WF_OP_ENDIF);
    wait(l);
}

/* That of the first waves combined: of so many, or of one if there are none. */
static void combine_first(struct wfs_lower *l, const struct wfs_group *g, uint32_t op, wfs_val waves, wfs_val *met)
{
    struct wfs_code *c = l->code;
    const unsigned words = wfs_words(g->width);
    const wfs_val at = wfs_meeting(c);
    const struct wfs_pointer first = of_wave(l, wfs_const(0));
    wfs_val x[2], sum[2];

    load_words(l, &first, words, x);
    for (unsigned i = 0; i < words; i++) {
        met[i] = wfs_meeting(c);
        wfs_copy(c, met[i], x[i]);
    }
    wfs_copy(c, at, wfs_const(1));
    const uint32_t loop = wfs_loop(c);
    wfs_breakif(c, loop, wfs_geu(c, at, waves));
    const struct wfs_pointer next = of_wave(l, at);
    load_words(l, &next, words, x);
    wfs_combine(c, g->kind, g->width, op, met, x, sum);
    if (g->kind == WFS_GROUP_FLOAT)
        wfs_flush(c, g->width, sum);
    for (unsigned i = 0; i < words; i++)
        wfs_copy(c, met[i], sum[i]);
    wfs_copy(c, at, wfs_add(c, at, wfs_const(1)));
    wfs_flow(c, WF_OP_ENDLOOP);
}

bool wfs_workgroup_scan(struct wfs_lower *l, const struct wfs_group *g, uint32_t op, uint32_t operation,
                        const wfs_val *x, wfs_val *result)
{
    struct wfs_code *c = l->code;
    const unsigned words = wfs_words(g->width);
    wfs_val own[2], all[2], before[2], sum[2];

    if (wfs_waves_of_group(l) == 1 || operation > WfsGroupOperationExclusiveScan)
        return operation <= WfsGroupOperationExclusiveScan && wfs_group_scan(c, g, op, operation, x, 0, NULL, result);
    if (!wfs_group_scan(c, g, op, WfsGroupOperationReduce, x, 0, NULL, all))
        return false;
    put(l, words, all);
    if (operation == WfsGroupOperationReduce) {
        combine_first(l, g, op, wfs_const(wfs_waves_of_group(l)), result);
        return true;
    }
    const wfs_val wave = wfs_sv(c, WF_SV_WAVE);
    wfs_group_scan(c, g, op, operation, x, 0, NULL, own);
    combine_first(l, g, op, wave, before);
    wfs_combine(c, g->kind, g->width, op, before, own, sum);
    if (g->kind == WFS_GROUP_FLOAT)
        wfs_flush(c, g->width, sum);
    wfs_select(c, wave, words, sum, own, result);
    return true;
}

/* ---- of one lane ---- */

void wfs_workgroup_broadcast(struct wfs_lower *l, const struct wfs_group *g, const wfs_val *x, wfs_val lane,
                             wfs_val *result)
{
    struct wfs_code *c = l->code;
    const unsigned words = g->components * wfs_words(g->width);
    const struct wfs_pointer p = results(l);

    wait(l);
    wfs_if(c, wfs_eq(c, wfs_thread_index(l), lane));
    store_words(l, &p, words, x);
    wfs_flow(c, WF_OP_ENDIF);
    wait(l);
    load_words(l, &p, words, result);
}
