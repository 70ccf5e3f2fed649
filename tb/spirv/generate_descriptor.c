/* SPDX-License-Identifier: Apache-2.0
 * generate_descriptor.c - arrays of blocks, of which lanes use different ones, and buffers that only addresses lead to.  In each block, and in
 * a part of the memory behind an address, a thread has words of its own.
 */
#include <stdlib.h>

#include "generate_stage.h"

enum { BLOCKS_OF_ARRAY = 4, READ_WORDS = 32, STARTS = 16, ENTRIES = 8, OWN_ENTRY = 6 };

static void fill(struct gen *g, const struct generated_buffer *b)
{
    for (uint32_t k = 0; k < b->words && b->initial; k++)
        b->initial[k] = random_word(g);
}

/* ---- arrays of blocks ---- */

void declare_block_array(struct gen *g)
{
    static const char *const name[BLOCKS_OF_ARRAY] = { "Block0", "Block1", "Block2", "Block3" };
    const uint32_t block = buffer_type(g, kind_of(U32, 1), false), array = TYPE(&g->b, OpTypeArray, block, build_u32(&g->b, BLOCKS_OF_ARRAY));
    g->blocks = global_variable(g, storage_class(g), array, 0);
    g->block_pointer = pointer_type(g, storage_class(g), block);
    g->block_word = pointer_type(g, storage_class(g), u32_type(g));
    for (unsigned k = 0; k < BLOCKS_OF_ARRAY && !g->b.failed; k++) {
        struct generated_buffer *b = new_element(g, name, k, all_threads(g) + k, true);
        fill(g, b);
        b->elements = BLOCKS_OF_ARRAY;
        if (k == 0)
            bind_variable(g, g->blocks, b);
    }
    build_capability(&g->b, CapShaderNonUniform);
    build_capability(&g->b, CapStorageBufferArrayNonUniformIndexing);
    if (g->b.version < 0x10500)
        build_extension(&g->b, "SPV_EXT_descriptor_indexing");
}

void random_block(struct gen *g)
{
    const kind u = kind_of(U32, 1), index = kind_of(one_in(g, 4) ? S32 : U32, 1);
    const uint32_t u32 = u32_type(g), zero = build_u32(&g->b, 0);
    const bool constant = one_in(g, 4);
    const uint32_t which = constant ? constant_of(g, index, below(g, BLOCKS_OF_ARRAY))
                                    : OP(g, OpBitwiseAnd, type_of(g, index), pick(g, index), constant_of(g, index, BLOCKS_OF_ARRAY - 1));
    uint32_t place;

    if (!constant)
        non_uniform(g, which);
    if (one_in(g, 3)) {                 /* the block first */
        place = OP(g, OpAccessChain, g->block_pointer, g->blocks, which);
        non_uniform(g, place);
        if (one_in(g, 2)) {
            keep(g, u, OP(g, OpArrayLength, u32, place, 0));
            return;
        }
        place = OP(g, OpAccessChain, g->block_word, place, zero, g->thread);
    } else {
        place = OP(g, OpAccessChain, g->block_word, g->blocks, which, zero, g->thread);
    }
    non_uniform(g, place);
    switch (below(g, 4)) {
    case 0: INSN(&g->b, BODY, OpStore, place, pick(g, u)); break;
    case 1: {
        const uint32_t scope = device_scope(g);
        keep(g, u, of_active_lane(g, u, OP(g, OpAtomicIAdd, u32, place, scope, zero, pick(g, u))));
        break;
    }
    default: keep(g, u, OP(g, OpLoad, u32, place)); break;
    }
}

/* ---- addresses ---- */

