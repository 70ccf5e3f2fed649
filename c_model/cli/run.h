/* SPDX-License-Identifier: Apache-2.0
 * run.h - one run of a kernel: what was asked for, what is open.
 */
#ifndef WF_RUN_H
#define WF_RUN_H

#include <string.h>

#include "figures.h"
#include "kernel_file.h"
#include "output.h"
#include "policy.h"
#include "shader_file.h"
#include "simulator.h"
#include "view.h"
#include "wave_sizes.h"

struct run_dump {
    char *buffer;               /* owned; of a shader NULL: the number is known from the beginning */
    const char *file;
    const char *option;         /* which asked for it */
    int number;                 /* of the buffer */
    bool raw;                   /* as bytes, not as text */
    bool is_stage;              /* --output: results of a task or mesh shader, of this kind */
    enum wf_mesh_buffer which;
    struct wf_output out;
};

/* Its output files; from RUN_ALONE on they may share standard output. */
enum run_file { RUN_WAVES, RUN_VIEW, RUN_TRACE, RUN_STATS, RUN_TIMELINE, RUN_REPORT, RUN_ALONE,
               RUN_PROFILE = RUN_ALONE, RUN_SUMMARY, RUN_FILES };

/* Several runs of one command: at these wave sizes, with so many seeds from the one given on. */
struct run_sweep {
    bool all_sizes;
    unsigned size[WAVE_SIZES];  /* [sizes], where not all are asked for */
    unsigned sizes, seeds;      /* 0: one run */
    const char *differ;         /* error, ok, or NULL: error */
};
static inline bool run_is_sweep(const struct run_sweep *s)
{
    return s->all_sizes || s->sizes || s->seeds;
}

/* What a command keeps of a run, which another process fills. */
struct run_capture {
    struct wf_run_figures figures;      /* numbers; pointers are of that process */
    bool ended;                         /* to its end: the words are results */
    size_t room;
    size_t words;
    uint32_t word[];                    /* [words] the memory, of at most `room` */
};
/* For a run of this kernel, in memory that copies of this program share; NULL with errno (run_capture.c). */
struct run_capture *run_capture_new(const struct wf_kernel *kernel);
void run_capture_free(struct run_capture *capture);

#define RUN_INSTRUCTION_LIMIT UINT64_C(50000000)        /* on the model, by default */

struct run {
    /* the command line */
    char *const *word;                      /* [words] after `run`; of other verbs NULL */
    int words;
    const char *file, *variant;             /* of the file, or NULL */
    const char *name[RUN_FILES];            /* or NULL */
    struct run_dump dump[WF_MAX_BUFFERS];
    unsigned dumps;
    const char *on;                         /* model, rtl, or NULL: rtl with --waves */
    bool rtl, icarus;
    char *view_words, *view_name;           /* of --view, and the name that it has without: owned, or NULL */
    struct view_wish view;
    const char *races, *bounds;             /* names of policy.h, or NULL: as wf_policy_of */
    const char *watch, *sim;                /* auto, all, or NULL: auto; verilator, icarus, or NULL */
    const char *coalesce;                   /* on, off, or NULL: on */
    unsigned lanes, wave_size, cores;       /* 0: not given */
    struct run_sweep sweep;
    uint64_t seed, limit;                   /* limit 0: the default */
    uint64_t reset_at, first_group;         /* for tests of the hardware; 0: not given */
    bool hex;                               /* buffers are printed as bits, whatever their types */
    bool rewritten;                         /* by advise, which runs it */
    const char *place;                      /* of a run of a sweep: which it is; else NULL */
    const char *command;                    /* of another verb: what reproduces it; else NULL */
    unsigned memory_latency, memory_lines;  /* 0: not given */
    const char *path;                       /* of global memory: on, off, or NULL: off; with it */
    unsigned memory_period, memory_banks, memory_bank_period;   /* 0: not given, or without banks */
    bool has_banks;
    const char *memory_order;               /* asked, any, or NULL */
    bool is_shader;                         /* `file` is one */
    struct shader_options shader;
    /* inputs and outputs */
    struct simulator simulator;
    struct wf_device device;
    struct input input;
    struct wf_kernel *kernel;
    struct wf_output out[RUN_FILES];
    struct run_capture *capture;            /* takes the results, or NULL */
    /* what came of it: of the model figures, of the hardware its verdict line */
    struct wf_run_figures figures;
    char *verdict;
    char *differences;                      /* of several runs: that their results differ, as an error; owned, or NULL */
    bool lacks_simulators;                  /* some of several runs have none, and were not made */
};

/* The files of a command line, each a run of its own; run_one fills in everything except `at`. */
struct run_files {
    const char **word;          /* [count], room for every word */
    size_t count, at;           /* at: the one that runs */
    const char *junit;          /* or NULL */
    /* of the run at `at`: */
    const char *variant;        /* or NULL */
    char *verdict, *messages;   /* owned, or NULL */
};
/* One of them (cmd_run.c). */
enum wf_exit run_one(int argc, char **argv, struct run_files *files);
static inline bool run_is_serial(const struct run *run)
{
    return run->coalesce && !strcmp(run->coalesce, "off");
}

static inline bool run_has_path(const struct run *run)
{
    return run->path && !strcmp(run->path, "on");
}

/* The device, and of the hardware its simulator (run_device.c); a status after a message. */
enum wf_exit run_choose_device(struct run *run);
/* Notes, outputs that are inputs too, the buffers to dump, once `kernel` is parsed from its input (run_parsed.c). */
enum wf_exit run_check_parsed(struct run *run, const struct wf_kernel *kernel);
/* At each wave size and seed of run->sweep, with one table and the differences (sweep.c). */
enum wf_exit run_sweep(struct run *run);
/* Print a buffer, by its types or as bits (dump.c). */
void run_print_buffer(const struct run *run, const struct wf_kernel *kernel, unsigned number, FILE *file,
                      const uint32_t *words);
/* Its dumps, from the memory with these buffers (dump.c).  WF_EXIT_OK, or another status after a message. */
enum wf_exit run_dump(const struct run *run, const struct wf_buffer *buffers, const uint32_t *memory);
enum wf_exit run_on_model(struct run *run);
enum wf_exit run_on_rtl(struct run *run);

#endif
