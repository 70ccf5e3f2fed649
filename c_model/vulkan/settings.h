/* SPDX-License-Identifier: Apache-2.0
 * settings.h - what the environment asks of the driver: WAVEFOLD_*, read once an instance.
 */
#ifndef WAVEFOLD_VULKAN_SETTINGS_H
#define WAVEFOLD_VULKAN_SETTINGS_H

#include "wavefold/dispatch.h"

#include <stdbool.h>
#include <stdint.h>

enum wfv_on { WFV_ON_MODEL, WFV_ON_RTL, WFV_ON_LOCKSTEP, WFV_ON_DEVICE };
/* "model", as WAVEFOLD_ON has it. */
const char *wfv_on_name(enum wfv_on on);
enum wfv_watch { WFV_WATCH_OFF, WFV_WATCH_ON, WFV_WATCH_ALL };   /* ALL: large dispatches too, whole */

/* Bytes of the name of a file, with its end. */
enum { WFV_FILE = 1024 };
/* The limit of a dispatch by default: a loop without end is reported within minutes. */
#define WFV_LIMIT UINT64_C(10000000000)

enum { WFV_THREADS = 256 };   /* the most */

struct wfv_settings {
    enum wfv_on on;             /* WAVEFOLD_ON=model|rtl|lockstep|device */
    unsigned lanes;             /* WAVEFOLD_LANES: 4, 8, .., 128; default 128 on the model, 32 on the RTL */
    unsigned wave_size;         /* WAVEFOLD_WAVE_SIZE: of pipelines that ask for none; default 32, or the lanes */
    unsigned cores;             /* WAVEFOLD_CORES */
    bool varies, webgpu;        /* WAVEFOLD_VARYING is given; WAVEFOLD_VK=webgpu */
    uint64_t varying;           /* WAVEFOLD_VARYING: seed of the wave sizes of pipelines that leave it open */
    uint64_t seed;              /* WAVEFOLD_SEED: of interleavings, stalls */
    unsigned threads;           /* WAVEFOLD_THREADS: of the host, for a dispatch; 0: one for each core of the host */
    uint64_t limit;             /* WAVEFOLD_LIMIT: instructions or cycles of a dispatch; 0: any */
    uint64_t deadline;          /* WAVEFOLD_DEADLINE: ms of CLOCK_MONOTONIC, when a message has what still runs; 0: never */
    enum wfv_watch races;       /* WAVEFOLD_RACES=0|1|all */
    /* of files, the first %p replaced by the number of the process: "" none, "-" standard error */
    char log[WFV_FILE];         /* WAVEFOLD_LOG: messages */
    char stats[WFV_FILE];       /* WAVEFOLD_STATS: the table of dispatches */
    char profile[WFV_FILE];     /* WAVEFOLD_PROFILE: instructions by source line */
    char waves[WFV_FILE];       /* WAVEFOLD_WAVES=FILE.fst:N: the waveform of one dispatch, */
    uint64_t waves_of;          /* the N-th of the process, from 1 */
    char trace[WFV_FILE];       /* WAVEFOLD_TRACE=FILE:N: its instructions */
    uint64_t trace_of;
};

/* The first setting that is wrong ends it, and so does a variable WAVEFOLD_* that is none: false, with a reason. */
enum { WFV_SETTINGS_WHY = 200 };
bool wfv_settings_read(struct wfv_settings *settings, char why[WFV_SETTINGS_WHY]);

/* WAVEFOLD_VK=webgpu, for what is asked before there is an instance. */
bool wfv_settings_webgpu(void);

/* The machine that they ask for. */
struct wf_device wfv_settings_machine(const struct wfv_settings *settings);

#endif
