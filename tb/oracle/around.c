/* SPDX-License-Identifier: Apache-2.0 */
#include "around.h"

#include "patch.h"

/* Structs without names have the same one. */
static bool copy_logical(void *user, const uint32_t *w, size_t length)
{
    (void)user;
    (void)length;
    return (w[0] & 0xffff) == WfsOpName || (w[0] & 0xffff) == WfsOpMemberName;
}

static wfo_patch_fn *const functions[WFO_MAX_FAULTS] = {[WFO_NUMBER_copy_logical] = copy_logical};

bool wfo_around(struct wfo_case *c, unsigned fault)
{
    struct wfo_patch p;

    return functions[fault] && wfo_patch_facts(&p, &c->facts, functions[fault], NULL);
}
