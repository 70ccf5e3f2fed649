/* SPDX-License-Identifier: Apache-2.0
 * explain.c - what the names of the instruction set mean: the tables of isa.def by name.
 */
#include "wavefold/isa.h"
#include "wavefold/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- names by number ---- */

static const struct wf_foreign foreign[] = {
#define WF_SV(id, number, name, text) {"HLSL", text, "sv r0, " name, ""},
#define WF_HLSL(name, code, note) {"HLSL", name, code, note},
#include "wavefold/isa.def"
#define WF_GLSL(name, code, note) {"GLSL", name, code, note},
#define WF_SPIRV(name, code, note) {"SPIR-V", name, code, note},
#include "languages.def"
};
enum { FOREIGN_NAMES = sizeof foreign / sizeof foreign[0] };

static const struct {
    const char *name, *text;
} sv_table[] = {
#define WF_SV(id, number, name, text) {name, text},
#include "wavefold/isa.def"
};

static const char *const mode_name[] = {
#define WF_SCAN_MODE(id, number, suffix, text) [number] = suffix,
#include "wavefold/isa.def"
};
static const char *const atom_name[] = {
#define WF_ATOM(id, number, suffix, text) [number] = suffix,
#include "wavefold/isa.def"
};
enum { MODES = sizeof mode_name / sizeof mode_name[0], CLUSTERS = 8, SCOPES = 2 + CLUSTERS };

static const char *const half_name[] = {
#define WF_HALF(id, number, suffix, text) [number] = suffix,
#include "wavefold/isa.def"
};
enum { HALVES = sizeof half_name / sizeof half_name[0] };

static bool is_atomic64(enum wf_format format)
{
    return format == WF_FMT_ATOM64 || format == WF_FMT_GATOM64 || format == WF_FMT_TATOM64;
}

static bool is_atomic(enum wf_format format)
{
    return format == WF_FMT_ATOM || format == WF_FMT_GATOM || format == WF_FMT_TATOM || is_atomic64(format);
}

static size_t forms(const struct wf_op_info *info)
{
    if (is_atomic64(info->format))
        return WF_ATOM_COUNT_64 * (1 + HALVES);
    if (is_atomic(info->format))
        return WF_ATOM_COUNT;
    return info->format == WF_FMT_SCAN ? MODES * SCOPES : info->format == WF_FMT_FENCE ? 2 : 1;
}

/* Form 1 of a barrier is the scope that its plain name does not have. */
static const char *fence_form(const struct wf_op_info *info, size_t form)
{
#define WF_FENCE(id, device, suffix, text) \
    if (info == wf_op_info(WF_OP_##id) && form == (*(suffix) != '\0')) \
        return *(suffix) ? "." suffix : "";
#include "wavefold/isa.def"
    return "";
}

/* Without a half, that is both, and then with each. */
static void put_form64(const struct wf_op_info *info, size_t form, char name[WF_MNEMONIC_SIZE])
{
    const char *atom = atom_name[form % WF_ATOM_COUNT_64];

    if (form < WF_ATOM_COUNT_64)
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s", info->mnemonic, atom);
    else
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s.%s", info->mnemonic, atom, half_name[form / WF_ATOM_COUNT_64 - 1]);
}

/* Form 0 of a scan is .reduce, 1 .inclusive, 2 .exclusive; then the same with .multi, .cluster1, .cluster2, .. */
static void put_form(const struct wf_op_info *info, size_t form, char name[WF_MNEMONIC_SIZE])
{
    size_t scope = form / MODES;

    if (is_atomic64(info->format))
        put_form64(info, form, name);
    else if (is_atomic(info->format))
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s", info->mnemonic, atom_name[form]);
    else if (info->format == WF_FMT_FENCE)
        snprintf(name, WF_MNEMONIC_SIZE, "%s%s", info->mnemonic, fence_form(info, form));
    else if (info->format != WF_FMT_SCAN)
        snprintf(name, WF_MNEMONIC_SIZE, "%s", info->mnemonic);
    else if (scope < 2)
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s%s", info->mnemonic, mode_name[form % MODES], scope ? ".multi" : "");
    else
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s.cluster%u", info->mnemonic, mode_name[form % MODES], 1u << (scope - 2));
}

bool wf_isa_mnemonic(size_t number, char name[WF_MNEMONIC_SIZE])
{
    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (!info)
            continue;
        if (number < forms(info)) {
            put_form(info, number, name);
            return true;
        }
        number -= forms(info);
    }
    return false;
}

void wf_isa_suggest_mnemonics(struct wf_suggestions *near)
{
    char name[WF_MNEMONIC_SIZE];

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        for (size_t n = 0; info && n < forms(info); n++) {
            put_form(info, n, name);
            wf_suggest_try(near, name);
        }
    }
}

