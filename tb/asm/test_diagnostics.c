/* SPDX-License-Identifier: Apache-2.0
 * test_diagnostics.c - what is wrong, where, and what was expected; each rule of a dispatch at its attribute or instruction.
 */
#include <stdlib.h>

#include "wfk.h"

/* Two errors, in this order. */
static void both(const char *text, unsigned line, unsigned column, const char *part, unsigned line2, unsigned column2, const char *part2)
{
    static struct wfk_told told;
    struct wf_kernel *k = wfk_parse_at(text, 0, &told);

    CHECK(!k && told.count == 2);
    CHECK(told.at[0].line == line && told.at[0].column == column && strstr(told.at[0].text, part));
    CHECK(told.at[1].line == line2 && told.at[1].column == column2 && strstr(told.at[1].text, part2));
    wf_kernel_free(k);
}

#define HEAD "[numthreads(8,1,1)]\n"
#define TAIL "\ncode\n  end\n"

/* An instruction in line 5, column 3. */
static void bad_insn(const char *insn, unsigned column, const char *part)
{
    char text[600];

    snprintf(text, sizeof text, HEAD "buffer Out[4]\nreg z = r5\ncode\n  %s\n  end\n", insn);
    wfk_only(text, 5, column, part);
}

static void statements(void)
{
    wfk_only(HEAD "junk" TAIL, 2, 1, "unexpected `junk`; expected an attribute");
    wfk_only(HEAD "bufer A[4]" TAIL, 2, 1, "unexpected `bufer`; expected an attribute in `[ ]`");
    wfk_only(HEAD "bufer A[4]" TAIL, 2, 1, "; perhaps `buffer`");
    wfk_only(HEAD "code\nend\nexepct A = { 1 }\n", 4, 1, "unknown instruction `exepct`; expected one of docs/isa.md; perhaps `expect`");
    wfk_only(HEAD "= 4" TAIL, 2, 1, "unexpected `=`");
    wfk_only(HEAD "const = 4" TAIL, 2, 7, "expected the name of a constant");
    wfk_only(HEAD "const N 4" TAIL, 2, 9, "unexpected `4`; expected `=`");
    wfk_only(HEAD "const N =" TAIL, 2, 10, "unexpected end of line; expected an expression");
    wfk_only(HEAD "const N = 4 5" TAIL, 2, 13, "expected the end of the line");
    wfk_only(HEAD "const N = 4," TAIL, 2, 13, "expected the name of a constant");
    wfk_only(HEAD "const N = 4, N = 5" TAIL, 2, 14, "`N` is declared already in line 2");
    wfk_only(HEAD "const N = 4\nconst N = 5" TAIL, 3, 7, "`N` is declared already in line 2");
    wfk_only(HEAD "const a.b = 4" TAIL, 2, 7, "expected the name of a constant");
    wfk_only(HEAD "const abcdefghijklmnopqrstuvwxyz_12345 = 4" TAIL, 2, 7, "is too long; expected at most 31");
    wfk_only(HEAD "reg z = 5" TAIL, 2, 9, "expected a register");
    wfk_only(HEAD "reg z = r64" TAIL, 2, 9, "no register `r64`; expected a number below 64");
    wfk_only(HEAD "reg z = q6" TAIL, 2, 9, "a multiple of 4");
    wfk_only(HEAD "reg z = r1, y = r2, z = q8" TAIL, 2, 21, "`z` is declared already in line 2");
    wfk_only(HEAD "dispatch 1,2,3,4" TAIL, 2, 16, "a grid has three dimensions");
    wfk_only(HEAD "dispatch" TAIL, 2, 9, "expected an expression");
    wfk_only(HEAD "dispatch 1\ndispatch 2" TAIL, 3, 1, "second `dispatch`");
    wfk_only(HEAD "code\nend\ncode\nend\n", 4, 1, "second `code`");
    wfk_only(HEAD, 1, 1, "the file has no code");
    wfk_only(HEAD "code\n", 2, 1, "runs off its end; expected `end`");
    wfk_only(HEAD "code\nnop\nbarrier\n", 4, 1, "runs off its end; expected `end`");
    wfk_only(HEAD "code x\nend\n", 2, 6, "expected the end of the line");
}

static void words_and_numbers(void)
{
    wfk_only(HEAD "expect A = each 1\nbuffer A[4]" TAIL, 2, 8, "unknown buffer `A`; expected the name of a buffer declared above this line");
    wfk_only(HEAD "const N = 4294967296" TAIL, 2, 11, "number does not fit in 32 bits: `4294967296`; expected at most 4294967295 (0xffffffff)");
    wfk_only(HEAD "const N = 0x123456789" TAIL, 2, 11, "number does not fit in 32 bits: `0x123456789`; expected at most 4294967295 (0xffffffff)");
    wfk_only(HEAD "const N = .5" TAIL, 2, 11, "float without a digit before its point: `.5`; expected one: 0.5");
    wfk_only(HEAD "const N = -.5e3" TAIL, 2, 12, "float without a digit before its point: `.5e3`");
    for (unsigned n = 0; n < 9; n++) {
        static const char *const number[] = {"5u", "5U", "7l", "1ull", "0x1fu", "1.5h", "1.5F", "2e3lf", ".5h"};
        char text[100];
        snprintf(text, sizeof text, HEAD "const N = %s" TAIL, number[n]);
        wfk_only(text, 2, 11, "number with a suffix: `");
        wfk_only(text, 2, 11, "`; expected none: integers are 42, 0x2a and 0b101010, floats 1.5 and 1e-3, also 1.5f");
    }
    wfk_only(HEAD "const N = 1_000" TAIL, 2, 11, "not a number: `1_000`; expected an integer such as 42, 0x2a or 0b101010, or a float such as 1.5");
    wfk_only(HEAD "const N = 1e400" TAIL, 2, 11, "float is too large for 32 bits: `1e400`; expected at most 3.4028235e38, or inf");
    wfk_only(HEAD "const N = 1/0" TAIL, 2, 12, "division by zero; expected another divisor");
    wfk_only(HEAD "buffer A[4]\nconst N = A[4]" TAIL, 3, 11, "word 4 of `A` is out of range; expected an index below 4");
    wfk_only(HEAD "buffer A[4] = each 4 / (2 - i)" TAIL, 2, 22, "division by zero (for i = 2); expected another divisor");
    bad_insn("add 99999999999, r1, r2", 7, "`99999999999`; expected a register");
    wfk_only(HEAD "const N = 0x1_0" TAIL, 2, 11, "not a number");
    wfk_only(HEAD "const N = 0b12" TAIL, 2, 11, "not a number");
    wfk_only(HEAD "const N = 0x" TAIL, 2, 11, "number without digits: `0x`; expected digits after 0x or 0b");
    wfk_only(HEAD "const N = 1e39" TAIL, 2, 11, "float is too large");
    wfk_only(HEAD "const N = 1e" TAIL, 2, 11, "exponent without digits: `1e`; expected digits after the e: 1e-3");
    wfk_only(HEAD "const N = 1.2.3" TAIL, 2, 11, "not a number");
    wfk_only(HEAD "const N = @" TAIL, 2, 11, "stray character: `@`");
    wfk_only(HEAD "const N = 4 \x01" TAIL, 2, 13, "byte that is not text: `?`");
    wfk_only(HEAD "const N = \xc3\xa9" TAIL, 2, 11, "character beyond ASCII: `\xc3\xa9`");
    wfk_only(HEAD "const N = \xc3" TAIL, 2, 11, "byte that is not text: `?`");
    wfk_only(HEAD "const N = \xc3\xa9\xc3\xa8" TAIL, 2, 11, "beyond ASCII: `\xc3\xa9`");
    wfk_only(HEAD "const N = \"\xc3\xa9 123456789012345678901234567890123\xc3\xa9xxxx\"" TAIL, 2, 11, "`\"\xc3\xa9 123456789012345678901234567890123...`");
    wfk_only("[shader(\"compute)]\n" HEAD TAIL, 1, 9, "text without closing quote");
}

