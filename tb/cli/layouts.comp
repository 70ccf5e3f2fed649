// SPDX-License-Identifier: Apache-2.0
// layouts.comp - blocks whose sizes test_shaders.sh knows: a turned matrix, two of them, an array whose last element has no padding, members
// out of order, two blocks at one binding; functions that use them, and one that nobody calls.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 5) buffer Never { uint never; };
layout(std430, row_major, binding = 0) readonly buffer Turned { mat3x2 turned; };
layout(std430, row_major, binding = 1) readonly buffer Both { mat3x2 both[2]; };
layout(std430, binding = 2) readonly buffer Threes { vec3 three[2]; };
layout(std430, binding = 3) buffer Order { layout(offset = 16) uint late; layout(offset = 0) uint early; };
layout(std430, binding = 4) buffer Large { uint large[4]; };
layout(std430, binding = 4) buffer Small { uint small; };

float one()
{
    return turned[2].y + both[1][2].y;
}

float two()
{
    return three[1].z;
}

void nobody()
{
    never = 1u;
}

void main()
{
    early = uint(one()) + uint(two());
    late = 7u;
    small = large[3] + 1u;
}
