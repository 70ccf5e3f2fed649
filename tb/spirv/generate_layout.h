/* SPDX-License-Identifier: Apache-2.0
 * generate_layout.h - types with explicit layouts, made at random, and the blocks of them that a module has.
 */
#ifndef GENERATE_LAYOUT_H
#define GENERATE_LAYOUT_H

#include "generate_state.h"

enum { NODES = 96, MEMBERS = 5, BLOCKS = 3 };
enum node_what { LEAF, MATRIX, ARRAY, STRUCT };

struct node {
    enum node_what what;
    kind kind;                      /* of a leaf; of a matrix: of a column */
    unsigned columns;
    bool row_major;
    uint32_t matrix_stride;
    uint32_t length, stride;        /* of an array; length 0: runtime array */
    unsigned element;               /* number of the node */
    unsigned members, member[MEMBERS];
    uint32_t offset[MEMBERS];
    uint32_t size, align;
    uint32_t type, twin;            /* ids; twin: the same without layout, or 0 */
};

struct block {
    uint32_t variable, storage;
    unsigned node;                  /* of the struct */
    bool own_items;                 /* the last member is a runtime array of which each thread has an item to write */
};

struct layout {
    struct node node[NODES];
    unsigned nodes;
    struct block block[BLOCKS];
    unsigned blocks;
    bool std140;                    /* the block that is being made */
    uint32_t storage;
};

#endif
