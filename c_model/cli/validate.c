/* SPDX-License-Identifier: Apache-2.0
 * validate.c - a module as a validator may see it, and what it says.
 *
 * It is shown a copy without OpSource and without non-semantic instructions: Debian's refuses languages and sets of
 * debug information that are newer than itself, and neither matters to what a shader does.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "validate.h"

enum { HEADER = 5, MAGIC = 0x07230203 };
enum { SOURCE_CONTINUED = 2, SOURCE = 3, NAME = 5, EXTENSION = 10, EXT_INST_IMPORT = 11, EXT_INST = 12, DECORATE = 71 };

static uint32_t swapped(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

struct copy {
    uint32_t *word;             /* [words] the module, in the byte order of this machine, without what is gone */
    size_t words;
    bool *gone;                 /* [bound] ids that they made */
    uint32_t bound;
};

static bool says(const uint32_t *text, size_t words, const char *prefix)
{
    return strlen(prefix) < words * 4 && !strncmp((const char *)text, prefix, strlen(prefix));
}

static bool is_gone(const struct copy *c, uint32_t id)
{
    return id < c->bound && c->gone[id];
}

/* Operands are those behind the first word. */
static bool is_left_out(struct copy *c, const uint32_t *n, size_t words)
{
    uint32_t made = 0;
    switch (n[0] & 0xffff) {
    case SOURCE_CONTINUED: case SOURCE:
        return true;
    case EXTENSION:
        return says(n + 1, words - 1, "SPV_KHR_non_semantic_info");
    case NAME: case DECORATE:
        return words > 1 && is_gone(c, n[1]);
    case EXT_INST_IMPORT:
        if (words > 2 && says(n + 2, words - 2, "NonSemantic."))
            made = n[1];
        break;
    case EXT_INST:
        if (words > 3 && is_gone(c, n[3]))
            made = n[2];
        break;
    default:
        break;
    }
    if (made && made < c->bound)
        c->gone[made] = true;
    return made != 0;
}

/* A pass over the instructions; false when they do not fill the module, which the front-end tells better. */
static bool walk(struct copy *c, bool take_out)
{
    size_t to = HEADER;
    for (size_t at = HEADER, length; at < c->words; at += length) {
        length = c->word[at] >> 16;
        if (!length || length > c->words - at)
            return false;
        if (is_left_out(c, &c->word[at], length) && take_out)
            continue;
        memmove(&c->word[to], &c->word[at], length * sizeof *c->word);
        to += length;
    }
    c->words = to;
    return true;
}

/* Names and decorations come before what they are of, so the first pass only looks. */
static bool prepare(struct copy *c, const uint32_t *word, size_t words)
{
    if (words < HEADER || (word[0] != MAGIC && swapped(word[0]) != MAGIC))
        return false;
    c->word = malloc(words * sizeof *c->word);
    for (size_t i = 0; c->word && i < words; i++)
        c->word[i] = word[0] == MAGIC ? word[i] : swapped(word[i]);
    c->words = words;
    c->bound = c->word && c->word[3] < 1u << 22 ? c->word[3] : 0;
    c->gone = calloc(c->bound + 1u, sizeof *c->gone);
    return c->word && c->gone && walk(c, false) && walk(c, true);
}

char *validate_module(const uint32_t *word, size_t words)
{
    struct copy copy = {.word = NULL};
    char *message = NULL;
    if (validator_version() && prepare(&copy, word, words))
        message = validator_message(copy.word, copy.words);
    free(copy.word);
    free(copy.gone);
    return message;
}
