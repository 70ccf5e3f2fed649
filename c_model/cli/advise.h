/* SPDX-License-Identifier: Apache-2.0
 * advise.h - wavefold advise: what was found, tried and measured.
 */
#ifndef WF_CLI_ADVISE_H
#define WF_CLI_ADVISE_H

#include "run.h"
#include "wavefold/advise.h"

/* What a kernel with rewritten atomics leaves, on the model. */
struct advise_outcome {
    bool ended;                 /* the dispatch was taken, and came to its end */
    bool right;                 /* what the file expects */
    uint64_t words;             /* of its buffers that differ from those of the kernel as it is */
};

enum advise_device { ADVISE_COMBINES, ADVISE_SERIAL, ADVISE_DEVICES };

/* An atomic; or all that are rewritten. */
struct advise_site {
    struct wf_atomic atomic;
    /* in the run on the model */
    uint64_t times, lanes;      /* a lane asked; lanes that did */
    uint64_t together;          /* times with several lanes; of them with */
    uint64_t apart;             /* several words */
    /* of a site that is listed */
    bool listed;
    const char *refused;        /* why it is not rewritten, or NULL */
    struct wf_kernel *rewritten;        /* owned */
    struct advise_outcome outcome;
    uint64_t cycles[ADVISE_DEVICES];    /* of the rewritten kernel; 0: not measured */
};

struct advise {
    /* the command line */
    const char *file, *variant; /* of the file, or NULL */
    bool is_shader;
    struct shader_options shader;
    unsigned lanes, wave_size;  /* 0: not given */
    bool json;
    uint64_t limit;             /* 0: the default */
    unsigned memory_latency, memory_lines;      /* 0: not given */
    /* inputs */
    struct wf_device device;
    struct input input;
    struct wf_kernel *kernel;
    struct wf_shape shape;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    uint32_t *memory;           /* [words] what the kernel as it is left, on the model */
    size_t words;
    struct advise_site *site;   /* [sites] */
    size_t sites;
    struct advise_site all;     /* those that were rewritten, in one kernel */
    struct {
        struct simulator simulator;
        bool is_there;
        uint64_t cycles;        /* of the kernel as it is; 0: not measured */
    } hardware[ADVISE_DEVICES];
};

/* Run the kernel as it is on the model, and count for each site.  WF_EXIT_OK, or another status after a message. */
enum wf_exit advise_look(struct advise *a);
/* Run a rewritten kernel on the model, silently.  False without memory. */
bool advise_try(const struct advise *a, const struct wf_kernel *kernel, struct advise_outcome *outcome);

/* The device, before the kernel is parsed for it.  WF_EXIT_OK, or another status after a message. */
enum wf_exit advise_choose_device(struct advise *a);
/* Find its simulators, for a->hardware; a message when one is missing.  WF_EXIT_ENVIRONMENT without a combining one. */
enum wf_exit advise_find_hardware(struct advise *a);
/* Cycles of the kernel as it is, or a rewritten one; 0: not known.  WF_EXIT_OK, or another status after a message. */
enum wf_exit advise_measure(struct advise *a, enum advise_device device, struct wf_kernel *kernel, uint64_t *cycles);

/* ---- what is printed --------------------------------------------------------------------------------------------- */

/* The place, what was found, and the rewrite. */
void advise_print_site(const struct advise *a, const struct advise_site *site);
/* What it is worth, when it was tried and measured. */
void advise_print_worth(const struct advise *a, const struct advise_site *site);
/* How many atomics there are, and what of those that are not listed; and all rewrites together. */
/* Atomics that are not looked at: of 64 bits, or on buffers that the lanes name by number. */
size_t advise_count_others(const struct wf_kernel *kernel);
void advise_print_end(const struct advise *a);
/* "rewrite", "leave", or NULL: not known. */
const char *advise_word(const struct advise *a, const struct advise_site *site);
/* All of it as JSON; `refused`: the dispatch is, as the file expects (advise_json.c). */
void advise_print_json(const struct advise *a, bool refused);
/* The rewrite in the words of HLSL and GLSL; `line`: the source line of the atomic, or NULL. */
void advise_print_words(const struct wf_insn *insn, enum wf_fold fold, const char *file, const char *line, size_t size);

#endif
