/* SPDX-License-Identifier: Apache-2.0
 * serial.c - words of 32 bits: a head of counts; the code, tables, places, and texts with their names, each an array of
 * words; characters of texts come last, each text with its 0.
 */
#include "serial.h"

#include <stdlib.h>
#include <string.h>

/* The head.  File names are texts too: of places first, then those of sources. */
enum { COUNT, LDS, SCRATCH, TABLE, FLAGS, FILES, SOURCES, CHARACTERS, WRITTEN, HEAD = WRITTEN + WF_MAX_BUFFERS / 32 };
enum { DERIVATIVES = 1, HOW = 2 };

/* ---- names of files: each once ----------------------------------------------------------------------------------- */

struct files {
    const char *name[256];              /* more make it "": such a place is not known */
    uint32_t count;
};

static uint32_t file_of(struct files *f, const char *name)
{
    for (uint32_t i = f->count; i-- > 0;)
        if (f->name[i] == name || !strcmp(f->name[i], name))
            return i;
    if (f->count == sizeof f->name / sizeof *f->name)
        return 0;
    f->name[f->count] = name;
    return f->count++;
}

static void find_files(const struct wf_shader_code *code, struct files *f)
{
    f->count = 0;
    file_of(f, "");
    for (size_t i = 0; i < code->count; i++)
        file_of(f, code->place[i].file);
}

/* ---- write ------------------------------------------------------------------------------------------------------- */

static size_t characters_of(const struct wf_shader_code *code, const struct files *f)
{
    size_t characters = 0;

    for (uint32_t i = 0; i < f->count; i++)
        characters += strlen(f->name[i]) + 1;
    for (size_t i = 0; i < code->sources; i++)
        characters += strlen(code->source[i].file) + strlen(code->source[i].text) + 2;
    return characters;
}

/* Words before the characters. */
static uint64_t words_of(uint64_t count, uint64_t table, bool how)
{
    return HEAD + 4 * count + table + (how ? (count + 3) / 4 : 0);
}

size_t wfv_serial_size(const struct wf_shader_code *code)
{
    struct files f;

    find_files(code, &f);
    return 4 * (words_of(code->count, code->table_words, code->how != NULL) + (characters_of(code, &f) + 3) / 4);
}

static char *put_text(char *to, const char *text)
{
    return memcpy(to, text, strlen(text) + 1), to + strlen(text) + 1;
}

void wfv_serial_write(const struct wf_shader_code *code, void *to)
{
    struct files f;
    uint32_t *word = to;

    memset(to, 0, wfv_serial_size(code));
    find_files(code, &f);
    word[COUNT] = (uint32_t)code->count;
    word[LDS] = code->lds_bytes;
    word[SCRATCH] = code->scratch_words;
    word[TABLE] = (uint32_t)code->table_words;
    word[FLAGS] = (code->uses_derivatives ? DERIVATIVES : 0) | (code->how ? HOW : 0);
    word[FILES] = f.count;
    word[SOURCES] = (uint32_t)code->sources;
    word[CHARACTERS] = (uint32_t)characters_of(code, &f);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        word[WRITTEN + i / 32] |= (uint32_t)code->written[i] << i % 32;
    word += HEAD;
    for (size_t i = 0; i < code->count; i++) {
        *word++ = (uint32_t)code->word[i];
        *word++ = (uint32_t)(code->word[i] >> 32);
        *word++ = file_of(&f, code->place[i].file);
        *word++ = code->place[i].line;
    }
    if (code->table_words)
        memcpy(word, code->table, 4 * code->table_words);
    word += code->table_words;
    if (code->how) {
        memcpy(word, code->how, code->count);
        word += (code->count + 3) / 4;
    }
    char *text = (char *)word;
    for (uint32_t i = 0; i < f.count; i++)
        text = put_text(text, f.name[i]);
    for (size_t i = 0; i < code->sources; i++)
        text = put_text(put_text(text, code->source[i].file), code->source[i].text);
}

/* ---- read -------------------------------------------------------------------------------------------------------- */

