/* SPDX-License-Identifier: Apache-2.0
 * fst_file.c - see fst_file.h.  A block: a byte of kind (255: unfinished), 8 bytes of length from there on, contents.
 */
#define _XOPEN_SOURCE 700
#include "fst_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { HEADER = 0, GEOMETRY = 3, NAMES = 4, NAMES_LZ4 = 6, NAMES_LZ4_TWICE = 7, UNFINISHED = 255 };
enum { HEAD = 9, LEAST = 8, PROBE = 64 << 20 };

static bool is_whole(FILE *file, uint64_t size)
{
    bool header = false, geometry = false, names = false;
    uint64_t at = 0;
    while (at < size) {
        unsigned char head[HEAD];
        uint64_t length = 0;
        if (size - at < HEAD || fseeko(file, (off_t)at, SEEK_SET) != 0 || fread(head, 1, HEAD, file) != HEAD ||
            head[0] == UNFINISHED)
            return false;
        for (int n = 1; n < HEAD; n++)
            length = length << 8 | head[n];
        if (length < LEAST || length > size - at - 1)
            return false;
        header |= at == 0 && head[0] == HEADER;
        geometry |= head[0] == GEOMETRY;
        names |= head[0] == NAMES || head[0] == NAMES_LZ4 || head[0] == NAMES_LZ4_TWICE;
        at += 1 + length;
    }
    return header && geometry && names;
}

/* The cause is gone with the simulator: is there room for more? */
static const char *cause(const char *path, uint64_t size)
{
    const int file = open(path, O_WRONLY);
    const int error = file >= 0 ? posix_fallocate(file, (off_t)size, PROBE) : 0;
    if (file >= 0)
        close(file);
    return error == ENOSPC || error == EDQUOT || error == EFBIG ? strerror(error) : "the waveform is incomplete";
}

const char *fst_file_fault(const char *path)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    const bool there = file && fstat(fileno(file), &status) == 0;
    const bool whole = there && is_whole(file, (uint64_t)status.st_size);
    if (file)
        fclose(file);
    return whole ? NULL : there ? cause(path, (uint64_t)status.st_size) : "there is no waveform";
}

uint64_t fst_file_origin(const char *path)
{
    enum { TIME_ZERO_AT = 322, UNITS = 1000 };      /* in the header; milliseconds, and a cycle is a second */
    unsigned char byte[8] = {0};
    uint64_t zero = 0;
    FILE *file = fopen(path, "rb");
    const bool read = file && fseeko(file, TIME_ZERO_AT, SEEK_SET) == 0 && fread(byte, 1, sizeof byte, file) == sizeof byte;
    for (unsigned i = 0; i < sizeof byte && read; i++)
        zero = zero << 8 | byte[i];
    if (file)
        fclose(file);
    return (0 - zero) / UNITS;
}
