/* SPDX-License-Identifier: Apache-2.0
 * binding.h - what an option binds: SET.BINDING, and of an array of blocks SET.BINDING[ELEMENT]; or the NAME of a buffer
 * that is not bound.
 */
#ifndef WF_BINDING_H
#define WF_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct binding {
    uint32_t set, binding, element;
    const char *name;           /* [length], or NULL: it is a binding */
    size_t length;
};
/* What follows SET.BINDING, or NULL. */
const char *binding_take(const char *at, uint32_t *set, uint32_t *binding);
/* The same with an element after it, or without one, which is element 0. */
const char *binding_take_element(const char *at, struct binding *b);
/* NAME, of letters, digits and _. */
const char *binding_take_name(const char *at, struct binding *b);
/* Either. */
const char *binding_take_any(const char *at, struct binding *b);
bool binding_same(const struct binding *a, const struct binding *b);

#endif
