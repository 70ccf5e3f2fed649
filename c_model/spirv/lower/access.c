/* SPDX-License-Identifier: Apache-2.0
 * access.c - OpLoad, OpStore, OpCopyMemory, and their memory operands.
 */
#include "access.h"

#include "scalar.h"

/* Bits of the memory operands of an instruction.  Behind them stand a number for the alignment, a scope for each of the
 * two that make visible, and a list for each of the two that say what is no alias.  NONTEMPORAL and these are hints. */
enum {
    VOLATILE = 0x1,
    ALIGNED = 0x2,
    NONTEMPORAL = 0x4,
    MAKE_AVAILABLE = 0x8,
    MAKE_VISIBLE = 0x10,
    NON_PRIVATE = 0x20,
    ALIAS_SCOPE = 0x10000,
    NO_ALIAS = 0x20000,
    KNOWN = 0x3003f
};

/* Memory operands in word n of an instruction, if it has so many. */
static struct wfs_access access_at(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    if (n >= wfs_length_at(l->m, at))
        return (struct wfs_access){false, false, 1, false, n};
    const uint32_t mask = wfs_operand(l->m, at, n++);
    if (mask & ~(uint32_t)KNOWN)
        wfs_refuse(l->m, at, "memory operands 0x%x are not supported", (unsigned)(mask & ~(uint32_t)KNOWN));
    const uint32_t aligned = mask & ALIGNED ? wfs_operand(l->m, at, n) : 1;
    if (!wfs_is_power_of_two(aligned))
        wfs_refuse(l->m, at, "Aligned %u; expected a power of two", (unsigned)aligned);
    n += (mask & ALIGNED ? 1U : 0U) + (mask & MAKE_AVAILABLE ? 1U : 0U);
    const wfs_val scope = mask & MAKE_VISIBLE ? wfs_word(l, wfs_operand(l->m, at, n++)) : wfs_const(WfsScopeInvocation);
    n += (mask & ALIAS_SCOPE ? 1U : 0U) + (mask & NO_ALIAS ? 1U : 0U);
    const bool in_group =
        wfs_is(scope, WfsScopeWorkgroup) || wfs_is(scope, WfsScopeSubgroup) || wfs_is(scope, WfsScopeInvocation);
    return (struct wfs_access){mask & (VOLATILE | MAKE_AVAILABLE | MAKE_VISIBLE | NON_PRIVATE),
                               mask & VOLATILE || !in_group, aligned, mask & ALIGNED, n};
}

/* What the access says of an address, which says nothing of its own. */
static struct wfs_pointer aligned(const struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_access access)
{
    struct wfs_pointer q = *p;

    if (p->is_physical && p->offset % access.aligned == 0 &&
        access.aligned > p->align)
        q.align = access.aligned;
    if (l->m->kernel_pointer && access.says_aligned && p->is_explicit)
        q.loose = access.aligned;
    return q;
}

struct wfs_value *wfs_load_by_access(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_access access)
{
    struct wfs_pointer *q = wfs_new(l->env, 1, sizeof *q);

    *q = aligned(l, p, access);
    l->code->how = wfs_how_to_load(p, p->is_coherent || access.is_coherent, p->is_coherent || access.fresh);
    if (q->space == WFS_BUFFER && wfs_is_const(q->buffer) && q->buffer.bits < WF_MAX_BUFFERS && !q->is_physical)
        l->loaded = q;
    struct wfs_value *v = wfs_load_pointer(l, q);
    l->loaded = NULL;
    l->code->how = 0;
    return v;
}

void wfs_store_by_access(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v,
                         struct wfs_access access)
{
    const struct wfs_pointer q = aligned(l, p, access);

    l->code->how = p->is_coherent || access.is_coherent ? WF_HOW_COHERENT : 0;
    wfs_store_pointer(l, &q, v);
    l->code->how = 0;
}

struct wfs_copy_access wfs_copy_access(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_access to = access_at(l, at, n);

    return (struct wfs_copy_access){to, to.end < wfs_length_at(l->m, at) ? access_at(l, at, to.end) : to};
}

static void copy_memory(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_copy_access access = wfs_copy_access(l, at, 3);
    const struct wfs_value *v = wfs_load_by_access(l, wfs_pointer_operand(l, at, 2), access.from);

    wfs_store_by_access(l, wfs_pointer_operand(l, at, 1), v, access.to);
}

bool wfs_lower_memory(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpAccessChain: case WfsOpInBoundsAccessChain: wfs_access_chain(l, at, false); return true;
    case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain: wfs_access_chain(l, at, true); return true;
    case WfsOpLoad:
        wfs_define(l, wfs_operand(l->m, at, 2),
                   wfs_load_by_access(l, wfs_pointer_operand(l, at, 3), access_at(l, at, 4)));
        return true;
    case WfsOpStore:
        wfs_store_by_access(l, wfs_pointer_operand(l, at, 1), wfs_value(l, wfs_operand(l->m, at, 2)),
                            access_at(l, at, 3));
        return true;
    case WfsOpCopyMemory: copy_memory(l, at); return true;
    default: return wfs_lower_pointer(l, at);
    }
}
