/* SPDX-License-Identifier: Apache-2.0
 * device.h - the instance, its physical device, and the logical device with the memory of the machine.
 */
#ifndef WAVEFOLD_VULKAN_DEVICE_H
#define WAVEFOLD_VULKAN_DEVICE_H

#include "arena.h"
#include "extensions.h"
#include "feature.h"
#include "order.h"
#include "settings.h"
#include "simulator.h"
#include "wfv.h"

#include <pthread.h>
#include <stdatomic.h>

struct wfv_messenger;
struct wfv_queue;
struct wfv_engine;
struct wfv_between;
struct wfv_lowered;
enum { WFV_LOWERED_LISTS = 256 };
struct wfv_threads;
struct wfv_addresses;

struct wfv_physical {
    VK_LOADER_DATA loader;
    struct wfv_instance *instance;
    struct wf_device machine;
    atomic_ullong memory_used;          /* bytes of allocations of all devices */
    VkPhysicalDeviceProperties properties;
};

/* Why the device was lost: the beginning of the report, and addresses that VK_EXT_device_fault gives. */
struct wfv_loss {
    char text[VK_MAX_DESCRIPTION_SIZE];
    VkDeviceFaultAddressInfoEXT address[2];     /* [addresses] */
    uint32_t addresses;
};

struct wfv_instance {
    VK_LOADER_DATA loader;
    VkAllocationCallbacks callbacks;
    const VkAllocationCallbacks *own;   /* &callbacks, or NULL */
    struct wfv_settings settings;
    struct wfv_simulator simulator;
    struct wfv_physical physical;
    pthread_mutex_t lock;               /* of the messengers */
    struct wfv_messenger *messenger;
    struct wfv_messenger *birth;        /* those that hear of its creation and its destruction alone */
    atomic_uint devices;                /* that are not destroyed */
    uint32_t version;                   /* of Vulkan that the program asks for */
    struct wfv_enabled_extensions extensions;
};

struct wfv_device {
    VK_LOADER_DATA loader;
    struct wfv_device *next;            /* of all of the process: fork.h */
    VkAllocationCallbacks callbacks;
    const VkAllocationCallbacks *own;   /* &callbacks, or NULL: the instance's */
    struct wfv_physical *physical;
    struct wfv_arena *arena;            /* the memory of the machine: all allocations are in it */
    struct wfv_threads *threads;        /* of the host, for large dispatches and for pipelines */
    struct wfv_engine *engine;          /* what runs dispatches */
    struct wfv_between *between;        /* the watch for races between commands, or NULL */
    struct wfv_enabled enabled;         /* features */
    struct wfv_enabled_extensions extensions;
    pthread_mutex_t lowered_lock;
    struct wfv_lowered *lowered[WFV_LOWERED_LISTS];     /* code that is alive, by its digest */
    long process;                       /* that made it: a fork of it has none of its threads */
    atomic_bool lost;
    atomic_bool told_late;              /* what still runs though the program's time is up */
    atomic_bool warned_of_range;        /* of a binding that is larger than WFV_RANGE */
    atomic_bool ends;                   /* it is being destroyed: queues drop what they have not begun */
    /* of all that is waited for: fences, semaphores, events, queries, queues; of what it was lost for */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct wfv_clock host;              /* the commands that the host has waited for */
    struct wfv_loss loss;               /* once it is lost */
    unsigned running;                   /* queues that run commands, which use objects of the program */
    pthread_mutex_t addresses_lock, descriptors_lock;           /* of the numbers of allocations; of descriptors */
    struct wfv_addresses *addresses;
    struct wfv_queue *queue;
    atomic_uint_fast64_t clock;         /* of the machine: cycles, or instructions of the model; that of timestamps */
};

WFV_DISPATCHABLE(VkInstance, wfv_instance)
WFV_DISPATCHABLE(VkPhysicalDevice, wfv_physical)
WFV_DISPATCHABLE(VkDevice, wfv_device)
/* Its callbacks.  A program that has no device may still destroy what it never made: there, NULL. */
static inline const VkAllocationCallbacks *wfv_own(VkDevice device)
{
    return device ? wfv_device_of(device)->own : NULL;
}

/* The program asked for the feature: wfv_enabled(device, WFV_FEATURE_robustBufferAccess). */
static inline bool wfv_enabled(const struct wfv_device *device, enum wfv_feature feature)
{
    return device->enabled.has[feature];
}

/* ---- messages: to the messengers of the instance, and to the log that WAVEFOLD_LOG names ------------------------- */

__attribute__((format(printf, 3, 4)))
void wfv_say(struct wfv_instance *instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity, const char *format, ...);

/* ---- names of what there is -------------------------------------------------------------------------------------- */

/* Fills what was asked for in the chain, as far as the device knows the structure. */
void wfv_fill_properties(const struct wfv_physical *physical, void *next);
void wfv_physical_init(struct wfv_physical *physical);

#endif
