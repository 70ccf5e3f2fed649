/* SPDX-License-Identifier: Apache-2.0
 * test_unbalanced.c - control flow that wf_code_check refuses, on the model all the same: what has no partner does nothing, the stack stays within its
 * bounds, and lanes that leave a loop that is not open run no more.
 */
#include "../common/wf_testkit.h"

#include "../../c_model/model/core/core.h"

enum { SIZE = 8, MOST = 3 };

static struct wf_wave wave;
static struct wf_frame frames[MOST + 1];
static uint32_t cond[WF_MAX_LANES];

static void start(unsigned max_depth)
{
    memset(&wave, 0, sizeof wave);
    memset(frames, 0x5a, sizeof frames);
    wave.size = SIZE;
    wave.frame = frames;
    wave.max_depth = max_depth;
    wave.live = wave.exec = wf_mask_first(SIZE);
}

static void perform(uint8_t op, unsigned level)
{
    const struct wf_insn insn = {.op = op, .mod = (uint8_t)level, .imm16 = 9};

    wf_flow_perform(&wave, &insn, cond);
}

/* Nothing is open. */
static void test_nothing_open(void)
{
    static const uint8_t op[] = {WF_OP_ELSE, WF_OP_ENDIF, WF_OP_CONTINUING, WF_OP_ENDLOOP};

    for (unsigned i = 0; i < sizeof op; i++) {
        start(MOST);
        perform(op[i], 1);
        CHECK(wave.depth == 0 && wf_mask_count(wave.exec) == SIZE && wf_mask_count(wave.live) == SIZE);
    }
}

/* A loop that is not open, or that is no loop: level 0, one too deep, and an `if`. */
static void test_no_loop(void)
{
    static const uint8_t op[] = {WF_OP_BREAK, WF_OP_CONTINUE, WF_OP_BREAKIF};

    for (unsigned i = 0; i < sizeof op; i++)
        for (unsigned level = 0; level < 3; level++) {
            start(MOST);
            for (unsigned lane = 0; lane < SIZE; lane++)
                cond[lane] = lane < 6;
            perform(WF_OP_IF, 1);
            CHECK(wave.depth == 1 && wf_mask_count(wave.exec) == 6);
            for (unsigned lane = 0; lane < SIZE; lane++)
                cond[lane] = lane == 4;
            perform(op[i], level);
            CHECK_EQ(wf_mask_count(wave.exec), op[i] == WF_OP_BREAKIF ? 5 : 0);
            perform(WF_OP_CONTINUING, 1);
            perform(WF_OP_ENDIF, 1);                    /* those of the other side come back */
            CHECK_EQ(wf_mask_count(wave.exec), op[i] == WF_OP_BREAKIF ? 7 : 2);
            CHECK(wave.depth == 0 && wf_mask_count(wave.live) == SIZE);
        }
}

/* More constructs than the stack has frames for: those behind it stay as they were. */
static void test_too_deep(void)
{
    struct wf_frame untouched;

    start(MOST);
    untouched = frames[MOST];
    for (unsigned i = 0; i < MOST + 5; i++)
        perform(WF_OP_LOOP, i + 1);
    CHECK_EQ(wave.depth, MOST);
    CHECK(!memcmp(&frames[MOST], &untouched, sizeof untouched));
    for (unsigned i = 0; i < MOST + 5; i++)
        perform(WF_OP_ENDIF, 1);
    CHECK(wave.depth == 0 && wf_mask_count(wave.exec) == SIZE);
}

int main(void)
{
    test_nothing_open();
    test_no_loop();
    test_too_deep();
    return check_end("core_unbalanced");
}
