// SPDX-License-Identifier: Apache-2.0
// Footprints whose level comes from the quad, as that of texture(): with a bias, a least level, in three dimensions. Right of pixel 8 a pixel is
// less than a texel.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
#extension GL_NV_shader_texture_footprint : require
layout(location = 0) in vec2 uv;
layout(binding = 0) uniform sampler2D image;
layout(binding = 1) uniform sampler3D volume;
layout(binding = 2) writeonly buffer B { uint out_[]; };
layout(location = 0) out uint level;

uint place;

void write(bool single, gl_TextureFootprint2DNV f)
{
    out_[place] = single ? 1u : 0u;
    out_[place + 1u] = f.anchor.x, out_[place + 2u] = f.anchor.y;
    out_[place + 3u] = f.offset.x, out_[place + 4u] = f.offset.y;
    out_[place + 5u] = f.mask.x, out_[place + 6u] = f.mask.y;
    out_[place + 7u] = f.lod, out_[place + 8u] = f.granularity;
    place += 9u;
}

void main()
{
    const vec2 at = uv * (gl_FragCoord.x < 8.0 ? 1.0 : 0.25);
    gl_TextureFootprint2DNV f;
    gl_TextureFootprint3DNV g;
    bool single;
    place = (uint(gl_FragCoord.y) * 15u + uint(gl_FragCoord.x)) * 47u;
    single = textureFootprintNV(image, at, 1, false, f);
    level = f.lod;
    write(single, f);
    single = textureFootprintNV(image, at, 2, true, f, 1.0);
    write(single, f);
    single = textureFootprintClampNV(image, at, 2.0, 3, false, f);
    write(single, f);
    single = textureFootprintClampNV(image, at, 0.5, 1, true, f, -0.25);
    write(single, f);
    single = textureFootprintNV(volume, vec3(4.0 * at, 0.375), 1, true, g);
    out_[place] = single ? 1u : 0u;
    out_[place + 1u] = g.anchor.x, out_[place + 2u] = g.anchor.y, out_[place + 3u] = g.anchor.z;
    out_[place + 4u] = g.offset.x, out_[place + 5u] = g.offset.y, out_[place + 6u] = g.offset.z;
    out_[place + 7u] = g.mask.x, out_[place + 8u] = g.mask.y;
    out_[place + 9u] = g.lod, out_[place + 10u] = g.granularity;
}
