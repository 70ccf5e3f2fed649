/* SPDX-License-Identifier: Apache-2.0
 * fork.h - a fork of a process has the devices of its parent, and none of the threads that work for them.
 *
 * In the fork such a device is lost, so what waits for it ends.  Locks that other threads of the parent had are free
 * there, and the memory is the fork's own copy.
 */
#ifndef WAVEFOLD_VULKAN_FORK_H
#define WAVEFOLD_VULKAN_FORK_H

#include "device.h"

/* device->changed, which counts its time by CLOCK_MONOTONIC. */
void wfv_init_changed(struct wfv_device *device);
/* A device that forks are to lose, from here on; and one that is destroyed. */
void wfv_fork_add(struct wfv_device *device);
void wfv_fork_remove(struct wfv_device *device);

/* This process is a fork of the one that made the device. */
bool wfv_is_forked(const struct wfv_device *device);
/* The same, with a message of the command that needs a queue. */
bool wfv_refuses_fork(const struct wfv_device *device, const char *command);
/* VK_ERROR_DEVICE_LOST; in a fork, with that message. */
VkResult wfv_lost(const struct wfv_device *device, const char *command);

#endif
