/* SPDX-License-Identifier: Apache-2.0 */
#include "excuse.h"

#include "../common/wf_bits.h"
#include "emulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const struct wfo_case *c;
    const volatile bool *meets;
    bool mixed;
    uint64_t seed;
    bool any;                           /* faults that can make any word count too */
    const struct wfo_case *emulated;    /* the model with faults; or NULL */
    unsigned first;                     /* the fault of the first word that has one */
};

/* As near as the kernel file lets floats be. */
static bool is_near(const struct wf_kernel_buffer *b, uint32_t got, uint32_t want)
{
    const bool distance = b->expected && b->expected_type == WF_WORD_FLOAT && b->tolerance.kind == WF_WITHIN_DISTANCE;

    return got == want || (distance && fabsf(as_float(got) - as_float(want)) <= b->tolerance.distance);
}

/* The first fault that makes the word; wfo_faults(): none. */
static unsigned explain(const struct search *s, unsigned buffer, uint32_t i)
{
    const size_t at = s->c->place[buffer].base / 4 + i;
    const uint32_t got = s->c->device[at], want = s->c->model[at];
    unsigned n = 0;

    while (n < wfo_faults() && !(s->meets[n] && wfo_fault_explains(n, got, want, s->mixed) && (s->any || !wfo_fault_any(n))))
        n++;
    return n;
}

static bool is_emulated(const struct search *s, unsigned buffer, uint32_t i)
{
    const struct wfo_case *e = s->emulated;

    return e && is_near(&s->c->kernel->buffer[buffer], s->c->device[s->c->place[buffer].base / 4 + i], e->model[e->place[buffer].base / 4 + i]);
}

/* Put the model's word in place of those that are explained: what is left must agree. */
static bool mend(struct search *s, struct wfo_case *mended)
{
    const struct wf_kernel *k = s->c->kernel;

    for (unsigned n = 0; n < k->buffers; n++)
        for (uint32_t i = 0; !k->buffer[n].hidden && !k->buffer[n].is_view && i < k->buffer[n].words; i++) {
            uint32_t *const word = mended->device + s->c->place[n].base / 4 + i;
            const uint32_t want = s->c->model[s->c->place[n].base / 4 + i];
            if (*word == want)
                continue;
            const bool emulated = is_emulated(s, n, i);
            const unsigned fault = emulated ? wfo_faults() : explain(s, n, i);
            if (fault < wfo_faults() && s->first == wfo_faults())
                s->first = fault;
            if (emulated || fault < wfo_faults())
                *word = want;
        }
    return wfo_case_compare(mended) == WFO_PASS;
}

/* All words that differ are explained. */
static bool explains(struct search *s)
{
    struct wfo_case mended = *s->c;

    s->first = wfo_faults();
    mended.device = calloc(s->c->words + 1, sizeof *mended.device);
    if (!mended.device)
        return false;
    memcpy(mended.device, s->c->device, s->c->words * sizeof *mended.device);
    const bool good = mend(s, &mended);
    free(mended.device);
    return good;
}

/* ... when these are emulated. */
static bool emulation_explains(struct search *s, const bool fault[WFO_MAX_FAULTS])
{
    size_t words;
    uint32_t *const module = wfo_emulate(s->c, fault, &words);
    struct wfo_case e;

    if (!module)
        return false;
    const bool good = wfo_case_instead(&e, s->c, module, words, s->seed);
    s->emulated = good ? &e : NULL;
    const bool excused = good && explains(s);
    s->emulated = NULL;
    wfo_case_free(&e);
    free(module);
    return excused;
}

/* One of those that are emulated, or all together. */
static unsigned find_emulated(struct search *s)
{
    bool all[WFO_MAX_FAULTS] = {false};
    unsigned first = wfo_faults();

    for (unsigned n = 0; n < wfo_faults(); n++) {
        bool one[WFO_MAX_FAULTS] = {false};
        if (!s->meets[n] || !wfo_fault_is_emulated(n))
            continue;
        one[n] = all[n] = true;
        first = first < wfo_faults() ? first : n;
        if (emulation_explains(s, one))
            return n;
    }
    return first < wfo_faults() && emulation_explains(s, all) ? first : wfo_faults();
}

unsigned wfo_excuse(const struct wfo_case *c, const volatile bool meets[WFO_MAX_FAULTS], bool mixed, uint64_t seed)
{
    struct search s = {.c = c, .meets = meets, .mixed = mixed, .seed = seed};

    for (unsigned round = 0; round < 2; round++) {
        s.any = round > 0;
        if (explains(&s))
            return s.first;
        const unsigned fault = find_emulated(&s);
        if (fault < wfo_faults())
            return fault;
    }
    return wfo_faults();
}
