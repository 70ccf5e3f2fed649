// SPDX-License-Identifier: Apache-2.0
// Footprints of lookups in two dimensions: a level that is given, one from gradients, fine and coarse, of three samplers; a granularity that
// differs from lane to lane, and constant ones.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_NV_shader_texture_footprint : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D All;              // one image, three samplers
layout(binding = 1) uniform sampler2D None;
layout(binding = 2) uniform sampler2D Limited;
layout(binding = 3) writeonly buffer B { uint out_[]; };

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
    const int kinds[12] = {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15};
    const int i = int(gl_GlobalInvocationID.x), granularity = kinds[i % 12];
    const vec2 at = vec2(i * 397 % 1200 - 90, i * 683 % 1200 - 90) / 1024.0;
    const float lod = float(i % 33) / 8.0 - 0.5;
    const float texels = ldexp(1.25, i % 6 - 2);
    const vec2 along = vec2(0.75, 1.0) * texels / vec2(600.0, 300.0), across = along / 4.0;    // 1.25, 0.3125 times texels
    gl_TextureFootprint2DNV f;
    bool single;
    place = uint(i) * 72u;
    single = textureFootprintLodNV(All, at, lod, granularity, false, f);
    write(single, f);
    single = textureFootprintLodNV(All, at, lod, granularity, true, f);
    write(single, f);
    single = textureFootprintLodNV(None, at, lod, 2, false, f);
    write(single, f);
    single = textureFootprintLodNV(Limited, at, lod, granularity, false, f);
    write(single, f);
    single = textureFootprintLodNV(Limited, at, lod, 3, true, f);
    write(single, f);
    single = textureFootprintGradNV(All, at, along, across, 1, true, f);
    write(single, f);
    single = textureFootprintGradClampNV(All, at, across, along, 2.5, granularity, false, f);
    write(single, f);
    single = textureFootprintLodNV(All, at, 0.0, 1, false, f);
    write(single, f);
}