const char *wf_isa_system_value(size_t number)
{
    return number < sizeof sv_table / sizeof sv_table[0] ? sv_table[number].name : NULL;
}

const char *wf_isa_foreign_name(size_t number)
{
    return number < FOREIGN_NAMES ? foreign[number].name : NULL;
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !memcmp(name, text, length);
}

const struct wf_foreign *wf_foreign_find(const char *name, size_t length)
{
    for (size_t n = 0; n < FOREIGN_NAMES; n++)
        if (is_name(foreign[n].name, name, length) ||
            (!strcmp(foreign[n].language, "SPIR-V") && is_name(foreign[n].name + 2, name, length)))
            return &foreign[n];
    return NULL;
}

/* ---- text ---- */

struct out {
    char *text;
    size_t size, length;
};

static void put(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct out *o, const char *format, ...)
{
    size_t room = o->length < o->size ? o->size - o->length : 0;
    va_list arguments;

    va_start(arguments, format);
    int n = vsnprintf(room ? o->text + o->length : NULL, room, format, arguments);
    va_end(arguments);
    if (n > 0)
        o->length += (size_t)n;
}

static const char *operands(enum wf_format format)
{
    switch (format) {
#define WF_FORMAT(id, text) case WF_FMT_##id: return text;
#include "wavefold/isa.def"
    case WF_FMT_COUNT: break;
    }
    return "";
}

static const char *unit(enum wf_unit number)
{
    switch (number) {
#define WF_UNIT(id, n, text) case WF_UNIT_##id: return text;
#include "wavefold/isa.def"
    }
    return "";
}

/* ".low", ".high" */
static bool is_half(const char *suffix)
{
    for (size_t n = 0; n < HALVES; n++)
        if (!strcmp(suffix + 1, half_name[n]))
            return true;
    return false;
}

/* `word` is one of the instructions of `code`, or, unless it must be `whole`, what one of them begins with before a
 * dot. */
