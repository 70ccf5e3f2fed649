/* SPDX-License-Identifier: Apache-2.0
 * generate_handle.c - variables of images and samplers, and arrays of them, whose elements lanes choose by numbers of their own.
 */
#include "generate_state.h"

enum { ELEMENTS_MOST = 4 };

uint32_t random_elements(struct gen *g)
{
    return has(g, FEATURE_image_arrays) && one_in(g, 3) ? 2 + below(g, ELEMENTS_MOST - 1) : 0;
}

struct handle_use declare_handle(struct gen *g, uint32_t type, uint32_t elements, const struct generated_buffer *b)
{
    struct handle_use use = { .type = type, .elements = elements };
    uint32_t all = type;

    if (elements) {
        const bool runtime = one_in(g, 3);
        all = runtime ? build_id(&g->b) : TYPE(&g->b, OpTypeArray, type, build_u32(&g->b, elements));
        if (runtime) {
            INSN(&g->b, GLOBALS, OpTypeRuntimeArray, all, type);
            build_capability(&g->b, CapRuntimeDescriptorArray);
        }
        use.pointer = pointer_type(g, ScUniformConstant, type);
        build_capability(&g->b, CapShaderNonUniform);
        if (g->b.version < 0x10500)
            build_extension(&g->b, "SPV_EXT_descriptor_indexing");
    }
    use.id = global_variable(g, ScUniformConstant, all, 0);
    bind_variable(g, use.id, b);
    return use;
}

void non_uniform(struct gen *g, uint32_t id)
{
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecNonUniform);
}

uint32_t handle_place(struct gen *g, const struct handle_use *use)
{
    uint32_t which;

    if (!use->elements)
        return use->id;
    if (one_in(g, 4))
        return OP(g, OpAccessChain, use->pointer, use->id, build_u32(&g->b, below(g, use->elements)));
    which = word_below(g, use->elements);
    which = OP(g, OpAccessChain, use->pointer, use->id, which);
    non_uniform(g, which);
    return which;
}

uint32_t load_handle(struct gen *g, const struct handle_use *use)
{
    const uint32_t loaded = OP(g, OpLoad, use->type, handle_place(g, use));

    if (use->elements)
        non_uniform(g, loaded);
    return loaded;
}

struct generated_buffer *new_element(struct gen *g, const char *const *name, unsigned element, uint32_t words, bool written)
{
    const unsigned first = g->out->buffers - element;
    struct generated_buffer *b = new_buffer(g, name[element], words, written);

    if (element && !g->b.failed) {
        b->set = g->out->buffer[first].set;
        b->binding = g->out->buffer[first].binding;
        b->element = element;
    }
    return b;
}
