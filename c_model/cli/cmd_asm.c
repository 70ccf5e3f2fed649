/* SPDX-License-Identifier: Apache-2.0
 * cmd_asm.c - wavefold asm, disasm and sizes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

struct options {
    const char *file, *out;
    unsigned lanes, wave_size;
    bool listing;
};

/* Options of the three commands; `allowed` lists the letters: o out, l lanes, s wave size, t listing. */
static int parse(int argc, char **argv, const char *allowed, struct options *o)
{
    *o = (struct options){0};
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (a[0] != '-' || !a[1]) {
            if (o->file)
                return cli_misuse("one file only", a);
            o->file = a;
        } else if (!strcmp(a, "--listing") && strchr(allowed, 't')) {
            o->listing = true;
        } else if (!strcmp(a, "-o") && strchr(allowed, 'o')) {
            if (!value)
                return cli_misuse("a file name is missing after", a);
            o->out = argv[++i];
        } else if (!strcmp(a, "--lanes") && strchr(allowed, 'l')) {
            if (!value || !cli_lanes(argv[++i], &o->lanes))
                return cli_misuse("--lanes needs a power of two from 4 to 128", value);
        } else if (!strcmp(a, "--wave-size") && strchr(allowed, 's')) {
            if (!value || !cli_lanes(argv[++i], &o->wave_size))
                return cli_misuse("--wave-size needs a power of two from 4 to 128", value);
        } else {
            return cli_misuse("no such option", a);
        }
    }
    if (!o->file)
        return cli_misuse("a file is missing", NULL);
    if (o->out && cli_same_file(o->file, o->out))
        return cli_misuse("the output is the input file itself", o->out);
    if (!o->lanes)
        o->lanes = o->wave_size > 32 ? 128 : 32;
    return WF_EXIT_OK;
}

static void print_listing(FILE *file, size_t index, uint64_t word, const uint32_t *line)
{
    char text[160];
    wf_disassemble(word, text, sizeof text);
    fprintf(file, "%5zu  %016" PRIx64 "  ", index, word);
    if (line)
        fprintf(file, "%5" PRIu32 "  ", line[index]);
    fprintf(file, "%s\n", text);
}

int cli_asm(int argc, char **argv)
{
    struct options o;
    int status = parse(argc, argv, "olst", &o);
    if (status)
        return status;
    struct wf_device device = wf_common_device(o.lanes);
    struct wf_kernel *kernel = wf_common_kernel(o.file, &device, o.wave_size);
    if (!kernel)
        return WF_EXIT_FAILED;
    struct wf_output out = {0};
    if (o.out && !wf_output_open(&out, o.out)) {
        wf_kernel_free(kernel);
        return WF_EXIT_FAILED;
    }
    FILE *file = o.out ? out.file : stdout;
    for (size_t i = 0; i < kernel->count; i++)
        if (o.listing)
            print_listing(file, i, kernel->code[i], kernel->line);
        else
            fprintf(file, "%016" PRIx64 "\n", kernel->code[i]);
    wf_kernel_free(kernel);
    if (o.out)
        return wf_output_commit(&out) ? WF_EXIT_OK : WF_EXIT_FAILED;
    return cli_close_stdout();
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

int cli_disasm(int argc, char **argv)
{
    struct options o;
    int status = parse(argc, argv, "o", &o);
    if (status)
        return status;
    size_t length, count = 0, where = 0;
    char *text = wf_common_read(o.file, 8 << 20, &length);
    uint64_t *code = calloc(WF_MAX_CODE, sizeof *code);
    bool good = text && code && read_words(o.file, text, length, code, &count);
    struct wf_output out = {0};
    if (good && o.out)
        good = wf_output_open(&out, o.out);
    if (good) {
        for (size_t i = 0; i < count; i++)
            print_listing(o.out ? out.file : stdout, i, code[i], NULL);
        const char *wrong = wf_code_check(code, count, WF_MAX_REGS, &where);
        if (wrong) {
            fprintf(stderr, "%s: error: instruction %zu: %s\n", o.file, where, wrong);
            good = false;
        }
        if (o.out && good)
            good = wf_output_commit(&out);
        else if (o.out)
            wf_output_discard(&out);
        else
            good = cli_close_stdout() == WF_EXIT_OK && good;
    }
    free(code);
    free(text);
    return good ? WF_EXIT_OK : WF_EXIT_FAILED;
}

static void silent(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user, (void)line, (void)column, (void)error, (void)text;
}

int cli_sizes(int argc, char **argv)
{
    struct options o;
    int status = parse(argc, argv, "l", &o);
    if (status)
        return status;
    struct wf_device device = wf_common_device(o.lanes), widest = wf_common_device(WF_MAX_LANES);
    size_t length;
    char *text = wf_common_read(o.file, WF_KERNEL_FILE_LIMIT, &length);
    if (!text)
        return WF_EXIT_FAILED;
    struct wf_kernel *kernel = wf_kernel_parse(text, length, &device, 0, silent, NULL);
    bool rejected = kernel && kernel->expect_reject;
    wf_kernel_free(kernel);
    unsigned found = 0;
    if (rejected)
        puts("default");
    for (unsigned size = 4; size <= device.lanes && !rejected; size *= 2) {
        kernel = wf_kernel_parse(text, length, &device, size, silent, NULL);
        if (kernel) {
            printf("%u\n", size);
            found++;
        }
        wf_kernel_free(kernel);
    }
    bool good = rejected || found;
    if (!good) {        /* made for a wider device, or wrong */
        kernel = wf_kernel_parse(text, length, &widest, 0, silent, NULL);
        good = kernel != NULL;
        wf_kernel_free(kernel);
        if (!good) {
            kernel = wf_common_kernel(o.file, &device, 0);
            wf_kernel_free(kernel);
        }
    }
    free(text);
    return good ? cli_close_stdout() : WF_EXIT_FAILED;
}
