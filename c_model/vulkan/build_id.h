/* SPDX-License-Identifier: Apache-2.0
 * build_id.h - a number for this build of the driver.
 */
#ifndef WAVEFOLD_VULKAN_BUILD_ID_H
#define WAVEFOLD_VULKAN_BUILD_ID_H

#include "digest.h"

struct wfv_digest wfv_build_id(void);

#endif
