/* SPDX-License-Identifier: Apache-2.0
 * waves.h - what the operations of a subgroup give, lane by lane, from the words of the specifications of SPIR-V and Vulkan.
 */
#ifndef WF_VULKAN_WAVES_H
#define WF_VULKAN_WAVES_H

#include <stdbool.h>
#include <stdint.h>

/* 'u', 's', 'f' with a width of 8 to 64, 'b'. */
struct type {
    char kind;
    unsigned width;
};
enum arith { ADD, MUL, MIN, MAX, AND, OR, XOR, ARITHS };

enum what {
    REDUCE, INCLUSIVE, EXCLUSIVE, CLUSTERED, PARTITIONED_REDUCE, PARTITIONED_INCLUSIVE, PARTITIONED_EXCLUSIVE,
    BROADCAST, BROADCAST_FIRST, SHUFFLE, SHUFFLE_XOR, SHUFFLE_UP, SHUFFLE_DOWN, ROTATE, ROTATE_CLUSTERED, QUAD_BROADCAST,
    QUAD_HORIZONTAL, QUAD_VERTICAL, QUAD_DIAGONAL, ALL_EQUAL,
    ELECT, ALL, ANY, BALLOT, BALLOT_HIGH, INVERSE_BALLOT, BIT_EXTRACT, BIT_COUNT, BIT_COUNT_INCLUSIVE, BIT_COUNT_EXCLUSIVE, FIND_LSB, FIND_MSB,
    PARTITION, PARTITION_HIGH, QUAD_ALL, QUAD_ANY
};

/* The lanes of one subgroup. */
struct wave {
    unsigned size;
    bool active[128];
    uint64_t value[128];                /* bits of the type */
    uint64_t alike[128];                /* for ALL_EQUAL */
    uint32_t key[128];                  /* of the partition */
};

bool has_arith(const struct type *t, enum arith arith);
/* What lane `lane`, an active one, gets.  `number` is a size of clusters, a lane, a mask or a distance.  False: it is undefined. */
bool wave_result(const struct wave *w, const struct type *t, enum what what, enum arith arith, unsigned number, unsigned lane,
                 uint64_t *result);
/* The bits of a small whole number, or of the power of two with that exponent, in the type. */
uint64_t bits_of(const struct type *t, double value);

#endif
