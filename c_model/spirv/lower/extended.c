/* SPDX-License-Identifier: Apache-2.0
 * extended.c - OpExtInst: GLSL.std.450 (math.h, wide.h), OpenCL.std (opencl.c), and debug information, of which lines
 * are kept.
 */
#include "pixel.h"

#include <string.h>

#include "../math/math.h"
#include "../math/mode.h"
#include "../math/wide.h"

enum { MAX_ARGS = 4, MAX_WORDS = 34 };

/* ---- debug information ---- */

enum { DEBUG_LINE = 103, DEBUG_NO_LINE = 104 };     /* NonSemantic.Shader.DebugInfo.100 */

static void debug_line(struct wfs_lower *l, uint32_t at)
{
    struct wfs_module *m = l->m;
    const uint32_t source = wfs_operand(m, at, 5), line = wfs_operand(m, at, 6);
    const struct wfs_id *def = wfs_id(m, source);

    if (def->op != WfsOpExtInst || !wfs_is_constant_id(l, line))
        return;
    const struct wfs_id *file = wfs_id(m, wfs_operand(m, def->at, 5));
    wfs_set_place(l, file->op == WfsOpString ? wfs_operand_name(m, file->at, 2) : "", wfs_word(l, line).bits);
}

static void other_set(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_id *set = wfs_id(l->m, wfs_operand(l->m, at, 3));
    const char *name = set->op == WfsOpExtInstImport ? wfs_operand_text(l->m, set->at, 2) : "";
    const uint32_t number = strcmp(name, "NonSemantic.Shader.DebugInfo.100") ? 0 : wfs_operand(l->m, at, 4);

    if (number == DEBUG_LINE)
        debug_line(l, at);
    if (number == DEBUG_NO_LINE)
        wfs_no_place(l);
    if (!strncmp(name, "NonSemantic.", 12) || !strcmp(name, "OpenCL.DebugInfo.100") || !strcmp(name, "DebugInfo"))
        return;
    wfs_refuse(l->m, at, "the instruction set %s is not supported", name);
}

/* ---- operands ---- */

struct call {
    uint32_t at, number, args;
    const struct wfs_value *arg[MAX_ARGS];
    const struct wfs_pointer *pointer;  /* frexp and modf: where the second part goes */
};

static void read_call(struct wfs_lower *l, uint32_t at, struct call *call)
{
    *call = (struct call){.at = at, .number = wfs_operand(l->m, at, 4)};
    for (uint32_t n = 5; n < wfs_length_at(l->m, at); n++) {
        const struct wfs_value *v = wfs_value(l, l->m->word[at + n]);
        if (v->pointer || v->type->kind == WFS_ADDRESS)
            call->pointer = wfs_pointer_operand(l, at, n);
        else if (call->args == MAX_ARGS || v->words > MAX_WORDS)
            wfs_refuse(l->m, at, "its operands are not supported");
        else
            call->arg[call->args++] = v;
    }
    if (!call->args)
        wfs_refuse(l->m, at, "it has no operand");
}

_Noreturn static void unsupported(struct wfs_lower *l, const struct call *call)
{
    char name[WFS_NAME_SIZE];

    wfs_refuse(l->m, call->at, "%s is not supported on %s", wfs_glsl_name(call->number, name),
               wfs_type_shown(l->m, call->arg[0]->type));
}

/* ---- widths other than 32 ---- */

static const wfs_val *component(const struct call *call, uint32_t arg, uint32_t i)
{
    if (arg >= call->args)
        return NULL;
    const struct wfs_value *v = call->arg[arg];
    return &v->word[wfs_components(v->type) == 1 ? 0 : i * wfs_scalar_words(v->type)];
}

/* Each operand has a component for every one of the result, or one for all, and all components are as wide as those of
 * the result. */
static bool are_alike(const struct call *call, const struct wfs_value *v, unsigned width)
{
    const uint32_t count = wfs_components(v->type), words = wfs_scalar_words(v->type);

    for (uint32_t i = 0; i < call->args; i++) {
        const struct wfs_type *t = call->arg[i]->type;
        if (wfs_scalar(t)->width != width || wfs_scalar_words(t) != words ||
            (wfs_components(t) != count && wfs_components(t) != 1))
            return false;
    }
    return v->words == count * words;
}

/* Component by component with a function of wide.h. */
static bool by_component(struct wfs_lower *l, const struct call *call, struct wfs_value *v)
{
    const struct wfs_type *t = wfs_scalar(call->arg[0]->type);
    const uint32_t words = wfs_scalar_words(v->type);

    if (!are_alike(call, v, t->width))
        return false;
    for (uint32_t i = 0; i < wfs_components(v->type); i++) {
        const wfs_val *x = component(call, 0, i), *y = component(call, 1, i), *z = component(call, 2, i);
        if (!(t->kind == WFS_INT ? wfs_integer_glsl : wfs_float_glsl)(l->code, call->number, t->width, x, y, z,
                                                                      &v->word[i * words]))
            return false;
    }
    return true;
}

