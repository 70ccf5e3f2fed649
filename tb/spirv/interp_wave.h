/* SPDX-License-Identifier: Apache-2.0
 * interp_wave.h - a wave while it runs: its lanes, and which of them run together.
 */
#ifndef INTERP_WAVE_H
#define INTERP_WAVE_H

#include "interp_memory.h"

enum { MAX_LANES = 128, MAX_WAVES = 1024 };

/* A set of lanes. */
struct lanes {
    uint64_t w[2];
};

static inline bool has_lane(struct lanes s, unsigned lane)
{
    return s.w[lane >> 6] >> (lane & 63) & 1;
}

static inline bool no_lanes(struct lanes s)
{
    return (s.w[0] | s.w[1]) == 0;
}

static inline void add_lane(struct lanes *s, unsigned lane)
{
    s->w[lane >> 6] |= UINT64_C(1) << (lane & 63);
}

static inline struct lanes both(struct lanes a, struct lanes b)
{
    return (struct lanes){ { a.w[0] & b.w[0], a.w[1] & b.w[1] } };
}

static inline struct lanes either(struct lanes a, struct lanes b)
{
    return (struct lanes){ { a.w[0] | b.w[0], a.w[1] | b.w[1] } };
}

static inline struct lanes without(struct lanes a, struct lanes b)
{
    return (struct lanes){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1] } };
}

/* A construct that some lanes have entered together and not yet all left.  ROUND is one round of a loop up to its continue target, and
 * lies in a LOOP, which lasts to the merge block. */
enum scope_kind { IN_CALL, IN_SELECTION, IN_LOOP, IN_ROUND };
struct scope {
    enum scope_kind kind;
    bool dead;                      /* all have left: to be used again */
    struct scope *parent;
    uint32_t header, exit;          /* labels: of the loop; merge block, continue target */
    struct lanes inside, arrived;   /* still in it; waiting at its exit, or after the call */
    uint32_t back, block;           /* of a call: next instruction, and the label of its block; 0: the entry point */
    const struct insn *call;
    const struct cases *cases;      /* of a switch with falls from one case into another */
    struct lanes *in_case, *waiting;    /* [cases->count]: running it; waiting at its label for those that may fall into it */
    uint32_t room;                  /* cases that in_case[] and waiting[], one after the other, have room for */
    struct scope *next;             /* in a list of dead ones */
};

/* Lanes that run together, and where.  SPV_KHR_maximal_reconvergence calls them a tangle. */
struct tangle {
    struct lanes lanes;
    struct scope *top;
    uint32_t block, at;             /* label of the block; index of the next instruction */
};

/* What an invocation of a geometry shader has emitted. */
struct emission {
    uint32_t vertices, strip, length, primitives;
};

struct wave {
    struct module *module;
    struct group *group;
    unsigned number;
    struct lanes live, helpers;
    uint64_t *slots;                /* [MAX_LANES][module.lane_slots] */
    uint32_t from[MAX_LANES];       /* label of the block that each lane came from */
    struct tangle ready[MAX_LANES + 1];
    unsigned readies;
    struct scope *free, *dead;
    bool at_barrier, ended;
    struct emission emission[MAX_LANES];
};

struct group {
    struct module *module;
    struct wave *wave[MAX_WAVES];
    unsigned waves, wave_size;
    uint8_t *memory;
    uint32_t id[3];
    uint64_t steps, step_limit;
    uint32_t mesh_counts[2];        /* of a mesh shader: what it announces */
    uint32_t emitted[3];            /* of a task shader: a grid */
    uint64_t clock;                 /* reads of it so far */
};

static inline uint64_t *lane_slots_of(const struct wave *w, unsigned lane)
{
    return w->slots + (size_t)lane * w->module->lane_slots;
}

/* interp_flow.c */
void flow_begin(struct wave *w);
/* `t` runs OpSelectionMerge or OpLoopMerge: t->top becomes the new construct. */
void flow_merge(struct wave *w, struct tangle *t, const struct insn *n);
/* `lanes` of t branch to `label`. */
void flow_branch(struct wave *w, const struct tangle *t, struct lanes lanes, uint32_t label);
/* Lane k of t goes to target[k]. */
void flow_switch(struct wave *w, const struct tangle *t, const struct insn *n, const uint32_t *target);
/* t calls: it continues at the function's first block, and later after `n`. */
void flow_call(struct wave *w, struct tangle *t, const struct insn *n);
/* The call that t runs in; its .call is NULL in the entry point. */
const struct scope *flow_caller(const struct tangle *t);
void flow_return(struct wave *w, const struct tangle *t);
/* The lanes end. */
void flow_kill(struct wave *w, const struct tangle *t);

/* interp_exec.c: runs the wave until it ends, waits at a barrier, or has made `budget` steps. */
void wave_run(struct wave *w, uint64_t budget);

/* interp_subgroup.c: OpGroup.., OpSubgroup.. over the lanes list[count] of t, in ascending order.  False: it is no such instruction. */
bool subgroup_insn(struct wave *w, const struct insn *n, const uint8_t *list, unsigned count);

#endif
