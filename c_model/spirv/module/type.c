/* SPDX-License-Identifier: Apache-2.0 */
#include "type.h"

enum { MAX_NESTING = 64 };

static uint64_t sum_words(uint64_t a, uint64_t b)
{
    return a > UINT32_MAX || b > UINT32_MAX ? (uint64_t)UINT32_MAX + 1 : a + b;
}

static uint64_t product_words(uint64_t words, uint32_t count)
{
    return words > UINT32_MAX ? words : words * count;
}

static uint64_t align_words(uint64_t words, uint32_t align)
{
    return (words + align - 1) / align * align;
}

/* Pointers to what the shader's interface has are none in kernels either. */
static bool is_address_class(const struct wfs_module *m, uint32_t storage)
{
    switch (storage) {
    case WfsStorageClassPhysicalStorageBuffer: return true;
    case WfsStorageClassCrossWorkgroup: case WfsStorageClassWorkgroup: case WfsStorageClassFunction:
    case WfsStorageClassGeneric: case WfsStorageClassUniformConstant:
        return m->kernel_pointer != 0;
    default: return false;
    }
}

static bool is_address(const struct wfs_module *m, uint32_t id)
{
    const struct wfs_id *def = wfs_id(m, id);

    return def->op == WfsOpTypePointer && is_address_class(m, wfs_operand(m, def->at, 2));
}

/* Types are defined before they are used, but for what a pointer points to, and addresses, which are numbers: so no type holds itself. */
static const struct wfs_type *earlier(struct wfs_module *m, uint32_t at, uint32_t id)
{
    if (wfs_id(m, id)->at >= at && !is_address(m, id))
        wfs_refuse(m, at, "its type %u is defined after it", (unsigned)id);
    if (m->nesting > MAX_NESTING)
        wfs_refuse(m, at, "types nest more than %u deep", (unsigned)MAX_NESTING);
    m->nesting++;
    const struct wfs_type *t = wfs_type(m, id);
    m->nesting--;
    if (t->depth >= MAX_NESTING)
        wfs_refuse(m, at, "types nest more than %u deep", (unsigned)MAX_NESTING);
    return t;
}

static void nest(struct wfs_type *t, const struct wfs_type *inner)
{
    if (t->depth <= inner->depth)
        t->depth = inner->depth + 1;
}

static void numeric(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    t->width = wfs_operand(m, at, 2);
    t->is_signed = t->kind == WFS_INT && wfs_operand(m, at, 3) != 0;
    if (t->width != 16 && t->width != 32 && t->width != 64 && !(t->width == 8 && t->kind == WFS_INT))
        wfs_refuse(m, at, "a width of %u bits is not supported; expected %s16, 32 or 64", t->width,
                   t->kind == WFS_INT ? "8, " : "");
    if (t->kind == WFS_FLOAT && wfs_length_at(m, at) > 3)
        wfs_refuse(m, at, "only IEEE 754 floats are supported");
    t->words = t->width == 64 ? 2 : 1;
}

static void vector(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    t->element = earlier(m, at, wfs_operand(m, at, 2));
    t->count = wfs_operand(m, at, 3);
    const bool good = t->kind == WFS_MATRIX ? t->element->kind == WFS_VECTOR && t->element->element->kind == WFS_FLOAT :
                      t->element->kind == WFS_BOOL || t->element->kind == WFS_INT || t->element->kind == WFS_FLOAT;
    const bool long_one = m->kernel_pointer && t->kind == WFS_VECTOR && (t->count == 8 || t->count == 16);
    if (!good || ((t->count < 2 || t->count > 4) && !long_one))
        wfs_refuse(m, at, "expected 2 to 4%s %s", m->kernel_pointer ? ", 8 or 16" : "",
                   t->kind == WFS_MATRIX ? "columns that are vectors of floats" : "components that are scalars");
    nest(t, t->element);
    t->words = product_words(t->element->words, t->count);
}

