/* SPDX-License-Identifier: Apache-2.0
 * test_hlsl.c - what isa.def says of names of HLSL, GLSL and SPIR-V: every way to write one assembles, into the instruction that one means.
 */
#include <stdlib.h>

#include "wfk.h"

/* One way to write it, instructions separated by "; ": its first opcode, or -1. */
static int assembled(const char *name, const char *code, size_t length)
{
    char text[600];
    bool pixel = !strncmp(name, "SV_Position", 11) || !strcmp(name, "gl_FragCoord");
    size_t at = (size_t)snprintf(text, sizeof text, "%s\nbuffer Out[4]\ncode\n", pixel ? "[shader(\"pixel\")]\nquads { }" : "[numthreads(8,1,1)]");
    struct wfk_told told;

    for (size_t n = 0; n < length && at + 8 < sizeof text; n++)
        text[at++] = code[n] == ';' ? '\n' : code[n];
    snprintf(text + at, sizeof text - at, "\nend\n");
    struct wf_kernel *k = wfk_parse_at(text, 0, &told);
    int op = k && k->count > 1 ? (int)(k->code[0] & 0xff) : -1;
    CHECK(op >= 0);
    if (op < 0)
        printf("  %s: %.*s: %s\n", name, (int)length, code, told.at[0].text);
    wf_kernel_free(k);
    return op;
}

static void every_row_assembles(void)
{
    unsigned rows = 0;
    const char *name;

    for (size_t n = 0; (name = wf_isa_foreign_name(n)); n++) {
        const struct wf_foreign *h = strchr(name, ' ') ? NULL : wf_foreign_find(name, strlen(name));
        const char *end;
        if (!h)
            continue;
        rows++;
        CHECK(!strcmp(h->name, name));
        for (const char *code = h->code; code; code = end ? end + 3 : NULL) {
            end = strstr(code, " / ");
            assembled(name, code, end ? (size_t)(end - code) : strlen(code));
        }
    }
    CHECK(rows > 280);
}

