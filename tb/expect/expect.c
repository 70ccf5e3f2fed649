/* SPDX-License-Identifier: Apache-2.0
 * expect.c - what the lists share: combining two values, and printing.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

const uint32_t identity[COUNTBITS + 1] = {0, 1, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX, 0, UINT32_MAX, 0, 0, 0, 0x3f800000, 0x7f800000, 0xff800000, 0};

static uint32_t float_extreme(uint32_t a, uint32_t b, bool want_max)
{
    bool a_nan = (a & 0x7fffffff) > 0x7f800000, b_nan = (b & 0x7fffffff) > 0x7f800000;
    if (a_nan || b_nan)
        return a_nan && b_nan ? 0x7fc00000 : a_nan ? b : a;
    uint32_t a_key = a >> 31 ? ~a : a | 0x80000000, b_key = b >> 31 ? ~b : b | 0x80000000;
    return (a_key > b_key) == want_max ? a : b;
}

uint32_t combine(enum op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case ADD:
    case COUNTBITS: return a + b;
    case MUL:  return a * b;
    case SMIN: return (int32_t)a < (int32_t)b ? a : b;
    case SMAX: return (int32_t)a > (int32_t)b ? a : b;
    case UMIN: return a < b ? a : b;
    case UMAX: return a > b ? a : b;
    case AND:  return a & b;
    case OR:   return a | b;
    case XOR:  return a ^ b;
    case FADD: return float_bits(as_float(a) + as_float(b));
    case FMUL: return float_bits(as_float(a) * as_float(b));
    case FMIN:
    case FMAX: break;
    }
    return float_extreme(a, b, op == FMAX);
}

static void separate(void)
{
    static int column;
    fputs(column++ % 12 ? " " : column == 1 ? "    " : "\n    ", stdout);
}

void put(uint32_t value)
{
    separate();
    printf(value < 10 ? "%u," : "0x%x,", (unsigned)value);
}

void puti(int32_t value)
{
    put((uint32_t)value);
}

void put64(uint64_t value)
{
    put((uint32_t)value), put((uint32_t)(value >> 32));
}

void put_part(uint32_t value, unsigned bits)
{
    static struct { uint32_t word; unsigned filled; } parts;
    parts.word |= (value & (uint32_t)low_ones(bits)) << parts.filled;
    parts.filled += bits;
    if (parts.filled == 32) {
        put(parts.word);
        parts.word = parts.filled = 0;
    }
}

void putf(double value)
{
    char text[40];
    float rounded = (float)value;
    separate();
    if (isnan(rounded)) {
        fputs("nan,", stdout);
        return;
    }
    snprintf(text, sizeof text, "%.9g", (double)rounded);
    fputs(text, stdout);
    fputs(strpbrk(text, ".en") ? "," : ".0,", stdout);
}
