/* SPDX-License-Identifier: Apache-2.0 */
#include "wf_fst_axis.h"

#include <stdio.h>
#include <string.h>

/* The header block: type 0 and its length begin the file; a timescale of 10^n seconds; time zero is added to all. */
enum { HEADER_LENGTH = 329, TIMESCALE_AT = 73, TIME_ZERO_AT = 322 };
enum { PICOSECOND = 0x100 - 12, MILLISECOND = 0x100 - 3, UNITS = 1000 };    /* a cycle: 1000 ps are shown as 1000 ms */

static void big_endian(unsigned char *p, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        p[i] = (unsigned char)(value >> (56 - 8 * i));
}

void wf_fst_axis(const char *file_name, uint64_t origin)
{
    FILE *file = fopen(file_name, "r+b");
    unsigned char head[HEADER_LENGTH + 1], start[9] = {0};
    big_endian(start + 1, HEADER_LENGTH);
    if (file && fread(head, 1, sizeof head, file) == sizeof head && !memcmp(head, start, sizeof start) &&
        head[TIMESCALE_AT] == PICOSECOND) {
        head[TIMESCALE_AT] = MILLISECOND;
        big_endian(head + TIME_ZERO_AT, 0 - origin * UNITS);
        rewind(file);
        fwrite(head, 1, sizeof head, file);
    }
    if (file)
        fclose(file);
}
