/* SPDX-License-Identifier: Apache-2.0
 * body.h - a function that is written anew: its blocks, its values, its graph.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_BODY_H
#define WAVEFOLD_SPIRV_KERNEL_BODY_H

#include "graph.h"
#include "kernel.h"

struct wfs_body_block {
    uint32_t label, first, end;         /* id; words after its label, and of what ends it */
    uint32_t *to;                       /* [ways of the node] labels */
};

struct wfs_kernel_value {
    uint32_t phi;                       /* of an OpPhi the variable that the blocks before its own store to */
    uint32_t pointer;                   /* its type */
    uint32_t block;                     /* 1 + the block that defines it, or that a label begins; 0: neither is in the function */
    uint32_t type;                      /* 0: a label */
};

/* A parameter that points to a copy, which a variable of the parameter's id is. */
struct wfs_body_copy {
    uint32_t id, from, type;            /* from: the new parameter */
};

struct wfs_body {
    struct wfs_kernel *k;
    struct wfs_module *m;
    struct wfs_writer *w;
    uint32_t at, end;
    struct wfs_body_block *block;                /* [blocks]; node i of the graph is block i */
    uint32_t blocks;
    struct wfs_graph graph;
    uint32_t *label;                    /* [nodes] */
    uint32_t *target;                   /* [nodes] of headers of loops: label of the block that goes back */
    struct wfs_kernel_value *value;     /* [bound] of the kernel; of ids of other functions nothing is set */
    struct wfs_body_copy *copy;         /* [copies] parameters by value */
    size_t copies, copy_room;
    uint32_t *id;                       /* [ids] that are set */
    size_t ids, id_room;
    uint32_t state, state_pointer;      /* which entry of a cycle: a variable, and its type */
    uint32_t *number;                   /* [numbers] constants */
    uint32_t numbers;
};

/* ---- body.c ---- */

/* The blocks, up to OpFunctionEnd; then the graph that their branches make. */
void wfs_body_read_blocks(struct wfs_body *f);
void wfs_body_read_graph(struct wfs_body *f);
/* The block that the label begins; fails when it is none of the function. */
int wfs_body_block(const struct wfs_body *f, uint32_t at, uint32_t label);
/* The first operand of a branch that is a label, and how far it is to the next one. */
uint32_t wfs_body_first_label(const struct wfs_module *m, uint32_t at, uint32_t *step);
/* An id of the function: a label (type 0), or an OpPhi of the block. */
void wfs_body_set_value(struct wfs_body *f, uint32_t id, uint32_t block, uint32_t type);

/* ---- values.c ---- */

/* Variables for OpPhi; types of pointers before the function; the variables at its beginning. */
void wfs_body_find_variables(struct wfs_body *f);
void wfs_body_declare_types(struct wfs_body *f);
void wfs_body_declare_variables(struct wfs_body *f);
/* All of a block but what ends it, and what the OpPhi of the blocks after it take from it. */
void wfs_body_put_block(struct wfs_body *f, int n);

#endif
