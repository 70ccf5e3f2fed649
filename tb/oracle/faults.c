/* SPDX-License-Identifier: Apache-2.0
 * faults.c - see faults.h and faults.def.
 */
#include "faults.h"

#include "../common/wf_bits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FAULTS = WFO_NUMBER_end };
_Static_assert((int)FAULTS <= (int)WFO_MAX_FAULTS, "all have a place");

enum words { WFO_NONE, WFO_ANY, WFO_MODULE, WFO_NANS, WFO_ZEROS, WFO_SEEDS, WFO_WRITTEN, WFO_SRGB };

static const struct { const char *name, *kind, *driver, *version, *text; enum words words; } list[] = {
#define WFO_FAULT(name, kind, driver, version, condition, words, text) {#name, #kind, driver, version, text, WFO_##words},
#include "faults.def"
};

unsigned wfo_faults(void)
{
    return FAULTS;
}

const char *wfo_fault_name(unsigned n)
{
    return list[n].name;
}

enum wfo_harm wfo_fault_harm(unsigned n)
{
    return !strcmp(list[n].kind, "DEATH") ? WFO_DEATH : !strcmp(list[n].kind, "REFUSAL") ? WFO_NO_PIPELINE : WFO_WORDS;
}

bool wfo_fault_is_emulated(unsigned n)
{
    return list[n].words == WFO_MODULE;
}

bool wfo_fault_any(unsigned n)
{
    return list[n].words == WFO_ANY || list[n].words == WFO_WRITTEN;
}

bool wfo_fault_seen_on(unsigned n, const struct wfo_device *d)
{
    return !strcmp(list[n].driver, d->driver.driverName) && !strncmp(list[n].version, d->driver.driverInfo, strlen(list[n].version));
}

#define OP(name) (f->op[WfsOp##name])
#define GLSL(name) (f->op[WfsOpExtInst] && f->glsl[WfsGlsl##name])
#define BUILTIN(name) (f->builtin[WfsBuiltIn##name])
#define CAPABILITY(name) (f->capability[WfsCapability##name])
#define LOOP_VALUE wfo_facts_loop_value(f)
#define CONTINUE_VALUE wfo_facts_continue_value(f)
#define WAIT wfo_facts_wait(f)
#define ORDER (OP(SLessThan) || OP(SLessThanEqual) || OP(SGreaterThan) || OP(SGreaterThanEqual))
#define LANE_READ (OP(GroupNonUniformBroadcastFirst) || OP(GroupNonUniformBroadcast) || OP(GroupNonUniformShuffle) || \
                   OP(GroupNonUniformShuffleXor) || OP(GroupNonUniformShuffleUp) || OP(GroupNonUniformShuffleDown) || \
                   OP(GroupNonUniformQuadBroadcast) || OP(GroupNonUniformQuadSwap) || OP(SubgroupFirstInvocationKHR))
#define PARTIAL (c->shape.threads % c->shape.wave_size != 0)
#define SRGB_IMAGE has_srgb(c)

static bool has_srgb(const struct wfo_case *c)
{
    for (unsigned n = 0; n < c->kernel->buffers; n++) {
        const enum wf_image_format format = c->kernel->buffer[n].image.format;
        if (format != WF_IMAGE_FORMAT_NONE && wf_image_format_info(format)->kind == WF_TEXEL_SRGB)
            return true;
    }
    return false;
}

bool wfo_fault_meets(unsigned n, const struct wfo_case *c)
{
    const struct wfo_facts *f = &c->facts;

    switch (n) {
#define WFO_FAULT(name, kind, driver, version, condition, words, text) case WFO_NUMBER_##name: return condition;
#include "faults.def"
    default: return false;
    }
}

/* The numbers of a code of 8 bits: by the curve, and by a polynomial in place of it. */
static bool is_code(uint32_t code, uint32_t got, uint32_t want)
{
    const double x = code / 255.0, near = 1e-7;
    const double right = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
    const double wrong = code <= 15 ? x / 12.6 : 0.0023 + x * (0.0030 + x * (0.6935 + x * 0.3012));

    return fabs(as_float(want) - right) <= near && fabs(as_float(got) - wrong) <= near;
}

static bool is_srgb(uint32_t got, uint32_t want)
{
    uint32_t code = 0;

    while (code < 256 && !is_code(code, got, want))
        code++;
    return code < 256;
}

bool wfo_fault_explains(unsigned n, uint32_t got, uint32_t want, bool mixed)
{
    switch (list[n].words) {
    case WFO_ANY: return true;
    case WFO_NANS: return isnan(as_float(got)) && isnan(as_float(want));
    case WFO_ZEROS: return (got | want) == 0x80000000;
    case WFO_SEEDS: return mixed || (got | want) == 0x80000000;
    case WFO_WRITTEN: return !mixed;
    case WFO_SRGB: return is_srgb(got, want);
    case WFO_MODULE:
    case WFO_NONE: break;
    }
    return false;
}

void wfo_faults_list(void)
{
    for (unsigned n = 0; n < FAULTS; n++)
        printf("%-16s %-7s %s, %s: %s\n", list[n].name, list[n].kind, list[n].driver, list[n].version, list[n].text);
}
