/* SPDX-License-Identifier: Apache-2.0
 * test_explain.c - the nearest names, and what a name of the instruction set means.
 */
#include <string.h>

#include "wavefold/isa.h"
#include "wavefold/suggest.h"

#include "../common/wf_check.h"

static void nearest(const char *word, const char *const *names, const char *wanted)
{
    struct wf_suggestions near;
    char text[136];

    wf_suggest_start(&near, word, strlen(word));
    for (; *names; names++)
        wf_suggest_try(&near, *names);
    bool good = !strcmp(wf_suggest_text(&near, text, sizeof text), wanted);
    CHECK(good);
    if (!good)
        printf("  %s: \"%s\", wanted \"%s\"\n", word, text, wanted);
}

static void near_names(void)
{
    static const char *const some[] = {"add", "fadd", "mad", "sub", "rsub", "min.s", "min.u", "fmin", "numthreads", "WaveActiveSum",
                                       "WaveActiveBitOr", "wadd.reduce", "prefer_small", NULL};
    static const char *const many[] = {"abcdefgh1", "abcdefgh12", "abcdefghi", "abcdefgh", "abcdefgx", "abcdefgh12", NULL};

    nearest("addd", some, "`add`");
    nearest("dad", some, "`add` or `mad`");
    nearest("sbu", some, "`sub`");                      /* neighbours swapped */
    nearest("min", some, "`min.s`, `min.u` or `fmin`"); /* with a suffix */
    nearest("numthread", some, "`numthreads`");
    nearest("NUMTHREADS", some, "`numthreads`");        /* case does not count */
    nearest("waveactivesum", some, "`WaveActiveSum`");
    nearest("prefersmall", some, "`prefer_small`");
    nearest("xyz", some, "");
    nearest("", some, "");
    nearest("abcdefgh", many, "`abcdefgh`, `abcdefgh1` or `abcdefghi`");    /* nearest first, then in their order; each once */
    nearest("addd", (const char *const[]){"add", "add", "adds", "add", NULL}, "`add` or `adds`");
    nearest("abcdefghijklmnopqrstuvwxyzabcdefghijklmn", (const char *const[]){"abcdefghijklmnopqrstuvwxyzabcdefghijklmn", NULL}, "");
    nearest("abcdefghijklmnopqrstuvwxyzabcdefghijklm", (const char *const[]){"abcdefghijklmnopqrstuvwxyzabcdefghijklm", NULL},
            "`abcdefghijklmnopqrstuvwxyzabcdefghijklm`");
    nearest("kitten", (const char *const[]){"sitten", "sittin", "sitting", NULL}, "`sitten` or `sittin`");     /* 1, 2, 3 */
}

static void a_small_room(void)
{
    struct wf_suggestions near;
    char text[8];

    memset(text, 'x', sizeof text);
    wf_suggest_start(&near, "adds", 4);
    wf_suggest_try(&near, "add");
    wf_suggest_try(&near, "addc");
    wf_suggest_text(&near, text, 7);
    CHECK(!strcmp(text, "`add` ") && text[7] == 'x');
    CHECK(wf_suggest_text(&near, NULL, 0) == NULL);
}

static void explained(const char *name, const char *part)
{
    char text[WF_EXPLAIN_SIZE];
    bool good = wf_isa_explain(name, text, sizeof text) && strstr(text, part);

    CHECK(good);
    if (!good)
        printf("  %s: %s", name, text);
}

static void same(const char *name, const char *whole)
{
    char text[WF_EXPLAIN_SIZE];
    bool good = wf_isa_explain(name, text, sizeof text) && !strcmp(text, whole);

    CHECK(good);
    if (!good)
        printf("  %s: %s", name, text);
}

