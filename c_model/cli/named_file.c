/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "named_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOAD_LIMIT = 256 << 20 };

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* A file of another kind or size is a mistake in the kernel file, told as that. */
static bool is_as_said(const struct stat *status, size_t size, char *why, size_t room)
{
    if (!S_ISREG(status->st_mode))
        snprintf(why, room, S_ISDIR(status->st_mode) ? "is a folder" : "is no regular file");
    else if ((uintmax_t)status->st_size != size)
        snprintf(why, room, "has %ju bytes", (uintmax_t)status->st_size);
    else
        return true;
    return false;
}

static bool read_all(int file, char *bytes, size_t size, char *why, size_t room)
{
    while (size) {
        ssize_t got = read(file, bytes, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            snprintf(why, room, "cannot be read: %s", got ? strerror(errno) : "it ends too early");
            return false;
        }
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

static bool note(struct wf_inputs *inputs, const struct stat *status, char *why, size_t room)
{
    struct wf_input *more = realloc(inputs->file, (inputs->count + 1) * sizeof *more);
    if (!more) {
        snprintf(why, room, "cannot be read: out of memory");
        return false;
    }
    inputs->file = more;
    inputs->file[inputs->count++] = (struct wf_input){status->st_dev, status->st_ino};
    return true;
}

/* Opened, or -1 with why. */
static int open_path(const char *path, struct stat *status, char *why, size_t room)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);     /* a FIFO must not wait for a writer */
    if (file >= 0 && fstat(file, status) == 0)
        return file;
    snprintf(why, room, "cannot be opened: %s", strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}

/* Beside the kernel file. */
static int open_named(const struct wf_inputs *inputs, const char *name, struct stat *status, char *why, size_t room)
{
    char path[PATH_MAX];
    const char *slash = strrchr(inputs->kernel_file, '/');
    const int folder = slash && name[0] != '/' ? (int)(slash - inputs->kernel_file) + 1 : 0;
    if (snprintf(path, PATH_MAX, "%.*s%s", folder, inputs->kernel_file, name) < PATH_MAX)
        return open_path(path, status, why, room);
    snprintf(why, room, "the path is too long");
    return -1;
}

static bool read_named(void *user, const char *name, void *bytes, size_t size, char *why, size_t room)
{
    struct wf_inputs *inputs = user;
    struct stat status;
    const int file = open_named(inputs, name, &status, why, room);
    const bool fits = file >= 0 && is_as_said(&status, size, why, room);
    const bool whole = fits && read_all(file, bytes, size, why, room) && note(inputs, &status, why, room);
    inputs->environment |= file < 0 || (fits && !whole);
    if (file >= 0)
        close(file);
    return whole;
}

/* All bytes of the regular file, of at most LOAD_LIMIT, and a NUL; closed. */
static void *load_open(struct wf_inputs *inputs, int file, struct stat status, size_t *size, char *why, size_t room)
{
    char *bytes = NULL;
    bool whole = false;
    if (file >= 0 && is_as_said(&status, (size_t)status.st_size, why, room)) {
        if (status.st_size > LOAD_LIMIT)
            snprintf(why, room, "has %jd bytes; at most %d are read", (intmax_t)status.st_size, LOAD_LIMIT);
        else if ((bytes = malloc((size_t)status.st_size + 1)) == NULL)
            snprintf(why, room, "cannot be read: out of memory");
        else
            whole = read_all(file, bytes, (size_t)status.st_size, why, room) && note(inputs, &status, why, room);
        inputs->environment |= bytes && !whole;
    }
    inputs->environment |= file < 0;
    if (file >= 0)
        close(file);
    *size = whole ? (size_t)status.st_size : 0;
    if (!whole) {
        free(bytes);
        return NULL;
    }
    bytes[*size] = '\0';
    return bytes;
}

static void *load_named(void *user, const char *name, size_t *size, char *why, size_t room)
{
    struct stat status = {0};
    const int file = open_named(user, name, &status, why, room);
    return load_open(user, file, status, size, why, room);
}

/* ---- lists of the reference -------------------------------------------------------------------------------------- */

char *wf_reference_folder(void)
{
    const char *asked = getenv("WAVEFOLD_REFERENCE");
    char path[PATH_MAX];
    if (asked && *asked)
        return strdup(asked);
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "reference");
    path[n > 0 ? n : 0] = '\0';
    for (unsigned up = 0; up < 3; up++) {               /* bin/wavefold, tb/top/test_straight */
        char *slash = strrchr(path, '/');
        if (!slash)
            return NULL;
        strcpy(slash, "/reference");
        if (access(path, R_OK) == 0)
            return strdup(path);
        *slash = '\0';
    }
    return NULL;
}

