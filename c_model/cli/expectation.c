/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "expectation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw_option.h"

/* ---- the option -------------------------------------------------------------------------------------------------- */

/* "2ulp" or "1e-6". */
static bool take_within(struct expectation *e, const char *text, size_t length)
{
    struct contents_number n;
    const bool ulp = length > 3 && !strncmp(text + length - 3, "ulp", 3);
    if (e->tolerance.kind != WF_EXACT || !contents_number(text, ulp ? length - 3 : length, &n) || n.is_negative)
        return false;
    if (ulp) {
        e->tolerance = (struct wf_tolerance){.kind = WF_WITHIN_ULP, .ulp = (uint32_t)n.magnitude};
        return !n.is_float && n.magnitude <= UINT32_MAX;
    }
    e->tolerance = (struct wf_tolerance){.kind = WF_WITHIN_DISTANCE, .distance = n.single};
    return !n.is_hex && isfinite(n.single);
}

static bool take_words(struct expectation *e, const char *at)
{
    while (*at == ':') {
        const size_t length = strcspn(++at, ":");
        if (length == 9 && !strncmp(at, "any_order", length) && !e->any_order)
            e->any_order = true;
        else if (length <= 7 || strncmp(at, "within=", 7) != 0 || !take_within(e, at + 7, length - 7))
            return false;
        at += length;
    }
    return !*at;
}

enum wf_exit expectation_take(struct expectation *e, const char *value)
{
    *e = (struct expectation){.value = value};
    enum wf_location_kind kind;
    const char *in = draw_output_name(value, &kind, &e->at.binding);
    if (in) {
        e->at.of = BINDING_OF_OUTPUT;
        e->at.set = kind;
    } else {
        const char *at = binding_take_element(value, &e->at);
        in = at && *at == '=' ? at + 1 : NULL;
    }
    const char *behind = in ? in + contents_length(in) : NULL;
    if (!in || behind == in || !take_words(e, behind))
        return cli_misuse("--expect needs SET.BINDING=IN, NAME=IN, SET.BINDING[ELEMENT]=IN or, of an output, LOCATION=IN, "
                          "then perhaps :within=2ulp, "
                          ":within=1e-6 or :any_order, not", value);
    e->in = strndup(in, (size_t)(behind - in));
    return e->in ? WF_EXIT_OK : cli_no_memory();
}

/* ---- its words --------------------------------------------------------------------------------------------------- */

static enum wf_exit wrong_length(const struct expectation *e, const char *found, uint32_t words)
{
    return cli_tell(WF_EXIT_WRONG, "--expect %s: error: %s; expected %u, those of the buffer%s\n", e->value, found,
                    words, strncmp(e->in, "text:", 5) && !contents_are_values(e->in) ? ""
                    : ", or \"...\" at the end for words that are not compared");
}

/* The words behind the last one that is given. */
static enum wf_exit finish(const struct expectation *e, struct wf_shader_expectation *out, uint32_t count, bool rest)
{
    char found[48];
    snprintf(found, sizeof found, "%u word%s", count, count == 1 ? "" : "s");
    if (count > out->words || (count < out->words && !rest && !e->may_be_short))
        return wrong_length(e, found, out->words);
    for (uint32_t i = count; i < out->words && !rest; i++)
        out->care[i] = 1;
    return WF_EXIT_OK;
}

static bool make_room(struct wf_shader_expectation *out, uint32_t words)
{
    out->word = calloc(words + (size_t)1, sizeof *out->word);
    out->care = calloc(words + (size_t)1, 1);
    out->words = words;
    return out->word && out->care;
}

/* What a number of the list is; floats and integers side by side have no type. */
static void note_type(struct wf_shader_expectation *out, const struct contents_number *n, bool first)
{
    const enum wf_word_type type = n->is_float ? WF_WORD_FLOAT : n->is_hex ? WF_WORD_ANY : WF_WORD_INT;
    out->type = first || out->type == type ? type : WF_WORD_ANY;
}

/* Its bytes are in an integer of the block: it is exact beside floats that need not be. */
static bool is_integer(const struct fill *fill, uint32_t words, uint32_t index)
{
    struct wf_layout_place place;
    return fill->layout && wf_layout_at(fill->layout, 4 * (uint64_t)words, 4 * (uint64_t)index, &place) &&
           fill->layout->node[place.node].kind != WF_LAYOUT_FLOAT;
}

/* With a tolerance 1 would be the bits of a tiny float; 0 is the same in all types. */
static bool take_number(const struct expectation *e, const char *at, size_t length, uint32_t *word,
                        struct contents_number *n, bool integer)
{
    if (!contents_number(at, length, n) || !contents_word(n, word))
        return false;
    return e->tolerance.kind == WF_EXACT || n->is_float || n->is_hex || integer || !n->magnitude;
}

