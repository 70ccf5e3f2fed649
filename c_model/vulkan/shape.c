/* SPDX-License-Identifier: Apache-2.0
 * shape.c - the shape of a pipeline's groups: how many threads, and in waves of which size.
 *
 * A pipeline that asks for no size has the device's.  Under WAVEFOLD_VARYING it has another one, where the
 * specification lets a device choose: the built-in SubgroupSize has the rules of what the shader reads then.
 */
#include "pipeline.h"

#include <stdio.h>
#include <string.h>

enum { LEAST = 4, MOST_THREADS = 1024 };

/* The second word of the module; 0: it has none. */
static uint32_t version_of(const VkPipelineShaderStageCreateInfo *stage)
{
    const VkShaderModuleCreateInfo *own = wfv_chained(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    const struct wfv_module *m = wfv_module_of(stage->module);
    const uint32_t *word = m ? m->word : own ? own->pCode : NULL;
    const size_t words = m ? m->words : own ? own->codeSize / 4 : 0;

    return words > 1 ? word[1] : 0;
}

static bool is_wave_size(const struct wfv_device *d, uint32_t size)
{
    return size >= LEAST && size <= d->physical->machine.lanes && !(size & (size - 1));
}

/* ---- the choice of a device ---- */

/* By the seed and by all that the pipeline is made from, so that the order of pipelines changes nothing. */
static uint32_t choose(const struct wfv_device *d, struct wfv_digest of, uint32_t threads, uint32_t most)
{
    const uint64_t seed = d->physical->instance->settings.varying;
    uint32_t size[8], sizes = 0;

    for (uint32_t s = LEAST; s <= most; s *= 2)
        if ((threads + s - 1) / s <= d->physical->machine.waves)
            size[sizes++] = s;
    wfv_digest_add(&of, &seed, sizeof seed);
    return sizes ? size[of.half[0] % sizes] : most;
}

/* ---- what a pipeline asks for ---- */

static bool is_version(uint32_t version, uint32_t major, uint32_t minor)
{
    return (version >> 16) > major || (version >> 16 == major && (version >> 8 & 0xff) >= minor);
}

/* Waves that are full, where the program asks for them. */
static bool check_full(const uint32_t local[3], uint32_t of, char *message)
{
    if (local[0] % of == 0)
        return true;
    snprintf(message, WF_SHADER_MESSAGE,
             "REQUIRE_FULL_SUBGROUPS: its groups have %u threads in x; expected a multiple of the subgroup size, %u",
             (unsigned)local[0], (unsigned)of);
    return false;
}

static bool check_size(const struct wfv_device *d, const uint32_t local[3], char *message)
{
    const VkPhysicalDeviceLimits *limits = &d->physical->properties.limits;
    uint64_t threads = 1;

    for (unsigned i = 0; i < 3; i++) {
        const uint32_t most = limits->maxComputeWorkGroupSize[i];
        if (local[i] < 1 || local[i] > most) {
            snprintf(message, WF_SHADER_MESSAGE, "its groups have %u threads in %c; expected 1 to %u",
                     (unsigned)local[i], "xyz"[i], (unsigned)most);
            return false;
        }
        threads *= local[i];
    }
    if (threads <= MOST_THREADS)
        return true;
    snprintf(message, WF_SHADER_MESSAGE, "its groups have %llu threads; expected at most %u",
             (unsigned long long)threads, (unsigned)MOST_THREADS);
    return false;
}

static bool check_waves(const struct wfv_device *d, uint32_t threads, uint32_t size, char *message)
{
    const uint32_t waves = (threads + size - 1) / size;

    if (waves <= d->physical->machine.waves)
        return true;
    snprintf(message, WF_SHADER_MESSAGE, "its groups are %u subgroups of %u; the device has room for %u",
             (unsigned)waves, (unsigned)size,
             d->physical->machine.waves);
    return false;
}

bool wfv_pipeline_shape(const struct wfv_device *d, struct wfv_pipeline *p,
                        const VkPipelineShaderStageCreateInfo *stage,
                        char message[WF_SHADER_MESSAGE])
{
    const struct wfv_settings *settings = &d->physical->instance->settings;
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *required =
        wfv_chained(stage->pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    const bool is_full = stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    const bool varies = (stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT) ||
        is_version(version_of(stage), 1, 6);
    uint32_t local[3];
    bool flat;

    wf_shader_local_size(p->shader, local, &flat);
    if (!check_size(d, local, message))
        return false;
    const uint32_t threads = local[0] * local[1] * local[2];
    p->wave_size = p->shown_wave_size = required ? required->requiredSubgroupSize : settings->wave_size;
    if (!is_wave_size(d, p->wave_size)) {
        snprintf(message, WF_SHADER_MESSAGE, "requiredSubgroupSize %u; expected a power of two from %u to %u",
                 (unsigned)p->wave_size, (unsigned)LEAST,
                 d->physical->machine.lanes);
        return false;
    }
    if (is_full && !check_full(local, p->wave_size, message))
        return false;
    if (settings->varies && !required && !is_full) {
        /* what does not allow varying sizes reads the device's, and may have smaller waves */
        p->wave_size = choose(d, p->source.digest, threads, varies ? d->physical->machine.lanes : settings->wave_size);
        p->shown_wave_size = varies ? p->wave_size : settings->wave_size;
    }
    return check_waves(d, threads, p->wave_size, message);
}
