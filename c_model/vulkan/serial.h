/* SPDX-License-Identifier: Apache-2.0
 * serial.h - lowered code as bytes, for the data of a pipeline cache.
 */
#ifndef WAVEFOLD_VULKAN_SERIAL_H
#define WAVEFOLD_VULKAN_SERIAL_H

#include "wavefold/spirv.h"

/* Bytes that it takes, a multiple of 4. */
size_t wfv_serial_size(const struct wf_shader_code *code);
void wfv_serial_write(const struct wf_shader_code *code, void *to);

/* The code of so many bytes, in memory that *block has, to be freed after it.  Nothing of the bytes is trusted.  False:
 * they are none, or there is no memory. */
bool wfv_serial_read(const void *from, size_t size, unsigned registers, struct wf_shader_code *code, void **block);

#endif