static enum wf_exit bad_list(const struct expectation *e)
{
    return cli_misuse(e->tolerance.kind != WF_EXACT
                          ? "--expect: with \"within\" text: needs floats such as 1.0,-2.5e3, bits such as "
                            "0x3f800000, or _; an integer where the block has one, or \"values:\", not"
                          : "--expect: text: needs words of 32 bits such as 1,-2,3.5,0x10, or _ for one that is not "
                            "compared, not", e->value);
}

static void take_word(struct wf_shader_expectation *out, uint32_t at, uint32_t word)
{
    if (at >= out->words)
        return;
    out->word[at] = word;
    out->care[at] = 1;
}

static enum wf_exit read_list(const struct expectation *e, const struct fill *fill,
                              struct wf_shader_expectation *out)
{
    const char *at = e->in + 5;
    uint32_t count = 0;
    bool typed = false, rest = false;
    for (bool more = true; more; count++) {
        const size_t length = strcspn(at, ",");
        struct contents_number n;
        more = at[length] == ',';
        rest = !more && length == 3 && !strncmp(at, "...", 3);
        if (rest)
            break;
        uint32_t word[2];
        const bool skipped = length == 1 && *at == '_', address = contents_address(at, length, fill->buffers, word);
        if (!skipped && !address && !take_number(e, at, length, word, &n, is_integer(fill, out->words, count)))
            return bad_list(e);
        if (address) {
            take_word(out, count++, word[0]);
            take_word(out, count, word[1]);
        } else if (!skipped) {
            take_word(out, count, word[0]);
            note_type(out, &n, !typed);
            typed = true;
        }
        at += length + more;
    }
    return finish(e, out, count, rest);
}

static enum wf_exit read_bytes(const struct expectation *e, struct wf_inputs *inputs,
                               struct wf_shader_expectation *out)
{
    struct contents contents;
    enum wf_exit status = contents_read("--expect", e->in, inputs, NULL, &contents);
    if (!status)
        status = finish(e, out, contents.words, false);
    for (uint32_t i = 0; i < contents.words && !status; i++) {
        out->word[i] = contents.word ? contents.word[i] : 0;
        out->care[i] = 1;
    }
    free(contents.word);
    return status;
}

/* Padding does not count, nor what is left out. */
static enum wf_exit read_values(const struct expectation *e, uint32_t words, const struct fill *fill,
                                struct wf_shader_expectation *out)
{
    char found[48];
    struct contents contents = {.words = words};
    if (!fill->layout)
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s: the module has no block there, or one without types\n", fill->file,
                        fill->option);
    const enum wf_exit status = fill_block(fill, e->in + 7, &contents, &out->care);
    out->word = contents.word;
    out->words = contents.words;
    if (status || contents.words == words)
        return status;
    snprintf(found, sizeof found, "%u word%s", contents.words, contents.words == 1 ? "" : "s");
    return wrong_length(e, found, words);
}

static enum wf_exit read_contents(const struct expectation *e, struct wf_inputs *inputs, uint32_t words,
                                  const struct fill *fill, struct wf_shader_expectation *out)
{
    if (contents_are_values(e->in))
        return read_values(e, words, fill, out);
    if (!make_room(out, words))
        return cli_no_memory();
    if (fill->layout && !strncmp(e->in, "text:", 5) && !strchr(e->in, '@'))
        fill_note(fill, e->in + 5);
    return strncmp(e->in, "text:", 5) ? read_bytes(e, inputs, out) : read_list(e, fill, out);
}

static bool names_value(const struct wf_shader_expectation *out)
{
    uint32_t at = 0;
    while (at < out->words && !out->care[at])
        at++;
    return at < out->words;
}

/* An expectation that names no value would compare nothing, and pass. */
enum wf_exit expectation_read(const struct expectation *e, struct wf_inputs *inputs, uint32_t words,
                              const struct fill *fill, struct wf_shader_expectation *out)
{
    *out = (struct wf_shader_expectation){.type = WF_WORD_ANY, .tolerance = e->tolerance, .any_order = e->any_order};
    const enum wf_exit status = read_contents(e, inputs, words, fill, out);
    if (status || names_value(out))
        return status;
    return cli_tell(WF_EXIT_WRONG, "--expect %s: error: every word is left out; expected at least one value\n",
                    e->value);
}

void expectation_free(struct wf_shader_expectation *out)
{
    free(out->word);
    free(out->care);
    *out = (struct wf_shader_expectation){.word = NULL};
}
