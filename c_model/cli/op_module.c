/* SPDX-License-Identifier: Apache-2.0
 * op_module.c - the SPIR-V module that performs one cross-lane operation in the lanes of one wave (op.h).
 *
 * Every lane reads its words.  Those that run become helper lanes where they should, perform the operation and store
 * its result; the others wait.
 */
#include "op.h"

#include <stdlib.h>

/* Opcodes and numbers of SPIR-V, from the table that the build makes of its grammar. */
enum spv_op {
#define WFS_INSTRUCTION(name, code, needs, shape) SpvOp##name = code,
#include "grammar.def"
#undef WFS_INSTRUCTION
    SPV_LAST_OP = 65535
};
enum spv_number {
#define WFS_ENUM(kind, name, value) Spv##kind##name = value,
#include "grammar.def"
#undef WFS_ENUM
    SPV_LAST_NUMBER = 65535
};

enum { MOST_WORDS = 4096, MOST_CONSTANTS = 64, HEADER = 5, VERSION_1_5 = 0x10500, MAGIC = 0x07230203, LENGTH_SHIFT = 16,
       NO_CONTROL = 0};

struct words {
    uint32_t word[MOST_WORDS];
    size_t count;
};
/* Ids of the module. */
struct module {
    struct words globals, code;         /* types, constants, variables; the function */
    uint32_t bound;
    struct { uint32_t value, id; } constant[MOST_CONSTANTS];
    size_t constants;
    uint32_t t_void, t_bool, t_uint, t_uvec2, t_uvec4, t_ptr_word, t_ptr_input, t_scalar, t_vector;
    uint32_t t_main, in, out, lane_in, size_in;
    const struct op *op;
    const struct op_module_options *options;
    uint32_t lane, in_at, out_at;       /* the lane, its first words in the buffers */
};

static void put(struct words *w, enum spv_op op, size_t count, const uint32_t *operand)
{
    if (w->count + count + 1 > MOST_WORDS)
        abort();                        /* no operation has so many components */
    w->word[w->count++] = (uint32_t)(count + 1) << LENGTH_SHIFT | (uint32_t)op;
    for (size_t i = 0; i < count; i++)
        w->word[w->count++] = operand[i];
}
#define OPERANDS(...) sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__}
#define PUT(words, op, ...) put(words, op, OPERANDS(__VA_ARGS__))
/* An instruction with a result: type, then the id that these give back, then its operands. */
#define CODE(m, op, type, ...) with_result(&(m)->code, m, op, type, OPERANDS(__VA_ARGS__))
#define GLOBAL(m, op, type, ...) with_result(&(m)->globals, m, op, type, OPERANDS(__VA_ARGS__))

static uint32_t new_id(struct module *m)
{
    return ++m->bound;
}

/* `type` 0: the instruction has none. */
static uint32_t with_result(struct words *w, struct module *m, enum spv_op op, uint32_t type, size_t count,
                            const uint32_t *operand)
{
    uint32_t all[8], n = 0;
    const uint32_t id = new_id(m);
    if (type)
        all[n++] = type;
    all[n++] = id;
    for (size_t i = 0; i < count; i++)
        all[n++] = operand[i];
    put(w, op, n, all);
    return id;
}

static uint32_t constant(struct module *m, uint32_t value)
{
    for (size_t i = 0; i < m->constants; i++)
        if (m->constant[i].value == value)
            return m->constant[i].id;
    const uint32_t id = GLOBAL(m, SpvOpConstant, m->t_uint, value);
    m->constant[m->constants].value = value;
    m->constant[m->constants++].id = id;
    return id;
}

/* ---- types and variables ----------------------------------------------------------------------------------------- */

