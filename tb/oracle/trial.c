/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "trial.h"

#include "around.h"
#include "dispatch.h"
#include "excuse.h"
#include "formats.h"
#include "needs.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WFO_NAME = 256 };

struct trial {
    const struct wfo_plan *plan;
    struct wfo_progress *progress;
    const struct wfo_device *d;
    bool show;                  /* the buffers */
};

/* ---- one kernel file ---- */

/* The device's buffers, the model's words beside those that differ. */
static void show(const struct wfo_case *c)
{
    for (unsigned n = 0; n < c->kernel->buffers; n++) {
        const struct wf_kernel_buffer *b = &c->kernel->buffer[n];
        const size_t first = c->place[n].base / 4;
        for (uint32_t i = 0; !b->hidden && c->kernel->shader.written[n] && i < b->words; i++) {
            const uint32_t word = c->device[first + i], model = c->model[first + i];
            if (i % 8 == 0)
                printf("%s  %s[%u]", i ? "\n" : "", b->name, (unsigned)i);
            printf(" %08x", (unsigned)word);
            if (word != model)
                printf("(%08x)", (unsigned)model);
        }
        if (!b->hidden && c->kernel->shader.written[n])
            putchar('\n');
    }
}

/* The model is wrong: what does the device say? */
static void ask_device(const struct trial *t, struct wfo_case *c)
{
    char first[WFO_TEXT / 2];

    snprintf(first, sizeof first, "%.*s", (int)sizeof first - 1, c->text);
    t->progress->on_device = true;
    if (!wfo_dispatch(t->d, c, !t->plan->as_is))
        return;
    if (t->show)
        show(c);
    snprintf(c->text, sizeof c->text, "%s; the device %s", first, wfo_case_expected(c) ? "gives what is expected" : "does not give it either");
}

/* What it may meet there, for whoever goes on when it dies. */
static void note_faults(const struct trial *t, const struct wfo_case *c)
{
    for (unsigned n = 0; n < wfo_faults(); n++)
        t->progress->meets[n] = t->progress->shows[n] && wfo_fault_meets(n, c);
}

/* The listed fault that it meets and that does this; wfo_faults() when there is none. */
static unsigned find_fault(const struct wfo_progress *p, enum wfo_harm harm)
{
    unsigned n = 0;

    while (n < wfo_faults() && !(p->meets[n] && wfo_fault_harm(n) == harm))
        n++;
    return n;
}

/* A driver that is about to die has much to say: to nobody.  What standard error was, for speak(). */
static int hush(const struct wfo_progress *p)
{
    const bool evidence = p->at < wfo_faults() && wfo_fault_harm((unsigned)p->at) == WFO_DEATH;
    const int null = evidence || find_fault(p, WFO_DEATH) < wfo_faults() ? open("/dev/null", O_WRONLY) : -1;
    const int was = null >= 0 ? dup(STDERR_FILENO) : -1;

    if (was >= 0)
        dup2(null, STDERR_FILENO);
    if (null >= 0)
        close(null);
    return was;
}

static void speak(int was)
{
    if (was < 0)
        return;
    dup2(was, STDERR_FILENO);
    close(was);
}

/* PASS, or FAIL of the device, or whatever kept it from running; *on_device: it ran there. */
static enum wfo_verdict attempt(const struct trial *t, struct wfo_case *c, bool *on_device)
{
    *on_device = t->progress->on_device = false;
    if (wfo_needs_formats(t->d, c))
        wfo_formats_name(c);
    if (!wfo_needs_met(t->d, c))
        return WFO_SKIP;
    const enum wfo_verdict verdict = wfo_case_model(c, t->plan->seed);
    if (verdict != WFO_PASS && c->ran)
        ask_device(t, c);
    if (verdict != WFO_PASS)
        return verdict;
    note_faults(t, c);
    *on_device = t->progress->on_device = true;
    const int was = hush(t->progress);
    t->progress->ran = wfo_dispatch(t->d, c, !t->plan->as_is);
    speak(was);
    if (!t->progress->ran)
        return WFO_FAIL;
    if (t->show)
        show(c);
    return wfo_case_compare(c);
}

/* The wave size of the device, or another one that it can have, where the kernel refuses that. */
static enum wfo_verdict read_case(const struct trial *t, struct wfo_case *c, const char *path)
{
    const unsigned least = t->d->size.minSubgroupSize, most = t->d->size.maxSubgroupSize;
    unsigned size = t->plan->wave_size ? t->plan->wave_size : t->d->subgroup.subgroupSize;
    enum wfo_verdict verdict = wfo_case_read(c, path, size);

