/* SPDX-License-Identifier: Apache-2.0
 * generate.c - a random module from the head to the end.
 */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "generate_stage.h"

void generate_defaults(struct generate_options *options)
{
    *options = (struct generate_options){ .seed = 1, .size = 150, .most_lanes = 32 };
#define X(name, on, text) options->feature[FEATURE_##name] = on;
    GENERATE_FEATURES(X)
#undef X
}

/* Wave size, size of a group and of the grid. */
static void choose_shape(struct gen *g, uint32_t local[3])
{
    struct generated *out = g->out;
    unsigned sizes = 1;

    while (4u << sizes <= g->o->most_lanes)
        sizes++;
    out->wave_size = g->o->wave_size ? g->o->wave_size : 4u << below(g, sizes);
    if (g->control || g->evaluation) {
        if (g->control)
            choose_control(g, local);
        else
            choose_evaluation(g);
        return;
    }
    if (g->vertices || g->geometry) {
        g->slots = 2 + below(g, 4);
        if (g->vertices)
            choose_vertices(g);
        else
            choose_primitives(g);
        return;
    }
    if (g->pixels) {
        g->slots = 2 + below(g, 4);
        choose_rectangle(g);
        build_capability(&g->b, CapDerivativeControl);
        return;
    }
    do {
        local[0] = one_in(g, 2) ? 4u << below(g, 4) : 1 + below(g, 24);
        local[1] = one_in(g, 2) ? 1 : 1 + below(g, 4);
        local[2] = one_in(g, 4) ? 2 : 1;
        g->threads = local[0] * local[1] * local[2];
    } while (g->threads > 64 || g->threads > 8 * out->wave_size);
    out->groups[0] = 1 + below(g, 2);
    out->groups[1] = one_in(g, 4) ? 2 : 1;
    out->groups[2] = 1;
    if (g->meshes && has(g, FEATURE_tasks) && one_in(g, 2))
        choose_tasks(g);
    g->slots = 2 + below(g, 4);
    if (has(g, FEATURE_derivatives) && !g->meshes && !g->tasks && one_in(g, 4)) {
        if (local[0] % 2 == 0 && local[1] % 2 == 0)
            g->derivatives = ModeDerivativeGroupQuadsNV;
        else if (g->threads % 4 == 0)
            g->derivatives = ModeDerivativeGroupLinearNV;
    }
    if (g->derivatives) {
        build_capability(&g->b, g->derivatives == ModeDerivativeGroupQuadsNV ? CapComputeDerivativeGroupQuadsNV
                                                                             : CapComputeDerivativeGroupLinearNV);
        build_extension(&g->b, "SPV_NV_compute_shader_derivatives");
        build_capability(&g->b, CapDerivativeControl);
    }
}

static void begin_module(struct gen *g)
{
    static const uint32_t version[] = { 0x10300, 0x10300, 0x10400, 0x10500, 0x10600 };

    g->b.next_id = 1;
    g->b.version = version[below(g, 5)];
    if ((g->meshes || g->tasks) && g->b.version < 0x10400)
        g->b.version = 0x10400;
    build_capability(&g->b, CapShader);
    g->vulkan_model = has(g, FEATURE_vulkan_model) && one_in(g, 4);
    if (g->vulkan_model) {
        build_capability(&g->b, CapVulkanMemoryModel);
        if (g->b.version < 0x10500)
            build_extension(&g->b, "SPV_KHR_vulkan_memory_model");
    }
    g->old_buffers = g->b.version == 0x10300 && !g->vulkan_model && one_in(g, 2);
    g->variable_pointers = !g->old_buffers && one_in(g, 4);
    if (g->variable_pointers)
        build_capability(&g->b, CapVariablePointersStorageBuffer);
    g->glsl = build_id(&g->b);
    build_text(&g->b, IMPORTS, OpExtInstImport, &g->glsl, 1, "GLSL.std.450", NULL, 0);
    const bool addresses = has(g, FEATURE_addresses) && one_in(g, 4);
    if (addresses) {
        build_capability(&g->b, CapPhysicalStorageBufferAddresses);
        if (g->b.version < 0x10500)
            build_extension(&g->b, "SPV_KHR_physical_storage_buffer");
    }
    INSN(&g->b, MODEL, OpMemoryModel, addresses ? 5348 : 0, g->vulkan_model ? 3 : 1);
    g->has_addresses = addresses;
    if (g->demotes) {
        build_capability(&g->b, CapDemoteToHelperInvocation);
        if (g->b.version < 0x10600)
            build_extension(&g->b, "SPV_EXT_demote_to_helper_invocation");
    }
    g->entry = build_id(&g->b);
    g->void_type = build_unique(&g->b, OpTypeVoid, 0, NULL, 0);
}

