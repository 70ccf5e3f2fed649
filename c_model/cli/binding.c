/* SPDX-License-Identifier: Apache-2.0 */
#include "binding.h"

#include <stddef.h>

#include "cli.h"
#include "wavefold/kernel.h"

const char *binding_take(const char *at, uint32_t *set, uint32_t *binding)
{
    at = cli_digits_32(at, set);
    return at && *at == '.' ? cli_digits_32(at + 1, binding) : NULL;
}

const char *binding_take_element(const char *at, struct binding *b)
{
    b->element = 0;
    at = binding_take(at, &b->set, &b->binding);
    if (!at || *at != '[')
        return at;
    at = cli_digits_32(at + 1, &b->element);
    return at && *at == ']' && b->element < WF_MAX_BUFFERS ? at + 1 : NULL;
}

bool binding_same(const struct binding *a, const struct binding *b)
{
    return a->of == b->of && a->set == b->set && a->binding == b->binding && a->element == b->element;
}
