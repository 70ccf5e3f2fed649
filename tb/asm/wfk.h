/* SPDX-License-Identifier: Apache-2.0
 *
 * wfk.h - for the tests of the assembler: parse a text and keep what it says.
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

#endif
