/* SPDX-License-Identifier: Apache-2.0
 * kernel.c - instructions that only kernels of OpenCL have: casts between classes of memory, copies, kinds of numbers.
 */
#include "kernel.h"

#include "../math/math.h"
#include "access.h"
#include "address.h"

/* ---- casts of addresses ---- */

static const struct wfs_value *address(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (v->type->kind != WFS_ADDRESS)
        wfs_refuse(l->m, at, "operand %u is %s; expected a pointer", (unsigned)n, wfs_type_shown(l->m, v->type));
    return v;
}

static struct wfs_value *address_result(struct wfs_lower *l, uint32_t at)
{
    struct wfs_value *v = wfs_any_result(l, at);

    if (v->type->kind != WFS_ADDRESS)
        wfs_refuse(l->m, at, "its type is %s; expected a pointer", wfs_type_shown(l->m, v->type));
    return v;
}

/* A null pointer is of each class. */
static wfs_val is_of_class(struct wfs_lower *l, uint32_t at, wfs_val number, uint32_t storage)
{
    struct wfs_code *c = l->code;
    const wfs_val group = wfs_is_of_group(l, number), lane = wfs_is_of_own_lane(l, number);
    char name[WFS_NAME_SIZE];

    switch (storage) {
    case WfsStorageClassWorkgroup: return group;
    case WfsStorageClassFunction: return lane;
    case WfsStorageClassCrossWorkgroup: return wfs_lnot(c, wfs_or(c, group, lane));
    default:
        wfs_refuse(l->m, at, "to %s; expected Workgroup, Function or CrossWorkgroup",
                   wfs_enum_name(WFS_KIND_StorageClass, storage, name));
    }
}

/* The number of the memory of an address, which may be in front of it. */
static wfs_val memory_of(struct wfs_lower *l, const struct wfs_value *v)
{
    const struct wfs_parts_of_address a = wfs_address_parts(l, v);

    return wfs_add(l->code, a.number, wfs_shr(l->code, a.byte, wfs_const(31)));
}

static void cast_explicitly(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = address(l, at, 3);
    struct wfs_value *v = address_result(l, at);
    const wfs_val is = is_of_class(l, at, memory_of(l, x), wfs_operand(l->m, at, 4));

    if (wfs_is(is, 1)) {
        wfs_cast_address(l, v, x);
        return;
    }
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_sel(l->code, is, x->word[i], wfs_const(0));
}

static void memory_semantics(struct wfs_lower *l, uint32_t at)
{
    const wfs_val number = memory_of(l, address(l, at, 3));
    struct wfs_value *v = wfs_result(l, at);

    v->word[0] = wfs_sel(l->code, wfs_is_of_group(l, number), wfs_const(WfsMemorySemanticsWorkgroupMemory),
                         wfs_sel(l->code, wfs_is_of_own_lane(l, number), wfs_const(0),
                                 wfs_const(WfsMemorySemanticsCrossWorkgroupMemory)));
}

static void size_of(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *p = address(l, at, 3);
    struct wfs_value *v = wfs_result(l, at);

    v->word[0] = wfs_const(wfs_pointee(l->m, p->type)->c_size);
}

/* ---- copies ---- */

enum { MOST_UNROLLED = 64, FEW = 4 };

/* Integers of so many bytes. */
static const struct wfs_type *unit_of(struct wfs_lower *l, uint32_t bytes)
{
    struct wfs_type *t = wfs_new(l->env, 1, sizeof *t);

    *t = (struct wfs_type){.kind = WFS_INT, .width = 8 * bytes, .words = 1, .shared = 1, .align = 1, .c_size = bytes,
                           .c_align = bytes};
    return t;
}

/* What is `bytes` behind, which are at most `most`. */
static struct wfs_pointer behind(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *pointee,
                                 wfs_val bytes, uint64_t most, uint32_t align)
{
    struct wfs_pointer q = *p;

    q.pointee = pointee;
    if (wfs_is_const(bytes)) {
        q.offset += bytes.bits;
        return q;
    }
    q.dynamic = q.dynamic.kind == WFS_NONE ? bytes : wfs_add(l->code, q.dynamic, bytes);
    q.align = align < q.align ? align : q.align;
    if (wfs_is_shared(p) && q.most != WFS_ANYWHERE)
        q.most += most;
    return q;
}

/* Of units that are as aligned as both sides are said to be. */
struct copy {
    const struct wfs_pointer *to, *from;
    struct wfs_copy_access access;
    const struct wfs_type *unit;
    uint64_t most;
};

