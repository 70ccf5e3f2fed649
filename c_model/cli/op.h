/* SPDX-License-Identifier: Apache-2.0
 * op.h - one cross-lane operation from the command line: its name, what each lane has, the shader that performs it.
 */
#ifndef WF_OP_H
#define WF_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "status.h"
#include "wavefold/isa.h"

enum { OP_COMPONENTS = 4, OP_MASK_WORDS = WF_MAX_LANES / 32 };

/* ---- types and values (op_values.c) ------------------------------------------------------------------------------ */

enum op_type { OP_U32, OP_I32, OP_F32, OP_U64, OP_I64, OP_F64, OP_F16, OP_BOOL, OP_TYPES };
struct op_type_info {
    const char *name;
    unsigned width;             /* bits; of a bool 1 */
    bool is_float, is_signed;
};
extern const struct op_type_info op_types[OP_TYPES];
/* OP_TYPES: there is none of this name. */
enum op_type op_type_named(const char *name);

/* A value: a scalar, or a vector.  Bits of each component, the low word first. */
struct op_value {
    uint32_t word[OP_COMPONENTS][2];
};
/* The type of these words ("-" has none) when none is given: f32 when one of them is a float, i32 when one is
 * negative, else u32. */
enum op_type op_type_of(const char *const *word, size_t words);
/* "1:2:3" as components of a type; how many, 0 after a message. */
unsigned op_value_read(const char *word, enum op_type type, struct op_value *value);
/* A component as a number of its type, or its bits in hexadecimal. */
void op_value_print(FILE *file, enum op_type type, const uint32_t word[2], bool hex);

/* A mask of lanes, lane 0 in the lowest bit. */
struct op_mask {
    uint32_t word[OP_MASK_WORDS];
};
/* Decimal, 0x or 0b; false when it is none or has bits above lane 127. */
bool op_mask_read(const char *text, size_t length, struct op_mask *mask);
/* "0x0a" of 8 lanes. */
void op_mask_print(FILE *file, const uint32_t *word, unsigned lanes);
static inline bool op_mask_bit(const struct op_mask *mask, unsigned lane)
{
    return mask->word[lane / 32] >> lane % 32 & 1;
}

/* ---- names (op_names.c) ------------------------------------------------------------------------------------------ */

enum op_kind {
    OP_LANE_INDEX, OP_LANE_COUNT, OP_IS_FIRST, OP_FIRST_LANE, OP_LAST_LANE,             /* without a value */
    OP_ANY_TRUE, OP_ALL_TRUE, OP_BALLOT, OP_QUAD_ANY, OP_QUAD_ALL,                      /* of a bool */
    OP_ALL_EQUAL, OP_MATCH, OP_READ_FIRST, OP_READ_LAST, OP_QUAD_X, OP_QUAD_Y, OP_QUAD_DIAGONAL,
    OP_READ_AT, OP_QUAD_AT, OP_SHUFFLE_XOR, OP_SHUFFLE_UP, OP_SHUFFLE_DOWN,             /* with an index */
    OP_SCAN
};
enum op_scan { OP_SUM, OP_PRODUCT, OP_MIN, OP_MAX, OP_AND, OP_OR, OP_XOR, OP_COUNT, OP_SCANS };
struct op {
    char name[48];              /* as HLSL has it */
    enum op_kind kind;
    enum op_scan scan;          /* of OP_SCAN, with */
    enum wf_scan_mode mode;
    bool needs_mask, needs_cluster;
};
/* The same word, in any letter case. */
bool op_same_letters(const char *a, const char *b);
/* In any letter case, of HLSL or GLSL.  False after a message. */
bool op_named(const char *name, struct op *op);
bool op_takes_value(const struct op *op);
bool op_takes_bool(const struct op *op);
bool op_takes_index(const struct op *op);
bool op_gives_mask(const struct op *op);
/* Of lanes of a quad, helper lanes too. */
bool op_is_of_quads(const struct op *op);
/* The type of its result on values of this type; of masks, which are none, OP_U32. */
enum op_type op_result(const struct op *op, enum op_type type);
/* NULL, or what it takes instead of this type: "integers". */
const char *op_type_refused(const struct op *op, enum op_type type);
void op_list(FILE *file);

/* ---- the shader (op_module.c) ------------------------------------------------------------------------------------ */

/* What a lane reads, in words of binding 0.0: flags, index, mask, the components; and binding 0.1, the components of
 * its result or the words of a mask. */
enum { OP_RUNS = 1, OP_HELPER = 2 };
enum { OP_AT_FLAGS, OP_AT_INDEX, OP_AT_MASK, OP_AT_VALUE = OP_AT_MASK + OP_MASK_WORDS,
       OP_IN_WORDS = OP_AT_VALUE + 2 * OP_COMPONENTS, OP_OUT_WORDS = 2 * OP_COMPONENTS };
struct op_module_options {
    enum op_type type;
    unsigned components, wave_size;
    bool masked;                /* a scan over the lanes of a mask */
    unsigned cluster;           /* a reduction over clusters of so many lanes; 0: not */
};
/* A module for groups of one wave; its entry point is "main".  Words that the caller frees, or NULL without memory. */
uint32_t *op_module(const struct op *op, const struct op_module_options *options, size_t *words);

#endif