    for (size = least; !t->plan->wave_size && verdict == WFO_SKIP && c->refuses_size && size <= most; size *= 2) {
        wfo_case_free(c);
        verdict = wfo_case_read(c, path, size);
    }
    if (verdict == WFO_PASS && (c->shape.wave_size < least || c->shape.wave_size > most)) {
        snprintf(c->text, sizeof c->text, "waves of %u lanes: the device has %u to %u", c->shape.wave_size, least, most);
        return WFO_SKIP;
    }
    return verdict;
}

/* ---- which thread is in which lane ---- */

/* The device packs the threads of the case's group into lanes as the model does.  Vulkan leaves that to the device. */
static bool packs_alike(const struct trial *t, const struct wfo_case *c)
{
    char text[400], path[WFO_PATH];
    uint32_t size[3];
    bool flat, on_device;
    struct wfo_case probe;

    wf_shader_local_size(c->shader, size, &flat);
    /* a group that is deep is flat on the machine alone */
    if ((flat && size[2] <= 64) || snprintf(path, sizeof path, "%s/packing", t->plan->here) >= (int)sizeof path)
        return true;
    const int length = snprintf(text, sizeof text, "shader \"packing.spv\"\nspec 0 = %u\nspec 1 = %u\nspec 2 = %u\nbuffer Out[%u]\nbind 0.0 = Out\n",
                                size[0], size[1], size[2], size[0] * size[1] * size[2]);
    const struct wf_text source = {.text = text, .length = (size_t)length};
    const bool alike = wfo_case_text(&probe, path, &source, c->shape.wave_size) != WFO_PASS || attempt(t, &probe, &on_device) != WFO_FAIL || !on_device;
    wfo_case_free(&probe);
    return alike;
}

/* ---- what a difference means ---- */

/* No pipeline is made: the fault of which that is so, when the words of a module that does not meet it are excused or right. */
static unsigned find_refusal(const struct trial *t, struct wfo_case *c)
{
    const unsigned fault = find_fault(t->progress, WFO_NO_PIPELINE);

    if (fault == wfo_faults() || !wfo_around(c, fault) || !wfo_dispatch(t->d, c, !t->plan->as_is))
        return wfo_faults();
    if (wfo_case_compare(c) == WFO_PASS || wfo_excuse(c, t->progress->meets, t->plan->mixed, t->plan->seed) < wfo_faults())
        return fault;
    return wfo_faults();
}

static enum wfo_verdict judge(const struct trial *t, struct wfo_case *c)
{
    const struct wfo_progress *p = t->progress;
    char first[WFO_TEXT / 2];

    snprintf(first, sizeof first, "%.*s", (int)sizeof first - 1, c->text);
    const unsigned fault = p->ran ? wfo_excuse(c, p->meets, t->plan->mixed, t->plan->seed) : find_refusal(t, c);
    if (fault < wfo_faults()) {
        snprintf(c->text, sizeof c->text, "fault %s: %s", wfo_fault_name(fault), first);
        t->progress->excuses[fault]++;
        return WFO_KNOWN;
    }
    if (p->ran && wfo_facts_waves(&c->facts) && !packs_alike(t, c)) {
        snprintf(c->text, sizeof c->text, "the device packs the threads of such a group into lanes otherwise, and it shows: %s", first);
        return WFO_SKIP;
    }
    return WFO_FAIL;
}

/* ---- output ---- */

/* The name of a kernel file, without folder and ending: NAME, or NAME-VARIANT. */
static void name_of(const char *path, char name[WFO_NAME])
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path, *end = strstr(file, ".wfk");
    const bool variant = end && end[4] == ':';

    snprintf(name, WFO_NAME, "%.*s%s%s", end ? (int)(end - file) : WFO_NAME, file, variant ? "-" : "", variant ? end + 5 : "");
}

static void print(const struct trial *t, enum wfo_verdict verdict, const char *path, const struct wfo_case *c)
{
    static const char *const words[] = {[WFO_PASS] = "PASS", [WFO_FAIL] = "FAIL", [WFO_KNOWN] = "KNOWN", [WFO_SKIP] = "SKIP"};
    char name[WFO_NAME];

    name_of(path, name);
    t->progress->count[verdict]++;
    if (verdict == WFO_PASS && t->plan->quiet)
        return;
    printf("%s oracle %s", words[verdict], name);
    if (verdict != WFO_PASS)
        printf(": %s", c->text);
    else
        printf(" wave-size=%u", c->shape.wave_size);
    if (verdict == WFO_PASS && c->compared)
        printf(" compared=%zu", c->compared);
    putchar('\n');
    fflush(stdout);
}

