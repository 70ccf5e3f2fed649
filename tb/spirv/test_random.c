/* SPDX-License-Identifier: Apache-2.0
 * test_random.c - random modules: the front-end and the model give what the interpreter gives.  test_random SEED [MODULES].
 *
 * The generator is looked at, too: the same options give the same module, nothing hangs on what is undefined, no access is out of
 * bounds (compare.c says so), and each feature changes what comes.
 */
#include <stdlib.h>
#include <string.h>

#include "../common/wf_check.h"
#include "compare.h"
#include "spv.h"

/* Kinds of modules, in turn: size, most lanes, and what is switched off or on. */
static void vary(struct generate_options *o, unsigned turn)
{
    generate_defaults(o);
    switch (turn % 8) {
    case 1: o->size = 30; break;
    case 2: o->size = 500; break;
    case 3: o->most_lanes = 128; break;
    case 4: o->feature[FEATURE_divide] = o->feature[FEATURE_nan_bits] = o->feature[FEATURE_lost] = true; break;
    case 5: o->feature[FEATURE_int8] = o->feature[FEATURE_int16] = o->feature[FEATURE_int64] = o->feature[FEATURE_float16] = false; break;
    case 6: o->feature[FEATURE_flow] = o->feature[FEATURE_calls] = false; break;
    case 7: o->feature[FEATURE_vectors] = o->feature[FEATURE_layouts] = false; break;
    default: break;
    }
}

static void agree(uint64_t seed, unsigned modules)
{
    const struct compare_device device = { 0 };
    char text[COMPARE_TEXT];
    unsigned failed = 0;

    for (unsigned k = 0; k < modules && failed < 5; k++) {
        struct generate_options o;
        enum compared result;
        vary(&o, k);
        o.seed = seed * 1000000 + k;
        result = compare_module(&o, &device, text);
        CHECK_EQ(result, COMPARED_SAME);
        failed += result != COMPARED_SAME;
        if (result != COMPARED_SAME)
            printf("  module %u of %llu, kind %u: %s\n  see it again: test_random %llu\n", k, (unsigned long long)o.seed, k % 8, text,
                   (unsigned long long)seed);
    }
}

/* Hardly any registers: nearly all is spilled, the base of scratch memory should it be allowed to be; groups of copies go round in circles; and
 * two quads are one too many. */
static void few_registers(uint64_t seed)
{
    const struct compare_device device = { .regs = 8 }, usual = { .regs = 64 };
    static const struct {
        uint64_t seed;
        uint32_t size, lanes;
    } once_wrong[] = {
        { 3000314, 300, 32 }, { 3000777, 300, 32 }, { 4000955, 300, 32 }, { 4003123, 300, 32 }, { 5002343, 300, 32 }, { 5002784, 300, 32 },
        { 5003522, 300, 32 }, { 500038, 200, 128 }, { 500335, 200, 128 }, { 7001784, 100, 128 },
    };
    static const uint64_t too_long = 104744314290;      /* 65,536 instructions do not suffice */
    static const unsigned younger[] = { FEATURE_samplers, FEATURE_pixels, FEATURE_vertices, FEATURE_meshes, FEATURE_geometry, FEATURE_cubes,
                                        FEATURE_multisamples, FEATURE_image_arrays, FEATURE_tessellation, FEATURE_tasks, FEATURE_planes,
                                        FEATURE_samples, FEATURE_shared_results, FEATURE_capture };       /* than those seeds */
    enum { WRONG = sizeof once_wrong / sizeof once_wrong[0], MODULES = 200 };
    char text[COMPARE_TEXT];
    unsigned long_ones = 0;

    for (unsigned k = 0; k < WRONG + MODULES + 1; k++) {
        struct generate_options o;
        generate_defaults(&o);
        o.size = k < WRONG ? once_wrong[k].size : 300;
        o.most_lanes = k < WRONG ? once_wrong[k].lanes : k % 2 ? 128 : 32;
        o.seed = k < WRONG ? once_wrong[k].seed : k < WRONG + MODULES ? seed * 1000003 + k : too_long;
        for (unsigned n = 0; n < sizeof younger / sizeof younger[0] && k < WRONG; n++)
            o.feature[younger[n]] = false;
        enum compared result = compare_module(&o, &device, text);
        long_ones += result == COMPARED_TOO_LONG;
        if (result == COMPARED_TOO_LONG)                /* one in thousands */
            result = compare_module(&o, &usual, text);
        CHECK_EQ(result, COMPARED_SAME);
        if (result != COMPARED_SAME)
            printf("  %s\n  see it again: wf_spirv_compare --regs 8 --size %u --lanes %u --seed %llu\n", text, (unsigned)o.size,
                   (unsigned)o.most_lanes, (unsigned long long)o.seed);
    }
    CHECK(long_ones < 4);
}

