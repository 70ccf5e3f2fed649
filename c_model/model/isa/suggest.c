/* SPDX-License-Identifier: Apache-2.0
 * suggest.c - the names nearest to one that nothing has.
 */
#include "wavefold/suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(char a, char b)
{
    return lower(a) == lower(b);
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Row i of the table holds the distances of the first i letters of a to the beginnings of b; three rows are enough. */
static unsigned distance(const char *a, size_t rows, const char *b, size_t columns)
{
    unsigned row[3][WF_SUGGESTION_LENGTH];

    for (size_t j = 0; j <= columns; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned *now = row[i % 3], *before = row[(i + 2) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + !same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], row[(i + 1) % 3][j - 2] + 1);
        }
    }
    return row[rows % 3][columns];
}

void wf_suggest_start(struct wf_suggestions *near, const char *word, size_t length)
{
    memset(near, 0, sizeof *near);
    if (length >= WF_SUGGESTION_LENGTH)
        return;
    memcpy(near->word, word, length);
    near->length = length;
    near->most = length < 6 ? 1 : (unsigned)length / 3;
}

/* The lengths alone say that too many letters differ. */
static bool is_far(const struct wf_suggestions *near, size_t length)
{
    return length > near->length + near->most || near->length > length + near->most;
}

static bool is_suffixed(const struct wf_suggestions *near, const char *name, size_t length)
{
    return length > near->length && name[near->length] == '.' && !memcmp(name, near->word, near->length);
}

void wf_suggest_try(struct wf_suggestions *near, const char *name)
{
    size_t length = strlen(name);
    unsigned at, far;

    bool suffixed = length < WF_SUGGESTION_LENGTH && is_suffixed(near, name, length);
    if (!near->length || length >= WF_SUGGESTION_LENGTH || (!suffixed && is_far(near, length)))
        return;
    far = suffixed ? 1 : distance(near->word, near->length, name, length);
    if (far > near->most)
        return;
    for (unsigned n = 0; n < near->count; n++)
        if (!strcmp(near->best[n].name, name))
            return;
    for (at = near->count; at > 0 && near->best[at - 1].distance > far; at--)
        if (at < WF_SUGGESTIONS)
            near->best[at] = near->best[at - 1];
    if (at == WF_SUGGESTIONS)
        return;
    near->best[at].distance = far;
    memcpy(near->best[at].name, name, length + 1);
    near->count += near->count < WF_SUGGESTIONS;
}

const char *wf_suggest_text(const struct wf_suggestions *near, char *text, size_t size)
{
    size_t length = 0;

    if (size)
        text[0] = '\0';
    for (unsigned n = 0; n < near->count && length < size; n++) {
        const char *before = !n ? "" : n + 1 < near->count ? ", " : " or ";
        length += (size_t)snprintf(text + length, size - length, "%s`%s`", before, near->best[n].name);
    }
    return text;
}
