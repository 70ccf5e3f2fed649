/* SPDX-License-Identifier: Apache-2.0
 *
 * interp_glsl.h - the parts of GLSL.std.450; each returns false where the instruction is none of its own.
 */
#ifndef INTERP_GLSL_H
#define INTERP_GLSL_H

#include "interp_value.h"

/* interp_geometry.c: length to refract, determinant and inverse. */
bool glsl_geometry(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);
/* interp_pack.c: several numbers in one word and back. */
bool glsl_pack(struct module *m, const struct insn *n, const uint64_t *regs, uint64_t *out);

#endif
