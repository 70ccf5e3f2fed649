/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "simulator.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 64, PATH_BYTES = 4096 };   /* realpath fills as many */

static bool is_set(const char *name)
{
    const char *text = getenv(name);

    return text && *text;
}

/* ---- where it is ------------------------------------------------------------------------------------------------- */

static void name_of(const struct wfv_settings *s, char name[NAME])
{
    const char *kind = s->on == WFV_ON_DEVICE ? "device" : "sim";
    char cores[16] = "";

    if (s->cores > 1)
        snprintf(cores, sizeof cores, "_c%u", s->cores);
    if (*s->waves)
        snprintf(name, NAME, "libwavefold_%s_l%u%s_trace.so", kind, s->lanes, cores);
    else
        snprintf(name, NAME, "libwavefold_%s_l%u%s%s.so", kind, s->lanes, s->on == WFV_ON_RTL ? "_alone" : "", cores);
}

/* Next to the folder of the driver, where the build puts it. */
static bool own_build(const char *name, char path[PATH_BYTES])
{
    char own[PATH_BYTES];
    Dl_info info;

    if (!dladdr((void *)(uintptr_t)wfv_simulator_open, &info) || !info.dli_fname || !realpath(info.dli_fname, own))
        return false;
    for (int i = 0; i < 2; i++) {               /* the folder of the driver; the folder above it is the build */
        char *slash = strrchr(own, '/');
        if (!slash)
            return false;
        *slash = '\0';
    }
    return snprintf(path, PATH_BYTES, "%s/sim/%s", own, name) < PATH_BYTES;
}

/* False with the reason. */
static bool find(const struct wfv_settings *s, char path[PATH_BYTES], char *why)
{
    char name[NAME];

    name_of(s, name);
    if (is_set("WAVEFOLD_SIM")) {
        const char *given = getenv("WAVEFOLD_SIM");
        /* dlopen looks elsewhere for what has no folder */
        if (snprintf(path, PATH_BYTES, "%s%s", strchr(given, '/') ? "" : "./", given) < PATH_BYTES &&
            !access(path, R_OK))
            return true;
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_SIM=%s: no simulator is there", given);
        return false;
    }
    if (!own_build(name, path)) {
        snprintf(why, WFV_SIMULATOR_WHY, "cannot tell where this driver is: WAVEFOLD_SIM names a simulator");
        return false;
    }
    if (!access(path, R_OK))
        return true;
    snprintf(
        why, WFV_SIMULATOR_WHY,
        "no simulator at %s: build it in the source tree with: make build/sim/%s\nWAVEFOLD_SIM names one elsewhere",
        path, name);
    return false;
}

/* ---- what it is -------------------------------------------------------------------------------------------------- */

static void *function(void *library, const char *name)
{
    return dlsym(library, name);
}

static bool open_sim(struct wfv_simulator *s)
{
    union { void *object; const struct wf_sim_api *(*get)(void); } symbol = {function(s->library, "wf_sim_api")};
    const struct wf_sim_api *api = symbol.object ? symbol.get() : NULL;

    s->sim = api && api->version == WF_SIM_API_VERSION ? api : NULL;
    return s->sim;
}

static bool open_bus(struct wfv_simulator *s)
{
    union { void *object; const struct wf_bus_api *(*get)(void); } symbol = {function(s->library, "wf_bus_api")};
    const struct wf_bus_api *api = symbol.object ? symbol.get() : NULL;

    s->bus = api && api->version == WF_BUS_API_VERSION ? api : NULL;
    return s->bus;
}

static bool ask_sim(const struct wfv_simulator *s, struct wf_device *machine, bool *is_traced)
{
    struct wf_sim *sim = s->sim->create(&(struct wf_sim_setup){.unchecked = true});

    if (!sim)
        return false;
    *machine = s->sim->build(sim)->device;
    *is_traced = s->sim->build(sim)->traced;
    s->sim->destroy(sim);
    return true;
}

static bool ask_bus(const struct wfv_simulator *s, struct wf_device *machine, bool *is_traced)
{
    struct wf_bus *bus = s->bus->open(NULL, 0, 0);
    struct wf_host host;
    bool good = false;

    if (bus) {
        const struct wf_transport transport = s->bus->transport(bus);
        good = wf_host_open(&host, &transport) == WF_HOST_OK;
        *machine = host.device;
        machine->cores = host.cores;
        *is_traced = s->bus->traced;
    }
    s->bus->close(bus);
    return good;
}

/* The simulator does not report what is wrong with its file. */
static bool can_write(const char *name)
{
    FILE *file = fopen(name, "wb");

    return file && !fclose(file);
}

/* Settings that were given must agree with it; the others become what it has. */
static bool agree(struct wfv_settings *s, const struct wf_device *machine, const char *path, char *why)
{
    const unsigned cores = wf_device_cores(machine);

    if (is_set("WAVEFOLD_LANES") && s->lanes != machine->lanes) {
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_LANES=%u, but the simulator at %s has %u lanes", s->lanes, path,
                 machine->lanes);
        return false;
    }
    if (is_set("WAVEFOLD_CORES") && s->cores != cores) {
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_CORES=%u, but the simulator at %s has %u cores", s->cores, path,
                 cores);
        return false;
    }
    if (is_set("WAVEFOLD_WAVE_SIZE") && s->wave_size > machine->lanes) {
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_WAVE_SIZE=%u, but the simulator at %s has %u lanes", s->wave_size,
                 path, machine->lanes);
        return false;
    }
    s->lanes = machine->lanes;
    s->cores = cores;
    if (!is_set("WAVEFOLD_WAVE_SIZE"))
        s->wave_size = machine->lanes < 32 ? machine->lanes : 32;
    return true;
}

bool wfv_simulator_open(struct wfv_simulator *s, struct wfv_settings *settings, struct wf_device *machine,
                        char why[WFV_SIMULATOR_WHY])
{
    const bool is_bus = settings->on == WFV_ON_DEVICE;
    bool is_traced = false;
    char path[PATH_BYTES];

    *s = (struct wfv_simulator){.library = NULL};
    if (settings->on == WFV_ON_MODEL)
        return true;
    if (!find(settings, path, why))
        return false;
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->library)
        snprintf(why, WFV_SIMULATOR_WHY, "%s", dlerror());
    else if (!(is_bus ? open_bus(s) : open_sim(s)))
        snprintf(why, WFV_SIMULATOR_WHY,
                 "%s is no simulator of this version for WAVEFOLD_ON=%s: build it again in the source tree with make",
                 path,
                 is_bus                       ? "device"
                 : settings->on == WFV_ON_RTL ? "rtl"
                                              : "lockstep");
    else if (!(is_bus ? ask_bus(s, machine, &is_traced) : ask_sim(s, machine, &is_traced)))
        snprintf(why, WFV_SIMULATOR_WHY, "%s: the simulator does not start", path);
    else if (*settings->waves && !is_traced)
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_WAVES=%.400s: the simulator at %.4000s writes no waveforms",
                 settings->waves, path);
    else if (*settings->waves && !can_write(settings->waves))
        snprintf(why, WFV_SIMULATOR_WHY, "WAVEFOLD_WAVES=%s: cannot write it: %s", settings->waves, strerror(errno));
    else if (agree(settings, machine, path, why))
        return true;
    wfv_simulator_close(s);
    return false;
}

void wfv_simulator_close(struct wfv_simulator *s)
{
    if (s->library)
        dlclose(s->library);
    *s = (struct wfv_simulator){.library = NULL};
}
