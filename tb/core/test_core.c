/* SPDX-License-Identifier: Apache-2.0
 *
 * test_core.c - single instructions against values by hand, and control flow against what each lane should have done.
 */
#include "../common/wf_testkit.h"

#include "../../c_model/model/core/core.h"

static uint32_t one(uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t value = 0xdeadbeef;

    CHECK(wf_integer_perform(op, 1, &a, &b, &c, &value) || wf_float_perform(op, 1, &a, &b, &c, &value));
    return value;
}

static void test_integer(void)
{
    CHECK_EQ(one(WF_OP_MOV, 1, 2, 3), 2);
    CHECK_EQ(one(WF_OP_NOT, 1, 2, 3), 0xfffffffd);
    CHECK_EQ(one(WF_OP_ADD, 0xffffffff, 2, 3), 1);
    CHECK_EQ(one(WF_OP_SUB, 1, 2, 3), 0xffffffff);
    CHECK_EQ(one(WF_OP_RSUB, 1, 2, 3), 1);
    CHECK_EQ(one(WF_OP_AND, 12, 10, 0), 8);
    CHECK_EQ(one(WF_OP_OR, 12, 10, 0), 14);
    CHECK_EQ(one(WF_OP_XOR, 12, 10, 0), 6);
    CHECK_EQ(one(WF_OP_SHL, 3, 33, 0), 6);
    CHECK_EQ(one(WF_OP_SHR, 0x80000000, 31, 0), 1);
    CHECK_EQ(one(WF_OP_SAR, 0x80000000, 31, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_SAR, 0x80000001, 32, 0), 0x80000001);
    CHECK_EQ(one(WF_OP_SAR, 0x40000000, 30, 0), 1);
    CHECK_EQ(one(WF_OP_MINS, 0xffffffff, 1, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_MAXS, 0xffffffff, 1, 0), 1);
    CHECK_EQ(one(WF_OP_MINU, 0xffffffff, 1, 0), 1);
    CHECK_EQ(one(WF_OP_MAXU, 0xffffffff, 1, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_SEL, 0x80000000, 2, 3), 2);
    CHECK_EQ(one(WF_OP_SEL, 0, 2, 3), 3);
    CHECK_EQ(one(WF_OP_EQ, 5, 5, 0), 1);
    CHECK_EQ(one(WF_OP_NE, 5, 5, 0), 0);
    CHECK_EQ(one(WF_OP_LTS, 0xffffffff, 0, 0), 1);
    CHECK_EQ(one(WF_OP_GES, 0xffffffff, 0, 0), 0);
    CHECK_EQ(one(WF_OP_LTU, 0xffffffff, 0, 0), 0);
    CHECK_EQ(one(WF_OP_GEU, 0xffffffff, 0, 0), 1);
    CHECK_EQ(one(WF_OP_MUL, 0x10001, 0x10001, 0), 0x20001);
    CHECK_EQ(one(WF_OP_MULHU, 0xffffffff, 0xffffffff, 0), 0xfffffffe);
    CHECK_EQ(one(WF_OP_MULHS, 0xffffffff, 0xffffffff, 0), 0);
    CHECK_EQ(one(WF_OP_MULHS, 0x80000000, 2, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_MULHS, 0x80000000, 0x80000000, 0), 0x40000000);
    CHECK_EQ(one(WF_OP_MAD, 0xffffffff, 3, 5), 2);
}

