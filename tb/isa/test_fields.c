/* SPDX-License-Identifier: Apache-2.0
 * test_fields.c - each instruction of docs/isa.md has the fields that its operands there ask for, and no others: what the check of a
 * program accepts and refuses, the registers that it reads and writes, where it writes every running lane, its immediates.
 * Reads: docs/isa.md
 */
#include <stdlib.h>
#include <string.h>

#include "wavefold/isa.h"

#include "../common/wf_check.h"

enum { CAS = 10, MULTI = 2 << 2 };

/* A row of the page. */
struct row {
    uint8_t op;
    char name[24], operands[40], unit[8];
    unsigned words;
    bool d, a, b, c, q, imm, no_dst, offset, mod, flow, match, scan, atomic, wide;
    struct wf_insn base;            /* sound, with as many fields as the instruction can have */
};

static bool has(const struct row *r, const char *text)
{
    return strstr(r->operands, text) != NULL;
}

static bool is(const struct row *r, const char *name)
{
    return strcmp(r->name, name) == 0;
}

/* Column n of a line, without blanks and quotes around it. */
static void column(const char *line, unsigned n, char *text, size_t size)
{
    size_t length = 0;

    while (n-- > 0)
        for (line++; *line && !(*line == '|' && line[-1] != '\\'); line++)
            ;
    for (line++; *line == ' ' || *line == '`'; line++)
        ;
    for (; *line && !(*line == '|' && line[-1] != '\\'); line++)
        if (*line != '\\' && *line != '`' && length + 1 < size)
            text[length++] = *line;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
}

static bool read_row(const char *line, struct row *r)
{
    char text[200];

    *r = (struct row){0};
    if (strncmp(line, "| `", 3) != 0 || strchr(line + 3, '`') != line + 5)
        return false;
    column(line, 0, text, sizeof text);
    r->op = (uint8_t)strtoul(text, NULL, 16);
    column(line, 2, r->name, sizeof r->name);
    column(line, 3, r->operands, sizeof r->operands);
    column(line, 4, r->unit, sizeof r->unit);
    column(line, 5, text, sizeof text);
    r->words = (unsigned)atoi(text);
    r->match = is(r, "match");
    r->scan = has(r, "[, q]");
    r->d = r->match || r->operands[0] == 'd';
    r->a = has(r, ", a") || has(r, "[a") || r->operands[0] == 'a';
    r->b = has(r, "[b]") || has(r, ", b|") || has(r, ", b,") || has(r, ", b [") || (strlen(r->operands) > 3 && strcmp(r->operands + strlen(r->operands) - 3, ", b") == 0);
    r->q = has(r, ", q") && !r->match;
    r->c = r->q || has(r, ", c") || has(r, "[c]");
    r->imm = has(r, "|imm");
    r->no_dst = r->atomic = has(r, "d|_");
    r->offset = has(r, "+offset");
    r->flow = strcmp(r->unit, "FLOW") == 0 && !is(r, "nop") && !is(r, "memory_barrier");
    r->wide = r->atomic && r->q;
    r->mod = has(r, "buffer") || has(r, "system-value") || r->scan || r->match || is(r, "lds") || is(r, "lds64") || is(r, "barrier") || is(r, "memory_barrier");
    r->base = (struct wf_insn){.op = r->op, .mod = r->scan ? MULTI : r->match ? 1 : is(r, "lds") ? CAS : 0, .imm16 = is(r, "atomic") ? CAS << 12 : 0};
    return true;
}

static const char *bad(struct wf_insn insn, unsigned regs)
{
    const uint64_t code[] = {wf_insn_encode(&insn), WF_OP_END};

    return wf_code_check(code, 2, regs, NULL);
}

static void accepted(const struct row *r, struct wf_insn insn, unsigned regs)
{
    const char *text = bad(insn, regs);

    if (r->flow)                    /* that its structure is missing is said after all of the word is sound */
        return;
    CHECK(!text);
    if (text)
        printf("  %s, dst %u a %u b %u c %u mod %u imm16 %u: %s\n", r->name, insn.dst, insn.a, insn.b, insn.c, insn.mod, insn.imm16, text);
}

