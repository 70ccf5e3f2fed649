/* SPDX-License-Identifier: Apache-2.0
 * wf_gen - print what is derived from isa.def, host.def and record.def: the Verilog headers, docs/isa.md,
 * docs/host-registers.md, the GTKWave translation files.
 */
#include <stdio.h>
#include <string.h>

#include "wavefold/isa.h"
#include "wf_gen.h"

/* A field of the descriptor is a part-select: desc[`WF_DESC_ENTRY]. */
static void print_vh_desc(void)
{
    int lsb = 0;
#define WF_DESC_FIELD(id, bits, text) printf("`define WF_DESC_%-26s %3d +: %d\n", #id, lsb, bits), lsb += bits;
#include "wavefold/isa.def"
    printf("`define WF_DESC_%-26s %3d\n", "W", lsb);
}

/* Low bits of an opcode that tell those apart that may be second. */
static int second_op_bits(void)
{
    int bits = 0;
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    while (WF_SECOND_##second != WF_SECOND_NEVER && code >> bits) \
        bits++;
#include "wavefold/isa.def"
    return bits;
}

/* So is a counter: counters[`WF_CNT_CYCLES]. */
static void print_vh_counters(void)
{
    int lsb = 0;
#define WF_COUNTER(id, name, text) printf("`define WF_CNT_%-20s %4d +: 64\n", #id, lsb), lsb += 64;
#include "wavefold/isa.def"
    printf("`define WF_CNT_%-20s %4d\n", "W", lsb);
}

static void print_vh(void)
{
    wf_gen_head("wf_isa.vh - numbers of the instruction set", "isa.def");
    puts("`ifndef WF_ISA_VH\n`define WF_ISA_VH");
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    printf("`define WF_OP_%-12s 8'h%02x\n", #id, code);
#define WF_UNIT(id, number, text) printf("`define WF_UNIT_%-10s 3'd%d\n", #id, number);
#define WF_SECOND(id, number, text) printf("`define WF_SECOND_%-9s 2'd%d\n", #id, number);
#define WF_SCAN_MODE(id, number, suffix, text) printf("`define WF_SCAN_%-10s 2'd%d\n", #id, number);
#define WF_SCAN_SCOPE(id, number, suffix, text) printf("`define WF_SCOPE_%-9s 2'd%d\n", #id, number);
#define WF_ATOM(id, number, suffix, text) printf("`define WF_ATOM_%-10s 4'd%d\n", #id, number);
#define WF_SV(id, number, name, text) printf("`define WF_SV_%-12s 8'd%d\n", #id, number);
#define WF_STAGE(id, number, name) printf("`define WF_STAGE_%-13s 4'd%d\n", #id, number);
#define WF_WAVESIZE(id, number) printf("`define WF_WAVESIZE_%-10s 2'd%d\n", #id, number);
#define WF_REJECT(id, code, message) printf("`define WF_REJECT_%-18s 8'd%d\n", #id, code);
#define WF_ENDING(id, number, text) printf("`define WF_ENDING_%-9s 2'd%d\n", #id, number);
#define WF_FAULT(id, number, message) printf("`define WF_FAULT_%-10s 3'd%d\n", #id, number);
#define WF_INSN_FIELD(id, lsb, bits) printf("`define WF_INSN_%-10s %d +: %d\n", #id, lsb, bits);
#define WF_MOD_FIELD(id, lsb, bits) printf("`define WF_MOD_%-10s %d +: %d\n", #id, lsb, bits);
#include "wavefold/isa.def"
    printf("`define WF_SECOND_OP_W     %d\n", second_op_bits());
    /* fields of what wf_isa_decode gives: reads() below */
    puts("`define WF_DECODE_FIRST    13\n`define WF_DECODE_SECOND   11 +: 2\n"
         "`define WF_DECODE_UNIT     8 +: 3\n`define WF_DECODE_KNOWN    7\n"
         "`define WF_DECODE_WORDS    4 +: 3\n`define WF_DECODE_A        3\n"
         "`define WF_DECODE_B        2\n`define WF_DECODE_C        1\n`define WF_DECODE_QUAD     0");
    print_vh_desc();
    print_vh_counters();
    puts("`endif");
}

static int reads(enum wf_format format)     /* bit 3: a, bit 2: b, bit 1: c (one word), bit 0: c as quad */
{
    switch (format) {
    case WF_FMT_NONE: case WF_FMT_FENCE: case WF_FMT_D: case WF_FMT_DV: case WF_FMT_SIZE: case WF_FMT_FLOW: case WF_FMT_LEAVE: return 0;
    case WF_FMT_DB:   return 4;
    case WF_FMT_DAB:  return 8 | 4;
    case WF_FMT_DABC: return 8 | 4 | 2;
    case WF_FMT_SCAN: return 8 | 1;
    case WF_FMT_DQ: case WF_FMT_MATCH: return 1;
    case WF_FMT_DQB:  return 4 | 1;
    case WF_FMT_LD: case WF_FMT_GLD: case WF_FMT_IF: case WF_FMT_LEAVEIF: return 8;
    case WF_FMT_ST: case WF_FMT_GST: return 8 | 4;
    case WF_FMT_TLD: return 8 | 2;
    case WF_FMT_ATOM64: case WF_FMT_GATOM64: return 8 | 1;
    case WF_FMT_TATOM64: return 8 | 4 | 1;
    case WF_FMT_ATOM: case WF_FMT_GATOM: case WF_FMT_TST: case WF_FMT_TATOM: return 8 | 4 | 2;
    case WF_FMT_COUNT: break;
    }
    return 0;
}

static void print_decode(void)
{
    wf_gen_head("wf_isa_decode.vh - opcode to what issues with it, unit, words written and operands read (WF_DECODE_*)",
                "isa.def");
    puts("function [13:0] wf_isa_decode(input [7:0] op);\n    case (op)");
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    printf("        8'h%02x: wf_isa_decode = {1'b%d, 2'd%d, 3'd%d, 1'b1, 3'd%d, 4'd%d}; // %s\n", code, first, \
           WF_SECOND_##second, WF_UNIT_##unit, words, reads(WF_FMT_##format), mnemonic);
#include "wavefold/isa.def"
    puts("        default: wf_isa_decode = 14'd0;\n    endcase\nendfunction");
}

static const char *mnemonic_of(int op)
{
    switch (op) {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) case code: return mnemonic;
#include "wavefold/isa.def"
    default: return "";
    }
}

static void print_running(void)
{
    wf_gen_head("wf_isa_running.vh - cross-lane instructions that write every running lane, helpers too", "isa.def");
    puts("function wf_isa_running(input [7:0] op, input [3:0] scan);     // scan: {scope, mode}\n    case (op)");
#define WF_RUNNING(id, forms) \
    printf("        8'h%02x: wf_isa_running = %s; // %s\n", WF_OP_##id, \
           #forms[0] == 'A' ? "1'b1" : "scan == {`WF_SCOPE_WAVE, `WF_SCAN_REDUCE}", mnemonic_of(WF_OP_##id));
#include "wavefold/isa.def"
    puts("        default: wf_isa_running = 1'b0;\n    endcase\nendfunction");
}

/* One cell of a Markdown table: a bar would end it. */
static void cell(const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
}

static void print_picture(void)
{
    puts("# The instruction set\n\nMade from `c_model/include/wavefold/isa.def` and `c_model/model/isa/languages.def` by `wf_gen md`; do not edit.\n\n"
         "## The instruction word\n\n```");
    puts(" 63        48 47    40 39 38     32 31  30     24 23 22     16 15   14      8 7        0");
    puts("+------------+--------+--+---------+---+---------+--+---------+----+---------+----------+");
    puts("|   imm16    |  mod   |0 |    c    | 0 |    b    |0 |    a    | ND |   dst   |    op    |   register form");
    puts("+------------+--------+--+---------+---+---------+--+---------+----+---------+----------+");
    puts("|               imm32              | 1 |    0    |0 |    a    | ND |   dst   |    op    |   immediate form: imm32 is b");
    puts("+----------------------------------+---+---------+--+---------+----+---------+----------+");
    puts("|   exit     | level  |     0      | 0 |    0    |       back        |    0    |    op    |   endloop only");
    puts("+----------------------------------+---+---------+--+-------------------+----+----------+");
    puts("```\n");
}

static void print_fields(void)
{
    puts("- Unused fields are zero. `ND` = 1: an atomic without destination (`dst` is 0).");
    puts("- A 128-bit lane mask (`q`) lives in 4 consecutive registers, the first a multiple of 4: word k holds lanes "
         "32k..32k+31.");
    puts("- `a`, `b`, `c` are the operands so named; a mask operand `q` is in field c; the key of `match` is in field "
         "c.\n- Memory: `imm16` is the unsigned byte offset. `mod` is the number of the buffer. An atomic on LDS has its "
         "operation there; other LDS\n  instructions and `table` instructions have 0. An atomic on a buffer, by `table` too, has its "
         "operation in `imm16[15:12]`\n  and its offset in `imm16[11:0]`.\n- `table`: each lane has the number of its buffer in c. The compare value of `table.cas` is in the register after c, "
         "which is a multiple of 4."
         "\n  A number of no bound buffer names a buffer of size 0.");
    puts("- 64-bit atomics: `imm16[0]` is the half of the device's lanes that performs the instruction; the others do "
         "nothing and keep their\n  destination. The offset is a multiple of 8, its low 3 bits are taken as 0. `q` in "
         "field c has the operand in its first two registers,\n  the low word in the first. `cas` compares with the "
         "other two. The first two registers of the destination become the old value,\n  the other two 0. `table64` "
         "has the number of the buffer in b. A mnemonic without `.low` or `.high` is both instructions.");
    puts("- `barrier` and `memory_barrier`: `mod[0]` is 1 for device scope (`barrier.device`, `memory_barrier`), 0 for "
         "workgroup scope (`barrier`,\n  `memory_barrier.group`); [semantics.md](semantics.md#9-global-memory) defines "
         "what each orders.");
    puts("- Scans: `mod[1:0]` mode, `mod[3:2]` scope, `mod[6:4]` log2 of the cluster (0 for other scopes).");
    puts("- `match`: `mod` is the number of key words, 1..4; the key of several words starts at a multiple of 4.");
    puts("- `sv`: `mod` is the number of the system value; `size`: that of the buffer.");
    puts("\n## Control flow in the word\n");
    puts("The level of the outermost `if` or `loop` is 1, of one inside it 2, up to 255. `imm16` is where the wave "
         "continues when no lane is\nleft active. *next* below is the nearest enclosing `else`, `endif`, `continuing` "
         "or `endloop` that follows. If nothing encloses the\ninstruction, it is the next instruction.\n\n"
         "| instruction | `mod` | `imm16` |\n|---|---|---|");
    puts("| `if` | its level | its `else`, or its `endif` when it has none |");
    puts("| `else` | level of its `if` | its `endif` |");
    puts("| `endif` | level of its `if` | next |");
    puts("| `loop` | its level | its `continuing`, or its `endloop` when it has none |");
    puts("| `continuing` | level of its loop | its `endloop` |");
    puts("| `endloop` | level of its loop | next, as `exit`; `back` is the instruction after its `loop` |");
    puts("| `break` `breakif` `continue` | level of the loop they name: any that encloses them | next |");
    puts("| `ret` `demote` | 0 | next |\n");
    puts("A loop that a `continue` names has a `continuing`. No `continue` follows the `continuing` of the loop it "
         "names. `nop`, `barrier`, `memory_barrier`\nand `end` have neither level nor target. `end` is outside every "
         "`if` and `loop`; the last instruction is `end`.\n");
}

static void print_op(int code, const char *id, const char *mnemonic, const char *format, const char *unit, int words,
                     bool first, const char *second, const char *text)
{
    printf("| `%02x` | `%s` | `%s` | ", (unsigned)code, id, mnemonic);
    cell(format);
    printf(" | %s | %d | %s | %s | ", unit, words, first ? "yes" : "", second[0] == 'N' ? "" : second);
    cell(text);
    puts(" |");
}

static void print_md_ops(void)
{
#define WF_FORMAT(id, text) static const char format_##id[] = text;
#include "wavefold/isa.def"
    puts("## Instructions\n\nIntegers are 32 bits and wrap. A comparison gives 1 or 0; a condition holds when it is "
         "not 0.\nAn opcode is `WF_OP_id` in C and `` `WF_OP_id `` in Verilog.\n\n"
         "The hardware may issue two instructions together ([core.md](core.md)). The first has *first*. The second is "
         "next in the text and has a\ncondition under *second*; it changes nothing when the condition holds:\n");
#define WF_SECOND(id, number, text) \
    if (number) \
        printf("- `%s`: %s.\n", #id, text);
#include "wavefold/isa.def"
    puts("\n| op | id | mnemonic | operands | unit | words written | first | second | meaning |\n"
         "|---|---|---|---|---|---|---|---|---|");
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    print_op(code, #id, mnemonic, format_##format, #unit, words, first, #second, text);
#include "wavefold/isa.def"
}

static void print_md_running(void)
{
    const char *before = "    ";

    puts("\nCross-lane instructions write the active lanes. These write every running lane, helpers too (scans: "
         "`.reduce` over the wave):\n");
#define WF_RUNNING(id, forms) \
    printf("%s%s%s", before, mnemonic_of(WF_OP_##id), #forms[0] == 'A' ? "" : ".reduce"), before = " ";
#include "wavefold/isa.def"
    puts("");
}

static void print_row(int number, const char *id, const char *name, const char *text)
{
    printf("| %d | `%s` | ", number, id);
    if (name)
        printf(*name ? "`%s` | " : "%s | ", name);
    cell(text);
    puts(" |");
}

static const char *print_if(bool wanted, const char *before, int op)
{
    if (!wanted)
        return before;
    printf("%s%s", before, mnemonic_of(op));
    return " ";
}

static void print_md_immediates(void)
{
    const char *before = "    ";

    puts("\nAn immediate must be a float, or bits in hexadecimal or binary, of these instructions (`fadd r1, r2, 1` is "
         "an error):\n");
#define WF_IMMEDIATE(id, kind) before = print_if(#kind[0] == 'F', before, WF_OP_##id);
#include "wavefold/isa.def"
    puts("\n\nIt may be an integer or a float, whose bits it is, of these instructions:\n");
    before = "    ";
#define WF_IMMEDIATE(id, kind) before = print_if(#kind[0] == 'A', before, WF_OP_##id);
#include "wavefold/isa.def"
    puts("\n\nIt must be an integer of all other instructions (`add r1, r2, 1.5` is an error).");
}

static void print_md_tables(void)
{
    puts("\n## Units\n\n| number | unit | function |\n|---|---|---|");
#define WF_UNIT(id, number, text) print_row(number, #id, NULL, text);
#include "wavefold/isa.def"
    puts("\n## Scans\n\n| mode | id | suffix | members |\n|---|---|---|---|");
#define WF_SCAN_MODE(id, number, suffix, text) print_row(number, #id, "." suffix, text);
#include "wavefold/isa.def"
    puts("\n| scope | id | suffix | members |\n|---|---|---|---|");
#define WF_SCAN_SCOPE(id, number, suffix, text) print_row(number, #id, suffix, text);
#include "wavefold/isa.def"
    puts("\n## Atomic operations\n\n| number | id | suffix | new value |\n|---|---|---|---|");
#define WF_ATOM(id, number, suffix, text) print_row(number, #id, suffix, text);
#include "wavefold/isa.def"
    puts("\nThe 64-bit atomics have operations 0 to 10, and the half of the lanes as a second suffix:\n\n"
         "| half | id | suffix | performed by |\n|---|---|---|---|");
#define WF_HALF(id, number, suffix, text) print_row(number, #id, "." suffix, text);
#include "wavefold/isa.def"
    puts("\n## System values\n\n| number | id | name | HLSL |\n|---|---|---|---|");
#define WF_SV(id, number, name, text) print_row(number, #id, name, text);
#include "wavefold/isa.def"
}

static void print_md_desc(void)
{
    int lsb = 0;

    puts("\n## The descriptor of a dispatch\n\n`struct wf_desc` as one word, 32-bit numbers as the author wrote them, "
         "legal or not. In Verilog\na field is `` desc[`WF_DESC_id] ``; `wf_desc_pack` makes the word in C.\n\n"
         "| bits | id | meaning |\n|---|---|---|");
#define WF_DESC_FIELD(id, bits, text) printf("| %d:%d | `%s` | %s |\n", lsb + bits - 1, lsb, #id, text), lsb += bits;
#include "wavefold/isa.def"
}

static void print_md_counters(void)
{
    int lsb = 0;

    puts("\n## Counters\n\nIn Verilog a counter is `` counters[`WF_CNT_id] ``; the name is its name in the JSON of "
         "`--stats`. A cycle without an issue\ncounts under one cause, the first of the stalls that applies: `CYCLES` "
         "is `INSTRUCTIONS` and all `STALL_` together.\n\n| bits | id | name | counts |\n|---|---|---|---|");
#define WF_COUNTER(id, name, text) printf("| %d:%d | `%s` | `%s` | %s |\n", lsb + 63, lsb, #id, name, text), lsb += 64;
#include "wavefold/isa.def"
}

static void print_hlsl(const char *name, const char *code, const char *note)
{
    printf("| `%s` | `%s` | ", name, code);
    cell(note);
    puts(" |");
}

static void print_md_hlsl(void)
{
    puts("\n## HLSL names\n\nThe names of system values are above. `;` separates instructions, `/` other ways to write "
         "it. The result is in r0 or q4, the\noperands are in r1, r2, r3, a mask in q8; `Out` is a buffer.\n\n"
         "| HLSL | instruction | note |\n|---|---|---|");
#define WF_HLSL(name, code, note) print_hlsl(name, code, note);
#include "wavefold/isa.def"
    puts("\n## GLSL names\n\nWritten as those of HLSL.\n\n| GLSL | instruction | note |\n|---|---|---|");
#define WF_GLSL(name, code, note) print_hlsl(name, code, note);
#define WF_SPIRV(name, code, note)
#include "languages.def"
    puts("\n## SPIR-V opcodes\n\nWritten as the names of HLSL.\n\n| SPIR-V | instruction | note |\n|---|---|---|");
#define WF_GLSL(name, code, note)
#define WF_SPIRV(name, code, note) print_hlsl(name, code, note);
#include "languages.def"
}

static void print_md_codes(void)
{
    puts("\n## Stages\n\n| number | id | name |\n|---|---|---|");
#define WF_STAGE(id, number, name) print_row(number, #id, NULL, name);
#include "wavefold/isa.def"
    puts("\n## Reject codes\n\nIf several apply, the lowest code is given.\n\n| code | id | message |\n|---|---|---|");
#define WF_REJECT(id, code, message) print_row(code, #id, NULL, message);
#include "wavefold/isa.def"
    puts("\n## How a dispatch ends\n\n| number | id | meaning |\n|---|---|---|");
#define WF_ENDING(id, number, text) print_row(number, #id, NULL, text);
#include "wavefold/isa.def"
    puts("\n## Faults\n\n| number | id | message |\n|---|---|---|");
#define WF_FAULT(id, number, message) print_row(number, #id, NULL, message);
#include "wavefold/isa.def"
}

static void print_md(void)
{
    print_picture();
    print_fields();
    print_md_ops();
    print_md_running();
    print_md_immediates();
    print_md_tables();
    print_md_hlsl();
    print_md_desc();
    print_md_counters();
    print_md_codes();
    wf_gen_record_md();
}

static const struct {
    const char *name;
    void (*print)(void);
} outputs[] = {
    {"vh", print_vh}, {"decode", print_decode}, {"running", print_running}, {"md", print_md},
    {"host-vh", wf_gen_host_vh}, {"host-md", wf_gen_host_md}, {"record", wf_gen_record_vh},
};

int main(int argc, char **argv)
{
    bool known = false;
    for (size_t n = 0; argc == 2 && n < sizeof outputs / sizeof outputs[0]; n++)
        if (!strcmp(argv[1], outputs[n].name)) {
            outputs[n].print();
            known = true;
        }
    if (known)
        return fflush(stdout) || ferror(stdout) ? 1 : 0;
    fputs("usage: wf_gen vh|decode|running|md|host-vh|host-md|record\n", stderr);
    return 2;
}
