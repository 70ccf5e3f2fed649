/* SPDX-License-Identifier: Apache-2.0 */
#include "between.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* Words of a page; races that are reported of a submission. */
enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, MOST = 16 };

/* The last dispatch that touched a word in this way: valid in its epoch alone. */
struct touch {
    uint32_t epoch, launch;             /* launch: 1 + its index */
    struct wf_race_side side;
    uint8_t how;
};
struct word {
    struct touch write, read, other;    /* other: the last load by a dispatch that is not that of `read` */
};
struct pair {
    uint32_t first, second;             /* launches */
    uint16_t a, b;
};
struct wfv_between {
    struct wfv_device *device;
    struct word **page;
    size_t pages;
    uint32_t writes, reads;             /* the epochs of stores and of loads */
    uint32_t counts_from;               /* stores of launches below it are visible to indirect dispatches */
    bool leaves, is_visible;            /* a barrier came after shaders, none before others yet; it has memory */
    struct wfv_launch **launch;         /* [launches] copies, of this submission */
    uint32_t launches;
    uint64_t races, early;              /* early: of the next dispatch, found before it begins */
    struct pair pair[MOST];
    unsigned pairs;
};

struct wfv_between *wfv_between_new(struct wfv_device *d)
{
    if (d->physical->instance->settings.races == WFV_WATCH_OFF)
        return NULL;
    struct wfv_between *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->device = d;
    b->pages = wfv_arena_bytes(d->arena) / 4 / PAGE + 1;
    b->page = calloc(b->pages, sizeof(struct word *));
    b->writes = b->reads = 1;
    if (b->page)
        return b;
    free(b);
    return NULL;
}

void wfv_between_free(struct wfv_between *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->pages; i++)
        free(b->page[i]);
    for (uint32_t i = 0; i < b->launches; i++)
        free(b->launch[i]);
    free(b->launch);
    free(b->page);
    free(b);
}

/* Barriers make chains: from compute shaders to copies, and from those to compute shaders. */
void wfv_between_order(struct wfv_between *b, VkPipelineStageFlags2 from, VkPipelineStageFlags2 to, bool memory)
{
    const VkPipelineStageFlags2 all = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;

    if (!b)
        return;
    if (from & (all | VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT)) {
        b->leaves = true;
        b->is_visible |= memory;
    }
    if (!b->leaves)
        return;
    if (b->is_visible && (to & (VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT)))
        b->counts_from = b->launches + 1;
    if (!(to & (all | VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT))) {
        /* shaders come after the stage that reads counts: they wait, but see no stores */
        b->reads += (to & VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT) != 0;
        return;
    }
    b->reads++;
    b->writes += b->is_visible;
    b->leaves = b->is_visible = false;
}

bool wfv_between_begin(struct wfv_between *b, struct wfv_launch *l)
{
    struct wfv_launch **larger, *copy;

    if (!b)
        return false;
    b->races = b->early;
    b->early = 0;
    larger = realloc(b->launch, (b->launches + 1) * sizeof(struct wfv_launch *));
    if (!larger)
        return false;
    b->launch = larger;
    copy = malloc(sizeof *copy);
    if (!copy)
        return false;
    *copy = *l;
    b->launch[b->launches++] = copy;
    l->between_number = b->launches;
    return true;
}

uint64_t wfv_between_races(const struct wfv_between *b)
{
    return b ? b->races : 0;
}

/* ---- touches ----------------------------------------------------------------------------------------------------- */

static bool is_new(struct wfv_between *b, const struct touch *first, const struct touch *second)
{
    const struct pair p = {first->launch, second->launch, first->side.pc, second->side.pc};

    for (unsigned i = 0; i < b->pairs; i++)
        if (b->pair[i].first == p.first && b->pair[i].second == p.second && b->pair[i].a == p.a && b->pair[i].b == p.b)
            return false;
    if (b->pairs == MOST)
        return false;
    b->pair[b->pairs++] = p;
    return true;
}

