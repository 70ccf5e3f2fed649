/* SPDX-License-Identifier: Apache-2.0
 * cmd_asm.c - wavefold asm and disasm.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "kernel_file.h"
#include "naming.h"
#include "output.h"

struct options {
    const char *file, *out;
    unsigned lanes, wave_size;
    bool listing;
};

enum option { OUT, LISTING, LANES, WAVE_SIZE };
static const struct cli_option asm_options[] = {
    [OUT] = {"-o", true}, [LISTING] = {"--listing", false}, [LANES] = {"--lanes", true}, [WAVE_SIZE] = {"--wave-size", true}, {NULL, false}};
static const struct cli_option disasm_options[] = {[OUT] = {"-o", true}, {NULL, false}};

static enum wf_exit parse(int argc, char **argv, const struct cli_option *known, struct options *o)
{
    struct cli_words words = {.argc = argc, .argv = argv};
    const char *value;
    *o = (struct options){.file = NULL};
    for (int which; (which = cli_next(&words, known, &value)) != CLI_END;)
        switch (which) {
        case CLI_OPERAND:
            if (o->file)
                return cli_misuse("one file only", value);
            o->file = value;
            break;
        case OUT:
            o->out = value;
            break;
        case LISTING:
            o->listing = true;
            break;
        case LANES:
            if (cli_lanes("--lanes", value, &o->lanes))
                return WF_EXIT_MISUSE;
            break;
        case WAVE_SIZE:
            if (cli_lanes("--wave-size", value, &o->wave_size))
                return WF_EXIT_MISUSE;
            break;
        default:
            return WF_EXIT_MISUSE;
        }
    if (!o->file)
        return cli_misuse("a file is missing", NULL);
    if (!o->out)
        o->out = "-";
    if (wf_output_is_input(o->out, o->file))
        return cli_misuse("the output is the input file itself", o->out);
    o->lanes = cli_device_lanes(o->lanes, o->wave_size);
    return cli_wave_fits(o->wave_size, o->lanes);
}

/* With its line and as the file writes it; where it jumps to stands behind. */
static void print_listing(FILE *file, const struct wf_kernel *kernel, size_t index)
{
    char text[256], word[160];
    wf_name_instruction(kernel, index, text, sizeof text);
    wf_code_disassemble(kernel->code, index, word, sizeof word);
    const char *jump = strstr(text, "//") ? NULL : strstr(word, "//");
    fprintf(file, "%5zu  %016" PRIx64 "  %5" PRIu32 "  %s%s%s\n", index, kernel->code[index], kernel->line[index], text, jump ? "  " : "",
            jump ? jump : "");
}

static void print_word(FILE *file, const uint64_t *code, size_t index)
{
    char text[160];
    wf_code_disassemble(code, index, text, sizeof text);
    fprintf(file, "%5zu  %016" PRIx64 "  %s\n", index, code[index], text);
}

static enum wf_exit write_code(const struct options *o, const struct wf_kernel *kernel)
{
    struct wf_output out;
    if (!wf_output_open(&out, o->out))
        return WF_EXIT_ENVIRONMENT;
    for (size_t i = 0; i < kernel->count; i++)
        if (o->listing)
            print_listing(out.file, kernel, i);
        else
            fprintf(out.file, "%016" PRIx64 "\n", kernel->code[i]);
    return wf_output_commit(&out) ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

enum wf_exit cli_asm(int argc, char **argv)
{
    struct options o;
    struct wf_text text = {0};
    enum wf_exit status = parse(argc, argv, asm_options, &o);
    if (!status)
        status = wf_text_read(o.file, &text);
    if (status)
        return status;
    struct wf_device device = wf_build_device(o.lanes);
    struct wf_inputs inputs = {0};
    struct wf_kernel *kernel = wf_text_parse_inputs(o.file, &text, &device, o.wave_size, &inputs);
    if (!kernel)
        status = wf_inputs_status(&inputs);
    else if (wf_inputs_hold(&inputs, o.out))
        status = cli_misuse("the output is a file that the kernel file reads", o.out);
    else
        status = write_code(&o, kernel);
    wf_inputs_free(&inputs);
    wf_kernel_free(kernel);
    free(text.text);
    return status;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Hexadecimal digits from `at` on, "0x" before them allowed; where they end, or `at` when there are none or too many. */
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

/* "   12  0000000280010118  ...", as a listing and disasm write it: the word behind a decimal index, with all its 16 digits. */
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

/* Read words as text: hexadecimal, one a line, or a listing; blank lines and comments from '#' or "//" are skipped.  Returns false after
 * messages. */
static bool read_words(const char *path, const char *text, size_t length, uint64_t *code, size_t *count)
{
    const char *const last = text + length;
    unsigned number = 1, errors = 0;
    size_t n = 0;
    for (const char *at = text; at < last && errors < 100; number++) {
        const char *newline = memchr(at, '\n', (size_t)(last - at)), *end = newline ? newline : last, *wrong;
        uint64_t word;
        const enum line line = read_line(at, end, &word, &wrong);
        if (line == LINE_WORD && n == WF_MAX_CODE) {
            fprintf(stderr, "%s:%u:1: error: more than %d instructions\n", path, number, WF_MAX_CODE);
            return false;
        }
        if (line == LINE_WORD)
            code[n++] = word;
        if (line == LINE_BAD) {
            fprintf(stderr, "%s:%u:%td: error: expected an instruction word of up to 16 hexadecimal digits, or a line of asm --listing\n", path,
                    number, wrong - at + 1);
            errors++;
        }
        at = newline ? newline + 1 : last;
    }
    *count = n;
    if (errors == 100)
        fprintf(stderr, "%s: note: more errors are not shown\n", path);
    if (!errors && !n) {
        fprintf(stderr, "%s:1:1: error: no instruction word in the file\n", path);
        errors++;
    }
    return !errors;
}

/* The words as instructions; what is unsound is told after them. */
static enum wf_exit write_instructions(const struct options *o, const uint64_t *code, size_t count)
{
    struct wf_output out;
    size_t where = 0;
    if (!wf_output_open(&out, o->out))
        return WF_EXIT_ENVIRONMENT;
    for (size_t i = 0; i < count; i++)
        print_word(out.file, code, i);
    const char *wrong = wf_code_check(code, count, WF_MAX_REGS, &where);
    if (wrong)
        fprintf(stderr, "%s: error: instruction %zu: %s\n", o->file, where, wrong);
    if (!wf_output_commit(&out))
        return WF_EXIT_ENVIRONMENT;
    return wrong ? WF_EXIT_INPUT : WF_EXIT_OK;
}

enum wf_exit cli_disasm(int argc, char **argv)
{
    struct options o;
    struct wf_text text = {0};
    enum wf_exit status = parse(argc, argv, disasm_options, &o);
    if (!status)
        status = wf_text_read(o.file, &text);
    if (status)
        return status;
    size_t count = 0;
    uint64_t *code = calloc(WF_MAX_CODE, sizeof *code);
    if (!code) {
        status = cli_no_memory();
    } else if (!read_words(o.file, text.text, text.length, code, &count)) {
        status = WF_EXIT_INPUT;
    } else {
        status = write_instructions(&o, code, count);
    }
    free(code);
    free(text.text);
    return status;
}
