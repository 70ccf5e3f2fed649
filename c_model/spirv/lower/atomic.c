/* SPDX-License-Identifier: Apache-2.0
 * atomic.c - atomics, barriers.
 */
#include "lower.h"

#include "../math/math.h"
#include "workgroup.h"

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

/* ---- which one ---- */

/* Of what: integers, floats, both. */
enum { INTEGERS = 1, FLOATS = 2, BITS = INTEGERS | FLOATS };

struct row {
    uint16_t op;
    uint8_t atom;
    bool has_value;
    uint8_t of;
};

static const struct row rows[] = {
    {WfsOpAtomicLoad, WF_ATOM_OR, false, BITS},
    {WfsOpAtomicStore, WF_ATOM_XCHG, true, BITS},
    {WfsOpAtomicExchange, WF_ATOM_XCHG, true, BITS},
    {WfsOpAtomicCompareExchange, WF_ATOM_CAS, true, BITS},      /* of floats by Slang, which compares bits */
    {WfsOpAtomicCompareExchangeWeak, WF_ATOM_CAS, true, INTEGERS},
    {WfsOpAtomicIIncrement, WF_ATOM_ADD, false, INTEGERS},
    {WfsOpAtomicIDecrement, WF_ATOM_SUB, false, INTEGERS},
    {WfsOpAtomicIAdd, WF_ATOM_ADD, true, INTEGERS},
    {WfsOpAtomicISub, WF_ATOM_SUB, true, INTEGERS},
    {WfsOpAtomicSMin, WF_ATOM_MINS, true, INTEGERS},
    {WfsOpAtomicUMin, WF_ATOM_MINU, true, INTEGERS},
    {WfsOpAtomicSMax, WF_ATOM_MAXS, true, INTEGERS},
    {WfsOpAtomicUMax, WF_ATOM_MAXU, true, INTEGERS},
    {WfsOpAtomicAnd, WF_ATOM_AND, true, INTEGERS},
    {WfsOpAtomicOr, WF_ATOM_OR, true, INTEGERS},
    {WfsOpAtomicXor, WF_ATOM_XOR, true, INTEGERS},
    {WfsOpAtomicFAddEXT, WF_ATOM_FADD, true, FLOATS},
    {WfsOpAtomicFMinEXT, WF_ATOM_FMIN, true, FLOATS},
    {WfsOpAtomicFMaxEXT, WF_ATOM_FMAX, true, FLOATS},
};

static const struct row *find(uint32_t op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op)
            return &rows[i];
    return NULL;
}

/* Add, min, max and exchange are for two or four halves too. */
static bool is_known_vector(const struct row *row, const struct wfs_type *t)
{
    return t->element->kind == WFS_FLOAT && t->element->width == 16 && t->count != 3 &&
           (row->of == FLOATS || row->op == WfsOpAtomicExchange);
}

/* Integers of 32 and 64 bits, floats of these and 16. */
static bool is_known(const struct row *row, const struct wfs_type *t)
{
    if (t->kind == WFS_VECTOR)
        return is_known_vector(row, t);
    if (t->kind == WFS_INT)
        return row->of & INTEGERS && t->width >= 32;
    return t->kind == WFS_FLOAT && row->of & FLOATS && (t->width >= 32 || row->atom != WF_ATOM_CAS);
}

static const wfs_val *number_operand(struct wfs_lower *l, uint32_t at, uint32_t n, const struct wfs_type *t)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->word || v->words != t->words)
        wfs_refuse(l->m, at, "its operand is %s; expected %s", wfs_type_shown(l->m, v->type),
                   wfs_type_shown(l->m, t));
    return v->word;
}

static void atomic(struct wfs_lower *l, uint32_t at, const struct row *row)
{
    const bool store = row->op == WfsOpAtomicStore, cas = row->atom == WF_ATOM_CAS;
    const uint32_t n = store ? 1 : 3;           /* the pointer; behind it scope and semantics */
    const struct wfs_pointer *p = wfs_pointer_operand(l, at, n);
    const struct wfs_type *t = p->pointee;
    const enum order order = order_of(l, constant_operand(l, at, n + 1),
                                      constant_operand(l, at, n + 2) | (cas ? constant_operand(l, at, n + 3) : 0));
    const wfs_val one[2] = {wfs_const(row->op == WfsOpAtomicLoad ? 0 : 1), wfs_const(0)};

    if (!is_known(row, t))
        wfs_refuse(l->m, at, "an atomic on %s is not supported", wfs_type_shown(l->m, t));
    const wfs_val *x = row->has_value ? number_operand(l, at, n + (cas ? 4 : 3), t) : one;
    const wfs_val *compare = cas ? number_operand(l, at, n + 5, t) : NULL;
    struct wfs_value *result = store ? NULL : wfs_result(l, at);
    if (result && result->words != t->words)
        wfs_refuse(l->m, at, "its result is %s; expected %s", wfs_type_shown(l->m, result->type),
                   wfs_type_shown(l->m, t));
    fence(l, order);
    wfs_atom(l, at, p, row->atom, x, compare, result ? result->word : NULL);
    fence(l, order);
}

/* A flag is a word: set it is 1. */
static void flag(struct wfs_lower *l, uint32_t at)
{
    const bool clear = wfs_op_at(l->m, at) == WfsOpAtomicFlagClear;
    const uint32_t n = clear ? 1 : 3;
    const struct wfs_pointer *p = wfs_pointer_operand(l, at, n);
    const enum order order = order_of(l, constant_operand(l, at, n + 1), constant_operand(l, at, n + 2));
    const wfs_val set = wfs_const(!clear);
    wfs_val old = wfs_none();

    if (p->pointee->kind != WFS_INT || p->pointee->width != 32)
        wfs_refuse(l->m, at, "its flag is %s; expected an integer of 32 bits", wfs_type_shown(l->m, p->pointee));
    fence(l, order);
    wfs_atom(l, at, p, WF_ATOM_XCHG, &set, NULL, clear ? NULL : &old);
    fence(l, order);
    if (!clear)
        wfs_result(l, at)->word[0] = wfs_ne(l->code, old, wfs_const(0));
}

