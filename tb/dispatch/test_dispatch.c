/* SPDX-License-Identifier: Apache-2.0
 * test_dispatch.c - every rule of a dispatch, and the wave size that is committed.
 */
#include <string.h>

#include "wavefold/dispatch.h"

#include "../common/wf_check.h"

static const struct wf_device device32 = {
    .lanes = 32, .waves = 32, .groups = 8, .regs = 64, .lds_words = 4096, .imem_words = 4096 };
static const struct wf_device device128 = {
    .lanes = 128, .waves = 16, .groups = 8, .regs = 64, .lds_words = 4096, .imem_words = 4096 };

static struct wf_desc threads(uint32_t x, uint32_t y, uint32_t z)
{
    return (struct wf_desc){ .stage = WF_STAGE_COMPUTE, .shader_model = 0x060a, .has_numthreads = true,
                             .threads = { x, y, z }, .grid = { 1, 1, 1 } };
}

static struct wf_desc waves(uint32_t n)
{
    return (struct wf_desc){ .stage = WF_STAGE_COMPUTE, .shader_model = 0x060a, .has_numwaves = true, .num_waves = n,
                             .grid = { 1, 1, 1 } };
}

static struct wf_desc with_size(enum wf_wavesize_kind kind, uint32_t min, uint32_t max, uint32_t preferred)
{
    struct wf_desc d = threads(64, 1, 1);

    d.wavesize_kind = kind;
    d.wavesize_min = min;
    d.wavesize_max = max;
    d.wavesize_preferred = preferred;
    return d;
}

static struct wf_desc of_stage(enum wf_stage stage, struct wf_desc d)
{
    d.stage = stage;
    return d;
}

static enum wf_reject check(struct wf_desc d)
{
    struct wf_shape shape;
    const enum wf_reject code = wf_dispatch_check(&d, &device32, &shape);

    if (code != WF_REJECT_NONE)
        CHECK(shape.wave_size == 0 && shape.waves == 0 && shape.threads == 0 && shape.reported_wave_size == 0);
    return code;
}

static struct wf_shape accept(struct wf_desc d, const struct wf_device *device)
{
    struct wf_shape shape;

    CHECK_EQ(wf_dispatch_check(&d, device, &shape), WF_REJECT_NONE);
    return shape;
}

static void test_shapes(void)
{
    static const struct { uint32_t x, y, z; enum wf_reject code; } numthreads[] = {
        { 0, 1, 1, WF_REJECT_NUMTHREADS_ZERO }, { 1, 0, 1, WF_REJECT_NUMTHREADS_ZERO },
        { 1, 1, 0, WF_REJECT_NUMTHREADS_ZERO },
        { 2000, 0, 1, WF_REJECT_NUMTHREADS_ZERO }, { 1025, 1, 1, WF_REJECT_NUMTHREADS_X },
        { 1, 1025, 1, WF_REJECT_NUMTHREADS_Y },
        { 1, 1, 65, WF_REJECT_NUMTHREADS_Z }, { 1024, 1, 1, WF_REJECT_NONE }, { 16, 1, 64, WF_REJECT_NONE },
        { 1024, 2, 1, WF_REJECT_NUMTHREADS_TOTAL }, { 33, 32, 1, WF_REJECT_NUMTHREADS_TOTAL },
        { 0x10000, 0x10000, 1, WF_REJECT_NUMTHREADS_X },            /* products of 2^32 and 0 modulo 2^32 */
        { 1024, 1024, 64, WF_REJECT_NUMTHREADS_TOTAL }, { 0xffffffff, 0xffffffff, 0xffffffff, WF_REJECT_NUMTHREADS_X },
    };
    struct wf_desc d = threads(8, 8, 1);

    d.has_numthreads = false;
    CHECK_EQ(check(d), WF_REJECT_NO_SHAPE);
    d.has_numthreads = d.has_numwaves = true;
    CHECK_EQ(check(d), WF_REJECT_BOTH_SHAPES);
    for (size_t i = 0; i < sizeof numthreads / sizeof *numthreads; i++)
        CHECK_EQ(check(threads(numthreads[i].x, numthreads[i].y, numthreads[i].z)), numthreads[i].code);
}