static bool is_in(const char *code, const char *word, bool whole)
{
    size_t length = strlen(word);

    for (const char *at = strstr(code, word); at; at = strstr(at + 1, word)) {
        bool begins = at == code || (at[-1] == ' ' && (at[-2] == ';' || at[-2] == '/'));    /* "; ", " / " */
        if (begins && (at[length] == ' ' || (at[length] == '.' && !whole) || at[length] == ';' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void put_names_of(struct out *o, const char *language, const char *mnemonic, bool whole)
{
    bool any = false;

    for (size_t n = 0; n < FOREIGN_NAMES; n++) {
        if (strcmp(foreign[n].language, language) != 0 || strchr(foreign[n].name, ' ') ||
            !is_in(foreign[n].code, mnemonic, whole))
            continue;
        if (any)
            put(o, ", %s", foreign[n].name);
        else
            put(o, "  %s: %s", language, foreign[n].name);
        any = true;
    }
    if (any)
        put(o, "\n");
}

/* ".add.low" has the operation ".add"; ".max.s" is one of its own. */
static bool has_atom(const char *suffixes, const char *atom)
{
    const size_t length = strlen(atom);

    return *suffixes == '.' && !strncmp(suffixes + 1, atom, length) &&
           (!suffixes[1 + length] || is_half(suffixes + 1 + length));
}

static void put_atoms(struct out *o, bool wide, const char *suffixes)
{
#define WF_ATOM(id, number, suffix, text) \
    if ((!wide || wf_atom_has_64(number)) && (!*suffixes || has_atom(suffixes, suffix))) \
        put(o, "  .%-10s %s\n", suffix, text);
#include "wavefold/isa.def"
}

static void put_halves(struct out *o, const char *suffixes)
{
    const char *half = strrchr(suffixes, '.');
    const bool one = half && is_half(half);

    if (!one)
        put(o, "  then nothing: both instructions, one for each half of the lanes of the device; or one of them:\n");
#define WF_HALF(id, number, suffix, text) \
    if (!one || !strcmp(half, "." suffix)) \
        put(o, "  .%-10s %s\n", suffix, text);
#include "wavefold/isa.def"
    put(o, "  In an operation, b is the first two registers of q, low word first; c the other two, for cas.\n");
}

/* What stands behind the mnemonic; the whole name of a form tells its own suffixes only. */
static void put_suffixes(struct out *o, enum wf_format format, const char *suffixes)
{
    const bool all = !*suffixes;

    if (format == WF_FMT_SCAN) {
#define WF_SCAN_MODE(id, number, suffix, text) \
        if (all || !strncmp(suffixes, "." suffix, sizeof suffix)) \
            put(o, "  .%-10s %s\n", suffix, text);
#include "wavefold/isa.def"
        if (all)
            put(o, "  then nothing: the active lanes; .cluster8 (1, 2, 4 .. 128): the active lanes of each run of 8 "
                   "lanes;\n  .multi: the active lanes of a per-lane mask, the third operand\n");
        else if (strstr(suffixes, ".cluster"))
            put(o, "  %-11s the active lanes of each run of %s lanes\n", strstr(suffixes, ".cluster"),
                strstr(suffixes, ".cluster") + 8);
        else if (strstr(suffixes, ".multi"))
            put(o, "  .multi      the active lanes of a per-lane mask, the third operand\n");
        else
            put(o, "  then .cluster8 (1, 2, 4 .. 128) or .multi may follow\n");
    }
    if (is_atomic(format))
        put_atoms(o, is_atomic64(format), suffixes);
    if (is_atomic64(format))
        put_halves(o, suffixes);
}

/* The operands of a form; `optional` stands in those of the family and belongs to the suffix `with` alone. */
static void put_operands(struct out *o, enum wf_format format, const char *suffixes)
{
    const char *text = operands(format),
               *optional = (is_atomic(format) || format == WF_FMT_SCAN) && *suffixes ? strstr(text, " [, ") : NULL;
    const char *with = format == WF_FMT_SCAN ? ".multi" : ".cas";

    if (!optional)
        put(o, "%s", text);
    else
        put(o, strstr(suffixes, with) ? "%.*s, %.*s" : "%.*s", (int)(optional - text), text,
            (int)strcspn(optional + 4, "]"), optional + 4);
}

static void put_immediate(struct out *o, const struct wf_op_info *info)
{
    static const char *const kind[] = {[WF_WORD_INT] = "an integer",
                                       [WF_WORD_FLOAT] = "a float, or bits in hexadecimal or binary",
                                       [WF_WORD_ANY] = "an integer or a float"};
    unsigned op = 0;

    while (op < 255 && wf_op_info((uint8_t)op) != info)
        op++;
    if (wf_format_allows_imm(info->format))
        put(o, "  imm: %s\n", kind[wf_op_immediate((uint8_t)op)]);
}

static void put_op(struct out *o, const struct wf_op_info *info, const char *name)
{
    const bool q = info->words == 4 && info->format != WF_FMT_MATCH && !is_atomic64(info->format);
    const char *suffixes = name + strlen(info->mnemonic);
    const bool family = !*suffixes && forms(info) > 1 && info->format != WF_FMT_FENCE;

    put(o, "%s%s%s", name, family ? ".SUFFIX" : "", *operands(info->format) ? " " : "");
    put_operands(o, info->format, suffixes);
    put(o, "%s\n  %s\n", q ? "    (d is a mask in four registers: q8)" :
        is_atomic64(info->format) ? "    (d and q are four registers: q8)" : "", info->text);
    put(o, "  unit: %s\n", unit(info->unit));
    put_immediate(o, info);
    put_suffixes(o, info->format, suffixes);
    static const char *const language[] = {"HLSL", "GLSL", "SPIR-V"};
    for (size_t n = 0; n < sizeof language / sizeof language[0]; n++)
        put_names_of(o, language[n], name, info->format == WF_FMT_FENCE);
}

/* Everything whose name begins with this one and a dot: "lt" has lt.s and lt.u, "lds" lds.load and lds.store, "tid"
 * tid.x .. */
static bool put_family(struct out *o, const char *name)
{
    const size_t length = strlen(name);
    bool any = false;

    if (!length)
        return false;
#define IN_FAMILY(member) (!strncmp(member, name, length) && (member)[length] == '.')
    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (info && IN_FAMILY(info->mnemonic)) {
            put(o, "%s %s\n  %s\n", info->mnemonic, operands(info->format), info->text);
            any = true;
        }
    }
    for (size_t n = 0; n < sizeof sv_table / sizeof sv_table[0]; n++)
        if (IN_FAMILY(sv_table[n].name)) {
            put(o, "sv d, %s\n  %s\n", sv_table[n].name, sv_table[n].text);
            any = true;
        }
#undef IN_FAMILY
    return any;
}

/* Attributes, in any letter case, and stages. */
static bool same_letters(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a | 0x20) != (*b | 0x20))
            return false;
    return *a == *b;
}

static bool put_word(struct out *o, const char *name)
{
    static const struct { const char *name, *written, *range, *text; } attribute[] = {
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) {name, written, range, text},
#include "wavefold/isa.def"
    };

    for (size_t n = 0; n < sizeof attribute / sizeof attribute[0]; n++) {
        if (!same_letters(name, attribute[n].name))
            continue;
        put(o, "%s: attribute of a kernel file, %s\n  %s%s%s\n", attribute[n].name, attribute[n].written,
            attribute[n].text, attribute[n].range ? "; " : "", attribute[n].range ? attribute[n].range : "");
        return true;
    }
    for (unsigned n = 0; n < WF_STAGE_COUNT; n++)
        if (!strcmp(name, wf_stage_name((enum wf_stage)n))) {
            put(o, "%s: stage, `[shader(\"%s\")]`\n", name, name);
            return true;
        }
    return false;
}