/* Of what a number, a vector or a matrix is made. */
static const struct wfs_type *scalar_of(const struct wfs_type *t)
{
    return wfs_scalar(t->kind == WFS_MATRIX ? t->element : t);
}

/* As words of 32 bits, and how many.  The only integers there that may be of another width are exponents: they have
 * a sign, and beyond a word none is told from another. */
static uint32_t widen(struct wfs_lower *l, const struct wfs_value *v, wfs_val *word)
{
    const struct wfs_type *t = scalar_of(v->type);
    const uint32_t words = t->kind == WFS_INT ? v->words / wfs_words(t->width) : v->words;

    for (uint32_t i = 0; i < words; i++)
        if (t->kind == WFS_INT)
            word[i] = t->width == 64 ? wfs_nearest_word(l->code, &v->word[2 * i], true)
                                     : wfs_sign_extend(l->code, t->width, v->word[i]);
        else
            word[i] = t->kind == WFS_FLOAT && t->width == 16 ? wfs_h2f(l->code, v->word[i]) : v->word[i];
    return words;
}

/* A scalar type of the part of a result that word i belongs to. */
static const struct wfs_type *scalar_at(const struct wfs_type *t, uint32_t word)
{
    while (t->kind == WFS_STRUCT || t->kind == WFS_VECTOR || t->kind == WFS_MATRIX || t->kind == WFS_ARRAY) {
        if (t->kind == WFS_STRUCT) {
            uint32_t i = t->count;
            while (i > 1 && t->member[i - 1].word > word)
                i--;
            word -= t->member[i - 1].word;
            t = t->member[i - 1].type;
        } else {
            word %= (uint32_t)t->element->words;
            t = t->element;
        }
    }
    return t;
}

/* Words of 32 bits as the parts of a result are wide. */
static void narrow(struct wfs_lower *l, struct wfs_value *v, const wfs_val *word)
{
    for (uint32_t i = 0; i < v->words; i++) {
        const struct wfs_type *t = scalar_at(v->type, i);
        v->word[i] = t->kind == WFS_FLOAT && t->width == 16 ? wfs_mode_half(l->code, word[i])
                     : t->kind == WFS_INT && t->width < 32  ? wfs_cut(l->code, t->width, word[i])
                                                            : word[i];
    }
}

/* The floats of a value, as the mode DenormFlushToZero of their width says. */
static void flush_words(struct wfs_lower *l, struct wfs_value *v)
{
    for (uint32_t i = 0; i < v->words && l->code->flushes;) {
        const struct wfs_type *t = scalar_at(v->type, i);
        if (t->kind == WFS_FLOAT)
            wfs_flush(l->code, t->width, &v->word[i]);
        i += (uint32_t)t->words;
    }
}

static void flush_operands(struct wfs_lower *l, struct call *call)
{
    for (uint32_t i = 0; i < call->args && l->code->flushes; i++) {
        struct wfs_value *v = wfs_new_value(l, call->arg[i]->type);
        memcpy(v->word, call->arg[i]->word, v->words * sizeof *v->word);
        flush_words(l, v);
        call->arg[i] = v;
    }
}

/* ---- all ---- */

/* Words that an instruction gives become its result, and go through its pointer. */
static void give(struct wfs_lower *l, const struct call *call, struct wfs_value *v, const wfs_val *result)
{
    const uint32_t second = call->pointer ? (uint32_t)call->pointer->pointee->words : 0;

    for (uint32_t i = 0; i < v->words + second; i++)
        if (result[i].kind == WFS_NONE)
            wfs_refuse(l->m, call->at, "its type is %s, which it does not give", wfs_type_shown(l->m, v->type));
    narrow(l, v, result);
    if (!second)
        return;
    struct wfs_value *part = wfs_new_value(l, call->pointer->pointee);
    narrow(l, part, result + v->words);
    flush_words(l, part);
    wfs_store_pointer(l, call->pointer, part);
}

/* What is cut off of f16 is not rounded as f32 before. */
static unsigned modes_through_f32(unsigned modes, const struct wfs_type *scalar)
{
    return scalar->kind != WFS_FLOAT || scalar->width != 16 ? modes : modes & 16 ? modes | 32 : modes & ~32U;
}

static void through_f32(struct wfs_lower *l, const struct call *call, struct wfs_value *v)
{
    wfs_val word[MAX_ARGS][MAX_WORDS] = {{{0}}}, result[2 * MAX_WORDS] = {{0}};
    const wfs_val *arg[MAX_ARGS];
    unsigned length[MAX_ARGS];

    for (uint32_t i = 0; i < call->args; i++) {
        length[i] = widen(l, call->arg[i], word[i]);
        arg[i] = word[i];
    }
    const uint32_t second = call->pointer ? (uint32_t)call->pointer->pointee->words : 0;
    if ((call->pointer && call->pointer->pointee->kind == WFS_POINTER) || v->words > MAX_WORDS || second > MAX_WORDS ||
        !wfs_ext(l->code, call->number, call->args, arg, length, result))
        unsupported(l, call);
    give(l, call, v, result);
}