static void array(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    t->element = earlier(m, at, wfs_operand(m, at, 2));
    t->stride = wfs_decorated(m, t->id, WFS_WHOLE, WfsDecorationArrayStride, t->element->c_size);
    nest(t, t->element);
    if (t->element->kind == WFS_VOID || t->element->kind == WFS_FUNCTION)
        wfs_refuse(m, at, "an array of no values");
    if (t->kind == WFS_RUNTIME_ARRAY)
        return;
    t->count = m->constant_u32(m, wfs_operand(m, at, 3));
    const uint32_t length = wfs_operand(m, at, 3);
    if (!t->count && m->kernel_pointer && wfs_id(m, length)->op == WfsOpSpecConstant)
        wfs_refuse(m, at, "argument %s points to 0 elements of the memory of a group; expected their number as the "
                   "specialization constant of this name", wfs_shown(m, length));
    if (!t->count)
        wfs_refuse(m, at, "an array has at least one element");
    t->words = product_words(t->element->words, t->count);
}

static uint32_t members_of(const struct wfs_module *m, uint32_t at)
{
    uint32_t count = 0;

    for (struct wfs_list list = {at, 2}; wfs_has_next(m, &list); list.n++)
        count++;
    return count;
}

/* A member without an Offset begins where C has it. */
static uint32_t c_offset(const struct wfs_type *t, const struct wfs_member *member, bool packed)
{
    const uint32_t align = packed ? 1 : member->type->c_align;
    const uint64_t offset = align_words(t->bytes, align ? align : 1);

    return offset > UINT32_MAX ? UINT32_MAX : (uint32_t)offset;
}

static void structure(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    struct wfs_list list = {at, 2};

    t->count = members_of(m, at);
    struct wfs_member *member = wfs_new(m->env, t->count, sizeof *member);
    const bool packed = wfs_decoration(m, t->id, WFS_WHOLE, WfsDecorationCPacked) != NULL;
    t->align = t->c_align = 1;
    for (uint32_t i = 0; i < t->count && wfs_has_next(m, &list); i++, list.n++) {
        member[i].type = earlier(m, at, wfs_operand(m, list.at, list.n));
        nest(t, member[i].type);
        member[i].word = (uint32_t)(t->words > UINT32_MAX ? UINT32_MAX : t->words);
        member[i].has_offset = wfs_decoration(m, t->id, i, WfsDecorationOffset) != NULL;
        member[i].offset = wfs_decorated(m, t->id, i, WfsDecorationOffset, 0);
        if (m->kernel_pointer && !member[i].has_offset) {
            member[i].has_offset = true;
            member[i].offset = c_offset(t, &member[i], packed);
        }
        if (!packed && member[i].type->c_align > t->c_align)
            t->c_align = member[i].type->c_align;
        member[i].row_major = wfs_decoration(m, t->id, i, WfsDecorationRowMajor) != NULL;
        member[i].matrix_stride = wfs_decorated(m, t->id, i, WfsDecorationMatrixStride, 0);
        t->words = sum_words(t->words, member[i].type->words);
        t->shared = align_words(t->shared, member[i].type->align);
        member[i].shared = (uint32_t)(t->shared > UINT32_MAX ? UINT32_MAX : t->shared);
        t->shared = sum_words(t->shared, member[i].type->shared);
        t->align = member[i].type->align > t->align ? member[i].type->align : t->align;
        const uint64_t end =
            member[i].offset + wfs_explicit_size(member[i].type, member[i].matrix_stride, member[i].row_major);
        t->bytes = end > t->bytes ? end : t->bytes;
    }
    t->shared = align_words(t->shared, t->align);
    if (m->kernel_pointer)
        t->c_size = (uint32_t)(t->bytes = align_words(t->bytes, t->c_align));
    t->member = member;
}

