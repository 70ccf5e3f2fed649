/* SPDX-License-Identifier: Apache-2.0
 * lanes.h - loops over the lanes of a wave, compiled twice where that pays.
 *
 * A function of n lanes (a parameter of this name) written with WF_LANES_BOTH exists in the form that any processor
 * runs and, with GCC or Clang on x86-64, in one for processors with AVX2 and FMA, there once more for the usual 32
 * lanes, whose loops then have a known length; a call takes the form that fits.  All give the same bits: the operations
 * are integer operations, single float operations (-ffp-contract=off), and fmaf, which is rounded once either way.
 * Elsewhere, or with WF_LANES_PORTABLE defined, there is the first form alone.
 */
#ifndef WAVEFOLD_CORE_LANES_H
#define WAVEFOLD_CORE_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "mask.h"

#if defined(__GNUC__) && defined(__x86_64__) && !defined(WF_LANES_PORTABLE)
#define WF_LANES_INLINE static inline __attribute__((always_inline))
static inline bool wf_lanes_wide(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}
#define WF_LANES_BOTH(type, name, parameters, arguments)                                                               \
    __attribute__((target("avx2,bmi2,fma,popcnt"))) static type name##_wide parameters                                 \
    {                                                                                                                  \
        if (n == 32)                                                                                                   \
            return name##_form arguments;                                                                              \
        n &= ~7u;                                                                                                      \
        return name##_form arguments;                                                                                  \
    }                                                                                                                  \
    __attribute__((noinline)) static type name##_plain parameters { return name##_form arguments; }                    \
    type name parameters                                                                                               \
    {                                                                                                                  \
        return n % 8 == 0 && wf_lanes_wide() ? name##_wide arguments : name##_plain arguments;                         \
    }
#else
#define WF_LANES_INLINE static inline
#define WF_LANES_BOTH(type, name, parameters, arguments)                                                               \
    type name parameters { return name##_form arguments; }
#endif

/* Before a loop whose turns are independent: each reads and writes at its own index alone, so that rows may be one and
 * the same. */
#if defined(__clang__)
#define WF_LANES_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#pragma clang diagnostic ignored "-Wpass-failed"    /* some loops call functions and stay scalar */
#elif defined(__GNUC__)
#define WF_LANES_INDEPENDENT _Pragma("GCC ivdep")
#else
#define WF_LANES_INDEPENDENT
#endif

/* What an operation gives in each of n lanes i, into value[]; it is one of those that are known. */
#define WF_LANES_EACH(expression)                                                                                      \
    do {                                                                                                               \
        WF_LANES_INDEPENDENT                                                                                           \
        for (unsigned i = 0; i < n; i++)                                                                               \
            value[i] = (uint32_t)(expression);                                                                         \
        return true;                                                                                                   \
    } while (0)

/* A set as words: all ones in its lanes, 0 in others; n rounded up to eights are written.  Returns taken. */
uint32_t *wf_lanes_spread(unsigned n, struct wf_mask set, uint32_t *taken);

/* row[lane] = value[lane] for the lanes of a set that was spread, n lanes in all.  Returns row. */
uint32_t *wf_lanes_blend(unsigned n, const uint32_t *taken, const uint32_t *value, uint32_t *row);

/* The lanes 0..n-1 whose word is not 0. */
struct wf_mask wf_lanes_nonzero(unsigned n, const uint32_t *value);

#endif
