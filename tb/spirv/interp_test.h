/* SPDX-License-Identifier: Apache-2.0
 * interp_test.h - runs a module of tb/spirv/interp/ on the interpreter, for its tests.
 */
#ifndef INTERP_TEST_H
#define INTERP_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/wf_check.h"
#include "interp.h"

enum { TEST_WORDS = 4096 };

struct shader_test {
    struct interp_run run;
    struct interp_buffer buffer[4];
    uint32_t word[4][TEST_WORDS];       /* contents of bindings 0, 1, 2, 3 of set 0 */
};

static inline void test_begin(struct shader_test *t, unsigned wave_size, uint32_t x)
{
    memset(t, 0, sizeof *t);
    t->run.wave_size = wave_size;
    t->run.groups[0] = x;
    t->run.groups[1] = t->run.groups[2] = 1;
    t->run.buffer = t->buffer;
    t->run.buffers = 4;
    for (uint32_t k = 0; k < 4; k++)
        t->buffer[k] = (struct interp_buffer){ .binding = k, .bytes = (uint8_t *)t->word[k], .size = sizeof t->word[k] };
}

/* tb/spirv/interp/NAME.spv; counts as a check that fails when the run fails. */
static inline bool test_run(struct shader_test *t, const char *name)
{
    static uint32_t words[1 << 16];
    char path[200], error[300] = "cannot be read";
    FILE *f;
    size_t count = 0;
    bool good;

    snprintf(path, sizeof path, "tb/spirv/interp/%s.spv", name);
    f = fopen(path, "rb");
    if (f) {
        count = fread(words, sizeof *words, sizeof words / sizeof *words, f);
        fclose(f);
    }
    good = f && interp_run(words, count, &t->run, error, sizeof error);
    if (!good)
        printf("%s: %s\n", path, error);
    CHECK(good);
    return good;
}

#endif
