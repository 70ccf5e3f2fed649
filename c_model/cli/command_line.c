/* SPDX-License-Identifier: Apache-2.0
 * command_line.c - the words of the command line, and the end of standard output (see cli.h).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "wavefold/isa.h"
#include "wavefold/suggest.h"

enum wf_exit cli_tell(enum wf_exit status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    return status;
}

/* Of the command that was given, for "try: wavefold help run"; NULL: none yet. */
static const char *command;

void cli_set_command(const char *name)
{
    command = name;
}

enum wf_exit cli_misuse(const char *what, const char *which)
{
    return cli_unknown(what, which, NULL);
}

enum wf_exit cli_unknown(const char *what, const char *which, const struct wf_suggestions *near)
{
    char text[136];
    fprintf(stderr, "wavefold: error: %s%s%s\n", what, which ? ": " : "", which ? which : "");
    if (near && near->count)
        fprintf(stderr, "nearest: %s\n", wf_suggest_text(near, text, sizeof text));
    return cli_tell(WF_EXIT_MISUSE, "try: wavefold help%s%s\n", command ? " " : "", command ? command : "");
}

enum wf_exit cli_close_stdout(enum wf_exit status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (!errno) {                       /* an earlier write failed, whose cause is gone: ask for it again */
        clearerr(stdout);
        fputc('\n', stdout);
        fflush(stdout);
    }
    fprintf(stderr, "wavefold: error: cannot write to standard output%s%s\n", errno ? ": " : "",
            errno ? strerror(errno) : "");
    return status == WF_EXIT_OK ? WF_EXIT_ENVIRONMENT : status;
}

enum wf_exit cli_no_memory(void)
{
    return cli_no_memory_for("wavefold");
}

enum wf_exit cli_no_memory_for(const char *file)
{
    return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: out of memory\n", file);
}

/* The option that a word names, and its value behind an equals sign or a short name, or NULL; NULL: no such option. */
static const struct cli_option *find_option(const struct cli_option *known, const char *word, const char **attached)
{
    const size_t length = word[1] == '-' ? strcspn(word, "=") : 2;
    *attached = word[length] == '=' ? word + length + 1 : word[length] ? word + length : NULL;
    for (; known->name; known++)
        if (strlen(known->name) == length && !strncmp(known->name, word, length))
            return known;
    return NULL;
}

static enum wf_exit no_such_option(const struct cli_option *known, const char *word)
{
    struct wf_suggestions near;
    wf_suggest_start(&near, word, strcspn(word, "="));
    for (; known->name; known++)
        wf_suggest_try(&near, known->name);
    return cli_unknown("no such option", word, &near);
}

/* argv[*at] is the word of an option. */
static enum wf_exit take_option(int argc, char **argv, int *at, const struct cli_option *known)
{
    const char *word = argv[*at], *value;
    const struct cli_option *option = find_option(known, word, &value);
    if (!option)
        return no_such_option(known, word);
    if (option->take == cli_take_flag)
        return value ? cli_misuse("the option takes no value", word) : option->take(option, NULL);
    if (!value && option->optional)
        value = "-";
    if (!value && *at + 1 == argc)
        return cli_misuse("a value is missing after", word);
    value = value ? value : argv[++*at];
    return *value ? option->take(option, value) : cli_misuse("an empty value after", option->name);
}

/* "-1", "-.5:2", "-inf": no option. */
static bool is_negative(const char *word)
{
    return (word[1] >= '0' && word[1] <= '9') || word[1] == '.' ||
           !strncmp(word, "-inf", 4) || !strncmp(word, "-nan", 4);
}

/* At most `most` operands; `numbers`: they may be negative ones. */
static enum wf_exit parse(int argc, char **argv, const struct cli_option *known, const char **operand, size_t most,
                          size_t *count, bool numbers, const char *else_)
{
    enum wf_exit status = WF_EXIT_OK;
    bool only_operands = false;                 /* after "--" */
    for (int at = 0; at < argc && !status; at++) {
        const char *word = argv[at];
        if (!*word)
            status = cli_misuse("an empty word names nothing", NULL);
        else if (!only_operands && !strcmp(word, "--"))
            only_operands = true;
        else if (!only_operands && word[0] == '-' && word[1] && !(numbers && is_negative(word)))
            status = take_option(argc, argv, &at, known);
        else if (*count == most)
            status = cli_misuse(else_, word);
        else
            operand[(*count)++] = word;
    }
    return status;
}

enum wf_exit cli_parse(int argc, char **argv, const struct cli_option *known, const char **operand, const char *else_)
{
    size_t count = 0;
    return parse(argc, argv, known, operand, operand ? 1 : 0, &count, false, else_);
}

