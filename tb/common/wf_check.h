/* SPDX-License-Identifier: Apache-2.0
 * wf_check.h - counting checks for the C tests.  A test ends with `return check_end("name");`: it prints one line and fails when
 * a check failed or when nothing was checked.
 */
#ifndef WF_CHECK_H
#define WF_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* weak: one of each in a program, whatever files of it check */
__attribute__((weak)) unsigned long checks_done, checks_failed;

static inline void check_note(bool good, const char *file, int line, const char *what, uint64_t got, uint64_t wanted)
{
    checks_done++;
    if (good)
        return;
    if (checks_failed++ < 20)
        printf("%s:%d: %s is %#" PRIx64 ", wanted %#" PRIx64 "\n", file, line, what, got, wanted);
}

#define CHECK_EQ(got, wanted)                                                                                                   \
    do {                                                                                                                        \
        const uint64_t check_got = (uint64_t)(got), check_wanted = (uint64_t)(wanted);                                          \
        check_note(check_got == check_wanted, __FILE__, __LINE__, #got, check_got, check_wanted);                               \
    } while (0)
#define CHECK(condition) check_note((condition), __FILE__, __LINE__, #condition, 0, 1)

static inline int check_end(const char *name)
{
    const bool good = checks_failed == 0 && checks_done > 0;

    printf("%s %s checks=%lu", good ? "PASS" : "FAIL", name, checks_done);
    if (!good)
        printf(" failed=%lu", checks_failed);
    putchar('\n');
    return good ? 0 : 1;
}

/* xorshift64*: 32 random bits.  The state must not be 0. */
static inline uint32_t check_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

#endif