static void refused(const struct row *r, struct wf_insn insn, unsigned regs, const char *wanted)
{
    const char *text = bad(insn, regs);

    CHECK(text && strstr(text, wanted));
    if (!text || !strstr(text, wanted))
        printf("  %s, dst %u a %u b %u c %u: wanted \"%s\", got \"%s\"\n", r->name, insn.dst, insn.a, insn.b, insn.c, wanted, text ? text : "no complaint");
}

/* One register field: 4 words of it or 1, or none. */
static void field(const struct row *r, unsigned words, size_t at)
{
    struct wf_insn insn = r->base;
    uint8_t *number = (uint8_t *)&insn + at;

    *number = 4;
    if (words == 0) {
        refused(r, insn, 64, "does not use");
        return;
    }
    accepted(r, insn, 64);
    *number = (uint8_t)(64 - words);
    accepted(r, insn, 64);
    refused(r, insn, 62, words == 1 ? "register number" : at == offsetof(struct wf_insn, dst) ? "register number" : "four registers");
    *number = 64;
    refused(r, insn, 64, "register number");
    *number = (uint8_t)(63 - words);
    if (words == 1) {
        accepted(r, insn, 63);
        *number = 63;
        refused(r, insn, 63, "register number");
    } else {
        refused(r, insn, 64, "four registers");
    }
}

static void fields(const struct row *r)
{
    struct wf_insn insn = r->base;

    if (!is(r, "endloop")) {        /* `back` is there */
        field(r, r->d ? r->words : 0, offsetof(struct wf_insn, dst));
        field(r, r->a, offsetof(struct wf_insn, a));
    }
    field(r, r->b, offsetof(struct wf_insn, b));
    field(r, r->q ? 4 : r->c, offsetof(struct wf_insn, c));
    insn.mod |= r->match ? 2 : 1;
    if (r->mod)
        accepted(r, insn, 64);
    else if (!r->flow)
        refused(r, insn, 64, "mod is not zero");
    insn = r->base;
    insn.imm16 |= 8;
    if (r->offset)
        accepted(r, insn, 64);
    else if (!r->flow)
        refused(r, insn, 64, "imm16 is not zero");
    insn = r->base;
    insn.no_dst = true;
    if (r->no_dst)
        accepted(r, insn, 64);
    else if (!is(r, "endloop"))
        refused(r, insn, 64, "without a destination");
    insn = (struct wf_insn){.op = r->op, .has_imm = true, .imm = 0xfedcba98};
    if (r->imm)
        accepted(r, insn, 64);
    else
        refused(r, insn, 64, "an immediate where");
}

static void runs(const struct row *r, struct wf_insn insn, unsigned write, unsigned a, unsigned b, unsigned c)
{
    const struct wf_registers is = wf_insn_registers(wf_insn_encode(&insn));
    const unsigned wanted[4] = {write, a, b, c}, number[4] = {insn.dst, insn.a, insn.b, insn.c};
    const struct wf_register_run run[4] = {is.write, is.read[0], is.read[1], is.read[2]};

    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(run[i].words, wanted[i]);
        CHECK(run[i].words == 0 || run[i].first == number[i]);
        if (run[i].words != wanted[i])
            printf("  operand %u of %s\n", i, r->name);
    }
}