static void copy_unit(struct wfs_lower *l, const struct copy *copy, wfs_val bytes)
{
    const uint32_t size = copy->unit->c_size;
    const struct wfs_pointer source = behind(l, copy->from, copy->unit, bytes, copy->most, size),
                             target = behind(l, copy->to, copy->unit, bytes, copy->most, size);

    wfs_store_by_access(l, &target, wfs_load_by_access(l, &source, copy->access.from), copy->access.to);
}

/* `first`, first + step and so on, below `end`. */
struct turns {
    wfs_val at;
    uint32_t loop;
};

static struct turns begin_turns(struct wfs_lower *l, wfs_val first, wfs_val end)
{
    struct turns t = {.at = wfs_meeting(l->code)};

    wfs_copy(l->code, t.at, first);
    t.loop = wfs_loop(l->code);
    wfs_breakif(l->code, t.loop, wfs_lnot(l->code, wfs_ltu(l->code, t.at, end)));
    return t;
}

static void end_turns(struct wfs_lower *l, struct turns t, uint32_t step)
{
    wfs_copy(l->code, t.at, wfs_add(l->code, t.at, wfs_const(step)));
    wfs_flow(l->code, WF_OP_ENDLOOP);
}

/* Bytes of the greatest unit that both sides are aligned for, and of which the size is a multiple. */
static uint32_t unit_bytes(const struct wfs_copy_access *access, wfs_val size)
{
    const uint32_t to = access->to.aligned, from = access->from.aligned;
    uint32_t bytes = wfs_is_const(size) ? 4 : 1;

    while (bytes > 1 && (to % bytes || from % bytes || size.bits % bytes))
        bytes /= 2;
    return bytes;
}

static void copy_sized(struct wfs_lower *l, uint32_t at)
{
    const wfs_val size = wfs_word(l, wfs_operand(l->m, at, 3));
    struct copy copy = {.to = wfs_pointer_operand(l, at, 1), .from = wfs_pointer_operand(l, at, 2),
                        .access = wfs_copy_access(l, at, 4), .most = WFS_FAR / FEW};

    if (copy.to->space == WFS_SLOTS || copy.from->space == WFS_SLOTS || copy.from->space == WFS_TABLE)
        wfs_refuse(l->m, at, "it copies a variable without an address");
    const uint32_t bytes = unit_bytes(&copy.access, size);
    copy.unit = unit_of(l, bytes);
    copy.access.to.aligned = copy.access.from.aligned = bytes;
    if (wfs_is_const(size) && size.bits / bytes <= MOST_UNROLLED) {
        copy.most = size.bits;
        for (uint32_t i = 0; i < size.bits; i += bytes)
            copy_unit(l, &copy, wfs_const(i));
        return;
    }
    const struct turns t = begin_turns(l, wfs_const(0), wfs_minu(l->code, size, wfs_const(WFS_FAR / FEW)));
    copy_unit(l, &copy, t.at);
    end_turns(l, t, bytes);
}

/* The lanes of the group copy elements by turns, and have copied when they come to the wait. */
static void copy_by_group(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *target = address(l, at, 4);
    struct wfs_pointer *to = wfs_pointer_operand(l, at, 4), *from = wfs_pointer_operand(l, at, 5);
    const wfs_val scope = wfs_word(l, wfs_operand(l->m, at, 3)), count = wfs_word(l, wfs_operand(l->m, at, 6)),
                  stride = wfs_word(l, wfs_operand(l->m, at, 7));
    const struct wfs_type *t = to->pointee;
    const uint32_t threads = l->local_size[0] * l->local_size[1] * l->local_size[2];

    if (!wfs_is(scope, WfsScopeWorkgroup))
        wfs_refuse(l->m, at, "its scope is not Workgroup");
    if (t->words != from->pointee->words || !t->c_size)
        wfs_refuse(l->m, at, "it copies %s to %s", wfs_type_shown(l->m, from->pointee), wfs_type_shown(l->m, t));
    wfs_define(l, wfs_operand(l->m, at, 2), wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1))));
    const uint32_t limit = WFS_FAR / FEW / t->c_size;
    const struct turns turn = begin_turns(l, wfs_sv(c, WF_SV_GINDEX), wfs_minu(c, count, wfs_const(limit)));
    const wfs_val near = wfs_mul(c, turn.at, wfs_const(t->c_size));
    const wfs_val spread = wfs_mul(c, wfs_minu(c, wfs_mul(c, turn.at, stride), wfs_const(limit)), wfs_const(t->c_size));
    const bool gathers = target->type->storage == WfsStorageClassWorkgroup;
    const uint32_t align = t->c_size & (0U - t->c_size);
    const struct wfs_pointer p = behind(l, from, from->pointee, gathers ? spread : near, WFS_FAR / FEW, align),
                             q = behind(l, to, t, gathers ? near : spread, WFS_FAR / FEW, align);
    wfs_store_pointer(l, &q, wfs_load_pointer(l, &p));
    end_turns(l, turn, threads);
}