/* ---- barriers ---- */

static void check_barrier(struct wfs_lower *l, uint32_t at, uint32_t scope)
{
    if (scope == WfsScopeWorkgroup && !l->has_groups)
        wfs_refuse(l->m, at, "a barrier of a group in a %s; expected Scope Subgroup", l->what);
    if (scope != WfsScopeWorkgroup && scope != WfsScopeSubgroup && scope != WfsScopeInvocation)
        wfs_refuse(l->m, at, "the execution scope is %u; expected Workgroup or Subgroup", (unsigned)scope);
}

/* Also the wait of a split one, where the waves of a group meet: so between arrive and wait a lane must not wait for
 * what another does behind its own wait. */
static void control_barrier(struct wfs_lower *l, uint32_t at)
{
    const uint32_t scope = constant_operand(l, at, 1);
    const enum order order = order_of(l, constant_operand(l, at, 2), constant_operand(l, at, 3));

    check_barrier(l, at, scope);
    if (scope == WfsScopeWorkgroup)
        wfs_fence(l->code, WF_OP_BARRIER, order == ORDER_DEVICE || l->m->coherent);
    else
        fence(l, order);                /* the lanes of a wave are together */
}

/* Nobody is waited for yet.  The wait orders memory for the group; a wider order begins here. */
static void arrive(struct wfs_lower *l, uint32_t at)
{
    const uint32_t scope = constant_operand(l, at, 1);
    const enum order order = order_of(l, constant_operand(l, at, 2), constant_operand(l, at, 3));

    check_barrier(l, at, scope);
    if (scope != WfsScopeWorkgroup || order == ORDER_DEVICE)
        fence(l, order);
}

/* ---- named barriers ----
 * The machine has one barrier for a group.  One of fewer waves is a word of groupshared memory that counts the waves
 * which have come: a wave goes on when it is a multiple of their number again.  All waves of a group are resident, and
 * none of them starves, so that waves may wait for each other. */

/* The barrier is two words: where its count is, and how many waves it is for. */
static void make_named_barrier(struct wfs_lower *l, uint32_t at)
{
    struct wfs_value *v = wfs_result(l, at);

    if (!l->m->kernel_pointer || v->words != 2)
        wfs_refuse(l->m, at, "expected a kernel and the type of named barriers");
    v->word[0] = wfs_const(wfs_group_memory(l, 1));
    v->word[1] = wfs_word(l, wfs_operand(l->m, at, 3));
}

/* By one lane of each wave. */
static void wait_for_waves(struct wfs_lower *l, wfs_val count_at, wfs_val waves)
{
    struct wfs_code *c = l->code;

    wfs_if(c, wfs_lanes(c, WF_OP_ISFIRST, wfs_none(), wfs_none()));
    const wfs_val before = wfs_lds_atomic(c, WF_ATOM_ADD, count_at, 0, wfs_const(1), wfs_none(), true);
    const wfs_val turn = wfs_add(c, wfs_udiv(c, before, waves), wfs_const(1)), end = wfs_mul(c, turn, waves);
    const uint32_t loop = wfs_loop(c);
    const wfs_val now = wfs_lds_atomic(c, WF_ATOM_OR, count_at, 0, wfs_const(0), wfs_none(), true);
    wfs_breakif(c, loop, wfs_ges(c, wfs_sub(c, now, end), wfs_const(0)));
    wfs_flow(c, WF_OP_ENDLOOP);
    wfs_flow(c, WF_OP_ENDIF);
}

static void named_barrier(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *barrier = wfs_value(l, wfs_operand(l->m, at, 1));
    const enum order order = order_of(l, constant_operand(l, at, 2), constant_operand(l, at, 3));
    const bool device = order == ORDER_DEVICE || l->m->coherent;

    if (!barrier->word || barrier->words != 2)
        wfs_refuse(l->m, at, "operand 1 is %s; expected a named barrier", wfs_type_shown(l->m, barrier->type));
    if (wfs_is_const(barrier->word[1]) && barrier->word[1].bits >= wfs_waves_of_group(l)) {
        wfs_fence(l->code, WF_OP_BARRIER, device);
        return;
    }
    wfs_fence(l->code, WF_OP_MEMBAR, device);
    wait_for_waves(l, barrier->word[0], barrier->word[1]);
    wfs_fence(l->code, WF_OP_MEMBAR, device);
}

bool wfs_lower_atomic(struct wfs_lower *l, uint32_t at)
{
    const struct row *row = find(wfs_op_at(l->m, at));

    if (row) {
        atomic(l, at, row);
        return true;
    }
    switch (wfs_op_at(l->m, at)) {
    case WfsOpAtomicFlagTestAndSet: case WfsOpAtomicFlagClear: flag(l, at); return true;
    case WfsOpControlBarrier: case WfsOpControlBarrierWaitINTEL: control_barrier(l, at); return true;
    case WfsOpControlBarrierArriveINTEL: arrive(l, at); return true;
    case WfsOpNamedBarrierInitialize: make_named_barrier(l, at); return true;
    case WfsOpMemoryNamedBarrier: named_barrier(l, at); return true;
    case WfsOpMemoryBarrier:
        fence(l, order_of(l, constant_operand(l, at, 1), constant_operand(l, at, 2)));
        return true;
    default: return false;
    }
}
