/* SPDX-License-Identifier: Apache-2.0
 * diag.c - diagnostics are kept until the end and given in the order of the text; memory for the parse.
 */
#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/utf8.h"

static void keep(struct wfa *p, struct wfa_pos pos, bool note, const char *format, va_list arguments)
{
    struct wfa_diagnostic *d = &p->diagnostic[p->diagnostics];

    d->pos = pos;
    d->order = p->diagnostics++;
    d->note = note;
    vsnprintf(d->text, sizeof d->text, format, arguments);
}

void wfa_error(struct wfa *p, struct wfa_pos pos, const char *format, ...)
{
    va_list arguments;

    if (p->quiet)
        return;
    if (p->errors++ >= WFA_MAX_DIAGNOSTICS)
        return;
    va_start(arguments, format);
    keep(p, pos, false, format, arguments);
    va_end(arguments);
}

void wfa_note(struct wfa *p, struct wfa_pos pos, const char *format, ...)
{
    va_list arguments;

    if (p->quiet || p->notes == WFA_MAX_NOTES)
        return;
    p->notes++;
    va_start(arguments, format);
    keep(p, pos, true, format, arguments);
    va_end(arguments);
}

bool wfa_out_of_memory(struct wfa *p)
{
    if (!p->out_of_memory)
        p->oom_pos = p->token.pos;
    p->out_of_memory = true;
    return false;
}

static int by_position(const void *left, const void *right)
{
    const struct wfa_diagnostic *a = left, *b = right;

    if (a->pos.line != b->pos.line)
        return a->pos.line < b->pos.line ? -1 : 1;
    if (a->pos.column != b->pos.column)
        return a->pos.column < b->pos.column ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void wfa_flush(struct wfa *p, wf_diagnostic_fn *report, void *user)
{
    if (!report)
        return;
    if (p->diagnostics)
        qsort(p->diagnostic, p->diagnostics, sizeof *p->diagnostic, by_position);
    for (unsigned n = 0; n < p->diagnostics; n++)
        report(user, p->diagnostic[n].pos.line, p->diagnostic[n].pos.column, !p->diagnostic[n].note,
               p->diagnostic[n].text);
    if (p->errors > p->diagnostics - p->notes)
        report(user, p->last_pos.line, p->last_pos.column, false, "more errors are not shown");
    if (p->out_of_memory)
        report(user, p->oom_pos.line, p->oom_pos.column, true, "out of memory");
}

const char *wfa_shown(const struct wfa_token *token, char buffer[48])
{
    char text[44] = "";
    size_t at = 0;

    if (token->kind == WFA_EOF)
        return "end of file";
    if (token->kind == WFA_NEWLINE)
        return "end of line";
    memcpy(text, token->text, token->length < sizeof text ? token->length : sizeof text - 1);
    const size_t length = token->length < 40 ? token->length : wf_utf8_fits(text, 37);
    buffer[at++] = '`';
    for (size_t n = 0; n < length;) {
        const unsigned bytes = wf_utf8_length(text + n);
        if (bytes == 0 || (unsigned char)text[n] < ' ' || text[n] == 0x7f)
            buffer[at++] = '?';
        else
            for (unsigned k = 0; k < bytes; k++)
                buffer[at++] = text[n + k];
        n += bytes ? bytes : 1;
    }
    snprintf(buffer + at, 48 - at, "%s`", length < token->length ? "..." : "");
    return buffer;
}

const char *wfa_perhaps(const struct wf_suggestions *near, char buffer[160])
{
    char names[136];

    snprintf(buffer, 160, "%s%s", near->count ? "; perhaps " : "", wf_suggest_text(near, names, sizeof names));
    return buffer;
}

bool wfa_spend(struct wfa *p, struct wfa_pos pos, uint64_t steps)
{
    if (p->steps >= steps) {
        p->steps -= steps;
        return true;
    }
    wfa_error(p, pos, "evaluation takes too long; expected at most %llu steps in all expressions",
              (unsigned long long)p->limits.steps);
    return false;
}

bool wfa_grow_by(struct wfa *p, void *array, size_t *room, size_t used, size_t element, size_t more)
{
    void *old, *bigger;

    if (more <= *room - used)
        return true;
    size_t wanted = *room ? *room : 16;
    while (wanted - used < more)
        wanted *= 2;
    memcpy(&old, array, sizeof old);
    bigger = wanted <= SIZE_MAX / element ? p->limits.resize(p->limits.resize_user, old, wanted * element) : NULL;
    if (!bigger)
        return wfa_out_of_memory(p);
    memcpy(array, &bigger, sizeof bigger);
    *room = wanted;
    return true;
}

bool wfa_grow(struct wfa *p, void *array, size_t *room, size_t used, size_t element)
{
    return wfa_grow_by(p, array, room, used, element, 1);
}

void *wfa_zeroed(struct wfa *p, size_t count, size_t element)
{
    void *block = count <= SIZE_MAX / element ? p->limits.resize(p->limits.resize_user, NULL, count * element) : NULL;

    if (block)
        memset(block, 0, count * element);
    else
        wfa_out_of_memory(p);
    return block;
}
