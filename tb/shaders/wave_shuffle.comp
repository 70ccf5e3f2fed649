// SPDX-License-Identifier: Apache-2.0
// Shuffles by index, xor, up and down, of words, floats, vectors and bools.  Where the source is outside the wave nothing is said.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 128) in;
#define OUT(at, name) layout(std430, binding = at) buffer Buffer##name { uint name[]; }
layout(std430, binding = 0) readonly buffer In { uint src[]; };
OUT(1, reversed);
OUT(2, crossed);
OUT(3, lower);
OUT(4, higher);
OUT(5, vectors);

void main()
{
    uint i = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID, size = gl_SubgroupSize;
    uint x = src[i];
    reversed[i] = subgroupShuffle(x, size - 1u - lane);
    crossed[i] = subgroupShuffleXor(x, 2u) + subgroupShuffleXor(x, size / 2u);
    uint up = subgroupShuffleUp(x, 1u), down = subgroupShuffleDown(x, 3u);
    lower[i] = lane >= 1u ? up : 0u;
    higher[i] = lane + 3u < size ? down : 0u;
    vec3 v = subgroupShuffle(vec3(float(x & 255u), float(lane), 1.0), (lane + 1u) % size);
    bvec2 b = subgroupShuffleXor(bvec2((x & 1u) != 0u, lane == 0u), 1u);
    vectors[i] = uint(v.x * 4.0 + v.z) << 16 | uint(v.y) << 4 | uint(b.x) << 1 | uint(b.y);
    if (lane < size / 2u) {                     // half of the wave, each from another place
        reversed[i] += subgroupShuffle(x, (lane * 3u + 1u) % (size / 2u));
        int s = subgroupShuffleUp(int(x), lane & 1u);
        lower[i] += uint(s);
    }
}
