/* SPDX-License-Identifier: Apache-2.0
 * advise_words.c - the rewrite of an atomic in the words of HLSL and GLSL.
 *
 * Where the source line calls the atomic once, the words have its own operands; else they speak of CELL, VALUE and OLD.
 */
#include <stdio.h>
#include <string.h>

#include "advise.h"
#include "cli.h"

enum language { HLSL, GLSL, LANGUAGES };

/* Names of an operation: the atomic, the reduction, the exclusive scan (or NULL); how an old value meets the scan. */
struct words {
    const char *type;
    struct { const char *atomic, *reduce, *prefix; } of[LANGUAGES];
    const char *infix;          /* "+", or NULL: a function, the next */
    const char *function;
};
#define GL(name) {"atomic" name, "subgroup" name, "subgroupExclusive" name}
static const struct words words[WF_ATOM_COUNT] = {
    [WF_ATOM_ADD] = {"uint", {{"InterlockedAdd", "WaveActiveSum", "WavePrefixSum"}, GL("Add")}, "+", NULL},
    [WF_ATOM_AND] = {"uint", {{"InterlockedAnd", "WaveActiveBitAnd", "WaveMultiPrefixBitAnd"}, GL("And")}, "&", NULL},
    [WF_ATOM_OR] = {"uint", {{"InterlockedOr", "WaveActiveBitOr", "WaveMultiPrefixBitOr"}, GL("Or")}, "|", NULL},
    [WF_ATOM_XOR] = {"uint", {{"InterlockedXor", "WaveActiveBitXor", "WaveMultiPrefixBitXor"}, GL("Xor")}, "^", NULL},
    [WF_ATOM_MINS] = {"int", {{"InterlockedMin", "WaveActiveMin", NULL}, GL("Min")}, NULL, "min"},
    [WF_ATOM_MAXS] = {"int", {{"InterlockedMax", "WaveActiveMax", NULL}, GL("Max")}, NULL, "max"},
    [WF_ATOM_MINU] = {"uint", {{"InterlockedMin", "WaveActiveMin", NULL}, GL("Min")}, NULL, "min"},
    [WF_ATOM_MAXU] = {"uint", {{"InterlockedMax", "WaveActiveMax", NULL}, GL("Max")}, NULL, "max"},
    [WF_ATOM_FADD] = {"float", {{"InterlockedAddF32", "WaveActiveSum", "WavePrefixSum"}, GL("Add")}, "+", NULL},
    [WF_ATOM_FMIN] = {"float", {{NULL, NULL, NULL}, GL("Min")}, NULL, "min"},
    [WF_ATOM_FMAX] = {"float", {{NULL, NULL, NULL}, GL("Max")}, NULL, "max"},
};
static const struct { const char *name, *count, *count_below, *elect, *first; } languages[LANGUAGES] = {
    [HLSL] = {"HLSL", "WaveActiveCountBits(true)", "WavePrefixCountBits(true)", "WaveIsFirstLane()",
              "WaveReadLaneFirst"},
    [GLSL] = {"GLSL", "subgroupBallotBitCount(subgroupBallot(true))",
              "subgroupBallotExclusiveBitCount(subgroupBallot(true))", "subgroupElect()", "subgroupBroadcastFirst"}};

/* ---- the call in the source line --------------------------------------------------------------------------------- */

struct part {
    const char *text;
    int length;
};
/* "buffer." of a method, or nothing; up to three operands. */
struct call {
    struct part object, cell, value, old;
};

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static struct part trim(const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    return (struct part){from, (int)(to - from)};
}

/* The operands behind the opening parenthesis, and the rest of the line; how many, 0: it ends before, or above 3. */
static unsigned operands(const char *at, const char *end, struct part part[3], struct part *rest)
{
    const char *from = at;
    unsigned count = 0, depth = 0;
    for (; at < end; at++) {
        const bool ends = !depth && (*at == ')' || *at == ',');
        if (ends && count == 3)
            return 0;
        if (ends)
            part[count++] = trim(from, at);
        if (ends && *at == ')') {
            *rest = trim(at + 1, end);
            return count;
        }
        from = ends ? at + 1 : from;
        depth += *at == '(' || *at == '[' || *at == '{';
        depth -= depth && (*at == ')' || *at == ']' || *at == '}');
    }
    return 0;
}

/* NAME( in the line, once; NULL when it is not there or there more often. */
static const char *find_name(const char *line, const char *end, const char *name)
{
    const size_t length = strlen(name);
    const char *found = NULL;
    for (const char *at = line; at + length < end; at++) {
        if (strncmp(at, name, length) != 0 || at[length] != '(' || (at > line && is_name(at[-1])))
            continue;
        if (found)
            return NULL;
        found = at;
    }
    return found;
}

/* Where the old value goes: "uint at" of a line that is nothing but "uint at = CALL;". */
static struct part target(const char *line, const char *call, struct part rest)
{
    struct part before = trim(line, call);
    const bool assigns = before.length > 2 && before.text[before.length - 1] == '=' &&
                         (is_name(before.text[before.length - 2]) || strchr(" ]", before.text[before.length - 2]));
    if (!assigns || rest.length < 1 || rest.text[0] != ';')
        return (struct part){"OLD", 3};
    return trim(before.text, before.text + before.length - 1);
}