static void test_stages(void)
{
    struct wf_desc d = of_stage(WF_STAGE_AMPLIFICATION, waves(2));

    CHECK_EQ(check(of_stage(WF_STAGE_MESH, threads(129, 1, 1))), WF_REJECT_NUMTHREADS_MESH);
    CHECK_EQ(check(of_stage(WF_STAGE_AMPLIFICATION, threads(129, 1, 1))), WF_REJECT_NUMTHREADS_MESH);
    CHECK_EQ(check(of_stage(WF_STAGE_AMPLIFICATION, threads(128, 1, 1))), WF_REJECT_NONE);
    CHECK_EQ(check(of_stage(WF_STAGE_AMPLIFICATION, threads(1025, 1, 1))), WF_REJECT_NUMTHREADS_X);
    CHECK_EQ(check(waves(0)), WF_REJECT_NUMWAVES_ZERO);
    CHECK_EQ(check(of_stage(WF_STAGE_MESH, waves(2))), WF_REJECT_NUMWAVES_STAGE);
    CHECK_EQ(check(of_stage(WF_STAGE_NODE, waves(2))), WF_REJECT_NUMWAVES_STAGE);
    CHECK_EQ(check(of_stage(WF_STAGE_PIXEL, waves(2))), WF_REJECT_NUMWAVES_STAGE);
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.uses_thread_ids = true;
    CHECK_EQ(check(d), WF_REJECT_NUMWAVES_IDS);
}

static void test_wavesize_attribute(void)
{
    static const struct { enum wf_wavesize_kind kind; uint32_t min, max, preferred; enum wf_reject code; } sizes[] = {
        { WF_WAVESIZE_FIXED, 0, 0, 0, WF_REJECT_WAVESIZE_POW2 },
        { WF_WAVESIZE_FIXED, 24, 0, 0, WF_REJECT_WAVESIZE_POW2 },
        { WF_WAVESIZE_RANGE, 8, 33, 0, WF_REJECT_WAVESIZE_POW2 },
        { WF_WAVESIZE_PREFERRED, 8, 32, 12, WF_REJECT_WAVESIZE_POW2 },
        { WF_WAVESIZE_FIXED, 2, 0, 0, WF_REJECT_WAVESIZE_BOUNDS },
        { WF_WAVESIZE_FIXED, 256, 0, 0, WF_REJECT_WAVESIZE_BOUNDS },
        { WF_WAVESIZE_RANGE, 4, 256, 0, WF_REJECT_WAVESIZE_BOUNDS },
        { WF_WAVESIZE_PREFERRED, 8, 32, 256, WF_REJECT_WAVESIZE_BOUNDS },
        { WF_WAVESIZE_PREFERRED, 8, 32, 2, WF_REJECT_WAVESIZE_BOUNDS },
        { WF_WAVESIZE_RANGE, 32, 32, 0, WF_REJECT_WAVESIZE_ORDER },
        { WF_WAVESIZE_RANGE, 32, 8, 0, WF_REJECT_WAVESIZE_ORDER },
        { WF_WAVESIZE_PREFERRED, 8, 32, 64, WF_REJECT_WAVESIZE_PREFERRED },
        { WF_WAVESIZE_PREFERRED, 8, 32, 4, WF_REJECT_WAVESIZE_PREFERRED },
        { WF_WAVESIZE_FIXED, 64, 0, 0, WF_REJECT_NO_WAVESIZE },     /* the device has 32 lanes */
        { WF_WAVESIZE_RANGE, 64, 128, 0, WF_REJECT_NO_WAVESIZE },
    };
    struct wf_desc d;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK_EQ(check(with_size(sizes[i].kind, sizes[i].min, sizes[i].max, sizes[i].preferred)), sizes[i].code);
    d = threads(64, 1, 1);
    d.prefer_small = d.prefer_large = true;
    CHECK_EQ(check(d), WF_REJECT_PREFER_BOTH);
}

