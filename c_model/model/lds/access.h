/* SPDX-License-Identifier: Apache-2.0
 * access.h - loads, stores and atomics of one instruction on an array of words (docs/semantics.md, "LDS", "Global
 * memory").
 */
#ifndef WAVEFOLD_LDS_ACCESS_H
#define WAVEFOLD_LDS_ACCESS_H

#include "wavefold/isa.h"

#include "../core/mask.h"

enum wf_access_kind { WF_ACCESS_LOAD, WF_ACCESS_STORE, WF_ACCESS_ATOMIC, WF_ACCESS_ATOMIC64 };

struct wf_access {
    enum wf_access_kind kind;
    uint8_t atom;                   /* enum wf_atom, atomics only */
    unsigned size;                  /* S */
    struct wf_mask asked;           /* lanes that take part */
    bool robust;                  /* an address out of range is no fault */
    struct wf_mask allowed;         /* ... whose address is aligned and in range: set by wf_access_check */
    const uint32_t *offset;         /* [S] byte offset in the array */
    const uint32_t *data;           /* [S] stores and atomics */
    const uint32_t *compare;        /* [S] compare-exchange */
    const uint32_t *data_high, *compare_high;   /* [S] their high words, of 64-bit atomics */
};

/* What wf_access_check found. */
struct wf_access_faults {
    unsigned count;                 /* faulting lanes */
    unsigned lane;                  /* the lowest of them, */
    bool misaligned;                /* and its fault: misaligned, or else out of range */
};

/* Sort the lanes that ask into allowed ones and others, which fault unless the access is robust; the array has `bytes` bytes, from byte `base` of memory on. */
struct wf_access_faults wf_access_check(struct wf_access *access, uint32_t base, uint64_t bytes);

/* Perform the allowed lanes one after the other in ascending order on words[offset/4].  value[0][lane] receives the
 * word loaded, or the word before the atomic; value[1][lane] the high word before a 64-bit atomic; 0 for lanes that are
 * not allowed; nothing by a store. */
void wf_access_in_order(const struct wf_access *access, uint32_t *words, uint32_t value[][WF_MAX_LANES]);

/* The same on LDS, where float addition combines the lanes of a word in scan order before it meets memory. */
void wf_lds_access(const struct wf_access *access, uint32_t *words, uint32_t value[][WF_MAX_LANES]);

/* The word after an atomic; the 64-bit one after a 64-bit atomic, which is of integers. */
uint32_t wf_atom_apply(uint8_t atom, uint32_t old, uint32_t data, uint32_t compare);
uint64_t wf_atom_apply64(uint8_t atom, uint64_t old, uint64_t data, uint64_t compare);

#endif
