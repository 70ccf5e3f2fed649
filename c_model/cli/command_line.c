/* SPDX-License-Identifier: Apache-2.0
 * command_line.c - the words of the command line, and the end of standard output (see cli.h).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "wavefold/isa.h"

enum wf_exit cli_misuse(const char *what, const char *which)
{
    fprintf(stderr, "wavefold: error: %s%s%s\ntry: wavefold help\n", what, which ? ": " : "", which ? which : "");
    return WF_EXIT_MISUSE;
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
    fprintf(stderr, "wavefold: error: cannot write to standard output%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
    return status == WF_EXIT_OK ? WF_EXIT_ENVIRONMENT : status;
}

enum wf_exit cli_no_memory(void)
{
    fputs("wavefold: error: out of memory\n", stderr);
    return WF_EXIT_ENVIRONMENT;
}

static int misused(const char *what, const char *which)
{
    cli_misuse(what, which);
    return CLI_MISUSE;
}

int cli_next(struct cli_words *words, const struct cli_option *known, const char **value)
{
    *value = NULL;
    if (words->at == words->argc)
        return CLI_END;
    const char *word = words->argv[words->at++];
    if (!*word)
        return misused("an empty word names nothing", NULL);
    if (!words->only_operands && !strcmp(word, "--")) {
        words->only_operands = true;
        return cli_next(words, known, value);
    }
    if (words->only_operands || word[0] != '-' || !word[1]) {
        *value = word;
        return CLI_OPERAND;
    }
    size_t length = word[1] == '-' ? strcspn(word, "=") : 2;
    for (int i = 0; known[i].name; i++) {
        if (strlen(known[i].name) != length || strncmp(known[i].name, word, length))
            continue;
        const char *attached = word[length] == '=' ? word + length + 1 : word[length] ? word + length : NULL;
        if (!known[i].takes_value)
            return attached ? misused("the option takes no value", word) : i;
        if (!attached && known[i].takes_value == CLI_OR_STDOUT) {
            *value = "-";
            return i;
        }
        if (!attached && words->at == words->argc)
            return misused("a value is missing after", word);
        *value = attached ? attached : words->argv[words->at++];
        return **value ? i : misused("an empty value after", known[i].name);
    }
    return misused("no such option", word);
}

/* False for what is no decimal number, or above 64 bits. */
static bool decimal(const char *text, uint64_t *value)
{
    uint64_t n = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        const unsigned digit = (unsigned)(*text - '0');
        if (*text < '0' || *text > '9' || n > (UINT64_MAX - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    *value = n;
    return true;
}

bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    return decimal(text, value) && *value >= least && *value <= most;
}

enum wf_exit cli_number_of(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char what[96];
    if (cli_number(text, least, most, value))
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s needs a number from %" PRIu64 " to %" PRIu64 ", not", option, least, most);
    return cli_misuse(what, text);
}

enum wf_exit cli_small_of(const char *option, const char *text, unsigned least, unsigned most, unsigned *value)
{
    uint64_t number = 0;
    const enum wf_exit status = cli_number_of(option, text, least, most, &number);
    *value = (unsigned)number;
    return status;
}

enum wf_exit cli_choose(const char *option, const char *value, const char *no, const char *yes, bool *chosen)
{
    char what[64];
    *chosen = !strcmp(value, yes);
    if (*chosen || !strcmp(value, no))
        return WF_EXIT_OK;
    snprintf(what, sizeof what, "%s is %s or %s, not", option, no, yes);
    return cli_misuse(what, value);
}

enum wf_exit cli_lanes(const char *option, const char *text, unsigned *lanes)
{
    char what[96];
    uint64_t n;
    if (!cli_number(text, 4, WF_MAX_LANES, &n) || (n & (n - 1))) {
        snprintf(what, sizeof what, "%s needs a power of two from 4 to %d, not", option, WF_MAX_LANES);
        return cli_misuse(what, text);
    }
    *lanes = (unsigned)n;
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
