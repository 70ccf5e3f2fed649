/* SPDX-License-Identifier: Apache-2.0
 * facts.h - what is in a module: for what it needs of a device, and for the faults that it may meet there.
 */
#ifndef WFO_FACTS_H
#define WFO_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../c_model/spirv/module/grammar.h"

enum { WFO_GLSL_NUMBERS = 128 };

struct wfo_facts {
    uint32_t *word;             /* [words] the module in the byte order of the host */
    size_t words;
    bool op[65536];             /* instructions in it; of functions that nothing calls too */
    bool glsl[WFO_GLSL_NUMBERS];        /* of GLSL.std.450 */
    bool builtin[65536];
    bool capability[65536];
};

/* Scan a module that the front-end has read.  False when memory is short. */
bool wfo_facts_read(struct wfo_facts *f, const uint32_t *word, size_t words);
void wfo_facts_free(struct wfo_facts *f);
/* The next instruction after the one at word *at, 0 at first; false at the end.  The front-end checked its shape. */
bool wfo_facts_next(const struct wfo_facts *f, size_t *at);
size_t wfo_facts_length(const struct wfo_facts *f, size_t at);
/* The number that decoration `which` gives `id`; 0: it has none. */
uint32_t wfo_facts_decoration(const struct wfo_facts *f, uint32_t id, uint32_t which);
/* The text that begins in word n of an instruction, cut to what there is room for. */
const char *wfo_facts_text(const struct wfo_facts *f, size_t at, size_t n, char *text, size_t room);
/* A value from memory or from other lanes may leave a loop in which it was made. */
bool wfo_facts_loop_value(const struct wfo_facts *f);
/* A value may leave a loop that was made in its continue construct. */
bool wfo_facts_continue_value(const struct wfo_facts *f);
/* A loop may continue until an atomic gives the value that it waits for. */
bool wfo_facts_wait(const struct wfo_facts *f);
/* Something depends on which lanes make up a wave. */
bool wfo_facts_waves(const struct wfo_facts *f);

#endif
