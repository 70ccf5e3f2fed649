/* SPDX-License-Identifier: Apache-2.0
 * whole.h - the operations of GLSL.std.450 on whole vectors and matrices.  Operand i has length[i] components in
 * arg[i], a matrix column by column.  False when there is no such operation on operands of these lengths.
 */
#ifndef WAVEFOLD_SPIRV_MATH_WHOLE_H
#define WAVEFOLD_SPIRV_MATH_WHOLE_H

#include "math.h"

typedef bool wfs_whole(struct wfs_code *c, const wfs_val *const *arg, const unsigned *length, wfs_val *result);
/* Of floats of 32 or 64 bits; of 64 bits a component is two words. */
typedef bool wfs_floats(struct wfs_code *c, unsigned width, const wfs_val *const *arg, const unsigned *length,
                        wfs_val *result);

/* pack.c */
wfs_whole wfs_pack_snorm4x8, wfs_pack_unorm4x8, wfs_pack_snorm2x16, wfs_pack_unorm2x16, wfs_pack_half2x16,
    wfs_pack_double2x32;
wfs_whole wfs_unpack_snorm4x8, wfs_unpack_unorm4x8, wfs_unpack_snorm2x16, wfs_unpack_unorm2x16, wfs_unpack_half2x16;
/* vector.c */
wfs_floats wfs_length, wfs_distance, wfs_cross, wfs_normalize, wfs_face_forward, wfs_reflect, wfs_refract;
/* matrix.c */
wfs_floats wfs_determinant, wfs_matrix_inverse;

#endif