static void expressions(void)
{
    wfk_only(HEAD "const N = (4" TAIL, 2, 13, "expected `)`");
    wfk_only(HEAD "const N = M" TAIL, 2, 11, "unknown name `M`");
    wfk_only(HEAD "const N = r1" TAIL, 2, 11, "register `r1` in an expression");
    wfk_only(HEAD "reg z = r1\nconst N = z" TAIL, 3, 11, "register `z` in an expression");
    wfk_only(HEAD "const N = i" TAIL, 2, 11, "`i` has no meaning here");
    wfk_only(HEAD "const N = 4 / (2 - 2)" TAIL, 2, 13, "division by zero");
    wfk_only(HEAD "const N = 4 / (65536 * 65536)" TAIL, 2, 13, "division by zero");
    wfk_only(HEAD "const N = 4 % 0" TAIL, 2, 13, "division by zero");
    wfk_only(HEAD "const N = 1 ? 2" TAIL, 2, 16, "expected `:`");
    wfk_only(HEAD "const N = min(1)" TAIL, 2, 16, "expected `,` and one more argument");
    wfk_only(HEAD "const N = hash 1" TAIL, 2, 16, "expected `(`");
    wfk_only(HEAD "const N = hash(1, 2)" TAIL, 2, 17, "expected `)`");
    wfk_only(HEAD "buffer A[4]\nconst N = A[4]" TAIL, 3, 11, "out of range; expected an index below 4");
    wfk_only(HEAD "buffer A[4]\nconst N = A" TAIL, 3, 12, "expected `[` after the name of a buffer");
    wfk_only(HEAD "buffer A[4]\nbuffer B[8] = each A[i]" TAIL, 3, 20, "(for i = 4) is out of range");
    wfk_only(HEAD "buffer A[2] = each A[i]" TAIL, 2, 20, "unknown name `A`");
    wfk_only(HEAD "buffer A[67108864] = each i*i*i*i*i*i*i*i*i*i" TAIL, 2, 27, "evaluation takes too long");
}

/* Floats are floats; nothing is converted unasked. */
static void types(void)
{
    const char *const two = "of an integer and a float; expected two of a kind: float(x) converts an integer, int(x) a float";
    const char *const integer = "of a float; expected an integer: int(x) converts, asuint(x) gives the bits";
    const char *const integers_only[] = {"&", "|", "^", "<<", ">>", "%", "&&", "||"};
    static const char *const reserved[] = {"quads", "float", "uint", "asfloat", "const", "buffer", "dispatch", "code", "expect", "reg", "repeat",
                                           "endrepeat", "variant", "shader", "spec", "bind", "push", "WAVES", "r7"};
    const char *const untyped = "of a word that is neither integer nor float, because its buffer holds both or comes from a file; expected asuint(x)";

    wfk_only(HEAD "const N = 1 + 1.5" TAIL, 2, 13, two);
    wfk_only(HEAD "const N = 1.5 * 2" TAIL, 2, 15, "`*` of an integer and a float");
    wfk_only(HEAD "const N = inf - 1" TAIL, 2, 15, two);
    wfk_only(HEAD "const H = 0.5\nconst N = 2 * H" TAIL, 3, 13, two);
    wfk_only(HEAD "const N = 1.0 == 1" TAIL, 2, 15, two);
    wfk_only(HEAD "const N = min(1, 1.5)" TAIL, 2, 11, "`min` of an integer and a float");
    wfk_only(HEAD "const N = 1 ? 1.5 : 2" TAIL, 2, 13, "`?` of an integer and a float");
    wfk_only(HEAD "const N = 0 ? 1 : 0 ? 2 : 1.5" TAIL, 2, 21, two);
    wfk_only(HEAD "const N = 0 ? 1.5 : 0 ? 2 : 3" TAIL, 2, 23, two);
    wfk_only(HEAD "const N = 1.5 % 1.0" TAIL, 2, 15, integer);
    wfk_only(HEAD "const N = 1.5 & 1.0" TAIL, 2, 15, integer);
    wfk_only(HEAD "const N = 1.5 << 1.0" TAIL, 2, 15, integer);
    for (size_t n = 0; n < sizeof integers_only / sizeof integers_only[0]; n++) {   /* one float is enough: no advice to make it two */
        char text[200];
        snprintf(text, sizeof text, HEAD "const N = 1.5 %s 1" TAIL, integers_only[n]);
        wfk_only(text, 2, 15, integer);
        snprintf(text, sizeof text, HEAD "const N = 1 %s 1.5" TAIL, integers_only[n]);
        wfk_only(text, 2, 13, integer);
    }
    wfk_only(HEAD "const N = smin(1, 1.5)" TAIL, 2, 11, integer);
    wfk_only(HEAD "const N = smax(1.5, 1)" TAIL, 2, 11, integer);
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = 1 & A[1]" TAIL, 3, 13, untyped);
    wfk_only(HEAD "const N = ~1.5" TAIL, 2, 11, "`~` of a float");
    wfk_only(HEAD "const N = !1.5" TAIL, 2, 11, "`!` of a float");
    wfk_only(HEAD "const N = 1.5 && 1" TAIL, 2, 15, "`&&` of a float");
    wfk_only(HEAD "const N = 1 || 1.5" TAIL, 2, 13, "`||` of a float");
    wfk_only(HEAD "const N = 1.5 ? 1 : 2" TAIL, 2, 15, "`?` of a float");
    wfk_only(HEAD "const N = hash(1.5)" TAIL, 2, 11, "`hash` of a float");
    wfk_only(HEAD "const N = countbits(1.5)" TAIL, 2, 11, "`countbits` of a float");
    wfk_only(HEAD "const N = smin(1.5, 2.5)" TAIL, 2, 11, "`smin` of a float");
    wfk_only(HEAD "buffer A[2]\nconst N = A[1.0]" TAIL, 3, 11, "`A` of a float");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = A[1] + 1.5" TAIL, 3, 16, untyped);
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = 1 + A[0]" TAIL, 3, 13, "`+` of a word that is neither");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = 1 ? 2 : A[0]" TAIL, 3, 13, "`?` of a word that is neither");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = min(1, A[0])" TAIL, 3, 11, "`min` of a word that is neither");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = -A[1]" TAIL, 3, 11, "`-` of a word that is neither");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nconst N = float(A[1])" TAIL, 3, 11, "`float` of a word that is neither");
    wfk_only(HEAD "buffer A[2] = { 1.5, fill 2 }\nconst N = A[1] ? 1 : 2" TAIL, 3, 16, untyped);
    wfk_only(HEAD "buffer A[2] = { 1.5, 2.5 }\nconst N = A[1] + 1" TAIL, 3, 16, two);
    for (size_t n = 0; n < sizeof reserved / sizeof reserved[0]; n++) {
        char text[100];
        snprintf(text, sizeof text, HEAD "const %s = 4" TAIL, reserved[n]);
        wfk_only(text, 2, 7, "reserved word");
    }
}

