/* SPDX-License-Identifier: Apache-2.0
 * wf_ext.h - code of an instruction of GLSL.std.450 through wfs_ext, and which instructions were tried.
 */
#ifndef WF_EXT_H
#define WF_EXT_H

#include "wf_reference.h"

#include "../../c_model/spirv/module/grammar.h"
#include "../../c_model/spirv/math/math.h"

enum { ARGS = 3 };

static bool called[WfsGlslNClamp + 1];

/* The operands in order are the inputs; `outputs` result words.  False when wfs_ext has no such instruction. */
static inline bool write_ext(struct wf_lane *lane, uint32_t instruction, unsigned n, const unsigned *length, unsigned outputs)
{
    const wfs_val *arg[ARGS + 1] = {NULL};
    unsigned inputs = 0;

    for (unsigned k = 0; k < n; k++)
        inputs += length[k];
    wf_lane_begin(lane, inputs);
    inputs = 0;
    for (unsigned k = 0; k < n; k++) {
        arg[k] = &lane->in[inputs];
        inputs += length[k];
    }
    lane->outputs = outputs;
    if (!wfs_ext(&lane->rows.code, instruction, n, arg, length, lane->out)) {
        wf_lane_end(lane);
        return false;
    }
    called[instruction] = true;
    wf_lane_ready(lane);
    return true;
}

/* Every instruction of the table was tried: those on whole vectors, or the others. */
static inline void check_called(bool whole)
{
    static const struct { uint32_t number; const char *name, *kind; } table[] = {
#define WFS_EXT(name, operands, kind, function) {WfsGlsl##name, #name, #kind},
#include "../../c_model/spirv/math/ext.def"
    };

    CHECK_EQ(COUNT(table), 77);                         /* 81 less IMix and three of interpolation */
    for (size_t i = 0; i < COUNT(table); i++) {
        if ((!strcmp(table[i].kind, "whole") || !strcmp(table[i].kind, "floats")) != whole)
            continue;
        if (!called[table[i].number])
            printf("%s was never tried\n", table[i].name);
        CHECK(called[table[i].number]);
    }
}

#endif