/* Of all but structs. */
static void lay_out(struct wfs_type *t)
{
    const bool has_parts = t->kind == WFS_VECTOR || t->kind == WFS_MATRIX || t->kind == WFS_ARRAY ||
                           t->kind == WFS_RUNTIME_ARRAY;

    t->align = has_parts ? t->element->align : t->width == 64 ? 2 : 1;
    t->shared = t->kind == WFS_ARRAY ? product_words(t->element->shared, t->count) : t->words;
}

/* Likewise; a vector of three takes the room of four. */
static void lay_out_as_c(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    uint64_t size = 0;

    switch (t->kind) {
    case WFS_BOOL: size = t->c_align = 1; break;
    case WFS_INT: case WFS_FLOAT: case WFS_ADDRESS: size = t->c_align = t->width / 8; break;
    case WFS_VECTOR:
        size = t->c_align = t->element->c_size * (t->count == 3 ? 4 : t->count);
        break;
    case WFS_ARRAY: case WFS_RUNTIME_ARRAY:
        size = (uint64_t)t->element->c_size * t->count;
        t->c_align = t->element->c_align;
        break;
    default: break;
    }
    if (size > INT32_MAX)
        wfs_refuse(m, at, "the type is of 2 GiB or more");
    t->c_size = (uint32_t)size;
}

enum wfs_image_type_fault wfs_image_type_fault(const struct wfs_module *m, uint32_t at)
{
    const struct wfs_id *texel = wfs_id(m, wfs_operand(m, at, 2));
    const uint32_t dim = wfs_operand(m, at, 3), sampled = wfs_operand(m, at, 7);
    const bool arrayed = wfs_operand(m, at, 5) != 0, multisampled = wfs_operand(m, at, 6) != 0;

    if (texel->op != WfsOpTypeInt && texel->op != WfsOpTypeFloat)
        return WFS_IMAGE_TEXEL;
    const uint32_t width = wfs_operand(m, texel->at, 2);
    if (width != 32 && width != (texel->op == WfsOpTypeInt ? 64 : 16))
        return WFS_IMAGE_TEXEL;
    if (dim > WfsDimCube && dim != WfsDimBuffer && dim != WfsDimSubpassData)
        return WFS_IMAGE_DIM;
    if ((sampled != 1 && sampled != 2) || (dim == WfsDimSubpassData && sampled != 2))
        return WFS_IMAGE_EITHER;
    if ((arrayed && (dim == WfsDim3D || dim == WfsDimBuffer || dim == WfsDimSubpassData)) ||
        (multisampled && dim != WfsDim2D && dim != WfsDimSubpassData))
        return WFS_IMAGE_SHAPE;
    return WFS_IMAGE_FINE;
}

static void image(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    char name[WFS_NAME_SIZE];

    t->element = earlier(m, at, wfs_operand(m, at, 2));
    t->is_attachment = wfs_operand(m, at, 3) == WfsDimSubpassData;
    t->dim = t->is_attachment ? WfsDim2D : wfs_operand(m, at, 3);
    t->arrayed = wfs_operand(m, at, 5) != 0;
    t->multisampled = wfs_operand(m, at, 6) != 0;
    t->storage_image = wfs_operand(m, at, 7) == 2 && !t->is_attachment;
    t->format = wfs_operand(m, at, 8);
    switch (wfs_image_type_fault(m, at)) {
    case WFS_IMAGE_FINE: break;
    case WFS_IMAGE_TEXEL:
        wfs_refuse(m, at, "texels of %s; expected integers of 32 or 64 bits or floats of 16 or 32 bits",
                   wfs_type_shown(m, t->element));
    case WFS_IMAGE_DIM:
        wfs_refuse(m, at, "%s; expected 1D, 2D, 3D, Cube, Buffer or SubpassData", wfs_enum_name(WFS_KIND_Dim, t->dim, name));
    case WFS_IMAGE_EITHER:
        wfs_refuse(m, at, t->is_attachment ? "an input attachment that is sampled; expected 2, as Vulkan asks"
                                         : "an image that may be sampled or not; expected one of them");
    case WFS_IMAGE_SHAPE:
        wfs_refuse(m, at, "%s of these; expected an array of 1D, 2D or Cube, several samples of 2D or SubpassData",
                   wfs_enum_name(WFS_KIND_Dim, wfs_operand(m, at, 3), name));
    }
}

