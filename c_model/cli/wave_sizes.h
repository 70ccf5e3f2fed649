/* SPDX-License-Identifier: Apache-2.0
 * wave_sizes.h - the wave sizes that a kernel file or shader allows, each with a device that takes it.
 */
#ifndef WF_WAVE_SIZES_H
#define WF_WAVE_SIZES_H

#include "kernel_file.h"

enum { WAVE_SIZES = 6 };        /* 4 .. 128 */

struct wave_size {
    unsigned size;              /* 0: the device chooses, for a file that expects to be refused */
    struct wf_device device;    /* that takes it; else the first that was asked */
    struct wf_kernel *kernel;   /* owned; NULL: refused, */
    char why[400];              /* for this reason */
};

/* The devices for a size are those of `lanes` lanes alone, or, where it is 0, of 32, 8 and 128 lanes: that of 8 has
 * more wave slots.  `fixed`: this device alone; or NULL. */
void wave_size_ask(struct wave_size *answer, unsigned size, const char *file, const struct wf_text *text,
                   unsigned lanes, const struct wf_device *fixed);
void wave_size_free(struct wave_size *answer);

#endif