/* Names, lines and texts that mean nothing. */
static void add_debug(struct gen *g)
{
    if (!has(g, FEATURE_quirks) || one_in(g, 2))
        return;
    g->line_file = build_id(&g->b);
    build_text(&g->b, STRINGS, OpString, &g->line_file, 1, "random.comp", NULL, 0);
    INSN(&g->b, STRINGS, OpSource, 2, 450, g->line_file);
    build_text(&g->b, NAMES, OpName, &g->entry, 1, "main", NULL, 0);
    if (one_in(g, 2)) {
        build_extension(&g->b, "SPV_KHR_non_semantic_info");
        g->debug = build_id(&g->b);
        build_text(&g->b, IMPORTS, OpExtInstImport, &g->debug, 1, "NonSemantic.Wavefold.Test", NULL, 0);
    }
}

static uint32_t spec_constant(struct gen *g, kind k, uint64_t normal, uint64_t given, uint32_t number)
{
    struct generated *out = g->out;
    const uint32_t id = build_id(&g->b), type = type_of(g, k);
    const bool wide = width_of(base_of(k)) == 64;

    INSN(&g->b, DECORATIONS, OpDecorate, id, DecSpecId, number);
    if (base_of(k) == BOOL)
        INSN(&g->b, GLOBALS, normal ? OpSpecConstantTrue : OpSpecConstantFalse, type, id);
    else if (wide)
        INSN(&g->b, GLOBALS, OpSpecConstant, type, id, (uint32_t)normal, (uint32_t)(normal >> 32));
    else
        INSN(&g->b, GLOBALS, OpSpecConstant, type, id, (uint32_t)normal);
    if (one_in(g, 2)) {
        out->spec_wide[out->specs] = wide;
        out->spec[out->specs++] = (struct interp_spec){ number, given };
    }
    keep(g, k, id);
    return id;
}

static void add_spec_constants(struct gen *g)
{
    static const unsigned op[] = { OpIAdd, OpISub, OpIMul, OpBitwiseAnd, OpBitwiseXor, OpShiftLeftLogical };
    const kind u = kind_of(U32, 1), b = kind_of(BOOL, 1), f = kind_of(F32, 1), wide = kind_of(S64, 1), d = kind_of(F64, 1);
    uint32_t one, two, flag, made;

    if (!has(g, FEATURE_spec) || one_in(g, 2))
        return;
    g->trip = spec_constant(g, u, 1 + below(g, 3), 1 + below(g, 4), 3);
    one = spec_constant(g, u, random_word(g), random_word(g), 7);
    flag = spec_constant(g, b, below(g, 2), below(g, 2), 0);
    if (has(g, FEATURE_float32))
        spec_constant(g, f, 0x3f800000, 0x40200000, 11);
    if (has(g, FEATURE_float64))
        spec_constant(g, d, 0x3ff0000000000000, UINT64_C(0x4008000000000000) | random_bits(g), 12);
    if (has(g, FEATURE_int64))
        spec_constant(g, wide, random_bits(g), (uint64_t)random_bits(g) << 32 | 5, 100);
    for (unsigned k = 0; k < 3; k++) {
        two = build_id(&g->b);
        INSN(&g->b, GLOBALS, OpSpecConstantOp, type_of(g, u), two, op[below(g, 6)], one, g->trip);
        made = build_id(&g->b);
        INSN(&g->b, GLOBALS, OpSpecConstantOp, type_of(g, u), made, OpSelect, flag, two, one);
        keep(g, u, made);
    }
    if (has(g, FEATURE_vectors)) {
        two = build_id(&g->b);
        INSN(&g->b, GLOBALS, OpSpecConstantComposite, type_of(g, kind_of(U32, 2)), two, one, g->trip);
        keep(g, kind_of(U32, 2), two);
    }
}

