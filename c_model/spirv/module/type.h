/* SPDX-License-Identifier: Apache-2.0
 * type.h - types of a module, and where their parts lie.
 *
 * Three layouts.  FLAT is that of values in registers and of variables of a lane.  Each scalar of up to 32 bits is a
 * word, each of 64 bits two, one after the other, matrices column by column.  SHARED, of workgroup variables without an
 * explicit layout, is the same, but a scalar of 64 bits begins at an even word, as atomics ask.  EXPLICIT: in bytes, by
 * decorations; in a kernel of OpenCL as C lays out its types, which has none.
 */
#ifndef WAVEFOLD_SPIRV_TYPE_H
#define WAVEFOLD_SPIRV_TYPE_H

#include "module.h"

enum wfs_type_kind {
    WFS_VOID,
    WFS_BOOL,
    WFS_INT,
    WFS_FLOAT,
    WFS_VECTOR,
    WFS_MATRIX,
    WFS_ARRAY,
    WFS_RUNTIME_ARRAY,
    WFS_STRUCT,
    WFS_POINTER,
    /* a pointer into PhysicalStorageBuffer, or of a kernel of OpenCL: a number, which memory may hold */
    WFS_ADDRESS,
    WFS_FUNCTION,
    WFS_IMAGE,
    WFS_SAMPLER,
    WFS_SAMPLED_IMAGE,
    WFS_OPAQUE
};

struct wfs_member {
    const struct wfs_type *type;
    uint32_t word, shared;          /* FLAT, SHARED: its first word */
    bool has_offset, row_major;
    uint32_t offset, matrix_stride; /* EXPLICIT: bytes; 0: no MatrixStride */
};

struct wfs_type {
    enum wfs_type_kind kind;
    uint32_t id;
    unsigned width;                 /* INT, FLOAT, ADDRESS: bits */
    bool is_signed;
    uint32_t count;                 /* VECTOR: components; MATRIX: columns; ARRAY: elements; STRUCT: members */
    /* VECTOR: component; MATRIX: column; arrays: element; POINTER: what it points to; IMAGE: component of a texel;
     * SAMPLED_IMAGE: the image */
    const struct wfs_type *element;
    const struct wfs_member *member;
    uint32_t storage;               /* POINTER, ADDRESS: WfsStorageClass* */
    uint32_t pointee;               /* ADDRESS: id of what it points to, which may be defined after it: wfs_pointee */
    uint32_t stride;                /* arrays, POINTER, ADDRESS: ArrayStride, or 0 */
    uint32_t dim;                   /* IMAGE: WfsDim* ... */
    bool arrayed, multisampled, storage_image;
    bool is_attachment;             /* its Dim was SubpassData: it is 2D, and read at the pixel of the lane */
    uint32_t format;                /* ... WfsImageFormat*; 0: Unknown */
    unsigned depth;                 /* of types inside it */
    uint64_t words;                 /* FLAT size; 0: it has none (void, opaque, runtime arrays) */
    uint64_t shared;                /* SHARED size; where it is `words`, both layouts are one */
    uint32_t align;                 /* SHARED: words that an address of it is a multiple of, 1 or 2 */
    /* STRUCT: EXPLICIT size, found once: structs of structs of structs would take too long */
    uint64_t bytes;
    uint32_t c_size, c_align;       /* in a kernel of OpenCL: bytes as C has them; else 0 */
};

/* The type with this id; fails when it is none, or when the length of an array is not known yet (`array_length`
 * fails). */
const struct wfs_type *wfs_type(struct wfs_module *m, uint32_t id);
/* What a POINTER or an ADDRESS points to. */
const struct wfs_type *wfs_pointee(struct wfs_module *m, const struct wfs_type *t);
enum wfs_image_type_fault { WFS_IMAGE_FINE, WFS_IMAGE_TEXEL, WFS_IMAGE_DIM, WFS_IMAGE_EITHER, WFS_IMAGE_SHAPE };
/* Why images of the OpTypeImage at this word are not supported, by its operands alone: the type need not be read. */
enum wfs_image_type_fault wfs_image_type_fault(const struct wfs_module *m, uint32_t at);
/* The value of an integer constant; value.c. */
uint32_t wfs_constant_u32(struct wfs_module *m, uint32_t id);

/* The type of the component of a vector, else the type itself. */
static inline const struct wfs_type *wfs_scalar(const struct wfs_type *t)
{
    return t->kind == WFS_VECTOR ? t->element : t;
}
static inline uint32_t wfs_components(const struct wfs_type *t) { return t->kind == WFS_VECTOR ? t->count : 1; }
/* Words of one component. */
static inline uint32_t wfs_scalar_words(const struct wfs_type *t)
{
    return wfs_scalar(t)->width == 64 ? 2 : 1;
}
/* EXPLICIT size in bytes, without padding at the end; runtime arrays count as empty. */
uint64_t wfs_explicit_size(const struct wfs_type *t, uint32_t matrix_stride, bool row_major);
/* Bytes from one element of an array to the next; from one column of a matrix, or row when it is row_major. */
uint32_t wfs_array_stride(const struct wfs_type *t, uint32_t matrix_stride, bool row_major);
static inline uint32_t wfs_matrix_stride(const struct wfs_type *t, uint32_t stride, bool row_major)
{
    return stride ? stride : (row_major ? t->count : t->element->count) * (t->element->element->width / 8);
}
/* "float", "uvec2", "struct Light", for messages. */
const char *wfs_type_shown(const struct wfs_module *m, const struct wfs_type *t);

/* An address of 32 bits has so many bytes of each buffer, and as many before it. */
#define WFS_ADDRESS_32_BYTES (UINT32_C(1) << 25)

/* Largest composite that may be a value, in words: all of it is held in registers. */
enum { WFS_MAX_VALUE = 8192 };

#endif