static void test_bits(void)
{
    CHECK_EQ(one(WF_OP_COUNTBITS, 0, 0xf00f0001, 0), 9);
    CHECK_EQ(one(WF_OP_REVBITS, 0, 0x80000006, 0), 0x60000001);
    CHECK_EQ(one(WF_OP_FFBL, 0, 0x80000000, 0), 31);
    CHECK_EQ(one(WF_OP_FFBL, 0, 0, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_FFBHU, 0, 1, 0), 0);
    CHECK_EQ(one(WF_OP_FFBHU, 0, 0, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_FFBHS, 0, 0xffffffff, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_FFBHS, 0, 0xfffffffb, 0), 2);
    CHECK_EQ(one(WF_OP_FFBHS, 0, 0x7fffffff, 0), 30);
    CHECK_EQ(one(WF_OP_FFBHS, 0, 0x80000000, 0), 30);
    CHECK_EQ(one(WF_OP_BFEU, 0x12345678, 0x0804, 0), 0x67);
    CHECK_EQ(one(WF_OP_BFEU, 0x12345678, 0x2000, 0), 0x12345678);
    CHECK_EQ(one(WF_OP_BFEU, 0xffffffff, 0x3f1c, 0), 0xf);          /* width 63 counts as 32 */
    CHECK_EQ(one(WF_OP_BFEU, 0xffffffff, 0x0005, 0), 0);
    CHECK_EQ(one(WF_OP_BFES, 0x00000f80, 0x0507, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_BFES, 0x00000780, 0x0507, 0), 0xf);
    CHECK_EQ(one(WF_OP_BFES, 0x80000000, 0x2000, 0), 0x80000000);
    CHECK_EQ(one(WF_OP_BFES, 0xffffffff, 0x0005, 0), 0);
    CHECK_EQ(one(WF_OP_BFES, 0x80000000, 0x081c, 0), 0x8);          /* the field's top bit lies above bit 31: it is 0 */
    CHECK_EQ(one(WF_OP_BFI, 0xffffffff, 0xa5, 0x0808), 0xffffa5ff);
    CHECK_EQ(one(WF_OP_BFI, 0x11111111, 0x22222222, 0x2000), 0x22222222);
    CHECK_EQ(one(WF_OP_BFI, 0x11111111, 0x22222222, 0x0010), 0x11111111);
    CHECK_EQ(one(WF_OP_BFI, 0, 0xffffffff, 0x201c), 0xf0000000);
}

static void test_float(void)
{
    const uint32_t nan = 0x7f800001, minus_zero = 0x80000000, two = 0x40000000;

    CHECK_EQ(one(WF_OP_FADD, two, two, 0), 0x40800000);
    CHECK_EQ(one(WF_OP_FSUB, two, two, 0), 0);
    CHECK_EQ(one(WF_OP_FMUL, two, minus_zero, 0), minus_zero);
    CHECK_EQ(one(WF_OP_FMA, two, two, minus_zero | two), two);
    CHECK_EQ(one(WF_OP_FABS, 0, 0xff800001, 0), nan);               /* only the sign bit */
    CHECK_EQ(one(WF_OP_FNEG, 0, nan, 0), 0xff800001);
    CHECK_EQ(one(WF_OP_FMIN, nan, two, 0), two);
    CHECK_EQ(one(WF_OP_FMAX, 0, minus_zero, 0), 0);
    CHECK_EQ(one(WF_OP_FEQ, 0, minus_zero, 0), 1);
    CHECK_EQ(one(WF_OP_FEQ, nan, nan, 0), 0);
    CHECK_EQ(one(WF_OP_FNE, nan, nan, 0), 1);
    CHECK_EQ(one(WF_OP_FNE, 0, minus_zero, 0), 0);
    CHECK_EQ(one(WF_OP_FLT, minus_zero, 0, 0), 0);
    CHECK_EQ(one(WF_OP_FLE, minus_zero, 0, 0), 1);
    CHECK_EQ(one(WF_OP_FLE, nan, 0, 0), 0);
    CHECK_EQ(one(WF_OP_FGT, two, 0x7f800000, 0), 0);
    CHECK_EQ(one(WF_OP_FGE, two, nan, 0), 0);
    CHECK_EQ(one(WF_OP_FLOOR, 0, 0xbf000000, 0), 0xbf800000);
    CHECK_EQ(one(WF_OP_F2I, 0, 0xbf800000, 0), 0xffffffff);
    CHECK_EQ(one(WF_OP_U2F, 0, 0xffffffff, 0), 0x4f800000);
    CHECK_EQ(one(WF_OP_F2H, 0, 0x3f800000, 0), 0x3c00);
    CHECK_EQ(one(WF_OP_H2F, 0, 0x3c00, 0), 0x3f800000);
}

