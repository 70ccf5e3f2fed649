/* SPDX-License-Identifier: Apache-2.0
 * profile.h - WAVEFOLD_PROFILE: how often each line of a shader ran, and in how many lanes.
 */
#ifndef WAVEFOLD_VULKAN_PROFILE_H
#define WAVEFOLD_VULKAN_PROFILE_H

#include "engine.h"

/* Of an instance that is made: the file can be written.  False with a reason. */
bool wfv_profile_open(const struct wfv_settings *settings, char why[WFV_SETTINGS_WHY]);
/* The counts of a dispatch that has ended go to its shader; launch->count may be NULL. */
void wfv_profile_add(const struct wfv_launch *launch);
/* Write all that was counted until now.  The end of the process does it too. */
void wfv_profile_write(void);

#endif
