/* SPDX-License-Identifier: Apache-2.0
 *
 * interp_pack.c - GLSL.std.450: pack and unpack, lowest bits first.
 */
#include <math.h>

#include "interp_glsl.h"

/* One number as `width` bits of a normalized integer, and back. */
static uint64_t to_norm(unsigned width, bool is_signed, double v)
{
    const double scale = ldexp(1, (int)width - is_signed) - 1, least = is_signed ? -1 : 0;
    const double clamped = isnan(v) ? 0 : v < least ? least : v > 1 ? 1 : v;

    return low_bits(width, (uint64_t)(int64_t)nearbyint(clamped * scale));
}

static double from_norm(unsigned width, bool is_signed, uint64_t bits)
{
    const double scale = ldexp(1, (int)width - is_signed) - 1;
    const double v = is_signed ? (double)sign_extend(width, bits) / scale : (double)bits / scale;

    return v < -1 ? -1 : v;
}

bool glsl_pack(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out)
{
    const unsigned what = word_of(n, 1);
    const uint64_t *v = value(m, regs, word_of(n, 2));
    const bool packs = what <= GlslPackDouble2x32, fours = what == GlslPackSnorm4x8 || what == GlslPackUnorm4x8 ||
                                                           what == GlslUnpackSnorm4x8 || what == GlslUnpackUnorm4x8;
    const bool is_signed = what == GlslPackSnorm4x8 || what == GlslPackSnorm2x16 || what == GlslUnpackSnorm4x8 || what == GlslUnpackSnorm2x16;
    const unsigned parts = fours ? 4 : 2, width = what == GlslPackDouble2x32 || what == GlslUnpackDouble2x32 ? 32 : fours ? 8 : 16;
    uint64_t word = 0;

    if (what < GlslPackSnorm4x8 || what > GlslUnpackDouble2x32)
        return false;
    if ((packs ? value_type(m, word_of(n, 2)) : n->type)->slots != parts || (packs ? n->type : value_type(m, word_of(n, 2)))->slots != 1)
        module_fail(m, n->offset, "a pack or unpack of another number of parts than %u", parts);
    for (unsigned k = 0; k < parts; k++) {
        const uint64_t bits = low_bits(width, v[0] >> k * width);
        switch (what) {
        case GlslPackHalf2x16: word |= bits_of(16, float_of(32, v[k])) << k * width; break;
        case GlslPackDouble2x32: word |= low_bits(32, v[k]) << k * width; break;
        case GlslUnpackHalf2x16: out[k] = bits_of(32, float_of(16, bits)); break;
        case GlslUnpackDouble2x32: out[k] = bits; break;
        default:
            if (packs)
                word |= to_norm(width, is_signed, float_of(32, v[k])) << k * width;
            else
                out[k] = bits_of(32, from_norm(width, is_signed, bits));
            break;
        }
    }
    if (packs)
        out[0] = word;
    return true;
}
