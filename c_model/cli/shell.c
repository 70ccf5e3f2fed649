/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shell.h"

#include <stdlib.h>
#include <string.h>

void wf_shell_part(FILE *file, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+,:@%-";
    if (!text[strspn(text, plain)]) {
        fputs(text, file);
        return;
    }
    fputc('\'', file);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, file);
    fputc('\'', file);
}

void wf_shell_word(FILE *file, const char *name)
{
    if (name[0] == '-' && name[1])
        fputs("./", file);                  /* no option */
    wf_shell_part(file, name);
}

char *wf_shell_command(const char *verb, int argc, char **argv)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    fputs(verb, file);
    for (int i = 0; i < argc; i++) {
        putc(' ', file);
        wf_shell_part(file, argv[i]);
    }
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}
