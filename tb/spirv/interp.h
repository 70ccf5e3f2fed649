/* SPDX-License-Identifier: Apache-2.0
 * interp.h - a straightforward interpreter of SPIR-V compute shaders: the tests' second opinion on the front-end.
 *
 * It lowers nothing.  Each value has a place in each lane, each instruction runs over an array of lanes.  The lanes
 * that run together follow the rules of SPV_KHR_maximal_reconvergence (interp_flow.c).  docs/semantics.md has what
 * SPIR-V leaves open: placement of threads (section 3), order of float combinations (5), groupshared memory begins as
 * zeros (6), NaN is 0x7fc00000 (7), out-of-bounds loads give 0 and stores nothing (9).  OpUndef is 0.
 */
#ifndef INTERP_H
#define INTERP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interp_buffer {
    uint32_t set, binding, element;             /* element: of an array of blocks, else 0 */
    uint8_t *bytes;             /* changed in place; several bindings may share them */
    size_t size;
    uint32_t side[3];           /* of an image: texels in each direction, the last one layers too; its ImageFormat */
    uint32_t format;            /* 0: a buffer */
};

struct interp_spec {
    uint32_t id;                /* SpecId */
    uint64_t bits;
};

struct interp_run {
    const char *entry;          /* NULL: the only GLCompute entry point */
    unsigned wave_size;         /* 4..128, a power of two */
    uint32_t groups[3];
    unsigned num_waves;         /* 0, or N: the group is N whole waves and LocalSize does not count */
    unsigned extra_waves;       /* waves added to a group; its runs of four threads are dealt out to all */
    bool extra_idle;            /* the added ones get no thread */
    /* their numbers, from 0 on, are in the high words of addresses, with 1 more; in the low words are bytes */
    struct interp_buffer *buffer;
    size_t buffers;
    uint8_t *push;              /* push constants */
    size_t push_size;
    const struct interp_spec *spec;
    size_t specs;
    uint64_t undefined;         /* the bits of OpUndef's numbers; 0 but where a run is to show that nothing hangs on them */
    uint64_t step_limit;        /* instructions times lanes of the whole run; 0: 2^34 */
    uint64_t steps;             /* written: how many there were */
    uint64_t outside;           /* written: scalars (in variables: values) read or written out of bounds */
};

/* Runs all workgroups, one after the other.  False, with a message that names opcode and word offset, for a module or a run that it
 * cannot do; buffers may have been written then. */
bool interp_run(const uint32_t *words, size_t count, struct interp_run *run, char *error, size_t room);

#endif
