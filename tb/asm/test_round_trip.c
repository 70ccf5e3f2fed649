/* SPDX-License-Identifier: Apache-2.0
 * test_round_trip.c - text to words as isa.def's picture says, and every kind of word through the disassembler and back.
 */
#include <stdlib.h>

#include "wfk.h"

static const char *const header = "buffer b_0[1]\nbuffer b_1[1]\nbuffer b_2[1]\nbuffer b_3[1]\nbuffer b_4[1]\nbuffer b_5[1]\n"
                                  "buffer b_6[1]\nbuffer b_7[1]\nbuffer b_8[1]\nbuffer b_9[1]\nbuffer b_10[1]\nbuffer b_11[1]\nbuffer b_12[1]\n"
                                  "buffer b_13[1]\nbuffer b_14[1]\nbuffer b_15[1]\nconst K = 5\nreg z = r5\nreg m = q8\ncode\n";

/* SV_Position belongs to pixel shaders. */
static const char *shape(const char *line)
{
    return strstr(line, "pixel.") ? "[shader(\"pixel\")]\nquads { }" : "[numthreads(1,1,1)]";
}

static void line_gives(const char *line, uint64_t word)
{
    char text[2000];

    snprintf(text, sizeof text, "%s\n%s%s\nend\n", shape(line), header, line);
    struct wf_kernel *k = wfk_good(text);
    if (k) {
        CHECK_EQ(k->count, 2);
        CHECK_EQ(k->code[0], word);
        if (k->code[0] != word)
            printf("  %s\n", line);
    }
    wf_kernel_free(k);
}

/* A 64-bit atomic without a half is two instructions. */
static void both_halves(const char *line, uint64_t low)
{
    char text[2000];

    snprintf(text, sizeof text, "%s\n%s%s\nend\n", shape(line), header, line);
    struct wf_kernel *k = wfk_good(text);
    if (k) {
        CHECK_EQ(k->count, 3);
        CHECK_EQ(k->code[0], low);
        CHECK_EQ(k->code[1], low | 1ull << 48);
        CHECK_EQ(k->line[0], k->line[1]);
    }
    wf_kernel_free(k);
}

/* By hand from the picture: op, dst << 8, ND << 15, a << 16, b << 24, immediate << 31, c << 32, mod << 40, imm16 << 48. */
static void words_by_hand(void)
{
    line_gives("nop", 0x00);
    line_gives("barrier", 0x0d);
    line_gives("mov r1, r2", 0x02000110);
    line_gives("mov r1, -1", 0xffffffff80000110);
    line_gives("mov z, 1.5", 0x3fc0000080000510);
    line_gives("add r1, r2, r3", 0x03020112);
    line_gives("add r1, z, K*4-1", 0x0000001380050112);
    line_gives("sel r1, r2, r3, r4", 0x000000040302011f);
    line_gives("sv r3, tid.x", 0x0000000000000350);
    line_gives("sv r3, waves", 0x00000e0000000350);
    line_gives("size r3, b15", 0x00000f0000000351);
    line_gives("size r3, b_2", 0x0000020000000351);
    line_gives("isfirst r9", 0x095f);
    line_gives("ballot m, r3", 0x0300085c);
    line_gives("ballot q12, 1", 0x0000000180000c5c);
    line_gives("wadd.reduce r1, r2", 0x0000000000020178);
    line_gives("wmin.s.inclusive r1, r2", 0x000001000002017a);
    line_gives("wfadd.exclusive.cluster16 r1, r2", 0x0000460000020181);
    line_gives("wxor.exclusive.multi r1, r2, m", 0x00000a0800020180);
    line_gives("mask.lsb r1, q4", 0x000000040000016d);
    line_gives("mask.bit r1, m, r2", 0x0000000802000173);
    line_gives("match q4, r7", 0x0000010700000474);
    line_gives("match q4, q8", 0x0000040800000474);
    line_gives("match q4, m, 2", 0x0000020800000474);
    line_gives("match q4, r7, 1", 0x0000010700000474);
    line_gives("lds.load r1, [r2]", 0x0000000000020190);
    line_gives("lds.load r1, [r2+65535]", 0xffff000000020190);
    line_gives("lds.store [r2+4], r3", 0x0004000003020091);
    line_gives("lds.add _, [r2], r3", 0x0000000003028092);
    line_gives("lds.max.u r1, [r2+8], r3", 0x0008080003020192);
    line_gives("lds.cas r1, [r2], r3, r4", 0x00000a0403020192);
    line_gives("load r1, b_3[r2+12]", 0x000c030000020194);
    line_gives("load r1, b15[r2]", 0x00000f0000020194);
    line_gives("store b_1[r2], r3", 0x0000010003020095);
    line_gives("store.private b_1[r2], r3", 0x000001000302009d);
    line_gives("table.load r1, [r9][r2+65535]", 0xffff000900020198);
    line_gives("table.store [r9][r2], r3", 0x0000000903020099);
    line_gives("table.max.u r1, [r9][r2+4095], r3", 0x8fff00090302019a);
    line_gives("table.cas _, [r8][r2], r3, r9", 0xa00000080302809a);
    line_gives("lds64.add.low q4, [r2], q12", 0x0000000c00020493);
    line_gives("lds64.max.u.high _, [r2+65528], m", 0xfff9080800028093);
    line_gives("atomic64.cas.high q4, b_2[r2+4088], q12", 0xaff9020c00020497);
    line_gives("table64.min.s.low q4, [r9][r2+8], q12", 0x5008000c0902049b);
    line_gives("barrier", 0x000000000000000d);
    line_gives("barrier.device", 0x000001000000000d);
    line_gives("memory_barrier", 0x000001000000000e);
    line_gives("memory_barrier.group", 0x000000000000000e);
    line_gives("sv r3, slot", 0x0000150000000350);
    line_gives("atomic.xchg r1, b_2[r2+8], r3", 0x9008020003020196);
    line_gives("atomic.cas _, b_2[r2], r3, r4", 0xa000020403028096);
    both_halves("lds64.add q4, [r2], q12", 0x0000000c00020493);
    both_halves("atomic64.min.s _, b_2[r2+16], q12", 0x5010020c00028097);
    both_halves("table64.xchg q4, [r9][r2], q12", 0x9000000c0902049b);
    line_gives("ret", 0x000100000000000a);
    line_gives("demote // and a comment", 0x000100000000000b);
}

