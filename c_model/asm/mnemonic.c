/* SPDX-License-Identifier: Apache-2.0
 * mnemonic.c - the first word of an instruction, with its suffixes.
 */
#include "statements.h"

#include "tokens.h"

#include <string.h>

/* A suffix of a mnemonic: ".name" at the front of the text; false when another stands there. */
static bool suffix(const char **text, size_t *length, const char *name)
{
    size_t size = strlen(name);

    if (*length < size + 1 || (*text)[0] != '.' || memcmp(*text + 1, name, size) != 0)
        return false;
    if (*length > size + 1 && (*text)[size + 1] != '.' && strcmp(name, "cluster") != 0)
        return false;
    *text += size + 1;
    *length -= size + 1;
    return true;
}

/* All that follows is ".name", or nothing where the name is "". */
static bool ends(const char *text, size_t length, const char *name)
{
    return *name ? suffix(&text, &length, name) && !length : !length;
}

static bool atom_suffix(const char *text, size_t length, uint8_t *mod)
{
#define WF_ATOM(id, number, name, meaning) \
    if (ends(text, length, name)) { \
        *mod = number; \
        return true; \
    }
#include "wavefold/isa.def"
    return false;
}

/* ".add", ".add.low", ".add.high": the half, or none for both. */
static bool atom64_suffix(const char *text, size_t length, struct wf_insn *n, bool *both)
{
    *both = false;
#define WF_HALF(id, number, name, meaning) \
    if (length > sizeof name && ends(text + length - sizeof name, sizeof name, name)) { \
        n->imm16 = number; \
        return atom_suffix(text, length - sizeof name, &n->mod) && wf_atom_has_64(n->mod); \
    }
#include "wavefold/isa.def"
    *both = true;
    return atom_suffix(text, length, &n->mod) && wf_atom_has_64(n->mod);
}

static bool is_atom64(enum wf_format format)
{
    return format == WF_FMT_ATOM64 || format == WF_FMT_GATOM64 || format == WF_FMT_TATOM64;
}

static bool cluster_suffix(const char *text, size_t length, uint8_t *mod)
{
    static const char *const sizes[] = {"1", "2", "4", "8", "16", "32", "64", "128"};

    for (unsigned k = 0; k < 8; k++) {
        if (strlen(sizes[k]) == length && !memcmp(text, sizes[k], length)) {
            *mod = (uint8_t)(*mod | WF_SCOPE_CLUSTER << 2 | k << 4);
            return true;
        }
    }
    return false;
}

static bool scan_suffix(const char *text, size_t length, uint8_t *mod)
{
    bool known = false;

#define WF_SCAN_MODE(id, number, name, meaning) \
    if (!known && suffix(&text, &length, name)) { \
        *mod = number; \
        known = true; \
    }
#include "wavefold/isa.def"
    if (!known || !length)
        return known;
    if (suffix(&text, &length, "cluster"))
        return cluster_suffix(text, length, mod);
    *mod = (uint8_t)(*mod | WF_SCOPE_MULTI << 2);
    return ends(text, length, "multi");
}

/* "barrier", "barrier.device", "memory_barrier", "memory_barrier.group" */
static bool fence_suffix(uint8_t op, const char *text, size_t length, uint8_t *mod)
{
#define WF_FENCE(id, device, name, meaning) \
    if (op == WF_OP_##id && ends(text, length, name)) { \
        *mod = device; \
        return true; \
    }
#include "wavefold/isa.def"
    return false;
}

static bool any_suffix(enum wf_format format, const char *text, size_t length, struct wf_insn *n, bool *both)
{
    return format == WF_FMT_SCAN    ? scan_suffix(text, length, &n->mod)
           : format == WF_FMT_FENCE ? fence_suffix(n->op, text, length, &n->mod)
           : is_atom64(format)      ? atom64_suffix(text, length, n, both)
                                    : atom_suffix(text, length, &n->mod);
}

