/* SPDX-License-Identifier: Apache-2.0 */
#include "binding.h"

#include <string.h>

#include "cli.h"
#include "wavefold/kernel.h"

const char *binding_take(const char *at, uint32_t *set, uint32_t *binding)
{
    at = cli_digits_32(at, set);
    return at && *at == '.' ? cli_digits_32(at + 1, binding) : NULL;
}

const char *binding_take_element(const char *at, struct binding *b)
{
    *b = (struct binding){.element = 0};
    at = binding_take(at, &b->set, &b->binding);
    if (!at || *at != '[')
        return at;
    at = cli_digits_32(at + 1, &b->element);
    return at && *at == ']' && b->element < WF_MAX_BUFFERS ? at + 1 : NULL;
}

const char *binding_take_name(const char *at, struct binding *b)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    *b = (struct binding){.name = at, .length = strspn(at, letters)};
    return b->length && b->length < 32 && (*at < '0' || *at > '9') ? at + b->length : NULL;
}

const char *binding_take_any(const char *at, struct binding *b)
{
    return *at >= '0' && *at <= '9' ? binding_take_element(at, b) : binding_take_name(at, b);
}

bool binding_same(const struct binding *a, const struct binding *b)
{
    if (a->name || b->name)
        return a->name && b->name && a->length == b->length && !memcmp(a->name, b->name, a->length);
    return a->set == b->set && a->binding == b->binding && a->element == b->element;
}
