/* SPDX-License-Identifier: Apache-2.0
 * piece.h - a buffer that another option names: @0.1, @NAME, @0.1+BYTES; as a binding, @0.1+BYTES,SIZE.
 */
#ifndef WF_PIECE_H
#define WF_PIECE_H

#include "binding.h"

struct piece {
    struct binding of;
    uint64_t from;              /* bytes */
    bool has_size;
    uint64_t size;
};
/* `at` follows the @.  What follows BUFFER or BUFFER+BYTES, or NULL. */
const char *piece_take(const char *at, struct piece *piece);
/* The whole of `at`: the same, then perhaps ,SIZE. */
bool piece_take_all(const char *at, struct piece *piece);

#endif
