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
/* A lock of the process, static, which is free in forks from here on. */
void wfv_fork_frees(pthread_mutex_t *lock);
/* A device that forks are to lose, from here on; and one that is destroyed. */
void wfv_fork_add(struct wfv_device *device);
void wfv_fork_remove(struct wfv_device *device);
/* The instance ends, and devices of it that the program left are not looked at again. */
void wfv_fork_forget(const struct wfv_instance *instance);

#endif
