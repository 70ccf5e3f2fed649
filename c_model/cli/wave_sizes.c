/* SPDX-License-Identifier: Apache-2.0 */
#include "wave_sizes.h"

#include <stdio.h>

static void ask(struct wave_size *answer, const char *file, const struct wf_text *text, const struct wf_device *device)
{
    char why[sizeof answer->why] = "";
    if (answer->size > device->lanes)
        snprintf(why, sizeof why, "the device has %u lanes", device->lanes);
    else
        answer->kernel = wf_text_parse_why(file, text, device, answer->size, why, sizeof why);
    if (answer->kernel || !*answer->why) {
        answer->device = *device;
        snprintf(answer->why, sizeof answer->why, "%s", why);
    }
}

void wave_size_ask(struct wave_size *answer, unsigned size, const char *file, const struct wf_text *text,
                   unsigned lanes, const struct wf_device *fixed)
{
    static const unsigned widths[] = {32, 8, WF_MAX_LANES};
    *answer = (struct wave_size){.size = size};
    if (fixed || lanes) {
        const struct wf_device device = fixed ? *fixed : wf_build_device(lanes);
        ask(answer, file, text, &device);
        return;
    }
    for (unsigned i = 0; i < sizeof widths / sizeof *widths && !answer->kernel; i++) {
        const struct wf_device device = wf_build_device(widths[i]);
        if (widths[i] >= size)
            ask(answer, file, text, &device);
    }
}

void wave_size_free(struct wave_size *answer)
{
    wf_kernel_free(answer->kernel);
    answer->kernel = NULL;
}