static void explanations(void)
{
    char text[WF_EXPLAIN_SIZE];

    same("add", "add d, a, b|imm\n  a + b\n  unit: integer ALU, one cycle\n  imm: an integer\n  SPIR-V: OpIAdd\n");
    explained("flt", "\n  imm: a float, or bits in hexadecimal or binary\n");
    explained("mov", "\n  imm: an integer or a float\n");
    CHECK(wf_isa_explain("mad", text, sizeof text) && !strstr(text, "imm"));
    explained("wadd", "integer sum");
    explained("wadd", "HLSL: WaveActiveSum, WavePrefixSum, WaveMultiPrefixSum");
    explained("wadd", "wadd.SUFFIX d, a [, q]\n");
    explained("wadd", ".exclusive  members below");
    same("wadd.reduce", "wadd.reduce d, a\n  integer sum\n  unit: cross-lane\n  .reduce     all members\n"
                        "  then .cluster8 (1, 2, 4 .. 128) or .multi may follow\n  HLSL: WaveActiveSum\n"
                        "  GLSL: subgroupAdd, subgroupClusteredAdd, subgroupPartitionedAddNV\n  SPIR-V: OpGroupNonUniformIAdd\n");
    same("wmul.exclusive.multi", "wmul.exclusive.multi d, a, q\n  integer product\n  unit: cross-lane\n"
                                 "  .exclusive  members below the own lane; none: the identity\n"
                                 "  .multi      the active lanes of a per-lane mask, the third operand\n  HLSL: WaveMultiPrefixProduct\n"
                                 "  GLSL: subgroupPartitionedExclusiveMulNV\n  SPIR-V: OpGroupNonUniformIMul\n");
    same("wor.inclusive.cluster16", "wor.inclusive.cluster16 d, a\n  or\n  unit: cross-lane\n  .inclusive  members up to and with the own lane\n"
                                    "  .cluster16  the active lanes of each run of 16 lanes\n");
    same("lds.sub", "lds.sub d|_, [a+offset], b\n  atomic on the group's LDS; the old value\n  unit: groupshared memory\n  .sub        old - b\n"
                    "  SPIR-V: OpAtomicISub\n");
    same("subgroupInclusiveMin", "subgroupInclusiveMin: wmin.s.inclusive r0, r1 / wmin.u.inclusive r0, r1 / wfmin.inclusive r0, r1    "
                                 "(signed, unsigned, floats)\n");
    same("OpAtomicUMax", "OpAtomicUMax: lds.max.u r0, [r1], r2 / atomic.max.u r0, Out[r1], r2 / lds64.max.u q4, [r1], q8 / atomic64.max.u q4, Out[r1], q8    (Workgroup, StorageBuffer; 64 bits: q8)\n");
    same("GroupNonUniformElect", "OpGroupNonUniformElect: isfirst r0\n");
    CHECK(!wf_isa_explain("GroupNonUniform", text, sizeof text));
    explained("atomic.cas", "atomic.cas d|_, buffer[a+offset], b, c\n");
    explained("wadd.reduce", "HLSL: WaveActiveSum\n");
    explained("wadd.exclusive.cluster128", "integer sum");
    explained("lds.max.u", "atomic on the group's LDS");
    explained("lds.max.u", "HLSL: InterlockedMax\n");
    explained("lds64.cas.high", "lds64.cas.high d|_, [a+offset], q ");
    explained("lds64.cas.high", "  .cas        old == c ? b : old\n  .high ");
    explained("lds64.cas", "HLSL: InterlockedCompareExchange64\n");
    explained("table64", "table64.SUFFIX d|_, [b][a+offset], q ");
    explained("atomic", ".cas        old == c ? b : old\n");
    explained("ballot", "d is a mask");
    explained("or", "a | b\n");
    explained("WaveActiveSum", "WaveActiveSum: wadd.reduce r0, r1 / wfadd.reduce r0, r1    (integers, floats)\n");
    explained("SV_GroupIndex", "SV_GroupIndex: sv r0, gindex\n");
    explained("countbits", "number of one bits of b\n");
    explained("dtid.x", "sv d, dtid.x\n  SV_DispatchThreadID.x\n");
    explained("NUMWAVES_ZERO", "refusal 9\n  numWaves(X): X must be an integer greater than zero\n");
    explained("MEM_RANGE", "fault 3\n");
    explained("or", "HLSL: ddx_fine, ddy_fine\n");
    explained("min.s", "HLSL: min, clamp\n");           /* not those of lds.min.s */
    explained("barrier", "HLSL: GroupMemoryBarrierWithGroupSync\n");
    explained("barrier.device", "HLSL: DeviceMemoryBarrierWithGroupSync, AllMemoryBarrierWithGroupSync\n");
    explained("memory_barrier", "HLSL: DeviceMemoryBarrier, AllMemoryBarrier\n");
    explained("memory_barrier.group", "HLSL: GroupMemoryBarrier\n");
    CHECK(wf_isa_explain("add", text, sizeof text) && !strstr(text, "HLSL"));      /* nor those of wadd */
    CHECK(!wf_isa_explain("WaveActiveSumm", text, sizeof text) && !strcmp(text, "nearest: `WaveActiveSum`, `WaveActiveMin` or `WaveActiveMax`\n"));
    same("lt", "lt.s d, a, b|imm\n  a < b, signed\nlt.u d, a, b|imm\n  a < b, unsigned\n");
    same("gid", "sv d, gid.x\n  SV_GroupID.x\nsv d, gid.y\n  SV_GroupID.y\nsv d, gid.z\n  SV_GroupID.z\n");
    explained("lds", "lds.SUFFIX d|_, [a+offset], b [, c]\n");
    explained("lds", "lds.load d, [a+offset]\n  word of the group's LDS\nlds.store [a+offset], b\n");
    explained("match", "match q, c [, words]\n");
    explained("match", "match.bool d, b|imm\n");
    explained("size", "size d, buffer\n  size in bytes of a buffer");
    explained("table", "table.load d, [c][a+offset]\n");
    explained("table.cas", "table.cas d|_, [c][a+offset], b, c + 1\n");
    explained("store", "store.private buffer[a+offset], b\n");
    same("NumThreads", "numthreads: attribute of a kernel file, `[numthreads(X,Y,Z)]`\n  threads of a group; X and Y from 1 to 1024, Z from 1 to 64\n");
    same("export", "export: attribute of a kernel file, `[export]`\n  exported library function\n");
    same("hull", "hull: stage, `[shader(\"hull\")]`\n");
    explained("pixel", "sv d, pixel.x\n");
    explained("pixel", "pixel: stage, `[shader(\"pixel\")]`\n");
    CHECK(!wf_isa_explain("numthread", text, sizeof text) && !strcmp(text, "nearest: `numthreads`\n"));
    CHECK(!wf_isa_explain("geometri", text, sizeof text) && !strcmp(text, "nearest: `geometry`\n"));
    CHECK(!wf_isa_explain("", text, sizeof text) && !text[0]);
    CHECK(!wf_isa_explain("qqqqqqqq", text, sizeof text) && !text[0]);
    CHECK(!wf_isa_explain("wadd.reduce.cluster3", text, sizeof text));
    CHECK(wf_isa_explain("add", text, 4) && !strcmp(text, "add"));
    CHECK(wf_isa_explain("add", NULL, 0));
}

static void every_name_is_explained(void)
{
    char name[WF_MNEMONIC_SIZE], text[WF_EXPLAIN_SIZE];
    unsigned names = 0, rows = 0;

    for (size_t n = 0; wf_isa_mnemonic(n, name); n++, names++)
        CHECK(wf_isa_explain(name, text, sizeof text) && !strncmp(text, name, strlen(name)) && strlen(text) + 1 < sizeof text);
    for (size_t n = 0; wf_isa_system_value(n); n++, names++)
        CHECK(wf_isa_explain(wf_isa_system_value(n), text, sizeof text));
    for (size_t n = 0; wf_isa_foreign_name(n); n++, names++)
        CHECK(wf_isa_explain(wf_isa_foreign_name(n), text, sizeof text));
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, meaning) rows++; explained(mnemonic, meaning);
#include "wavefold/isa.def"
    CHECK(rows > 90 && names > 500);
}

int main(void)
{
    near_names();
    a_small_room();
    explanations();
    every_name_is_explained();
    return check_end("isa_explain");
}