/* Any sound word of a format that does not belong to the structure. */
static uint64_t random_word(uint8_t op, uint64_t *seed)
{
    const struct wf_op_info *info = wf_op_info(op);
    const uint8_t quad = (uint8_t)(check_random(seed) % 16 * 4);
    struct wf_insn n = {.op = op};
    unsigned atom;

    if (info->words)
        n.dst = info->words == 4 ? (uint8_t)(check_random(seed) % 16 * 4) : check_random(seed) % 64;
    n.a = check_random(seed) % 64;
    n.b = check_random(seed) % 64;
    n.c = check_random(seed) % 64;
    n.imm16 = check_random(seed) % 3 ? (uint16_t)check_random(seed) : 0;
    switch (info->format) {
    case WF_FMT_NONE: n = (struct wf_insn){.op = op}; break;
    case WF_FMT_FENCE: n = (struct wf_insn){.op = op, .mod = check_random(seed) % 2}; break;
    case WF_FMT_D:    n.a = n.b = n.c = 0; n.imm16 = 0; break;
    case WF_FMT_DB: case WF_FMT_DAB:
        n.c = 0;
        n.imm16 = 0;
        n.a = info->format == WF_FMT_DAB ? n.a : 0;
        n.has_imm = check_random(seed) % 2;
        if (n.has_imm) {
            n.b = 0;
            n.imm = check_random(seed) >> check_random(seed) % 32;
            n.imm = check_random(seed) % 3 ? n.imm : 0 - n.imm;
        }
        break;
    case WF_FMT_DABC: n.imm16 = 0; break;
    case WF_FMT_DV:
        n.a = n.b = n.c = 0;
        n.imm16 = 0;
        n.mod = (uint8_t)(8 + check_random(seed) % 11);     /* GID_X .. GRID_Z */
        break;
    case WF_FMT_SCAN:
        n.b = 0;
        n.imm16 = 0;
        n.mod = (uint8_t)(check_random(seed) % 3 | (check_random(seed) % 3) << 2);
        n.c = n.mod >> 2 == WF_SCOPE_MULTI ? quad : 0;
        if (n.mod >> 2 == WF_SCOPE_CLUSTER)
            n.mod = (uint8_t)(n.mod | (check_random(seed) % 8) << 4);
        break;
    case WF_FMT_DQ: n.a = n.b = 0; n.imm16 = 0; n.c = quad; break;
    case WF_FMT_DQB: n.a = 0; n.imm16 = 0; n.c = quad; break;
    case WF_FMT_MATCH:
        n.a = n.b = 0;
        n.imm16 = 0;
        n.mod = (uint8_t)(1 + check_random(seed) % 4);
        n.c = n.mod > 1 ? quad : n.c;
        break;
    case WF_FMT_LD: n.b = n.c = 0; break;
    case WF_FMT_ST: n.c = 0; break;
    case WF_FMT_SIZE: n.a = n.b = n.c = 0; n.imm16 = 0; n.mod = (uint8_t)(check_random(seed) % 16); break;
    case WF_FMT_GLD: n.b = n.c = 0; n.mod = (uint8_t)(check_random(seed) % 16); break;
    case WF_FMT_GST: n.c = 0; n.mod = (uint8_t)(check_random(seed) % 16); break;
    case WF_FMT_TLD: n.b = 0; break;
    case WF_FMT_TST: break;
    case WF_FMT_ATOM: case WF_FMT_GATOM: case WF_FMT_TATOM:
        atom = check_random(seed) % WF_ATOM_COUNT;
        if (info->format == WF_FMT_TATOM)
            n.c = atom == WF_ATOM_CAS ? quad : n.c;
        else
            n.c = atom == WF_ATOM_CAS ? n.c : 0;
        if (info->format == WF_FMT_ATOM)
            n.mod = (uint8_t)atom;
        else
            n.imm16 = (uint16_t)(atom << 12 | (n.imm16 & WF_MAX_ATOMIC_OFFSET));
        if (info->format == WF_FMT_GATOM)
            n.mod = (uint8_t)(check_random(seed) % 16);
        n.no_dst = check_random(seed) % 2;
        n.dst = n.no_dst ? 0 : n.dst;
        break;
    case WF_FMT_ATOM64: case WF_FMT_GATOM64: case WF_FMT_TATOM64:
        atom = check_random(seed) % WF_ATOM_COUNT_64;
        n.c = quad;
        n.b = info->format == WF_FMT_TATOM64 ? n.b : 0;
        n.imm16 = (uint16_t)((n.imm16 & 0xfff8) | check_random(seed) % 2);
        if (info->format == WF_FMT_ATOM64)
            n.mod = (uint8_t)atom;
        else
            n.imm16 = (uint16_t)(atom << 12 | (n.imm16 & WF_MAX_ATOMIC_OFFSET));
        if (info->format == WF_FMT_GATOM64)
            n.mod = (uint8_t)(check_random(seed) % 16);
        n.no_dst = check_random(seed) % 2;
        n.dst = n.no_dst ? 0 : n.dst;
        break;
    case WF_FMT_IF: case WF_FMT_FLOW: case WF_FMT_LEAVE: case WF_FMT_LEAVEIF: case WF_FMT_COUNT: break;
    }
    return wf_insn_encode(&n);
}

