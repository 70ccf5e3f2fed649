// SPDX-License-Identifier: Apache-2.0
// One buffer at several bindings, as a whole and in pieces: what is stored through one is loaded through another; lengths are of the piece;
// what lies behind a piece is outside of it.
// build: glslangValidator --target-env vulkan1.2
// build plain: glslangValidator --target-env vulkan1.2 -DPLAIN
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 16) in;
layout(binding = 0) buffer Whole { uint whole[]; };
layout(binding = 1) buffer Low { uint low[]; };                 // words 0 to 15
layout(binding = 2) buffer High { uint high[]; };               // words 16 to 31
layout(std140, binding = 3) uniform Four { uvec4 four; };       // words 8 to 11
layout(binding = 4) buffer Piece { uint word[]; } piece[3];     // words 4 to 19, 16 to 31, all
layout(binding = 5) writeonly buffer Result { uint result[]; };

void main()
{
    const uint i = gl_LocalInvocationID.x;
    const uint early = four.x;                                  // loaded again behind the barrier
    barrier();
    const uint before = high[i];
    whole[16 + i] = before + 100;
    const uint after = high[i];                                 // of another binding: what was stored
    low[i] = after + 1;
    const uint by_whole = whole[i];
#ifdef PLAIN                                                    // constant indices
    if ((i & 1) == 0)
        piece[1].word[i] = by_whole * 2;
    else
        piece[2].word[i + 16] = by_whole * 2;
    const uint words = i % 3 == 0 ? piece[0].word.length() : i % 3 == 1 ? piece[1].word.length() : piece[2].word.length();
#else
    piece[nonuniformEXT(1 + (i & 1))].word[i + 16 * (i & 1)] = by_whole * 2;
    const uint words = piece[nonuniformEXT(i % 3)].word.length();
#endif
    result[4 * i] = after;
    result[4 * i + 1] = high[i] + by_whole * 1000;              // stored by number, too
    result[4 * i + 2] = words * 100 + low.length() + whole.length();
    barrier();
    result[4 * i + 3] = i < 4 ? four[i] : early;
    atomicAdd(piece[0].word[i & 3], 1);                         // words 4 to 7
}
