/* SPDX-License-Identifier: Apache-2.0
 * compile.c - see compile.h.  Modules get debug information, for lines; their temporary files go, even by a signal.
 */
#define _DEFAULT_SOURCE         /* mkstemps */
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

#include "attributes.h"
#include "cleanup.h"
#include "cli.h"
#include "compiler.h"
#include "debug_text.h"
#include "process.h"

enum { MODULE_LIMIT = 256 << 20 };

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

/* ---- running one ------------------------------------------------------------------------------------------------- */

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
    static const char *const environments[] = {"vulkan1.4", "vulkan1.3", "vulkan1.2", "vulkan1.1", NULL};;
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

/* glslang's "WARNING: x.hlsl:3: 'WaveSize' : unrecognized attribute" of one that the program has read. */
static bool is_taken_attribute(const char *line, size_t length)
{
    static const char *const names[] = {"numwaves", "wavesize", "shader", "prefer_small", "prefer_large",
                                        "report_wave_size", "nodelaunch"};
    static const char unknown[] = "' : unrecognized attribute";
    char lower[400];
    if (length >= sizeof lower || strncmp(line, "WARNING: ", 9) != 0)
        return false;
    for (size_t n = 0; n <= length; n++)
        lower[n] = n == length ? '\0' : line[n] >= 'A' && line[n] <= 'Z' ? (char)(line[n] - 'A' + 'a') : line[n];
    char *end = strstr(lower, unknown);
    if (!end)
        return false;
    *end = '\0';
    const char *quote = strrchr(lower, '\'');
    for (size_t n = 0; quote && n < sizeof names / sizeof *names; n++)
        if (!strcmp(quote + 1, names[n]))
            return true;
    return false;
}

/* What the compiler says goes to standard error; but glslang names each file, and warns of what it need not know. */
static void pass_on(const char *said, const struct job *job)
{
    const size_t length = strlen(job->file);
    if (!strncmp(said, job->file, length) && said[length] == '\n')
        said += length + 1;
    bool any = false;                           /* of its warnings was dropped: so is the empty line behind them */
    for (size_t n; *said; said += n) {
        n = strcspn(said, "\n");
        const bool dropped = job->source.read && (is_taken_attribute(said, n) || (any && !n));
        any |= dropped;
        n += said[n] == '\n';
        if (!dropped)
            fwrite(said, 1, n, stderr);
    }
}

/* Where the ending names no stage, the source may be of another one than it was compiled for. */
static const char *expected(const struct job *job)
{
    if (cli_has_ending(job->shown, ".glsl") && !job->lanes)
        return " as a compute shader; expected a source that it takes, or an ending or option of another stage, such as "
               ".vert or --vertices";
    if (cli_has_ending(job->shown, ".glsl") && job->lanes->stage == WF_STAGE_HULL)
        return " as a tessellation control shader; expected a source that it takes, or .tese in place of .glsl";
    return "; expected a source that it takes";
}

/* From what the compiler made to the module, in the same file. */
static enum wf_exit translate(const struct compiler *compiler, const struct job *job)
{
    char path[PATH_MAX], option[] = "-o",
         *const words[] = {(char *)compiler->translator, (char *)job->module, option, (char *)job->module, NULL};
    int status;
    if (!compiler_translator(compiler, path))
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: %s is not in PATH\n", job->shown, compiler->translator);
    char *said = run(path, words, &status);
    if (!said)
        return WF_EXIT_ENVIRONMENT;
    fputs(said, stderr);
    free(said);
    if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return cli_tell(WF_EXIT_WRONG, "%s: error: %s does not translate it; expected a source that it takes\n", job->shown,
                        compiler->translator);
    return WF_EXIT_OK;
}