/* if (lane & 1) { if (lane & 2) x = 1; else x = 2; } else { if (lane & 2) x = 3; }   x += 10 */
static void test_nested_if(void)
{
    static const uint32_t x[4] = { 10, 12, 13, 11 };
    struct kit *k = calloc(1, sizeof *k);

    kit_begin(k, 30, 1, 1, 32);
    kit_sv(k, 0, WF_SV_LANE);
    kit_imm(k, WF_OP_AND, 1, 0, 1);
    kit_imm(k, WF_OP_AND, 2, 0, 2);
    kit_cond(k, WF_OP_IF, 1);
    kit_cond(k, WF_OP_IF, 2);
    kit_imm(k, WF_OP_MOV, 3, 0, 1);
    kit_flow(k, WF_OP_ELSE);
    kit_imm(k, WF_OP_MOV, 3, 0, 2);
    kit_flow(k, WF_OP_ENDIF);
    kit_flow(k, WF_OP_ELSE);
    kit_cond(k, WF_OP_IF, 2);
    kit_imm(k, WF_OP_MOV, 3, 0, 3);
    kit_flow(k, WF_OP_ENDIF);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_ADD, 3, 3, 10);
    kit_store(k, 3);
    if (kit_finish(k)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 30; lane++)
            CHECK_EQ(kit_out(k, lane), x[lane % 4]);
        CHECK_EQ(kit_out(k, 30), 0);
        CHECK_EQ(k->stats.instructions, 19);
    }
    kit_end(k);
    free(k);
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

static void write_inner_loop(struct kit *k)
{
    kit_imm(k, WF_OP_MOV, 6, 0, 0);                 /* j = 0 */
    kit_flow(k, WF_OP_LOOP);
    kit_op(k, WF_OP_GEU, 7, 6, 1, 0);
    kit_cond(k, WF_OP_BREAKIF, 7);
    kit_imm(k, WF_OP_EQ, 7, 6, 4);
    kit_cond(k, WF_OP_IF, 7);
    kit_flow(k, WF_OP_BREAK);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_ADD, 2, 2, 100);
    kit_flow(k, WF_OP_CONTINUING);
    kit_imm(k, WF_OP_ADD, 6, 6, 1);
    kit_flow(k, WF_OP_ENDLOOP);
}

static void test_loop(unsigned size)
{
    struct kit *k = calloc(1, sizeof *k);

    kit_begin(k, 29, 1, 1, size);
    kit_sv(k, 0, WF_SV_TID_X);
    kit_flow(k, WF_OP_LOOP);
    kit_op(k, WF_OP_EQ, 3, 1, 0, 0);
    kit_cond(k, WF_OP_BREAKIF, 3);
    kit_imm(k, WF_OP_MULHU, 4, 1, 0x55555556);      /* i / 3 */
    kit_imm(k, WF_OP_MUL, 4, 4, 3);
    kit_op(k, WF_OP_SUB, 4, 1, 4, 0);
    kit_imm(k, WF_OP_EQ, 4, 4, 1);
    kit_cond(k, WF_OP_IF, 4);
    kit_flow(k, WF_OP_CONTINUE);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_EQ, 4, 0, 13);
    kit_imm(k, WF_OP_EQ, 5, 1, 5);
    kit_op(k, WF_OP_AND, 4, 4, 5, 0);
    kit_cond(k, WF_OP_IF, 4);
    kit_imm(k, WF_OP_MOV, 2, 0, 999);
    kit_store(k, 2);
    kit_flow(k, WF_OP_RET);
    kit_flow(k, WF_OP_ENDIF);
    write_inner_loop(k);
    kit_op(k, WF_OP_ADD, 2, 2, 1, 0);
    kit_flow(k, WF_OP_CONTINUING);
    kit_imm(k, WF_OP_ADD, 1, 1, 1);
    kit_flow(k, WF_OP_ENDLOOP);
    kit_store(k, 2);
    if (kit_finish(k)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 29; lane++)
            CHECK_EQ(kit_out(k, lane), loop_of_lane(lane));
    }
    kit_end(k);
    free(k);
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

/* dst = lane % n */
static void write_modulo(struct kit *k, unsigned dst, uint32_t n)
{
    kit_imm(k, WF_OP_MULHU, dst, 0, 0xffffffffu / n + 1);
    kit_imm(k, WF_OP_MUL, dst, dst, n);
    kit_op(k, WF_OP_SUB, dst, 0, dst, 0);
}

