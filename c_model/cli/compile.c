/* SPDX-License-Identifier: Apache-2.0
 * compile.c - see compile.h.  The module is compiled with debug information, for its lines, into a temporary file that is gone with the
 * call, or with the program when a signal ends it.
 */
#define _XOPEN_SOURCE 700
#include "compile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "cli.h"
#include "process.h"

enum { MODULE_LIMIT = 256 << 20 };

enum shader_kind shader_kind(const char *file)
{
    static const struct { const char *ending; enum shader_kind kind; } endings[] = {
        {".spv", SHADER_MODULE}, {".spvasm", SHADER_ASSEMBLY}, {".comp", SHADER_GLSL}, {".hlsl", SHADER_HLSL}, {".slang", SHADER_SLANG}};
    const size_t length = strlen(file);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t n = strlen(endings[i].ending);
        if (length > n && !strcmp(file + length - n, endings[i].ending))
            return endings[i].kind;
    }
    return SHADER_NONE;
}

/* ---- the compilers ----------------------------------------------------------------------------------------------------- */

enum { WORDS = 24 };
struct job {
    const char *file, *entry, *module;          /* entry: NULL when none was asked for */
    char include[PATH_MAX + 4];                 /* "-I/usr/include/wavefold", or "" */
    const char *environment;                    /* the newest of `environments` that the compiler knows, or NULL */
    char joined[40];                            /* with its option */
    char *word[WORDS];
    size_t words;
};

static void add(struct job *job, const char *word)
{
    if (word && job->words + 1 < WORDS)
        job->word[job->words++] = (char *)word;         /* execv wants them so, and changes none */
    job->word[job->words] = NULL;
}

static void add_two(struct job *job, const char *option, const char *value)
{
    if (value) {
        add(job, option);
        add(job, value);
    }
}

static void add_include(struct job *job)
{
    add(job, *job->include ? job->include : NULL);
}

static void spirv_as(struct job *job)
{
    add(job, "--preserve-numeric-ids");         /* messages name them as the text does; the newest environment is its own choice */
    add_two(job, "-o", job->module);
    add(job, job->file);
}

static void glslang(struct job *job)
{
    add(job, "-V");
    add(job, "-g");
    add_two(job, "--target-env", job->environment);
    add_include(job);
    add_two(job, "-o", job->module);
    add(job, job->file);
}

/* Of HLSL it makes blocks as SPIR-V 1.3 has them, whatever it is asked for. */
static void glslang_hlsl(struct job *job)
{
    job->environment = job->environment ? "vulkan1.1" : NULL;
    add(job, "-D");
    add_two(job, "-S", "comp");
    add_two(job, "-e", job->entry ? job->entry : "main");
    glslang(job);
}

/* Without an entry point: all that are marked as such. */
static void slangc(struct job *job)
{
    add(job, job->file);
    add_two(job, "-target", "spirv");
    add_two(job, "-entry", job->entry);
    add_two(job, "-stage", job->entry ? "compute" : NULL);
    add(job, "-g");
    add_include(job);
    add_two(job, "-o", job->module);
}

static void dxc(struct job *job)
{
    add(job, "-spirv");
    add_two(job, "-T", "cs_6_6");
    add_two(job, "-E", job->entry ? job->entry : "main");
    if (job->environment) {
        snprintf(job->joined, sizeof job->joined, "-fspv-target-env=%s", job->environment);
        add(job, job->joined);
    }
    add(job, "-Zi");
    add_include(job);
    add_two(job, "-Fo", job->module);
    add(job, job->file);
}

static const char *const environments[] = {"vulkan1.4", "vulkan1.3", "vulkan1.2", "vulkan1.1", NULL};

static const struct compiler {
    enum shader_kind kind;
    const char *program;
    bool has_environments;      /* its --help lists those it knows */
    bool renames;               /* the entry point that was asked for may have another name in the module */
    void (*words)(struct job *);
} compilers[] = {               /* of a kind: the first that is installed */
    {SHADER_ASSEMBLY, "spirv-as", false, false, spirv_as},
    {SHADER_GLSL, "glslangValidator", true, false, glslang},
    {SHADER_GLSL, "glslang", true, false, glslang},
    {SHADER_HLSL, "slangc", false, true, slangc},
    {SHADER_HLSL, "dxc", true, false, dxc},
    {SHADER_HLSL, "glslangValidator", true, false, glslang_hlsl},
    {SHADER_HLSL, "glslang", true, false, glslang_hlsl},
    {SHADER_SLANG, "slangc", false, true, slangc},
};
enum { COMPILERS = sizeof compilers / sizeof compilers[0] };

