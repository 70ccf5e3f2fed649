/* SPDX-License-Identifier: Apache-2.0
 * wait.h - waits for what device->changed signals, and for the end of a device that is lost.
 */
#ifndef WAVEFOLD_VULKAN_WAIT_H
#define WAVEFOLD_VULKAN_WAIT_H

#include "device.h"

/* Wait for a change until the moment, in ns of CLOCK_MONOTONIC; UINT64_MAX: as long as it takes.  With device->lock
 * held. False: that time has come. */
bool wfv_wait_changed(struct wfv_device *device, uint64_t until);
/* The moment a time from now on. */
uint64_t wfv_until(uint64_t timeout);
/* A queue still has work to do: the device is not lost, and is not being destroyed. */
bool wfv_goes_on(struct wfv_device *device);

/* The device is lost, and nothing uses objects of the program any more: it may be reported.  With device->lock held. */
bool wfv_is_over(const struct wfv_device *device);
/* The same, waited for.  False: the device is not lost. */
bool wfv_await_loss(struct wfv_device *device);

/* This process is a fork of the one that made the device (fork.h). */
bool wfv_is_forked(const struct wfv_device *device);
/* The same, with a message of the command that needs a queue. */
bool wfv_refuses_fork(const struct wfv_device *device, const char *command);
/* VK_ERROR_DEVICE_LOST; in a fork, with that message. */
VkResult wfv_lost(const struct wfv_device *device, const char *command);

#endif