/* Counts are integers in range; what wraps in 32 bits is seen. */
static void counts(void)
{
    const char *const threads = "expected X and Y from 1 to 1024, Z from 1 to 64";

    wfk_only("[numthreads(-1,1,1)]" TAIL, 1, 13, "numthreads is -1; expected X and Y from 1 to 1024, Z from 1 to 64");
    wfk_only("[numthreads(8,1,1-2)]" TAIL, 1, 17, threads);
    wfk_only("[numthreads(8,65536*65536+1,1)]" TAIL, 1, 15, "numthreads is 4294967297; expected X and Y");
    wfk_only("[numthreads(8.0,1,1)]" TAIL, 1, 13, "numthreads is a float; expected an integer, X and Y");
    wfk_only("[numWaves(1e-45)]" TAIL, 1, 11, "numWaves is a float; expected an integer, 1 to 16, the wave slots of the device");
    wfk_only("[numWaves(-1)]" TAIL, 1, 11, "numWaves is -1; expected 1 to 16, the wave slots of the device");
    wfk_only("const N = -1\n[numWaves(N)]" TAIL, 2, 11, "numWaves is -1");
    wfk_only("const N = 0.5 + 0.5\n[numWaves(N)]" TAIL, 2, 11, "numWaves is a float");
    wfk_only(HEAD "[WaveSize(-32)]" TAIL, 2, 11, "WaveSize is -32; expected powers of two from 4 to 128");
    wfk_only(HEAD "[WaveSize(8,inf)]" TAIL, 2, 13, "WaveSize is a float");
    wfk_only(HEAD "[extra_waves(-1)]" TAIL, 2, 14, "extra_waves is -1; expected 0 to 16, the wave slots");
    wfk_only(HEAD "[groupshared(-4)]" TAIL, 2, 14, "groupshared is -4; expected 0 to 16384, the bytes of the LDS");
    wfk_only(HEAD "[groupshared(64.0)]" TAIL, 2, 14, "groupshared is a float; expected an integer");
    wfk_only(HEAD "dispatch -1" TAIL, 2, 10, "dispatch is -1; expected 0 to 4294967295 groups");
    wfk_only(HEAD "dispatch 1, 2 - 3" TAIL, 2, 13, "dispatch is -1");
    wfk_only(HEAD "dispatch 1, 1, 1.0" TAIL, 2, 16, "dispatch is a float; expected an integer, 0 to 4294967295 groups");
    wfk_only(HEAD "dispatch 4294967295 + 1" TAIL, 2, 10, "dispatch is 4294967296; expected");
    wfk_only(HEAD "dispatch 4294967295 * 4294967295 * 4294967295" TAIL, 2, 10, "dispatch is far too large");
    wfk_only(HEAD "dispatch 0 - 4294967295 * 4294967295 * 4294967295" TAIL, 2, 10, "dispatch is far too large");
    wfk_only(HEAD "dispatch - 1 * 4294967295" TAIL, 2, 10, "dispatch is -4294967295");
    wfk_only(HEAD "buffer A[1] = { 1.5 }\ndispatch A[0]" TAIL, 3, 10, "dispatch is a float");
    wfk_only(HEAD "buffer A[2] = { 1.5, 1 }\ndispatch A[1]" TAIL, 3, 10, "dispatch is no integer: asuint(x) makes one");
}

