/* SPDX-License-Identifier: Apache-2.0
 * command.h - command pools and command buffers: a list of what a queue is to do, and how to record more of it.
 */
#ifndef WAVEFOLD_VULKAN_COMMAND_H
#define WAVEFOLD_VULKAN_COMMAND_H

#include "descriptor.h"
#include "pipeline.h"

struct wfv_launch;

/* What the commands of a submission run on.  A command that cannot be done loses the device (wfv_lose). */
struct wfv_order;
struct wfv_execution {
    struct wfv_device *device;
    struct wfv_order *order;            /* of the queue */
    uint64_t invocations;               /* of compute shaders, so far */
    struct wfv_launch *flying;          /* dispatches that were begun */
    uint64_t hurries;                   /* random bits: which transfers come before them */
    void (*settle)(struct wfv_execution *x);    /* waits for their end; NULL: none are */
};
static inline void wfv_settle(struct wfv_execution *x)
{
    if (x->settle)
        x->settle(x);
}
typedef void wfv_command_fn(struct wfv_execution *x, void *payload);

struct wfv_command {
    struct wfv_command *next;
    wfv_command_fn *run;
    bool overlaps;                      /* it begins before those before it have ended; all others wait for that, ... */
    bool is_transfer;                   /* ... but this may come first, under a seed (wfv_record_transfer) */
    max_align_t payload[];
};

/* What is bound for the next dispatch. */
struct wfv_bound {
    struct wfv_pipeline *pipeline;
    struct wfv_set *set[WFV_SETS];
    uint64_t set_at[WFV_SETS];          /* of a set that is in memory, in the arena; 0: it is not */
    uint64_t buffer_at[WFV_DESCRIPTOR_BUFFERS];
    const uint32_t *dynamic[WFV_SETS];  /* [set->layout->dynamics] in bytes; NULL: all 0 */
    unsigned char push[WFV_PUSH];
};

/* As the specification has them; pending is a number of its own, for a submission changes no other state. */
enum wfv_recording { WFV_INITIAL, WFV_RECORDING, WFV_EXECUTABLE, WFV_INVALID };

/* A secondary command buffer that one executes, and which of its recordings. */
struct wfv_executed {
    struct wfv_executed *next;
    struct wfv_commands *commands;      /* held */
    uint64_t number;
};

/* An object that commands use. */
struct wfv_use {
    struct wfv_use *next;
    struct wfv_held *held;
};

struct wfv_chunk;
struct wfv_commands {                   /* VkCommandBuffer */
    VK_LOADER_DATA loader;
    struct wfv_device *device;
    struct wfv_command_pool *pool;
    struct wfv_commands *next, **before;        /* in the pool; before NULL: the program has freed it */
    atomic_uint holders;                /* the program, submissions that have not ended, recordings that execute it */
    atomic_uint pending;                /* submissions that have not ended */
    enum wfv_recording state;
    bool is_once, was_submitted;        /* VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT */
    uint64_t number;                    /* of its recordings */
    struct wfv_executed *executed;
    struct wfv_use *use;
    struct wfv_command *first, **last;
    struct wfv_chunk *chunk;
    VkResult result;                    /* of recording: the first failure stays */
    struct wfv_bound bound;
};
struct wfv_command_pool {
    struct wfv_commands *first;
};
WFV_DISPATCHABLE(VkCommandBuffer, wfv_commands)
WFV_HANDLE(VkCommandPool, wfv_command_pool)

/* Memory of the command buffer, zeroed, until it is reset.  NULL: there is none, and vkEndCommandBuffer reports it. */
void *wfv_commands_new(struct wfv_commands *commands, size_t size);
/* The next command, with so many bytes of payload; NULL likewise. */
void *wfv_record(struct wfv_commands *commands, wfv_command_fn *run, size_t size);
/* ... of a command that points to the object. */
void *wfv_record_using(struct wfv_commands *commands, wfv_command_fn *run, size_t size, struct wfv_held *held);
/* The object stays until the command buffer is reset.  False: there is no memory, and likewise. */
bool wfv_commands_use(struct wfv_commands *commands, struct wfv_held *held);
/* What was asked for cannot be recorded: this is reported, and is what vkEndCommandBuffer returns. */
__attribute__((format(printf, 3, 4)))
void wfv_fail(struct wfv_commands *commands, VkResult result, const char *format, ...);
/* A command uses those bytes of the buffer.  If they are not there, or have no memory, the recording fails by the name
 * of the command. */
bool wfv_commands_reach(struct wfv_commands *commands, const char *command, struct wfv_buffer *buffer, uint64_t offset,
                        uint64_t bytes);
/* The set that is bound there becomes one of the command buffer that descriptors are pushed into: those that were
 * pushed there before stay.  NULL: the layout has none there, or memory is short. */
struct wfv_set *wfv_push_set(struct wfv_commands *commands, const struct wfv_pipeline_layout *layout, uint32_t set);
/* ... of one that overlaps with those before it. */
void *wfv_record_overlapping(struct wfv_commands *commands, wfv_command_fn *run, size_t size);
/* NULL, or why it cannot be submitted or executed: "is not ended". */
const char *wfv_commands_refusal(const struct wfv_commands *commands);
/* A submission begins with it, and has ended: until then its memory stays, with that of all that it executes. */
void wfv_commands_pend(struct wfv_commands *commands);
void wfv_commands_end_pending(struct wfv_commands *commands);
void wfv_commands_hold(struct wfv_commands *commands);
void wfv_commands_release(struct wfv_commands *commands);
/* ... of a copy, fill or clear.  On the model with a seed other than 0 it may be done before dispatches that no barrier
 * separates from it. */
void *wfv_record_transfer(struct wfv_commands *commands, wfv_command_fn *run, size_t size);
/* In the thread of a queue. */
void wfv_commands_run(const struct wfv_commands *commands, struct wfv_execution *x);

/* The device is lost, for this reason; the first one is kept. */
__attribute__((format(printf, 2, 3)))
void wfv_lose(struct wfv_device *device, const char *format, ...);

#endif
