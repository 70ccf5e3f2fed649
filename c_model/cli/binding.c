/* SPDX-License-Identifier: Apache-2.0 */
#include "binding.h"

#include <inttypes.h>
#include <string.h>

#include "cli.h"
#include "shell.h"
#include "wavefold/kernel.h"

static bool is_number(char c)
{
    return c >= '0' && c <= '9';
}

static const char *take(const char *at, struct binding *b)
{
    *b = (struct binding){.set = 0};
    if (is_number(*at)) {
        at = cli_digits_32(at, &b->set);
        return at && *at == '.' && is_number(at[1]) ? cli_digits_32(at + 1, &b->binding) : NULL;
    }
    b->length = strcspn(at, "[=");
    b->name = at;
    return b->length && at[b->length] && !strchr("-.", *at) ? at + b->length : NULL;
}

const char *binding_take_index(const char *at, struct binding *b)
{
    if (!at || *at != '[')
        return at;
    at = cli_digits_32(at + 1, &b->element);
    return at && *at == ']' && b->element < WF_MAX_BUFFERS ? at + 1 : NULL;
}

const char *binding_take_element(const char *at, struct binding *b)
{
    return binding_take_index(take(at, b), b);
}

const char *binding_take_own(const char *at, struct binding *b)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    *b = (struct binding){.name = at, .length = strspn(at, letters), .own = true};
    return b->length && b->length < 32 && !is_number(*at) ? at + b->length : NULL;
}

bool binding_same_name(const struct binding *a, const struct binding *b)
{
    return a->name && b->name && a->length == b->length && !memcmp(a->name, b->name, a->length);
}

bool binding_same(const struct binding *a, const struct binding *b)
{
    if (a->own || b->own)
        return a->own && b->own && binding_same_name(a, b);
    const bool known = (!a->name || a->found) && (!b->name || b->found);
    if (a->of != b->of || a->element != b->element)
        return false;
    return known ? a->set == b->set && a->binding == b->binding : binding_same_name(a, b);
}

void binding_write(const struct binding *b, FILE *file)
{
    char name[256];
    if (!b->name) {
        fprintf(file, "%" PRIu32 ".%" PRIu32, b->set, b->binding);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)b->length, b->name);
    wf_shell_part(file, name);
}
