/* SPDX-License-Identifier: Apache-2.0 */
#include "patch.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 5, MOST_OPERANDS = 16 };

/* ---- streams ---- */

static void add(struct wfo_patch *p, struct wfo_stream *s, const uint32_t *word, size_t words)
{
    if (s->words + words > s->room) {
        const size_t room = 2 * s->room + words + 64;
        uint32_t *more = realloc(s->word, room * sizeof *more);
        p->failed |= !more;
        if (!more)
            return;
        s->word = more;
        s->room = room;
    }
    memcpy(s->word + s->words, word, words * sizeof *word);
    s->words += words;
}

static struct wfo_stream *here(struct wfo_patch *p)
{
    return p->in_function ? &p->body : &p->global;
}

static void put(struct wfo_patch *p, struct wfo_stream *s, uint32_t op, size_t operands, const uint32_t operand[])
{
    const uint32_t first = (uint32_t)(operands + 1) << 16 | op;

    add(p, s, &first, 1);
    add(p, s, operand, operands);
}

uint32_t wfo_patch_value(struct wfo_patch *p, uint32_t op, uint32_t type, uint32_t result, size_t operands, const uint32_t operand[])
{
    uint32_t all[MOST_OPERANDS + 2] = {type, result ? result : p->bound++};

    p->failed |= operands > MOST_OPERANDS;
    if (operands > MOST_OPERANDS)
        return 0;
    memcpy(all + 2, operand, operands * sizeof *operand);
    put(p, here(p), op, operands + 2, all);
    return all[1];
}

void wfo_patch_capability(struct wfo_patch *p, uint32_t capability)
{
    const struct wfo_stream *s = &p->capability;

    for (size_t at = 0; at < s->words; at += 2)
        if (s->word[at + 1] == capability)
            return;
    if (!p->f->capability[capability & 0xffff])
        put(p, &p->capability, WfsOpCapability, 1, &capability);
}

/* ---- types and constants ---- */

/* The result of such an instruction, which stands in word `at_result` of it; or 0. */
static uint32_t find(const struct wfo_stream *s, uint32_t op, size_t at_result, size_t operands, const uint32_t operand[])
{
    const uint32_t first = (uint32_t)(operands + 2) << 16 | op;

    for (size_t at = 0; at < s->words && s->word[at] >> 16; at += s->word[at] >> 16) {
        const uint32_t *w = s->word + at;
        if (w[0] == first && !memcmp(w + 1, operand, (at_result - 1) * sizeof *w) &&
            !memcmp(w + at_result + 1, operand + at_result - 1, (operands - (at_result - 1)) * sizeof *w))
            return w[at_result];
    }
    return 0;
}

uint32_t wfo_patch_type(struct wfo_patch *p, uint32_t op, size_t operands, const uint32_t operand[])
{
    uint32_t all[MOST_OPERANDS + 1], found = find(&p->global, op, 1, operands, operand);

    p->failed |= operands > MOST_OPERANDS;
    if (found || p->failed)
        return found;
    all[0] = p->bound++;
    memcpy(all + 1, operand, operands * sizeof *operand);
    put(p, &p->global, op, operands + 1, all);
    return all[0];
}

uint32_t wfo_patch_int(struct wfo_patch *p)
{
    return wfo_patch_type(p, WfsOpTypeInt, OPERANDS(32, 1));
}

uint32_t wfo_patch_uint(struct wfo_patch *p)
{
    return wfo_patch_type(p, WfsOpTypeInt, OPERANDS(32, 0));
}

uint32_t wfo_patch_float(struct wfo_patch *p)
{
    return wfo_patch_type(p, WfsOpTypeFloat, OPERANDS(32));
}

uint32_t wfo_patch_bool(struct wfo_patch *p)
{
    return wfo_patch_type(p, WfsOpTypeBool, 0, (const uint32_t[]){0});
}

uint32_t wfo_patch_vector(struct wfo_patch *p, uint32_t of, uint32_t count)
{
    return wfo_patch_type(p, WfsOpTypeVector, OPERANDS(of, count));
}

uint32_t wfo_patch_constant(struct wfo_patch *p, uint32_t type, uint32_t word)
{
    const uint32_t found = find(&p->global, WfsOpConstant, 2, OPERANDS(type, word)), id = found ? found : p->bound++;

    if (!found)
        put(p, &p->global, WfsOpConstant, OPERANDS(type, id, word));
    return id;
}

/* ---- the module as it was ---- */

const uint32_t *wfo_patch_def(const struct wfo_patch *p, uint32_t id)
{
    static const uint32_t none[8];

    return id < p->f->word[3] && p->def && p->def[id] ? p->f->word + p->def[id] : none;
}

uint32_t wfo_patch_type_of(const struct wfo_patch *p, uint32_t id)
{
    const uint32_t *w = wfo_patch_def(p, id);
    const struct wfs_spirv_info *info = wfs_spirv_info(w[0] & 0xffff);

    return w[0] && info && info->shape[0] == 't' ? w[1] : 0;
}

/* ---- begin and end ---- */

static void begin(struct wfo_patch *p, const struct wfo_facts *f)
{
    *p = (struct wfo_patch){.f = f, .bound = f->word[3]};
    p->def = calloc((size_t)p->bound + 1, sizeof *p->def);
    p->failed = !p->def;
    for (size_t at = 0; p->def && wfo_facts_next(f, &at);) {
        const struct wfs_spirv_info *info = wfs_spirv_info(f->word[at] & 0xffff);
        const size_t n = !info ? 0 : info->shape[0] == 'r' ? 1 : info->shape[0] == 't' && info->shape[1] == 'r' ? 2 : 0;
        if (n && n < wfo_facts_length(f, at) && f->word[at + n] < f->word[3])
            p->def[f->word[at + n]] = at;
    }
}

static uint32_t *end(struct wfo_patch *p, size_t *words)
{
    const struct wfo_stream *part[] = {&p->capability, &p->global, &p->body};
    uint32_t *module = calloc(HEADER + p->capability.words + p->global.words + p->body.words + 1, sizeof *module);

    *words = HEADER;
    for (size_t n = 0; module && n < HEADER; n++)
        module[n] = n == 3 ? p->bound : p->f->word[n];
    for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
        if (module && part[n]->words)
            memcpy(module + *words, part[n]->word, part[n]->words * sizeof *module);
        *words += part[n]->words;
        free(part[n]->word);
    }
    free(p->def);
    if (!p->failed)
        return module;
    free(module);
    return NULL;
}

uint32_t *wfo_patch_module(struct wfo_patch *p, const struct wfo_facts *f, wfo_patch_fn *change, void *user, size_t *words)
{
    begin(p, f);
    for (size_t at = 0; !p->failed && wfo_facts_next(f, &at);) {
        const uint32_t *w = f->word + at;
        const size_t length = wfo_facts_length(f, at);
        p->in_function |= (w[0] & 0xffff) == WfsOpFunction;
        if (change(user, w, length))
            p->changed = true;
        else
            add(p, here(p), w, length);
    }
    return end(p, words);
}

bool wfo_patch_facts(struct wfo_patch *p, struct wfo_facts *f, wfo_patch_fn *change, void *user)
{
    struct wfo_facts changed;
    size_t words;
    uint32_t *const module = wfo_patch_module(p, f, change, user, &words);
    const bool good = module && wfo_facts_read(&changed, module, words);

    if (good) {
        wfo_facts_free(f);
        *f = changed;
    }
    free(module);
    return good;
}
