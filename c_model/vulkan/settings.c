/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wavefold/suggest.h"

extern char **environ;

static const char *const ons[] = {"model", "rtl", "lockstep", "device"};

const char *wfv_on_name(enum wfv_on on)
{
    return ons[on];
}

static bool is_size(uint64_t n)
{
    return n >= 4 && n <= WF_MAX_LANES && !(n & (n - 1));
}

/* A number of the environment; `otherwise` when it is not set. */
static bool number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise, uint64_t *value, char *why)
{
    const char *text = getenv(name);
    char *end = NULL;

    *value = otherwise;
    if (!text || !*text)
        return true;
    errno = 0;
    *value = strtoull(text, &end, 0);
    /* strtoull takes signs and blanks */
    if (*text >= '0' && *text <= '9' && !*end && !errno && *value >= least && *value <= most)
        return true;
    snprintf(why, WFV_SETTINGS_WHY, "%s=%.40s: expected a number from %llu to %llu", name, text,
             (unsigned long long)least, (unsigned long long)most);
    return false;
}

static bool size(const char *name, unsigned most, unsigned otherwise, unsigned *value, char *why)
{
    uint64_t n;

    if (number(name, 4, most, otherwise, &n, why) && is_size(n)) {
        *value = (unsigned)n;
        return true;
    }
    snprintf(why, WFV_SETTINGS_WHY, "%s=%.40s: expected 4, 8, 16, 32, 64 or 128, at most %u", name, getenv(name), most);
    return false;
}

static bool where(enum wfv_on *on, char *why)
{
    const char *text = getenv("WAVEFOLD_ON");

    *on = WFV_ON_MODEL;
    if (!text || !*text)
        return true;
    for (unsigned i = 0; i < sizeof ons / sizeof *ons; i++)
        if (!strcmp(text, ons[i])) {
            *on = (enum wfv_on)i;
            return true;
        }
    snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_ON=%.40s: expected model, rtl, lockstep or device", text);
    return false;
}

static bool watch(enum wfv_on on, enum wfv_watch *races, char *why)
{
    static const char *const words[] = {"0", "1", "all"};
    const char *text = getenv("WAVEFOLD_RACES");

    *races = WFV_WATCH_OFF;
    if (!text || !*text)
        return true;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) {
            *races = (enum wfv_watch)i;
            if (!i || on == WFV_ON_MODEL)
                return true;
            snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_RACES=%s: the model finds races: expected WAVEFOLD_ON=model",
                     text);
            return false;
        }
    snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_RACES=%.40s: expected 0, 1 or all", text);
    return false;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* %p becomes the number of the process: programs of several write a file each. */
static bool file(const char *name, char to[WFV_FILE], char *why)
{
    const char *text = getenv(name), *mark = text ? strstr(text, "%p") : NULL;
    const int n = mark ? snprintf(to, WFV_FILE, "%.*s%ld%s", (int)(mark - text), text, (long)getpid(), mark + 2)
                       : snprintf(to, WFV_FILE, "%s", text ? text : "");

    if (n < WFV_FILE)
        return true;
    snprintf(why, WFV_SETTINGS_WHY, "%s: expected the name of a file, of less than %d bytes", name, WFV_FILE);
    return false;
}

static bool profile(struct wfv_settings *s, char *why)
{
    if (!file("WAVEFOLD_PROFILE", s->profile, why))
        return false;
    if (!*s->profile || s->on == WFV_ON_MODEL)
        return true;
    snprintf(why, WFV_SETTINGS_WHY,
             "WAVEFOLD_PROFILE=%.40s: the model counts instructions by line: expected WAVEFOLD_ON=model", s->profile);
    return false;
}

/* FILE:N, the number of a dispatch from 1 on; a file with this ending. */
static bool of_a_dispatch(const char *name, const char *ending, char to[WFV_FILE], uint64_t *of, char *why)
{
    char *colon, *end;

    if (!file(name, to, why))
        return false;
    *of = 0;
    if (!*to)
        return true;
    colon = strrchr(to, ':');
    const size_t length = colon ? (size_t)(colon - to) : 0, last = strlen(ending);
    if (length > last && !strncmp(colon - last, ending, last) && colon[1] >= '1' && colon[1] <= '9') {
        errno = 0;
        *of = strtoull(colon + 1, &end, 10);
        *colon = '\0';
        if (!*end && !errno)
            return true;
    }
    snprintf(why, WFV_SETTINGS_WHY, "%s=%.40s: expected FILE%s:N, with the number of a dispatch from 1 on", name,
             getenv(name), ending);
    return false;
}

static bool waves(struct wfv_settings *s, char *why)
{
    if (!of_a_dispatch("WAVEFOLD_WAVES", ".fst", s->waves, &s->waves_of, why))
        return false;
    if (!*s->waves || s->on != WFV_ON_MODEL)
        return true;
    snprintf(why, WFV_SETTINGS_WHY,
             "WAVEFOLD_WAVES=%.40s: expected WAVEFOLD_ON=rtl, lockstep or device, which have waveforms",
             getenv("WAVEFOLD_WAVES"));
    return false;
}

