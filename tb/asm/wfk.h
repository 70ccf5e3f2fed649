/* SPDX-License-Identifier: Apache-2.0
 * wfk.h - for the tests of the assembler: parse a text and keep its messages.
 */
#ifndef WFK_H
#define WFK_H

#include <string.h>

#include "wavefold/kernel.h"

#include "../common/wf_check.h"

struct wfk_told {
    unsigned count, notes;
    struct {
        unsigned line, column;
        char text[320];
    } at[128];
};

static const struct wf_device wfk_device = {.lanes = 32, .waves = 16, .groups = 8, .regs = 64, .lds_words = 4096, .imem_words = 65536};

static inline void wfk_listen(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    struct wfk_told *t = user;

    if (!error) {
        t->notes++;
        return;
    }
    if (t->count < 128) {
        t->at[t->count].line = line;
        t->at[t->count].column = column;
        snprintf(t->at[t->count].text, sizeof t->at[t->count].text, "%s", text);
    }
    t->count++;
}

/* The files that kernels of the tests can name: NAME_4 is 4 bytes 0x01 0x02 0x83 0x04, NAME_8 the same and then 0x00 0x00 0xc0 0x3f. */
static inline bool wfk_read(void *user, const char *name, void *bytes, size_t size, char *why, size_t room)
{
    static const unsigned char content[] = {1, 2, 0x83, 4, 0, 0, 0xc0, 0x3f};
    size_t length = !strcmp(name, "some/NAME_4") ? 4 : !strcmp(name, "NAME_8") ? 8 : 0;

    ++*(unsigned *)user;
    if (length == size)
        memcpy(bytes, content, size);
    else
        snprintf(why, room, length ? "has %zu bytes" : "no such file", length);
    return length == size;
}

static inline struct wf_kernel *wfk_parse_with_files(const char *text, struct wfk_told *told, unsigned *reads)
{
    const struct wf_files files = {.read = wfk_read, .user = reads};

    memset(told, 0, sizeof *told);
    *reads = 0;
    return wf_kernel_parse_files(text, strlen(text), &wfk_device, 0, &files, wfk_listen, told);
}

static inline struct wf_kernel *wfk_parse_at(const char *text, unsigned wave_size, struct wfk_told *told)
{
    memset(told, 0, sizeof *told);
    return wf_kernel_parse(text, strlen(text), &wfk_device, wave_size, wfk_listen, told);
}

/* A kernel that must be good. */
static inline struct wf_kernel *wfk_good(const char *text)
{
    struct wfk_told told;
    struct wf_kernel *k = wfk_parse_at(text, 0, &told);

    CHECK(k != NULL);
    if (!k)
        printf("  %u:%u: %s\n  in: %s\n", told.at[0].line, told.at[0].column, told.at[0].text, text);
    return k;
}

/* Check that a parse failed: its first error, or with `only` its one error, is at this place and contains `part`. */
static inline void wfk_mistake(struct wf_kernel *k, const struct wfk_told *told, bool only, const char *text, unsigned line, unsigned column,
                               const char *part)
{
    bool good = !k && (only ? told->count == 1 : told->count > 0) && told->at[0].line == line && told->at[0].column == column &&
                strstr(told->at[0].text, part);

    CHECK(good);
    if (!good) {
        printf("  in \"%s\"\n  wanted %u:%u: %s\n", text, line, column, part);
        for (unsigned n = 0; n < told->count && n < 5; n++)
            printf("  got %u:%u: %s\n", told->at[n].line, told->at[n].column, told->at[n].text);
    }
    wf_kernel_free(k);
}

static inline void wfk_only(const char *text, unsigned line, unsigned column, const char *part)
{
    static struct wfk_told told;

    wfk_mistake(wfk_parse_at(text, 0, &told), &told, true, text, line, column, part);
}

static inline void wfk_first(const char *text, unsigned line, unsigned column, const char *part)
{
    static struct wfk_told told;

    wfk_mistake(wfk_parse_at(text, 0, &told), &told, false, text, line, column, part);
}

#endif
