/* SPDX-License-Identifier: Apache-2.0
 * wf_gen - print what is derived from isa.def:  wf_gen vh | decode
 */
#include <stdio.h>
#include <string.h>

#include "wavefold/isa.h"

static void print_vh(void)
{
    puts("// SPDX-License-Identifier: Apache-2.0");
    puts("// wf_isa.vh - numbers of the instruction set.  Made from isa.def by wf_gen; do not edit.");
    puts("`ifndef WF_ISA_VH\n`define WF_ISA_VH");
#define WF_OP(id, code, mnemonic, format, unit, words, text) printf("`define WF_OP_%-12s 8'h%02x\n", #id, code);
#define WF_UNIT(id, number, text) printf("`define WF_UNIT_%-10s 3'd%d\n", #id, number);
#define WF_SCAN_MODE(id, number, suffix, text) printf("`define WF_SCAN_%-10s 2'd%d\n", #id, number);
#define WF_SCAN_SCOPE(id, number, suffix, text) printf("`define WF_SCOPE_%-9s 2'd%d\n", #id, number);
#define WF_ATOM(id, number, suffix, text) printf("`define WF_ATOM_%-10s 4'd%d\n", #id, number);
#define WF_SV(id, number, name, text) printf("`define WF_SV_%-12s 8'd%d\n", #id, number);
#define WF_STAGE(id, number, name) printf("`define WF_STAGE_%-13s 4'd%d\n", #id, number);
#define WF_REJECT(id, code, message) printf("`define WF_REJECT_%-18s 8'd%d\n", #id, code);
#define WF_FAULT(id, number, message) printf("`define WF_FAULT_%-9s 3'd%d\n", #id, number);
#include "wavefold/isa.def"
    printf("`define WF_SV_SIZE0        8'd%d\n", WF_SV_SIZE0);
    puts("`endif");
}

static int reads(enum wf_format format)     /* bit 3: a, bit 2: b, bit 1: c (one word), bit 0: c as quad */
{
    switch (format) {
    case WF_FMT_NONE: case WF_FMT_D: case WF_FMT_DV: case WF_FMT_FLOW: return 0;
    case WF_FMT_DB:   return 4;
    case WF_FMT_DAB:  return 8 | 4;
    case WF_FMT_DABC: return 8 | 4 | 2;
    case WF_FMT_SCAN: return 8 | 1;
    case WF_FMT_DQ: case WF_FMT_MATCH: return 1;
    case WF_FMT_DQB:  return 4 | 1;
    case WF_FMT_LD: case WF_FMT_GLD: case WF_FMT_IF: return 8;
    case WF_FMT_ST: case WF_FMT_GST: return 8 | 4;
    case WF_FMT_ATOM: case WF_FMT_GATOM: return 8 | 4 | 2;
    case WF_FMT_COUNT: break;
    }
    return 0;
}

static void print_decode(void)
{
    puts("// SPDX-License-Identifier: Apache-2.0");
    puts("// wf_isa_decode.vh - opcode to {known, unit, words, reads a, b, c, c as quad}.  Made from isa.def by wf_gen; do not edit.");
    puts("function [10:0] wf_isa_decode(input [7:0] op);\n    case (op)");
#define WF_OP(id, code, mnemonic, format, unit, words, text) \
    printf("        8'h%02x: wf_isa_decode = {1'b1, 3'd%d, 3'd%d, 4'd%d}; // %s\n", code, WF_UNIT_##unit, words, \
           reads(WF_FMT_##format), mnemonic);
#include "wavefold/isa.def"
    puts("        default: wf_isa_decode = 11'd0;\n    endcase\nendfunction");
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "vh"))
        print_vh();
    else if (argc == 2 && !strcmp(argv[1], "decode"))
        print_decode();
    else
        return fputs("usage: wf_gen vh|decode\n", stderr), 2;
    return 0;
}
