/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"

enum { LINKS = 40, DESCRIPTORS = 256 };

static char *join(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    va_start(list, format);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, list);
    va_end(list);
    return text;
}

/* Bytes up to and with the last slash. */
static int directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* Where a chain of symbolic links ends, whether there is a file or not.  NULL with errno. */
static char *follow_links(const char *name)
{
    char *path = strdup(name), link[PATH_MAX];
    for (int i = 0; path && i < LINKS; i++) {
        ssize_t n = readlink(path, link, sizeof link - 1);
        if (n < 0)
            return path;
        link[n] = '\0';
        char *next = link[0] == '/' ? strdup(link) : join("%.*s%s", directory_length(path), path, link);
        free(path);
        path = next;
    }
    free(path);
    errno = path ? ELOOP : ENOMEM;
    return NULL;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* An open descriptor that already writes to this file, or -1. */
static int descriptor_of(const struct stat *status)
{
    for (int fd = STDOUT_FILENO; fd < DESCRIPTORS; fd++) {
        struct stat other;
        int mode = fcntl(fd, F_GETFL);
        if (mode != -1 && (mode & O_ACCMODE) != O_RDONLY && fstat(fd, &other) == 0 && is_same(status, &other))
            return fd;
    }
    return -1;
}

/* The status of what a name stands for. */
static int status_of(const char *name, struct stat *status)
{
    return strcmp(name, "-") ? stat(name, status) : fstat(STDOUT_FILENO, status);
}

/* Something there that is written through as it is. */
static bool is_through(const char *name, const struct stat *status)
{
    return !strcmp(name, "-") || !S_ISREG(status->st_mode) || descriptor_of(status) >= 0;
}

/* A descriptor on what is there, an old regular file emptied; -1 with errno. */
static int open_there(const char *name)
{
    struct stat status;
    if (status_of(name, &status) != 0)
        return -1;
    int fd = strcmp(name, "-") ? descriptor_of(&status) : STDOUT_FILENO;
    if (fd >= 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY)
        return errno = EBADF, -1;
    return fd >= 0 ? dup(fd) : open(name, O_WRONLY | O_NOCTTY | (S_ISREG(status.st_mode) ? O_TRUNC : 0));
}

static int temporary_elsewhere(struct wf_output *out)
{
    const char *directory = getenv("TMPDIR");
    /* vvp adds .fst to a name without dot */
    out->temporary = join("%s/wavefold.XXXXXX", directory && *directory ? directory : "/tmp");
    return out->temporary ? mkstemp(out->temporary) : -1;
}

/* Mode and owner of the file to be; `old` is the one there, or NULL. */
static bool set_mode(int fd, const struct stat *old)
{
    struct stat own;
    if (old)
        return fstat(fd, &own) == 0 &&
               ((own.st_uid == old->st_uid && own.st_gid == old->st_gid) ||
                fchown(fd, old->st_uid, old->st_gid) == 0) &&
               fchmod(fd, old->st_mode & 07777) == 0;
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

/* A temporary file for a regular one; -1 with errno. */
static int temporary_beside(struct wf_output *out, const char *name, const struct stat *old)
{
    if (old && access(name, W_OK) != 0)
        return -1;
    char *target = follow_links(name);
    if (!target)
        return -1;
    int fd = -1;
    if (!old || old->st_nlink == 1) {
        out->temporary = join("%.*s.wavefold-XXXXXX", directory_length(target), target);
        fd = out->temporary ? mkstemp(out->temporary) : -1;
    }
    if (fd >= 0 && set_mode(fd, old)) {
        out->target = target;
        return fd;
    }
    free(target);
    if (fd >= 0) {
        close(fd);
        unlink(out->temporary);
    } else if (!old) {
        return -1;
    }
    free(out->temporary);
    return temporary_elsewhere(out);
}

static int open_descriptor(struct wf_output *out, const char *name, bool named)
{
    struct stat status;
    bool exists = status_of(name, &status) == 0;
    if (!exists && (errno != ENOENT || !*name))
        return -1;
    if (!exists || !is_through(name, &status))
        return temporary_beside(out, name, exists ? &status : NULL);
    if (!named)
        return open_there(name);
    if (S_ISDIR(status.st_mode))
        return errno = EISDIR, -1;
    return temporary_elsewhere(out);
}

/* A signal that comes now finds the temporary file. */
static bool watch(struct wf_output *out)
{
    if (!out->temporary)
        return true;
    out->companion = join("%s.hier", out->temporary);
    errno = ENOMEM;
    return out->companion && wf_cleanup_watch(out->temporary) && wf_cleanup_watch(out->companion);
}

static bool failed(struct wf_output *out, const char *name, int cause)
{
    fprintf(stderr, "%s: error: cannot write: %s\n", strcmp(name, "-") ? name : "standard output",
            cause ? strerror(cause) : "the file is incomplete");
    wf_output_discard(out);
    return false;
}

bool wf_output_open(struct wf_output *out, const char *name, bool named)
{
    *out = (struct wf_output){.name = strdup(name)};
    sigset_t before;
    wf_cleanup_hold(&before);
    int fd = out->name ? open_descriptor(out, name, named) : -1;
    if (fd < 0) {               /* no file to remove has this name */
        free(out->temporary);
        out->temporary = NULL;
    } else if (watch(out)) {
        out->file = fdopen(fd, "w");
    }
    int cause = errno;
    if (fd >= 0 && !out->file)
        close(fd);
    wf_cleanup_release(&before);
    return out->file ? true : failed(out, name, cause);
}

bool wf_output_flush(struct wf_output *out)
{
    errno = 0;
    if (!out->file || (!ferror(out->file) && fflush(out->file) == 0))
        return true;
    fprintf(stderr, "%s: error: cannot write: %s\n", strcmp(out->name, "-") ? out->name : "standard output",
            errno ? strerror(errno) : "the file is incomplete");
    return false;
}

/* Give the complete temporary file its place. */
static bool put_in_place(struct wf_output *out)
{
    if (!out->temporary)
        return true;
    if (out->target)
        return rename(out->temporary, out->target) == 0;
    int from = open(out->temporary, O_RDONLY), to = from >= 0 ? open_there(out->name) : -1;
    char block[1 << 16];
    ssize_t n = from >= 0 && to >= 0 ? 1 : -1;
    while (n > 0 && (n = read(from, block, sizeof block)) > 0)
        for (ssize_t done = 0, step; done < n; done += step)
            if ((step = write(to, block + done, (size_t)(n - done))) < 0) {
                if (errno != EINTR)
                    n = -1;
                step = 0;
            }
    int cause = errno;
    if (to >= 0 && close(to) != 0 && n == 0)
        n = -1, cause = errno;
    if (from >= 0)
        close(from);
    errno = cause;
    return n == 0 && unlink(out->temporary) == 0;
}

/* Release what belongs to an output whose temporary file is gone. */
static void forget(struct wf_output *out)
{
    wf_cleanup_forget(out->temporary);
    wf_cleanup_forget(out->companion);
    free(out->name);
    free(out->temporary);
    free(out->target);
    free(out->companion);
    *out = (struct wf_output){0};
}

bool wf_output_finish(struct wf_output *out)
{
    if (!out->file)
        return true;
    errno = 0;
    bool whole = !ferror(out->file);
    int cause = errno;
    if (fclose(out->file) != 0) {
        whole = false;
        cause = errno;
    }
    out->file = NULL;
    if (whole && out->temporary && !strcmp(out->name, "-")) {       /* printed before what follows */
        whole = put_in_place(out);
        cause = errno;
        if (whole)
            forget(out);
    }
    return whole || failed(out, out->name, cause);
}

bool wf_output_commit(struct wf_output *out)
{
    if (!out->name)
        return true;
    if (!wf_output_finish(out))
        return false;
    if (out->target) {          /* removed or renamed: a signal sees the one or the other */
        sigset_t before;
        wf_cleanup_hold(&before);
        bool placed = put_in_place(out);
        int cause = errno;
        if (placed)
            forget(out);
        wf_cleanup_release(&before);
        return placed ? true : failed(out, out->name, cause);
    }
    if (!put_in_place(out))
        return failed(out, out->name, errno);
    forget(out);
    return true;
}

void wf_output_discard(struct wf_output *out)
{
    if (out->file)
        fclose(out->file);
    if (out->temporary)
        unlink(out->temporary);
    if (out->companion)
        unlink(out->companion);
    forget(out);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool is_null_device(const struct stat *status)
{
    struct stat null;
    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 && status->st_rdev == null.st_rdev;
}

/* The same name in the same directory, for files that are not there yet. */
static bool same_place(const char *a, const char *b)
{
    char *first = follow_links(a), *second = follow_links(b);
    bool same = false;
    if (first && second) {
        int n = directory_length(first), m = directory_length(second);
        if (!strcmp(first + n, second + m)) {
            struct stat where[2];
            first[n] = second[m] = '\0';
            same = stat(n ? first : ".", &where[0]) == 0 && stat(m ? second : ".", &where[1]) == 0 &&
                   is_same(&where[0], &where[1]);
        }
    }
    free(first);
    free(second);
    return same;
}

bool wf_output_same(const char *a, const char *b)
{
    struct stat first, second;
    bool there = status_of(a, &first) == 0;
    if (there != (status_of(b, &second) == 0))
        return false;
    if (!strcmp(a, "-") && !strcmp(b, "-"))
        return true;
    return there ? is_same(&first, &second) && !is_null_device(&first) : same_place(a, b);
}

bool wf_output_is_input(const char *output, const char *input)
{
    struct stat out, in;
    if (status_of(output, &out) != 0 || (strcmp(input, "-") ? stat(input, &in) : fstat(STDIN_FILENO, &in)) != 0)
        return false;
    return is_same(&out, &in) && !is_null_device(&out) && !S_ISCHR(out.st_mode);
}
