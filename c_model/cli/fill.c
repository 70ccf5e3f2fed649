/* SPDX-License-Identifier: Apache-2.0 */
#include "fill.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

bool fill_number(const char *text, size_t length, const struct wf_layout_node *type, uint64_t *bits)
{
    struct contents_number n;
    uint32_t word[2] = {0, 0};
    if (type->kind == WF_LAYOUT_BOOL && ((length == 4 && !memcmp(text, "true", 4)) ||
                                         (length == 5 && !memcmp(text, "false", 5)))) {
        *bits = length == 4;
        return true;
    }
    if (!contents_number(text, length, &n))
        return false;
    if (type->kind == WF_LAYOUT_FLOAT && !n.is_hex) {
        contents_float_bits(&n, type->bits, word);
        *bits = word[0] | (uint64_t)word[1] << 32;
        return true;
    }
    return contents_fits(&n, type->kind == WF_LAYOUT_BOOL ? 1 : type->bits, bits);
}

/* ---- a list ------------------------------------------------------------------------------------------------------ */

struct filler {
    const struct fill *fill;
    uint64_t bytes;
    const char *at;             /* the next number, NULL: there is none */
    uint32_t *word;
    uint8_t *care;              /* or NULL */
    bool rest;                  /* at "..." */
    enum wf_exit status;
};

static uint64_t count_of(const char *list)
{
    uint64_t count = 1;
    for (; *list; list++)
        count += *list == ',';
    return count;
}

/* "Out[3].x" */
static const char *name_of(const struct fill *fill, uint64_t bytes, uint64_t byte, char text[WF_LAYOUT_PATH + 40])
{
    struct wf_layout_place place;
    wf_layout_at(fill->layout, bytes, byte, &place);
    snprintf(text, WF_LAYOUT_PATH + 40, "%.39s%s", fill->block, place.path + (!*fill->block && *place.path == '.'));
    return text;
}

/* One of PhysicalStorageBuffer. */
static bool is_address(const struct wf_layout_node *type)
{
    return type->kind == WF_LAYOUT_BITS && type->bits == 64;
}

static enum wf_exit bad_number(const struct filler *f, size_t length, const struct wf_layout_node *type, uint64_t byte)
{
    char kind[WF_LAYOUT_TEXT], part[WF_LAYOUT_PATH + 40];
    const bool address = is_address(type);
    return cli_tell(WF_EXIT_WRONG, "%s: error: %s: \"%.*s\" is no value of %s; expected %s%s\n", f->fill->file,
                    f->fill->option, (int)length, f->at, name_of(f->fill, f->bytes, byte, part),
                    address ? "an address such as @NAME+16 of a --bind or a --buffer, or " : "",
                    wf_layout_type(type, kind));
}

static bool address_of(const struct filler *f, size_t length, const struct wf_layout_node *type, uint64_t *bits)
{
    uint32_t word[2];
    if (!is_address(type) || !contents_address(f->at, length, f->fill->buffers, word))
        return false;
    *bits = word[0] | (uint64_t)word[1] << 32;
    return true;
}

/* The words of a number that counts, or does not: all parts of a word are alike. */
static bool mark(struct filler *f, const struct wf_layout_node *type, uint64_t byte, bool counts)
{
    for (uint64_t w = byte / 4; f->care && w <= (byte + type->size - 1) / 4; w++) {
        const uint8_t now = counts ? 1 : 2;
        if (f->care[w] && f->care[w] != now)
            return false;
        f->care[w] = now;
    }
    return true;
}

static bool take(void *user, const struct wf_layout_node *type, uint64_t byte)
{
    struct filler *f = user;
    uint64_t bits = 0;
    const size_t length = f->at ? strcspn(f->at, ",") : 0;
    f->rest = f->care && f->at && !strcmp(f->at, "...");
    if (!f->at || f->rest)
        return false;
    const bool counts = !f->care || length != 1 || *f->at != '_';
    if (counts && !address_of(f, length, type, &bits) && !fill_number(f->at, length, type, &bits)) {
        f->status = bad_number(f, length, type, byte);
        return false;
    }
    if (!mark(f, type, byte, counts)) {
        f->status = cli_tell(WF_EXIT_WRONG, "%s: error: %s: \"_\" and a number are parts of one word; expected all of "
                             "its parts\n", f->fill->file, f->fill->option);
        return false;
    }
    if (counts)
        wf_layout_store(type, f->word, byte, bits);
    f->at = f->at[length] ? f->at + length + 1 : NULL;
    return true;
}

static enum wf_exit wrong_count(const struct fill *fill, uint64_t count, const char *expected)
{
    return cli_tell(WF_EXIT_WRONG, "%s: error: %s: %" PRIu64 " number%s; expected %s\n", fill->file, fill->option, count,
                    count == 1 ? "" : "s", expected);
}

