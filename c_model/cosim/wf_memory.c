/* SPDX-License-Identifier: Apache-2.0
 * wf_memory.c - the global memory of the bench (see wf_memory.h).
 */
#include "wf_memory.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "float arithmetic must not carry extra precision");

struct answer {
    unsigned tag;
    uint64_t due;
    uint32_t data[WF_MAX_LANES];
};

struct wf_memory {
    uint32_t *words;
    size_t count;
    unsigned lanes, tags, used;
    struct wf_memory_timing timing;
    uint64_t prng, earliest;        /* earliest: the soonest due cycle of all answers */
    uint64_t accesses;              /* to lines */
    uint64_t free_at;               /* the next access that nobody has, in accesses since cycle 0: `lines` a cycle */
    struct answer taken;
    struct answer answer[];         /* [tags], the first `used` are waiting */
};

struct wf_memory *wf_memory_new(uint32_t *words, size_t count, unsigned lanes, unsigned tags,
                                struct wf_memory_timing timing, uint64_t seed)
{
    struct wf_memory *memory = calloc(1, sizeof *memory + tags * sizeof memory->answer[0]);
    if (!memory)
        return NULL;
    memory->words = words;
    memory->count = count;
    memory->lanes = lanes;
    memory->tags = tags;
    memory->timing = timing;
    memory->prng = seed * 0x9e3779b97f4a7c15u | 1;
    memory->earliest = UINT64_MAX;
    return memory;
}

void wf_memory_free(struct wf_memory *memory)
{
    free(memory);
}

uint32_t wf_memory_fadd(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    x += y;
    uint32_t sum;
    memcpy(&sum, &x, 4);
    return (sum & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : sum;
}

uint32_t wf_memory_fminmax(uint32_t a, uint32_t b, bool maximum)
{
    bool a_nan = (a & 0x7fffffff) > 0x7f800000, b_nan = (b & 0x7fffffff) > 0x7f800000;
    if (a_nan || b_nan)
        return a_nan && b_nan ? 0x7fc00000 : a_nan ? b : a;
    /* the bits of binary32 as a number that orders like the value, -0 below +0 */
    uint32_t x = a >> 31 ? ~a : a | 0x80000000, y = b >> 31 ? ~b : b | 0x80000000;
    return (x < y) != maximum ? a : b;
}

/* The word of `bits` bits, 32 or 64, that an atomic leaves; above them anything. */
static uint64_t combine(unsigned atom, unsigned bits, uint64_t old, uint64_t b, uint64_t c)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    switch (atom) {
    case WF_ATOM_ADD:  return old + b;
    case WF_ATOM_SUB:  return old - b;
    case WF_ATOM_AND:  return old & b;
    case WF_ATOM_OR:   return old | b;
    case WF_ATOM_XOR:  return old ^ b;
    case WF_ATOM_MINS: return (old ^ sign) < (b ^ sign) ? old : b;
    case WF_ATOM_MAXS: return (old ^ sign) > (b ^ sign) ? old : b;
    case WF_ATOM_MINU: return old < b ? old : b;
    case WF_ATOM_MAXU: return old > b ? old : b;
    case WF_ATOM_XCHG: return b;
    case WF_ATOM_CAS:  return old == c ? b : old;
    case WF_ATOM_FADD: return wf_memory_fadd((uint32_t)old, (uint32_t)b);
    case WF_ATOM_FMIN: return wf_memory_fminmax((uint32_t)old, (uint32_t)b, false);
    case WF_ATOM_FMAX: return wf_memory_fminmax((uint32_t)old, (uint32_t)b, true);
    default:           return old;
    }
}

static uint64_t pair_at(const uint32_t *words)
{
    return (uint64_t)words[1] << 32 | words[0];
}

/* Accesses to lines that a request needs. */
static unsigned accesses(unsigned lanes, bool atomic, const uint32_t *mask, const uint32_t *address)
{
    struct { uint32_t line; unsigned accesses; } line[WF_MAX_LANES];
    unsigned lines = 0, sum = 0;
    for (unsigned l = 0; l < lanes; l++) {
        if (!(mask[l / 32] >> (l % 32) & 1))
            continue;
        unsigned i = 0, turn = 1;       /* turn: the lane's place among those on its word */
        while (i < lines && line[i].line != address[l] / WF_MEMORY_LINE_BYTES)
            i++;
        if (i == lines) {
            line[lines].line = address[l] / WF_MEMORY_LINE_BYTES;
            line[lines++].accesses = 0;
        }
        for (unsigned k = 0; atomic && k < l; k++)
            turn += (mask[k / 32] >> (k % 32) & 1) && address[k] == address[l];
        if (turn > line[i].accesses)
            line[i].accesses = turn;
    }
    for (unsigned i = 0; i < lines; i++)
        sum += line[i].accesses;
    return sum;
}

