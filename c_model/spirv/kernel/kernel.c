/* SPDX-License-Identifier: Apache-2.0
 * kernel.c - a module of OpenCL as one of a shader, instruction by instruction.
 */
#include "kernel.h"

enum { BOUND_AT = 3 };

/* What names the entry point names the new one. */
static bool names_entry(const struct wfs_kernel *k, const struct wfs_module *m, uint32_t at)
{
    switch (wfs_op_at(m, at)) {
    case WfsOpEntryPoint: return at == k->entry->at;
    case WfsOpExecutionMode: case WfsOpExecutionModeId: return wfs_operand(m, at, 1) == k->entry->function;
    default: return false;
    }
}

/* Kernels that a device runs by itself, before or after the others. */
static void check_mode(const struct wfs_module *m, uint32_t at)
{
    const uint32_t mode = wfs_op_at(m, at) == WfsOpExecutionMode ? wfs_operand(m, at, 2) : 0;
    char name[WFS_NAME_SIZE];

    if (mode == WfsExecutionModeInitializer || mode == WfsExecutionModeFinalizer)
        wfs_refuse(m, at, "%s has the %s; expected kernels that only the host runs", wfs_shown(m, wfs_operand(m, at, 1)),
                   wfs_enum_name(WFS_KIND_ExecutionMode, mode, name));
}

static void put_declaration(struct wfs_kernel *k, const struct wfs_module *m, uint32_t at)
{
    const size_t first = k->w.words;

    check_mode(m, at);
    wfs_put_copy(&k->w, at);
    if (names_entry(k, m, at))
        k->w.word[first + (wfs_op_at(m, at) == WfsOpEntryPoint ? 2 : 1)] = k->function;
}

const uint32_t *wfs_kernel_rewrite(struct wfs_module *m, const struct wfs_entry *entry, size_t *words,
                                   const uint32_t **origin)
{
    struct wfs_kernel *k = wfs_new(m->env, 1, sizeof *k);
    struct wfs_writer *w = &k->w;

    wfs_begin_writing(w, m);
    k->entry = entry;
    k->function = wfs_fresh_id(w);
    if (wfs_id(m, entry->function)->op != WfsOpFunction)
        wfs_refuse(m, entry->at, "id %u is no function", (unsigned)entry->function);
    wfs_kernel_arguments(k, m);
    for (uint32_t at = 5; at < m->first_function; at = wfs_after(m, at))
        put_declaration(k, m, at);
    w->at = entry->at;
    wfs_kernel_declare(k, m);
    for (uint32_t at = m->first_function; at < m->words;)
        if (wfs_op_at(m, at) == WfsOpFunction) {
            at = wfs_kernel_body(k, m, at);
        } else {
            wfs_put_copy(w, at);
            at = wfs_after(m, at);
        }
    w->at = entry->at;
    wfs_kernel_function(k, m);
    w->word[BOUND_AT] = w->bound;
    *words = w->words;
    *origin = w->origin;
    return w->word;
}
