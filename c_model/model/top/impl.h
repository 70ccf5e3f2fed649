/* SPDX-License-Identifier: Apache-2.0
 * impl.h - the parts of a machine, shared by the files of this folder.
 */
#ifndef WAVEFOLD_TOP_IMPL_H
#define WAVEFOLD_TOP_IMPL_H

#include "wavefold/machine.h"

#include "../core/core.h"
#include "../lds/access.h"

enum { WF_MAX_WAVES = 256 };

/* Where a wave waits: at which barrier, on which turn of the loops around it; and one of its lanes. */
struct wf_meeter {
    bool is;                            /* there is one */
    uint16_t pc;
    uint64_t turns;
    unsigned wave, lane;
};

/* Of a group, for the watch: the first wave at the barrier, the first that waits elsewhere; the first lanes that have
 * ended, at the end of the code and by `ret`. */
struct wf_meeting {
    struct wf_meeter here, elsewhere, ended, returned;
};

/* A group with a wave launched and not all waves ended. */
struct wf_group {
    struct wf_group *next;              /* in the list of resident groups, or of free records */
    uint64_t index;                     /* place in the grid, x fastest */
    uint32_t id[3];
    bool launched[WF_MAX_WAVES];
    unsigned launches, ends, waiting;   /* waves */
    bool device;                        /* one of those that wait is at a barrier of device scope */
    uint32_t *lds;                      /* [machine lds_words] */
    bool watched;                       /* by the watch for races since its first access, under this number, */
    uint32_t number;
    void *cells;                        /* [machine lds_words] its notes on the words of the LDS; NULL until used */
    struct wf_meeting meeting;
};

/* A slot and the wave in it. */
struct wf_slot {
    bool running, waiting, used;        /* used: had a wave at some time */
    struct wf_group *group;
    unsigned index;                     /* of the wave in its group */
    bool watched;                       /* by the watch for races since its first access, under this number */
    uint32_t number;
    struct wf_mask left;                /* of a watched machine: lanes that only wait for the end (races_barrier.c) */
    struct wf_wave wave;
};

/* An instruction, split once. */
struct wf_decoded {
    struct wf_insn insn;
    enum wf_fault fault;                /* not WF_FAULT_NONE: there is no instruction, the wave ends */
    enum wf_unit unit;
    uint8_t words;                      /* registers it writes */
    bool straight;                      /* arithmetic: each lane from its own registers to its own register */
    wf_perform_fn *perform;             /* of arithmetic */
    const uint32_t *imm;                /* [S] the immediate in every lane; NULL: operand b is a register */
};

/* A set of lanes, counted and, once it was asked for, as words. */
struct wf_lane_set {
    struct wf_mask mask;
    unsigned count;
    bool spread;
    uint32_t taken[WF_MAX_LANES];       /* wf_lanes_spread */
};

/* Groups that are done: all below `below`, and those listed. */
struct wf_finished {
    uint64_t below;
    uint64_t *other;
    size_t count, capacity;
};

struct wf_machine {
    struct wf_device device;
    struct wf_desc desc;
    struct wf_shape shape;
    struct wf_buffer buffer[WF_MAX_BUFFERS];
    bool robust[WF_MAX_BUFFERS];      /* out of its range is no fault */
    const uint64_t *code;
    struct wf_decoded *decoded;         /* [count + 1]: the last entry is the fault of a pc after the code */
    size_t count;                       /* length of the code */
    uint32_t *memory;
    size_t memory_words;
    struct wf_quad *quad;               /* [quads], the covered ones of a pixel shader */
    size_t quads;
    uint64_t groups;                    /* of the grid; UINT64_MAX when there are more */
    unsigned lds_words, regs;           /* a group, a lane */
    struct wf_slot *slot;               /* [device.waves] */
    unsigned running, waiting;          /* slots that hold a wave; those of them that wait at a barrier */
    struct wf_mask all;                 /* the S lanes of a wave */
    struct wf_frame *frames;            /* backing store of all slots' stacks, registers and immediates */
    uint32_t *registers, *immediates;
    struct wf_group *resident, *spare;
    unsigned residents, most_residents; /* groups at once: now, and that places, registers and LDS hold */
    struct wf_finished finished;
    struct wf_fault_record fault;
    uint64_t clock;                     /* instructions that waves have begun, and what it started from */
    struct wf_races *races;             /* races_notes.h; NULL: not watched */
    struct wf_part *part;               /* claims.c; NULL: the machine runs alone */
    struct wf_lane_set last;            /* step.c: the last one; most of the time the next instruction has the same */
    uint32_t value[4][WF_MAX_LANES];    /* result of the instruction at hand */
    uint32_t address[WF_MAX_LANES];     /* its byte offsets */
    struct wf_access_faults faulty;     /* of the last access */
    uint32_t refused;                   /* wf_effect.refused */
    struct wf_effect effect;            /* what wf_machine_run shows to a trace */
    wf_progress_fn *progress;           /* or NULL */
    void *progress_user;
};