static void test_wave_queries(void)
{
    struct wf_desc d = threads(64, 1, 1);

    d.uses_wave_index = d.uses_wave_count = true;
    CHECK_EQ(check(of_stage(WF_STAGE_PIXEL, d)), WF_REJECT_INDEX_STAGE);
    d.uses_wave_index = false;
    CHECK_EQ(check(of_stage(WF_STAGE_PIXEL, d)), WF_REJECT_COUNT_STAGE);
    CHECK_EQ(check(of_stage(WF_STAGE_LIBRARY, d)), WF_REJECT_COUNT_STAGE);
    d.thread_launch = true;                         /* of a node alone it is a reason */
    d.threads[0] = 1;
    CHECK_EQ(check(d), WF_REJECT_THREAD_LAUNCH_STAGE);
    d.thread_launch = false;
    d.threads[0] = 64;
    d.stage = WF_STAGE_NODE;
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.thread_launch = true;
    CHECK_EQ(check(d), WF_REJECT_WAVE_THREAD_NODE);
    d.exported = true;
    CHECK_EQ(check(d), WF_REJECT_WAVE_THREAD_NODE);
    d.thread_launch = false;
    CHECK_EQ(check(d), WF_REJECT_WAVE_EXPORT);
    d.exported = false;
    d.shader_model = 0x0609;
    CHECK_EQ(check(d), WF_REJECT_WAVE_MODEL);
    d.uses_wave_count = false;
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.exported = true;                              /* no query, no rule */
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.stage = WF_STAGE_LIBRARY;
    d.uses_wave_index = true;                       /* an exported function is told so, whatever the stage */
    CHECK_EQ(check(d), WF_REJECT_WAVE_EXPORT);
}

/* All 16 values of the field; who may have a wave index, and who may be launched by the thread. */
static void test_stage_field(void)
{
    for (unsigned stage = 0; stage < 16; stage++) {
        const bool group_stage = stage == WF_STAGE_COMPUTE || stage == WF_STAGE_AMPLIFICATION ||
                                 stage == WF_STAGE_MESH || stage == WF_STAGE_NODE;
        struct wf_desc d = of_stage((enum wf_stage)stage, threads(1, 1, 1));

        if (stage != WF_STAGE_PIXEL)
            CHECK_EQ(check(d), stage < 10 ? WF_REJECT_NONE : WF_REJECT_STAGE_UNKNOWN);
        d.uses_wave_index = true;
        if (stage != WF_STAGE_PIXEL)
            CHECK_EQ(check(d), group_stage ? WF_REJECT_NONE : WF_REJECT_INDEX_STAGE);
        d.uses_wave_index = false;
        d.thread_launch = true;
        if (stage < 10 && stage != WF_STAGE_PIXEL)
            CHECK_EQ(check(d), stage == WF_STAGE_NODE ? WF_REJECT_NONE : WF_REJECT_THREAD_LAUNCH_STAGE);
        d.threads[0] = 2;
        if (stage == WF_STAGE_NODE)
            CHECK_EQ(check(d), WF_REJECT_THREAD_LAUNCH_GROUP);
    }
}

/* The first model that may, and the code of those below. */
static void check_gate(struct wf_desc d, unsigned minor, enum wf_reject code)
{
    d.shader_model = (uint16_t)(0x0600 + minor);
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.shader_model--;
    CHECK_EQ(check(d), code);
    d.shader_model = 0x0700;
    CHECK_EQ(check(d), WF_REJECT_NONE);
}

