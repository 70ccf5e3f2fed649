/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "said.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* While messages are kept: the file that descriptor 2 is, and what it was. */
static FILE *kept, *terminal;

/* A copy of this program keeps the terminal that it began with. */
static bool has_terminal(void)
{
    const int before = terminal ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (before >= 0 && !(terminal = fdopen(before, "w")))
        close(before);
    return terminal != NULL;
}

bool said_into(FILE *file)
{
    fflush(stderr);
    if (!has_terminal() || dup2(fileno(file), STDERR_FILENO) < 0)
        return false;
    kept = file;
    return true;
}

bool said_begin(void)
{
    FILE *file = tmpfile();
    if (!file)
        return false;
    if (said_into(file))
        return true;
    fclose(file);
    if (terminal)
        fclose(terminal);
    terminal = NULL;
    return false;
}

FILE *said_terminal(void)
{
    return terminal ? terminal : stderr;
}

char *said_in(FILE *file)
{
    struct stat status;
    if (fstat(fileno(file), &status) != 0)
        return NULL;
    const size_t size = (size_t)status.st_size;
    char *text = malloc(size + 1);
    const ssize_t got = text ? pread(fileno(file), text, size, 0) : 0;
    if (text)
        text[got > 0 ? got : 0] = '\0';
    return text;
}

char *said_so_far(void)
{
    fflush(stderr);
    return kept ? said_in(kept) : NULL;
}

char *said_end(void)
{
    char *text = said_so_far();
    if (!kept)
        return text;
    fflush(terminal);
    dup2(fileno(terminal), STDERR_FILENO);
    fclose(terminal);
    fclose(kept);
    kept = terminal = NULL;
    if (text)
        fputs(text, stderr);
    return text;
}

bool said_first_error(const char *messages, struct said_error *error)
{
    static const char word[] = ": error: ";
    for (const char *line = messages; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        const char *at = strstr(line, word);
        if (!at || at >= line + length)
            continue;
        const char *text = at + sizeof word - 1, *end = line + length;
        while (end[0] == '\n' && end[1] == ' ')
            end += 1 + strcspn(end + 1, "\n");
        snprintf(error->place, sizeof error->place, "%.*s", (int)(at - line), line);
        snprintf(error->text, sizeof error->text, "%.*s", (int)(end - text), text);
        return true;
    }
    return false;
}

const struct said_error *said_error_so_far(struct said_error *error)
{
    char *messages = said_so_far();
    const bool found = said_first_error(messages, error);
    free(messages);
    return found ? error : NULL;
}
