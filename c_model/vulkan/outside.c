/* SPDX-License-Identifier: Apache-2.0 */
#include "outside.h"

bool wfv_is_outside(const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    return fault->count && fault->kind == WF_FAULT_MEM_RANGE && fault->address >= WF_IMAGE_OUTSIDE &&
           l->pipeline->images;
}

void wfv_warn_outside(const struct wfv_device *d, const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    if (!wfv_is_outside(l, fault) || d->robust_images || d->features.robustBufferAccess ||
        fault->pc >= l->code->code.count)
        return;
    const enum wf_op op = wf_insn_decode(l->code->code.word[fault->pc]).op;
    const struct wf_shader_place *place = &l->code->code.place[fault->pc];
    if (op == WF_OP_GLD || op == WF_OP_TLD)
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                "%s: %s:%u: a texel outside of its image is read; robustImageAccess, or robustBufferAccess of a texel "
                "buffer, would define it: group %u,%u,%u wave %u lane %u",
                l->pipeline->name, place->line ? place->file : "?", (unsigned)place->line, (unsigned)fault->group[0],
                (unsigned)fault->group[1], (unsigned)fault->group[2], fault->wave, fault->lane);
}
