/* SPDX-License-Identifier: Apache-2.0
 * op_names.c - the names of cross-lane operations, and what each takes and gives (op.h).
 */
#include "op.h"

#include <string.h>

#include "cli.h"
#include "wavefold/suggest.h"

/* ---- operations that are no scans -------------------------------------------------------------------------------- */

static const struct { enum op_kind kind; const char *name, *other, *takes, *text; } plain[] = {
    {OP_LANE_INDEX, "WaveGetLaneIndex", NULL, "", "own lane"},
    {OP_LANE_COUNT, "WaveGetLaneCount", NULL, "", "lanes of the wave"},
    {OP_IS_FIRST, "WaveIsFirstLane", "subgroupElect", "", "1 in the lowest active lane"},
    {OP_FIRST_LANE, "WaveGetFirstLaneIndex", NULL, "", "lowest active lane"},
    {OP_LAST_LANE, "WaveGetLastLaneIndex", NULL, "", "highest active lane"},
    {OP_ANY_TRUE, "WaveActiveAnyTrue", "subgroupAny", "bool", "1 where a value is true"},
    {OP_ALL_TRUE, "WaveActiveAllTrue", "subgroupAll", "bool", "1 where all are"},
    {OP_ALL_EQUAL, "WaveActiveAllEqual", "subgroupAllEqual", "any type", "1 where all are equal: no NaN is, -0 is +0"},
    {OP_BALLOT, "WaveActiveBallot", "subgroupBallot", "bool", "mask of the lanes whose value is true"},
    {OP_MATCH, "WaveMatch", "subgroupPartitionNV", "any type", "mask of the lanes with the same bits"},
    {OP_READ_FIRST, "WaveReadLaneFirst", "subgroupBroadcastFirst", "any type", "value of the lowest active lane"},
    {OP_READ_LAST, "WaveReadLaneLast", NULL, "any type", "value of the highest active lane"},
    {OP_READ_AT, "WaveReadLaneAt", "subgroupShuffle", "any type, --index", "value of a lane; 0 above the wave"},
    {OP_SHUFFLE_XOR, "subgroupShuffleXor", NULL, "any type, --index", "value of lane own ^ index; 0 above the wave"},
    {OP_SHUFFLE_UP, "subgroupShuffleUp", NULL, "any type, --index", "value of lane own - index; 0 below lane 0"},
    {OP_SHUFFLE_DOWN, "subgroupShuffleDown", NULL, "any type, --index", "value of lane own + index; 0 above the wave"},
    {OP_QUAD_AT, "QuadReadLaneAt", "subgroupQuadBroadcast", "any type, --index", "value of a lane of the quad"},
    {OP_QUAD_X, "QuadReadAcrossX", "subgroupQuadSwapHorizontal", "any type", "value of lane own ^ 1"},
    {OP_QUAD_Y, "QuadReadAcrossY", "subgroupQuadSwapVertical", "any type", "value of lane own ^ 2"},
    {OP_QUAD_DIAGONAL, "QuadReadAcrossDiagonal", "subgroupQuadSwapDiagonal", "any type", "value of lane own ^ 3"},
    {OP_QUAD_ANY, "QuadAny", "subgroupQuadAny", "bool", "1 where a running lane of the quad is true"},
    {OP_QUAD_ALL, "QuadAll", "subgroupQuadAll", "bool", "1 where all of them are"}};
enum { PLAIN = sizeof plain / sizeof plain[0] };

/* ---- scans: a beginning, then what is combined ------------------------------------------------------------------- */

