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
            if (!cli_lanes(value, &o->lanes))
                return cli_misuse("--lanes needs a power of two from 4 to 128, not", value);
            break;
        case WAVE_SIZE:
            if (!cli_lanes(value, &o->wave_size))
                return cli_misuse("--wave-size needs a power of two from 4 to 128, not", value);
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
    if (!o->lanes)
        o->lanes = o->wave_size > 32 ? 128 : 32;
    return WF_EXIT_OK;
}

/* With its line and as the file writes it; where it jumps to stands behind. */
static void print_listing(FILE *file, const struct wf_kernel *kernel, size_t index)
{
    char text[256], word[160];
    wf_name_instruction(kernel, index, text, sizeof text);
    wf_disassemble(kernel->code[index], word, sizeof word);
    const char *jump = strstr(text, "//") ? NULL : strstr(word, "//");
    fprintf(file, "%5zu  %016" PRIx64 "  %5" PRIu32 "  %s%s%s\n", index, kernel->code[index], kernel->line[index], text, jump ? "  " : "",
            jump ? jump : "");
}

static void print_word(FILE *file, size_t index, uint64_t word)
{
    char text[160];
    wf_disassemble(word, text, sizeof text);
    fprintf(file, "%5zu  %016" PRIx64 "  %s\n", index, word, text);
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
        status = WF_EXIT_INPUT;
    else if (wf_inputs_hold(&inputs, o.out))
        status = cli_misuse("the output is a file that the kernel file reads", o.out);
    else
        status = write_code(&o, kernel);
    wf_inputs_free(&inputs);
    wf_kernel_free(kernel);
    free(text.text);
    return status;
}

/* Read words as text: hexadecimal, one a line; blank lines and comments from '#' or "//" are skipped.  Returns false after messages. */
static bool read_words(const char *path, const char *text, size_t length, uint64_t *code, size_t *count)
{
    size_t at = 0, n = 0;
    unsigned line = 1, errors = 0;
    while (at < length && errors < 100) {
        size_t end = at;
        while (end < length && text[end] != '\n')
            end++;
        size_t i = at, digits = 0;
        uint64_t word = 0;
        while (i < end && (text[i] == ' ' || text[i] == '\t'))
            i++;
        size_t start = i;
        if (i + 1 < end && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X'))
            i += 2;
        for (; i < end && digits <= 16; i++, digits++) {
            char c = text[i];
            int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            if (d < 0)
                break;
            word = word << 4 | (uint64_t)d;
        }
        size_t stop = i;
        while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r'))
            i++;
        bool comment = i < end && (text[i] == '#' || (text[i] == '/' && i + 1 < end && text[i + 1] == '/'));
        if ((i < end && !comment) || digits > 16 || (stop > start && digits == 0)) {
            fprintf(stderr, "%s:%u:%zu: error: expected an instruction word of up to 16 hexadecimal digits\n", path, line,
                    (i < end && !comment ? i : start) - at + 1);
            errors++;
        } else if (digits && n == WF_MAX_CODE) {
            fprintf(stderr, "%s:%u:1: error: more than %d instructions\n", path, line, WF_MAX_CODE);
            return false;
        } else if (digits) {
            code[n++] = word;
        }
        at = end + 1;
        line++;
    }
    *count = n;
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
        print_word(out.file, i, code[i]);
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
        fprintf(stderr, "%s: error: out of memory\n", o.file);
        status = WF_EXIT_ENVIRONMENT;
    } else if (!read_words(o.file, text.text, text.length, code, &count)) {
        status = WF_EXIT_INPUT;
    } else {
        status = write_instructions(&o, code, count);
    }
    free(code);
    free(text.text);
    return status;
}
