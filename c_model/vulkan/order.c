/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <string.h>

/* ---- masks of the specification ---------------------------------------------------------------------------------- */

#define ALL_STAGES VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT
#define TRANSFERS                                                                                                      \
    (VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT | VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT |             \
     VK_PIPELINE_STAGE_2_RESOLVE_BIT | VK_PIPELINE_STAGE_2_BLIT_BIT)
#define INDIRECT (VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT)

static unsigned stages_of(VkPipelineStageFlags2 mask, VkPipelineStageFlags2 all)
{
    const VkPipelineStageFlags2 known = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | TRANSFERS |
                                        VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT | VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT;

    if (mask & (ALL_STAGES | all))
        return WFV_STAGES_ALL;
    return !!(mask & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT) << WFV_STAGE_SHADER |
           !!(mask & TRANSFERS) << WFV_STAGE_TRANSFER | !!(mask & INDIRECT) << WFV_STAGE_INDIRECT |
           !!(mask & ~known) << WFV_STAGE_OTHER;
}

/* BOTTOM_OF_PIPE before a barrier, and TOP_OF_PIPE after it, are all stages; the other way round they are none. */
static unsigned stages_before(VkPipelineStageFlags2 mask)
{
    return stages_of(mask, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT);
}

static unsigned stages_after(VkPipelineStageFlags2 mask)
{
    return stages_of(mask, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT);
}

static unsigned stores_of(VkAccessFlags2 mask)
{
    const VkAccessFlags2 shader = VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    const bool all = mask & VK_ACCESS_2_MEMORY_WRITE_BIT;

    return (all || (mask & shader)) << WFV_STAGE_SHADER |
           (all || (mask & VK_ACCESS_2_TRANSFER_WRITE_BIT)) << WFV_STAGE_TRANSFER;
}

/* Loads and stores of a stage are not told apart. */
static unsigned accesses_of(VkAccessFlags2 mask)
{
    const VkAccessFlags2 shader = VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_SHADER_READ_BIT |
                                  VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT |
                                  VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT |
                                  VK_ACCESS_2_DESCRIPTOR_BUFFER_READ_BIT_EXT;
    const VkAccessFlags2 transfer = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;

    if (mask & (VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT))
        return WFV_STAGES_ALL;
    return !!(mask & shader) << WFV_STAGE_SHADER | !!(mask & transfer) << WFV_STAGE_TRANSFER |
           !!(mask & VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT) << WFV_STAGE_INDIRECT;
}

/* Stages that come earlier in the pipeline are executed too, and later ones wait too: the load of group counts comes
 * before the shader.  What is available and visible goes by the stages that are named. */
struct wfv_dependency wfv_dependency_of(VkPipelineStageFlags2 from, VkAccessFlags2 stores, VkPipelineStageFlags2 to,
                                        VkAccessFlags2 sees)
{
    struct wfv_dependency d = {.from = stages_before(from), .to = stages_after(to)};

    d.stores = d.from & stores_of(stores);
    d.sees = d.to & accesses_of(sees);
    if (d.from & 1 << WFV_STAGE_SHADER)
        d.from |= 1 << WFV_STAGE_INDIRECT;
    if (d.to & 1 << WFV_STAGE_INDIRECT)
        d.to |= 1 << WFV_STAGE_SHADER;
    return d;
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static void raise(uint32_t *at, uint32_t number)
{
    if (*at < number)
        *at = number;
}

void wfv_clock_join(struct wfv_clock *clock, const struct wfv_clock *other)
{
    for (int q = 0; q < WFV_QUEUES; q++)
        for (int s = 0; s < WFV_STAGES; s++)
            raise(&clock->at[q][s], other->at[q][s]);
}

bool wfv_clock_covers(const struct wfv_clock *clock, const struct wfv_clock *other)
{
    for (int q = 0; q < WFV_QUEUES; q++)
        for (int s = 0; s < WFV_STAGES; s++)
            if (clock->at[q][s] < other->at[q][s])
                return false;
    return true;
}

/* Barriers make chains: what lies before commands of a stage lies before a barrier after that stage.  Stores stay
 * available, but each barrier says anew to whom they are visible. */
void wfv_order_barrier(struct wfv_order *order, const struct wfv_order *from, const struct wfv_dependency *d)
{
    struct wfv_clock executed = {{{0}}}, available = {{{0}}};

    for (int s = 0; s < WFV_STAGES; s++) {
        if (!(d->from & 1u << s))
            continue;
        wfv_clock_join(&executed, &from->executed[s]);
        wfv_clock_join(&available, &from->available[s]);
        raise(&executed.at[from->queue][s], from->last);
        if (d->stores & 1u << s)
            raise(&available.at[from->queue][s], from->last);
    }
    for (int s = 0; s < WFV_STAGES; s++) {
        if (!(d->to & 1u << s))
            continue;
        wfv_clock_join(&order->executed[s], &executed);
        wfv_clock_join(&order->available[s], &available);
        if (d->sees & 1u << s)
            wfv_clock_join(&order->visible[s], &available);
    }
}

/* Signals of semaphores and fences make all memory of the device available that they come after, and waits make it
 * visible.  So does vkQueueSubmit with what the host has waited for. */
void wfv_order_after(struct wfv_order *order, const struct wfv_clock *seen, VkPipelineStageFlags2 to)
{
    const struct wfv_dependency d = wfv_dependency_of(0, 0, to, 0);

    for (int s = 0; s < WFV_STAGES; s++) {
        if (!(d.to & 1u << s))
            continue;
        wfv_clock_join(&order->executed[s], seen);
        wfv_clock_join(&order->available[s], seen);
        wfv_clock_join(&order->visible[s], seen);
    }
}

struct wfv_clock wfv_order_seen(const struct wfv_order *order, VkPipelineStageFlags2 from)
{
    const struct wfv_dependency d = wfv_dependency_of(from, 0, 0, 0);
    struct wfv_clock seen = {{{0}}};

    for (int s = 0; s < WFV_STAGES; s++)
        if (d.from & 1u << s) {
            wfv_clock_join(&seen, &order->executed[s]);
            raise(&seen.at[order->queue][s], order->last);
        }
    return seen;
}

/* ---- semaphores -------------------------------------------------------------------------------------------------- */

void wfv_signals_add(struct wfv_signals *s, uint64_t value, const struct wfv_clock *seen)
{
    unsigned at = s->count;

    if (s->count == WFV_SIGNALS) {
        wfv_clock_join(&s->one[1].seen, &s->one[0].seen);
        memmove(&s->one[0], &s->one[1], sizeof s->one - sizeof s->one[0]);
        at = --s->count;
    }
    s->one[at].value = value;
    s->one[at].seen = *seen;
    s->count++;
}

/* The first signal that reaches the value, and those before it. */
struct wfv_clock wfv_signals_seen(const struct wfv_signals *s, uint64_t value)
{
    struct wfv_clock seen = {{{0}}};

    for (unsigned i = 0; i < s->count; i++) {
        wfv_clock_join(&seen, &s->one[i].seen);
        if (s->one[i].value >= value)
            break;
    }
    return seen;
}
