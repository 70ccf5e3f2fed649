/* SPDX-License-Identifier: Apache-2.0
 * test_core.c - single instructions against values by hand, and control flow against what each lane should have done.
 */
#include "../common/wf_testkit.h"

#include "../../c_model/model/core/core.h"

#define TWO 0x40000000
#define MINUS_ZERO 0x80000000
#define MINUS_TWO 0xc0000000
#define NAN_1 0x7f800001

/* The operation, its operands, its value. */
static const struct { uint8_t op; uint32_t a, b, c, value; } single[] = {
    /* integers */
    { WF_OP_MOV, 1, 2, 3, 2 }, { WF_OP_NOT, 1, 2, 3, 0xfffffffd }, { WF_OP_ADD, 0xffffffff, 2, 3, 1 },
    { WF_OP_SUB, 1, 2, 3, 0xffffffff }, { WF_OP_RSUB, 1, 2, 3, 1 }, { WF_OP_AND, 12, 10, 0, 8 },
    { WF_OP_OR, 12, 10, 0, 14 }, { WF_OP_XOR, 12, 10, 0, 6 }, { WF_OP_SHL, 3, 33, 0, 6 },
    { WF_OP_SHR, 0x80000000, 31, 0, 1 }, { WF_OP_SAR, 0x80000000, 31, 0, 0xffffffff },
    { WF_OP_SAR, 0x80000001, 32, 0, 0x80000001 }, { WF_OP_SAR, 0x40000000, 30, 0, 1 },
    { WF_OP_MINS, 0xffffffff, 1, 0, 0xffffffff }, { WF_OP_MAXS, 0xffffffff, 1, 0, 1 },
    { WF_OP_MINU, 0xffffffff, 1, 0, 1 }, { WF_OP_MAXU, 0xffffffff, 1, 0, 0xffffffff },
    { WF_OP_SEL, 0x80000000, 2, 3, 2 }, { WF_OP_SEL, 0, 2, 3, 3 }, { WF_OP_EQ, 5, 5, 0, 1 },
    { WF_OP_NE, 5, 5, 0, 0 }, { WF_OP_LTS, 0xffffffff, 0, 0, 1 }, { WF_OP_GES, 0xffffffff, 0, 0, 0 },
    { WF_OP_LTU, 0xffffffff, 0, 0, 0 }, { WF_OP_GEU, 0xffffffff, 0, 0, 1 },
    { WF_OP_MUL, 0x10001, 0x10001, 0, 0x20001 }, { WF_OP_MULHU, 0xffffffff, 0xffffffff, 0, 0xfffffffe },
    { WF_OP_MULHS, 0xffffffff, 0xffffffff, 0, 0 }, { WF_OP_MULHS, 0x80000000, 2, 0, 0xffffffff },
    { WF_OP_MULHS, 0xfffffffd, 5, 0, 0xffffffff },
    { WF_OP_MULHS, 0x80000000, 0x80000000, 0, 0x40000000 }, { WF_OP_MAD, 0xffffffff, 3, 5, 2 },
    /* bits */
    { WF_OP_COUNTBITS, 0, 0xf00f0001, 0, 9 }, { WF_OP_REVBITS, 0, 0x80000006, 0, 0x60000001 },
    { WF_OP_FFBL, 0, 0x80000000, 0, 31 }, { WF_OP_FFBL, 0, 0, 0, 0xffffffff }, { WF_OP_FFBHU, 0, 1, 0, 0 },
    { WF_OP_FFBHU, 0, 0, 0, 0xffffffff }, { WF_OP_FFBHS, 0, 0xffffffff, 0, 0xffffffff },
    { WF_OP_FFBHS, 0, 0xfffffffb, 0, 2 }, { WF_OP_FFBHS, 0, 0x7fffffff, 0, 30 },
    { WF_OP_FFBHS, 0, 0x80000000, 0, 30 }, { WF_OP_BFEU, 0x12345678, 0x0804, 0, 0x67 },
    { WF_OP_BFEU, 0x12345678, 0x2000, 0, 0x12345678 },
    { WF_OP_BFEU, 0xffffffff, 0x3f1c, 0, 0xf },                     /* width 63 counts as 32 */
    { WF_OP_BFEU, 0xffffffff, 0x0005, 0, 0 }, { WF_OP_BFES, 0x00000f80, 0x0507, 0, 0xffffffff },
    { WF_OP_BFES, 0x00000780, 0x0507, 0, 0xf }, { WF_OP_BFES, 0x80000000, 0x2000, 0, 0x80000000 },
    { WF_OP_BFES, 0xffffffff, 0x0005, 0, 0 },
    { WF_OP_BFES, 0x80000000, 0x081c, 0, 0x8 },                     /* the field's top bit lies above bit 31: it is 0 */
    { WF_OP_BFI, 0xffffffff, 0xa5, 0x0808, 0xffffa5ff }, { WF_OP_BFI, 0x11111111, 0x22222222, 0x2000, 0x22222222 },
    { WF_OP_BFI, 0x11111111, 0x22222222, 0x0010, 0x11111111 }, { WF_OP_BFI, 0, 0xffffffff, 0x201c, 0xf0000000 },
    /* floats */
    { WF_OP_FADD, TWO, TWO, 0, 0x40800000 }, { WF_OP_FSUB, TWO, TWO, 0, 0 },
    { WF_OP_FMUL, TWO, MINUS_ZERO, 0, MINUS_ZERO }, { WF_OP_FMA, TWO, TWO, MINUS_TWO, TWO },
    { WF_OP_FABS, 0, 0xff800001, 0, NAN_1 },                        /* only the sign bit */
    { WF_OP_FNEG, 0, NAN_1, 0, 0xff800001 }, { WF_OP_FMIN, NAN_1, TWO, 0, TWO },
    { WF_OP_FMAX, 0, MINUS_ZERO, 0, 0 }, { WF_OP_FEQ, 0, MINUS_ZERO, 0, 1 }, { WF_OP_FEQ, NAN_1, NAN_1, 0, 0 },
    { WF_OP_FNE, NAN_1, NAN_1, 0, 1 }, { WF_OP_FNE, 0, MINUS_ZERO, 0, 0 }, { WF_OP_FLT, MINUS_ZERO, 0, 0, 0 },
    { WF_OP_FLE, MINUS_ZERO, 0, 0, 1 }, { WF_OP_FLE, NAN_1, 0, 0, 0 }, { WF_OP_FGT, TWO, 0x7f800000, 0, 0 },
    { WF_OP_FGE, TWO, NAN_1, 0, 0 }, { WF_OP_FLOOR, 0, 0xbf000000, 0, 0xbf800000 },
    { WF_OP_F2I, 0, 0xbf800000, 0, 0xffffffff }, { WF_OP_U2F, 0, 0xffffffff, 0, 0x4f800000 },
    { WF_OP_F2H, 0, 0x3f800000, 0, 0x3c00 }, { WF_OP_H2F, 0, 0x3c00, 0, 0x3f800000 },
};

