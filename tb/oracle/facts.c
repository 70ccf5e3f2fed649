/* SPDX-License-Identifier: Apache-2.0 */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 5 };
static const uint32_t MAGIC = 0x07230203;

static uint32_t swapped(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

size_t wfo_facts_length(const struct wfo_facts *f, size_t at)
{
    const size_t length = f->word[at] >> 16;

    return length && length <= f->words - at ? length : f->words - at;
}

bool wfo_facts_next(const struct wfo_facts *f, size_t *at)
{
    *at = *at ? *at + wfo_facts_length(f, *at) : HEADER;
    return *at < f->words;
}

static void note(struct wfo_facts *f, size_t at, size_t length)
{
    const uint32_t *w = f->word + at, op = w[0] & 0xffff;

    f->op[op] = true;
    if (op == WfsOpCapability && length > 1)
        f->capability[w[1] & 0xffff] = true;
    if (op == WfsOpDecorate && length > 3 && w[2] == WfsDecorationBuiltIn)
        f->builtin[w[3] & 0xffff] = true;
    if (op == WfsOpMemberDecorate && length > 4 && w[3] == WfsDecorationBuiltIn)
        f->builtin[w[4] & 0xffff] = true;
    if (op == WfsOpExtInst && length > 4 && w[4] < WFO_GLSL_NUMBERS)    /* or of a set of debug information */
        f->glsl[w[4]] = true;
}

bool wfo_facts_read(struct wfo_facts *f, const uint32_t *word, size_t words)
{
    memset(f, 0, sizeof *f);
    f->word = calloc(words + 1, sizeof *f->word);
    if (!f->word)
        return false;
    f->words = words;
    for (size_t n = 0; n < words; n++)
        f->word[n] = word[0] == MAGIC ? word[n] : swapped(word[n]);
    for (size_t at = 0; wfo_facts_next(f, &at);)
        note(f, at, wfo_facts_length(f, at));
    return true;
}

void wfo_facts_free(struct wfo_facts *f)
{
    free(f->word);
    memset(f, 0, sizeof *f);
}

uint32_t wfo_facts_decoration(const struct wfo_facts *f, uint32_t id, uint32_t which)
{
    for (size_t at = 0; wfo_facts_next(f, &at);)
        if ((f->word[at] & 0xffff) == WfsOpDecorate && wfo_facts_length(f, at) > 3 && f->word[at + 1] == id && f->word[at + 2] == which)
            return f->word[at + 3];
    return 0;
}

const char *wfo_facts_text(const struct wfo_facts *f, size_t at, size_t n, char *text, size_t room)
{
    const size_t length = wfo_facts_length(f, at);
    size_t i = 0;

    for (; i + 1 < room && n + i / 4 < length; i++)
        text[i] = (char)(f->word[at + n + i / 4] >> (8 * (i % 4)) & 0xff);
    text[i] = '\0';
    return text;
}

bool wfo_facts_waves(const struct wfo_facts *f)
{
    return f->capability[WfsCapabilityGroupNonUniform] || f->capability[WfsCapabilitySubgroupBallotKHR] || f->capability[WfsCapabilitySubgroupVoteKHR] ||
           f->capability[WfsCapabilityComputeDerivativeGroupQuadsNV] || f->capability[WfsCapabilityComputeDerivativeGroupLinearNV] ||
           f->capability[WfsCapabilityGroups] || f->capability[WfsCapabilityKernel] ||
           f->builtin[WfsBuiltInSubgroupLocalInvocationId] || f->builtin[WfsBuiltInSubgroupId];
}