static const struct wf_op_info *find_op(const char *name)
{
    char form[WF_MNEMONIC_SIZE];

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (!info || strncmp(info->mnemonic, name, strlen(info->mnemonic)) != 0)
            continue;
        if (!strcmp(info->mnemonic, name))
            return info;
        for (size_t n = 0; n < forms(info); n++) {
            put_form(info, n, form);
            if (!strcmp(form, name))
                return info;
        }
    }
    return NULL;
}

static bool put_sv(struct out *o, const char *name)
{
    for (size_t n = 0; n < sizeof sv_table / sizeof sv_table[0]; n++) {
        if (strcmp(sv_table[n].name, name) != 0)
            continue;
        put(o, "sv d, %s\n  %s\n", name, sv_table[n].text);
        return true;
    }
    return false;
}

static bool put_code(struct out *o, const char *name)
{
#define WF_REJECT(id, code, message) \
    if (!strcmp(name, #id)) { \
        put(o, "%s: refusal %d\n  %s\n", name, code, message); \
        return true; \
    }
#define WF_FAULT(id, number, message) \
    if (!strcmp(name, #id)) { \
        put(o, "%s: fault %d\n  %s\n", name, number, message); \
        return true; \
    }
#include "wavefold/isa.def"
    return false;
}

static void put_nearest(struct out *o, const char *name)
{
    struct wf_suggestions near;
    char text[136];

    wf_suggest_start(&near, name, strlen(name));
    wf_isa_suggest_mnemonics(&near);
    for (size_t n = 0; n < sizeof sv_table / sizeof sv_table[0]; n++)
        wf_suggest_try(&near, sv_table[n].name);
    for (size_t n = 0; n < FOREIGN_NAMES; n++)
        wf_suggest_try(&near, foreign[n].name);
#define WF_ATTRIBUTE(id, name, least, most, written, range, text) wf_suggest_try(&near, name);
#include "wavefold/isa.def"
    for (unsigned n = 0; n < WF_STAGE_COUNT; n++)
        wf_suggest_try(&near, wf_stage_name((enum wf_stage)n));
    if (near.count)
        put(o, "nearest: %s\n", wf_suggest_text(&near, text, sizeof text));
}

bool wf_isa_explain(const char *name, char *text, size_t size)
{
    struct out o = {text, size, 0};
    const struct wf_op_info *info = find_op(name);
    const struct wf_foreign *h = wf_foreign_find(name, strlen(name));

    if (size)
        text[0] = '\0';
    if (h)
        put(&o, "%s: %s%s%s%s\n", h->name, h->code, *h->note ? "    (" : "", h->note, *h->note ? ")" : "");
    if (info)
        put_op(&o, info, name);
    const bool family = put_family(&o, name), word = put_word(&o, name), code = put_code(&o, name);
    if (h || info || family || word || code || put_sv(&o, name))
        return true;
    put_nearest(&o, name);
    return false;
}
