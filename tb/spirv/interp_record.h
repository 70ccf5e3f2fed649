/* SPDX-License-Identifier: Apache-2.0
 * interp_record.h - inputs and outputs with locations, and values as words of records: two of a scalar of 64 bits, the low one first.
 */
#ifndef INTERP_RECORD_H
#define INTERP_RECORD_H

#include "interp_wave.h"

/* The values of an input variable. */
const struct interp_input *record_input(struct module *m, const struct object *o, const struct interp_input *input, unsigned inputs);
/* Does the output variable go there? */
bool record_has(const struct module *m, const struct object *o, const struct interp_record *r);
/* Words of a scalar of this type, or of one that has parts of it. */
unsigned record_words(const struct module *m, const struct type *t);
void record_load(uint64_t *slots, const uint32_t *word, uint32_t count, unsigned words);
void record_store(uint32_t *word, const uint64_t *slots, uint32_t count, unsigned words);

#endif
