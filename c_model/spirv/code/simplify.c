/* SPDX-License-Identifier: Apache-2.0
 * simplify.c - see simplify.h.  Floats keep their exact meaning: x + 0 is not x (it is not for -0), x * 1 is (but for
 * the bits of a NaN, which arithmetic makes 0x7fc00000; SPIR-V leaves them open), and nothing is reassociated.
 */
#include "simplify.h"

#include "bounds.h"

static bool give(wfs_val *known, wfs_val v)
{
    *known = v;
    return true;
}

/* A constant stands second where the order does not matter: only b has an immediate form. */
static void put_constant_last(struct wfs_insn *n)
{
    const wfs_val a = n->a;

    if (!wfs_is_const(n->a) || wfs_is_const(n->b) || n->b.kind == WFS_NONE)
        return;
    switch (n->op) {
    case WF_OP_ADD: case WF_OP_AND: case WF_OP_OR: case WF_OP_XOR: case WF_OP_MUL: case WF_OP_MULHU: case WF_OP_MULHS:
    case WF_OP_MINS: case WF_OP_MAXS: case WF_OP_MINU: case WF_OP_MAXU: case WF_OP_EQ: case WF_OP_NE: case WF_OP_FADD:
    case WF_OP_FMUL: case WF_OP_FMIN: case WF_OP_FMAX: case WF_OP_FEQ: case WF_OP_FNE: case WF_OP_MAD: case WF_OP_FMA:
        break;
    case WF_OP_SUB: n->op = WF_OP_RSUB; break;
    case WF_OP_FLT: n->op = WF_OP_FGT; break;
    case WF_OP_FLE: n->op = WF_OP_FGE; break;
    case WF_OP_FGT: n->op = WF_OP_FLT; break;
    case WF_OP_FGE: n->op = WF_OP_FLE; break;
    default: return;
    }
    n->a = n->b;
    n->b = a;
}

/* True when the value is 0 or 1. */
static bool is_truth(const struct wfs_code *code, wfs_val v)
{
    const struct wfs_insn *n = wfs_maker(code, v);

    if (wfs_is_const(v))
        return v.bits <= 1;
    if (!n)
        return false;
    switch (n->op) {
    case WF_OP_FEQ: case WF_OP_FNE: case WF_OP_FLT: case WF_OP_FLE: case WF_OP_FGT: case WF_OP_FGE: case WF_OP_ANY:
    case WF_OP_ALL: case WF_OP_ALLEQ: case WF_OP_ALLEQF: case WF_OP_ISFIRST: case WF_OP_QANY: case WF_OP_QALL:
    case WF_OP_MINVERSE: case WF_OP_MBIT:
        return true;
    default:
        return wfs_bounds_of(code, v).most <= 1;
    }
}

/* The opposite of an integer comparison, or NOP.  Float comparisons have none but == and !=: a NaN makes all others
 * false. */
static uint8_t opposite(uint8_t op)
{
    switch (op) {
    case WF_OP_EQ: return WF_OP_NE;
    case WF_OP_NE: return WF_OP_EQ;
    case WF_OP_LTS: return WF_OP_GES;
    case WF_OP_GES: return WF_OP_LTS;
    case WF_OP_LTU: return WF_OP_GEU;
    case WF_OP_GEU: return WF_OP_LTU;
    case WF_OP_FEQ: return WF_OP_FNE;
    case WF_OP_FNE: return WF_OP_FEQ;
    default: return WF_OP_NOP;
    }
}

/* not (x < y) is x >= y. */
static void invert_comparison(const struct wfs_code *code, struct wfs_insn *n)
{
    const struct wfs_insn *from = wfs_maker(code, n->a);

    if (!from || opposite(from->op) == WF_OP_NOP)
        return;
    const struct wfs_insn inverted = {.op = opposite(from->op), .dst = n->dst, .a = from->a, .b = from->b,
                                      .place = n->place, .prev = n->prev, .next = n->next};
    *n = inverted;
}

/* (x + 8) + 4 is x + 12, and likewise and, or, xor, shl, shr by constants. */
static bool join_constants(const struct wfs_code *code, struct wfs_insn *n)
{
    const struct wfs_insn *from = wfs_maker(code, n->a);

    if (!wfs_is_const(n->b) || !from || from->op != n->op || !wfs_is_const(from->b) || from->a.kind != WFS_REG)
        return false;
    const uint32_t x = from->b.bits, y = n->b.bits;
    switch (n->op) {
    case WF_OP_ADD: n->b.bits = x + y; break;
    case WF_OP_AND: n->b.bits = x & y; break;
    case WF_OP_OR:  n->b.bits = x | y; break;
    case WF_OP_XOR: n->b.bits = x ^ y; break;
    case WF_OP_SHL: case WF_OP_SHR:
        if ((x & 31) + (y & 31) > 31)
            return false;
        n->b.bits = (x & 31) + (y & 31);
        break;
    default: return false;
    }
    n->a = from->a;
    return true;
}