/* The first of a row's kind is the name that messages and the list have. */
static const struct { const char *name; enum wf_scan_mode mode; bool mask, cluster; } begins[] = {
    {"WaveActive", WF_SCAN_REDUCE, false, false},
    {"WavePrefix", WF_SCAN_EXCLUSIVE, false, false},
    {"WavePrefixInclusive", WF_SCAN_INCLUSIVE, false, false},
    {"WaveMultiActive", WF_SCAN_REDUCE, true, false},
    {"WaveMultiPrefix", WF_SCAN_EXCLUSIVE, true, false},
    {"WaveMultiPrefixInclusive", WF_SCAN_INCLUSIVE, true, false},
    {"WaveInclusivePrefix", WF_SCAN_INCLUSIVE, false, false},
    {"WaveInclusive", WF_SCAN_INCLUSIVE, false, false},
    {"WavePrefixExclusive", WF_SCAN_EXCLUSIVE, false, false},
    {"WaveExclusivePrefix", WF_SCAN_EXCLUSIVE, false, false},
    {"WaveExclusive", WF_SCAN_EXCLUSIVE, false, false},
    {"WaveMultiInclusivePrefix", WF_SCAN_INCLUSIVE, true, false},
    {"WaveInclusiveMultiPrefix", WF_SCAN_INCLUSIVE, true, false},
    {"WaveMultiInclusive", WF_SCAN_INCLUSIVE, true, false},
    {"WaveMultiPrefixExclusive", WF_SCAN_EXCLUSIVE, true, false},
    {"subgroup", WF_SCAN_REDUCE, false, false},
    {"subgroupExclusive", WF_SCAN_EXCLUSIVE, false, false},
    {"subgroupInclusive", WF_SCAN_INCLUSIVE, false, false},
    {"subgroupClustered", WF_SCAN_REDUCE, false, true},
    {"subgroupPartitioned", WF_SCAN_REDUCE, true, false},
    {"subgroupPartitionedExclusive", WF_SCAN_EXCLUSIVE, true, false},
    {"subgroupPartitionedInclusive", WF_SCAN_INCLUSIVE, true, false}};
enum { BEGINS = sizeof begins / sizeof begins[0], LISTED = 6 };

static const struct { const char *name; enum op_scan scan; } ends[] = {
    {"Sum", OP_SUM}, {"Product", OP_PRODUCT}, {"Min", OP_MIN}, {"Max", OP_MAX}, {"BitAnd", OP_AND}, {"BitOr", OP_OR},
    {"BitXor", OP_XOR}, {"CountBits", OP_COUNT}, {"Add", OP_SUM}, {"Mul", OP_PRODUCT}, {"And", OP_AND}, {"Or", OP_OR},
    {"Xor", OP_XOR}};
enum { ENDS = sizeof ends / sizeof ends[0] };

/* ---- by name ----------------------------------------------------------------------------------------------------- */

/* The length that `word` and the beginning of `name` have in common, in any letter case: all of `word`, or 0. */
static size_t begins_with(const char *name, const char *word)
{
    size_t n = 0;
    for (; word[n]; n++)
        if ((name[n] | 32) != (word[n] | 32))
            return 0;
    return n;
}

bool op_same_letters(const char *a, const char *b)
{
    return *a && begins_with(a, b) == strlen(a);
}

static bool plain_named(const char *name, struct op *op)
{
    for (size_t i = 0; i < PLAIN; i++)
        if (op_same_letters(name, plain[i].name) ||
            (plain[i].other && op_same_letters(name, plain[i].other))) {
            *op = (struct op){.kind = plain[i].kind};
            snprintf(op->name, sizeof op->name, "%s", plain[i].name);
            return true;
        }
    return false;
}

static bool scan_named(const char *given, struct op *op)
{
    char name[64];
    const size_t length = strlen(given);
    if (length >= sizeof name)
        return false;
    memcpy(name, given, length + 1);
    if (begins_with(name, "subgroupPartitioned") && !strcmp(name + length - 2, "NV"))
        name[length - 2] = '\0';
    for (size_t i = 0; i < BEGINS; i++)
        for (size_t k = 0; k < ENDS; k++) {
            const char *behind = name + begins_with(name, begins[i].name);
            if (behind == name || !op_same_letters(behind, ends[k].name))
                continue;
            *op = (struct op){.kind = OP_SCAN, .scan = ends[k].scan, .mode = begins[i].mode,
                              .needs_mask = begins[i].mask, .needs_cluster = begins[i].cluster};
            size_t first = 0;
            while (begins[first].mode != op->mode || begins[first].mask != op->needs_mask)
                first++;
            snprintf(op->name, sizeof op->name, "%s%s", begins[first].name, ends[op->scan].name);
            return true;
        }
    return false;
}

bool op_named(const char *name, struct op *op)
{
    struct wf_suggestions near;
    char text[64];
    if (plain_named(name, op) || scan_named(name, op))
        return true;
    wf_suggest_start(&near, name, strlen(name));
    for (size_t i = 0; i < PLAIN; i++) {
        wf_suggest_try(&near, plain[i].name);
        if (plain[i].other)
            wf_suggest_try(&near, plain[i].other);
    }
    for (size_t i = 0; i < BEGINS; i++)
        for (size_t k = 0; k < ENDS && (i < LISTED || *begins[i].name == 's'); k++) {
            snprintf(text, sizeof text, "%s%s", begins[i].name, ends[k].name);
            if (k < OP_SCANS || i >= LISTED)
                wf_suggest_try(&near, text);
        }
    cli_unknown("no such operation; wavefold op --list has all", name, &near);
    return false;
}

