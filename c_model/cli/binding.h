/* SPDX-License-Identifier: Apache-2.0
 * binding.h - what an option binds: SET.BINDING, or a name of the shader; of an array of blocks with [ELEMENT].  Or a
 * buffer without a binding, by its name of --buffer.
 */
#ifndef WF_BINDING_H
#define WF_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum binding_of { BINDING_OF_SET, BINDING_OF_OUTPUT, BINDING_OF_RECORDS };
struct binding {
    enum binding_of of;
    /* of an output its enum wf_location_kind and its location; binding: of records their
     * enum wf_mesh_buffer */
    uint32_t set, binding, element;
    const char *name;           /* [length] a part of the option; NULL: the numbers are given */
    size_t length;
    bool found;                 /* the numbers are those of the name (binding_names.h) */
    bool own;                   /* the name is that of --buffer */
};
/* What follows SET.BINDING or the name, with an element after it, or without one, which is element 0; or NULL. */
const char *binding_take_element(const char *at, struct binding *b);
/* `at` follows the binding, or is NULL: what follows its [ELEMENT], if there is one; or NULL. */
const char *binding_take_index(const char *at, struct binding *b);
/* NAME of --buffer: letters, digits and _. */
const char *binding_take_own(const char *at, struct binding *b);
/* The names are the same. */
bool binding_same_name(const struct binding *a, const struct binding *b);
/* They are known to be one; false where a name is not found yet, unless both have the same. */
bool binding_same(const struct binding *a, const struct binding *b);
/* As it was given, without the element. */
void binding_write(const struct binding *b, FILE *file);

#endif
