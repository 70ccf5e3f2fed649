/* SPDX-License-Identifier: Apache-2.0 */
#include "strict.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTHS = 3, MODES = 3, HEADER = 5, MOST = 2 * MODES + 8 + 4 * MODES * WIDTHS };
static const uint32_t widths[WIDTHS] = {16, 32, 64};
static const struct { uint32_t mode, against, capability; } modes[MODES] = {
    {WfsExecutionModeSignedZeroInfNanPreserve, UINT32_MAX, WfsCapabilitySignedZeroInfNanPreserve},
    {WfsExecutionModeDenormPreserve, WfsExecutionModeDenormFlushToZero, WfsCapabilityDenormPreserve},
    {WfsExecutionModeRoundingModeRTE, WfsExecutionModeRoundingModeRTZ, WfsCapabilityRoundingModeRTE}};

struct strict {
    bool add[MODES][WIDTHS];
    uint32_t entry;                     /* id of the entry point */
    uint32_t *word;
    size_t words;
};

static void put(struct strict *s, uint32_t word)
{
    s->word[s->words++] = word;
}

/* What the device offers.  Rounding and subnormals only where each width may have its own. */
static void find_offered(const struct wfo_device *d, struct strict *s)
{
    const VkPhysicalDeviceFloatControlsProperties *p = &d->floats;
    const bool denorms = p->denormBehaviorIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
    const bool rounding = p->roundingModeIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
    const bool offered[MODES][WIDTHS] = {
        {p->shaderSignedZeroInfNanPreserveFloat16, p->shaderSignedZeroInfNanPreserveFloat32, p->shaderSignedZeroInfNanPreserveFloat64},
        {denorms && p->shaderDenormPreserveFloat16, denorms && p->shaderDenormPreserveFloat32, denorms && p->shaderDenormPreserveFloat64},
        {rounding && p->shaderRoundingModeRTEFloat16, rounding && p->shaderRoundingModeRTEFloat32, rounding && p->shaderRoundingModeRTEFloat64}};

    memcpy(s->add, offered, sizeof offered);
}

/* The entry point, the widths that there are, the modes that stand there already. */
static void find_present(const struct wfo_case *c, struct strict *s)
{
    const struct wfo_facts *f = &c->facts;
    bool present[WIDTHS] = {false};
    char name[256];

    for (size_t at = 0; wfo_facts_next(f, &at);) {
        const uint32_t *w = f->word + at, op = w[0] & 0xffff;
        if (op == WfsOpEntryPoint && w[1] == WfsExecutionModelGLCompute && !strcmp(wfo_facts_text(f, at, 3, name, sizeof name), c->kernel->module.entry))
            s->entry = w[2];
        for (unsigned n = 0; n < WIDTHS; n++)
            present[n] |= op == WfsOpTypeFloat && w[2] == widths[n];
        for (unsigned m = 0; m < MODES; m++)
            for (unsigned n = 0; n < WIDTHS; n++)
                if (op == WfsOpExecutionMode && wfo_facts_length(f, at) > 3 && w[1] == s->entry &&
                    (w[2] == modes[m].mode || w[2] == modes[m].against) && w[3] == widths[n])
                    s->add[m][n] = false;
    }
    for (unsigned m = 0; m < MODES; m++)
        for (unsigned n = 0; n < WIDTHS; n++)
            s->add[m][n] &= present[n] && s->entry;
}

static bool adds(const struct strict *s, unsigned mode)
{
    return s->add[mode][0] || s->add[mode][1] || s->add[mode][2];
}

static void put_capabilities(struct strict *s, const struct wfo_facts *f)
{
    for (unsigned m = 0; m < MODES; m++)
        if (adds(s, m) && !f->capability[modes[m].capability]) {
            put(s, 2u << 16 | WfsOpCapability);
            put(s, modes[m].capability);
        }
}

/* SPIR-V 1.4 has them without. */
static void put_extension(struct strict *s, const struct wfo_facts *f)
{
    static const char name[24] = "SPV_KHR_float_controls";
    const unsigned minor = f->word[1] >> 8 & 0xff;

    if (minor >= 4 || !(adds(s, 0) || adds(s, 1) || adds(s, 2)))
        return;
    put(s, 7u << 16 | WfsOpExtension);
    for (unsigned n = 0; n < 24; n += 4)
        put(s, (uint32_t)name[n] | (uint32_t)name[n + 1] << 8 | (uint32_t)name[n + 2] << 16 | (uint32_t)name[n + 3] << 24);
}

static void put_modes(struct strict *s)
{
    for (unsigned m = 0; m < MODES; m++)
        for (unsigned n = 0; n < WIDTHS; n++)
            if (s->add[m][n]) {
                put(s, 4u << 16 | WfsOpExecutionMode);
                put(s, s->entry);
                put(s, modes[m].mode);
                put(s, widths[n]);
            }
}

uint32_t *wfo_strict(const struct wfo_device *d, const struct wfo_case *c, size_t *words)
{
    const struct wfo_facts *f = &c->facts;
    struct strict s = {.word = calloc(f->words + MOST, sizeof *s.word)};
    uint32_t before = WfsOpCapability;

    if (!s.word)
        return NULL;
    find_offered(d, &s);
    find_present(c, &s);
    for (; s.words < HEADER; s.words++)
        s.word[s.words] = f->word[s.words];
    put_capabilities(&s, f);
    for (size_t at = 0; wfo_facts_next(f, &at);) {
        const uint32_t op = f->word[at] & 0xffff;
        if (before == WfsOpCapability && op != WfsOpCapability)
            put_extension(&s, f);
        if (before == WfsOpEntryPoint && op != WfsOpEntryPoint)
            put_modes(&s);
        memcpy(s.word + s.words, f->word + at, wfo_facts_length(f, at) * sizeof *s.word);
        s.words += wfo_facts_length(f, at);
        before = op;
    }
    *words = s.words;
    return s.word;
}