/* r0 lane, r1 sum, r2 i, r3 j, r4 k */
static void write_outer_loops(struct kit *k)
{
    kit_flow(k, WF_OP_LOOP);
    write_modulo(k, 10, 7);
    kit_op(k, WF_OP_EQ, 11, 2, 10, 0);
    kit_cond(k, WF_OP_BREAKIF, 11);
    kit_imm(k, WF_OP_MOV, 3, 0, 0);
    kit_flow(k, WF_OP_LOOP);
    kit_imm(k, WF_OP_EQ, 11, 3, 3);
    kit_leave(k, WF_OP_BREAKIF, 11, 1);
    write_modulo(k, 10, 5);
    kit_imm(k, WF_OP_ADD, 10, 10, 2);
    kit_op(k, WF_OP_ADD, 11, 2, 3, 0);
    kit_op(k, WF_OP_EQ, 11, 11, 10, 0);
    kit_cond(k, WF_OP_IF, 11);
    kit_leave(k, WF_OP_CONTINUE, 0, 2);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_MOV, 4, 0, 0);
    kit_flow(k, WF_OP_LOOP);
    kit_op(k, WF_OP_LTU, 11, 3, 4, 0);
    kit_cond(k, WF_OP_BREAKIF, 11);
    kit_imm(k, WF_OP_AND, 10, 0, 3);
    kit_op(k, WF_OP_EQ, 10, 10, 2, 0);
    kit_imm(k, WF_OP_EQ, 11, 4, 2);
    kit_op(k, WF_OP_AND, 11, 11, 10, 0);
    kit_leave(k, WF_OP_BREAKIF, 11, 3);
    write_modulo(k, 10, 3);
    kit_op(k, WF_OP_EQ, 11, 4, 10, 0);
    kit_cond(k, WF_OP_IF, 11);
    kit_leave(k, WF_OP_CONTINUE, 0, 2);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_ADD, 1, 1, 16);
    kit_imm(k, WF_OP_ADD, 4, 4, 1);
    kit_flow(k, WF_OP_ENDLOOP);
    kit_imm(k, WF_OP_ADD, 1, 1, 256);
    kit_flow(k, WF_OP_CONTINUING);
    kit_imm(k, WF_OP_ADD, 3, 3, 1);
    kit_flow(k, WF_OP_ENDLOOP);
    kit_flow(k, WF_OP_CONTINUING);
    kit_imm(k, WF_OP_ADD, 1, 1, 4096);
    kit_imm(k, WF_OP_ADD, 2, 2, 1);
    kit_flow(k, WF_OP_ENDLOOP);
}

static void test_outer_loops(unsigned size)
{
    struct kit *k = calloc(1, sizeof *k);

    kit_begin(k, 107, 1, 1, size);
    kit_sv(k, 0, WF_SV_TID_X);
    write_outer_loops(k);
    kit_imm(k, WF_OP_BCOUNT, 12, 0, 1);             /* all are together again */
    kit_imm(k, WF_OP_SHL, 12, 12, 24);
    kit_op(k, WF_OP_ADD, 1, 1, 12, 0);
    kit_store(k, 1);
    if (kit_finish(k)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 107; lane++)
            CHECK_EQ(kit_out(k, lane), outer_of_lane(lane) + ((lane / size * size + size <= 107 ? size : 107 % size) << 24));
    }
    kit_end(k);
    free(k);
}