static void pointer(struct wfs_module *m, uint32_t at, struct wfs_type *t)
{
    t->storage = wfs_operand(m, at, 2);
    t->stride = wfs_decorated(m, t->id, WFS_WHOLE, WfsDecorationArrayStride, 0);
    t->words = 2;
    if (is_address_class(m, t->storage)) {
        t->kind = WFS_ADDRESS;
        t->width = m->kernel_pointer == 32 ? 32 : 64;
        t->words = t->width / 32;
        t->pointee = wfs_operand(m, at, 3);
    } else {
        t->element = earlier(m, at, wfs_operand(m, at, 3));
    }
}

const struct wfs_type *wfs_pointee(struct wfs_module *m, const struct wfs_type *t)
{
    return t->kind == WFS_ADDRESS ? wfs_type(m, t->pointee) : t->element;
}

/* Types of OpenCL that a run of one kernel has nothing for. */
static const char *why_not(uint32_t op)
{
    switch (op) {
    case WfsOpTypePipe: case WfsOpTypePipeStorage: case WfsOpTypeReserveId:
        return "pipes lead from kernel to kernel, and a run has one; ";
    case WfsOpTypeQueue: case WfsOpTypeDeviceEvent:
        return "kernels are enqueued by the host alone; ";
    default: return "";
    }
}

const struct wfs_type *wfs_type(struct wfs_module *m, uint32_t id)
{
    const struct wfs_id *def = wfs_id(m, id);

    if (m->parsed[id])
        return m->parsed[id];
    struct wfs_type *t = wfs_new(m->env, 1, sizeof *t);
    t->id = id;
    switch (def->op) {
    case WfsOpTypeVoid: t->kind = WFS_VOID; break;
    case WfsOpTypeBool: t->kind = WFS_BOOL; t->words = 1; break;
    case WfsOpTypeInt: t->kind = WFS_INT; numeric(m, def->at, t); break;
    case WfsOpTypeFloat: t->kind = WFS_FLOAT; numeric(m, def->at, t); break;
    case WfsOpTypeVector: t->kind = WFS_VECTOR; vector(m, def->at, t); break;
    case WfsOpTypeMatrix: t->kind = WFS_MATRIX; vector(m, def->at, t); break;
    case WfsOpTypeArray: t->kind = WFS_ARRAY; array(m, def->at, t); break;
    case WfsOpTypeRuntimeArray: t->kind = WFS_RUNTIME_ARRAY; array(m, def->at, t); break;
    case WfsOpTypeStruct: t->kind = WFS_STRUCT; structure(m, def->at, t); break;
    case WfsOpTypePointer: t->kind = WFS_POINTER; pointer(m, def->at, t); break;
    case WfsOpTypeFunction: t->kind = WFS_FUNCTION; t->element = earlier(m, def->at, wfs_operand(m, def->at, 2)); break;
    case WfsOpTypeImage: t->kind = WFS_IMAGE; image(m, def->at, t); break;
    case WfsOpTypeSampler: t->kind = WFS_SAMPLER; break;
    case WfsOpTypeSampledImage:
        t->kind = WFS_SAMPLED_IMAGE;
        t->element = earlier(m, def->at, wfs_operand(m, def->at, 2));
        if (t->element->kind != WFS_IMAGE)
            wfs_refuse(m, def->at, "its image is %s", wfs_type_shown(m, t->element));
        break;
    case WfsOpTypeEvent:                /* a number that says nothing */
        t->kind = WFS_INT;
        t->width = 32;
        t->words = 1;
        break;
    case WfsOpTypeAccelerationStructureKHR: case WfsOpTypeRayQueryKHR: case WfsOpTypeOpaque:
        t->kind = WFS_OPAQUE;
        break;
    case WfsOpTypeNamedBarrier:         /* where its count is, and how many waves it is for: atomic.c */
        t->kind = WFS_INT;
        t->width = 64;
        t->words = 2;
        break;
    default:
        wfs_refuse(m, def->at, "%sexpected a type that is supported", why_not(def->op));
    }
    if (t->kind != WFS_STRUCT)
        lay_out(t);
    if (m->kernel_pointer && t->kind != WFS_STRUCT)
        lay_out_as_c(m, def->at, t);
    return m->parsed[id] = t;
}

