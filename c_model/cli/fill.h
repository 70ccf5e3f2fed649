/* SPDX-License-Identifier: Apache-2.0
 * fill.h - numbers of a command line for the members of a block, each of the type that it has there.
 */
#ifndef WF_FILL_H
#define WF_FILL_H

#include "contents.h"
#include "wavefold/layout.h"

/* The bits of a number for a scalar: an integer that fits, true or false, a float rounded to the nearest, or its bits in
 * hexadecimal.  False when it is none. */
bool fill_number(const char *text, size_t length, const struct wf_layout_node *type, uint64_t *bits);
/* A block, and the option that fills it, for messages. */
struct fill {
    const char *file;           /* of the shader */
    const char *option;         /* "--push offset=1,2" */
    const char *block;          /* its name, "" where members need none */
    const struct wf_layout *layout;
    const struct contents_buffers *buffers;     /* that @... may name, or NULL */
};
/* The numbers of `list`, with commas between, into the part of a block at `place`, whose words are there.  WF_EXIT_OK,
 * or another status after a message. */
enum wf_exit fill_part(const struct fill *fill, const struct wf_layout_place *place, uint64_t bytes, const char *list,
                       uint32_t *word);
/* The same for a whole block, of as many elements as there are numbers for.  care: NULL, or [words] that become owned
 * by the caller: then `_` is a number that does not count, and "..." at the end leaves out all others of `words`. */
enum wf_exit fill_block(const struct fill *fill, const char *list, struct contents *contents, uint8_t **care);
/* The first decimal number of such a list of words that is no number of the type that the block has there: a note. */
void fill_note(const struct fill *fill, const char *list);

#endif
