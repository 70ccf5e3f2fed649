/* SPDX-License-Identifier: Apache-2.0
 * test_encode.c - the opcode table, the packing of words, and the texts.
 */
#include <string.h>

#include "wavefold/isa.h"

#include "../common/wf_check.h"

static void table_has_each_row_once(void)
{
    unsigned rows = 0;

    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        if (!info)
            continue;
        rows++;
        CHECK(info->mnemonic[0] && info->text[0] && info->format < WF_FMT_COUNT);
        CHECK(info->words == 0 || info->words == 1 || info->words == 4);
        if (info->second != WF_SECOND_NEVER)        /* the buffer of pairs keeps no operand of it */
            CHECK(info->unit == WF_UNIT_FLOW && info->words == 0 && (info->format == WF_FMT_NONE || info->format == WF_FMT_FLOW));
        for (unsigned other = 0; other < op; other++)
            CHECK(!wf_op_info((uint8_t)other) || strcmp(wf_op_info((uint8_t)other)->mnemonic, info->mnemonic) != 0);
    }
#define WF_OP(id, code, name, form, who, count, first, kind, meaning) \
    rows--; \
    CHECK(!(first) || WF_UNIT_##who != WF_UNIT_SYNC); \
    CHECK(!strcmp(wf_op_info(code)->mnemonic, name) && wf_op_info(code)->unit == WF_UNIT_##who);
#include "wavefold/isa.def"
    CHECK_EQ(rows, 0);
    CHECK(!wf_op_info(0xff));
    CHECK(wf_format_allows_imm(WF_FMT_DB) && wf_format_allows_imm(WF_FMT_DAB) && !wf_format_allows_imm(WF_FMT_DABC));
}

/* Each instruction that takes an immediate has one row that says of what kind, and no other has one. */
static void immediates_have_a_kind(void)
{
    unsigned rows[256] = {0};

#define WF_IMMEDIATE(id, kind) rows[WF_OP_##id]++; CHECK(wf_op_immediate(WF_OP_##id) == WF_WORD_##kind);
#include "wavefold/isa.def"
    for (unsigned op = 0; op < 256; op++) {
        const struct wf_op_info *info = wf_op_info((uint8_t)op);
        CHECK_EQ(rows[op], info && wf_format_allows_imm(info->format) ? 1u : 0u);
    }
}

/* The bit picture of isa.def, field by field. */
static void fields_lie_where_the_picture_says(void)
{
    const struct wf_insn all = {.op = 0xff, .dst = 0x7f, .a = 0x7f, .b = 0x7f, .c = 0x7f, .mod = 0xff, .imm16 = 0xffff, .no_dst = true};
    struct wf_insn n = {.op = 0x12};

    CHECK_EQ(wf_insn_encode(&all), 0xffffff7f7f7fffffu);
    n.dst = 0x7f;
    CHECK_EQ(wf_insn_encode(&n), 0x7f12u);
    n = (struct wf_insn){.no_dst = true};
    CHECK_EQ(wf_insn_encode(&n), 0x8000u);
    n = (struct wf_insn){.a = 0x55};
    CHECK_EQ(wf_insn_encode(&n), 0x550000u);
    n = (struct wf_insn){.b = 0x55};
    CHECK_EQ(wf_insn_encode(&n), 0x55000000u);
    n = (struct wf_insn){.c = 0x55};
    CHECK_EQ(wf_insn_encode(&n), 0x5500000000u);
    n = (struct wf_insn){.mod = 0xa5};
    CHECK_EQ(wf_insn_encode(&n), 0xa50000000000u);
    n = (struct wf_insn){.imm16 = 0x8001};
    CHECK_EQ(wf_insn_encode(&n), 0x8001000000000000u);
    n = (struct wf_insn){.op = 0x12, .dst = 1, .a = 2, .has_imm = true, .imm = 0x89abcdef};
    CHECK_EQ(wf_insn_encode(&n), 0x89abcdef80020112u);
    n = (struct wf_insn){.op = WF_OP_ENDLOOP, .mod = 3, .imm16 = 0x1234, .back = 0xfedc};
    CHECK_EQ(wf_insn_encode(&n), 0x1234030000fedc06u);
}

static void same(const struct wf_insn *x, const struct wf_insn *y)
{
    CHECK(x->op == y->op && x->dst == y->dst && x->a == y->a && x->b == y->b && x->c == y->c && x->mod == y->mod);
    CHECK(x->imm16 == y->imm16 && x->back == y->back && x->imm == y->imm && x->has_imm == y->has_imm && x->no_dst == y->no_dst);
}

static void random_fields_come_back(void)
{
    uint64_t seed = 7;

    for (unsigned n = 0; n < 20000; n++) {
        struct wf_insn in = {.op = (uint8_t)check_random(&seed), .has_imm = check_random(&seed) & 1};
        if (in.op == WF_OP_ENDLOOP) {
            in.has_imm = false;
            in.back = (uint16_t)check_random(&seed);
        } else {
            in.dst = check_random(&seed) & 127;
            in.a = check_random(&seed) & 127;
            in.no_dst = check_random(&seed) & 1;
        }
        if (in.has_imm) {
            in.imm = check_random(&seed);
        } else {
            in.b = in.op == WF_OP_ENDLOOP ? 0 : check_random(&seed) & 127;
            in.c = check_random(&seed) & 127;
            in.mod = (uint8_t)check_random(&seed);
            in.imm16 = (uint16_t)check_random(&seed);
        }
        struct wf_insn out = wf_insn_decode(wf_insn_encode(&in));
        same(&in, &out);
    }
}

static void texts_are_those_of_the_tables(void)
{
    CHECK(!strcmp(wf_reject_text(WF_REJECT_INDEX_STAGE), "GetGroupWaveIndex is only valid in compute, node, mesh, and amplification shaders"));
    CHECK(!strcmp(wf_reject_text(WF_REJECT_COUNT_STAGE), "GetGroupWaveCount is only valid in compute, node, mesh, and amplification shaders"));
    CHECK(!strcmp(wf_fault_text(WF_FAULT_LDS_RANGE), "LDS address outside the group's allocation"));
    CHECK(!strcmp(wf_stage_name(WF_STAGE_AMPLIFICATION), "amplification"));
    for (unsigned n = 0; n < WF_REJECT_COUNT; n++)
        CHECK(strcmp(wf_reject_text((enum wf_reject)n), "unknown reject code") != 0);
    CHECK(wf_reject_text((enum wf_reject)200) && wf_fault_text((enum wf_fault)200) && wf_stage_name((enum wf_stage)200));
}

int main(void)
{
    table_has_each_row_once();
    immediates_have_a_kind();
    fields_lie_where_the_picture_says();
    random_fields_come_back();
    texts_are_those_of_the_tables();
    return check_end("isa_encode");
}
