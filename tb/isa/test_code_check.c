/* SPDX-License-Identifier: Apache-2.0
 * test_code_check.c - each way in which a program can be broken is found, at the word that is broken.
 */
#include <stdlib.h>
#include <string.h>

#include "wavefold/isa.h"

#include "../common/wf_check.h"

enum { REGS = 64 };

static uint64_t word(struct wf_insn n)
{
    return wf_insn_encode(&n);
}

static const uint64_t end_word = WF_OP_END;

static void refused(const uint64_t *code, size_t count, const char *text, size_t at)
{
    size_t where = 999;
    const char *bad = wf_code_check(code, count, REGS, &where);

    CHECK(bad && strstr(bad, text));
    CHECK_EQ(where, at);
    if (!bad || !strstr(bad, text))
        printf("  wanted \"%s\", got \"%s\"\n", text, bad ? bad : "no complaint");
}

/* One word before an end. */
static void bad_word(uint64_t w, const char *text)
{
    const uint64_t code[] = {WF_OP_NOP, w, end_word};

    refused(code, 3, text, 1);
}

static void good_word(uint64_t w)
{
    const uint64_t code[] = {w, end_word};
    size_t where;

    CHECK(!wf_code_check(code, 2, REGS, &where));
}

static void words(void)
{
    bad_word(0x0f, "unknown opcode");
    bad_word(0xff, "unknown opcode");
    bad_word(word((struct wf_insn){.op = WF_OP_SEL, .has_imm = true}), "immediate");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSST, .has_imm = true, .imm = 4}), "immediate");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .has_imm = true}) | 1u << 24, "beside an immediate");
    bad_word(word((struct wf_insn){.op = WF_OP_MOV, .a = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .c = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSST, .dst = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_BARRIER, .b = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_BARRIER, .mod = 2}), "unknown scope");
    bad_word(word((struct wf_insn){.op = WF_OP_MEMBAR, .mod = 0x81}), "unknown scope");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .mod = 1}), "mod is not zero");
    bad_word(word((struct wf_insn){.op = WF_OP_NOP, .imm16 = 1}), "imm16 is not zero");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .no_dst = true}), "without a destination");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM, .no_dst = true, .dst = 1}), "without destination");
    bad_word(WF_OP_ADD | 1u << 23, "reserved bits");
    bad_word(WF_OP_ADD | 1ull << 39, "reserved bits");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .dst = REGS}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .a = REGS}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_ADD, .b = 127}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_SEL, .c = REGS}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_BALLOT, .dst = REGS - 3}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_BALLOT, .dst = 5}), "a destination of four registers");
    bad_word(word((struct wf_insn){.op = WF_OP_MLSB, .c = 6}), "an operand of four registers");
    good_word(word((struct wf_insn){.op = WF_OP_BALLOT, .dst = REGS - 4}));
    good_word(word((struct wf_insn){.op = WF_OP_ADD, .dst = REGS - 1, .has_imm = true, .imm = 0xffffffff}));
}

static void atomics64(void)
{
    good_word(word((struct wf_insn){.op = WF_OP_LDSATOM64, .dst = 60, .a = 63, .c = 60, .mod = 10, .imm16 = 0xfff9}));
    good_word(word((struct wf_insn){.op = WF_OP_GATOM64, .no_dst = true, .c = 4, .mod = 0xff, .imm16 = 0xaff8}));
    good_word(word((struct wf_insn){.op = WF_OP_TATOM64, .dst = 4, .b = 63, .imm16 = 0x9001}));
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM64, .mod = 11}), "unknown 64-bit atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM64, .imm16 = 0xb000}), "unknown 64-bit atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM64, .imm16 = 0xd001}), "unknown 64-bit atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM64, .imm16 = 2}), "not a multiple of 8");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM64, .imm16 = 0x0ffd}), "not a multiple of 8");
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM64, .imm16 = 6}), "not a multiple of 8");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM64, .mod = 0x10}), "no buffer");
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM64, .mod = 1}), "mod is not zero");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM64, .b = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM64, .b = 1}), "does not use");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM64, .dst = 5}), "a destination of four registers");
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM64, .c = 62}), "an operand of four registers");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM64, .no_dst = true, .dst = 4}), "without destination");
}

