/* SPDX-License-Identifier: Apache-2.0 */
#include "history.h"

bool wf_history_new(struct wf_lockstep *ls)
{
    ls->history = calloc(ls->setup.memory_words / HISTORY_WORDS + 1, sizeof(struct history *));
    return ls->history;
}

void wf_history_free(struct wf_lockstep *ls)
{
    while (ls->histories) {
        struct history *h = ls->histories;
        ls->histories = h->next;
        for (unsigned i = 0; i < HISTORY_WORDS; i++) {
            if (h->word[i])
                free(h->word[i]->write);
            free(h->word[i]);
        }
        free(h);
    }
    free(ls->history);
}

struct word *wf_history_find(const struct wf_lockstep *ls, uint32_t word)
{
    const struct history *h = ls->history[word / HISTORY_WORDS];
    return h ? h->word[word % HISTORY_WORDS] : NULL;
}

/* Where the word's history belongs; NULL when out of memory. */
static struct word **place_of(struct wf_lockstep *ls, uint32_t word)
{
    struct history **h = &ls->history[word / HISTORY_WORDS];
    if (!*h) {
        *h = calloc(1, sizeof **h);
        if (!*h)
            return NULL;
        (*h)->next = ls->histories;
        ls->histories = *h;
    }
    return &(*h)->word[word % HISTORY_WORDS];
}

struct word *wf_history_of(struct wf_lockstep *ls, uint32_t word)
{
    struct word **place = place_of(ls, word);
    if (!place || *place)
        return place ? *place : NULL;
    struct word *w = calloc(1, sizeof *w);
    struct write *first = w ? wf_history_begin(ls, w) : NULL;
    if (!first) {
        free(w);
        return NULL;
    }
    *first = (struct write){.known = true, .value = ls->setup.memory[word]};
    w->performed = 1;
    *place = w;
    return w;
}

struct write *wf_history_begin(struct wf_lockstep *ls, struct word *word)
{
    if (word->writes == word->capacity) {
        const unsigned capacity = word->capacity ? 2 * word->capacity : 4;
        struct write *more = realloc(word->write, capacity * sizeof *more);
        if (!more)
            return NULL;
        word->write = more;
        word->capacity = capacity;
    }
    struct write *w = &word->write[word->writes++];
    *w = (struct write){.id = ++ls->writes};
    return w;
}

bool wf_history_perform(struct wf_lockstep *ls, struct word *word, unsigned i, uint32_t value, bool again)
{
    struct write done = word->write[i];
    done.known = true;
    done.value = value;
    done.at = ls->moment;
    if (again) {
        if (!wf_history_begin(ls, word))
            return false;
        done.id = word->write[word->writes - 1].id;
        i = word->writes - 1;
    }
    memmove(&word->write[word->performed + 1], &word->write[word->performed], (i - word->performed) * sizeof done);
    word->write[word->performed++] = done;
    return true;
}

static unsigned index_of(const struct word *word, uint64_t id)
{
    unsigned i = word->writes;
    while (i > 0 && word->write[i - 1].id != id)
        i--;
    return i ? i - 1 : 0;
}

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The load may see writes from *first to before *end, those performed or of its own core. */
static void window(const struct word *word, const struct look *look, unsigned *first, unsigned *end)
{
    *first = 0;
    *end = word->writes;
    for (unsigned i = 0; i < word->writes; i++) {
        const struct write *w = &word->write[i];
        const bool performed = i < word->performed;
        if (performed && w->at <= look->acquired)               /* what came before it is forgotten */
            *first = most(*first, i);
        if (performed && w->at <= look->joined && w->group == look->group)
            *first = most(*first, i);
        if (w->wave != look->wave)
            continue;
        if (w->number < look->number)
            *first = most(*first, i);
        else if (i < *end)
            *end = i;
    }
    if (look->seen && look->seen->number < look->number)
        *first = most(*first, index_of(word, look->seen->oldest));
    if (look->seen && look->seen->number > look->number && index_of(word, look->seen->newest) < *end)
        *end = index_of(word, look->seen->newest) + 1;
}

static bool visible(const struct word *word, unsigned i, unsigned core)
{
    return word->write[i].known && (i < word->performed || word->write[i].core == core);
}

bool wf_history_legal(const struct word *word, const struct look *look, uint32_t value, uint64_t *oldest,
                      uint64_t *newest)
{
    unsigned first, end;
    bool any = false;
    window(word, look, &first, &end);
    for (unsigned i = first; i < end; i++) {
        if (!visible(word, i, look->core) || word->write[i].value != value)
            continue;
        *oldest = any ? *oldest : word->write[i].id;
        *newest = word->write[i].id;
        any = true;
    }
    return any;
}

void wf_history_tell(struct wf_lockstep *ls, const struct word *word, const struct look *look)
{
    unsigned first, end, told = 0;
    window(word, look, &first, &end);
    wf_ls_say(ls, "  model        legal:");
    for (unsigned i = end; i-- > first && told < 8;)
        if (visible(word, i, look->core)) {
            wf_ls_say(ls, " 0x%08" PRIx32, word->write[i].value);
            told++;
        }
    wf_ls_say(ls, "%s\n", told == 8 ? ", and perhaps older ones" : told ? ""
                        : " nothing: an atomic of the wave itself is not performed");
}
