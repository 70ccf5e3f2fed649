/* SPDX-License-Identifier: Apache-2.0
 * op_values.c - values and masks of the lanes, as words of the command line and as the result prints them (op.h).
 */
#include "op.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "contents.h"
#include "wavefold/layout.h"

const struct op_type_info op_types[OP_TYPES] = {
    [OP_U32] = {"u32", 32, false, false}, [OP_I32] = {"i32", 32, false, true}, [OP_F32] = {"f32", 32, true, true},
    [OP_U64] = {"u64", 64, false, false}, [OP_I64] = {"i64", 64, false, true}, [OP_F64] = {"f64", 64, true, true},
    [OP_F16] = {"f16", 16, true, true},   [OP_BOOL] = {"bool", 1, false, false}};

enum op_type op_type_named(const char *name)
{
    unsigned type = 0;
    while (type < OP_TYPES && strcmp(name, op_types[type].name) != 0)
        type++;
    return (enum op_type)type;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

enum op_type op_type_of(const char *const *word, size_t words)
{
    enum op_type type = OP_U32;
    for (size_t i = 0; i < words; i++) {
        const char *at = word[i];
        for (size_t length; *at; at += length + (at[length] != '\0')) {
            struct contents_number number;
            length = strcspn(at, ":");
            if (!contents_number(at, length, &number))
                continue;
            if (number.is_float)
                return OP_F32;
            if (number.is_negative)
                type = OP_I32;
        }
    }
    return type;
}

/* Any number but 0 is true, as HLSL converts it. */
static bool read_truth(const char *at, size_t length, uint32_t word[2])
{
    struct contents_number number;
    if ((length == 4 && !memcmp(at, "true", 4)) || (length == 5 && !memcmp(at, "false", 5))) {
        word[0] = length == 4;
        return true;
    }
    if (!contents_number(at, length, &number))
        return false;
    word[0] = number.is_float ? number.real != 0 : number.magnitude != 0;
    return true;
}

static bool read_component(const char *at, size_t length, enum op_type type, uint32_t word[2])
{
    const struct op_type_info *info = &op_types[type];
    struct contents_number number;
    uint64_t bits;
    word[0] = word[1] = 0;
    if (type == OP_BOOL)
        return read_truth(at, length, word);
    if (!contents_number(at, length, &number))
        return false;
    if (info->is_float && !number.is_hex) {
        contents_float_bits(&number, info->width, word);
        return true;
    }
    if (!contents_fits(&number, info->width, &bits))
        return false;
    word[0] = (uint32_t)bits;
    word[1] = (uint32_t)(bits >> 32);
    return true;
}

static void refuse(const char *word, enum op_type type)
{
    const struct op_type_info *info = &op_types[type];
    char what[96];
    if (type == OP_BOOL)
        snprintf(what, sizeof what, "a bool is true, false or a number, not");
    else if (info->is_float)
        snprintf(what, sizeof what, "a value of %s is a number, inf, nan, or its bits in hexadecimal, not", info->name);
    else
        snprintf(what, sizeof what, "a value of %s is an integer of %u bits, decimal or hexadecimal, not", info->name,
                 info->width);
    cli_misuse(what, word);
}

unsigned op_value_read(const char *word, enum op_type type, struct op_value *value)
{
    const char *at = word;
    *value = (struct op_value){{{0}}};
    for (unsigned n = 0; n < OP_COMPONENTS; n++) {
        const size_t length = strcspn(at, ":");
        if (!read_component(at, length, type, value->word[n])) {
            refuse(word, type);
            return 0;
        }
        if (!at[length])
            return n + 1;
        at += length + 1;
    }
    cli_misuse("a vector has at most 4 components, not", word);
    return 0;
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

void op_value_print(FILE *file, enum op_type type, const uint32_t word[2], bool hex)
{
    const struct op_type_info *info = &op_types[type];
    const struct wf_layout_node number = {.kind = WF_LAYOUT_FLOAT, .bits = info->width};
    const uint64_t bits = word[0] | (info->width == 64 ? (uint64_t)word[1] << 32 : 0);
    char text[WF_LAYOUT_TEXT];
    if (hex && type != OP_BOOL)
        fprintf(file, "0x%0*" PRIx64, (int)info->width / 4, bits);
    else if (info->is_float)
        fputs(wf_layout_show(&number, bits, text), file);
    else if (!info->is_signed)
        fprintf(file, "%" PRIu64, bits);
    else if (bits >> (info->width - 1))
        fprintf(file, "-%" PRIu64, (info->width == 64 ? 0 - bits : (UINT64_C(1) << 32) - bits));
    else
        fprintf(file, "%" PRIu64, bits);
}

/* ---- masks ------------------------------------------------------------------------------------------------------- */

/* mask = mask * base + digit; false when it has more than 128 bits. */
static bool add_digit(struct op_mask *mask, unsigned base, unsigned digit)
{
    uint64_t carry = digit;
    for (unsigned i = 0; i < OP_MASK_WORDS; i++) {
        carry += (uint64_t)mask->word[i] * base;
        mask->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

static unsigned digit_of(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return at ? (unsigned)(at - digits) : 16;
}

bool op_mask_read(const char *text, size_t length, struct op_mask *mask)
{
    const char *end = text + length;
    unsigned base = 10;
    *mask = (struct op_mask){{0}};
    if (length > 2 && text[0] == '0' && strchr("xXbB", text[1])) {
        base = (text[1] | 32) == 'x' ? 16 : 2;
        text += 2;
    }
    bool good = text < end;
    for (; text < end && good; text++)
        good = digit_of(*text) < base && add_digit(mask, base, digit_of(*text));
    return good;
}

void op_mask_print(FILE *file, const uint32_t *word, unsigned lanes)
{
    fputs("0x", file);
    for (unsigned digit = lanes / 4; digit-- > 0;)
        putc("0123456789abcdef"[word[digit / 8] >> digit % 8 * 4 & 15], file);
}