/* ---- kinds of floats ---- */

static wfs_val kind_of_float(struct wfs_lower *l, uint32_t op, unsigned width, const wfs_val *x)
{
    struct wfs_code *c = l->code;
    const wfs_val top = x[width == 64];
    const unsigned bits = width == 64 ? 32 : width, low = width == 64 ? 20 : width == 32 ? 23 : 10;
    const uint32_t most = width == 64 ? 0x7ff : width == 32 ? 0xff : 0x1f;
    const wfs_val exponent = wfs_and(c, wfs_shr(c, top, wfs_const(low)), wfs_const(most));

    switch (op) {
    case WfsOpIsFinite: return wfs_ne(c, exponent, wfs_const(most));
    case WfsOpIsNormal: return wfs_ltu(c, wfs_sub(c, exponent, wfs_const(1)), wfs_const(most - 1));
    default: return wfs_shr(c, top, wfs_const(bits - 1));
    }
}

static void kinds_of_floats(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = wfs_scalar(x->type);

    if (t->kind != WFS_FLOAT || wfs_components(x->type) != v->words)
        wfs_refuse(l->m, at, "its operand is %s; expected floats", wfs_type_shown(l->m, x->type));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = kind_of_float(l, wfs_op_at(l->m, at), t->width, &x->word[i * t->words]);
}

/* ---- conversions that saturate ---- */

/* Of an unsigned or, if `sign`, a signed number to one of the other kind. */
static void saturate(struct wfs_lower *l, bool sign, unsigned from, unsigned to, const wfs_val *x, wfs_val *r)
{
    struct wfs_code *c = l->code;
    const unsigned bits = sign ? to : to - 1;           /* of the largest number */
    const uint32_t low = bits >= 32 ? UINT32_MAX : (1U << bits) - 1,
                   high = bits > 32 ? UINT32_MAX >> (64 - bits) : 0;
    const wfs_val lo = from < 32 && sign ? wfs_bfes(c, x[0], wfs_const(from << 8)) : x[0];
    const wfs_val hi = from == 64 ? x[1] : sign ? wfs_sar(c, lo, wfs_const(31)) : wfs_const(0);
    const wfs_val negative = sign ? wfs_shr(c, hi, wfs_const(31)) : wfs_const(0);
    const wfs_val over = wfs_or(c, wfs_ltu(c, wfs_const(high), hi),
                                wfs_and(c, wfs_eq(c, hi, wfs_const(high)), wfs_ltu(c, wfs_const(low), lo)));

    r[0] = wfs_sel(c, negative, wfs_const(0), wfs_sel(c, over, wfs_const(low), lo));
    if (to == 64)
        r[1] = wfs_sel(c, negative, wfs_const(0), wfs_sel(c, over, wfs_const(high), hi));
}

static void convert_saturated(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *x = wfs_value(l, wfs_operand(l->m, at, 3));
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *from = wfs_scalar(x->type), *to = wfs_scalar(v->type);

    if (from->kind != WFS_INT || to->kind != WFS_INT || wfs_components(x->type) != wfs_components(v->type))
        wfs_refuse(l->m, at, "from %s to %s; expected integers", wfs_type_shown(l->m, x->type),
                   wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < wfs_components(v->type); i++)
        saturate(l, wfs_op_at(l->m, at) == WfsOpSatConvertSToU, from->width, to->width, &x->word[i * from->words],
                 &v->word[i * to->words]);
}

bool wfs_lower_kernel(struct wfs_lower *l, uint32_t at)
{
    if (!l->m->kernel_pointer)
        return false;
    switch (wfs_op_at(l->m, at)) {
    case WfsOpPtrCastToGeneric: case WfsOpGenericCastToPtr:
        wfs_cast_address(l, address_result(l, at), address(l, at, 3));
        return true;
    case WfsOpGenericCastToPtrExplicit: cast_explicitly(l, at); return true;
    case WfsOpGenericPtrMemSemantics: memory_semantics(l, at); return true;
    case WfsOpSizeOf: size_of(l, at); return true;
    case WfsOpCopyMemorySized: copy_sized(l, at); return true;
    case WfsOpGroupAsyncCopy: copy_by_group(l, at); return true;
    case WfsOpGroupWaitEvents: wfs_fence(l->code, WF_OP_BARRIER, l->m->coherent); return true;
    case WfsOpIsFinite: case WfsOpIsNormal: case WfsOpSignBitSet: kinds_of_floats(l, at); return true;
    case WfsOpSatConvertSToU: case WfsOpSatConvertUToS: convert_saturated(l, at); return true;
    case WfsOpLifetimeStart: case WfsOpLifetimeStop: return true;
    default: return false;
    }
}
