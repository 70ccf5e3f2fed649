// SPDX-License-Identifier: Apache-2.0
// Quantised matrix times vector: weights of 8 bits in blocks of 32 with a scale of 16 bits, the vector likewise, four to
// a word. A group makes ROWS results; each thread sums up its blocks, as integers within a block, and keeps ROWS sums.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint ROWS = 4;

struct block_q8 { float16_t d; int16_t qs[16]; };           // pairs of weights
struct block_x { float d; int q[8]; };                      // four of the vector to a word
layout(std430, binding = 0) readonly buffer A { block_q8 data_a[]; };
layout(std430, binding = 1) readonly buffer X { block_x data_x[]; };
layout(std430, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform P { uint rows, blocks; };
shared float partial[ROWS][64];

void main()
{
    const uint first = gl_WorkGroupID.x * ROWS;
    float sums[ROWS];
    [[unroll]] for (uint r = 0; r < ROWS; r++)
        sums[r] = 0.0;

    for (uint b = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; b < blocks; b += 64u) {
        int x[8];
        [[unroll]] for (uint i = 0; i < 8; i++)
            x[i] = data_x[b].q[i];
        const float dx = data_x[b].d;
        [[unroll]] for (uint r = 0; r < ROWS; r++) {
            const uint at = (first + r) * blocks + b;
            int dot = 0;
            [[unroll]] for (uint i = 0; i < 8; i++) {
                const i8vec4 w = i8vec4(unpack8(data_a[at].qs[2 * i]), unpack8(data_a[at].qs[2 * i + 1]));
                const i8vec4 v = unpack8(x[i]);
                dot += int(w.x) * int(v.x) + int(w.y) * int(v.y) + int(w.z) * int(v.z) + int(w.w) * int(v.w);
            }
            sums[r] += float(data_a[at].d) * dx * float(dot);
        }
    }
    [[unroll]] for (uint r = 0; r < ROWS; r++) {
        const float sum = subgroupAdd(sums[r]);
        if (subgroupElect())
            partial[r][gl_SubgroupID] = sum;
    }
    barrier();
    if (gl_LocalInvocationIndex < ROWS && first + gl_LocalInvocationIndex < rows) {
        float sum = 0.0;
        for (uint w = 0; w < gl_NumSubgroups; w++)
            sum += partial[gl_LocalInvocationIndex][w];
        data_d[first + gl_LocalInvocationIndex] = sum;
    }
}
