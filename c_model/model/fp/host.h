/* SPDX-License-Identifier: Apache-2.0
 * host.h - the host's arithmetic as the model needs it: rounding to nearest even, denormals kept.  A caller may have
 * set anything else; the entries of the library that calculate with floats set their own and give the caller's back.
 */
#ifndef WF_FP_HOST_H
#define WF_FP_HOST_H

#include <fenv.h>
#include <float.h>
#include <stdbool.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

static inline bool wf_host_float_fits(void)
{
#ifdef __SSE__
    const unsigned rounding = 3u << 13, flush = 1u << 15, denormals_are_zero = 1u << 6;
    return (_mm_getcsr() & (rounding | flush | denormals_are_zero)) == 0 && fegetround() == FE_TONEAREST;
#else
    const volatile float least = FLT_MIN;
    return fegetround() == FE_TONEAREST && least / 2 > 0;
#endif
}

/* True when `caller` was saved and must be given back to wf_host_float_end. */
static inline bool wf_host_float_begin(fenv_t *caller)
{
    if (wf_host_float_fits())
        return false;
    fegetenv(caller);
    fesetenv(FE_DFL_ENV);
    return true;
}

static inline void wf_host_float_end(bool saved, const fenv_t *caller)
{
    if (saved)
        fesetenv(caller);
}

#endif
