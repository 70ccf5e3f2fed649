/* SPDX-License-Identifier: Apache-2.0
 * interp_memory.h - pointers and what they point at.
 *
 * A pointer is two slots: the object, and with it how the matrix that it points into lies (bits 32..62: MatrixStride, bit 63: RowMajor);
 * and the offset, in bytes where the layout is explicit, else in slots.
 */
#ifndef INTERP_MEMORY_H
#define INTERP_MEMORY_H

#include "interp_module.h"

struct pointer {
    const struct object *object;
    uint32_t matrix_stride;
    bool row_major;
    int64_t offset;
};

/* A value of this type of pointers. */
struct pointer pointer_of(const struct module *m, const struct type *t, const uint64_t *slots);

/* Memory as one lane sees it. */
struct sight {
    struct module *module;
    uint64_t *lane;             /* its slots */
    uint8_t *group;             /* memory of its workgroup */
};

/* What lies outside is 0 and is not written. */
void memory_load(const struct sight *s, const struct type *t, struct pointer p, uint64_t *out);
void memory_store(const struct sight *s, const struct type *t, struct pointer p, const uint64_t *v);
/* OpArrayLength: elements of member `member` of the struct at p, as many as fit into the buffer. */
uint32_t memory_array_length(const struct sight *s, const struct type *t, struct pointer p, uint32_t member);
/* One lane's atomic: what was there before. */
uint64_t memory_atomic(const struct sight *s, const struct insn *n);

/* interp_image.c: one lane's OpImageRead, OpImageFetch, OpImageWrite, OpImageTexelPointer or query of a size.  Texels of an image lie without
 * gaps: in rows, slices. */
void image_insn(const struct sight *s, const struct insn *n);

#endif