static void test_models(void)
{
    struct wf_desc d = threads(8, 1, 1);
    struct wf_device bare = device32;
    struct wf_shape shape;

    d.uses_wave_ops = true;
    check_gate(d, 0, WF_REJECT_WAVE_OPS_MODEL);
    d.uses_match_or_multi_prefix = true;
    check_gate(d, 5, WF_REJECT_MATCH_MODEL);
    check_gate(with_size(WF_WAVESIZE_FIXED, 8, 0, 0), 6, WF_REJECT_WAVESIZE_MODEL);
    check_gate(with_size(WF_WAVESIZE_RANGE, 8, 16, 0), 8, WF_REJECT_WAVESIZE_RANGE_MODEL);
    check_gate(with_size(WF_WAVESIZE_PREFERRED, 8, 16, 8), 8, WF_REJECT_WAVESIZE_RANGE_MODEL);
    check_gate(waves(2), 10, WF_REJECT_NUMWAVES_MODEL);
    d = threads(8, 1, 1);
    d.uses_derivatives = true;
    check_gate(d, 6, WF_REJECT_DERIVATIVES_MODEL);

    bare.no_wave_ops = true;
    CHECK_EQ(wf_dispatch_check(&d, &bare, &shape), WF_REJECT_NONE);
    d.uses_wave_ops = true;
    CHECK_EQ(wf_dispatch_check(&d, &bare, &shape), WF_REJECT_WAVE_OPS_DEVICE);
    d.uses_wave_ops = false;
    d.uses_wave_count = true;                       /* the count is a wave operation */
    CHECK_EQ(wf_dispatch_check(&d, &bare, &shape), WF_REJECT_WAVE_OPS_DEVICE);
    d.uses_wave_count = false;
    d.uses_match_or_multi_prefix = true;            /* so are these */
    CHECK_EQ(wf_dispatch_check(&d, &bare, &shape), WF_REJECT_WAVE_OPS_DEVICE);
}

/* The thread limit of the stage bounds the sizes of a numWaves group; when none is left the group is refused. */
static void test_numwaves_lanes(void)
{
    struct wf_desc d = waves(16);

    CHECK_EQ(accept(d, &device128).wave_size, 32);
    d.prefer_large = true;
    CHECK_EQ(accept(d, &device128).wave_size, 64);  /* 16 * 64 = 1024 */
    d.stage = WF_STAGE_AMPLIFICATION;
    CHECK_EQ(accept(d, &device128).wave_size, 8);   /* 16 * 8 = 128 */
    d.wavesize_kind = WF_WAVESIZE_FIXED;
    d.wavesize_min = 16;
    CHECK_EQ(check(d), WF_REJECT_NUMWAVES_LANES);
    d.num_waves = 33;                               /* no slots: the lower code */
    CHECK_EQ(check(d), WF_REJECT_TOO_MANY_WAVES);
}

static void test_derivatives(void)
{
    static const struct { uint32_t x, y, z; bool good; } shape[] = {
        { 4, 1, 1, true }, { 64, 1, 1, true }, { 2, 2, 1, true }, { 6, 4, 3, true }, { 8, 8, 1, true },
        { 6, 1, 1, false }, { 4, 3, 1, false }, { 4, 1, 2, false }, { 3, 2, 1, false }, { 1, 1, 1, false },
    };

    for (unsigned i = 0; i < sizeof shape / sizeof *shape; i++) {
        struct wf_desc d = threads(shape[i].x, shape[i].y, shape[i].z);
        d.uses_derivatives = true;
        CHECK_EQ(check(d), shape[i].good ? WF_REJECT_NONE : WF_REJECT_DERIVATIVES);
    }
    struct wf_desc d = waves(2);
    d.uses_derivatives = true;
    CHECK_EQ(check(d), WF_REJECT_NONE);
}