static void attributes(void)
{
    wfk_only(HEAD "[numthreads(8,1,1)]" TAIL, 2, 2, "second `numthreads`, the first is in line 1");
    wfk_only(HEAD "[foo]" TAIL, 2, 2, "unknown attribute `foo`; expected shader");
    wfk_only(HEAD "[num_threads(8,1,1)]" TAIL, 2, 2, "or cancel; perhaps `numthreads`");
    wfk_only(HEAD "[5]" TAIL, 2, 2, "unexpected `5`; expected an attribute");
    wfk_only(HEAD "[prefer_small" TAIL, 2, 14, "expected `]`");
    wfk_only(HEAD "[prefer_small] x" TAIL, 2, 16, "expected `[` of one more attribute");
    wfk_only("[numthreads(8,1)]" TAIL, 1, 16, "expected `[numthreads(X,Y,Z)]`");
    wfk_only("[numthreads(8,1,1,1)]" TAIL, 1, 19, "expected `[numthreads(X,Y,Z)]`");
    wfk_only("[numthreads]" TAIL, 1, 12, "expected `[numthreads(X,Y,Z)]`");
    wfk_only("[numthreads(WAVE_SIZE,1,1)]" TAIL, 1, 13, "`WAVE_SIZE` depends on the wave size");
    wfk_only("const N = 2*WAVES\n[numthreads(N,1,1)]" TAIL, 2, 13, "`N` depends on the wave size");
    wfk_only("[numthreads(N,1,1)]" TAIL, 1, 13, "unknown name `N`");
    wfk_only(HEAD "[shader(compute)]" TAIL, 2, 9, "expected a stage in quotes");
    wfk_only(HEAD "[shader(\"kernel\")]" TAIL, 2, 9, "unexpected `\"kernel\"`; expected a stage");
    wfk_only(HEAD "[shader_model(6)]" TAIL, 2, 15, "expected a shader model");
    wfk_only(HEAD "[shader_model(6.256)]" TAIL, 2, 15, "expected a shader model");
    wfk_only(HEAD "[groupshared(x)]" TAIL, 2, 14, "unknown name `x`");
    wfk_only(HEAD "[groupshared(8)]\n[groupshared(8)]" TAIL, 3, 2, "second `groupshared`");
    wfk_only(HEAD "[WaveSize()]" TAIL, 2, 11, "expected an expression");
}

static void buffers(void)
{
    wfk_only(HEAD "buffer A" TAIL, 2, 9, "expected `[` and the number of words");
    wfk_only(HEAD "buffer A[1]," TAIL, 2, 13, "expected the name of a buffer");
    wfk_only(HEAD "buffer A[1] B[1]" TAIL, 2, 13, "expected the end of the line");
    wfk_only(HEAD "buffer A[1] = each 1, A[1]" TAIL, 2, 23, "`A` is declared already");
    wfk_only(HEAD "buffer A[2] = { 1, 2 }, B[1] = each A[2]" TAIL, 2, 37, "word 2 of `A`");
    wfk_only(HEAD "buffer A[0]" TAIL, 2, 10, "size of the buffer is 0; expected 1 to 67108864 words");
    wfk_only(HEAD "buffer A[-1]" TAIL, 2, 10, "size of the buffer is -1; expected 1 to 67108864 words");
    wfk_only(HEAD "buffer A[2.0]" TAIL, 2, 10, "size of the buffer is a float; expected an integer, 1 to 67108864 words");
    wfk_only(HEAD "const N = 65536\nbuffer A[N*N+1]" TAIL, 3, 10, "size of the buffer is 4294967297; expected 1 to");
    wfk_only(HEAD "const N = 1 << 31\nbuffer A[N*N*N+1]" TAIL, 3, 10, "size of the buffer is far too large; expected 1 to");
    wfk_only(HEAD "buffer A[67108865]" TAIL, 2, 10, "size of the buffer is 67108865; expected 1 to 67108864 words");
    wfk_only(HEAD "buffer A[67108864]\nbuffer B[1]" TAIL, 3, 10, "all buffers together");
    wfk_only(HEAD "buffer A[2] = 5" TAIL, 2, 15, "expected `each`, a list in `{ }`, `file` or `reference`");
    wfk_only(HEAD "buffer A[2] = reference X" TAIL, 2, 25, "reference `X`: cannot be read here; expected a list of 2 words");
    wfk_only(HEAD "buffer A[2] = reference 5" TAIL, 2, 25, "expected the name of a list of the reference");
    wfk_only(HEAD "buffer A[2] = { 1 }" TAIL, 2, 19, "1 values for 2 words");
    wfk_only(HEAD "buffer A[2] = { 1, 2, 3 }" TAIL, 2, 23, "more values than the buffer has words; expected at most 2");
    wfk_only(HEAD "buffer A[2] = { fill 1, 2 }" TAIL, 2, 25, "value after `fill`");
    wfk_only(HEAD "buffer A[2] = { 1 2 }" TAIL, 2, 19, "expected `,` or `}`");
    wfk_only(HEAD "buffer A[2] = { 1,\n _ }" TAIL, 3, 2, "unknown name `_`");
    wfk_only(HEAD "buffer A[2] = { 1, 2" TAIL, 3, 1, "expected `,` or `}`");
    wfk_only(HEAD "buffer A[2] = { 1, 2,\n@\n}" TAIL, 3, 1, "more values");
    wfk_only(HEAD "buffer A[1]\nbuffer A[1]" TAIL, 3, 8, "`A` is declared already");
    wfk_only(HEAD "buffer A[1] = { 1 }\nexpect A" TAIL, 3, 9, "expected `=`, any_order, runs, sorted, sum or count");
    wfk_only(HEAD "buffer A[1]\nexpect A any_order" TAIL, 3, 19, "expected `=`");
    wfk_only(HEAD "buffer A[1]\nexpect A = each 1\nexpect A = each 1" TAIL, 4, 8, "second `expect` for the contents of `A`");
    wfk_only(HEAD "expect A = each 1" TAIL, 2, 8, "expected the name of a buffer");
    wfk_only(HEAD "expect reject FOO" TAIL, 2, 15, "expected a reject code");
    wfk_only(HEAD "expect reject NONE" TAIL, 2, 15, "expected a reject code");
    wfk_only(HEAD "expect fault LDS" TAIL, 2, 14, "a fault such as LDS_RANGE");
    wfk_only(HEAD "expect fault LDS_RANGE\nexpect fault LDS_ALIGN" TAIL, 3, 14, "second `expect fault`");
}

static void bindings(void)
{
    static const char buffer[] = "the name of a buffer that is declared above", without[] = "`bind` without a `shader`; expected it in a file that has one";

    wfk_only(HEAD "buffer A[1]\nbind A = A" TAIL, 3, 1, without);
    wfk_only(HEAD "buffer A[1]\nbind 5 = A" TAIL, 3, 6, "expected a set and a binding such as `0.1`");
    wfk_only(HEAD "buffer A[1]\nbind 0.1" TAIL, 3, 9, "expected `=`");
    wfk_only(HEAD "buffer A[1]\nbind 0.1 = B" TAIL, 3, 12, buffer);
    wfk_only(HEAD "buffer A[1]\nbind 0.1 = A, B" TAIL, 3, 15, buffer);
    wfk_only(HEAD "buffer A[1]\nbind 0.1 = A," TAIL, 3, 14, buffer);
    both(HEAD "buffer A[1]\nbind 0.1 = A A" TAIL, 3, 1, without, 3, 14, "expected the end of the line");
    both(HEAD "buffer A[1]\nbind 0.3 = A\nbind 0.1 = A, A, A" TAIL, 3, 1, without, 4, 18, "binding 0.3 is bound twice; expected it once");
    both(HEAD "buffer A[1]\nbind 0.3 = A, A\nbind 0.4 = A" TAIL, 3, 1, without, 4, 6, "binding 0.4 is bound twice; expected it once");
    wfk_only(HEAD "buffer A[1]\npush A" TAIL, 3, 6, "expected `=`");
    both(HEAD "spec 3 = 4\nbuffer A[1]\npush = A" TAIL, 2, 1, "`spec` without a `shader`", 4, 1, "`push` without a `shader`");
}

