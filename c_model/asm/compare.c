/* SPDX-License-Identifier: Apache-2.0
 * compare.c - memory after the run against what the file expects.
 */
#include "wavefold/kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fp/host.h"

/* The differences of one expectation, kept until they are told. */
struct result {
    struct wf_mismatches now;
    wf_mismatch_fn *report;
    void *user;
    size_t differences;
};

static void wrong(struct result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void wrong(struct result *r, const char *format, ...)
{
    va_list arguments;

    if (r->now.count++ >= WF_MISMATCH_TEXTS)
        return;
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
    r->now.count = r->now.texts = 0;
}

static void compare_gap(struct result *r, const uint32_t *memory, size_t from, size_t to)
{
    for (size_t n = from; n < to; n++)
        if (memory[n] != WF_GAP_WORD)
            wrong(r, "memory outside of the buffers was written: byte address 0x%zx holds 0x%08x", n * 4, memory[n]);
}

static float as_float(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static void compare_words(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    for (uint32_t n = 0; n < b->words; n++)
        if (b->care[n] && word[n] != b->expected[n])
            wrong(r, "%s[%u] is 0x%08x (%u, %g), expected 0x%08x (%u, %g)", b->name, n, word[n], word[n], (double)as_float(word[n]),
                  b->expected[n], b->expected[n], (double)as_float(b->expected[n]));
}

static int by_value(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;

    return *a < *b ? -1 : *a > *b;
}

static uint32_t *picked(const struct wf_kernel_buffer *b, const uint32_t *word, size_t *count)
{
    uint32_t *list = malloc(b->words * sizeof *list);

    *count = 0;
    for (uint32_t n = 0; list && n < b->words; n++)
        if (!b->care || b->care[n])
            list[(*count)++] = word[n];
    return list;
}

static void no_memory(struct result *r)
{
    wrong(r, "out of memory in the comparison");
}

/* The next word of the sorted list `is` that the sorted list `want` has not; `at` and `other` walk on.  As many words are missing as
 * are too much, so the two directions are told in pairs. */
static bool next_extra(const uint32_t *is, const uint32_t *want, size_t count, size_t *at, size_t *other, uint32_t *extra)
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

static void compare_sorted(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *is, const uint32_t *want, size_t count)
{
    size_t at = 0, other = 0, back_at = 0, back_other = 0;
    uint32_t extra, missing = 0;

    while (next_extra(is, want, count, &at, &other, &extra)) {
        next_extra(want, is, count, &back_at, &back_other, &missing);
        wrong(r, "%s, in any order: 0x%08x (%u) was not expected, 0x%08x (%u) is missing", b->name, extra, extra, missing, missing);
    }
}

static void compare_any_order(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    size_t count, same;
    uint32_t *is = picked(b, word, &count), *want = picked(b, b->expected, &same);

    if (is && want) {
        qsort(is, count, sizeof *is, by_value);
        qsort(want, count, sizeof *want, by_value);
        compare_sorted(r, b, is, want, count);
    } else {
        no_memory(r);
    }
    free(is);
    free(want);
}

/* Keep the first word of each run, sort, and look for equal ones. */
static void compare_runs(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    size_t count, runs = 0;
    uint32_t *list = picked(b, word, &count);

    if (!list) {
        no_memory(r);
        return;
    }
    for (size_t n = 0; n < count; n++)
        if (n == 0 || list[n] != list[runs - 1])
            list[runs++] = list[n];
    qsort(list, runs, sizeof *list, by_value);
    for (size_t n = 1; n < runs; n++)
        if (list[n] == list[n - 1])
            wrong(r, "%s: 0x%08x (%u) stands in several places, expected one run", b->name, list[n], list[n]);
    free(list);
}

static void compare_buffer(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *word)
{
    if (b->expected && b->any_order)
        compare_any_order(r, b, word);
    else if (b->expected)
        compare_words(r, b, word);
    if (b->runs)
        compare_runs(r, b, word);
}

static size_t compare(const struct wf_kernel *kernel, const struct wf_buffer *buffers, const uint32_t *memory, size_t memory_words,
                      wf_mismatch_fn *report, void *user)
{
    struct result r = {.report = report, .user = user};
    size_t at = 0;

    for (unsigned n = 0; n < kernel->buffers; n++) {
        const struct wf_kernel_buffer *b = &kernel->buffer[n];
        compare_buffer(&r, b, memory + buffers[n].base / 4);
        tell(&r, b->name, b->expect_line);
    }
    for (unsigned n = 0; n < kernel->buffers; n++) {
        compare_gap(&r, memory, at, buffers[n].base / 4);
        at = buffers[n].base / 4 + kernel->buffer[n].words;
    }
    compare_gap(&r, memory, at, memory_words);
    tell(&r, NULL, 0);
    return r.differences;
}

size_t wf_kernel_compare(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                         size_t memory_words, wf_mismatch_fn *report, void *user)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    const size_t differences = compare(kernel, buffers, memory, memory_words, report, user);

    wf_host_float_end(saved, &caller);
    return differences;
}
