/* SPDX-License-Identifier: Apache-2.0
 * buffer.c - buffer NAME[e] = values, NAME[e] = part NAME[e], ...
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

const char *wfa_other_words(const struct wfa *p, char text[60])
{
    const uint64_t others = p->limits.buffer_words - p->buffer_words;

    text[0] = '\0';
    if (others)
        snprintf(text, 60, ", and the other buffers %llu", (unsigned long long)others);
    return text;
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

/* part NAME[word]: the same memory, from there on. */
static bool part(struct wfa *p, struct wf_kernel_buffer *b)
{
    const struct wf_kernel *k = p->kernel;
    const struct wfa_pos pos = p->token.pos;
    char wanted[60];
    uint32_t first;
    unsigned of;

    if (!wfa_at(p, WFA_WORD) || !wfa_find_buffer(p, &p->token, &of))
        return wfa_unexpected(p, "the name of a buffer that is declared above");
    wfa_use(p, &p->token);
    wfa_next(p);
    const struct wf_kernel_buffer *whole = &k->buffer[of];
    if (b->words > whole->words) {
        wfa_error(p, pos, "a part of %u words of a buffer of %u; expected less", b->words, whole->words);
        return false;
    }
    snprintf(wanted, sizeof wanted, "0 to %u", whole->words - b->words);
    if (!wfa_expect(p, '[', "`[` and the first word") ||
        !wfa_number(p, "first word of the part", 0, whole->words - b->words, wanted, &first) ||
        !wfa_expect(p, ']', "`]`"))
        return false;
    b->is_view = true;
    b->of = whole->is_view ? whole->of : of;
    b->from = 4 * first + whole->from;
    b->type = whole->type;
    memcpy(b->initial, whole->initial + first, b->words * sizeof *b->initial);
    return true;
}

static bool contents(struct wfa *p, struct wf_kernel_buffer *b)
{
    if (!wfa_take(p, '='))
        return true;
    return wfa_take_word(p, "part") ? part(p, b) : wfa_values(p, b->words, b->initial, NULL, &b->address, &b->type);
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
    ok = contents(p, &b);
    p->values_of = NULL;
    if (!wfa_declare(p, &name, WFA_BUFFER, k->buffers)) {
        free(b.initial);
        free(b.address);
        return false;
    }
    p->buffer_words -= b.is_view ? 0 : b.words;
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

void wfa_note_buffers(struct wfa *p)
{
    unsigned depth = 0;
    bool named = false;

    for (wfa_next(p); !wfa_at(p, WFA_EOF) && (depth || !wfa_at(p, WFA_NEWLINE)) && !wfa_at_statement(p); wfa_next(p)) {
        if (wfa_at(p, WFA_WORD) && !named && p->buffer_names < WF_MAX_BUFFERS)
            p->buffer_name[p->buffer_names++] = p->token;
        named = depth || !wfa_at(p, ',');
        depth += wfa_at(p, '{') || wfa_at(p, '(') || wfa_at(p, '[');
        depth -= depth && (wfa_at(p, '}') || wfa_at(p, ')') || wfa_at(p, ']'));
    }
}

bool wfa_buffer(struct wfa *p)
{
    return wfa_buffers(p, "the name of a buffer", size);
}
