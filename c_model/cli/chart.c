/* SPDX-License-Identifier: Apache-2.0
 * chart.c - what a chart keeps of a run (see chart.h), and its pictures.
 */
#include "chart.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PARTS = WF_CNT_STALL_FETCH - WF_CNT_STALL_EMPTY + 2 };   /* the causes, and an issue */
enum { WIDTH = 1000, LEFT = 60, RIGHT = 12, AXIS = 22 };        /* of a picture, in pixels */

struct chart_wave {
    unsigned slot, dispatch;    /* dispatch from 1 */
    uint32_t group[3];
    unsigned wave;
    uint64_t begun, ended;
};
struct wait { unsigned slot; uint64_t from, to; };
struct slot {
    bool resides, waits;
    struct chart_wave wave;
    uint64_t arrived;
};
struct chart {
    unsigned cores, slots;              /* slots of a core */
    struct slot *slot;                  /* [cores * slots] */
    uint64_t launched;
    unsigned waves, waits;
    struct chart_wave *wave;            /* [CHART_WAVES] that ended */
    struct wait *wait;                  /* [CHART_WAITS] */
    uint64_t width;                     /* cycles of a part, a power of two */
    uint64_t part[CHART_BUCKETS][PARTS];
};

struct chart *chart_new(unsigned cores, unsigned slots)
{
    struct chart *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    *c = (struct chart){.cores = cores, .slots = slots, .width = 1, .slot = calloc((size_t)cores * slots, sizeof *c->slot),
                        .wave = calloc(CHART_WAVES, sizeof *c->wave), .wait = calloc(CHART_WAITS, sizeof *c->wait)};
    if (c->slot && c->wave && c->wait)
        return c;
    chart_free(c);
    return NULL;
}

