/* SPDX-License-Identifier: Apache-2.0 */
#include "piece.h"

#include "cli.h"

const char *piece_take(const char *at, struct piece *piece)
{
    *piece = (struct piece){.from = 0};
    at = binding_take_any(at, &piece->of);
    return at && *at == '+' ? cli_digits(at + 1, UINT32_MAX, &piece->from) : at;
}

bool piece_take_all(const char *at, struct piece *piece)
{
    at = piece_take(at, piece);
    piece->has_size = at && *at == ',';
    if (piece->has_size)
        at = cli_digits(at + 1, UINT32_MAX, &piece->size);
    return at && !*at;
}
