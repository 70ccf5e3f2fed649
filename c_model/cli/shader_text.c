/* SPDX-License-Identifier: Apache-2.0
 * shader_text.c - see shader_text.h.  Words in the order of this machine; an array is its length in words and then itself, a text the
 * bytes of an array that end with NUL.  The reader trusts nothing but the alignment.
 */
#include "shader_text.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t MAGIC = 0x77666b32;

/* ---- make -------------------------------------------------------------------------------------------------------------- */

struct writer {
    uint32_t *word;
    size_t count, room;
    bool failed;
};

static void put_words(struct writer *w, const uint32_t *words, size_t count)
{
    if (w->failed || !count)
        return;
    if (w->room - w->count < count) {
        const size_t room = 2 * (w->count + count);
        uint32_t *more = realloc(w->word, room * sizeof *more);
        if (!more) {
            w->failed = true;
            return;
        }
        w->word = more;
        w->room = room;
    }
    memcpy(w->word + w->count, words, count * sizeof *words);
    w->count += count;
}

static void put(struct writer *w, uint32_t word)
{
    put_words(w, &word, 1);
}

/* NULL: an array of no words, unlike "". */
static void put_text(struct writer *w, const char *text)
{
    const size_t words = text ? strlen(text) / 4 + 1 : 0;
    uint32_t *copy = calloc(words ? words : 1, sizeof *copy);
    w->failed |= !copy;
    if (copy && text)
        memcpy(copy, text, strlen(text));
    put(w, (uint32_t)words);
    if (copy)
        put_words(w, copy, words);
    free(copy);
}

static void put_buffer(struct writer *w, const struct wf_shader_buffer *b)
{
    put(w, b->set);
    put(w, b->binding);
    put(w, b->is_push);
    put(w, b->words);
    put(w, b->word ? b->words : 0);
    put_words(w, b->word, b->word ? b->words : 0);
}

/* The scalars of `desc` that attributes give, in the order of read_attributes. */
enum { ATTRIBUTE_WORDS = 17 };
static void put_attributes(struct writer *w, const struct wf_shader_attributes *a)
{
    const struct wf_desc *d = &a->desc;
    const uint32_t words[ATTRIBUTE_WORDS] = {
        (uint32_t)d->stage, d->shader_model, d->has_numwaves, d->num_waves, (uint32_t)d->wavesize_kind, d->wavesize_min, d->wavesize_max,
        d->wavesize_preferred, d->prefer_small, d->prefer_large, d->report_wave_size, d->thread_launch, d->exported, d->uses_wave_index,
        d->uses_wave_count, d->uses_thread_ids, WF_ATTR_COUNT};
    put_words(w, words, ATTRIBUTE_WORDS);
    for (unsigned n = 0; n < WF_ATTR_COUNT; n++) {
        put(w, a->mark[n].line);
        put(w, a->mark[n].column);
    }
}

char *wf_shader_text_make(const struct wf_shader_dispatch *d, const char *command, size_t *length)
{
    struct writer w = {NULL, 0, 0, false};
    put(&w, MAGIC);
    put_text(&w, d->name);
    put_text(&w, command);
    put_text(&w, d->options.entry);
    put(&w, d->options.first);
    put(&w, d->look);
    put_words(&w, d->groups, 3);
    put(&w, d->num_waves);
    put(&w, d->extra_waves);
    put(&w, d->extra_idle);
    put(&w, d->attributes != NULL);
    if (d->attributes)
        put_attributes(&w, d->attributes);
    put(&w, (uint32_t)d->options.specs);
    for (size_t i = 0; i < d->options.specs; i++) {
        put(&w, d->options.spec[i].id);
        put_words(&w, d->options.spec[i].word, 2);
    }
    put(&w, (uint32_t)d->buffers);
    for (size_t i = 0; i < d->buffers; i++)
        put_buffer(&w, &d->buffer[i]);
    put(&w, (uint32_t)d->module_words);
    put_words(&w, d->module, d->module_words);
    if (w.failed) {
        free(w.word);
        return NULL;
    }
    *length = w.count * sizeof *w.word;
    return (char *)w.word;
}

