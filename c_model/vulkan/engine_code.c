/* SPDX-License-Identifier: Apache-2.0 */
#include "engine_code.h"

#include <stdlib.h>
#include <string.h>

struct wfv_loaded *wfv_loads_find(struct wfv_loads *l, const struct wfv_code *code)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->one[i].number == code->number)
            return &l->one[i];
    return NULL;
}

/* Room for the names of files, each once in a row. */
static size_t room_for_names(const struct wf_shader_code *c)
{
    size_t room = 1;

    for (size_t i = 0; i < c->count; i++)
        if (!i || c->place[i].file != c->place[i - 1].file)
            room += strlen(c->place[i].file) + 1;
    return room;
}

static void copy_places(const struct wf_shader_code *c, uint32_t *line, const char **file, char *names)
{
    for (size_t i = 0; i < c->count; i++) {
        line[i] = c->place[i].line;
        if (i && c->place[i].file == c->place[i - 1].file) {
            file[i] = file[i - 1];
            continue;
        }
        const size_t size = strlen(c->place[i].file) + 1;
        file[i] = memcpy(names, c->place[i].file, size);
        names += size;
    }
}

struct wfv_loaded *wfv_loads_add(struct wfv_loads *l, const struct wfv_code *code, bool *full)
{
    const struct wf_shader_code *c = &code->code;
    const size_t count = c->count;

    *full = l->count == WFV_LOADED;
    if (*full)
        return NULL;
    uint64_t *word = malloc(count * (sizeof(uint64_t) + sizeof(char *) + sizeof(uint32_t)) + room_for_names(c));
    if (!word)
        return NULL;
    const char **file = (const char **)(void *)(word + count);
    uint32_t *line = (uint32_t *)(void *)(file + count);
    memcpy(word, c->word, count * sizeof *word);
    copy_places(c, line, file, (char *)(line + count));
    struct wfv_loaded *one = &l->one[l->count++];
    *one = (struct wfv_loaded){.number = code->number, .memory = word,
                               .code = {.word = word, .count = count, .line = line, .file = file}};
    return one;
}

void wfv_loads_remove_last(struct wfv_loads *l)
{
    struct wfv_loaded *one = &l->one[l->count - 1];

    free(one->memory);
    l->count--;
}

void wfv_loads_clear(struct wfv_loads *l)
{
    for (unsigned i = 0; i < l->count; i++)
        free(l->one[i].memory);
    l->count = 0;
}
