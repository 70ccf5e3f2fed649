/* SPDX-License-Identifier: Apache-2.0
 * test_occupancy.c - how many groups a device holds at once, and which of its resources ends first.
 */
#include "wavefold/dispatch.h"

#include "../common/wf_check.h"

static const struct wf_device full = { .lanes = 32, .waves = 64, .groups = 16, .regs = 64, .lds_words = 8192, .lds_banks = 32, .imem_words = 4096 };

/* A group of `waves` waves with `registers` a lane and `bytes` of LDS: what each resource holds, and all together. */
static void check(const struct wf_device *device, unsigned waves, unsigned registers, uint32_t bytes, uint64_t by_registers, uint64_t by_lds,
                  unsigned groups)
{
    const struct wf_desc d = { .shader_model = 0x060a, .has_numwaves = true, .num_waves = waves, .groupshared_bytes = bytes,
                               .registers = (uint8_t)registers, .grid = { 1, 1, 1 }, .wavesize_kind = WF_WAVESIZE_FIXED, .wavesize_min = 4 };
    struct wf_shape shape;

    CHECK_EQ(wf_dispatch_check(&d, device, &shape), WF_REJECT_NONE);
    const struct wf_occupancy o = wf_dispatch_occupancy(&d, device, &shape);
    CHECK_EQ(o.by[WF_BY_SLOTS], device->waves / waves);
    CHECK_EQ(o.by[WF_BY_GROUPS], device->groups);
    CHECK_EQ(o.by[WF_BY_REGISTERS], by_registers);
    CHECK_EQ(o.by[WF_BY_LDS], by_lds);
    CHECK_EQ(o.groups, groups);
    CHECK_EQ(o.waves, groups * waves);
}

static enum wf_reject answer(const struct wf_device *device, unsigned waves, unsigned registers)
{
    const struct wf_desc d = { .shader_model = 0x060a, .has_numwaves = true, .num_waves = waves, .registers = (uint8_t)registers };
    struct wf_shape shape;

    return wf_dispatch_check(&d, device, &shape);
}

int main(void)
{
    struct wf_device half = full, odd = full, none = full;

    check(&full, 4, 64, 0, 16, UINT64_MAX, 16);         /* a file for all slots never ends first */
    check(&full, 5, 0, 0, 12, UINT64_MAX, 12);          /* 0: all registers; 64 / 5 whole groups */
    check(&full, 8, 8, 0, 64, UINT64_MAX, 8);
    check(&full, 1, 8, 0, 512, UINT64_MAX, 16);         /* places */
    half.reg_rows = 2048;
    check(&half, 4, 33, 0, 12, UINT64_MAX, 12);         /* 40 registers: 2048 / 160 */
    check(&half, 4, 32, 0, 16, UINT64_MAX, 16);
    check(&half, 1, 57, 0, 32, UINT64_MAX, 16);
    check(&full, 4, 8, 2048, 128, 16, 16);
    check(&full, 4, 8, 2049, 128, 15, 15);              /* a row of 32 banks more */
    check(&full, 1, 8, 129, 512, 128, 16);
    check(&full, 4, 8, 32768, 128, 1, 1);
    odd.lds_banks = 0;
    odd.lds_words = 100;
    check(&odd, 1, 8, 5, 512, 50, 16);                  /* by the word */
    check(&odd, 1, 8, 400, 512, 1, 1);
    none.regs = 0;
    check(&none, 4, 0, 0, UINT64_MAX, UINT64_MAX, 16);  /* a kernel without registers */

    CHECK_EQ(answer(&half, 32, 64), WF_REJECT_NONE);    /* exactly */
    CHECK_EQ(answer(&half, 32, 0), WF_REJECT_NONE);
    CHECK_EQ(answer(&half, 33, 57), WF_REJECT_REGISTER_FILE);
    CHECK_EQ(answer(&half, 33, 0), WF_REJECT_REGISTER_FILE);
    CHECK_EQ(answer(&half, 33, 56), WF_REJECT_NONE);
    CHECK_EQ(answer(&half, 64, 33), WF_REJECT_REGISTER_FILE);
    CHECK_EQ(answer(&half, 65, 65), WF_REJECT_TOO_MANY_WAVES);      /* the lower code */
    CHECK_EQ(answer(&half, 1, 64), WF_REJECT_NONE);
    CHECK_EQ(answer(&half, 1, 65), WF_REJECT_REGISTERS);
    CHECK_EQ(answer(&half, 33, 255), WF_REJECT_REGISTERS);
    return check_end("occupancy");
}