/* (x >> 5) & 7 is a field; and so is a field of a field's low bits. */
static bool join_field(const struct wfs_code *code, struct wfs_insn *n)
{
    const struct wfs_insn *from = wfs_maker(code, n->a);
    uint32_t mask = n->b.bits, width = 0;

    if (mask == 0 || (mask & (mask + 1)) || !from || !wfs_is_const(from->b) || from->a.kind != WFS_REG ||
        (from->op != WF_OP_SHR && from->op != WF_OP_BFEU))
        return false;
    for (; mask; mask >>= 1)
        width++;
    const uint32_t offset = from->b.bits & 31;
    if (width >= (from->op == WF_OP_SHR ? 32 - offset : from->b.bits >> 8 & 63))
        return false;
    n->op = WF_OP_BFEU;
    n->a = from->a;
    n->b.bits = offset | width << 8;
    return true;
}

static bool same_operands(const struct wfs_code *code, struct wfs_insn *n, wfs_val *known)
{
    (void)code;
    switch (n->op) {
    case WF_OP_SUB: case WF_OP_XOR: case WF_OP_RSUB: case WF_OP_NE: case WF_OP_LTS: case WF_OP_LTU:
        return give(known, wfs_const(0));
    case WF_OP_EQ: case WF_OP_GES: case WF_OP_GEU: return give(known, wfs_const(1));
    case WF_OP_AND: case WF_OP_OR: case WF_OP_MINS: case WF_OP_MAXS: case WF_OP_MINU: case WF_OP_MAXU:
        return give(known, n->a);
    default: return false;
    }
}

static bool with_zero(struct wfs_insn *n, wfs_val *known)
{
    switch (n->op) {
    case WF_OP_ADD: case WF_OP_SUB: case WF_OP_OR: case WF_OP_XOR: case WF_OP_SHL: case WF_OP_SHR: case WF_OP_SAR:
    case WF_OP_MAXU:
        return give(known, n->a);
    case WF_OP_AND: case WF_OP_MUL: case WF_OP_MULHU: case WF_OP_MULHS: case WF_OP_MINU: case WF_OP_LTU:
        return give(known, wfs_const(0));
    case WF_OP_GEU:
        return give(known, wfs_const(1));
    default:
        return false;
    }
}

/* If it is a NaN, then the one that arithmetic makes: multiplying it changes nothing. */
static bool has_plain_nan(const struct wfs_code *code, wfs_val v)
{
    const struct wfs_insn *n = wfs_maker(code, v);

    return n && (n->op == WF_OP_FADD || n->op == WF_OP_FMUL || n->op == WF_OP_FMA || n->op == WF_OP_I2F ||
                 n->op == WF_OP_U2F);
}

static bool with_constant(struct wfs_code *code, struct wfs_insn *n, wfs_val *known)
{
    const uint32_t k = n->b.bits;

    if (k == 0 && with_zero(n, known))
        return true;
    switch (n->op) {
    case WF_OP_SUB:
        n->op = WF_OP_ADD;
        n->b.bits = 0U - k;
        break;
    case WF_OP_MUL:
        if (k == 1)
            return give(known, n->a);
        if (wfs_is_power_of_two(k)) {
            n->op = WF_OP_SHL;
            n->b = wfs_const(wfs_floor_log2(k));
        }
        break;
    case WF_OP_AND:
        if (k == UINT32_MAX || (k == 1 && is_truth(code, n->a)))
            return give(known, n->a);
        if (join_field(code, n))
            return false;
        break;
    case WF_OP_OR:
        if (k == UINT32_MAX)
            return give(known, n->b);
        break;
    case WF_OP_NE:
        if (k == 0 && is_truth(code, n->a))
            return give(known, n->a);
        break;
    case WF_OP_EQ:
        if (k == 1 && is_truth(code, n->a))
            return give(known, n->a);
        if (k == 0 && is_truth(code, n->a))
            invert_comparison(code, n);
        break;
    case WF_OP_XOR:
        if (k == 1 && is_truth(code, n->a))
            invert_comparison(code, n);
        break;
    case WF_OP_FMUL:
        if (k == 0x3f800000 && has_plain_nan(code, n->a))
            return give(known, n->a);
        break;
    default:
        break;
    }
    return wfs_is_const(n->b) && join_constants(code, n) && wfs_simplify(code, n, known);
}