static enum wf_exit compile(const struct compiler *compiler, const char *path, struct job *job)
{
    int status;
    if (compiler->has_environments && !newest_environment(path, job))
        return WF_EXIT_ENVIRONMENT;
    compiler_add(job, compiler->program);
    compiler->words(job);
    char *said = run(path, job->word, &status);
    if (!said)
        return WF_EXIT_ENVIRONMENT;
    pass_on(said, job);
    const bool no_entry = strstr(said, "Entry point not found") != NULL;    /* of which glslang makes an empty shader */
    free(said);
    if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && !no_entry)
        return compiler->translator ? translate(compiler, job) : WF_EXIT_OK;
    if (status >= 0 && WIFSIGNALED(status))
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: %s was ended by signal %d (%s)\n", job->shown, path,
                        WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (no_entry)
        return cli_tell(WF_EXIT_WRONG, "%s: error: no entry point %s; expected --entry with the name of one\n",
                        job->shown, job->entry ? job->entry : "main");
    return cli_tell(WF_EXIT_WRONG, "%s: error: %s does not compile it%s\n", job->shown, compiler->program,
                    expected(job));
}

/* ---- into a temporary file --------------------------------------------------------------------------------------- */

/* Its name, which ends so, to be given to `drop`; NULL after a message. */
static char *temporary(const char *ending)
{
    const char *folder = getenv("TMPDIR");
    char *name = malloc(PATH_MAX);
    sigset_t before;
    if (!name) {
        cli_no_memory();
        return NULL;
    }
    snprintf(name, PATH_MAX, "%s/wavefold.XXXXXX%s", folder && *folder ? folder : "/tmp", ending);
    wf_cleanup_hold(&before);
    const int file = mkstemps(name, (int)strlen(ending));
    const bool good = file >= 0 && wf_cleanup_watch(name);
    wf_cleanup_release(&before);
    if (file >= 0)
        close(file);
    if (good)
        return name;
    fprintf(stderr, "wavefold: error: cannot write a temporary file %s: %s\n", name,
            file < 0 ? strerror(errno) : "too many");
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

/* glslang takes HLSL's exclusive WavePrefixSum and WavePrefixProduct for GLSL's inclusive scans, which HLSL has not. */
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
            fprintf(stderr, "%s: warning: glslang makes WavePrefixSum and WavePrefixProduct inclusive; slangc and dxc "
                    "do not\n", file);
            return;
        }
    }
}

/* ---- what the source says itself --------------------------------------------------------------------------------- */

static enum wf_exit read_source(const struct compiler *compiler, const struct shader_options *o, struct job *job)
{
    const char *path[] = {*job->include ? job->include + 2 : NULL, NULL};        /* behind "-I" */
    attributes_of_options(o, &job->source.a);
    job->model = o->shader_model >> 8 == 6 ? o->shader_model & 0xff : 0;
    job->num_waves = o->num_waves;
    const struct shader_stage *own = shader_stage_of_name(job->file);
    job->lanes = shader_stage_of(shader_options_stage(o));
    job->lanes = own && (!job->lanes || shader_same_option(own, job->lanes)) ? own : job->lanes;
    if (compiler->kind == SHADER_GLSL)
        return attributes_of_glsl(job->file, o);
    if (!compiler->macros)
        return WF_EXIT_OK;
    const struct pp_define *macros = compiler_macros(compiler, job->lanes);
    const enum wf_exit status = attributes_read(job->file, o, !compiler->renames, path, macros, &job->source);
    job->lanes = shader_stage_of(job->source.a.desc.stage);
    if (job->source.a.desc.has_numwaves)
        job->num_waves = job->source.a.desc.num_waves;
    if (job->source.read && !job->entry && compiler->renames &&
        (!job->source.a.mark[WF_ATTR_SHADER].line || job->source.a.desc.stage != WF_STAGE_COMPUTE))
        job->entry = job->source.entry;         /* no mark says to the compiler that it is one */
    return status;
}

/* glslang's HLSL is older than these stages. */
static enum wf_exit check_outputs(const struct compiler *compiler, const struct job *job)
{
    if (!(compiler->is_glslang && compiler->kind == SHADER_HLSL) || !job->source.has_outputs)
        return WF_EXIT_OK;
    return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: %s takes no %s shaders in HLSL; expected slangc or dxc in PATH\n",
                    job->shown, compiler->program, wf_stage_name(job->source.a.desc.stage));
}

