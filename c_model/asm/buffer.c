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

static bool size(struct wfa *p, uint32_t *words)
{
    struct wfa_pos pos;
    char wanted[60];

    if (!wfa_expect(p, '[', "`[` and the number of words"))
        return false;
    pos = p->token.pos;
    snprintf(wanted, sizeof wanted, "1 to %llu words", (unsigned long long)p->limits.buffer_words);
    if (!wfa_number(p, "size of the buffer", 1, (uint32_t)p->limits.buffer_words, wanted, words) ||
        !wfa_expect(p, ']', "`]`"))
        return false;
    if (*words <= p->buffer_words)
        return true;
    wfa_error(p, pos, "all buffers together hold more than %llu words; expected less",
              (unsigned long long)p->limits.buffer_words);
    return false;
}

static bool buffer(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers % WF_MAX_BUFFERS];
    struct wfa_token name;
    uint32_t words = 0;
    bool ok = wfa_name(p, &name, "the name of a buffer");

    if (ok && k->buffers == WF_MAX_BUFFERS) {
        wfa_error(p, name.pos, "too many buffers; expected at most %d", WF_MAX_BUFFERS);
        ok = false;
    }
    if (!ok || !size(p, &words)) {
        if (name.kind == WFA_WORD && name.length <= WFA_MAX_NAME)
            ok = ok && wfa_declare(p, &name, WFA_BAD_NAME, 0);
        wfa_skip_values(p);
        return false;
    }
    if (!(b->initial = wfa_zeroed(p, words, sizeof *b->initial)))
        return false;
    memcpy(b->name, name.text, name.length);
    b->name[name.length] = '\0';
    b->words = words;
    ok = !wfa_take(p, '=') || wfa_values(p, words, b->initial, NULL, &b->type);
    if (!wfa_declare(p, &name, WFA_BUFFER, k->buffers)) {
        free(b->initial);
        *b = (struct wf_kernel_buffer){.words = 0};
        return false;
    }
    p->buffer_words -= words;
    k->buffers++;
    return ok;
}

bool wfa_buffer(struct wfa *p)
{
    do
        if (!buffer(p))
            return false;
    while (wfa_take(p, ','));
    return true;
}
