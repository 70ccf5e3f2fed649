/* SPDX-License-Identifier: Apache-2.0
 * atomic.c - atomics, barriers.
 *
 * 64-bit atomics are two of 32 bits where that is exact when all have run and nobody looks at the value before: and,
 * or, xor of both words; add and subtract, whose carry into the high word is known from the low word's old value.
 * Others are refused.
 */
#include "mesh.h"

enum {
    SEMANTICS_ORDER = 0x2 | 0x4 | 0x8 | 0x10,           /* Acquire, Release, AcquireRelease, SequentiallyConsistent */
    SEMANTICS_STORAGE = 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000    /* which memory: Uniform .. Output */
};

/* What a scope and semantics ask of a fence. */
enum order { ORDER_NONE, ORDER_GROUP, ORDER_DEVICE };

static uint32_t constant_operand(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const wfs_val v = wfs_word(l, wfs_operand(l->m, at, n));

    if (!wfs_is_const(v))
        wfs_refuse(l->m, at, "operand %u (scope or semantics) is not constant", (unsigned)n);
    return v.bits;
}

/* Workgroup memory is nobody else's, so no scope makes a fence of it reach beyond the group.  A subgroup has no
 * fence of its own.  A lane is in order with itself.  Coherent buffers promise what other groups stored as soon as
 * anything orders it: every fence is of device scope then. */
static enum order order_of(const struct wfs_lower *l, uint32_t scope, uint32_t semantics)
{
    if (!(semantics & SEMANTICS_ORDER) || scope == WfsScopeInvocation)
        return ORDER_NONE;
    if (l->m->coherent)
        return ORDER_DEVICE;
    if (scope == WfsScopeWorkgroup || scope == WfsScopeSubgroup ||
        (semantics & SEMANTICS_STORAGE) == WfsMemorySemanticsWorkgroupMemory)
        return ORDER_GROUP;
    return ORDER_DEVICE;
}

static void fence(struct wfs_lower *l, enum order order)
{
    if (order != ORDER_NONE)
        wfs_fence(l->code, WF_OP_MEMBAR, order == ORDER_DEVICE);
}

/* ---- one word ---- */

static wfs_val perform(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, uint32_t more, unsigned atom,
                       wfs_val x, wfs_val compare, bool used)
{
    const struct wfs_address a = wfs_address(l, p, more);

    if (p->space == WFS_LDS)
        return wfs_lds_atomic(l->code, atom, a.base, a.offset, x, compare, used);
    if (p->space != WFS_BUFFER)
        wfs_refuse(l->m, at, "an atomic on %s; expected a workgroup variable or a buffer",
                   wfs_shown(l->m, p->variable));
    wfs_note_output(l, p);
    return wfs_atomic_by(l->code, p->buffer, atom, a.base, a.offset, x, compare, used);
}

/* ---- which one ---- */

struct row {
    uint16_t op;
    uint8_t atom;
    bool has_value, on_float, wide;         /* wide: of 64 bits too, when its result is not used */
};

static const struct row rows[] = {
    {WfsOpAtomicLoad, WF_ATOM_OR, false, false, false},
    {WfsOpAtomicStore, WF_ATOM_XCHG, true, false, false},
    {WfsOpAtomicExchange, WF_ATOM_XCHG, true, false, false},
    {WfsOpAtomicCompareExchange, WF_ATOM_CAS, true, false, false},
    {WfsOpAtomicIIncrement, WF_ATOM_ADD, false, false, true},
    {WfsOpAtomicIDecrement, WF_ATOM_SUB, false, false, true},
    {WfsOpAtomicIAdd, WF_ATOM_ADD, true, false, true},
    {WfsOpAtomicISub, WF_ATOM_SUB, true, false, true},
    {WfsOpAtomicSMin, WF_ATOM_MINS, true, false, false},
    {WfsOpAtomicUMin, WF_ATOM_MINU, true, false, false},
    {WfsOpAtomicSMax, WF_ATOM_MAXS, true, false, false},
    {WfsOpAtomicUMax, WF_ATOM_MAXU, true, false, false},
    {WfsOpAtomicAnd, WF_ATOM_AND, true, false, true},
    {WfsOpAtomicOr, WF_ATOM_OR, true, false, true},
    {WfsOpAtomicXor, WF_ATOM_XOR, true, false, true},
    {WfsOpAtomicFAddEXT, WF_ATOM_FADD, true, true, false},
    {WfsOpAtomicFMinEXT, WF_ATOM_FMIN, true, true, false},
    {WfsOpAtomicFMaxEXT, WF_ATOM_FMAX, true, true, false},
};

static const struct row *find(uint32_t op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op)
            return &rows[i];
    return NULL;
}

