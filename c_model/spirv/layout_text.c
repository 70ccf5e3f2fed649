/* SPDX-License-Identifier: Apache-2.0
 * layout_text.c - the numbers of a block (wavefold/layout.h): their bits, and as text.
 */
#include "wavefold/layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../model/fp/fp.h"

/* ---- bits ---- */

static uint64_t ones(unsigned bits)
{
    return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
}

uint64_t wf_layout_load(const struct wf_layout_node *n, const uint32_t *word, uint64_t byte)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < n->bits / 8; i++)
        bits |= (uint64_t)(word[(byte + i) / 4] >> 8 * ((byte + i) % 4) & 0xff) << 8 * i;
    return bits;
}

void wf_layout_store(const struct wf_layout_node *n, uint32_t *word, uint64_t byte, uint64_t bits)
{
    for (unsigned i = 0; i < n->bits / 8; i++) {
        const unsigned at = 8 * (unsigned)((byte + i) % 4);
        uint32_t *w = &word[(byte + i) / 4];
        *w = (*w & ~(UINT32_C(0xff) << at)) | (uint32_t)(bits >> 8 * i & 0xff) << at;
    }
}

/* ---- floats ---- */

static double half_value(uint32_t bits)
{
    return (double)wf_fp_value(wf_fp_from_half(bits));
}

/* Between the numbers half-way to its neighbours; on one of them when its last bit is 0. */
static bool reads_as_half(double value, uint32_t bits)
{
    const double own = half_value(bits & 0x7fff), above = (bits & 0x7fff) == 0x7bff ? 65536 : half_value((bits & 0x7fff) + 1);
    const double below = bits & 0x7fff ? half_value((bits & 0x7fff) - 1) : 0;
    const double low = (own + below) / 2, high = (own + above) / 2, size = fabs(value);

    return bits & 1 ? size > low && size < high : size >= low && size <= high;
}

static bool reads_back(const char *text, unsigned width, uint64_t bits)
{
    if (width == 16)
        return reads_as_half(strtod(text, NULL), (uint32_t)bits);
    if (width == 32)
        return wf_fp_bits(strtof(text, NULL)) == bits;
    const double value = strtod(text, NULL);
    uint64_t got;
    memcpy(&got, &value, sizeof got);
    return got == bits;
}

static double value_of(unsigned width, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    double value;

    if (width == 16)
        return half_value(low);
    if (width == 32)
        return (double)wf_fp_value(low);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* "-d.ddde+xx" with a point where people look for it, unless that takes many zeros. */
static void place_point(const char *scientific, char text[WF_LAYOUT_TEXT])
{
    const char *e = strchr(scientific, 'e');
    const int exponent = atoi(e + 1);
    char digits[24];
    int count = 0, used = 0;

    for (const char *at = scientific; at < e; at++)
        if (*at >= '0' && *at <= '9')
            digits[count++] = *at;
    if (*scientific == '-')
        text[used++] = '-';
    if (exponent < -4 || exponent >= 16) {
        snprintf(text + used, (size_t)(WF_LAYOUT_TEXT - used), "%c%s%.*se%d", digits[0], count > 1 ? "." : "",
                 count - 1, digits + 1, exponent);
        return;
    }
    for (int i = exponent < 0 ? exponent : 0; i < count || i <= exponent; i++) {
        if (i == exponent + 1 && i > 0)
            text[used++] = '.';
        text[used++] = i < 0 || i >= count ? '0' : digits[i];
        if (i == exponent && exponent < 0)
            text[used++] = '.';
    }
    if (count <= exponent + 1) {
        text[used++] = '.';
        text[used++] = '0';
    }
    text[used] = '\0';
}

static void show_bits(unsigned width, uint64_t bits, char text[WF_LAYOUT_TEXT])
{
    const unsigned digits = width / 4;
    unsigned used = 2;

    memcpy(text, "0x", 2);
    for (unsigned i = digits < 16 ? digits : 16; i-- > 0;)
        text[used++] = "0123456789abcdef"[bits >> 4 * i & 15];
    text[used] = '\0';
}

static void show_float(unsigned width, uint64_t bits, char text[WF_LAYOUT_TEXT])
{
    const unsigned mantissa = width == 16 ? 10 : width == 32 ? 23 : 52;
    const uint64_t exponents = ones(width - 1) & ~ones(mantissa), magnitude = bits & ones(width - 1);
    const char *sign = bits >> (width - 1) & 1 ? "-" : "";
    char scientific[32];

    if (magnitude == exponents) {
        snprintf(text, WF_LAYOUT_TEXT, "%sinf", sign);
    } else if (magnitude == (exponents | UINT64_C(1) << (mantissa - 1))) {
        snprintf(text, WF_LAYOUT_TEXT, "%snan", sign);
    } else if (magnitude > exponents) {
        show_bits(width, bits, text);
    } else {
        int digits = 0;
        do
            snprintf(scientific, sizeof scientific, "%.*e", digits, value_of(width, bits));
        while (!reads_back(scientific, width, bits) && ++digits < 17);
        place_point(scientific, text);
    }
}

/* ---- all ---- */

const char *wf_layout_show(const struct wf_layout_node *n, uint64_t bits, char text[WF_LAYOUT_TEXT])
{
    const uint64_t top = UINT64_C(1) << (n->bits - 1);

    switch (n->kind) {
    case WF_LAYOUT_FLOAT:
        show_float(n->bits, bits, text);
        break;
    case WF_LAYOUT_INT:
        if (bits & top)
            snprintf(text, WF_LAYOUT_TEXT, "-%" PRIu64, (0 - bits) & ones(n->bits));
        else
            snprintf(text, WF_LAYOUT_TEXT, "%" PRIu64, bits);
        break;
    case WF_LAYOUT_UINT:
        snprintf(text, WF_LAYOUT_TEXT, "%" PRIu64, bits);
        break;
    case WF_LAYOUT_BOOL:
        if (bits > 1)
            snprintf(text, WF_LAYOUT_TEXT, "0x%08" PRIx64, bits);
        else
            snprintf(text, WF_LAYOUT_TEXT, bits ? "true" : "false");
        break;
    default:
        show_bits(n->bits, bits, text);
        break;
    }
    return text;
}

const char *wf_layout_type(const struct wf_layout_node *n, char text[WF_LAYOUT_TEXT])
{
    const char *kind = n->kind == WF_LAYOUT_FLOAT ? "a float" : n->kind == WF_LAYOUT_INT ? "a signed integer"
                     : n->kind == WF_LAYOUT_UINT ? "an unsigned integer" : n->kind == WF_LAYOUT_BOOL ? "a bool" : "a number";

    if (n->kind == WF_LAYOUT_BOOL)
        snprintf(text, WF_LAYOUT_TEXT, "%s", kind);
    else
        snprintf(text, WF_LAYOUT_TEXT, "%s of %u bits", kind, n->bits);
    return text;
}
