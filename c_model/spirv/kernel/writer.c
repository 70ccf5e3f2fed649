/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <string.h>

enum { HEAD = 5 };

void wfs_put_word(struct wfs_writer *w, uint32_t word)
{
    size_t words = w->words;

    w->origin = wfs_grow(w->env, w->origin, words, &w->origin_room, sizeof *w->origin);
    w->origin[words] = w->at;
    WFS_APPEND(w->env, w->word, w->words, w->room, word);
}

void wfs_begin_writing(struct wfs_writer *w, const struct wfs_module *m)
{
    *w = (struct wfs_writer){.env = m->env, .m = m, .bound = m->bound};
    for (uint32_t i = 0; i < HEAD; i++)
        wfs_put_word(w, m->word[i]);
}

void wfs_put_list(struct wfs_writer *w, uint32_t op, const uint32_t *operand, size_t operands)
{
    wfs_put_word(w, (uint32_t)(operands + 1) << 16 | op);
    for (size_t i = 0; i < operands; i++)
        wfs_put_word(w, operand[i]);
}

void wfs_put_copy(struct wfs_writer *w, uint32_t at)
{
    w->at = at;
    for (uint32_t i = 0; i < wfs_length_at(w->m, at); i++)
        wfs_put_word(w, w->m->word[at + i]);
}

static void put_text(struct wfs_writer *w, uint32_t head, const uint32_t *before, size_t count, const char *text)
{
    const size_t length = strlen(text), words = length / 4 + 1;

    wfs_put_word(w, (uint32_t)(1 + count + words) << 16 | head);
    for (size_t i = 0; i < count; i++)
        wfs_put_word(w, before[i]);
    for (size_t i = 0; i < words; i++) {
        uint32_t word = 0;
        for (size_t k = 0; k < 4 && 4 * i + k < length; k++)
            word |= (uint32_t)(unsigned char)text[4 * i + k] << (8 * k);
        wfs_put_word(w, word);
    }
}

void wfs_put_name(struct wfs_writer *w, uint32_t id, const char *name)
{
    put_text(w, WfsOpName, &id, 1, name);
}

void wfs_put_member_name(struct wfs_writer *w, uint32_t id, uint32_t member, const char *name)
{
    put_text(w, WfsOpMemberName, (const uint32_t[]){id, member}, 2, name);
}