static void expectations(void)
{
    const char *const distance = "tolerance out of range; expected a float that is finite and not negative, such as 1e-6, or an integer and `ulp`";

    wfk_only(HEAD "buffer Abc[1]\nexpect Abd = each 1" TAIL, 3, 8, "unknown buffer `Abd`; expected the name of a buffer declared above this line, reject or fault; perhaps `Abc`");
    wfk_only(HEAD "expect rejct NUMTHREADS_ZERO" TAIL, 2, 8, "; perhaps `reject`");
    wfk_only(HEAD "expect reject NUMTHREADS_ZER" TAIL, 2, 15, "a reject code such as NUMTHREADS_ZERO; perhaps `NUMTHREADS_ZERO`");
    wfk_only(HEAD "expect fault LDS_RANG" TAIL, 2, 14, "; perhaps `LDS_RANGE`");
    wfk_only("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_ZERO\nbuffer A[1]\nexpect A = { 5 }" TAIL, 4, 1,
         "`expect reject` together with another expectation, in line 2; expected it alone: a refused dispatch runs nothing");
    wfk_only("[numthreads(0,1,1)]\nbuffer A[1]\nexpect A runs\nexpect reject NUMTHREADS_ZERO" TAIL, 4, 1, "another expectation, in line 3");
    wfk_only("[numthreads(0,1,1)]\nexpect fault LDS_RANGE\nexpect reject NUMTHREADS_ZERO" TAIL, 3, 1, "another expectation, in line 2");
    wfk_only("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_ZERO\nbuffer A[1]\nexpect A count(0) = 1" TAIL, 4, 1, "another expectation, in line 2");
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1 } within 2 ulp" TAIL, 3, 18, "`within` of integers; expected floats: float(x) converts");
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within 2" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within -1 ulp" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within 1.0 ulp" TAIL, 3, 31, "expected the end of the line");
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within -1e-6" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within -0.0" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within inf" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within nan" TAIL, 3, 27, distance);
    wfk_only(HEAD "buffer A[1]\nexpect A = { 1.0 } within" TAIL, 3, 26, "expected an expression");
    wfk_only(HEAD "buffer A[1]\nexpect A sum" TAIL, 3, 13, "expected `=` and the sum");
    wfk_only(HEAD "buffer A[1]\nexpect A sum = 4 within 1 ulp" TAIL, 3, 18, "`within` of integers");
    wfk_only(HEAD "buffer A[2] = { 1, 1.5 }\nexpect A sum = A[0]" TAIL, 3, 8, "a sum that is neither integer nor float; expected asuint(x)");
    wfk_only(HEAD "buffer A[1]\nexpect A count = 4" TAIL, 3, 16, "expected `(` and the word to count");
    wfk_only(HEAD "buffer A[1]\nexpect A count(4 = 4" TAIL, 3, 18, "expected `)`");
    wfk_only(HEAD "buffer A[1]\nexpect A count(4) 4" TAIL, 3, 19, "expected `=` and its number of occurrences in the buffer");
    wfk_only(HEAD "buffer A[3]\nexpect A count(4) = 4" TAIL, 3, 21, "count is 4; expected 0 to 3, the words of the buffer");
    wfk_only(HEAD "buffer A[3]\nexpect A count(4) = -1" TAIL, 3, 21, "count is -1; expected 0 to 3");
    wfk_only(HEAD "buffer A[3]\nexpect A count(4) = 1.0" TAIL, 3, 21, "count is a float; expected an integer, 0 to 3");
    wfk_only(HEAD "buffer A[3]\nexpect A sorted\nexpect A = each 1" TAIL, 4, 8, "second `expect` for the contents of `A`");
    wfk_only(HEAD "buffer A[3]\nexpect A sorted.x" TAIL, 3, 10, "expected `=`, any_order, runs, sorted, sum or count");
    wfk_only(HEAD "buffer A[3]\nexpect A sorted any_order" TAIL, 3, 26, "expected `=`");
    wfk_only(HEAD "buffer A[3] = file \"a\"" TAIL, 2, 20, "`\"a\"`: files cannot be read here; expected `each` or a list");
    wfk_only(HEAD "buffer A[3] = file a" TAIL, 2, 20, "expected the name of a file in quotes");
    wfk_only(HEAD "buffer A[3] = file \"\"" TAIL, 2, 20, "file name of 0 bytes; expected 1 to 1023");
    wfk_only(HEAD "buffer A[3] = file \"a" TAIL, 2, 20, "text without closing quote");
}

