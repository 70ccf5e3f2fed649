/* SPDX-License-Identifier: Apache-2.0
 * generate_functions.c - functions and the entry point.
 */
#include "generate_stage.h"

/* Instructions go to BODY and variables to VARIABLES, since they stand in front of it in the first block. */
static void begin_function(struct gen *g, uint32_t id, uint32_t result, uint32_t type)
{
    for (unsigned k = 0; k < KINDS; k++)
        g->pool[k].n = g->constants.n[k];
    g->variables = g->globals;
    g->depth = g->loops = 0;
    g->open = NULL;
    INSN(&g->b, CODE, OpFunction, result, id, 0, type);
}

static void begin_code(struct gen *g)
{
    const uint32_t label = build_id(&g->b);

    INSN(&g->b, CODE, OpLabel, label);
    g->label = label;
    g->is_open = true;
}

static void end_function(struct gen *g)
{
    build_append(&g->b, CODE, VARIABLES);
    build_append(&g->b, CODE, BODY);
    build_insn(&g->b, CODE, OpFunctionEnd, NULL, 0);
}

static uint32_t function_pointer(struct gen *g)
{
    return pointer_type(g, ScFunction, u32_type(g));
}

static void write_function(struct gen *g)
{
    struct function *f = &g->function[g->functions];
    uint32_t w[2 + PARAMETERS], n = 0, parameter[PARAMETERS], pointer = 0;

    *f = (struct function){ .id = build_id(&g->b), .result = any_kind(g), .parameters = 1 + below(g, PARAMETERS - 1),
                            .takes_pointer = one_in(g, 2) };
    w[n++] = type_of(g, f->result);
    for (unsigned k = 0; k < f->parameters; k++) {
        f->parameter[k] = any_kind(g);
        w[n++] = type_of(g, f->parameter[k]);
    }
    if (f->takes_pointer)
        w[n++] = function_pointer(g);
    begin_function(g, f->id, w[0], build_unique(&g->b, OpTypeFunction, 0, w, n));
    for (unsigned k = 0; k < f->parameters; k++) {
        parameter[k] = build_id(&g->b);
        INSN(&g->b, CODE, OpFunctionParameter, w[1 + k], parameter[k]);
    }
    if (f->takes_pointer) {
        pointer = build_id(&g->b);
        INSN(&g->b, CODE, OpFunctionParameter, function_pointer(g), pointer);
    }
    begin_code(g);
    g->result = f->result;
    for (unsigned k = 0; k < f->parameters; k++)
        keep(g, f->parameter[k], parameter[k]);
    declare_variables(g, ScFunction, below(g, 3));
    if (f->takes_pointer)
        keep(g, kind_of(U32, 1), OP(g, OpLoad, u32_type(g), pointer));
    random_statements(g, 1 + below(g, 4));
    if (g->is_open && f->takes_pointer)
        INSN(&g->b, BODY, OpStore, pointer, pick(g, kind_of(U32, 1)));
    if (g->is_open)
        random_return(g);
    end_function(g);
    g->functions++;
}

/* As compilers leave them behind: nobody calls it. */
static void write_unused(struct gen *g)
{
    const uint32_t type = TYPE(&g->b, OpTypeFunction, g->void_type), id = build_id(&g->b);

    begin_function(g, id, g->void_type, type);
    begin_code(g);
    for (unsigned k = 0; k < 5; k++)
        random_arithmetic(g);
    build_insn(&g->b, BODY, OpReturn, NULL, 0);
    end_function(g);
}

void write_functions(struct gen *g)
{
    const int budget = g->budget;

    g->in_main = false;
    for (unsigned n = has(g, FEATURE_calls) ? below(g, FUNCTIONS) : 0; n > 0; n--) {
        g->budget = budget / 5;
        write_function(g);
    }
    if (has(g, FEATURE_quirks) && one_in(g, 3))
        write_unused(g);
    g->budget = budget;
}

/* The thread's number in the grid, and where its output begins. */
static void find_thread(struct gen *g)
{
    if (IS_OF_LANES(g) || g->control) {
        g->thread = g->pixels ? pixel_number(g) : g->vertices ? vertex_number(g) : g->geometry ? primitive_number(g)
                    : g->control ? control_number(g) : evaluation_number(g);
        g->out_base = OP(g, OpIMul, u32_type(g), g->thread, build_u32(&g->b, g->slots));
        keep(g, kind_of(U32, 1), g->thread);
        begin_pixel(g);
        if (g->control)
            begin_control(g);
        return;
    }
    const uint32_t u32 = u32_type(g), id = builtin(g, BiWorkgroupId), count = builtin(g, BiNumWorkgroups);
    const uint32_t x = OP(g, OpCompositeExtract, u32, id, 0), y = OP(g, OpCompositeExtract, u32, id, 1);
    const uint32_t row = OP(g, OpIMul, u32, y, OP(g, OpCompositeExtract, u32, count, 0)), in_grid = OP(g, OpIAdd, u32, row, x);
    const uint32_t group = g->out->places ? OP(g, OpIAdd, u32, in_grid, groups_before(g)) : in_grid;
    const uint32_t local = builtin(g, BiLocalInvocationIndex);

    g->thread = OP(g, OpIAdd, u32, OP(g, OpIMul, u32, group, build_u32(&g->b, g->threads)), local);
    g->out_base = OP(g, OpIMul, u32, g->thread, build_u32(&g->b, g->slots));
    keep(g, kind_of(U32, 1), g->thread);
    keep(g, kind_of(U32, 1), local);
    if (g->tasks)
        begin_task(g);
    if (g->meshes) {
        begin_mesh(g);
        begin_pixel(g);
    }
}