/* The next number of a list as wf_expect prints it, and what follows it; NULL: none. */
static const char *take_word(const char *at, uint32_t *word, bool *is_float)
{
    char *end;
    at += strspn(at, " \n");
    *is_float = strncmp(at, "0x", 2) && at[strcspn(at, ".en,")] != ',';
    if (*is_float) {
        const float value = strtof(at, &end);
        memcpy(word, &value, sizeof value);
        if (value != value)
            *word = 0x7fc00000;
    } else {
        *word = (uint32_t)strtoul(at, &end, 0);
    }
    return end != at && *end == ',' ? end + 1 : NULL;
}

/* The text of a list, to be freed; NULL with why. */
static char *load_list(struct wf_inputs *inputs, const char *name, char *why, size_t room)
{
    struct stat status = {0};
    char *folder = wf_reference_folder(), path[PATH_MAX];
    size_t size;
    if (!folder || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        snprintf(why, room, "there is no folder of lists next to this program; `make build/bin/wavefold` makes it, "
                 "WAVEFOLD_REFERENCE names another");
        inputs->environment = true;
        free(folder);
        return NULL;
    }
    const int file = open_path(path, &status, why, room);
    char *const text = load_open(inputs, file, status, &size, why, room);
    const size_t used = strlen(why);
    if (!text)
        snprintf(why + used, room - used, " in %s, the lists that tb/expect makes", folder);
    free(folder);
    return text;
}

static bool read_reference(void *user, const char *name, uint32_t *word, uint32_t words, enum wf_word_type *type,
                           char *why, size_t room)
{
    char *const text = load_list(user, name, why, room);
    uint32_t count = 0, floats = 0, value;
    bool is_float;
    if (!text)
        return false;
    for (const char *at = text; (at = take_word(at, &value, &is_float)) != NULL; count++) {
        floats += is_float;
        if (count < words)
            word[count] = value;
    }
    free(text);
    *type = floats == 0 ? WF_WORD_INT : floats == count ? WF_WORD_FLOAT : WF_WORD_ANY;
    if (count != words)
        snprintf(why, room, "it has %u words", count);
    return count == words;
}

static void put_line(void *user, const char *line)
{
    const struct wf_inputs *inputs = user;
    fprintf(inputs->dump_to, "%s\n", line);
}

struct wf_files wf_named_files(struct wf_inputs *inputs)
{
    return (struct wf_files){.read = read_named, .user = inputs, .load = load_named, .reference = read_reference,
                             .variant = inputs->variant, .dump = inputs->dump, .put = put_line};
}

bool wf_inputs_add(struct wf_inputs *inputs, const char *path)
{
    struct stat status;
    char why[80];
    if (!strcmp(path, "-") || stat(path, &status) != 0)
        return true;
    return note(inputs, &status, why, sizeof why);
}

bool wf_inputs_hold(const struct wf_inputs *inputs, const char *output)
{
    struct stat status;
    if ((strcmp(output, "-") ? stat(output, &status) : fstat(STDOUT_FILENO, &status)) != 0)
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->file[i].device == status.st_dev && inputs->file[i].number == status.st_ino)
            return true;
    return false;
}

void wf_inputs_free(struct wf_inputs *inputs)
{
    free(inputs->file);
    *inputs = (struct wf_inputs){0};
}
