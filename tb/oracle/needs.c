/* SPDX-License-Identifier: Apache-2.0
 * needs.c - see needs.h.  The rules: the Vulkan specification, appendix "Vulkan Environment for SPIR-V", and its limits.
 */
#include "needs.h"

#include "images.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool lacks(struct wfo_case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool lacks(struct wfo_case *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->text, sizeof c->text, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- versions, capabilities, extensions ---- */

static bool version_met(const struct wfo_device *d, struct wfo_case *c)
{
    const unsigned minor = c->facts.word[1] >> 8 & 0xff;
    const unsigned most = d->version >= VK_API_VERSION_1_3 ? 6 : d->version >= VK_API_VERSION_1_2 ? 5 : wfo_device_offers(d, "VK_KHR_spirv_1_4") ? 4 : 3;

    return minor <= most || lacks(c, "the device takes SPIR-V up to 1.%u, the module has 1.%u", most, minor);
}

#define OPERATION(bit) ((d->subgroup.supportedOperations & (VkSubgroupFeatureFlags)(bit)) != 0 && \
                        (d->subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0)
#define OFFERS(name) wfo_device_offers(d, name)

/* 1: it has it, 0: it has not, -1: nothing is known of it. */
static int has_capability(const struct wfo_device *d, uint32_t capability)
{
    const struct wfo_features *f = &d->features;

    switch (capability) {
#define WFO_CAPABILITY(name, condition) case WfsCapability##name: return (condition) ? 1 : 0;
#include "capability.def"
    default: return -1;
    }
}

static bool capabilities_met(const struct wfo_device *d, struct wfo_case *c)
{
    char name[WFS_NAME_SIZE];

    for (uint32_t n = 0; n < 65536; n++) {
        const int has = c->facts.capability[n] ? has_capability(d, n) : 1;
        if (has != 1)
            return lacks(c, "%s: %s", wfs_enum_name(WFS_KIND_Capability, n, name),
                         has ? "Vulkan has it not, or the oracle does not know" : "the device lacks it");
    }
    return true;
}

static bool is_small(const struct wfo_facts *f)
{
    return f->capability[WfsCapabilityInt8] || f->capability[WfsCapabilityInt16] || f->capability[WfsCapabilityInt64] || f->capability[WfsCapabilityFloat16];
}

static bool extensions_met(const struct wfo_device *d, struct wfo_case *c)
{
    static const struct { const char *spirv, *vulkan; } known[] = {
#define WFO_SPV(spirv, vulkan) {spirv, vulkan},
#include "capability.def"
    };
    const size_t count = sizeof known / sizeof *known;
    char name[128];
    size_t n;

    for (size_t at = 0; wfo_facts_next(&c->facts, &at);) {
        if ((c->facts.word[at] & 0xffff) != WfsOpExtension)
            continue;
        wfo_facts_text(&c->facts, at, 1, name, sizeof name);
        for (n = 0; n < count && strcmp(known[n].spirv, name) != 0; n++)
            ;
        if (n == count)
            return lacks(c, "%s: the oracle knows no Vulkan extension for it", name);
        if (!wfo_device_offers(d, known[n].vulkan))
            return lacks(c, "%s: the device lacks %s", name, known[n].vulkan);
    }
    if (is_small(&c->facts) && c->facts.capability[WfsCapabilityGroupNonUniform] && !d->features.subgroup_types.shaderSubgroupExtendedTypes)
        return lacks(c, "the device lacks shaderSubgroupExtendedTypes");
    if (c->facts.op[WfsOpExecutionModeId] && !d->features.maintenance4.maintenance4)
        return lacks(c, "LocalSizeId: the device lacks maintenance4");
    return true;
}

/* What an entry point asks of floats. */
static bool has_mode(const struct wfo_device *d, uint32_t mode, uint32_t width)
{
    const VkPhysicalDeviceFloatControlsProperties *p = &d->floats;
#define OF_WIDTH(name) (width == 16 ? p->name##Float16 : width == 32 ? p->name##Float32 : p->name##Float64)

    switch (mode) {
    case WfsExecutionModeDenormPreserve: return OF_WIDTH(shaderDenormPreserve);
    case WfsExecutionModeDenormFlushToZero: return OF_WIDTH(shaderDenormFlushToZero);
    case WfsExecutionModeSignedZeroInfNanPreserve: return OF_WIDTH(shaderSignedZeroInfNanPreserve);
    case WfsExecutionModeRoundingModeRTE: return OF_WIDTH(shaderRoundingModeRTE);
    case WfsExecutionModeRoundingModeRTZ: return OF_WIDTH(shaderRoundingModeRTZ);
    default: return true;
    }
}

