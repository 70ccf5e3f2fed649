/* SPDX-License-Identifier: Apache-2.0
 * kernel.h - kernels of OpenCL as compute shaders: a module of the one is written as a module of the other.
 *
 * interface.c gives an entry point the interface of a shader.  Argument n that points to memory of all groups becomes
 * the storage buffer of binding 0.n.  Arguments by value become the members of the push constants.  One that points to
 * memory of the group becomes a workgroup variable, with as many elements as a specialization constant states.
 * function.c gives each function structured control flow (graph.h).  Types, instructions and pointers stay those of a kernel: the lowering takes them.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_KERNEL_H
#define WAVEFOLD_SPIRV_KERNEL_KERNEL_H

#include "writer.h"

/* A new entry point instead of `entry`. */
struct wfs_kernel {
    struct wfs_writer w;
    const struct wfs_entry *entry;
    uint32_t function;                  /* the new one */
    struct wfs_kernel_argument *argument;       /* [arguments] */
    uint32_t arguments;
    uint32_t void_type, push, push_type;        /* ids; push 0: no argument is by value */
    uint32_t uint, truth;               /* type of integers of 32 bits; a constant that is true */
    uint32_t local_size[3];             /* specialization constants; 0: the module states it */
    struct wfs_kernel_value *value;     /* [bound of the module] of function.c */
};

/* The parameter points to a copy of the caller's. */
bool wfs_is_by_value(const struct wfs_module *m, uint32_t parameter);
/* Find the arguments; what has no counterpart is refused. */
void wfs_kernel_arguments(struct wfs_kernel *k, struct wfs_module *m);
/* Types, variables and constants that the new entry point needs; then its function. */
void wfs_kernel_declare(struct wfs_kernel *k, struct wfs_module *m);
void wfs_kernel_function(struct wfs_kernel *k, struct wfs_module *m);

/* The function at this word, up to its end; returns the word after it. */
uint32_t wfs_kernel_body(struct wfs_kernel *k, struct wfs_module *m, uint32_t at);

/* The whole: words of a shader for this entry point of a module with m->kernel_pointer, in the arena of `m`.  *origin:
 * for wfs_module. */
const uint32_t *wfs_kernel_rewrite(struct wfs_module *m, const struct wfs_entry *entry, size_t *words,
                                   const uint32_t **origin);

#endif
