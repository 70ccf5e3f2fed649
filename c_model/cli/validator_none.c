/* SPDX-License-Identifier: Apache-2.0
 * validator_none.c - SPIRV-Tools was not installed when the program was built.
 */
#include "validate.h"

const char *validator_version(void)
{
    return NULL;
}

char *validator_message(const uint32_t *word, size_t words)
{
    (void)word, (void)words;
    return NULL;
}
