/* SPDX-License-Identifier: Apache-2.0
 * lane_list.h - a list of the command line with something for each lane, "A0,A1,..", as op and atomic take it.
 */
#ifndef WF_LANE_LIST_H
#define WF_LANE_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

/* Takes entry `lane`; WF_EXIT_OK, or another status after a message. */
typedef enum wf_exit lane_list_fn(void *user, unsigned lane, const char *text, size_t length);
/* One entry for each of `lanes` lanes, or one for all; "-" is none.  `option`: for messages. */
enum wf_exit lane_list(const char *option, const char *text, unsigned lanes, lane_list_fn *take, void *user);
/* An entry as an integer of 32 bits, decimal or hexadecimal. */
enum wf_exit lane_list_number(const char *option, const char *text, size_t length, uint32_t *number);

#endif