static void instructions(void)
{
    bad_insn("addd r1, r2, r3", 3, "unknown instruction `addd`; expected one of docs/isa.md; perhaps `add`");
    bad_insn("zzzzzzzz r1, r2, r3", 3, "unknown instruction `zzzzzzzz`; expected one of docs/isa.md");
    bad_insn("wadd.exclusiv.mutli r1, r2, q4", 3, "; perhaps `wadd.exclusive.multi`");
    bad_insn("WaveActiveSum r1, r2", 3,
             "unknown instruction `WaveActiveSum`, which is HLSL; expected the instruction that does it: wadd.reduce r0, r1 / wfadd.reduce r0, r1 (integers");
    bad_insn("GetGroupWaveIndex r1", 3, "which is HLSL; expected the instruction that does it: sv r0, wave");
    bad_insn("barier", 3, "; perhaps `barrier`");
    bad_insn("fmul r1, zz, r2", 12, "unexpected `zz`; expected a register such as `r5`; perhaps `z`");
    bad_insn("wadd r1, r2", 3, "expected `wadd` and `.reduce`");
    bad_insn("wadd.foo r1, r2", 3, "unknown instruction `wadd.foo`");
    bad_insn("wadd.reduce.cluster3 r1, r2", 3, "unknown instruction");
    bad_insn("wadd.reduce.multi.multi r1, r2, q4", 3, "unknown instruction");
    bad_insn("lds.foo r1, [r2], r3", 3, "an atomic: .add");
    bad_insn("atomic r1, Out[r2], r3", 3, "an atomic: .add");
    bad_insn("lds64.fadd q4, [r1], q8", 3, "min.u .max.u .xchg .cas, then nothing (all lanes), `.low` or `.high`");
    bad_insn("lds64 q4, [r1], q8", 3, "an atomic: .add");
    bad_insn("lds64.low q4, [r1], q8", 3, "an atomic: .add");
    bad_insn("lds64.add.middle q4, [r1], q8", 3, "`.low` or `.high`");
    bad_insn("lds64.add q4, [r1+4], q8", 20, "offset 4 in a 64-bit atomic; expected a multiple of 8");
    bad_insn("atomic64.add.low q4, Out[r1+4096], q8", 31, "0 to 4095 bytes");
    bad_insn("lds64.add r4, [r1], q8", 13, "expected four registers");
    bad_insn("lds64.cas q4, [r1], q8, q12", 25, "expected the end of the line");
    bad_insn("table64.add q4, [r3][r1], q9", 29, "no register `q9`");
    bad_insn("table64.add q4, [q4][r1], q8", 20, "expected a register");
    bad_insn("add r1, r2", 13, "expected `,` and the next operand");
    bad_insn("add r1 r2, r3", 10, "expected `,`");
    bad_insn("add 5, r2, r3", 7, "expected a register");
    bad_insn("add r64, r2, r3", 7, "no register `r64`; expected a number below 64");
    bad_insn("add r99999, r2, r3", 7, "no register `r99999`");
    bad_insn("add q8, r2, r3", 7, "expected a register such as `r5`");
    bad_insn("ballot r1, r2", 10, "expected four registers");
    bad_insn("ballot q3, r2", 10, "a multiple of 4");
    bad_insn("mask.lsb r1, r2", 16, "expected four registers");
    bad_insn("add r1, r2, q4", 15, "expected a register");
    bad_insn("add r1, r2, foo", 15, "unknown name `foo`");
    bad_insn("sel r1, r2, 3, r4", 15, "expected a register");
    bad_insn("add r1, r2, r3, r4", 17, "expected the end of the line");
    bad_insn("lds.load r1, r2", 16, "expected `[` and an address register");
    bad_insn("lds.load r1, [r2-4]", 19, "expected `+` and an offset, or `]`");
    bad_insn("lds.load r1, [r2+65536]", 20, "offset is 65536; expected 0 to 65535 bytes");
    bad_insn("lds.load r1, [r2+-4]", 20, "offset is -4; expected 0 to 65535 bytes");
    bad_insn("lds.load r1, [r2+4.0]", 20, "offset is a float; expected an integer, 0 to 65535 bytes");
    bad_insn("lds.load r1, [r2+4", 21, "`]`");
    bad_insn("load r1, [r2]", 12, "expected the name of a buffer");
    bad_insn("load r1, Oot[r2]", 12, "unknown buffer `Oot`; expected the name of a buffer declared above; perhaps `Out`");
    bad_insn("load r1, b1[r2]", 12, "expected the name of a buffer");
    bad_insn("store Out[r1], 5", 18, "expected a register");
    bad_insn("lds.cas r1, [r2], r3", 23, "expected `,`");
    bad_insn("lds.add r1, [r2], r3, r4", 23, "expected the end of the line");
    bad_insn("lds.store _, [r2], r3", 13, "expected `[`");
    bad_insn("sv r1, foo", 10, "unknown system value `foo`; expected one such as tid.x");
    bad_insn("sv r1, 5", 10, "expected a system value such as dtid.x");
    bad_insn("sv r1, gtid.x", 10, "grid.x; perhaps `tid.x`, `dtid.x` or `gid.x`");
    bad_insn("sv r1, SV_GroupIndex", 10, "unknown system value `SV_GroupIndex`, which is HLSL; expected the instruction that does it: sv r0, gindex");
    bad_insn("sv r1, WaveGetLaneIndex", 10, "expected the instruction that does it: sv r0, lane");
    bad_insn("sv r1, SV_GroupIndx", 10, "; perhaps `SV_GroupIndex`");
    bad_insn("size r1, 1", 12, "expected the name of a buffer");
    bad_insn("size r1, Out2", 12, "unknown buffer `Out2`; expected the name of a buffer declared above; perhaps `Out`");
    bad_insn("atomic.add r1, Out[r2+4096], r3", 25, "0 to 4095 bytes in an atomic on a buffer");
    bad_insn("table.load r1, Out[r2]", 18, "expected `[` and the register with the number of the buffer");
    bad_insn("table.load r1, [r2]", 22, "expected `[` and an address register");
    bad_insn("table.cas r1, [r2][r3], r4, r3", 18, "the number of the buffer is in r2; expected a register whose number is a multiple of 4");
    bad_insn("table.cas r1, [r4][r3], r2, r6", 31, "the compare value is in r6; expected r5");
    bad_insn("table.add r1, [r2][r3], r4, r5", 29, "expected the end of the line");
    bad_insn("size r1, foo", 12, "unknown buffer `foo`");
    bad_insn("match q4, q8, 5", 17, "number of words is 5; expected 1 to 4");
    bad_insn("match q4, r8, 2", 17, "expected 1, or a key in `q` registers");
    bad_insn("match r4, r8", 9, "expected four registers");
    bad_insn("5", 3, "expected an instruction");
}

/* What is near to no system value is told without a word of another kind: no end but that of the list. */
static void near_system_values(void)
{
    static struct wfk_told told;
    static const struct {
        const char *word, *end;
    } near[] = {{"foo", "or grid.x"}, {"WaveActiveSm", "or grid.x"}, {"fo", "or grid.x"}, {"ddx_fin", "or grid.x"}, {"whil", "or grid.x"},
                {"lan", "or grid.x; perhaps `lane`"}, {"SV_GroupIndx", "or grid.x; perhaps `SV_GroupIndex`, `SV_GroupID.x` or `SV_GroupID`"},
                {"WaveGetLaneIndx", "or grid.x; perhaps `WaveGetLaneIndex` or `WaveGetLaneCount`"}};
    char text[200];

    for (unsigned n = 0; n < sizeof near / sizeof near[0]; n++) {
        snprintf(text, sizeof text, HEAD "code\n  sv r0, %s\n  end\n", near[n].word);
        CHECK(!wfk_parse_at(text, 0, &told));
        size_t length = strlen(told.at[0].text), end = strlen(near[n].end);
        CHECK(told.count == 1 && length > end && !strcmp(told.at[0].text + length - end, near[n].end));
    }
}

