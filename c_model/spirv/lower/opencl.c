/* SPDX-License-Identifier: Apache-2.0
 * opencl.c - OpenCL.std: functions of numbers (math/opencl.h), vectors in memory, shuffles.
 */
#include "lower.h"

#include "../math/opencl.h"
#include "../math/wide.h"

#include <string.h>

enum { MAX_ARGS = 3, MAX_COMPONENTS = 16 };

struct call {
    struct wfs_lower *l;
    uint32_t at, number, args;
    const struct wfs_value *arg[MAX_ARGS];
    const struct wfs_pointer *pointer;  /* of the functions with a second result */
    struct wfs_value *v;
};

_Noreturn static void unsupported(const struct call *call)
{
    char name[WFS_NAME_SIZE];

    wfs_refuse(call->l->m, call->at, "%s of OpenCL.std is not supported on %s", wfs_opencl_name(call->number, name),
               wfs_type_shown(call->l->m, (call->args ? call->arg[0] : call->v)->type));
}

/* ---- component by component ---- */

static const wfs_val *component(const struct wfs_value *v, uint32_t i)
{
    return &v->word[wfs_components(v->type) == 1 ? 0 : i * wfs_scalar_words(v->type)];
}

/* All have a component for each of the result, or one for all. */
static bool counts_fit(const struct call *call)
{
    const uint32_t count = wfs_components(call->v->type);

    for (uint32_t i = 0; i < call->args; i++)
        if (wfs_components(call->arg[i]->type) != count && wfs_components(call->arg[i]->type) != 1)
            return false;
    return true;
}

static bool is_scalar_kind(const struct wfs_value *v, enum wfs_type_kind kind, unsigned width)
{
    const struct wfs_type *t = wfs_scalar(v->type);

    return v->word && t->kind == kind && (!width || t->width == width);
}

static bool kinds_fit(const struct call *call, const struct wfs_cl *f, unsigned width)
{
    for (uint32_t i = 0; i < call->args; i++)
        if (f->operands[i] == 'f' ? !is_scalar_kind(call->arg[i], WFS_FLOAT, width)
                                  : !is_scalar_kind(call->arg[i], WFS_INT, 32))
            return false;
    return f->results[0] == 'f' ? is_scalar_kind(call->v, WFS_FLOAT, width) : is_scalar_kind(call->v, WFS_INT, 32);
}

static void on_floats(const struct call *call, const struct wfs_cl *f)
{
    struct wfs_lower *l = call->l;
    const unsigned width = wfs_scalar(call->arg[0]->type)->width, words = wfs_scalar_words(call->v->type);
    const bool two = f->results[1] != 0;
    struct wfs_value *second = two && call->pointer ? wfs_new_value(l, call->pointer->pointee) : NULL;

    if (strlen(f->operands) != call->args || !counts_fit(call) || !kinds_fit(call, f, width) || two != !!second ||
        (second && wfs_components(second->type) != wfs_components(call->v->type)))
        unsupported(call);
    if (second && (f->results[1] == 'f' ? !is_scalar_kind(second, WFS_FLOAT, width)
                                        : !is_scalar_kind(second, WFS_INT, 32)))
        unsupported(call);
    const uint32_t second_words = second ? wfs_scalar_words(second->type) : 0;
    for (uint32_t i = 0; i < wfs_components(call->v->type); i++) {
        const wfs_val *x[MAX_ARGS] = {NULL};
        wfs_val other[2];
        for (uint32_t k = 0; k < call->args; k++)
            x[k] = component(call->arg[k], i);
        wfs_cl_float(l->code, f, width, x, &call->v->word[i * words], other);
        for (uint32_t k = 0; k < second_words; k++)
            second->word[i * second_words + k] = other[k];
    }
    if (second)
        wfs_store_pointer(l, call->pointer, second);
}

static bool on_integers(const struct call *call)
{
    const unsigned operands = wfs_cl_integer_operands(call->number), words = wfs_scalar_words(call->v->type);
    const unsigned width = wfs_scalar(call->arg[0]->type)->width;
    const bool widens = call->number == WfsCl_s_upsample || call->number == WfsCl_u_upsample;

    if (operands != call->args || !counts_fit(call) || !is_scalar_kind(call->v, WFS_INT, widens ? 2 * width : width))
        return false;
    for (uint32_t k = 0; k < call->args; k++)
        if (!is_scalar_kind(call->arg[k], WFS_INT, width))
            return false;
    for (uint32_t i = 0; i < wfs_components(call->v->type); i++) {
        const wfs_val *x[MAX_ARGS] = {NULL};
        wfs_val r[2];
        for (uint32_t k = 0; k < call->args; k++)
            x[k] = component(call->arg[k], i);
        if (!wfs_cl_integer(call->l->code, call->number, width, x, r))
            return false;
        for (uint32_t k = 0; k < words; k++)
            call->v->word[i * words + k] = r[k];
    }
    return true;
}

