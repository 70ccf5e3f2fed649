/* SPDX-License-Identifier: Apache-2.0
 * heap.c - how this program's memory is given to it: what is freed stays, and it comes in large pages where the system
 * has them.  A shader is lowered for one wave size after the other, and a fault for each small page of that took a fifth
 * of the time.
 */
#define _DEFAULT_SOURCE         /* madvise */
#include "heap.h"

#include <stdlib.h>

#ifdef __linux__
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#endif

#if defined M_TRIM_THRESHOLD && defined MADV_HUGEPAGE
enum { PAGE = 2 << 20, ROOM = 30 << 20, MOST = 32 << 20, NEVER = 1 << 30 };

void heap_prepare(void)
{
    if (!mallopt(M_MMAP_THRESHOLD, MOST) || !mallopt(M_TRIM_THRESHOLD, NEVER))
        return;
    char *room = malloc(ROOM);          /* addresses alone: pages come when they are written to */
    if (!room)
        return;
    char *first = room + (PAGE - (uintptr_t)room % PAGE) % PAGE;
    madvise(first, (size_t)(room + ROOM - first) / PAGE * PAGE, MADV_HUGEPAGE);
    free(room);
}
#else
void heap_prepare(void)
{
}
#endif
