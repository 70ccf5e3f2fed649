/* SPDX-License-Identifier: Apache-2.0
 * explain.c - what the names of the instruction set mean: the tables of isa.def by name.
 */
#include "wavefold/isa.h"
#include "wavefold/near.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- names by number ---- */

static const struct wf_hlsl hlsl[] = {
#define WF_SV(id, number, name, text) {text, "sv r0, " name, ""},
#define WF_HLSL(name, code, note) {name, code, note},
#include "wavefold/isa.def"
};
enum { HLSL_NAMES = sizeof hlsl / sizeof hlsl[0] };

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

static bool is_atomic(enum wf_format format)
{
    return format == WF_FMT_ATOM || format == WF_FMT_GATOM;
}

static size_t forms(const struct wf_op_info *info)
{
    return info->format == WF_FMT_SCAN ? MODES * SCOPES : is_atomic(info->format) ? WF_ATOM_COUNT : 1;
}

/* Form 0 of a scan is .reduce, 1 .inclusive, 2 .exclusive; then the same with .multi, .cluster1, .cluster2, .. */
static void put_form(const struct wf_op_info *info, size_t form, char name[WF_MNEMONIC_SIZE])
{
    size_t scope = form / MODES;

    if (is_atomic(info->format))
        snprintf(name, WF_MNEMONIC_SIZE, "%s.%s", info->mnemonic, atom_name[form]);
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

void wf_isa_near_mnemonics(struct wf_near *near)
{
    char name[WF_MNEMONIC_SIZE];

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        for (size_t n = 0; info && n < forms(info); n++) {
            put_form(info, n, name);
            wf_near_try(near, name);
        }
    }
}

const char *wf_isa_system_value(size_t number)
{
    return number < sizeof sv_table / sizeof sv_table[0] ? sv_table[number].name : NULL;
}

const char *wf_isa_hlsl_name(size_t number)
{
    return number < HLSL_NAMES ? hlsl[number].name : NULL;
}

const struct wf_hlsl *wf_hlsl_find(const char *name, size_t length)
{
    for (size_t n = 0; n < HLSL_NAMES; n++)
        if (strlen(hlsl[n].name) == length && !memcmp(hlsl[n].name, name, length))
            return &hlsl[n];
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

/* `word` is one of the instructions of `code`, or what one of them begins with before a dot. */
static bool is_in(const char *code, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = strstr(code, word); at; at = strstr(at + 1, word)) {
        bool begins = at == code || (at[-1] == ' ' && (at[-2] == ';' || at[-2] == '/'));    /* "; ", " / " */
        if (begins && (at[length] == ' ' || at[length] == '.' || at[length] == ';' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void put_hlsl_of(struct out *o, const char *mnemonic)
{
    const char *before = "  HLSL: ";

    for (size_t n = 0; n < HLSL_NAMES; n++) {
        if (strchr(hlsl[n].name, ' ') || !is_in(hlsl[n].code, mnemonic))
            continue;
        put(o, "%s%s", before, hlsl[n].name);
        before = ", ";
    }
    if (*before == ',')
        put(o, "\n");
}

static void put_suffixes(struct out *o, enum wf_format format)
{
    if (format == WF_FMT_SCAN) {
#define WF_SCAN_MODE(id, number, suffix, text) put(o, "  .%-10s %s\n", suffix, text);
#include "wavefold/isa.def"
        put(o, "  then nothing: the active lanes; .cluster8 (1, 2, 4 .. 128): the active lanes of each run of 8 lanes;\n"
               "  .multi: the active lanes of a per-lane mask, the third operand\n");
    }
    if (is_atomic(format)) {
#define WF_ATOM(id, number, suffix, text) put(o, "  .%-10s %s\n", suffix, text);
#include "wavefold/isa.def"
    }
}

static void put_op(struct out *o, const struct wf_op_info *info, const char *name)
{
    bool q = info->words == 4 && info->format != WF_FMT_MATCH;

    put(o, "%s %s%s\n  %s\n", name, operands(info->format), q ? "    (d is a mask in four registers: q8)" : "", info->text);
    put(o, "  unit: %s\n", unit(info->unit));
    put_suffixes(o, info->format);
    put_hlsl_of(o, name);
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
    if (!strncmp(name, "size.", 5) && name[5]) {
        put(o, "sv d, %s\n  size of the buffer in bytes\n", name);
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
    struct wf_near near;
    char text[136];

    wf_near_start(&near, name, strlen(name));
    wf_isa_near_mnemonics(&near);
    for (size_t n = 0; n < sizeof sv_table / sizeof sv_table[0]; n++)
        wf_near_try(&near, sv_table[n].name);
    for (size_t n = 0; n < HLSL_NAMES; n++)
        wf_near_try(&near, hlsl[n].name);
    if (near.count)
        put(o, "nearest: %s\n", wf_near_text(&near, text, sizeof text));
}

bool wf_isa_explain(const char *name, char *text, size_t size)
{
    struct out o = {text, size, 0};
    const struct wf_op_info *info = find_op(name);
    const struct wf_hlsl *h = wf_hlsl_find(name, strlen(name));

    if (size)
        text[0] = '\0';
    if (h)
        put(&o, "%s: %s%s%s%s\n", h->name, h->code, *h->note ? "    (" : "", h->note, *h->note ? ")" : "");
    if (info)
        put_op(&o, info, name);
    if (h || info || put_sv(&o, name) || put_code(&o, name))
        return true;
    put_nearest(&o, name);
    return false;
}