static bool fits(const uint32_t *head, size_t size)
{
    if (!head[COUNT] || head[COUNT] > WF_MAX_CODE || !head[FILES] || head[FLAGS] > (DERIVATIVES | HOW))
        return false;
    const uint64_t words = words_of(head[COUNT], head[TABLE], head[FLAGS] & HOW);
    return size == 4 * (words + ((uint64_t)head[CHARACTERS] + 3) / 4);
}

/* The texts, each with its end inside of the characters; those left are zeros that fill the last word. */
static bool find_texts(const char *at, size_t characters, const char **text, size_t texts)
{
    for (size_t i = 0; i < texts; i++) {
        const char *end = characters ? memchr(at, 0, characters) : NULL;
        if (!end)
            return false;
        text[i] = at;
        characters -= (size_t)(end + 1 - at);
        at = end + 1;
    }
    return characters == 0;
}

/* Where the arrays are in one block: those of 64 bits first. */
struct parts {
    uint64_t *word;
    struct wf_shader_place *place;
    struct wf_shader_source *source;
    const char **text;
    uint32_t *table;
    uint8_t *how;
    char *characters;
};

static void *new_block(const uint32_t *head, struct parts *p)
{
    const size_t count = head[COUNT], texts = (size_t)head[FILES] + 2 * (size_t)head[SOURCES];
    char *at = malloc(count * (sizeof *p->word + sizeof *p->place) + head[SOURCES] * sizeof *p->source +
                      texts * sizeof *p->text + 4 * (size_t)head[TABLE] + count + head[CHARACTERS]);

    if (!at)
        return NULL;
    p->word = (uint64_t *)(void *)at;
    p->place = (struct wf_shader_place *)(void *)(p->word + count);
    p->source = (struct wf_shader_source *)(void *)(p->place + count);
    p->text = (const char **)(void *)(p->source + head[SOURCES]);
    p->table = (uint32_t *)(void *)(p->text + texts);
    p->how = (uint8_t *)(p->table + head[TABLE]);
    p->characters = (char *)(p->how + count);
    return at;
}

static bool fill(const uint32_t *head, unsigned registers, struct parts *p)
{
    const uint32_t *word = head + HEAD;
    const size_t count = head[COUNT];
    size_t where;

    memcpy(p->characters, head + words_of(count, head[TABLE], head[FLAGS] & HOW), head[CHARACTERS]);
    if (!find_texts(p->characters, head[CHARACTERS], p->text, (size_t)head[FILES] + 2 * (size_t)head[SOURCES]))
        return false;
    for (size_t i = 0; i < count; i++, word += 4) {
        if (word[2] >= head[FILES])
            return false;
        p->word[i] = (uint64_t)word[1] << 32 | word[0];
        p->place[i] = (struct wf_shader_place){.file = p->text[word[2]], .line = word[3]};
    }
    memcpy(p->table, word, 4 * (size_t)head[TABLE]);
    if (head[FLAGS] & HOW)
        memcpy(p->how, word + head[TABLE], count);
    for (size_t i = 0; i < head[SOURCES]; i++)
        p->source[i] = (struct wf_shader_source){p->text[head[FILES] + 2 * i], p->text[head[FILES] + 2 * i + 1]};
    return !wf_code_check(p->word, count, registers, &where);
}

bool wfv_serial_read(const void *from, size_t size, unsigned registers, struct wf_shader_code *code, void **block)
{
    const uint32_t *head = from;
    struct parts p;

    /* texts have a character each at least, so that their number is bounded by the size too */
    if (size < 4 * HEAD || size % 4 || !fits(head, size) ||
        (uint64_t)head[FILES] + 2 * (uint64_t)head[SOURCES] > head[CHARACTERS])
        return false;
    *block = new_block(head, &p);
    if (!*block || !fill(head, registers, &p)) {
        free(*block);
        return false;
    }
    *code = (struct wf_shader_code){
        .word = p.word, .place = p.place, .how = head[FLAGS] & HOW ? p.how : NULL, .count = head[COUNT],
        .lds_bytes = head[LDS], .scratch_words = head[SCRATCH], .table = p.table, .table_words = head[TABLE],
        .uses_derivatives = head[FLAGS] & DERIVATIVES, .source = p.source, .sources = head[SOURCES]};
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++)
        code->written[i] = head[WRITTEN + i / 32] >> i % 32 & 1;
    return true;
}