static void test_capacity(void)
{
    struct wf_desc d = with_size(WF_WAVESIZE_FIXED, 8, 0, 0);

    d.threads[0] = 256;                             /* 32 waves of 8: as many as there are slots */
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.extra_waves = 1;
    CHECK_EQ(check(d), WF_REJECT_TOO_MANY_WAVES);
    d.extra_waves = 0xffffffff;                     /* 32 more would wrap to 31 */
    CHECK_EQ(check(d), WF_REJECT_TOO_MANY_WAVES);
    CHECK_EQ(check(waves(32)), WF_REJECT_NONE);
    CHECK_EQ(check(waves(33)), WF_REJECT_TOO_MANY_WAVES);
    d = threads(64, 1, 1);
    d.groupshared_bytes = 4096 * 4;
    CHECK_EQ(check(d), WF_REJECT_NONE);
    d.groupshared_bytes++;
    CHECK_EQ(check(d), WF_REJECT_GROUPSHARED);
    d.extra_waves = 100;                            /* the lower code wins */
    CHECK_EQ(check(d), WF_REJECT_TOO_MANY_WAVES);
    d.threads[0] = 0;
    CHECK_EQ(check(d), WF_REJECT_NUMTHREADS_ZERO);
    d = threads(64, 1, 1);
    d.grid[1] = 0;
    CHECK_EQ(check(d), WF_REJECT_NONE);
}

static void test_choice(void)
{
    struct wf_desc d = threads(64, 1, 1);

    CHECK_EQ(accept(d, &device32).wave_size, 32);
    CHECK_EQ(accept(d, &device128).wave_size, 32);
    d.prefer_small = true;
    CHECK_EQ(accept(d, &device32).wave_size, 4);    /* 16 waves */
    d.threads[0] = 1024;
    CHECK_EQ(accept(d, &device32).wave_size, 32);   /* 16 lanes would need 64 waves */
    CHECK_EQ(accept(d, &device128).wave_size, 64);
    d.prefer_small = false;
    CHECK_EQ(accept(d, &device128).wave_size, 64);  /* 32 is no candidate: none below, so the nearest above */
    d.prefer_large = true;
    CHECK_EQ(accept(d, &device128).wave_size, 128);
    CHECK_EQ(accept(with_size(WF_WAVESIZE_RANGE, 4, 16, 0), &device32).wave_size, 16);
    CHECK_EQ(accept(with_size(WF_WAVESIZE_RANGE, 64, 128, 0), &device128).wave_size, 64);
    CHECK_EQ(accept(with_size(WF_WAVESIZE_PREFERRED, 4, 32, 8), &device32).wave_size, 8);
    CHECK_EQ(accept(with_size(WF_WAVESIZE_PREFERRED, 4, 128, 128), &device32).wave_size, 32);
    d = with_size(WF_WAVESIZE_PREFERRED, 4, 32, 8);
    d.prefer_large = true;
    CHECK_EQ(accept(d, &device32).wave_size, 8);    /* the attribute's choice comes first */
    d.threads[0] = 1000;                            /* 125 waves of 8 do not fit */
    CHECK_EQ(accept(d, &device32).wave_size, 32);
}

static void counts(struct wf_desc d, const struct wf_device *device, unsigned group_waves, unsigned group_threads,
                   unsigned reported_size)
{
    const struct wf_shape shape = accept(d, device);

    CHECK_EQ(shape.waves, group_waves);
    CHECK_EQ(shape.threads, group_threads);
    CHECK_EQ(shape.reported_wave_size, reported_size);
}

static void test_counts(void)
{
    struct wf_desc d = threads(15, 7, 1);

    counts(d, &device32, 4, 105, 0);
    d.extra_waves = 3;
    d.report_wave_size = true;
    counts(d, &device32, 7, 105, 32);
    d = waves(3);
    d.extra_waves = 3;                              /* only numthreads groups get extra waves */
    counts(d, &device128, 3, 96, 0);
}

int main(void)
{
    test_shapes();
    test_stages();
    test_wavesize_attribute();
    test_wave_queries();
    test_derivatives();
    test_capacity();
    test_choice();
    test_counts();
    test_stage_field();
    test_models();
    test_numwaves_lanes();
    return check_end("dispatch");
}
