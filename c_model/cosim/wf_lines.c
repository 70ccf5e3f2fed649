/* SPDX-License-Identifier: Apache-2.0 */
#include "wf_lines.h"

#include <stdlib.h>
#include <string.h>

#include "wf_memory.h"

enum { BANKS = 256 };

struct request {
    unsigned tag;
    bool store;
    uint32_t line, data[WF_LINES_WORDS];
    uint64_t bytes, due;
};

struct wf_lines {
    uint32_t *words;
    size_t count;
    unsigned tags, used;
    struct wf_lines_timing timing;
    uint64_t prng, accesses, free_at, bank_free_at[BANKS];
    uint64_t earliest;              /* no answer leaves before */
    bool *out;                      /* [tags] under way */
    uint32_t answer[WF_LINES_WORDS];
    struct request request[];       /* [tags], the first `used`, in the order taken */
};

struct wf_lines *wf_lines_new(uint32_t *words, size_t count, unsigned tags, struct wf_lines_timing how, uint64_t seed)
{
    struct wf_lines *m = calloc(1, sizeof *m + tags * sizeof m->request[0]);
    bool *out = calloc(tags, sizeof *out);
    if (!m || !out) {
        free(m);
        free(out);
        return NULL;
    }
    m->words = words;
    m->count = count;
    m->tags = tags;
    m->timing = how;
    m->timing.banks = how.banks > BANKS ? BANKS : how.banks;
    m->prng = seed * 0x9e3779b97f4a7c15u | 1;
    m->out = out;
    return m;
}

void wf_lines_free(struct wf_lines *m)
{
    if (m)
        free(m->out);
    free(m);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* When the memory begins on the line. */
static uint64_t begin(struct wf_lines *m, uint64_t cycle, uint32_t line)
{
    uint64_t *bank = m->timing.banks ? &m->bank_free_at[line % m->timing.banks] : NULL;
    const uint64_t at = later(later(cycle, m->free_at), bank ? *bank : 0);
    m->free_at = later(cycle, m->free_at) + m->timing.period;
    if (bank)
        *bank = at + m->timing.bank_period;
    return at;
}

static bool inside(const struct wf_lines *m, uint32_t line, uint64_t bytes)
{
    for (unsigned b = 0; b < 4 * WF_LINES_WORDS; b++)
        if ((bytes >> b & 1) && (size_t)line * WF_LINES_WORDS + b / 4 >= m->count)
            return false;
    return (size_t)line * WF_LINES_WORDS < m->count;
}

const char *wf_lines_request(struct wf_lines *m, uint64_t cycle, unsigned tag, bool store, uint32_t line,
                             uint64_t bytes, const uint32_t *data)
{
    if (tag >= m->tags || m->out[tag])
        return "a second line request with the tag of one that is not answered yet";
    if (!inside(m, line, store ? bytes : 0))
        return "a line request outside the memory";
    struct request *r = &m->request[m->used++];
    *r = (struct request){.tag = tag, .store = store, .line = line, .bytes = bytes};
    memcpy(r->data, data, sizeof r->data);
    r->due = begin(m, cycle, line) + m->timing.least;
    if (m->timing.spread)
        r->due += wf_memory_random(&m->prng) % m->timing.spread;
    for (unsigned i = 0; i + 1 < m->used; i++)              /* not before those of its line */
        if (m->request[i].line == line)
            r->due = later(r->due, m->request[i].due);
    if (m->used == 1 || r->due < m->earliest)
        m->earliest = r->due;
    m->out[tag] = true;
    m->accesses++;
    return NULL;
}

bool wf_lines_ready(const struct wf_lines *m, uint64_t cycle)
{
    const unsigned period = m->timing.burst_period;
    return m->used && m->earliest <= cycle && (!period || cycle % period < period / 2);
}

static bool first_of_line(const struct wf_lines *m, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (m->request[k].line == m->request[i].line)
            return false;
    return true;
}

static void perform(struct wf_lines *m, const struct request *r)
{
    for (unsigned k = 0; k < WF_LINES_WORDS; k++) {
        const size_t at = (size_t)r->line * WF_LINES_WORDS + k;
        uint32_t mask = 0;
        for (unsigned b = 0; b < 4; b++)
            mask |= r->store && (r->bytes >> (4 * k + b) & 1) ? UINT32_C(0xff) << 8 * b : 0;
        m->answer[k] = at < m->count ? m->words[at] : 0;
        if (mask)
            m->words[at] = (m->words[at] & ~mask) | (r->data[k] & mask);
    }
}

bool wf_lines_answer(struct wf_lines *m, uint64_t cycle, unsigned *tag, const uint32_t **data)
{
    unsigned candidates = 0, chosen = 0;
    if (!wf_lines_ready(m, cycle))
        return false;
    for (unsigned i = 0; i < m->used && (m->timing.any_order || !candidates); i++)
        if (m->request[i].due <= cycle && first_of_line(m, i) && wf_memory_random(&m->prng) % ++candidates == 0)
            chosen = i;
    if (!candidates)
        return false;
    const struct request r = m->request[chosen];
    memmove(&m->request[chosen], &m->request[chosen + 1], (--m->used - chosen) * sizeof r);
    m->out[r.tag] = false;
    perform(m, &r);
    m->earliest = UINT64_MAX;
    for (unsigned i = 0; i < m->used; i++)
        if (m->request[i].due < m->earliest)
            m->earliest = m->request[i].due;
    *tag = r.tag;
    *data = m->answer;
    return true;
}

unsigned wf_lines_waiting(const struct wf_lines *m)
{
    return m->used;
}

uint64_t wf_lines_accesses(const struct wf_lines *m)
{
    return m->accesses;
}
