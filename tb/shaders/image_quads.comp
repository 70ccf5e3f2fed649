// SPDX-License-Identifier: Apache-2.0
// Levels of detail from the differences in quads, with a bias, and what they are.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2D T;
layout(binding = 1) uniform sampler2DShadow D;
layout(binding = 2) writeonly buffer B { vec4 out_[]; };

void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    uint i = p.y * 8u + p.x;
    vec2 at = vec2(p) * vec2(0.25, 0.5) + vec2(1.0 / 64.0, 1.0 / 32.0);
    float reference = float(i * 29u & 63u) / 64.0 + 1.0 / 1024.0;
    out_[5 * i] = texture(T, at);
    out_[5 * i + 1] = texture(T, at, -1.25);
    out_[5 * i + 2] = vec4(textureQueryLod(T, at), texture(D, vec3(at, reference)), textureProj(D, vec4(at * 2.0, reference * 2.0, 2.0)));
    out_[5 * i + 3] = textureProj(T, vec3(at * 4.0, 4.0));
    out_[5 * i + 4] = textureProjLod(T, vec4(at * 0.5, 77.0, 0.5), 1.0);
}
