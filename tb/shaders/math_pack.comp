// SPDX-License-Identifier: Apache-2.0
// Packing of floats into words and back.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { vec4 src[]; };
layout(std430, binding = 1) readonly buffer Words { uint words[]; };
layout(std430, binding = 2) writeonly buffer Packed { uint packed_[]; };
layout(std430, binding = 3) writeonly buffer Unpacked { vec4 unpacked[]; };
layout(std430, binding = 4) writeonly buffer Halves { vec2 halves[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    vec4 v = src[i];
    packed_[i] = packSnorm4x8(v);
    packed_[64u + i] = packUnorm4x8(v);
    packed_[128u + i] = packSnorm2x16(v.xy);
    packed_[192u + i] = packUnorm2x16(v.zw);
    packed_[256u + i] = packHalf2x16(v.xy * 1000.0);
    uint w = words[i];
    unpacked[i] = unpackSnorm4x8(w);
    unpacked[64u + i] = unpackUnorm4x8(w);
    unpacked[128u + i] = vec4(unpackSnorm2x16(w), unpackUnorm2x16(w));
    halves[i] = unpackHalf2x16(w);
}