/* A quiet NaN with what there is room for of the code. */
static bool make_nan(const struct call *call)
{
    struct wfs_code *c = call->l->code;
    const unsigned width = wfs_scalar(call->v->type)->width;
    const uint32_t bits = width == 16 ? 0x7e00 : width == 32 ? 0x7fc00000 : 0x7ff80000;
    const uint32_t room = width == 16 ? 0x1ff : width == 32 ? 0x3fffff : 0x7ffff;

    if (call->args != 1 || call->arg[0]->words != call->v->words || !is_scalar_kind(call->v, WFS_FLOAT, 0) ||
        !is_scalar_kind(call->arg[0], WFS_INT, width))
        return false;
    for (uint32_t i = 0; i < call->v->words; i++) {
        const wfs_val code = call->arg[0]->word[i];
        call->v->word[i] = width == 64 && i % 2 == 0 ? code : wfs_or(c, wfs_and(c, code, wfs_const(room)), wfs_const(bits));
    }
    return true;
}

/* Bits of y where z has ones, else those of x. */
static bool bitselect(const struct call *call)
{
    struct wfs_code *c = call->l->code;

    if (call->args != 3)
        return false;
    for (uint32_t i = 0; i < 3; i++)
        if (!call->arg[i]->word || call->arg[i]->words != call->v->words)
            return false;
    for (uint32_t i = 0; i < call->v->words; i++) {
        const wfs_val x = call->arg[0]->word[i], y = call->arg[1]->word[i], z = call->arg[2]->word[i];
        call->v->word[i] = wfs_xor(c, x, wfs_and(c, wfs_xor(c, x, y), z));
    }
    return true;
}

/* y where z says so: of a vector its highest bit, of a scalar any bit. */
static bool select_components(const struct call *call)
{
    struct wfs_code *c = call->l->code;
    const uint32_t count = wfs_components(call->v->type), words = wfs_scalar_words(call->v->type);

    if (call->args != 3 || !is_scalar_kind(call->arg[2], WFS_INT, 0) || wfs_components(call->arg[2]->type) != count ||
        call->arg[0]->words != call->v->words || call->arg[1]->words != call->v->words)
        return false;
    const unsigned width = wfs_scalar(call->arg[2]->type)->width;
    for (uint32_t i = 0; i < count; i++) {
        const wfs_val *z = component(call->arg[2], i);
        const wfs_val top = width == 64 ? z[1] : z[0];
        const wfs_val any = width == 64 ? wfs_or(c, z[0], z[1]) : z[0];
        const wfs_val truth = count > 1 ? wfs_bfeu(c, top, wfs_const(((width - 1) & 31) | 1 << 8)) : any;
        wfs_select(c, truth, words, component(call->arg[1], i), component(call->arg[0], i), &call->v->word[i * words]);
    }
    return true;
}

static bool on_vectors(const struct call *call)
{
    struct wfs_code *c = call->l->code;
    const struct wfs_type *scalar = wfs_scalar(call->arg[0]->type);
    const unsigned width = scalar->width, n = wfs_components(call->arg[0]->type);
    const bool is_vector = call->number == WfsCl_cross || call->number == WfsCl_normalize ||
                           call->number == WfsCl_fast_normalize;
    wfs_val word[2][2 * MAX_COMPONENTS], r[2 * MAX_COMPONENTS];
    const wfs_val *x[2] = {word[0], word[1]};

    if (n > 4 || call->args > 2 || !is_scalar_kind(call->v, WFS_FLOAT, width) ||
        wfs_components(call->v->type) != (is_vector ? n : 1))
        return false;
    for (uint32_t i = 0; i < call->args; i++) {
        if (!is_scalar_kind(call->arg[i], WFS_FLOAT, width) || call->arg[i]->words != call->arg[0]->words)
            return false;
        for (uint32_t k = 0; k < call->arg[i]->words; k++)
            word[i][k] = width == 16 ? wfs_h2f(c, call->arg[i]->word[k]) : call->arg[i]->word[k];
    }
    if (!wfs_cl_whole(c, call->number, width == 16 ? 32 : width, n, call->args, x, r))
        return false;
    for (uint32_t k = 0; k < call->v->words; k++)
        call->v->word[k] = width == 16 ? wfs_f2h(c, r[k]) : r[k];
    return true;
}

/* ---- shuffles ---- */

