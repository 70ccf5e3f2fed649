/* SPDX-License-Identifier: Apache-2.0
 * wf_put.h - a module of a few instructions that a test writes word by word.
 */
#ifndef WF_PUT_H
#define WF_PUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef MOST_WORDS
#define MOST_WORDS 600             /* room; a test that needs more defines it first */
#endif
struct module {
    uint32_t word[MOST_WORDS];
    size_t words;
};

static void put(struct module *m, unsigned op, size_t operands, const uint32_t *operand)
{
    m->word[m->words++] = (uint32_t)(operands + 1) << 16 | op;
    memcpy(&m->word[m->words], operand, operands * sizeof *operand);
    m->words += operands;
}
#define PUT(m, op, ...) put(m, op, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

#endif
