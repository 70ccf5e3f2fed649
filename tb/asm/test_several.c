/* SPDX-License-Identifier: Apache-2.0
 * test_several.c - a kernel file of several dispatches: what is common and what is of one, places of mistakes, what may not stand beside others.
 */
#include "wfk.h"

#define COMMON "const N = 4\nbuffer A[8] = each i\nbuffer B[8]\nreg x = r3\n"
#define BODY "[numthreads(N,1,1)]\ncode\n mov x, 1\n end\n"

static void good(void)
{
    struct wf_kernel *k = wfk_good(COMMON "expect A = each i\n--- first\n" BODY "dispatch 2\n---\n" BODY "[wait] [high] [limit(7)]\n--- third ---\n"
                                   "[cancel(9)] [numthreads(8,1,1)]\nconst M = 2\ndispatch M, M\ncode\n nop\n end\nexpect B = each 0\n");
    struct wf_kernel *two = k ? k->next : NULL, *three = two ? two->next : NULL;

    CHECK(three && !three->next);
    if (!three) {
        wf_kernel_free(k);
        return;
    }
    CHECK_EQ(k->buffers, 2);
    CHECK_EQ(three->buffers, 2);
    CHECK_EQ(three->buffer[0].initial[5], 5);
    CHECK_EQ(k->desc.grid[0], 2);
    CHECK(!k->desc.wait && !k->desc.high && !k->desc.cycle_limit && !k->cancels);
    CHECK(two->desc.wait && two->desc.high && !two->cancels);
    CHECK_EQ(two->desc.cycle_limit, 7);
    CHECK_EQ(two->desc.grid[0], 1);
    CHECK(three->cancels && !three->desc.wait);
    CHECK_EQ(three->cancel_after, 9);
    CHECK_EQ(three->desc.grid[1], 2);
    CHECK_EQ(three->desc.threads[0], 8);
    CHECK(k->buffer[0].expected && three->buffer[0].expected && !k->buffer[1].expected && three->buffer[1].expected);
    CHECK_EQ(three->line[0], 23);               /* lines are those of the file */
    wf_kernel_free(k);

    k = wfk_good("[numthreads(4,1,1)]\ncode\n nop // --- no mark: it does not begin the line\n end\n");
    CHECK(k && !k->next);
    wf_kernel_free(k);
    k = wfk_good("--- the first line\n[numthreads(4,1,1)]\ncode\n end");
    CHECK(k && !k->next);
    wf_kernel_free(k);
}

static void bad(void)
{
    wfk_first(COMMON "---\n" BODY "---\n[numthreads(N,1,1)]\ncode\n bogus\n end\n", 13, 2, "unknown instruction");
    wfk_first(COMMON "---\n" BODY "---\n" BODY "buffer C[2]\n", 10, 1, "a buffer of one dispatch alone");
    wfk_first(COMMON "---\nbuffer C[2]\n" BODY "---\nbuffer D[2]\n" BODY, 11, 1, "a buffer of one dispatch alone");
    wfk_first(COMMON "---\nbuffer C[2]\n" BODY "---\nbuffer C[3]\n" BODY, 11, 1, "a buffer of one dispatch alone");
    wfk_first(COMMON "---\n" BODY "---\n[numthreads(N,1,1)]\nconst K = M\ncode\n end\n", 12, 11, "M");
    wfk_first(COMMON "---\n" BODY "---\n[numthreads(1025,1,1)]\ncode\n end\nexpect reject NUMTHREADS_X\n", 14, 1, "`expect reject` with other dispatches");
    wfk_first(COMMON "---\n" BODY "---\n[report_wave_size]\n" BODY, 10, 1, "report_wave_size with other dispatches");
    wfk_first("---\n[numthreads(4,1,1)]\ncode\n end\n---\n[shader(\"pixel\")]\nquads { 0,0,1 }\ncode\n end\n", 5, 1, "a pixel shader with other dispatches");
    wfk_first(COMMON BODY "---\n" BODY, 10, 2, "second `numthreads`");
    wfk_first("[numthreads(4,1,1)] [limit(-1)]\ncode\n end\n", 1, 28, "limit");
}

/* So many dispatches, and so much code in all, and no more. */
static void limits(void)
{
    static char text[65 * 48];
    static const char one[] = "--- one\n[numthreads(4,1,1)]\ncode\n nop\n end\n";
    struct wf_device device = wfk_device;
    struct wfk_told told = {0};

    for (unsigned n = 0; n < 64; n++)
        strcat(text, one);
    struct wf_kernel *k = wfk_parse_at(text, 0, &told);
    CHECK(k && !told.count);
    wf_kernel_free(k);
    device.imem_words = 128;
    k = wf_kernel_parse(text, strlen(text), &device, 0, wfk_listen, &told);
    CHECK(k && !told.count);
    wf_kernel_free(k);
    device.imem_words = 127;
    k = wf_kernel_parse(text, strlen(text), &device, 0, wfk_listen, &told);
    CHECK(!k);
    CHECK_EQ(told.count, 1);
    CHECK(told.at[0].line == 63 * 5 + 1);
    CHECK(strstr(told.at[0].text, "this dispatch and those before it have 128 instructions; expected at most 127 in all on this device"));
    wf_kernel_free(k);
    strcat(text, one);
    wfk_first(text, 64 * 5 + 1, 1, "a dispatch more than a file may have; expected at most 64");
}

int main(void)
{
    good();
    bad();
    limits();
    return check_end("asm_several");
}
