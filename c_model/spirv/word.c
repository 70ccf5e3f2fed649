/* SPDX-License-Identifier: Apache-2.0
 * word.c - what the words of a block are, by its type.
 */
#include "module/type.h"
#include "wavefold/spirv.h"

static enum wf_shader_word scalar(const struct wfs_type *t)
{
    if (t->width != 32)
        return WF_SHADER_WORD_OTHER;
    return t->kind == WFS_FLOAT ? WF_SHADER_WORD_FLOAT : t->is_signed ? WF_SHADER_WORD_INT : WF_SHADER_WORD_UINT;
}

/* The last member that begins at the byte or before it; of several there, one that reaches to it. */
static const struct wfs_member *member_at(const struct wfs_type *t, uint64_t byte)
{
    const struct wfs_member *found = NULL;

    for (uint32_t i = 0; i < t->count; i++)
        if (t->member[i].offset <= byte && (!found || t->member[i].offset >= found->offset))
            found = &t->member[i];
    return found;
}

enum wf_shader_word wf_shader_word(const struct wf_shader_resource *resource, uint64_t byte)
{
    const struct wfs_type *t = resource->layout;
    uint32_t matrix_stride = 0;
    bool row_major = false;

    while (t) {
        const struct wfs_member *member;
        uint32_t stride;
        switch (t->kind) {
        case WFS_STRUCT:
            member = member_at(t, byte);
            if (!member)
                return WF_SHADER_WORD_OTHER;
            byte -= member->offset;
            matrix_stride = member->matrix_stride;
            row_major = member->row_major;
            t = member->type;
            break;
        case WFS_ARRAY: case WFS_RUNTIME_ARRAY:
            stride = wfs_array_stride(t, matrix_stride, row_major);
            if (!stride)
                return WF_SHADER_WORD_OTHER;
            byte %= stride;
            t = t->element;
            break;
        case WFS_VECTOR: case WFS_MATRIX: t = t->element; break;        /* all parts are of one kind */
        case WFS_INT: case WFS_FLOAT: return scalar(t);
        default: return WF_SHADER_WORD_OTHER;
        }
    }
    return WF_SHADER_WORD_OTHER;
}
