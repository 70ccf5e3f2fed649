/* SPDX-License-Identifier: Apache-2.0
 * test_opencl_int.c - the functions of OpenCL.std on integers against plain C: of 8 bits all pairs of operands, of the others corners and random
 * numbers; with constants too.     test_opencl_int [SEED [counts]]
 */
#include "wf_wide.h"

#include "../common/wf_opencl_int.h"
#include "../../c_model/spirv/math/opencl.h"

static const struct {
    uint32_t number;
    unsigned operands, factor;
    bool narrow;
} facts[] = {
#define X(name, operands, factor, narrow) {WfsCl_##name, operands, factor, narrow},
    OPENCL_INTEGERS(X)
#undef X
};

static bool build(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    const wfs_val *x[3] = {in[0], in[1], in[2]};

    return wfs_cl_integer(c, facts[t->op].number, t->width, x, out[0]);
}

static bool expect(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    *out = opencl_integer((enum opencl_integer)t->op, t->width, in[0], in[1], in[2]);
    return true;
}

static void tests(struct wide *w)
{
    static const char *const names[] = {
#define X(name, operands, factor, narrow) #name,
        OPENCL_INTEGERS(X)
#undef X
    };

    for (unsigned f = 0; f < CLI_COUNT; f++)
        for (unsigned width = 8; width <= 64; width *= 2) {
            struct wide_case t = {.name = names[f], .op = f, .width = width, .inputs = facts[f].operands, .build = build, .expect = expect,
                                  .result_bits = width * facts[f].factor};
            wfs_val none[2] = {wfs_const(0), wfs_const(0)}, r[2];
            const wfs_val *x[3] = {none, none, none};
            const bool there = facts[f].narrow ? width == 32 : width * facts[f].factor <= 64;
            rows_begin(&w->rows, WF_MAX_LANES);
            CHECK_EQ(wfs_cl_integer_operands(facts[f].number), facts[f].operands);
            CHECK_EQ(wfs_cl_integer(&w->rows.code, facts[f].number, width, x, r), there);
            if (there)
                wide_try(w, &t, 40);
        }
    CHECK_EQ(wfs_cl_integer_operands(WfsCl_sin), 0);
}

int main(int argc, char **argv)
{
    return wide_main(argc, argv, "opencl-int", tests);
}
