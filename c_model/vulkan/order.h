/* SPDX-License-Identifier: Apache-2.0
 * order.h - which commands lie before which, by barriers, events, semaphores, fences and waits of the host.
 *
 * Commands that touch memory are numbered in the order in which they begin, those of all queues together.  A clock has
 * for each queue and stage a number: commands of that stage up to it lie before.  What the rules are is in the chapter
 * "Synchronization and Cache Control" of the specification of Vulkan: "Execution and Memory Dependencies", "Fences",
 * "Semaphores", "Events", "Pipeline Barriers" and "Host Write Ordering Guarantees".
 */
#ifndef WAVEFOLD_VULKAN_ORDER_H
#define WAVEFOLD_VULKAN_ORDER_H

#include "limits.h"

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

/* Stages that barriers distinguish here.  Copies and clears are one, and so is what touches no memory: the host, and
 * stages of graphics.  INDIRECT is the load of group counts. */
enum wfv_stage { WFV_STAGE_SHADER, WFV_STAGE_TRANSFER, WFV_STAGE_INDIRECT, WFV_STAGE_OTHER, WFV_STAGES };
enum { WFV_STAGES_ALL = (1 << WFV_STAGES) - 1 };

struct wfv_clock {
    uint32_t at[WFV_QUEUES][WFV_STAGES];
};

/* Of a queue: what lies before the commands that it has not begun, by their stage.  Of what is executed, loads lie
 * before; stores do where they are visible. */
struct wfv_order {
    unsigned queue;
    uint32_t last;                      /* the command that it has begun last */
    struct wfv_clock executed[WFV_STAGES], available[WFV_STAGES], visible[WFV_STAGES];
};

/* A barrier, in bits 1 << enum wfv_stage: the stages before it, those of them whose stores it makes available; the
 * stages after it, those of them that it makes available stores visible to. */
struct wfv_dependency {
    unsigned from, stores, to, sees;
};
struct wfv_dependency wfv_dependency_of(VkPipelineStageFlags2 from, VkAccessFlags2 stores, VkPipelineStageFlags2 to,
                                        VkAccessFlags2 sees);

/* To the later of the two. */
void wfv_clock_join(struct wfv_clock *clock, const struct wfv_clock *other);
/* All of the second lies before what comes after the first. */
bool wfv_clock_covers(const struct wfv_clock *clock, const struct wfv_clock *other);
/* A barrier whose commands before it are those before the moment `from`, which may be the queue's own order. */
void wfv_order_barrier(struct wfv_order *order, const struct wfv_order *from, const struct wfv_dependency *dependency);
/* What a semaphore, a fence or the host has seen lies before all commands of these stages that are not begun. */
void wfv_order_after(struct wfv_order *order, const struct wfv_clock *seen, VkPipelineStageFlags2 to);
/* What lies before a signal after these stages. */
struct wfv_clock wfv_order_seen(const struct wfv_order *order, VkPipelineStageFlags2 from);

/* The signals of a semaphore that waits may still ask for.  More than it has room for become one with the next. */
enum { WFV_SIGNALS = 8 };
struct wfv_signals {
    unsigned count;
    struct {
        uint64_t value;
        struct wfv_clock seen;
    } one[WFV_SIGNALS];                 /* by ascending value */
};
void wfv_signals_add(struct wfv_signals *signals, uint64_t value, const struct wfv_clock *seen);
/* What lies before a wait for the value. */
struct wfv_clock wfv_signals_seen(const struct wfv_signals *signals, uint64_t value);

#endif
