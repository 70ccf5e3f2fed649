/* SPDX-License-Identifier: Apache-2.0
 * results_print.c - where the results of several runs differ, in words.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

/* ---- runs in words ----------------------------------------------------------------------------------------------- */

/* "4, 8", "seeds 0-3, 7", "4 (seeds 0-3), 8": the runs that have a mark.  Those of a size are next to each other. */
static void put_seeds(FILE *file, const struct results *r, const uint8_t *mark, size_t from, size_t to)
{
    const char *before = "";
    for (size_t i = from; i < to; i++) {
        const size_t first = i;
        if (!mark[i])
            continue;
        while (i + 1 < to && mark[i + 1])
            i++;
        fprintf(file, "%s%" PRIu64, before, r->run[first].seed);
        if (i > first)
            fprintf(file, "-%" PRIu64, r->run[i].seed);
        before = ", ";
    }
}

static void put_runs(FILE *file, const struct results *r, const uint8_t *mark, unsigned seeds)
{
    const bool one_size = r->runs && r->run[0].size == r->run[r->runs - 1].size;
    const char *before = "";
    for (size_t from = 0, to; from < r->runs; from = to) {
        size_t marked = 0;
        for (to = from; to < r->runs && r->run[to].size == r->run[from].size; to++)
            marked += mark[to];
        if (!marked)
            continue;
        fputs(before, file);
        if (!one_size || seeds < 2)
            fprintf(file, "%u", r->run[from].size);
        if (marked < to - from || one_size) {
            fprintf(file, "%sseed%s ", one_size ? "" : " (", marked == 1 ? "" : "s");
            put_seeds(file, r, mark, from, to);
            fputs(one_size ? "" : ")", file);
        }
        before = ", ";
    }
}

/* ---- words in words ---------------------------------------------------------------------------------------------- */

enum { LINES = 8, VALUES = 4, CLASSES = 6 };    /* of a buffer; of a line and a class of runs; of a line */

static void put_word(FILE *file, uint32_t word, enum wf_word_type type, bool is_signed)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (type == WF_WORD_FLOAT && real == real)
        fprintf(file, "%.9g", (double)real);
    else if (type == WF_WORD_FLOAT)
        fprintf(file, "nan (0x%08" PRIx32 ")", word);
    else if (type == WF_WORD_INT && is_signed)
        fprintf(file, "%" PRId32, (int32_t)word);
    else if (type == WF_WORD_INT || word < 1 << 20)
        fprintf(file, "%" PRIu32, word);
    else
        fprintf(file, "0x%08" PRIx32, word);
}

/* Differences of one buffer. */
struct listing {
    const struct results *r;
    unsigned number;
    const struct result_buffer *b;
    uint32_t *index;                    /* [count] words that differ in some run, in order */
    size_t count;
    size_t *at;                         /* [runs] next in the list of each run */
    uint32_t *value;                    /* [runs] of the word at hand */
    uint32_t *before;                   /* [runs] likewise of the words of a number before it */
    uint32_t *class, *next;             /* [runs] the first run with the same value; of the words before, and at hand */
    uint32_t *members;                  /* [runs] of a class */
    uint8_t *mark;                      /* [runs] */
};

/* ---- numbers of the block ---------------------------------------------------------------------------------------- */

static int by_index(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* *cut: the words from there on are not all listed. */
static bool collect(struct listing *l, uint32_t *cut)
{
    size_t all = 0;
    *cut = l->b->words;
    for (size_t i = 0; i < l->r->runs; i++) {
        all += l->r->run[i].part[l->number].words;
        *cut = l->r->run[i].part[l->number].seen < *cut ? l->r->run[i].part[l->number].seen : *cut;
    }
    l->index = malloc((all + 1) * sizeof *l->index);
    if (!l->index)
        return false;
    for (size_t i = 0; i < l->r->runs; i++)
        for (uint32_t k = 0; k < l->r->run[i].part[l->number].words; k++)
            l->index[l->count++] = l->r->run[i].part[l->number].word[k].index;
    qsort(l->index, l->count, sizeof *l->index, by_index);
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++)
        if (l->index[i] < *cut && (!kept || l->index[kept - 1] != l->index[i]))
            l->index[kept++] = l->index[i];
    l->count = kept;
    return true;
}