static void test_single(void)
{
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        const uint8_t op = single[i].op;
        const uint32_t a = single[i].a, b = single[i].b, c = single[i].c;
        uint32_t value = 0xdeadbeef;
        CHECK(wf_integer_perform(op, 1, &a, &b, &c, &value) || wf_float_perform(op, 1, &a, &b, &c, &value));
        CHECK_EQ(value, single[i].value);
        if (value != single[i].value)
            printf("  %s of %#x, %#x, %#x\n", wf_op_info(op)->mnemonic, (unsigned)a, (unsigned)b, (unsigned)c);
    }
}

/* if (lane & 1) { if (lane & 2) x = 1; else x = 2; } else { if (lane & 2) x = 3; }   x += 10 */
static void test_nested_if(void)
{
    static const uint32_t x[4] = { 10, 12, 13, 11 };
    struct kit *k = kit_new(30, 1, 1, 32);

    if (kit_code(k, "sv r0, lane; and r1, r0, 1; and r2, r0, 2;"
                    "if r1; if r2; mov r3, 1; else; mov r3, 2; endif;"
                    "else; if r2; mov r3, 3; endif; endif;"
                    "add r3, r3, 10;" KIT_STORE("r3"))) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 30; lane++)
            CHECK_EQ(kit_out(k, lane), x[lane % 4]);
        CHECK_EQ(kit_out(k, 30), 0);
        CHECK_EQ(k->stats.instructions, 19);
    }
    kit_free(k);
}