static bool trace(struct wfv_settings *s, char *why)
{
    if (!of_a_dispatch("WAVEFOLD_TRACE", "", s->trace, &s->trace_of, why))
        return false;
    if (!*s->trace || s->on == WFV_ON_MODEL)
        return true;
    snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_TRACE=%.40s: the model writes traces: expected WAVEFOLD_ON=model",
             getenv("WAVEFOLD_TRACE"));
    return false;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static const char *const names[] = {
#define WFV_SETTING(name) #name,
#include "settings.def"
#undef WFV_SETTING
};
enum { NAMES = sizeof names / sizeof *names };

/* `text` is NAME=VALUE; the setting has this name. */
static bool is_called(const char *text, const char *name)
{
    return !strncmp(text, name, strlen(name)) && text[strlen(name)] == '=';
}

/* What is set but no setting: a slip of the pen would run the program at sizes that were not asked for. */
static bool is_known(const char *text, char *why)
{
    const size_t length = strcspn(text, "=");
    struct wf_suggestions near;

    wf_suggest_start(&near, text, length);
    for (unsigned i = 0; i < NAMES; i++) {
        if (is_called(text, names[i]))
            return true;
        wf_suggest_try(&near, names[i]);
    }
    const int shown = length < 60 ? (int)length : 60;
    if (near.count)
        snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_%.*s: no such setting; did you mean WAVEFOLD_%s?", shown, text,
                 near.best[0].name);
    else
        snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_%.*s: no such setting; docs/vulkan.md lists them", shown, text);
    return false;
}

static bool all_known(char *why)
{
    static const char prefix[] = "WAVEFOLD_";

    for (char **text = environ; text && *text; text++)
        if (!strncmp(*text, prefix, strlen(prefix)) && !is_known(*text + strlen(prefix), why))
            return false;
    return true;
}


/* WAVEFOLD_VARYING, any seed, 0 too. */
static bool varying(struct wfv_settings *s, char *why)
{
    const char *text = getenv("WAVEFOLD_VARYING");

    s->varies = text && *text;
    return number("WAVEFOLD_VARYING", 0, UINT64_MAX, 0, &s->varying, why);
}

bool wfv_settings_webgpu(void)
{
    const char *text = getenv("WAVEFOLD_VK");

    return text && !strcmp(text, "webgpu");
}

/* WAVEFOLD_VK */
static bool manner(struct wfv_settings *s, char *why)
{
    const char *text = getenv("WAVEFOLD_VK");

    s->webgpu = wfv_settings_webgpu();
    if (!text || !*text || s->webgpu)
        return true;
    snprintf(why, WFV_SETTINGS_WHY, "WAVEFOLD_VK=%.40s: expected webgpu", text);
    return false;
}

bool wfv_settings_read(struct wfv_settings *s, char why[WFV_SETTINGS_WHY])
{
    uint64_t cores, threads;

    /* the log first: it hears of the others */
    if (!file("WAVEFOLD_LOG", s->log, why) || !all_known(why) || !where(&s->on, why) ||
        !size("WAVEFOLD_LANES", WF_MAX_LANES, s->on == WFV_ON_MODEL ? WF_MAX_LANES : 32, &s->lanes, why) ||
        !size("WAVEFOLD_WAVE_SIZE", s->lanes, s->lanes < 32 ? s->lanes : 32, &s->wave_size, why) ||
        !number("WAVEFOLD_CORES", 1, WF_MAX_CORES, 1, &cores, why) ||
        !number("WAVEFOLD_THREADS", 0, WFV_THREADS, 0, &threads, why) ||
        !number("WAVEFOLD_SEED", 0, UINT64_MAX, 0, &s->seed, why) ||
        !number("WAVEFOLD_LIMIT", 0, UINT64_MAX, WFV_LIMIT, &s->limit, why) ||
        !number("WAVEFOLD_DEADLINE", 0, UINT64_MAX, 0, &s->deadline, why) || !watch(s->on, &s->races, why) ||
        !file("WAVEFOLD_STATS", s->stats, why) || !profile(s, why) || !waves(s, why) || !trace(s, why) ||
        !varying(s, why) || !manner(s, why))
        return false;
    s->cores = (unsigned)cores;
    s->threads = (unsigned)threads;
    return true;
}

struct wf_device wfv_settings_machine(const struct wfv_settings *s)
{
    /* 256 waves: a workgroup of 1,024 invocations at the smallest wave size */
    return (struct wf_device){.lanes = s->lanes,
                              .waves = 256,
                              .groups = 16,
                              .regs = 64,
                              .lds_words = 16384,
                              .lds_banks = 32,
                              .imem_words = WF_MAX_CODE,
                              .cores = s->cores};
}
