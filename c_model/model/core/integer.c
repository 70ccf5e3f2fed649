/* SPDX-License-Identifier: Apache-2.0
 * integer.c - 32-bit integer operations, lane by lane.
 */
#include "core.h"

#include "lanes.h"

WF_LANES_INLINE int32_t s(uint32_t word)
{
    return (int32_t)word;
}

/* Towards -inf, whatever the host's >> does with negative numbers. */
WF_LANES_INLINE uint32_t shift_right_signed(uint32_t a, unsigned by)
{
    return s(a) < 0 ? ~(~a >> by) : a >> by;
}

WF_LANES_INLINE uint32_t high_signed(uint32_t a, uint32_t b)
{
    const int64_t product = (int64_t)s(a) * s(b);
    return (uint32_t)((uint64_t)product >> 32);
}

WF_LANES_INLINE bool compare(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, uint32_t *value)
{
    switch (op) {
    case WF_OP_EQ: WF_LANES_EACH(a[i] == b[i]);
    case WF_OP_NE: WF_LANES_EACH(a[i] != b[i]);
    case WF_OP_LTS: WF_LANES_EACH(s(a[i]) < s(b[i]));
    case WF_OP_GES: WF_LANES_EACH(s(a[i]) >= s(b[i]));
    case WF_OP_LTU: WF_LANES_EACH(a[i] < b[i]);
    case WF_OP_GEU: WF_LANES_EACH(a[i] >= b[i]);
    case WF_OP_MINS: WF_LANES_EACH(s(a[i]) < s(b[i]) ? a[i] : b[i]);
    case WF_OP_MAXS: WF_LANES_EACH(s(a[i]) > s(b[i]) ? a[i] : b[i]);
    case WF_OP_MINU: WF_LANES_EACH(a[i] < b[i] ? a[i] : b[i]);
    case WF_OP_MAXU: WF_LANES_EACH(a[i] > b[i] ? a[i] : b[i]);
    default: return false;
    }
}

WF_LANES_INLINE bool bits(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                 uint32_t *value)
{
    switch (op) {
    case WF_OP_COUNTBITS: WF_LANES_EACH(wf_bits_count(b[i]));
    case WF_OP_REVBITS: WF_LANES_EACH(wf_bits_reverse(b[i]));
    case WF_OP_FFBL: WF_LANES_EACH(wf_bits_lowest(b[i]));
    case WF_OP_FFBHU: WF_LANES_EACH(wf_bits_highest(b[i]));
    case WF_OP_FFBHS: WF_LANES_EACH(wf_bits_highest_signed(b[i]));
    case WF_OP_BFEU: WF_LANES_EACH(wf_bits_extract(a[i], b[i]));
    case WF_OP_BFES: WF_LANES_EACH(wf_bits_extract_signed(a[i], b[i]));
    case WF_OP_BFI: WF_LANES_EACH(wf_bits_insert(a[i], b[i], c[i]));
    default: return false;
    }
}

WF_LANES_INLINE bool arithmetic(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                       uint32_t *value)
{
    switch (op) {
    case WF_OP_MOV: WF_LANES_EACH(b[i]);
    case WF_OP_NOT: WF_LANES_EACH(~b[i]);
    case WF_OP_ADD: WF_LANES_EACH(a[i] + b[i]);
    case WF_OP_SUB: WF_LANES_EACH(a[i] - b[i]);
    case WF_OP_RSUB: WF_LANES_EACH(b[i] - a[i]);
    case WF_OP_AND: WF_LANES_EACH(a[i] & b[i]);
    case WF_OP_OR: WF_LANES_EACH(a[i] | b[i]);
    case WF_OP_XOR: WF_LANES_EACH(a[i] ^ b[i]);
    case WF_OP_SHL: WF_LANES_EACH(a[i] << b[i] % 32);
    case WF_OP_SHR: WF_LANES_EACH(a[i] >> b[i] % 32);
    case WF_OP_SAR: WF_LANES_EACH(shift_right_signed(a[i], b[i] % 32));
    case WF_OP_SEL: WF_LANES_EACH(a[i] != 0 ? b[i] : c[i]);
    case WF_OP_MUL: WF_LANES_EACH(a[i] * b[i]);
    case WF_OP_MULHU: WF_LANES_EACH((uint64_t)a[i] * b[i] >> 32);
    case WF_OP_MULHS: WF_LANES_EACH(high_signed(a[i], b[i]));
    case WF_OP_MAD: WF_LANES_EACH(a[i] * b[i] + c[i]);
    default: return false;
    }
}

WF_LANES_INLINE bool wf_integer_perform_form(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b,
                                             const uint32_t *c, uint32_t *value)
{
    return arithmetic(op, n, a, b, c, value) || compare(op, n, a, b, value) || bits(op, n, a, b, c, value);
}

WF_LANES_BOTH(bool, wf_integer_perform,
              (uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *value),
              (op, n, a, b, c, value))