/* What one lane does in test_loop. */
static uint32_t loop_of_lane(uint32_t lane)
{
    uint32_t sum = 0;

    for (uint32_t i = 0;; i++) {
        if (i == lane)
            break;
        if (i % 3 == 1)
            continue;
        if (lane == 13 && i == 5)
            return 999;
        for (uint32_t j = 0;; j++) {
            if (j >= i)
                break;
            if (j == 4)
                break;
            sum += 100;
        }
        sum += i;
    }
    return sum;
}

static void test_loop(unsigned size)
{
    struct kit *k = kit_new(29, 1, 1, size);

    /* r0 lane, r1 i, r2 sum, r6 j */
    if (kit_code(k, "sv r0, tid.x;"
                    "loop; eq r3, r1, r0; breakif r3;"
                    "  mulhi.u r4, r1, 0x55555556; mul r4, r4, 3; sub r4, r1, r4; eq r4, r4, 1;"    /* i % 3 == 1 */
                    "  if r4; continue; endif;"
                    "  eq r4, r0, 13; eq r5, r1, 5; and r4, r4, r5;"
                    "  if r4; mov r2, 999;" KIT_STORE("r2") "; ret; endif;"
                    "  mov r6, 0;"
                    "  loop; ge.u r7, r6, r1; breakif r7; eq r7, r6, 4; if r7; break; endif;"
                    "    add r2, r2, 100; continuing; add r6, r6, 1; endloop;"
                    "  add r2, r2, r1; continuing; add r1, r1, 1; endloop;" KIT_STORE("r2"))) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 29; lane++)
            CHECK_EQ(kit_out(k, lane), loop_of_lane(lane));
    }
    kit_free(k);
}

/* Three loops; lanes leave and continue the outer and the middle one from the inner ones. */
static uint32_t outer_of_lane(uint32_t lane)
{
    uint32_t sum = 0, i, j, k;

    for (i = 0; i != lane % 7; sum += 4096, i++) {
        for (j = 0; j != 3; j++) {
            if (i + j == lane % 5 + 2)
                goto next_i;
            for (k = 0; k <= j; k++) {
                if (k == 2 && i == lane % 4)
                    return sum;
                if (k == lane % 3)
                    goto next_j;
                sum += 16;
            }
            sum += 256;
        next_j:;
        }
    next_i:;
    }
    return sum;
}

/* r0 lane, r1 sum, r2 i, r3 j, r4 k */
#define MODULO_OF_LANE(dst, n, inverse) \
    "mulhi.u " dst ", r0, " inverse "; mul " dst ", " dst ", " n "; sub " dst ", r0, " dst ";"
static const char outer_loops[] =
    "sv r0, tid.x;"
    "loop;" MODULO_OF_LANE("r10", "7", "0x24924925") "eq r11, r2, r10; breakif r11;"
    "  mov r3, 0;"
    "  loop; eq r11, r3, 3; breakif r11, 1;"
    "    " MODULO_OF_LANE("r10", "5", "0x33333334") "add r10, r10, 2; add r11, r2, r3; eq r11, r11, r10;"
    "    if r11; continue 2; endif;"
    "    mov r4, 0;"
    "    loop; lt.u r11, r3, r4; breakif r11;"
    "      and r10, r0, 3; eq r10, r10, r2; eq r11, r4, 2; and r11, r11, r10; breakif r11, 3;"
    "      " MODULO_OF_LANE("r10", "3", "0x55555556") "eq r11, r4, r10; if r11; continue 2; endif;"
    "      add r1, r1, 16; add r4, r4, 1; endloop;"
    "    add r1, r1, 256; continuing; add r3, r3, 1; endloop;"
    "  continuing; add r1, r1, 4096; add r2, r2, 1; endloop;"
    "countlanes r12, 1; shl r12, r12, 24; add r1, r1, r12;"         /* all are together again */
    KIT_STORE("r1");

static void test_outer_loops(unsigned size)
{
    struct kit *k = kit_new(107, 1, 1, size);

    if (kit_code(k, outer_loops)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 107; lane++)
            CHECK_EQ(kit_out(k, lane), outer_of_lane(lane) + ((lane / size * size + size <= 107 ? size : 107 % size) << 24));
    }
    kit_free(k);
}