static void modifiers(void)
{
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 3}), "scan mode");
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 3 << 2}), "scan scope");
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 1 << 4}), "cluster size");
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 1 << 2 | 0x80}), "cluster size");
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .c = 4}), "multi scan");
    bad_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 2 << 2, .c = 5}), "an operand of four registers");
    good_word(word((struct wf_insn){.op = WF_OP_WADD, .mod = 2 | 2 << 2, .c = 8}));
    good_word(word((struct wf_insn){.op = WF_OP_WFMAX, .mod = 1 << 2 | 7 << 4}));
    bad_word(word((struct wf_insn){.op = WF_OP_SV, .mod = 7}), "system value");
    bad_word(word((struct wf_insn){.op = WF_OP_SV, .mod = 32}), "system value");
    good_word(word((struct wf_insn){.op = WF_OP_SIZE, .mod = 255}));
    bad_word(word((struct wf_insn){.op = WF_OP_MATCH, .mod = 0}), "1 to 4 words");
    bad_word(word((struct wf_insn){.op = WF_OP_MATCH, .mod = 5}), "1 to 4 words");
    bad_word(word((struct wf_insn){.op = WF_OP_MATCH, .mod = 2, .c = 5}), "match key");
    good_word(word((struct wf_insn){.op = WF_OP_MATCH, .mod = 1, .c = 63}));
    good_word(word((struct wf_insn){.op = WF_OP_MATCH, .mod = 4, .c = 60}));
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM, .mod = 14}), "atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM, .mod = 0x10}), "no buffer");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM, .imm16 = 0xf000}), "atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_GATOM, .mod = 0, .c = 1}), "third operand");
    bad_word(word((struct wf_insn){.op = WF_OP_LDSATOM, .mod = 9, .c = 1}), "third operand");
    good_word(word((struct wf_insn){.op = WF_OP_LDSATOM, .mod = 10, .c = 1}));
    good_word(word((struct wf_insn){.op = WF_OP_GATOM, .mod = 0xff, .c = 1, .imm16 = 0xafff}));
    good_word(word((struct wf_insn){.op = WF_OP_GST, .mod = 0xff}));
    good_word(word((struct wf_insn){.op = WF_OP_GSTP, .mod = 0xff}));
    good_word(word((struct wf_insn){.op = WF_OP_TLD, .dst = 63, .c = 63, .imm16 = 0xffff}));
    good_word(word((struct wf_insn){.op = WF_OP_TST, .b = 63, .c = 63}));
    bad_word(word((struct wf_insn){.op = WF_OP_TLD, .c = 64}), "register number");
    bad_word(word((struct wf_insn){.op = WF_OP_TLD, .mod = 1}), "mod is not zero");
    good_word(word((struct wf_insn){.op = WF_OP_TATOM, .c = 7, .no_dst = true}));
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM, .imm16 = 0xe000}), "atomic operation");
    bad_word(word((struct wf_insn){.op = WF_OP_TATOM, .c = 7, .imm16 = 0xa000}), "multiple of 4");
    good_word(word((struct wf_insn){.op = WF_OP_TATOM, .c = 60, .imm16 = 0xa000}));
    bad_word(word((struct wf_insn){.op = WF_OP_LDSST, .mod = 1}), "mod is not zero");
    atomics64();
    good_word(word((struct wf_insn){.op = WF_OP_SV, .mod = 23}));
    bad_word(word((struct wf_insn){.op = WF_OP_SV, .mod = 27}), "system value");
    good_word(word((struct wf_insn){.op = WF_OP_GLD, .mod = 0xff, .imm16 = 0xffff}));
}

static uint64_t flow(uint8_t op, uint8_t level, uint16_t target)
{
    return word((struct wf_insn){.op = op, .mod = level, .imm16 = target});
}

static uint64_t endloop(uint8_t level, uint16_t target, uint16_t back)
{
    return word((struct wf_insn){.op = WF_OP_ENDLOOP, .mod = level, .imm16 = target, .back = back});
}