enum wf_exit fill_part(const struct fill *fill, const struct wf_layout_place *place, uint64_t bytes, const char *list,
                       uint32_t *word)
{
    struct filler f = {.fill = fill, .bytes = bytes, .at = list, .word = word};
    const uint64_t wanted = wf_layout_scalars(fill->layout, place->node, place->byte, bytes);
    char expected[32];
    if (count_of(list) != wanted) {
        snprintf(expected, sizeof expected, "%" PRIu64, wanted);
        return wrong_count(fill, count_of(list), expected);
    }
    wf_layout_walk(fill->layout, place->node, place->byte, bytes, take, &f);
    return f.status;
}

/* ---- a block ----------------------------------------------------------------------------------------------------- */

/* The member without a length, or NULL. */
static const struct wf_layout_member *runtime_of(const struct wf_layout *l)
{
    const struct wf_layout_node *root = &l->node[l->root];
    for (uint32_t i = 0; i < root->count && root->kind == WF_LAYOUT_STRUCT; i++)
        if (l->node[l->member[root->member + i].node].kind == WF_LAYOUT_RUNTIME_ARRAY)
            return &l->member[root->member + i];
    return NULL;
}

/* The bytes of a block of so many numbers; 0: there is none. */
static uint64_t bytes_of(const struct wf_layout *l, uint64_t numbers)
{
    const struct wf_layout_node *root = &l->node[l->root];
    const struct wf_layout_member *m = runtime_of(l);
    if (!m)
        return numbers == root->scalars ? (root->size + 3) / 4 * 4 : 0;
    const struct wf_layout_node *array = &l->node[m->node];
    const uint64_t each = l->node[array->element].scalars;
    if (!each || numbers < root->scalars || (numbers - root->scalars) % each != 0)
        return 0;
    return (m->offset + (numbers - root->scalars) / each * array->stride + 3) / 4 * 4;
}

static enum wf_exit no_such_block(const struct fill *fill, uint64_t count)
{
    const struct wf_layout *l = fill->layout;
    const struct wf_layout_node *root = &l->node[l->root];
    const struct wf_layout_member *m = runtime_of(l);
    char expected[80];
    if (!m)
        snprintf(expected, sizeof expected, "%" PRIu64, root->scalars);
    else if (!root->scalars)
        snprintf(expected, sizeof expected, "a multiple of %" PRIu64, l->node[l->node[m->node].element].scalars);
    else
        snprintf(expected, sizeof expected, "%" PRIu64 ", then %" PRIu64 " for each element", root->scalars,
                 l->node[l->node[m->node].element].scalars);
    return wrong_count(fill, count, expected);
}

enum wf_exit fill_block(const struct fill *fill, const char *list, struct contents *contents, uint8_t **care)
{
    const struct wf_layout *layout = fill->layout;
    struct filler f = {.fill = fill, .at = list};
    const size_t length = strlen(list);
    const bool rest = care && length >= 3 && !strcmp(list + length - 3, "...");
    f.bytes = rest ? 4 * (uint64_t)contents->words : bytes_of(layout, count_of(list));
    if (!f.bytes || f.bytes / 4 > UINT32_MAX)
        return no_such_block(fill, count_of(list));
    contents->words = (uint32_t)(f.bytes / 4);
    f.word = contents->word = calloc(contents->words, sizeof *contents->word);
    if (care)
        f.care = *care = calloc(contents->words, 1);
    if (!contents->word || (care && !*care))
        return cli_no_memory();
    wf_layout_walk(layout, layout->root, 0, f.bytes, take, &f);
    for (uint32_t i = 0; i < contents->words && care; i++)
        f.care[i] = f.care[i] == 1;
    if (!f.status && f.at && !f.rest && strcmp(f.at, "...") != 0)
        return wrong_count(fill, count_of(list), "at most those of the buffer");
    return f.status;
}

/* ---- a list of words --------------------------------------------------------------------------------------------- */

/* Zero is the same in all types, and hexadecimal digits are bits. */
static bool is_other_type(const struct wf_layout_node *type, const struct contents_number *n)
{
    return type->bits == 32 && !n->is_hex && (n->is_float || n->magnitude) &&
           n->is_float != (type->kind == WF_LAYOUT_FLOAT) && type->kind <= WF_LAYOUT_FLOAT;
}

void fill_note(const struct fill *fill, const char *list)
{
    char kind[WF_LAYOUT_TEXT], part[WF_LAYOUT_PATH + 40];
    const uint64_t bytes = 4 * count_of(list);
    for (uint64_t byte = 0; list; byte += 4) {
        const size_t length = strcspn(list, ",");
        struct wf_layout_place place;
        struct contents_number n;
        if (contents_number(list, length, &n) && wf_layout_at(fill->layout, bytes, byte, &place) &&
            place.byte == byte && is_other_type(&fill->layout->node[place.node], &n)) {
            fprintf(stderr, "%s: note: %s: %.*s is %s, but %s is %s; \"values:\" in place of \"text:\" gives each "
                    "number the type of its member\n", fill->file, fill->option, (int)length, list,
                    n.is_float ? "the bits of a float" : "the bits of an integer",
                    name_of(fill, bytes, byte, part), wf_layout_type(&fill->layout->node[place.node], kind));
            return;
        }
        list = list[length] ? list + length + 1 : NULL;
    }
}
