/* SPDX-License-Identifier: Apache-2.0
 * cmd_disasm.c - wavefold disasm: words as text, or a listing, back to instructions.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "kernel_file.h"
#include "listing.h"
#include "output.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' :
           c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Hexadecimal digits from `at` on, perhaps behind "0x"; where they end, or `at` when there are none or too many. */
static const char *take_word(const char *at, const char *end, uint64_t *word)
{
    const char *digits = end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') ? at + 2 : at, *stop = digits;
    for (*word = 0; stop < end && hex_digit(*stop) >= 0; stop++)
        *word = *word << 4 | (uint64_t)hex_digit(*stop);
    return stop > digits && stop - digits <= 16 ? stop : at;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static bool is_comment(const char *at, const char *end)
{
    return *at == '#' || (*at == '/' && end - at > 1 && at[1] == '/');
}

/* "   12  0000000280010118  ...", as a listing and disasm write it: all 16 digits of a word behind a decimal index. */
static bool take_listed(const char *at, const char *end, uint64_t *word)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    const char *digits = skip_blanks(at, end), *stop = take_word(digits, end, word);
    return digits > at && stop - digits == 16 && stop < end && is_blank(*stop);
}

enum line { LINE_EMPTY, LINE_WORD, LINE_BAD };

/* `wrong`: where the mistake is. */
static enum line read_line(const char *at, const char *end, uint64_t *word, const char **wrong)
{
    *wrong = at = skip_blanks(at, end);
    if (at == end || is_comment(at, end))
        return LINE_EMPTY;
    if (take_listed(at, end, word))
        return LINE_WORD;
    const char *stop = take_word(at, end, word), *rest = skip_blanks(stop, end);
    if (stop > at && (rest == end || is_comment(rest, end)))
        return LINE_WORD;
    *wrong = stop > at ? rest : at;
    return LINE_BAD;
}

/* What disasm reads: one program, or, from a listing of several dispatches, one behind the other. */
struct programs {
    uint64_t *code;             /* [WF_MAX_CODE] of all */
    size_t end[WF_MAX_DISPATCHES_OF_FILE];      /* where each ends */
    unsigned count;             /* of several; 0: one, without a line that says which */
    size_t words;
};

/* "// dispatch 2", as a listing of several has it before each. */
static bool begins_dispatch(const char *at, const char *end)
{
    static const char head[] = "// dispatch ";
    const size_t length = sizeof head - 1;
    at = skip_blanks(at, end);
    return (size_t)(end - at) > length && !memcmp(at, head, length) && at[length] >= '0' && at[length] <= '9';
}

/* One more begins: NULL, or why it cannot. */
static const char *begin_dispatch(struct programs *p)
{
    if (p->count == WF_MAX_DISPATCHES_OF_FILE)
        return "a dispatch more than a file may have; expected at most 64";
    if (p->words && !p->count)
        return "a dispatch begins after instructions that belong to none";
    if (p->count && p->words == (p->count > 1 ? p->end[p->count - 2] : 0))
        return "the dispatch before this one has no instruction";
    p->end[p->count++] = p->words;
    return NULL;
}

/* A line with a word of a program, or one of those that stand between; NULL, or what is wrong. */
static const char *add_line(struct programs *p, const char *at, const char *end, const char **wrong)
{
    uint64_t word;
    *wrong = skip_blanks(at, end);
    if (begins_dispatch(at, end))
        return begin_dispatch(p);
    const enum line line = read_line(at, end, &word, wrong);
    if (line == LINE_BAD)
        return "expected an instruction word of up to 16 hexadecimal digits, or a line of asm --listing";
    if (line == LINE_EMPTY)
        return NULL;
    if (p->words == WF_MAX_CODE)
        return "an instruction more than a program may have";
    p->code[p->words++] = word;
    if (p->count)
        p->end[p->count - 1] = p->words;
    return NULL;
}

/* Words as text: hexadecimal, one a line, or a listing; blank lines and # or // comments too.  False after messages. */
static bool read_words(const char *path, const char *text, size_t length, struct programs *p)
{
    const char *const last = text + length;
    unsigned number = 1, errors = 0;
    for (const char *at = text; at < last && errors < 100; number++) {
        const char *newline = memchr(at, '\n', (size_t)(last - at)), *end = newline ? newline : last, *place;
        const char *wrong = add_line(p, at, end, &place);
        if (wrong) {
            fprintf(stderr, "%s:%u:%td: error: %s\n", path, number, place - at + 1, wrong);
            errors++;
        }
        if (wrong && p->words == WF_MAX_CODE)
            return false;
        at = newline ? newline + 1 : last;
    }
    if (errors == 100)
        fprintf(stderr, "%s: note: more errors are not shown\n", path);
    const bool empty = p->words == (p->count > 1 ? p->end[p->count - 2] : 0);
    if (!errors && empty) {
        fprintf(stderr, "%s:%u:1: error: no instruction word in the %s\n", path, p->count ? number - 1 : 1,
                p->count ? "last dispatch" : "file");
        errors++;
    }
    return !errors;
}

/* The words of a program as instructions; what is unsound is told. */
static bool write_program(FILE *file, const char *path, unsigned dispatch, const uint64_t *code, size_t count)
{
    size_t where = 0;
    if (dispatch)
        fprintf(file, "// dispatch %u\n", dispatch);
    for (size_t i = 0; i < count; i++)
        wf_listing_word(file, code, i);
    const char *wrong = wf_code_check(code, count, WF_MAX_REGS, &where);
    if (wrong && dispatch)
        fprintf(stderr, "%s: error: dispatch %u, instruction %zu: %s\n", path, dispatch, where, wrong);
    else if (wrong)
        fprintf(stderr, "%s: error: instruction %zu: %s\n", path, where, wrong);
    return !wrong;
}

static enum wf_exit write_programs(const char *path, const char *to, const struct programs *p)
{
    struct wf_output out;
    bool sound = true;
    if (!wf_output_open(&out, to, false))
        return WF_EXIT_ENVIRONMENT;
    if (!p->count)
        sound = write_program(out.file, path, 0, p->code, p->words);
    for (unsigned i = 0; i < p->count; i++) {
        const size_t from = i ? p->end[i - 1] : 0;
        sound = write_program(out.file, path, i + 1, p->code + from, p->end[i] - from) && sound;
    }
    if (!wf_output_commit(&out))
        return WF_EXIT_ENVIRONMENT;
    return sound ? WF_EXIT_OK : WF_EXIT_INPUT;
}

enum wf_exit cli_disasm(int argc, char **argv)
{
    const char *file = NULL, *to = "-";
    const struct cli_option known[] = {CLI_TEXT("-o", &to), CLI_LAST};
    enum wf_exit status = cli_parse_file(argc, argv, known, &file, "a file is missing");
    if (status)
        return status;
    if (wf_output_is_input(to, file))
        return cli_misuse("the output is the input file itself", to);
    struct wf_text text = {0};
    status = wf_text_read(file, &text);
    if (status)
        return status;
    struct programs programs = {.code = calloc(WF_MAX_CODE, sizeof *programs.code)};
    if (!programs.code)
        status = cli_no_memory();
    else if (!read_words(file, text.text, text.length, &programs))
        status = WF_EXIT_INPUT;
    else
        status = write_programs(file, to, &programs);
    free(programs.code);
    free(text.text);
    return status;
}
