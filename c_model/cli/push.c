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
    uint8_t *given;             /* [bytes] where a scalar begins that has its number */
    const struct wf_layout *layout;
    uint64_t bytes;
    bool any;                   /* of a walk: it met one that has its number */
    char *names;
    size_t room, used;
};

/* Stops at a scalar that has its number. */
static bool is_missing(void *user, const struct wf_layout_node *scalar, uint64_t byte)
{
    (void)scalar;
    return !((struct filled *)user)->given[byte];
}

static bool mark_given(void *user, const struct wf_layout_node *scalar, uint64_t byte)
{
    struct filled *f = user;
    (void)scalar;
    f->any |= f->given[byte];
    f->given[byte] = 1;
    return true;
}

static bool add_name(struct filled *f, const char *name)
{
    f->used += (size_t)snprintf(f->names + f->used, f->room - f->used, "%s%s", f->used ? ", " : "", name);
    return f->used < f->room;
}

static bool list_missing(void *user, const struct wf_layout_node *scalar, uint64_t byte)
{
    struct filled *f = user;
    struct wf_layout_place place;
    (void)scalar;
    return f->given[byte] || !wf_layout_at(f->layout, f->bytes, byte, &place) || add_name(f, place.path + 1);
}

/* A member of which nothing is given by its name, else each number that it lacks. */
static void note_missing(const char *file, struct filled *f)
{
    const struct wf_layout *l = f->layout;
    const struct wf_layout_node *root = &l->node[l->root];
    char names[160];
    f->names = names;
    f->room = sizeof names;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct wf_layout_member *m = &l->member[root->member + i];
        if (wf_layout_walk(l, m->node, m->offset, f->bytes, is_missing, f) ? !add_name(f, m->name)
            : !wf_layout_walk(l, m->node, m->offset, f->bytes, list_missing, f))
            break;
    }
    if (f->used)
        fprintf(stderr, "%s: note: --push: not given, and 0: %s%s\n", file, names, f->used < f->room ? "" : "..");
}

static enum wf_exit add_member(const struct fill *block, const struct shader_member *m, struct contents *contents,
                               struct filled *f)
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
    f->any = false;
    wf_layout_walk(l, place.node, place.byte, bytes, mark_given, f);
    if (f->any)
        return cli_misuse("two values for one member of the push constants", m->path);
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
    struct filled f = {.given = given, .layout = layout, .bytes = 4 * (uint64_t)contents->words};
    enum wf_exit status = contents->word && given ? WF_EXIT_OK : cli_no_memory();
    for (size_t i = 0; i < o->members && !status; i++)
        status = add_member(block, &o->member[i], contents, &f);
    if (!status)
        note_missing(file, &f);
    free(given);
    return status;
}
