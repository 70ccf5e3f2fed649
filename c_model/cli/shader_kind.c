/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "shader_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* A module on standard input: its first byte, of either byte order, begins no text. */
static bool is_module_on_input(void)
{
    const int first = getc(stdin);
    if (first == EOF)
        clearerr(stdin);            /* who reads it says why there is nothing */
    else
        ungetc(first, stdin);
    return first == 0x03 || first == 0x07;
}

enum shader_kind shader_kind(const char *file)
{
    static const struct { const char *ending; enum shader_kind kind; } endings[] = {
        {".spv", SHADER_MODULE}, {".spvasm", SHADER_ASSEMBLY}, {".comp", SHADER_GLSL}, {".frag", SHADER_GLSL},
        {".vert", SHADER_GLSL}, {".tesc", SHADER_GLSL}, {".tese", SHADER_GLSL}, {".geom", SHADER_GLSL},
        {".mesh", SHADER_GLSL}, {".task", SHADER_GLSL}, {".glsl", SHADER_GLSL},
        {".hlsl", SHADER_HLSL}, {".slang", SHADER_SLANG}, {".cl", SHADER_OPENCL}};
    if (!strcmp(file, "-"))
        return is_module_on_input() ? SHADER_MODULE : SHADER_NONE;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (cli_has_ending(file, endings[i].ending))
            return endings[i].kind;
    return SHADER_NONE;
}

static const struct shader_stage of_lanes[] = {
    {WF_STAGE_PIXEL, ".frag", "a fragment shader", "--draw", "--draw WxH is missing, the pixels that it draws",
     "a shader that draws has no groups: --draw without", "frag", "fragment", "ps"},
    {WF_STAGE_VERTEX, ".vert", "a vertex shader", "--vertices", "--vertices COUNT is missing, how many there are",
     "a vertex shader has no groups: --vertices without", "vert", "vertex", "vs"},
    {WF_STAGE_HULL, ".tesc", "a tessellation control shader", "--patches",
     "--patches COUNTxPOINTS is missing, how many there are and their control points",
     "groups of a tessellation shader are patches: --patches without", "tesc", "hull", "hs"},
    {WF_STAGE_DOMAIN, ".tese", "a tessellation evaluation shader", "--patches",
     "--patches COUNTxPOINTS is missing, how many there are and their control points",
     "a tessellation evaluation shader has no groups: --patches without", "tese", "domain", "ds"},
    {WF_STAGE_GEOMETRY, ".geom", "a geometry shader", "--primitives",
     "--primitives COUNT is missing, how many there are",
     "a geometry shader has no groups: --primitives without", "geom", "geometry", "gs"}};

const struct shader_stage *shader_stage_of(enum wf_stage stage)
{
    for (size_t i = 0; i < sizeof of_lanes / sizeof *of_lanes; i++)
        if (of_lanes[i].stage == stage)
            return &of_lanes[i];
    return NULL;
}

const struct shader_stage *shader_stage_of_name(const char *file)
{
    for (size_t i = 0; i < sizeof of_lanes / sizeof *of_lanes; i++)
        if (cli_has_ending(file, of_lanes[i].ending))
            return &of_lanes[i];
    return NULL;
}

bool shader_same_option(const struct shader_stage *a, const struct shader_stage *b)
{
    return !strcmp(a->option, b->option);
}

const char *shader_of_groups(const char *file)
{
    return cli_has_ending(file, ".comp") ? "a compute shader" : cli_has_ending(file, ".mesh") ? "a mesh shader" :
           cli_has_ending(file, ".task") ? "a task shader" : NULL;
}

const char *shader_other_stage(const char *file)
{
    static const struct { const char *ending, *what; } stages[] = {
        {".rgen", "a ray generation shader, which does not run"},
        {".rint", "a ray-tracing shader of the stage intersection, which does not run"},
        {".rahit", "a ray-tracing shader of the stage any hit, which does not run"},
        {".rchit", "a ray-tracing shader of the stage closest hit, which does not run"},
        {".rmiss", "a ray-tracing shader of the stage miss, which does not run"},
        {".rcall", "a ray-tracing shader of the stage callable, which does not run"}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (cli_has_ending(file, stages[i].ending))
            return stages[i].what;
    return NULL;
}

enum wf_exit shader_readable(const char *file)
{
    struct stat status;
    if (!strcmp(file, "-"))
        return WF_EXIT_OK;
    if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (access(file, R_OK) == 0)
        return WF_EXIT_OK;
    return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: cannot open: %s\n", file, strerror(errno));
}
