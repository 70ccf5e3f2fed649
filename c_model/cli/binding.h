/* SPDX-License-Identifier: Apache-2.0
 * binding.h - what an option binds: SET.BINDING, and of an array of blocks SET.BINDING[ELEMENT].
 */
#ifndef WF_BINDING_H
#define WF_BINDING_H

#include <stdbool.h>
#include <stdint.h>

enum binding_of { BINDING_OF_SET, BINDING_OF_OUTPUT, BINDING_OF_DEPTH };
struct binding {
    enum binding_of of;
    uint32_t set, binding, element;     /* binding: of an output its location */
};
/* What follows SET.BINDING, or NULL. */
const char *binding_take(const char *at, uint32_t *set, uint32_t *binding);
/* The same with an element after it, or without one, which is element 0. */
const char *binding_take_element(const char *at, struct binding *b);
bool binding_same(const struct binding *a, const struct binding *b);

#endif
