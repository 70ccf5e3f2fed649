/* SPDX-License-Identifier: Apache-2.0
 * vulkan.h - wavefold vulkan: a program for Vulkan, run on the driver, once or at several wave sizes and seeds.
 */
#ifndef WF_CLI_VULKAN_H
#define WF_CLI_VULKAN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "policy.h"
#include "status.h"
#include "wave_sizes.h"

/* What was asked for; 0 and NULL: not given. */
struct vulkan {
    const char *on;                     /* model, rtl, lockstep, device; NULL: model */
    unsigned lanes, cores, seeds, timeout;      /* timeout: seconds */
    unsigned size[WAVE_SIZES], sizes;
    bool has_seed, has_limit;
    bool counts_races;                  /* the environment asks for them, and no option */
    uint64_t seed, limit, dispatch;
    const char *races, *differ, *stats, *profile, *waves, *trace, *report, *junit, *driver;
    int options;                        /* words of the command line before `--` */
    char **option;
    char **program;                     /* ends with NULL */
    /* the runs */
    char *manifest;                     /* owned */
    struct vulkan_run *run;             /* [runs] */
    size_t runs;
    size_t groups;                      /* outputs that are different */
};

/* A row of the driver's table. */
struct vulkan_dispatch {
    char *json;                         /* the object, owned */
    char shader[80], ended[16];
    uint64_t number, waves, instructions, lane_instructions, cycles, faults, races, equal_stores, barriers;
    unsigned wave_size, resident, slots;
    uint32_t local[3], groups[3];
};

/* One run, at this size and seed. */
struct vulkan_run {
    unsigned size;                      /* 0: the device's */
    uint64_t seed;
    double seconds;
    bool late;                          /* it was ended for its time */
    int ending;                         /* as waitpid gives it */
    char *running;                      /* late: "dispatch 3 (blur.comp, wave size 8)", all that ran; owned */
    bool uses_driver;                   /* it made an instance */
    bool lacks_simulator;               /* the driver found none that it could use */
    const char *lacks;                  /* "waveform" or "trace", which was not written; NULL: none */
    bool keeps_output;                  /* output and messages are the program's; else they went to the terminal */
    char *output;                       /* [length], owned; NUL at the end */
    size_t length;
    char *messages;                     /* of the driver, and of the program where they are kept; owned */
    char *profile;                      /* owned */
    struct vulkan_dispatch *dispatch;   /* [dispatches] */
    size_t dispatches;
    uint64_t waves, instructions, cycles, faults, races, barriers;      /* of all of them */
    bool failed;                        /* the program, or a dispatch; races where they are errors */
    size_t as;                          /* the first run with the same output and ending */
    bool differs;                       /* from those that most runs have */
};

static inline bool vulkan_is_sweep(const struct vulkan *v)
{
    return v->runs > 1;
}
static inline bool vulkan_has_cycles(const struct vulkan *v)
{
    return v->on && *v->on != 'm';
}
/* The words of the command line, and what does not go together (vulkan_options.c); a status after a message. */
enum wf_exit vulkan_parse(struct vulkan *v, int argc, char **argv);
enum wf_exit vulkan_check(const struct vulkan *v);
/* The manifest of the driver (vulkan_driver.c).  NULL after a message. */
char *vulkan_find_driver(const char *given);
/* Perform it (vulkan_run.c); a status after a message where it could not begin.  `keep`: its output. */
enum wf_exit vulkan_perform(const struct vulkan *v, struct vulkan_run *run, bool keep);
void vulkan_run_free(struct vulkan_run *run);
/* The rows of a table that the driver wrote as JSON (vulkan_rows.c); false without memory. */
bool vulkan_read_rows(struct vulkan_run *run, const char *text);
/* "exit status 3", "signal 11 (Segmentation fault)", "time is up". */
const char *vulkan_ending(const struct vulkan_run *run, char text[80]);
/* "wave size 8, seed 3"; "" of one run. */
const char *vulkan_place(const struct vulkan *v, const struct vulkan_run *run, char text[64]);
/* Runs with one output become one group, and those that differ from most are noted (vulkan_compare.c). */
void vulkan_compare(struct vulkan *v);
/* "differs at 8 and 64", and the first line that is not the same; nothing where all agree. */
void vulkan_put_differences(FILE *file, const struct vulkan *v);
/* The table of runs; of dispatches of a run as text, of all runs as JSON (vulkan_table.c). */
void vulkan_put_runs(FILE *file, const struct vulkan *v);
void vulkan_put_dispatches(FILE *file, const struct vulkan *v, const struct vulkan_run *run);
void vulkan_put_json(FILE *file, const struct vulkan *v, bool passed, const char *verdict);
/* The page of --report (vulkan_page.c). */
void vulkan_put_page(FILE *file, const struct vulkan *v, bool passed, const char *verdict);

#endif