/* Component `index` of those of one or two vectors; only the low bits of the index count. */
static void pick(const struct call *call, wfs_val index, uint32_t vectors, wfs_val *result)
{
    struct wfs_code *c = call->l->code;
    const uint32_t each = wfs_components(call->arg[0]->type), words = wfs_scalar_words(call->arg[0]->type);
    const wfs_val *from[2 * MAX_COMPONENTS];
    uint32_t count = 1;

    while (count < each * vectors)
        count *= 2;
    for (uint32_t i = 0; i < count; i++)
        from[i] = component(call->arg[i / each < vectors ? i / each : 0], i % each);
    index = wfs_and(c, index, wfs_const(count - 1));
    for (uint32_t k = 0; k < words; k++) {
        result[k] = from[0][k];
        for (uint32_t i = 1; i < count; i++)
            result[k] = wfs_sel(c, wfs_eq(c, index, wfs_const(i)), from[i][k], result[k]);
    }
}

static bool shuffle(const struct call *call, uint32_t vectors)
{
    const uint32_t words = wfs_scalar_words(call->v->type);

    if (call->args != vectors + 1 || !is_scalar_kind(call->arg[vectors], WFS_INT, 0) ||
        wfs_components(call->arg[vectors]->type) != wfs_components(call->v->type) ||
        wfs_scalar_words(call->arg[0]->type) != words ||
        (vectors == 2 && call->arg[1]->words != call->arg[0]->words))
        return false;
    for (uint32_t i = 0; i < wfs_components(call->v->type); i++)
        pick(call, component(call->arg[vectors], i)[0], vectors, &call->v->word[i * words]);
    return true;
}

/* ---- vectors in memory ---- */

/* So many scalars from the one that `offset` vectors of `stride` scalars stand in front of. */
struct memory {
    uint32_t count, stride;
    struct wfs_pointer *first;
};

static struct memory memory_at(const struct call *call, uint32_t offset, uint32_t pointer, uint32_t count,
                               bool is_aligned)
{
    struct memory k = {count, is_aligned && count == 3 ? 4 : count, wfs_new(call->l->env, 1, sizeof *k.first)};

    *k.first = *wfs_pointer_operand(call->l, call->at, pointer);
    if (k.first->pointee->kind != WFS_FLOAT && k.first->pointee->kind != WFS_INT)
        wfs_refuse(call->l->m, call->at, "its pointer is to %s; expected a number",
                   wfs_type_shown(call->l->m, k.first->pointee));
    wfs_move_pointer(call->l, call->at, k.first, offset, k.stride);
    return k;
}

static struct wfs_pointer scalar_at(const struct call *call, const struct memory *k, uint32_t i)
{
    struct wfs_pointer p = *k->first;

    wfs_move_by(call->l, &p, i);
    return p;
}

static void load_vector(const struct call *call, bool is_half, bool is_aligned)
{
    const uint32_t count = wfs_components(call->v->type), words = wfs_scalar_words(call->v->type);
    const struct memory k = memory_at(call, 5, 6, count, is_aligned);
    const struct wfs_type *t = k.first->pointee;

    if (is_half ? t->kind != WFS_FLOAT || t->width != 16 || !is_scalar_kind(call->v, WFS_FLOAT, 32)
                : wfs_scalar_words(t) != words)
        unsupported(call);
    for (uint32_t i = 0; i < count; i++) {
        const struct wfs_pointer p = scalar_at(call, &k, i);
        const struct wfs_value *x = wfs_load_pointer(call->l, &p);
        for (uint32_t w = 0; w < words; w++)
            call->v->word[i * words + w] = is_half ? wfs_h2f(call->l->code, x->word[0]) : x->word[w];
    }
}

enum { TO_EVEN, TO_ZERO, UP, DOWN };        /* FPRoundingMode */

/* To the nearest, then one step back where that was the wrong way. */
static wfs_val to_half(struct wfs_code *c, wfs_val x, uint32_t mode)
{
    const wfs_val h = wfs_f2h(c, x), back = wfs_h2f(c, h), below = wfs_shr(c, h, wfs_const(15));
    const wfs_val more = wfs_fgt(c, back, x), less = wfs_flt(c, back, x);

    switch (mode) {
    case TO_ZERO: return wfs_sub(c, h, wfs_sel(c, below, less, more));
    case UP: return wfs_sub(c, wfs_add(c, h, less), wfs_shl(c, wfs_and(c, less, below), wfs_const(1)));
    case DOWN: {
        const wfs_val step = wfs_sub(c, wfs_shl(c, wfs_and(c, more, below), wfs_const(1)), more);
        return wfs_add(c, h, step);
    }
    default: return h;
    }
}

