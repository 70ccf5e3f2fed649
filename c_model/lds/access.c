/* SPDX-License-Identifier: Apache-2.0
 *
 * access.c - which lanes may touch memory, and lanes one after the other.
 */
#include "access.h"

#include "../fp/fp.h"

struct wf_access_faults wf_access_check(struct wf_access *access, uint64_t bytes)
{
    struct wf_access_faults faults = { 0, 0, false };

    access->allowed = wf_mask_none();
    for (unsigned lane = 0; lane < access->size; lane++) {
        const uint64_t offset = access->offset[lane];
        if (!wf_mask_has(access->asked, lane))
            continue;
        if (offset % 4 == 0 && offset + 4 <= bytes) {
            wf_mask_put(&access->allowed, lane);
            continue;
        }
        if (faults.count++ == 0) {
            faults.lane = lane;
            faults.misaligned = offset % 4 != 0;
        }
    }
    return faults;
}

uint32_t wf_atom_apply(uint8_t atom, uint32_t old, uint32_t data, uint32_t compare)
{
    switch ((enum wf_atom)atom) {
    case WF_ATOM_ADD: return old + data;
    case WF_ATOM_SUB: return old - data;
    case WF_ATOM_AND: return old & data;
    case WF_ATOM_OR: return old | data;
    case WF_ATOM_XOR: return old ^ data;
    case WF_ATOM_MINS: return (int32_t)old < (int32_t)data ? old : data;
    case WF_ATOM_MAXS: return (int32_t)old > (int32_t)data ? old : data;
    case WF_ATOM_MINU: return old < data ? old : data;
    case WF_ATOM_MAXU: return old > data ? old : data;
    case WF_ATOM_XCHG: return data;
    case WF_ATOM_CAS: return old == compare ? data : old;
    case WF_ATOM_FADD: return wf_fp_add(old, data);
    case WF_ATOM_FMIN: return wf_fp_min(old, data);
    case WF_ATOM_FMAX: return wf_fp_max(old, data);
    case WF_ATOM_COUNT: break;
    }
    return old;
}

static void access_lane(const struct wf_access *access, unsigned lane, uint32_t *word, uint32_t *value)
{
    value[lane] = *word;
    if (access->kind == WF_ACCESS_STORE)
        *word = access->data[lane];
    else if (access->kind == WF_ACCESS_ATOMIC)
        *word = wf_atom_apply(access->atom, *word, access->data[lane], access->compare[lane]);
}

void wf_access_in_order(const struct wf_access *access, uint32_t *words, uint32_t *value)
{
    for (unsigned lane = 0; lane < access->size; lane++) {
        if (wf_mask_has(access->allowed, lane))
            access_lane(access, lane, &words[access->offset[lane] / 4], value);
        else
            value[lane] = 0;
    }
}
