/* SPDX-License-Identifier: Apache-2.0 */
#include "shell.h"

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
