/* SPDX-License-Identifier: Apache-2.0
 * picture.h - PNG, by libpng, if it was installed when the program was built.
 */
#ifndef WF_PICTURE_H
#define WF_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct picture {
    uint32_t width, height;
    unsigned depth;             /* bits of a sample: 8 or 16 */
    unsigned channels;          /* to be written: 1, 3 or 4 */
    uint16_t *sample;           /* [4 * width * height], R, G, B, A; malloc'ed */
};

/* "1.6.39"; NULL: there is none. */
const char *picture_library(void);
/* Palettes and grey become R, G, B; without alpha it is full.  No gamma is applied.  False with why. */
bool picture_read(const unsigned char *byte, size_t bytes, struct picture *picture, char why[120]);
bool picture_write(FILE *file, const struct picture *picture, char why[120]);

#endif
