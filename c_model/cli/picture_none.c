/* SPDX-License-Identifier: Apache-2.0
 * picture_none.c - libpng was not installed when the program was built.
 */
#include "picture.h"

const char *picture_library(void)
{
    return NULL;
}

bool picture_read(const unsigned char *byte, size_t bytes, struct picture *picture, char why[120])
{
    (void)byte, (void)bytes, (void)picture;
    snprintf(why, 120, "there is no libpng");
    return false;
}

bool picture_write(FILE *file, const struct picture *picture, char why[120])
{
    (void)file, (void)picture;
    snprintf(why, 120, "there is no libpng");
    return false;
}
