/* SPDX-License-Identifier: Apache-2.0
 * bank_cycles.h - how long one atomic keeps the banks of groupshared memory, by the rule of docs/lds.md.
 */
#ifndef WF_BANK_CYCLES_H
#define WF_BANK_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

/* A lane: number of its word, of two words that of the first; value, value to compare with. */
struct bank_access {
    uint32_t word;
    uint64_t value, compare;
};
/* A cycle for each distinct word of the fullest bank; of a compare-exchange whose operands differ between the lanes of
 * a word (`compares`), one for each of its lanes. */
unsigned bank_cycles(const struct bank_access *access, unsigned count, unsigned banks, bool compares);

#endif