/* Far: words that all read, then two of each thread.  A table has addresses of the first words, and one of the others. */
void declare_addresses(struct gen *g)
{
    struct generated_buffer *far = new_buffer(g, "Far", READ_WORDS + 2 * all_threads(g), true);
    const uint32_t high = g->out->buffers;              /* 1 + its number */

    fill(g, far);
    far->unbound = true;
    struct generated_buffer *table = new_buffer(g, "Table", 2 * ENTRIES, false);
    table->of_addresses = true;
    for (unsigned k = 0; k < ENTRIES && table->initial; k++) {
        table->initial[2 * k] = k >= OWN_ENTRY ? 4 * READ_WORDS : 4 * below(g, STARTS);
        table->initial[2 * k + 1] = high;
    }
    g->address_word = pointer_type(g, ScPhysicalStorageBuffer, u32_type(g));
    INSN(&g->b, DECORATIONS, OpDecorate, g->address_word, DecArrayStride, 4);
    g->address_form = below(g, has(g, FEATURE_int64) ? 3 : 2);
    g->table_type = g->address_form == 0 ? g->address_word : type_of(g, g->address_form == 1 ? kind_of(U32, 2) : kind_of(U64, 1));
    const uint32_t array = build_id(&g->b), block = build_id(&g->b);
    INSN(&g->b, DECORATIONS, OpDecorate, array, DecArrayStride, 8);
    INSN(&g->b, GLOBALS, OpTypeRuntimeArray, array, g->table_type);
    INSN(&g->b, GLOBALS, OpTypeStruct, block, array);
    INSN(&g->b, DECORATIONS, OpMemberDecorate, block, 0, DecOffset, 0);
    INSN(&g->b, DECORATIONS, OpDecorate, block, g->old_buffers ? DecBufferBlock : DecBlock);
    g->table = global_variable(g, storage_class(g), block, 0);
    g->table_pointer = pointer_type(g, storage_class(g), g->table_type);
    bind_variable(g, g->table, table);
}

/* The address in an entry of the table. */
static uint32_t load_address(struct gen *g, uint32_t entry)
{
    const uint32_t place = OP(g, OpAccessChain, g->table_pointer, g->table, build_u32(&g->b, 0), entry);
    const uint32_t loaded = OP(g, OpLoad, g->table_type, place);

    switch (g->address_form) {
    case 0: return loaded;
    case 1: return OP(g, OpBitcast, g->address_word, loaded);
    default: return OP(g, one_in(g, 2) ? OpConvertUToPtr : OpBitcast, g->address_word, loaded);
    }
}

static uint32_t any_below(struct gen *g, uint32_t count)
{
    return OP(g, OpBitwiseAnd, u32_type(g), pick(g, kind_of(U32, 1)), build_u32(&g->b, count - 1));
}

static uint32_t read_address(struct gen *g)
{
    const uint32_t entry = one_in(g, 2) ? build_u32(&g->b, below(g, OWN_ENTRY)) : any_below(g, 4);
    const uint32_t address = load_address(g, entry);

    if (has(g, FEATURE_int64) && one_in(g, 4)) {        /* some words on, as an integer */
        const kind wide = kind_of(U64, 1);
        const uint32_t bits = OP(g, OpConvertPtrToU, type_of(g, wide), address);
        return OP(g, OpConvertUToPtr, g->address_word, OP(g, OpIAdd, type_of(g, wide), bits, constant_of(g, wide, 4 * below(g, 8))));
    }
    return address;
}

void random_address(struct gen *g)
{
    const kind u = kind_of(U32, 1);
    const uint32_t u32 = u32_type(g), aligned = 2;
    uint32_t place;

    if (one_in(g, 2)) {
        place = read_address(g);
        if (one_in(g, 3))
            place = OP(g, OpSelect, g->address_word, pick(g, kind_of(BOOL, 1)), place, read_address(g));
        if (one_in(g, 2))
            place = OP(g, OpPtrAccessChain, g->address_word, place, any_below(g, 8));
        keep(g, u, OP(g, OpLoad, u32, place, aligned, 4));
        return;
    }
    const uint32_t twice = OP(g, OpIAdd, u32, g->thread, g->thread);
    place = OP(g, OpPtrAccessChain, g->address_word, load_address(g, build_u32(&g->b, OWN_ENTRY + below(g, 2))), OP(g, OpIAdd, u32, twice, any_below(g, 2)));
    switch (below(g, 4)) {
    case 0: keep(g, u, OP(g, OpLoad, u32, place, aligned, 4)); break;
    case 1: {
        const uint32_t scope = device_scope(g);
        keep(g, u, of_active_lane(g, u, OP(g, OpAtomicExchange, u32, place, scope, build_u32(&g->b, 0), pick(g, u))));
        break;
    }
    default: INSN(&g->b, BODY, OpStore, place, pick(g, u), aligned, 4); break;
    }
}
