// SPDX-License-Identifier: Apache-2.0
// Levels of detail from the differences in quads, with a bias, and what they are.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2D T;
layout(binding = 1) writeonly buffer B { vec4 out_[]; };

void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    uint i = p.y * 8u + p.x;
    vec2 at = vec2(p) * vec2(0.25, 0.5) + vec2(1.0 / 64.0, 1.0 / 32.0);
    out_[3 * i] = texture(T, at);
    out_[3 * i + 1] = texture(T, at, -1.25);
    out_[3 * i + 2] = vec4(textureQueryLod(T, at), 0.0, 0.0);
}
