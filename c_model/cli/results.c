/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run more -------------------------------------------------------------------------------------------------- */

/* What the expectations of a dispatch say about the contents of a buffer, they say of every run. */
static void note_judged(const struct wf_kernel *kernel, unsigned number, uint8_t *judged)
{
    const struct wf_kernel_buffer *b = &kernel->buffer[number];
    bool whole = b->runs || b->sorted || (b->expected && b->any_order);
    for (size_t n = 0; n < kernel->totals; n++)
        whole |= kernel->total[n].buffer == number;
    for (uint32_t i = 0; i < b->words; i++)
        judged[i] |= whole || (b->expected && b->care[i]);
}

static uint8_t *judged_of(const struct wf_kernel *first, unsigned number)
{
    uint8_t *judged = calloc(first->buffer[number].words + (size_t)1, 1);
    for (const struct wf_kernel *k = first; judged && k; k = k->next)
        note_judged(k, number, judged);
    return judged;
}

static enum wf_word_type type_of(const struct wf_kernel_buffer *b)
{
    return b->expected ? b->expected_type : b->type;
}

static bool begin(struct results *r, const struct wf_kernel *kernel, const struct wf_buffer *place,
                  const uint32_t *memory)
{
    r->buffers = kernel->buffers;
    for (unsigned n = 0; n < kernel->buffers; n++) {
        const struct wf_kernel_buffer *b = &kernel->buffer[n];
        struct result_buffer *to = &r->buffer[n];
        *to = (struct result_buffer){.type = type_of(b), .is_signed = b->is_signed, .words = b->words,
                                     .odd = b->hidden && !b->is_result,
                                     .hidden = b->hidden && !b->is_result,
                                     .first = malloc(4 * (b->words + (size_t)1)), .judged = judged_of(kernel, n)};
        memcpy(to->name, b->name, sizeof to->name);
        if (!to->first || !to->judged)
            return false;
        memcpy(to->first, memory + place[n].base / 4, 4 * (size_t)b->words);
    }
    return true;
}

/* The words of a buffer that differ from the first run's. */
static bool compare(const struct result_buffer *b, const uint32_t *word, struct result_run *run, unsigned n)
{
    size_t room = 0;
    run->part[n].seen = b->words;
    for (uint32_t i = 0; i < b->words; i++) {
        if (word[i] == b->first[i])
            continue;
        if (run->part[n].words == RESULTS_WORDS) {
            run->part[n].seen = i;
            return true;
        }
        if (run->part[n].words == room) {
            room = 2 * room + 16;
            struct result_word *more = realloc(run->part[n].word, room * sizeof *more);
            if (!more)
                return false;
            run->part[n].word = more;
        }
        run->part[n].word[run->part[n].words++] = (struct result_word){i, word[i]};
    }
    return true;
}

static bool compare_all(struct results *r, struct result_run *run, const struct wf_kernel *kernel,
                        const struct wf_buffer *place, const uint32_t *memory)
{
    for (unsigned n = 0; n < r->buffers; n++) {
        struct result_buffer *b = &r->buffer[n];
        uint8_t *judged = judged_of(kernel, n);
        if (!judged)
            return false;
        b->odd |= n >= kernel->buffers || kernel->buffer[n].words != b->words;
        for (uint32_t i = 0; i < b->words && !b->odd; i++)
            b->judged[i] = b->judged[i] && judged[i];
        free(judged);
        if (!b->odd && !compare(b, memory + place[n].base / 4, run, n))
            return false;
    }
    return true;
}

bool results_add(struct results *r, unsigned size, uint64_t seed, const struct wf_kernel *kernel,
                 const uint32_t *memory)
{
    struct wf_buffer place[WF_MAX_BUFFERS];
    struct result_run *more = realloc(r->run, (r->runs + 1) * sizeof *more);
    if (!more)
        return false;
    r->run = more;
    struct result_run *run = &r->run[r->runs++];
    *run = (struct result_run){.size = size, .seed = seed,
                               .part = calloc((r->runs > 1 ? r->buffers : kernel->buffers) + 1, sizeof *run->part)};
    wf_kernel_place(kernel, place);
    if (!run->part || (r->runs == 1 && !begin(r, kernel, place, memory)))
        return false;
    return compare_all(r, run, kernel, place, memory);
}

