#version 450
// test_profile.sh: a shader with lines; glslangValidator -V -g profile_shader.comp -o profile_shader.spv.  SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer In { uint data[]; } src;
layout(set = 0, binding = 1) buffer Out { uint data[]; } dst;
shared uint hits;

uint weight(uint v)
{
    return v * 3u + 1u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0u)
        hits = 0u;
    barrier();
    uint w = weight(src.data[i]);
    if ((w & 1u) != 0u)
        atomicAdd(hits, w);
    barrier();
    if (gl_LocalInvocationIndex == 0u)
        dst.data[gl_WorkGroupID.x] = hits;
}
