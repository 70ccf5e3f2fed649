/* SPDX-License-Identifier: Apache-2.0
 * writer.h - words of a module that is written from another one.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_WRITER_H
#define WAVEFOLD_SPIRV_KERNEL_WRITER_H

#include "../module/module.h"

struct wfs_writer {
    struct wfs_env *env;
    const struct wfs_module *m;         /* that is read */
    uint32_t *word;                     /* [words] */
    size_t words, room;
    uint32_t *origin;                   /* [words] word of `m` that each is of, for messages */
    size_t origin_room;
    uint32_t at;                        /* what is written is of the instruction at this word of `m` */
    uint32_t bound;
};

/* A module that begins with the head of `m`. */
void wfs_begin_writing(struct wfs_writer *w, const struct wfs_module *m);
void wfs_put_word(struct wfs_writer *w, uint32_t word);
/* An instruction with these operands. */
void wfs_put_list(struct wfs_writer *w, uint32_t op, const uint32_t *operand, size_t operands);
#define WFS_PUT(w, op, ...) \
    wfs_put_list(w, op, (const uint32_t[]){__VA_ARGS__}, sizeof (const uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
/* The instruction at this word of `m`, as it is. */
void wfs_put_copy(struct wfs_writer *w, uint32_t at);
/* OpName, and OpMemberName of a member. */
void wfs_put_name(struct wfs_writer *w, uint32_t id, const char *name);
void wfs_put_member_name(struct wfs_writer *w, uint32_t id, uint32_t member, const char *name);
static inline uint32_t wfs_fresh_id(struct wfs_writer *w) { return w->bound++; }

#endif
