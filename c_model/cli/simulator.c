/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "simulator.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

/* ---- which ------------------------------------------------------------------------------------------------------- */

/* Beside the directory of this program, where the build puts it. */
static char *own_build(const char *place)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    *slash = '\0';                          /* its folder; what that stands in is the build */
    if ((slash = strrchr(path, '/')) != NULL)
        *slash = '\0';
    size_t size = strlen(path) + strlen(place) + 8;
    char *program = malloc(size);
    if (program)
        snprintf(program, size, "%s/sim/%s", path, place);
    return program;
}

const char *simulator_named(void)
{
    const char *name = getenv("WAVEFOLD_SIM");
    return name && *name ? name : NULL;
}

enum wf_exit simulator_find(const struct simulator_wanted *wanted, struct simulator *simulator)
{
    const char *name = simulator_named();
    const bool icarus = wanted->icarus;
    char place[64], cores[16] = "";
    if (wanted->cores > 1)
        snprintf(cores, sizeof cores, "_c%u", wanted->cores);
    if (icarus)
        snprintf(place, sizeof place, "icarus/wf_sim_l%u.vvp", wanted->lanes);
    else
        snprintf(place, sizeof place, "libwavefold_sim_l%u%s%s%s%s.so", wanted->lanes, wanted->path ? "_system" : "",
                 cores, wanted->serial ? "_serial" : "", wanted->traced ? "_trace" : "");
    *simulator = (struct simulator){.icarus = icarus, .named = name};
    simulator->program = simulator->named ? strdup(name) : own_build(place);
    if (!simulator->program)
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot tell where this program is; set WAVEFOLD_SIM to "
                        "the simulator\n");
    if (access(simulator->program, R_OK) == 0)
        return WF_EXIT_OK;
    if (simulator->named)
        fprintf(stderr, "wavefold: error: no simulator at %s, which WAVEFOLD_SIM names: %s\n", name, strerror(errno));
    else
        fprintf(stderr, "wavefold: %s: no simulator at %s: build it in the source tree with: make build/sim/%s%s\n"
                "WAVEFOLD_SIM names one elsewhere\n", wanted->optional ? "note" : "error", simulator->program, place,
                icarus ? " build/sim/icarus/wavefold.vpi" : "");
    simulator_free(simulator);
    return WF_EXIT_ENVIRONMENT;
}

void simulator_free(struct simulator *simulator)
{
    free(simulator->program);
    simulator->program = NULL;
}

/* ---- how it ended ------------------------------------------------------------------------------------------------ */

/* `status` as waitpid gives it; `waves`: it writes a waveform. */
static enum wf_exit exit_of(int status, bool waves)
{
    if (status < 0)
        return WF_EXIT_ENVIRONMENT;
    if (WIFEXITED(status)) {
        int code = WEXITSTATUS(status);
        return code == WF_EXIT_OK || code == WF_EXIT_WRONG || code == WF_EXIT_INPUT ? (enum wf_exit)code
                                                                                    : WF_EXIT_ENVIRONMENT;
    }
    if (WTERMSIG(status) == SIGXFSZ || WTERMSIG(status) == SIGPIPE)
        raise(WTERMSIG(status));            /* as if this program had written: cleanup.h */
    if (WTERMSIG(status) == SIGBUS && waves)    /* its writer maps the file, and there was no room for a page */
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: the simulator cannot write its waveform: %s\n",
                        strerror(ENOSPC));
    return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: the simulator was ended by signal %d (%s)\n",
                    WTERMSIG(status), strsignal(WTERMSIG(status)));
}

/* ---- a library --------------------------------------------------------------------------------------------------- */

static const struct wf_sim_api *open_library(const char *path, void **library)
{
    char *name = NULL;
    if (!strchr(path, '/')) {               /* dlopen looks elsewhere for those */
        name = malloc(strlen(path) + 3);
        if (name)
            sprintf(name, "./%s", path);
    }
    *library = dlopen(name ? name : path, RTLD_NOW | RTLD_LOCAL);
    free(name);
    union { void *object; const struct wf_sim_api *(*function)(void); } symbol = {NULL};
    if (*library)
        symbol.object = dlsym(*library, "wf_sim_api");
    const struct wf_sim_api *api = symbol.object ? symbol.function() : NULL;
    if (api && api->version == WF_SIM_API_VERSION)
        return api;
    if (*library)
        dlclose(*library);
    return NULL;
}

