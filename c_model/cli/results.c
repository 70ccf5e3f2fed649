/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include <stdlib.h>
#include <string.h>

#include "typed.h"

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
        *to = (struct result_buffer){.type = type_of(b), .is_signed = b->is_signed, .words = b->words, .image = b->image,
                                     .odd = (b->hidden && !b->is_result) || b->is_view,
                                     .hidden = (b->hidden && !b->is_result) || b->is_view,
                                     .first = malloc(4 * (b->words + (size_t)1)), .judged = judged_of(kernel, n)};
        to->layout = typed_layout(kernel, n);
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
    size_t most = 0, leaders = 0, *votes = calloc(r->runs + 1, sizeof *votes);
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
        leaders += r->run[i].as == i && votes[i] == votes[most];
    for (size_t i = 0; i < r->runs; i++)
        r->run[i].differs = leaders > 1 || votes[r->run[i].as] < votes[most];
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
