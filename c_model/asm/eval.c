/* SPDX-License-Identifier: Apache-2.0
 * eval.c - run a compiled expression.
 */
#include "expr.h"

#include "diag.h"

#include <string.h>

static uint32_t float_bits(uint32_t word)
{
    float value = (float)(word < 0x80000000 ? (int32_t)word : -(int32_t)(~word) - 1);
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
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

static uint32_t one(enum wfa_opcode code, uint32_t x)
{
    switch (code) {
    case WFA_X_NEG:       return 0 - x;
    case WFA_X_NOT:       return ~x;
    case WFA_X_LOGIC_NOT: return !x;
    case WFA_X_BOOL:      return x != 0;
    case WFA_X_COUNTBITS: return count_bits(x);
    case WFA_X_FLOAT:     return float_bits(x);
    case WFA_X_HASH:      return hash(x);
    default:              return x;
    }
}

static uint32_t two(enum wfa_opcode code, uint32_t x, uint32_t y)
{
    const uint32_t sign = 0x80000000;       /* x ^ sign orders as signed */

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
    case WFA_X_ADD:  return x + y;
    case WFA_X_SUB:  return x - y;
    case WFA_X_MUL:  return x * y;
    case WFA_X_DIV:  return x / y;          /* y was checked */
    case WFA_X_MOD:  return x % y;
    case WFA_X_MIN:  return x < y ? x : y;
    case WFA_X_MAX:  return x > y ? x : y;
    case WFA_X_SMIN: return (x ^ sign) < (y ^ sign) ? x : y;
    case WFA_X_SMAX: return (x ^ sign) > (y ^ sign) ? x : y;
    default:         return x;
    }
}

static bool load(struct wfa *p, const struct wfa_op *op, uint32_t at, uint32_t index, uint32_t *value)
{
    const struct wf_kernel_buffer *b = &p->kernel->buffer[op->value];

    if (at >= b->words) {
        wfa_error(p, op->pos, "word %u of `%s` (for i = %u) is out of range; expected an index below %u", at, b->name, index, b->words);
        return false;
    }
    *value = b->initial[at];
    return true;
}

static bool spend(struct wfa *p, const struct wfa_expr *expr)
{
    if (p->steps >= expr->count) {
        p->steps -= expr->count;
        return true;
    }
    wfa_error(p, expr->op[0].pos, "evaluation takes too long; expected at most %llu steps in all expressions",
              (unsigned long long)p->limits.steps);
    return false;
}

static bool divides(struct wfa *p, const struct wfa_op *op, uint32_t divisor, uint32_t index)
{
    if (divisor || (op->code != WFA_X_DIV && op->code != WFA_X_MOD))
        return true;
    wfa_error(p, op->pos, "division by zero (for i = %u); expected another divisor", index);
    return false;
}

/* Jumps go forward only, so the number of steps is at most the number of operations. */
bool wfa_eval(struct wfa *p, const struct wfa_expr *expr, uint32_t index, uint32_t *value)
{
    uint32_t stack[WFA_STACK + 1];
    unsigned top = 0;                       /* stack[top - 1] is the last pushed */

    if (!spend(p, expr))
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
            if (!load(p, op, stack[top - 1], index, &stack[top - 1]))
                return false;
            break;
        case WFA_X_JUMP:
            n = op->value - 1u;
            break;
        case WFA_X_JUMP_ZERO: case WFA_X_JUMP_ONE:
            if ((stack[--top] != 0) == (op->code == WFA_X_JUMP_ONE))
                n = op->value - 1u;
            break;
        default:
            if (op->code < WFA_X_BINARY) {
                stack[top - 1] = one(op->code, stack[top - 1]);
                break;
            }
            top--;
            if (!divides(p, op, stack[top], index))
                return false;
            stack[top - 1] = two(op->code, stack[top - 1], stack[top]);
        }
    }
    *value = stack[0];
    return true;
}