/* By hand, from the HLSL reference. */
static void the_first_instruction_is_right(void)
{
    static const struct {
        const char *name;
        enum wf_op op;
        unsigned mod;
    } want[] = {{"WaveActiveSum", WF_OP_WADD, 0}, {"WaveActiveProduct", WF_OP_WMUL, 0}, {"WaveActiveBitAnd", WF_OP_WAND, 0},
                {"WaveActiveBitOr", WF_OP_WOR, 0}, {"WaveActiveBitXor", WF_OP_WXOR, 0}, {"WaveActiveMin", WF_OP_WMINS, 0},
                {"WaveActiveMax", WF_OP_WMAXS, 0}, {"WavePrefixSum", WF_OP_WADD, 2}, {"WavePrefixProduct", WF_OP_WMUL, 2},
                {"WaveMultiPrefixSum", WF_OP_WADD, 2 | WF_SCOPE_MULTI << 2}, {"WaveMultiPrefixBitXor", WF_OP_WXOR, 2 | WF_SCOPE_MULTI << 2},
                {"WaveMultiPrefixCountBits", WF_OP_WCOUNT, 2 | WF_SCOPE_MULTI << 2},
                {"WaveActiveBallot", WF_OP_BALLOT, 0}, {"WaveActiveCountBits", WF_OP_BCOUNT, 0}, {"WavePrefixCountBits", WF_OP_BPREFIX, 0},
                {"WaveReadLaneFirst", WF_OP_READFIRST, 0}, {"WaveReadLaneAt", WF_OP_READLANE, 0}, {"WaveMatch", WF_OP_MATCH, 1},
                {"QuadReadAcrossX", WF_OP_QSWAPX, 0}, {"QuadReadAcrossY", WF_OP_QSWAPY, 0}, {"QuadReadAcrossDiagonal", WF_OP_QSWAPD, 0},
                {"QuadReadLaneAt", WF_OP_QBCAST, 0}, {"GroupMemoryBarrierWithGroupSync", WF_OP_BARRIER, 0},
                {"DeviceMemoryBarrierWithGroupSync", WF_OP_BARRIER, WF_FENCE_DEVICE}, {"AllMemoryBarrierWithGroupSync", WF_OP_BARRIER, WF_FENCE_DEVICE},
                {"GroupMemoryBarrier", WF_OP_MEMBAR, 0}, {"DeviceMemoryBarrier", WF_OP_MEMBAR, WF_FENCE_DEVICE},
                {"AllMemoryBarrier", WF_OP_MEMBAR, WF_FENCE_DEVICE},
                {"InterlockedAdd", WF_OP_LDSATOM, WF_ATOM_ADD}, {"InterlockedExchange", WF_OP_LDSATOM, WF_ATOM_XCHG},
                {"InterlockedCompareExchange", WF_OP_LDSATOM, WF_ATOM_CAS}, {"IsHelperLane", WF_OP_SV, WF_SV_HELPER},
                {"GetGroupWaveCount", WF_OP_SV, WF_SV_WAVES}, {"subgroupAdd", WF_OP_WADD, 0},
                {"subgroupExclusiveMul", WF_OP_WMUL, 2}, {"subgroupClusteredXor", WF_OP_WXOR, 0 | WF_SCOPE_CLUSTER << 2 | 3 << 4},
                {"subgroupPartitionedInclusiveMaxNV", WF_OP_WMAXS, 1 | WF_SCOPE_MULTI << 2}, {"subgroupBallotFindMSB", WF_OP_MMSB, 0},
                {"subgroupShuffleDown", WF_OP_SHUFDOWN, 0}, {"gl_SubgroupID", WF_OP_SV, WF_SV_WAVE}, {"atomicXor", WF_OP_LDSATOM, WF_ATOM_XOR},
                {"OpGroupNonUniformUMin", WF_OP_WMINU, 0}, {"GroupNonUniformFMax", WF_OP_WFMAX, 0}, {"OpGroupNonUniformQuadSwap", WF_OP_QSWAPX, 0},
                {"OpAtomicSMax", WF_OP_LDSATOM, WF_ATOM_MAXS}, {"OpGroupNonUniformPartitionNV", WF_OP_MATCH, 1}, {"OpShiftRightArithmetic", WF_OP_SAR, 0},
                {"SV_DispatchThreadID.y", WF_OP_SV, WF_SV_DTID_Y}, {"discard", WF_OP_DEMOTE, 0}};
    struct wfk_told told;
    char text[600];

    for (size_t n = 0; n < sizeof want / sizeof want[0]; n++) {
        const struct wf_foreign *h = wf_foreign_find(want[n].name, strlen(want[n].name));
        CHECK(h != NULL);
        if (!h)
            continue;
        snprintf(text, sizeof text, "[numthreads(8,1,1)]\ncode\n%.*s\nend\n", (int)strcspn(h->code, ";/"), h->code);
        struct wf_kernel *k = wfk_parse_at(text, 0, &told);
        CHECK(k != NULL);
        if (k) {
            CHECK_EQ(wf_insn_decode(k->code[0]).op, want[n].op);
            CHECK_EQ(wf_insn_decode(k->code[0]).mod, want[n].mod);
        }
        wf_kernel_free(k);
    }
    CHECK(!wf_foreign_find("WaveActiveSu", 12) && !wf_foreign_find("WaveActiveSum ", 14) && wf_foreign_find("WaveActiveSumX", 13));
}

/* The opcode table names HLSL's functions too: each of those must be a row that leads back to the instruction. */
static void the_opcode_table_agrees(void)
{
    unsigned named = 0;

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        const char *text = info ? info->text : "";
        for (const char *at = text; *at; at += at[0] != '\0') {
            size_t length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
            if (length > 5 && (!strncmp(at, "Wave", 4) || !strncmp(at, "Quad", 4) || !strncmp(at, "Group", 5))) {
                const struct wf_foreign *h = wf_foreign_find(at, length);
                CHECK(h && strstr(h->code, info->mnemonic));
                named++;
            }
            at += length;
            if (!*at)
                break;
        }
    }
    CHECK(named >= 15);
}

int main(void)
{
    every_row_assembles();
    the_first_instruction_is_right();
    the_opcode_table_agrees();
    return check_end("asm_hlsl");
}