/* After the loop and after each if all lanes are together again: a ballot shows who runs. */
static void test_reconvergence(void)
{
    struct kit *k = calloc(1, sizeof *k);

    kit_begin(k, 8, 1, 1, 8);
    kit_sv(k, 0, WF_SV_LANE);
    kit_imm(k, WF_OP_MOV, 1, 0, 1);
    kit_flow(k, WF_OP_LOOP);                        /* lane l breaks in round l % 4 */
    kit_imm(k, WF_OP_AND, 2, 0, 3);
    kit_op(k, WF_OP_EQ, 2, 2, 3, 0);
    kit_cond(k, WF_OP_IF, 2);
    kit_op(k, WF_OP_BALLOT, 8, 0, 1, 0);
    kit_flow(k, WF_OP_BREAK);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_ADD, 3, 3, 1);
    kit_flow(k, WF_OP_ENDLOOP);
    kit_op(k, WF_OP_BALLOT, 12, 0, 1, 0);
    kit_imm(k, WF_OP_SHL, 12, 12, 8);
    kit_op(k, WF_OP_OR, 8, 8, 12, 0);
    kit_store(k, 8);
    if (kit_finish(k)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 8; lane++)
            CHECK_EQ(kit_out(k, lane), 0xff00 | 0x11u << lane % 4);
    }
    kit_end(k);
    free(k);
}

/* The pc after each instruction of a wave whose lanes all leave: the next meeting place, not the next instruction. */
static void test_pc_when_empty(void)
{
    static const uint16_t pcs[] = { 0, 1, 4, 6, 7, 8, 9, 11, 12, 13, 15, 16 };
    struct kit *k = calloc(1, sizeof *k);
    const uint32_t group[3] = { 0, 0, 0 };
    struct wf_effect *effect = calloc(1, sizeof *effect);

    kit_begin(k, 4, 1, 1, 4);
    kit_flow(k, WF_OP_NOP);                         /*  0 */
    kit_cond(k, WF_OP_IF, 1);                       /*  1: r1 = 0, nobody */
    kit_flow(k, WF_OP_NOP);                         /*  2 */
    kit_flow(k, WF_OP_NOP);                         /*  3 */
    kit_flow(k, WF_OP_ELSE);                        /*  4 */
    kit_flow(k, WF_OP_ENDIF);                       /*  5: lanes go on from 4, so this is passed next */
    kit_flow(k, WF_OP_LOOP);                        /*  6 */
    kit_imm(k, WF_OP_MOV, 2, 0, 1);                 /*  7 */
    kit_cond(k, WF_OP_IF, 2);                       /*  8 */
    kit_flow(k, WF_OP_BREAK);                       /*  9 */
    kit_flow(k, WF_OP_NOP);                         /* 10 */
    kit_flow(k, WF_OP_ENDIF);                       /* 11: still nobody */
    kit_flow(k, WF_OP_CONTINUING);                  /* 12: nobody; on to its endloop */
    kit_flow(k, WF_OP_ENDLOOP);                     /* 13: all that broke go on */
    kit_cond(k, WF_OP_IF, 1);                       /* 14 */
    kit_flow(k, WF_OP_ENDIF);                       /* 15 */
    if (kit_finish(k)) {                            /* 16: end */
        CHECK(wf_machine_launch(k->machine, 0, group, 0));
        for (unsigned i = 0, skipped = 0; i < sizeof pcs / sizeof *pcs + 2; i++) {
            if (i == 3 || i == 11) {                /* 5 and 14 stand between the listed ones */
                CHECK_EQ(wf_machine_pc(k->machine, 0), i == 3 ? 5 : 14);
                skipped++;
            } else {
                CHECK_EQ(wf_machine_pc(k->machine, 0), pcs[i - skipped]);
            }
            CHECK(wf_machine_step(k->machine, 0, effect));
        }
        CHECK(effect->ended);
        CHECK(!wf_machine_running(k->machine, 0));
        CHECK(wf_machine_done(k->machine));
    }
    kit_end(k);
    free(effect);
    free(k);
}

/* A wave whose lanes all return, some inside a loop, ends there. */
static void test_return(void)
{
    struct kit *k = calloc(1, sizeof *k);

    kit_begin(k, 8, 1, 1, 8);
    kit_sv(k, 0, WF_SV_LANE);
    kit_imm(k, WF_OP_AND, 1, 0, 1);
    kit_flow(k, WF_OP_LOOP);
    kit_store(k, 2);
    kit_cond(k, WF_OP_IF, 1);
    kit_flow(k, WF_OP_RET);
    kit_flow(k, WF_OP_ELSE);
    kit_imm(k, WF_OP_MOV, 1, 0, 1);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_ADD, 2, 2, 1);
    kit_flow(k, WF_OP_ENDLOOP);
    kit_imm(k, WF_OP_MOV, 2, 0, 77);                /* never reached */
    kit_store(k, 2);
    if (kit_finish(k)) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned lane = 0; lane < 8; lane++)
            CHECK_EQ(kit_out(k, lane), lane % 2 == 0);
        CHECK_EQ(k->stats.instructions, 3 + 10 + 5);
    }
    kit_end(k);
    free(k);
}