/* A scalar of the kind that differs from thread to thread. */
static uint32_t of_thread(struct gen *g, enum base base)
{
    const kind u = kind_of(U32, 1), s = kind_of(S32, 1), to = kind_of(base, 1);
    const uint32_t u32 = type_of(g, u), by = OP(g, OpIMul, u32, g->thread, build_u32(&g->b, 2 * below(g, 8) + 1));
    const uint32_t at = OP(g, OpBitwiseAnd, u32, OP(g, OpIAdd, u32, by, build_u32(&g->b, below(g, 64))), build_u32(&g->b, g->in_mask));
    const bool small = one_in(g, 2);
    uint32_t word = small ? at : OP(g, OpLoad, u32, buffer_word(g, &g->input[0], at));

    switch (base) {
    case BOOL:
        word = OP(g, OpBitwiseAnd, u32, at, build_u32(&g->b, 1 + below(g, 7)));
        return OP(g, OpINotEqual, type_of(g, to), word, build_u32(&g->b, below(g, 2)));
    case U32: return word;
    case S32: return OP(g, OpBitcast, type_of(g, s), word);
    case U16: case U8: case U64: return OP(g, OpUConvert, type_of(g, to), word);
    case S16: case S8: case S64: return OP(g, OpSConvert, type_of(g, to), word);
    default:        /* a float of -32 to 31 */
        word = OP(g, OpISub, type_of(g, s), at, build_u32(&g->b, 32));
        return OP(g, OpConvertSToF, type_of(g, to), word);
    }
}

static void add_thread_values(struct gen *g)
{
    for (unsigned n = 6 + below(g, 8); n > 0; n--) {
        const kind k = random_kind(g, 0, false);
        uint32_t w[4];
        for (unsigned c = 0; c < parts_of(k); c++)
            w[c] = of_thread(g, base_of(k));
        keep(g, k, zip(g, k, w));
    }
}

static void write_variable_out(struct gen *g, const struct variable *v)
{
    uint32_t place = v->id;

    if (v->length)
        place = OP(g, OpAccessChain, v->element_pointer, v->id, build_u32(&g->b, below(g, v->length)));
    mix_out(g, v->kind, OP(g, OpLoad, type_of(g, v->kind), place));
}

void write_main(struct gen *g)
{
    const unsigned rounds = 2 + below(g, 3);

    g->in_main = true;
    begin_function(g, g->entry, g->void_type, TYPE(&g->b, OpTypeFunction, g->void_type));
    begin_code(g);
    find_thread(g);
    add_thread_values(g);
    declare_variables(g, ScFunction, 1 + below(g, 5));
    for (unsigned k = 0; k < 6; k++)
        random_memory(g);
    for (unsigned k = 0; k < rounds && g->is_open; k++) {
        g->budget = g->budget > 0 ? g->budget : 0;
        random_statements(g, 2 + below(g, 4));
        if (g->is_open && !g->left && has_quads(g) && has(g, FEATURE_float32))
            random_derivative(g);
        if (g->is_open && !g->left && has_quads(g) && g->textures)
            random_implicit_lookup(g);
        if (g->is_open && !g->left && has(g, FEATURE_shared) && one_in(g, 2))
            random_barrier(g);
        if (g->is_open && !g->left && g->control && one_in(g, 2))
            random_patch_round(g);
        if (g->is_open && !g->left && g->tasks && one_in(g, 2))
            random_payload_round(g);
    }
    while (g->is_open && g->budget > 0)
        random_statements(g, 2);
    for (unsigned k = 0; k < KINDS && g->is_open; k++)
        if (g->pool[k].n > g->constants.n[k] && one_in(g, 2))
            mix_out(g, k, pick(g, k));
    for (unsigned k = 0; k < g->variables && g->is_open; k++)
        write_variable_out(g, &g->variable[k]);
    if (g->is_open && g->tasks)
        end_task(g);
    else if (g->is_open)
        build_insn(&g->b, BODY, OpReturn, NULL, 0);
    end_function(g);
}
