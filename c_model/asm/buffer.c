/* SPDX-License-Identifier: Apache-2.0
 * buffer.c - buffer NAME[e] = values, NAME[e], ...
 */
#include "expr.h"
#include "names.h"
#include "statements.h"
#include "tokens.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wfa_buffer_fits(struct wfa *p, struct wfa_pos pos, uint64_t words)
{
    if (words <= p->buffer_words)
        return true;
    wfa_error(p, pos, "all buffers together hold more than %llu words; expected less",
              (unsigned long long)p->limits.buffer_words);
    return false;
}

/* [words] */
static bool size(struct wfa *p, struct wf_kernel_buffer *buffer)
{
    struct wfa_pos pos;
    char wanted[60];

    if (!wfa_expect(p, '[', "`[` and the number of words"))
        return false;
    pos = p->token.pos;
    snprintf(wanted, sizeof wanted, "1 to %llu words", (unsigned long long)p->limits.buffer_words);
    return wfa_number(p, "size of the buffer", 1, (uint32_t)p->limits.buffer_words, wanted, &buffer->words) &&
           wfa_expect(p, ']', "`]`") && wfa_buffer_fits(p, pos, buffer->words);
}

static bool one(struct wfa *p, const char *what, bool (*shape)(struct wfa *p, struct wf_kernel_buffer *buffer))
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer b = {.words = 0};
    struct wfa_token name;
    bool ok = wfa_name(p, &name, what);

    if (ok && k->buffers == WF_MAX_BUFFERS) {
        wfa_error(p, name.pos, "too many buffers; expected at most %d", WF_MAX_BUFFERS);
        ok = false;
    }
    if (!ok || !shape(p, &b)) {
        if (name.kind == WFA_WORD && name.length <= WFA_MAX_NAME)
            ok = ok && wfa_declare(p, &name, WFA_BAD_NAME, 0);
        wfa_skip_values(p);
        return false;
    }
    if (!(b.initial = wfa_zeroed(p, b.words, sizeof *b.initial)))
        return false;
    memcpy(b.name, name.text, name.length);
    p->values_of = b.image.format != WF_IMAGE_FORMAT_NONE ? &b.image : NULL;
    ok = !wfa_take(p, '=') || wfa_values(p, b.words, b.initial, NULL, &b.type);
    p->values_of = NULL;
    if (!wfa_declare(p, &name, WFA_BUFFER, k->buffers)) {
        free(b.initial);
        return false;
    }
    p->buffer_words -= b.words;
    k->buffer[k->buffers++] = b;
    return ok;
}

bool wfa_buffers(struct wfa *p, const char *what, bool (*shape)(struct wfa *p, struct wf_kernel_buffer *buffer))
{
    do
        if (!one(p, what, shape))
            return false;
    while (wfa_take(p, ','));
    return true;
}

bool wfa_buffer(struct wfa *p)
{
    return wfa_buffers(p, "the name of a buffer", size);
}
