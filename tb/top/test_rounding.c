/* SPDX-License-Identifier: Apache-2.0
 * test_rounding.c - results do not depend on the caller's floating-point environment, and it comes back as it was.
 */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "wavefold/kernel.h"

/* 0.1f is rounded up from 0.1; 1 + 2^-24 is a tie; 1 / 3 in decimal; 2^-126 / 2 is a denormal, and
 * twice that is none */
static const char text[] = "[numthreads(1,1,1)]\nbuffer Out[5]\ncode\n mov r0, 0\n mov r1, 0.1\n store Out[r0], r1\n mov r1, 1.0\n"
                           " fadd r1, r1, 5.9604644775390625e-8\n store Out[r0+4], r1\n mov r1, 0x00800000\n fmul r1, r1, 0.5\n"
                           " store Out[r0+8], r1\n mov r1, 0xbf800000\n fadd r1, r1, 0xb3800001\n store Out[r0+12], r1\n mov r1, 0x00400000\n"
                           " fmul r1, r1, 2.0\n store Out[r0+16], r1\n end\n";
/* by the rule: to nearest, ties to even, denormals kept */
enum { WORDS = 5 };
static const uint32_t want[WORDS] = {0x3dcccccd, 0x3f800000, 0x00400000, 0xbf800001, 0x00800000};

static int status;

static void verdict(const char *name, const char *what, bool good)
{
    printf("%s rounding %s: %s\n", good ? "PASS" : "FAIL", name, what);
    status |= !good;
}

/* `stepwise`: by wf_machine_step, as the lock-step checker does. */
static bool run(bool stepwise, uint32_t out[WORDS])
{
    const struct wf_device device = {.lanes = 4, .waves = 4, .groups = 4, .regs = 64, .lds_words = 1024, .imem_words = 4096};
    struct wf_kernel *kernel = wf_kernel_parse(text, sizeof text - 1, &device, 0, NULL, NULL);
    if (!kernel)
        return false;
    struct wf_buffer buffers[WF_MAX_BUFFERS] = {{0, 0}};
    struct wf_shape shape;
    struct wf_run_stats stats;
    size_t words = wf_kernel_place(kernel, buffers);
    uint32_t *memory = calloc(words, sizeof *memory);
    wf_kernel_fill(kernel, buffers, memory, words);
    bool good = wf_dispatch_check(&kernel->desc, &device, &shape) == WF_REJECT_NONE;
    struct wf_machine *m = wf_machine_new(&device, &kernel->desc, &shape, kernel->code, kernel->count, buffers, memory, words);
    if (stepwise) {
        static struct wf_effect effect;
        good = good && wf_machine_launch(m, 0, (const uint32_t[3]){0, 0, 0}, 0);
        do
            feclearexcept(FE_ALL_EXCEPT);           /* what was inexact before has its flags, and is no part of the rounding */
        while (good && wf_machine_step(m, 0, &effect));
    } else {
        feclearexcept(FE_ALL_EXCEPT);
        good = good && wf_machine_run(m, 0, 1000, &stats, NULL, NULL) == WF_RUN_DONE;
    }
    memcpy(out, memory + buffers[0].base / 4, WORDS * sizeof *out);
    wf_machine_free(m);
    free(memory);
    wf_kernel_free(kernel);
    return good;
}

static void check(const char *name, int mode)
{
    for (int stepwise = 0; stepwise < 2; stepwise++) {
        uint32_t out[WORDS] = {0};
        bool ran = run(stepwise, out);
        verdict(name, stepwise ? "the right words, stepwise" : "the right words", ran && !memcmp(out, want, sizeof want));
        for (int i = 0; i < WORDS; i++)
            if (out[i] != want[i])
                printf("    word %d is 0x%08x, expected 0x%08x\n", i, (unsigned)out[i], (unsigned)want[i]);
    }
    verdict(name, "the caller's rounding is as it was", fegetround() == mode);
}

int main(void)
{
    static const struct { const char *name; int mode; } modes[] = {
        {"to nearest", FE_TONEAREST}, {"up", FE_UPWARD}, {"down", FE_DOWNWARD}, {"toward zero", FE_TOWARDZERO}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        fesetround(modes[i].mode);
        check(modes[i].name, modes[i].mode);
    }
    fesetround(FE_TONEAREST);
#ifdef __SSE__
    static const struct { const char *name; unsigned bits; } flushes[] = {
        {"denormal results to zero", 0x8000}, {"denormal operands as zero", 0x0040}, {"denormals flushed", 0x8040}};
    for (size_t i = 0; i < sizeof flushes / sizeof flushes[0]; i++) {
        const unsigned before = _mm_getcsr(), flush = flushes[i].bits;
        _mm_setcsr(before | flush);
        check(flushes[i].name, FE_TONEAREST);
        verdict(flushes[i].name, "they are flushed still", (_mm_getcsr() & 0x8040) == flush);
        _mm_setcsr(before);
    }
#endif
    return status;
}
