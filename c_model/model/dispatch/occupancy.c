/* SPDX-License-Identifier: Apache-2.0
 * occupancy.c - what a group takes of the device, and how many groups it holds at once (docs/semantics.md,
 * "Resources").
 */
#include "wavefold/dispatch.h"

enum { REGISTER_STEP = 8 };

static unsigned whole_steps(unsigned registers)
{
    return (registers + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
}

unsigned wf_device_reg_rows(const struct wf_device *device)
{
    return device->reg_rows != 0 ? device->reg_rows : device->waves * whole_steps(device->regs);
}

unsigned wf_dispatch_registers(const struct wf_desc *desc, const struct wf_device *device)
{
    return whole_steps(desc->registers != 0 ? desc->registers : device->regs);
}

/* Words of LDS that a group takes: whole rows of banks. */
static uint64_t lds_of_group(const struct wf_desc *desc, const struct wf_device *device)
{
    const uint64_t row = device->lds_banks != 0 ? device->lds_banks : 1,
                   words = ((uint64_t)desc->groupshared_bytes + 3) / 4;

    return (words + row - 1) / row * row;
}

struct wf_occupancy wf_dispatch_occupancy(const struct wf_desc *desc, const struct wf_device *device,
                                          const struct wf_shape *shape)
{
    const uint64_t lds = lds_of_group(desc, device),
                   rows = (uint64_t)shape->waves * wf_dispatch_registers(desc, device);
    struct wf_occupancy o = { .by = { [WF_BY_SLOTS] = device->waves / shape->waves, [WF_BY_GROUPS] = device->groups,
                                      [WF_BY_REGISTERS] = rows != 0 ? wf_device_reg_rows(device) / rows : UINT64_MAX,
                                      [WF_BY_LDS] = lds != 0 ? device->lds_words / lds : UINT64_MAX } };
    uint64_t least = o.by[0];

    for (unsigned i = 1; i < WF_OCCUPANCY_BYS; i++)
        least = o.by[i] < least ? o.by[i] : least;
    o.groups = (unsigned)least;
    o.waves = o.groups * shape->waves;
    return o;
}

unsigned wf_device_cores(const struct wf_device *device)
{
    return device->cores ? device->cores : 1;
}

unsigned wf_device_slots(const struct wf_device *device)
{
    return device->waves * wf_device_cores(device);
}
