/* SPDX-License-Identifier: Apache-2.0 */
#include "vertex_option.h"

#include <inttypes.h>

#include "cli.h"

const char *vertices_option(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX ? "--vertices" : wf_is_of_patches(stage) ? "--patches" : "--primitives";
}

static enum wf_exit take_once(const struct vertex_options *o, enum wf_stage stage, const char *value)
{
    if (o->lanes.stage == stage)
        return cli_twice(vertices_option(stage), value);
    if (!o->lanes.stage)
        return WF_EXIT_OK;
    char what[80];
    snprintf(what, sizeof what, "one shader runs, not two: %s without", vertices_option(o->lanes.stage));
    return cli_misuse(what, vertices_option(stage));
}

/* COUNT or COUNTxINSTANCES */
enum wf_exit vertices_take(struct vertex_options *o, const char *value)
{
    const enum wf_exit status = take_once(o, WF_STAGE_VERTEX, value);
    if (status)
        return status;
    const char *at = cli_digits_32(value, &o->lanes.count);
    o->lanes.instances = 1;
    if (at && *at == 'x')
        at = cli_digits_32(at + 1, &o->lanes.instances);
    if (!at || *at || !o->lanes.count || !o->lanes.instances)
        return cli_misuse("--vertices needs COUNT or COUNTxINSTANCES, 1 to 4294967295 of each, such as 36 or 36x4, "
                          "not", value);
    o->lanes.stage = WF_STAGE_VERTEX;
    return WF_EXIT_OK;
}

enum wf_exit primitives_take(struct vertex_options *o, const char *value)
{
    const enum wf_exit status = take_once(o, WF_STAGE_GEOMETRY, value);
    if (status)
        return status;
    const char *end = cli_digits_32(value, &o->lanes.count);
    if (!end || *end || !o->lanes.count)
        return cli_misuse("--primitives needs COUNT, 1 to 4294967295, such as 12, not", value);
    o->lanes.stage = WF_STAGE_GEOMETRY;
    return WF_EXIT_OK;
}

/* COUNTxPOINTS */
enum wf_exit patches_take(struct vertex_options *o, const char *value)
{
    const enum wf_exit status = take_once(o, WF_STAGE_HULL, value);
    if (status)
        return status;
    const char *at = cli_digits_32(value, &o->lanes.count);
    at = at && *at == 'x' ? cli_digits_32(at + 1, &o->lanes.points) : NULL;
    if (!at || *at || !o->lanes.count || !o->lanes.points || o->lanes.points > WF_MESH_MOST_POINTS)
        return cli_misuse("--patches needs COUNTxPOINTS, 1 to 4294967295 patches of 1 to 32 control points, such as "
                          "12x3, not", value);
    o->lanes.stage = WF_STAGE_HULL;
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
    return take_number("--first-vertex", &o->has_first, &o->lanes.first, value);
}

enum wf_exit vertices_take_first_instance(struct vertex_options *o, const char *value)
{
    return take_number("--first-instance", &o->has_first_instance, &o->lanes.first_instance, value);
}

void vertices_write(const struct vertex_options *o, FILE *file)
{
    if (o->lanes.stage)
        fprintf(file, " %s %" PRIu32, vertices_option(o->lanes.stage), o->lanes.count);
    if (wf_is_of_patches(o->lanes.stage))
        fprintf(file, "x%" PRIu32, o->lanes.points);
    if (o->lanes.instances > 1)
        fprintf(file, "x%" PRIu32, o->lanes.instances);
    if (o->has_first)
        fprintf(file, " --first-vertex %" PRIu32, o->lanes.first);
    if (o->has_first_instance)
        fprintf(file, " --first-instance %" PRIu32, o->lanes.first_instance);
}
