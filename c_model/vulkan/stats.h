/* SPDX-License-Identifier: Apache-2.0
 * stats.h - WAVEFOLD_STATS and WAVEFOLD_PROFILE: what the dispatches of the process did.
 *
 * Both belong to the process, whatever instances and devices it makes: one file has the dispatches of all.  Rows of the
 * table are in the file as soon as a dispatch has ended, so a program that crashes leaves those before.
 */
#ifndef WAVEFOLD_VULKAN_STATS_H
#define WAVEFOLD_VULKAN_STATS_H

#include "engine.h"

/* Of an instance that is made: opens the files.  False with a reason.  A file that is open already stays. */
bool wfv_stats_open(const struct wfv_settings *settings, const struct wf_device *machine, char why[WFV_SETTINGS_WHY]);
/* The number of the next dispatch of the process, from 1. */
uint64_t wfv_stats_number(void);
/* Races of commands that are no dispatches with those before them. */
void wfv_stats_add_races(uint64_t races);
/* A dispatch begins: the table has it apart, as one that runs, so that a program that is killed leaves it.  JSON only. */
void wfv_stats_begin(const struct wfv_device *device, const struct wfv_launch *launch);
/* ... and has ended. */
void wfv_stats_add(const struct wfv_device *device, const struct wfv_launch *launch);

#endif