/* Of words that nothing judges. */
static bool is_same(const struct results *r, const struct result_run *a, const struct result_run *b)
{
    for (unsigned n = 0; n < r->buffers; n++) {
        uint32_t i = 0, k = 0;
        if (r->buffer[n].odd)
            continue;
        for (;; i++, k++) {
            while (i < a->part[n].words && r->buffer[n].judged[a->part[n].word[i].index])
                i++;
            while (k < b->part[n].words && r->buffer[n].judged[b->part[n].word[k].index])
                k++;
            if (i == a->part[n].words || k == b->part[n].words)
                break;
            if (a->part[n].word[i].index != b->part[n].word[k].index ||
                a->part[n].word[i].value != b->part[n].word[k].value)
                return false;
        }
        if (i < a->part[n].words || k < b->part[n].words)
            return false;
    }
    return true;
}

bool results_vote(struct results *r)
{
    size_t most = 0, *votes = calloc(r->runs + 1, sizeof *votes);
    if (!votes)
        return false;
    for (size_t i = 0; i < r->runs; i++) {
        size_t k = 0;
        while (k < i && !is_same(r, &r->run[k], &r->run[i]))
            k++;
        r->run[i].as = k;
        votes[k]++;
        most = votes[k] > votes[most] ? k : most;
    }
    for (size_t i = 0; i < r->runs; i++)
        r->run[i].differs = votes[r->run[i].as] < votes[most];
    free(votes);
    return true;
}

void results_free(struct results *r)
{
    for (unsigned n = 0; n < r->buffers; n++) {
        free(r->buffer[n].first);
        free(r->buffer[n].judged);
    }
    for (size_t i = 0; i < r->runs; i++) {
        for (unsigned n = 0; n < r->buffers && r->run[i].part; n++)
            free(r->run[i].part[n].word);
        free(r->run[i].part);
    }
    free(r->run);
    *r = (struct results){.runs = 0};
}

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
    uint32_t *class, *next;             /* [runs] the first run with the same value; of the words before, and at hand */
    uint32_t *members;                  /* [runs] of a class */
    uint8_t *mark;                      /* [runs] */
};

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

/* Which runs agree about this word. */
static void classify(struct listing *l, uint32_t index, uint32_t *class)
{
    for (size_t i = 0; i < l->r->runs; i++) {
        size_t k = 0;
        l->value[i] = value_of(l, i, index);
        while (l->value[k] != l->value[i])
            k++;
        class[i] = (uint32_t)k;
    }
}

/* The values of words index[from] to index[to - 1] in a run: one where they are all the same. */
static void put_values(FILE *file, const struct listing *l, size_t run, size_t from, size_t to)
{
    bool same = true;
    for (size_t i = from + 1; i < to; i++)
        same &= value_of(l, run, l->index[i]) == value_of(l, run, l->index[from]);
    const size_t shown = same ? 1 : to - from < VALUES ? to - from : VALUES;
    for (size_t i = from; i < from + shown; i++) {
        fputs(i > from ? " " : "", file);
        put_word(file, value_of(l, run, l->index[i]), l->b->type, l->b->is_signed);
    }
    fputs(!same && to - from > VALUES ? " .." : "", file);
}

/* Words index[from] to index[to - 1], which follow each other and about which the same runs agree: the class of most
 * runs first. */
static void put_line(FILE *file, struct listing *l, size_t from, size_t to, unsigned seeds)
{
    const size_t runs = l->r->runs;
    fprintf(file, "%s[%" PRIu32, l->b->name, l->index[from]);
    if (to - from > 1)
        fprintf(file, "..%" PRIu32, l->index[to - 1]);
    fputc(']', file);
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

/* From index[from] on: words side by side, alike in who agrees and in who judges them. */
static size_t end_of_range(struct listing *l, size_t from)
{
    const size_t bytes = l->r->runs * sizeof *l->class;
    size_t to = from + 1;
    classify(l, l->index[from], l->class);
    for (; to < l->count && l->index[to] == l->index[to - 1] + 1 &&
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
                            .members = calloc(runs, sizeof *l.members),
                            .mark = calloc(runs, 1)};
        uint32_t cut;
        const bool good = l.value && l.class && l.next && l.members && l.mark && collect(&l, &cut);
        if (!r->buffer[n].odd && good)
            words += put_buffer(file, &l, cut, seeds, all, judged);
        else if (!good) {
            fprintf(stderr, "%s: error: out of memory in the comparison\n", l.b->name);
            words++;
        }
        free(l.index);
        free(l.value);
        free(l.class);
        free(l.next);
        free(l.members);
        free(l.mark);
    }
    return words;
}