static void tell(struct wfv_between *b, const struct touch *first, const struct touch *second, uint32_t address)
{
    char text[WFV_REPORT];
    struct wfv_text t = wfv_text(text, sizeof text);

    b->races++;
    if (!is_new(b, first, second))
        return;
    wfv_report_between(b->launch[first->launch - 1], &first->side, b->launch[second->launch - 1], &second->side,
                       address, &t);
    wfv_say(b->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", text);
}

/* As races of one dispatch: atomics and coherent accesses may meet, and accesses of parts of words. */
static bool may_meet(const struct touch *a, const struct touch *b)
{
    const bool is_atomic[2] = {a->side.does == WF_TOUCH_ATOMIC, b->side.does == WF_TOUCH_ATOMIC};

    return (a->how & b->how & WF_HOW_PART) || (is_atomic[0] && is_atomic[1]) ||
           (is_atomic[0] && (b->how & WF_HOW_COHERENT)) || (is_atomic[1] && (a->how & WF_HOW_COHERENT));
}

static void check(struct wfv_between *b, const struct touch *before, uint32_t epoch, const struct touch *now,
                  uint32_t address)
{
    if (before->epoch == epoch && before->launch && before->launch != now->launch && !may_meet(before, now))
        tell(b, before, now, address);
}

static void touch(struct wfv_between *b, uint32_t address, struct touch *now)
{
    struct word **page = &b->page[address / 4 >> PAGE_BITS];

    if (!*page && !(*page = calloc(PAGE, sizeof **page)))
        return;
    struct word *w = &(*page)[address / 4 & (PAGE - 1)];
    check(b, &w->write, b->writes, now, address);
    if (now->side.does == WF_TOUCH_LOAD) {
        now->epoch = b->reads;
        if (w->read.launch != now->launch)
            w->other = w->read;
        w->read = *now;
        return;
    }
    check(b, w->read.launch != now->launch ? &w->read : &w->other, b->reads, now, address);
    now->epoch = b->writes;
    w->write = *now;
}

void wfv_between_touch(struct wfv_between *b, const struct wfv_launch *l, const uint32_t group[3], unsigned wave,
                       const struct wf_effect *e)
{
    const struct wf_buffer *own = &l->buffer[WFV_NUMBER_SCRATCH];
    struct touch now = {.launch = l->between_number,
                        .side = {.pc = e->pc, .wave = wave, .group = {group[0], group[1], group[2]}}};

    if (!e->is_mem || e->fault)
        return;
    const struct wf_insn insn = wf_insn_decode(e->word);
    now.how = l->code->code.how && e->pc < l->code->code.count ? l->code->code.how[e->pc] : 0;
    now.side.does = wf_op_is_load(insn.op) || (now.how & WF_HOW_LOADS) ? WF_TOUCH_LOAD
                    : wf_op_is_store(insn.op) ? WF_TOUCH_STORE : WF_TOUCH_ATOMIC;
    for (unsigned lane = 0; lane < l->pipeline->wave_size; lane++) {
        if (!e->access[lane] || e->address[lane] - own->base < own->size)
            continue;
        now.side.lane = lane;
        touch(b, e->address[lane], &now);
        if (wf_op_is_atomic64(insn.op))
            touch(b, e->address[lane] + 4, &now);
    }
}

/* The words of the counts that a dispatch before has stored to, with no barrier for them: one is told. */
void wfv_between_counts(struct wfv_between *b, const struct wfv_launch *l, uint64_t at)
{
    char text[WFV_REPORT];
    struct wfv_text t = wfv_text(text, sizeof text);

    if (!b)
        return;
    for (uint64_t word = at / 4; word < at / 4 + 3; word++) {
        const struct word *page = b->page[word >> PAGE_BITS];
        const struct touch *store = page ? &page[word & (PAGE - 1)].write : NULL;
        if (!store || !store->launch || store->launch < b->counts_from)
            continue;
        b->early++;
        wfv_report_counts(b->launch[store->launch - 1], &store->side, l, (uint32_t)(4 * word), &t);
        wfv_say(b->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", text);
        return;
    }
}