static uint32_t value_of(const struct listing *l, size_t run, uint32_t index)
{
    const struct result_part *it = &l->r->run[run].part[l->number];
    size_t low = 0, high = it->words;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (it->word[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < it->words && it->word[low].index == index ? it->word[low].value : l->b->first[index];
}

/* The number of the block that has a part in the word at `byte` or behind it, below `end`; false: there is padding. */
static bool next_number(const struct listing *l, uint64_t *byte, uint64_t end, struct wf_layout_place *place)
{
    for (; l->b->layout && *byte < end; ++*byte)
        if (wf_layout_at(l->b->layout, 4 * (uint64_t)l->b->words, *byte, place)) {
            *byte = place->byte + l->b->layout->node[place->node].size;
            return true;
        }
    return false;
}

static bool is_image(const struct listing *l)
{
    return l->b->image.format != WF_IMAGE_FORMAT_NONE;
}

/* The texel that has this byte, and the byte behind it. */
static bool next_texel(const struct listing *l, uint64_t *byte, uint64_t end, struct wf_image_texel *texel)
{
    if (*byte >= end || !wf_image_texel_at(&l->b->image, *byte, texel))
        return false;
    *byte = texel->byte + wf_image_format_info(l->b->image.format)->bytes;
    return true;
}

/* The words of the numbers that have a part in this one, or it alone: first and last. */
static void span_of(const struct listing *l, uint32_t index, uint32_t *first, uint32_t *last)
{
    struct wf_layout_place place;
    uint64_t byte = 4 * (uint64_t)index;
    *first = *last = index;
    struct wf_image_texel texel;
    if (is_image(l) && next_texel(l, &byte, 4 * (uint64_t)index + 4, &texel) && byte - texel.byte > 4) {
        *first = (uint32_t)(texel.byte / 4);
        *last = (uint32_t)((byte - 1) / 4);
    }
    while (next_number(l, &byte, 4 * (uint64_t)index + 4, &place)) {
        const uint32_t from = (uint32_t)(place.byte / 4), to = (uint32_t)((byte - 1) / 4);
        *first = from < *first ? from : *first;
        *last = to > *last ? to : *last;
    }
}

/* Which runs agree about this word, and about all of the number that it is a part of. */
static void classify(struct listing *l, uint32_t index, uint32_t *class)
{
    uint32_t first, last;
    memset(class, 0, l->r->runs * sizeof *class);
    span_of(l, index, &first, &last);
    for (uint32_t word = first; word <= last; word++)
        for (size_t i = 0; i < l->r->runs; i++) {
            size_t k = 0;
            l->value[i] = value_of(l, i, word);
            while (l->value[k] != l->value[i] || (word > first && l->before[k] != l->before[i]))
                k++;
            class[i] = l->before[i] = (uint32_t)k;
        }
}

/* The bits of a number in a run. */
static uint64_t number_of(const struct listing *l, size_t run, const struct wf_layout_place *place)
{
    const struct wf_layout_node *n = &l->b->layout->node[place->node];
    const uint32_t first = (uint32_t)(place->byte / 4), last = (uint32_t)((place->byte + n->size - 1) / 4);
    const uint32_t word[2] = {value_of(l, run, first), value_of(l, run, last)};
    return wf_layout_load(n, word, place->byte % 4);
}

/* The numbers in words index[from] to index[to - 1]: one where they are all the same. */
static void put_numbers(FILE *file, const struct listing *l, size_t run, size_t from, size_t to)
{
    const uint64_t end = 4 * (uint64_t)l->index[to - 1] + 4;
    struct wf_layout_place place;
    uint64_t byte = 4 * (uint64_t)l->index[from], first = 0, count = 0;
    bool same = true;
    for (; next_number(l, &byte, end, &place); count++) {
        first = count ? first : number_of(l, run, &place);
        same &= number_of(l, run, &place) == first;
    }
    byte = 4 * (uint64_t)l->index[from];
    for (uint64_t shown = 0; shown < (same ? 1 : VALUES) && next_number(l, &byte, end, &place); shown++) {
        char text[WF_LAYOUT_TEXT];
        fprintf(file, "%s%s", shown ? " " : "",
                wf_layout_show(&l->b->layout->node[place.node], number_of(l, run, &place), text));
    }
    fputs(!same && count > VALUES ? " .." : "", file);
}

/* Likewise texels. */
static void put_texels(FILE *file, const struct listing *l, size_t run, size_t from, size_t to)
{
    const uint64_t end = 4 * (uint64_t)l->index[to - 1] + 4;
    char text[2][WF_TEXEL_TEXT] = {"", ""};
    struct wf_image_texel texel;
    bool same = true;
    for (unsigned pass = 0; pass < 2; pass++) {
        uint64_t byte = 4 * (uint64_t)l->index[from];
        for (unsigned shown = 0; (pass == 0 || shown < VALUES) && next_texel(l, &byte, end, &texel); shown++) {
            const uint32_t first = (uint32_t)(texel.byte / 4);
            uint32_t word[4] = {0};
            for (uint32_t k = 0; k < 4 && 4 * (uint64_t)(first + k) < byte; k++)
                word[k] = value_of(l, run, first + k);
            wf_texel_show(l->b->image.format, word, texel.byte % 4, text[shown != 0]);
            if (pass == 0)
                same &= shown == 0 || !strcmp(text[0], text[1]);
            else
                fprintf(file, "%s%s", shown ? " " : "", text[shown != 0]);
            if (pass == 1 && same)
                return;
        }
        if (pass == 1 && next_texel(l, &byte, end, &texel))
            fputs(" ..", file);
    }
}

/* Nothing but padding, or of a buffer without a layout. */
static bool is_untyped(const struct listing *l, size_t from, size_t to)
{
    struct wf_layout_place place;
    uint64_t byte = 4 * (uint64_t)l->index[from];
    return !next_number(l, &byte, 4 * (uint64_t)l->index[to - 1] + 4, &place);
}

/* The values of words index[from] to index[to - 1] in a run: one where they are all the same. */
static void put_values(FILE *file, const struct listing *l, size_t run, size_t from, size_t to)
{
    bool same = true;
    if (is_image(l)) {
        put_texels(file, l, run, from, to);
        return;
    }
    if (!is_untyped(l, from, to)) {
        put_numbers(file, l, run, from, to);
        return;
    }
    for (size_t i = from + 1; i < to; i++)
        same &= value_of(l, run, l->index[i]) == value_of(l, run, l->index[from]);
    const size_t shown = same ? 1 : to - from < VALUES ? to - from : VALUES;
    for (size_t i = from; i < from + shown; i++) {
        fputs(i > from ? " " : "", file);
        put_word(file, value_of(l, run, l->index[i]), l->b->type, l->b->is_signed);
    }
    fputs(!same && to - from > VALUES ? " .." : "", file);
}

/* "Grey[0,0]", "Grey[0,0] to Grey[3,1]" */
static void put_texel_place(FILE *file, const struct listing *l, size_t from, size_t to)
{
    uint64_t byte = 4 * (uint64_t)l->index[from];
    struct wf_image_texel first, last;
    char name[WF_TEXEL_NAME];
    if (!next_texel(l, &byte, 4 * (uint64_t)l->index[to - 1] + 4, &first)) {
        fprintf(file, "%s, byte %" PRIu64 ", behind its texels", l->b->name, byte);
        return;
    }
    last = first;
    while (next_texel(l, &byte, 4 * (uint64_t)l->index[to - 1] + 4, &last))
        ;
    fprintf(file, "%s%s", l->b->name, wf_image_texel_name(&l->b->image, &first, name));
    if (last.byte != first.byte)
        fprintf(file, " to %s%s", l->b->name, wf_image_texel_name(&l->b->image, &last, name));
}

/* "Out[0..7]", "Out[3].velocity.x to Out[3].velocity.z" */
static void put_place(FILE *file, const struct listing *l, size_t from, size_t to)
{
    struct wf_layout_place first, last;
    uint64_t byte = 4 * (uint64_t)l->index[from];
    const uint64_t end = 4 * (uint64_t)l->index[to - 1] + 4;
    if (is_image(l)) {
        put_texel_place(file, l, from, to);
        return;
    }
    if (!l->b->layout || wf_layout_of_all(l->b->layout)) {
        fprintf(file, "%s[%" PRIu32, l->b->name, l->index[from]);
        if (to - from > 1)
            fprintf(file, "..%" PRIu32, l->index[to - 1]);
        fputc(']', file);
    } else if (!next_number(l, &byte, end, &first)) {
        fprintf(file, "%s, byte %" PRIu64 ", in no member", l->b->name, 4 * (uint64_t)l->index[from]);
    } else {
        fprintf(file, "%s%s", l->b->name, first.path);
        uint64_t at = byte;
        while (next_number(l, &at, end, &last))
            byte = at;
        if (wf_layout_at(l->b->layout, 4 * (uint64_t)l->b->words, byte - 1, &last) && last.byte != first.byte)
            fprintf(file, " to %s%s", l->b->name, last.path);
    }
}

/* Words index[from] to index[to - 1], which follow each other and about which the same runs agree: the class of most
 * runs first. */
static void put_line(FILE *file, struct listing *l, size_t from, size_t to, unsigned seeds)
{
    const size_t runs = l->r->runs;
    put_place(file, l, from, to);
    memset(l->members, 0, runs * sizeof *l->members);
    for (size_t i = 0; i < runs; i++)
        l->members[l->class[i]]++;
    for (unsigned shown = 0; ; shown++) {
        size_t most = 0;
        for (size_t c = 1; c < runs; c++)
            most = l->members[c] > l->members[most] ? c : most;
        if (!l->members[most])
            break;
        if (shown == CLASSES) {
            fputs("; other values elsewhere", file);
            break;
        }
        for (size_t i = 0; i < runs; i++)
            l->mark[i] = l->class[i] == most;
        fputs(shown ? "; " : ": ", file);
        put_values(file, l, most, from, to);
        fputs(" at ", file);
        put_runs(file, l->r, l->mark, seeds);
        l->members[most] = 0;
    }
    fputc('\n', file);
}

/* index[at] comes next to the word before it: of an image it is of the same texel, or of the next one. */
static bool is_next(const struct listing *l, size_t at)
{
    struct wf_image_texel before, texel;
    if (!is_image(l) || !wf_image_texel_at(&l->b->image, 4 * (uint64_t)l->index[at - 1], &before) ||
        !wf_image_texel_at(&l->b->image, 4 * (uint64_t)l->index[at], &texel))
        return l->index[at] == l->index[at - 1] + 1;
    const unsigned bytes = wf_image_format_info(l->b->image.format)->bytes;
    return texel.byte <= before.byte + (bytes < 4 ? 4 : bytes);
}

/* From index[from] on: words side by side, alike in who agrees and in who judges them. */
static size_t end_of_range(struct listing *l, size_t from)
{
    const size_t bytes = l->r->runs * sizeof *l->class;
    size_t to = from + 1;
    classify(l, l->index[from], l->class);
    for (; to < l->count && is_next(l, to) &&
           l->b->judged[l->index[to]] == l->b->judged[l->index[from]]; to++) {
        classify(l, l->index[to], l->next);
        if (memcmp(l->class, l->next, bytes) != 0)
            break;
    }
    return to;
}

static uint64_t put_buffer(FILE *file, struct listing *l, uint32_t cut, unsigned seeds, bool all, uint64_t *judged)
{
    uint64_t free_words = 0, hidden = 0;
    unsigned lines = 0;
    for (size_t from = 0, to; from < l->count; from = to) {
        to = lines < LINES ? end_of_range(l, from) : from + 1;
        const bool is_judged = l->b->judged[l->index[from]];
        *(is_judged ? judged : &free_words) += to - from;
        if (is_judged && !all)
            continue;
        if (lines++ < LINES)
            put_line(file, l, from, to, seeds);
        else
            hidden += to - from;
    }
    if (hidden)
        fprintf(file, "%s: %" PRIu64 " more words differ\n", l->b->name, hidden);
    if (cut < l->b->words)
        fprintf(file, "%s: from word %" PRIu32 " on differences are not listed\n", l->b->name, cut);
    return free_words;
}

uint64_t results_print(FILE *file, const struct results *r, unsigned seeds, bool all, uint64_t *judged)
{
    uint64_t words = 0;
    *judged = 0;
    for (unsigned n = 0; n < r->buffers; n++) {
        const size_t runs = r->runs + 1;
        struct listing l = {.r = r, .number = n, .b = &r->buffer[n], .value = calloc(runs, sizeof *l.value),
                            .class = calloc(runs, sizeof *l.class), .next = calloc(runs, sizeof *l.next),
                            .members = calloc(runs, sizeof *l.members), .before = calloc(runs, sizeof *l.before),
                            .mark = calloc(runs, 1)};
        uint32_t cut;
        const bool good = l.value && l.before && l.class && l.next && l.members && l.mark && collect(&l, &cut);
        if (!r->buffer[n].odd && good)
            words += put_buffer(file, &l, cut, seeds, all, judged);
        else if (!good) {
            fprintf(stderr, "%s: error: out of memory in the comparison\n", l.b->name);
            words++;
        }
        free(l.index);
        free(l.value);
        free(l.before);
        free(l.class);
        free(l.next);
        free(l.members);
        free(l.mark);
    }
    return words;
}
