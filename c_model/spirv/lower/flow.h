/* SPDX-License-Identifier: Apache-2.0
 * flow.h - shared by the files of control flow: block.c, join.c, construct.c, search.c, flow.c, cases.c.
 */
#ifndef WAVEFOLD_SPIRV_FLOW_H
#define WAVEFOLD_SPIRV_FLOW_H

#include "lower.h"

/* ---- join.c ---- */

struct wfs_copy {
    uint32_t to;
    wfs_val from;
};

/* Of one edge. */
struct wfs_copies {
    struct wfs_copy *copy;
    size_t count, room;
};

struct wfs_phi {
    uint32_t at;                    /* OpPhi */
    struct wfs_value *value;
    wfs_val *met;                   /* its meeting registers */
};

/* What a loop begins with. */
struct wfs_loop_entry {
    uint32_t *slot;                 /* slots that the loop may change, */
    size_t slots, slot_room;
    wfs_val *met;                   /* and their meeting registers */
    struct wfs_phi *phi;
    size_t phis, phi_room;
};

/* Stamps for all slots, none of which has the new one. */
void wfs_new_stamp(struct wfs_lower *l);
/* Room in the stamps for slots that came since. */
void wfs_fit_stamps(struct wfs_lower *l);
void wfs_edges_init(struct wfs_edges *edges);
void wfs_undo_changes(struct wfs_lower *l, size_t mark);
/* An instruction before which copies can be put; it is dropped in the end. */
uint32_t wfs_marker(struct wfs_lower *l);
/* A way from here to a place of construct c.  Its copies are put before the marker. */
struct wfs_edge *wfs_add_edge(struct wfs_lower *l, struct wfs_construct *c, struct wfs_edges *to, uint32_t from,
                              uint32_t marker);
/* The edges meet here; `label` is the block that begins, 0: none.  With no edge nothing reaches it. */
void wfs_join(struct wfs_lower *l, const struct wfs_edges *edges, uint32_t label);
/* Enter a loop: its OpPhi have the values with which the ways to its header met; entry->slot is given. */
void wfs_enter_loop(struct wfs_lower *l, const struct wfs_block *header, struct wfs_loop_entry *entry);
/* The OpPhi of a header get their values on the edge `back`, before the next turn of an unrolled loop. */
void wfs_next_turn(struct wfs_lower *l, const struct wfs_block *header, const struct wfs_edge *back);
/* The end of a loop: copy slots and OpPhi on the edge back to its header. */
void wfs_come_back(struct wfs_lower *l, const struct wfs_construct *loop, const struct wfs_loop_entry *entry);
/* The value that a call returns, on each of the ways. */
struct wfs_value *wfs_join_results(struct wfs_lower *l, uint32_t at, const struct wfs_edges *edges,
                                   const struct wfs_type *type);
/* A pointer's offset, with a sign, moved by bytes, at most `back` backwards and `forth` forwards.  At the ends of its
 * range it stays: a pointer that is moved again and again does not pass 4 GiB to where it was. */
wfs_val wfs_move(struct wfs_lower *l, wfs_val offset, wfs_val bytes, uint32_t back, uint32_t forth);
/* The offset of a pointer as such a number, be it known or not what is in it. */
wfs_val wfs_offset_of(struct wfs_lower *l, const struct wfs_pointer *p);
/* The words of a value where ways meet: of a pointer, an offset and a buffer.  Code that makes them is put before the
 * marker. */
uint32_t wfs_meeting_words(const struct wfs_type *t);
void wfs_words_of(struct wfs_lower *l, const struct wfs_value *v, uint32_t marker, wfs_val *word);
/* The value that such words are; `like` is one of the values that meet. */
void wfs_from_words(struct wfs_lower *l, struct wfs_value *v, const struct wfs_value *like, const wfs_val *word);

/* ---- block.c, construct.c, flow.c ---- */

/* Constructs, their sides and calls inside one another. */
enum { WFS_MAX_DEPTH = 400 };

enum wfs_role { WFS_PLAIN, WFS_TO_MERGE, WFS_TO_CONTINUE, WFS_TO_HEADER, WFS_TO_NEXT_CASE };

struct wfs_block *wfs_block_of(struct wfs_lower *l, uint32_t label);
/* What a label is to the constructs around, and to which of them. */
enum wfs_role wfs_role_of(const struct wfs_lower *l, uint32_t label, struct wfs_construct **construct);
void wfs_open_construct(struct wfs_lower *l, struct wfs_construct *c, enum wfs_construct_kind kind, uint32_t merge);
void wfs_close_construct(struct wfs_lower *l, struct wfs_construct *c, uint32_t label);
/* The loop around a construct that something breaks out of. */
uint32_t wfs_frame_of(struct wfs_lower *l, struct wfs_construct *c);
/* Of an OpPhi of the merge block, for lanes that OpKill sent there: that from before the construct, if it has one, else 0. */
struct wfs_value *wfs_killed_value(struct wfs_lower *l, uint32_t phi, uint32_t merge);
/* Lower a block and those that follow it, until the way ends. */
void wfs_lower_blocks(struct wfs_lower *l, struct wfs_block *b);

/* The lanes that come here are helper lanes from here on. */
void wfs_demote(struct wfs_lower *l, uint32_t at);
/* ---- interlock.c ---- */
void wfs_interlock(struct wfs_lower *l, uint32_t at);
/* Refuses a section that has no end. */
void wfs_check_turns(struct wfs_lower *l);
/* In a critical section of a pixel, for lanes that come no further as what they are. */
void wfs_give_turn(struct wfs_lower *l);
/* The header of a loop as an ordinary block, and what follows it. */
void wfs_lower_from_header(struct wfs_lower *l, struct wfs_block *header);

/* ---- unroll.c ---- */
/* A short loop that counts, turn by turn; false, and nothing was done, when it is none. */
bool wfs_unroll(struct wfs_lower *l, struct wfs_block *header);

/* ---- cases.c ---- */
/* OpSwitch at the end of a block: the block to continue with, or NULL. */
struct wfs_block *wfs_lower_switch(struct wfs_lower *l, const struct wfs_block *b);

/* ---- search.c ---- */
/* The slots that may be changed inside a loop. */
void wfs_find_changes(struct wfs_lower *l, const struct wfs_block *header, struct wfs_loop_entry *entry);
/* The labels that may follow a block, in the order of its terminator, at most `room`; returns how many there are. */
uint32_t wfs_successors(struct wfs_lower *l, const struct wfs_block *b, uint32_t *label, uint32_t room);
/* Blocks that can be reached from `label` without passing one for which `stop` is true; `visit` gets each once. */
typedef bool wfs_stop_fn(struct wfs_lower *l, void *user, uint32_t label);
typedef void wfs_visit_fn(struct wfs_lower *l, void *user, const struct wfs_block *b);
void wfs_search(struct wfs_lower *l, uint32_t label, wfs_stop_fn *stop, wfs_visit_fn *visit, void *user);

#endif
