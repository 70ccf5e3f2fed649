/* SPDX-License-Identifier: Apache-2.0
 * stub.h - core commands that a device without graphics has not.
 */
#ifndef WAVEFOLD_VULKAN_STUB_H
#define WAVEFOLD_VULKAN_STUB_H

#include "wfv.h"

/* A program called it all the same. */
void wfv_stub(const char *command);

#endif