enum { SOUND = 17 };

static void sound_program(uint64_t code[SOUND])
{
    const uint64_t program[SOUND] = {
        flow(WF_OP_LOOP, 1, 13), flow(WF_OP_IF, 2, 4), flow(WF_OP_BREAK, 1, 4), flow(WF_OP_RET, 0, 4),
        flow(WF_OP_ELSE, 2, 9), flow(WF_OP_IF, 3, 7), flow(WF_OP_CONTINUE, 1, 7), flow(WF_OP_ENDIF, 3, 9), flow(WF_OP_DEMOTE, 0, 9),
        flow(WF_OP_ENDIF, 2, 13), flow(WF_OP_LOOP, 2, 12), flow(WF_OP_BREAKIF, 2, 12), endloop(2, 13, 11),
        flow(WF_OP_CONTINUING, 1, 14), endloop(1, 15, 1), flow(WF_OP_RET, 0, 16), end_word};

    memcpy(code, program, sizeof program);
}

/* Change one field of one word of a sound program: always found. */
static void structure(void)
{
    uint64_t code[SOUND];
    size_t where;

    sound_program(code);
    CHECK(!wf_code_check(code, SOUND, REGS, &where));
    CHECK(!wf_code_check(code, SOUND, REGS, NULL));
    for (size_t n = 0; n + 1 < SOUND; n++) {
        for (int step = -1; step <= 1; step += 2) {
            sound_program(code);
            struct wf_insn i = wf_insn_decode(code[n]);
            i.imm16 = (uint16_t)(i.imm16 + step);
            code[n] = wf_insn_encode(&i);
            CHECK(wf_code_check(code, SOUND, REGS, &where) != NULL);
            sound_program(code);
            i = wf_insn_decode(code[n]);
            i.mod = (uint8_t)(i.mod + step);
            code[n] = wf_insn_encode(&i);
            const bool outer = i.op == WF_OP_BREAKIF && step < 0;       /* it names the loop around its own */
            CHECK((wf_code_check(code, SOUND, REGS, &where) == NULL) == outer);
            CHECK(outer || where == n);
        }
        sound_program(code);
        memmove(code + n, code + n + 1, (SOUND - 1 - n) * sizeof *code);    /* one word is missing */
        CHECK((wf_code_check(code, SOUND - 1, REGS, &where) != NULL) == (n != SOUND - 2));  /* that ret is not missed */
        sound_program(code);
        CHECK(wf_code_check(code, n, REGS, &where) != NULL);                /* cut off */
    }
    sound_program(code);
    code[14] = endloop(1, 15, 2);
    refused(code, SOUND, "jump back", 14);
    sound_program(code);
    code[12] = endloop(2, 13, 10);
    refused(code, SOUND, "jump back", 12);
}