static void decorate(struct module *m, struct words *w)
{
    const uint32_t array = new_id(m), block = new_id(m);
    PUT(w, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
    PUT(w, SpvOpDecorate, block, SpvDecorationBlock);
    PUT(w, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    m->in = new_id(m);
    m->out = new_id(m);
    for (uint32_t i = 0; i < 2; i++) {
        PUT(w, SpvOpDecorate, i ? m->out : m->in, SpvDecorationDescriptorSet, 0);
        PUT(w, SpvOpDecorate, i ? m->out : m->in, SpvDecorationBinding, i);
    }
    m->lane_in = new_id(m);
    m->size_in = new_id(m);
    PUT(w, SpvOpDecorate, m->lane_in, SpvDecorationBuiltIn, SpvBuiltInSubgroupLocalInvocationId);
    PUT(w, SpvOpDecorate, m->size_in, SpvDecorationBuiltIn, SpvBuiltInSubgroupSize);
    m->t_void = with_result(&m->globals, m, SpvOpTypeVoid, 0, 0, NULL);
    m->t_main = GLOBAL(m, SpvOpTypeFunction, 0, m->t_void);
    m->t_bool = with_result(&m->globals, m, SpvOpTypeBool, 0, 0, NULL);
    m->t_uint = GLOBAL(m, SpvOpTypeInt, 0, 32, 0);
    m->t_uvec2 = GLOBAL(m, SpvOpTypeVector, 0, m->t_uint, 2);
    m->t_uvec4 = GLOBAL(m, SpvOpTypeVector, 0, m->t_uint, 4);
    PUT(&m->globals, SpvOpTypeRuntimeArray, array, m->t_uint);
    PUT(&m->globals, SpvOpTypeStruct, block, array);
    const uint32_t to_block = GLOBAL(m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, block);
    m->t_ptr_word = GLOBAL(m, SpvOpTypePointer, 0, SpvStorageClassStorageBuffer, m->t_uint);
    m->t_ptr_input = GLOBAL(m, SpvOpTypePointer, 0, SpvStorageClassInput, m->t_uint);
    PUT(&m->globals, SpvOpVariable, to_block, m->in, SpvStorageClassStorageBuffer);
    PUT(&m->globals, SpvOpVariable, to_block, m->out, SpvStorageClassStorageBuffer);
    PUT(&m->globals, SpvOpVariable, m->t_ptr_input, m->lane_in, SpvStorageClassInput);
    PUT(&m->globals, SpvOpVariable, m->t_ptr_input, m->size_in, SpvStorageClassInput);
}

static uint32_t scalar_type(struct module *m, enum op_type type)
{
    switch (type) {
    case OP_U32:  return m->t_uint;
    case OP_I32:  return GLOBAL(m, SpvOpTypeInt, 0, 32, 1);
    case OP_F32:  return GLOBAL(m, SpvOpTypeFloat, 0, 32);
    case OP_U64:  return GLOBAL(m, SpvOpTypeInt, 0, 64, 0);
    case OP_I64:  return GLOBAL(m, SpvOpTypeInt, 0, 64, 1);
    case OP_F64:  return GLOBAL(m, SpvOpTypeFloat, 0, 64);
    case OP_F16:  return GLOBAL(m, SpvOpTypeFloat, 0, 16);
    case OP_BOOL: case OP_TYPES: break;
    }
    return m->t_bool;
}

/* ---- words of the buffers ---------------------------------------------------------------------------------------- */

static uint32_t word_at(struct module *m, uint32_t buffer, uint32_t first, uint32_t at)
{
    const uint32_t index = CODE(m, SpvOpIAdd, m->t_uint, first, constant(m, at));
    return CODE(m, SpvOpAccessChain, m->t_ptr_word, buffer, constant(m, 0), index);
}

static uint32_t load(struct module *m, uint32_t at)
{
    return CODE(m, SpvOpLoad, m->t_uint, word_at(m, m->in, m->in_at, at));
}

static void store(struct module *m, uint32_t at, uint32_t word)
{
    PUT(&m->code, SpvOpStore, word_at(m, m->out, m->out_at, at), word);
}

static uint32_t is_not_zero(struct module *m, uint32_t word)
{
    return CODE(m, SpvOpINotEqual, m->t_bool, word, constant(m, 0));
}

/* Component n of the value. */
static uint32_t load_component(struct module *m, uint32_t t_ushort, unsigned n)
{
    const enum op_type type = m->options->type;
    const uint32_t low = load(m, OP_AT_VALUE + 2 * n);
    if (type == OP_U32)
        return low;
    if (type == OP_BOOL)
        return is_not_zero(m, low);
    uint32_t bits = low;
    if (op_types[type].width == 64)
        bits = CODE(m, SpvOpCompositeConstruct, m->t_uvec2, low, load(m, OP_AT_VALUE + 2 * n + 1));
    else if (type == OP_F16)
        bits = CODE(m, SpvOpUConvert, t_ushort, low);
    return CODE(m, SpvOpBitcast, m->t_scalar, bits);
}

/* `type` and t_scalar: of the result. */
static void store_component(struct module *m, enum op_type type, uint32_t t_ushort, unsigned n, uint32_t x)
{
    const unsigned at = 2 * n;
    if (type == OP_BOOL)
        x = CODE(m, SpvOpSelect, m->t_uint, x, constant(m, 1), constant(m, 0));
    else if (type == OP_F16)
        x = CODE(m, SpvOpUConvert, m->t_uint, CODE(m, SpvOpBitcast, t_ushort, x));
    else if (op_types[type].width == 64)
        x = CODE(m, SpvOpBitcast, m->t_uvec2, x);
    else if (type != OP_U32)
        x = CODE(m, SpvOpBitcast, m->t_uint, x);
    if (op_types[type].width == 64) {
        store(m, at, CODE(m, SpvOpCompositeExtract, m->t_uint, x, 0));
        store(m, at + 1, CODE(m, SpvOpCompositeExtract, m->t_uint, x, 1));
    } else {
        store(m, at, x);
    }
}

/* ---- the operation ----------------------------------------------------------------------------------------------- */

static enum spv_op scan_opcode(enum op_scan scan, enum op_type type)
{
    const bool is_float = op_types[type].is_float, is_signed = op_types[type].is_signed, is_bool = type == OP_BOOL;
    switch (scan) {
    case OP_SUM: case OP_COUNT: return is_float ? SpvOpGroupNonUniformFAdd : SpvOpGroupNonUniformIAdd;
    case OP_PRODUCT: return is_float ? SpvOpGroupNonUniformFMul : SpvOpGroupNonUniformIMul;
    case OP_MIN: return is_float ? SpvOpGroupNonUniformFMin
                                 : is_signed ? SpvOpGroupNonUniformSMin : SpvOpGroupNonUniformUMin;
    case OP_MAX: return is_float ? SpvOpGroupNonUniformFMax
                                 : is_signed ? SpvOpGroupNonUniformSMax : SpvOpGroupNonUniformUMax;
    case OP_AND: return is_bool ? SpvOpGroupNonUniformLogicalAnd : SpvOpGroupNonUniformBitwiseAnd;
    case OP_OR: return is_bool ? SpvOpGroupNonUniformLogicalOr : SpvOpGroupNonUniformBitwiseOr;
    case OP_XOR: return is_bool ? SpvOpGroupNonUniformLogicalXor : SpvOpGroupNonUniformBitwiseXor;
    case OP_SCANS: break;
    }
    return SpvOpNop;
}

static uint32_t scan(struct module *m, enum op_scan of, enum op_type type, uint32_t t, uint32_t x, uint32_t mask)
{
    static const uint32_t whole[] = {[WF_SCAN_REDUCE] = SpvGroupOperationReduce,
                                     [WF_SCAN_INCLUSIVE] = SpvGroupOperationInclusiveScan,
                                     [WF_SCAN_EXCLUSIVE] = SpvGroupOperationExclusiveScan},
                          masked[] = {[WF_SCAN_REDUCE] = SpvGroupOperationPartitionedReduceNV,
                                      [WF_SCAN_INCLUSIVE] = SpvGroupOperationPartitionedInclusiveScanNV,
                                      [WF_SCAN_EXCLUSIVE] = SpvGroupOperationPartitionedExclusiveScanNV};
    const enum spv_op op = scan_opcode(of, type);
    const uint32_t scope = constant(m, SpvScopeSubgroup);
    if (mask)
        return CODE(m, op, t, scope, masked[m->op->mode], x, mask);
    if (m->options->cluster)
        return CODE(m, op, t, scope, SpvGroupOperationClusteredReduce, x, constant(m, m->options->cluster));
    return CODE(m, op, t, scope, whole[m->op->mode], x);
}

static uint32_t ballot(struct module *m, uint32_t x)
{
    return CODE(m, SpvOpGroupNonUniformBallot, m->t_uvec4, constant(m, SpvScopeSubgroup), x);
}

/* How many lanes are true: of the wave from a ballot, of parts of it as a sum. */
static uint32_t count(struct module *m, uint32_t x, uint32_t mask)
{
    static const uint32_t operation[] = {[WF_SCAN_REDUCE] = SpvGroupOperationReduce,
                                         [WF_SCAN_INCLUSIVE] = SpvGroupOperationInclusiveScan,
                                         [WF_SCAN_EXCLUSIVE] = SpvGroupOperationExclusiveScan};
    if (!mask && !m->options->cluster)
        return CODE(m, SpvOpGroupNonUniformBallotBitCount, m->t_uint, constant(m, SpvScopeSubgroup),
                    operation[m->op->mode], ballot(m, x));
    const uint32_t one = CODE(m, SpvOpSelect, m->t_uint, x, constant(m, 1), constant(m, 0));
    return scan(m, OP_COUNT, OP_U32, m->t_uint, one, mask);
}

/* The highest lane of those that are active. */
static uint32_t last_lane(struct module *m)
{
    const uint32_t always = CODE(m, SpvOpIEqual, m->t_bool, m->lane, m->lane);
    return CODE(m, SpvOpGroupNonUniformBallotFindMSB, m->t_uint, constant(m, SpvScopeSubgroup), ballot(m, always));
}

/* The result of one component: x, and the index of the lane that it reads. */
static uint32_t perform(struct module *m, uint32_t x, uint32_t index, uint32_t mask)
{
    const uint32_t scope = constant(m, SpvScopeSubgroup), t = m->t_scalar;
    switch (m->op->kind) {
    case OP_LANE_INDEX:     return m->lane;
    case OP_LANE_COUNT:     return CODE(m, SpvOpLoad, m->t_uint, m->size_in);
    case OP_IS_FIRST:       return CODE(m, SpvOpGroupNonUniformElect, m->t_bool, scope);
    case OP_FIRST_LANE:     return CODE(m, SpvOpGroupNonUniformBroadcastFirst, m->t_uint, scope, m->lane);
    case OP_LAST_LANE:      return last_lane(m);
    case OP_ANY_TRUE:       return CODE(m, SpvOpGroupNonUniformAny, m->t_bool, scope, x);
    case OP_ALL_TRUE:       return CODE(m, SpvOpGroupNonUniformAll, m->t_bool, scope, x);
    case OP_QUAD_ANY:       return CODE(m, SpvOpGroupNonUniformQuadAnyKHR, m->t_bool, x);
    case OP_QUAD_ALL:       return CODE(m, SpvOpGroupNonUniformQuadAllKHR, m->t_bool, x);
    case OP_ALL_EQUAL:      return CODE(m, SpvOpGroupNonUniformAllEqual, m->t_bool, scope, x);
    case OP_READ_FIRST:     return CODE(m, SpvOpGroupNonUniformBroadcastFirst, t, scope, x);
    case OP_READ_LAST:      return CODE(m, SpvOpGroupNonUniformShuffle, t, scope, x, last_lane(m));
    case OP_READ_AT:        return CODE(m, SpvOpGroupNonUniformShuffle, t, scope, x, index);
    case OP_SHUFFLE_XOR:    return CODE(m, SpvOpGroupNonUniformShuffleXor, t, scope, x, index);
    case OP_SHUFFLE_UP:     return CODE(m, SpvOpGroupNonUniformShuffleUp, t, scope, x, index);
    case OP_SHUFFLE_DOWN:   return CODE(m, SpvOpGroupNonUniformShuffleDown, t, scope, x, index);
    case OP_QUAD_AT:        return CODE(m, SpvOpGroupNonUniformQuadBroadcast, t, scope, x, index);
    case OP_QUAD_X:         return CODE(m, SpvOpGroupNonUniformQuadSwap, t, scope, x, constant(m, 0));
    case OP_QUAD_Y:         return CODE(m, SpvOpGroupNonUniformQuadSwap, t, scope, x, constant(m, 1));
    case OP_QUAD_DIAGONAL:  return CODE(m, SpvOpGroupNonUniformQuadSwap, t, scope, x, constant(m, 2));
    case OP_SCAN:
        return m->op->scan == OP_COUNT ? count(m, x, mask) : scan(m, m->op->scan, m->options->type, t, x, mask);
    case OP_BALLOT: case OP_MATCH: break;       /* perform_mask */
    }
    return 0;
}

/* One mask for all components. */
static void perform_mask(struct module *m, const uint32_t *x)
{
    const unsigned components = m->options->components;
    uint32_t value = x[0];
    if (components > 1) {
        uint32_t all[OP_COMPONENTS];
        for (unsigned n = 0; n < components; n++)
            all[n] = x[n];
        value = with_result(&m->code, m, SpvOpCompositeConstruct, m->t_vector, components, all);
    }
    const uint32_t mask = m->op->kind == OP_BALLOT ? ballot(m, value) :
        CODE(m, SpvOpGroupNonUniformPartitionNV, m->t_uvec4, value);
    for (uint32_t i = 0; i < OP_MASK_WORDS; i++)
        store(m, i, CODE(m, SpvOpCompositeExtract, m->t_uint, mask, i));
}

static uint32_t load_mask(struct module *m)
{
    uint32_t word[OP_MASK_WORDS];
    for (uint32_t i = 0; i < OP_MASK_WORDS; i++)
        word[i] = load(m, OP_AT_MASK + i);
    return with_result(&m->code, m, SpvOpCompositeConstruct, m->t_uvec4, OP_MASK_WORDS, word);
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

/* What follows runs in the lanes that have this flag, until end_if. */
static uint32_t begin_if(struct module *m, uint32_t flags, uint32_t flag)
{
    const uint32_t set = is_not_zero(m, CODE(m, SpvOpBitwiseAnd, m->t_uint, flags, constant(m, flag)));
    const uint32_t inside = new_id(m), behind = new_id(m);
    PUT(&m->code, SpvOpSelectionMerge, behind, NO_CONTROL);
    PUT(&m->code, SpvOpBranchConditional, set, inside, behind);
    PUT(&m->code, SpvOpLabel, inside);
    return behind;
}

static void end_if(struct module *m, uint32_t behind)
{
    PUT(&m->code, SpvOpBranch, behind);
    PUT(&m->code, SpvOpLabel, behind);
}

static uint32_t function(struct module *m)
{
    const struct op_module_options *o = m->options;
    const uint32_t main = new_id(m), t_ushort = o->type == OP_F16 ? GLOBAL(m, SpvOpTypeInt, 0, 16, 0) : 0;
    const unsigned components = op_takes_value(m->op) ? o->components : 1;
    uint32_t x[OP_COMPONENTS] = {0};
    m->t_scalar = scalar_type(m, o->type);
    m->t_vector = components > 1 ? GLOBAL(m, SpvOpTypeVector, 0, m->t_scalar, components) : 0;
    PUT(&m->code, SpvOpFunction, m->t_void, main, NO_CONTROL, m->t_main);
    PUT(&m->code, SpvOpLabel, new_id(m));
    m->lane = CODE(m, SpvOpLoad, m->t_uint, m->lane_in);
    m->in_at = CODE(m, SpvOpIMul, m->t_uint, m->lane, constant(m, OP_IN_WORDS));
    m->out_at = CODE(m, SpvOpIMul, m->t_uint, m->lane, constant(m, OP_OUT_WORDS));
    const uint32_t flags = load(m, OP_AT_FLAGS), index = op_takes_index(m->op) ? load(m, OP_AT_INDEX) : 0;
    const uint32_t mask = o->masked ? load_mask(m) : 0;
    for (unsigned n = 0; n < components && op_takes_value(m->op); n++)
        x[n] = load_component(m, t_ushort, n);
    uint32_t behind = begin_if(m, flags, OP_HELPER);
    put(&m->code, SpvOpDemoteToHelperInvocation, 0, NULL);
    end_if(m, behind);
    behind = begin_if(m, flags, OP_RUNS);
    if (op_gives_mask(m->op))
        perform_mask(m, x);
    for (unsigned n = 0; n < components && !op_gives_mask(m->op); n++)
        store_component(m, op_result(m->op, o->type), t_ushort, n, perform(m, x[n], index, mask));
    end_if(m, behind);
    put(&m->code, SpvOpReturn, 0, NULL);
    put(&m->code, SpvOpFunctionEnd, 0, NULL);
    return main;
}

static void capabilities(struct words *w)
{
    static const enum spv_number all[] = {
        SpvCapabilityShader, SpvCapabilityInt16, SpvCapabilityInt64, SpvCapabilityFloat16, SpvCapabilityFloat64,
        SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformVote, SpvCapabilityGroupNonUniformArithmetic,
        SpvCapabilityGroupNonUniformBallot, SpvCapabilityGroupNonUniformShuffle,
        SpvCapabilityGroupNonUniformShuffleRelative, SpvCapabilityGroupNonUniformClustered,
        SpvCapabilityGroupNonUniformQuad, SpvCapabilityGroupNonUniformPartitionedNV,
        SpvCapabilityDemoteToHelperInvocationEXT};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        PUT(w, SpvOpCapability, all[i]);
    PUT(w, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
}

/* All parts in the order that a module has them. */
static uint32_t *whole(struct module *m, struct words *head, size_t *words)
{
    const struct words *part[] = {head, &m->globals, &m->code};
    uint32_t *word = malloc((HEADER + head->count + m->globals.count + m->code.count) * sizeof *word);
    *words = 0;
    if (!word)
        return NULL;
    const uint32_t header[HEADER] = {MAGIC, VERSION_1_5, 0, m->bound + 1, 0};
    for (size_t i = 0; i < HEADER; i++)
        word[(*words)++] = header[i];
    for (size_t p = 0; p < sizeof part / sizeof *part; p++)
        for (size_t i = 0; i < part[p]->count; i++)
            word[(*words)++] = part[p]->word[i];
    return word;
}

uint32_t *op_module(const struct op *op, const struct op_module_options *options, size_t *words)
{
    struct module *m = calloc(1, sizeof *m);
    struct words *head = calloc(1, sizeof *head), *decorations = calloc(1, sizeof *decorations);
    uint32_t *word = NULL;
    if (m && head && decorations) {
        enum { MAIN = 0x6e69616d };             /* "main" */
        m->op = op;
        m->options = options;
        decorate(m, decorations);
        const uint32_t main = function(m);
        capabilities(head);
        PUT(head, SpvOpEntryPoint, SpvExecutionModelGLCompute, main, MAIN, 0, m->lane_in, m->size_in, m->in, m->out);
        PUT(head, SpvOpExecutionMode, main, SpvExecutionModeLocalSize, options->wave_size, 1, 1);
        for (size_t i = 0; i < decorations->count; i++)
            head->word[head->count++] = decorations->word[i];
        word = whole(m, head, words);
    }
    free(decorations);
    free(head);
    free(m);
    return word;
}