static bool modes_met(const struct wfo_device *d, struct wfo_case *c)
{
    char name[WFS_NAME_SIZE];

    for (size_t at = 0; wfo_facts_next(&c->facts, &at);) {
        const uint32_t *w = c->facts.word + at;
        if ((w[0] & 0xffff) == WfsOpExecutionMode && wfo_facts_length(&c->facts, at) > 3 && !has_mode(d, w[2], w[3]))
            return lacks(c, "%s of floats of %u bits: the device lacks it", wfs_enum_name(WFS_KIND_ExecutionMode, w[2], name), (unsigned)w[3]);
    }
    return true;
}

/* ---- limits ---- */

static bool group_met(const struct wfo_device *d, struct wfo_case *c)
{
    const VkPhysicalDeviceLimits *l = &d->properties.limits;
    uint32_t size[3];
    bool flat;

    wf_shader_local_size(c->shader, size, &flat);
    for (unsigned n = 0; n < 3; n++) {
        if (size[n] > l->maxComputeWorkGroupSize[n])
            return lacks(c, "a group of %u x %u x %u threads: the device takes %u in direction %u", size[0], size[1], size[2],
                         l->maxComputeWorkGroupSize[n], n);
        if (c->kernel->desc.grid[n] > l->maxComputeWorkGroupCount[n])
            return lacks(c, "%u groups: the device takes %u in direction %u", c->kernel->desc.grid[n], l->maxComputeWorkGroupCount[n], n);
    }
    if ((uint64_t)size[0] * size[1] * size[2] > l->maxComputeWorkGroupInvocations)
        return lacks(c, "a group of %u x %u x %u threads: the device takes %u in all", size[0], size[1], size[2], l->maxComputeWorkGroupInvocations);
    if (c->kernel->shader.lds_bytes > l->maxComputeSharedMemorySize)
        return lacks(c, "%u bytes of workgroup memory: the device has %u", (unsigned)c->kernel->shader.lds_bytes, l->maxComputeSharedMemorySize);
    return true;
}

static bool buffers_met(const struct wfo_device *d, struct wfo_case *c)
{
    const VkPhysicalDeviceLimits *l = &d->properties.limits;
    const struct wf_kernel_module *m = &c->kernel->module;

    for (size_t n = 0; n < m->binds; n++) {
        const uint64_t size = 4 * (uint64_t)c->kernel->buffer[m->bind[n].buffer].words;
        if (m->bind[n].is_push ? size > l->maxPushConstantsSize : size > l->maxStorageBufferRange)
            return lacks(c, "%s of %llu bytes: the device takes %u", m->bind[n].is_push ? "push constants" : "a buffer", (unsigned long long)size,
                         m->bind[n].is_push ? l->maxPushConstantsSize : l->maxStorageBufferRange);
        if (m->bind[n].set >= l->maxBoundDescriptorSets)
            return lacks(c, "descriptor set %u: the device has %u", (unsigned)m->bind[n].set, l->maxBoundDescriptorSets);
    }
    for (unsigned n = 0; n < c->kernel->buffers; n++) {
        const struct wf_kernel_buffer *b = &c->kernel->buffer[n];
        if (b->is_view && (b->from % l->minStorageBufferOffsetAlignment || b->from % l->minUniformBufferOffsetAlignment))
            return lacks(c, "a piece from byte %u on: the device takes multiples of %u and %u", (unsigned)b->from,
                         (unsigned)l->minStorageBufferOffsetAlignment, (unsigned)l->minUniformBufferOffsetAlignment);
    }
    if (c->kernel->expect_fault && wf_shader_addresses(c->shader))
        return lacks(c, "it reads or writes outside of a buffer by its address: no Vulkan device bounds these");
    if (c->kernel->expect_fault && !d->features.robust.robustBufferAccess2)
        return lacks(c, "it reads or writes outside of a buffer: the device lacks robustBufferAccess2");
    return true;
}

/* Each element of an array of blocks has a buffer: as many elements as it declares, or as are bound. */
static bool elements_met(struct wfo_case *c, const struct wf_shader_resource *r)
{
    const struct wf_kernel_module *m = &c->kernel->module;
    uint32_t elements = r->elements, bound = 0;

    for (size_t n = 0; n < m->binds; n++) {
        const struct wf_kernel_bind *b = &m->bind[n];
        if (b->is_push || b->set != r->set || b->binding != r->binding)
            continue;
        bound++;
        elements = b->element >= elements ? b->element + 1 : elements;
    }
    return bound == elements || lacks(c, "%s has an element without a buffer: the oracle knows no such", r->name);
}