enum wf_exit cli_parse_words(int argc, char **argv, const struct cli_option *known, bool numbers, const char **word,
                             size_t *words)
{
    return parse(argc, argv, known, word, SIZE_MAX, words, numbers, NULL);
}

enum wf_exit cli_parse_file(int argc, char **argv, const struct cli_option *known, const char **file, const char *none)
{
    const enum wf_exit status = cli_parse(argc, argv, known, file, "one file only");
    return status || *file ? status : cli_misuse(none, NULL);
}

const char *cli_digits(const char *at, uint64_t most, uint64_t *value)
{
    uint64_t n = 0;
    if (*at < '0' || *at > '9')
        return NULL;
    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (digit > most || n > (most - digit) / 10)
            return NULL;
        n = 10 * n + digit;
    }
    *value = n;
    return at;
}

const char *cli_digits_32(const char *at, uint32_t *value)
{
    uint64_t n = 0;
    at = cli_digits(at, UINT32_MAX, &n);
    *value = (uint32_t)n;
    return at;
}

bool cli_has_ending(const char *file, const char *ending)
{
    const size_t length = strlen(file), n = strlen(ending);
    return length > n && !strcasecmp(file + length - n, ending);
}

unsigned cli_numbers(const char *text, uint32_t value[3])
{
    for (unsigned n = 0; n < 3; n++) {
        text = cli_digits_32(text, &value[n]);
        if (!text || (*text && *text != ','))
            return 0;
        if (!*text++)
            return n + 1;
    }
    return 0;
}

/* A decimal number of least .. most; false when the text is none. */
static bool is_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *end = cli_digits(text, most, value);
    return end && !*end && *value >= least;
}

enum wf_exit cli_take_number(const struct cli_option *option, const char *value)
{
    char what[96];
    if (is_number(value, option->least, option->most, option->to.number))
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s needs a number from %" PRIu64 " to %" PRIu64 ", not", option->name, option->least,
             option->most);
    return cli_misuse(what, value);
}

enum wf_exit cli_take_small(const struct cli_option *option, const char *value)
{
    uint64_t number = 0;
    struct cli_option wide = *option;
    wide.to.number = &number;
    const enum wf_exit status = cli_take_number(&wide, value);
    *option->to.small = (unsigned)number;
    return status;
}

enum wf_exit cli_take_lanes(const struct cli_option *option, const char *value)
{
    char what[96];
    uint64_t n;
    if (!is_number(value, 4, WF_MAX_LANES, &n) || (n & (n - 1))) {
        snprintf(what, sizeof what, "%s needs a power of two from 4 to %d, not", option->name, WF_MAX_LANES);
        return cli_misuse(what, value);
    }
    *option->to.small = (unsigned)n;
    return WF_EXIT_OK;
}

static enum wf_exit check_choice(const struct cli_option *option, const char *value)
{
    char what[64];
    if (!strcmp(value, option->yes) || !strcmp(value, option->no))
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s is %s or %s, not", option->name, option->no, option->yes);
    return cli_misuse(what, value);
}

enum wf_exit cli_take_word(const struct cli_option *option, const char *value)
{
    *option->to.text = value;
    return check_choice(option, value);
}

enum wf_exit cli_take_choice(const struct cli_option *option, const char *value)
{
    *option->to.flag = !strcmp(value, option->yes);
    return check_choice(option, value);
}

enum wf_exit cli_take_text(const struct cli_option *option, const char *value)
{
    *option->to.text = value;
    return WF_EXIT_OK;
}

enum wf_exit cli_twice(const char *option, const char *value)
{
    char what[40];
    snprintf(what, sizeof what, "%s is given twice", option);
    return cli_misuse(what, value);
}

enum wf_exit cli_take_once(const struct cli_option *option, const char *value)
{
    return *option->to.text ? cli_twice(option->name, value) : cli_take_text(option, value);
}

enum wf_exit cli_take_flag(const struct cli_option *option, const char *value)
{
    (void)value;
    *option->to.flag = true;
    return WF_EXIT_OK;
}

unsigned cli_device_lanes(unsigned lanes, unsigned wave_size)
{
    return lanes ? lanes : wave_size > 32 ? 128 : 32;
}

enum wf_exit cli_wave_fits(unsigned wave_size, unsigned lanes)
{
    char text[64];
    if (wave_size <= lanes)
        return WF_EXIT_OK;
    snprintf(text, sizeof text, "%u, and the device has %u lanes", wave_size, lanes);
    return cli_misuse("--wave-size is larger than --lanes", text);
}
