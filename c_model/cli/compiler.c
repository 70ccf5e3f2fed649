/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

void compiler_add(struct job *job, const char *word)
{
    if (word && job->words + 1 < COMPILER_WORDS)
        job->word[job->words++] = (char *)word;         /* execv wants them so, and changes none */
    job->word[job->words] = NULL;
}

static void add_two(struct job *job, const char *option, const char *value)
{
    if (value) {
        compiler_add(job, option);
        compiler_add(job, value);
    }
}

static void add_include(struct job *job)
{
    compiler_add(job, *job->include ? job->include : NULL);
    compiler_add(job, *job->root ? job->root : NULL);
}

/* A shader of another stage that runs as groups is compiled as a compute shader: the attribute must not contradict. */
static void add_stage(struct job *job)
{
    compiler_add(job, job->source.a.desc.stage != WF_STAGE_COMPUTE && !job->source.has_outputs && !job->lanes
                 ? "-Dshader=wavefold_shader" : NULL);
}

/* As the compiler is to take it: a task or mesh shader is one only if it has outputs. */
static enum wf_stage stage_of(const struct job *job)
{
    return job->source.has_outputs ? job->source.a.desc.stage : WF_STAGE_COMPUTE;
}

/* The waves of a group, for wavefold.hlsli; it defines numWaves, which is `otherwise` to who does not include it. */
static void add_waves(struct job *job, const char *otherwise)
{
    if (!job->num_waves)
        return;
    snprintf(job->waves, sizeof job->waves, "-DWAVEFOLD_NUM_WAVES=%u", (unsigned)job->num_waves);
    compiler_add(job, job->waves);
    if (!job->source.has_header && !job->source.wants_header)
        compiler_add(job, otherwise);
}

/* Messages name ids as the text does; its environment is the newest. */
static void spirv_as(struct job *job)
{
    compiler_add(job, "--preserve-numeric-ids");
    add_two(job, "-o", job->module);
    compiler_add(job, job->file);
}

/* Where the name does not tell it to glslang, which knows small letters only: the stage, else NULL. */
static const char *glsl_stage(const struct job *job)
{
    const char *own = strrchr(job->file, '.');
    const char *stage = job->lanes ? job->lanes->glslang : cli_has_ending(job->file, ".mesh") ? "mesh" :
                        cli_has_ending(job->file, ".task") ? "task" : "comp";
    return own && !strcmp(own + 1, stage) ? NULL : stage;
}

static void glslang(struct job *job)
{
    compiler_add(job, "-V");
    compiler_add(job, "-g");
    if (shader_kind(job->file) == SHADER_GLSL)
        add_two(job, "-S", glsl_stage(job));
    add_two(job, "--target-env", job->environment);
    add_include(job);
    add_two(job, "-o", job->module);
    compiler_add(job, job->file);
}

/* A lane that is discarded goes on as a helper in HLSL.  Compilers say so in SPIR-V where they may; else they end it. */
static bool makes_helpers(const struct job *job)
{
    return job->lanes && job->lanes->stage == WF_STAGE_PIXEL && job->source.discards;
}

/* Of HLSL it makes blocks as SPIR-V 1.3 has them, whatever it is asked for; but demotion only for the newest. */
static void glslang_hlsl(struct job *job)
{
    job->environment = job->environment && !makes_helpers(job) ? "vulkan1.1" : job->environment;
    compiler_add(job, "-D");
    add_waves(job, NULL);                       /* an attribute that it does not know is one that is not there */
    add_two(job, "-S", job->lanes ? job->lanes->glslang : "comp");
    add_two(job, "-e", job->entry ? job->entry : "main");
    glslang(job);
}

