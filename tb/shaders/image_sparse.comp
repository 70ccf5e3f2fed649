// SPDX-License-Identifier: Apache-2.0
// Sparse images: each texel as without the residency code, which says that all texels are there.  A least level behind gradients and an offset.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2D T;
layout(binding = 1) uniform sampler2DShadow D;
layout(binding = 2, rgba32f) uniform image2D W;
layout(binding = 3) writeonly buffer B { float out_[]; };

void main()
{
    ivec2 p = ivec2(gl_LocalInvocationID.xy);
    int i = p.y * 8 + p.x;
    float n = 0.0, plain = 0.0, depth, sparse_depth;
    vec2 at = vec2(float(i * 37 & 255), float(i * 101 & 255)) / 64.0 - 1.5 + 1.0 / 256.0;
    vec4 x, y;
#define COUNT(code, expected) { bool there = sparseTexelsResidentARB(code); y = (expected); n += there && x == y ? 1.0 : 0.0; }
    COUNT(sparseTextureLodARB(T, at, 1.0, x), textureLod(T, at, 1.0))
    out_[7 * i] = x.y;
    COUNT(sparseTextureARB(T, vec2(p) / 4.0 + 1.0 / 64.0, x), texture(T, vec2(p) / 4.0 + 1.0 / 64.0))
    out_[7 * i + 1] = x.x;
    COUNT(sparseTexelFetchARB(T, p, 0, x), texelFetch(T, p, 0))
    out_[7 * i + 2] = x.z;
    COUNT(sparseTextureGatherARB(T, at, x, 2), textureGather(T, at, 2))
    out_[7 * i + 3] = x.w;
    COUNT(sparseTextureGradARB(T, at, vec2(0.25, 0), vec2(0, 0.25), x), textureGrad(T, at, vec2(0.25, 0), vec2(0, 0.25)))
    COUNT(sparseTextureGatherARB(D, at, 0.5, x), textureGather(D, at, 0.5))
    COUNT(sparseImageLoadARB(W, p, x), imageLoad(W, p))
    out_[7 * i + 4] = x.x;
    bool there = sparseTexelsResidentARB(sparseTextureLodARB(D, vec3(at, 0.5), 0.0, depth));
    n += there && depth == textureLod(D, vec3(at, 0.5), 0.0) ? 1.0 : 0.0;
    there = sparseTexelsResidentARB(sparseTextureARB(D, vec3(vec2(p) / 4.0, 0.5), depth));
    n += there && depth == texture(D, vec3(vec2(p) / 4.0, 0.5)) ? 1.0 : 0.0;
    out_[7 * i + 5] = n;
    out_[7 * i + 6] = textureGradOffsetClampARB(T, at, vec2(0.25, 0), vec2(0, 0.25), ivec2(1, -1), 2.0).y;
}
