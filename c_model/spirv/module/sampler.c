/* SPDX-License-Identifier: Apache-2.0
 * sampler.c - a sampler from its words: wf_sampler_parse of wavefold/image.h.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/image.h"

enum { WORD = 40 };

static int index_of(const char *word, const char *const *among, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, among[i]))
            return i;
    return -1;
}

static const char *const filters[] = {"nearest", "linear"};
static const char *const modes[] = {"repeat", "mirror", "clamp", "border", "mirror_clamp"};
static const char *const borders[] = {"transparent", "black", "white"};
static const char *const compares[] = {"never", "less", "equal", "less_equal", "greater", "not_equal", "greater_equal",
                                       "always"};

#define INDEX(word, list) index_of(word, list, (int)(sizeof list / sizeof *list))

static bool number(const char *text, char **end, float *value)
{
    const bool begins = *text == '-' || *text == '.' || (*text >= '0' && *text <= '9');

    *value = begins ? strtof(text, end) : 0;
    return begins && *end != text && isfinite(*value);
}

/* "0..4" */
static bool lod_range(const char *text, struct wf_sampler *s)
{
    const char *dots = strstr(text, "..");
    char first[WORD], *end;

    if (!dots)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    return number(first, &end, &s->min_lod) && !*end && number(dots + 2, &end, &s->max_lod) && !*end &&
           s->min_lod >= 0 && s->min_lod <= s->max_lod;
}

/* NAME=VALUE */
static bool named(const char *name, const char *value, struct wf_sampler *s)
{
    const int filter = INDEX(value, filters), mode = INDEX(value, modes), compare = INDEX(value, compares);
    char *end;

    if (!strcmp(name, "mag") || !strcmp(name, "min") || !strcmp(name, "mip")) {
        bool *to = name[1] == 'a' ? &s->mag_linear : name[2] == 'n' ? &s->min_linear : &s->mip_linear;
        *to = filter == 1;
        return filter >= 0;
    }
    if (!strcmp(name, "u") || !strcmp(name, "v") || !strcmp(name, "w")) {
        s->address[*name - 'u'] = mode < 0 ? WF_ADDRESS_REPEAT : (enum wf_address_mode)mode;
        return mode >= 0;
    }
    if (!strcmp(name, "compare")) {
        s->compares = true;
        s->compare = compare < 0 ? WF_COMPARE_NEVER : (enum wf_compare)compare;
        return compare >= 0;
    }
    if (!strcmp(name, "bias"))
        return number(value, &end, &s->lod_bias) && !*end && fabsf(s->lod_bias) <= 16;
    return !strcmp(name, "lod") && lod_range(value, s);
}

static bool one_word(char *word, struct wf_sampler *s)
{
    const int filter = INDEX(word, filters), mode = INDEX(word, modes), border = INDEX(word, borders);
    char *equals = strchr(word, '=');

    if (equals) {
        *equals = '\0';
        return named(word, equals + 1, s);
    }
    if (filter >= 0)
        s->mag_linear = s->min_linear = filter == 1;
    else if (mode >= 0)
        s->address[0] = s->address[1] = s->address[2] = (enum wf_address_mode)mode;
    else if (border >= 0)
        s->border = (enum wf_border)border;
    else if (!strcmp(word, "unnormalized"))
        s->unnormalized = true;
    else
        return false;
    return true;
}

/* ---- each once ---- */

enum { MAG = 1, MIN = 2, MIP = 4, U = 8, V = 16, W = 32, COLOUR = 64, COMPARE = 128, BIAS = 256, LOD = 512,
       TEXELS = 1024 };

/* What a word sets, and whether it does so for all directions or distances, which a word for one of them may refine. */
static unsigned fields_of(const char *word, bool *is_for_all)
{
    static const struct { const char *name; unsigned fields; } one[] = {
        {"mag=", MAG}, {"min=", MIN}, {"mip=", MIP}, {"u=", U}, {"v=", V}, {"w=", W}, {"compare=", COMPARE},
        {"bias=", BIAS}, {"lod=", LOD}, {"unnormalized", TEXELS}};

    *is_for_all = INDEX(word, filters) >= 0 || INDEX(word, modes) >= 0;
    if (*is_for_all)
        return INDEX(word, filters) >= 0 ? MAG | MIN : U | V | W;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (!strncmp(word, one[i].name, strlen(one[i].name)))
            return one[i].fields;
    return INDEX(word, borders) >= 0 ? COLOUR : 0;
}

/* given[0]: what words for one have set, given[1]: for all. */
static bool is_first(const char *word, unsigned given[2])
{
    bool is_for_all;
    const unsigned fields = fields_of(word, &is_for_all);
    const bool first = !(fields & (is_for_all ? given[0] | given[1] : given[0]));

    given[is_for_all] |= fields;
    return first;
}

/* What Vulkan forbids with coordinates that are texels. */
static const char *fault(const struct wf_sampler *s)
{
    if (!s->unnormalized)
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (s->address[i] != WF_ADDRESS_CLAMP && s->address[i] != WF_ADDRESS_BORDER)
            return "unnormalized coordinates need clamp or border";
    return s->compares                         ? "unnormalized coordinates compare nothing"
           : s->mag_linear != s->min_linear    ? "unnormalized coordinates have one filter"
           : s->mip_linear || s->min_lod != 0  ? "unnormalized coordinates have no levels"
                                               : NULL;
}

bool wf_sampler_parse(const char *text, struct wf_sampler *sampler, char why[160])
{
    unsigned given[2] = {0, 0};

    *sampler = (struct wf_sampler){.max_lod = 1000};
    for (const char *at = text;;) {
        char word[WORD];
        at += strspn(at, " \t");
        size_t length = strcspn(at, ",");
        const char *next = at + length;
        while (length && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        snprintf(word, sizeof word, "%.*s", (int)(length < WORD ? length : WORD - 1), at);
        if (length < WORD && !is_first(word, given)) {
            snprintf(why, 160, "\"%s\" sets again what a word before it sets; expected each once", word);
            return false;
        }
        if (length >= WORD || !one_word(word, sampler)) {
            snprintf(why, 160, "\"%.*s\" is no word of a sampler; expected words such as linear, mip=linear, repeat, "
                     "u=clamp, border, white, compare=less, bias=0.5, lod=0..4", (int)(length < 30 ? length : 30), at);
            return false;
        }
        if (!*next)
            break;
        at = next + 1;
    }
    if (fault(sampler))
        snprintf(why, 160, "%s", fault(sampler));
    return fault(sampler) == NULL;
}
