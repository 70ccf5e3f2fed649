/* SPDX-License-Identifier: Apache-2.0
 * test_no_memory.c - allocation number n fails, alone or with all that follow, for every n: the file is refused with "out of memory", and
 * nothing leaks
 * (counted here; the build with ASan counts too).
 */
#include <stdlib.h>

#include "../../c_model/asm/asm.h"
#include "wfk.h"

static const char text[] =
    "[numthreads(8,1,1)] [groupshared(64)]\n"
    "const N = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10\n"
    "buffer A[N] = each i < 4 ? hash(i) : A0 == 1 ? i : 7\n"
    "const M = 3\n"
    "code\n  sv r1, wave\n  loop\n  if r1\n  continue\n  else\n  break\n  endif\n  endloop\n"
    "  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  nop\n  end\n"
    "expect A = { 1, _, fill N }\n"
    "buffer F[2] = file \"NAME_8\"\nbuffer G[9] = each float(i)\nexpect F any_order = file \"NAME_8\" within 1 ulp\nexpect G sorted.f\n"
    "expect G sum = 36.0\nexpect G count(2.0) = 1\n";

struct budget {
    unsigned good, used;        /* so many succeed, then one fails */
    bool once, failed;          /* once: those after it succeed again */
};

static void *resize(void *user, void *old, size_t size)
{
    struct budget *b = user;

    b->used++;
    if (b->used <= b->good || (b->once && b->failed))
        return realloc(old, size);
    b->failed = true;
    return NULL;
}

/* Returns whether the parse came through. */
static bool try_with(const char *file, unsigned allocations, bool once, bool good_file)
{
    static struct wfk_told told;
    struct budget b = {.good = allocations, .once = once};
    struct wfa_limits limits = wfa_default_limits;
    unsigned reads = 0;
    const struct wf_files files = {.read = wfk_read, .user = &reads};

    memset(&told, 0, sizeof told);
    limits.resize = resize;
    limits.resize_user = &b;
    struct wf_kernel *k = wfa_parse(file, strlen(file), &wfk_device, 0, &files, wfk_listen, &told, &limits);
    CHECK((k != NULL) == (!b.failed && good_file));
    if (b.failed) {
        CHECK(told.count >= 1);
        CHECK(strstr(told.at[told.count - 1 < 128 ? told.count - 1 : 127].text, "out of memory"));
        CHECK(b.used <= allocations + 3);       /* it gives up soon */
    }
    wf_kernel_free(k);
    return !b.failed;
}

static void each_allocation(const char *file, bool good_file, unsigned least)
{
    for (unsigned once = 0; once < 2; once++) {
        unsigned n = 0;
        while (n < 1000 && !try_with(file, n, once, good_file))
            n++;
        CHECK(n >= least && n < 1000);
    }
}

int main(void)
{
    char good[sizeof text + 20];

    snprintf(good, sizeof good, "const A0 = 1\n%s", text);
    each_allocation(good, true, 15);
    each_allocation(text, false, 10);       /* A0 is unknown */
    each_allocation("", false, 2);
    return check_end("asm_no_memory");
}
