/* SPDX-License-Identifier: Apache-2.0
 * compare.h - one random module on the interpreter, and lowered by the front-end on the model: do they agree?
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "generate.h"

enum { COMPARE_TEXT = 700 };
enum compared {
    COMPARED_SAME,
    COMPARED_DIFFERENT,
    COMPARED_UNDECIDED,         /* the interpreter itself cannot do it */
    COMPARED_TOO_LONG           /* the code is longer than any device's memory: so many registers do not suffice */
};

struct compare_device {
    unsigned regs;              /* registers per lane; 0: by the seed */
    uint64_t model_seed;        /* order of the waves; 0: by the seed */
    const uint32_t *module;     /* [module_words] run in place of the generated one, on its buffers; NULL: none */
    size_t module_words;
};

/* Run the interpreter with these bits for what is undefined.  Gives its steps and all buffers, or NULL and a text. */
uint32_t *compare_interpret(const struct generated *g, uint64_t undefined, uint64_t *steps, char text[COMPARE_TEXT]);
/* Writes what differs into text. */
enum compared compare_module(const struct generate_options *options, const struct compare_device *device, char text[COMPARE_TEXT]);

#endif
