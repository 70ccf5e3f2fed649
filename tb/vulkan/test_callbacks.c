/* SPDX-License-Identifier: Apache-2.0
 * test_callbacks.c - memory runs short: the first allocation fails, then the second, and so on, by VkAllocationCallbacks
 * and by malloc.  Each call gives an error that Vulkan has for it, what was made can be destroyed, and nothing is left.
 * Not validated: the layer has allocations of its own.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "all.h"
#include "failing.h"
#include "kit.h"

#include <stdlib.h>
#include <unistd.h>

enum { MOST = 100000 };

static bool is_short(VkResult result)
{
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

/* What a number of failures, in turn, is tried on; `d` is there for those that need a device. */
typedef VkResult attempt_fn(struct all_device *d, bool backwards);

static VkResult device(struct all_device *d, bool backwards)
{
    struct all_device own;
    const VkResult result = all_open(&own, d->callbacks);

    (void)backwards;
    all_close(&own);
    return result;
}

static VkResult objects(struct all_device *d, bool backwards)
{
    struct all_objects o;
    const VkResult result = all_make(d, &o);

    all_destroy(d, &o, backwards);
    return result;
}

/* Tries until nothing fails any more; the number of tries. */
static size_t try_all(struct all_device *d, enum failing which, attempt_fn *attempt, bool rest)
{
    const size_t blocks = failing_blocks(which);
    size_t n;

    for (n = 0; n < MOST; n++) {
        failing_from(which, n, rest);
        const VkResult result = attempt(d, n % 2);
        const bool failed = failing_failed(which);
        failing_from(which, SIZE_MAX, false);
        CHECK_EQ(failing_blocks(which), blocks);
        if (!failed) {
            CHECK_EQ(result, VK_SUCCESS);
            break;
        }
        /* the driver may do without what it asked for, but then all is there */
        CHECK(result == VK_SUCCESS || is_short(result));
    }
    CHECK(n < MOST);
    CHECK_EQ(failing_wrong(which), 0);
    return n;
}

/* Of a queue's thread: the submission fails, or the device is lost for want of memory; it can be destroyed. */
static size_t try_runs(enum failing which, const VkAllocationCallbacks *callbacks)
{
    size_t n;

    for (n = 0; n < MOST; n++) {
        const size_t blocks = failing_blocks(which);
        struct all_device d;
        struct all_objects o;
        KIT_NEED(all_open(&d, callbacks));
        KIT_NEED(all_make(&d, &o));
        failing_from(which, n, false);
        const VkResult result = all_run(&d, &o);
        const bool failed = failing_failed(which);
        failing_from(which, SIZE_MAX, false);
        CHECK(result == VK_SUCCESS || (failed && (is_short(result) || result == VK_ERROR_DEVICE_LOST)));
        all_destroy(&d, &o, n % 2);
        all_close(&d);
        CHECK_EQ(failing_blocks(which), blocks);
        if (!failed)
            break;
    }
    return n;
}

int main(int argc, char **argv)
{
    struct all_device d = {.callbacks = NULL}, open;

    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_choose(argv[0]);
    KIT_NEED(all_open(&open, NULL));    /* and the driver stays in the process */
    failing_watch("libvulkan_wavefold");
    failing_from(FAILING_CALLBACKS, SIZE_MAX, false);
    failing_from(FAILING_MALLOC, SIZE_MAX, false);

    d.callbacks = &failing_callbacks;
    size_t tries = try_all(&d, FAILING_CALLBACKS, device, false);
    CHECK(tries >= 4);                  /* instance, messengers, device, queues */
    CHECK_EQ(try_all(&d, FAILING_CALLBACKS, device, true), tries);
    struct all_device with;
    KIT_NEED(all_open(&with, &failing_callbacks));
    tries = try_all(&with, FAILING_CALLBACKS, objects, false);
    CHECK(tries >= 20);
    CHECK_EQ(try_all(&with, FAILING_CALLBACKS, objects, true), tries);
    CHECK_EQ(try_runs(FAILING_CALLBACKS, &failing_callbacks), 0);   /* a queue asks the program for nothing */
    all_close(&with);
    CHECK_EQ(failing_blocks(FAILING_CALLBACKS), 0);
    /* objects by callbacks of their own, of a device without */
    with = open;
    with.callbacks = &failing_callbacks;
    try_all(&with, FAILING_CALLBACKS, objects, false);

    d.callbacks = NULL;
    tries = try_all(&d, FAILING_MALLOC, device, false);
    printf("%zu tries of a device, ", tries);
    tries = try_all(&open, FAILING_MALLOC, objects, false);
    printf("%zu of objects, ", tries);
    tries = try_runs(FAILING_MALLOC, NULL);
    printf("%zu of runs\n", tries);
    failing_watch(NULL);
    all_close(&open);
    return check_end("vulkan_callbacks");
}
