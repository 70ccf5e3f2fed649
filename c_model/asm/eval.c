/* SPDX-License-Identifier: Apache-2.0
 * eval.c - run a compiled expression.
 */
#include "expr.h"

#include "../model/fp/fp.h"
#include "diag.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- integers ---- */

static const int64_t huge = INT64_C(1) << 60;      /* a multiple of 2^32: the word in the low half stays right */

static int64_t tame(int64_t x)
{
    return x > huge || x < -huge ? huge + (uint32_t)x : x;
}

static int64_t product(int64_t x, int64_t y)
{
    int64_t wide = x < 0 ? -x : x, times = y < 0 ? -y : y;

    return times && wide > huge / times ? huge + (uint32_t)x * (uint32_t)y : tame(x * y);
}

static uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static uint32_t count_bits(uint32_t x)
{
    uint32_t n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

/* ---- floats: binary32 of the host, to nearest even; every NaN that comes out of arithmetic is 0x7fc00000 ---- */

static float as_float(int64_t value)
{
    return wf_fp_value((uint32_t)value);
}

static int64_t as_bits(float f)
{
    return wf_fp_result(f);
}

static int64_t from_signed(uint32_t word)
{
    return as_bits((float)(word < 0x80000000 ? (int32_t)word : -(int32_t)(~word) - 1));
}

static int64_t to_signed(float f)
{
    return isnan(f) ? 0 : f >= 0x1p31f ? INT32_MAX : f <= -0x1p31f ? INT32_MIN : (int64_t)f;
}

static int64_t to_unsigned(float f)
{
    return isnan(f) || f <= 0 ? 0 : f >= 0x1p32f ? UINT32_MAX : (int64_t)f;
}

/* The number wins over NaN; -0 < +0. */
static int64_t lesser(int64_t x, int64_t y, bool greater)
{
    float a = as_float(x), b = as_float(y);

    if (isnan(a) || isnan(b))
        return !isnan(a) ? x : !isnan(b) ? y : 0x7fc00000;
    if (a == b)
        return ((uint32_t)x >> 31) == !greater ? x : y;
    return (a < b) != greater ? x : y;
}

/* ---- operations ---- */

static int64_t one(enum wfa_opcode code, int64_t value)
{
    uint32_t x = (uint32_t)value;

    switch (code) {
    case WFA_X_NEG:       return tame(-value);
    case WFA_X_NOT:       return (uint32_t)~x;
    case WFA_X_LOGIC_NOT: return !x;
    case WFA_X_BOOL:      return x != 0;
    case WFA_X_COUNTBITS: return count_bits(x);
    case WFA_X_HASH:      return hash(x);
    case WFA_X_FNEG:      return x ^ 0x80000000;
    case WFA_X_I2F:       return from_signed(x);
    case WFA_X_F2I:       return to_signed(as_float(value));
    case WFA_X_F2U:       return to_unsigned(as_float(value));
    default:              return value;
    }
}

static int64_t two_floats(enum wfa_opcode code, int64_t left, int64_t right)
{
    float x = as_float(left), y = as_float(right);

    switch (code) {
    case WFA_X_FEQ:  return x == y;
    case WFA_X_FNE:  return x != y;
    case WFA_X_FLT:  return x < y;
    case WFA_X_FLE:  return x <= y;
    case WFA_X_FGT:  return x > y;
    case WFA_X_FGE:  return x >= y;
    case WFA_X_FADD: return as_bits(x + y);
    case WFA_X_FSUB: return as_bits(x - y);
    case WFA_X_FMUL: return as_bits(x * y);
    case WFA_X_FDIV: return as_bits(x / y);
    case WFA_X_FMIN: return lesser(left, right, false);
    case WFA_X_FMAX: return lesser(left, right, true);
    default:         return left;
    }
}

static int64_t two(enum wfa_opcode code, int64_t left, int64_t right)
{
    const uint32_t sign = 0x80000000;       /* x ^ sign orders as signed */
    uint32_t x = (uint32_t)left, y = (uint32_t)right;

    switch (code) {
    case WFA_X_OR:   return x | y;
    case WFA_X_XOR:  return x ^ y;
    case WFA_X_AND:  return x & y;
    case WFA_X_EQ:   return x == y;
    case WFA_X_NE:   return x != y;
    case WFA_X_LT:   return x < y;
    case WFA_X_LE:   return x <= y;
    case WFA_X_GT:   return x > y;
    case WFA_X_GE:   return x >= y;
    case WFA_X_SHL:  return x << (y & 31);
    case WFA_X_SHR:  return x >> (y & 31);
    case WFA_X_ADD:  return tame(left + right);
    case WFA_X_SUB:  return tame(left - right);
    case WFA_X_MUL:  return product(left, right);
    case WFA_X_DIV:  return x / y;          /* y was checked */
    case WFA_X_MOD:  return x % y;
    case WFA_X_MIN:  return x < y ? left : right;
    case WFA_X_MAX:  return x > y ? left : right;
    case WFA_X_SMIN: return (x ^ sign) < (y ^ sign) ? left : right;
    case WFA_X_SMAX: return (x ^ sign) > (y ^ sign) ? left : right;
    default:         return two_floats(code, left, right);
    }
}

/* " (for i = 5)" in an expression that uses i. */
static const char *for_index(const struct wfa_expr *e, uint32_t index, char text[32])
{
    text[0] = '\0';
    if (e->uses_index)
        snprintf(text, 32, " (for i = %u)", index);
    return text;
}

static bool load(struct wfa *p, const struct wfa_expr *e, const struct wfa_op *op, uint32_t at, uint32_t index,
                 int64_t *value)
{
    const struct wf_kernel_buffer *b = &p->kernel->buffer[op->value];
    char where[32];

    if (at >= b->words) {
        wfa_error(p, op->pos, "word %u of `%s`%s is out of range; expected an index below %u", at, b->name,
                  for_index(e, index, where), b->words);
        return false;
    }
    *value = b->initial[at] + (b->address && b->address[at] ? WFA_ADDRESS : 0);
    return true;
}

static bool divides(struct wfa *p, const struct wfa_expr *e, const struct wfa_op *op, int64_t divisor, uint32_t index)
{
    char where[32];

    if ((uint32_t)divisor || (op->code != WFA_X_DIV && op->code != WFA_X_MOD))
        return true;
    wfa_error(p, op->pos, "division by zero%s; expected another divisor", for_index(e, index, where));
    return false;
}

/* Jumps go forward only, so the number of steps is at most the number of operations. */
bool wfa_eval(struct wfa *p, const struct wfa_expr *expr, uint32_t index, int64_t *value)
{
    int64_t stack[WFA_STACK + 1];
    unsigned top = 0;                       /* stack[top - 1] is the last pushed */

    if (!wfa_spend(p, expr->op[0].pos, expr->count))
        return false;
    for (size_t n = 0; n < expr->count; n++) {
        const struct wfa_op *op = &expr->op[n];
        switch (op->code) {
        case WFA_X_PUSH:
            stack[top++] = op->value;
            break;
        case WFA_X_INDEX:
            stack[top++] = index;
            break;
        case WFA_X_LOAD:
            if (!load(p, expr, op, (uint32_t)stack[top - 1], index, &stack[top - 1]))
                return false;
            break;
        case WFA_X_JUMP:
            n = (size_t)op->value - 1;
            break;
        case WFA_X_JUMP_ZERO: case WFA_X_JUMP_ONE:
            if (((uint32_t)stack[--top] != 0) == (op->code == WFA_X_JUMP_ONE))
                n = (size_t)op->value - 1;
            break;
        default:
            if (op->code < WFA_X_BINARY) {
                stack[top - 1] = one(op->code, stack[top - 1]);
                break;
            }
            top--;
            if (!divides(p, expr, op, stack[top], index))
                return false;
            stack[top - 1] = two(op->code, stack[top - 1], stack[top]);
        }
    }
    *value = stack[0];
    return true;
}
