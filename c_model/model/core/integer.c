/* SPDX-License-Identifier: Apache-2.0
 * integer.c - 32-bit integer operations, lane by lane.
 */
#include "core.h"

#include "lanes.h"

#define EACH(expression)                                                                                               \
    do {                                                                                                               \
        WF_LANES_INDEPENDENT                                                                                           \
        for (unsigned i = 0; i < n; i++)                                                                               \
            value[i] = (uint32_t)(expression);                                                                         \
        return true;                                                                                                   \
    } while (0)

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
    case WF_OP_EQ: EACH(a[i] == b[i]);
    case WF_OP_NE: EACH(a[i] != b[i]);
    case WF_OP_LTS: EACH(s(a[i]) < s(b[i]));
    case WF_OP_GES: EACH(s(a[i]) >= s(b[i]));
    case WF_OP_LTU: EACH(a[i] < b[i]);
    case WF_OP_GEU: EACH(a[i] >= b[i]);
    case WF_OP_MINS: EACH(s(a[i]) < s(b[i]) ? a[i] : b[i]);
    case WF_OP_MAXS: EACH(s(a[i]) > s(b[i]) ? a[i] : b[i]);
    case WF_OP_MINU: EACH(a[i] < b[i] ? a[i] : b[i]);
    case WF_OP_MAXU: EACH(a[i] > b[i] ? a[i] : b[i]);
    default: return false;
    }
}

WF_LANES_INLINE bool bits(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                 uint32_t *value)
{
    switch (op) {
    case WF_OP_COUNTBITS: EACH(wf_bits_count(b[i]));
    case WF_OP_REVBITS: EACH(wf_bits_reverse(b[i]));
    case WF_OP_FFBL: EACH(wf_bits_lowest(b[i]));
    case WF_OP_FFBHU: EACH(wf_bits_highest(b[i]));
    case WF_OP_FFBHS: EACH(wf_bits_highest_signed(b[i]));
    case WF_OP_BFEU: EACH(wf_bits_extract(a[i], b[i]));
    case WF_OP_BFES: EACH(wf_bits_extract_signed(a[i], b[i]));
    case WF_OP_BFI: EACH(wf_bits_insert(a[i], b[i], c[i]));
    default: return false;
    }
}

WF_LANES_INLINE bool arithmetic(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                       uint32_t *value)
{
    switch (op) {
    case WF_OP_MOV: EACH(b[i]);
    case WF_OP_NOT: EACH(~b[i]);
    case WF_OP_ADD: EACH(a[i] + b[i]);
    case WF_OP_SUB: EACH(a[i] - b[i]);
    case WF_OP_RSUB: EACH(b[i] - a[i]);
    case WF_OP_AND: EACH(a[i] & b[i]);
    case WF_OP_OR: EACH(a[i] | b[i]);
    case WF_OP_XOR: EACH(a[i] ^ b[i]);
    case WF_OP_SHL: EACH(a[i] << b[i] % 32);
    case WF_OP_SHR: EACH(a[i] >> b[i] % 32);
    case WF_OP_SAR: EACH(shift_right_signed(a[i], b[i] % 32));
    case WF_OP_SEL: EACH(a[i] != 0 ? b[i] : c[i]);
    case WF_OP_MUL: EACH(a[i] * b[i]);
    case WF_OP_MULHU: EACH((uint64_t)a[i] * b[i] >> 32);
    case WF_OP_MULHS: EACH(high_signed(a[i], b[i]));
    case WF_OP_MAD: EACH(a[i] * b[i] + c[i]);
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