/* After the loop and after each if all lanes are together again: a ballot shows who runs. */
static void test_reconvergence(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    if (kit_code(k, "sv r0, lane; mov r1, 1;"
                    "loop; and r2, r0, 3; eq r2, r2, r3;"           /* lane l breaks in round l % 4 */
                    "  if r2; ballot q8, r1; break; endif; add r3, r3, 1; endloop;"
                    "ballot q12, r1; shl r12, r12, 8; or r8, r8, r12;" KIT_STORE("r8"))) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 8; lane++)
            CHECK_EQ(kit_out(k, lane), 0xff00 | 0x11u << lane % 4);
    }
    kit_free(k);
}

/* The pc after each instruction of a wave whose lanes all leave: the next meeting place, not the next instruction. */
static void test_pc_when_empty(void)
{
    static const uint16_t pcs[] = { 0, 1, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16 };
    struct kit *k = kit_new(4, 1, 1, 4);
    const uint32_t group[3] = { 0, 0, 0 };
    struct wf_effect *effect = calloc(1, sizeof *effect);

    /* r1 = 0: nobody takes the first branch; lanes go on from 4, so 5 is passed next */
    if (kit_code(k, "nop; if r1; nop; nop; else; endif;"            /*  0 */
                    "loop; mov r2, 1;"                              /*  6 */
                    "  if r2; break; nop; endif;"                   /*  8: at 11 still nobody */
                    "  continuing; endloop;"                        /* 12: nobody; on to its endloop; all that broke go on */
                    "if r1; endif")) {                              /* 14; 16: end */
        CHECK(wf_machine_launch(k->machine, 0, group, 0));
        for (unsigned i = 0; i < sizeof pcs / sizeof *pcs; i++) {
            CHECK_EQ(wf_machine_pc(k->machine, 0), pcs[i]);
            CHECK(wf_machine_step(k->machine, 0, effect));
        }
        CHECK(effect->ended);
        CHECK(!wf_machine_running(k->machine, 0));
        CHECK(wf_machine_done(k->machine));
    }
    kit_free(k);
    free(effect);
}

/* A wave whose lanes all return, some inside a loop, ends there. */
static void test_return(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    if (kit_code(k, "sv r0, lane; and r1, r0, 1;"
                    "loop;" KIT_STORE("r2") "; if r1; ret; else; mov r1, 1; endif; add r2, r2, 1; endloop;"
                    "mov r2, 77;" KIT_STORE("r2"))) {               /* never reached */
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 8; lane++)
            CHECK_EQ(kit_out(k, lane), lane % 2 == 0);
        CHECK_EQ(k->stats.instructions, 3 + 10 + 5);
    }
    kit_free(k);
}

/* What is not set later has no zeros to begin with. */
__attribute__((noinline)) static void dirty_stack(void)
{
    volatile unsigned char room[8192];

    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0xff;
}

/* The changed code of the kit runs until a wave ends by a fault, once; its record says where and in which lane. */
static void ends_by_fault(struct kit *k, enum wf_fault kind, unsigned pc, unsigned lane)
{
    struct wf_buffer buffers[WF_MAX_BUFFERS];

    memcpy(buffers, k->buffer, sizeof buffers);
    wf_machine_free(k->machine);
    dirty_stack();
    k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, buffers, k->memory, KIT_MEMORY);
    CHECK_EQ(kit_run(k, 1), WF_RUN_DONE);
    CHECK_EQ(wf_machine_fault(k->machine)->kind, kind);
    CHECK_EQ(wf_machine_fault(k->machine)->pc, pc);
    CHECK_EQ(wf_machine_fault(k->machine)->lane, lane);
    CHECK_EQ(wf_machine_fault(k->machine)->count, 1);
}

/* Code that ends in nothing or in no instruction.  `words` replaces the length, `op` the opcode of instruction 1. */
static void code_ends(uint32_t words, uint16_t entry, uint8_t op, enum wf_fault kind, unsigned pc,
                      uint64_t instructions)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    CHECK(kit_code(k, "mov r1, 7;" KIT_STORE("r1")));
    k->code[1] = (k->code[1] & ~(uint64_t)255) | (op != 0 ? op : k->code[1] & 255);
    k->desc.code_words = words;
    k->desc.entry = entry;
    ends_by_fault(k, kind, pc, 0);
    CHECK_EQ(k->stats.instructions, instructions);
    kit_free(k);
}

/* The fault is the wave's; its record names the first running lane: lane 2, since 0 and 1 have returned. */
static void fault_behind_return(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    CHECK(kit_code(k, "sv r0, lane; lt.u r1, r0, 2; if r1; ret; endif; mov r2, 1"));
    k->code[5] |= 255;                              /* no instruction */
    ends_by_fault(k, WF_FAULT_OPCODE, 5, 2);
    kit_free(k);
}

