// SPDX-License-Identifier: Apache-2.0
// Gathers of cubes: over edges and at corners, where three texels meet.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerCube Cube;
layout(binding = 1) uniform usamplerCube Whole;
layout(binding = 2) readonly buffer A { vec4 corner[]; };
layout(binding = 3) readonly buffer B { vec4 direction[]; };
layout(binding = 4) writeonly buffer C { vec4 out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    out_[4 * i] = textureGather(Cube, corner[i].xyz);
    out_[4 * i + 1] = vec4(textureGather(Whole, corner[i].xyz));
    out_[4 * i + 2] = textureGather(Cube, direction[i].xyz);
    out_[4 * i + 3] = vec4(textureGather(Whole, direction[i].xyz));
}
