/* SPDX-License-Identifier: Apache-2.0 */
#include "bank_cycles.h"

/* The operations that the word of access `at` takes, counted at its first access; 0 at a later one. */
static unsigned operations(const struct bank_access *access, unsigned count, unsigned at, bool compares)
{
    unsigned lanes = 0;
    bool differ = false;
    for (unsigned i = 0; i < count; i++) {
        if (access[i].word != access[at].word)
            continue;
        if (i < at)
            return 0;
        lanes++;
        differ |= access[i].value != access[at].value || access[i].compare != access[at].compare;
    }
    return compares && differ ? lanes : 1;
}

unsigned bank_cycles(const struct bank_access *access, unsigned count, unsigned banks, bool compares)
{
    unsigned most = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned cycles = 0;
        for (unsigned k = 0; k < count; k++)
            if (access[k].word % banks == access[i].word % banks)
                cycles += operations(access, count, k, compares);
        most = cycles > most ? cycles : most;
    }
    return most;
}
