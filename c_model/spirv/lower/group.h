/* SPDX-License-Identifier: Apache-2.0
 * group.h - subgroup operations of SPIR-V, scalar by scalar.  What each means: docs/semantics.md, section 5.
 *
 * Values as in wide.h.  A ballot is four words.  What SPIR-V leaves undefined (the value of an inactive lane, a source
 * outside the wave) is some value here.
 */
#ifndef WAVEFOLD_SPIRV_GROUP_H
#define WAVEFOLD_SPIRV_GROUP_H

#include "../code/build.h"

enum wfs_group_kind { WFS_GROUP_BOOL, WFS_GROUP_INT, WFS_GROUP_FLOAT };

struct wfs_group {
    unsigned wave_size;             /* S */
    enum wfs_group_kind kind;       /* of the value x */
    unsigned width;                 /* of one component of it, in bits; bool: 32 */
    unsigned components;            /* of x */
};

/* Votes, reads, ballots, quads, matches.  By opcode, x (its words, component by component), y and the result:
 *   Elect                                                                      a truth
 *   All, Any; QuadAllKHR, QuadAnyKHR                   truth                   a truth
 *   AllEqual                                           any                     a truth
 *   Broadcast, Shuffle; QuadBroadcast                  any     lane            as x
 *   ShuffleXor; ShuffleUp, ShuffleDown                 any     mask; delta     as x
 *   RotateKHR                                          any     delta           as x; z: a constant cluster, or none
 *   BroadcastFirst                                     any                     as x
 *   QuadSwap                                           any     direction, a constant   as x
 *   Ballot; PartitionNV                                truth; any              a ballot
 *   InverseBallot; BallotFindLSB, BallotFindMSB        ballot                  a truth; a number
 *   BallotBitExtract                                   ballot  lane            a truth
 *   BallotBitCount                                     ballot                  a number; z: a constant group operation
 *   (a ballot is four 32-bit integers)
 * and the operations of SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote (OpSubgroup..KHR) as their namesakes.
 * Returns false, and has written nothing, when it is none of these, or when it is not supported on such a value. */
bool wfs_group(struct wfs_code *c, const struct wfs_group *g, uint32_t op, const wfs_val *x, wfs_val y, wfs_val z,
               wfs_val *result);

/* Two values of each lane make one row of 2S: `first` of all lanes, then `second`.  The result is the element at
 * `position`, 0 beyond the row. */
void wfs_group_read_two(struct wfs_code *c, const struct wfs_group *g, const wfs_val *first, const wfs_val *second,
                        wfs_val position, wfs_val *result);

/* Arithmetic, OpGroupNonUniformIAdd .. LogicalXor, on one component: `operation` is WfsGroupOperationReduce,
 * InclusiveScan, ExclusiveScan, ClusteredReduce with the size of a cluster, or Partitioned.. with a ballot,
 * group_scan.c. */
bool wfs_group_scan(struct wfs_code *c, const struct wfs_group *g, uint32_t op, uint32_t operation, const wfs_val *x,
                    uint32_t cluster, const wfs_val ballot[4], wfs_val *result);

/* One step of such an operation on two values of a lane, combine.c.  Floats are rounded to nearest even, and subnormal
 * numbers are kept. */
bool wfs_combine(struct wfs_code *c, enum wfs_group_kind kind, unsigned width, uint32_t op, const wfs_val *x,
                 const wfs_val *y, wfs_val *result);

#endif