static void random_words_come_back(uint64_t seed)
{
    static uint64_t code[256 * 8];
    static char text[sizeof code / 8 * 64 + 2000];
    size_t count = 0, length = (size_t)snprintf(text, sizeof text, "%s\n%s", shape(""), header);

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (!info || (info->unit == WF_UNIT_FLOW && info->format != WF_FMT_NONE && info->format != WF_FMT_FENCE) || op == WF_OP_END)
            continue;
        for (unsigned n = 0; n < 8; n++)
            code[count++] = random_word((uint8_t)op, &seed);
    }
    code[count++] = WF_OP_END;
    for (size_t n = 0; n < count; n++) {
        length += (size_t)wf_disassemble(code[n], text + length, sizeof text - length);
        text[length++] = '\n';
    }
    text[length] = '\0';
    struct wf_kernel *k = wfk_good(text);
    CHECK(k && k->count == count);
    for (size_t n = 0; k && n < count; n++)
        CHECK_EQ(k->code[n], code[n]);
    wf_kernel_free(k);
}

/* Every operation of the tables by its name: asm, disasm, asm. */
static void names_come_back(const char *line)
{
    char text[2000], again[256];

    snprintf(text, sizeof text, "%s\n%s%s\nend\n", shape(line), header, line);
    struct wf_kernel *k = wfk_good(text);
    if (!k)
        return;
    wf_disassemble(k->code[0], again, sizeof again);
    CHECK(!strcmp(again, line));
    if (strcmp(again, line) != 0)
        printf("  %s came back as %s\n", line, again);
    wf_kernel_free(k);
}

