/* SPDX-License-Identifier: Apache-2.0
 * test_repeat.c - `repeat` gives the words of the lines written out, with lines and sources of the text; its mistakes, each told once.
 */
#include "wfk.h"

#define EIGHT(line) line line line line line line line line
#define HEAD "[numthreads(8,1,1)]\nconst N = 3\nbuffer A[64]\ncode\n"

static void same_words(const char *text, const char *written_out)
{
    char both[2][600];

    snprintf(both[0], sizeof both[0], HEAD "%s end\n", text);
    snprintf(both[1], sizeof both[1], HEAD "%s end\n", written_out);
    struct wf_kernel *k = wfk_good(both[0]), *wanted = wfk_good(both[1]);
    const bool good = k && wanted && k->count == wanted->count && !memcmp(k->code, wanted->code, k->count * sizeof *k->code);
    CHECK(good);
    if (!good)
        printf("  %s\n", text);
    wf_kernel_free(k);
    wf_kernel_free(wanted);
}

static void words(void)
{
    same_words(" repeat 3\n add r1, r1, 1\n endrepeat\n", " add r1, r1, 1\n add r1, r1, 1\n add r1, r1, 1\n");
    same_words(" repeat N, K // of them\n add r1, r1, 4*K\n store A[r2+4*K], r1 // one\n endrepeat // done\n",
               " add r1, r1, 0\n store A[r2], r1\n add r1, r1, 4\n store A[r2+4], r1\n add r1, r1, 8\n store A[r2+8], r1\n");
    same_words(" repeat 2, I\n repeat 2, K\n mov r1, 10*I + K\n endrepeat\n nop\n endrepeat\n", " mov r1, 0\n mov r1, 1\n nop\n mov r1, 10\n mov r1, 11\n nop\n");
    same_words(" repeat 2, I\n repeat I + 1\n mov r1, I\n endrepeat\n endrepeat\n", " mov r1, 0\n mov r1, 1\n mov r1, 1\n");
    same_words(" repeat 2, K\n mov r1, K\n endrepeat\n repeat 2, K\n mov r2, K\n endrepeat\n", " mov r1, 0\n mov r1, 1\n mov r2, 0\n mov r2, 1\n");
    same_words(" repeat 2\n if r1\n nop\n endif\n endrepeat\n", " if r1\n nop\n endif\n if r1\n nop\n endif\n");
    same_words(" repeat 2\n if r1\n endrepeat\n nop\n repeat 2\n endif\n endrepeat\n", " if r1\n if r1\n nop\n endif\n endif\n");
    same_words(" repeat 1\n endrepeat\n repeat 5\n\n endrepeat\n", "");
}

static void places(void)
{
    struct wf_kernel *k = wfk_good(HEAD " nop\n repeat 2, K\n mov r1, K\n\n mov r2, K\n endrepeat\n end\n");
    static const unsigned line[] = {5, 7, 9, 7, 9, 11};

    CHECK(k && k->count == 6);
    for (size_t n = 0; k && n < k->count; n++)
        CHECK_EQ(k->line[n], line[n]);
    CHECK(k && !strcmp(wf_kernel_source(k, 3), "mov r1, K"));
    wf_kernel_free(k);
}

static void mistakes(void)
{
    wfk_only(HEAD " repeat\n nop\n endrepeat\n end\n", 5, 8, "expected an expression");
    wfk_only(HEAD " repeat 0\n nop\n endrepeat\n end\n", 5, 9, "repeat is 0; expected 1 to 65536 times");
    wfk_only(HEAD " repeat 65537, K\n mov r1, K\n endrepeat\n end\n", 5, 9, "repeat is 65537; expected 1 to 65536 times");
    wfk_only(HEAD " repeat 2, \n nop\n endrepeat\n end\n", 5, 12, "expected a new name");
    wfk_only(HEAD " repeat 2, N\n nop\n endrepeat\n end\n", 5, 12, "`N` is declared already in line 2");
    wfk_only(HEAD " repeat 2, K\n repeat 2, K\n nop\n endrepeat\n endrepeat\n end\n", 6, 12, "`K` is declared already in line 5");
    wfk_only(HEAD " repeat 2 3\n nop\n endrepeat\n end\n", 5, 11, "expected the end of the line");
    wfk_only(HEAD " repeat 2\n nop\n endrepeat 2\n end\n", 7, 12, "expected the end of the line");
    wfk_only(HEAD " repeat 9\n add r1, r1\n endrepeat\n end\n", 6, 12, "expected `,`");
    wfk_only(HEAD " repeat 2, K\n nop\n endrepeat\n mov r1, K\n end\n", 8, 10, "unknown name `K`");
    wfk_only(HEAD " repeat 2, K\n mov r1, 1/(1 - K)\n endrepeat\n end\n", 6, 11, "division by zero");
    wfk_only(HEAD " endrepeat\n end\n", 5, 2, "`endrepeat` without `repeat`; expected `repeat` above it");
    wfk_only(HEAD " repeat 2\n nop\n end\n", 5, 2, "`repeat` without `endrepeat`; expected it before line 8");
    wfk_only(HEAD " repeat 2\n nop\nexpect A = each 0\n endrepeat\n end\n", 5, 2, "`repeat` without `endrepeat`; expected it before line 7");
    wfk_only(HEAD " repeat 65536\n repeat 65536\n endrepeat\n endrepeat\n end\n", 6, 2, "takes too long");
    wfk_only(HEAD "" EIGHT(" repeat 1\n") " repeat 1\n nop\n endrepeat\n" EIGHT(" endrepeat\n") " end\n", 13, 2,
             "nested too deep; expected at most 8 levels");
    wfk_only("[numthreads(8,1,1)]\nrepeat 2\ncode\nend\n", 2, 1, "expected an attribute");
}

int main(void)
{
    words();
    places();
    mistakes();
    return check_end("asm_repeat");
}
