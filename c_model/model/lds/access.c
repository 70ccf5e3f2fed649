/* SPDX-License-Identifier: Apache-2.0
 * access.c - which lanes may touch memory, and lanes one after the other.
 */
#include <string.h>

#include "access.h"

#include "../core/lanes.h"
#include "../fp/fp.h"

/* Bytes that a lane accesses; its offset is a multiple of them, and so is the array's address. */
static uint32_t width(const struct wf_access *access)
{
    return access->kind == WF_ACCESS_ATOMIC64 ? 8 : 4;
}

/* The lanes whose word lies within the array: all of its bytes. */
static struct wf_mask find_inside(const struct wf_access *access, uint32_t base, uint64_t bytes)
{
    const uint32_t size = width(access);
    /* the highest offset of a word */
    const uint32_t last = bytes - size < UINT32_MAX ? (uint32_t)(bytes - size) : UINT32_MAX;
    uint32_t inside[WF_MAX_LANES];

    if (bytes < size)
        return wf_mask_none();
    for (unsigned lane = 0; lane < access->size; lane++)
        inside[lane] = ((base | access->offset[lane]) & (size - 1)) == 0 && access->offset[lane] <= last;
    return wf_lanes_nonzero(access->size, inside);
}

static struct wf_mask find_misaligned(const struct wf_access *access, uint32_t base)
{
    uint32_t misaligned[WF_MAX_LANES];

    for (unsigned lane = 0; lane < access->size; lane++)
        misaligned[lane] = (base | access->offset[lane]) & (width(access) - 1);
    return wf_lanes_nonzero(access->size, misaligned);
}

struct wf_access_faults wf_access_check(struct wf_access *access, uint32_t base, uint64_t bytes)
{
    struct wf_access_faults faults = { 0, 0, false };
    struct wf_mask faulty;

    access->allowed = wf_mask_and(access->asked, find_inside(access, base, bytes));
    faulty = wf_mask_without(access->asked, access->allowed);
    if (access->robust && !wf_mask_empty(faulty))
        faulty = wf_mask_and(faulty, find_misaligned(access, base));
    if (wf_mask_empty(faulty))
        return faults;
    faults.count = wf_mask_count(faulty);
    faults.lane = (unsigned)wf_mask_lowest(faulty);
    faults.misaligned = (base | access->offset[faults.lane]) % width(access) != 0;
    return faults;
}

uint64_t wf_atom_apply64(uint8_t atom, uint64_t old, uint64_t data, uint64_t compare)
{
    switch ((enum wf_atom)atom) {
    case WF_ATOM_ADD: return old + data;
    case WF_ATOM_SUB: return old - data;
    case WF_ATOM_AND: return old & data;
    case WF_ATOM_OR: return old | data;
    case WF_ATOM_XOR: return old ^ data;
    case WF_ATOM_MINS: return (int64_t)old < (int64_t)data ? old : data;
    case WF_ATOM_MAXS: return (int64_t)old > (int64_t)data ? old : data;
    case WF_ATOM_MINU: return old < data ? old : data;
    case WF_ATOM_MAXU: return old > data ? old : data;
    case WF_ATOM_XCHG: return data;
    case WF_ATOM_CAS: return old == compare ? data : old;
    case WF_ATOM_FADD: case WF_ATOM_FMIN: case WF_ATOM_FMAX: case WF_ATOM_COUNT: break;
    }
    return old;
}

/* With its sign, so that order is kept whether a word counts as signed or not. */
static uint64_t widened(uint32_t word)
{
    return (uint64_t)(int64_t)(int32_t)word;
}

uint32_t wf_atom_apply(uint8_t atom, uint32_t old, uint32_t data, uint32_t compare)
{
    switch ((enum wf_atom)atom) {
    case WF_ATOM_FADD: return wf_fp_add(old, data);
    case WF_ATOM_FMIN: return wf_fp_min(old, data);
    case WF_ATOM_FMAX: return wf_fp_max(old, data);
    default: return (uint32_t)wf_atom_apply64(atom, widened(old), widened(data), widened(compare));
    }
}

static void load(const struct wf_access *access, const uint32_t *words, uint32_t *value)
{
    const uint32_t *offset = access->offset;
    const unsigned size = access->size;
    struct wf_mask left = access->allowed;

    if (wf_mask_equal(left, wf_mask_first(size))) {         /* most of the time, and half as long */
        for (unsigned lane = 0; lane < size; lane++)
            value[lane] = words[offset[lane] / 4];
        return;
    }
    memset(value, 0, size * sizeof *value);
    for (unsigned lane; wf_mask_take(&left, &lane);)
        value[lane] = words[offset[lane] / 4];
}

static void store(const struct wf_access *access, uint32_t *words)
{
    const uint32_t *offset = access->offset, *data = access->data;
    struct wf_mask left = access->allowed;

    for (unsigned lane; wf_mask_take(&left, &lane);)
        words[offset[lane] / 4] = data[lane];
}

static void perform_atomics(const struct wf_access *access, uint32_t *words, uint32_t *value)
{
    struct wf_mask left = access->allowed;

    memset(value, 0, access->size * sizeof *value);
    for (unsigned lane; wf_mask_take(&left, &lane);) {
        uint32_t *word = words + access->offset[lane] / 4;
        value[lane] = *word;
        *word = wf_atom_apply(access->atom, *word, access->data[lane], access->compare[lane]);
    }
}

static uint64_t join(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

static void perform_atomics64(const struct wf_access *access, uint32_t *words, uint32_t value[][WF_MAX_LANES])
{
    struct wf_mask left = access->allowed;

    memset(value[0], 0, access->size * sizeof *value[0]);
    memset(value[1], 0, access->size * sizeof *value[1]);
    for (unsigned lane; wf_mask_take(&left, &lane);) {
        uint32_t *word = words + access->offset[lane] / 4;
        const uint64_t now = wf_atom_apply64(access->atom, join(word[0], word[1]),
                                             join(access->data[lane], access->data_high[lane]),
                                             join(access->compare[lane], access->compare_high[lane]));
        value[0][lane] = word[0];
        value[1][lane] = word[1];
        word[0] = (uint32_t)now;
        word[1] = (uint32_t)(now >> 32);
    }
}

void wf_access_in_order(const struct wf_access *access, uint32_t *words, uint32_t value[][WF_MAX_LANES])
{
    switch (access->kind) {
    case WF_ACCESS_LOAD: load(access, words, value[0]); break;
    case WF_ACCESS_STORE: store(access, words); break;
    case WF_ACCESS_ATOMIC: perform_atomics(access, words, value[0]); break;
    case WF_ACCESS_ATOMIC64: perform_atomics64(access, words, value); break;
    }
}
