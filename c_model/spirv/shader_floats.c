/* SPDX-License-Identifier: Apache-2.0
 * shader_floats.c - the execution modes of the entry point that say how floats of a width are computed.
 */
#include "shader.h"

static const uint32_t widths[] = {16, 32, 64};

/* Where it stands; 0: nowhere. */
static uint32_t mode_at(const struct wf_shader *s, uint32_t mode, uint32_t width)
{
    const struct wfs_module *m = &s->module;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpExecutionMode && wfs_operand(m, at, 1) == s->entry->function &&
            wfs_operand(m, at, 2) == mode && wfs_operand(m, at, 3) == width)
            return at;
    return 0;
}

static void expect_one(const struct wf_shader *s, uint32_t mode, uint32_t opposite, uint32_t width)
{
    char name[WFS_NAME_SIZE], other[WFS_NAME_SIZE];
    const uint32_t at = mode_at(s, mode, width);

    if (at && mode_at(s, opposite, width))
        wfs_refuse(&s->module, at, "%s and %s, both of %u bits; expected one of them",
                   wfs_enum_name(WFS_KIND_ExecutionMode, mode, name),
                   wfs_enum_name(WFS_KIND_ExecutionMode, opposite, other), (unsigned)width);
}

void wfs_check_floats(const struct wf_shader *s)
{
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) {
        expect_one(s, WfsExecutionModeRoundingModeRTZ, WfsExecutionModeRoundingModeRTE, widths[i]);
        expect_one(s, WfsExecutionModeDenormFlushToZero, WfsExecutionModeDenormPreserve, widths[i]);
    }
}

/* It says which liberties floats of some width may be taken: none that a near root takes, maybe. */
static bool has_fast_default(const struct wf_shader *s)
{
    const struct wfs_module *m = &s->module;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpExecutionModeId && wfs_operand(m, at, 1) == s->entry->function &&
            wfs_operand(m, at, 2) == WfsExecutionModeFPFastMathDefault)
            return true;
    return false;
}

/* A near root takes subnormal numbers as 0, and the root of -0 is 0. */
void wfs_set_floats(const struct wf_shader *s, struct wfs_code *code)
{
    code->near_division = s->near_division;
    if (!s->entry)
        return;
    code->near_roots = s->near_division && !mode_at(s, WfsExecutionModeDenormPreserve, 32) &&
                       !mode_at(s, WfsExecutionModeSignedZeroInfNanPreserve, 32) && !has_fast_default(s);
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) {
        code->rounds_to_zero |= mode_at(s, WfsExecutionModeRoundingModeRTZ, widths[i]) ? widths[i] : 0;
        code->flushes |= mode_at(s, WfsExecutionModeDenormFlushToZero, widths[i]) ? widths[i] : 0;
    }
}