static bool open_verilated(const struct simulator *simulator, const struct wf_sim_setup *setup, const char *waves,
                           struct simulator_device *d)
{
    d->api = open_library(simulator->program, &d->library);
    if (!d->api)
        return false;
    d->sim = d->api->create(setup);
    if (!d->sim || (waves && d->api->waves(d->sim, waves) != WF_SIM_OK)) {
        d->api->destroy(d->sim);
        dlclose(d->library);
        return false;
    }
    return true;
}

/* ---- vvp --------------------------------------------------------------------------------------------------------- */

/* What it printed goes to standard error. */
static void hear(FILE *said)
{
    char line[1024];
    rewind(said);
    while (fgets(line, sizeof line, said))
        if (strncmp(line, "FST info:", 9))          /* of a temporary name */
            fputs(line, stderr);
    fclose(said);
}

static void wait_for_vvp(void *user)
{
    struct simulator_device *d = user;
    d->ended = process_wait(&d->vvp);
}

static bool start_vvp(const struct simulator *simulator, const char *waves, struct simulator_device *d)
{
    const char *program = simulator->program, *slash = strrchr(program, '/');
    const size_t room = strlen(program) + (waves ? strlen(waves) : 0) + 16;
    char *folder = malloc(room), *option = malloc(room);
    int pair[2];
    bool started = false;
    d->said = tmpfile();
    if (folder && option && d->said && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        sprintf(folder, "%.*s", slash ? (int)(slash - program) : 1, slash ? program : ".");
        sprintf(option, "+waves=%s", waves ? waves : "");
        char vvp[] = "vvp", n[] = "-n", path[] = "-M", module[] = "-m", wavefold[] = "wavefold", fst[] = "-fst";
        char *words[] = {vvp, n, path, folder, module, wavefold, simulator->program, fst, waves ? option : NULL, NULL};
        fcntl(pair[0], F_SETFD, FD_CLOEXEC);
        started = process_start_on(&d->vvp, "vvp", true, words, pair[1], fileno(d->said));
        close(pair[1]);
        d->icarus = (struct wf_icarus){.socket = pair[0], .wait = wait_for_vvp, .user = d};
        if (!started)
            close(pair[0]);
    }
    if (!started) {
        fprintf(stderr, "wavefold: error: cannot start the simulator: %s\n", strerror(errno));
        if (d->said)
            fclose(d->said);
    }
    free(folder);
    free(option);
    return started;
}

static bool open_icarus(const struct simulator *simulator, const struct wf_sim_setup *setup, const char *waves,
                        struct simulator_device *d)
{
    d->api = wf_sim_api();
    if (!start_vvp(simulator, waves, d))
        return false;
    d->sim = wf_sim_new(setup, &d->icarus);
    if (d->sim && (!waves || d->api->waves(d->sim, waves) == WF_SIM_OK))
        return true;
    if (d->sim) {
        d->api->destroy(d->sim);
    } else {
        close(d->icarus.socket);
        wait_for_vvp(d);
    }
    hear(d->said);
    return false;
}

void simulator_is_other(const struct simulator *simulator)
{
    const char *built = NULL;
    for (const char *at = simulator->program; (at = strstr(at, "/sim/")) != NULL; at++)
        built = at + 1;
    if (simulator->named || !built)
        fprintf(stderr, "wavefold: error: %s%s is not a simulator of this version\n", simulator->program,
                simulator->named ? ", which WAVEFOLD_SIM names," : "");
    else
        fprintf(stderr, "wavefold: error: %s is not a simulator of this version: build it again in the source tree "
                "with: make build/%s\n", simulator->program, built);
}

/* ---- a device ---------------------------------------------------------------------------------------------------- */

