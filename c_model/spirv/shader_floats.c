/* SPDX-License-Identifier: Apache-2.0
 * shader_floats.c - the execution modes of the entry point that say how floats of a width are computed.
 */
#include "shader.h"

static bool has_mode(const struct wf_shader *s, uint32_t mode, uint32_t width)
{
    const struct wfs_module *m = &s->module;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        if (wfs_op_at(m, at) == WfsOpExecutionMode && wfs_operand(m, at, 1) == s->entry->function &&
            wfs_operand(m, at, 2) == mode && wfs_length_at(m, at) > 3 && wfs_operand(m, at, 3) == width)
            return true;
    return false;
}

/* A near root takes subnormal numbers as 0, and the root of -0 is 0. */
void wfs_set_floats(const struct wf_shader *s, struct wfs_code *code)
{
    code->near_division = s->near_division;
    code->near_roots = s->near_division && s->entry && !has_mode(s, WfsExecutionModeDenormPreserve, 32) &&
                       !has_mode(s, WfsExecutionModeSignedZeroInfNanPreserve, 32);
}