/* The cycle after which the answer to a request is there, random part aside. */
static uint64_t due(struct wf_memory *memory, uint64_t cycle, unsigned needed)
{
    unsigned lines = memory->timing.lines;
    memory->accesses += needed;
    if (!lines)
        return cycle + memory->timing.least;
    if (memory->free_at < cycle * lines)
        memory->free_at = cycle * lines;
    memory->free_at += needed;
    uint64_t last = needed ? (memory->free_at - 1) / lines : cycle;     /* cycle of the last access */
    return last + memory->timing.least;
}

unsigned wf_memory_waiting(const struct wf_memory *memory)
{
    return memory->used;
}

uint64_t wf_memory_line_accesses(const struct wf_memory *memory)
{
    return memory->accesses;
}

/* Both lanes of a pair ask, for an aligned 64-bit word. */
static bool are_pairs(unsigned lanes, const uint32_t *mask, const uint32_t *address)
{
    for (unsigned l = 0; l < lanes; l += 2) {
        const unsigned asks = mask[l / 32] >> (l % 32) & 3;
        if (asks && (asks != 3 || address[l] % 8 || address[l + 1] != address[l] + 4))
            return false;
    }
    return true;
}

const char *wf_memory_request(struct wf_memory *memory, uint64_t cycle, unsigned tag, unsigned kind, unsigned atom,
                              const uint32_t *mask, const uint32_t *address, const uint32_t *data,
                              const uint32_t *compare)
{
    if (kind > 3 || (kind == 2 && atom >= WF_ATOM_COUNT) || (kind == 3 && !wf_atom_has_64(atom)))
        return "a memory request of no known kind";
    if (memory->used == memory->tags)
        return "more memory requests are out than there are wave slots";
    for (unsigned i = 0; i < memory->used; i++)
        if (memory->answer[i].tag == tag)
            return "a second memory request with the tag of one that is not answered yet";
    for (unsigned l = 0; l < memory->lanes; l++)
        if ((mask[l / 32] >> (l % 32) & 1) && (address[l] % 4 || address[l] / 4 >= memory->count))
            return "a memory request at an address that is misaligned or outside the memory";
    if (kind == 3 && !are_pairs(memory->lanes, mask, address))
        return "a 64-bit atomic whose lanes are no pairs";
    struct answer *answer = &memory->answer[memory->used++];
    answer->tag = tag;
    answer->due = due(memory, cycle, accesses(memory->lanes, kind >= 2, mask, address));
    if (memory->timing.spread)
        answer->due += wf_memory_random(&memory->prng) % memory->timing.spread;
    if (answer->due < memory->earliest)
        memory->earliest = answer->due;
    for (unsigned l = 0; l < memory->lanes; l++) {
        answer->data[l] = 0;
        if (!(mask[l / 32] >> (l % 32) & 1))
            continue;
        uint32_t *word = &memory->words[address[l] / 4], old = *word;
        if (kind == 1) {
            *word = data[l];
            continue;
        }
        answer->data[l] = old;
        if (kind == 2)
            *word = (uint32_t)combine(atom, 32, old, data[l], compare[l]);
        if (kind == 3) {
            answer->data[l + 1] = word[1];
            const uint64_t now = combine(atom, 64, pair_at(word), pair_at(&data[l]), pair_at(&compare[l]));
            word[0] = (uint32_t)now;
            word[1] = (uint32_t)(now >> 32);
            l++;
        }
    }
    return NULL;
}

bool wf_memory_ready(const struct wf_memory *memory, uint64_t cycle)
{
    if (!memory->used || memory->earliest > cycle)
        return false;
    unsigned period = memory->timing.burst_period;
    return !period || cycle % period < period / 2;
}

bool wf_memory_answer(struct wf_memory *memory, uint64_t cycle, unsigned *tag, const uint32_t **data)
{
    if (!wf_memory_ready(memory, cycle))
        return false;
    unsigned ready = 0;
    for (unsigned i = 0; i < memory->used; i++)
        ready += memory->answer[i].due <= cycle;
    if (!ready)
        return false;
    unsigned choice = memory->timing.spread ? (unsigned)(wf_memory_random(&memory->prng) % ready) : 0, i = 0;
    while (memory->answer[i].due > cycle || choice-- > 0)
        i++;
    memory->taken = memory->answer[i];
    memory->answer[i] = memory->answer[--memory->used];
    memory->earliest = UINT64_MAX;
    for (i = 0; i < memory->used; i++)
        if (memory->answer[i].due < memory->earliest)
            memory->earliest = memory->answer[i].due;
    *tag = memory->taken.tag;
    *data = memory->taken.data;
    return true;
}
