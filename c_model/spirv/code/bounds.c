/* SPDX-License-Identifier: Apache-2.0
 * bounds.c - see bounds.h.  A thread's place in its group is below the size of the group, a field below the power of
 * its width: so a loop that begins there has, often, a number of turns that is the same for all.
 */
#include "bounds.h"

enum { DEPTH = 8 };

static struct wfs_bounds bounds(const struct wfs_code *code, wfs_val v, unsigned depth);

static struct wfs_bounds shifted(struct wfs_bounds x, unsigned by)
{
    if (x.most > UINT32_MAX >> by)
        return (struct wfs_bounds){0, UINT32_MAX};
    return (struct wfs_bounds){x.least << by, x.most << by};
}

static struct wfs_bounds sum(struct wfs_bounds x, struct wfs_bounds y)
{
    if (x.most > UINT32_MAX - y.most)
        return (struct wfs_bounds){0, UINT32_MAX};
    return (struct wfs_bounds){x.least + y.least, x.most + y.most};
}

static struct wfs_bounds product(struct wfs_bounds x, struct wfs_bounds y)
{
    const uint64_t most = (uint64_t)x.most * y.most;

    if (most > UINT32_MAX)
        return (struct wfs_bounds){0, UINT32_MAX};
    return (struct wfs_bounds){x.least * y.least, (uint32_t)most};
}

/* Of bits that are combined: below the next power of two. */
static struct wfs_bounds of_bits(struct wfs_bounds x, struct wfs_bounds y)
{
    const uint32_t most = x.most > y.most ? x.most : y.most;

    return (struct wfs_bounds){0, most ? UINT32_MAX >> (31 - wfs_floor_log2(most)) : 0};
}

static struct wfs_bounds either(struct wfs_bounds x, struct wfs_bounds y)
{
    return (struct wfs_bounds){x.least < y.least ? x.least : y.least, x.most > y.most ? x.most : y.most};
}

static struct wfs_bounds smaller(struct wfs_bounds x, struct wfs_bounds y)
{
    return (struct wfs_bounds){x.least < y.least ? x.least : y.least, x.most < y.most ? x.most : y.most};
}

static struct wfs_bounds of_field(uint32_t field)
{
    const unsigned width = field >> 8 & 63;

    return (struct wfs_bounds){0, width >= 32 ? UINT32_MAX : (1U << width) - 1};
}

static bool is_any(struct wfs_bounds x)
{
    return x.least == 0 && x.most == UINT32_MAX;
}

/* Most are bounded by nothing: then what they are combined with does not matter, and need not be looked for. */
static struct wfs_bounds combined(const struct wfs_code *code, wfs_val a, wfs_val b, unsigned depth,
                                  struct wfs_bounds (*both)(struct wfs_bounds x, struct wfs_bounds y))
{
    const struct wfs_bounds x = bounds(code, a, depth);

    return is_any(x) ? x : both(x, bounds(code, b, depth));
}

static struct wfs_bounds made_by(const struct wfs_code *code, const struct wfs_insn *n, unsigned depth)
{
    const bool constant = wfs_is_const(n->b);

    switch (n->op) {
    case WF_OP_SV:
        if (n->mod < sizeof code->sv_below / sizeof *code->sv_below && code->sv_below[n->mod])
            return (struct wfs_bounds){0, code->sv_below[n->mod] - 1};
        break;
    case WF_OP_ADD: return combined(code, n->a, n->b, depth, sum);
    case WF_OP_MUL: return product(bounds(code, n->a, depth), bounds(code, n->b, depth));
    case WF_OP_MAD:
        return sum(product(bounds(code, n->a, depth), bounds(code, n->b, depth)), bounds(code, n->c, depth));
    case WF_OP_MULHU:
        return (struct wfs_bounds){0, (uint32_t)((uint64_t)bounds(code, n->a, depth).most *
                                                 bounds(code, n->b, depth).most >> 32)};
    case WF_OP_MINU: return smaller(bounds(code, n->a, depth), bounds(code, n->b, depth));
    case WF_OP_SEL: return combined(code, n->b, n->c, depth, either);
    case WF_OP_OR: case WF_OP_XOR: return combined(code, n->a, n->b, depth, of_bits);
    case WF_OP_COUNTBITS: return (struct wfs_bounds){0, 32};
    case WF_OP_MCOUNT: case WF_OP_MCOUNTX: case WF_OP_MCOUNTI: return (struct wfs_bounds){0, WF_MAX_LANES};
    case WF_OP_SHL:
        if (constant)
            return shifted(bounds(code, n->a, depth), n->b.bits & 31);
        break;
    case WF_OP_SHR:
        if (constant) {
            const struct wfs_bounds x = bounds(code, n->a, depth);
            return (struct wfs_bounds){x.least >> (n->b.bits & 31), x.most >> (n->b.bits & 31)};
        }
        break;
    case WF_OP_AND:
        if (constant) {
            const struct wfs_bounds x = bounds(code, n->a, depth);
            return (struct wfs_bounds){0, x.most < n->b.bits ? x.most : n->b.bits};
        }
        break;
    case WF_OP_BFEU:
        if (constant)
            return of_field(n->b.bits);
        break;
    case WF_OP_EQ: case WF_OP_NE: case WF_OP_LTS: case WF_OP_GES: case WF_OP_LTU: case WF_OP_GEU:
        return (struct wfs_bounds){0, 1};
    default: break;
    }
    return (struct wfs_bounds){0, UINT32_MAX};
}

static struct wfs_bounds bounds(const struct wfs_code *code, wfs_val v, unsigned depth)
{
    const struct wfs_insn *n = wfs_maker(code, v);

    if (wfs_is_const(v))
        return (struct wfs_bounds){v.bits, v.bits};
    if (v.kind == WFS_REG && code->reg[v.bits].below)
        return (struct wfs_bounds){0, code->reg[v.bits].below - 1};
    return n && depth ? made_by(code, n, depth - 1) : (struct wfs_bounds){0, UINT32_MAX};
}

void wfs_note_below(struct wfs_code *code, wfs_val v, uint32_t below)
{
    struct wfs_reg *reg = v.kind == WFS_REG ? &code->reg[v.bits] : NULL;

    if (reg && !reg->quad && !reg->meeting && (!reg->below || below < reg->below))
        reg->below = below;
}

struct wfs_bounds wfs_bounds_of(const struct wfs_code *code, wfs_val v)
{
    return bounds(code, v, DEPTH);
}
