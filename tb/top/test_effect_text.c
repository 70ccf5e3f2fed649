/* SPDX-License-Identifier: Apache-2.0
 * test_effect_text.c - what a line of a trace says of an instruction (docs/program.md, "Trace"): lanes, values, addresses, what is stored and compared,
 * refused lanes, more lanes than are shown.
 */
#include "../common/wf_testkit.h"

static const uint32_t origin[3] = {0, 0, 0};

/* The text of instruction n of the code, in a wave of 8. */
static void says(const char *code, unsigned n, const char *wanted)
{
    struct kit *k = kit_new(8, 1, 1, 8);
    struct wf_effect *effect = calloc(1, sizeof *effect);
    char text[WF_EFFECT_TEXT];

    k->desc.groupshared_bytes = 64;
    k->buffer[1] = (struct wf_buffer){64, 64};
    k->memory[16] = 0x1d;
    k->memory[17] = 0x80000000;
    if (effect != NULL && kit_code(k, code) && wf_machine_launch(k->machine, 0, origin, 0)) {
        for (unsigned i = 0; i <= n; i++)
            CHECK(wf_machine_step(k->machine, 0, effect));
        wf_effect_text(effect, 8, k->buffer, text);
        CHECK(!strcmp(text, wanted));
        if (strcmp(text, wanted))
            printf("%s\n  %s\n  wanted %s\n", code, text, wanted);
    }
    free(effect);
    kit_free(k);
}

#define LANES(condition) "sv r0, lane; mov r3, 0; mov r4, 5; " condition "; if r1; "
#define TWO LANES("lt.u r1, r0, 2")

int main(void)
{
    says("sv r0, lane", 0, "ff ; 0:00000000 1:00000001 2:00000002 3:00000003 +4 lanes");
    says(LANES("ge.u r1, r0, 5") "add r5, r0, 0x10; endif", 5, "e0 ; 5:00000015 6:00000016 7:00000017");
    says(LANES("eq r1, r0, 6") "nop; endif", 5, "40 ;");
    says(TWO "ballot q8, r4; endif", 5, "03 ; 0:00000000000000000000000000000003 1:00000000000000000000000000000003");
    says(TWO "load r5, B1[r3]; endif", 5, "03 ; 0@0:0000001d 1@0:0000001d");
    says(TWO "shl r5, r0, 2; store B1[r5+8], r4; endif", 6, "03 ; 0@8=00000005 1@c=00000005");
    says(TWO "shl r5, r0, 5; store B1[r5+32], r4; endif", 6, "03 ; 0@20=00000005 1@40!=00000005");
    says(TWO "atomic.add r6, B1[r3], r4; endif", 5, "03 ; 0@0=00000005:0000001d 1@0=00000005:00000022");
    says(TWO "atomic.add _, B1[r3], r4; endif", 5, "03 ; 0@0=00000005 1@0=00000005");
    says(TWO "lds.cas r6, [r3+12], r4, r0; endif", 5, "03 ; 0@c=00000005?00000000:00000000 1@c=00000005?00000001:00000005");
    says(LANES("eq r1, r0, 1") "mov r8, 2; mov r9, 1; atomic64.add q12, B1[r3], q8; endif", 7, "02 ; 1@0=0000000100000002:800000000000001d");
    says(LANES("eq r1, r0, 1") "mov r8, 2; mov r9, 1; mov r10, 3; atomic64.cas _, B1[r3], q8; endif", 8, "02 ; 1@0=0000000100000002?0000000000000003");
    /* a table names a buffer a lane: its addresses are those in memory, and of one that is refused its offset */
    says(TWO "add r5, r0, 1; table.load r6, [r5][r3+4]; endif", 6, "03 ; 0@44:80000000 1@4!:00000000");
    return check_end("effect_text");
}
