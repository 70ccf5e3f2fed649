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
#include "debug_text.h"
#include "process.h"

enum { MODULE_LIMIT = 256 << 20 };

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
        {".mesh", SHADER_GLSL}, {".task", SHADER_GLSL}, {".glsl", SHADER_GLSL}, {".hlsl", SHADER_HLSL},
        {".slang", SHADER_SLANG}};
    if (!strcmp(file, "-"))
        return is_module_on_input() ? SHADER_MODULE : SHADER_NONE;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (cli_has_ending(file, endings[i].ending))
            return endings[i].kind;
    return SHADER_NONE;
}

bool shader_is_fragment(const char *file)
{
    return cli_has_ending(file, ".frag");
}

const char *shader_of_groups(const char *file)
{
    return cli_has_ending(file, ".comp") ? "a compute shader" : cli_has_ending(file, ".mesh") ? "a mesh shader" :
           cli_has_ending(file, ".task") ? "a task shader" : NULL;
}

const char *shader_other_stage(const char *file)
{
    static const struct { const char *ending, *what; } stages[] = {
        {".vert", "a vertex shader, which does not run"},
        {".geom", "a geometry shader, which does not run"}, {".tesc", "a tessellation shader, which does not run"},
        {".tese", "a tessellation shader, which does not run"},
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

/* ---- the compilers ----------------------------------------------------------------------------------------------- */

enum { WORDS = 24 };
struct job {
    const char *file, *shown, *entry, *module;  /* file: compiled; shown: who is meant; entry: or NULL */
    char include[PATH_MAX + 4];                 /* "-I/usr/include/wavefold", or "" */
    struct source_attributes source;            /* of HLSL and Slang */
    uint32_t num_waves;                         /* of a group, as the source or command line says; 0: threads */
    unsigned model;                             /* 6.this, of the command line; 0: not given */
    bool is_pixel;                              /* a fragment shader */
    char root[PATH_MAX + 4];                    /* see with_header */
    char waves[48], profile[16];                /* "-DWAVEFOLD_NUM_WAVES=4", "cs_6_6" */
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
    add(job, *job->root ? job->root : NULL);
}

/* A shader of another stage that runs as groups is compiled as a compute shader: the attribute must not contradict. */
static void add_stage(struct job *job)
{
    add(job, job->source.a.desc.stage != WF_STAGE_COMPUTE && !job->source.has_outputs && !job->is_pixel
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
    add(job, job->waves);
    if (!job->source.has_header && !job->source.wants_header)
        add(job, otherwise);
}

static void spirv_as(struct job *job)
{
    add(job, "--preserve-numeric-ids");         /* messages name ids as the text does; its environment is the newest */
    add_two(job, "-o", job->module);
    add(job, job->file);
}

/* Where the name does not tell it to glslang, which knows small letters only: the stage, else NULL. */
static const char *glsl_stage(const struct job *job)
{
    const char *own = strrchr(job->file, '.');
    const char *stage = job->is_pixel ? "frag" : cli_has_ending(job->file, ".mesh") ? "mesh" :
                        cli_has_ending(job->file, ".task") ? "task" : "comp";
    return own && !strcmp(own + 1, stage) ? NULL : stage;
}

static void glslang(struct job *job)
{
    add(job, "-V");
    add(job, "-g");
    if (shader_kind(job->file) == SHADER_GLSL)
        add_two(job, "-S", glsl_stage(job));
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
    add_waves(job, NULL);                       /* an attribute that it does not know is one that is not there */
    add_two(job, "-S", job->is_pixel ? "frag" : "comp");
    add_two(job, "-e", job->entry ? job->entry : "main");
    glslang(job);
}

/* Without an entry point: all that are marked as such. */
static void slangc(struct job *job)
{
    const char *dot = strrchr(job->file, '.');
    if (dot && strcmp(dot, ".hlsl") != 0 && strcmp(dot, ".slang") != 0)     /* in capitals, which it does not know */
        add_two(job, "-lang", cli_has_ending(job->file, ".hlsl") ? "hlsl" : "slang");
    add(job, job->file);
    add_two(job, "-target", "spirv");
    add_two(job, "-entry", job->entry);
    add_two(job, "-stage", !job->entry ? NULL : job->is_pixel ? "fragment" : wf_stage_name(stage_of(job)));
    add(job, "-g");
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
             job->is_pixel ? "ps" : stage == WF_STAGE_MESH ? "ms" : stage == WF_STAGE_AMPLIFICATION ? "as" : "cs",
             minor_of_profile(job));
    add(job, "-spirv");
    add_two(job, "-T", job->profile);
    add_waves(job, "-DnumWaves(n)=numthreads(128,1,1)");
    add_stage(job);
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

/* Macros that a compiler of HLSL has by itself, as far as sources ask for them.  WAVEFOLD_ATTRIBUTES: wavefold.hlsli
 * gives nothing, and the names of the proposals stay as they are written. */
static const struct pp_define slang_macros[] = {
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"__SLANG__", NULL}, {"__SLANG_COMPILER__", NULL}, {NULL, NULL}};
#define DXC_MACROS(stage) \
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"__hlsl_dx_compiler", NULL}, {"__spirv__", NULL}, {"__HLSL_VERSION", "2021"}, \
    {"__SHADER_STAGE_PIXEL", "0"}, {"__SHADER_STAGE_COMPUTE", "5"}, {"__SHADER_TARGET_STAGE", stage}, \
    {"__SHADER_TARGET_MAJOR", "6"}, {"__SHADER_TARGET_MINOR", "6"}, {NULL, NULL}
static const struct pp_define dxc_macros[] = {DXC_MACROS("5")}, dxc_pixel_macros[] = {DXC_MACROS("0")};
static const struct pp_define glslang_macros[] = {
    {"WAVEFOLD_ATTRIBUTES", NULL}, {"VULKAN", "100"}, {"GL_core_profile", NULL}, {NULL, NULL}};

static const struct compiler {
    enum shader_kind kind;
    const char *program;
    bool has_environments;      /* its --help lists those it knows */
    bool renames;               /* the entry point that was asked for may have another name in the module */
    void (*words)(struct job *);
    const struct pp_define *macros;             /* of HLSL and Slang */
} compilers[] = {               /* of a kind: the first that is installed */
    {SHADER_ASSEMBLY, "spirv-as", false, false, spirv_as, NULL},
    {SHADER_GLSL, "glslangValidator", true, false, glslang, NULL},
    {SHADER_GLSL, "glslang", true, false, glslang, NULL},
    {SHADER_HLSL, "slangc", false, true, slangc, slang_macros},
    {SHADER_HLSL, "dxc", true, false, dxc, dxc_macros},
    {SHADER_HLSL, "glslangValidator", true, false, glslang_hlsl, glslang_macros},
    {SHADER_HLSL, "glslang", true, false, glslang_hlsl, glslang_macros},
    {SHADER_SLANG, "slangc", false, true, slangc, slang_macros},
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
    pass_on(said, job);
    const bool no_entry = strstr(said, "Entry point not found") != NULL;    /* of which glslang makes an empty shader */
    free(said);
    if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && !no_entry)
        return WF_EXIT_OK;
    if (status >= 0 && WIFSIGNALED(status))
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: %s was ended by signal %d (%s)\n", path,
                        WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (no_entry)
        return cli_tell(WF_EXIT_WRONG, "%s: error: no entry point %s; expected --entry with the name of one\n",
                        job->shown, job->entry ? job->entry : "main");
    return cli_tell(WF_EXIT_WRONG, "%s: error: %s does not compile it; expected a source that it takes\n", job->shown,
                    compiler->program);
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
    job->is_pixel = o->draw.given || shader_is_fragment(job->file);
    if (compiler->kind == SHADER_GLSL)
        return attributes_of_glsl(job->file, o);
    if (!compiler->macros)
        return WF_EXIT_OK;
    const struct pp_define *macros = job->is_pixel && compiler->words == dxc ? dxc_pixel_macros : compiler->macros;
    const enum wf_exit status = attributes_read(job->file, o, !compiler->renames, path, macros, &job->source);
    job->is_pixel = job->source.a.desc.stage == WF_STAGE_PIXEL;
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
    if (compiler->words != glslang_hlsl || !job->source.has_outputs)
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
    if (!status && (compiler->words == glslang || compiler->words == glslang_hlsl))
        debug_text_restore(module);
    if (!status && compiler->words == glslang_hlsl)
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
    const struct compiler *compiler = kind == SHADER_HLSL || kind == SHADER_SLANG ? find_compiler(kind, path) : NULL;
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
    const struct compiler *compiler = find_compiler(kind, path);
    if (!compiler)
        return cli_tell(WF_EXIT_ENVIRONMENT, "%s: error: no compiler for it in PATH; expected %s\n", file,
                        what_to_install(kind));
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
