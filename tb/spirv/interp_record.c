/* SPDX-License-Identifier: Apache-2.0
 * interp_record.c - interp_record.h.
 */
#include "interp_record.h"

const struct interp_input *record_input(struct module *m, const struct object *o, const struct interp_input *input, unsigned inputs)
{
    const struct id *id = id_of(m, o->id);

    for (unsigned k = 0; k < inputs; k++)
        if (input[k].builtin ? input[k].builtin == o->builtin : o->builtin < 0 && input[k].location == id->location && input[k].component == id->component)
            return &input[k];
    module_fail(m, NO_OFFSET, "input variable %u has no values", (unsigned)o->id);
}

bool record_has(const struct module *m, const struct object *o, const struct interp_record *r)
{
    return o->storage == ScOutput && o->builtin == r->builtin && (o->builtin >= 0 || id_of(m, o->id)->location == r->location);
}

unsigned record_words(const struct module *m, const struct type *t)
{
    return scalar_of(m, t)->width == 64 ? 2 : 1;
}

void record_load(uint64_t *slots, const uint32_t *word, uint32_t count, unsigned words)
{
    for (uint32_t c = 0; c < count; c++)
        slots[c] = words == 2 ? word[2 * c] | (uint64_t)word[2 * c + 1] << 32 : word[c];
}

void record_store(uint32_t *word, const uint64_t *slots, uint32_t count, unsigned words)
{
    for (uint32_t c = 0; c < count; c++)
        for (unsigned half = 0; half < words; half++)
            word[words * c + half] = (uint32_t)(slots[c] >> 32 * half);
}
