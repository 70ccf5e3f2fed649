/* SPDX-License-Identifier: Apache-2.0
 * validate.h - the error that SPIRV-Tools finds in a module, if it was installed when the program was built.
 *
 * The front-end does not count on it: it takes what it understands; a validator refuses what is newer than itself.
 */
#ifndef WF_VALIDATE_H
#define WF_VALIDATE_H

#include <stddef.h>
#include <stdint.h>

/* The error in a module without its OpSource and non-semantic instructions, to be freed; NULL: none, or not known. */
char *validate_module(const uint32_t *word, size_t words);

/* The validator: validator.c or validator_none.c. */

/* Its version; NULL: there is none. */
const char *validator_version(void);
/* As above, of a module in this machine's byte order as it is. */
char *validator_message(const uint32_t *word, size_t words);

#endif