static void nesting(void)
{
    const uint64_t lone_else[] = {flow(WF_OP_ELSE, 1, 1), end_word};
    const uint64_t lone_endif[] = {flow(WF_OP_ENDIF, 1, 1), end_word};
    const uint64_t lone_endloop[] = {endloop(1, 1, 1), end_word};
    const uint64_t lone_break[] = {flow(WF_OP_BREAK, 0, 1), end_word};
    const uint64_t break_in_if[] = {flow(WF_OP_IF, 1, 2), flow(WF_OP_BREAKIF, 1, 2), flow(WF_OP_ENDIF, 1, 3), end_word};
    const uint64_t two_else[] = {flow(WF_OP_IF, 1, 1), flow(WF_OP_ELSE, 1, 2), flow(WF_OP_ELSE, 1, 3), flow(WF_OP_ENDIF, 1, 4), end_word};
    const uint64_t open_if[] = {flow(WF_OP_IF, 1, 1), end_word};
    const uint64_t open_loop[] = {flow(WF_OP_LOOP, 1, 2), WF_OP_NOP};
    const uint64_t inner_open[] = {flow(WF_OP_LOOP, 1, 4), WF_OP_NOP, flow(WF_OP_LOOP, 2, 4), WF_OP_NOP};
    const uint64_t else_open[] = {flow(WF_OP_IF, 1, 1), flow(WF_OP_ELSE, 1, 3), WF_OP_NOP};
    const uint64_t end_in_if[] = {flow(WF_OP_IF, 1, 2), end_word, flow(WF_OP_ENDIF, 1, 3), end_word};
    const uint64_t no_continuing[] = {flow(WF_OP_LOOP, 1, 2), flow(WF_OP_CONTINUE, 1, 2), endloop(1, 3, 1), end_word};
    const uint64_t late_continue[] = {flow(WF_OP_LOOP, 1, 1), flow(WF_OP_CONTINUING, 1, 3), flow(WF_OP_CONTINUE, 1, 3), endloop(1, 4, 1), end_word};
    const uint64_t outer_break[] = {flow(WF_OP_LOOP, 1, 4), flow(WF_OP_IF, 2, 3), flow(WF_OP_BREAK, 2, 3), flow(WF_OP_ENDIF, 2, 4), endloop(1, 5, 1),
                                    end_word};
    const uint64_t outer_bare[] = {flow(WF_OP_LOOP, 1, 4), flow(WF_OP_LOOP, 2, 3), flow(WF_OP_CONTINUE, 1, 3), endloop(2, 4, 2), endloop(1, 5, 1),
                                   end_word};
    const uint64_t outer_late[] = {flow(WF_OP_LOOP, 1, 1), flow(WF_OP_CONTINUING, 1, 5), flow(WF_OP_LOOP, 2, 4), flow(WF_OP_CONTINUE, 1, 4),
                                   endloop(2, 5, 3), endloop(1, 6, 1), end_word};
    const uint64_t deep_break[] = {flow(WF_OP_LOOP, 1, 2), flow(WF_OP_BREAK, 2, 2), endloop(1, 3, 1), end_word};
    const uint64_t deep_continuing[] = {flow(WF_OP_LOOP, 1, 3), flow(WF_OP_IF, 2, 2), flow(WF_OP_CONTINUING, 1, 4)};
    const uint64_t early_end[] = {end_word, WF_OP_NOP, end_word};
    const uint64_t no_end[] = {end_word, WF_OP_NOP};
    size_t where;

    refused(lone_else, 2, "else without", 0);
    refused(lone_endif, 2, "endif without", 0);
    refused(lone_endloop, 2, "endloop without", 0);
    refused(lone_break, 2, "outside of a loop", 0);
    refused(break_in_if, 4, "outside of a loop", 1);
    refused(two_else, 5, "else without", 2);
    refused(open_if, 2, "end inside", 1);
    refused(open_loop, 2, "loop without endloop", 0);
    refused(inner_open, 4, "loop without endloop", 2);
    refused(else_open, 3, "if without endif", 0);
    refused(end_in_if, 4, "end inside", 1);
    refused(no_continuing, 4, "has no continuing", 2);
    refused(late_continue, 5, "continue after", 2);
    refused(outer_break, 6, "not that of a loop", 2);
    refused(outer_bare, 6, "has no continuing", 4);
    refused(outer_late, 7, "continue after", 3);
    refused(deep_break, 4, "not that of a loop", 1);
    refused(deep_continuing, 3, "directly inside", 2);
    CHECK(!wf_code_check(early_end, 3, REGS, &where));
    refused(no_end, 2, "last instruction is not end", 1);
    refused(no_end, 0, "empty", 0);
}

static void sizes(void)
{
    static uint64_t code[WF_MAX_CODE + 1];
    enum { DEEP = WF_MAX_LEVEL };
    size_t where;

    code[WF_MAX_CODE - 1] = code[WF_MAX_CODE] = end_word;
    CHECK(!wf_code_check(code, WF_MAX_CODE, REGS, &where));
    refused(code, WF_MAX_CODE + 1, "more than 65536", 0);
    for (unsigned n = 0; n < DEEP; n++) {
        code[n] = flow(WF_OP_IF, (uint8_t)(n + 1), (uint16_t)(2 * DEEP - 1 - n));
        code[2 * DEEP - 1 - n] = flow(WF_OP_ENDIF, (uint8_t)(n + 1), (uint16_t)(2 * DEEP - n));
    }
    code[2 * DEEP] = end_word;
    CHECK(!wf_code_check(code, 2 * DEEP + 1, REGS, &where));
    code[DEEP] = flow(WF_OP_IF, 0, 0);
    refused(code, 2 * DEEP + 1, "255 deep", DEEP);
}

