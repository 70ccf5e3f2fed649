/* SPDX-License-Identifier: Apache-2.0
 * lanes.h - what each lane of one wave has, from the command line, as op and atomic take it: values from lane 0 on,
 * "-" for an inactive lane; masks of lanes; lists "A0,A1,.." with something for each lane.
 */
#ifndef WF_LANES_H
#define WF_LANES_H

#include "op.h"

struct lanes {
    const char *const *value;   /* [values] */
    size_t values;
    bool valueless;             /* the operation takes none: all lanes may run */
    unsigned wave_size;         /* 0: the smallest that holds the values, 32 where there are none */
    const char *active, *helper;        /* masks that were given, or NULL */
    struct op_mask runs, helpers;       /* made of them: helpers run too */
};
/* Wave size, runs and helpers.  A lane runs when --active or --helper has it and its value is not "-"; without
 * --active all do.  WF_EXIT_OK, or another status after a message. */
enum wf_exit lanes_choose(struct lanes *lanes);

/* Takes entry `lane`; WF_EXIT_OK, or another status after a message. */
typedef enum wf_exit lanes_list_fn(void *user, unsigned lane, const char *text, size_t length);
/* One entry for each value, or one for all; "-" is none, for lanes that do not run as active ones.  `option`: for
 * messages. */
enum wf_exit lanes_list(const struct lanes *lanes, const char *option, const char *text, lanes_list_fn *take, void *user);
/* An entry as an integer of 32 bits, decimal or hexadecimal. */
enum wf_exit lanes_number(const char *option, const char *text, size_t length, uint32_t *number);

#endif
