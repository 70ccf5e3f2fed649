/* SPDX-License-Identifier: Apache-2.0 */
#include "push.h"

#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "wavefold/suggest.h"

/* ---- a path that is wrong ---------------------------------------------------------------------------------------- */

/* Where it fails, the members that are there. */
static enum wf_exit no_member(const char *file, const char *option, const struct wf_layout *l,
                              const struct shader_member *m, const struct wf_layout_place *place, size_t good,
                              const char *why)
{
    const struct wf_layout_node *n = &l->node[place->node];
    const char *path = m->path + m->prefix, *word = path + good + (path[good] == '.');
    char known[300] = "", text[136];
    struct wf_suggestions near;
    size_t used = 0;
    wf_suggest_start(&near, word, strcspn(word, ".[="));
    for (uint32_t i = 0; i < n->count && n->kind == WF_LAYOUT_STRUCT; i++) {
        const char *name = l->member[n->member + i].name;
        wf_suggest_try(&near, name);
        if (used < sizeof known - 80)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%.60s", i ? ", " : "; expected one of ",
                                     name);
    }
    cli_tell(WF_EXIT_WRONG, "%s: error: %s: %.*s: %s%s\n", file, option, (int)m->length, m->path, why, known);
    if (near.count)
        fprintf(stderr, "nearest: %s\n", wf_suggest_text(&near, text, sizeof text));
    return WF_EXIT_WRONG;
}

enum { MOST_BYTES = 1 << 16 };

/* ---- members ----------------------------------------------------------------------------------------------------- */

struct filled {
    const uint8_t *given;       /* [bytes] */
    const struct wf_layout *layout;
    uint64_t bytes;
    char *names;
    size_t room, used;
};

static bool list_missing(void *user, const struct wf_layout_node *scalar, uint64_t byte)
{
    struct filled *f = user;
    struct wf_layout_place place;
    (void)scalar;
    if (f->given[byte] || !wf_layout_at(f->layout, f->bytes, byte, &place))
        return true;
    f->used += (size_t)snprintf(f->names + f->used, f->room - f->used, "%s%s", f->used ? ", " : "", place.path + 1);
    return f->used < f->room;
}

static void note_missing(const char *file, const struct wf_layout *l, const uint8_t *given, uint64_t bytes)
{
    char names[160];
    struct filled f = {.given = given, .layout = l, .bytes = bytes, .names = names, .room = sizeof names};
    wf_layout_walk(l, l->root, 0, bytes, list_missing, &f);
    if (f.used)
        fprintf(stderr, "%s: note: --push: not given, and 0: %s%s\n", file, names, f.used < f.room ? "" : "..");
}

static enum wf_exit add_member(const struct fill *block, const struct shader_member *m, struct contents *contents,
                               uint8_t *given)
{
    const uint64_t bytes = 4 * (uint64_t)contents->words;
    struct wf_layout_place place;
    size_t good;
    char option[120];
    snprintf(option, sizeof option, "--push %.100s", m->path);
    const struct wf_layout *l = block->layout;
    struct fill fill = *block;
    fill.option = option;
    const char *why = wf_layout_find(l, bytes, m->path, m->length, &place, &good);
    if (why && m->prefix)
        why = wf_layout_find(l, bytes, m->path + m->prefix, m->length - m->prefix, &place, &good);
    if (why)
        return no_member(fill.file, option, l, m, &place, good, why);
    memset(given + place.byte, 1, (size_t)wf_layout_extent(l, place.node, place.byte, bytes));
    return fill_part(&fill, &place, bytes, m->value, contents->word);
}

enum wf_exit push_read(const struct fill *block, const struct shader_options *o, struct contents *contents)
{
    const char *file = block->file;
    const struct wf_layout *layout = block->layout;
    *contents = (struct contents){.words = 0};
    if (!layout)
        return cli_tell(WF_EXIT_WRONG, "%s: error: --push %s: the module has no push constants; expected none\n", file,
                        o->member[0].path);
    if (layout->node[layout->root].size > MOST_BYTES)
        return cli_tell(WF_EXIT_WRONG, "%s: error: --push: the block of push constants has %llu bytes; expected at most "
                        "%d\n", file, (unsigned long long)layout->node[layout->root].size, (int)MOST_BYTES);
    contents->words = (uint32_t)((layout->node[layout->root].size + 3) / 4);
    contents->word = calloc(contents->words + (size_t)1, sizeof *contents->word);
    uint8_t *given = calloc(contents->words + (size_t)1, sizeof *contents->word);
    enum wf_exit status = contents->word && given ? WF_EXIT_OK : cli_no_memory();
    for (size_t i = 0; i < o->members && !status; i++)
        status = add_member(block, &o->member[i], contents, given);
    if (!status)
        note_missing(file, layout, given, 4 * (uint64_t)contents->words);
    free(given);
    return status;
}
