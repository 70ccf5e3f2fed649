/* SPDX-License-Identifier: Apache-2.0
 * profile.h - where the cycles of a run went, by source line.  docs/program.md defines the columns.
 *
 * A wave is at an instruction from the cycle in which the scheduler picks it until the wave's next pick, or its end.
 * The cycles between launch and first pick belong to the first instruction.  A cycle in which a core picks nothing is
 * charged to one instruction of a wave of that core.  If the cause is memory, LDS or the cross-lane unit, this is the
 * oldest instruction in flight there, because others wait for it.  Else it is the one at which a wave has been longest,
 * among those that the cause names, of any dispatch.  So the cycles charged add up to the stalls of the hardware, less
 * those in which no wave was resident.
 *
 * Dispatches are those of the kernel file, from 0; slots those of all cores, one core after the other.
 */
#ifndef WF_PROFILE_H
#define WF_PROFILE_H

#include <stdio.h>

#include "figures.h"
#include "kernel_file.h"

struct wf_profile;              /* opaque */

/* For this kernel and those after it, one dispatch each; `slots`: wave slots per core.  NULL: out of memory. */
struct wf_profile *wf_profile_new(const struct wf_kernel *kernel, unsigned cores, unsigned slots);
void wf_profile_free(struct wf_profile *p);

/* What happened, in the order of the lock-step events of a cycle; pick and stall come before its ends. */
void wf_profile_launch(struct wf_profile *p, uint64_t cycle, unsigned slot, unsigned dispatch);
/* The wave's number-th instruction that was issued, from 0; `barrier`: it waits at one.  A pc above the code: none. */
void wf_profile_retire(struct wf_profile *p, uint64_t cycle, unsigned slot, uint64_t number, size_t pc, unsigned lanes,
                       bool barrier);
void wf_profile_end(struct wf_profile *p, uint64_t cycle, unsigned slot);
void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot);
/* The unit of a picked instruction of the slot, in the order of the picks; it comes some cycles later. */
void wf_profile_unit(struct wf_profile *p, unsigned slot, enum wf_unit unit);
/* The instruction after the slot's last pick was issued with it, and has no pick.  Called before the next pick. */
void wf_profile_fold(struct wf_profile *p, unsigned slot);
/* The core picked nothing: WF_CNT_STALL_EMPTY .. WF_CNT_STALL_FETCH. */
void wf_profile_stall(struct wf_profile *p, uint64_t cycle, unsigned core, enum wf_counter cause);

/* On the model, which has no cycles: an instruction of a dispatch ran in so many lanes. */
void wf_profile_count(struct wf_profile *p, unsigned dispatch, size_t pc, unsigned lanes);

/* An instruction, or a line of the source. */
enum { WF_PROFILE_CAUSES = WF_CNT_STALL_FETCH - WF_CNT_STALL_EMPTY + 1 };
struct wf_profile_place {
    uint64_t waited[WF_PROFILE_CAUSES];     /* cycles without a pick that are charged here, by cause */
    uint64_t issues, lanes;                 /* instructions that retired, lanes that ran them */
    uint64_t folded;                        /* of the instructions, those that were issued with the one before them */
    uint64_t stood;                         /* cycles that waves were here, until the end of the run in `cycle` */
};
/* Of an instruction of a dispatch; a pc above its code: of all that retired there, where no instruction is. */
struct wf_profile_place wf_profile_place(const struct wf_profile *p, unsigned dispatch, size_t pc, uint64_t cycle);
/* Cycles of its waves that belong to no instruction, and those of its instructions that have not retired. */
struct wf_profile_place wf_profile_lost(const struct wf_profile *p, unsigned dispatch);
struct wf_profile_place wf_profile_unfinished(const struct wf_profile *p, unsigned dispatch);
/* Cycles without a pick, nothing else: all of a core; of all cores those without a wave to charge them to. */
struct wf_profile_place wf_profile_core(const struct wf_profile *p, unsigned core);
struct wf_profile_place wf_profile_idle(const struct wf_profile *p);

/* Text of a source file of the kernel; NULL: the kernel file.  NULL when there is none. */
struct wf_profile_texts {
    const struct wf_text *(*find)(void *user, const struct wf_kernel *kernel, const char *file);
    void *user;
};
/* ---- the rows of a page (profile_rows.c) ------------------------------------------------------------------------- */

const char *wf_profile_cause(unsigned n);               /* of `waited`: "no wave", "barrier" .. */
uint64_t wf_profile_waited(const struct wf_profile_place *place);           /* of all causes */
const char *wf_profile_main_cause(const struct wf_profile_place *place);    /* of most cycles; "": none */
void wf_profile_add(struct wf_profile_place *to, const struct wf_profile_place *from);

/* A source line, or an instruction of which no line is known. */
struct wf_profile_row {
    uint32_t line;              /* 0: not known */
    const char *text;           /* [length] of the line; without it, of its first instruction */
    int length;
    bool has_pc;                /* without a line: */
    size_t pc;
    const struct wf_profile_place *place;       /* NULL: no instruction is of this line */
};
struct wf_profile_rows {
    void (*file)(void *user, const char *name); /* the lines of this file follow; not called for the kernel file */
    void (*row)(void *user, const struct wf_profile_row *row);
    void *user;
};
/* Of a dispatch until `cycle`: of each file the lines from the first with an instruction to the last, then what has no
 * line.  `sum`: what they add up to.  False without memory. */
bool wf_profile_walk(const struct wf_profile *p, unsigned dispatch, const struct wf_kernel *kernel, uint64_t cycle,
                     const struct wf_profile_texts *texts, const struct wf_profile_rows *rows,
                     struct wf_profile_place *sum);

/* The source text with its figures (profile_page.c), dispatch by dispatch: of each file the lines from the first with
 * an instruction to the last; those without a line; sums.  Without text a line is shown by its first instruction. */
void wf_profile_print(FILE *file, const struct wf_profile *p, const struct wf_kernel *kernel,
                      const struct wf_profile_texts *texts, const struct wf_run_figures *figures);

#endif
