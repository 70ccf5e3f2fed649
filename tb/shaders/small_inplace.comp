// SPDX-License-Identifier: Apache-2.0
// Bytes and halves changed where they stand, each by a lane of its own: neighbours share words, and that is no race.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
layout(std430, binding = 1) buffer Shorts { int16_t shorts[]; };
layout(std430, binding = 2) buffer Halves { float16_t halves[]; };
layout(std430, binding = 3) buffer Threes { u8vec3 threes[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    bytes[i + 1u] = bytes[i + 1u] * uint8_t(3) + uint8_t(i);
    shorts[i + 3u] = shorts[i + 3u] >> int16_t(1);
    halves[i] = halves[i] * float16_t(-0.5);
    if ((i & 1u) == 0u)
        threes[i >> 1].z = threes[i >> 1].x ^ threes[i >> 1].z;
    else
        threes[i >> 1].y += uint8_t(7);
}
