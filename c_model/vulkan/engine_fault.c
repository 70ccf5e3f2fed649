/* SPDX-License-Identifier: Apache-2.0 */
#include "engine_rtl.h"

#include <stdio.h>

/* Accesses out of range have a result where the program asked for robust access. */
static bool is_allowed(const struct wfv_device *d, const struct wf_fault_record *fault)
{
    return !fault->count || (fault->kind == WF_FAULT_MEM_RANGE && (d->features.robustBufferAccess || d->robust_images));
}

bool wfv_engine_fault(const struct wfv_device *d, const struct wfv_launch *l, const char *side,
                      const struct wf_fault_record *fault, char report[WFV_REPORT])
{
    const struct wf_shader_place *place = fault->pc < l->code->code.count ? &l->code->code.place[fault->pc] : NULL;

    if (is_allowed(d, fault))
        return true;
    snprintf(report, WFV_REPORT, "%s: fault on the %s: %s: %s:%u: group %u,%u,%u wave %u lane %u, address 0x%x, %llu in all", l->pipeline->name, side,
             wf_fault_text(fault->kind), place && place->line ? place->file : "?", place ? (unsigned)place->line : 0, (unsigned)fault->group[0],
             (unsigned)fault->group[1], (unsigned)fault->group[2], fault->wave, fault->lane, (unsigned)fault->address, (unsigned long long)fault->count);
    return false;
}