static bool is_unfit(struct wfo_case *c, const char *path)
{
    static const struct { const char *name, *why; } list[] = {
#define WFO_UNFIT(name, why) {name, why},
#include "unfit.def"
    };
    char name[WFO_NAME];

    name_of(path, name);
    for (size_t n = 0; n < sizeof list / sizeof *list; n++)
        if (!strcmp(list[n].name, name)) {
            snprintf(c->text, sizeof c->text, "%s", list[n].why);
            return true;
        }
    return false;
}

static void try_file(const struct trial *t, const char *path)
{
    const struct trial shown = {.plan = t->plan, .progress = t->progress, .d = t->d, .show = t->plan->show};
    struct wfo_case c;
    bool on_device = false;
    enum wfo_verdict verdict = read_case(t, &c, path);

    if (is_unfit(&c, path))
        verdict = WFO_SKIP;
    if (verdict == WFO_PASS)
        verdict = attempt(&shown, &c, &on_device);
    if (verdict == WFO_FAIL && on_device)
        verdict = judge(t, &c);
    print(t, verdict, path, &c);
    wfo_case_free(&c);
}

static void tell_fault(struct wfo_progress *p, unsigned n, bool shows, const char *text)
{
    p->shows[n] = shows;
    printf("%s fault %s: %s\n", shows ? "KNOWN" : "GONE", wfo_fault_name(n), text);
    fflush(stdout);
}

bool wfo_trial_evidence(const struct wfo_plan *plan, unsigned n, char path[WFO_PATH])
{
    return snprintf(path, WFO_PATH, "%s/faults/%s.wfk", plan->here, wfo_fault_name(n)) < WFO_PATH;
}

static void try_fault(const struct trial *t, unsigned n)
{
    struct wfo_case c;
    char path[WFO_PATH];
    bool on_device = false;
    enum wfo_verdict verdict = wfo_trial_evidence(t->plan, n, path) ? read_case(t, &c, path) : WFO_SKIP;

    if (verdict == WFO_PASS)
        verdict = attempt(t, &c, &on_device);
    if (verdict == WFO_FAIL && !on_device)
        print(t, verdict, path, &c);    /* bad evidence: the model does not agree with it */
    else if (verdict == WFO_FAIL)
        tell_fault(t->progress, n, true, c.text);
    else if (verdict == WFO_PASS && wfo_fault_seen_on(n, t->d))
        tell_fault(t->progress, n, false, "it does not show any more; take it off the list");
    wfo_case_free(&c);
}

/* ---- all ---- */

void wfo_trial_died(const struct wfo_plan *plan, struct wfo_progress *progress, const char *why, bool late)
{
    const struct trial t = {.plan = plan, .progress = progress};
    const unsigned fault = progress->on_device && !late ? find_fault(progress, WFO_DEATH) : wfo_faults();
    const bool known = fault < wfo_faults(), slow = late && progress->on_device && plan->mixed;
    struct wfo_case c = {.path = ""};
    char path[WFO_PATH];
    const size_t at = progress->at;

    snprintf(c.text, sizeof c.text, "%s%s%s%s: %s", known ? "fault " : "", known ? wfo_fault_name(fault) : "", known ? ": " : "",
             progress->on_device ? "device" : "model", why);
    if (at >= wfo_faults() && known)
        progress->excuses[fault]++;
    if (at >= wfo_faults())
        print(&t, known ? WFO_KNOWN : slow ? WFO_SKIP : WFO_FAIL, plan->path[at - wfo_faults()], &c);
    else if (wfo_fault_harm((unsigned)at) == WFO_DEATH && !late)
        tell_fault(progress, (unsigned)at, true, c.text);
    else if (wfo_trial_evidence(plan, (unsigned)at, path))
        print(&t, WFO_FAIL, path, &c);
    progress->at = at + 1;
}

bool wfo_trials(const struct wfo_plan *plan, struct wfo_progress *p)
{
    struct wfo_device d;
    const struct trial t = {.plan = plan, .progress = p, .d = &d};
    size_t at = p->at != WFO_OPENING ? p->at : plan->bare ? wfo_faults() : 0;

    p->at = WFO_OPENING;
    if (!wfo_device_open(&d, plan->device, p->why, sizeof p->why))
        return false;
    d.here = plan->here;
    snprintf(p->device, sizeof p->device, "%s, %s", d.properties.deviceName, d.driver.driverInfo);
    for (; at < wfo_faults() + plan->paths; at++) {
        p->at = at;
        if (at < wfo_faults())
            try_fault(&t, (unsigned)at);
        else
            try_file(&t, plan->path[at - wfo_faults()]);
    }
    wfo_device_close(&d);
    return true;
}
