/* SPDX-License-Identifier: Apache-2.0 */
#include "addresses.h"

void wfv_addresses_add(struct wfv_addresses *addresses, struct wfv_memory *memory)
{
    unsigned n = WFV_ADDRESS_FIRST;

    while (n < WFV_ADDRESS_ALL && addresses->buffer[n].size)
        n++;
    memory->number = 1 + n;
    if (n < WFV_ADDRESS_ALL)
        addresses->buffer[n] = (struct wf_buffer){(uint32_t)memory->at, (uint32_t)memory->size};
}

void wfv_addresses_remove(struct wfv_addresses *addresses, const struct wfv_memory *memory)
{
    if (memory->number && memory->number - 1 < WFV_ADDRESS_ALL)
        addresses->buffer[memory->number - 1] = (struct wf_buffer){0, 0};
}