static const char *what_to_install(enum shader_kind kind)
{
    switch (kind) {
    case SHADER_ASSEMBLY: return "spirv-as (Debian: spirv-tools)";
    case SHADER_GLSL:     return "glslangValidator (Debian: glslang-tools)";
    case SHADER_HLSL:     return "slangc (https://shader-slang.org), dxc, or glslangValidator (Debian: glslang-tools)";
    case SHADER_SLANG:    return "slangc (https://shader-slang.org)";
    case SHADER_NONE: case SHADER_MODULE: break;
    }
    return "";
}

/* ---- where they are ---------------------------------------------------------------------------------------------------- */

/* The program in PATH, with its folder; false when it is not there. */
static bool find_program(const char *name, char path[PATH_MAX])
{
    struct stat status;
    const char *all = getenv("PATH");
    for (const char *at = all ? all : "/usr/local/bin:/usr/bin:/bin"; *at;) {
        const size_t length = strcspn(at, ":");
        const int n = length ? snprintf(path, PATH_MAX, "%.*s/%s", (int)length, at, name) : snprintf(path, PATH_MAX, "./%s", name);
        if (n < PATH_MAX && stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static const struct compiler *find_compiler(enum shader_kind kind, char path[PATH_MAX])
{
    for (size_t i = 0; i < COMPILERS; i++)
        if (compilers[i].kind == kind && find_program(compilers[i].program, path))
            return &compilers[i];
    return NULL;
}

/* The folder with wavefold.hlsli: as installed, or in the source tree, both from the program's own place. */
static void find_include(struct job *job)
{
    static const char *const places[] = {"../include/wavefold", "../../c_model/include/wavefold"};
    char own[PATH_MAX], file[PATH_MAX + 64], real[PATH_MAX];
    job->include[0] = '\0';
    const ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(own, '/');
    if (!slash)
        return;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !job->include[0]; i++) {
        snprintf(file, sizeof file, "%s/%s/wavefold.hlsli", own, places[i]);
        if (realpath(file, real)) {
            *strrchr(real, '/') = '\0';
            snprintf(job->include, sizeof job->include, "-I%s", real);
        }
    }
}

/* ---- running one ------------------------------------------------------------------------------------------------------- */

/* What it says on standard output, to be freed, and its status of waitpid; NULL after a message. */
static char *run(const char *path, char *const *words, int *status)
{
    struct process process;
    if (!process_start(&process, path, false, words)) {
        fprintf(stderr, "wavefold: error: cannot start %s: %s\n", path, strerror(errno));
        return NULL;
    }
    process_feed(&process, "", 0);
    char *said = process_listen(&process);
    *status = process_wait(&process);
    if (!said)
        cli_no_memory();
    return said;
}

static bool newest_environment(const char *path, struct job *job)
{
    char help[] = "--help";
    char *const words[] = {(char *)path, help, NULL};
    int status;
    char *said = run(path, words, &status);
    if (!said)
        return false;
    job->environment = NULL;
    for (size_t i = 0; environments[i] && !job->environment; i++)
        if (strstr(said, environments[i]))
            job->environment = environments[i];
    free(said);
    return true;
}

/* All that the compiler says goes to standard error as it is; but glslang says the name of each file that it takes. */
static void pass_on(const char *said, const char *file)
{
    const size_t length = strlen(file);
    if (!strncmp(said, file, length) && said[length] == '\n')
        said += length + 1;
    fputs(said, stderr);
}

static enum wf_exit compile(const struct compiler *compiler, const char *path, struct job *job)
{
    int status;
    if (compiler->has_environments && !newest_environment(path, job))
        return WF_EXIT_ENVIRONMENT;
    add(job, compiler->program);
    compiler->words(job);
    char *said = run(path, job->word, &status);
    if (!said)
        return WF_EXIT_ENVIRONMENT;
    pass_on(said, job->file);
    const bool no_entry = strstr(said, "Entry point not found") != NULL;      /* of which glslang makes an empty shader */
    free(said);
    if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && !no_entry)
        return WF_EXIT_OK;
    if (status >= 0 && WIFSIGNALED(status)) {
        fprintf(stderr, "wavefold: error: %s was ended by signal %d (%s)\n", path, WTERMSIG(status), strsignal(WTERMSIG(status)));
        return WF_EXIT_ENVIRONMENT;
    }
    if (no_entry)
        fprintf(stderr, "%s: error: no entry point %s; expected --entry with the name of one\n", job->file, job->entry ? job->entry : "main");
    else
        fprintf(stderr, "%s: error: %s does not compile it; expected a source that it takes\n", job->file, compiler->program);
    return WF_EXIT_WRONG;
}

/* ---- into a temporary file --------------------------------------------------------------------------------------------- */

/* Its name, to be given to `drop`; NULL after a message. */
static char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    char *name = malloc(PATH_MAX);
    sigset_t before;
    if (!name) {
        cli_no_memory();
        return NULL;
    }
    snprintf(name, PATH_MAX, "%s/wavefold.XXXXXX", folder && *folder ? folder : "/tmp");
    wf_cleanup_hold(&before);
    const int file = mkstemp(name);
    const bool good = file >= 0 && wf_cleanup_watch(name);
    wf_cleanup_release(&before);
    if (file >= 0)
        close(file);
    if (good)
        return name;
    fprintf(stderr, "wavefold: error: cannot write a temporary file %s: %s\n", name, file < 0 ? strerror(errno) : "too many");
    if (file >= 0)
        unlink(name);
    free(name);
    return NULL;
}

