/* SPDX-License-Identifier: Apache-2.0
 * test_immediates.c - an immediate is of the kind that its instruction takes: an integer, a float or bits, or either.
 */
#include "wfk.h"

#define HEAD "[numthreads(8,1,1)]\n"
#define OF(names) names, sizeof names / sizeof names[0]

/* An instruction in line 5, column 3; good when `part` is NULL.  K is a word that is neither integer nor float. */
static void insn(const char *text, unsigned column, const char *part)
{
    char kernel[300];

    snprintf(kernel, sizeof kernel, HEAD "buffer M[4] = { 1, 2.0, 3, 4 }\nconst K = M[0]\ncode\n  %s\n  end\n", text);
    if (part)
        wfk_only(kernel, 5, column, part);
    else
        wf_kernel_free(wfk_good(kernel));
}

/* Each immediate in each instruction, behind its other operands: good, or wrong at its first word. */
static void immediates(const char *const *name, size_t names, const char *operands, const char *const *value, size_t values, const char *part)
{
    char text[200];

    for (size_t n = 0; n < names; n++)
        for (size_t k = 0; k < values; k++) {
            snprintf(text, sizeof text, "%s %s, %s", name[n], operands, value[k]);
            insn(text, 3 + (unsigned)(strlen(text) - strlen(value[k])), part);
        }
}

/* Instructions of floats take floats, or bits that look like bits. */
static void floats_as_immediates(void)
{
    static const char *const of_one[] = {"fabs", "fneg", "floor", "ceil", "trunc", "round", "f2i", "f2u", "f32tof16", "allequal.f"};
    static const char *const of_two[] = {"fadd", "fsub", "fmul", "fmin", "fmax", "feq", "fne", "flt", "fle", "fgt", "fge"};
    static const char *const wrong[] = {"1", "0", "1065353216", "-1", "0x3f800000 + 0", "+0x3f800000", "(0x3f800000)", "countbits(3)"};
    static const char *const right[] = {"1.0", "-1.5", "0x3f800000", "0X3f800000", "0b1111", "inf", "asfloat(5)", "float(1)", "1.0 + 2.0"};
    static const char part[] = "which takes a float; expected a float such as 1.0 (float(x) converts an integer) or bits: 0x3f800000, asfloat(x)";

    immediates(OF(of_one), "r1", OF(wrong), part);
    immediates(OF(of_two), "r1, r2", OF(wrong), part);
    immediates(OF(of_one), "r1", OF(right), NULL);
    immediates(OF(of_two), "r1, r2", OF(right), NULL);
    wf_kernel_free(wfk_good(HEAD "code\n  i2f r1, 1\n  u2f r1, 1\n  f16tof32 r1, 1\n  add r1, r1, 1\n  mov r1, 1\n  eq r1, r1, 1\n  end\n"));
    wfk_only(HEAD "const ONE = 0x3f800000\ncode\n  fadd r1, r2, ONE\n  end\n", 4, 16, "which takes a float");
    wfk_only(HEAD "buffer A[1] = { 1 }\ncode\n  fadd r1, r2, A[0]\n  end\n", 4, 16, "which takes a float");
}

/* Instructions of integers, conditions and lanes take integers; those that move or combine bits take both. */
static void integers_as_immediates(void)
{
    static const char *const of_one[] = {"countbits", "revbits", "firstbitlow", "firstbithigh.u", "firstbithigh.s", "i2f", "u2f", "f16tof32", "any",
                                         "all", "allequal.u", "countlanes", "prefixcount", "quad.any", "quad.all"};
    static const char *const of_two[] = {"add", "sub", "rsub", "shl", "shr", "sar", "min.s", "max.s", "min.u", "max.u", "eq", "ne", "lt.s", "ge.s",
                                         "lt.u", "ge.u", "bfe.u", "bfe.s", "mul", "mulhi.u", "mulhi.s", "readlane", "shuffle.xor", "shuffle.up",
                                         "shuffle.down", "quad.read"};
    static const char *const of_mask[] = {"ballot", "match.bool"};
    static const char *const wrong[] = {"1.5", "-1.0", "1e3", "inf", "-nan", "1.0 + 2.0", "(2.5)", "float(1)", "asfloat(1)"};
    static const char *const right[] = {"add r1, r2, int(1.5)", "lt.u r1, r2, asuint(2.5)", "i2f r1, 1", "add r1, r1, 0x3f800000", "mov r1, 1.5",
                                        "mov r1, 1", "not r1, 1.5", "and r1, r2, nan", "or r1, r2, -0.0", "xor r1, r2, -0.0", "readfirst r1, 1.5",
                                        "quad.x r1, 1.5", "quad.y r1, 1.5", "quad.diagonal r1, 1.5"};
    static const char part[] = "which takes an integer; expected an integer: int(x) converts a float, asuint(x) gives its bits";

    immediates(OF(of_one), "r1", OF(wrong), part);
    immediates(OF(of_two), "r1, r2", OF(wrong), part);
    immediates(OF(of_mask), "q8", OF(wrong), part);
    insn("add r1, r1, 1.5", 15, "a float for `add`, which takes an integer");
    wfk_only(HEAD "const HALF = 0.5\ncode\n  lt.u r3, r1, HALF\n  end\n", 4, 16, "a float for `lt.u`, which takes an integer");
    wfk_only(HEAD "buffer A[1] = { 1.5 }\ncode\n  i2f r2, A[0]\n  end\n", 4, 11, "a float for `i2f`, which takes an integer");
    for (unsigned n = 0; n < sizeof right / sizeof right[0]; n++)
        insn(right[n], 0, NULL);
}

/* A word of a buffer that holds integers and floats is neither: its bits must be asked for where the kind matters. */
static void words_as_immediates(void)
{
    static const struct {
        const char *insn;
        unsigned column;
        const char *part;
    } wrong[] = {{"fadd r2, r2, M[0]", 16, "a word for `fadd` that is neither integer nor float, because its buffer holds both or comes from a file; "
                                           "expected asfloat(x)"},
                 {"fadd r2, r2, K", 16, "expected asfloat(x)"}, {"f2i r2, M[1]", 11, "expected asfloat(x)"},
                 {"mul r2, r2, M[1]", 15, "a word for `mul` that is neither integer nor float, because its buffer holds both or comes from a file; "
                                          "expected asuint(x)"},
                 {"add r2, r2, K", 15, "expected asuint(x)"}, {"i2f r2, (M[0])", 11, "expected asuint(x)"}, {"any r2, K", 11, "expected asuint(x)"}};
    static const char *const right[] = {"fadd r2, r2, asfloat(M[1])", "fadd r2, r2, asfloat(K)", "mul r2, r2, asuint(M[1])", "add r2, r2, asuint(K)",
                                        "mov r2, M[1]", "mov r2, K", "and r2, r2, M[0]", "not r2, K", "readfirst r2, M[1]", "quad.x r2, K"};
    for (unsigned n = 0; n < sizeof wrong / sizeof wrong[0]; n++)
        insn(wrong[n].insn, wrong[n].column, wrong[n].part);
    for (unsigned n = 0; n < sizeof right / sizeof right[0]; n++)
        insn(right[n], 0, NULL);
}

int main(void)
{
    floats_as_immediates();
    integers_as_immediates();
    words_as_immediates();
    return check_end("asm_immediates");
}
