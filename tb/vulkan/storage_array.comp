// SPDX-License-Identifier: Apache-2.0
// An array of storage images, whose elements an index chooses that is the same in all threads.
#version 460
layout(local_size_x = 8, local_size_y = 4) in;
layout(r32ui, set = 0, binding = 0) uniform uimage2D image[3];
layout(push_constant) uniform Push { uint from, to; };

void main()
{
    const ivec2 at = ivec2(gl_LocalInvocationID.xy);
    const uint old = imageLoad(image[from], at).x;
    imageStore(image[to], at, uvec4(old * 3 + to));
    imageAtomicAdd(image[from], at, 100u);
}