/* 64-bit floats as they are, and their exponents as words. */
static void as_doubles(struct wfs_lower *l, const struct call *call, struct wfs_value *v)
{
    wfs_val exponent[MAX_WORDS], result[2 * MAX_WORDS] = {{0}};
    const wfs_val *arg[MAX_ARGS];
    unsigned length[MAX_ARGS];

    for (uint32_t i = 0; i < call->args; i++) {
        const struct wfs_type *t = scalar_of(call->arg[i]->type);
        const bool is_exponent = call->number == WfsGlslLdexp && i == 1 && t->kind == WFS_INT;

        if (!is_exponent && (t->kind != WFS_FLOAT || t->width != 64))
            unsupported(l, call);
        arg[i] = is_exponent ? exponent : call->arg[i]->word;
        length[i] = is_exponent ? widen(l, call->arg[i], exponent) : call->arg[i]->words / 2;
    }
    const uint32_t second = call->pointer ? (uint32_t)call->pointer->pointee->words : 0;
    if ((call->pointer && call->pointer->pointee->kind == WFS_POINTER) || v->words > MAX_WORDS || second > MAX_WORDS ||
        !wfs_ext_double(l->code, call->number, call->args, arg, length, result))
        unsupported(l, call);
    give(l, call, v, result);
}

/* HLSL's ldexp has a float for its exponent, which glslang hands on as it is: x * exp2(e). */
static bool float_ldexp(struct wfs_lower *l, const struct call *call, struct wfs_value *v)
{
    const struct wfs_type *t = call->args == 2 ? wfs_scalar(call->arg[1]->type) : NULL;

    if (call->number != WfsGlslLdexp || !t || t->kind != WFS_FLOAT || t->width != 32 ||
        call->arg[0]->words != v->words || call->arg[1]->words != v->words)
        return false;
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_fmul(l->code, call->arg[0]->word[i], wfs_exp2(l->code, call->arg[1]->word[i]));
    return true;
}

/* Something that is no exponent has 64 bits. */
static bool has_wide(const struct call *call)
{
    const bool has_exponent =
        call->number == WfsGlslLdexp && call->args == 2 && wfs_scalar(call->arg[1]->type)->kind == WFS_INT;

    for (uint32_t i = 0; i < (has_exponent ? 1 : call->args); i++) {
        const struct wfs_type *t = scalar_of(call->arg[i]->type);
        if ((t->kind == WFS_INT || t->kind == WFS_FLOAT) && t->width == 64)
            return true;
    }
    return false;
}

static void glsl(struct wfs_lower *l, const struct call *call, struct wfs_value *v)
{
    const struct wfs_type *t = wfs_scalar(call->arg[0]->type);
    const bool packs = call->number == WfsGlslPackDouble2x32 || call->number == WfsGlslUnpackDouble2x32;

    if (float_ldexp(l, call, v))
        return;
    if ((t->kind == WFS_INT || (t->kind == WFS_FLOAT && t->width != 32)) && !packs &&
        v->words == call->arg[0]->words && by_component(l, call, v))
        return;
    const unsigned modes = l->code->rounds_to_zero;
    if (!has_wide(call) || packs) {
        l->code->rounds_to_zero = modes_through_f32(modes, t);
        through_f32(l, call, v);
        l->code->rounds_to_zero = modes;
    } else {
        as_doubles(l, call, v);
    }
}

static void write_call(struct wfs_lower *l, struct call *call, struct wfs_value *v)
{
    flush_operands(l, call);
    glsl(l, call, v);
    flush_words(l, v);
}

bool wfs_lower_extended(struct wfs_lower *l, uint32_t at)
{
    struct call call;

    if (wfs_op_at(l->m, at) != WfsOpExtInst && wfs_op_at(l->m, at) != WfsOpExtInstWithForwardRefsKHR)
        return false;
    if (l->m->opencl && wfs_operand(l->m, at, 3) == l->m->opencl) {
        wfs_lower_opencl(l, at);
        return true;
    }
    if (wfs_operand(l->m, at, 3) != l->m->glsl || !l->m->glsl) {
        other_set(l, at);
        return true;
    }
    const uint32_t number = wfs_operand(l->m, at, 4);
    if (number == WfsGlslInterpolateAtCentroid || number == WfsGlslInterpolateAtSample ||
        number == WfsGlslInterpolateAtOffset) {
        wfs_interpolate(l, at, number);
        return true;
    }
    read_call(l, at, &call);
    write_call(l, &call, wfs_result(l, at));
    return true;
}

void wfs_glsl(struct wfs_lower *l, uint32_t at, uint32_t number, uint32_t args, const struct wfs_value *const *arg,
              struct wfs_value *v)
{
    struct call call = {.at = at, .number = number, .args = args};

    for (uint32_t i = 0; i < args; i++)
        call.arg[i] = arg[i];
    write_call(l, &call, v);
}
