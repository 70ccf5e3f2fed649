/* SPDX-License-Identifier: Apache-2.0
 * memory.c - buffers in global memory: where they lie, what they hold before, and what they must hold after.
 */
#include "wavefold/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 256 };
static const uint32_t gap_word = 0xdeadbeef;

size_t wf_kernel_place(const struct wf_kernel *kernel, struct wf_buffer buffers[WF_MAX_BUFFERS])
{
    uint32_t base = ALIGN;

    memset(buffers, 0, WF_MAX_BUFFERS * sizeof buffers[0]);
    for (unsigned n = 0; n < kernel->buffers; n++) {
        buffers[n] = (struct wf_buffer){.base = base, .size = kernel->buffer[n].words * 4};
        base += (buffers[n].size + 2 * ALIGN - 1) & ~(uint32_t)(ALIGN - 1);     /* a gap of at least 256 bytes */
    }
    return base / 4;
}

void wf_kernel_fill(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t *memory, size_t memory_words)
{
    for (size_t n = 0; n < memory_words; n++)
        memory[n] = gap_word;
    for (unsigned n = 0; n < kernel->buffers; n++)
        memcpy(memory + buffers[n].base / 4, kernel->buffer[n].initial, kernel->buffer[n].words * sizeof *memory);
}

/* ---- comparison ---- */

struct result {
    size_t differences;
    char *text;
    size_t size;
};

/* Counts one difference; true when it is the first and its text is wanted. */
static bool first(struct result *r)
{
    return r->differences++ == 0 && r->size != 0;
}

static void compare_gap(struct result *r, const uint32_t *memory, size_t from, size_t to)
{
    for (size_t n = from; n < to; n++)
        if (memory[n] != gap_word && first(r))
            snprintf(r->text, r->size, "memory outside of the buffers was written: byte address 0x%zx holds 0x%08x", n * 4, memory[n]);
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
        if (b->care[n] && word[n] != b->expected[n] && first(r))
            snprintf(r->text, r->size, "%s[%u] is 0x%08x (%u, %g), expected 0x%08x (%u, %g)", b->name, n, word[n], word[n],
                     (double)as_float(word[n]), b->expected[n], b->expected[n], (double)as_float(b->expected[n]));
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
    if (first(r))
        snprintf(r->text, r->size, "out of memory in the comparison");
}

static void compare_sorted(struct result *r, const struct wf_kernel_buffer *b, const uint32_t *is, const uint32_t *want, size_t count)
{
    size_t i = 0, w = 0, missing = 0, extra = 0;
    uint32_t first_missing = 0, first_extra = 0;

    while (i < count || w < count) {
        if (i < count && w < count && is[i] == want[w]) {
            i++, w++;
        } else if (w == count || (i < count && is[i] < want[w])) {
            first_extra = extra++ ? first_extra : is[i];
            i++;
        } else {
            first_missing = missing++ ? first_missing : want[w];
            w++;
        }
    }
    for (size_t n = 0; n < missing; n++)        /* as many are missing as are too much */
        if (first(r))
            snprintf(r->text, r->size, "%s, in any order: 0x%08x (%u) was not expected, 0x%08x (%u) is missing", b->name, first_extra,
                     first_extra, first_missing, first_missing);
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
        if (list[n] == list[n - 1] && first(r))
            snprintf(r->text, r->size, "%s: 0x%08x (%u) stands in several places, expected one run", b->name, list[n], list[n]);
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

size_t wf_kernel_compare(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                         size_t memory_words, char *text, size_t size)
{
    struct result r = {0, text, size};
    size_t at = 0;

    if (size)
        text[0] = '\0';
    for (unsigned n = 0; n < kernel->buffers; n++) {
        compare_gap(&r, memory, at, buffers[n].base / 4);
        at = buffers[n].base / 4 + kernel->buffer[n].words;
        compare_buffer(&r, &kernel->buffer[n], memory + buffers[n].base / 4);
    }
    compare_gap(&r, memory, at, memory_words);
    return r.differences;
}
