/* SPDX-License-Identifier: Apache-2.0
 * test_timeline.c - a timeline is JSON, its events are those of the trace-event format, and the slices of a track lie in each other or apart.
 * Without more it writes one itself, with names that JSON must escape and waves that never end; with WF_TIMELINE=FILE it reads that one.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../c_model/cli/timeline.h"
#include "../common/wf_check.h"

/* ---- a reader of JSON, strict -------------------------------------------------------------------------------------------- */

struct event {
    char phase;                 /* 0: none */
    double pid, tid, ts, dur;   /* -1 where there is none */
    char name[300];
    double value;               /* of args, -1 */
};

struct reader {
    const char *at;
    bool good;
    unsigned depth;
    struct event *event;        /* [events] */
    size_t events, room;
};

static void blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')
        r->at++;
}

static bool take(struct reader *r, char c)
{
    blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static void need(struct reader *r, char c)
{
    r->good = take(r, c) && r->good;
}

static void string(struct reader *r, char *text, size_t room)
{
    size_t n = 0;
    need(r, '"');
    for (; r->good && *r->at != '"'; r->at++) {
        r->good = (unsigned char)*r->at >= 0x20;
        if (*r->at == '\\') {
            r->at++;
            r->good = r->good && strchr("\"\\/bfnrtu", *r->at) != NULL && *r->at;
            for (int i = 0; *r->at == 'u' && i < 4; i++)
                r->good = r->good && isxdigit((unsigned char)r->at[1 + i]);
            if (*r->at == 'u' && r->good)
                r->at += 4;
        }
        if (n + 1 < room)
            text[n++] = *r->at;
    }
    text[n] = '\0';
    need(r, '"');
}

static double number(struct reader *r)
{
    char *end;
    blanks(r);
    r->good = r->good && (isdigit((unsigned char)*r->at) || *r->at == '-');
    const double value = strtod(r->at, &end);
    r->at = end;
    return value;
}

static void value(struct reader *r, struct event *e, const char *key);

static void object(struct reader *r, struct event *e)
{
    char key[80];
    need(r, '{');
    if (take(r, '}'))
        return;
    do {
        string(r, key, sizeof key);
        need(r, ':');
        value(r, e, key);
    } while (r->good && take(r, ','));
    need(r, '}');
}

static struct event *new_event(struct reader *r)
{
    if (r->events == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        r->event = realloc(r->event, r->room * sizeof *r->event);
        if (!r->event)
            abort();
    }
    r->event[r->events] = (struct event){.pid = -1, .tid = -1, .ts = -1, .dur = -1, .value = -1};
    return &r->event[r->events++];
}

static void array(struct reader *r, bool events)
{
    need(r, '[');
    if (take(r, ']'))
        return;
    do
        value(r, events ? new_event(r) : NULL, "");
    while (r->good && take(r, ','));
    need(r, ']');
}

static void value(struct reader *r, struct event *e, const char *key)
{
    char text[300];
    blanks(r);
    if (!r->good || ++r->depth > 8) {
        r->good = false;
        return;
    }
    if (*r->at == '{') {
        object(r, e);
    } else if (*r->at == '[') {
        array(r, !strcmp(key, "traceEvents"));
    } else if (*r->at == '"') {
        string(r, text, sizeof text);
        if (e && !strcmp(key, "ph"))
            e->phase = text[1] ? '?' : text[0];
        if (e && !strcmp(key, "name") && !e->name[0])
            memcpy(e->name, text, sizeof text);
    } else {
        const double n = number(r);
        if (e)
            *(!strcmp(key, "pid") ? &e->pid : !strcmp(key, "tid") ? &e->tid : !strcmp(key, "ts") ? &e->ts : !strcmp(key, "dur") ? &e->dur :
              !strcmp(key, "value") ? &e->value : &(double){0}) = n;
    }
    r->depth--;
}

/* ---- what a timeline must be ---------------------------------------------------------------------------------------------- */

static int by_track_and_time(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    if (x->tid != y->tid)
        return x->tid < y->tid ? -1 : 1;
    if (x->ts != y->ts)
        return x->ts < y->ts ? -1 : 1;
    return x->dur > y->dur ? -1 : x->dur < y->dur;
}

/* Of slices in the order above: each begins behind the end of those before it, or ends inside the one that holds it. */
static void check_nesting(const struct event *event, size_t events)
{
    double end[8], process = -1, track = -1;
    unsigned open = 0;
    for (size_t i = 0; i < events; i++) {
        const struct event *e = &event[i];
        if (e->phase != 'X')
            continue;
        if (process != e->pid || track != e->tid)
            open = 0;
        process = e->pid;
        track = e->tid;
        while (open && end[open - 1] <= e->ts)
            open--;
        CHECK(open == 0 || e->ts + e->dur <= end[open - 1]);
        CHECK(open < 2);                        /* a wave, and in it an instruction or a wait */
        if (open < 8)
            end[open++] = e->ts + e->dur;
    }
}

/* The events of the text, in the order above; to be freed. */
static struct event *check_text(const char *text, size_t *events)
{
    struct reader r = {.at = text, .good = true};
    value(&r, NULL, "");
    blanks(&r);
    CHECK(r.good);
    CHECK_EQ(*r.at, 0);
    CHECK(r.events > 0);
    for (size_t i = 0; i < r.events; i++) {
        const struct event *e = &r.event[i];
        CHECK(e->phase == 'X' || e->phase == 'C' || e->phase == 'M');
        CHECK(e->pid >= 1 && e->pid <= 17 && e->tid >= 0 && e->name[0]);
        CHECK((e->phase == 'X') == (e->dur >= 0));
        CHECK((e->phase == 'M') == (e->ts < 0));
        CHECK((e->phase == 'C') == (e->value >= 0));
    }
    if (r.events)
        qsort(r.event, r.events, sizeof *r.event, by_track_and_time);
    check_nesting(r.event, r.events);
    *events = r.events;
    return r.event;
}

/* ---- one of our own --------------------------------------------------------------------------------------------------------- */

static const struct event *find(const struct event *event, size_t events, char phase, const char *name, double ts)
{
    for (size_t i = 0; i < events; i++)
        if (event[i].phase == phase && !strcmp(event[i].name, name) && event[i].ts == ts)
            return &event[i];
    return NULL;
}

static char *contents(FILE *file)
{
    const long length = ftell(file);
    char *text = length < 0 ? NULL : calloc((size_t)length + 1, 1);
    rewind(file);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length)
        abort();
    return text;
}