/* The stage's descriptors of blocks: an array of blocks has as many as it declares. */
static bool descriptors_met(const struct wfo_device *d, struct wfo_case *c)
{
    const VkPhysicalDeviceLimits *l = &d->properties.limits;
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(c->shader, &resource);
    uint32_t uniform = 0, storage = 0;

    for (size_t n = 0; n < count; n++)
        if (resource[n].kind == WF_SHADER_BUFFER && resource[n].is_block_array && !elements_met(c, &resource[n]))
            return false;
    for (size_t n = 0; n < count; n++)
        if (resource[n].kind == WF_SHADER_BUFFER && !resource[n].is_push)
            *(resource[n].is_uniform ? &uniform : &storage) += resource[n].is_block_array ? resource[n].elements : 1;
    if (uniform > l->maxPerStageDescriptorUniformBuffers)
        return lacks(c, "%u uniform blocks: the device takes %u", uniform, l->maxPerStageDescriptorUniformBuffers);
    if (storage > l->maxPerStageDescriptorStorageBuffers)
        return lacks(c, "%u storage blocks: the device takes %u", storage, l->maxPerStageDescriptorStorageBuffers);
    return true;
}

bool wfo_needs_formats(const struct wfo_device *d, const struct wfo_case *c)
{
    return c->facts.capability[WfsCapabilityStorageImageReadWithoutFormat] && !has_capability(d, WfsCapabilityStorageImageReadWithoutFormat);
}

bool wfo_needs_met(const struct wfo_device *d, struct wfo_case *c)
{
    return version_met(d, c) && capabilities_met(d, c) && extensions_met(d, c) && modes_met(d, c) && group_met(d, c) && buffers_met(d, c) &&
           descriptors_met(d, c) && wfo_images_met(d, c);
}

/* images.c fills few images of several samples, and the device is asked for compute shaders alone. */
void wfo_needs_generator(const struct wfo_device *d)
{
    static const struct { uint32_t capability; const char *feature; } list[] = {
        {WfsCapabilityInt8, "int8"}, {WfsCapabilityInt16, "int16"}, {WfsCapabilityInt64, "int64"}, {WfsCapabilityFloat16, "float16"},
        {WfsCapabilityFloat64, "float64"},
        {WfsCapabilityGroupNonUniformRotateKHR, "rotate"}, {WfsCapabilityShaderClockKHR, "clock"}, {WfsCapabilityGroupNonUniformClustered, "cluster"},
        {WfsCapabilityGroupNonUniformPartitionedNV, "partition"}, {WfsCapabilityWorkgroupMemoryExplicitLayoutKHR, "shared_layout"},
        {WfsCapabilityInt64Atomics, "wide_atomics"}, {WfsCapabilityAtomicFloat16MinMaxEXT, "half_atomics"},
        {WfsCapabilityAtomicFloat64MinMaxEXT, "double_atomics"},
        {WfsCapabilityComputeDerivativeGroupQuadsNV, "derivatives"}, {WfsCapabilityVulkanMemoryModel, "vulkan_model"},
        {WfsCapabilityStorageBufferArrayNonUniformIndexing, "blocks"},
        {WfsCapabilityPhysicalStorageBufferAddresses, "addresses"}, {WfsCapabilitySampledImageArrayNonUniformIndexing, "image_arrays"},
        {WfsCapabilityImageCubeArray, "cubes"}, {WfsCapabilityAtomicFloat32MinMaxEXT, "shared_results"}};
    static const uint32_t widths[] = {16, 32, 64};
    bool modes = true;

    for (size_t n = 0; n < sizeof widths / sizeof *widths; n++)
        modes &= has_mode(d, WfsExecutionModeRoundingModeRTZ, widths[n]) && has_mode(d, WfsExecutionModeDenormFlushToZero, widths[n]);
    printf("--wave-size %u%s", d->subgroup.subgroupSize, modes ? "" : " --without float_modes");
    for (size_t n = 0; n < sizeof list / sizeof *list; n++)
        if (has_capability(d, list[n].capability) != 1)
            printf(" --without %s", list[n].feature);
    puts(" --without multisamples --without pixels --without vertices --without meshes --without geometry --without tessellation --without tasks");
}