static void drop(char *name)
{
    unlink(name);
    wf_cleanup_forget(name);
    free(name);
}

static enum wf_exit readable(const char *file)
{
    struct stat status;
    if (stat(file, &status) == 0 && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (access(file, R_OK) == 0)
        return WF_EXIT_OK;
    fprintf(stderr, "%s: error: cannot open: %s\n", file, strerror(errno));
    return WF_EXIT_ENVIRONMENT;
}

/* glslang takes HLSL's WavePrefixSum and WavePrefixProduct, which leave the own lane out, for GLSL's inclusive scans.  No function of HLSL is one. */
static void warn_of_scans(const char *file, const struct wf_text *module)
{
    enum { FIRST_SCAN = 349, LAST_SCAN = 364, INCLUSIVE = 1, HEADER = 5 };
    const size_t words = module->length / 4;
    for (size_t at = HEADER, length; at < words; at += length) {
        uint32_t word[5] = {0};
        memcpy(word, module->text + 4 * at, at + 5 <= words ? sizeof word : 4);
        length = word[0] >> 16;
        if (!length)
            return;
        if ((word[0] & 0xffff) >= FIRST_SCAN && (word[0] & 0xffff) <= LAST_SCAN && length > 4 && word[4] == INCLUSIVE) {
            fprintf(stderr, "%s: warning: glslang makes WavePrefixSum and WavePrefixProduct inclusive; slangc and dxc do not\n", file);
            return;
        }
    }
}

enum wf_exit shader_compile(const char *file, const char *entry, struct wf_text *module, bool *renamed)
{
    const enum shader_kind kind = shader_kind(file);
    char path[PATH_MAX];
    *renamed = false;
    if (kind == SHADER_MODULE)
        return wf_text_read_up_to(file, MODULE_LIMIT, module);
    enum wf_exit status = readable(file);
    if (status)
        return status;
    const struct compiler *compiler = find_compiler(kind, path);
    if (!compiler) {
        fprintf(stderr, "%s: error: no compiler for it in PATH; expected %s\n", file, what_to_install(kind));
        return WF_EXIT_ENVIRONMENT;
    }
    char own[PATH_MAX];
    snprintf(own, sizeof own, "%s%s", *file == '-' ? "./" : "", file);      /* no option of the compiler */
    struct job job = {.file = own, .entry = entry};
    char *name = temporary();
    if (!name)
        return WF_EXIT_ENVIRONMENT;
    job.module = name;
    find_include(&job);
    status = compile(compiler, path, &job);
    if (!status)
        status = wf_text_read_up_to(name, MODULE_LIMIT, module);
    drop(name);
    if (!status && compiler->words == glslang_hlsl)
        warn_of_scans(file, module);
    *renamed = compiler->renames;
    return status;
}