static void nesting(void)
{
    bad_insn("else", 3, "`else` without `if`");
    bad_insn("endif", 3, "`endif` without `if`");
    bad_insn("endloop", 3, "`endloop` without `loop`");
    bad_insn("continuing", 3, "`continuing` without `loop`");
    bad_insn("break", 3, "`break` outside of a loop");
    bad_insn("breakif r1", 3, "`breakif` outside of a loop");
    bad_insn("continue", 3, "`continue` outside of a loop");
    bad_insn("break 2", 3, "`break` outside of a loop");
    wfk_only(HEAD "code\nloop\nif r1\nbreak 2\nendif\nendloop\nend\n", 5, 1, "`break` of loop 2 outwards; expected at most 1, the loops around it");
    wfk_only(HEAD "code\nloop\nloop\nbreakif r1, 3\nendloop\nendloop\nend\n", 5, 1, "`breakif` of loop 3 outwards; expected at most 2");
    wfk_only(HEAD "code\nloop\nbreak 0\nendloop\nend\n", 4, 7, "the loop outwards is 0; expected 1, the innermost, to 255");
    wfk_only(HEAD "code\nloop\nbreakif r1, 256\nendloop\nend\n", 4, 13, "the loop outwards is 256; expected 1, the innermost, to 255");
    wfk_only(HEAD "code\nloop\ncontinue r1\nendloop\nend\n", 4, 10, "register `r1` in an expression; expected a constant");
    wfk_only(HEAD "code\nloop\nbreakif r1 2\nendloop\nend\n", 4, 12, "unexpected `2`");
    wfk_only(HEAD "code\nloop\ncontinuing\nloop\ncontinue 2\nendloop\nendloop\nend\n", 6, 1, "`continue` after the `continuing`");
    bad_insn("store.foo Out[r1], r2", 3, "unknown instruction `store.foo`; expected one of docs/isa.md");
    bad_insn("barrier.group", 3, "unknown instruction `barrier.group`; expected `barrier` and nothing (workgroup scope), or `.device`: device scope");
    bad_insn("memory_barrier.device", 3, "expected `memory_barrier` and nothing (device scope), or `.group`: workgroup scope");
    bad_insn("lds.store.private [r1], r2", 3, "unknown instruction");
    wfk_only(HEAD "code\nif r1\nelse\nelse\nendif\nend\n", 5, 1, "second `else`");
    wfk_only(HEAD "code\nif r1\nloop\nendif\nend\n", 5, 1, "`endif` inside the `loop` of line 4; expected `endloop` first");
    wfk_only(HEAD "code\nloop\nif r1\nendloop\nend\n", 5, 1, "`endloop` inside the `if` of line 4; expected `endif` first");
    wfk_only(HEAD "code\nloop\nif r1\ncontinuing\nendif\nendloop\nend\n", 5, 1, "`continuing` inside the `if` of line 4");
    wfk_only(HEAD "code\nloop\ncontinuing\ncontinuing\nendloop\nend\n", 5, 1, "second `continuing`");
    wfk_only(HEAD "code\nloop\ncontinuing\ncontinue\nendloop\nend\n", 5, 1, "`continue` after the `continuing`");
    wfk_only(HEAD "code\nif r1\nend\nendif\nend\n", 4, 1, "`end` inside the `if` of line 3");
    wfk_only(HEAD "code\nif\nendif\nend\n", 3, 3, "expected a register");
}

/* Each rule of a dispatch, one file a rule. */
static void dispatch_rules(void)
{
    wfk_only("code\nend\n", 1, 1, "neither numthreads nor numWaves is given");
    wfk_only(HEAD " [numWaves(2)]" TAIL, 2, 3, "both numthreads and numWaves are given");
    wfk_only("[numthreads(8,0,1)]" TAIL, 1, 2, "numthreads has a zero dimension; expected X and Y from 1 to 1024, Z from 1 to 64");
    wfk_only("[numthreads(1025,1,1)]" TAIL, 1, 2, "numthreads X is above 1024; expected 1 to 1024, not 1025");
    wfk_only("[numthreads(1,1025,1)]" TAIL, 1, 2, "numthreads Y is above 1024; expected 1 to 1024, not 1025");
    wfk_only("[numthreads(1,1,65)]" TAIL, 1, 2, "numthreads Z is above 64; expected 1 to 64, not 65");
    wfk_only("[numthreads(64,64,1)]" TAIL, 1, 2, "numthreads X*Y*Z is above 1024; expected at most 1024 threads, not 4096");
    wfk_only("[shader(\"mesh\")] [numthreads(129,1,1)]" TAIL, 1, 19,
         "above 128 in a mesh or amplification shader; expected at most 128 threads, not 129");
    wfk_only("[numWaves(0)]" TAIL, 1, 2, "numWaves(X): X must be an integer greater than zero; expected 1 to 16");
    wfk_only("[shader(\"mesh\")]\n[numWaves(1)]" TAIL, 2, 2, "numWaves is only valid in compute and amplification shaders");
    wfk_only("[numWaves(1)]\ncode\n  sv r1, dtid.y\nend\n", 3, 3,
             "SV_DispatchThreadID is used: SV_DispatchThreadID, SV_GroupThreadID and SV_GroupIndex cannot be used with numWaves; use SV_GroupID, "
             "GetGroupWaveIndex and WaveGetLaneIndex instead");
    wfk_only("[numWaves(1)]\ncode\n  sv r1, gindex\nend\n", 3, 3, "SV_GroupIndex is used: SV_DispatchThreadID, ");
    wfk_only(HEAD "[WaveSize(12)]" TAIL, 2, 2, "WaveSize is not a power of two; expected 4, 8, 16, 32, 64 or 128");
    wfk_only(HEAD "[WaveSize(2)]" TAIL, 2, 2, "WaveSize is outside 4..128");
    wfk_only(HEAD "[WaveSize(8,256)]" TAIL, 2, 2, "WaveSize is outside 4..128");
    wfk_only(HEAD "[WaveSize(16,16)]" TAIL, 2, 2, "WaveSize minimum must be below its maximum; expected the smaller of 16 and 16 first, or one number");
    wfk_only(HEAD "[WaveSize(8,16,32)]" TAIL, 2, 2, "WaveSize preferred value is outside its range; expected 8 to 16, not 32");
    wfk_only(HEAD "[prefer_large] [prefer_small]" TAIL, 2, 17, "both PREFER_SMALL and PREFER_LARGE");
    wfk_only("[shader(\"vertex\")]" HEAD "code\n sv r1, wave\nend\n", 3, 2,
         "GetGroupWaveIndex is only valid in compute, node, mesh, and amplification shaders");
    wfk_only("[shader(\"vertex\")]" HEAD "code\n sv r1, waves\nend\n", 3, 2,
         "GetGroupWaveCount is only valid in compute, node, mesh, and amplification shaders");
    wfk_only("[shader(\"node\")] [thread_launch]" HEAD "code\nsv r1, wave\nend\n", 3, 1, "thread-launch nodes");
    wfk_only("[export]" HEAD "code\nsv r1, waves\nend\n", 3, 1, "exported library functions");
    wfk_only("[shader_model(6.9)]" HEAD "code\nsv r1, wave\nend\n", 3, 1, "need shader model 6.10");
    wfk_only("[derivatives]\n[numthreads(6,1,1)]" TAIL, 1, 2, "derivatives need numthreads with X%4==0");
    wfk_only(HEAD "[WaveSize(64,128)]" TAIL, 2, 2, "no wave size of the WaveSize attribute is supported by the device; expected one from 4 to 32");
    wfk_only(HEAD "[extra_waves(4294967295)]" TAIL, 2, 2, "more waves than the device has slots; expected at most 16");
    wfk_only("[numWaves(17)]" TAIL, 1, 2, "more waves than the device has slots; expected at most 16");
    wfk_only(HEAD "[groupshared(16388)]" TAIL, 2, 2, "groupshared memory is larger than the LDS; expected at most 16384");
}