/* Without an entry point: all that are marked as such. */
static void slangc(struct job *job)
{
    const char *dot = strrchr(job->file, '.');
    if (dot && strcmp(dot, ".hlsl") != 0 && strcmp(dot, ".slang") != 0)     /* in capitals, which it does not know */
        add_two(job, "-lang", cli_has_ending(job->file, ".hlsl") ? "hlsl" : "slang");
    compiler_add(job, job->file);
    add_two(job, "-target", "spirv");
    add_two(job, "-entry", job->entry);
    add_two(job, "-stage", !job->entry ? NULL : job->lanes ? job->lanes->slang : wf_stage_name(stage_of(job)));
    add_two(job, "-capability", makes_helpers(job) ? "spvDemoteToHelperInvocation" : NULL);
    compiler_add(job, "-g");
    add_waves(job, "-DnumWaves=numthreads");
    add_stage(job);
    add_include(job);
    add_two(job, "-o", job->module);
}

/* The shader model asked for, else what the source needs beyond 6.6; of 6.10 nothing: wavefold.hlsli has it. */
static unsigned minor_of_profile(const struct job *job)
{
    enum { NEWEST = 9 };
    if (job->model && job->model <= NEWEST)
        return job->model;
    return job->source.a.desc.wavesize_kind > WF_WAVESIZE_FIXED ? 8 : job->source.needs_model_67 ? 7 : 6;
}

static void dxc(struct job *job)
{
    const enum wf_stage stage = stage_of(job);
    snprintf(job->profile, sizeof job->profile, "%s_6_%u",
             job->lanes ? job->lanes->dxc : stage == WF_STAGE_MESH ? "ms" :
             stage == WF_STAGE_AMPLIFICATION ? "as" : "cs",
             minor_of_profile(job));
    compiler_add(job, "-spirv");
    add_two(job, "-T", job->profile);
    add_waves(job, "-DnumWaves(n)=numthreads(128,1,1)");
    add_stage(job);
    add_two(job, "-E", job->entry ? job->entry : "main");
    if (job->environment) {
        snprintf(job->joined, sizeof job->joined, "-fspv-target-env=%s", job->environment);
        compiler_add(job, job->joined);
    }
    compiler_add(job, "-Zi");
    add_include(job);
    add_two(job, "-Fo", job->module);
    compiler_add(job, job->file);
}

/* Bitcode for the translator, which does not know what optimisers do: integers of 3 bits, say.  Arguments keep their
 * names, and what is written as two roundings stays two. */
static void opencl(struct job *job)
{
    static const char *const words[] = {"-c", "-x", "cl", "-cl-std=CL2.0", "-target", "spir64", "-O0", "-gline-tables-only", "-Xclang",
                                        "-finclude-default-header", "-fno-discard-value-names", "-ffp-contract=off",
                                        "-emit-llvm", NULL};
    for (size_t i = 0; words[i]; i++)
        compiler_add(job, words[i]);
    add_include(job);
    add_two(job, "-o", job->module);
    compiler_add(job, job->file);
}

/* Macros that a compiler of HLSL has by itself, as far as sources ask for them.  WAVEFOLD_ATTRIBUTES: wavefold.hlsli
 * gives nothing, and the names of the proposals stay as they are written. */
static const struct pp_define slang_macros[] = {
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"__SLANG__", NULL}, {"__SLANG_COMPILER__", NULL}, {NULL, NULL}};
#define DXC_MACROS(stage) \
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"__hlsl_dx_compiler", NULL}, {"__spirv__", NULL}, {"__HLSL_VERSION", "2021"}, \
    {"__SHADER_STAGE_PIXEL", "0"}, {"__SHADER_STAGE_VERTEX", "1"}, {"__SHADER_STAGE_GEOMETRY", "2"}, \
    {"__SHADER_STAGE_HULL", "3"}, {"__SHADER_STAGE_DOMAIN", "4"}, {"__SHADER_STAGE_COMPUTE", "5"}, \
    {"__SHADER_TARGET_STAGE", stage}, {"__SHADER_TARGET_MAJOR", "6"}, {"__SHADER_TARGET_MINOR", "6"}, {NULL, NULL}
static const struct pp_define dxc_macros[] = {DXC_MACROS("5")}, dxc_pixel_macros[] = {DXC_MACROS("0")},
                              dxc_vertex_macros[] = {DXC_MACROS("1")}, dxc_geometry_macros[] = {DXC_MACROS("2")},
                              dxc_hull_macros[] = {DXC_MACROS("3")}, dxc_domain_macros[] = {DXC_MACROS("4")};
