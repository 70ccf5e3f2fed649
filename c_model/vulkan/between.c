/* SPDX-License-Identifier: Apache-2.0 */
#include "between.h"

#include "report.h"
#include "stats.h"
#include "touched.h"
#include "watched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Races that are reported of a submission. */
enum { MOST = 16 };

struct pair {
    uint32_t first, second;             /* commands */
    uint16_t a, b;
};
struct submission {                     /* the one that a queue performs */
    uint64_t number;
    struct pair pair[MOST];
    unsigned pairs;
};
struct wfv_between {
    struct wfv_device *device;
    pthread_mutex_t lock;
    struct wfv_touched *touched;
    struct wfv_records records;
    struct wfv_clock begun;             /* all commands */
    uint64_t submissions;
    struct submission submission[WFV_QUEUES];
};

struct wfv_between *wfv_between_new(struct wfv_device *d)
{
    if (d->physical->instance->settings.races == WFV_WATCH_OFF)
        return NULL;
    struct wfv_between *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->device = d;
    b->touched = wfv_touched_new(wfv_arena_bytes(d->arena));
    if (b->touched && !pthread_mutex_init(&b->lock, NULL))
        return b;
    wfv_touched_free(b->touched);
    free(b);
    return NULL;
}

void wfv_between_free(struct wfv_between *b)
{
    if (!b)
        return;
    wfv_records_clear(&b->records);
    free(b->records.watched);
    wfv_touched_free(b->touched);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

/* ---- submissions ------------------------------------------------------------------------------------------------- */

void wfv_between_submission(struct wfv_between *b, const struct wfv_order *order, const struct wfv_clock *host,
                            bool is_alone)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    b->submission[order->queue] = (struct submission){.number = ++b->submissions};
    if (is_alone && wfv_clock_covers(host, &b->begun)) {
        wfv_touched_clear(b->touched);
        wfv_records_clear(&b->records);
    }
    pthread_mutex_unlock(&b->lock);
}

void wfv_between_forget(struct wfv_between *b, const struct wfv_pipeline *pipeline)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    wfv_records_forget(&b->records, pipeline);
    pthread_mutex_unlock(&b->lock);
}

/* NULL: no memory. */
static struct wfv_watched *add(struct wfv_between *b, struct wfv_order *order, enum wfv_stage stage)
{
    struct wfv_watched *w = wfv_records_add(&b->records, b->touched, order, stage);

    if (w) {
        w->submission = b->submission[order->queue].number;
        b->begun.at[w->queue][stage] = w->number;
    }
    return w;
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

static bool is_new(struct submission *s, const struct wfv_touch *first, const struct wfv_touch *second)
{
    const struct pair p = {first->command, second->command, first->pc, second->pc};

    for (unsigned i = 0; i < s->pairs; i++)
        if (s->pair[i].first == p.first && s->pair[i].second == p.second && s->pair[i].a == p.a && s->pair[i].b == p.b)
            return false;
    if (s->pairs == MOST)
        return false;
    s->pair[s->pairs++] = p;
    return true;
}

static struct wfv_actor actor_of(const struct wfv_watched *w, const struct wfv_touch *t, uint32_t address)
{
    const struct wfv_object *object = t->does == WF_TOUCH_LOAD ? &w->from : &w->to;
    struct wfv_actor a = {.launch = w->launch, .command = w->command,
                          .side = {.does = t->does, .pc = t->pc, .wave = t->wave, .lane = t->lane}};

