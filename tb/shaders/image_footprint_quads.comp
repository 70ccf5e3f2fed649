// SPDX-License-Identifier: Apache-2.0
// Footprints of compute shaders whose level comes from the quad.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_shader_texture_footprint : require
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(binding = 0) uniform sampler2D T;
layout(binding = 1) writeonly buffer B { uint out_[]; };

void main()
{
    const uvec2 p = gl_GlobalInvocationID.xy;
    const uint place = (p.y * 8u + p.x) * 9u;
    gl_TextureFootprint2DNV f;
    out_[place] = textureFootprintClampNV(T, vec2(p) * vec2(2.5 / 128.0, 1.25 / 64.0), 0.5, 1, true, f, 1.0) ? 1u : 0u;
    out_[place + 1u] = f.anchor.x, out_[place + 2u] = f.anchor.y;
    out_[place + 3u] = f.offset.x, out_[place + 4u] = f.offset.y;
    out_[place + 5u] = f.mask.x, out_[place + 6u] = f.mask.y;
    out_[place + 7u] = f.lod, out_[place + 8u] = f.granularity;
}