/* Code that ends in nothing or in no instruction: the wave ends there, once, and the record says where.  `words` replaces the length. */
static void ends_by_fault(uint32_t words, uint16_t entry, uint8_t op, enum wf_fault kind, unsigned pc, uint64_t instructions)
{
    struct kit *k = calloc(1, sizeof *k);
    struct wf_buffer buffers[WF_MAX_BUFFERS];

    kit_begin(k, 8, 1, 1, 8);
    kit_imm(k, WF_OP_MOV, 1, 0, 7);
    kit_store(k, 1);
    CHECK(kit_finish(k));
    wf_machine_free(k->machine);
    k->code[1] = (k->code[1] & ~(uint64_t)255) | (op != 0 ? op : k->code[1] & 255);
    k->desc.code_words = words;
    k->desc.entry = entry;
    memcpy(buffers, k->buffer, sizeof buffers);
    k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, buffers, k->memory, KIT_MEMORY);
    CHECK_EQ(kit_run(k, 1), WF_RUN_DONE);
    CHECK_EQ(k->stats.instructions, instructions);
    CHECK_EQ(wf_machine_fault(k->machine)->kind, kind);
    CHECK_EQ(wf_machine_fault(k->machine)->pc, pc);
    CHECK_EQ(wf_machine_fault(k->machine)->lane, 0);
    CHECK_EQ(wf_machine_fault(k->machine)->count, 1);
    kit_end(k);
    free(k);
}

/* The fault is the wave's; its record names the first running lane: lane 2, since 0 and 1 have returned. */
static void fault_behind_return(void)
{
    struct kit *k = calloc(1, sizeof *k);
    struct wf_buffer buffers[WF_MAX_BUFFERS];

    kit_begin(k, 8, 1, 1, 8);
    kit_sv(k, 0, WF_SV_LANE);
    kit_imm(k, WF_OP_LTU, 1, 0, 2);
    kit_cond(k, WF_OP_IF, 1);
    kit_flow(k, WF_OP_RET);
    kit_flow(k, WF_OP_ENDIF);
    kit_imm(k, WF_OP_MOV, 2, 0, 1);
    CHECK(kit_finish(k));
    memcpy(buffers, k->buffer, sizeof buffers);
    k->code[5] |= 255;                              /* no instruction */
    wf_machine_free(k->machine);
    k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, buffers, k->memory, KIT_MEMORY);
    CHECK_EQ(kit_run(k, 1), WF_RUN_DONE);
    CHECK_EQ(wf_machine_fault(k->machine)->kind, WF_FAULT_OPCODE);
    CHECK_EQ(wf_machine_fault(k->machine)->pc, 5);
    CHECK_EQ(wf_machine_fault(k->machine)->lane, 2);
    CHECK_EQ(wf_machine_fault(k->machine)->count, 1);
    kit_end(k);
    free(k);
}

static void test_code_ends(void)
{
    fault_behind_return();
    ends_by_fault(2, 0, 0, WF_FAULT_CODE_RANGE, 2, 3);          /* behind the last instruction */
    ends_by_fault(5, 5, 0, WF_FAULT_CODE_RANGE, 5, 1);          /* an entry outside */
    ends_by_fault(5, 40000, 0, WF_FAULT_CODE_RANGE, 40000, 1);
    ends_by_fault(5, 0, 0xff, WF_FAULT_OPCODE, 1, 2);
}

int main(void)
{
    test_integer();
    test_bits();
    test_float();
    test_nested_if();
    for (unsigned size = 4; size <= 128; size *= 2)
        test_loop(size), test_outer_loops(size);
    test_reconvergence();
    test_pc_when_empty();
    test_return();
    test_code_ends();
    return check_end("core");
}