static void store_vector(const struct call *call, bool is_half, bool is_aligned, uint32_t mode)
{
    struct wfs_code *c = call->l->code;
    const struct wfs_value *data = call->arg[0];
    const uint32_t count = wfs_components(data->type), words = wfs_scalar_words(data->type);
    const struct memory k = memory_at(call, 6, 7, count, is_aligned);
    const struct wfs_type *t = k.first->pointee;

    if (!data->word || mode > DOWN ||
        (is_half ? t->kind != WFS_FLOAT || t->width != 16 || wfs_scalar(data->type)->kind != WFS_FLOAT
                 : wfs_scalar_words(t) != words))
        unsupported(call);
    for (uint32_t i = 0; i < count; i++) {
        const struct wfs_pointer p = scalar_at(call, &k, i);
        struct wfs_value *x = wfs_new_value(call->l, t);
        const wfs_val *from = component(data, i);
        for (uint32_t w = 0; w < words && !is_half; w++)
            x->word[w] = from[w];
        if (is_half)        /* of f64 rounded to odd first: then the second rounding knows the side */
            x->word[0] = to_half(c, words == 2 ? wfs_double_to_float(c, wfs_pair_at(from), WFS_TO_ODD) : from[0], mode);
        wfs_store_pointer(call->l, &p, x);
    }
}

static bool in_memory(const struct call *call)
{
    const uint32_t words = wfs_length_at(call->l->m, call->at);
    const uint32_t mode = words > 8 ? wfs_operand(call->l->m, call->at, 8) : TO_EVEN;

    switch (call->number) {
    case WfsCl_vloadn: load_vector(call, false, false); return true;
    case WfsCl_vload_half: case WfsCl_vload_halfn: load_vector(call, true, false); return true;
    case WfsCl_vloada_halfn: load_vector(call, true, true); return true;
    case WfsCl_vstoren: store_vector(call, false, false, TO_EVEN); return true;
    case WfsCl_vstore_half: case WfsCl_vstore_halfn: store_vector(call, true, false, TO_EVEN); return true;
    case WfsCl_vstore_half_r: case WfsCl_vstore_halfn_r: store_vector(call, true, false, mode); return true;
    case WfsCl_vstorea_halfn: store_vector(call, true, true, TO_EVEN); return true;
    case WfsCl_vstorea_halfn_r: store_vector(call, true, true, mode); return true;
    default: return false;
    }
}

/* ---- all ---- */

/* Values; the one pointer of a function with a second result. */
static void read_arguments(struct call *call)
{
    struct wfs_lower *l = call->l;

    for (uint32_t n = 5; n < wfs_length_at(l->m, call->at); n++) {
        const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, call->at, n));
        if (v->pointer || v->type->kind == WFS_ADDRESS)
            call->pointer = wfs_pointer_operand(l, call->at, n);
        else if (call->args == MAX_ARGS || !v->word)
            wfs_refuse(l->m, call->at, "its operands are not supported");
        else
            call->arg[call->args++] = v;
    }
    if (!call->args)
        wfs_refuse(l->m, call->at, "it has no operand");
}

static bool by_number(const struct call *call)
{
    switch (call->number) {
    case WfsCl_nan: return make_nan(call);
    case WfsCl_bitselect: return bitselect(call);
    case WfsCl_select: return select_components(call);
    case WfsCl_shuffle: return shuffle(call, 1);
    case WfsCl_shuffle2: return shuffle(call, 2);
    case WfsCl_cross: case WfsCl_distance: case WfsCl_length: case WfsCl_normalize: case WfsCl_fast_distance:
    case WfsCl_fast_length: case WfsCl_fast_normalize: return on_vectors(call);
    default: return on_integers(call);
    }
}

void wfs_lower_opencl(struct wfs_lower *l, uint32_t at)
{
    struct call call = {.l = l, .at = at, .number = wfs_operand(l->m, at, 4)};

    if (call.number == WfsCl_prefetch)
        return;
    if (wfs_type(l->m, wfs_operand(l->m, at, 1))->kind != WFS_VOID)
        call.v = wfs_result(l, at);
    if (call.number == WfsCl_printf && call.v) {          /* prints nothing, which is no error */
        call.v->word[0] = wfs_const(0);
        return;
    }
    if (call.number == WfsCl_vstoren || (call.number >= WfsCl_vstore_half && call.number <= WfsCl_vstorea_halfn_r &&
                                         call.number != WfsCl_vloada_halfn)) {
        call.arg[call.args++] = wfs_value(l, wfs_operand(l->m, at, 5));
        in_memory(&call);
        return;
    }
    if (!call.v)
        wfs_refuse(l->m, at, "extended instruction %u of OpenCL.std has no result", (unsigned)call.number);
    if (in_memory(&call))
        return;
    read_arguments(&call);
    const struct wfs_cl *f = wfs_cl_find(call.number);
    if (f)
        on_floats(&call, f);
    else if (!by_number(&call))
        unsupported(&call);
}