static struct wf_effect *effect_of(const struct wf_kernel *kernel, unsigned pc, unsigned lanes)
{
    struct wf_effect *e = calloc(1, sizeof *e);
    if (!e)
        abort();
    e->pc = (uint16_t)pc;
    e->word = kernel->code[pc];
    for (unsigned l = 0; l < lanes; l++)
        e->exec[l] = true;
    e->barrier = (e->word & 0xff) == WF_OP_BARRIER;
    return e;
}

/* What an event must be; -1: it has none of that. */
struct wanted { char phase; const char *name; double ts, dur, pid, tid, value; };

static void check_events(const struct wanted *want, size_t count, const struct event *event, size_t events)
{
    for (size_t i = 0; i < count; i++) {
        const struct event *e = find(event, events, want[i].phase, want[i].name, want[i].ts);
        CHECK(e != NULL);
        if (e) {
            CHECK(e->dur == want[i].dur);
            CHECK(e->pid == want[i].pid);
            CHECK(e->tid == want[i].tid);
            CHECK(e->value == want[i].value);
        }
    }
}

static void own(void)
{
    static const char text[] = "[numthreads(8,1,1)]\nbuffer Out[1]\ncode\nadd\t\tr1, r1, 1\nbarrier\nend\n";
    const struct wf_device device = {.lanes = 8, .waves = 4, .groups = 2, .regs = 16, .lds_words = 64, .imem_words = 64};
    const uint32_t group[3] = {7, 0, 1};
    struct wf_kernel *kernel = wf_kernel_parse(text, sizeof text - 1, &device, 0, NULL, NULL);
    FILE *file = tmpfile();
    size_t events;

    CHECK(kernel && file);
    if (!kernel || !file)
        return;
    kernel->source[1] = '"';                    /* a"d r1, r1, 1 */
    struct wf_timeline *t = wf_timeline_new(file, 1, 4, 8, false);
    struct wf_effect *add = effect_of(kernel, 0, 5), *barrier = effect_of(kernel, 1, 8);
    wf_timeline_accept(t, 0, 0, 1, 8);
    wf_timeline_launch(t, 10, 3, &(struct wf_timeline_wave){.kernel = kernel, .dispatch = 1, .group = group, .wave = 2, .live = 8});
    wf_timeline_retire(t, 30, 14, 3, add);
    wf_timeline_launch(t, 31, 0, &(struct wf_timeline_wave){.kernel = kernel, .dispatch = 1, .group = group, .wave = 0, .live = 8});
    wf_timeline_banks(t, 33, 0, 5);
    wf_timeline_banks(t, 34, 0, 5);
    wf_timeline_banks(t, 35, 0, 0);
    wf_timeline_retire(t, 40, 34, 3, barrier);
    wf_timeline_release(t, 55, 3);
    wf_timeline_retire(t, 60, 41, 0, barrier);  /* never released */
    wf_timeline_end(t, 70, 3);
    wf_timeline_launch(t, 70, 3, &(struct wf_timeline_wave){.kernel = kernel, .dispatch = 1, .group = group, .wave = 3, .live = 8});  /* the next wave of the slot, in the same cycle */
    wf_timeline_finish(t, 100);
    wf_timeline_free(t);
    char *json = contents(file);
    struct event *event = check_text(json, &events);
    static const struct wanted want[] = {
        {'X', "a\"d r1, r1, 1", 14, 16, 1, 4, -1}, {'X', "waits at the barrier", 40, 15, 1, 4, -1},
        {'X', "waits at the barrier", 60, 40, 1, 1, -1}, {'X', "group 7,0,1 wave 2", 10, 60, 1, 4, -1},
        {'X', "group 7,0,1 wave 3", 70, 30, 1, 4, -1}, {'X', "group 7,0,1 wave 0", 31, 69, 1, 1, -1},
        {'X', "dispatch 1", 0, 100, 2, 1, -1}, {'C', "waves resident", 31, -1, 1, 0, 2},
        {'C', "waves resident", 100, -1, 1, 0, 1}, {'C', "LDS banks busy", 33, -1, 1, 0, 5},
        {'C', "LDS banks busy", 35, -1, 1, 0, 0}};
    check_events(want, sizeof want / sizeof want[0], event, events);
    CHECK(!find(event, events, 'C', "LDS banks busy", 34));
    CHECK(strstr(json, "\"ending\":\"not ended\"") != NULL);
    CHECK(strstr(json, "\"args\":{\"live\":8}}") != NULL);
    CHECK(strstr(json, "\"line\":4,\"pc\":0,\"lanes\":5,\"exec\":\"1f\"") != NULL);
    free(add);
    free(barrier);
    free(event);
    free(json);
    fclose(file);
    wf_kernel_free(kernel);
}