/* c of a scan is read by a multi scan alone; that of an atomic by cas; 64-bit operands are of two words, with cas of two more. */
static void registers(const struct row *r)
{
    struct wf_insn insn = r->base;
    const unsigned write = r->d ? r->words : 0, c = r->wide ? 2 : r->q ? 4 : r->c;

    insn.dst = r->d ? 8 : 0;
    insn.a = r->a ? 20 : 0;
    insn.b = r->b ? 30 : 0;
    insn.c = r->c ? 40 : 0;
    if (is(r, "endloop"))
        return;
    runs(r, insn, write, r->a, r->b, c);
    if (r->imm) {
        const struct wf_insn imm = {.op = r->op, .dst = insn.dst, .a = insn.a, .has_imm = true, .imm = 7};
        runs(r, imm, write, r->a, 0, 0);
    }
    if (r->match) {
        insn.mod = 3;
        runs(r, insn, write, 0, 0, 3);
    }
    if (r->scan)
        for (unsigned scope = 0; scope < 2; scope++) {
            insn.c = 0;
            insn.mod = (uint8_t)(scope << 2);
            runs(r, insn, write, 1, 0, 0);
        }
    if (!r->atomic)
        return;
    insn.mod = strncmp(r->name, "lds", 3) == 0 ? CAS : 0;
    insn.imm16 = insn.mod ? 0 : CAS << 12;
    runs(r, insn, write, 1, r->b, r->wide ? 4 : is(r, "table") ? 2 : 1);
    insn.no_dst = true;
    insn.dst = 0;
    runs(r, insn, 0, 1, r->b, r->wide ? 4 : is(r, "table") ? 2 : 1);
    insn.mod = 0;
    insn.imm16 = 0;
    insn.c = r->wide || is(r, "table") ? 40 : 0;
    runs(r, insn, 0, 1, r->b, r->wide ? 2 : is(r, "table"));
}

static void described(const struct row *r)
{
    const struct wf_op_info *info = wf_op_info(r->op);
    const char *unit = wf_op_unit_text(r->op);
    size_t n = 0;

    CHECK(info && strcmp(info->mnemonic, r->name) == 0 && info->words == r->words);
    for (; unit[n] && r->unit[n] == unit[n] - 'a' + 'A'; n++)
        ;
    CHECK(!unit[n] && !r->unit[n]);
}

static bool listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)); at += length)
        if (at[-1] == ' ' && strchr(" \n", at[length]))
            return true;
    return false;
}

/* `list`: the names that the page has of instructions that write every running lane. */
static void running(const struct row *r, const char *list)
{
    char name[40];

    snprintf(name, sizeof name, "%s%s", r->name, r->scan ? ".reduce" : "");
    const bool all = listed(list, name);
    for (unsigned mod = 0; mod < 256; mod++) {
        const bool reduce = (mod & 3) == 0 && (mod >> 2 & 3) == 0;
        CHECK_EQ(wf_op_writes_running(r->op, (uint8_t)mod), all && (!r->scan || reduce));
    }
}

static void immediates(const struct row *r, const char *floats, const char *both)
{
    if (r->imm)
        CHECK_EQ(wf_op_immediate(r->op), listed(floats, r->name) ? WF_WORD_FLOAT : listed(both, r->name) ? WF_WORD_ANY : WF_WORD_INT);
}

/* The indented line after the one that begins so. */
static const char *list_after(const char *page, const char *start)
{
    const char *at = strstr(page, start);

    at = at ? strstr(at, "\n    ") : NULL;
    return at ? at + 1 : "\n";
}

/* Up to its line end. */
static void copy_line(const char *from, char line[4000])
{
    const size_t length = strcspn(from, "\n");

    snprintf(line, 4000, "%.*s\n", (int)length, from);
}

int main(void)
{
    static char page[1 << 18], all[4000], floats[4000], both[4000];
    FILE *file = fopen("docs/isa.md", "rb");
    unsigned rows = 0;

    if (!file || fread(page, 1, sizeof page - 1, file) == 0) {
        puts("FAIL isa_fields: docs/isa.md cannot be read");
        return 1;
    }
    fclose(file);
    copy_line(list_after(page, "These write every running lane"), all);
    copy_line(list_after(page, "An immediate must be a float"), floats);
    copy_line(list_after(page, "It may be an integer or a float"), both);
    for (const char *line = strstr(page, "| op | id | mnemonic |"); line && *line == '|'; line = strchr(line, '\n') + 1) {
        struct row r;
        if (!read_row(line, &r))
            continue;
        rows++;
        described(&r);
        fields(&r);
        registers(&r);
        running(&r, all);
        immediates(&r, floats, both);
    }
    CHECK(rows > 120);
    CHECK_EQ(wf_insn_registers(0xff).write.words + wf_insn_registers(0xff | 4ull << 16).read[0].words, 0);       /* no instruction */
    CHECK(!wf_op_info(0x0f) && strcmp(wf_op_unit_text(0x0f), "?") == 0 && !wf_op_writes_running(0x0f, 0));
    return check_end("isa_fields");
}