/* ---- read -------------------------------------------------------------------------------------------------------------- */

struct reader {
    const uint32_t *word;
    size_t left;
    bool failed;
};

/* The next `count` words; NULL when there are fewer. */
static const uint32_t *take_words(struct reader *r, size_t count)
{
    const uint32_t *words = r->word;
    if (r->failed || count > r->left) {
        r->failed = true;
        return NULL;
    }
    r->word += count;
    r->left -= count;
    return words;
}

static uint32_t take(struct reader *r)
{
    const uint32_t *word = take_words(r, 1);
    return word ? *word : 0;
}

static const char *take_text(struct reader *r)
{
    const uint32_t words = take(r);
    const char *text = (const char *)take_words(r, words);
    if (!words || !text)
        return NULL;
    r->failed |= !memchr(text, '\0', 4 * (size_t)words);
    return text;
}

static void take_buffer(struct reader *r, struct wf_shader_buffer *b)
{
    b->set = take(r);
    b->binding = take(r);
    b->is_push = take(r) != 0;
    b->words = take(r);
    const uint32_t given = take(r);
    b->word = given ? take_words(r, given) : NULL;
    r->failed |= given && given != b->words;
}

static void take_attributes(struct reader *r, struct wf_shader_attributes *a)
{
    const uint32_t *w = take_words(r, ATTRIBUTE_WORDS);
    if (!w || w[0] >= WF_STAGE_COUNT || w[4] > WF_WAVESIZE_PREFERRED || w[16] != WF_ATTR_COUNT) {
        r->failed = true;
        return;
    }
    a->desc = (struct wf_desc){
        .stage = (enum wf_stage)w[0], .shader_model = (uint16_t)w[1], .has_numwaves = w[2], .num_waves = w[3],
        .wavesize_kind = (enum wf_wavesize_kind)w[4], .wavesize_min = w[5], .wavesize_max = w[6], .wavesize_preferred = w[7], .prefer_small = w[8],
        .prefer_large = w[9], .report_wave_size = w[10], .thread_launch = w[11], .exported = w[12], .uses_wave_index = w[13], .uses_wave_count = w[14],
        .uses_thread_ids = w[15]};
    for (unsigned n = 0; n < WF_ATTR_COUNT; n++) {
        a->mark[n].line = take(r);
        a->mark[n].column = take(r);
    }
}

bool wf_shader_text_read(const char *text, size_t length, struct wf_shader_text *read)
{
    struct reader r = {.word = (const void *)text, .left = length / 4, .failed = length % 4 != 0};
    struct wf_shader_dispatch *d = &read->dispatch;
    *read = (struct wf_shader_text){.command = NULL};
    r.failed |= take(&r) != MAGIC;
    d->name = take_text(&r);
    read->command = take_text(&r);
    d->options.entry = take_text(&r);
    d->options.first = take(&r) != 0;
    d->look = take(&r) != 0;
    for (unsigned i = 0; i < 3; i++)
        d->groups[i] = take(&r);
    d->num_waves = take(&r);
    d->extra_waves = take(&r);
    d->extra_idle = take(&r) != 0;
    if (take(&r) != 0) {
        take_attributes(&r, &read->attributes);
        d->attributes = &read->attributes;
    }
    d->options.specs = take(&r);
    _Static_assert(sizeof *d->options.spec == 3 * sizeof(uint32_t), "as put above");
    d->options.spec = (const void *)take_words(&r, 3 * d->options.specs);
    d->buffers = take(&r);
    d->buffer = read->buffer;
    r.failed |= d->buffers > WF_MAX_BUFFERS;
    for (size_t i = 0; i < d->buffers && !r.failed; i++)
        take_buffer(&r, &read->buffer[i]);
    d->module_words = take(&r);
    d->module = take_words(&r, d->module_words);
    return !r.failed && r.left == 0 && d->name && read->command;
}