/* The size of a group as a built-in constant, which counts more than the execution mode: of constants, or of specialization constants
 * whose defaults are wrong. */
static void add_group_size(struct gen *g, const uint32_t local[3])
{
    const bool special = has(g, FEATURE_spec) && one_in(g, 2) && g->out->specs + 1 < GENERATED_SPECS;
    const uint32_t u32 = u32_type(g), size = build_id(&g->b);
    uint32_t part[3];

    for (unsigned k = 0; k < 3; k++)
        part[k] = build_u32(&g->b, local[k]);
    if (special) {
        part[0] = build_id(&g->b);
        INSN(&g->b, DECORATIONS, OpDecorate, part[0], DecSpecId, 40);
        INSN(&g->b, GLOBALS, OpSpecConstant, u32, part[0], local[0] == 1 ? 2 : 1);
        g->out->spec[g->out->specs++] = (struct interp_spec){ 40, local[0] };
    }
    INSN(&g->b, GLOBALS, special ? OpSpecConstantComposite : OpConstantComposite, type_of(g, kind_of(U32, 3)), size, part[0], part[1], part[2]);
    INSN(&g->b, DECORATIONS, OpDecorate, size, DecBuiltIn, BiWorkgroupSize);
}

static void add_float_modes(struct gen *g)
{
    static const struct { unsigned feature, width; } of[] = {{ FEATURE_float16, 16 }, { FEATURE_float32, 32 }, { FEATURE_float64, 64 }};
    bool any = false;

    for (unsigned k = 0; k < 3; k++) {
        const bool used = has(g, of[k].feature), cuts = used && one_in(g, 2);
        const bool flushes = used && one_in(g, 2);
        if (cuts) {
            build_capability(&g->b, CapRoundingModeRTZ);
            INSN(&g->b, MODES, OpExecutionMode, g->entry, ModeRoundingModeRTZ, of[k].width);
        }
        if (flushes) {
            build_capability(&g->b, CapDenormFlushToZero);
            INSN(&g->b, MODES, OpExecutionMode, g->entry, ModeDenormFlushToZero, of[k].width);
        }
        any |= cuts || flushes;
    }
    if (any)
        build_extension(&g->b, "SPV_KHR_float_controls");
}

static uint32_t execution_model(const struct gen *g)
{
    return g->vertices ? 0 : g->control ? 1 : g->evaluation ? 2 : g->geometry ? 3 : g->pixels ? 4 : g->meshes ? 5365 : g->tasks ? 5364 : 5;
}

static void end_module(struct gen *g, const uint32_t local[3])
{
    const uint32_t head[2] = { execution_model(g), g->entry };

    build_text(&g->b, ENTRY, OpEntryPoint, head, 2, "main", g->interface, g->interfaces);
    if (g->pixels)
        INSN(&g->b, MODES, OpExecutionMode, g->entry, ModeOriginUpperLeft);
    else if (!IS_OF_LANES(g) && !g->control)
        INSN(&g->b, MODES, OpExecutionMode, g->entry, ModeLocalSize, local[0], local[1], local[2]);
    for (unsigned n = 0; n < g->out->draw.outputs; n++)
        if (g->out->output[n].builtin >= 0)
            INSN(&g->b, MODES, OpExecutionMode, g->entry, g->out->output[n].builtin == BiFragDepth ? ModeDepthReplacing : ModeStencilRefReplacing);
    if (g->derivatives)
        INSN(&g->b, MODES, OpExecutionMode, g->entry, g->derivatives);
    if (has(g, FEATURE_float_modes) && one_in(g, 5))
        add_float_modes(g);
    if (has(g, FEATURE_quirks) && !IS_OF_LANES(g) && !g->control && one_in(g, 3))
        add_group_size(g, local);
    g->out->words = build_finish(&g->b, &g->out->count);
}

