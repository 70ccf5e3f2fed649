// SPDX-License-Identifier: Apache-2.0
// Footprints through samplers that repeat, mirror or have a border, around the edges of images and beyond them.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_NV_shader_texture_footprint : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D T[3];
layout(binding = 1) uniform sampler3D V;
layout(binding = 2) writeonly buffer B { uint out_[]; };

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
    const int kinds[5] = {1, 2, 3, 5, 11}, edges[5] = {0, 1024, -1024, 2048, 1939};
    const int i = int(gl_GlobalInvocationID.x);
    const vec3 at = vec3(edges[i % 5] + (i / 5 % 9 - 4) * 3, edges[i / 2 % 5] + (i % 7 - 3) * 5, edges[i / 3 % 5] + (i % 11 - 5) * 9) / 1024.0;
    const float lod = float(i % 17) / 8.0;
    gl_TextureFootprint2DNV f;
    gl_TextureFootprint3DNV g;
    bool single;
    place = uint(i) * 47u;
    single = textureFootprintLodNV(T[0], at.xy, lod, kinds[i % 4], false, f);
    write(single, f);
    single = textureFootprintLodNV(T[1], at.xy, lod, kinds[(i + 1) % 5], i % 3 != 0, f);
    write(single, f);
    single = textureFootprintLodNV(T[2], at.xy, lod, 1, false, f);
    write(single, f);
    single = textureFootprintLodNV(T[2], at.yx, lod, 2, true, f);
    write(single, f);
    single = textureFootprintLodNV(V, at, lod, 1, false, g);
    out_[place] = single ? 1u : 0u;
    out_[place + 1u] = g.anchor.x, out_[place + 2u] = g.anchor.y, out_[place + 3u] = g.anchor.z;
    out_[place + 4u] = g.offset.x, out_[place + 5u] = g.offset.y, out_[place + 6u] = g.offset.z;
    out_[place + 7u] = g.mask.x, out_[place + 8u] = g.mask.y;
    out_[place + 9u] = g.lod, out_[place + 10u] = g.granularity;
}
