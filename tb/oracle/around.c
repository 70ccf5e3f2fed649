/* SPDX-License-Identifier: Apache-2.0 */
#include "around.h"

#include "patch.h"

#include <stdlib.h>

/* Puts what stands for the instruction; false: it stays as it is. */
typedef bool around_fn(struct wfo_patch *p, const uint32_t *w, size_t length);

/* Structs without names have the same one. */
static bool copy_logical(struct wfo_patch *p, const uint32_t *w, size_t length)
{
    (void)p;
    (void)length;
    return (w[0] & 0xffff) == WfsOpName || (w[0] & 0xffff) == WfsOpMemberName;
}

static around_fn *const functions[WFO_MAX_FAULTS] = {[WFO_NUMBER_copy_logical] = copy_logical};

bool wfo_around(struct wfo_case *c, unsigned fault)
{
    struct wfo_patch p;
    struct wfo_facts changed;
    size_t words;

    if (!functions[fault])
        return false;
    wfo_patch_begin(&p, &c->facts);
    for (size_t at = 0; !p.failed && wfo_facts_next(&c->facts, &at);) {
        const uint32_t *w = c->facts.word + at;
        p.in_function |= (w[0] & 0xffff) == WfsOpFunction;
        if (!functions[fault](&p, w, wfo_facts_length(&c->facts, at)))
            wfo_patch_copy(&p, w, wfo_facts_length(&c->facts, at));
    }
    uint32_t *const module = wfo_patch_end(&p, &words);
    const bool good = module && wfo_facts_read(&changed, module, words);
    if (good) {
        wfo_facts_free(&c->facts);
        c->facts = changed;
    }
    free(module);
    return good;
}
