/* SPDX-License-Identifier: Apache-2.0
 * words.c - the words of the command line (see cli.h).
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "wavefold/isa.h"

enum wf_exit cli_misuse(const char *what, const char *which)
{
    fprintf(stderr, "wavefold: error: %s%s%s\ntry: wavefold help\n", what, which ? ": " : "", which ? which : "");
    return WF_EXIT_MISUSE;
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
        if (!attached && words->at == words->argc)
            return misused("a value is missing after", word);
        *value = attached ? attached : words->argv[words->at++];
        return i;
    }
    return misused("no such option", word);
}

bool cli_number(const char *text, uint64_t most, uint64_t *value)
{
    uint64_t n = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || n > (UINT64_MAX - 9) / 10)
            return false;
        n = 10 * n + (uint64_t)(*text - '0');
    }
    *value = n;
    return n <= most;
}

bool cli_lanes(const char *text, unsigned *lanes)
{
    uint64_t n;
    if (!cli_number(text, WF_MAX_LANES, &n) || n < 4 || (n & (n - 1)))
        return false;
    *lanes = (unsigned)n;
    return true;
}