/* group.c */
uint64_t wf_group_index(const struct wf_machine *m, const uint32_t id[3]);
void wf_group_id(const struct wf_machine *m, uint64_t index, uint32_t id[3]);
struct wf_group *wf_group_find(const struct wf_machine *m, uint64_t index);
bool wf_group_finished(const struct wf_machine *m, uint64_t index);
struct wf_group *wf_group_open(struct wf_machine *m, uint64_t index);   /* NULL when out of memory */
void wf_group_wave_ended(struct wf_machine *m, struct wf_group *group); /* the last one closes the group */
bool wf_group_barrier_ready(const struct wf_machine *m, const struct wf_group *group);
void wf_group_release(struct wf_machine *m, struct wf_group *group);    /* its waiting waves continue */
void wf_groups_free(struct wf_machine *m);

/* sysval.c: a system value, or the size of a buffer, in every lane. */
void wf_system_value(const struct wf_machine *m, const struct wf_slot *slot, const struct wf_insn *insn,
                     uint32_t *value);

/* effect.c: a fault of `count` lanes, `lane` the first; a set of lanes as flags, and back; an effect that touches
 * neither registers nor memory. */
void wf_fault_note(struct wf_machine *m, const struct wf_slot *slot, enum wf_fault kind, unsigned lane,
                   uint32_t address, unsigned count);
void wf_effect_lanes(const struct wf_machine *m, struct wf_mask mask, bool *lane);
struct wf_mask wf_effect_mask(const struct wf_machine *m, const bool *lane);
void wf_effect_begin(const struct wf_machine *m, const struct wf_slot *slot, struct wf_effect *effect);

/* memory.c: LDS and global memory; fills the memory part of the effect when there is one.  Returns the lanes
 * written. */
struct wf_mask wf_memory_perform(struct wf_machine *m, struct wf_slot *slot, const struct wf_decoded *code,
                                 struct wf_effect *effect);
/* ... in two parts: the operands into the effect, and from there the access. */
void wf_memory_begin(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code,
                     struct wf_effect *effect);
struct wf_mask wf_memory_access(struct wf_machine *m, const struct wf_slot *slot, const struct wf_decoded *code,
                                const struct wf_effect *effect);
/* The lanes that ask, which are those whose destination an access writes. */
struct wf_mask wf_memory_asked(const struct wf_machine *m, const struct wf_effect *effect);

/* step.c: one instruction of a wave that can run; `effect` may be NULL.  Returns the number of lanes that ran. */
unsigned wf_step(struct wf_machine *m, struct wf_slot *slot, struct wf_effect *effect);
/* At most `most` instructions of a wave, until it waits or ends.  Returns how many; adds the lanes that ran them to
 * *lanes. */
uint64_t wf_steps(struct wf_machine *m, struct wf_slot *slot, uint64_t most, uint64_t *lanes);

static inline const uint32_t *wf_register_row(const struct wf_slot *slot, unsigned reg)
{
    return slot->wave.regs + (size_t)reg * slot->wave.size;
}

#endif