void chart_free(struct chart *c)
{
    if (!c)
        return;
    free(c->slot);
    free(c->wave);
    free(c->wait);
    free(c);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static struct slot *slot_of(const struct chart *c, unsigned slot)
{
    return slot < c->cores * c->slots ? &c->slot[slot] : NULL;
}

void chart_launch(struct chart *c, uint64_t time, unsigned slot, unsigned dispatch, const uint32_t group[3],
                  unsigned wave)
{
    struct slot *s = slot_of(c, slot);
    if (!s)
        return;
    c->launched++;
    *s = (struct slot){.resides = true, .wave = {.slot = slot, .dispatch = dispatch, .wave = wave, .begun = time,
                                                 .group = {group[0], group[1], group[2]}}};
}

bool chart_resides(const struct chart *c, unsigned slot)
{
    const struct slot *s = slot_of(c, slot);
    return s && s->resides;
}

void chart_arrive(struct chart *c, uint64_t time, unsigned slot)
{
    struct slot *s = slot_of(c, slot);
    if (!s || !s->resides)
        return;
    s->waits = true;
    s->arrived = time;
}

void chart_release(struct chart *c, uint64_t time, unsigned slot)
{
    struct slot *s = slot_of(c, slot);
    if (!s || !s->waits)
        return;
    s->waits = false;
    if (c->waits < CHART_WAITS && c->waves < CHART_WAVES)
        c->wait[c->waits++] = (struct wait){slot, s->arrived, time};
}

void chart_end(struct chart *c, uint64_t time, unsigned slot)
{
    struct slot *s = slot_of(c, slot);
    if (!s || !s->resides)
        return;
    chart_release(c, time, slot);
    s->resides = false;
    s->wave.ended = time;
    if (c->waves < CHART_WAVES)
        c->wave[c->waves++] = s->wave;
}

void chart_cycle(struct chart *c, uint64_t cycle, uint32_t stalls)
{
    unsigned n = 0;
    while (n < PARTS - 1 && !(stalls >> n & 1))
        n++;
    while (cycle / c->width >= CHART_BUCKETS) {         /* two parts become one */
        for (unsigned i = 0; i < CHART_BUCKETS; i++)
            for (unsigned k = 0; k < PARTS; k++)
                c->part[i][k] = 2 * i < CHART_BUCKETS ? c->part[2 * i][k] + c->part[2 * i + 1][k] : 0;
        c->width *= 2;
    }
    c->part[cycle / c->width][n]++;
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

uint64_t chart_waves(const struct chart *c)
{
    return c->launched;
}

unsigned chart_drawn(const struct chart *c)
{
    return c->waves;
}

/* Where a time is, of a picture that ends at `end`. */
static double x_of(uint64_t time, uint64_t end)
{
    return LEFT + (double)time * (WIDTH - LEFT - RIGHT) / (double)(end ? end : 1);
}

/* 1, 2 or 5 times a power of ten, so that at most ten fit. */
static uint64_t step_of(uint64_t end)
{
    uint64_t step = 1;
    for (unsigned n = 0; end / step > 10; n++)
        step = n % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

static void put_axis(FILE *file, uint64_t end, unsigned top, unsigned bottom, const char *unit)
{
    for (uint64_t t = 0; t <= end; t += step_of(end)) {
        fprintf(file, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%u\" y2=\"%u\"/>", x_of(t, end), x_of(t, end),
                top, bottom);
        fprintf(file, "<text class=\"tick\" text-anchor=\"middle\" x=\"%.1f\" y=\"%u\">%" PRIu64 "%s%s</text>\n",
                x_of(t, end), bottom + 15, t, t ? "" : " ", t ? "" : unit);
    }
}

static void begin_picture(FILE *file, unsigned height, const char *label)
{
    fprintf(file, "<div class=\"scroll\"><svg viewBox=\"0 0 %d %u\" width=\"%d\" height=\"%u\" role=\"img\" "
            "aria-label=\"%s\">\n", WIDTH, height, WIDTH, height, label);
}

/* Rows that a picture needs: to the last slot of each core that had a wave. */
static unsigned rows_of(const struct chart *c)
{
    unsigned rows = 1;
    for (unsigned i = 0; i < c->waves; i++)
        if (c->wave[i].slot % c->slots >= rows)
            rows = c->wave[i].slot % c->slots + 1;
    return rows;
}

struct rows { unsigned rows, height, gap; };    /* of a core; pixels of a row; between cores */

static double y_of(const struct chart *c, const struct rows *r, unsigned slot)
{
    const unsigned core = slot / c->slots;
    return 4 + core * (r->rows * r->height + r->gap) + slot % c->slots * r->height;
}

static void put_bar(FILE *file, const char *class, double x, double to, double y, unsigned height)
{
    fprintf(file, "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%u\"", class, x, y,
            to - x > 0.6 ? to - x : 0.6, height > 4 ? height - 2 : height);
}

static void put_rows(FILE *file, const struct chart *c, const struct rows *r)
{
    const unsigned every = r->height >= 12 ? 1 : r->height >= 6 ? 4 : 8;
    for (unsigned core = 0; core < c->cores; core++)
        for (unsigned i = 0; i < r->rows; i += every) {
            const double y = y_of(c, r, core * c->slots + i) + (r->height > 4 ? r->height - 2 : r->height) / 2.0 + 3.5;
            fprintf(file, "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">", LEFT - 6, y);
            if (c->cores > 1)
                fprintf(file, "c%u ", core);
            fprintf(file, "s%u</text>\n", i);
        }
}

void chart_draw_waves(FILE *file, struct chart *c, uint64_t end, const char *unit, bool several)
{
    for (unsigned slot = 0; slot < c->cores * c->slots; slot++)
        chart_end(c, end, slot);
    uint64_t last = 0;
    for (unsigned i = 0; i < c->waves; i++)
        last = c->wave[i].ended > last ? c->wave[i].ended : last;
    if (c->waves == c->launched && end > last)
        last = end;
    struct rows r = {.rows = rows_of(c), .gap = 8};
    r.height = c->cores * r.rows <= 24 ? 16 : c->cores * r.rows <= 64 ? 9 : 3;
    const unsigned bottom = 4 + c->cores * (r.rows * r.height + r.gap);
    begin_picture(file, bottom + AXIS, "waves by slot, over time");
    put_axis(file, last, 4, bottom, unit);
    put_rows(file, c, &r);
    for (unsigned i = 0; i < c->waves; i++) {
        const struct chart_wave *w = &c->wave[i];
        put_bar(file, w->wave % 2 ? "wave odd" : "wave", x_of(w->begun, last), x_of(w->ended, last),
                y_of(c, &r, w->slot), r.height);
        fputs("><title>", file);
        if (several)
            fprintf(file, "dispatch %u ", w->dispatch);
        fprintf(file, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " wave %u, slot %u: %" PRIu64 " to %" PRIu64
                "</title></rect>\n", w->group[0], w->group[1], w->group[2], w->wave, w->slot, w->begun, w->ended);
    }
    for (unsigned i = 0; i < c->waits; i++) {
        const struct wait *w = &c->wait[i];
        put_bar(file, "p1", x_of(w->from, last), x_of(w->to, last), y_of(c, &r, w->slot), r.height);
        fprintf(file, "><title>waits at the barrier: %" PRIu64 " to %" PRIu64 "</title></rect>\n", w->from, w->to);
    }
    fputs("</svg></div>\n", file);
}

/* One path per cause: what it has of each part stands on what comes before it. */
static void put_cause(FILE *file, const struct chart *c, unsigned k, double bottom[CHART_BUCKETS], uint64_t end,
                      unsigned height)
{
    bool any = false;
    for (unsigned i = 0; i < CHART_BUCKETS; i++) {
        uint64_t all = 0;
        for (unsigned n = 0; n < PARTS; n++)
            all += c->part[i][n];
        if (!c->part[i][k])
            continue;
        const uint64_t from = i * c->width, to = from + c->width < end ? from + c->width : end;
        const double share = height * (double)c->part[i][k] / (double)all;
        bottom[i] -= share;
        if (!any)
            fprintf(file, "<path class=\"p%u\" d=\"", k);
        fprintf(file, "M%.1f %.1fh%.1fv%.1fH%.1fz", x_of(from, end), bottom[i],
                x_of(to > from ? to : from + 1, end) - x_of(from, end) + 0.1, share, x_of(from, end));
        any = true;
    }
    if (any)
        fputs("\"/>\n", file);
}

void chart_draw_causes(FILE *file, const struct chart *c, uint64_t end)
{
    enum { TOP = 6, HEIGHT = 120 };
    double bottom[CHART_BUCKETS];
    begin_picture(file, TOP + HEIGHT + AXIS, "share of the cycles by cause, over time");
    put_axis(file, end, TOP, TOP + HEIGHT, "cycles");
    for (unsigned i = 0; i < CHART_BUCKETS; i++)
        bottom[i] = TOP + HEIGHT;
    for (unsigned n = 0; n < PARTS; n++)                /* issues first */
        put_cause(file, c, (n + PARTS - 1) % PARTS, bottom, end, HEIGHT);
    fprintf(file, "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%d\">100 %%</text>", LEFT - 6, TOP + 9);
    fprintf(file, "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%d\">0</text>\n", LEFT - 6, TOP + HEIGHT);
    fputs("</svg></div>\n", file);
}
