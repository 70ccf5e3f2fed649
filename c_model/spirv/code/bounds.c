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

static struct wfs_bounds of_field(uint32_t field)
{
    const unsigned width = field >> 8 & 63;

    return (struct wfs_bounds){0, width >= 32 ? UINT32_MAX : (1U << width) - 1};
}

static struct wfs_bounds made_by(const struct wfs_code *code, const struct wfs_insn *n, unsigned depth)
{
    const bool constant = wfs_is_const(n->b);

    switch (n->op) {
    case WF_OP_SV:
        if (n->mod < sizeof code->sv_below / sizeof *code->sv_below && code->sv_below[n->mod])
            return (struct wfs_bounds){0, code->sv_below[n->mod] - 1};
        break;
    case WF_OP_ADD: return sum(bounds(code, n->a, depth), bounds(code, n->b, depth));
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
    return n && depth ? made_by(code, n, depth - 1) : (struct wfs_bounds){0, UINT32_MAX};
}

struct wfs_bounds wfs_bounds_of(const struct wfs_code *code, wfs_val v)
{
    return bounds(code, v, DEPTH);
}
