/* SPDX-License-Identifier: Apache-2.0
 * test_names.c - names and texts by number, what lies outside of the tables, the kinds of memory instructions, registers of words that are none.
 */
#include <string.h>

#include "wavefold/isa.h"

#include "../common/wf_check.h"

static void is(const char *text, const char *wanted)
{
    CHECK(!strcmp(text, wanted));
    if (strcmp(text, wanted))
        printf("  \"%s\", wanted \"%s\"\n", text, wanted);
}

/* The number of a row gives its name and its text; a number of no row gives neither. */
static void rows_by_number(void)
{
    unsigned rejects = 0, faults = 0;

#define WF_REJECT(id, code, message) \
    is(wf_reject_name((enum wf_reject)(code)), #id); \
    is(wf_reject_text((enum wf_reject)(code)), message); \
    rejects++;
#define WF_FAULT(id, number, message) \
    is(wf_fault_name((enum wf_fault)(number)), #id); \
    is(wf_fault_text((enum wf_fault)(number)), message); \
    faults++;
#define WF_STAGE(id, number, name) is(wf_stage_name((enum wf_stage)(number)), name);
#include "wavefold/isa.def"
    CHECK(rejects == WF_REJECT_COUNT && faults == 8);
    is(wf_reject_name(WF_REJECT_COUNT), "?");
    is(wf_reject_name((enum wf_reject)200), "?");
    is(wf_reject_text(WF_REJECT_COUNT), "unknown reject code");
    is(wf_fault_name((enum wf_fault)8), "?");
    is(wf_fault_text((enum wf_fault)8), "unknown fault");
    is(wf_stage_name(WF_STAGE_COUNT), "unknown stage");
}

/* docs/program.md, "Trace": the column `unit`. */
static void units(void)
{
    is(wf_op_unit_text(WF_OP_LOOP), "flow");
    is(wf_op_unit_text(WF_OP_ADD), "alu");
    is(wf_op_unit_text(WF_OP_FADD), "fpu");
    is(wf_op_unit_text(WF_OP_SV), "pack");
    is(wf_op_unit_text(WF_OP_MATCH), "xlane");
    is(wf_op_unit_text(WF_OP_LDSATOM), "lds");
    is(wf_op_unit_text(WF_OP_GST), "mem");
    is(wf_op_unit_text(WF_OP_BARRIER), "sync");
    is(wf_op_unit_text(0xff), "?");
}

static void scopes(void)
{
    is(wf_fence_suffix(WF_OP_BARRIER, 0), "");
    is(wf_fence_suffix(WF_OP_BARRIER, WF_FENCE_DEVICE), "device");
    is(wf_fence_suffix(WF_OP_MEMBAR, WF_FENCE_DEVICE), "");
    is(wf_fence_suffix(WF_OP_MEMBAR, 0), "group");
    is(wf_fence_suffix(WF_OP_MEMBAR, 2), "");
    is(wf_fence_suffix(WF_OP_ADD, 1), "");
    CHECK_EQ(wf_op_immediate(WF_OP_SEL), WF_WORD_ANY);
}

/* A buffer is named in the record of a fault of an address in it, and in no other. */
static void faults_of_buffers(void)
{
    for (unsigned n = 0; n < 8; n++)
        CHECK_EQ(wf_fault_has_buffer((enum wf_fault)n), n == WF_FAULT_MEM_RANGE || n == WF_FAULT_MEM_ALIGN);
}

/* By the formats of the opcode table: what loads, stores, is atomic, on 64 bits, by a number in a register, and the bits of its offset. */
static void memory_instructions(void)
{
    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        const char *name = info ? info->mnemonic : "";
        const bool table = !strncmp(name, "table", 5), lds = !strncmp(name, "lds", 3), mem = info && info->unit == WF_UNIT_MEM;
        const bool load = strstr(name, "load") != NULL, store = strstr(name, "store") != NULL, wide = strstr(name, "64") != NULL;
        const bool atomic = (lds || mem) && !load && !store;
        CHECK_EQ(wf_op_is_load((uint8_t)op), (lds || mem) && load);
        CHECK_EQ(wf_op_is_store((uint8_t)op), (lds || mem) && store);
        CHECK_EQ(wf_op_is_atomic((uint8_t)op), atomic);
        CHECK_EQ(wf_op_is_atomic64((uint8_t)op), atomic && wide);
        CHECK_EQ(wf_op_is_table((uint8_t)op), mem && table);
        CHECK_EQ(wf_op_offset_bits((uint8_t)op), atomic ? (lds ? 0xffff : 0x0fff) & (wide ? 0xfff8 : 0xffff) : 0xffff);
    }
}

/* A word that is no instruction names no register. */
static void no_registers(void)
{
    const struct wf_registers r = wf_insn_registers(0x7f7f7f7f7f7fffu);

    CHECK(r.write.words == 0 && r.read[0].words == 0 && r.read[1].words == 0 && r.read[2].words == 0);
}

static void explained(const char *name, const char *part)
{
    char text[WF_EXPLAIN_SIZE];
    const bool good = wf_isa_explain(name, text, sizeof text) && strstr(text, part);

    CHECK(good);
    if (!good)
        printf("  %s: %s", name, text);
}

/* Each refusal and fault by its name, and each operation of an atomic in all its forms. */
static void explanations(void)
{
    char name[40], part[300];

#define WF_REJECT(id, code, message) \
    snprintf(part, sizeof part, "refusal %d\n  %s\n", code, message); \
    explained(#id, part);
#define WF_FAULT(id, number, message) \
    if (number) { \
        snprintf(part, sizeof part, "fault %d\n  %s\n", number, message); \
        explained(#id, part); \
    }
#define WF_ATOM(id, number, suffix, text) \
    snprintf(part, sizeof part, "  .%-10s %s\n", suffix, text); \
    snprintf(name, sizeof name, "lds.%s", suffix); \
    explained(name, part); \
    explained("lds", part); \
    for (unsigned form = 0; form < 3 && wf_atom_has_64(number); form++) { \
        snprintf(name, sizeof name, "lds64.%s%s", suffix, form == 0 ? "" : form == 1 ? ".low" : ".high"); \
        explained(name, part); \
        explained("lds64", part); \
    }
#include "wavefold/isa.def"
}

int main(void)
{
    rows_by_number();
    units();
    scopes();
    faults_of_buffers();
    memory_instructions();
    no_registers();
    explanations();
    return check_end("isa_names");
}