/* Both words of 64 bits: see the head of the file. */
static void wide_atomic(struct wfs_lower *l, uint32_t at, const struct row *row, const struct wfs_pointer *p,
                        const wfs_val x[2])
{
    struct wfs_code *c = l->code;

    if (row->atom != WF_ATOM_ADD && row->atom != WF_ATOM_SUB) {
        for (uint32_t i = 0; i < 2; i++)
            perform(l, at, p, 4 * i, row->atom, x[i], wfs_none(), false);
        return;
    }
    const wfs_val old = perform(l, at, p, 0, row->atom, x[0], wfs_none(), true);
    const wfs_val carry = row->atom == WF_ATOM_ADD ? wfs_ltu(c, wfs_not(c, old), x[0]) : wfs_ltu(c, old, x[0]);
    perform(l, at, p, 4, row->atom, wfs_add(c, x[1], carry), wfs_none(), false);
}

/* True when something may read a result: the functions name it a second time. */
static bool is_used(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_module *m = l->m;

    if (!l->mentions) {
        l->mentions = wfs_new(l->env, m->bound, sizeof *l->mentions);
        for (uint32_t i = m->first_function; i < m->words; i = wfs_after(m, i))
            for (uint32_t n = 1; n < wfs_length_at(m, i); n++)
                if (m->word[i + n] < m->bound && l->mentions[m->word[i + n]] < 2 && wfs_is_id_at(m, i, n))
                    l->mentions[m->word[i + n]]++;
    }
    return id < m->bound && l->mentions[id] > 1;
}

static void atomic(struct wfs_lower *l, uint32_t at, const struct row *row)
{
    const bool store = row->op == WfsOpAtomicStore, cas = row->op == WfsOpAtomicCompareExchange;
    const uint32_t n = store ? 1 : 3;           /* the pointer; behind it scope and semantics */
    const struct wfs_pointer *p = wfs_pointer_operand(l, at, n);
    const struct wfs_type *t = p->pointee;
    const enum order order = order_of(l, constant_operand(l, at, n + 1),
                                      constant_operand(l, at, n + 2) | (cas ? constant_operand(l, at, n + 3) : 0));
    char name[WFS_NAME_SIZE];

    if ((t->kind != WFS_INT && t->kind != WFS_FLOAT) || (row->on_float && t->kind != WFS_FLOAT) || t->width < 32 ||
        (t->kind == WFS_FLOAT && t->width == 64))
        wfs_refuse(l->m, at, "an atomic on %s is not supported", wfs_type_shown(l->m, t));
    const struct wfs_value *operand = row->has_value ? wfs_value(l, wfs_operand(l->m, at, n + (cas ? 4 : 3))) : NULL;
    if (operand && (!operand->word || operand->words != t->words))
        wfs_refuse(l->m, at, "its operand is %s; expected %s", wfs_type_shown(l->m, operand->type),
                   wfs_type_shown(l->m, t));
    const wfs_val one[2] = {row->op == WfsOpAtomicLoad ? wfs_const(0) : wfs_const(1), wfs_const(0)};
    const wfs_val *x = operand ? operand->word : one;
    fence(l, order);
    if (t->words == 2) {
        if (!row->wide || (!store && is_used(l, wfs_operand(l->m, at, 2))))
            wfs_refuse(l->m, at,
                       "%s of 64 bits is not supported: only and, or, xor, add and subtract whose result is not used",
                       wfs_spirv_name(row->op, name));
        wide_atomic(l, at, row, p, x);
    } else {
        const wfs_val compare = cas ? wfs_word(l, wfs_operand(l->m, at, n + 5)) : wfs_none();
        const wfs_val old = perform(l, at, p, 0, row->atom, x[0], compare, !store);
        if (!store)
            wfs_result(l, at)->word[0] = old;
    }
    fence(l, order);
}

/* ---- barriers ---- */

static void control_barrier(struct wfs_lower *l, uint32_t at)
{
    const uint32_t scope = constant_operand(l, at, 1);
    const enum order order = order_of(l, constant_operand(l, at, 2), constant_operand(l, at, 3));

    if (scope == WfsScopeWorkgroup && l->is_pixel)
        wfs_refuse(l->m, at, "a barrier of a group in a fragment shader; expected Scope Subgroup");
    switch (scope) {
    case WfsScopeWorkgroup: wfs_fence(l->code, WF_OP_BARRIER, order == ORDER_DEVICE || l->m->coherent); break;
    case WfsScopeSubgroup: case WfsScopeInvocation: fence(l, order); break;       /* the lanes of a wave are together */
    default: wfs_refuse(l->m, at, "the execution scope is %u; expected Workgroup or Subgroup", (unsigned)scope);
    }
}

bool wfs_lower_atomic(struct wfs_lower *l, uint32_t at)
{
    const struct row *row = find(wfs_op_at(l->m, at));

    if (row) {
        atomic(l, at, row);
        return true;
    }
    switch (wfs_op_at(l->m, at)) {
    case WfsOpControlBarrier: control_barrier(l, at); return true;
    case WfsOpMemoryBarrier: fence(l, order_of(l, constant_operand(l, at, 1), constant_operand(l, at, 2))); return true;
    default: return false;
    }
}