    if (w->launch) {
        const uint32_t *groups = w->launch->groups;
        a.side.group[0] = t->group % groups[0];
        a.side.group[1] = t->group / groups[0] % groups[1];
        a.side.group[2] = t->group / groups[0] / groups[1];
        return a;
    }
    a.kind = object->kind;
    a.called = object->called;
    a.byte = address - object->begin;
    return a;
}

static enum wfv_apart apart(const struct wfv_watched *first, const struct wfv_watched *second,
                            const struct wfv_touch *t)
{
    if (t->does != WF_TOUCH_LOAD && wfv_touch_number(t) <= second->executed.at[first->queue][t->stage])
        return WFV_APART_UNSEEN;
    if (first->queue != second->queue)
        return WFV_APART_QUEUES;
    return first->submission != second->submission ? WFV_APART_SUBMISSIONS : WFV_APART_COMMANDS;
}

struct meeting {
    struct wfv_between *between;
    struct wfv_watched *second;
};
static void meet(void *user, const struct wfv_touch *first, const struct wfv_touch *second, uint32_t address,
                 uint32_t words)
{
    const struct meeting *m = user;
    struct wfv_between *b = m->between;
    struct wfv_watched *w = wfv_records_find(&b->records, wfv_touch_number(first)), *now = m->second;
    char text[WFV_REPORT];
    struct wfv_text t = wfv_text(text, sizeof text);

    if (!w || (!w->launch && !w->command))
        return;
    now->races += words;
    if (!is_new(&b->submission[now->queue], first, second))
        return;
    const struct wfv_actor before = actor_of(w, first, address), after = actor_of(now, second, address);
    wfv_report_between(&before, &after, address, apart(w, now, first), &t);
    wfv_say(b->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", text);
}

/* ---- dispatches -------------------------------------------------------------------------------------------------- */

bool wfv_between_begin(struct wfv_between *b, struct wfv_launch *l)
{
    struct wfv_launch *copy = b ? malloc(sizeof *copy) : NULL;

    l->watched = NULL;
    if (!copy)
        return false;
    *copy = *l;
    pthread_mutex_lock(&b->lock);
    struct wfv_watched *w = add(b, l->order, WFV_STAGE_SHADER);
    if (w) {
        w->launch = copy;
        w->runs = true;
    } else
        free(copy);
    l->between = b;
    l->watched = w;
    pthread_mutex_unlock(&b->lock);
    return w;
}

uint64_t wfv_between_end(struct wfv_launch *l)
{
    struct wfv_between *b = l->between;

    if (!l->watched)
        return 0;
    pthread_mutex_lock(&b->lock);
    l->watched->runs = false;
    const uint64_t races = l->watched->races;
    pthread_mutex_unlock(&b->lock);
    return races;
}

static enum wf_touch_kind kind_of(const struct wf_insn *insn, unsigned how)
{
    return wf_op_is_load(insn->op) || (how & WF_HOW_LOADS) ? WF_TOUCH_LOAD
           : wf_op_is_store(insn->op) ? WF_TOUCH_STORE : WF_TOUCH_ATOMIC;
}

/* What the driver took for the dispatch alone is not watched. */
void wfv_between_touch(const struct wfv_launch *l, const uint32_t group[3], unsigned wave, const struct wf_effect *e)
{
    struct wfv_between *b = l->between;
    struct wfv_watched *w = l->watched;

    if (!w || !e->is_mem || e->fault)
        return;
    const struct wf_insn insn = wf_insn_decode(e->word);
    const unsigned how = l->code->code.how && e->pc < l->code->code.count ? l->code->code.how[e->pc] : 0;
    struct meeting meeting = {b, w};
    const struct wfv_toucher by = {&w->executed, &w->visible, meet, &meeting};
    struct wfv_touch now = {.command = w->number * WFV_QUEUES + w->queue, .stage = WFV_STAGE_SHADER,
                            .does = kind_of(&insn, how) & 3,
                            .group = (group[0] + l->groups[0] * (group[1] + l->groups[1] * group[2])) & 0x7ffffff,
                            .is_part = !!(how & WF_HOW_PART), .is_coherent = !!(how & WF_HOW_COHERENT),
                            .pc = e->pc, .wave = wave & 0xff};
    pthread_mutex_lock(&b->lock);
    for (unsigned lane = 0; lane < l->pipeline->wave_size; lane++) {
        if (!e->access[lane] || e->address[lane] - l->own_at < l->own_bytes)
            continue;
        now.lane = lane & 0x7f;
        wfv_touched_word(b->touched, &by, now, e->address[lane]);
        if (wf_op_is_atomic64(insn.op))
            wfv_touched_word(b->touched, &by, now, e->address[lane] + 4);
    }
    pthread_mutex_unlock(&b->lock);
}

/* ---- other commands ---------------------------------------------------------------------------------------------- */

static void put_object(struct wfv_object *o, const struct wfv_area *a)
{
    o->kind = a->kind;
    o->begin = a->begin;
    snprintf(o->called, sizeof o->called, "%s", a->called ? a->called : "");
}

static void touch_area(struct wfv_between *b, struct wfv_watched *w, enum wfv_stage stage, const struct wfv_area *a,
                       enum wf_touch_kind does)
{
    struct meeting meeting = {b, w};
    const struct wfv_toucher by = {&w->executed, &w->visible, meet, &meeting};
    const struct wfv_touch now = {.command = w->number * WFV_QUEUES + w->queue, .stage = stage & 3, .does = does & 3};

    if (a->row == a->bytes && a->slices == 1) {     /* pages of many rows have one record */
        wfv_touched_bytes(b->touched, &by, now, a->at, a->rows * a->bytes);
        return;
    }
    for (uint64_t z = 0; z < a->slices; z++)
        for (uint64_t y = 0; y < a->rows; y++)
            wfv_touched_bytes(b->touched, &by, now, a->at + z * a->slice + y * a->row, a->bytes);
}

/* The table of dispatches has the races of those; the others are counted apart. */
void wfv_between_traffic(struct wfv_between *b, struct wfv_order *order, const struct wfv_traffic *t)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    struct wfv_watched *w = t->is_more ? wfv_records_find(&b->records, order->last) : add(b, order, t->stage);
    uint64_t races = 0;
    if (w) {
        w->command = t->command;
        put_object(&w->from, &t->from);
        put_object(&w->to, &t->to);
        races = w->races;
        touch_area(b, w, t->stage, &t->from, WF_TOUCH_LOAD);
        touch_area(b, w, t->stage, &t->to, WF_TOUCH_STORE);
        races = w->races - races;
    }
    pthread_mutex_unlock(&b->lock);
    wfv_stats_add_races(races);
}