static void all_names(void)
{
    char line[100];

#define WF_ATOM(id, number, name, meaning) \
    snprintf(line, sizeof line, "lds.%s r1, [r2+4], r3%s", name, number == WF_ATOM_CAS ? ", r4" : ""); \
    names_come_back(line); \
    if (wf_atom_has_64(number)) { \
        snprintf(line, sizeof line, "lds64.%s.high q12, [r2+8], q4", name); \
        names_come_back(line); \
        snprintf(line, sizeof line, "table64.%s.low _, [r1][r2], q4", name); \
        names_come_back(line); \
    } \
    snprintf(line, sizeof line, "atomic.%s _, b3[r2], r3%s", name, number == WF_ATOM_CAS ? ", r4" : ""); \
    names_come_back(line);
#define WF_SV(id, number, name, meaning) \
    snprintf(line, sizeof line, "sv r1, %s", name); \
    names_come_back(line);
#include "wavefold/isa.def"
    for (unsigned k = 0; k < 8; k++) {
        snprintf(line, sizeof line, "wadd.reduce.cluster%u r1, r2", 1u << k);
        names_come_back(line);
    }
#define WF_SCAN_MODE(id, number, name, meaning) \
    names_come_back("wfmin." name " r1, r2"); \
    names_come_back("wmax.u." name ".multi r1, r2, q4");
#include "wavefold/isa.def"
}

/* Words of the flow, with their targets as comments: a break or continue of an outer loop comes back with its count. */
static void flow_comes_back(void)
{
    static const char code[] = "loop\nif r1\nloop\nif r2\nbreakif r3, 2\nelse\nloop\ncontinue 3\nbreak 2\nbreak\nendloop\nendif\n"
                               "if r4\nloop\nbreakif r5\nendloop\nendif\nbreakif r6\ncontinue 2\nendloop\nendif\nbreak\nendloop\nend\n";
    char text[4000];
    size_t length;

    snprintf(text, sizeof text, "%s\n%s%s", shape(""), header, code);
    struct wf_kernel *k = wfk_good(text);
    length = (size_t)snprintf(text, sizeof text, "%s\n%s", shape(""), header);
    for (size_t n = 0; k && n < k->count; n++) {
        length += (size_t)wf_code_disassemble(k->code, n, text + length, sizeof text - length);
        text[length++] = '\n';
    }
    text[length] = '\0';
    CHECK(strstr(text, "breakif r3, 2  // to 5, level 1\n") && strstr(text, "continue 3  // to 10, level 1\n"));
    CHECK(strstr(text, "break 2  // to 10, level 3\n") && strstr(text, "break  // to 10, level 5\n") && strstr(text, "breakif r5  // to 15, level 5\n"));
    struct wf_kernel *again = wfk_good(text);
    CHECK(k && again && again->count == k->count && !memcmp(again->code, k->code, k->count * sizeof *k->code));
    wf_kernel_free(again);
    wf_kernel_free(k);
}

static void text_room(void)
{
    char text[32];
    const uint64_t word = 0x0000460000020181;

    memset(text, 'x', sizeof text);
    int full = wf_disassemble(word, text, sizeof text);
    CHECK_EQ(full, strlen("wfadd.exclusive.cluster16 r1, r2"));
    CHECK_EQ(strlen(text), sizeof text - 1);
    memset(text, 'x', sizeof text);
    CHECK_EQ(wf_disassemble(word, text, 6), full);
    CHECK(!strcmp(text, "wfadd") && text[6] == 'x');
    CHECK_EQ(wf_disassemble(word, NULL, 0), full);
    CHECK(wf_disassemble(0xff, text, sizeof text) > 0 && text[0] == '/');
}

/* A word of another machine: a system value that has no name yet. */
static void no_name(void)
{
    char text[32];

    wf_disassemble(0x0000ff0000000350, text, sizeof text);
    CHECK(!strcmp(text, "sv r3, 255"));
}

int main(void)
{
    words_by_hand();
    for (uint64_t seed = 1; seed <= 20; seed++)
        random_words_come_back(seed);
    all_names();
    flow_comes_back();
    text_room();
    no_name();
    return check_end("asm_round_trip");
}
