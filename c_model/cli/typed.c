/* SPDX-License-Identifier: Apache-2.0 */
#include "typed.h"

#include <inttypes.h>

/* Numbers that stand side by side: of an array in a line; of anything else; of an array that is a member. */
enum { A_LINE = 8, MOST_INSIDE = 32, MOST_OF_ARRAY = 8, BEHIND = 8, INDENT = 4 };

struct printer {
    FILE *file;
    const struct wf_layout *layout;
    const uint32_t *word;
    uint64_t bytes;
    uint64_t most;              /* elements that begin at this byte or after it are left out */
};

static const struct wf_layout_node *node_of(const struct printer *p, uint32_t node)
{
    return &p->layout->node[node];
}

static bool is_array(const struct wf_layout_node *n)
{
    return n->kind == WF_LAYOUT_ARRAY || n->kind == WF_LAYOUT_RUNTIME_ARRAY;
}

/* ---- in a line --------------------------------------------------------------------------------------------------- */

static bool is_short(const struct printer *p, uint32_t node, uint64_t byte)
{
    const struct wf_layout_node *n = node_of(p, node);
    if (is_array(n) && node_of(p, n->element)->kind == WF_LAYOUT_STRUCT)
        return !wf_layout_count(p->layout, node, byte, p->bytes);
    return wf_layout_scalars(p->layout, node, byte, p->bytes) <=
           (uint64_t)(is_array(n) ? MOST_OF_ARRAY : MOST_INSIDE);
}

static void put_short(const struct printer *p, uint32_t node, uint64_t byte)
{
    const struct wf_layout_node *n = node_of(p, node);
    char text[WF_LAYOUT_TEXT];
    if (wf_layout_is_scalar(n)) {
        fputs(wf_layout_show(n, wf_layout_load(n, p->word, byte), text), p->file);
        return;
    }
    const uint64_t count = wf_layout_count(p->layout, node, byte, p->bytes);
    fputc('{', p->file);
    for (uint64_t i = 0; i < count; i++) {
        const struct wf_layout_member *m = n->kind == WF_LAYOUT_STRUCT ? &p->layout->member[n->member + i] : NULL;
        fputs(i ? ", " : "", p->file);
        if (m)
            fprintf(p->file, "%s = ", m->name);
        put_short(p, m ? m->node : n->element, byte + (m ? m->offset : i * n->stride));
    }
    fputc('}', p->file);
}

/* ---- in lines ---------------------------------------------------------------------------------------------------- */

static void put_lines(const struct printer *p, uint32_t node, uint64_t byte, int indent);

static void put(const struct printer *p, uint32_t node, uint64_t byte, int indent)
{
    if (is_short(p, node, byte)) {
        put_short(p, node, byte);
        return;
    }
    fputs("{\n", p->file);
    put_lines(p, node, byte, indent + INDENT);
    fprintf(p->file, "%*s}", indent, "");
}

static void put_members(const struct printer *p, const struct wf_layout_node *n, uint64_t byte, int indent)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const struct wf_layout_member *m = &p->layout->member[n->member + i];
        fprintf(p->file, "%*s%s = ", indent, "", m->name);
        put(p, m->node, byte + m->offset, indent);
        fputs(i + 1 < n->count ? ",\n" : "\n", p->file);
    }
}

/* With the index of the first of each line behind it. */
static void put_elements(const struct printer *p, uint32_t node, uint64_t byte, int indent)
{
    const struct wf_layout_node *n = node_of(p, node), *element = node_of(p, n->element);
    const uint64_t count = wf_layout_count(p->layout, node, byte, p->bytes);
    const bool fills = element->kind != WF_LAYOUT_STRUCT && !is_array(element) && element->scalars < A_LINE;
    const uint64_t a_line = fills ? A_LINE / element->scalars : 1;
    uint64_t i = 0;
    for (; i < count && byte + i * n->stride < p->most; i++) {
        const bool last = i + 1 == count, ends = last || byte + (i + 1) * n->stride >= p->most;
        if (i % a_line == 0)
            fprintf(p->file, "%*s", indent, "");
        else
            fputc(' ', p->file);
        put(p, n->element, byte + i * n->stride, indent);
        fputs(last ? "" : ",", p->file);
        if (i % a_line == a_line - 1 || ends)
            fprintf(p->file, "    // %" PRIu64 "\n", i - i % a_line);
    }
    if (i < count)
        fprintf(p->file, "%*s// and %" PRIu64 " more\n", indent, "", count - i);
}

static void put_lines(const struct printer *p, uint32_t node, uint64_t byte, int indent)
{
    const struct wf_layout_node *n = node_of(p, node);
    if (n->kind == WF_LAYOUT_STRUCT)
        put_members(p, n, byte, indent);
    else
        put_elements(p, node, byte, indent);
}

/* The first word behind the block, or behind the padding of its last element. */
static uint64_t end_of(const struct printer *p)
{
    const struct wf_layout_node *root = node_of(p, p->layout->root);
    uint64_t end = wf_layout_extent(p->layout, p->layout->root, 0, p->bytes);
    for (uint32_t i = 0; i < root->count && root->kind == WF_LAYOUT_STRUCT; i++) {
        const struct wf_layout_member *m = &p->layout->member[root->member + i];
        const struct wf_layout_node *n = node_of(p, m->node);
        if (n->kind == WF_LAYOUT_RUNTIME_ARRAY)
            end = m->offset + wf_layout_count(p->layout, m->node, m->offset, p->bytes) * n->stride;
    }
    return (end + 3) / 4;
}

/* Words that no member has: nothing that is there is left out but padding. */
static void put_behind(const struct printer *p)
{
    const uint64_t words = p->bytes / 4;
    uint64_t at = end_of(p);
    if (at >= words)
        return;
    fprintf(p->file, "    // and %" PRIu64 " word%s after the block:", words - at, words - at == 1 ? "" : "s");
    for (unsigned i = 0; i < BEHIND && at < words; i++)
        fprintf(p->file, " 0x%08" PRIx32, p->word[at++]);
    fputs(at < words ? " ..\n" : "\n", p->file);
}

void typed_print(FILE *file, const struct wf_kernel_buffer *buffer, const struct wf_layout *layout,
                 const uint32_t *words)
{
    typed_print_first(file, buffer, layout, words, buffer->words);
}

void typed_print_first(FILE *file, const struct wf_kernel_buffer *buffer, const struct wf_layout *layout,
                       const uint32_t *words, uint32_t most)
{
    const struct printer p = {.file = file, .layout = layout, .word = words, .bytes = 4 * (uint64_t)buffer->words,
                              .most = 4 * (uint64_t)most};
    const struct wf_layout_place top = wf_layout_top(layout);
    fprintf(file, "%s = {\n", buffer->name);
    put_lines(&p, top.node, top.byte, INDENT);
    put_behind(&p);
    fputs("}\n", file);
}

const struct wf_layout *typed_layout(const struct wf_kernel *kernel, unsigned number)
{
    for (; kernel; kernel = kernel->next) {
        const struct wf_kernel_buffer *b = &kernel->buffer[number];
        if (number < kernel->buffers && b->layout && b->layout->node[b->layout->root].size <= 4 * (uint64_t)b->words)
            return b->layout;
    }
    return NULL;
}
