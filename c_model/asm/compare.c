/* SPDX-License-Identifier: Apache-2.0
 * compare.c - memory after the run against what the file expects.
 */
#include "wavefold/kernel.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../model/fp/fp.h"
#include "../model/fp/host.h"
#include "shown.h"

/* The differences of one expectation, kept until they are told. */
struct result {
    struct wf_mismatches now;
    wf_mismatch_fn *report;
    void *user;
    size_t differences;
    const struct wf_kernel *kernel;
};

static void wrong(struct result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void wrong(struct result *r, const char *format, ...)
{
    va_list arguments;

    r->now.count++;
    if (r->now.texts == WF_MISMATCH_TEXTS) {
        r->now.more++;
        return;
    }
    va_start(arguments, format);
    vsnprintf(r->now.text[r->now.texts++], WF_MISMATCH_TEXT, format, arguments);
    va_end(arguments);
}

static void tell(struct result *r, const char *buffer, uint32_t line)
{
    r->differences += r->now.count;
    r->now.buffer = buffer;
    r->now.line = line;
    if (r->now.count && r->report)
        r->report(r->user, &r->now);
    r->now.count = r->now.more = r->now.texts = 0;
}

static void compare_gap(struct result *r, const uint32_t *memory, size_t from, size_t to)
{
    for (size_t n = from; n < to; n++)
        if (memory[n] != WF_GAP_WORD)
            wrong(r, "memory outside of the buffers was written: byte address 0x%zx holds 0x%08x", n * 4, memory[n]);
}

/* ---- words and floats ---- */

static bool is_infinite(uint32_t bits)
{
    return (bits & 0x7fffffff) == 0x7f800000;
}

/* Steps from zero: neighbouring floats have neighbouring places, -0 and +0 the same.  NaNs come last, all at one
 * place. */
static int64_t place(uint32_t bits)
{
    const int64_t steps = bits & 0x7fffffff;

    return wf_fp_is_nan(bits) ? INT64_MAX : bits >> 31 ? -steps : steps;
}

static bool is_right(const struct wf_tolerance *t, uint32_t got, uint32_t want)
{
    if (t->kind == WF_EXACT)
        return got == want;
    if (wf_fp_is_nan(got) || wf_fp_is_nan(want))
        return wf_fp_is_nan(got) && wf_fp_is_nan(want);
    if (is_infinite(got) || is_infinite(want))
        return got == want;
    if (t->kind == WF_WITHIN_ULP) {
        int64_t steps = place(got) - place(want);
        return (steps < 0 ? -steps : steps) <= (int64_t)t->ulp;
    }
    return fabs((double)wf_fp_value(got) - (double)wf_fp_value(want)) <= (double)t->distance;
}

/* What the words of a buffer are for messages: as the `expect` says, or else as the buffer was declared. */
static enum wf_word_type type_of(const struct wf_kernel_buffer *b)
{
    return b->expected                    ? b->expected_type
           : b->sorted == WF_SORTED_FLOAT ? WF_WORD_FLOAT
           : b->sorted                    ? WF_WORD_INT
                                          : b->type;
}

static bool counts(const struct wf_kernel_buffer *b, uint32_t index)
{
    return !b->care || b->care[index];
}

/* ---- contents ---- */

static const struct wf_tolerance exact = {.kind = WF_EXACT};

/* A number of two words is told once. */
static void wrong_word(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word, uint32_t n)
{
    const unsigned number = (unsigned)(b - r->kernel->buffer);
    char text[WF_MISMATCH_TEXT];

    if (r->now.texts == WF_MISMATCH_TEXTS)
        wrong(r, "%s", b->name);
    else if (wfa_show_difference(text, r->kernel, number, word, n,
                                 b->care[n] == WF_CARE ? &b->tolerance : &exact))
        wrong(r, "%s", text);
    else
        r->now.count++;
}

static void compare_words(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    for (uint32_t n = 0; n < b->words; n++)
        if (b->care[n] && !is_right(b->care[n] == WF_CARE ? &b->tolerance : &exact, word[n], b->expected[n]))
            wrong_word(r, b, word, n);
}

static void no_memory(struct result *r)
{
    wrong(r, "out of memory in the comparison");
}

/* The words that count, in a list of their own. */
static uint32_t *picked(const struct wf_kernel_buffer *b, const uint32_t *word, size_t *count)
{
    uint32_t *list = malloc(b->words * sizeof *list);

    *count = 0;
    for (uint32_t n = 0; list && n < b->words; n++)
        if (counts(b, n))
            list[(*count)++] = word[n];
    return list;
}

static int by_value(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;

    return *a < *b ? -1 : *a > *b;
}

static int by_place(const void *left, const void *right)
{
    const int64_t a = place(*(const uint32_t *)left), b = place(*(const uint32_t *)right);

    return a < b ? -1 : a > b;
}

static void not_expected(struct result *r, const struct wf_kernel_buffer *b, uint32_t extra, uint32_t missing)
{
    char got[WFA_SHOWN], want[WFA_SHOWN], within[WFA_SHOWN];

    wrong(r, "%s, in any order: %s was not expected, %s%s is missing", b->name, wfa_show_word(got, b, extra, b->expected_type),
          wfa_show_word(want, b, missing, b->expected_type), wfa_show_tolerance(within, &b->tolerance));
}

/* The next word of the sorted list `is` that the sorted list `want` has not; `at` and `other` walk on.  As many
 * words are missing as are too much, so the two directions are told in pairs. */
static bool next_extra(const uint32_t *is, const uint32_t *want, size_t count, size_t *at, size_t *other,
                       uint32_t *extra)
{
    while (*at < count) {
        while (*other < count && want[*other] < is[*at])
            ++*other;
        if (*other == count || want[*other] != is[*at]) {
            *extra = is[(*at)++];
            return true;
        }
        ++*at;
        ++*other;
    }
    return false;
}

static void compare_exactly(struct result *r, const struct wf_kernel_buffer *b, uint32_t *is, uint32_t *want,
                            size_t count)
{
    size_t at = 0, other = 0, back_at = 0, back_other = 0;
    uint32_t extra, missing = 0;

    qsort(is, count, sizeof *is, by_value);
    qsort(want, count, sizeof *want, by_value);
    while (next_extra(is, want, count, &at, &other, &extra)) {
        next_extra(want, is, count, &back_at, &back_other, &missing);
        not_expected(r, b, extra, missing);
    }
}

/* The ranges of the expected words have the order of the words, so if any pairing is right the one in order of size
 * is. */
static void compare_in_pairs(struct result *r, const struct wf_kernel_buffer *b, uint32_t *is, uint32_t *want,
                             size_t count)
{
    qsort(is, count, sizeof *is, by_place);
    qsort(want, count, sizeof *want, by_place);
    for (size_t n = 0; n < count; n++)
        if (!is_right(&b->tolerance, is[n], want[n]))
            not_expected(r, b, is[n], want[n]);
}

static void compare_any_order(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    size_t count, same;
    uint32_t *is = picked(b, word, &count), *want = picked(b, b->expected, &same);

    if (!is || !want)
        no_memory(r);
    else if (b->tolerance.kind == WF_EXACT)
        compare_exactly(r, b, is, want, count);
    else
        compare_in_pairs(r, b, is, want, count);
    free(is);
    free(want);
}

/* ---- runs, sorted ---- */

struct run {
    uint32_t word, index;           /* of its first word */
};

static int by_run(const void *left, const void *right)
{
    const struct run *a = left, *b = right;

    if (a->word != b->word)
        return a->word < b->word ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static int by_index(const void *left, const void *right)
{
    const struct run *a = left, *b = right;

    return a->index < b->index ? -1 : a->index > b->index;
}

/* Keep the first word of each run, sort, and keep those whose word has a run before: these are wrong. */
static void compare_runs(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    struct run *list = malloc(b->words * sizeof *list);
    size_t runs = 0, again = 0;
    char got[WFA_SHOWN];

    if (!list) {
        no_memory(r);
        return;
    }
    for (uint32_t n = 0, before = 0; n < b->words; n++) {
        if (!counts(b, n))
            continue;
        if (!runs || word[n] != before)
            list[runs++] = (struct run){word[n], n};
        before = word[n];
    }
    qsort(list, runs, sizeof *list, by_run);
    for (size_t n = 1; n < runs; n++)
        if (list[n].word == list[n - 1].word)
            list[again++] = list[n];        /* at most at n - 1: nothing that is still read */
    qsort(list, again, sizeof *list, by_index);
    for (size_t n = 0; n < again; n++)
        wrong(r, "%s[%u] begins a second run of %s, expected one", b->name, list[n].index,
              wfa_show_word(got, b, list[n].word, type_of(b)));
    free(list);
}

/* What is compared in a sorted buffer. */
static int64_t rank(enum wf_sorted sorted, uint32_t word)
{
    return sorted == WF_SORTED_FLOAT    ? place(word)
           : sorted == WF_SORTED_SIGNED ? (int64_t)(word ^ 0x80000000)
                                        : (int64_t)word;
}

static void compare_sorted(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    char got[WFA_SHOWN], before[WFA_SHOWN];
    bool any = false;
    uint32_t last = 0;

    for (uint32_t n = 0; n < b->words; n++) {
        if (!counts(b, n))
            continue;
        if (b->sorted == WF_SORTED_FLOAT && wf_fp_is_nan(word[n])) {
            wrong(r, "%s[%u] is %s, expected sorted numbers", b->name, n, wfa_show_word(got, b, word[n], type_of(b)));
            continue;
        }
        if (any && rank(b->sorted, word[n]) < rank(b->sorted, word[last]))
            wrong(r, "%s[%u] is %s, expected no less than %s[%u], which is %s", b->name, n,
                  wfa_show_word(got, b, word[n], type_of(b)), b->name, last, wfa_show_word(before, b, word[last], type_of(b)));
        any = true;
        last = n;
    }
}

static void compare_buffer(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    if (b->expected && b->any_order)
        compare_any_order(r, b, word);
    else if (b->expected)
        compare_words(r, b, word);
    if (b->runs)
        compare_runs(r, b, word);
    if (b->sorted)
        compare_sorted(r, b, word);
}

/* ---- sum, count ---- */

static uint32_t integer_sum(const uint32_t *word, uint32_t words)
{
    uint32_t sum = 0;

    for (uint32_t n = 0; n < words; n++)
        sum += word[n];
    return sum;
}

static uint32_t float_sum(const uint32_t *word, uint32_t words)
{
    double sum = 0;

    for (uint32_t n = 0; n < words; n++)
        sum += (double)wf_fp_value(word[n]);
    return wf_fp_bits((float)sum);
}

static void compare_sum(struct result *r, const struct wf_kernel_buffer *b, const struct wf_kernel_total *t,
                        const uint32_t *word)
{
    bool floats = t->type == WF_WORD_FLOAT;
    uint32_t sum = floats ? float_sum(word, b->words) : integer_sum(word, b->words);
    char got[WFA_SHOWN], want[WFA_SHOWN], within[WFA_SHOWN];

    if (is_right(&t->tolerance, sum, t->word) || (floats && wf_fp_is_nan(sum) && wf_fp_is_nan(t->word)))
        return;
    wrong(r, "the sum of %s is %s, expected %s%s", b->name, wfa_show(got, sum, t->type), wfa_show(want, t->word, t->type),
          wfa_show_tolerance(within, &t->tolerance));
}

static void compare_count(struct result *r, const struct wf_kernel_buffer *b, const struct wf_kernel_total *t,
                          const uint32_t *word)
{
    uint32_t count = 0;
    char shown[WFA_SHOWN];

    for (uint32_t n = 0; n < b->words; n++)
        count += word[n] == t->word;
    if (count != t->count)
        wrong(r, "%s occurs %u time%s in %s, expected %u", wfa_show(shown, t->word, t->type), count, count == 1 ? "" : "s",
              b->name, t->count);
}

/* What the file expects of the contents of each buffer, in the order of its lines. */
static unsigned list_contents(const struct wf_kernel *kernel, unsigned number[WF_MAX_BUFFERS])
{
    unsigned count = 0;

    for (unsigned n = 0; n < kernel->buffers; n++) {
        const uint32_t line = kernel->buffer[n].expect_line;
        unsigned at = count;
        if (!line)
            continue;
        for (; at && kernel->buffer[number[at - 1]].expect_line > line; at--)
            number[at] = number[at - 1];
        number[at] = n;
        count++;
    }
    return count;
}

static void compare_total(struct result *r, const struct wf_kernel *kernel, const struct wf_kernel_total *t,
                          const uint32_t *word)
{
    const struct wf_kernel_buffer *b = &kernel->buffer[t->buffer];

    if (t->kind == WF_TOTAL_SUM)
        compare_sum(r, b, t, word);
    else
        compare_count(r, b, t, word);
    r->now.is_total = true;
    tell(r, b->name, t->line);
    r->now.is_total = false;
}

/* Totals stand in the order of their lines already. */
static void compare_expectations(struct result *r, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                                 const uint32_t *memory)
{
    unsigned number[WF_MAX_BUFFERS];
    const unsigned contents = list_contents(kernel, number);
    size_t total = 0;

    for (unsigned n = 0; n < contents || total < kernel->totals;) {
        const struct wf_kernel_buffer *b = n < contents ? &kernel->buffer[number[n]] : NULL;
        const struct wf_kernel_total *t = total < kernel->totals ? &kernel->total[total] : NULL;
        if (b && (!t || b->expect_line < t->line)) {
            compare_buffer(r, b, memory + buffers[number[n++]].base / 4);
            tell(r, b->name, b->expect_line);
        } else {
            compare_total(r, kernel, t, memory + buffers[t->buffer].base / 4);
            total++;
        }
    }
}

static size_t compare(const struct wf_kernel *kernel, const struct wf_buffer *buffers, const uint32_t *memory,
                      size_t memory_words, wf_mismatch_fn *report, void *user)
{
    struct result r = {.report = report, .user = user, .kernel = kernel};
    size_t at = 0;

    compare_expectations(&r, kernel, buffers, memory);
    for (unsigned n = 0; n < kernel->buffers; n++) {
        if (kernel->buffer[n].is_view)
            continue;
        compare_gap(&r, memory, at, buffers[n].base / 4);
        at = buffers[n].base / 4 + kernel->buffer[n].words;
    }
    compare_gap(&r, memory, at, memory_words);
    tell(&r, NULL, 0);
    return r.differences;
}

size_t wf_kernel_compare(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS],
                         const uint32_t *memory, size_t memory_words, wf_mismatch_fn *report, void *user)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    const size_t differences = compare(kernel, buffers, memory, memory_words, report, user);

    wf_host_float_end(saved, &caller);
    return differences;
}
