/* SPDX-License-Identifier: Apache-2.0 */
#include "piece.h"

#include <string.h>

#include "cli.h"

/* SET.BINDING or a name, then perhaps [ELEMENT]. */
static const char *take_buffer(const char *at, struct binding *b)
{
    if (*at >= '0' && *at <= '9')
        return binding_take_element(at, b);
    *b = (struct binding){.name = at, .length = strcspn(at, "[+,")};
    return b->length ? binding_take_index(at + b->length, b) : NULL;
}

const char *piece_take(const char *at, struct piece *piece)
{
    *piece = (struct piece){.from = 0};
    at = take_buffer(at, &piece->of);
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