/* ---- what it takes and gives ------------------------------------------------------------------------------------- */

bool op_takes_value(const struct op *op)
{
    return op->kind > OP_LAST_LANE;
}

bool op_takes_bool(const struct op *op)
{
    return (op->kind >= OP_ANY_TRUE && op->kind <= OP_QUAD_ALL) || (op->kind == OP_SCAN && op->scan == OP_COUNT);
}

bool op_takes_index(const struct op *op)
{
    return op->kind >= OP_READ_AT && op->kind <= OP_SHUFFLE_DOWN;
}

bool op_gives_mask(const struct op *op)
{
    return op->kind == OP_BALLOT || op->kind == OP_MATCH;
}

bool op_is_of_quads(const struct op *op)
{
    return op->kind == OP_QUAD_ANY || op->kind == OP_QUAD_ALL || op->kind == OP_QUAD_AT ||
           (op->kind >= OP_QUAD_X && op->kind <= OP_QUAD_DIAGONAL);
}

enum op_type op_result(const struct op *op, enum op_type type)
{
    switch (op->kind) {
    case OP_LANE_INDEX: case OP_LANE_COUNT: case OP_FIRST_LANE: case OP_LAST_LANE: case OP_BALLOT: case OP_MATCH:
        return OP_U32;
    case OP_IS_FIRST: case OP_ANY_TRUE: case OP_ALL_TRUE: case OP_QUAD_ANY: case OP_QUAD_ALL: case OP_ALL_EQUAL:
        return OP_BOOL;
    case OP_READ_FIRST: case OP_READ_LAST: case OP_QUAD_X: case OP_QUAD_Y: case OP_QUAD_DIAGONAL: case OP_READ_AT:
    case OP_QUAD_AT: case OP_SHUFFLE_XOR: case OP_SHUFFLE_UP: case OP_SHUFFLE_DOWN:
        return type;
    case OP_SCAN:
        return op->scan == OP_COUNT ? OP_U32 : type;
    }
    return type;
}

const char *op_type_refused(const struct op *op, enum op_type type)
{
    if (op->kind != OP_SCAN || op->scan == OP_COUNT)
        return NULL;
    if (op->scan == OP_AND || op->scan == OP_OR || op->scan == OP_XOR)
        return op_types[type].is_float ? "integers or bool" : NULL;
    return type == OP_BOOL ? "integers or floats" : NULL;
}

void op_list(FILE *file)
{
    static const char *const of_mode[] = {[WF_SCAN_REDUCE] = "of all lanes", [WF_SCAN_INCLUSIVE] = "up to the own lane",
                                          [WF_SCAN_EXCLUSIVE] = "of the lanes below"};
    static const char *const of_scan[OP_SCANS] = {"sum", "product", "minimum", "maximum", "and", "or", "exclusive or",
                                                  "number of true values"};
    static const char *const types[OP_SCANS] = {"number", "number", "number", "number", "integer, bool",
                                                "integer, bool", "integer, bool", "bool"};
    char name[48], takes[48];
    fprintf(file, "%-33s %-24s %s\n", "operation", "takes", "gives in each active lane");
    for (size_t i = 0; i < PLAIN; i++)
        fprintf(file, "%-33s %-24s %s\n", plain[i].name, plain[i].takes, plain[i].text);
    for (size_t i = 0; i < LISTED; i++)
        for (unsigned k = 0; k < OP_SCANS; k++) {
            snprintf(name, sizeof name, "%s%s", begins[i].name, ends[k].name);
            snprintf(takes, sizeof takes, "%s%s", types[k], begins[i].mask ? ", --mask" : "");
            fprintf(file, "%-33s %-24s %s %s%s\n", name, takes, of_scan[k], of_mode[begins[i].mode],
                    begins[i].mask ? ", of its mask" : "");
        }
    fputs("\nThe names that GLSL has are taken too: subgroupExclusiveAdd is WavePrefixSum.\n", file);
}
