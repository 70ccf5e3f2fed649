/* SPDX-License-Identifier: Apache-2.0
 * shader_pixel.c - what is of fragment shaders alone: their execution modes, and places of samples.
 */
#include "shader.h"

/* ---- execution modes ---- */

enum effect {
    REFUSED,
    HARMLESS,           /* it changes nothing here, or promises what holds in any case */
    UPPER_LEFT,
    EARLY_TESTS,
    INTERLOCKS_PIXELS
};

static const struct {
    uint32_t mode;
    enum effect effect;
} modes[] = {
#define MODE(name, effect) {WfsExecutionMode##name, effect}
    MODE(OriginUpperLeft, UPPER_LEFT), MODE(EarlyFragmentTests, EARLY_TESTS),
    /* no test of depth is made: what the shader promises of it does not matter */
    MODE(DepthReplacing, HARMLESS), MODE(DepthGreater, HARMLESS), MODE(DepthLess, HARMLESS),
    MODE(DepthUnchanged, HARMLESS), MODE(PostDepthCoverage, HARMLESS),
    /* nor one of stencils */
    MODE(StencilRefReplacingEXT, HARMLESS), MODE(EarlyAndLateFragmentTestsAMD, HARMLESS),
    MODE(StencilRefUnchangedFrontAMD, HARMLESS), MODE(StencilRefGreaterFrontAMD, HARMLESS),
    MODE(StencilRefLessFrontAMD, HARMLESS), MODE(StencilRefUnchangedBackAMD, HARMLESS),
    MODE(StencilRefGreaterBackAMD, HARMLESS), MODE(StencilRefLessBackAMD, HARMLESS),
    MODE(RequireFullQuadsKHR, HARMLESS), MODE(QuadDerivativesKHR, HARMLESS),
    MODE(SampleInterlockOrderedEXT, HARMLESS), MODE(SampleInterlockUnorderedEXT, HARMLESS),
    MODE(PixelInterlockOrderedEXT, INTERLOCKS_PIXELS), MODE(PixelInterlockUnorderedEXT, INTERLOCKS_PIXELS),
    MODE(ShadingRateInterlockOrderedEXT, INTERLOCKS_PIXELS), MODE(ShadingRateInterlockUnorderedEXT, INTERLOCKS_PIXELS)
#undef MODE
};

static enum effect effect_of(uint32_t mode)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (modes[i].mode == mode)
            return modes[i].effect;
    return wfs_is_harmless_mode(mode) ? HARMLESS : REFUSED;
}

_Noreturn static void refuse_mode(struct wfs_module *m, uint32_t at, uint32_t mode)
{
    char name[WFS_NAME_SIZE];

    wfs_enum_name(WFS_KIND_ExecutionMode, mode, name);
    if (mode == WfsExecutionModeOriginLowerLeft)
        wfs_refuse(m, at, "%s; expected OriginUpperLeft, as Vulkan asks", name);
    if (mode == WfsExecutionModePixelCenterInteger)
        wfs_refuse(m, at, "%s; expected pixels with their centre at .5, as Vulkan asks", name);
    wfs_refuse(m, at, "%s is not supported in a fragment shader", name);
}

void wfs_find_pixel_modes(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;
    bool upper_left = false;

    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if ((op != WfsOpExecutionMode && op != WfsOpExecutionModeId) || wfs_operand(m, at, 1) != s->entry->function)
            continue;
        const uint32_t mode = wfs_operand(m, at, 2);
        switch (effect_of(mode)) {
        case HARMLESS: break;
        case UPPER_LEFT: upper_left = true; break;
        case EARLY_TESTS: s->early_tests = true; break;
        case INTERLOCKS_PIXELS: s->interlocks_pixels = true; break;
        case REFUSED: refuse_mode(m, at, mode);
        }
    }
    if (!upper_left)
        wfs_fail(&s->env, "the entry point %s has no OriginUpperLeft; expected it, as Vulkan asks", s->entry->name);
}

/* ---- samples ---- */

/* Sixteenths, as "Multisampling" of the Vulkan specification lists them. */
static const struct { uint8_t x, y; } places[] = {
    {8, 8},
    {12, 12}, {4, 4},
    {6, 2}, {14, 6}, {2, 10}, {10, 14},
    {9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1},
    {9, 9}, {7, 5}, {5, 10}, {12, 7}, {3, 6}, {10, 13}, {13, 11}, {11, 3}, {6, 14}, {8, 1}, {4, 2}, {2, 12}, {0, 8},
    {15, 4}, {14, 15}, {1, 0}};

void wf_shader_sample_place(unsigned samples, unsigned sample, float place[2])
{
    const unsigned at = samples - 1 + sample;       /* 1, 2, 4 .. of them before */

    place[0] = (float)places[at].x / 16;
    place[1] = (float)places[at].y / 16;
}
