/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ons[] = {"model", "rtl", "lockstep", "device"};

static bool is_size(uint64_t n)
{
    return n >= 4 && n <= WF_MAX_LANES && !(n & (n - 1));
}

/* A number of the environment; `otherwise` when it is not set. */
static bool number(const char *name, uint64_t most, uint64_t otherwise, uint64_t *value, char *why)
{
    const char *text = getenv(name);
    char *end = NULL;

    *value = otherwise;
    if (!text || !*text)
        return true;
    errno = 0;
    *value = strtoull(text, &end, 0);
    if (*end || errno || *text == '-' || *value > most) {
        snprintf(why, WFV_SETTINGS_WHY, "%s=%.40s: expected a number, at most %llu", name, text,
                 (unsigned long long)most);
        return false;
    }
    return true;
}

static bool size(const char *name, unsigned most, unsigned otherwise, unsigned *value, char *why)
{
    uint64_t n;

    if (!number(name, UINT32_MAX, otherwise, &n, why))
        return false;
    *value = (unsigned)n;
    if (is_size(n) && n <= most)
        return true;
    snprintf(why, WFV_SETTINGS_WHY, "%s=%llu: expected 4, 8, 16, 32, 64 or 128, at most %u", name,
             (unsigned long long)n, most);
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

/* WAVEFOLD_VARYING, any seed, 0 too. */
static bool varying(struct wfv_settings *s, char *why)
{
    const char *text = getenv("WAVEFOLD_VARYING");

    s->varies = text && *text;
    return number("WAVEFOLD_VARYING", UINT64_MAX, 0, &s->varying, why);
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
    uint64_t cores;

    if (!where(&s->on, why) ||
        !size("WAVEFOLD_LANES", WF_MAX_LANES, s->on == WFV_ON_MODEL ? WF_MAX_LANES : 32, &s->lanes, why) ||
        !size("WAVEFOLD_WAVE_SIZE", s->lanes, s->lanes < 32 ? s->lanes : 32, &s->wave_size, why) ||
        !number("WAVEFOLD_CORES", WF_MAX_CORES, 1, &cores, why) ||
        !number("WAVEFOLD_SEED", UINT64_MAX, 0, &s->seed, why) || !number("WAVEFOLD_LIMIT", UINT64_MAX, 0, &s->limit, why) ||
        !varying(s, why) || !manner(s, why))
        return false;
    s->cores = cores ? (unsigned)cores : 1;
    return true;
}

struct wf_device wfv_settings_machine(const struct wfv_settings *s)
{
    /* 256 waves: a workgroup of 1,024 invocations at the smallest wave size */
    return (struct wf_device){.lanes = s->lanes, .waves = 256, .groups = 16, .regs = 64, .lds_words = 16384, .lds_banks = 32,
                              .imem_words = WF_MAX_CODE, .cores = s->cores};
}