static void several(void)
{
    static struct wfk_told told;
    static const char text[] =
        "[shader(\"mesh\")] [numWaves(0)] [WaveSize(3)] [prefer_small] [prefer_large] [groupshared(1<<30)]\n"
        "buffer A[2] = { @, $ }\nbuffer B[3] = each 1/0\nconst N = M\ncode\n  sv r1, tid.x\n  foo\n  add r1, B[0], N\n  sv r2, gindex\n";
    static const unsigned want[][2] = {{1, 19}, {1, 19}, {1, 33}, {1, 62}, {1, 77}, {2, 17}, {2, 20}, {3, 21}, {4, 11}, {6, 3}, {7, 3},
                                       {8, 11}, {9, 3}, {9, 3}};

    CHECK(!wfk_parse_at(text, 0, &told));
    CHECK_EQ(told.count, sizeof want / sizeof want[0]);
    for (unsigned n = 0; n < told.count && n < sizeof want / sizeof want[0]; n++) {
        CHECK_EQ(told.at[n].line, want[n][0]);
        CHECK_EQ(told.at[n].column, want[n][1]);
        if (told.at[n].line != want[n][0] || told.at[n].column != want[n][1])
            printf("  %u:%u: %s\n", told.at[n].line, told.at[n].column, told.at[n].text);
    }
}

static void open_at_the_end(void)
{
    static struct wfk_told told;

    CHECK(!wfk_parse_at(HEAD "code\nloop\nif r1\nend\n", 0, &told));
    CHECK_EQ(told.count, 3);
    CHECK(told.at[0].line == 3 && strstr(told.at[0].text, "`loop` without `endloop`"));
    CHECK(told.at[1].line == 4 && strstr(told.at[1].text, "`if` without `endif`"));
    CHECK(told.at[2].line == 5 && strstr(told.at[2].text, "`end` inside the `if` of line 4"));
}

static void at_most_a_hundred(void)
{
    static struct wfk_told told;
    static char text[20000];
    size_t length = (size_t)snprintf(text, sizeof text, HEAD);

    for (unsigned n = 0; n < 250; n++)
        length += (size_t)snprintf(text + length, sizeof text - length, "const A%u = %%\n", n);
    snprintf(text + length, sizeof text - length, TAIL);
    CHECK(!wfk_parse_at(text, 0, &told));
    CHECK_EQ(told.count, 100);
    CHECK_EQ(told.notes, 1);
}

static void deep_expressions(void)
{
    static struct wfk_told told;
    static char text[300000];
    const char *const deep[] = {"(", "-", "~", "1?", "1+(", "A[", "hash("};
    const char *const fine = "1+";

    for (size_t kind = 0; kind < sizeof deep / sizeof deep[0]; kind++) {
        size_t length = (size_t)snprintf(text, sizeof text, HEAD "buffer A[1]\nconst N = ");
        for (unsigned n = 0; n < 50000 && length + 100 < sizeof text; n++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", deep[kind]);
        snprintf(text + length, sizeof text - length, "1" TAIL);
        CHECK(!wfk_parse_at(text, 0, &told));
        CHECK_EQ(told.count, 1);
        CHECK(strstr(told.at[0].text, "nested too deep"));
    }
    size_t length = (size_t)snprintf(text, sizeof text, HEAD "const N = ");
    for (unsigned n = 0; n < 50000; n++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", fine);
    snprintf(text + length, sizeof text - length, "1" TAIL);
    struct wf_kernel *k = wfk_parse_at(text, 0, &told);
    CHECK(k != NULL);
    wf_kernel_free(k);
}

/* The rule a file expects is no error; another one is. */
static void expected_rejects(void)
{
    struct wf_kernel *k = wfk_good("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_ZERO" TAIL);

    CHECK(k && k->expect_reject && k->reject == WF_REJECT_NUMTHREADS_ZERO && k->desc.threads[0] == 0);
    wf_kernel_free(k);
    both("[numthreads(0,1,1)]\nexpect reject NUMTHREADS_X" TAIL, 1, 2, "zero dimension", 2, 1,
        "the dispatch is refused with NUMTHREADS_ZERO; expected NUMTHREADS_X, as the file says");
    k = wfk_good(HEAD "[WaveSize(128)]\nexpect reject NO_WAVESIZE" TAIL);
    CHECK(k && k->desc.wavesize_min == 128);
    wf_kernel_free(k);
}

int main(void)
{
    statements();
    words_and_numbers();
    expressions();
    types();
    counts();
    attributes();
    buffers();
    bindings();
    expectations();
    instructions();
    near_system_values();
    nesting();
    dispatch_rules();
    several();
    open_at_the_end();
    at_most_a_hundred();
    deep_expressions();
    expected_rejects();
    return check_end("asm_diagnostics");
}
