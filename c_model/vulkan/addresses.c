/* SPDX-License-Identifier: Apache-2.0 */
#include "addresses.h"

void wfv_addresses_init(struct wfv_addresses *addresses)
{
    for (uint32_t n = 0; n < WFV_WINDOWS; n++) {
        const uint64_t at = n * WFV_WINDOW, left = WFV_HEAP - at;
        addresses->buffer[WFV_ADDRESS_WINDOW + n] =
            (struct wf_buffer){(uint32_t)at, (uint32_t)(left < 2 * WFV_WINDOW ? left : 2 * WFV_WINDOW)};
    }
}

void wfv_addresses_add(struct wfv_addresses *addresses, struct wfv_memory *memory)
{
    unsigned n = WFV_ADDRESS_FIRST;

    while (n < WFV_ADDRESS_WINDOW && addresses->buffer[n].size)
        n++;
    if (n == WFV_ADDRESS_WINDOW || memory->size > 2 * WFV_WINDOW) {
        memory->number = WFV_NUMBER_WINDOWS;
        return;
    }
    memory->number = 1 + n;
    addresses->buffer[n] = (struct wf_buffer){(uint32_t)memory->at, (uint32_t)memory->size};
}

void wfv_addresses_remove(struct wfv_addresses *addresses, const struct wfv_memory *memory)
{
    if (memory->number && memory->number != WFV_NUMBER_WINDOWS)
        addresses->buffer[memory->number - 1] = (struct wf_buffer){0, 0};
}

uint64_t wfv_address_place(struct wfv_device *d, VkDeviceAddress address)
{
    const uint64_t number = (address >> 32) - 1, byte = address & UINT32_MAX;

    if (number < WFV_ADDRESS_FIRST || number >= WFV_ADDRESS_END)
        return 0;
    pthread_mutex_lock(&d->addresses_lock);
    const struct wf_buffer window = d->addresses->buffer[number];
    pthread_mutex_unlock(&d->addresses_lock);
    return byte < window.size ? window.base + byte : 0;
}