struct generated *generate(const struct generate_options *options)
{
    struct gen *g = calloc(1, sizeof *g);
    struct generated *out = calloc(1, sizeof *out);
    struct generate_options own = *options;
    uint32_t local[3];

    if (!g || !out) {
        free(g);
        free(out);
        return NULL;
    }
    g->o = &own;
    g->out = out;
    g->random = options->seed * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x1234567);
    for (unsigned k = 0; k < 4 || g->random == 0; k++)
        g->random = (g->random ^ g->random >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + 1;
    g->pixels = has(g, FEATURE_pixels) && has(g, FEATURE_float32) && one_in(g, 4);
    g->demotes = g->pixels && one_in(g, 2);
    g->vertices = !g->pixels && has(g, FEATURE_vertices) && one_in(g, 8);
    g->meshes = !g->pixels && !g->vertices && has(g, FEATURE_meshes) && one_in(g, 8);
    g->geometry = !g->pixels && !g->vertices && !g->meshes && has(g, FEATURE_geometry) && one_in(g, 8);
    const bool patches = !g->pixels && !g->vertices && !g->meshes && !g->geometry && has(g, FEATURE_tessellation) && has(g, FEATURE_float32) &&
                         has(g, FEATURE_vectors) && one_in(g, 6);
    g->control = patches && one_in(g, 2);
    g->evaluation = patches && !g->control;
    g->tasks = !IS_OF_LANES(g) && !g->meshes && !g->control && has(g, FEATURE_tasks) && one_in(g, 6);
    if (g->tasks)                       /* all threads come to the end */
        own.feature[FEATURE_returns] = false;
    if (IS_OF_LANES(g) || g->control)
        own.feature[FEATURE_shared] = false;
    choose_shape(g, local);
    begin_module(g);
    add_debug(g);
    declare_aggregates(g);
    declare_memory(g);
    declare_wide_atomics(g);
    if (g->pixels)
        declare_pixels(g);
    if (g->vertices)
        declare_vertices(g);
    if (g->meshes)
        declare_mesh(g);
    if (g->geometry)
        declare_geometry(g);
    if (g->tasks)
        declare_task(g);
    if (out->places)
        declare_tasks(g);
    if (g->control)
        declare_control(g);
    if (g->evaluation)
        declare_evaluation(g);
    if (g->vertices || g->geometry || g->evaluation)
        declare_capture(g);
    if (has(g, FEATURE_shared))
        declare_shared(g);
    if (has(g, FEATURE_layouts))
        declare_layouts(g);
    if (has(g, FEATURE_images) && one_in(g, 2))
        declare_images(g);
    if (has(g, FEATURE_samplers) && one_in(g, 2))
        declare_textures(g);
    if (has(g, FEATURE_blocks) && one_in(g, 4))
        declare_block_array(g);
    if (g->has_addresses)
        declare_addresses(g);
    add_spec_constants(g);
    g->constants = mark(g);
    declare_variables(g, ScPrivate, below(g, 3));
    g->globals = g->variables;
    g->budget = (int)options->size;
    write_functions(g);
    write_main(g);
    end_module(g, local);
    free_layouts(g);
    build_free(&g->b);
    free(g);
    if (!out->words) {
        generate_free(out);
        return NULL;
    }
    return out;
}

void generate_free(struct generated *g)
{
    if (!g)
        return;
    for (unsigned k = 0; k < g->buffers; k++)
        free(g->buffer[k].initial);
    free(g->push);
    free(g->words);
    free(g);
}