/* A comparison that what is known of its operands decides; a mask or a limit that takes nothing away. */
static bool by_bounds(const struct wfs_code *code, const struct wfs_insn *n, wfs_val *known)
{
    if (n->op != WF_OP_AND && n->op != WF_OP_MINU && n->op != WF_OP_MAXU && (n->op < WF_OP_EQ || n->op > WF_OP_GEU))
        return false;
    const struct wfs_bounds x = wfs_bounds_of(code, n->a), y = wfs_bounds_of(code, n->b);
    const bool below = x.most < y.least, above = x.least >= y.most, above_all = x.least > y.most;

    switch (n->op) {
    case WF_OP_LTS: case WF_OP_GES:
        if (x.most > INT32_MAX || y.most > INT32_MAX)
            return false;
        return (below || above) && give(known, wfs_const(below == (n->op == WF_OP_LTS)));
    case WF_OP_LTU: return (below || above) && give(known, wfs_const(below));
    case WF_OP_GEU: return (below || above) && give(known, wfs_const(!below));
    case WF_OP_EQ: case WF_OP_NE: return (below || above_all) && give(known, wfs_const(n->op == WF_OP_NE));
    case WF_OP_MINU: return (below || above) && give(known, below ? n->a : n->b);
    case WF_OP_MAXU: return (below || above) && give(known, below ? n->b : n->a);
    default: return wfs_is_const(n->b) && !(n->b.bits & (n->b.bits + 1)) && x.most <= n->b.bits && give(known, n->a);
    }
}

/* sel a ? b : c, mad, fma, bfi: what their third operand allows. */
static bool three_operands(struct wfs_code *code, struct wfs_insn *n, wfs_val *known)
{
    switch (n->op) {
    case WF_OP_SEL:
        if (wfs_is_const(n->a))
            return give(known, n->a.bits ? n->b : n->c);
        if (wfs_same(n->b, n->c))
            return give(known, n->b);
        if (!is_truth(code, n->a))
            break;
        if (wfs_is(n->b, 1) && wfs_is(n->c, 0))
            return give(known, n->a);
        /* x && y, x || y */
        if ((wfs_is(n->c, 0) && is_truth(code, n->b)) || (wfs_is(n->b, 1) && is_truth(code, n->c))) {
            n->op = wfs_is(n->c, 0) ? WF_OP_AND : WF_OP_OR;
            n->b = n->op == WF_OP_AND ? n->b : n->c;
            n->c = wfs_none();
        }
        break;
    case WF_OP_MAD:
        if (wfs_is(n->b, 0))
            return give(known, n->c);
        if (wfs_is(n->b, 1) || wfs_is(n->c, 0)) {
            *n = (struct wfs_insn){.op = wfs_is(n->c, 0) ? WF_OP_MUL : WF_OP_ADD, .dst = n->dst, .a = n->a,
                                   .b = wfs_is(n->c, 0) ? n->b : n->c,
                                   .place = n->place, .prev = n->prev, .next = n->next};
            return wfs_simplify(code, n, known);
        }
        break;
    default:
        break;
    }
    return false;
}

bool wfs_simplify(struct wfs_code *code, struct wfs_insn *n, wfs_val *known)
{
    const unsigned reads = wfs_reads(n);
    const bool constant = (!(reads & 1) || wfs_is_const(n->a)) && (!(reads & 2) || wfs_is_const(n->b)) &&
                          (!(reads & 4) || wfs_is_const(n->c));

    if (!wfs_is_pure(n->op))
        return false;
    if (constant)
        return give(known, wfs_const(wfs_evaluate(n->op, n->a.bits, n->b.bits, n->c.bits)));
    if (n->op == WF_OP_MOV)
        return give(known, n->b);
    put_constant_last(n);
    if (n->c.kind != WFS_NONE)
        return three_operands(code, n, known);
    if (n->a.kind == WFS_REG && wfs_same(n->a, n->b))
        return same_operands(code, n, known);
    if (by_bounds(code, n, known))
        return true;
    return n->a.kind == WFS_REG && wfs_is_const(n->b) && with_constant(code, n, known);
}
