/* SPDX-License-Identifier: Apache-2.0
 * wf_gen_host.c - print what is derived from host.def: the Verilog header and docs/host-registers.md.
 */
#include "wf_gen.h"

void wf_gen_host_vh(void)
{
    wf_gen_head("wf_host.vh - registers of wf_host: byte offsets, fields as part-selects, states", "host.def");
    puts("`ifndef WF_HOST_VH\n`define WF_HOST_VH");
#define WF_HOST_REG(id, offset, stride, access, text) \
    printf("`define WF_HOST_%-18s 16'h%04x\n", #id, (unsigned)(offset));
#define WF_HOST_FIELD(reg, id, lsb, bits, text) printf("`define WF_HOST_%-22s %2d +: %d\n", #reg "_" #id, lsb, bits);
#define WF_HOST_STATE(id, number, text) printf("`define WF_HOST_STATE_%-8s 2'd%d\n", #id, number);
#include "wavefold/host.def"
    puts("`endif");
}

static void print_offset(unsigned offset, unsigned stride)
{
    if (stride == 0)
        printf("| 0x%03x | ", offset);
    else
        printf("| 0x%03x + %u n | ", offset, stride);
}

void wf_gen_host_md(void)
{
    puts("# Registers of the host interface\n\nMade from `c_model/include/wavefold/host.def` by `wf_gen host-md`; do "
         "not edit. [host.md](host.md) describes their use.\n\nRO: read only. WO: write only. RW: both. W1C: read, and "
         "writing 1 to a bit clears it.\n\n| offset | id | access | meaning |\n|---|---|---|---|");
#define WF_HOST_REG(id, offset, stride, access, text) \
    print_offset(offset, stride), puts("`" #id "` | " #access " | " text " |");
#include "wavefold/host.def"
    puts("\n## Fields\n\n| register | bits | field | meaning |\n|---|---|---|---|");
#define WF_HOST_FIELD(reg, id, lsb, bits, text) \
    printf("| `%s` | %d:%d | `%s` | %s |\n", #reg, (lsb) + (bits) - 1, lsb, #id, text);
#include "wavefold/host.def"
    puts("\n## States of a dispatch id\n\n| number | id | meaning |\n|---|---|---|");
#define WF_HOST_STATE(id, number, text) printf("| %d | `%s` | %s |\n", number, #id, text);
#include "wavefold/host.def"
}