static const struct pp_define glslang_macros[] = {
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"VULKAN", "100"}, {"GL_core_profile", NULL}, {NULL, NULL}};

static const struct compiler compilers[] = {               /* of a kind: the first that is installed */
    {SHADER_ASSEMBLY, "spirv-as", false, false, spirv_as, false, NULL, NULL},
    {SHADER_GLSL, "glslangValidator", true, false, glslang, true, NULL, NULL},
    {SHADER_GLSL, "glslang", true, false, glslang, true, NULL, NULL},
    {SHADER_HLSL, "slangc", false, true, slangc, false, slang_macros, NULL},
    {SHADER_HLSL, "dxc", true, false, dxc, false, dxc_macros, NULL},
    {SHADER_HLSL, "glslangValidator", true, false, glslang_hlsl, true, glslang_macros, NULL},
    {SHADER_HLSL, "glslang", true, false, glslang_hlsl, true, glslang_macros, NULL},
    {SHADER_SLANG, "slangc", false, true, slangc, false, slang_macros, NULL},
    /* a translator reads the bitcode of its own version */
    {SHADER_OPENCL, "clang-15", false, false, opencl, false, NULL, "llvm-spirv-15"},
    {SHADER_OPENCL, "clang-14", false, false, opencl, false, NULL, "llvm-spirv-14"},
    {SHADER_OPENCL, "clang", false, false, opencl, false, NULL, "llvm-spirv"},
};
enum { COMPILERS = sizeof compilers / sizeof compilers[0] };

const struct pp_define *compiler_macros(const struct compiler *compiler, const struct shader_stage *lanes)
{
    if (compiler->macros != dxc_macros || !lanes)
        return compiler->macros;
    return lanes->stage == WF_STAGE_PIXEL    ? dxc_pixel_macros
           : lanes->stage == WF_STAGE_VERTEX ? dxc_vertex_macros
           : lanes->stage == WF_STAGE_HULL   ? dxc_hull_macros
           : lanes->stage == WF_STAGE_DOMAIN ? dxc_domain_macros
                                             : dxc_geometry_macros;
}

const char *compiler_to_install(enum shader_kind kind)
{
    switch (kind) {
    case SHADER_ASSEMBLY: return "spirv-as (Debian: spirv-tools)";
    case SHADER_GLSL:     return "glslangValidator (Debian: glslang-tools)";
    case SHADER_HLSL:     return "slangc (https://shader-slang.org), dxc, or glslangValidator (Debian: glslang-tools)";
    case SHADER_SLANG:    return "slangc (https://shader-slang.org)";
    case SHADER_OPENCL:   return "clang-15 and llvm-spirv-15 (Debian: clang-15, llvm-spirv-15)";
    case SHADER_NONE: case SHADER_MODULE: break;
    }
    return "";
}

/* ---- where they are ---------------------------------------------------------------------------------------------- */

/* The program in PATH, with its folder; false when it is not there. */
static bool find_program(const char *name, char path[PATH_MAX])
{
    struct stat status;
    const char *all = getenv("PATH");
    for (const char *at = all ? all : "/usr/local/bin:/usr/bin:/bin"; *at;) {
        const size_t length = strcspn(at, ":");
        const int n = length ? snprintf(path, PATH_MAX, "%.*s/%s", (int)length, at, name)
                             : snprintf(path, PATH_MAX, "./%s", name);
        if (n < PATH_MAX && stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

const struct compiler *compiler_find(enum shader_kind kind, char path[PATH_MAX])
{
    for (size_t i = 0; i < COMPILERS; i++)
        if (compilers[i].kind == kind &&
            (!compilers[i].translator || find_program(compilers[i].translator, path)) &&
            find_program(compilers[i].program, path))
            return &compilers[i];
    return NULL;
}

bool compiler_translator(const struct compiler *compiler, char path[PATH_MAX])
{
    return compiler->translator && find_program(compiler->translator, path);
}
