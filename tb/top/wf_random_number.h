/* SPDX-License-Identifier: Apache-2.0
 * wf_random_number.h - what generators of random files share: numbers, the same on every machine, and options that are
 * numbers.  Included after a `struct gen` with a member `uint64_t random`.
 */
#ifndef WF_RANDOM_NUMBER_H
#define WF_RANDOM_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t random_word(struct gen *g)
{
    g->random ^= g->random >> 12;
    g->random ^= g->random << 25;
    g->random ^= g->random >> 27;
    return (uint32_t)(g->random * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

static unsigned below(struct gen *g, unsigned n)
{
    return random_word(g) % n;
}

static bool one_in(struct gen *g, unsigned n)
{
    return below(g, n) == 0;
}

/* Neighbouring seeds give numbers that differ from the first on. */
static void start_random(struct gen *g, unsigned long seed)
{
    g->random = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned i = 0; i < 8; i++)
        random_word(g);
}

struct number_option {
    const char *name;
    unsigned long *value;
};

/* `--name N` pairs; false when a name is none of `option`, or what follows it is no number. */
static bool read_numbers(int argc, char **argv, const struct number_option *option, size_t options)
{
    for (int i = 1; i < argc; i += 2) {
        char *end = NULL;
        const unsigned long number = i + 1 < argc ? strtoul(argv[i + 1], &end, 0) : 0;
        size_t n = 0;
        while (n < options && strcmp(argv[i], option[n].name) != 0)
            n++;
        if (n == options || end == NULL || end == argv[i + 1] || *end != '\0')
            return false;
        *option[n].value = number;
    }
    return true;
}

#endif