static void test_code_ends(void)
{
    fault_behind_return();
    code_ends(2, 0, 0, WF_FAULT_CODE_RANGE, 2, 3);          /* behind the last instruction */
    code_ends(5, 5, 0, WF_FAULT_CODE_RANGE, 5, 1);          /* an entry outside */
    code_ends(5, 40000, 0, WF_FAULT_CODE_RANGE, 40000, 1);
    code_ends(5, 0, 0xff, WF_FAULT_OPCODE, 1, 2);
}

static struct wf_wave wave_of(struct wf_frame *frame, unsigned max_depth)
{
    const struct wf_mask all = wf_mask_first(8);

    return (struct wf_wave){ .size = 8, .live = all, .exec = all, .frame = frame, .max_depth = max_depth };
}

static void perform(struct wf_wave *wave, uint8_t op, uint8_t level, uint16_t target)
{
    const struct wf_insn insn = { .op = op, .mod = level, .imm16 = target, .back = 77 };
    static const uint32_t cond[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };

    wf_flow_perform(wave, &insn, cond);
}

/* A loop counts how often it has begun anew. */
static void test_turns(void)
{
    struct wf_frame frame[1];
    struct wf_wave wave = wave_of(frame, 1);

    perform(&wave, WF_OP_LOOP, 1, 9);
    for (unsigned turn = 0; turn < 3; turn++) {
        CHECK_EQ(frame[0].turn, turn);
        perform(&wave, WF_OP_ENDLOOP, 1, 9);
        CHECK_EQ(wave.pc, 77);
    }
    perform(&wave, WF_OP_BREAK, 1, 9);
    perform(&wave, WF_OP_ENDLOOP, 1, 9);
    CHECK_EQ(wave.depth, 0);
    CHECK_EQ(wave.pc, 10);                          /* nobody ran from 77 to the end of the loop at 9; all go on after it */
}

/* What no checked program has stays within the stack: a level of no loop, one construct too many, an end of none. */
static void test_unbalanced(void)
{
    static const uint8_t levels[] = { 0, 1, 2, 200 };
    static const uint8_t ends[] = { WF_OP_ELSE, WF_OP_ENDIF, WF_OP_CONTINUING, WF_OP_ENDLOOP };

    for (unsigned i = 0; i < sizeof levels; i++) {
        struct wf_frame frame[3] = { { .is_loop = false } };
        struct wf_wave wave = wave_of(frame + 1, 1);
        frame[0].is_loop = frame[2].is_loop = true;             /* around the stack */
        perform(&wave, WF_OP_IF, 1, 5);
        perform(&wave, i % 2 ? WF_OP_BREAK : WF_OP_CONTINUE, levels[i], 40);
        CHECK(wf_mask_empty(wave.exec));
        CHECK_EQ(wave.live.half[0], 0xff);
        CHECK_EQ(wave.pc, 40);
        for (unsigned f = 0; f < 3; f++)
            CHECK(wf_mask_empty(frame[f].to_merge) && wf_mask_empty(frame[f].to_continue) && wf_mask_empty(frame[f].to_else));
    }
    for (unsigned i = 0; i < sizeof ends; i++) {
        struct wf_frame frame[2] = { { .is_loop = false } };
        struct wf_wave wave = wave_of(frame, 1);
        frame[0].to_else = frame[0].to_merge = frame[0].to_continue = wf_mask_make(0x100, 0);       /* of no open construct */
        perform(&wave, ends[i], 1, 40);
        CHECK_EQ(wave.depth, 0);
        CHECK_EQ(wave.exec.half[0], 0xff);
        perform(&wave, WF_OP_LOOP, 1, 40);
        perform(&wave, WF_OP_LOOP, 2, 40);                      /* there is no frame for it */
        CHECK_EQ(wave.depth, 1);
        CHECK(!frame[1].is_loop);
    }
}

int main(void)
{
    test_single();
    test_turns();
    test_unbalanced();
    test_nested_if();
    for (unsigned size = 4; size <= 128; size *= 2)
        test_loop(size), test_outer_loops(size);
    test_reconvergence();
    test_pc_when_empty();
    test_return();
    test_code_ends();
    return check_end("core");
}
