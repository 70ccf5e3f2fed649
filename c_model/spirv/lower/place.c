/* SPDX-License-Identifier: Apache-2.0
 * place.c - places in the source, which code and messages have.
 */
#include "lower.h"

#include <string.h>

void wfs_set_place(struct wfs_lower *l, const char *file, uint32_t line)
{
    if (l->places == 0)
        l->places = 1;
    l->env->file = file;
    l->env->line = line;
    if (l->places > 1 && l->place[l->places - 1].line == line && !strcmp(l->place[l->places - 1].file, file)) {
        l->code->place = (uint32_t)l->places - 1;
        return;
    }
    l->place = wfs_grow(l->env, l->place, l->places, &l->place_room, sizeof *l->place);
    l->place[l->places] = (struct wfs_place){file, line};
    l->code->place = (uint32_t)l->places++;
}

void wfs_return_to_place(struct wfs_lower *l, uint32_t place)
{
    l->code->place = place;
    l->env->file = place ? l->place[place].file : NULL;
    l->env->line = place ? l->place[place].line : 0;
}

void wfs_no_place(struct wfs_lower *l)
{
    l->code->place = 0;
    l->env->file = NULL;
}