/* In place of a source that uses names of wavefold.hlsli and does not include it: one that includes both.  NULL after a
 * message, "" when its name cannot stand in an #include.  glslang takes no absolute name: -I has the first folder. */
static char *with_header(struct job *job)
{
    char real[PATH_MAX];
    if (!realpath(job->file, real) || strpbrk(real, "\"\\\n"))
        return strdup("");
    const char *slash = strchr(real + 1, '/'), *rest = slash ? slash + 1 : real + 1;
    snprintf(job->root, sizeof job->root, "-I%.*s", slash ? (int)(slash - real) : 1, real);
    char *name = temporary(".hlsl");
    FILE *out = name ? fopen(name, "w") : NULL;
    const bool good = out && fprintf(out, "#include \"wavefold.hlsli\"\n#include \"%s\"\n", rest) > 0;
    if ((!out || fclose(out) == 0) && good)
        return name;
    if (name) {
        fprintf(stderr, "wavefold: error: cannot write a temporary file %s: %s\n", name, strerror(errno));
        drop(name);
    }
    return NULL;
}

/* Both temporary files are there. */
static enum wf_exit compile_to(const struct compiler *compiler, const char *path, struct job *job, const char *file,
                               struct wf_text *module)
{
    enum wf_exit status = compile(compiler, path, job);
    if (!status)
        status = wf_text_read_up_to(job->module, MODULE_LIMIT, module);
    if (!status && compiler->is_glslang)
        debug_text_restore(module);
    if (!status && compiler->is_glslang && compiler->kind == SHADER_HLSL)
        warn_of_scans(file, module);
    return status;
}

static enum wf_exit compile_source(const struct compiler *compiler, const char *path, struct job *job, const char *file,
                                   struct wf_text *module)
{
    enum wf_exit status = WF_EXIT_ENVIRONMENT;
    char *both = job->source.wants_header ? with_header(job) : strdup("");
    char *name = both ? temporary("") : NULL;
    if (name) {
        job->module = name;
        job->file = *both ? both : job->file;
        status = compile_to(compiler, path, job, file, module);
        drop(name);
    }
    if (both && *both)
        drop(both);
    else
        free(both);
    return status;
}

bool shader_pair_of_source(const char *file, struct source_pair *pair)
{
    const enum shader_kind kind = shader_kind(file);
    char path[PATH_MAX];
    struct job job = {.file = file};
    const struct compiler *compiler = kind == SHADER_HLSL || kind == SHADER_SLANG ? compiler_find(kind, path) : NULL;
    if (!compiler)
        return false;
    find_include(&job);
    const char *folders[] = {*job.include ? job.include + 2 : NULL, NULL};
    return attributes_pair(file, folders, compiler->macros, pair);
}

enum wf_exit shader_compile(const char *file, const struct shader_options *o, struct wf_text *module,
                            struct shader_compiled *compiled)
{
    const enum shader_kind kind = shader_kind(file);
    char path[PATH_MAX];
    *compiled = (struct shader_compiled){.renamed = false};
    attributes_of_options(o, &compiled->attributes);
    if (kind == SHADER_MODULE)
        return wf_text_read_up_to(file, MODULE_LIMIT, module);
    enum wf_exit status = shader_readable(file);
    if (status)
        return status;
    const struct compiler *compiler = compiler_find(kind, path);
    if (!compiler)
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: no compiler for it in PATH; expected %s\n", file,
                        compiler_to_install(kind));
    char own[PATH_MAX];
    snprintf(own, sizeof own, "%s%s", *file == '-' ? "./" : "", file);      /* no option of the compiler */
    struct job job = {.file = own, .shown = own, .entry = o->entry};
    find_include(&job);
    status = read_source(compiler, o, &job);
    if (!status)
        status = check_outputs(compiler, &job);
    if (!status)
        status = compile_source(compiler, path, &job, file, module);
    compiled->renamed = compiler->renames;
    compiled->attributes = job.source.a;
    return status;
}
