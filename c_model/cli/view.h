/* SPDX-License-Identifier: Apache-2.0
 * view.h - a GTKWave view of a waveform: a save file with the lines of view.def, and tables of names next to it, by
 * which GTKWave shows numbers as instructions, operations and states.  docs/waves.md
 */
#ifndef WF_VIEW_H
#define WF_VIEW_H

#include <stdio.h>

#include "wavefold/kernel.h"

enum { VIEW_CELLS = 1430 };     /* pixels of the waves in the window that a view asks for */

/* What a run shows, for the choice of the window.  All zero: nothing yet. */
struct view_seen {
    bool any;
    uint64_t first;             /* cycle of the first issue */
    struct view_use { bool used; uint64_t issued, retired; } lds, xlane;        /* the instruction that was issued first */
};
void view_note(struct view_seen *seen, uint64_t issued, uint64_t retired, enum wf_unit unit);

/* What the command line asks for.  All zero: the choice below. */
struct view_wish {
    double zoom;                /* pixels per cycle */
    bool fit;                   /* the whole run is in the window */
    bool has_mark;
    uint64_t mark;              /* cycle of the marker */
    bool all_slots;
    unsigned slots;             /* lines of wave slots of each core */
};

/* First cycle in the window, pixels per cycle, cycle of the marker.  Without wishes the first LDS and the first
 * cross-lane instruction are in the window, and the launches too where they fit; the marker is at the first of both. */
struct view_window { double from, pixels; uint64_t mark; };
struct view_window view_window(const struct view_seen *seen, const struct view_wish *wish, uint64_t cycles);

/* The save file. */
struct view {
    const char *waveform;       /* absolute path */
    const char *save;           /* ... of this file, */
    const char *names;          /* ... of the folder of tables */
    const char *top;            /* scope around everything, with its dot, or "" */
    uint64_t origin;            /* cycles of the waveform before cycle 0 */
    unsigned cores, slots;      /* slots: of a core, that have a line */
    struct view_window window;
};
void view_write(FILE *file, const struct view *view);
/* How many slots of a core have a line, of a device with so many; 0: there are fewer than asked for. */
unsigned view_slots(const struct view_wish *wish, unsigned cores, unsigned slots);

/* The tables (view_names.c): what each is called, and its lines, "hexadecimal value ?colour?name".  Signals carry a 1
 * above the value while it is valid. */
enum view_form {
    VIEW_STATE, VIEW_ANSWER, VIEW_ID, VIEW_NUMBER, VIEW_CODE, VIEW_UNIT, VIEW_OP, VIEW_REGISTER, VIEW_ACCESS, VIEW_TABLES,
    VIEW_DECIMAL = VIEW_TABLES, VIEW_HEX, VIEW_BIT, VIEW_HEIGHT
};
const char *view_table_name(enum view_form table);
/* `kernel`: and those after it, whose code is loaded one after the other. */
void view_table_write(FILE *file, enum view_form table, const struct wf_kernel *kernel);

#endif
