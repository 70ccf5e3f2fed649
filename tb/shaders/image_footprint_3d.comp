// SPDX-License-Identifier: Apache-2.0
// Footprints of lookups in three dimensions, fine and coarse, of elements of an array that differ in size and sampler.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_NV_shader_texture_footprint : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler3D Volume[2];
layout(binding = 1) writeonly buffer B { uint out_[]; };

uint place;

void write(bool single, gl_TextureFootprint3DNV f)
{
    out_[place] = single ? 1u : 0u;
    out_[place + 1u] = f.anchor.x, out_[place + 2u] = f.anchor.y, out_[place + 3u] = f.anchor.z;
    out_[place + 4u] = f.offset.x, out_[place + 5u] = f.offset.y, out_[place + 6u] = f.offset.z;
    out_[place + 7u] = f.mask.x, out_[place + 8u] = f.mask.y;
    out_[place + 9u] = f.lod, out_[place + 10u] = f.granularity;
    place += 11u;
}

void main()
{
    const int kinds[7] = {1, 3, 10, 11, 12, 13, 14};
    const int i = int(gl_GlobalInvocationID.x);
    const vec3 at = vec3(i * 397 % 1200 - 90, i * 683 % 1200 - 90, i * 211 % 1200 - 90) / 1024.0;
    const float lod = float(i % 25) / 8.0 - 0.5;
    gl_TextureFootprint3DNV f;
    bool single;
    place = uint(i) * 44u;
    single = textureFootprintLodNV(Volume[0], at, lod, kinds[i % 7], false, f);
    write(single, f);
    single = textureFootprintLodNV(Volume[0], at, lod, 3, true, f);
    write(single, f);
    single = textureFootprintLodNV(Volume[nonuniformEXT(i % 2)], at, lod, 1, false, f);
    write(single, f);
    single = textureFootprintLodNV(Volume[nonuniformEXT(i % 2)], at, lod, kinds[i % 7], true, f);
    write(single, f);
}