static const char *wanted_suffix(enum wf_format format, uint8_t op)
{
    if (op == WF_OP_BARRIER)
        return "nothing (workgroup scope), or `.device`: device scope";
    if (op == WF_OP_MEMBAR)
        return "nothing (device scope), or `.group`: workgroup scope";
    if (format == WF_FMT_SCAN)
        return "`.reduce`, `.inclusive` or `.exclusive`, then nothing, `.cluster8` (1, 2, 4 .. 128) or `.multi`";
    if (is_atom64(format))
        return "an atomic: .add .sub .and .or .xor .min.s .max.s .min.u .max.u .xchg .cas, then nothing (all lanes), "
               "`.low` or `.high`";
    return "an atomic: .add .sub .and .or .xor .min.s .max.s .min.u .max.u .xchg .cas .fadd .fmin .fmax";
}

static bool has_suffix(enum wf_format format)
{
    return format == WF_FMT_SCAN || format == WF_FMT_ATOM || format == WF_FMT_GATOM || format == WF_FMT_TATOM ||
           format == WF_FMT_FENCE || is_atom64(format);
}

/* The mnemonic of the table that the word is, or that it begins with and a suffix follows: the longest such one. */
static const struct wf_op_info *longest(const struct wfa_token *word, uint8_t *op)
{
    const struct wf_op_info *best = NULL;
    size_t best_size = 0;

    for (unsigned n = 0; n < 256; n++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)n);
        if (!info || info->mnemonic[0] != word->text[0])
            continue;
        size_t size = strlen(info->mnemonic);
        if (size > word->length || size <= best_size || memcmp(info->mnemonic, word->text, size) != 0)
            continue;
        if (size == word->length || (has_suffix(info->format) && word->text[size] == '.')) {
            best = info;
            best_size = size;
            *op = (uint8_t)n;
        }
    }
    return best;
}

static const struct wf_suggestions *near_mnemonics(const struct wfa_token *word, struct wf_suggestions *near)
{
    wf_suggest_start(near, word->text, word->length);
    wf_isa_suggest_mnemonics(near);
    return near;
}

/* What HLSL calls it is told as it is written here; another word with the names nearest to it. */
static bool unknown(struct wfa *p, const struct wfa_token *word)
{
    const struct wf_foreign *h = wf_foreign_find(word->text, word->length);
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (h)
        return wfa_unknown_foreign(p, "instruction", word, h);
    near_mnemonics(word, &near);
    wfa_suggest_statements(&near);
    for (size_t n = 0; wf_isa_foreign_name(n); n++)
        wf_suggest_try(&near, wf_isa_foreign_name(n));
    wfa_error(p, word->pos, "unknown instruction %s; expected one of docs/isa.md%s", wfa_shown(word, shown),
              wfa_perhaps(&near, perhaps));
    return false;
}

bool wfa_mnemonic(struct wfa *p, struct wf_insn *n, bool *both)
{
    const struct wfa_token word = p->token;
    const struct wf_op_info *info = word.kind == WFA_WORD ? longest(&word, &n->op) : NULL;
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (!info) {
        if (word.kind != WFA_WORD)
            return wfa_unexpected(p, "an instruction");
        return unknown(p, &word);
    }
    if (has_suffix(info->format)) {
        const char *text = word.text + strlen(info->mnemonic);
        size_t length = word.length - strlen(info->mnemonic);
        if (!any_suffix(info->format, text, length, n, both)) {
            wfa_error(p, word.pos, "unknown instruction %s; expected `%s` and %s%s", wfa_shown(&word, shown),
                      info->mnemonic, wanted_suffix(info->format, n->op),
                      wfa_perhaps(near_mnemonics(&word, &near), perhaps));
            return false;
        }
    }
    if (info->unit == WF_UNIT_MEM && wf_op_is_atomic(n->op)) {
        n->imm16 = (uint16_t)(n->imm16 | n->mod << 12);
        n->mod = 0;
    }
    wfa_next(p);
    return true;
}