static void needs(struct wf_insn insn, unsigned registers)
{
    const uint64_t code[] = {WF_OP_NOP, word(insn), end_word};

    CHECK_EQ(wf_code_registers(code, 3), registers);
}

/* One more than the highest register of any operand. */
static void registers(void)
{
    needs((struct wf_insn){.op = WF_OP_NOP}, 0);
    needs((struct wf_insn){.op = WF_OP_ADD, .dst = 9, .a = 3, .b = 4}, 10);
    needs((struct wf_insn){.op = WF_OP_ADD, .dst = 1, .a = 12, .b = 4}, 13);
    needs((struct wf_insn){.op = WF_OP_ADD, .dst = 1, .a = 2, .b = 30}, 31);
    needs((struct wf_insn){.op = WF_OP_ADD, .dst = 1, .a = 2, .has_imm = true, .imm = 99}, 3);
    needs((struct wf_insn){.op = WF_OP_SEL, .dst = 1, .a = 2, .b = 3, .c = 20}, 21);
    needs((struct wf_insn){.op = WF_OP_BALLOT, .dst = 8, .b = 3}, 12);
    needs((struct wf_insn){.op = WF_OP_MCOUNT, .dst = 1, .c = 16}, 20);
    needs((struct wf_insn){.op = WF_OP_MATCH, .dst = 4, .c = 12, .mod = 3}, 15);
    needs((struct wf_insn){.op = WF_OP_MATCH, .dst = 4, .c = 17, .mod = 1}, 18);
    needs((struct wf_insn){.op = WF_OP_WADD, .dst = 1, .a = 2, .mod = 2 << 2, .c = 24}, 28);
    needs((struct wf_insn){.op = WF_OP_WADD, .dst = 1, .a = 2}, 3);
    needs((struct wf_insn){.op = WF_OP_GST, .a = 5, .b = 6, .mod = 0xf1}, 7);
    needs((struct wf_insn){.op = WF_OP_TLD, .dst = 1, .a = 2, .c = 30}, 31);
    needs((struct wf_insn){.op = WF_OP_TATOM, .no_dst = true, .a = 2, .c = 28, .imm16 = 0xa000}, 30);
    needs((struct wf_insn){.op = WF_OP_TATOM, .no_dst = true, .a = 2, .c = 28, .imm16 = 0x9000}, 29);
    needs((struct wf_insn){.op = WF_OP_LDSATOM, .no_dst = true, .a = 0, .b = 0}, 1);
    needs((struct wf_insn){.op = WF_OP_GATOM, .dst = 2, .a = 1, .b = 1, .c = 33, .imm16 = WF_ATOM_CAS << 12}, 34);
    needs((struct wf_insn){.op = WF_OP_SIZE, .dst = 40, .mod = 47}, 41);
    needs((struct wf_insn){.op = WF_OP_IF, .a = 50, .mod = 1, .imm16 = 2}, 51);
    CHECK_EQ(wf_code_registers(NULL, 0), 0);
}

/* Whatever the words: an answer, and no access outside of the program. */
static void noise(void)
{
    uint64_t seed = 99;

    for (unsigned round = 0; round < 2000; round++) {
        size_t count = check_random(&seed) % 20 + 1, where;
        uint64_t *code = malloc(count * sizeof *code);
        if (!code)
            return;
        for (size_t n = 0; n < count; n++)
            code[n] = check_random(&seed) % 14 | (uint64_t)(check_random(&seed) % 3) << 40 | (uint64_t)(check_random(&seed) % 20) << 48;
        CHECK(!wf_code_check(code, count, REGS, &where) || where < count);
        free(code);
    }
}

int main(void)
{
    words();
    modifiers();
    structure();
    nesting();
    sizes();
    noise();
    registers();
    return check_end("isa_code_check");
}