bool simulator_open(const struct simulator *simulator, const struct wf_sim_setup *setup, const char *waves,
                    struct simulator_device *device)
{
    *device = (struct simulator_device){.api = NULL};
    if ((simulator->icarus ? open_icarus : open_verilated)(simulator, setup, waves, device))
        return true;
    simulator_is_other(simulator);
    return false;
}

enum wf_exit simulator_close(struct simulator_device *device)
{
    device->api->destroy(device->sim);
    if (device->library) {
        dlclose(device->library);
        return WF_EXIT_OK;
    }
    hear(device->said);
    return exit_of(device->ended, true);
}

/* ---- work that opens one ----------------------------------------------------------------------------------------- */

static enum wf_exit run_in_copy(bool waves, process_work *work, void *user, char **verdict)
{
    struct process process;
    *verdict = NULL;
    if (!process_fork(&process, work, user))
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: cannot start the simulator: %s\n", strerror(errno));
    *verdict = process_listen(&process);
    return exit_of(process_wait(&process), waves);
}

static enum wf_exit run_here(process_work *work, void *user, char **verdict)
{
    size_t length;
    *verdict = NULL;
    FILE *said = open_memstream(verdict, &length);
    enum wf_exit status = said ? work(user, said) : WF_EXIT_ENVIRONMENT;
    if (said && fclose(said) != 0)
        status = WF_EXIT_ENVIRONMENT;
    return status;
}

enum wf_exit simulator_run(const struct simulator *sim, bool waves, process_work *work, void *user, char **verdict)
{
    enum wf_exit status = sim->icarus ? run_here(work, user, verdict) : run_in_copy(waves, work, user, verdict);
    char *end = *verdict ? strchr(*verdict, '\n') : NULL;
    if (end) {
        *end = '\0';
        return status;
    }
    free(*verdict);
    *verdict = NULL;
    if (status != WF_EXIT_OK && status != WF_EXIT_WRONG)
        return status;
    return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: the simulator %s ended without a verdict\n", sim->program);
}

/* ---- what it is -------------------------------------------------------------------------------------------------- */

/* As a simulator says it. */
#define DEVICE_LINE "DEVICE lanes=%u slots=%u groups=%u regs=%u reg-rows=%u lds-words=%u lds-banks=%u imem-words=%u " \
                    "coalesce=%u traced=%u cores=%u path=%u fpu=%u"

void simulator_print(FILE *file, const struct wf_sim_build *build)
{
    const struct wf_device *d = &build->device;
    fprintf(file, DEVICE_LINE "\n", d->lanes, d->waves, d->groups, d->regs, d->reg_rows, d->lds_words, d->lds_banks,
            d->imem_words, (unsigned)build->coalesces, (unsigned)build->traced, wf_device_cores(d),
            (unsigned)(build->line_tags != 0), (unsigned)!d->no_fpu);
}

static enum wf_exit tell(void *user, FILE *said)
{
    const struct wf_sim_setup nothing = {.memory = NULL};
    struct simulator_device device;
    if (!simulator_open(user, &nothing, NULL, &device))
        return WF_EXIT_ENVIRONMENT;
    simulator_print(said, device.api->build(device.sim));
    return simulator_close(&device);
}

enum wf_exit simulator_ask(const struct simulator *simulator, struct wf_sim_build *build)
{
    struct simulator copy = *simulator;
    struct wf_device *d = &build->device;
    unsigned traced = 0, coalesces = 0, fpu = 0;
    char *line;
    *build = (struct wf_sim_build){.traced = false};
    enum wf_exit status = simulator_run(simulator, false, tell, &copy, &line);
    if (!status && sscanf(line, DEVICE_LINE, &d->lanes, &d->waves, &d->groups, &d->regs, &d->reg_rows, &d->lds_words,
                          &d->lds_banks, &d->imem_words, &coalesces, &traced, &d->cores, &build->line_tags, &fpu) != 13)
        status = WF_EXIT_ENVIRONMENT;
    free(line);
    build->traced = traced != 0;
    build->coalesces = coalesces != 0;
    d->no_fpu = fpu == 0;
    return status;
}
