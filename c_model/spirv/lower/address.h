/* SPDX-License-Identifier: Apache-2.0
 * address.h - addresses as numbers.
 *
 * An address has two parts.  `number` is 1 + the number of a buffer, or below that of a class of memory without one;
 * `byte` lies in it.  A byte before the memory is negative, and the number then one less.  So sums and differences
 * of addresses are those of their bytes.
 *
 * Of 64 bits, the parts are the high and the low word.  Of 32 bits, the number has the highest 6 and the byte 26.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_ADDRESS_H
#define WAVEFOLD_SPIRV_LOWER_ADDRESS_H

#include "lower.h"

struct wfs_parts_of_address {
    wfs_val number, byte;
};

struct wfs_parts_of_address wfs_address_parts(struct wfs_lower *l, const struct wfs_value *v);
/* Words of an address `v` of these parts. */
void wfs_set_address(struct wfs_lower *l, struct wfs_value *v, struct wfs_parts_of_address parts);
wfs_val wfs_at_most(struct wfs_lower *l, wfs_val x, uint32_t most);
/* Bytes of the buffer with this number. */
wfs_val wfs_size_of(struct wfs_lower *l, wfs_val number);
/* Of a pointer to blocks that have records: to the one with this index. */
void wfs_choose_record_of(struct wfs_lower *l, struct wfs_pointer *p, wfs_val index, uint32_t blocks);
/* A buffer of the dispatch that has this number, else one without memory.  `table`: or that of the table, after those of
 * the dispatch, where constants and variables of a program lie. */
wfs_val wfs_buffer_of_number(struct wfs_lower *l, wfs_val number, bool table);
/* Numbers of memory of the group and of the lane. */
uint32_t wfs_group_number(const struct wfs_module *m);
uint32_t wfs_lane_number(const struct wfs_module *m);
/* The address of what p points to, which is known; p->space SLOTS or TABLE: it is no number. */
void wfs_address_of_variable(struct wfs_lower *l, struct wfs_value *v, struct wfs_pointer *p);
/* An address of another type, or of the block that a pointer to a buffer points to. */
void wfs_cast_address(struct wfs_lower *l, struct wfs_value *v, const struct wfs_value *from);
/* Fail when the value is no number: it may be followed only. */
void wfs_expect_number(struct wfs_lower *l, const struct wfs_value *v);

#endif
