/* SPDX-License-Identifier: Apache-2.0
 * shader_pixel.c - what is of fragment shaders alone: their execution modes, inputs and outputs.
 */
#include "shader.h"

#include "module/location.h"

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
    MODE(DepthUnchanged, HARMLESS),
    MODE(ContractionOff, HARMLESS), MODE(DenormPreserve, HARMLESS), MODE(SignedZeroInfNanPreserve, HARMLESS),
    MODE(RoundingModeRTE, HARMLESS), MODE(MaximallyReconvergesKHR, HARMLESS),
    MODE(SubgroupUniformControlFlowKHR, HARMLESS), MODE(RequireFullQuadsKHR, HARMLESS),
    MODE(QuadDerivativesKHR, HARMLESS),
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
    return REFUSED;
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

/* ---- inputs and outputs ---- */

struct listing {
    struct wf_shader *s;
    uint32_t variable;
    enum wf_location_kind kind;
};

static void add(void *user, const struct wfs_location *part)
{
    const struct listing *listing = user;
    struct wf_shader *s = listing->s;
    const struct wfs_type *scalar = wfs_scalar(part->type);
    const struct wf_shader_location one = {
        .kind = listing->kind, .location = part->location, .component = part->component,
        .name = wfs_shown(&s->module, listing->variable), .components = wfs_components(part->type),
        .words = (unsigned)part->type->words, .width = scalar->width, .is_float = scalar->kind == WFS_FLOAT,
        .is_signed = scalar->is_signed, .is_flat = part->is_flat, .is_linear = part->is_linear,
        .is_centroid = part->is_centroid, .is_sample = part->is_sample};
    const uint32_t at = s->module.id[listing->variable].at;

    wfs_work(&s->env, s->locations);
    for (size_t i = 0; i < s->locations; i++) {
        const struct wf_shader_location *o = &s->location[i];
        if (o->kind == one.kind && o->location == one.location && o->component < one.component + one.components &&
            one.component < o->component + o->components)
            wfs_refuse(&s->module, at, "%s and %s are both at location %u; expected components of their own", o->name,
                       one.name, (unsigned)one.location);
    }
    if (one.kind == WF_LOCATION_OUTPUT && (one.width == 64 || one.width == 8))
        wfs_refuse(&s->module, at, "%s is an output of %u bits; expected 16 or 32", one.name, one.width);
    if (one.component + one.components > 4 && one.width != 64)
        wfs_refuse(&s->module, at, "%s goes beyond the four components of a location", one.name);
    s->is_per_sample |= one.kind == WF_LOCATION_INPUT && one.is_sample;
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, one);
}

static void add_builtin(struct wf_shader *s, uint32_t id, bool output, uint32_t builtin)
{
    s->is_per_sample |= !output && (builtin == WfsBuiltInSampleId || builtin == WfsBuiltInSamplePosition);
    /* the tests that it would be for were before it ran */
    if (!output || builtin != WfsBuiltInFragDepth || s->early_tests)
        return;
    const char *name = s->module.id[id].name ? wfs_shown(&s->module, id) : "FragDepth";
    WFS_APPEND(&s->env, s->location, s->locations, s->location_room, (struct wf_shader_location){
        .kind = WF_LOCATION_DEPTH, .name = name, .components = 1, .words = 1, .width = 32, .is_float = true});
}

static bool stands_before(const struct wf_shader_location *a, const struct wf_shader_location *b)
{
    return a->kind != b->kind           ? a->kind < b->kind
           : a->location != b->location ? a->location < b->location
                                        : a->component < b->component;
}

/* By kind, location and component. */
static void sort(struct wf_shader *s)
{
    wfs_work(&s->env, (uint64_t)s->locations * s->locations);
    for (size_t i = 1; i < s->locations; i++) {
        const struct wf_shader_location one = s->location[i];
        size_t at = i;
        for (; at && stands_before(&one, &s->location[at - 1]); at--)
            s->location[at] = s->location[at - 1];
        s->location[at] = one;
    }
}

void wfs_list_locations(struct wf_shader *s)
{
    struct wfs_module *m = &s->module;

    for (uint32_t id = 1; id < m->bound; id++) {
        if (!m->id[id].at || m->id[id].op != WfsOpVariable || !s->reached[id])
            continue;
        const uint32_t storage = wfs_operand(m, m->id[id].at, 3), builtin = wfs_builtin_of(m, id);
        const bool output = storage == WfsStorageClassOutput;
        if (!output && storage != WfsStorageClassInput)
            continue;
        struct listing listing = {s, id, output ? WF_LOCATION_OUTPUT : WF_LOCATION_INPUT};
        if (builtin != UINT32_MAX)
            add_builtin(s, id, output, builtin);
        else
            wfs_each_location(m, id, add, &listing);
    }
    sort(s);
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