/* Two cores of three slots, two dispatches of one id and one of another, each with a kernel of its own. */
static void several(void)
{
    static const char text[] = "buffer Out[1]\n--- a\n[numthreads(8,1,1)]\ncode\nadd r1, r1, 1\nend\n--- b\n[numthreads(8,1,1)]\ncode\nmov r2, r1\nend\n";
    const struct wf_device device = {.lanes = 8, .waves = 3, .groups = 2, .regs = 16, .lds_words = 64, .imem_words = 64};
    const uint32_t group[3] = {5, 0, 0};
    struct wf_kernel *kernel = wf_kernel_parse(text, sizeof text - 1, &device, 0, NULL, NULL);
    FILE *file = tmpfile();
    size_t events;

    CHECK(kernel && kernel->next && file);
    if (!kernel || !file)
        return;
    struct wf_effect *effect = effect_of(kernel, 0, 8);
    struct wf_timeline *t = wf_timeline_new(file, 2, 3, 8, true);
    wf_timeline_accept(t, 0, 1, 1, 8);
    wf_timeline_accept(t, 2, 3, 2, 4);
    wf_timeline_launch(t, 5, 2, &(struct wf_timeline_wave){.kernel = kernel, .dispatch = 1, .group = group, .wave = 0, .live = 8});
    wf_timeline_launch(t, 6, 3, &(struct wf_timeline_wave){.kernel = kernel->next, .dispatch = 2, .group = group, .wave = 1, .live = 4});
    wf_timeline_launch(t, 7, 5, &(struct wf_timeline_wave){.kernel = kernel->next, .dispatch = 2, .group = group, .wave = 2, .live = 4});
    wf_timeline_launch(t, 7, 6, &(struct wf_timeline_wave){.kernel = kernel, .dispatch = 1, .group = group, .wave = 9, .live = 4});  /* no such slot */
    wf_timeline_retire(t, 20, 9, 2, effect);
    effect->word = kernel->next->code[0];
    wf_timeline_retire(t, 21, 9, 3, effect);
    wf_timeline_banks(t, 22, 1, 3);
    wf_timeline_banks(t, 23, 0, 3);
    wf_timeline_banks(t, 23, 2, 3);             /* no such core */
    wf_timeline_end(t, 30, 2);
    wf_timeline_answer(t, 31, 1, "complete", 1);
    wf_timeline_answer(t, 32, 1, "complete", 1);        /* not in flight */
    wf_timeline_accept(t, 40, 1, 3, 8);
    wf_timeline_end(t, 41, 3);
    wf_timeline_answer(t, 45, 3, "cancelled", 7);
    wf_timeline_finish(t, 50);
    wf_timeline_free(t);
    char *json = contents(file);
    struct event *event = check_text(json, &events);
    static const struct wanted want[] = {
        {'X', "dispatch 1", 0, 31, 3, 2, -1}, {'X', "dispatch 2", 2, 43, 3, 4, -1}, {'X', "dispatch 3", 40, 10, 3, 2, -1},
        {'X', "group 5,0,0 wave 0", 5, 25, 1, 3, -1}, {'X', "group 5,0,0 wave 1", 6, 35, 2, 1, -1}, {'X', "group 5,0,0 wave 2", 7, 43, 2, 3, -1},
        {'X', "add r1, r1, 1", 9, 11, 1, 3, -1}, {'X', "mov r2, r1", 9, 12, 2, 1, -1},
        {'C', "waves resident", 5, -1, 1, 0, 1}, {'C', "waves resident", 6, -1, 2, 0, 1}, {'C', "waves resident", 7, -1, 2, 0, 2},
        {'C', "waves resident", 30, -1, 1, 0, 0}, {'C', "waves resident", 41, -1, 2, 0, 1},
        {'C', "LDS banks busy", 22, -1, 2, 0, 3}, {'C', "LDS banks busy", 23, -1, 1, 0, 3}};
    check_events(want, sizeof want / sizeof want[0], event, events);
    CHECK(!strstr(json, "wave 9"));
    CHECK(strstr(json, "\"live\":8,\"dispatch\":1}}") != NULL);
    CHECK(strstr(json, "\"live\":4,\"dispatch\":2}}") != NULL);
    CHECK(strstr(json, "{\"dispatch\":2,\"wave size\":4,\"groups\":7,\"ending\":\"cancelled\"}}") != NULL);
    CHECK(strstr(json, "{\"name\":\"slot 5\"}}") != NULL);
    CHECK(strstr(json, "{\"name\":\"core 1, wave slots\"}}") != NULL);
    CHECK(strstr(json, "{\"name\":\"id 3\"}}") != NULL);
    free(effect);
    free(event);
    free(json);
    fclose(file);
    wf_kernel_free(kernel);
}

static void given(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t events;
    CHECK(file != NULL);
    if (!file)
        return;
    fseek(file, 0, SEEK_END);
    char *json = contents(file);
    free(check_text(json, &events));
    free(json);
    fclose(file);
}

int main(void)
{
    const char *name = getenv("WF_TIMELINE");

    if (name)
        given(name);
    else {
        own();
        several();
    }
    return check_end("timeline");
}