static bool find_call(const char *line, size_t length, const char *name, struct call *call)
{
    struct part part[3], rest;
    const char *at = line ? find_name(line, line + length, name) : NULL;
    const unsigned count = at ? operands(at + strlen(name) + 1, line + length, part, &rest) : 0;
    if (count < 2)
        return false;
    const char *object = at;
    while (object > line && at[-1] == '.' && (is_name(object[-1]) || strchr(".[]", object[-1])))
        object--;
    *call = (struct call){.object = {object, (int)(at - object)}, .cell = part[0], .value = part[1],
                          .old = count == 3 ? part[2] : target(line, object, rest)};
    return true;
}

/* ---- the words --------------------------------------------------------------------------------------------------- */

#define PART(p) (p).length, (p).text

/* "wave_below" and "OLD" as one expression. */
static void print_result(const struct words *w, const char *first)
{
    if (w->infix)
        printf("%s %s wave_below;\n", first, w->infix);
    else
        printf("%s(%s, wave_below);\n", w->function, first);
}

static void print_values(const struct words *w, enum language l, enum wf_fold fold, const struct call *call, bool old)
{
    if (fold == WF_FOLD_COUNT)
        printf("      %s wave_sum = %s;\n", w->type, languages[l].count);
    else if (fold == WF_FOLD_REDUCE)
        printf("      %s wave_all = %s(%.*s);\n", w->type, w->of[l].reduce, PART(call->value));
    if (!old)
        return;
    if (fold == WF_FOLD_COUNT)
        printf("      %s wave_below = %s;\n", w->type, languages[l].count_below);
    else
        printf("      %s wave_below = %s(%.*s%s);\n", w->type, w->of[l].prefix, PART(call->value),
               strstr(w->of[l].prefix, "Multi") ? ", WaveActiveBallot(true)" : "");
}

/* The heading: the language, and of GLSL the extensions with the functions of the words (each has subgroupElect()). */
static void print_heading(enum language l, enum wf_fold fold, bool old)
{
    const bool ballot = fold == WF_FOLD_COUNT || old,
               arithmetic = fold == WF_FOLD_REDUCE || (old && fold != WF_FOLD_COUNT);
    printf("  in %s", languages[l].name);
    if (l == GLSL)
        printf(", with GL_KHR_shader_subgroup_%s%s", ballot ? "ballot" : arithmetic ? "arithmetic" : "basic",
               ballot && arithmetic ? " and GL_KHR_shader_subgroup_arithmetic" : "");
    puts(":");
}

static void print_language(const struct words *w, enum language l, enum wf_fold fold, bool old, const struct call *call)
{
    const struct part sum = {"wave_sum", 8}, all = {"wave_all", 8};
    const struct part value = fold == WF_FOLD_ONCE ? call->value : fold == WF_FOLD_COUNT ? sum : all;
    print_heading(l, fold, old);
    if (old && !w->of[l].prefix) {
        printf("      no function gives each lane the old value that it has now: %s has no exclusive %s\n",
               languages[l].name, w->function);
        return;
    }
    print_values(w, l, fold, call, old);
    if (old)
        printf("      %s wave_first;\n", w->type);
    printf("      if (%s)\n          %s%.*s%s(%.*s, %.*s%s);\n", languages[l].elect,
           old && l == GLSL ? "wave_first = " : "", PART(call->object), w->of[l].atomic, PART(call->cell), PART(value),
           old && l == HLSL ? ", wave_first" : "");
    if (!old)
        return;
    char first[64];
    snprintf(first, sizeof first, "%s(wave_first)", languages[l].first);
    printf("      %.*s = ", PART(call->old));
    print_result(w, first);
}

/* Which language the source is in: LANGUAGES when that is not known. */
static enum language language_of(const char *file, bool hlsl, bool glsl)
{
    if (hlsl != glsl)
        return hlsl ? HLSL : GLSL;
    if (file && (cli_has_ending(file, ".hlsl") || cli_has_ending(file, ".slang")))
        return HLSL;
    return file && (cli_has_ending(file, ".comp") || cli_has_ending(file, ".glsl")) ? GLSL : LANGUAGES;
}

void advise_print_words(const struct wf_insn *insn, enum wf_fold fold, const char *file, const char *line, size_t size)
{
    const struct words *w = &words[wf_insn_atom(insn)];
    struct call call[LANGUAGES];
    bool found[LANGUAGES];
    for (unsigned l = 0; l < LANGUAGES; l++) {
        found[l] = w->of[l].atomic && find_call(line, size, w->of[l].atomic, &call[l]);
        if (!found[l])
            call[l] = (struct call){{"", 0}, {"CELL", 4}, {"VALUE", 5}, {"OLD", 3}};
    }
    const enum language known = language_of(file, found[HLSL], found[GLSL]);
    for (enum language l = HLSL; l < LANGUAGES; l++)
        if ((known == LANGUAGES || known == l) && w->of[l].atomic)
            print_language(w, l, fold, !insn->no_dst, &call[l]);
}
