/* SPDX-License-Identifier: Apache-2.0
 * faults.c - see faults.h and faults.def.
 */
#include "faults.h"

#include <stdio.h>
#include <string.h>

enum {
#define WFO_FAULT(name, kind, driver, version, condition, words, text) NUMBER_##name,
#include "faults.def"
    FAULTS
};
_Static_assert((int)FAULTS <= (int)WFO_MAX_FAULTS, "all have a place");

enum words { WFO_ANY, WFO_NANS, WFO_ZEROS, WFO_SEEDS, WFO_WRITTEN };

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

bool wfo_fault_kills(unsigned n)
{
    return !strcmp(list[n].kind, "DEATH");
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

bool wfo_fault_meets(unsigned n, const struct wfo_case *c)
{
    const struct wfo_facts *f = &c->facts;

    switch (n) {
#define WFO_FAULT(name, kind, driver, version, condition, words, text) case NUMBER_##name: return condition;
#include "faults.def"
    default: return false;
    }
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

bool wfo_fault_explains(unsigned n, uint32_t got, uint32_t want, bool mixed)
{
    switch (list[n].words) {
    case WFO_NANS: return is_nan(got) && is_nan(want);
    case WFO_ZEROS: return (got | want) == 0x80000000;
    case WFO_SEEDS: return mixed || (got | want) == 0x80000000;
    case WFO_WRITTEN: return !mixed;
    default: return true;
    }
}

void wfo_faults_list(void)
{
    for (unsigned n = 0; n < FAULTS; n++)
        printf("%-16s %-7s %s, %s: %s\n", list[n].name, list[n].kind, list[n].driver, list[n].version, list[n].text);
}