static bool same_module(const struct generated *a, const struct generated *b)
{
    return a->count == b->count && memcmp(a->words, b->words, a->count * sizeof *a->words) == 0;
}

static void repeats(uint64_t seed)
{
    for (unsigned k = 0; k < 20; k++) {
        struct generate_options o;
        struct generated *a, *b;
        vary(&o, k);
        o.seed = seed + k;
        a = generate(&o);
        b = generate(&o);
        CHECK(a && b && same_module(a, b));
        generate_free(b);
        o.seed++;
        b = generate(&o);
        CHECK(a && b && !same_module(a, b));
        generate_free(a);
        generate_free(b);
    }
}

/* Does a module of some seeds have this opcode, or this capability? */
enum { CAPABILITY = 1 << 16 };
static bool has_opcode(const struct generate_options *options, unsigned op)
{
    struct generate_options o = *options;
    bool found = false;

    for (o.seed = 1; o.seed < 60 && !found; o.seed++) {
        struct generated *g = generate(&o);
        for (size_t at = SPV_HEADER; g && at < g->count; at += g->words[at] >> 16)
            found |= op < CAPABILITY ? (g->words[at] & 0xffff) == op
                                     : (g->words[at] & 0xffff) == OpCapability && g->words[at + 1] == op - CAPABILITY;
        generate_free(g);
    }
    return found;
}

/* What a feature that is switched off must not leave, and one that is on must bring. */
static void features(void)
{
    static const struct {
        unsigned feature, op;
    } mark[] = {
        { FEATURE_wave, OpGroupNonUniformBallot }, { FEATURE_partition, OpGroupNonUniformPartitionNV }, { FEATURE_flow, OpLoopMerge },
        { FEATURE_calls, OpFunctionCall }, { FEATURE_shared, OpControlBarrier }, { FEATURE_atomics, OpAtomicUMax },
        { FEATURE_matrices, OpMatrixTimesVector }, { FEATURE_divide, OpFDiv }, { FEATURE_spec, OpSpecConstantOp }, { FEATURE_quirks, OpLine },
        { FEATURE_layouts, OpArrayLength },
        { FEATURE_wide_atomics, CAPABILITY + CapInt64Atomics }, { FEATURE_half_atomics, CAPABILITY + CapAtomicFloat16MinMaxEXT },
        { FEATURE_double_atomics, CAPABILITY + CapAtomicFloat64MinMaxEXT },
        { FEATURE_samplers, OpImageSampleExplicitLod }, { FEATURE_pixels, OpKill },
        { FEATURE_multisamples, OpImageQuerySamples }, { FEATURE_image_arrays, CAPABILITY + CapRuntimeDescriptorArray },
        { FEATURE_cubes, CAPABILITY + CapImageCubeArray }, { FEATURE_tessellation, CAPABILITY + 3 }, { FEATURE_tasks, OpEmitMeshTasksEXT },
        { FEATURE_planes, CAPABILITY + CapStencilExport }, { FEATURE_samples, CAPABILITY + CapSampleRateShading },
        { FEATURE_capture, CAPABILITY + 53 /* TransformFeedback */ },
        { FEATURE_meshes, OpSetMeshOutputsEXT }, { FEATURE_geometry, OpEmitVertex },
    };

    for (unsigned k = 0; k < sizeof mark / sizeof mark[0]; k++) {
        struct generate_options o;
        generate_defaults(&o);
        o.feature[mark[k].feature] = true;
        CHECK(has_opcode(&o, mark[k].op));
        o.feature[mark[k].feature] = false;
        if (mark[k].feature == FEATURE_layouts)         /* arrays of blocks have a length too */
            o.feature[FEATURE_blocks] = false;
        if (mark[k].feature == FEATURE_shared)          /* other memory has barriers too */
            o.feature[FEATURE_tessellation] = o.feature[FEATURE_tasks] = false;
        if (mark[k].feature == FEATURE_wave)    /* reading a lane is nothing without it either */
            CHECK(!has_opcode(&o, OpGroupNonUniformShuffle));
        CHECK(!has_opcode(&o, mark[k].op));
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;

    agree(seed, argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 740);
    few_registers(seed);
    repeats(seed);
    features();
    return check_end("spirv-random");
}
