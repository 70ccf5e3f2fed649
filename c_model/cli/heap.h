/* SPDX-License-Identifier: Apache-2.0
 * heap.h - how this program's memory is given to it (heap.c).
 */
#ifndef WAVEFOLD_CLI_HEAP_H
#define WAVEFOLD_CLI_HEAP_H

/* Before anything else: memory that is freed stays with the program, and comes in large pages. */
void heap_prepare(void);

#endif