uint64_t wfs_explicit_size(const struct wfs_type *t, uint32_t matrix_stride, bool row_major)
{
    uint64_t size = 0;

    if (t->c_size)
        return t->c_size;
    switch (t->kind) {
    case WFS_INT: case WFS_FLOAT: case WFS_ADDRESS: return t->width / 8;
    case WFS_BOOL: return 4;
    case WFS_VECTOR: return t->count * wfs_explicit_size(t->element, 0, false);
    case WFS_MATRIX: {
        const uint32_t scalar = t->element->element->width / 8, rows = t->element->count;
        const uint32_t stride = wfs_matrix_stride(t, matrix_stride, row_major);
        return row_major ? (uint64_t)(rows - 1) * stride + (uint64_t)t->count * scalar
                         : (uint64_t)(t->count - 1) * stride + (uint64_t)rows * scalar;
    }
    case WFS_ARRAY:
        size = wfs_explicit_size(t->element, matrix_stride, row_major);
        return (t->count - 1) * (uint64_t)(t->stride ? t->stride : size) + size;
    case WFS_STRUCT: return t->bytes;
    default: return 0;
    }
}

uint32_t wfs_array_stride(const struct wfs_type *t, uint32_t matrix_stride, bool row_major)
{
    return t->stride ? t->stride : (uint32_t)wfs_explicit_size(t->element, matrix_stride, row_major);
}

/* Ray queries and ray tracing begin with such variables. */
static const char *opaque_shown(uint32_t op)
{
    return op == WfsOpTypeAccelerationStructureKHR ? "acceleration structure, of ray queries and ray tracing, which are not supported"
           : op == WfsOpTypeRayQueryKHR            ? "ray query, which is not supported"
                                                   : "opaque object, which is not supported";
}

const char *wfs_type_shown(const struct wfs_module *m, const struct wfs_type *t)
{
    switch (t->kind) {
    case WFS_VOID: return "void";
    case WFS_BOOL: return "bool";
    case WFS_INT: return wfs_text(m->env, "%sint%u", t->is_signed ? "" : "u", t->width);
    case WFS_FLOAT: return wfs_text(m->env, "float%u", t->width);
    case WFS_VECTOR: return wfs_text(m->env, "%s x %u", wfs_type_shown(m, t->element), (unsigned)t->count);
    case WFS_MATRIX: return wfs_text(m->env, "%s x %u", wfs_type_shown(m, t->element), (unsigned)t->count);
    case WFS_ARRAY: return wfs_text(m->env, "%s[%u]", wfs_type_shown(m, t->element), (unsigned)t->count);
    case WFS_RUNTIME_ARRAY: return wfs_text(m->env, "%s[]", wfs_type_shown(m, t->element));
    case WFS_STRUCT: return wfs_text(m->env, "struct %s", wfs_shown(m, t->id));
    case WFS_POINTER: return wfs_text(m->env, "pointer to %s", wfs_type_shown(m, t->element));
    case WFS_ADDRESS: return wfs_text(m->env, "address of %s", wfs_shown(m, t->pointee));
    case WFS_FUNCTION: return "function";
    case WFS_IMAGE: return t->storage_image ? "storage image" : t->is_attachment ? "input attachment" : "sampled image";
    case WFS_SAMPLER: return "sampler";
    case WFS_SAMPLED_IMAGE: return "image with sampler";
    case WFS_OPAQUE: return opaque_shown(m->id[t->id].op);
    }
    return "?";
}
