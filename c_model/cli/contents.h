/* SPDX-License-Identifier: Apache-2.0
 * contents.h - what a buffer holds before a shader runs: FILE, zero:BYTES, text:1,2,3.5,0x10 or
 * values:1,2 of a command line.
 */
#ifndef WF_CONTENTS_H
#define WF_CONTENTS_H

#include "named_file.h"
#include "piece.h"
#include "status.h"

struct contents {
    uint32_t *word;             /* [words], owned; NULL: zeros */
    uint32_t words;
};

/* "values:1,2.5": numbers of the types of the block (fill.h). */
bool contents_are_values(const char *in);
/* Where it ends in `in`: at a colon (of zero:, text: and values: the second one) or the end. */
size_t contents_length(const char *in);
/* The buffers that @... in a list may name: 1 + the number of one, or 0.  NULL in its place: there are none. */
struct contents_buffers {
    uint32_t (*high)(const void *user, const struct binding *buffer);
    const void *user;
};
/* `option`: for messages.  A file is added to `inputs`.  WF_EXIT_OK, or another status after a message. */
enum wf_exit contents_read(const char *option, const char *in, struct wf_inputs *inputs,
                           const struct contents_buffers *buffers, struct contents *contents);
/* The two words of the address @..., the low one first: a byte of a buffer.  False: it is none, or there is no such
 * buffer. */
bool contents_address(const char *text, size_t length, const struct contents_buffers *buffers, uint32_t word[2]);

/* A number of such words: an integer, decimal or hexadecimal; a float with a point or an exponent, inf or nan. */
struct contents_number {
    bool is_float, is_hex, is_negative;
    uint64_t magnitude;         /* of an integer */
    double real;
    float single;               /* the same text, rounded once */
};
/* The whole of [text, text + length), at most 63 characters.  False when it is none. */
bool contents_number(const char *text, size_t length, struct contents_number *number);
/* The integer fits `width` bits, 1 to 64, with a sign or without; its bits. */
bool contents_fits(const struct contents_number *number, unsigned width, uint64_t *bits);
/* Its word: an integer must fit it, a float is rounded to one of 32 bits. */
bool contents_word(const struct contents_number *number, uint32_t *word);
/* The number as a float of 16, 32 or 64 bits, rounded to the nearest: its bits, the low word first. */
void contents_float_bits(const struct contents_number *number, unsigned width, uint32_t word[2]);

#endif
