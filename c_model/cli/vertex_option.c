/* SPDX-License-Identifier: Apache-2.0 */
#include "vertex_option.h"

#include <inttypes.h>

#include "cli.h"

/* COUNT or COUNTxINSTANCES */
enum wf_exit vertices_take(struct vertex_options *o, const char *value)
{
    if (o->given)
        return cli_twice("--vertices", value);
    const char *at = cli_digits_32(value, &o->draw.count);
    o->draw.instances = 1;
    if (at && *at == 'x')
        at = cli_digits_32(at + 1, &o->draw.instances);
    if (!at || *at || !o->draw.count || !o->draw.instances)
        return cli_misuse("--vertices needs COUNT or COUNTxINSTANCES, at least 1 of each, such as 36 or 36x4, not",
                          value);
    o->given = true;
    return WF_EXIT_OK;
}

static enum wf_exit take_number(const char *option, bool *given, uint32_t *to, const char *value)
{
    char what[80];
    const char *end = cli_digits_32(value, to);
    if (*given)
        return cli_twice(option, value);
    snprintf(what, sizeof what, "%s needs a number from 0 to 4294967295, not", option);
    *given = end && !*end;
    return *given ? WF_EXIT_OK : cli_misuse(what, value);
}

enum wf_exit vertices_take_first(struct vertex_options *o, const char *value)
{
    return take_number("--first-vertex", &o->has_first, &o->draw.first, value);
}

enum wf_exit vertices_take_first_instance(struct vertex_options *o, const char *value)
{
    return take_number("--first-instance", &o->has_first_instance, &o->draw.first_instance, value);
}

void vertices_write(const struct vertex_options *o, FILE *file)
{
    if (o->given)
        fprintf(file, " --vertices %" PRIu32, o->draw.count);
    if (o->given && o->draw.instances > 1)
        fprintf(file, "x%" PRIu32, o->draw.instances);
    if (o->has_first)
        fprintf(file, " --first-vertex %" PRIu32, o->draw.first);
    if (o->has_first_instance)
        fprintf(file, " --first-instance %" PRIu32, o->draw.first_instance);
}
