/* SPDX-License-Identifier: Apache-2.0
 * group.c - the groups that are in the machine, by dispatch and group id.
 */
#include <string.h>

#include "checker.h"

struct group *wf_ls_find_group(const struct wf_lockstep *ls, const struct dispatch *d, const uint32_t id[3])
{
    for (unsigned i = 0; i < ls->groups_used; i++)
        if (ls->group[i].of == d && !memcmp(ls->group[i].id, id, sizeof ls->group[i].id))
            return &ls->group[i];
    return NULL;
}
